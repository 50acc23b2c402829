"""Facts of 4,079 printings: found by code and by name, complete, with conflicts in sight."""

import pytest

from rules.dicemasters.cards import SIDEKICK, UnknownCardError, card, faces, facts, find_cards


def test_the_table_holds_4079_printings_of_69_lists():
    cards = facts.all_cards()
    assert len(cards) == 4079
    assert len({c.code for c in cards}) == 4079
    assert len({c.set for c in cards}) == 69


def test_old_and_new_codes_name_the_same_card():
    assert card("12avx") is card("AVX012")
    assert card("12avx").name == "Human Torch: Playing with Fire"


def test_a_character_die_has_one_single_two_double_energy_faces_and_three_levels():
    torch = faces(card("12avx"))
    assert [f["kind"] for f in torch] == ["energy"] * 3 + ["character"] * 3
    assert [f["amount"] for f in torch[:3]] == [1, 2, 2]
    assert [(f["field"], f["attack"], f["defence"]) for f in torch[3:]] == [
        (0, 2, 2),
        (1, 3, 3),
        (2, 4, 4),
    ]


def test_a_basic_action_die_shows_three_generic_doubles_and_three_action_faces():
    smash = faces(card("32avx"))
    assert [(f["energy"], f["amount"]) for f in smash[:3]] == [("Generic", 2)] * 3
    assert [f["burst"] for f in smash[3:]] == [0, 1, 2]


def test_a_sidekick_shows_each_energy_once_a_wild_and_a_pawn():
    shown = faces(SIDEKICK)
    assert {f["energy"] for f in shown[:5]} == {"Bolt", "Fist", "Mask", "Shield", "Wild"}
    assert (shown[5]["field"], shown[5]["attack"], shown[5]["defence"]) == (0, 1, 1)


def test_every_printing_has_six_faces_or_says_that_nobody_knows_them():
    unknown = [c for c in facts.all_cards() if not c.faces_known]
    assert len(unknown) == 34
    assert all(c.assumed for c in unknown)
    with pytest.raises(ValueError, match="No source shows the faces"):
        faces(unknown[0])


def test_sources_that_disagree_stay_visible():
    assert card("22hhs").conflicts == (
        "levels 1-4-2/1-5-4/2-6-4 chosen; source B has 0-2-4/1-3-5/1-4-6",
    )
    assert card("1imw").conflicts == ("cost 2 chosen; sources say A=2 B=3 C=2",)


def test_starter_dice_carry_their_measured_colours():
    assert card("12avx").body == "#4f0f1a"
    assert card("1hhs").body == ""


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("133avx", "AvX has the numbers 1 to 132"),
        ("1axv", "nearest: avx"),
        ("Jade Gaint Hulk", "Hulk"),
        ("", "write it as 12avx or AVX012"),
    ],
)
def test_an_unknown_card_suggests_the_nearest(written, hint):
    with pytest.raises(UnknownCardError, match=hint):
        card(written)


def test_search_finds_titles_subtitles_sets_codes_and_misspellings():
    assert [c.code for c in find_cards("jade giant")] == ["9avx"]
    assert find_cards("hulc")[0].title == "Hulk"
    assert find_cards("hulk avx")[0].set == "AvX"
    assert [c.code for c in find_cards("AVX012")] == ["12avx"]
    assert find_cards("rhodey")[0].code == "23imw"
    assert find_cards("") == ()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda line: line.replace("0-2-2", "0-x-2"), r"line 13 \(12avx\): '0-x-2' is no level"),
        (lambda line: line.replace("Bolt", "Blot"), r"line 13 \(12avx\): energy 'Blot'"),
        (lambda line: line + ",more", "line 13: 23 fields expected, 24 found"),
        (lambda line: line.replace("Character,2", "Character,two"), "cost 'two' is no number"),
    ],
)
def test_a_damaged_table_names_its_line(monkeypatch, damage, message):
    lines = facts.table_text("printings.csv").splitlines()
    lines[12] = damage(lines[12])
    monkeypatch.setattr(facts, "table_text", lambda name: "\n".join(lines))
    with pytest.raises(facts.CardTableError, match=message):
        facts._card.__wrapped__("12avx")
