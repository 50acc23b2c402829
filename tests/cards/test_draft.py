"""Drafting: AvX "Draft Teams", YGO "Draft Forces", step by step."""

import io
from random import Random

import pytest

from rules.dicemasters.cards.draft import (
    DraftError,
    begin,
    dice_there_are,
    pick_card,
    taken_back,
    team_file_of,
    teams_of,
)
from rules.dicemasters.cards.facts import card
from rules.dicemasters.cards.formats import format_named
from rules.dicemasters.cards.legality import undeclared_serials, violations_of_file
from rules.dicemasters.cards.team import TeamFile, read_file, read_link
from ui.cli.main import main

AVX = "4x12avx;4x17avx;4x3avx;3x1avx;4x4avx;3x26avx;3x27avx;3x29avx;3x32avx;3x34avx"
YGO = "2x71ygo;2x9ygo;1x41ygo;2x5ygo;2x7ygo;3x112ygo;3x116ygo;3x120ygo"


def drafted(edition="avx", link=AVX, limit=8, **more):
    names = ("Ann", "Bob")
    return begin(edition, read_link(link), limit, names, shuffle=Random(1), **more)


def codes(file):
    return [violation.code for _, violation in violations_of_file(file)]


def file_of(first, second, *, centre="3x26avx;3x27avx;3x32avx", limit=8, edition="avx"):
    return TeamFile(
        edition,
        format_named(f"draft:{limit}", edition),
        (read_link(first, "Ann"), read_link(second, "Bob")),
        read_link(centre).choices if centre else (),
    )


def test_three_or_four_basic_actions_are_drawn_at_random():
    seen = set()
    for seed in range(30):
        draft = begin("avx", read_link(AVX), 8, ("A", "B"), shuffle=Random(seed))
        assert len({choice.card.code for choice in draft.basics}) == 3
        seen.add(tuple(choice.card.code for choice in draft.basics))
    assert len(seen) > 5
    assert len(drafted(basics=4).basics) == 4
    with pytest.raises(DraftError, match="3 or 4 basic actions"):
        drafted(basics=5)
    with pytest.raises(DraftError, match="1 basic action cards; 3 are drawn"):
        drafted(link="4x12avx;3x26avx")


def test_cards_of_one_name_are_one_stack():
    titles = [stack.title for stack in drafted().stacks]
    assert titles == ["Human Torch", "Spider-Man", "Beast", "Captain America"]


def test_the_second_player_picks_first_then_by_turns():
    draft = drafted()
    order = []
    while not draft.over:
        order.append(draft.names[draft.player])
        draft = pick_card(draft, draft.stacks[0].cards[0].card.code)
    assert order == ["Bob", "Ann", "Bob", "Ann"]


def test_a_stack_of_several_cards_is_picked_by_the_card_to_be_used():
    draft = drafted()
    with pytest.raises(DraftError, match="name one of 3avx, 1avx"):
        pick_card(draft, "Beast")
    after = pick_card(draft, "1avx")
    assert "Beast" not in [stack.title for stack in after.stacks]
    with pytest.raises(DraftError, match="No stack is left that holds '3avx'"):
        pick_card(after, "3avx")


def test_in_avx_all_dice_of_the_name_come_along_up_to_the_cards_limit():
    draft = drafted()
    beast = next(stack for stack in draft.stacks if stack.title == "Beast")
    assert dice_there_are(draft, beast, card("3avx")) == card("3avx").max_dice == 4


def test_in_ygo_only_dice_of_the_cards_own_number_are_used():
    draft = drafted("ygo", YGO)
    after = pick_card(draft, "71ygo")
    assert after.picks[0].dice == 2
    file = teams_of(after)
    assert file.teams[1].choices[0].serials == (71, 71)


def test_nobody_gets_more_dice_than_the_limit_and_cards_without_dice_are_not_used():
    draft = drafted(link="4x12avx;4x17avx;4x3avx;4x4avx;4x9avx;4x21avx;3x26avx;3x27avx;3x29avx")
    for code in ("12avx", "17avx", "3avx", "4avx", "9avx", "21avx"):
        draft = pick_card(draft, code)
    assert [draft.dice_of(player) for player in (0, 1)] == [8, 8]
    assert [len(team.cards) for team in teams_of(draft).teams] == [2, 2]
    assert codes(teams_of(draft)) == []


@pytest.mark.parametrize("dice", [5, -1])
def test_a_pick_takes_no_more_dice_than_there_are(dice):
    with pytest.raises(DraftError, match="0 to 4 dice now"):
        pick_card(drafted(), "12avx", dice)


def test_a_stack_may_be_taken_with_no_die_and_is_not_used_then():
    draft = pick_card(drafted(), "12avx", 0)
    assert draft.dice_of(1) == 0
    assert all("12avx" not in [c.card.code for c in team.cards] for team in teams_of(draft).teams)


def test_a_pick_may_be_taken_back():
    draft = drafted()
    assert taken_back([draft]) == draft
    with pytest.raises(DraftError, match="Nothing has been picked"):
        taken_back([])


@pytest.mark.parametrize(("edition", "link"), [("avx", AVX), ("ygo", YGO)])
def test_a_drafted_team_file_is_read_again_and_legal(edition, link, tmp_path):
    draft = drafted(edition, link)
    while not draft.over:
        draft = pick_card(draft, draft.stacks[0].cards[0].card.code)
    path = tmp_path / "drafted.toml"
    path.write_text(team_file_of(draft), encoding="utf-8")
    file = read_file(path)
    assert codes(file) == []
    assert undeclared_serials(file) == ()
    assert file.format.life == 8


def test_the_centre_of_a_draft_has_three_or_four_different_basic_actions():
    teams = ("4x12avx", "4x17avx")
    assert codes(file_of(*teams)) == []
    assert codes(file_of(*teams, centre="3x26avx;3x27avx;3x32avx;3x29avx")) == []
    assert codes(file_of(*teams, centre="3x26avx;3x27avx")) == ["wrong-number-of-basic-actions"]
    assert codes(file_of(*teams, centre="")) == ["wrong-number-of-basic-actions"]
    five = "3x26avx;3x27avx;3x32avx;3x29avx;3x34avx"
    assert codes(file_of(*teams, centre=five)) == ["wrong-number-of-basic-actions"]
    assert codes(file_of(*teams, centre="3x26avx;3x26avx;3x27avx")) == ["same-basic-action"]
    assert codes(file_of(*teams, centre="3x26avx;2x27avx;3x32avx")) == ["wrong-centre"]
    assert codes(file_of(*teams, centre="3x26avx;3x3avx;3x32avx")) == ["wrong-centre"]


def test_one_stack_is_not_for_both_sides():
    assert codes(file_of("4x3avx", "4x17avx;3x1avx")) == ["one-stack-for-both"]


def test_ygo_cards_without_declared_serials_are_not_plainly_legal(capsys):
    link = "2x5ygo;2x7ygo;3x112ygo;3x116ygo"
    assert main(["team", "check", link, "--game", "ygo"]) == 0
    said = capsys.readouterr().err
    assert "legal if one die at least of each card carries the card's own serial number" in said
    assert "no serial numbers are declared for 5ygo, 7ygo" in said
    assert main(["team", "check", link, "--game", "ygo", "--json"]) == 0
    assert '"serials_undeclared": ["5ygo", "7ygo"]' in capsys.readouterr().out


def test_the_command_guides_a_draft_and_writes_the_file(tmp_path, monkeypatch, capsys):
    out = tmp_path / "drafted.toml"
    typed = "17avx 3\nnobody\n12avx\nundo\nHuman Torch 2\n1avx\nCaptain America\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    words = ["team", "draft", AVX, "--dice", "8", "--seed", "1", "--out", str(out)]
    assert main(words) == 0
    said = capsys.readouterr().err
    assert "No stack is left that holds 'nobody'." in said
    file = read_file(out)
    assert [[(c.card.code, c.dice) for c in team.choices] for team in file.teams] == [
        [("12avx", 2), ("4avx", 4)],
        [("17avx", 3), ("1avx", 4)],
    ]
    assert codes(file) == []


def test_a_draft_that_is_broken_off_writes_nothing(tmp_path, monkeypatch, capsys):
    out = tmp_path / "drafted.toml"
    monkeypatch.setattr("sys.stdin", io.StringIO("17avx\n"))
    assert main(["team", "draft", AVX, "--out", str(out)]) == 1
    assert "no team file is written" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dice", "7"], "8 to 20"),
        (["--names", "Ann"], "--names First,Second"),
        (["--basics", "2"], "3 or 4 basic actions"),
        (["--game", "ygo", "--dice", "30"], "8 to 20"),
    ],
)
def test_a_draft_that_cannot_be_is_one_sentence(words, said, capsys):
    assert main(["team", "draft", AVX, *words]) == 2
    assert said in capsys.readouterr().err
