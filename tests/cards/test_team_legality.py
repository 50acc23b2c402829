"""Team legality per format, by book and section."""

import json
from pathlib import Path

import pytest

from rules.dicemasters.cards.formats import DEMO_TEAMS, FORMATS, format_named
from rules.dicemasters.cards.legality import violations_of_partners, violations_of_team
from rules.dicemasters.cards.team import Team, TeamCard, read_link
from ui.cli.main import main

BASICS = "3x27avx;3x32avx"
EIGHT = "4x1avx;4x4avx;4x7avx;2x10avx;2x13avx;2x16avx;1x19avx;1x22avx"


def codes(link, chosen="tournament", edition="avx"):
    return [
        v.code for v in violations_of_team(read_link(link), format_named(chosen, edition), edition)
    ]


def test_tournament_eight_cards_twenty_dice_two_basics_are_legal():
    assert codes(f"{EIGHT};{BASICS}") == []


def test_tournament_nine_cards_are_too_many():
    assert codes(f"{EIGHT};1x35avx;{BASICS}") == ["too-many-cards", "too-many-dice"]


def test_tournament_twenty_one_dice_are_too_many():
    assert codes(f"{EIGHT.replace('1x22avx', '2x22avx')};{BASICS}") == ["too-many-dice"]


def test_basic_teams_have_six_cards_and_fifteen_dice():
    six = "4x1avx;4x4avx;4x7avx;1x10avx;1x13avx;1x16avx"
    assert codes(f"{six};{BASICS}", "basic") == []
    assert codes(f"{six};1x19avx;{BASICS}", "basic") == ["too-many-cards", "too-many-dice"]


def test_casual_2016_games_have_fifteen_dice_and_fifteen_life():
    assert format_named("casual", "imwm").life == 15
    team = "4x1imw;4x4imw;4x7imw;4x10imw;3x29imw;3x30imw"
    assert codes(team, "casual", "imwm") == ["too-many-dice"]
    assert codes(team, "tournament", "imwm") == []


def test_two_cards_of_one_title_are_illegal_whatever_the_subtitle():
    team = read_link(f"2x13avx;2x14avx;{BASICS}")
    (only,) = violations_of_team(team, FORMATS["tournament"], "avx")
    assert only.code == "same-title"
    assert "13avx and 14avx are both Iron Man" in only.text
    assert only.citation.section == "Customizing Your Team: Tournament Teams"


def test_dice_beyond_the_cards_maximum_are_illegal():
    assert codes(f"5x1avx;{BASICS}") == ["over-the-die-limit"]


def test_each_card_has_at_least_one_die():
    assert codes(f"0x1avx;4x4avx;{BASICS}") == ["card-without-dice"]


def test_exactly_two_different_basic_actions():
    assert codes("4x1avx;3x27avx") == ["wrong-number-of-basic-actions"]
    assert codes("4x1avx;3x27avx;3x27avx") == ["same-title"]
    assert codes("4x1avx;3x27avx;3x32avx;3x33avx") == ["wrong-number-of-basic-actions"]


def test_a_basic_action_card_has_three_dice():
    assert codes("4x1avx;3x27avx;2x32avx") == ["wrong-number-of-basic-dice"]


def test_sidekicks_are_never_part_of_a_team():
    assert "sidekick-in-team" in codes(f"4x1avx;8xsidekick;{BASICS}")


def test_a_draft_is_limited_by_the_number_chosen_for_it():
    assert format_named("draft:12", "avx").life == 12
    assert codes("4x1avx;4x4avx;4x7avx", "draft:12") == []
    assert codes("4x1avx;4x4avx;4x7avx;1x10avx", "draft:12") == ["too-many-dice"]
    with pytest.raises(ValueError, match="8 to 20"):
        format_named("draft:21", "avx")


def test_rainbow_draft_has_twelve_packs_of_two_dice():
    team = "4x35asm;4x36asm;4x37asm;4x38asm;4x39asm;4x40asm;1x41asm;3x29imw;3x30imw"
    assert codes(team, "rainbow", "imwm") == ["too-many-dice"]


def test_doubles_partners_bring_four_cards_one_basic_of_six_or_three_dice():
    assert codes("3x1hhs;3x7hhs;3x12hhs;3x17hhs;6x55hhs", "doubles", "tmnt") == []
    assert codes("3x1hhs;3x7hhs;3x12hhs;3x17hhs;3x55hhs", "doubles", "tmnt") == []
    five = "3x1hhs;3x7hhs;3x12hhs;3x17hhs;3x21hhs;4x55hhs"
    assert codes(five, "doubles", "tmnt") == ["too-many-cards", "wrong-number-of-basic-dice"]


def test_doubles_three_basic_dice_are_for_newcomers_and_only_the_hhs_book_has_them():
    team = "4x1imw;4x4imw;4x7imw;4x10imw"
    assert codes(f"{team};6x29imw", "doubles", "imwm") == []
    assert codes(f"{team};3x29imw", "doubles", "imwm") == ["wrong-number-of-basic-dice"]


def test_doubles_partners_may_not_share_a_character_or_a_basic_action():
    one, other = read_link("3x1hhs;6x55hhs"), read_link("3x2hhs;6x55hhs")
    shared = [v.text for v in violations_of_partners(one, other, "tmnt")]
    assert len(shared) == 2
    assert "April" in shared[0]
    assert "Speedy Delivery" in shared[1]


@pytest.mark.parametrize("edition", DEMO_TEAMS)
def test_the_demo_teams_of_each_book_are_legal_in_its_demo(edition):
    for link in DEMO_TEAMS[edition][:2]:
        assert codes(link, "demo", edition) == []
    assert "not-the-demo-team" in codes(DEMO_TEAMS[edition][0] + ";1x3avx", "demo", edition)


def baby_dragons(*serials):
    card = read_link("4x71ygo").choices[0].card
    basics = read_link("3x113ygo;3x114ygo").choices
    team = Team("", (TeamCard(card, len(serials), serials), *basics))
    return [v.code for v in violations_of_team(team, FORMATS["tournament"], "ygo")]


def test_ygo_serial_numbers_one_matching_die_carries_the_others():
    assert baby_dragons(71, 9, 9, 41) == []


def test_ygo_serial_numbers_without_a_matching_die_the_card_stays_at_home():
    assert baby_dragons(9, 9, 41) == ["no-matching-serial"]


def test_ygo_serial_numbers_of_another_monster_are_refused():
    assert baby_dragons(71, 17) == ["wrong-serials"]


def test_the_command_answers_no_with_reasons_and_exit_code_one(capsys):
    assert main(["team", "check", f"2x13avx;2x14avx;{BASICS}", "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["code"] == "same-title"
    assert lines[0]["book"] == "AvX"
    assert lines[-1]["legal"] is False


def test_of_two_teams_only_the_one_that_breaks_a_rule_is_called_illegal(tmp_path, capsys):
    path = tmp_path / "teams.toml"
    sides = ("Mike", f"{EIGHT};{BASICS}"), ("Eric", "4x3avx")
    written = (f'[[team]]\nname = "{name}"\nlink = "{link}"\n' for name, link in sides)
    path.write_text('edition = "avx"\n' + "".join(written))
    assert main(["team", "check", str(path), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["team"]: line["legal"] for line in lines if "legal" in line} == {
        "Mike": True,
        "Eric": False,
    }


def test_the_command_answers_yes_with_exit_code_zero(capsys):
    assert main(["team", "check", f"{EIGHT};{BASICS}"]) == 0
    assert "legal for tournament by the AvX book" in capsys.readouterr().err


def test_the_command_refuses_an_unreadable_team_with_exit_code_two(capsys):
    assert main(["team", "check", "4x999avx"]) == 2
    assert main(["team", "check", "missing.toml"]) == 2
    assert "missing.toml cannot be read" in capsys.readouterr().err


def test_the_cards_command_finds_cards_and_shows_disagreement(capsys):
    assert main(["cards", "22hhs"]) == 0
    assert "source B has 0-2-4/1-3-5/1-4-6" in capsys.readouterr().err
    assert main(["cards", "jade", "giant", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["code"] == "9avx"
    assert main(["cards", "qqqqqqq"]) == 1


def test_the_team_file_in_the_documentation_is_legal(tmp_path, capsys):
    page = (Path(__file__).parents[2] / "docs" / "teams.md").read_text(encoding="utf-8")
    path = tmp_path / "shown.toml"
    path.write_text(page.split("```toml\n")[1].split("```")[0])
    assert main(["team", "check", str(path)]) == 0
    assert "legal for tournament by the AvX book" in capsys.readouterr().err
