"""One text while it is carried out: whose it is, what it is about, what was chosen."""

from msgspec.structs import replace

from rules.core import DieNumber, Seat
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import DamageHit
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import NO_DIE, NOBODY
from rules.dicemasters.engine.stats import (
    NO_CONTEXT,
    TextContext,
    amount_of,
    matching_dice,
    stat,
)
from rules.dicemasters.engine.table import GameTable, Trigger


class Effect:
    """A card's text being carried out, with what has been chosen so far."""

    __slots__ = (
        "affected_count",
        "by",
        "card",
        "event",
        "held_hits",
        "picked",
        "picked_level",
        "picked_seat",
        "seat",
        "table",
        "this",
        "trigger",
    )

    def __init__(
        self,
        table: GameTable,
        seat: Seat,
        this: DieNumber,
        card: CardNumber,
        *,
        by: str = "ability",
        trigger: Trigger | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.this = this if this >= 0 else NO_DIE  # a card may speak without any die
        self.card = card
        self.by = by  # "ability", "action" or "global"
        self.trigger = trigger
        self.event = trigger.amount if trigger else 0
        self.picked: list[DieNumber] = []  # dice, and players as marks
        self.picked_level = 0
        self.picked_seat = NOBODY
        self.affected_count = 0  # how many dice the last operation touched
        self.held_hits: list[DamageHit] | None = None  # a batch's damage, until all of it falls

    @property
    def context(self) -> TextContext:
        """What this text has chosen and what it is about."""
        if not self.picked and self.trigger is None and self.picked_seat == NOBODY:
            return NO_CONTEXT
        event_die = self.trigger.event_die if self.trigger else NO_DIE
        level = self.trigger.level if self.trigger else 0
        return TextContext(
            tuple(self.picked), self.picked_level, self.picked_seat, event_die, level
        )

    def pick(self, mark: DieNumber) -> None:
        """Remember a choice."""
        self.picked.append(mark)
        if mark >= 0:
            self.picked_level = self.table.face(mark).level
            self.picked_seat = self.table.dice[mark].seat
        else:
            self.picked_seat = marked_player(mark)

    def matching_dice(self, who: fx.Dice) -> list[DieNumber]:
        """The dice `who` means for this text, now."""
        if who.own_card and self.this < 0:  # a card that speaks though no die of it is there
            code = self.table.match.cards[self.card].card.code
            who = replace(who, own_card=False, card=code)
        return matching_dice(self.table, who, self.seat, self.this, self.context)

    @property
    def name(self) -> str:
        """The card's name."""
        return self.table.match.cards[self.card].card.title

    @property
    def asking_text(self) -> str:
        """Who asks, in a question: the card's name, with the die's level where two dice may ask."""
        table, characters = self.table, self.table.characters(self.seat)
        may_ask = [die for die in characters if table.card(die) == self.card]
        if self.this in may_ask and len(may_ask) > 1:
            return table.spoken_name(self.this)
        return self.name

    def number(self, what: fx.Amount) -> int:
        """The number a text speaks of, now."""
        table = self.table
        if isinstance(what, fx.StatOf):
            values = [self._stat(die, what.stat) for die in self._seen(what)]
            value = sum(values) if what.total else max(values, default=0)
            if what.half:
                value //= 2
            return max(value, what.least)
        if isinstance(what, fx.HowMany):
            return what.times * (self.affected_count or self.event)
        if isinstance(what, fx.RolledEnergy):
            return sum(
                table.match.card_of[die] == self.card and bool(table.face(die).energy)
                for die in table.dice_in("reserve", self.seat)
            )
        return amount_of(table, what, self.seat, self.this, context=self.context, event=self.event)

    def _seen(self, what: fx.StatOf) -> list[DieNumber]:
        selector = what.selector
        if isinstance(selector, fx.Each):
            return self.matching_dice(selector.who)
        return self.fixed_dice(selector)

    def _stat(self, die: DieNumber, what: str) -> int:
        remembered = self.trigger
        if (
            remembered is not None
            and die == self.this
            and not self.table.in_field(die)
            and what != "cost"
        ):
            return int(getattr(remembered, what))
        if what == "level" and self.picked and die == self.picked[-1]:
            return self.picked_level  # as it was when it was chosen
        return stat(self.table, die, what)

    def fixed_dice(self, selector: fx.Selector) -> list[DieNumber]:
        """The dice of a selector that leaves nothing to choose."""
        trigger = self.trigger
        if isinstance(selector, fx.This):
            return [self.this] if self.this >= 0 else []
        if isinstance(selector, fx.OtherDie):
            return [trigger.other_die] if trigger and trigger.other_die >= 0 else []
        if isinstance(selector, fx.EventDie):
            return [trigger.event_die] if trigger and trigger.event_die >= 0 else []
        if isinstance(selector, fx.PickedDie):
            position = selector.number
            if -len(self.picked) <= position < len(self.picked):
                return [self.picked[position]]
        return []


def remembered_key(card: CardNumber) -> str:
    """How a card remembers something until the turn ends."""
    return f"remembers {card}"


def player_mark(seat: Seat) -> DieNumber:
    """A player as a number among dice: below `NO_DIE`."""
    return DieNumber(-2 - seat)


def marked_player(mark: DieNumber) -> Seat:
    """The seat behind a `player_mark`."""
    return Seat(-2 - mark)
