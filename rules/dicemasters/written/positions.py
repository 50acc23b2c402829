"""A position as text and back: header lines, then a line for dice that lie alike.

    book avx
    players Scott, Ryan
    cards Scott 4x23avx 2x21avx
    turn 5 Scott
    step actions
    Scott attack Thor 1
    Ryan attack Iron Man 3, blocks Thor 1
    act Ryan: pass

`docs/positions.md` names every line. A message names the line and the word at fault.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final, cast, get_args

import msgspec
from msgspec.structs import replace

from rules.core import DieNumber, Seat, numbered
from rules.dicemasters.cards import card
from rules.dicemasters.cards.team import read_link
from rules.dicemasters.cards.written_text import read_text
from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.engine.numbers import KindNumber
from rules.dicemasters.engine.position import (
    FIGHTING,
    NOTHING,
    SHOWS_FACE,
    DiceInWords,
    PositionError,
    face_words,
)
from rules.dicemasters.engine.scripts import run_to_first_decision
from rules.dicemasters.engine.setup import new_match, state_before_first_turn
from rules.dicemasters.engine.state import (
    NO_DIE,
    NO_FACE,
    NOBODY,
    ZONES,
    DiceMastersState,
    DieState,
    LastingRule,
    Match,
    Modifier,
    StepName,
)
from rules.dicemasters.game import GAMES
from rules.dicemasters.presentation.notation import action_in_words
from rules.dicemasters.written.acts import action_of_words

LONGEST: Final = 100_000
NAMES: Final = ("First player", "Second player", "Third player", "Fourth player")
BY_THEMSELVES: Final = ("clear", "draw", "roll", "rolled", "main-end", "damage", "cleanup")
"""Steps that go on by themselves until somebody decides."""


class WrittenAct(msgspec.Struct, frozen=True):
    """An act to be judged: who wants to do what, and where it stands."""

    line: int
    seat: Seat | None  # None: whoever is to act
    words: str


class Position(msgspec.Struct, frozen=True):
    """A position as it was read, with the acts that follow it."""

    state: DiceMastersState
    acts: tuple[WrittenAct, ...] = ()
    names: dict[str, int] = {}  # of dice that were given one


def read_position(text: str) -> Position:
    """The position a text describes. Raises `PositionError` with one sentence."""
    if len(text) > LONGEST:
        raise PositionError(f"A position has {LONGEST} letters at most; this has more.")
    reading = _Reading()
    for number, line in enumerate(text.splitlines(), start=1):
        words = re.sub(r"(^|\s)#( .*|$)", "", line).strip()
        if words:
            reading.line(number, words)
    return reading.finished()


class _Reading:
    """A position while its lines are read: headers are kept, dice wait until all are known."""

    def __init__(self) -> None:
        self.edition = ""
        self.setup: dict[str, Any] = {"format": "tournament", "first": 0, "basics": []}
        self.names: list[str] = []
        self.cards: dict[str, list[list[Any]]] = {}  # by the player's name or number
        self.headers: list[tuple[str, str, str]] = []
        self.dice: list[tuple[str, str]] = []
        self.before: list[WrittenAct] = []
        self.acts: list[tuple[int, str]] = []

    def line(self, number: int, words: str) -> None:
        """One line that is neither empty nor a remark."""
        where = f"Line {number}"
        key, _, rest = words.partition(" ")
        try:
            if key in SETUP_LINES:
                SETUP_LINES[key](self, rest.strip())
            elif key in STATE_LINES or words.startswith("to act "):
                key, rest = ("to act", words[7:]) if key == "to" else (key, rest)
                self.headers.append((where, key, rest.strip()))
            elif key == "then":
                self.before.append(WrittenAct(number, None, rest.strip()))
            elif key == "act":
                self.acts.append((number, rest.strip()))
            else:
                self.dice.append((where, words))
        except ValueError as error:
            said = str(error)
            raise PositionError(said if said.startswith(where) else f"{where}: {said}") from error

    def finished(self) -> Position:
        if not self.edition:
            raise PositionError(f"A position names its book: 'book avx' ({', '.join(EDITIONS)}).")
        match = self._match()
        state = state_before_first_turn(match)
        state = replace(state, step="main", turn=1, active=match.team(match.first))
        state = replace(state, mover=state.active, started=_begun(match, state.active))
        for where, key, rest in sorted(self.headers, key=lambda each: _ORDER.index(each[1])):
            state = self._headed(state, where, key, rest)
        dice = DiceInWords(state)
        for where, line in self.dice:
            dice.lay(line, where)
        state = dice.finished()
        state = _with_late_headers(state, dice, self.headers)
        if state.step in BY_THEMSELVES:
            state = run_to_first_decision(state)
        state = self._played(state, dice.named)
        acts = tuple(self._act(state, *act) for act in self.acts)
        return Position(state, acts, dict(dice.named))

    def _match(self) -> Match:
        doubles = self.setup["format"] == "doubles"
        seats = 4 if doubles else 2
        names = self.names or list(NAMES[:seats])
        if len(names) != seats:
            raise PositionError(f"This format has {seats} players, and {len(names)} are named.")
        for name in self.cards:
            if name not in names and not (name.isdigit() and int(name) < seats):
                raise PositionError(f"'cards {name}': no player is called so.")
        teams = [
            {"name": name, "cards": [*self.cards.get(name, []), *self.cards.get(str(n), [])]}
            for n, name in enumerate(names)
        ]
        self._add_named_cards(teams)
        if doubles:  # a setup lists partners one after the other
            teams = [teams[0], teams[2], teams[1], teams[3]]
        try:
            return new_match(EDITIONS[self.edition], {**self.setup, "teams": teams})
        except ValueError as error:
            raise PositionError(str(error)) from error

    def _add_named_cards(self, teams: list[dict[str, Any]]) -> None:
        """Cards beyond the teams: a line of dice may name one by its code."""
        basics = self.setup["basics"]
        for where, line in self.dice:
            for code in re.findall(r"\b\d+[a-z]{2,5}\b", line):
                if code in {entry[0] for entry in basics}:
                    continue
                try:
                    facts = card(code)
                except ValueError as error:
                    raise PositionError(f"{where}: {error}") from error
                if facts.is_basic:
                    basics.append([code, 3])
                    continue
                for number, team in enumerate(teams):
                    named = line.startswith((f"{team['name']} ", f"{number} "))
                    told = [t for t in teams if any(f"{w} {t['name']}" in line for w in _WHOSE)]
                    its = team in told if told else named
                    if its and code not in {entry[0] for entry in team["cards"]}:
                        team["cards"].append([code, facts.max_dice])

    def _headed(self, state: DiceMastersState, where: str, key: str, rest: str) -> DiceMastersState:
        try:
            return STATE_LINES[key](state, rest)
        except (ValueError, msgspec.DecodeError) as error:
            raise PositionError(f"{where}: '{key} {rest}': {error}") from error

    def _played(self, state: DiceMastersState, names: Mapping[str, int]) -> DiceMastersState:
        """The state after what was done before the question is put."""
        game = GAMES[self.edition]
        for done in self.before:
            where = f"Line {done.line}"
            try:
                action = action_of_words(state, done.words, names=names)
                state, _ = game.apply(state, action)
            except ValueError as error:
                raise PositionError(f"{where}: '{done.words}': {error}") from error
        return state

    def _act(self, state: DiceMastersState, number: int, said: str) -> WrittenAct:
        match = state.match
        for seat, name in numbered(Seat, match.names):
            for called in (name, str(seat)):
                if said.startswith(called + ":"):
                    return WrittenAct(number, seat, said[len(called) + 1 :].strip())
        return WrittenAct(number, None, said)


# Header lines: what the game is.


def _book(reading: _Reading, rest: str) -> None:
    books = {edition.book.casefold(): name for name, edition in EDITIONS.items()}
    name = books.get(rest.casefold(), rest)
    if name not in EDITIONS:
        raise ValueError(f"there is no book '{rest}'; there are {', '.join(EDITIONS)}.")
    reading.edition = name


def _players(reading: _Reading, rest: str) -> None:
    reading.names = [name.strip() for name in rest.split(",")]
    if len(set(reading.names)) < len(reading.names) or "" in reading.names:
        raise ValueError(f"'{rest}' names somebody twice, or nobody.")


def _cards(reading: _Reading, rest: str) -> None:
    found = re.fullmatch(r"(.+?) ((?:\d+x\S+[; ]*)+)", rest)
    if found is None:
        raise ValueError(f"'{rest}' is no line of cards; write 'cards Scott 4x23avx 2x21avx'.")
    reading.cards.setdefault(found[1], []).extend(_entries(found[2]))


def _basics(reading: _Reading, rest: str) -> None:
    reading.setup["basics"] += _entries(rest)


def _entries(link: str) -> list[list[Any]]:
    team = read_link(";".join(re.split(r"[; ]+", link.strip())), called="this line")
    return [[choice.card.code, choice.dice] for choice in team.choices]


def _text(reading: _Reading, rest: str) -> None:
    code, _, written = rest.partition(" ")
    read_text(written.strip())
    reading.setup.setdefault("texts", {})[card(code).code] = written.strip()


def _setup(reading: _Reading, rest: str) -> None:
    more = json.loads(rest)
    if not isinstance(more, dict):
        raise ValueError("a setup is a table.")  # noqa: TRY004 - the user's, not a type of ours
    reading.setup |= more


def _format(reading: _Reading, rest: str) -> None:
    reading.setup["format"] = rest


_WHOSE: Final = ("owned by", "card of")

SETUP_LINES: Final[Mapping[str, Callable[[_Reading, str], None]]] = {
    "book": _book,
    "format": _format,
    "players": _players,
    "cards": _cards,
    "basics": _basics,
    "text": _text,
    "setup": _setup,
}


# Header lines: where the game stands.


def _seat(state: DiceMastersState, name: str) -> Seat:
    names = state.match.names
    if name in names:
        return Seat(names.index(name))
    if name.isdigit() and int(name) < len(names):
        return Seat(int(name))
    raise ValueError(f"no player is called '{name}'.")


def _begun(match: Match, active: Seat) -> tuple[int, ...]:
    return tuple(int(match.team(seat) == match.team(active)) for seat in match.seats)


def _number(word: str, low: int, high: int) -> int:
    if not word.isdigit() or not low <= int(word) <= high:
        raise ValueError(f"'{word}' is no number from {low} to {high}.")
    return int(word)


def _turn(state: DiceMastersState, rest: str) -> DiceMastersState:
    number, _, name = rest.rpartition(" ") if not rest.isdigit() else (rest, "", "")
    counted, name = (number.partition(" ")[0], name) if number else ("", rest)
    if counted and not counted.isdigit():  # a name of several words
        counted, name = "", rest
    elif counted and " " in number:
        name = f"{number.partition(' ')[2]} {name}".strip()
    turn = _number(counted, 1, 9999) if counted else state.turn
    active = state.match.team(_seat(state, name)) if name else state.active
    return replace(
        state, turn=turn, active=active, mover=active, started=_begun(state.match, active)
    )


def _step(state: DiceMastersState, rest: str) -> DiceMastersState:
    steps = [step for step in get_args(StepName) if step != "over"]
    if rest not in steps:
        raise ValueError(f"the steps are {', '.join(steps)}.")
    mover = state.match.opponent_of(state.active) if rest == "blockers" else state.active
    fought = rest in ("blockers", *FIGHTING)
    return replace(state, step=cast("StepName", rest), mover=mover, turn_attacked=fought)


def _to_act(state: DiceMastersState, rest: str) -> DiceMastersState:
    seat = _seat(state, rest)
    match = state.match
    asked = state.step in ("main", "actions") and match.team(seat) != match.team(state.active)
    return replace(state, mover=seat, passed=int(asked))


def _life(state: DiceMastersState, rest: str) -> DiceMastersState:
    name, _, number = rest.rpartition(" ")
    team = state.match.team(_seat(state, name))
    life = _number(number, 1, state.match.life)
    return replace(state, life=tuple(life if t == team else n for t, n in enumerate(state.life)))


def _energy(state: DiceMastersState, rest: str) -> DiceMastersState:
    name, _, number = rest.rpartition(" ")
    seat, free = _seat(state, name), _number(number, 0, 4)
    energy = tuple(free if s == seat else n for s, n in enumerate(state.short_draw_energy))
    return replace(state, short_draw_energy=energy)


def _passed(state: DiceMastersState, rest: str) -> DiceMastersState:
    return replace(state, passed=_number(rest, 0, 20))


def _attacked(state: DiceMastersState, rest: str) -> DiceMastersState:
    if rest not in ("yes", "no"):
        raise ValueError("say yes or no.")
    return replace(state, turn_attacked=rest == "yes")


def _turns_begun(state: DiceMastersState, rest: str) -> DiceMastersState:
    numbers = tuple(_number(word, 0, 9999) for word in rest.split())
    if len(numbers) != len(state.match.seats):
        raise ValueError("there is a number for each player.")
    return replace(state, started=numbers)


def _later(state: DiceMastersState, _: str) -> DiceMastersState:
    return state  # needs the dice: see `_with_late_headers`


STATE_LINES: Final[Mapping[str, Callable[[DiceMastersState, str], DiceMastersState]]] = {
    "turn": _turn,
    "begun": _turns_begun,
    "step": _step,
    "to act": _to_act,
    "life": _life,
    "energy": _energy,
    "attacked": _attacked,
    "passed": _passed,
    "lasting": _later,
    "once": _later,
}
_ORDER: Final = tuple(STATE_LINES)

_DICE_IN_ONCE: Final = ("handed", "shield", "redirects")
"""What is done once a turn and is remembered with dice; all else with cards and players."""


def _with_late_headers(
    state: DiceMastersState, dice: DiceInWords, headers: Iterable[tuple[str, str, str]]
) -> DiceMastersState:
    """What has been done this turn and what lasts, where it names dice."""
    done = list(state.done_this_turn)
    lasting = list(state.lasting)
    for where, key, rest in headers:
        if key == "lasting":
            lasting.append(_lasting_rule(rest, dice, where))
        if key == "once":
            first, *others = rest.split()
            if first in _DICE_IN_ONCE:
                others = [str(dice.one(name, where)) for name in others]
            done.append(" ".join([first, *others]))
    return replace(state, done_this_turn=tuple(done), lasting=tuple(lasting))


def _lasting_rule(written: str, dice: DiceInWords, where: str) -> LastingRule:
    """A rule as JSON; behind it stands which dice its numbers mean: `with 12=@1`."""
    plain, _, named = written.partition("] with ")
    try:
        rule = msgspec.json.decode(f"{plain}]" if named else written, type=LastingRule)
    except msgspec.DecodeError as error:
        raise PositionError(f"{where}: 'lasting {written}': {error}") from error
    meant = dict(pair.split("=", 1) for pair in named.split())
    numbers = {int(number): dice.one(name, where) for number, name in meant.items()}
    picked = tuple(numbers.get(mark, mark) for mark in rule.picked)
    return replace(rule, die=numbers.get(rule.die, rule.die), picked=picked)


# Writing.


def write_position(state: DiceMastersState) -> str:
    """The position as text. Raises `PositionError` for a game that is over."""
    if state.winners is not None:
        raise PositionError("The game is over: there is nothing left to judge.")
    base = state.origin or state
    lines = [*_head(base), *_DiceWritten(base).lines()]
    return "\n".join([*lines, *_done(base, state)]) + "\n"


def _head(state: DiceMastersState) -> Iterator[str]:
    match = state.match
    setup = json.loads(match.setup)
    yield f"book {match.edition.name}"
    yield f"format {setup.get('format', 'demo')}"
    yield f"players {', '.join(match.names)}"
    for seat, name in numbered(Seat, match.names):
        counts = [
            f"{k.count}x{match.cards[k.card].card.code}" for k in match.kinds if k.seat == seat
        ]
        if counts:
            yield f"cards {name} {' '.join(counts)}"
    basics = [
        f"{kind.count}x{match.cards[kind.card].card.code}"
        for kind in match.kinds[:-1]
        if kind.seat == NOBODY
    ]
    if basics:
        yield f"basics {' '.join(basics)}"
    for code, written in setup.get("texts", {}).items():
        yield f"text {code} {written}"
    more = {k: v for k, v in setup.items() if k not in ("format", "teams", "basics", "texts")}
    if more:
        yield f"setup {json.dumps(more, sort_keys=True)}"
    yield f"turn {state.turn} {match.names[state.active]}"
    yield f"begun {' '.join(map(str, state.started))}"
    yield f"step {state.step}"
    yield f"to act {match.names[state.mover]}"
    yield f"passed {state.passed}"
    yield f"attacked {'yes' if state.turn_attacked else 'no'}"
    for team, life in enumerate(state.life):
        yield f"life {match.names[team]} {life}"
    for name, free in zip(match.names, state.short_draw_energy, strict=True):
        if free:
            yield f"energy {name} {free}"


class _DiceWritten:
    """The lines for the dice of a state."""

    def __init__(self, state: DiceMastersState) -> None:
        self.state = state
        self.match = state.match
        numbers = {
            number
            for die in state.dice
            for number in (*die.blocks, die.under, *(m.source for m in _with_source(die)))
            if number != NO_DIE
        }
        numbers |= {
            DieNumber(int(word))
            for done in state.done_this_turn
            for first, *words in [done.split()]
            if first in _DICE_IN_ONCE
            for word in words
            if int(word) >= 0
        }
        for rule in state.lasting:
            numbers |= set(_dice_of(rule))
        in_order = sorted(numbers, key=self._place)
        self.names = {number: f"@{place}" for place, number in enumerate(in_order, start=1)}

    def lines(self) -> Iterator[str]:
        """One for each die, or for several that are alike."""
        laid = [
            number
            for number in sorted(map(DieNumber, range(len(self.state.dice))), key=self._place)
            if self.state.dice[number].zone != "cards" or number in self.names
        ]
        for (seat, zone, rest), dice in groupby(laid, key=self._line):
            count = len(list(dice))
            many = f"{count} " if count > 1 else ""
            yield f"{self.match.names[seat]} {zone} {many}{rest}"
        for seat, name in numbered(Seat, self.match.names):
            if not any(d.zone == "bag" and d.seat == seat for d in self.state.dice):
                yield f"{name} bag {NOTHING}"
        yield from sorted(self._once(done) for done in self.state.done_this_turn)
        yield from map(self._lasting, self.state.lasting)

    def _lasting(self, rule: LastingRule) -> str:
        """A rule that lasts, with the places of its dice for their numbers."""
        places = {number: int(self.names[number][1:]) for number in _dice_of(rule)}
        picked = tuple(places.get(mark, mark) for mark in rule.picked)
        written = replace(rule, die=places.get(rule.die, rule.die), picked=picked)
        named = " ".join(f"{place}=@{place}" for place in sorted(places.values()))
        with_ = f" with {named}" if named else ""
        return f"lasting {msgspec.json.encode(written).decode()}{with_}"

    def _once(self, done: str) -> str:
        first, *words = done.split()
        if first in _DICE_IN_ONCE:
            words = [self.names.get(DieNumber(int(word)), word) for word in words]
        return f"once {' '.join([first, *words])}"

    def _place(self, number: DieNumber) -> tuple[Seat, int, KindNumber, DieNumber]:
        """What lines are in the order of."""
        die = self.state.dice[number]
        seat, zone = self._seat(die), ZONES.index(die.zone)
        return seat, zone, self.match.kind_of[number], number

    def _seat(self, die: DieState) -> Seat:
        return die.owner if die.zone == "prep" and die.owner != NOBODY else max(die.seat, Seat(0))

    def _line(self, number: DieNumber) -> tuple[Seat, str, str]:
        die = self.state.dice[number]
        facts = self.match.cards[self.match.card_of[number]].card
        same = [c for c in self.match.cards if c.card.title == facts.title and c.card != facts]
        name = facts.code if same else facts.title
        shown = ""
        if die.face != NO_FACE and (die.zone in SHOWS_FACE or die.zone == "prep"):
            shown = " " + face_words(self.match, number, die.face)[0]
        label = f" as {self.names[number]}" if number in self.names else ""
        details = ", ".join(self._details(number, die))
        rest = f"{name}{shown}{label}{', ' if details else ''}{details}"
        return self._seat(die), die.zone, rest

    def _details(self, number: DieNumber, die: DieState) -> Iterator[str]:
        names = self.match.names
        if die.owner != self._seat(die) and die.owner != NOBODY:
            yield f"owned by {names[die.owner]}"
        kind = self.match.kinds[self.match.kind_of[number]]
        if kind.seat != NOBODY and self.match.doubles and self._may_be_a_partners(number):
            yield f"card of {names[kind.seat]}"
        if die.damage:
            yield f"{die.damage} damage"
        if die.blocked:
            yield "blocked"
        for attacker in die.blocks:
            yield f"blocks {self.names[attacker]}"
        if die.under != NO_DIE:
            yield f"under {self.names[die.under]}"
        if die.spun:
            yield "spent in part"
        if number in self.state.fielded:
            yield "fielded this turn"
        for modifier in die.modifiers:
            yield self._modifier(modifier)

    def _may_be_a_partners(self, number: DieNumber) -> bool:
        """Whether a partner has such a card too, or the die wandered to a partner."""
        kind = self.match.kinds[self.match.kind_of[number]]
        cards = self.match.cards
        alike = [k for k in self.match.kinds if cards[k.card].card == cards[kind.card].card]
        return len(alike) > 1 or kind.seat != self.state.dice[number].owner

    def _modifier(self, modifier: Modifier) -> str:
        words = [f"{n:+d}{w}" for n, w in ((modifier.attack, "A"), (modifier.defence, "D")) if n]
        if modifier.rule:
            words.append(modifier.rule)
        if modifier.until != "turn" or not words:
            words.append(f"until {modifier.until}")
        if modifier.seat != NOBODY:
            words.append(f"of {self.match.names[modifier.seat]}")
        if modifier.source != NO_DIE:
            held = modifier.rule == "iron-held"
            words.append(f"from {modifier.source if held else self.names[modifier.source]}")
        if modifier.by_global:
            words.append("by a global")
        return " ".join(words)


def _dice_of(rule: LastingRule) -> list[DieNumber]:
    """The dice a lasting rule speaks of, by number."""
    return sorted({number for number in (rule.die, *rule.picked) if number >= 0})


def _with_source(die: DieState) -> Iterator[Modifier]:
    return (modifier for modifier in die.modifiers if modifier.rule != "iron-held")


def _done(base: DiceMastersState, state: DiceMastersState) -> Iterator[str]:
    """What has been done since, where a question is open: the act and the answers."""
    game = GAMES[base.match.edition.name]
    actions = ([state.began] if state.began is not None else []) + list(state.answers)
    at = base
    if state.request is not None and state.began is None:
        at = run_to_first_decision(base)
    for action in actions:
        yield f"then {action_in_words(at, action)}"
        at, _ = game.apply(at, action)
