"""Finds the action that words mean: one that is legal, or one that a judge is to rule on.

The words are those of the notation (`buy Rescue paying 2 Bolt`), shorter where nothing is lost:
`buy Rescue` pays in the first legal way, `attack with Thor` needs no level when there is one.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from rules.core import DieNumber, FaceIndex, Seat, numbered
from rules.dicemasters.cards.effects import Global, Paid
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.position import face_words
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    DiceMastersState,
    DrawRequest,
    RollRequest,
    ZoneName,
)
from rules.dicemasters.engine.table import IN_FIELD, GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import all_legal_actions
from rules.dicemasters.presentation.notation import Notation

FIXED: Final[dict[str, act.Action]] = {
    "pass": act.PASS,
    "keep": act.KEEP,
    "no": act.NO,
    "yes": act.Yes(),
    "attackers declared": act.END_DECLARATION,
    "blockers declared": act.END_DECLARATION,
    "dice shared out": act.END_DECLARATION,
    "done": act.END_DECLARATION,
}


FACES: Final = 6


class ActError(ValueError):
    """Words that mean no act in this position: one sentence that names them."""


def action_of_words(
    state: DiceMastersState,
    words: str,
    seat: Seat | None = None,
    names: Mapping[str, int] = MappingProxyType({}),
) -> act.Action:
    """The action of the player to move, or of `seat`; `names` are of dice. Raises `ActError`."""
    words = " ".join(words.split())
    asked = state.mover if state.request is None else state.request.seat
    if seat not in (None, asked) and state.request is None:
        state = replace(state, mover=seat)  # what would be legal if that player were to speak
    reading = _Act(state, asked if seat is None else seat, names)
    legal = reading.legal(words)
    return reading.read(words) if legal is None else legal


class _Act:
    """One act of one player in one position."""

    def __init__(self, state: DiceMastersState, seat: Seat, names: Mapping[str, int]) -> None:
        self.state = state
        self.names = names
        self.seat = seat
        self.table = GameTable(state)
        self.notation = Notation(self.table, state)
        self.match = state.match

    def legal(self, words: str) -> act.Action | None:
        """The legal action said in these words, or beginning with them."""
        options = getattr(self.state.request, "options", None)
        if options is None:
            options = [] if self.state.request is not None else all_legal_actions(self.table)
        said = [(self.notation.say(action), action) for action in options]
        plain = _plain(words)
        for text, action in said:
            if _plain(text) == plain:
                return action
        begins = [action for text, action in said if _plain(text).startswith(plain + " ")]
        return begins[0] if begins and " paying" not in words else None

    def read(self, words: str) -> act.Action:
        """The action said in these words, legal or not."""
        if words in FIXED:
            return FIXED[words]
        if isinstance(self.state.request, DrawRequest | RollRequest):
            return self._chance(words)
        for verb, pattern in PATTERNS:
            found = re.fullmatch(pattern, words)
            if found is not None:
                return self._verb(verb, found)
        raise ActError(f"'{words}' is no act of this game; write it as the notation does.")

    def _verb(self, verb: str, found: re.Match[str]) -> act.Action:  # noqa: C901, PLR0911 - a verb each
        groups = found.groupdict()
        match verb:
            case "at once":
                parts = tuple(self._part(part) for part in groups["parts"].split(" and "))
                return act.PayAtOnce(parts, self._pay(groups["pay"]))
            case "attack":
                return act.AttackWith(self._die(groups["die"], "field", "attack"))
            case "block":
                attacker = self._die(groups["attacker"], "attack", "field", anybody=True)
                return act.Block(self._die(groups["die"], "field", "attack"), attacker)
            case "use":
                return act.UseAction(self._die(groups["die"], "reserve"))
            case "discard":
                return act.Discard(self._die(groups["die"], "field", anybody=True))
            case "reroll":
                names = self._listed(groups["dice"])
                taken: list[DieNumber] = []
                for name in names:
                    taken.append(self._die(name, "prep", but=taken))
                return act.Reroll(tuple(sorted(taken)))
            case "choose":
                return self._choose(groups["what"])
            case "yes":
                return act.Yes(self._pay(groups["pay"]))
            case "number":
                return act.ChooseNumber(int(groups["number"]))
            case "name":
                return act.ChooseName(groups["what"])
            case "concede":
                return act.ConcedeGame(self._player(groups["who"]))
        return self._paid_part(verb, groups)

    def _part(self, words: str) -> act.Purchase | act.FieldDie | act.UseGlobal:
        for verb, pattern in PATTERNS:
            found = re.fullmatch(pattern, words)
            if verb in ("buy", "field", "global") and found is not None:
                return self._paid_part(verb, found.groupdict())
        raise ActError(f"'{words}' is nothing that is paid for.")

    def _paid_part(
        self, verb: str, groups: dict[str, str]
    ) -> act.Purchase | act.FieldDie | act.UseGlobal:
        pay = self._pay(groups["pay"])
        if verb == "buy":
            die = self._for_sale(groups["die"].removesuffix(" for nothing"))
            return act.Purchase(die, ((die, 0),) if groups["die"].endswith(" nothing") else pay)
        if verb == "field" and groups["ritual"]:
            other = self._die(groups["ritual"], "reserve")
            return act.FieldDie(self._die(groups["die"], "reserve"), ((other, 0),))
        if verb == "field":
            return act.FieldDie(self._die(groups["die"], "reserve", "prep", "used"), pay)
        kind = Paid if groups["paid"] else Global
        numbers = [
            (each.card, each.number)
            for each in self.match.global_abilities
            if type(each.ability) is kind and self._card_is(each.card, groups["card"])
        ]
        if not numbers:
            raise ActError(f"No card called '{groups['card']}' has a global.")
        which = int(groups["which"] or 1)
        if which > len(numbers):
            raise ActError(f"'{groups['card']}' has no global number {which}.")
        card, number = numbers[which - 1]
        assert isinstance(self.match.cards[card].text.abilities[number], Global)
        return act.UseGlobal(card, number, pay, int(groups["times"] or 1))

    def _choose(self, what: str) -> act.Action:
        for seat, name in numbered(Seat, self.match.names):
            if what == name:
                return act.ChoosePlayer(seat)
        return act.ChooseDie(self._die(what, *IN_FIELD, "reserve", "prep", "used", anybody=True))

    def _player(self, name: str) -> Seat:
        if name not in self.match.names:
            raise ActError(f"No player is called '{name}'.")
        return Seat(self.match.names.index(name))

    def _chance(self, words: str) -> act.Action:
        """What dice come up with: `roll Thor 1, Sidekick Bolt`, `draw Sidekick, Thor`."""
        request = self.state.request
        verb, _, rest = words.partition(" ")
        names = self._listed(rest)
        if isinstance(request, DrawRequest) and verb == "draw":
            drawn: list[DieNumber] = []
            for name in names:
                found = [d for d in request.bag if d not in drawn and self._called(d, name)]
                if not found:
                    raise ActError(f"The bag holds no (more) '{name}'.")
                drawn.append(found[0])
            return act.DrawnDice(tuple(sorted(drawn)))
        if isinstance(request, RollRequest) and verb == "roll":
            return act.RolledFaces(self._faces(request, names))
        wanted = "draw Sidekick, Thor" if isinstance(request, DrawRequest) else "roll Thor 1"
        raise ActError(f"'{words}': dice decide now; write '{wanted}'.")

    def _faces(self, request: RollRequest, names: Sequence[str]) -> tuple[FaceIndex, ...]:
        if all(name.isdigit() and 1 <= int(name) <= FACES for name in names):
            if len(names) != len(request.dice):
                raise ActError(f"{len(request.dice)} dice are rolled, not {len(names)}.")
            return tuple(FaceIndex(int(name) - 1) for name in names)
        left = list(names)
        faces = []
        for die in request.dice:
            for name in left:
                face = self._face_of(die, name)
                if face != NO_FACE:
                    left.remove(name)
                    faces.append(face)
                    break
            else:
                title = self.table.title(die)
                raise ActError(f"'{', '.join(names)}' does not say what '{title}' shows.")
        if left:
            raise ActError(f"'{left[0]}' is no die that is rolled now.")
        return tuple(faces)

    def _face_of(self, die: DieNumber, name: str) -> FaceIndex:
        """The face `Thor 1` names, when it is this die's name."""
        title = self.table.title(die)
        shown = name.removeprefix(title).strip() if name.startswith(title + " ") else ""
        for face in map(FaceIndex, range(FACES)):
            if shown and shown in face_words(self.match, die, face):
                return face
        return NO_FACE

    # Dice and energy.

    def _listed(self, words: str) -> list[str]:
        """The names of a list; a title may have a comma of its own."""
        titles = {c.card.title for c in self.match.cards if ", " in c.card.title}
        found: list[str] = []
        for part in words.split(", "):
            longer = f"{found[-1]}, {part}" if found else part
            if found and any(longer.startswith(title) for title in titles):
                found[-1] = longer
            else:
                found.append(part)
        return found

    def _called(self, number: DieNumber, words: str) -> bool:
        """Whether a die is called so: title or code, and what it shows when that is said."""
        if words in self.names:
            return self.names[words] == number
        facts = self.match.cards[self.match.card_of[number]].card
        face = self.state.dice[number].face
        for name in (facts.title, facts.code, self.notation.card(self.match.card_of[number])):
            if words == name:
                return True
            shown = words.removeprefix(name + " ").removeprefix("level ").removeprefix("1 ")
            shows = words.startswith(name + " ") and face != NO_FACE
            if shows and shown in face_words(self.match, number, face):
                return True
        return words == self.notation.die(number)

    def _card_is(self, card: CardNumber, words: str) -> bool:
        facts = self.match.cards[card].card
        return words in (facts.title, facts.code, self.notation.card(card))

    def _die(
        self, words: str, *zones: ZoneName, anybody: bool = False, but: Sequence[DieNumber] = ()
    ) -> DieNumber:
        """A die so called, the player's own first, in the first of these zones that has one."""
        seats = [self.seat, *(s for s in self.match.seats if s != self.seat)]
        for seat in seats if anybody else seats[:1]:
            for zone in zones:
                lies = self.match.team(seat) if zone == "prep" else seat
                for number in self.table.dice_in(zone, lies):
                    if number not in but and self._called(number, words):
                        return number
        others = [n for n in map(DieNumber, range(len(self.state.dice))) if self._called(n, words)]
        if others and not but:  # it lies somewhere else: let the rules say so
            return min(others, key=lambda n: self.state.dice[n].zone in ("cards", "bag"))
        raise ActError(f"'{words}' is no die of this position.")

    def _for_sale(self, words: str) -> DieNumber:
        """A die on a card: the player's own first, then a basic action, then somebody's."""
        found = [n for n in map(DieNumber, range(len(self.state.dice))) if self._called(n, words)]
        if not found:
            raise ActError(f"'{words}' is no die of this position.")

        def rank(number: DieNumber) -> tuple[bool, bool, int]:
            die = self.state.dice[number]
            return (die.zone != "cards", die.seat not in (self.seat, NOBODY), number)

        return min(found, key=rank)

    def _pay(self, words: str | None) -> act.Payment:
        """`Bolt + 2 Fist + 1/2 Mask (April)`: dice of the player's Reserve Pool."""
        if not words:
            return ()
        taken: dict[DieNumber, int] = {}
        for part in words.split(" + "):
            die, amount = self._energy(part, taken)
            taken[die] = amount
        return tuple(sorted(taken.items()))

    def _energy(self, part: str, taken: dict[DieNumber, int]) -> tuple[DieNumber, int]:
        found = re.fullmatch(
            r"(?:(?P<n>\d)(?:/(?P<of>\d))? )?(?P<energy>[A-Z?]\w*)(?: \((?P<die>.+)\))?", part
        )
        if found is None:
            raise ActError(f"'{part}' is no energy; write '2 Fist' or '1/2 Bolt'.")
        energy = "Wild" if found["energy"] == "?" else found["energy"]
        for number in self.table.dice_in("reserve", self.seat):
            face = self.table.face(number)
            shown = int(found["of"] or found["n"] or face.amount)
            fits = face.energy == energy and face.amount == shown and number not in taken
            title = (found["die"] or "").removesuffix(", spent in part")
            if fits and (not title or self._called(number, title)):
                return number, int(found["n"] or face.amount)
        name = self.match.names[self.seat]
        raise ActError(f"No (more) die of {name}'s Reserve Pool shows '{part}'.")


def _plain(words: str) -> str:
    """Words without what only helps the eye."""
    return re.sub(r"\blevel ", "", words)


_PAY: Final = r"(?: paying (?P<pay>.+))?"
PATTERNS: Final = (
    ("at once", r"(?P<parts>.+ and .+) at once" + _PAY),
    ("buy", r"(?:buy|purchase) (?P<die>.+?)" + _PAY),
    ("field", r"(?:field|summon) (?P<die>.+?)(?: with (?P<ritual>.+) for its Ritual)?" + _PAY),
    (
        "global",
        r"(?:(?:use the )?global of|(?P<paid>pay for the text of)) (?P<card>.+?)"
        r"(?: number (?P<which>\d+))?(?: (?P<times>\d+) times)?" + _PAY,
    ),
    ("attack", r"attack with (?P<die>.+)"),
    ("block", r"block (?P<attacker>.+) with (?P<die>.+)"),
    ("discard", r"discard (?P<die>.+)"),
    ("use", r"use (?P<die>.+)"),
    ("reroll", r"reroll (?P<dice>.+)"),
    ("choose", r"choose (?P<what>.+?)(?: \(.+\))?"),
    ("yes", r"yes" + _PAY),
    ("number", r"(?P<number>[+-]?\d+)"),
    ("name", r"name (?P<what>.+)"),
    ("concede", r"(?P<who>.+) concedes"),
)
