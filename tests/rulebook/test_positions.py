"""Positions written as text: read, written again, refused with line and word; acts in words."""

import doctest
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.dicemasters.cards.written_text import read_text
from rules.dicemasters.engine.position import PositionError
from rules.dicemasters.engine.stats import has
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.written.acts import action_of_words
from rules.dicemasters.written.positions import read_position, write_position
from rules.dicemasters.written.rulings import rulings, steps
from tests.bench.dicemasters_games import planned
from tests.bench.dicemasters_games import steps as played

HERE = Path(__file__).parent
ANN, BOB = 0, 1
few = settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
HEAD = """
book tmnt
players Ann, Bob
cards Ann 4x16imw 3x46hhs
cards Bob 4x16imw 3x46hhs
basics 3x27avx 3x58hhs 3x57hhs
"""


def read(*lines):
    return read_position(HEAD + "\n".join(lines))


@given(st.integers(min_value=0, max_value=2**32))
@few
def test_every_state_of_a_game_is_written_and_read_back(seed):
    game, setup, rng = planned(seed)
    for number, (state, _) in enumerate(played(game, setup, rng)):
        if number % 11:
            continue
        text = write_position(state)
        again = read_position(text).state
        assert write_position(again) == text
        assert game.to_move(again) == game.to_move(state)
        legal = Counter(game.say(state, action) for action in game.legal_actions(state))
        assert Counter(game.say(again, a) for a in game.legal_actions(again)) == legal


@given(st.integers(min_value=0, max_value=2**32))
@few
def test_the_words_of_an_act_are_the_act(seed):
    game, setup, rng = planned(seed)
    for number, (state, action) in enumerate(played(game, setup, rng)):
        if number % 5:
            continue
        words = game.say(state, action)
        assert game.say(state, action_of_words(state, words)) == words


@pytest.mark.parametrize("name", ["avx-combat", "ygo-combat"])
def test_the_combat_examples_of_the_books_are_written_positions(name):
    text = (HERE / "positions" / f"{name}.txt").read_text(encoding="utf-8")
    position = read_position(text)
    assert position.acts
    assert next(iter(rulings(position))).against is None


def test_dice_carry_what_the_line_says():
    state = read(
        "step actions",
        "Ann attack Rescue 2 as R, +1A +2D, Iron Will",
        "Ann field Triceraton 1, 2 damage, fielded this turn",
        "Bob attack Triceraton 3, blocks R, cannot-block until your-next-turn of Ann by a global",
        "Ann bag 5 Sidekick",
        "Ann out 3 Sidekick",
        "Bob reserve Sidekick ?",
        "energy Ann 2",
        "life Bob 7",
    ).state
    table = GameTable(state)
    [rescue] = table.dice_in("attack", ANN)
    [blocker] = table.dice_in("attack", BOB)
    assert GAMES["tmnt"].view(state).dice
    assert has(table, rescue, "Iron Will")
    assert has(table, blocker, "cannot-block")
    assert state.dice[rescue].blocked
    assert state.dice[blocker].blocks == (rescue,)
    modifier = state.dice[blocker].modifiers[0]
    assert (modifier.until, modifier.seat, modifier.by_global) == ("your-next-turn", ANN, True)
    assert len(table.dice_in("bag", ANN)) == 5
    assert len(state.fielded) == 1
    assert state.life == (20, 7)
    assert state.short_draw_energy == (2, 0)


def test_cards_beyond_the_teams_come_with_the_die_that_names_them():
    state = read("Bob field 77avx 2").state
    assert [GameTable(state).title(die) for die in GameTable(state).dice_in("field", BOB)] == [
        "Hulk"
    ]


def test_a_card_says_what_the_position_says():
    position = read(
        "text 57hhs WhenUsed(Damage(Target(player='opponent'), 4)), note='a house rule'",
        "Ann reserve Reclaim action",
        "act use Reclaim",
    )
    [answer] = rulings(position)
    assert answer.after.life == (20, 16)
    assert read_position(write_position(position.state)).state.match.setup == (
        position.state.match.setup
    )


def test_what_was_done_before_and_the_answers_are_played():
    position = read(
        "Ann reserve 2 Sidekick Bolt",
        "Bob field Triceraton 1 as Big",
        "Bob field Triceraton 2",
        "then global of Unstable Canister 2 times",
        "then choose Big",
        "act Bob: choose Big",
        "act choose Triceraton 2",
    )
    first, second = rulings(position)
    assert first.against.code == "not-asked"
    assert second.against is None
    assert [event.text for event in second.events] == [
        "Triceraton (level 1) takes 1 damage",
        "Triceraton (level 2) takes 1 damage",
    ]


def test_an_act_is_told_step_by_step_with_the_state_of_each_moment():
    state = read(
        "Ann reserve Force Beam action", "Ann field Triceraton 1", "Bob field Rescue 1"
    ).state
    action = action_of_words(state, "use Force Beam")
    told = list(steps(state, action))
    _, events = GAMES["tmnt"].apply(state, action)
    assert [event for event, _ in told] == list(events)
    fallen = next(then for event, then in told if event.code == "knocked-out")
    assert len(GameTable(told[0][1]).dice_in("field", BOB)) == 1
    assert fallen.dice != state.dice


def test_refused_acts_are_understood_too():
    position = read(
        "Ann reserve Sidekick Fist",
        "Ann reserve Rescue 2 Bolt",
        "Bob field Sidekick pawn",
        "act buy Triceraton paying Fist",
        "act field Sidekick",
        "act global of Unstable Canister paying 1/2 Bolt",
        "act Ann: buy Rescue and buy Reclaim at once paying 2 Bolt + Fist",
        "act Bob: attack with Sidekick",
        "act Ann concedes",
        "act keep",
    )
    codes = [each.against.code if each.against else None for each in rulings(position)]
    assert codes == [
        "too-little", "no-character", None, "too-little", "wrong-step", None, "wrong-step",
    ]  # fmt: skip


BAD = {
    "Ann field Thor 1": "Line 7: no card of this game is called 'Thor 1'.",
    "Ann reserve 9 Sidekick Bolt": "Line 7: Ann has no (more) 'Sidekick' in this game: 8 dice",
    "Ann field Rescue 4": "Line 7: '4' is no face of Rescue.",
    "Ann bag Sidekick, 2 damage": "Line 7: '2 damage' on a die that is not in the field.",
    "Ann field Sidekick Bolt": "Line 7: 'Bolt' is energy and cannot lie in the field.",
    "Ann field Rescue 2, 3 damage": "Line 7: '3 damage' on 3 defence would have knocked it out.",
    "Ann field Rescue 2, flying": "Line 7: there is no rule 'flying' that a die carries.",
    "Ann used Rescue 2": "Line 7: a die in 'used' shows no face, not '2' either.",
    "Ann bag 3 Sidekick": "Line 7: Ann's bag is told, but not where 5 more of Ann's dice are",
    "Ann attack Rescue 1": "Line 7: nothing is in 'attack' outside the Attack Step.",
    "Zed field Rescue 1": "Line 7: 'Zed' is no player; write '0 field Thor 1'.",
    "0 pocket Rescue 1": "Line 7: 'pocket' is no zone; there are",
    "0 field": "Line 7: nothing stands after 'field'",
    "life Ann 21": "Line 7: 'life Ann 21': '21' is no number from 1 to 20.",
    "life Zed 3": "Line 7: 'life Zed 3': no player is called 'Zed'.",
    "step dance": "Line 7: 'step dance': the steps are clear, draw",
    "turn x Ann": "Line 7: 'turn x Ann': no player is called 'x Ann'.",
    "to act Zed": "Line 7: 'to act Zed': no player is called 'Zed'.",
    "text 57hhs Explode(3)": "Line 7: A card's text knows no word 'Explode'.",
    "text 57hhs __import__('os')": "Line 7: A card's text knows no word '__import__'.",
    "cards Ann 3x999zzz": "Line 7: Entry 1 of this line",
    "cards Zed 3x46hhs": "'cards Zed': no player is called so.",
    "book xyz": "Line 7: there is no book 'xyz'; there are avx, ygo, imwm, tmnt.",
    "then buy Rescue": "Line 7: 'buy Rescue': ",
    "act dance": "Line 7: 'dance' is no act of this game",
    "act buy Rescue paying 3 Bolt": "Line 7: No (more) die of Ann's Reserve Pool shows '3 Bolt'.",
    "lasting {": "Line 7: 'lasting {':",
}


@pytest.mark.parametrize("line", BAD)
def test_a_position_that_cannot_be_is_refused_with_line_and_word(line):
    with pytest.raises(PositionError) as refused:
        list(rulings(read(line)))
    assert str(refused.value).startswith(BAD[line]), str(refused.value)
    assert "\n" not in str(refused.value)


def test_blocks_that_cannot_be_are_refused():
    for lines, said in (
        (("Bob attack Rescue 1",), "'Rescue' is a defender's and blocks nobody."),
        (("Ann field Rescue 1 as R", "Bob attack Rescue 1, blocks R"), "'Rescue' does not attack"),
        (("Ann attack Rescue 1 as R", "Bob field Rescue 1, blocks R"), "only a defender's die in"),
        (("Bob attack Rescue 1, blocks Zed",), "no card of this game is called 'Zed'."),
    ):
        with pytest.raises(PositionError, match=said):
            read("step actions", *lines)


def test_a_position_needs_its_book_and_is_not_endless():
    with pytest.raises(PositionError, match="'book avx'"):
        read_position("players Ann, Bob")
    with pytest.raises(PositionError, match="100000 letters at most"):
        read_position("#" * 100_001)


def test_a_finished_game_is_no_position():
    state = read("life Bob 1").state
    over, _ = GAMES["tmnt"].apply(state, act.ConcedeGame(BOB))
    with pytest.raises(PositionError, match="The game is over"):
        write_position(over)


@pytest.mark.parametrize(
    "written",
    ["Damage(ANYONE, 'x')", "WhenUsed(Damage(ANYONE, 2)", "Buff(ANYONE).x", "a=1", "lambda: 0"],
)
def test_a_text_nobody_understands_is_refused(written):
    with pytest.raises(ValueError, match=r"text|sense"):
        read_text(written)


def test_the_snippets_of_the_page_run():
    page = Path(__file__).parents[2] / "docs" / "positions.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 4
    assert not failed
