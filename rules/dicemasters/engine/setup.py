"""From a setup (plain JSON) to a match: which cards, which dice, which rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from rules.core import DieName, DieNumber, FaceIndex, KindName, Seat, numbered
from rules.dicemasters.cards import SIDEKICK, Card, card
from rules.dicemasters.cards.colours import colours_of
from rules.dicemasters.cards.effects import (
    Ability,
    Ban,
    Cancels,
    CardText,
    Cheaper,
    Dearer,
    DrawsMore,
    ExtraReroll,
    FreePurchase,
    Global,
    Protection,
    Shoots,
    Substitute,
    Toll,
    When,
    While,
)
from rules.dicemasters.cards.facts import (
    EnergySide,
    Level,
    declared_card,
    read_levels,
    with_levels,
)
from rules.dicemasters.cards.formats import DEMO_TEAMS, FORMATS, Format
from rules.dicemasters.cards.team import read_link, setup_of_teams
from rules.dicemasters.cards.texts import global_by_hand, text_of
from rules.dicemasters.cards.texts.words import with_keyword_texts
from rules.dicemasters.cards.written_text import read_text
from rules.dicemasters.engine.edition import EDITIONS, Edition
from rules.dicemasters.engine.numbers import CardNumber, KindNumber
from rules.dicemasters.engine.state import (
    NOBODY,
    CardAbility,
    CardInPlay,
    DiceMastersState,
    DieState,
    Face,
    KindOfDie,
    Match,
)
from words import joined, tr

SIDEKICKS: Final = 8
BASIC_DICE: Final = 3
SIDES: Final = "ABCD"


def demo_setup(edition: str) -> dict[str, Any]:
    """The setup of the rulebook's first game."""
    if edition not in DEMO_TEAMS:
        raise ValueError(
            tr(
                "There is no edition '{edition}'; there are {names}.",
                edition=edition,
                names=joined(", ", DEMO_TEAMS),
            )
        )
    first, second, centre = DEMO_TEAMS[edition]
    teams = (read_link(first, "First player"), read_link(second, "Second player"))
    return {"first": 0, **setup_of_teams(teams, "demo", read_link(centre).choices)}


def new_match(edition: Edition, setup: Mapping[str, Any]) -> Match:
    """Everything that stays the same during a game. Raises `ValueError` with one sentence."""
    if not isinstance(setup, Mapping):
        raise ValueError(tr("A setup is a table with 'teams' and 'basics'."))
    try:
        return _match(edition.name, msgspec.json.encode(setup, order="sorted"))
    except TypeError as error:
        raise ValueError(tr("The setup is not plain JSON: {error}.", error=error)) from error


@lru_cache(maxsize=256)
def _match(edition_name: str, written: bytes) -> Match:
    setup: dict[str, Any] = msgspec.json.decode(written)
    chosen = _format(str(setup.get("format", "demo")))
    teams = setup.get("teams")
    doubles = chosen.name == "doubles"
    seats = 4 if doubles else 2
    if not isinstance(teams, list) or len(teams) != seats:
        raise ValueError(tr("The setup's 'teams' must list {seats} players.", seats=seats))
    if doubles:  # partners are written one after the other and sit at 0 and 2, 1 and 3
        teams = [teams[0], teams[2], teams[1], teams[3]]
    options = setup.get("options", {})
    if not isinstance(options, dict):
        raise ValueError(tr("The setup's 'options' must be a table of names and values."))
    basics = _basics(setup.get("basics", []))
    colours = colours_of(_table(setup, "colours"), edition_name, list(basics))
    declared = _Declared(
        _table(setup, "faces"), colours, _table(setup, "cards"), _table(setup, "texts")
    )
    cards_with_counts = _cards(teams, basics, declared)
    cards = tuple(in_play for in_play, _ in cards_with_counts)
    kinds, kind_of = _dice(cards_with_counts)
    first = _number(setup, "first", 0, 0, seats - 1)
    faces = tuple(kinds[kind].faces for kind in kind_of)
    names = _die_names(kinds, kind_of)
    static = _abilities_of_type(cards, While)
    return Match(
        edition=EDITIONS[edition_name],
        format=chosen.name,
        setup=written,
        names=tuple(str(team.get("name", f"Player {n + 1}")) for n, team in enumerate(teams)),
        first=Seat(first),
        life=_number(setup, "life", chosen.life, 1, 1000),
        doubles=doubles,
        no_first_attack=bool(options.get("no_first_attack", False)),
        first_draws=_number(options, "first_draws", 4, 1, 4),
        kinds=kinds,
        kind_of=kind_of,
        die_names=names,
        cards=cards,
        card_of=tuple(kinds[kind].card for kind in kind_of),
        faces=faces,
        triggered_abilities=_by_event(cards),
        static_abilities=static,
        static_bonuses=tuple(each for each in static if _gives_bonus(each.ability)),
        static_rules=_by_rule(static),
        global_abilities=_abilities_of_type(cards, Global),
        other_abilities=_abilities_of_type(cards, Cheaper, Dearer, ExtraReroll, FreePurchase),
        bans=_abilities_of_type(cards, Ban, Toll),
        answers=_abilities_of_type(cards, Cancels, Substitute, DrawsMore, Shoots, Protection),
        die_numbers={name: number for number, name in numbered(DieNumber, names)},
        titles=tuple([cards[kinds[kind].card].card.title for kind in kind_of]),
        leveled=tuple([len(kinds[kind].levels) > 1 for kind in kind_of]),
    )


def starting_dice(match: Match) -> tuple[DieState, ...]:
    """Where every die lies before the first turn."""
    seats: list[Seat] = []
    sidekick = len(match.kinds) - 1
    dealt = 0
    for kind in match.kind_of:
        if kind == sidekick:
            seats.append(Seat(dealt // SIDEKICKS))
            dealt += 1
        else:
            seats.append(match.kinds[kind].seat)
    return tuple(
        DieState("bag" if kind == sidekick else "cards", seat, seat)
        for kind, seat in zip(match.kind_of, seats, strict=True)
    )


def state_before_first_turn(match: Match) -> DiceMastersState:
    """The state before the first turn."""
    return DiceMastersState(
        match=match,
        dice=starting_dice(match),
        life=(match.life, match.life),
        turn=0,
        active=match.team(match.first),
        step="clear",
        mover=match.team(match.first),
        passed=0,
        short_draw_energy=(0,) * len(match.seats),
        turn_attacked=False,
        lasting=(),
        done_this_turn=(),
        fielded=(),
        started=(0,) * len(match.seats),
        winners=None,
        over_text="",
    )


LEVELS: Final = "1-2-3/1-3-4/2-4-5"
"""How levels are declared."""


class _Sides(NamedTuple):
    """What is known of a die by its faces alone."""

    faces: tuple[Face, ...]
    looks_like: tuple[FaceIndex, ...]
    levels: tuple[FaceIndex, ...]


@lru_cache(maxsize=1 << 12)
def _sides(
    energy_faces: tuple[EnergySide, ...], levels: tuple[Level, ...], action_faces: tuple[int, ...]
) -> _Sides:
    """A die's faces: energy, then levels, then actions."""
    faces = (
        *(Face(energy=side.energy, amount=side.amount) for side in energy_faces),
        *(
            Face(
                level=number,
                field=level.field,
                attack=level.attack,
                defence=level.defence,
                burst=level.burst,
            )
            for number, level in enumerate(levels, start=1)
        ),
        *(Face(action=True, burst=burst) for burst in action_faces),
    )
    return _Sides(
        faces,
        looks_like=tuple(FaceIndex(faces.index(face)) for face in faces),
        levels=tuple(number for number, face in numbered(FaceIndex, faces) if face.level),
    )


def _sides_of(facts: Card) -> _Sides:
    """A die's six faces. Raises `ValueError` when they are not known."""
    found = _sides(facts.energy_faces, facts.levels, facts.action_faces)
    if len(found.faces) != 6:
        raise ValueError(
            tr(
                "The six faces of {name} ({code}) are not known, so its die cannot be "
                'followed: declare its levels in a team file, faces = {{ {code} = "{levels}" '
                "}}, or choose another card.",
                name=facts.name,
                code=facts.code,
                levels=LEVELS,
            )
        )
    return found


class _Declared(NamedTuple):
    """What players say of their dice beyond the card table."""

    faces: Mapping[str, Any]  # code -> levels, where no source shows them
    colours: Mapping[str, tuple[str, str]]  # code -> body and ink
    cards: Mapping[str, Any]  # code -> a card that no list has
    texts: Mapping[str, Any]  # code -> what the card says, in the words of `cards.effects`

    def text(self, code: str) -> CardText | None:
        """What a card says: as declared, else as it is encoded."""
        return read_text(str(self.texts[code])) if code in self.texts else text_of(code)

    def card(self, code: str) -> Card:
        """A card's facts with what is declared."""
        own = str(self.cards[code]) if code in self.cards else ""
        facts = declared_card(code, own) if own else card(code)
        if facts.code in self.faces:
            facts = with_levels(facts, read_levels(str(self.faces[facts.code])))
        if facts.code in self.colours:
            body, ink = self.colours[facts.code]
            facts = replace(facts, body=body, ink=ink)
        return facts


def _cards(
    teams: Sequence[Any], basics: Mapping[str, int], declared: _Declared
) -> list[tuple[CardInPlay, int]]:
    """Every card and how many dice lie on it."""
    found = []
    for seat, team in numbered(Seat, teams):
        for entry in _entries(team, seat):
            code, count = _entry(entry)
            found.append((_card_in_play(declared, code, seat), count))
    found += [(_card_in_play(declared, code, NOBODY), count) for code, count in basics.items()]
    # The Sidekick is last: its dice have no card, but they have faces.
    sidekick = CardInPlay(SIDEKICK, NOBODY, CardText(), encoded=True)
    return [*found, (sidekick, SIDEKICKS * len(teams))]


def _basics(written: Any) -> dict[str, int]:
    """Basic action dice by card code; a card that both players bring has twice as many."""
    if not isinstance(written, list):
        raise ValueError(tr("The setup's 'basics' must be a list of card codes."))
    counts: dict[str, int] = {}
    for entry in written:
        code, count = _entry(entry) if isinstance(entry, list) else (str(entry), BASIC_DICE)
        code = card(code).code
        counts[code] = counts.get(code, 0) + count
    return counts


def _entries(team: Any, seat: Seat) -> list[Any]:
    if not isinstance(team, dict) or not isinstance(team.get("cards"), list):
        raise ValueError(
            tr("Player {seat} of the setup needs 'cards', a list of [code, dice].", seat=seat + 1)
        )
    entries = list(team["cards"])
    codes = [str(entry[0]) for entry in entries if isinstance(entry, list) and entry]
    for code in codes:
        if codes.count(code) > 1:
            raise ValueError(
                tr(
                    "Player {seat} has {code} twice; name it once with all its dice.",
                    seat=seat + 1,
                    code=code,
                )
            )
    return entries


def _entry(entry: Any) -> tuple[str, int]:
    if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[1], int):
        raise ValueError(
            tr("'{entry}' is no card of a team; write [code, number of dice].", entry=entry)
        )
    code, count = str(entry[0]), entry[1]
    if not 1 <= count <= 20:
        raise ValueError(
            tr("A team has {count} dice of {code}; it must be 1 to 20.", count=count, code=code)
        )
    return code, count


def _card_in_play(declared: _Declared, code: str, seat: Seat) -> CardInPlay:
    facts = declared.card(code)
    if facts.type == "Sidekick":
        raise ValueError(tr("Sidekicks are no part of a team: every player has eight of them."))
    if (seat == NOBODY) != facts.is_basic:
        kind = tr("a basic action card") if facts.is_basic else tr("no basic action card")
        raise ValueError(
            tr(
                "{name} ({code}) is {kind}; put it in its own place.",
                name=facts.name,
                code=facts.code,
                kind=kind,
            )
        )
    text = declared.text(facts.code)
    encoded = text is not None or not facts.has_text
    spoken = with_keyword_texts(text) if text is not None else global_by_hand(facts.global_cost)
    return CardInPlay(facts, seat, spoken, encoded)


def _dice(
    cards_with_counts: Sequence[tuple[CardInPlay, int]],
) -> tuple[tuple[KindOfDie, ...], tuple[KindNumber, ...]]:
    """The kinds, and the kind of every die."""
    kinds: list[KindOfDie] = []
    dice: list[KindNumber] = []
    for number, (in_play, count) in numbered(KindNumber, cards_with_counts):
        sides = _sides_of(in_play.card)
        kinds.append(
            KindOfDie(
                name=_kind_name(in_play),
                card=CardNumber(number),  # one kind for each card
                seat=in_play.seat,
                faces=sides.faces,
                looks_like=sides.looks_like,
                levels=sides.levels,
                count=count,
            )
        )
        dice += [number] * count
    return tuple(kinds), tuple(dice)


def _kind_name(in_play: CardInPlay) -> KindName:
    if in_play.card is SIDEKICK:
        return KindName("sidekick")
    side = "" if in_play.seat == NOBODY else SIDES[in_play.seat]
    return KindName(f"{side}:{in_play.card.code}")


def _by_event(cards: Sequence[CardInPlay]) -> dict[str, tuple[CardAbility, ...]]:
    found: dict[str, list[CardAbility]] = {}
    for card_ability in _abilities_of_type(cards, When):
        if isinstance(card_ability.ability, When):
            found.setdefault(card_ability.ability.event, []).append(card_ability)
    return {event: tuple(card_abilities) for event, card_abilities in found.items()}


def _gives_bonus(ability: Ability) -> bool:
    return isinstance(ability, While) and bool(ability.attack or ability.defence)


def _by_rule(static: Sequence[CardAbility]) -> dict[str, tuple[CardAbility, ...]]:
    found: dict[str, list[CardAbility]] = {}
    for card_ability in static:
        ability = card_ability.ability
        if isinstance(ability, While) and ability.rule and ability.against is None:
            found.setdefault(ability.rule, []).append(card_ability)
    return {rule: tuple(card_abilities) for rule, card_abilities in found.items()}


def _abilities_of_type(cards: Sequence[CardInPlay], *words: type) -> tuple[CardAbility, ...]:
    return tuple(
        CardAbility(number, index, ability)
        for number, in_play in numbered(CardNumber, cards)
        for index, ability in enumerate(in_play.text.abilities)
        if isinstance(ability, words)
    )


def _die_names(kinds: Sequence[KindOfDie], kind_of: Sequence[KindNumber]) -> tuple[DieName, ...]:
    seen: dict[KindNumber, int] = {}
    names = []
    for kind in kind_of:
        seen[kind] = seen.get(kind, 0) + 1
        names.append(DieName(f"{kinds[kind].name}#{seen[kind]}"))
    return tuple(names)


def _format(name: str) -> Format:
    word, _, limit = name.partition(":")
    if word not in FORMATS:
        raise ValueError(
            tr(
                "There is no format '{name}'; there are {names}.",
                name=name,
                names=joined(", ", FORMATS),
            )
        )
    chosen = FORMATS[word]
    if limit.isdigit() and word == "draft":
        chosen = replace(chosen, life=int(limit))
    return chosen


def _table(setup: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = setup.get(name, {})
    if not isinstance(value, dict):
        raise ValueError(tr("The setup's '{name}' must be a table of card codes.", name=name))
    return value


def _number(table: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    value = table.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(
            tr(
                "The setup's '{name}' must be a whole number from {low} to {high}.",
                name=name,
                low=low,
                high=high,
            )
        )
    return value
