"""Team links and team files: read, written, and refused with one clear sentence."""

import pytest

from rules.dicemasters.cards import team
from rules.dicemasters.cards.colours import BASIC
from rules.dicemasters.cards.team import TeamError, read_file, read_link, write_link
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES

LINK = "4x12avx;2x17avx;3x27avx"
ADDRESS = "https://tb.dicecoalition.com/?view&cards=4x12avx;2x17avx;3x27avx&name=Torch%20%26%20Co"


def test_a_bare_link_a_whole_address_and_the_newer_form_name_the_same_team():
    bare = read_link(LINK)
    assert [(c.dice, c.card.code) for c in bare.choices] == [
        (4, "12avx"),
        (2, "17avx"),
        (3, "27avx"),
    ]
    assert read_link(ADDRESS).choices == bare.choices
    assert read_link(ADDRESS).name == "Torch & Co"
    assert read_link("4xAVX012;2xAVX017;3xAVX027").choices == bare.choices


def test_a_link_written_and_read_again_is_the_same_team():
    read = read_link(ADDRESS)
    assert read_link(write_link(read, address=True)) == read
    assert read_link(write_link(read, newer=True)).choices == read.choices
    assert write_link(read) == LINK


def test_a_written_link_puts_basic_actions_last():
    assert write_link(read_link("3x27avx;4x12avx")) == "4x12avx;3x27avx"


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("", "empty"),
        ("4x12avx;12avx", "Entry 2 of the team, '12avx', is not of the form 4x12avx"),
        ("4x12avx;2x999avx", "Entry 2 of the team: .*AvX has the numbers 1 to 132"),
        ("https://example.org/?view", "its 'cards=' part is missing"),
    ],
)
def test_a_link_that_cannot_be_read_says_where(link, message):
    with pytest.raises(TeamError, match=message):
        read_link(link)


def test_a_wrong_entry_in_a_file_of_two_teams_says_in_which(tmp_path):
    good, bad = '[[team]]\nlink = "4x12avx"\n', '[[team]]\nlink = "4x12avx;2x999avx"\n'
    with pytest.raises(TeamError, match="Entry 2 of team 2: There is no card '999avx'"):
        read_file(written(tmp_path, f'edition = "avx"\n{good}{bad}'))


def written(tmp_path, text):
    path = tmp_path / "team.toml"
    path.write_text(text)
    return path


def test_a_team_file_holds_the_edition_and_a_link_per_side(tmp_path):
    path = written(
        tmp_path,
        'edition = "avx"\nformat = "basic"\n'
        f'[[team]]\nname = "Mike"\nlink = "{LINK}"\n[[team]]\nname = "Eric"\nlink = "{LINK}"\n',
    )
    read = read_file(path)
    assert (read.edition, read.format.name) == ("avx", "basic")
    assert [team.name for team in read.teams] == ["Mike", "Eric"]


def test_a_team_file_may_declare_faces_nobody_knows(tmp_path):
    path = written(
        tmp_path,
        'edition = "imwm"\n[[team]]\nlink = "2x117wol"\nfaces = {117wol = "1-2-3/1-3-4*/2-4-5"}\n',
    )
    only = read_file(path).teams[0].choices[0].card
    assert [level.attack for level in only.levels] == [2, 3, 4]
    assert only.faces_known


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("edition = \nx = 1", "is no TOML: .*line 1"),
        ('edition = "avx"', r"no \[\[team\]\] is there"),
        ('edition = "avx"\n[[team]]\nname = "A"\nlnik = "4x12avx"', "did you mean 'link'"),
        ('edition = "avx"\n[[team]]\nname = "A"', "team 1 has no link"),
        ('edition = "axv"\n[[team]]\nlink = "4x12avx"', "There is no edition 'axv'"),
        (
            'edition = "avx"\nformat = "casual"\n[[team]]\nlink = "4x12avx"',
            "The AvX book knows no format 'casual'; it knows demo, draft, basic, tournament",
        ),
        ('edition = "avx"\n[[team]]\nlink = "4x999avx"', "AvX has the numbers 1 to 132"),
        ('edition = "avx"\nteam = ["x"]', "team 1 is no table"),
        ('edition = "avx"\n[[team]]\nname = 3\nlink = "4x12avx"', "team 1 has no name"),
        ('edition = "ygo"\n[[team]]\nlink = "4x71ygo"\nserials = 3', "serials is no table"),
        (
            'edition = "ygo"\n[[team]]\nlink = "4x71ygo"\nserials = {71ygo = ["x"]}',
            "the serials of 71ygo are no list of numbers",
        ),
        ('edition = "avx"\n[[team]]\nlink = "4x12avx"\nfaces = "9"', "faces is no table"),
        (
            'edition = "avx"\ncolours = {27avx = "mauve"}\n[[team]]\nlink = "4x12avx"',
            "'mauve' is no colour; use red, blue",
        ),
        (
            'edition = "ygo"\n[[team]]\nlink = "4x71ygo"\nserials = {9ygo = [9]}',
            "team 1 has no card 9ygo",
        ),
    ],
)
def test_a_team_file_that_cannot_be_read_says_file_field_and_mending(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(TeamError, match=message) as error:
        read_file(path)
    assert "team.toml" in str(error.value)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(TeamError, match=r"none\.toml cannot be read \(No such file"):
        read_file(tmp_path / "none.toml")


def test_a_team_file_may_declare_the_colours_of_dice(tmp_path):
    path = written(
        tmp_path,
        'edition = "avx"\ncolours = {27avx = "green", 12avx = "#102030/#ffffff"}\n'
        '[[team]]\nlink = "4x12avx;3x27avx;3x32avx"\n[[team]]\nlink = "4x1avx;3x33avx;3x31avx"\n',
    )
    setup = team.setup_of_file(read_file(path))
    dice = {die.kind: die for die in GAMES["avx"].dice(setup)}
    assert dice[":27avx"].ink == "#0ede09"
    assert (dice["A:12avx"].body, dice["A:12avx"].ink) == ("#102030", "#ffffff")


def basic_dice(game, setup):
    return [die for die in game.dice(setup) if die.kind.startswith(":")]


def test_the_example_games_of_2016_use_the_colours_of_their_books():
    inks = [die.ink for die in basic_dice(GAMES["tmnt"], demo_setup("tmnt"))]
    assert inks == [BASIC[name][1] for name in ("purple", "blue", "red")]


def test_players_choose_the_colours_of_basic_actions():
    setup = demo_setup("tmnt") | {"colours": {"58hhs": "purple"}}
    inks = [die.ink for die in basic_dice(GAMES["tmnt"], setup)]
    assert inks == [BASIC[name][1] for name in ("blue", "purple", "red")]


@pytest.mark.parametrize(
    ("colours", "message"),
    [
        ({"58hhs": "purpel"}, "'purpel' is no colour; use purple"),
        ({"58hhs": "red", "57hhs": "red"}, "Two basic actions have dice of one colour"),
        ({"58hhs": "#12345"}, "no colour"),
    ],
)
def test_a_colour_that_does_not_exist_or_comes_twice_is_refused(colours, message):
    with pytest.raises(ValueError, match=message):
        GAMES["tmnt"].new(demo_setup("tmnt") | {"colours": colours})


def test_basic_action_dice_of_different_cards_have_different_colours():
    for name, game in GAMES.items():
        basics = basic_dice(game, demo_setup(name))
        assert len({die.ink for die in basics}) == len(basics) == 3
        assert {die.icon for die in basics} == {""}


def test_faces_a_team_file_declares_are_the_faces_of_the_game(tmp_path):
    path = written(
        tmp_path,
        'edition = "imwm"\n[[team]]\nlink = "2x117wol;3x29imw;3x30imw"\n'
        'faces = {117wol = "1-2-3/1-3-4*/2-4-5"}\n[[team]]\nlink = "2x1imw;3x28imw;3x31imw"\n',
    )
    dice = {die.kind: die for die in GAMES["imwm"].dice(team.setup_of_file(read_file(path)))}
    assert dice["A:117wol"].faces[4]["burst"] == 1


def test_a_game_starts_from_a_team_file(tmp_path):
    path = written(
        tmp_path,
        'edition = "avx"\nformat = "basic"\n'
        '[[team]]\nname = "Mike"\nlink = "4x12avx;3x27avx;3x32avx"\n'
        '[[team]]\nname = "Eric"\nlink = "4x1avx;3x27avx;3x31avx"\n',
    )
    setup = team.setup_of_file(read_file(path))
    game = GAMES["avx"]
    state = game.new(setup)
    assert state.life == (15, 15)
    counts = {die.kind: die.count for die in game.dice(setup)}
    assert counts == {
        "A:12avx": 4,
        "B:1avx": 4,
        ":27avx": 6,
        ":32avx": 3,
        ":31avx": 3,
        "sidekick": 16,
    }


def test_a_team_file_may_turn_on_later_tournament_practice(tmp_path):
    path = written(
        tmp_path,
        'edition = "avx"\noptions = {no_first_attack = true, first_draws = 3}\n'
        '[[team]]\nlink = "4x12avx;3x27avx;3x32avx"\n[[team]]\nlink = "4x1avx;3x33avx;3x31avx"\n',
    )
    game = GAMES["avx"]
    assert game.chance(game.new(team.setup_of_file(read_file(path)))).count == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("{first_draw = 3}", "did you mean 'first_draws'"),
        ("{first_draws = 7}", "first_draws is 7; it can be 4 or 3 or 2 or 1"),
        ("3", "options is no table"),
    ],
)
def test_an_option_that_does_not_exist_is_refused(tmp_path, options, message):
    path = written(tmp_path, f'edition = "avx"\noptions = {options}\n[[team]]\nlink = "4x12avx"\n')
    with pytest.raises(TeamError, match=message):
        read_file(path)
