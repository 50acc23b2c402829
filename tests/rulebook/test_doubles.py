"""HHS, "Dice Masters Doubles Quick Start Rules": two against two.

Seats 0 and 2 are one team, 1 and 3 the other; 0 sits across from 1, 2 across from 3.
"""

import pytest
from game_by_titles import GameByTitles

from rules.core import Place
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.why_not import find_violation
from tests.bench.dicemasters_games import planned, play, steps

ANN, BOB, CAT, DAN = range(4)
SETUP = {
    "format": "doubles",
    "first": 0,
    "teams": [  # partners are written one after the other
        {"name": "Ann", "cards": [["16imw", 4], ["8hhs", 3]]},
        {"name": "Cat", "cards": [["9ygo", 4], ["23hhs", 3]]},
        {"name": "Bob", "cards": [["46hhs", 3]]},
        {"name": "Dan", "cards": [["48hhs", 3], ["16avx", 3]]},
    ],
    "basics": ["57hhs", "27avx", "113ygo", "57hhs"],
}


def at(*lines, **more):
    return GameByTitles.at("tmnt", SETUP, lines, **more)


def code(story, action):
    wrong = find_violation(story.state, action)
    return wrong.code if wrong else None


def one(story, title, zone, seat):
    return next(die for die in story.zone(zone, seat) if story.title(die) == title)


def energy(seat, *faces):
    return [f"{seat} reserve Sidekick {face}" for face in faces]


def test_teams_start_with_thirty_life_together():
    story = at()
    assert list(story.state.life) == [30, 30]
    assert story.game.view(story.state).seats[CAT].life == 30


def test_life_cannot_be_raised_above_thirty():
    assert GAMES["tmnt"].new(SETUP).match.life == 30


def test_teammates_sit_across_from_their_opponents():
    match = at().state.match
    assert match.names == ("Ann", "Bob", "Cat", "Dan")
    assert [match.opponent_of(seat) for seat in range(4)] == [BOB, ANN, DAN, CAT]
    assert match.partners(CAT) == (ANN, CAT)


def test_both_members_go_through_the_steps_together():
    story = GameByTitles("tmnt", SETUP)
    assert story.state.request.seat == ANN
    story.draws(*("Sidekick",) * 4)
    assert story.state.request.seat == CAT
    story.draws(*("Sidekick",) * 4)
    assert story.state.step == "share"


def test_the_team_shares_one_prep_area():
    story = GameByTitles("tmnt", SETUP).draws(*("Sidekick",) * 8)
    prep = [lie for lie in story.game.layout(story.state) if lie.place.zone == "prep"]
    assert {lie.place for lie in prep} == {Place("prep", 0)}
    assert len(prep) == 8


def test_the_team_decides_who_rolls_which_dice():
    story = GameByTitles("tmnt", SETUP).draws(*("Sidekick",) * 8)
    story.do(next(a for a in story.legal_actions() if isinstance(a, act.HandOver)))
    story.do(act.END_DECLARATION)
    sizes = []
    while story.state.request is not None:
        sizes.append(len(story.state.request.dice))
        story.do(story.game.settle(story.state, [0] * sizes[-1]))
    assert sorted(sizes) == [3, 5]


def test_dice_handed_over_end_in_the_partners_bag():
    story = GameByTitles("tmnt", SETUP).draws(*("Sidekick",) * 8)
    die = story.zone("prep", ANN)[0]
    before = story.state.dice[die].owner
    story.do(act.HandOver(die)).do(act.END_DECLARATION)
    while story.state.request is not None:
        story.do(story.game.settle(story.state, [0] * len(story.state.request.dice)))
    story.keep().keep()
    assert story.state.dice[die].owner == (CAT if before == ANN else ANN)
    assert story.state.dice[die].zone == "reserve"


def test_each_partner_decides_about_their_own_reroll():
    story = GameByTitles("tmnt", SETUP).draws(*("Sidekick",) * 8).do(act.END_DECLARATION)
    while story.state.request is not None:
        story.do(story.game.settle(story.state, [0, 1, 2, 3]))
    assert story.state.mover == ANN
    story.reroll("Bolt").rolls("Sidekick Mask").keep()
    assert story.state.mover == CAT
    assert any(isinstance(a, act.Reroll) for a in story.legal_actions())


def test_a_partners_energy_does_not_pay():
    story = at(*energy(CAT, "Bolt", "Bolt"))
    pay = tuple((die, 1) for die in story.zone("reserve", CAT))
    rescue = one(story, "Rescue", "cards", ANN)
    assert code(story, act.Purchase(rescue, pay)) == "not-in-reserve"


def test_a_partners_dice_are_not_for_sale():
    story = at(*energy(ANN, "Bolt", "Bolt", "Fist"))
    pay = tuple((die, 1) for die in story.zone("reserve", ANN))
    dragon = one(story, "Baby Dragon", "cards", CAT)
    assert code(story, act.Purchase(dragon, pay)) == "not-your-card"


def test_one_of_each_basic_action_die_a_turn():
    story = at(*energy(ANN, "Bolt", "Bolt", "Fist", "Fist"))
    story.buy("Reclaim", "Bolt", "Bolt")
    pay = tuple((die, 1) for die in story.zone("reserve", ANN))
    again = one(story, "Reclaim", "cards", -1)
    assert code(story, act.Purchase(again, pay)) == "purchase-forbidden"


def test_the_partner_may_still_buy_one():
    story = at(*energy(ANN, "Bolt", "Bolt"), *energy(CAT, "Fist", "Fist"))
    story.buy("Reclaim", "Bolt", "Bolt").passes()
    assert story.state.mover == CAT
    story.buy("Reclaim", "Fist", "Fist")


def test_players_attack_the_player_across_and_their_team_loses_the_life():
    story = at("2 field Baby Dragon 1").end_main()
    story.do(act.END_DECLARATION)
    story.do(act.AttackWith(one(story, "Baby Dragon", "field", CAT))).do(
        act.END_DECLARATION
    ).both_pass()
    assert list(story.state.life) == [30, 27]


def attacked_by_cat():
    story = at("2 field Baby Dragon 1", "1 field Triceraton 1", "3 field Triceraton 1").end_main()
    story.do(act.END_DECLARATION)
    return story.do(act.AttackWith(one(story, "Baby Dragon", "field", CAT))).do(act.END_DECLARATION)


def test_nobody_blocks_for_a_teammate():
    story = attacked_by_cat()
    dragon = one(story, "Baby Dragon", "attack", CAT)
    assert story.state.mover == DAN
    bob = one(story, "Triceraton", "field", BOB)
    assert code(story, act.Block(bob, dragon)) in ("not-in-field", "cannot-block")
    assert {type(a) for a in story.legal_actions()} == {act.Block, act.EndDeclaration}


def test_effects_on_all_your_characters_include_your_teammates():
    # Donatello attacks: 1 damage for each other active Turtle, Cat's Leonardo among them.
    story = at("0 field Donatello 1", "2 field Leonardo 1").end_main()
    story.do(act.AttackWith(one(story, "Donatello", "field", ANN))).do(act.END_DECLARATION).do(
        act.END_DECLARATION
    )
    assert list(story.state.life) == [30, 29]


def test_a_team_wins_by_bringing_the_other_to_zero():
    story = at("2 field Baby Dragon 1", life=(30, 3)).end_main().do(act.END_DECLARATION)
    story.do(act.AttackWith(one(story, "Baby Dragon", "field", CAT))).do(
        act.END_DECLARATION
    ).both_pass()
    assert story.game.outcome(story.state).winners == (ANN, CAT)


def test_the_other_team_follows():
    story = at("2 field Baby Dragon 1").end_main().do(act.END_DECLARATION).do(act.END_DECLARATION)
    assert story.state.active == BOB
    assert story.state.request.seat == BOB


@pytest.mark.parametrize("seed", range(5, 48, 6))
def test_random_doubles_games_end(seed):
    game, setup, _ = planned(seed)
    if game.edition.year == 2016:
        assert setup["format"] == "doubles"
    assert play(seed).finished


def test_in_doubles_dice_are_conserved():
    seed = next(s for s in range(5, 600, 6) if planned(s)[1]["format"] == "doubles")
    game, setup, rng = planned(seed)
    for state, _ in steps(game, setup, rng):
        assert len(game.layout(state)) == len(state.match.kind_of)
        prep = {d.seat for d in state.dice if d.zone == "prep"}
        assert prep <= {0, 1}


# Both members of a team go through the steps of a turn together


def test_a_partner_who_passed_may_act_again_while_the_step_lasts():
    story = at(*energy(ANN, "Bolt", "Fist"), *energy(CAT, "Fist", "Fist", "Mask", "Mask"))
    story.passes()
    assert story.state.mover == CAT
    story.buy("Reclaim", "Fist", "Fist").passes()
    assert story.state.mover == ANN
    story.buy("Rescue", "Bolt", "Fist").passes()
    assert story.state.step != "main", "Cat may buy no second Reclaim"


def test_the_step_ends_when_both_partners_passed_one_after_the_other():
    story = at(*energy(ANN, "Bolt", "Bolt"), *energy(CAT, "Fist", "Fist"))
    story.passes().passes()
    assert story.state.step != "main"


def test_a_partner_with_nothing_to_do_is_not_waited_for():
    story = at(*energy(ANN, "Bolt", "Bolt")).passes()
    assert story.state.step != "main"


def test_opponents_are_asked_once_both_partners_passed_and_then_both_may_go_on():
    lines = [*energy(ANN, "Bolt", "Bolt"), *energy(CAT, "Bolt", "Bolt"), *energy(DAN, "Bolt")]
    story = at(*lines, "0 field Rescue 1")
    movers = []
    while story.state.step == "main":
        movers.append(story.state.mover)
        story.passes()
    assert movers == [ANN, CAT, DAN, ANN, CAT]


def test_either_partner_may_decide_about_the_reroll_first():
    story = GameByTitles("tmnt", SETUP).draws(*("Sidekick",) * 8).do(act.END_DECLARATION)
    while story.state.request is not None:
        story.do(story.game.settle(story.state, [0, 1, 2, 3]))
    story.passes()
    assert story.state.mover == CAT
    assert code(story, act.PASS) == "keep-or-reroll"
    story.keep()
    assert (story.state.mover, story.state.step) == (ANN, "reroll")
    story.keep()
    assert story.state.step == "main"


def test_either_partner_may_declare_an_attacker_first():
    story = at("0 field Rescue 1", "2 field Baby Dragon 1").end_main()
    assert story.state.mover == ANN
    story.do(act.AttackWith(one(story, "Baby Dragon", "field", CAT)))
    story.do(act.AttackWith(one(story, "Rescue", "field", ANN)))
    assert code(story, act.END_DECLARATION) is None


def test_either_defender_may_declare_a_blocker_first():
    story = at(
        "0 field Rescue 1", "2 field Baby Dragon 1", "1 field Triceraton 1", "3 field Triceraton 1"
    )
    story.end_main()
    story.do(act.AttackWith(one(story, "Rescue", "field", ANN)))
    story.do(act.AttackWith(one(story, "Baby Dragon", "field", CAT))).do(act.END_DECLARATION)
    assert story.state.mover == BOB
    dan, dragon = one(story, "Triceraton", "field", DAN), one(story, "Baby Dragon", "attack", CAT)
    story.do(act.Block(dan, dragon))
    assert story.state.dice[dan].blocks == (dragon,)


# The team decides in what order its effects happen


def test_the_team_orders_what_both_partners_triggered():
    setting = {**SETUP, "teams": [dict(team) for team in SETUP["teams"]]}
    setting["teams"][0]["cards"] = [["45hhs", 2]]
    setting["teams"][1]["cards"] = [["47hhs", 2]]
    lines = ["0 field Tiger Claw 1", "2 field Triceraton 1", "1 field Triceraton 1"]
    lines += ["3 field Triceraton 1"]
    story = GameByTitles.at("tmnt", setting, lines).end_main()
    story.do(act.AttackWith(one(story, "Tiger Claw", "field", ANN)))
    story.do(act.AttackWith(one(story, "Triceraton", "field", CAT))).do(act.END_DECLARATION)
    first = story.legal_actions()
    assert {type(option) for option in first} == {act.ResolveFirst}
    said = [story.game.say(story.state, option) for option in first]
    assert any("Ann's" in words for words in said)
    assert any("Cat's" in words for words in said)


# Effects on all your characters, on your Used Pile, on a character of yours


def test_your_used_pile_is_your_own():
    story = at("0 reserve Reclaim action", "0 used Rescue", "2 used Baby Dragon", "2 used Sidekick")
    story.use("Reclaim")
    assert story.titles("used", CAT) == {"Baby Dragon": 1, "Sidekick": 1}
    assert [story.title(die) for die in story.zone("prep", ANN)] == ["Rescue"]


def test_who_sacrifices_chooses_among_their_own_dice():
    setting = {**SETUP, "basics": ["53hhs", "27avx", "113ygo", "57hhs"]}
    lines = [f"{seat} field Sidekick pawn" for seat in range(4)]
    lines += ["0 field Rescue 1", "2 field Baby Dragon 1"]
    match = GameByTitles("tmnt", setting).state.match
    title = next(c.card.title for c in match.cards if c.card.code == "53hhs")
    story = GameByTitles.at("tmnt", setting, [*lines, f"0 reserve {title} action"])
    story.use(title)
    asked = []
    while story.state.request is not None:
        seat = story.game.to_move(story.state)
        owners = {story.state.dice[option.die].seat for option in story.legal_actions()}
        asked.append(seat)
        assert owners == {seat}
        story.do(story.legal_actions()[0])
    assert asked == [ANN, CAT]
    assert [len(story.zone("field", seat)) for seat in range(4)] == [1, 0, 1, 0]
