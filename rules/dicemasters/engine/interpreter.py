"""Carries out what cards say: one small script for each word of `effects`."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import (
    DamageHit,
    check_knockouts,
    check_life,
    deal_damage,
    gain_life,
    knock_out,
    lose_life,
    offer_extra_damage,
    player_options,
    protected_from_effects,
    spin,
)
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    ChoiceRequest,
    DieState,
    DrawRequest,
    Modifier,
    RollRequest,
)
from rules.dicemasters.engine.stats import (
    TextContext,
    amount_of,
    attack,
    burst_matches,
    could_be_character,
    has,
    matching_dice,
    printed_stats,
    stat,
)
from rules.dicemasters.engine.table import GameTable, Trigger
from rules.dicemasters.engine.triggers import (
    Script,
    ask,
    ask_die,
    impose_rule,
    trigger_event,
    without_questions,
)
from rules.dicemasters.moves.actions import (
    NO,
    Action,
    ChooseDie,
    ChooseName,
    ChooseNumber,
    ChoosePlayer,
    DrawnDice,
    ResolveFirst,
    Yes,
)
from rules.dicemasters.moves.payment import payments, spend, written_cost


class Effect:
    """One text while it is carried out: whose it is, what it is about, what was chosen."""

    __slots__ = (
        "affected_count",
        "by",
        "card",
        "event",
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
        seat: int,
        this: int,
        card: int,
        *,
        by: str = "ability",
        trigger: Trigger | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.this = this
        self.card = card
        self.by = by  # "ability", "action" or "global"
        self.trigger = trigger
        self.event = trigger.amount if trigger else 0
        self.picked: list[int] = []  # dice, and players as marks
        self.picked_level = 0
        self.picked_seat = NOBODY
        self.affected_count = 0  # how many dice the last operation touched

    @property
    def context(self) -> TextContext:
        """What this text has chosen and what it is about."""
        event_die = self.trigger.event_die if self.trigger else NOBODY
        return TextContext(tuple(self.picked), self.picked_level, self.picked_seat, event_die)

    def pick(self, mark: int) -> None:
        """Remember a choice."""
        self.picked.append(mark)
        if mark >= 0:
            self.picked_level = self.table.face(mark).level
            self.picked_seat = self.table.dice[mark].seat
        else:
            self.picked_seat = marked_player(mark)

    def matching_dice(self, who: fx.Dice) -> list[int]:
        """The dice `who` means for this text, now."""
        return matching_dice(self.table, who, self.seat, self.this, self.context)

    @property
    def name(self) -> str:
        """The card's name."""
        return self.table.match.cards[self.card].card.title

    @property
    def asking_text(self) -> str:
        """Whose text asks: the card's name, with the die's level where two dice may ask."""
        table, characters = self.table, self.table.characters(self.seat)
        may_ask = [die for die in characters if table.card(die) == self.card]
        if self.this in may_ask and len(may_ask) > 1:
            return table.spoken_name(self.this)
        return self.name

    def number(self, what: fx.Amount) -> int:
        """The number a text speaks of, now."""
        table = self.table
        if isinstance(what, fx.StatOf):
            value = max((self._stat(die, what.stat) for die in self._seen(what)), default=0)
            if what.half:
                value //= 2
            return max(value, what.least)
        if isinstance(what, fx.HowMany):
            return self.event if self.affected_count == 0 else self.affected_count
        if isinstance(what, fx.RolledEnergy):
            return sum(
                table.match.card_of[die] == self.card and bool(table.face(die).energy)
                for die in table.dice_in("reserve", self.seat)
            )
        return amount_of(table, what, self.seat, self.this, context=self.context, event=self.event)

    def _seen(self, what: fx.StatOf) -> list[int]:
        selector = what.selector
        if isinstance(selector, fx.Each):
            return self.matching_dice(selector.who)
        return self.fixed_dice(selector)

    def _stat(self, die: int, what: str) -> int:
        remembered = self.trigger
        if (
            remembered is not None
            and die == self.this
            and not self.table.in_field(die)
            and what != "cost"
        ):
            return int(getattr(remembered, what))
        return stat(self.table, die, what)

    def fixed_dice(self, selector: fx.Selector) -> list[int]:
        """The dice of a selector that leaves nothing to choose."""
        trigger = self.trigger
        if isinstance(selector, fx.This):
            return [self.this] if self.this >= 0 else []
        if isinstance(selector, fx.OtherDie):
            return [trigger.other_die] if trigger and trigger.other_die >= 0 else []
        if isinstance(selector, fx.PickedDie):
            position = selector.number
            if -len(self.picked) <= position < len(self.picked):
                return [self.picked[position]]
        return []


def player_mark(seat: int) -> int:
    """How a player stands among dice: a number below `NOBODY`."""
    return -2 - seat


def marked_player(mark: int) -> int:
    """The inverse of `player_mark`."""
    return -2 - mark


def resolve_triggers(table: GameTable) -> Script:
    """Carry out everything that waits: the active player's first, then in its owner's order."""
    while table.queue and table.winners is None:
        for seat in table.seats_in_turn():
            waiting = [t for t in table.queue if t.seat == seat]
            if waiting:
                break
        else:
            table.queue.clear()
            return
        chosen = yield from _choose_first(table, seat, waiting)
        table.queue.remove(chosen)
        yield from _carry_out_trigger(table, chosen)
        check_life(table)


def _choose_first(table: GameTable, seat: int, waiting: Sequence[Trigger]) -> Script:
    """Which of several simultaneous effects of one player comes first."""
    options: list[Action] = []
    seen = set()
    for number, trigger in enumerate(waiting):
        alike = (
            trigger.card_ability.card,
            trigger.card_ability.number,
            trigger.amount,
            trigger.burst,
        )
        if alike not in seen:
            seen.add(alike)
            options.append(ResolveFirst(number, _trigger_in_words(table, trigger)))
    answer = yield from ask(seat, "which effect first?", options)
    return waiting[answer.number]


def _trigger_in_words(table: GameTable, trigger: Trigger) -> str:
    """A waiting text in words: whose, what happened, to which die."""
    ability = trigger.card_ability.ability
    assert isinstance(ability, fx.When)
    about = f" ({ability.event}"
    if trigger.event_die >= 0:
        about += f" {table.spoken_name(trigger.event_die)}"
    if trigger.amount:
        about += f" {trigger.amount}"
    owner = table.match.cards[trigger.card_ability.card]
    return f"{owner.card.title}{about}, {trigger.card_ability.number + 1})"


def _carry_out_trigger(table: GameTable, trigger: Trigger) -> Script:
    ability = trigger.card_ability.ability
    assert isinstance(ability, fx.When)
    do = ability.do
    if trigger.burst == 1 and ability.star is not None:
        do = ability.star
    elif trigger.burst == 2 and ability.double is not None:
        do = ability.double
    effect = Effect(table, trigger.seat, trigger.die, trigger.card_ability.card, trigger=trigger)
    table.add_event("ability", f"{effect.name}'s text applies", trigger.seat, card=effect.name)
    yield from perform(effect, do)


def perform(effect: Effect, do: fx.Operations) -> Script:
    """Carry out operations one after the other, then knock out what cannot stand."""
    for operation in fx.operations_of(do):
        if effect.table.winners is not None:
            return
        yield from CARRY_OUT[type(operation)](effect, operation)
    yield from check_knockouts(effect.table)


def is_possible(effect: Effect, do: fx.Operations) -> bool:
    """Whether there is anything for the first operation to be done to."""
    operations = fx.operations_of(do)
    if not operations:
        return False
    first = operations[0]
    if isinstance(first, fx.May):
        return is_possible(effect, first.do)
    for name in ("who", "to", "one", "other"):
        selector = getattr(first, name, None)
        if isinstance(selector, fx.Target) and not selector.player:
            if not candidates(effect, selector):
                return False
        elif (
            isinstance(selector, fx.Each)
            and not isinstance(first, fx.Give)
            and not effect.matching_dice(selector.who)
        ):
            return False
    if isinstance(first, fx.Spin) and isinstance(first.who, fx.Target) and first.by:
        return any(can_spin(effect.table, die, first.by) for die in candidates(effect, first.who))
    return True


def can_spin(table: GameTable, die: int, by: int) -> bool:
    """Whether a die has a level that many steps up or down."""
    levels = table.match.kinds[table.match.kind_of[die]].levels
    return 1 <= table.face(die).level + by <= len(levels)


def candidates(effect: Effect, target: fx.Target) -> list[int]:
    """The dice that may be chosen as a target."""
    seat = effect.seat
    table = effect.table
    if target.player == "only":
        return []
    dice = effect.matching_dice(target.who)
    if effect.by == "ability":
        return dice
    team = table.match.team
    return [
        die
        for die in dice
        if not (
            (effect.by == "global" and has(table, die, "untargetable-by-global"))
            or (
                team(table.dice[die].seat) != team(seat)
                and has(table, die, "untargetable-by-opponent")
            )
        )
    ]


def choose_dice(effect: Effect, selector: fx.Selector, text: str = "") -> Script:
    """The dice (and players, as marks) a selector means, asking where there is a choice."""
    table = effect.table
    if isinstance(selector, fx.Each):
        return effect.matching_dice(selector.who)
    if isinstance(selector, fx.WhichPlayers):
        return [player_mark(seat) for seat in seats_of(effect, selector.seats)]
    if not isinstance(selector, fx.Target):
        return effect.fixed_dice(selector)
    found: list[int] = []
    chooser = effect.seat if selector.by == "you" else table.match.opponent_of(effect.seat)
    for left in range(selector.count, 0, -1):
        dice = [die for die in candidates(effect, selector) if die not in found]
        if not selector.up_to and not selector.player and len(dice) <= left:
            for die in dice:  # nothing is left to choose
                effect.pick(die)
            return found + dice
        options: list[Action] = [ChooseDie(die) for die in table.one_of_each(dice)]
        if selector.player:
            options += player_options(table, effect.seat, selector.player)
        if selector.up_to:
            options.append(NO)
        if not options:
            break
        answer = yield from ask(chooser, f"{effect.asking_text}: {text or 'which one?'}", options)
        if isinstance(answer, ChooseDie):
            found.append(answer.die)
            effect.pick(answer.die)
        elif isinstance(answer, ChoosePlayer):
            found.append(player_mark(answer.seat))
            effect.pick(player_mark(answer.seat))
        else:
            break
    return found


def choose_affected(
    effect: Effect, selector: fx.Selector, text: str, *, damage: bool = False
) -> Script:
    """The dice an operation really affects: those a text protects are left out."""
    chosen = yield from choose_dice(effect, selector, text)
    kept = []
    for mark in chosen:
        if mark >= 0:
            protected = yield from protected_from_effects(
                effect.table, mark, effect.this, damage=damage
            )
            if protected:
                continue
        kept.append(mark)
    return kept


def seats_of(effect: Effect, seats: str) -> list[int]:
    """The seats a text speaks of."""
    table = effect.table
    match = table.match
    if seats == "you":
        return [effect.seat]
    if seats == "opponent":
        return [match.opponent_of(effect.seat)]
    if seats == "active":
        return [table.active]
    if seats == "owner":
        event_die = effect.trigger.event_die if effect.trigger else NOBODY
        return [table.dice[event_die].owner if event_die >= 0 else effect.seat]
    return table.seats_in_turn()


def _damage(effect: Effect, op: fx.Damage) -> Script:
    chosen = yield from choose_affected(effect, op.to, "who takes the damage?", damage=True)
    by = effect.fixed_dice(op.by)
    source = by[0] if by else effect.this
    much = effect.number(op.amount)
    hits = [
        DamageHit(source, effect.seat, much, die=mark)
        if mark >= 0
        else DamageHit(source, effect.seat, much, player=marked_player(mark))
        for mark in chosen
    ]
    if effect.by in ("action", "global"):
        hits = yield from offer_extra_damage(effect.table, effect.seat, hits)
    yield from deal_damage(effect.table, hits)
    effect.affected_count = len(chosen)


def _ko(effect: Effect, op: fx.KO) -> Script:
    chosen = yield from choose_affected(effect, op.who, "which die is knocked out?")
    table = effect.table
    active_dice = [
        die for die in chosen if not has(table, die, "Iron Will") or table.dice[die].damage > 0
    ]
    sources = {die: [effect.this] for die in active_dice} if effect.this >= 0 else {}
    left = yield from knock_out(table, active_dice, sources, to=op.to)
    effect.affected_count = len(left)


def _sacrifice(effect: Effect, op: fx.Sacrifice) -> Script:
    table = effect.table
    chosen = yield from choose_dice(effect, op.who, "which die is sacrificed?")
    for die in chosen:
        owner = table.dice[die].owner
        table.move(die, table.match.edition.spent_to if table.on_turn(owner) else "used", owner)
    effect.affected_count = len(chosen)


def _spin(effect: Effect, op: fx.Spin) -> Script:
    table = effect.table
    if op.by and isinstance(op.who, fx.Target):
        able = [d for d in candidates(effect, op.who) if can_spin(table, d, op.by)]
        if not able and op.by < 0:
            effect.affected_count = 0
            return
    chosen = yield from choose_affected(effect, op.who, "which die spins?")
    moved = 0
    for die in chosen:
        by = op.by
        if by == 0:
            ways = [ChooseNumber(step) for step in (1, -1) if can_spin(table, die, step)]
            if not ways:
                continue
            answer = yield from ask(effect.seat, "up or down?", ways)
            by = answer.amount
        moved += spin(table, die, by)
    effect.affected_count = moved


def _buff(effect: Effect, op: fx.Buff) -> Script:
    chosen = yield from choose_affected(effect, op.who, "which die gets the bonus?")
    up, down = effect.number(op.attack), effect.number(op.defence)
    for die in chosen:
        effect.table.add_modifier(
            die,
            Modifier(up, down, "", op.until, effect.seat, effect.this, effect.by == "global"),
        )
    effect.affected_count = len(chosen)


def _give(effect: Effect, op: fx.Give) -> Script:
    chosen = yield from choose_affected(effect, op.who, "which die?")
    for die in chosen:
        if die >= 0:
            effect.table.add_modifier(
                die,
                Modifier(
                    rule=op.what,
                    until=op.until,
                    seat=effect.seat,
                    source=effect.this,
                    by_global=effect.by == "global",
                ),
            )
    effect.affected_count = len(chosen)


@without_questions
def _impose_rule(effect: Effect, op: fx.ImposeRule) -> None:
    impose_rule(effect.table, op, effect.seat, effect.card, by_global=effect.by == "global")


@without_questions
def _gain_life(effect: Effect, op: fx.GainLife) -> None:
    much = effect.number(op.amount)
    for seat in seats_of(effect, op.seats):
        gain_life(effect.table, seat, much)


@without_questions
def _lose_life(effect: Effect, op: fx.LoseLife) -> None:
    much = effect.number(op.amount)
    seats = seats_of(effect, op.seats)
    active = effect.table.active
    for seat in sorted(seats, key=lambda s: s == active):
        lose_life(effect.table, seat, much)
    check_life(effect.table)


def draw(table: GameTable, seat: int, count: int) -> Script:
    """Draw dice into the Prep Area, refilling the bag when it runs out; the dice drawn."""
    drawn: list[int] = []
    while count > 0:
        bag = table.dice_in("bag", seat)
        if not bag:
            used = list(table.dice_in("used", seat))
            if not used:
                break
            for die in used:
                table.move(die, "bag", seat)
            table.add_player_event(
                "bag-refilled", seat, f"refills the bag with {len(used)} dice", dice=len(used)
            )
            continue
        answer = yield DrawRequest(seat, min(count, len(bag)), tuple(bag))
        assert isinstance(answer, DrawnDice)
        for die in answer.dice:
            table.move(die, "prep", seat)
        names = [table.match.die_names[die] for die in answer.dice]
        table.add_player_event(
            "drawn", seat, f"draws {table.spoken_names(answer.dice)}", dice=names
        )
        drawn += answer.dice
        count -= len(answer.dice)
    return drawn


def roll(table: GameTable, seat: int, dice: Sequence[int]) -> Script:
    """Roll dice where they lie; the faces they show, in order."""
    if not dice:
        return ()
    answer = yield RollRequest(seat, tuple(dice))
    for die, face in zip(dice, answer.faces, strict=True):
        table.change_die(die, face=face, spun=False)
    table.add_player_event("rolled", seat, f"rolls {table.shown(dice)}", faces=list(answer.faces))
    return answer.faces


def _draw_dice(effect: Effect, op: fx.DrawDice) -> Script:
    table = effect.table
    drawn_in_all = 0
    for seat in seats_of(effect, op.seats):
        drawn = yield from draw(table, seat, effect.number(op.count))
        drawn_in_all += len(drawn)
        if op.to == "reserve":
            for die in drawn:
                table.move(die, "reserve", seat)
            yield from roll(table, seat, drawn)
        elif op.to != "prep":
            for die in drawn:
                table.move(die, op.to, seat)
    effect.affected_count = drawn_in_all


def _draw_and_sort(effect: Effect, op: fx.DrawAndSort) -> Script:
    table = effect.table
    drawn = yield from draw(table, effect.seat, op.count)
    waiting = list(drawn)
    for _ in range(min(op.keep, len(drawn))):
        die = yield from ask_die(table, effect.seat, "which die goes to the Prep Area?", waiting)
        waiting.remove(die)
    for die in waiting:
        table.move(die, "used", effect.seat)
    effect.affected_count = len(drawn)


def _move(effect: Effect, op: fx.Move) -> Script:
    chosen = yield from choose_affected(effect, op.who, f"which die moves to {op.to}?")
    table = effect.table
    for die in chosen:
        put_in_field(table, die, op.level) if op.to == "field" else table.move(die, op.to)
    effect.affected_count = len(chosen)


def put_in_field(table: GameTable, die: int, level: int) -> None:
    """Put a die into its owner's field at a level (a Sidekick has only one)."""
    match = table.match
    levels = match.kinds[match.kind_of[die]].levels
    face = levels[min(level, len(levels)) - 1] if level else table.dice[die].face
    table.move(die, "field", table.dice[die].owner, face)


def field_without_paying(table: GameTable, die: int, level: int) -> None:
    """Field a die without paying; "when fielded" answers where the book has it so."""
    put_in_field(table, die, level)
    table.fielded = (*table.fielded, die)
    name = table.match.die_names[die]
    word = table.match.edition.wording.fielded
    table.add_event("fielded", f"{table.spoken_name(die)} is {word}", die=name)
    if table.match.edition.fielded_by_effect:
        trigger_event(table, "fielded", die)


def _field_without_paying(effect: Effect, op: fx.FieldFree) -> Script:
    chosen = yield from choose_affected(effect, op.who, "which die is fielded?")
    for die in chosen:
        field_without_paying(effect.table, die, op.level)
    effect.affected_count = len(chosen)


def _roll_dice(effect: Effect, op: fx.RollDice) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, "which die is rolled?")
    if table.match.edition.spun_dice_stay:  # partially spent dice cannot be rerolled
        chosen = [die for die in chosen if not table.dice[die].spun]
    before = {die: (table.dice[die].zone, table.dice[die].seat) for die in chosen}
    by_seat: dict[int, list[int]] = {}
    for die in chosen:
        entry = table.dice[die]
        in_field = table.in_field(die)
        by_seat.setdefault(entry.seat if in_field else entry.owner, []).append(die)
        if not in_field:  # the Reserve Pool is where dice are rolled
            table.move(die, "reserve", entry.owner)
    for seat, dice in by_seat.items():
        yield from roll(table, seat, dice)
    for die in chosen:
        _sort_rolled(table, op, die, *before[die])
    effect.affected_count = len(chosen)


def _sort_rolled(table: GameTable, op: fx.RollDice, die: int, zone: str, seat: int) -> None:
    face = table.dice[die].face
    shows_level = table.match.faces[die][face].level > 0
    to = op.character if shows_level else op.other
    owner = table.dice[die].owner
    if to == "stay":
        # A face that cannot be in the field goes to the Reserve Pool.
        if zone in ("field", "attack") and not shows_level:
            table.move(die, "reserve", owner, face)
        elif zone not in ("field", "attack", "reserve"):
            table.move(die, zone, seat)
    elif to == "field":
        field_without_paying(table, die, 0)
    else:
        table.move(die, to, owner, face if to == "reserve" else NO_FACE)


def _swap_attack(effect: Effect, op: fx.SwapAttack) -> Script:
    one = yield from choose_affected(effect, op.one, "whose attack is swapped?")
    other = yield from choose_affected(effect, op.other, "with whose?")
    if not one or not other:
        return
    table = effect.table
    first, second = attack(table, one[0]), attack(table, other[0])
    by_global = effect.by == "global"
    for die, gain in ((one[0], second - first), (other[0], first - second)):
        table.add_modifier(die, Modifier(gain, 0, "", "turn", effect.seat, effect.this, by_global))
    effect.affected_count = 2


def _swap_dice(effect: Effect, op: fx.SwapDice) -> Script:
    one = yield from choose_affected(effect, op.one, "which die leaves?")
    if not one:
        return
    table = effect.table
    other = yield from choose_affected(effect, op.other, "which die comes instead?")
    if not other:
        effect.affected_count = 0
        return
    table.move(one[0], "used", table.dice[one[0]].owner)
    put_in_field(table, other[0], 1)
    effect.affected_count = 2


def _capture(effect: Effect, op: fx.Capture) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, "which die is captured?")
    for die in chosen:
        entry = table.dice[die]
        table.move(die, "prep", entry.owner)
        table.replace_die(
            die,
            DieState(
                "field", table.dice[effect.this].seat, entry.owner, entry.face, under=effect.this
            ),
        )
    effect.affected_count = len(chosen)


def _control(effect: Effect, op: fx.Control) -> Script:
    table = effect.table
    with_ = yield from choose_dice(effect, op.with_, "which die controls?")
    chosen = yield from choose_affected(effect, op.who, "which die is controlled?")
    for die in chosen:
        entry = table.dice[die]
        under = with_[0] if with_ else NOBODY
        modifier = Modifier(rule="controlled", seat=effect.seat)
        table.replace_die(
            die,
            DieState(
                "field",
                effect.seat,
                entry.owner,
                entry.face,
                entry.damage,
                (modifier,),
                under=under,
            ),
        )
        if under != NOBODY:
            table.add_modifier(under, Modifier(rule="cannot-attack", seat=effect.seat))
    effect.affected_count = len(chosen)


def _attach(effect: Effect, op: fx.Attach) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, "which die is it put on?")
    for die in chosen:
        face = table.dice[effect.this].face
        owner = table.dice[effect.this].owner
        table.replace_die(
            effect.this, DieState("field", table.dice[die].seat, owner, face, under=die)
        )
        table.add_modifier(
            die, Modifier(rule=op.rule, until=op.until, seat=effect.seat, source=effect.this)
        )
    effect.affected_count = len(chosen)


def _copy(effect: Effect, op: fx.Copy) -> Script:
    table = effect.table
    models = yield from choose_affected(effect, op.of, "which die is copied?")
    copying = yield from choose_dice(effect, op.who)
    if not models or not copying:
        effect.affected_count = 0
        return
    model = models[0]
    for die in copying:
        if op.what != "abilities":
            theirs, own = printed_stats(table, model), printed_stats(table, die)
            gain = (theirs[0] - own[0], theirs[1] - own[1])
            table.add_modifier(
                die, Modifier(gain[0], gain[1], "", op.until, effect.seat, effect.this)
            )
        if op.what != "stats":
            table.add_modifier(
                die, Modifier(rule="text-of", until=op.until, seat=effect.seat, source=model)
            )
    effect.affected_count = len(copying)


def _return_to_field(effect: Effect, op: fx.ReturnToField) -> Script:
    chosen = yield from choose_affected(effect, op.who, "which die goes back?")
    table = effect.table
    for die in chosen:
        for other in [n for n, entry in enumerate(table.dice) if die in entry.blocks]:
            table.change_die(other, blocks=(), zone="field")
        table.change_die(die, zone="field", blocks=(), blocked=False)
    effect.affected_count = len(chosen)


def _name_die(effect: Effect, _: fx.NameDie) -> Script:
    table = effect.table
    match = table.match
    own = _kinds_of(table, effect.seat)
    if not own:
        return
    options: list[Action] = [ChooseName(match.kinds[kind].name) for kind in own]
    named = yield from ask(effect.seat, "which die is named?", options)
    drawn = yield from draw(table, effect.seat, 1)
    for die in drawn:
        if match.kinds[match.kind_of[die]].name != named.what:
            table.move(die, "bag", effect.seat)
    effect.affected_count = len(drawn)


def _kinds_of(table: GameTable, seat: int) -> list[int]:
    """The kinds a player could draw."""
    dice = [*table.dice_in("bag", seat)] or [*table.dice_in("used", seat)]
    return sorted({table.match.kind_of[die] for die in dice})


def _draw_to_replace(effect: Effect, op: fx.DrawToReplace) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, "which die may be replaced?")
    for die in chosen:
        owner = table.dice[die].owner
        drawn = yield from draw(table, owner, 1)
        for new in drawn:
            if not could_be_character(table, new):
                table.move(new, "bag", owner)
                continue
            entry = table.dice[die]
            levels = table.match.kinds[table.match.kind_of[new]].levels
            table.move(die, "bag", owner)
            table.replace_die(
                new,
                DieState(
                    entry.zone,
                    entry.seat,
                    owner,
                    levels[0],
                    blocks=entry.blocks,
                    blocked=entry.blocked,
                ),
            )
            for other, blocker in enumerate(table.dice):
                if die in blocker.blocks:
                    table.change_die(other, blocks=(new,))
    effect.affected_count = len(chosen)


def _draw_and_field(effect: Effect, op: fx.DrawAndField) -> Script:
    table = effect.table
    drawn = yield from draw(table, effect.seat, effect.number(op.count))
    match = table.match
    for die in drawn:
        facts = match.cards[match.card_of[die]].card
        if facts.is_character and op.team in facts.affiliations:
            field_without_paying(table, die, 1)
        else:
            table.move(die, "bag", effect.seat)
    effect.affected_count = len(drawn)


def _spin_face(effect: Effect, op: fx.SpinFace) -> Script:
    table = effect.table
    chosen = yield from choose_affected(effect, op.who, "which die is turned?")
    for die in chosen:
        kind = table.match.kinds[table.match.kind_of[die]]
        faces = [face for face in dict.fromkeys(kind.looks_like) if face != table.dice[die].face]
        options: list[Action] = [ChooseName(str(face)) for face in faces]
        answer = yield from ask(effect.seat, "to which face?", options)
        table.change_die(die, face=int(answer.what))
    effect.affected_count = len(chosen)


@without_questions
def _cancel_globals(effect: Effect, _: fx.CancelGlobals) -> None:
    table = effect.table
    for number, die in enumerate(table.dice):
        if any(modifier.by_global for modifier in die.modifiers):
            kept = tuple(modifier for modifier in die.modifiers if not modifier.by_global)
            table.change_die(number, modifiers=kept)
    table.lasting = tuple(x for x in table.lasting if not x.by_global)


def _may(effect: Effect, op: fx.May) -> Script:
    table = effect.table
    seat = effect.seat if op.by == "you" else table.match.opponent_of(effect.seat)
    agreed = False
    if is_possible(effect, op.do) and table.life[table.match.team(seat)] > op.life:
        agreed = yield from _player_agrees(effect, op, seat)
    yield from perform(effect, op.do if agreed else op.otherwise)


def _player_agrees(effect: Effect, op: fx.May, seat: int) -> Script:
    table = effect.table
    text = f"use {effect.asking_text}'s text?"
    if op.energy:
        cost = written_cost(op.energy)
        options: list[Action] = [Yes(pay) for pay in payments(table, seat, cost)]
        if not options:
            return False
        answer = yield ChoiceRequest(seat, text, (NO, *options))
        if not isinstance(answer, Yes):
            return False
        spend(table, seat, cost, answer.pay)
        return True
    answer = yield ChoiceRequest(seat, text, (NO, Yes()))
    if not isinstance(answer, Yes):
        return False
    if op.life:
        lose_life(table, seat, op.life)
    return True


def _if(effect: Effect, op: fx.If) -> Script:
    yield from perform(effect, op.do if _condition_holds(effect, op) else op.otherwise)


def _condition_holds(effect: Effect, op: fx.If) -> bool:
    table = effect.table
    if op.burst:
        shown = effect.trigger.burst if effect.trigger else table.face(effect.this).burst
        if not burst_matches(op.burst, shown):
            return False
    if op.any_moved and not effect.affected_count:
        return False
    if op.no_attack and table.turn_attacked:
        return False
    if op.who is None:
        return True
    dice = effect.matching_dice(op.who)
    if op.picked is not None:
        return any(die in dice for die in effect.fixed_dice(op.picked))
    return op.at_least <= len(dice) <= op.at_most


def _name_title(effect: Effect, op: fx.NameTitle) -> Script:
    table = effect.table
    titles = sorted({c.card.title for c in table.match.cards if op.team in c.card.affiliations})
    if not titles:
        return
    options: list[Action] = [ChooseName(title) for title in titles]
    answer = yield from ask(
        effect.seat, f"{effect.asking_text}: which character is named?", options
    )
    if op.until == "leaves":
        table.lasting = tuple(
            x for x in table.lasting if not (x.until == "leaves" and x.card == effect.card)
        )
    for rule in op.rules:
        named = fx.ImposeRule(rule, fx.Dice(title=answer.what), until=op.until)
        impose_rule(table, named, effect.seat, effect.card)


def _each_player(effect: Effect, op: fx.EachPlayer) -> Script:
    for seat in effect.table.seats_in_turn():
        theirs = Effect(effect.table, seat, effect.this, effect.card, by=effect.by)
        yield from perform(theirs, op.do)


@without_questions
def _do_by_hand(effect: Effect, op: fx.DoByHand) -> None:
    effect.table.add_event("by-hand", f"{effect.name}: {op.text}", effect.seat, card=effect.name)


CARRY_OUT: Final[dict[type, Callable[[Effect, Any], Script]]] = {
    fx.Damage: _damage,
    fx.KO: _ko,
    fx.Sacrifice: _sacrifice,
    fx.Spin: _spin,
    fx.Buff: _buff,
    fx.Give: _give,
    fx.ImposeRule: _impose_rule,
    fx.GainLife: _gain_life,
    fx.LoseLife: _lose_life,
    fx.DrawDice: _draw_dice,
    fx.DrawAndSort: _draw_and_sort,
    fx.Move: _move,
    fx.FieldFree: _field_without_paying,
    fx.RollDice: _roll_dice,
    fx.SwapAttack: _swap_attack,
    fx.SwapDice: _swap_dice,
    fx.Capture: _capture,
    fx.Control: _control,
    fx.Attach: _attach,
    fx.Copy: _copy,
    fx.ReturnToField: _return_to_field,
    fx.NameDie: _name_die,
    fx.DrawToReplace: _draw_to_replace,
    fx.DrawAndField: _draw_and_field,
    fx.SpinFace: _spin_face,
    fx.CancelGlobals: _cancel_globals,
    fx.May: _may,
    fx.If: _if,
    fx.EachPlayer: _each_player,
    fx.NameTitle: _name_title,
    fx.DoByHand: _do_by_hand,
}
