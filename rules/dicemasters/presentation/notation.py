"""Actions in words: short, unambiguous, speakable."""

from rules.core import DieNumber
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import NOBODY, DiceMastersState
from rules.dicemasters.engine.stats import (
    attack,
    blockers,
    defence,
    is_attacking,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.hand_words import acts_in_words


def action_in_words(state: DiceMastersState, action: act.Action) -> str:
    """An action in short: unambiguous, speakable."""
    return Notation(GameTable(state), state).say(action)


def spoken_rules(table: GameTable, number: DieNumber) -> set[str]:
    """The rules a die carries that its player should know of."""
    rules: set[str] = {m.rule for m in table.dice[number].modifiers if m.rule}
    if "iron-held" in rules and table.dice[number].damage < defence(table, number):
        return rules - {"iron-held"}
    return rules


class Notation:
    """Says actions of one state."""

    def __init__(self, table: GameTable, state: DiceMastersState) -> None:
        self._table = table
        self._state = state

    def card(self, number: CardNumber) -> str:
        """A card by its title; with subtitle and owner where several cards share the title."""
        match = self._table.match
        facts = match.cards[number].card
        alike = [c for c in match.cards if c.card.title == facts.title]
        if len(alike) == 1:
            return facts.title
        if len({c.card.subtitle for c in alike}) == len(alike):
            return f"{facts.title} {facts.subtitle}"
        seat = match.cards[number].seat
        whose = f" ({match.names[seat]}'s)" if seat != NOBODY else ""
        return f"{facts.title} {facts.subtitle}{whose}"

    def die(self, number: DieNumber) -> str:
        """A die by its title, what it shows, and what sets it apart from others like it."""
        table = self._table
        face = table.face(number)
        title = self.card(table.match.card_of[number])
        if face.action and face.burst:
            title += " " + "*" * face.burst
        if face.level and title != "Sidekick":
            title += f" level {face.level}"
        return title + self._distinguishing(number)

    def _distinguishing(self, number: DieNumber) -> str:
        """What sets a die apart: its stats now, its damage, rules it is under, its blockers."""
        table = self._table
        entry = table.dice[number]
        words = []
        if entry.modifiers or entry.damage:
            words.append(f"{attack(table, number)}/{defence(table, number)}")
        if entry.damage:
            words.append(f"{entry.damage} damage")
        words += sorted(spoken_rules(table, number))
        if entry.spun:
            words.append("spent in part")
        if any(modifier.by_global for modifier in entry.modifiers):
            words.append("by a global")
        if is_attacking(table, number):
            opposed = [table.title(other) for other in blockers(table, number)]
            words += [f"blocked by {' and '.join(sorted(opposed))}"] if opposed else []
        if entry.blocks:
            words.append(f"blocking {table.title(entry.blocks[0])}")
        return f" ({', '.join(words)})" if words else ""

    def pay(self, payment: act.Payment) -> str:
        """A payment, or nothing."""
        if not payment:
            return ""
        if len(payment) == 1 and not payment[0][1]:  # a die "pays" without energy
            die = payment[0][0]
            by_ritual = self._table.dice[die].zone != "cards"
            return f" with {self.die(die)} for its Ritual" if by_ritual else " for nothing"
        words = []
        for die, taken in payment:
            face = self._table.face(die)
            symbols = f"{taken}/{face.amount}" if taken != face.amount else f"{taken}"
            title = self.card(self._table.match.card_of[die])
            distinguishing = ", spent in part" if self._table.dice[die].spun else ""
            words.append(f"{symbols} {face.energy or 'energy'} ({title}{distinguishing})")
        return " paying " + " + ".join(words)

    def say(self, action: act.Action) -> str:  # noqa: C901, PLR0911, PLR0912 - a case per action
        """Any action."""
        match = self._table.match
        match action:
            case act.DrawnDice(dice):
                return "draw " + self._list(dice)
            case act.RolledFaces(faces):
                return f"roll {', '.join(str(face + 1) for face in faces)}"
            case act.Reroll(dice):
                return "reroll " + self._list(dice)
            case act.KeepRoll():
                return "keep"
            case act.HandOver(die):
                return self._hand_over(die)
            case act.Purchase(die, payment):
                return f"buy {self.card(match.card_of[die])}{self.pay(payment)}"
            case act.FieldDie(die, payment):
                return f"{match.edition.wording.field} {self.die(die)}{self.pay(payment)}"
            case act.UseAction(die):
                return f"use {self.die(die)}"
            case act.UseGlobal(card, number, payment, times):
                which = self._which_global(card, number)
                if isinstance(match.cards[card].text.abilities[number], fx.Paid):
                    return f"pay for the text of {self.card(card)}{which}{self.pay(payment)}"
                often = f" {times} times" if times > 1 else ""
                return f"global of {self.card(card)}{which}{often}{self.pay(payment)}"
            case act.PayAtOnce(parts, payment):
                all_parts = " and ".join(self.say(part) for part in parts)
                return f"{all_parts} at once{self.pay(payment)}"
            case act.Discard(die):
                return f"{self.die(die)} to the Used Pile"
            case act.Pass():
                return "pass"
            case act.AttackWith(die):
                return f"attack with {self.die(die)}"
            case act.Block(die, attacker):
                return f"block {self.die(attacker)} with {self.die(die)}"
            case act.EndDeclaration():
                what = {"share": "dice shared out", "attackers": "attackers declared"}
                return what.get(self._table.step, "blockers declared")
            case act.ChooseDie(die):
                return self._choose_die(die)
            case act.ChoosePlayer(seat):
                return f"choose {match.names[seat]}"
            case act.Yes(payment):
                return f"yes{self.pay(payment)}"
            case act.No():
                return "no"
            case act.ChooseNumber(amount):
                return f"{amount:+d}" if amount < 0 else str(amount)
            case act.ChooseName(what):
                return f"name {what}"
            case act.ResolveFirst(_, title):
                said = title.replace("(fielded ", f"({match.edition.wording.fielded} ")
                return f"first the text of {said}"
            case act.ConcedeGame(seat):
                return f"{match.names[seat]} concedes"
            case act.ByHand(acts, why):
                return f"by hand: {acts_in_words(self._table, acts)}{f' ({why})' if why else ''}"
            case _:
                return f"by hand: {acts_in_words(self._table, [action])}"

    def shown(self, dice: tuple[DieNumber, ...]) -> tuple[str, ...]:
        """Dice with what they show."""
        return tuple(f"{self.die(d)}{self._shown(d)}" for d in dice)

    def _list(self, dice: tuple[DieNumber, ...]) -> str:
        return ", ".join(self.shown(dice))

    def _shown(self, die: DieNumber) -> str:
        face = self._table.face(die)
        return f" {face.amount} {face.energy}" if face.energy else ""

    def _which_global(self, card: CardNumber, number: int) -> str:
        """Which of a card's several globals."""
        abilities = self._table.match.cards[card].text.abilities
        kind = type(abilities[number])
        several = [n for n, each in enumerate(abilities) if type(each) is kind]
        return f" number {several.index(number) + 1}" if len(several) > 1 else ""

    def _hand_over(self, die: DieNumber) -> str:
        match = self._table.match
        owner = self._table.dice[die].owner
        partner = sum(match.partners(owner)) - owner
        return f"{match.names[owner]}'s {self.die(die)} is {match.names[partner]}'s to roll"

    def _choose_die(self, die: DieNumber) -> str:
        entry = self._table.dice[die]
        whose = self._table.match.names[entry.seat] if entry.seat != NOBODY else "nobody"
        return f"choose {self.die(die)}{self._shown(die)} ({whose}, {entry.zone})"
