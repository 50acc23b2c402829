"""Actions in words: short, unambiguous, speakable."""

from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.state import (
    NOBODY,
    DiceMastersState,
)
from rules.dicemasters.engine.stats import (
    attack,
    blockers,
    defence,
    is_attacking,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act


def action_in_words(state: DiceMastersState, action: act.Action) -> str:
    """An action in short: unambiguous, speakable."""
    return Notation(GameTable(state), state).say(action)


class Notation:
    """Says actions of one state."""

    def __init__(self, table: GameTable, state: DiceMastersState) -> None:
        self._table = table
        self._state = state

    def card(self, number: int) -> str:
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

    def die(self, number: int) -> str:
        """A die by its title, what it shows, and what sets it apart from others like it."""
        table = self._table
        face = table.face(number)
        title = self.card(table.match.card_of[number])
        if face.action and face.burst:
            title += " " + "*" * face.burst
        if face.level and title != "Sidekick":
            title += f" level {face.level}"
        return title + self._distinguishing(number)

    def _distinguishing(self, number: int) -> str:
        """What has befallen a die: its numbers now, its damage, rules it is under, its blockers."""
        table = self._table
        entry = table.dice[number]
        words = []
        if entry.modifiers or entry.damage:
            words.append(f"{attack(table, number)}/{defence(table, number)}")
        if entry.damage:
            words.append(f"{entry.damage} damage")
        words += sorted(modifier.rule for modifier in entry.modifiers if modifier.rule)
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
        words = []
        for die, taken in payment:
            face = self._table.face(die)
            symbols = f"{taken}/{face.amount}" if taken != face.amount else f"{taken}"
            title = self.card(self._table.match.card_of[die])
            distinguishing = ", spent in part" if self._table.dice[die].spun else ""
            words.append(f"{symbols} {face.energy or 'energy'} ({title}{distinguishing})")
        return " paying " + " + ".join(words)

    def say(self, action: act.Action) -> str:
        """Any action."""
        match = self._table.match
        wording = match.edition.wording
        if isinstance(action, act.DrawnDice):
            return "draw " + self._list(action.dice)
        if isinstance(action, act.RolledFaces):
            return f"roll {', '.join(str(face + 1) for face in action.faces)}"
        if isinstance(action, act.Reroll):
            return "reroll " + self._list(action.dice)
        if isinstance(action, act.KeepRoll):
            return "keep"
        if isinstance(action, act.HandOver):
            return self._hand_over(action)
        if isinstance(action, act.Purchase):
            return f"buy {self.card(match.card_of[action.die])}{self.pay(action.pay)}"
        if isinstance(action, act.FieldDie):
            return f"{wording.field} {self.die(action.die)}{self.pay(action.pay)}"
        if isinstance(action, act.UseAction):
            return f"use {self.die(action.die)}"
        if isinstance(action, act.UseGlobal):
            return f"global of {self.card(action.card)}{self._which(action)}{self.pay(action.pay)}"
        if isinstance(action, act.AttackWith):
            return f"attack with {self.die(action.die)}"
        if isinstance(action, act.Block):
            return f"block {self.die(action.attacker)} with {self.die(action.die)}"
        if isinstance(action, act.ChooseDie):
            where = self._table.dice[action.die]
            owner = match.names[where.seat] if where.seat != NOBODY else "nobody"
            shown = self.die(action.die) + self._shown(action.die)
            return f"choose {shown} ({owner}, {where.zone})"
        return self._other_action(action)

    def _list(self, dice: tuple[int, ...]) -> str:
        return ", ".join(f"{self.die(d)}{self._shown(d)}" for d in dice)

    def _shown(self, die: int) -> str:
        face = self._table.face(die)
        return f" {face.amount} {face.energy}" if face.energy else ""

    def _which(self, action: act.UseGlobal) -> str:
        """Which of a card's several globals, by its cost."""
        abilities = self._table.match.cards[action.card].text.abilities
        several = [n for n, each in enumerate(abilities) if isinstance(each, fx.Global)]
        return f" number {several.index(action.number) + 1}" if len(several) > 1 else ""

    def _hand_over(self, action: act.HandOver) -> str:
        table = self._table
        match = table.match
        owner = table.dice[action.die].owner
        other = sum(match.partners(owner)) - owner
        return f"{match.names[owner]}'s {self.die(action.die)} is {match.names[other]}'s to roll"

    def _other_action(self, action: act.Action) -> str:
        match = self._table.match
        if isinstance(action, act.EndDeclaration):
            what = {"share": "dice shared out", "attackers": "attackers declared"}
            return what.get(self._table.step, "blockers declared")
        if isinstance(action, act.ChoosePlayer):
            return f"choose {match.names[action.seat]}"
        if isinstance(action, act.Yes):
            return f"yes{self.pay(action.pay)}"
        if isinstance(action, act.ChooseNumber):
            return f"{action.amount:+d}" if action.amount < 0 else str(action.amount)
        if isinstance(action, act.ChooseName):
            return f"name {action.what}"
        if isinstance(action, act.ResolveFirst):
            return f"first the text of {action.title}"
        if isinstance(action, act.ConcedeGame):
            return f"{match.names[action.seat]} concedes"
        if isinstance(action, act.Discard):
            return f"{self.die(action.die)} to the Used Pile"
        if isinstance(action, act.BY_HAND):
            return f"by hand: {type(action).__name__}"
        return {act.Pass: "pass", act.No: "no"}.get(type(action), type(action).__name__)
