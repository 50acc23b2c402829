"""Targets are spoken, not seen: what the record does until a target is told or shows itself."""

import pytest
from irondie_positions import GAME, duel, go_on, play, position, refusal

from rules.irondie.state import DeclareDie, ForgoRoll, NameTarget, Proceed, RollResult

LIFE = ("0 swarm-green battle 6", "1 swarm-green battle 6")
IDLE = ("0 regeneration-white reserve", "1 regeneration-white reserve")


def table(*lines):
    return position(*LIFE, *lines, *IDLE)


def resolving(state):
    """All dice of the duel are rolled; the last one is about to be resolved."""
    while state.phase == "duel":
        state = play(state, ForgoRoll((state.duel.offence + state.duel.opportunity) % 2))
    return go_on(state)


def smasher_against(*values):
    lines = [f"1 assault-blue battle {value}" for value in values]
    return table("0 smasher-red reserve", *lines)


def test_a_die_with_several_possible_targets_is_listed_once_its_aim_left_open():
    state = smasher_against(4, 2)
    assert [action for action in GAME.legal_actions(state) if isinstance(action, DeclareDie)] == [
        DeclareDie(2)
    ]


def test_a_die_with_one_possible_target_is_listed_with_it():
    state = table("0 assault-red reserve", "1 smasher-blue battle 4")
    assert DeclareDie(2, (3,)) in GAME.legal_actions(state)


def test_every_target_can_be_told_with_the_die():
    state = smasher_against(4, 2)
    offered = {offer.action for offer in GAME.offers(state)}
    assert {DeclareDie(2, (target,)) for target in (0, 1, 3, 4)} <= offered
    assert all(refusal(state, DeclareDie(2, (target,))) is None for target in (0, 1, 3, 4))


def test_the_target_can_be_told_after_the_die_was_rolled():
    state = play(smasher_against(4, 2), DeclareDie(2), RollResult((5,)))
    assert NameTarget(2, 4) in {offer.action for offer in GAME.offers(state)}
    state = resolving(play(state, NameTarget(2, 4)))
    assert (state.zone[3], state.zone[4]) == ("battle", "abyss")


def test_a_target_is_told_once():
    state = play(smasher_against(4, 2), DeclareDie(2), RollResult((5,)), NameTarget(2, 4))
    assert refusal(state, NameTarget(2, 3)) == "no-such-aim"


def test_what_no_rule_lets_it_aim_at_cannot_be_told():
    state = table("0 assault-red reserve", "1 smasher-blue battle 4", "1 assault-blue battle 4",
                  "1 barrier-blue battle 4")  # fmt: skip
    state = play(state, DeclareDie(2), RollResult((5,)))
    assert refusal(state, NameTarget(2, 5)) == "no-such-aim"


def test_a_target_nobody_told_shows_by_where_it_goes():
    state = resolving(play(smasher_against(4, 2), DeclareDie(2), RollResult((5,))))
    assert GAME.legal_actions(state) == [
        NameTarget(2, 2),
        NameTarget(2, 3),
        NameTarget(2, 4),
    ]  # it loses to the life dice
    after = play(state, NameTarget(2, 3))
    assert (after.zone[3], after.zone[2]) == ("abyss", "limbo")
    assert play(state, NameTarget(2, 2)).zone[2] == "abyss"


def test_nobody_asks_for_a_target_on_which_nothing_depends():
    state = table("0 nullifier-red reserve", "1 assault-blue battle 4", "1 assault-blue battle 5")
    state = resolving(play(state, DeclareDie(2), RollResult((2,))))
    assert state.duel is None
    assert state.zone[2:5] == ("limbo", "battle", "battle")


def test_an_effect_that_changes_nothing_is_one_answer_whatever_the_target():
    state = table("0 ballistic-red reserve", "1 assault-blue battle 1", "1 smasher-blue battle 1")
    state = resolving(play(state, DeclareDie(2), RollResult((5,))))
    assert GAME.legal_actions(state) == [NameTarget(2, 0), NameTarget(2, 1), NameTarget(2, None)]
    assert play(state, NameTarget(2, None)).value[3:5] == (1, 1)


def test_a_regeneration_shows_by_the_die_that_comes_back():
    state = table("0 regeneration-red reserve", "0 assault-blue limbo", "0 barrier-blue limbo")
    state = resolving(play(state, DeclareDie(2), RollResult((4,))))
    state = play(state, NameTarget(2, 4))
    assert (state.zone[3], state.zone[4], state.value[4]) == ("limbo", "battle", 4)


def test_the_owner_of_an_assault_still_chooses_to_add_or_subtract():
    state = table("0 assault-red reserve", "0 smasher-red battle 2", "1 smasher-blue battle 3")
    state = resolving(play(state, DeclareDie(2), RollResult((5,))))
    state, _ = GAME.apply(state, NameTarget(2, 4))
    assert [type(action).__name__ for action in GAME.legal_actions(state)] == [
        "AddOrSubtract",
        "AddOrSubtract",
    ]


def test_an_answer_may_aim_at_what_the_first_die_may_be_aimed_at():
    state = table("0 smasher-red reserve", "1 assault-blue battle 4", "1 assault-green battle 3",
                  "1 ballistic-red reserve")  # fmt: skip
    state = play(state, DeclareDie(2), RollResult((5,)))
    assert refusal(state, DeclareDie(5, (3,))) is None
    assert refusal(state, DeclareDie(5, (2,))) is None


def test_an_answer_tells_what_the_first_die_aims_at():
    state = table("0 smasher-red reserve", "1 assault-blue battle 4", "1 assault-green battle 3",
                  "1 ballistic-red reserve")  # fmt: skip
    state = play(state, DeclareDie(2), RollResult((5,)), DeclareDie(5, (3,)))
    assert state.duel.rolls[0].targets == (3,)


def test_an_answer_resolved_first_tells_what_the_first_die_aims_at():
    state = table("0 smasher-red reserve", "1 assault-blue battle 4", "1 assault-green battle 3",
                  "1 ballistic-red reserve")  # fmt: skip
    state = play(state, DeclareDie(2), RollResult((5,)), DeclareDie(5), RollResult((6,)))
    state = resolving(state)
    state, _ = GAME.apply(state, NameTarget(5, 4))  # the answer turned this die down
    assert state.zone[4] == "abyss"  # so the Smasher was aimed at it as well


def test_a_swarm_in_answer_tells_that_the_first_die_aims_at_a_defence_die():
    state = table("0 smasher-red reserve", "0 assault-blue battle 4", "0 barrier-green battle 3",
                  "1 swarm-red reserve")  # fmt: skip
    state = play(state, DeclareDie(2), RollResult((5,)), DeclareDie(5, (4,)))
    assert state.duel.rolls[0].targets == (4,)


def test_a_told_and_an_untold_target_lead_to_the_same_table():
    told = duel(smasher_against(4, 2), (2, (3,), 5))
    shown = play(
        resolving(play(smasher_against(4, 2), DeclareDie(2), RollResult((5,)))), NameTarget(2, 3)
    )
    assert GAME.layout(told) == GAME.layout(shown)
    assert GAME.digest(told) == GAME.digest(shown)


def test_the_judge_reminds_of_a_target_that_nobody_told():
    state = play(smasher_against(4, 2), DeclareDie(2), RollResult((5,)))
    assert any("target has not been told" in reminder.text for reminder in GAME.reminders(state))


@pytest.mark.parametrize("aim", [NameTarget(2, 3), NameTarget(2, None), NameTarget(99, 0)])
def test_no_aim_can_be_told_where_there_is_no_duel(aim):
    assert refusal(smasher_against(4), aim) is not None


def test_all_dice_lie_to_be_seen_before_a_target_shows():
    state = smasher_against(4, 2)
    state, _ = GAME.apply(state, DeclareDie(2))
    state, _ = GAME.apply(state, RollResult((5,)))
    while state.phase == "duel":
        state, _ = GAME.apply(state, ForgoRoll((state.duel.offence + state.duel.opportunity) % 2))
    assert GAME.legal_actions(state) == [Proceed()]
