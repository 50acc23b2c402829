"""What else may have left the same table: each way to tell an explanation otherwise, by itself."""

from acts import Acts, act, expansion_towards, lying, told, ways

from rules.track.rivals import rivals

IDLE = (act("nod", so="nodded", unless="nodded"), act("wave", so="waved", unless="waved"))
"""What is tried first where nothing has to be done with dice."""

MARGIN = 6.0
"""Nats by which an explanation may be worse than the best and still be its rival."""


def rivals_of(game, start, explanation, *, shown=None, others=()):
    """How else an explanation from `start` may be told; `others` came up in the search for it."""
    end = start
    for action in explanation if shown is None else ():
        end, _ = game.apply(end, action)
    expansion = expansion_towards(game, shown or end)
    ends = [told(expansion, start, *other) for other in others]
    return ways(rivals(expansion, told(expansion, start, *explanation), ends, MARGIN))


def test_what_was_bought_and_lies_under_others_may_be_something_else():
    game = Acts(
        act("buy red", "coin: hand > pile", "red: card > pile"),
        act("buy green", "coin: hand > pile", "green: card > pile"),
        *(act(word, so=word, unless=word) for word in ("nod", "wave", "bow")),
    )
    start = lying(hand="coin", card="red green", pile="blue")
    shown = lying(card="red green", pile="coin blue")
    assert ("buy green",) in rivals_of(game, start, ["buy red"], shown=shown)


def test_a_silent_choice_may_have_named_any_die():
    game = Acts(
        *(act(word, so=word, unless=word) for word in ("cheer", "nod", "wave", "bow")),
        act("bless red", "red: hand > hand", so="blessed", unless="cheer blessed"),
    )
    assert ("bless red",) in rivals_of(game, lying(hand="red"), ["cheer"])


def test_of_two_choices_both_may_have_been_others():
    game = Acts(
        act("cheer", so="cheered chosen", unless="chosen"),
        act("boo", so="booed chosen", unless="chosen"),
        act("clap", so="clapped done", needs="chosen", unless="done"),
        act("hiss", so="hissed done", needs="chosen", unless="done"),
        act("end", "red: hand > pile", needs="done"),
    )
    told_so = rivals_of(game, lying(hand="red"), ["cheer", "clap", "end"])
    assert ("boo", "hiss", "end") in told_so


def test_of_two_effects_either_may_have_struck_the_die_that_fell():
    game = Acts(
        act("strike red", "red: hand > pile", so="ice", needs="fire"),
        act("strike red", "red: hand > pile", so="fire", unless="fire"),
        act("strike blue", so="fire bluehurt", unless="fire"),
        act("strike green", so="ice greenhurt", needs="fire", unless="ice"),
        act("end", "gold: hand > pile", needs="ice"),
    )
    start = lying(hand="red blue green gold")
    struck = rivals_of(game, start, ["strike red", "strike green", "end"])
    assert ("strike blue", "strike red", "end") in struck


def test_another_choice_may_want_the_rest_in_another_order():
    game = Acts(
        act("choose fire", so="chosen fire", unless="chosen"),
        act("choose ice", so="chosen ice", unless="chosen"),
        act("red", "red: hand > stand", needs="fire"),
        act("red", "red: hand > stand", needs="ice blue"),
        act("blue", "blue: hand > stand", needs="chosen", so="blue"),
    )
    start = lying(hand="red blue")
    assert ("choose ice", "blue", "red") in rivals_of(game, start, ["choose fire", "red", "blue"])


def test_a_rival_may_have_happened_in_another_order_too():
    game = Acts(
        act("by fire", "red: hand > stand", so="first fire"),
        act("by ice", "red: hand > stand", so="first ice"),
        act("blue", "blue: hand > stand", needs="ice green", so="bonus"),
        act("blue", "blue: hand > stand", needs="first"),
        act("green", "green: hand > stand", needs="first", so="green"),
        act("gold", "gold: hand > stand", needs="green"),
        act("grey", "grey: hand > stand", needs="green"),
    )
    start = lying(hand="red blue green gold grey")
    told_so = rivals_of(game, start, ["by fire", "blue", "green", "gold", "grey"])
    assert any(way[:3] == ("by ice", "green", "blue") for way in told_so)


def test_what_is_used_first_may_as_well_be_used_after_all_else():
    game = Acts(
        act("use red", "red: hand > pile", so="early", unless="late"),
        act("use red", "red: hand > pile", so="lately", needs="late"),
        *(act(f"stand {n}", f"{n}: hand > stand") for n in range(7)),
        act("stand 7", "7: hand > stand", so="late"),
    )
    rest = [f"stand {n}" for n in range(8)]
    told_so = rivals_of(game, lying(hand="red 0 1 2 3 4 5 6 7"), ["use red", *rest])
    assert (*rest, "use red") in told_so


def test_what_is_used_after_a_roll_may_as_well_have_been_used_before_it():
    game = Acts(
        act("roll", rolls=("red",), so="rolled"),
        act("use blue", "blue: hand > pile", so="strong", unless="rolled"),
        act("use blue", "blue: hand > pile", so="weak", needs="rolled"),
    )
    start, shown = lying(hand="red blue"), lying(hand="red", pile="blue")
    told_so = rivals_of(game, start, ["roll", "use blue"], shown=shown)
    assert ("use blue", "roll", ("rolled", 0)) in told_so


def test_choices_that_together_change_nothing_make_no_rival():
    game = Acts(
        act("stand red", "red: hand > stand"),
        act("drop blue", "blue: hand > pile"),
        act("take blue", "blue: pile > hand", so="taken"),
    )
    longer = ("stand red", "drop blue", "take blue")
    start = lying(hand="red blue")
    assert longer not in rivals_of(game, start, ["stand red"], others=[longer])


def test_a_rival_with_a_silent_action_more_is_no_other_rival():
    game = Acts(
        act("by fire", "red: hand > stand", so="fire"), act("by ice", "red: hand > stand"), *IDLE
    )
    told_so = rivals_of(game, lying(hand="red"), ["by fire"], others=[("by ice", "nod")])
    assert ("by ice",) in told_so
    assert ("by ice", "nod") not in told_so


def test_to_be_about_to_roll_is_no_rival_to_having_rolled():
    game = Acts(*IDLE, act("roll", rolls=("red",)))
    start = lying(hand="red")
    expansion = expansion_towards(game, start)
    best = told(expansion, start, "roll")
    assert ("roll",) not in ways(rivals(expansion, best, [best.parent], margin=20.0))


def test_a_die_that_is_said_to_lie_under_others_may_be_overlooked_in_the_open():
    game = Acts(
        act("drop red", "red: card > pile"),
        act("stand red", "red: card > stand"),
        *(act(word, so=word, unless=word) for word in ("nod", "wave", "bow")),
    )
    start = lying(card="red", pile="blue")
    told_so = rivals_of(game, start, ["drop red"], shown=start, others=[("stand red",)])
    assert ("stand red",) in told_so


def test_a_die_that_is_said_to_be_put_out_of_sight_may_be_overlooked_where_it_lay():
    game = Acts(act("tuck red", "red: hand > card"))
    start, shown = lying(hand="red blue"), lying(hand="blue")
    assert () in rivals_of(game, start, ["tuck red"], shown=shown, others=[()])


def test_what_a_long_story_explains_may_have_come_of_passes():
    """The end of the turn puts the coins away, whether anybody spent them or not."""
    game = Acts(
        act("pass", so="passed", unless="passed"),
        act("pass on", "gold: hand > pile", "coin: hand > pile", needs="passed", draws=1),
        act("pass on", needs="passed spent", draws=1),
        act("spend gold", "gold: hand > pile", unless="spent passed", so="spent"),
        act("bless", so="blessed", needs="spent", unless="blessed"),
        act("spend coin", "coin: hand > pile", needs="blessed", unless="passed"),
    )
    start, shown = lying(hand="gold coin", bag="blue"), lying(hand="blue", pile="gold coin")
    explanation = ["spend gold", "bless", "spend coin", "pass", "pass on"]
    told_so = rivals_of(game, start, explanation, shown=shown)
    assert ("pass", "pass on", ("drawn", "blue")) in told_so
