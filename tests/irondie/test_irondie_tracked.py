"""What the tracker makes of IRONDIE: silent choices are read from what follows, not asked."""

from copy import deepcopy
from random import Random

import msgspec
import pytest
from irondie_positions import GAME

from rules.core import Place
from rules.irondie.game import demo_setup
from rules.irondie.state import (
    BringRollOffDie,
    ChooseGroup,
    DeclareDie,
    ForgoRoll,
    NameTarget,
    Proceed,
    PutAwayRollOff,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
)
from rules.track import Ask, Commit, Tracker, Wait
from tests.bench.sightings.hands import Noise, SimulatedTable
from tests.track.judged import said

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0, beside=0)
ZAC = (0, 1, 3, 6, 7)  # Smasher, Assault, Barrier, Swarm, Fortress
DOT = (10, 11, 12, 15, 16)  # Assault, Ballistic, Barrier, Fortress, Swarm
FACES = ((4, 5, 3, 6, 2), (4, 4, 4, 6, 4))


class Desk:
    """A tracker over a simulated table on which a test plays."""

    def __init__(self):
        setup = demo_setup()
        self.state = GAME.new(setup)
        kinds = GAME.dice(setup)
        self.tracker = Tracker(GAME, self.state, kinds=kinds)
        self.table = SimulatedTable(GAME.zones, kinds, Random(1))
        self.table.follow(GAME.layout(self.state))
        self.time, self.number = 0.0, 0

    def do(self, *actions):
        """True actions, carried out with hands; then the hands leave."""
        for action in actions:
            chance = GAME.chance(self.state)
            thrown = [die for die, _ in chance.dice] if chance is not None else []
            self.state, _ = GAME.apply(self.state, action)
            self.table.follow(GAME.layout(self.state), thrown)
        self.disturb()

    def disturb(self):
        self._look(still=False, hands=True)

    def look(self, times=8):
        """What is said in this many looks, and once the players say that their move is over."""
        return list(said(self._at_rest, times, self.tracker.move_is_over))

    def rest(self, times):
        """What is said in this many looks while nobody says anything."""
        told = [self._at_rest() for _ in range(times)]
        return [verdict for verdict in told if not isinstance(verdict, Wait)]

    def _at_rest(self):
        return self._look(still=True, hands=False)

    def _look(self, **how):
        self.number += 1
        self.time += 0.25
        return self.tracker.look(self.table.look(self.time, self.number, QUIET, **how))

    def battle(self):
        """Both have rolled into battle, and the tracker knows."""
        self.do(ChooseGroup(0, ZAC), ChooseGroup(1, DOT), RollResult((*FACES[0], *FACES[1])))
        verdicts = self.look()
        assert all(isinstance(verdict, Commit) for verdict in verdicts)
        return self


def actions(verdicts):
    assert all(isinstance(verdict, Commit) for verdict in verdicts), verdicts
    return [step.action for verdict in verdicts for step in verdict.steps]


def test_a_duel_die_is_entered_at_once_and_its_target_is_not_asked():
    desk = Desk().battle()
    die = GAME.legal_actions(desk.state)[0].die
    desk.do(DeclareDie(die), RollResult((5,)))
    assert actions(desk.look(20)) == [DeclareDie(die), RollResult((5,))]


def test_the_target_is_entered_when_the_die_it_destroyed_lies_in_the_abyss():
    desk = Desk().battle()
    desk.state = desk.tracker.state
    smasher = 9  # Dot's white Smasher; Dot has more life and so the offensive
    desk.do(DeclareDie(smasher), RollResult((5,)))
    assert desk.look()
    desk.do(ForgoRoll(0), ForgoRoll(1), ForgoRoll(0), Proceed(), NameTarget(smasher, 0))
    assert NameTarget(smasher, 0) in actions(desk.look(20))
    assert GAME.digest(desk.tracker.state) == GAME.digest(desk.state)


def test_effects_that_cancel_each_other_are_not_taken_for_a_duel_resolved_at_once():
    # A Ballistic that loses takes 1, an Assault that loses may add 1: the table looks the same.
    desk = Desk().battle()
    desk.do(DeclareDie(9), RollResult((2,)))
    assert desk.look()
    desk.do(DeclareDie(2), RollResult((1,)))
    verdicts = desk.look(20)
    assert not any(isinstance(verdict, Ask) for verdict in verdicts)
    assert desk.tracker.state.phase in {"duel", "rolled"}


def test_a_duel_taken_for_resolved_may_be_taken_back_until_the_players_say_that_it_is_over():
    desk = Desk().battle()
    desk.do(DeclareDie(9), RollResult((5,)))
    assert desk.look()
    declared, lay = desk.state, deepcopy(desk.table.bodies)
    desk.do(ForgoRoll(0), ForgoRoll(1), ForgoRoll(0), Proceed(), NameTarget(9, 0))
    assert NameTarget(9, 0) not in actions(desk.rest(80))  # however long they rest
    assert NameTarget(9, 0) in desk.tracker.tail
    desk.table.bodies = lay
    desk.disturb()
    desk.rest(8)
    assert GAME.layout(desk.tracker.shown) == GAME.layout(declared)
    desk.table.follow(GAME.layout(desk.state))
    desk.disturb()
    assert NameTarget(9, 0) in actions(desk.look(8))


def test_shares_of_the_damage_are_read_from_the_life_dice_that_were_turned():
    desk = Desk()
    zac, dot = (1, 2, 6), (15, 16, 17)  # two attack dice and the Swarm; three life dice
    desk.do(ChooseGroup(0, zac), ChooseGroup(1, dot), RollResult((4, 2, 6, 4, 2, 3)))
    assert desk.look()
    desk.tracker.correct(settled := quiet(desk.tracker.state))
    desk.state = settled
    desk.do(
        Proceed(), TakeDamage(15, 2), TakeDamage(16, 2), TakeDamage(17, 2), TakeLifeDieBack(0, None)
    )
    assert {TakeDamage(15, 2), TakeDamage(16, 2), TakeDamage(17, 2)} <= set(actions(desk.look(30)))


def quiet(state):
    """Both sides renounce: the fight is over and nothing but the damage is left."""
    while state.phase == "skirmish":
        state, _ = GAME.apply(state, RenounceOffensive(state.next_offence))
    return state


def test_roll_off_dice_that_are_taken_away_mean_nothing_more():
    desk = Desk()
    desk.do(
        ChooseGroup(0, ZAC),
        ChooseGroup(1, DOT),
        RollResult((4, 5, 3, 6, 2, 4, 4, 4, 6, 2)),
        RollResult((6, 5)),
    )
    assert desk.look(20)
    assert desk.tracker.state.priority == 0
    desk.do(PutAwayRollOff())
    assert set(actions(desk.look(20))) == {PutAwayRollOff(0), PutAwayRollOff(1)}


@pytest.mark.parametrize(
    ("dice", "places"),
    [
        ((2, 9), ()),
        ((None, 13), ()),
        ((5, 9), (Place("battle-attack", 0), Place("battle-attack", 1))),
        ((2, None), (Place("skirmish", 1), Place("battle-life", 0))),
    ],
)
def test_a_roll_off_is_followed_with_any_die_at_hand_wherever_it_lands(dice, places):
    desk = Desk()
    desk.do(
        ChooseGroup(0, ZAC),
        ChooseGroup(1, DOT),
        RollResult((4, 5, 3, 6, 2, 4, 4, 4, 6, 2)),
    )
    assert desk.look(12)
    brought = [BringRollOffDie(side, die) for side, die in enumerate(dice)]
    desk.do(*brought, RollResult((3, 5)))
    for side, place in enumerate(places):
        name = f"rolloff{side}" if dice[side] is None else str(dice[side])
        body = desk.table.bodies[name]
        desk.table.put(name, body.kind, place, body.face)
    desk.disturb()
    assert actions(desk.look(30)) == [*brought, RollResult((3, 5))]
    assert desk.tracker.state.priority == 1
    desk.do(PutAwayRollOff())
    assert desk.rest(40) == []
    opens = desk.state.next_offence
    die = next(die for die in desk.state.dice_in("reserve", opens) if die in {9, 13, 14})
    desk.do(DeclareDie(die), RollResult((2,)))
    done = actions(desk.look(20))
    assert set(done[:2]) == {PutAwayRollOff(0), PutAwayRollOff(1)}
    assert done[2:] == [DeclareDie(die), RollResult((2,))]


def test_a_player_who_throws_later_is_waited_for_and_nothing_is_asked():
    desk = Desk()
    desk.do(ChooseGroup(0, ZAC))
    for die, face in zip(ZAC, FACES[0], strict=True):
        desk.table.bodies[str(die)].face = face - 1
    assert actions(desk.look(20)) == [ChooseGroup(0, ZAC)]  # Dot still shakes the dice
    desk.do(ChooseGroup(1, DOT), RollResult((*FACES[0], *FACES[1])))
    assert not any(isinstance(verdict, Ask) for verdict in desk.look(8))
    assert desk.tracker.state.phase == "skirmish"


def test_dice_in_hands_are_lawful_and_so_is_a_reserve_laid_into_its_zone():
    desk = Desk().battle()
    assert len(desk.table.bodies) == len(ZAC) + len(DOT)  # eight dice are in hands
    assert desk.rest(60) == []
    for die in (2, 4, 5):
        desk.table.put(str(die), desk.state.dice[die].kind, Place("reserve", 0), None)
    desk.disturb()
    assert desk.rest(60) == []
    desk.table.bodies.pop("4")
    desk.disturb()
    assert desk.rest(60) == []


def test_dice_that_fell_into_one_heap_are_waited_for_until_they_are_sorted():
    desk = Desk()
    desk.do(ChooseGroup(0, ZAC), ChooseGroup(1, DOT), RollResult((*FACES[0], *FACES[1])))
    lay = deepcopy(desk.table.bodies)
    for number in (0, 3, 6, 11, 16):  # a heap in the middle: both players' dice
        body = desk.table.bodies[str(number)]
        seat = body.place.seat
        again = desk.table.put(str(number), body.kind, Place("skirmish", seat), body.face)
        assert again.place.zone == "skirmish"
    assert desk.rest(32) == []
    desk.table.bodies = lay
    desk.disturb()
    assert all(isinstance(verdict, Commit) for verdict in desk.look())
    assert GAME.layout(desk.tracker.shown) == GAME.layout(desk.state)


def test_dice_that_nobody_touched_were_not_rolled_in_another_turn_that_came_up_alike():
    desk = Desk().battle()
    desk.do(DeclareDie(9), RollResult((5,)))
    assert desk.look()
    desk.do(ForgoRoll(0), ForgoRoll(1), ForgoRoll(0), Proceed(), NameTarget(9, 0))
    desk.rest(20)
    assert desk.tracker.shown.turn == 1
    assert not any(isinstance(action, ChooseGroup) for action in desk.tracker.tail)


def test_renouncing_is_asked_before_it_keeps_anybody_from_going_on_the_offensive():
    desk = Desk().battle()
    die = next(desk.state.dice_in("reserve", 0))  # though Dot may open the duel
    desk.do(RenounceOffensive(1), DeclareDie(die), RollResult((5,)))
    (asked,) = desk.rest(20)
    assert isinstance(asked, Ask)
    assert [answer.text for answer in asked.answers] == [
        "Dot renounces the offensive",
        "something else",
    ]
    assert not any(desk.tracker.state.renounced)
    assert [step.action for step in desk.tracker.answer(asked.number, 0).steps] == [
        RenounceOffensive(1)
    ]
    assert desk.rest(20) == []
    assert desk.tracker.tail == (DeclareDie(die), RollResult((5,)))


def test_who_forgoes_the_first_roll_may_still_answer_the_second_of_the_offence():
    desk = Desk().battle()
    first, second = (9, 13)
    desk.do(DeclareDie(first), RollResult((5,)))
    assert desk.look()
    desk.do(ForgoRoll(0), DeclareDie(second), RollResult((4,)))
    assert ForgoRoll(0) in actions(desk.look())
    answer = next(act for act in GAME.legal_actions(desk.state) if isinstance(act, DeclareDie))
    desk.do(answer, RollResult((3,)))
    assert actions(desk.rest(100)) == []
    assert desk.tracker.tail == (answer, RollResult((3,)))


def test_a_roll_that_would_end_the_game_waits_for_the_dice_of_the_other_side():
    desk = Desk()
    groups = ChooseGroup(0, (0, 1, 3)), ChooseGroup(1, DOT)  # Zac rolls no life die
    rolled = RollResult((4, 5, 3, *FACES[1]))
    desk.do(*groups, rolled)
    left = [desk.table.bodies.pop(str(die)) for die in DOT[2:]]
    desk.disturb()
    assert desk.rest(8) == []  # some of Dot's dice are still in the hand
    desk.table.bodies |= {str(die): body for die, body in zip(DOT[2:], left, strict=True)}
    desk.disturb()
    assert actions(desk.look()) == [*groups, rolled]


def test_a_die_that_was_named_is_that_die_at_once_though_it_shows_what_it_showed():
    desk = Desk()
    alike = {"assault-red": "smasher-black", "smasher-black": "assault-red"}  # to this eye
    look = desk.table.look

    def unsure(*args, **how):
        seen = look(*args, **how)
        dice = [
            msgspec.structs.replace(
                die,
                likelihood={
                    (kind, face): log - 0.7
                    for (own, face), log in die.likelihood.items()
                    for kind in dict.fromkeys((alike.get(own, own), own))
                },
            )
            for die in seen.dice
        ]
        return msgspec.structs.replace(seen, dice=tuple(dice))

    desk.table.look = unsure
    desk.do(ChooseGroup(0, ZAC), ChooseGroup(1, DOT), RollResult((4, 5, 3, 6, 2, *FACES[1])))
    asked = desk.rest(30)[-1]
    assert isinstance(asked, Ask)
    ((track, _, face),) = asked.answers[0].shows
    true = {3: "smasher-black", 4: "assault-red"}[face]
    right = next(n for n, each in enumerate(asked.answers) if each.shows[0][:2] == (track, true))
    desk.tracker.answer(asked.number, right)
    assert desk.rest(8) == []
    assert GAME.layout(desk.tracker.shown) == GAME.layout(desk.state)
