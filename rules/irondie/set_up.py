"""An IRONDIE set-up out of what players bring: nine dice each, perhaps three aside."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import tomli_w

from rules.core import FIRST_SEAT, DieFacts, Seat
from rules.core.family import PieceShown
from rules.core.printed_faces import class_in_words
from rules.core.set_up import Finding, Hit, Plan, Player
from rules.core.toml_file import read_toml
from rules.irondie import colour_table
from rules.irondie.clocks import TEAMS
from rules.irondie.dice import APPEARANCE, COLOURS, SET_SIZE, TYPES, Die, parse_die
from rules.irondie.match import SIDE_SET_SIZE, Entrant, checked_entrant, exchange
from words import Text, joined, tr

SPARE_SETS: Final = (
    ("smasher-red-rare", "powerup-blue", "swarm-black"),
    ("assault-green", "barrier-purple-rare", "regeneration-white"),
)
"""What the two players of a demonstration bring besides their sets."""

LENT_NAMES: Final = ("Ida", "Ned", "Kit", "Una")
LENT_SETS: Final = (
    ("smasher-red", "assault-black", "ballistic-white", "nullifier-green", "barrier-orange",
     "powerup-purple", "swarm-yellow", "fortress-red", "regeneration-blue"),
    ("smasher-green", "assault-purple", "ballistic-orange", "nullifier-white", "barrier-black",
     "powerup-yellow", "swarm-white", "fortress-purple", "regeneration-black"),
    ("assault-blue", "ballistic-green", "ballistic-red", "nullifier-orange", "barrier-blue",
     "powerup-green", "swarm-red", "fortress-blue", "regeneration-orange"),
    ("smasher-yellow", "assault-yellow", "ballistic-black", "nullifier-purple", "barrier-white",
     "powerup-red", "swarm-green", "fortress-orange", "regeneration-green"),
)  # fmt: skip
"""Whom the form begins with where more than two play, and their dice."""

Word = TypeVar("Word")


def dice_words(written: str) -> Sequence[str]:
    """Dice as they were written in one line, one by one."""
    return [word.strip() for word in written.replace(";", ",").split(",") if word.strip()]


def entrant(player: Player) -> Entrant:
    """A player with their two sets. Raises `ValueError`."""
    return checked_entrant(player.name, dice_words(player.brings), dice_words(player.aside))


def setup_of(plan: Plan) -> dict[str, Any]:
    """What `Irondie.new` is given. Raises `ValueError`."""
    players = seat_by_seat(plan.players[: TEAMS.get(plan.format, 2)])
    sets = [dice_words(player.brings) for player in players]
    aside = [dice_words(player.aside) for player in players]
    table = plan.common.get("chromatic", "").strip()
    return {
        "names": [player.name for player in players],
        "format": plan.format,
        "sets": sets,
        **({"side_sets": aside} if any(aside) else {}),
        **(_own_table(table) if table else {}),
    }


def _own_table(table: str) -> dict[str, Any]:
    """A colour table of the players' own, and its name: a file, or what a match carries on."""
    if table.startswith("{"):
        carried: dict[str, Any] = json.loads(table)
        return carried
    path = Path(table).expanduser()
    return {"chromatic": colour_table.write(colour_table.load(path)), "chromatic_name": path.name}


def facts_of(words: Sequence[str]) -> tuple[DieFacts, ...]:
    """What a camera may see of these dice."""
    from rules.irondie.game import die_facts  # noqa: PLC0415 - the rules are loaded only for it

    counts = Counter(parse_die(word, FIRST_SEAT).kind for word in words)
    dice = {kind: parse_die(kind, FIRST_SEAT) for kind in counts}
    return tuple(die_facts(die, counts[kind]) for kind, die in dice.items())


def seat_of(number: int, players: int) -> Seat:
    """Team mates are written one after the other; they sit at 0, 2, 4 and 1, 3, 5."""
    mates = players // 2
    return Seat(2 * number if number < mates else 2 * (number - mates) + 1)


def seat_by_seat(players: Sequence[Player]) -> Sequence[Player]:
    """The players in the order of their seats."""
    if len(players) % 2:
        return players  # no game, and told so
    count = len(players)
    return [players[n] for n in sorted(range(count), key=lambda n: seat_of(n, count))]


def with_players(plan: Plan, count: int) -> Plan:
    """The plan with as many players; sets are lent to those that nobody has written yet.

    Whoever is written already and does not play is kept for another time.
    """
    lent = [Player(name, ", ".join(dice)) for name, dice in zip(LENT_NAMES, LENT_SETS, strict=True)]
    known = plan.players
    return replace(plan, players=(*known, *lent[len(known) - 2 : max(0, count - 2)]))


def examine(player: Player) -> tuple[Finding, ...]:
    """How many dice of each class the player brings. Raises `ValueError` when it is no set."""
    brought = entrant(player)
    classes = Counter(parse_die(word).die_class for word in brought.main)
    counted = joined(
        ", ", (f"{count} " + class_in_words(each) for each, count in sorted(classes.items()))
    )
    aside = tr("; {count} in the side set", count=len(brought.side)) if brought.side else ""
    return (Finding(legal=True, text=tr("{counted} dice{aside}", counted=counted, aside=aside)),)


def find_pieces(words: str, limit: int) -> tuple[Hit, ...]:
    """Dice by type and colour."""
    wanted = words.casefold().split()
    kinds = [f"{name}-{colour}" for name in TYPES for colour in COLOURS]
    found = [kind for kind in kinds if all(word in kind for word in wanted)]
    return tuple(Hit(kind.replace("-", " "), kind) for kind in found[:limit])


def player_in_file(path: Path) -> Player:
    """A set: TOML with `name`, `dice` (nine words as in smasher-black), maybe `side`.

    Raises `ValueError`.
    """
    written = _toml(path)
    dice, aside = written.get("dice"), written.get("side", [])
    if not isinstance(dice, list):
        raise ValueError(  # noqa: TRY004 - what a user wrote is a value
            tr('{path} has no dice; add dice = ["smasher-black", …], nine of them.', path=path)
        )
    if not isinstance(aside, list):
        raise ValueError(  # noqa: TRY004 - the same
            tr('{path}: write the side set as side = ["smasher-red", …], three.', path=path)
        )
    name = str(written.get("name") or path.stem)
    return Player(name, ", ".join(map(str, dice)), ", ".join(map(str, aside)))


def _toml(path: Path) -> Mapping[str, Any]:
    try:
        return read_toml(path)
    except OSError as error:
        raise ValueError(
            tr("{path} cannot be read ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    except ValueError as error:
        raise ValueError(tr("{path} is no TOML: {error}.", path=path, error=error)) from None


def players_of(setup: Mapping[str, Any]) -> tuple[Player, ...]:
    """Who played with a set-up, and with which dice: team mates one after the other."""
    aside = setup.get("side_sets") or [[] for _ in setup["sets"]]
    seated = tuple(
        Player(name, ", ".join(dice), ", ".join(spare))
        for name, dice, spare in zip(setup["names"], setup["sets"], aside, strict=True)
    )
    return seated[::2] + seated[1::2]


AIMS: Final[Mapping[str, Text]] = {
    "any": tr("Aims at any die in play."),
    "attack": tr("Aims at an attack die."),
    "defence": tr("Aims at a defence die."),
    "each-defence": tr("Aims at each defence die of the other side."),
    "each-attack": tr("Aims at each attack die of the other side."),
    "limbo": tr("Aims at a die of your own limbo."),
}
COMPARES: Final[Mapping[str, Text]] = {
    "higher": tr("The higher value wins."),
    "lower": tr("The lower value wins."),
    "none": tr("Works whatever it rolls."),
}
"""What the manual's table says of each kind of die."""


class DiceExchanges:
    """Between two games each player may take dice of the side set for dice of the set."""

    def players_of(self, setup: Mapping[str, Any]) -> tuple[Player, ...]:
        """Who played with a set-up, and with which dice."""
        return players_of(setup)

    def carried(self, setup: Mapping[str, Any]) -> Mapping[str, str]:
        """The colour table that the match is played by."""
        own = {name: setup[name] for name in ("chromatic", "chromatic_name") if name in setup}
        return {"chromatic": json.dumps(own)} if own else {}

    def exchanged(self, player: Player, out: Sequence[str], into: Sequence[str]) -> Player:
        """The player after the exchange. Raises `ValueError`."""
        after = exchange(entrant(player), out, into)
        return Player(player.name, ", ".join(after.main), ", ".join(after.side))

    def pieces(self, written: str) -> Sequence[str]:
        """The dice, one by one."""
        return dice_words(written)

    def with_spares(self, plan: Plan) -> Plan:
        """Both players with a side set."""
        aside = zip(plan.players, SPARE_SETS, strict=True)
        players = tuple(replace(one, aside=joined(", ", three)) for one, three in aside)
        return replace(plan, players=players)


class DiceSetEditor:
    """A set as a form sees it: nine places and the three of the side set, a die in each."""

    sizes = (SET_SIZE, SIDE_SET_SIZE)

    def dice_by_place(self, player: Player) -> tuple[str | None, ...]:
        """The die in each place; what is no die, or one too many, is left out."""
        return (*_filled(player.brings, SET_SIZE), *_filled(player.aside, SIDE_SET_SIZE))

    def with_dice(self, player: Player, places: Sequence[str | None]) -> Player:
        """The player with the dice of the form."""
        main, aside = (
            ", ".join(die for die in part if die is not None)
            for part in (places[:SET_SIZE], places[SET_SIZE:])
        )
        return Player(player.name, main, aside)

    def another_type(self, die: str | None, step: int) -> str:
        """The die of the next type, or the one before."""
        if die is None:
            return _in_its_own_colour(next(iter(TYPES)))
        was = parse_die(die)
        return msgspec.structs.replace(was, type_name=_next(tuple(TYPES), was.type_name, step)).kind

    def another_colour(self, die: str | None, step: int) -> str:
        """The die in the next colour, or the one before."""
        if die is None:
            return self.another_type(None, step)
        was = parse_die(die)
        return msgspec.structs.replace(was, colour=_next(COLOURS, was.colour, step)).kind

    def other_rarity(self, die: str) -> str:
        """The rare die of this kind, or the common one."""
        was = parse_die(die)
        return msgspec.structs.replace(was, rare=not was.rare).kind

    def shown(self, die: str) -> PieceShown:
        """Colour and type in columns."""
        known = parse_die(die)
        text = f"{known.colour:<7}{known.type_name.capitalize():<13}"
        return PieceShown(APPEARANCE[known.colour][0], text, known.rare)

    def about(self, die: str) -> Sequence[Text]:
        """What the manual's table says of a die."""
        known = parse_die(die)
        kind = known.type
        title = known.title[0].upper() + known.title[1:]
        lines = [
            tr("{title}: {kind} die", title=title, kind=kind.die_class),
            AIMS[kind.target_rule],
            COMPARES[kind.comparison],
        ]
        if known.colour == kind.specialisation:
            lines.append(tr("In its own colour, {colour}: wins ties.", colour=known.colour))
        elif kind.specialisation:
            lines.append(tr("Would win ties in {colour}.", colour=kind.specialisation))
        if known.rare:
            lines.append(tr("A 1 or a 2 gives its colour bonus."))
        else:
            lines.append(tr("A 1 gives its colour bonus."))
        return lines

    def written(self, player: Player) -> str:
        """The set as TOML."""
        values = {"name": player.name, "dice": list(dice_words(player.brings))}
        aside = {"side": list(dice_words(player.aside))} if player.aside else {}
        return tomli_w.dumps(values | aside)


def _filled(written: str, count: int) -> tuple[str | None, ...]:
    dice = [die for word in dice_words(written) if (die := _read(word)) is not None]
    return (*dice[:count], *(None for _ in range(count - len(dice))))


def _read(word: str) -> str | None:
    try:
        return parse_die(word).kind
    except ValueError:
        return None


def _in_its_own_colour(type_name: str) -> str:
    """A die of this type in its own colour, or where it has none, in the first."""
    return Die(FIRST_SEAT, type_name, TYPES[type_name].specialisation or COLOURS[0]).kind


def _next(words: tuple[Word, ...], word: Word, step: int) -> Word:
    return words[(words.index(word) + step) % len(words)]
