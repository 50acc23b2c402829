"""Actions in words: short, unambiguous, speakable."""

from rules.core import DieNumber
from rules.core.hints import zone_in_words
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
from words import NOTHING, Text, joined, name_of, tr


def action_in_words(state: DiceMastersState, action: act.Action) -> Text:
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

    def card(self, number: CardNumber) -> Text:
        """A card by its title; with subtitle and owner where several cards share the title."""
        match = self._table.match
        facts = match.cards[number].card
        alike = [c for c in match.cards if c.card.title == facts.title]
        if len(alike) == 1:
            return name_of(facts.title)
        if len({c.card.subtitle for c in alike}) == len(alike):
            return name_of(f"{facts.title} {facts.subtitle}")
        seat = match.cards[number].seat
        whose = tr(" ({name}'s)", name=match.names[seat]) if seat != NOBODY else ""
        return name_of(f"{facts.title} {facts.subtitle}") + whose

    def die(self, number: DieNumber) -> Text:
        """A die by its title, what it shows, and what sets it apart from others like it."""
        table = self._table
        face = table.face(number)
        title = self.card(table.match.card_of[number])
        if face.action and face.burst:
            title += " " + "*" * face.burst
        if face.level and title != "Sidekick":
            title += tr(" level {level}", level=face.level)
        return title + self._distinguishing(number)

    def _distinguishing(self, number: DieNumber) -> Text:
        """What sets a die apart: its stats now, its damage, rules it is under, its blockers."""
        table = self._table
        entry = table.dice[number]
        words = []
        if entry.modifiers or entry.damage:
            words.append(f"{attack(table, number)}/{defence(table, number)}")
        if entry.damage:
            words.append(tr("{damage} damage", damage=entry.damage))
        words += sorted(spoken_rules(table, number))
        if entry.spun:
            words.append(tr("spent in part"))
        if any(modifier.by_global for modifier in entry.modifiers):
            words.append(tr("by a global"))
        if is_attacking(table, number):
            opposed = [table.title(other) for other in blockers(table, number)]
            words += (
                [tr("blocked by {names}", names=joined(tr(" and "), sorted(opposed)))]
                if opposed
                else []
            )
        if entry.blocks:
            words.append(tr("blocking {die}", die=table.title(entry.blocks[0])))
        return " (" + joined(", ", words) + ")" if words else NOTHING

    def pay(self, payment: act.Payment) -> Text:
        """A payment, or nothing."""
        if not payment:
            return NOTHING
        if len(payment) == 1 and not payment[0][1]:  # a die "pays" without energy
            die = payment[0][0]
            by_ritual = self._table.dice[die].zone != "cards"
            if by_ritual:
                return tr(" with {die} for its Ritual", die=self.die(die))
            return tr(" for nothing")
        return tr(" paying {energy}", energy=joined(" + ", map(self._spent, payment)))

    def _spent(self, part: tuple[DieNumber, int]) -> Text:
        """What is taken from one die."""
        die, taken = part
        face = self._table.face(die)
        symbols = f"{taken}/{face.amount}" if taken != face.amount else f"{taken}"
        title = self.card(self._table.match.card_of[die])
        if self._table.dice[die].spun:
            title = title + tr(", spent in part")
        return tr(
            "{symbols} {energy} ({title})",
            symbols=symbols,
            energy=face.energy or tr("energy"),
            title=title,
        )

    def say(self, action: act.Action) -> Text:  # noqa: C901, PLR0911, PLR0912 - a case per action
        """Any action."""
        match = self._table.match
        match action:
            case act.DrawnDice(dice):
                return tr("draw {dice}", dice=self._list(dice))
            case act.RolledFaces(faces):
                return tr("roll {names}", names=joined(", ", (str(face + 1) for face in faces)))
            case act.Reroll(dice):
                return tr("reroll {dice}", dice=self._list(dice))
            case act.KeepRoll():
                return tr("keep")
            case act.HandOver(die):
                return self._hand_over(die)
            case act.Purchase(die, payment):
                return tr(
                    "buy {card}{pay}", card=self.card(match.card_of[die]), pay=self.pay(payment)
                )
            case act.FieldDie(die, payment):
                return tr(
                    "{field} {die}{pay}",
                    field=match.edition.wording.field,
                    die=self.die(die),
                    pay=self.pay(payment),
                )
            case act.UseAction(die):
                return tr("use {die}", die=self.die(die))
            case act.UseGlobal(card, number, payment, times):
                which = self._which_global(card, number)
                if isinstance(match.cards[card].text.abilities[number], fx.Paid):
                    return tr(
                        "pay for the text of {card}{which}{pay}",
                        card=self.card(card),
                        which=which,
                        pay=self.pay(payment),
                    )
                often = tr(" {times} times", times=times) if times > 1 else ""
                return tr(
                    "global of {card}{which}{often}{pay}",
                    card=self.card(card),
                    which=which,
                    often=often,
                    pay=self.pay(payment),
                )
            case act.PayAtOnce(parts, payment):
                all_parts = joined(tr(" and "), (self.say(part) for part in parts))
                return tr("{all_parts} at once{pay}", all_parts=all_parts, pay=self.pay(payment))
            case act.Discard(die):
                return tr("{die} to the Used Pile", die=self.die(die))
            case act.Pass():
                return tr("pass")
            case act.AttackWith(die):
                return tr("attack with {die}", die=self.die(die))
            case act.Block(die, attacker):
                return tr("block {die} with {other}", die=self.die(attacker), other=self.die(die))
            case act.EndDeclaration():
                what = {"share": tr("dice shared out"), "attackers": tr("attackers declared")}
                return what.get(self._table.step, tr("blockers declared"))
            case act.ChooseDie(die):
                return self._choose_die(die)
            case act.ChoosePlayer(seat):
                return tr("choose {name}", name=match.names[seat])
            case act.Yes(payment):
                return tr("yes{pay}", pay=self.pay(payment))
            case act.No():
                return tr("no")
            case act.ChooseNumber(amount):
                return name_of(f"{amount:+d}" if amount < 0 else str(amount))
            case act.ChooseName(what):
                return tr("name {what}", what=what)
            case act.ResolveFirst(_, title):
                said = title.replace("(fielded ", f"({match.edition.wording.fielded} ")
                return tr("first the text of {said}", said=said)
            case act.ConcedeGame(seat):
                return tr("{name} concedes", name=match.names[seat])
            case act.ByHand(acts, why):
                return tr(
                    "by hand: {acts}{why}",
                    acts=acts_in_words(self._table, acts),
                    why=f" ({why})" if why else "",
                )
            case _:
                return tr("by hand: {acts}", acts=acts_in_words(self._table, [action]))

    def shown(self, dice: tuple[DieNumber, ...]) -> tuple[Text, ...]:
        """Dice with what they show."""
        return tuple(self.die(d) + self._shown(d) for d in dice)

    def _list(self, dice: tuple[DieNumber, ...]) -> Text:
        return joined(", ", self.shown(dice))

    def _shown(self, die: DieNumber) -> str:
        face = self._table.face(die)
        return f" {face.amount} {face.energy}" if face.energy else ""

    def _which_global(self, card: CardNumber, number: int) -> Text:
        """Which of a card's several globals."""
        abilities = self._table.match.cards[card].text.abilities
        kind = type(abilities[number])
        several = [n for n, each in enumerate(abilities) if type(each) is kind]
        return (
            tr(" number {index}", index=several.index(number) + 1) if len(several) > 1 else NOTHING
        )

    def _hand_over(self, die: DieNumber) -> Text:
        match = self._table.match
        owner = self._table.dice[die].owner
        partner = sum(match.partners(owner)) - owner
        return tr(
            "{name}'s {die} is {other}'s to roll",
            name=match.names[owner],
            die=self.die(die),
            other=match.names[partner],
        )

    def _choose_die(self, die: DieNumber) -> Text:
        entry = self._table.dice[die]
        whose = self._table.match.names[entry.seat] if entry.seat != NOBODY else tr("nobody")
        return tr(
            "choose {die}{shown} ({whose}, {zone})",
            die=self.die(die),
            shown=self._shown(die),
            whose=whose,
            zone=zone_in_words(entry.zone),
        )
