"""A explanation that does not fit is mended: what may be wrong with it, each by itself."""

from acts import Acts, act, expansion_towards, lying, told, ways

from rules.track.chance import Reading
from rules.track.repair import repaired

IDLE = (act("nod", so="nodded", unless="nodded"), act("wave", so="waved", unless="waved"))
"""What is tried first where nothing has to be done with dice."""


def mendings(game, start, explanation, shown):
    """How an explanation from `start` is told when the table shows `shown`."""
    expansion = expansion_towards(game, shown)
    return ways(repaired(expansion, told(expansion, start, *explanation)))


def test_an_action_that_did_not_happen_is_left_out():
    game = Acts(act("stand red", "red: hand > stand"), act("end", draws=1))
    start, shown = lying(hand="red", bag="blue"), lying(hand="red blue")
    assert ("end", ("drawn", "blue")) in mendings(game, start, ["stand red", "end"], shown)


def test_other_dice_may_have_been_drawn():
    game = Acts(act("end", draws=1))
    expansion = expansion_towards(game, lying(hand="green"))
    drawing = expansion.step(expansion.root(lying(bag="blue green")), "end")
    wrong = expansion.step(drawing, ("drawn", "blue"), Reading(("blue",)))
    assert ("end", ("drawn", "green")) in ways(repaired(expansion, wrong))


def test_what_was_taken_for_an_action_may_have_been_three_passes():
    game = Acts(
        act("stand red", "red: hand > stand"),
        act("pass", so="passed", unless="passed"),
        act("pass on", needs="passed", unless="over", so="over"),
        act("end turn", "red: hand > pile", needs="over"),
    )
    mended_so = mendings(game, lying(hand="red"), ["stand red"], lying(pile="red"))
    assert ("pass", "pass on", "end turn") in mended_so


def test_an_action_that_was_left_out_is_put_in_where_it_was_possible():
    game = Acts(*IDLE, act("end", so="late"), act("stand red", "red: hand > stand", unless="late"))
    mended_so = mendings(game, lying(hand="red"), ["end"], lying(stand="red"))
    assert ("stand red", "end") in mended_so


def test_an_action_for_which_nobody_touches_a_die_is_put_in_if_it_moves_one():
    spell = act("spell", "red: hand > pile", unless="late", by_hand=False)
    game = Acts(*IDLE, act("end", so="late"), spell)
    assert ("spell", "end") in mendings(game, lying(hand="red"), ["end"], lying(pile="red"))


def test_an_action_is_put_in_though_a_later_one_clears_its_die_away():
    game = Acts(
        *IDLE,
        act("use red", "red: hand > stand", so="used"),
        act("end", "red: hand > pile", unless="used"),
        act("end", "red: stand > pile", "blue: hand > pile", needs="used"),
    )
    mended_so = mendings(game, lying(hand="red blue"), ["end"], lying(pile="red blue"))
    assert ("use red", "end") in mended_so


def test_two_actions_are_put_in_of_which_neither_helps_alone():
    game = Acts(
        *IDLE,
        act("end", "blue: hand > pile", so="late"),
        act("lift red", "red: hand > stand", unless="late"),
        act("drop red", "red: stand > pile", unless="late"),
    )
    mended_so = mendings(game, lying(hand="red blue"), ["end"], lying(pile="red blue"))
    assert ("lift red", "drop red", "end") in mended_so


def test_what_is_due_only_with_the_action_put_in_is_said():
    game = Acts(
        *IDLE,
        act("end", so="late", unless="late"),
        act("stand red", "red: hand > stand", unless="late", so="standing"),
        act("clear", "blue: hand > pile", needs="late standing", by_hand=False),
    )
    mended_so = mendings(game, lying(hand="red blue"), ["end"], lying(stand="red", pile="blue"))
    assert ("stand red", "end", "clear") in mended_so


def test_a_step_is_ended_that_an_action_left_out_had_ended():
    game = Acts(
        act("attack with red", "red: hand > stand", so="attacked"),
        act("nobody attacks", so="attacked", unless="attacked"),
        act("end", needs="attacked", draws=1),
    )
    start, shown = lying(hand="red", bag="blue"), lying(hand="red blue")
    mended_so = mendings(game, start, ["attack with red", "end"], shown)
    assert ("nobody attacks", "end", ("drawn", "blue")) in mended_so


def test_all_of_it_may_have_been_done_in_another_order():
    game = Acts(
        act("red", "red: hand > stand", needs="blue", so="red"),
        act("red", "red: hand > pile", unless="blue", so="red"),
        act("blue", "blue: hand > stand", needs="green", so="blue"),
        act("blue", "blue: hand > pile", unless="green", so="blue"),
        act("green", "green: hand > stand", so="green"),
    )
    start, shown = lying(hand="red blue green"), lying(stand="red blue green")
    assert ("green", "blue", "red") in mendings(game, start, ["red", "blue", "green"], shown)


def test_the_same_die_may_have_paid_for_something_else():
    game = Acts(
        *IDLE,
        *(act(f"pay for {n}", "coin: hand > pile", so="paid", unless="paid") for n in range(6)),
        act("pay for fire", "coin: hand > pile", so="paid fire", unless="paid"),
        act("pay for ice", "coin: hand > pile", so="paid ice", unless="paid"),
        act("strike", "red: hand > pile", needs="fire", by_hand=False),
        act("strike", "blue: hand > pile", needs="ice", by_hand=False),
    )
    start, shown = lying(hand="coin red blue"), lying(pile="coin blue", hand="red")
    mended_so = mendings(game, start, ["pay for fire", "strike"], shown)
    assert ("pay for ice", "strike") in mended_so


def test_an_action_is_left_out_with_the_choice_that_came_of_it():
    game = Acts(
        *IDLE,
        act("use red", "red: hand > stand", so="choosing", unless="late"),
        act("choose gold", "gold: hand > pile", needs="choosing", unless="chosen", so="chosen"),
        act("end", "blue: hand > pile", needs="chosen", so="late", draws=1),
        act("end", "blue: hand > pile", "red: hand > pile", unless="choosing late", draws=1),
    )
    start, shown = lying(hand="red blue gold", bag="grey"), lying(hand="grey gold", pile="red blue")
    mended_so = mendings(game, start, ["use red", "choose gold", "end"], shown)
    assert ("end", ("drawn", "grey")) in mended_so


def test_a_choice_is_made_otherwise_though_it_explains_less_at_first():
    game = Acts(
        *IDLE,
        act("strike", "gold: hand > pile", so="struck", unless="struck"),
        act("choose red", needs="struck", unless="chosen", so="chosen hurt"),
        act("choose blue", needs="struck", unless="chosen", so="chosen"),
        act("end", "green: hand > pile", "blue: hand > pile", needs="hurt", so="late"),
        act("end", "green: hand > pile", needs="chosen", unless="hurt late", so="late"),
        act("spend", "red: hand > pile", needs="hurt late"),
        act("spend", "blue: hand > pile", needs="late", unless="hurt"),
    )
    start, shown = lying(hand="red blue green gold"), lying(hand="red", pile="blue green gold")
    mended_so = mendings(game, start, ["strike", "choose red", "end", "spend"], shown)
    assert ("strike", "choose blue", "end", "spend") in mended_so


def test_of_the_choices_due_without_an_action_left_out_the_one_that_explains_most_is_told():
    game = Acts(
        act("use gold", "gold: hand > stand", so="chosen"),
        act("step", so="stepped", unless="stepped"),
        act("choose red", "red: hand > pile", so="chosen", needs="stepped", unless="chosen"),
        act("choose blue", "blue: hand > pile", so="chosen", needs="stepped", unless="chosen"),
        act("end", draws=1, needs="chosen stepped"),
    )
    start = lying(hand="gold red blue", bag="green")
    shown = lying(hand="gold red green", pile="blue")
    mended_so = mendings(game, start, ["use gold", "step", "end"], shown)
    assert ("step", "choose blue", "end", ("drawn", "green")) in mended_so


def test_an_action_is_put_in_that_asks_twice_before_the_next():
    """A spell is cast with green, and strikes two; green is cleared away at the end."""
    over = "green: hand > pile"
    game = Acts(
        act("cast", "green: hand > hand", unless="late cast", so="cast"),
        act("strike red", "red: hand > pile", needs="cast", unless="red", so="red"),
        act("strike blue", "blue: hand > pile", needs="cast", unless="blue", so="blue"),
        act("end", over, unless="cast late", so="late"),
        act("end", over, needs="red blue", unless="late", so="late"),
    )
    start, shown = lying(hand="red blue green"), lying(pile="red blue green")
    mended_so = mendings(game, start, ["end"], shown)
    assert any(len(way) == 4 and way[0] == "cast" and way[-1] == "end" for way in mended_so)
