"""A card that no list has, and one whose faces no source shows: declared, then played by hand."""

import pytest

from rules.core import PlayerNumber
from rules.dicemasters.cards.facts import AS_DECLARED, declared_card, write_declared
from rules.dicemasters.cards.team import TeamError, read_file, read_link, setup_of_file
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves.hand_words import hand_menu
from rules.dicemasters.set_up import examine, plan_of_words, setup_of

FILE = """
edition = "avx"
format = "tournament"
[cards]
1own = "Nova: Quasar, Character, 4 Bolt, 4 dice, 1-2-3/1-3-4*/2-4-5"
2own = "Cosmic Ray, Action, 3 Mask, 3 dice"
[[team]]
name = "Ana"
link = "4x1own;2x2own;2x17avx;3x26avx;3x27avx"
[[team]]
name = "Bo"
link = "4x3avx;2x15avx;3x32avx;3x29avx"
"""


@pytest.fixture
def team_file(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_card_in_no_list_is_declared_and_played_by_hand(team_file):
    game = GAMES["avx"]
    state = game.new(setup_of_file(read_file(team_file)))
    nova = next(each for each in state.match.cards if each.card.title == "Nova")
    assert not nova.encoded
    assert [(x.attack, x.burst) for x in nova.card.levels] == [(2, 0), (3, 1), (4, 0)]
    assert {"Nova", "Cosmic Ray"} <= set(hand_menu(state).causes)
    assert game.new(dict(setup_of_file(read_file(team_file)))).match is not None


def test_the_set_up_form_takes_it_and_says_that_it_is_played_by_hand(team_file):
    plan = plan_of_words("avx", [str(team_file)])
    said = " ".join(each.text for each in examine(plan, PlayerNumber(0)))
    assert "by hand: Nova, Cosmic Ray" in said
    assert GAMES["avx"].new(setup_of(plan)).match.cards[0].card.title == "Nova"


def test_the_sentence_about_an_unknown_card_says_that_it_may_be_declared():
    with pytest.raises(TeamError, match=r"no set is called 'own'.*declared in a team file"):
        read_link("4x1own")
    with pytest.raises(TeamError, match=r"numbers 1 to 132.*declared in a team file"):
        read_link("4x999avx")


def test_faces_no_source_shows_are_asked_for_with_an_example():
    setup = {
        "format": "tournament",
        "teams": [{"name": "A", "cards": [["2gaf", 2]]}, {"name": "B", "cards": [["3avx", 2]]}],
        "basics": ["26avx", "27avx"],
    }
    with pytest.raises(ValueError, match=r"declare its levels in a team file, faces = \{ 2gaf"):
        GAMES["avx"].new(setup)
    played = GAMES["avx"].new({**setup, "faces": {"2gaf": "1-2-3/1-3-4/2-4-5"}})
    assert not played.match.cards[0].encoded


@pytest.mark.parametrize(
    ("code", "written", "wrong"),
    [
        ("own", AS_DECLARED, "no code for a card"),
        ("1own", "Nova", "something is missing"),
        ("1own", "Nova, Hero, 4 Bolt, 4 dice, 1-2-3", "the type 'Hero'"),
        ("1own", "Nova, Character, 4 Fire, 4 dice, 1-2-3", "energy 'Fire'"),
        ("1own", "Nova, Character, 4 Bolt, 4 dice", "only a character has levels"),
        ("1own", "Nova, Character, 4 Bolt, 4 dice, 1-2", "'1-2' is no level"),
    ],
)
def test_what_is_declared_wrongly_is_said_with_an_example(code, written, wrong):
    with pytest.raises(ValueError, match=wrong):
        declared_card(code, written)


def test_a_declared_card_is_written_as_it_was_read():
    assert write_declared(declared_card("1own", AS_DECLARED)) == AS_DECLARED


def test_a_known_code_is_not_declared_anew(team_file):
    team_file.write_text(FILE.replace("1own", "12avx"), encoding="utf-8")
    with pytest.raises(TeamError, match=r"12avx is Human Torch.*needs another code"):
        read_file(team_file)


def test_a_team_that_mixes_boxes_is_legal_and_plays_by_one_book():
    # No book forbids it: which book holds is the table's choice, and is asked for.
    link = "2x12avx;2x1ygo;2x4imw;2x17hhs;3x26avx;3x27avx"
    team = read_link(link, "A")
    codes = [[choice.card.code, choice.dice] for choice in team.cards]
    for edition, game in GAMES.items():
        state = game.new(
            {
                "format": "tournament",
                "teams": [{"name": "A", "cards": codes}, {"name": "B", "cards": [["3avx", 2]]}],
                "basics": ["26avx", "27avx"],
            }
        )
        assert state.match.edition.name == edition
