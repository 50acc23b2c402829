"""`legal` and `why_not` are written apart; here each is held against the other, and payments
against every combination there is.
"""

from itertools import product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.core import CHANCE
from rules.dicemasters.engine.position import state_from_lines
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.payment import (
    Cost,
    payment_error,
    payments,
    purse,
    shared_payments,
    spend,
)
from tests.bench.dicemasters_games import planned, steps

SETUP = {
    "format": "tournament",
    "first": 0,
    "teams": [
        {"name": "Ann", "cards": [["16imw", 4], ["46hhs", 3], ["1avx", 3], ["4avx", 3]]},
        {"name": "Bob", "cards": [["9ygo", 4]]},
    ],
    "basics": ["27avx", "57hhs"],
}
ENERGY = (
    *(f"Sidekick {energy}" for energy in ("Bolt", "Fist", "Mask", "Shield", "?")),
    "Rescue Bolt",
    "Rescue 2 Bolt",
    "Triceraton 2 Fist",
    "Beast 2 Mask",
    "Captain America 2 Shield",
    "Force Beam Generic",
    "Reclaim Generic",
)
COSTS = (
    *(Cost(amount) for amount in range(1, 7)),
    *(Cost(amount, (kind,), 1) for amount in range(1, 7) for kind in ("Bolt", "Fist", "Shield")),
    Cost(2, ("Bolt",), 2),
    Cost(3, ("Bolt", "Mask"), 1),
)
quick = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
few = settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def reserve_of(shown):
    """A position with these dice in Ann's Reserve Pool; as many as the game has of them."""
    lines = []
    for words in shown:
        try:
            state_from_lines("tmnt", SETUP, [*lines, f"0 reserve {words}"])
        except ValueError:
            continue
        lines.append(f"0 reserve {words}")
    return state_from_lines("tmnt", SETUP, lines)


def folded(table, pay):
    return tuple(sorted((table.match.kind_of[d], table.dice[d].face, taken) for d, taken in pay))


@given(
    st.lists(st.sampled_from(ENERGY), max_size=6),
    st.sampled_from(COSTS),
    st.integers(min_value=0, max_value=2),
)
@quick
def test_every_payment_there_is_is_found_and_no_other(shown, cost, free):
    table = GameTable(replace(reserve_of(shown), short_draw_energy=(free, 0)))
    dice = table.dice_in("reserve", 0)
    every = set()
    for taken in product(*(range(table.face(die).amount + 1) for die in dice)):
        pay = tuple((die, n) for die, n in zip(dice, taken, strict=True) if n)
        if payment_error(table, 0, cost, pay) is None:
            every.add(folded(table, pay))
    found = [folded(table, pay) for pay in payments(table, 0, cost)]
    assert len(set(found)) == len(found)
    assert set(found) == every


SHARING = ("Force Beam Generic", "Reclaim Generic", "Sidekick Bolt", "Sidekick ?", "Rescue 2 Bolt")
SMALL = tuple(cost for cost in COSTS if cost.amount <= 3)


@given(
    st.lists(st.sampled_from((*SHARING, "Sidekick Fist")), min_size=2, max_size=5),
    st.sampled_from(SMALL),
    st.sampled_from(SMALL),
    st.integers(min_value=0, max_value=1),
)
@settings(parent=quick, max_examples=200)
def test_two_costs_are_paid_at_once_exactly_where_one_after_the_other_will_not_do(
    shown, one, other, free
):
    state = replace(reserve_of(shown), short_draw_energy=(free, 0))
    table = GameTable(state)
    dice = table.dice_in("reserve", 0)
    at_once = set()
    for taken in product(*(range(table.face(die).amount + 1) for die in dice)):
        pay = tuple((die, n) for die, n in zip(dice, taken, strict=True) if n)
        exact = sum(n for _, n in pay) <= one.amount + other.amount
        if exact and payment_error(table, 0, (one, other), pay) is None:
            at_once.add(folded(table, pay))
    # What lies on no die pays the rest: who wastes half a die must spend more of it.
    amount = one.amount + other.amount
    apart = {
        folded(table, pay)
        for pay, left in one_after_the_other(state, one, other)
        if free - left == max(0, amount - sum(taken for _, taken in pay))
    }
    found = [folded(table, p) for p in shared_payments(purse(table, 0).held, one, other, free)]
    assert len(set(found)) == len(found)
    assert set(found) == at_once - apart


def one_after_the_other(state, one, other):
    """What is spent in all by paying two costs after each other, in either order."""
    for first, second in ((one, other), (other, one)):
        for pay in payments(GameTable(state), 0, first):
            table = GameTable(state)
            spend(table, 0, first, pay)
            for then in payments(table, 0, second):
                spent = dict(pay)
                for die, taken in then:
                    spent[die] = spent.get(die, 0) + taken
                after = GameTable(table.freeze())
                spend(after, 0, second, then)
                yield tuple(spent.items()), after.short_draw_energy[0]


@given(
    st.lists(
        st.sampled_from((*SHARING, "Sidekick Fist", "Force Beam Generic")), min_size=2, max_size=5
    ),
    st.lists(st.sampled_from(SMALL), min_size=3, max_size=4),
)
@settings(parent=quick, max_examples=100)
def test_what_is_paid_for_with_one_payment_comes_to_pairs_and_single_payments(shown, costs):
    # So `legal` lists pairs: the table looks the same after three things as after two and one.
    state = reserve_of(shown)
    table = GameTable(state)
    dice = table.dice_in("reserve", 0)
    wanted = set()
    for taken in product(*(range(table.face(die).amount + 1) for die in dice)):
        pay = tuple((die, n) for die, n in zip(dice, taken, strict=True) if n)
        if payment_error(table, 0, costs, pay) is None:
            wanted.add(folded(table, pay))
    assert not wanted - set(in_pairs(state, state, tuple(costs)))


def in_pairs(start, state, costs):
    """What is spent in all by paying these costs in twos and ones, in every order."""
    if not costs:
        first = GameTable(start)
        spent = [(die, spent_of(start, state, die)) for die in first.dice_in("reserve", 0)]
        yield folded(first, [(die, taken) for die, taken in spent if taken])
        return
    one, *others = costs
    table = GameTable(state)
    for pay in payments(table, 0, one):
        yield from in_pairs(start, after_paying(state, one, pay), tuple(others))
    for at, other in enumerate(others):
        left = (*others[:at], *others[at + 1 :])
        for pay in shared_payments(purse(table, 0).held, one, other, 0):
            yield from in_pairs(start, after_paying(state, (one, other), pay), left)


def after_paying(state, cost, pay):
    table = GameTable(state)
    spend(table, 0, cost, pay)
    return table.freeze()


def spent_of(start, state, die):
    """How much energy of a die has been spent since."""
    before, after = GameTable(start), GameTable(state)
    left = after.face(die).amount if after.dice[die].zone == "reserve" else 0
    return before.face(die).amount - left


def candidates(game, state):
    """Actions somebody might think of, legal or not."""
    table = GameTable(state)
    dice = [n for n, die in enumerate(state.dice) if die.zone not in ("bag", "used", "cards")]
    attackers = [n for n in dice if state.dice[n].zone == "attack"]
    yield from (act.PASS, act.END_DECLARATION, act.KEEP)
    for die in dice:
        yield act.AttackWith(die)
        yield act.UseAction(die)
        yield act.Discard(die)
        yield act.FieldDie(die)
        yield act.Reroll((die,))
        yield from (act.Block(die, attacker) for attacker in attackers)
    for number, die in enumerate(state.dice):
        if die.zone == "cards":
            for one in table.dice_in("reserve", table.mover):
                yield act.Purchase(number, ((one, 1),))
                yield act.Purchase(number, ((one, 2),))
    for said in state.match.global_abilities:
        for one in table.dice_in("reserve", table.mover):
            yield act.UseGlobal(said.card, said.number, ((one, 1),))


def shape(table, action):
    """What an action comes to, dice that are alike taken for one."""
    dice = [getattr(action, name) for name in ("die", "attacker") if hasattr(action, name)]
    parts = [type(action), *map(table.alike_key, dice)]
    if isinstance(action, act.UseGlobal):
        parts += [action.card, action.number]
    if isinstance(action, act.Reroll):
        parts.append(tuple(sorted(map(repr, map(table.alike_key, action.dice)))))
    parts.append(folded(table, getattr(action, "pay", ())))
    return tuple(parts)


@given(st.integers(min_value=0, max_value=2**32))
@few
def test_whatever_nobody_objects_to_is_listed(seed):
    game, setup, rng = planned(seed)
    taken = list(steps(game, setup, rng))
    for state, _ in taken[:: max(1, len(taken) // 60)]:
        if game.to_move(state) == CHANCE or state.request is not None:
            continue
        table = GameTable(state)
        listed = {shape(table, action) for action in game.legal_actions(state)}
        for action in candidates(game, state):
            if game.why_not(state, action) is None:
                assert shape(table, action) in listed, game.say(state, action)


def test_the_same_dice_written_in_any_order_pay():
    state = state_from_lines("tmnt", SETUP, ["0 reserve Sidekick Bolt", "0 reserve Sidekick Fist"])
    buys = [a for a in GAMES["tmnt"].legal_actions(state) if isinstance(a, act.Purchase)]
    for buy in buys:
        assert GAMES["tmnt"].why_not(state, act.Purchase(buy.die, buy.pay[::-1])) is None
