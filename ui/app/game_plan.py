"""What is decided before a game: which game, which format, who brings what, who begins."""

import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rules.core import side_names
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.known_games import known_game

if TYPE_CHECKING:
    from rules.dicemasters.cards.team import Team, TeamFile

IRONDIE: Final = "irondie"
DOUBLES: Final = "doubles"
LAST: Final = "last-setup.json"


@dataclass(frozen=True, slots=True)
class Side:
    """One player: a name, and what they bring as it was written."""

    name: str
    brings: str  # a team link, or IRONDIE's nine dice: "smasher-black, assault-red, ..."
    aside: str = ""  # IRONDIE's side set of three dice, for the games of a match


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that could be started."""

    game: str  # "avx"
    format: str  # "tournament"
    sides: tuple[Side, ...]
    centre: str = ""  # basic actions that nobody brings, as a link
    first: int = 0  # the seat that begins
    table: str = ""  # a file with IRONDIE's chromatic table; "": the shipped one
    files: tuple[str, ...] = ()  # team files: what they declare of dice and options counts too

    @property
    def players(self) -> tuple[Side, ...]:
        """Those who play: two, or in Doubles four, partners one after the other.

        `sides` may hold more: what was written for partners is kept while others play.
        """
        if self.game == IRONDIE:  # as many as there are sets
            return self.sides
        return self.sides[: 4 if self.format == DOUBLES else 2]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is to be said about one side; `legal` False stops the start."""

    legal: bool
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """Something a search found that a side could bring."""

    text: str
    entry: str  # as it is added to `Side.brings`


def formats(game: str) -> tuple[str, ...]:
    """The formats the game's book knows."""
    if game == IRONDIE:
        from rules.irondie.clocks import FORMATS as IRONDIE_FORMATS  # noqa: PLC0415 - only the chosen game

        return IRONDIE_FORMATS
    from rules.dicemasters.cards.formats import FORMATS  # noqa: PLC0415 - only the chosen game

    return tuple(name for name, chosen in FORMATS.items() if game in chosen.sections)


def example(game: str) -> Plan:
    """The rulebook's own first game, ready to start."""
    written = known_game(game).demo_setup()
    if game == IRONDIE:
        pairs = zip(written["names"], written["sets"], strict=True)
        sides = tuple(Side(name, ", ".join(dice)) for name, dice in pairs)
        return Plan(game, written["format"], sides)
    sides = tuple(
        Side(team["name"], ";".join(f"{count}x{code}" for code, count in team["cards"]))
        for team in written["teams"]
    )
    centre = ";".join(f"{count}x{code}" for code, count in written["basics"])
    return Plan(game, written["format"], sides, centre, written["first"])


def plan_of(
    game: str,
    brought: Sequence[str],
    *,
    format_name: str | None = None,
    first: int | None = None,
    table: str | None = None,
) -> Plan:
    """The plan the command line names; without anything brought, the rulebook's first game.

    `brought` is one file with every side, or a file or link per side. Raises `UserError`.
    """
    plan = example(game)
    if brought:
        try:
            plan = _irondie_plan(plan, brought) if game == IRONDIE else _team_plan(game, brought)
        except ValueError as error:
            raise UserError(str(error)) from None
    if format_name is not None:
        plan = with_format(plan, format_name)
    if table is not None:
        plan = replace(plan, table=table)
    return plan if first is None else replace(plan, first=first)


def _team_plan(game: str, brought: Sequence[str]) -> Plan:
    from rules.dicemasters.cards.team import read_file, read_link, write_link  # noqa: PLC0415 - the same

    teams: list[Team] = []
    centre: list[str] = []
    chosen: list[str] = []
    for word in brought:
        if _is_file(word):
            written = read_file(Path(word).expanduser())
            teams += written.teams
            centre += [f"{each.dice}x{each.card.code}" for each in written.centre]
            chosen.append(written.format.name)
        else:
            teams.append(read_link(word))
            chosen.append("tournament")
    if len(teams) < 2:
        raise ValueError("two teams are needed: name a file with both, or one file or link each.")
    sides = tuple(
        Side(team.name or f"Player {number}", write_link(team))
        for number, team in enumerate(teams, start=1)
    )
    files = tuple(str(Path(word).expanduser()) for word in brought if _is_file(word))
    return Plan(game, chosen[0], sides, ";".join(centre), files=files)


def _irondie_plan(plan: Plan, brought: Sequence[str]) -> Plan:
    sides = tuple(
        read_set(Path(word).expanduser()) if _is_file(word) else Side(f"Player {number}", word)
        for number, word in enumerate(brought, start=1)
    )
    if len(sides) < 2:
        raise ValueError("two sets of dice are needed: name two files.")
    return replace(plan, sides=sides)


def read_set(path: Path) -> Side:
    """An IRONDIE set: TOML with `name`, `dice` (nine words as in smasher-black), maybe `side`.

    Raises `ValueError`.
    """
    written = _toml(path)
    dice, aside = written.get("dice"), written.get("side", [])
    if not isinstance(dice, list):
        raise ValueError(f'{path} has no dice; add dice = ["smasher-black", …], nine of them.')  # noqa: TRY004 - what a user wrote is a value
    if not isinstance(aside, list):
        raise ValueError(f'{path}: write the side set as side = ["smasher-red", …], three.')  # noqa: TRY004 - the same
    name = str(written.get("name") or path.stem)
    return Side(name, ", ".join(map(str, dice)), ", ".join(map(str, aside)))


def _is_file(word: str) -> bool:
    try:
        return word.endswith(".toml") or Path(word).expanduser().is_file()
    except (OSError, ValueError):  # too long or odd for the name of a file
        return False


def _toml(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path} cannot be read ({error.strerror}).") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no TOML: {error}.") from None


def needs_centre(plan: Plan) -> bool:
    """Whether basic actions lie there that nobody brings."""
    if plan.game == IRONDIE:
        return False
    from rules.dicemasters.cards.formats import format_named  # noqa: PLC0415 - the same

    with suppress(ValueError):
        return format_named(plan.format, plan.game).shared_basics is not None
    return False


def examine(plan: Plan, seat: int) -> tuple[Finding, ...]:
    """Everything that is wrong with what this side brings, or one line that all is well."""
    try:
        found = _irondie_faults(plan, seat) if plan.game == IRONDIE else _team_faults(plan, seat)
    except ValueError as error:
        return (Finding(legal=False, text=str(error)),)
    return found


def _irondie_faults(plan: Plan, seat: int) -> tuple[Finding, ...]:
    from rules.irondie.dice import parse_die  # noqa: PLC0415 - only the chosen game
    from rules.irondie.match import enter  # noqa: PLC0415 - the same

    side = plan.sides[seat]
    entrant = enter(side.name, words_of_set(side.brings), words_of_set(side.aside))
    classes = Counter(parse_die(word, 0).die_class for word in entrant.main)
    counted = ", ".join(f"{count} {die_class}" for die_class, count in sorted(classes.items()))
    aside = f"; {len(entrant.side)} in the side set" if entrant.side else ""
    return (Finding(legal=True, text=f"{counted} dice{aside}"),)


def _team_faults(plan: Plan, seat: int) -> tuple[Finding, ...]:
    from rules.dicemasters.cards.formats import format_named  # noqa: PLC0415 - the same
    from rules.dicemasters.cards.legality import check, check_partners  # noqa: PLC0415 - the same
    from rules.dicemasters.cards.team import read_link  # noqa: PLC0415 - the same

    team = read_link(plan.sides[seat].brings, plan.sides[seat].name)
    violations = check(team, format_named(plan.format, plan.game), plan.game)
    if plan.format == DOUBLES and seat % 2:  # said once, of the second partner
        partner = plan.sides[seat - 1]
        violations += check_partners(read_link(partner.brings, partner.name), team, plan.game)
    if not violations:
        basics = f"{len(team.basics)} basic action{'' if len(team.basics) == 1 else 's'}"
        counted = f"{len(team.cards)} cards, {team.dice} dice, {basics}"
        return (Finding(legal=True, text=counted),)
    return tuple(
        Finding(legal=False, text=f"{violation.text} {violation.remedy}".strip())
        for violation in violations
    )


def faults(plan: Plan) -> tuple[str, ...]:
    """Why the game cannot start; empty when it can."""
    found = [
        f"{side.name}: {finding.text}"
        for seat, side in enumerate(plan.players)
        for finding in examine(plan, seat)
        if not finding.legal
    ]
    if not found:
        try:
            known_game(plan.game).load().new(setup_of(plan))
        except (ValueError, UserError) as error:
            found.append(str(error))
    return tuple(found)


def setup_of(plan: Plan) -> dict[str, Any]:
    """What `Game.new` is given. Raises `UserError` when something cannot be read."""
    try:
        return _irondie_setup(plan) if plan.game == IRONDIE else _team_setup(plan)
    except ValueError as error:
        raise UserError(str(error)) from None


def _irondie_setup(plan: Plan) -> dict[str, Any]:
    names = [side.name for side in plan.players]
    sets = [words_of_set(side.brings) for side in plan.players]
    aside = [words_of_set(side.aside) for side in plan.players]
    spare = {"side_sets": aside} if any(aside) else {}
    return {
        "names": names, "format": plan.format, "sets": sets, **spare, **_chromatic(plan.table)
    }  # fmt: skip


def _team_setup(plan: Plan) -> dict[str, Any]:
    from rules.dicemasters.cards.team import (  # noqa: PLC0415 - only the chosen game
        read_file,
        read_link,
        setup_of_teams,
    )

    files = [read_file(Path(file)) for file in plan.files]
    teams = [_as_declared(read_link(side.brings, side.name), files) for side in plan.players]
    centre = read_link(plan.centre).choices if needs_centre(plan) and plan.centre else ()
    colours = {code: colour for file in files for code, colour in file.colours.items()}
    options = {name: value for file in files for name, value in file.options.items()}
    setup = setup_of_teams(teams, plan.format, centre, colours)
    return {**setup, **({"options": options} if options else {}), "first": plan.first}


def _as_declared(team: "Team", files: Sequence["TeamFile"]) -> "Team":
    """The team with the faces its file declares where no source shows them."""
    declared = {
        choice.card.code: choice.card
        for file in files
        for written in file.teams
        for choice in written.choices
    }
    choices = tuple(
        replace(choice, card=declared.get(choice.card.code, choice.card)) for choice in team.choices
    )
    return replace(team, choices=choices)


def _chromatic(table: str) -> dict[str, Any]:
    if not table:
        return {}
    from rules.irondie import colour_table  # noqa: PLC0415 - only the chosen game

    return {"chromatic": colour_table.write(colour_table.load(Path(table)))}


def search(plan: Plan, words: str, limit: int = 30) -> tuple[Hit, ...]:
    """What could be brought, by name."""
    if not words.strip():
        return ()
    if plan.game == IRONDIE:
        return _irondie_hits(words, limit)
    from rules.dicemasters.cards import search as search_cards  # noqa: PLC0415 - the same
    from rules.dicemasters.cards.random_teams import HOME  # noqa: PLC0415 - the same

    box = HOME[plan.game]
    own_first = sorted(search_cards(words, 10 * limit), key=lambda hit: not hit.code.endswith(box))
    found = []
    for printing in own_first[:limit]:
        energy = "/".join(printing.energy)
        text = f"{printing.name} ({printing.code}) {printing.cost} {energy}".rstrip()
        count = 3 if printing.is_basic else min(2, printing.max_dice)
        found.append(Hit(text, f"{count}x{printing.code}"))
    return tuple(found)


def _irondie_hits(words: str, limit: int) -> tuple[Hit, ...]:
    from rules.irondie.dice import COLOURS, TYPES  # noqa: PLC0415 - only the chosen game

    wanted = words.casefold().split()
    kinds = [f"{name}-{colour}" for name in TYPES for colour in COLOURS]
    found = [kind for kind in kinds if all(word in kind for word in wanted)]
    return tuple(Hit(kind.replace("-", " "), kind) for kind in found[:limit])


def with_hit(plan: Plan, seat: int, hit: Hit) -> Plan:
    """The plan in which this side brings that, too."""
    side = plan.sides[seat]
    separator = ", " if plan.game == IRONDIE else ";"
    brings = separator.join(part for part in (side.brings.strip(" ;,"), hit.entry) if part)
    return with_side(plan, seat, replace(side, brings=brings))


def with_side(plan: Plan, seat: int, side: Side) -> Plan:
    """The plan with another side at this seat."""
    sides = tuple(side if at == seat else kept for at, kept in enumerate(plan.sides))
    return replace(plan, sides=sides)


def from_file(path: Path, plan: Plan, seat: int) -> Plan:
    """The plan with what the file brings: every side, or this one. Raises `UserError`."""
    try:
        if plan.game == IRONDIE:
            return with_side(plan, seat, read_set(path))
        from rules.dicemasters.cards.team import read_file, write_link  # noqa: PLC0415 - the same

        written = read_file(path)
        if len(written.teams) > 1:
            found = _team_plan(written.edition, [str(path)])
            return replace(found, first=plan.first)
        team = written.teams[0]
        side = Side(team.name or plan.sides[seat].name, write_link(team))
        return with_side(replace(plan, files=(*plan.files, str(path))), seat, side)
    except ValueError as error:
        raise UserError(str(error)) from None


def with_format(plan: Plan, name: str) -> Plan:
    """The plan in another format, with two more players where it is for partners.

    They bring legal teams to begin with; so do the others when nothing was chosen for them yet.
    """
    if name != DOUBLES or plan.game == IRONDIE:
        return replace(plan, format=name)
    if len(plan.sides) >= 4:
        return replace(plan, format=name)
    lent = _lent_for_doubles(plan.game)
    chosen = plan.sides if plan != example(plan.game) else ()
    return replace(plan, format=name, sides=(*chosen, *lent[len(chosen) :]))


def _lent_for_doubles(game: str) -> tuple[Side, ...]:
    """Four players with legal teams of encoded cards, the same every time, no title twice."""
    from rules.dicemasters.cards.formats import format_named  # noqa: PLC0415 - only the chosen game
    from rules.dicemasters.cards.random_teams import encoded, random_team  # noqa: PLC0415 - the same
    from rules.dicemasters.cards.team import write_link  # noqa: PLC0415 - the same

    chosen, chance = format_named(DOUBLES, game), Random(1)
    pool = encoded(game, mixed=True)  # one box has too few titles
    lent = []
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        team = random_team(chance, pool, chosen, name)
        brought = {choice.card.title for choice in team.choices}
        pool = tuple(card for card in pool if card.title not in brought)
        lent.append(Side(name, write_link(team)))
    return tuple(lent)


def team_names(plan: Plan) -> tuple[str, ...]:
    """Who sits on the near and who on the far side: `Ana`, or `Ana & Bo`."""
    return side_names([side.name for side in seated(plan)])


def seat_of(plan: Plan, number: int) -> int:
    """The seat of a player: in Doubles, partners written one after the other sit at 0, 2 and 1, 3.

    IRONDIE's players are written as they sit.
    """
    in_doubles = plan.game != IRONDIE and len(plan.players) == 4
    return (0, 2, 1, 3)[number] if in_doubles else number


def starter_of(plan: Plan, who: str) -> int:
    """The seat of the player with this name, or the seat of this number. Raises `UserError`."""
    names = [side.name.casefold() for side in plan.players]
    if names.count(who.casefold()) == 1:
        return seat_of(plan, names.index(who.casefold()))
    if who.isdecimal() and int(who) < len(names):
        return int(who)
    known = ", ".join(side.name for side in plan.players if side.name)
    numbers = f"0 to {len(names) - 1}"
    raise UserError(f"nobody named '{who}' plays: name one of {known}, or a number, {numbers}.")


def seated(plan: Plan) -> tuple[Side, ...]:
    """Those who play, seat by seat."""
    players = plan.players
    return tuple(players[n] for n in sorted(range(len(players)), key=partial(seat_of, plan)))


def remember(plan: Plan) -> None:
    """Keep the plan for the next time; not being able to is no reason to stop."""
    with suppress(OSError, UserError):
        folder(".")
        (home() / LAST).write_text(json.dumps(asdict(plan), indent=1), encoding="utf-8")


def last_plan() -> Plan | None:
    """The plan of the last game, if there was one and it can still be read."""
    try:
        written = json.loads((home() / LAST).read_text(encoding="utf-8"))
        return _read_plan(written)
    except (OSError, ValueError, TypeError, KeyError, UserError):
        return None


def _read_plan(written: Mapping[str, Any]) -> Plan:
    known_game(written["game"])
    sides = tuple(
        Side(str(side["name"]), str(side["brings"]), str(side.get("aside", "")))
        for side in written["sides"]
    )
    if len(sides) < 2:
        raise ValueError("a game needs two sides")
    return Plan(
        written["game"],
        str(written["format"]),
        sides,
        str(written["centre"]),
        int(written["first"]),
    )


def words_of_set(written: str) -> Sequence[str]:
    """IRONDIE's dice as they were written, one by one."""
    return [word.strip() for word in written.replace(";", ",").split(",") if word.strip()]
