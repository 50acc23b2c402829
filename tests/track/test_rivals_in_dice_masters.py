"""Tables of Dice Masters that two orders of the same actions lead to."""

from written import Match

from rules.track import Ask, Commit, Effort, Options
from rules.track.likeness import likeness

FIRST_FOUND = Options(effort=Effort(rivals=0))
"""The search stops at the first explanation that fits: its rivals are told after it."""


def assert_asked(match, verdict):
    assert isinstance(verdict, Ask), verdict
    assert likeness(match.game, match.state) in match.ends(verdict)


def test_an_effect_that_only_one_order_offers_is_not_taken_for_turned_down():
    match = Match(
        "avx",
        [
            "1 reserve Captain America 2",
            "1 reserve Sidekick ?",
            "1 reserve Sidekick Fist",
            "1 reserve Inner Rage *",
            "1 used Sidekick",
        ],
        active=1,
        turn=4,
    )
    assert_asked(match, match.do("use Inner Rage", "field Captain America"))


def test_orders_that_end_alike_are_not_asked_about():
    match = Match(
        "tmnt",
        [
            "1 reserve Foot Ninja 2 Bolt",
            "1 reserve Foot Ninja 3",
            "1 reserve Reclaim 2 Generic",
            "1 reserve Sidekick pawn",
            "0 field Sidekick pawn",
        ],
        active=1,
        turn=4,
    )
    verdict = match.do(
        "global of Unstable Canister paying 1/2 Bolt",
        "field Sidekick",
        "field Foot Ninja level 3 paying 2 Generic",
    )
    assert isinstance(verdict, Commit), verdict
    assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)


def test_an_action_die_used_long_before_its_zone_was_looked_at_is_asked_about():
    match = Match(
        "ygo",
        [
            "1 reserve Waboku **",
            "1 reserve Sidekick pawn",
            "1 field Sidekick pawn",
            *["0 field Sidekick pawn"] * 5,
        ],
        active=1,
        turn=4,
    )
    assert_asked(
        match,
        match.do(
            "use Waboku",
            "pass",
            "attack with Sidekick",
            "attackers declared",
            "block Sidekick",
            "block Sidekick",
        ),
    )


def test_which_of_two_dice_that_both_leave_the_table_was_chosen_is_asked_about():
    match = Match(
        "ygo",
        [
            "0 field Harpie Lady 1",
            "0 field Harpie Lady 2",
            "0 reserve Crush Card Virus **",
        ],
        FIRST_FOUND,
        turn=3,
    )
    match.do("pass", "attack with Harpie", "attack with Harpie", "attackers declared")
    match.do("use Crush Card Virus")
    match.tracker.correct(match.state)
    assert_asked(match, match.do("choose Harpie Lady level 2", "pass"))


def test_the_order_in_which_an_effect_had_nothing_to_choose_from_is_found():
    match = Match(
        "tmnt",
        [
            "1 reserve Reclaim action",
            *["1 reserve Sidekick Fist"] * 3,
            "1 reserve Sidekick ?",
            "1 field Sidekick pawn",
            "0 field Sidekick pawn",
        ],
        active=1,
        turn=4,
    )
    verdict = match.do(
        "use Reclaim",
        "buy Unstable Canister paying 1 Fist (Sidekick) + 1 Fist (Sidekick) + 1 Fist",
        "global of Unstable Canister",
    )
    if isinstance(verdict, Ask):
        assert_asked(match, verdict)
    else:
        assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)


def test_a_fielding_is_found_though_another_step_must_be_ended_because_of_it():
    match = Match(
        "avx",
        [
            "1 reserve Sidekick pawn",
            "1 reserve Sidekick pawn",
            "1 reserve Beast 3",
            "0 reserve Sidekick Mask",
            "0 reserve Sidekick Wild",
            *["0 used Sidekick"] * 6,
            *["0 used Inner Rage"] * 3,
        ],
        active=1,
        turn=4,
    )
    verdict = match.do("field Sidekick", "pass", "attackers declared")
    if isinstance(verdict, Ask):
        assert_asked(match, verdict)
    else:
        assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)


def test_what_was_paid_may_have_been_paid_for_other_things():
    match = Match(
        "tmnt",
        [
            "0 reserve Sidekick ?",
            "0 reserve Sidekick Shield",
            "0 reserve April Shield",
            "0 reserve Unstable Canister 2 Generic",
            "1 field Sidekick pawn",
        ],
        FIRST_FOUND,
        turn=3,
    )
    verdict = match.do(
        "buy Reclaim paying 1 Wild (Sidekick) + 1 Shield (Sidekick)",
        "buy April paying 1 Shield (April) + 2 Generic",
    )
    assert_asked(match, verdict)


def test_two_blockers_of_one_attacker_are_not_one_for_each_of_two():
    match = Match(
        "imwm",
        [
            "1 attack Sidekick pawn",
            "1 attack Sidekick pawn",
            "0 field Sidekick pawn",
            "0 field Howard Stark 1",
        ],
        active=1,
        turn=4,
        step="attackers",
    )
    state, ends = match.state, []
    for second in ("block Sidekick with", "block Sidekick (blocked by Howard Stark) with"):
        match.state = state
        match.do("attackers declared", "block Sidekick with Howard", f"{second} Sidekick")
        ends.append(likeness(match.game, match.state))
    assert ends[0] != ends[1]


def test_a_purchase_that_lies_under_others_is_not_taken_for_another_of_the_same_price():
    match = Match(
        "avx",
        [
            "0 reserve Sidekick Fist",
            "0 reserve Sidekick Shield",
            "0 reserve Sidekick Mask",
            "0 used Inner Rage",
            "0 used Thrown Car",
        ],
        turn=3,
    )
    verdict = match.do("buy Inner Rage", covered=":29avx")
    assert_asked(match, verdict)


def test_an_ability_that_was_paid_for_is_told_from_passes_that_clear_the_same_die():
    match = Match(
        "tmnt",
        ["0 reserve Sidekick Mask", "1 reserve Sidekick Bolt", "1 field Sidekick pawn"],
        active=0,
        turn=4,
    )
    verdict = match.do("pass", "global of Speedy Delivery")
    assert_asked(match, verdict)
    assert "pass; pass" in [answer.text for answer in verdict.answers]


def test_a_bonus_that_only_shows_in_the_damage_is_told_from_none():
    match = Match(
        "ygo",
        ["0 attack Harpie Lady 2", "0 attack Sidekick pawn", "1 reserve Sidekick Bolt"],
        active=0,
        turn=4,
        step="attackers",
    )
    first = "first the text of Harpie Lady (attacks Harpie"
    verdict = match.do("attackers declared", first, "no", "pass")
    assert isinstance(verdict, Ask), verdict
    assert verdict.text == "Harpie Lady: which die gets the bonus?"
    texts = [answer.text for answer in verdict.answers]
    assert len(texts) == 2
    match.tracker.answer(verdict.number, texts.index("no"))
    match.look(12)
    assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)


def test_a_choice_nobody_can_see_is_asked_with_all_that_may_be_chosen():
    match = Match(
        "ygo",
        [
            "0 attack Harpie Lady 2",
            *["0 attack Sidekick pawn"] * 2,
            "0 field Sidekick pawn",
            "1 reserve Sidekick Bolt",
        ],
        active=0,
        turn=4,
        step="attackers",
    )
    first = "first the text of Harpie Lady (attacks Sidekick"
    verdict = match.do("attackers declared", first, "choose Sidekick", "no", "pass")
    assert isinstance(verdict, Ask), verdict
    assert {len(answer.steps) for answer in verdict.answers} == {len(verdict.answers[0].steps)}
    assert match.tracker.game.view(match.tracker.state).step == "Attack Step"


def test_an_action_die_used_before_anybody_attacks_is_told_from_one_used_after():
    match = Match(
        "avx",
        [
            "0 reserve Inner Rage **",
            "0 reserve Force Beam *",
            "0 reserve Thrown Car **",
            "0 field Human Torch 1",
            "0 field Sidekick pawn",
        ],
        active=0,
        turn=4,
    )
    attack = ("pass", "attack with Human Torch", "attack with Sidekick", "attackers declared")
    used = ("use Thrown Car", "use Inner Rage", "use Force Beam")
    verdict = match.do(*attack, *used)
    assert isinstance(verdict, Ask), verdict
    assert verdict.text == "What did First player do?"
    moments = {end.moment[3] for end in match.ends(verdict)}
    assert moments > {"attackers", "actions and globals"}


def test_an_action_die_used_before_a_text_had_a_die_rolled_is_told_from_one_used_after():
    match = Match(
        "avx",
        [
            "1 reserve Captain America 2",
            "1 reserve Sidekick Shield",
            "1 reserve Sidekick Fist",
            "1 reserve Thrown Car **",
            "1 used Sidekick",
        ],
        active=1,
        turn=4,
    )
    verdict = match.do("use Thrown Car", "field Captain America", "yes", [5])
    assert_asked(match, verdict)
    ends = match.ends(verdict)
    assert len(set(ends)) == len(ends) > 1


def test_globals_of_both_players_may_have_been_used_before_or_in_the_attack():
    match = Match(
        "tmnt",
        [
            "0 reserve Sidekick Bolt",
            "0 field Sidekick pawn",
            "1 reserve Sidekick Wild",
        ],
        active=0,
        turn=4,
    )
    speedy = "global of Speedy Delivery"
    assert_asked(
        match,
        match.do("pass", speedy, "pass", "attack with Sidekick", "attackers", speedy),
    )


def inner_rage_or_not():
    """A table of which the players are asked what happened, and the question."""
    match = Match(
        "avx",
        [
            "1 reserve Captain America 2",
            "1 reserve Sidekick ?",
            "1 reserve Sidekick Fist",
            "1 reserve Inner Rage *",
            "1 used Sidekick",
        ],
        active=1,
        turn=4,
    )
    verdict = match.do("use Inner Rage", "field Captain America")
    return match, verdict


def test_who_says_that_something_else_happened_is_left_in_peace_until_they_say_what():
    match, verdict = inner_rage_or_not()
    before = match.tracker.state
    other = [answer.text for answer in verdict.answers].index("something else")
    assert match.tracker.answer(verdict.number, other).steps == ()
    assert match.look(12) is None
    assert match.tracker.state == before
    said = {match.game.say(before, action): action for action in match.game.legal_actions(before)}
    match.tracker.announce(said["use Inner Rage *"])
    verdict = match.look(12)
    assert isinstance(verdict, Commit), verdict
    assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)


def test_the_same_answer_to_the_question_of_another_die_is_another_story():
    match = Match(
        "avx",
        [
            "0 attack Spider-Man 2",
            "0 attack Spider-Man 3",
            "0 reserve Sidekick Wild",
            "1 field Sidekick pawn",
        ],
        active=0,
        turn=4,
        step="attackers",
    )
    match.do("attackers declared")
    verdict = match.do("no", "yes paying")
    assert isinstance(verdict, Ask), verdict
    assert verdict.text in {f"Use Spider-Man (level {n})'s text?" for n in (2, 3)}
    assert likeness(match.game, match.state) in match.ends(verdict)


def test_damage_chosen_for_one_die_is_told_from_another_die_that_falls_later():
    match = Match(
        "imwm",
        [
            "1 field Sidekick pawn",
            "1 reserve Jarvis 3",
            "1 reserve Sidekick Wild",
            "1 reserve Smash! *",
            "0 field Howard Stark 3",
        ],
        active=1,
        turn=4,
    )
    assert_asked(match, match.do("field Jarvis", "choose Jarvis", "use Smash!"))


def test_a_detour_that_comes_to_the_same_does_not_stand_for_the_plain_story():
    """Before anybody can be chosen from, nobody is: then the question of whom stays away."""
    match = Match(
        "tmnt",
        [
            "0 reserve April 3",
            "0 reserve Sidekick Fist",
            *["0 reserve Sidekick Wild"] * 2,
            "1 field Sidekick pawn",
        ],
        turn=4,
    )
    speedy = "global of Speedy Delivery"
    assert_asked(match, match.do(speedy, speedy, "field April"))


def test_an_action_die_that_was_used_may_have_struck_what_a_global_is_said_to_have_struck():
    match = Match(
        "tmnt",
        [
            "0 reserve Unstable Canister action",
            "0 reserve Sidekick Bolt",
            "0 field Sidekick pawn",
            "1 field Sidekick pawn",
        ],
        FIRST_FOUND,
        turn=4,
    )
    assert_asked(
        match,
        match.do(
            "use Unstable Canister", "choose Sidekick (Second", "global of Speedy Delivery paying"
        ),
    )


def test_what_the_players_said_did_not_happen_is_not_entered_later():
    """'Something else' is heard: when hands come back, none of the answers is believed."""
    match, verdict = inner_rage_or_not()
    asked = [tuple(step.action for step in answer.steps) for answer in verdict.answers]
    other = [answer.text for answer in verdict.answers].index("something else")
    match.tracker.answer(verdict.number, other)
    assert match.tracker.tail == ()
    for _ in range(3):
        match.hands()
        told = match.look(12)
        entered = tuple(step.action for step in told.steps) if isinstance(told, Commit) else ()
        for actions in filter(None, asked):
            assert entered[: len(actions)] != actions
            assert match.tracker.tail[: len(actions)] != actions
