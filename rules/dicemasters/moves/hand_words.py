"""What players say they do by hand, as an action: "effect of Nova: 2 damage to Torch, gain 1 life".

Dice go by their title, with their level, their place and their player where that is needed, or by
their name in the engine's books, which the dashboard uses.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

from rules.core import DieName, DieNumber, FaceIndex, HandKey, HandMenu, Seat, numbered
from rules.dicemasters.cards.effects import DoByHand, Global
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import NO_DIE, NO_FACE, NOBODY, DiceMastersState, Face
from rules.dicemasters.engine.stats import active_die
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.spoken_words import typed
from words import Text, joined, name_of, tr

PLACES: Final = {
    "field": "field",
    "attack zone": "attack",
    "reserve": "reserve",
    "reserve pool": "reserve",
    "prep": "prep",
    "prep area": "prep",
    "used": "used",
    "used pile": "used",
    "out of play": "out",
    "bag": "bag",
    "card": "cards",
}
"""Zones as people say them."""

FIRST_LOOKED_AT: Final = ("field", "attack", "reserve", "prep", "used", "out", "bag", "cards")
"""Where a die is looked for when nobody says where it lies."""

EXAMPLES: Final = '"2 damage to Thor", "Ana loses 1 life", "Thor +1A +1D", "Thor to prep"'

KEYS: Final = (
    *(HandKey(str(n), tr("{n} damage", n=n), f"{n} damage to {{it}}") for n in range(1, 10)),
    HandKey("a", name_of("+1A"), "{it} +1A"),
    HandKey("A", name_of("-1A"), "{it} -1A"),
    HandKey("d", name_of("+1D"), "{it} +1D"),
    HandKey("D", name_of("-1D"), "{it} -1D"),
    HandKey("u", tr("level up"), "{it} up"),
    HandKey("j", tr("level down"), "{it} down"),
    HandKey("p", tr("to Prep"), "{it} to prep"),
    HandKey("x", tr("to Used"), "{it} to used"),
    HandKey("f", tr("to field"), "{it} to field"),
    HandKey("r", tr("to Reserve"), "{it} to reserve"),
    HandKey("b", tr("to bag"), "{it} to bag"),
    HandKey("o", tr("Out of Play"), "{it} to out of play"),
    HandKey("s", tr("other side"), "{it} changes sides"),
    HandKey("c", tr("captured by, or on"), "{it} under {other}"),
    *(
        HandKey(str(n), tr("lose {n}", n=n), f"{{it}} loses {n} life", "player")
        for n in range(1, 10)
    ),
    HandKey("+", tr("gain 1 life"), "{it} gains 1 life", "player"),
)


def hand_menu(state: DiceMastersState) -> HandMenu:
    """What may be done by hand, and the cards that need it, those in the field first."""
    table = GameTable(state)
    waiting = [
        number
        for number, in_play in numbered(CardNumber, state.match.cards)
        if not in_play.encoded
        or any(
            isinstance(ability, Global) and isinstance(ability.do, DoByHand)
            for ability in in_play.text.abilities
        )
    ]
    waiting.sort(key=lambda number: active_die(table, number) == NO_DIE)
    titles = dict.fromkeys(state.match.cards[number].card.title for number in waiting)
    return HandMenu(KEYS, tuple(titles))


def said_by_hand(state: DiceMastersState, text: str) -> act.ByHand:
    """The action these words mean. Raises `ValueError` with one sentence."""
    table = GameTable(state)
    try:
        return _understood(table, text)
    except ValueError as error:
        if typed(text) == text:
            raise
        try:
            return _understood(table, typed(text))
        except ValueError:
            raise error from None


def _understood(table: GameTable, text: str) -> act.ByHand:
    why, text = _cause(table, text)
    phrases = [one.strip() for one in re.split(r"(?<=\w\w)\.\s|[,;]|\band\b|\bthen\b", text)]
    phrases = [phrase.rstrip(".") for phrase in phrases if phrase.strip(" .")]
    if not phrases:
        raise ValueError(tr("Say what happened, as {examples}.", examples=EXAMPLES))
    return act.ByHand(tuple(one for phrase in phrases for one in _acts(table, phrase)), why)


def _cause(table: GameTable, text: str) -> tuple[str, str]:
    """The cause that was named first, and the rest: after a colon, or after a card's title."""
    cause = re.match(r"\s*(effect of [^:]+):", text, re.IGNORECASE)
    if cause:
        return cause[1].strip(), text[cause.end() :]
    spoken = re.match(r"\s*effect of (?P<rest>.+)", text, re.IGNORECASE)
    if spoken is None:
        return "", text
    rest = spoken["rest"]
    titles = sorted({each.card.title for each in table.match.cards}, key=len, reverse=True)
    for title in titles:
        if rest.lower().startswith(f"{title.lower()} "):
            return f"effect of {title}", rest[len(title) :]
    raise ValueError(tr('No card here has that name; say it as "effect of Thor: gain 1 life".'))


def _acts(table: GameTable, phrase: str) -> tuple[act.HandAct, ...]:
    """What one phrase says; a dictation may have set no comma between two."""
    try:
        return (_one_act(table, phrase),)
    except ValueError as error:
        for gap in re.finditer(r"\s+", phrase):
            try:
                first = _one_act(table, phrase[: gap.start()])
                return (first, *_acts(table, phrase[gap.end() :]))
            except ValueError:
                continue
        raise error from None


def _one_act(table: GameTable, phrase: str) -> act.HandAct:
    for pattern, make in PHRASES:
        found = re.fullmatch(pattern, phrase, re.IGNORECASE)
        if found:
            return make(table, found)
    raise ValueError(
        tr("'{phrase}' is not understood; say it as {examples}.", phrase=phrase, examples=EXAMPLES)
    )


def _damage(table: GameTable, found: re.Match[str]) -> act.HandAct:
    amount, who = int(found["n"]), found["who"]
    seat = _player(table, who)
    if seat is not None:
        return act.ChangeLife(seat, -amount)
    return act.BuffDie(_in_field(table, who), damage=amount)


def _life(table: GameTable, found: re.Match[str]) -> act.HandAct:
    who = (found["who"] or "").strip()
    seat = _player(table, who) if who else table.active
    if seat is None:
        raise ValueError(tr("No player is called '{who}'.", who=who))
    amount = int(found["n"])
    return act.ChangeLife(seat, amount if found["way"].lower().startswith("gain") else -amount)


def _bonus(table: GameTable, found: re.Match[str]) -> act.HandAct:
    die = _in_field(table, found["who"])
    return act.BuffDie(die, int(found["A"] or 0), int(found["D"] or 0))


def _to_level(table: GameTable, found: re.Match[str]) -> act.HandAct:
    die = _in_field(table, found["who"])
    levels = table.match.kinds[table.match.kind_of[die]].levels
    now = table.face(die).level
    step = {"up": 1, "down": -1}.get(found["way"].lower())
    level = now + step if step else int(found["way"].split()[-1])
    if not 1 <= level <= len(levels):
        raise ValueError(tr("{die} has no level {level}.", die=table.spoken_name(die), level=level))
    return act.SpinDie(die, levels[level - 1])


def _move(table: GameTable, found: re.Match[str]) -> act.HandAct:
    die = _die(table, found["who"])
    zone = PLACES[found["zone"].lower()]
    entry = table.dice[die]
    seat = entry.seat if table.in_field(die) and zone in ("field", "attack") else entry.owner
    if seat == NOBODY:
        seat = table.active
    return act.MoveDie(die, zone, seat, _face_there(table, die, zone))


def _change_sides(table: GameTable, found: re.Match[str]) -> act.HandAct:
    die = _in_field(table, found["who"])
    entry = table.dice[die]
    return act.MoveDie(die, entry.zone, table.match.opponent_of(entry.seat), entry.face)


def _put_under(table: GameTable, found: re.Match[str]) -> act.HandAct:
    holder = _in_field(table, found["other"])
    die = _die(table, found["who"])
    face = table.face(die)
    if not (face.level or face.action) or die == holder:
        raise ValueError(
            tr(
                "{die} cannot go under {other}.",
                die=table.spoken_name(die),
                other=table.spoken_name(holder),
            )
        )
    return act.PutUnder(die, holder)


def _knocked_out(table: GameTable, found: re.Match[str]) -> act.HandAct:
    die = _in_field(table, found["who"])
    return act.MoveDie(die, "prep", table.dice[die].owner)


def _note(_: GameTable, found: re.Match[str]) -> act.HandAct:
    return act.Note(found["text"])


PHRASES: Final[tuple[tuple[str, Callable[[GameTable, re.Match[str]], act.HandAct]], ...]] = (
    (r"note:?\s+(?P<text>.+)", _note),
    (r"(?:deals? )?(?P<n>\d+) damage to (?P<who>.+)", _damage),
    (r"(?P<who>.*?)\s*(?P<way>gains?|loses?) (?P<n>\d+)(?: life)?", _life),
    (
        r"(?P<who>.+?)(?: gets)?(?=\s[+-]\d)(?:\s+(?P<A>[+-]\d+)A)?(?:\s+(?P<D>[+-]\d+)D)?",
        _bonus,
    ),
    (r"(?P<who>.+?) (?:goes )?(?:under|on) (?P<other>.+)", _put_under),
    (r"(?P<other>.+?) captures (?P<who>.+)", _put_under),
    (r"(?:spin )?(?P<who>.+?) (?:to )?(?P<way>up|down|level \d)", _to_level),
    (r"(?:ko|knock out) (?P<who>.+)", _knocked_out),
    (r"(?P<who>.+?) is ko", _knocked_out),
    (rf"(?:move )?(?P<who>.+?) to (?:the )?(?P<zone>{'|'.join(PLACES)})", _move),
    (r"(?P<who>.+?) changes sides", _change_sides),
)
"""What can be said, and what it means."""


def _face_there(table: GameTable, die: DieNumber, zone: str) -> FaceIndex:
    """What a die shows in this zone: as it lies, else its first level, else its action face."""
    if zone not in ("field", "attack", "reserve"):
        return NO_FACE
    face = table.face(die)
    kind = table.match.kinds[table.match.kind_of[die]]
    if table.dice[die].face != NO_FACE and (zone == "reserve" or not face.energy):
        return table.dice[die].face
    if kind.levels:
        return kind.levels[0]
    return next(number for number, each in numbered(FaceIndex, kind.faces) if each.action)


def _player(table: GameTable, who: str) -> Seat | None:
    names = [name.lower() for name in table.match.names]
    said = who.strip().lower()
    return Seat(names.index(said)) if said in names else None


def _in_field(table: GameTable, who: str) -> DieNumber:
    die = _die(table, who)
    if not table.in_field(die) or not table.shows_character(die):
        raise ValueError(tr("{die} is no character in the field.", die=table.spoken_name(die)))
    return die


def _die(table: GameTable, who: str) -> DieNumber:
    """The one die these words can mean."""
    who = who.strip()
    numbers = table.match.die_numbers
    if who in numbers:
        return numbers[DieName(who)]
    seat, rest = _whose(table, who.lower())
    named, _, level = rest.partition(" level ")
    dice = [
        number
        for number in map(DieNumber, range(len(table.dice)))
        if table.title(number).lower() == named
        and seat in (None, table.dice[number].seat)
        and level in ("", str(table.face(number).level))
    ]
    if not dice:
        raise ValueError(tr("No die here is called '{who}'.", who=who))
    rank = min(FIRST_LOOKED_AT.index(table.dice[number].zone) for number in dice)
    dice = [number for number in dice if table.dice[number].zone == FIRST_LOOKED_AT[rank]]
    if len(table.one_of_each(dice)) > 1:
        raise ValueError(tr("Several dice are called '{who}': say whose, or which level.", who=who))
    return dice[0]


def _whose(table: GameTable, words: str) -> tuple[Seat | None, str]:
    """The player a die is said to be of, and the rest: "ana's thor"."""
    for seat, name in numbered(Seat, table.match.names):
        for begin in (f"{name.lower()}'s ", f"{name.lower()}' "):
            if words.startswith(begin):
                return seat, words.removeprefix(begin)
    return None, words


def _energy_or_action(face: Face) -> Text:
    return (
        tr("to {amount} {energy}", amount=face.amount, energy=face.energy)
        if face.energy
        else tr("to its action face")
    )


def acts_in_words(table: GameTable, acts: Iterable[act.HandAct]) -> Text:
    """What is done by hand, in words that `said_by_hand` understands."""
    return joined(", ", (_act_in_words(table, each) for each in acts))


def _act_in_words(table: GameTable, each: act.HandAct) -> Text:  # noqa: PLR0911 - one return per act
    names, dice = table.match.names, table.match.die_names
    match each:
        case act.ChangeLife(seat, by):
            if by > 0:
                return tr("{name} gains {by} life", name=names[seat], by=by)
            return tr("{name} loses {by} life", name=names[seat], by=-by)
        case act.BuffDie(die, attack, defence, damage):
            if damage:
                return tr("{damage} damage to {die}", damage=damage, die=dice[die])
            parts = [f"{n:+d}{letter}" for n, letter in ((attack, "A"), (defence, "D")) if n]
            return name_of(f"{dice[die]} {' '.join(parts)}")
        case act.SpinDie(die, face):
            up = table.match.faces[die][face]
            turned = tr("level {level}", level=up.level) if up.level else _energy_or_action(up)
            return dice[die] + " " + turned
        case act.MoveDie(die, zone, seat):
            if zone == table.dice[die].zone and seat != table.dice[die].seat:
                return tr("{die} changes sides", die=dice[die])
            said = next(words for words, meant in PLACES.items() if meant == zone)
            return tr("{die} to {said}", die=dice[die], said=said)
        case act.PutUnder(die, under):
            return tr("{die} under {other}", die=dice[die], other=dice[under])
        case act.Note(text):
            return tr("note: {text}", text=text)
