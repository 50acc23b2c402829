"""Dice of a position in words: which die lies where, what it shows, what it carries.

A line reads like the table: `Ann field Thor 1, 2 damage`, `1 reserve 2 Sidekick Bolt`,
`Ann attack Storm 3 as A, blocked`, `Bob attack Iron Man 1, blocks A`, `0 reserve Force Beam **`.
A player is named or numbered, a die by the title or the code of its card; `as` gives it a name of
its own. Dice that are not named stay where a game starts: Sidekicks in their bags, the others on
their cards. See `docs/positions.md`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from msgspec.structs import replace

from rules.core import FIRST_SEAT, DieNumber, FaceIndex, Seat, numbered
from rules.dicemasters.cards import Card
from rules.dicemasters.cards.effects import KeywordName, Rule
from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.engine.scripts import run_to_first_decision
from rules.dicemasters.engine.setup import new_match, state_before_first_turn
from rules.dicemasters.engine.state import (
    ENGINE_RULES,
    NO_DIE,
    NO_FACE,
    NOBODY,
    ZONES,
    DiceMastersState,
    DieState,
    Match,
    Modifier,
    StepName,
    ZoneName,
)
from rules.dicemasters.engine.stats import cannot_be_knocked_out, defence, joined_rule
from rules.dicemasters.engine.table import IN_FIELD, GameTable
from words import joined, tr

SHOWS_FACE: Final = ("reserve", "field", "attack")
IN_COMBAT: Final = ("attackers", "blockers", "actions", "damage")
FIGHTING: Final = ("actions", "damage")
NOTHING: Final = "nothing"
OWNED_BY: Final = "owned by "
CARD_OF: Final = "card of "


class PositionError(ValueError):
    """A position that cannot be read, or cannot be: one sentence with line and word."""


def state_from_lines(
    edition: str,
    setup: Mapping[str, Any],
    lines: Iterable[str],
    *,
    active: Seat = FIRST_SEAT,
    step: StepName = "main",
    life: Sequence[int] = (),
    turn: int = 1,
) -> DiceMastersState:
    """A state with these dice on the table. Raises `PositionError` naming the line at fault."""
    match = new_match(EDITIONS[edition], setup)
    start = state_before_first_turn(match)
    state = replace(
        start,
        active=active,
        mover=active,
        step=step,
        turn=turn,
        life=tuple(life) or start.life,
        started=tuple(int(seat == active and step != "clear") for seat in match.seats),
    )
    dice = DiceInWords(state)
    for line in lines:
        dice.lay(line, f"'{line}'")
    state = dice.finished()
    return run_to_first_decision(state) if step in ("clear", "draw", "roll") else state


class DiceInWords:
    """Dice laid down line by line; `finished` gives the state with all of them."""

    def __init__(self, start: DiceMastersState) -> None:
        self.state = start
        self.match = start.match
        self.dice = list(start.dice)
        self.laid: set[DieNumber] = set()
        self.named: dict[str, DieNumber] = {}
        self.bags: dict[Seat, str] = {}  # players whose bag is told, and where
        self.fielded: list[DieNumber] = []
        self.where: dict[DieNumber, str] = {}  # die -> the line it stands in
        self._details: list[tuple[DieNumber, str, str]] = []

    def lay(self, line: str, where: str) -> None:
        """Lay the dice of one line. `where` names the line in a message."""
        seat, zone, rest = self._place(line, where)
        if zone == "bag":
            self.bags[seat] = where
            if rest == NOTHING:
                return
        counted = re.match(r"(\d+) (?=\S)", rest)
        many = int(counted[1]) if counted else 1
        rest = rest[counted.end() :] if counted else rest
        name, rest = self._name(rest, where)
        shown, *details = [part.strip() for part in rest.split(",")]
        shown, _, label = shown.rpartition("as ") if " as " in f" {shown}" else (shown, "", "")
        for _ in range(many):
            number = self._die(seat, name, details, where)
            self._put(number, seat, zone, shown.strip(), where)
            if label:
                if label in self.named or many > 1:
                    raise PositionError(
                        tr(
                            "{where}: '{label}' is a name for one die only.",
                            where=where,
                            label=label,
                        )
                    )
                self.named[label] = number
            self._details += [(number, detail, where) for detail in details]

    def finished(self) -> DiceMastersState:
        """The state, once every die is laid."""
        for number, detail, where in self._details:
            self._carry(number, detail, where)
        self._check_bags()
        self._mark_blocked()
        state = replace(self.state, dice=tuple(self.dice), fielded=tuple(self.fielded))
        self._check_possible(state)
        return state

    def one(self, words: str, where: str) -> DieNumber:
        """The die that a name of its own means, or title and face."""
        if words in self.named:
            return self.named[words]
        title, shown = self._name(words, where)
        found = [
            number
            for number in sorted(self.laid)
            if self._is_of(number, title)
            and self.dice[number].zone in IN_FIELD
            and (not shown or shown in face_words(self.match, number, self.dice[number].face))
        ]
        if not found:
            raise PositionError(
                tr("{where}: no '{words}' lies in the field.", where=where, words=words)
            )
        return found[0]

    def _place(self, line: str, where: str) -> tuple[Seat, ZoneName, str]:
        seat = NOBODY
        rest = line.strip()
        names = sorted(
            ((n, s) for s, n in numbered(Seat, self.match.names)), key=lambda x: -len(x[0])
        )
        for name, number in names:
            if rest.startswith(name + " "):
                seat, rest = number, rest[len(name) + 1 :]
                break
        else:
            first, _, after = rest.partition(" ")
            if first.isdigit() and int(first) < len(self.match.seats):
                seat, rest = Seat(int(first)), after
        zone, _, rest = rest.strip().partition(" ")
        if seat == NOBODY:
            said = line.strip().split(" ")[0]
            raise PositionError(
                tr(
                    "{where}: '{said}' is no player; write '0 field Thor 1'.",
                    where=where,
                    said=said,
                )
            )
        if zone not in ZONES:
            raise PositionError(
                tr(
                    "{where}: '{zone}' is no zone; there are {names}.",
                    where=where,
                    zone=zone,
                    names=joined(", ", ZONES),
                )
            )
        if not rest.strip():
            raise PositionError(
                tr(
                    "{where}: nothing stands after '{zone}'; write '0 field Thor 1'.",
                    where=where,
                    zone=zone,
                )
            )
        return seat, zone, rest.strip()

    def _name(self, rest: str, where: str) -> tuple[str, str]:
        """The title or code that words begin with, and the words after it."""
        names = {c.card.title for c in self.match.cards} | {c.card.code for c in self.match.cards}
        for name in sorted(names, key=len, reverse=True):
            if rest == name or re.match(re.escape(name) + r"[ ,]", rest):
                return name, rest[len(name) :].strip()
        word = rest.split(",", maxsplit=1)[0]
        raise PositionError(
            tr("{where}: no card of this game is called '{word}'.", where=where, word=word)
        )

    def _facts(self, number: DieNumber) -> Card:
        return self.match.cards[self.match.card_of[number]].card

    def _is_of(self, number: DieNumber, name: str) -> bool:
        facts = self._facts(number)
        return name in (facts.title, facts.code)

    def _die(self, seat: Seat, name: str, details: Sequence[str], where: str) -> DieNumber:
        """A die of this name that has not been laid yet: the player's, else a partner's."""
        told = {
            words: self._seat(each.removeprefix(words), where)
            for each in details
            for words in (OWNED_BY, CARD_OF)
            if each.startswith(words)
        }
        mine = told.get(CARD_OF, told.get(OWNED_BY, seat))
        so_called = [n for n in map(DieNumber, range(len(self.dice))) if self._is_of(n, name)]
        theirs = (mine,) if CARD_OF in told else (NOBODY, mine, *self.match.partners(mine))
        for number in so_called:
            if number not in self.laid and self.state.dice[number].seat in theirs:
                self.laid.add(number)
                self.where[number] = where
                return number
        has = sum(self.state.dice[number].seat in (mine, NOBODY) for number in so_called)
        dice = tr("{has} dice", has=has) if has != 1 else tr("1 die")
        player = self.match.names[mine]
        raise PositionError(
            tr(
                "{where}: {player} has no (more) '{name}' in this game: {dice} in all.",
                where=where,
                player=player,
                name=name,
                dice=dice,
            )
        )

    def _put(self, number: DieNumber, seat: Seat, zone: ZoneName, shown: str, where: str) -> None:
        face = NO_FACE
        if zone in SHOWS_FACE or (zone == "prep" and shown):
            try:
                face = face_named(self.match, number, shown)
            except ValueError as error:
                raise PositionError(f"{where}: {error}.") from error
        elif shown:
            raise PositionError(
                tr(
                    "{where}: a die in '{zone}' shows no face, not '{shown}' either.",
                    where=where,
                    zone=zone,
                    shown=shown,
                )
            )
        if zone in IN_FIELD and self.match.faces[number][face].energy:
            raise PositionError(
                tr(
                    "{where}: '{shown}' is energy and cannot lie in the field.",
                    where=where,
                    shown=shown,
                )
            )
        if zone == "attack" and self.state.step not in IN_COMBAT:
            raise PositionError(
                tr("{where}: nothing is in 'attack' outside the Attack Step.", where=where)
            )
        if zone == "cards":
            return
        lies = self.match.team(seat) if zone == "prep" else seat
        self.dice[number] = DieState(zone, lies, seat, face)

    # What a die carries.

    def _carry(  # noqa: C901 - a word each
        self, number: DieNumber, detail: str, where: str
    ) -> None:
        die = self.dice[number]
        first, _, rest = detail.partition(" ")
        in_field = die.zone in IN_FIELD
        if first == "blocks":
            self._block(number, self.one(rest, where), where)
        elif first == "under":
            self.dice[number] = replace(die, under=self.one(rest, where))
        elif detail == "blocked":
            self.dice[number] = replace(die, blocked=True)
        elif detail == "spent in part":
            self.dice[number] = replace(die, spun=True)
        elif detail == "fielded this turn":
            self.fielded.append(number)
        elif detail.startswith(OWNED_BY):
            owner = self._seat(detail.removeprefix(OWNED_BY), where)
            self.dice[number] = replace(die, owner=owner)
        elif detail.startswith(CARD_OF):
            return  # `_die` saw to it
        elif rest == "damage" and first.isdigit():
            if not in_field:
                raise PositionError(
                    tr(
                        "{where}: '{detail}' on a die that is not in the field.",
                        where=where,
                        detail=detail,
                    )
                )
            self.dice[number] = replace(die, damage=int(first))
        elif in_field:
            modifier = self._modifier(detail, where)
            self.dice[number] = replace(die, modifiers=(*die.modifiers, modifier))
        else:
            raise PositionError(
                tr(
                    "{where}: '{detail}' says nothing about a die in '{zone}'.",
                    where=where,
                    detail=detail,
                    zone=die.zone,
                )
            )

    def _block(self, number: DieNumber, attacker: DieNumber, where: str) -> None:
        die, team = self.dice[number], self.match.team
        active = team(self.state.active)
        if die.zone != "attack" or team(die.seat) == active:
            raise PositionError(
                tr("{where}: only a defender's die in 'attack' blocks.", where=where)
            )
        against = self.dice[attacker]
        if against.zone != "attack" or team(against.seat) != active:
            name = self._facts(attacker).title
            raise PositionError(
                tr(
                    "{where}: '{name}' does not attack, so nothing blocks it.",
                    where=where,
                    name=name,
                )
            )
        self.dice[number] = replace(die, blocks=(*die.blocks, attacker))

    def _seat(self, name: str, where: str) -> Seat:
        names = self.match.names
        if name in names:
            return Seat(names.index(name))
        if name.isdigit() and int(name) < len(self.match.seats):
            return Seat(int(name))
        raise PositionError(tr("{where}: no player is called '{name}'.", where=where, name=name))

    def _modifier(self, detail: str, where: str) -> Modifier:
        """As in `+1A -2D`, or `cannot-block until your-next-turn of Ann from A by a global`."""
        found = _MODIFIER.fullmatch(detail)
        if found is None:
            raise PositionError(
                tr("{where}: nobody knows what '{detail}' means.", where=where, detail=detail)
            )
        rule = (found["rule"] or "").strip()
        if rule and rule not in RULES and not rule.startswith(joined_rule("")):
            raise PositionError(
                tr("{where}: there is no rule '{rule}' that a die carries.", where=where, rule=rule)
            )
        source = NO_DIE
        if found["source"]:
            held = rule == "iron-held"
            source = DieNumber(int(found["source"])) if held else self.one(found["source"], where)
        return Modifier(
            attack=int(found["attack"] or 0),
            defence=int(found["defence"] or 0),
            rule=rule,
            until=found["until"] or "turn",
            seat=self._seat(found["seat"], where) if found["seat"] else NOBODY,
            source=source,
            by_global=bool(found["by_global"]),
        )

    # What cannot be.

    def _check_bags(self) -> None:
        for seat, where in sorted(self.bags.items()):
            untold = [
                number
                for number, die in numbered(DieNumber, self.dice)
                if number not in self.laid and die.zone == "bag" and die.seat == seat
            ]
            if untold:
                name = self.match.names[seat]
                raise PositionError(
                    tr(
                        "{where}: {name}'s bag is told, but not where "
                        "{count} more of {name}'s dice are: '{title}'.",
                        where=where,
                        name=name,
                        count=len(untold),
                        title=self._facts(untold[0]).title,
                    )
                )

    def _mark_blocked(self) -> None:
        if self.state.step in FIGHTING:
            for attacker in {attacker for die in self.dice for attacker in die.blocks}:
                self.dice[attacker] = replace(self.dice[attacker], blocked=True)

    def _check_possible(self, state: DiceMastersState) -> None:
        table = GameTable(state)
        team = self.match.team
        for number in sorted(self.laid):
            die, where = self.dice[number], self.where[number]
            idle = die.zone == "attack" and team(die.seat) != team(state.active)
            if idle and not die.blocks and state.step != "attackers" and die.under == NO_DIE:
                title = self._facts(number).title
                raise PositionError(
                    tr(
                        "{where}: '{title}' is a defender's and blocks nobody.",
                        where=where,
                        title=title,
                    )
                )
            if die.damage and table.shows_character(number):
                limit = defence(table, number)
                if die.damage >= limit and not (
                    cannot_be_knocked_out(table, number)
                    or any(modifier.rule == "iron-held" for modifier in die.modifiers)
                ):
                    raise PositionError(
                        tr(
                            "{where}: '{damage} damage' on {limit} defence "
                            "would have knocked it out.",
                            where=where,
                            damage=die.damage,
                            limit=limit,
                        )
                    )


_MODIFIER: Final = re.compile(
    r"(?:(?P<attack>[+-]\d+)A)? ?(?:(?P<defence>[+-]\d+)D)? ?"
    r"(?P<rule>(?!until |of |from |by a global)[A-Za-z][A-Za-z' -]*?)?"
    r"(?: ?until (?P<until>[a-z-]+))?(?: ?of (?P<seat>.+?))?(?: ?from (?P<source>.+?))?"
    r"(?P<by_global> ?by a global)?"
)


RULES: Final = frozenset((*get_args(KeywordName), *get_args(Rule), *ENGINE_RULES))
"""What a die may carry besides bonuses, affiliations apart."""


def face_named(match: Match, number: DieNumber, word: str) -> FaceIndex:
    """The face of a die that a word names: "2" (a level), "Bolt", "2 Bolt", "?", "*", "action"."""
    faces = match.faces[number]
    for index, face in numbered(FaceIndex, faces):
        if word in face_words(match, number, index) and (face.level or face.energy or face.action):
            return index
    title = match.cards[match.card_of[number]].card.title
    raise PositionError(tr("'{word}' is no face of {title}", word=word, title=title))


def face_words(match: Match, number: DieNumber, index: FaceIndex) -> tuple[str, ...]:
    """The words that name a face."""
    face = match.faces[number][index]
    if face.level:
        return (str(face.level), "pawn")
    if face.energy == "Wild":
        return ("?", "Wild")
    if face.energy == "Generic":
        return ("Generic", tr("{amount} Generic", amount=face.amount))
    if face.energy:
        return (f"{face.amount} {face.energy}",) if face.amount > 1 else (face.energy,)
    return ("*" * face.burst,) if face.burst else ("action",)
