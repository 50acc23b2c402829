"""IRONDIE 1.4, "The dice", "The colors", "Before the game": one test per sentence."""

import pytest

from rules.irondie.dice import (
    COLOURS,
    TYPES,
    allied,
    hostile,
    parse_die,
    parse_set,
    triggers_bonus,
)

NINE = [
    "smasher-black", "assault-red", "ballistic-purple", "barrier-blue", "nullifier-blue",
    "powerup-white", "swarm-orange", "fortress-yellow", "regeneration-green",
]  # fmt: skip


def test_nine_types_three_of_each_class():
    classes = [row.die_class for row in TYPES.values()]
    assert len(classes) == 9
    assert all(classes.count(die_class) == 3 for die_class in ("attack", "defence", "life"))


@pytest.mark.parametrize(
    ("type_name", "colour"),
    [
        ("smasher", "black"), ("assault", "red"), ("ballistic", "purple"), ("nullifier", "blue"),
        ("barrier", "green"), ("powerup", "white"), ("swarm", "orange"), ("fortress", "yellow"),
        ("regeneration", ""),
    ],
)  # fmt: skip
def test_the_specialisation_of_each_type(type_name, colour):
    assert TYPES[type_name].specialisation == colour


def test_primary_colours_are_allied_to_the_secondary_colours_they_make():
    assert allied("red", "purple")
    assert allied("red", "orange")
    assert not allied("red", "green")


def test_secondary_colours_are_allied_to_their_parents():
    assert allied("green", "blue")
    assert allied("green", "yellow")
    assert not allied("green", "red")


@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_is_allied_to_itself(colour):
    assert allied(colour, colour)
    assert not hostile(colour, colour)


@pytest.mark.parametrize(
    ("one", "other"),
    [("red", "blue"), ("yellow", "red"), ("purple", "green"), ("orange", "green"),
     ("black", "white"), ("white", "black")],
)  # fmt: skip
def test_colours_of_one_category_are_hostile(one, other):
    assert hostile(one, other)


@pytest.mark.parametrize("colour", ["black", "white"])
def test_black_and_white_are_allied_to_themselves_only(colour):
    assert [other for other in COLOURS if allied(colour, other)] == [colour]


def test_red_and_green_are_neither_allied_nor_hostile():
    for one, other in (("red", "green"), ("black", "red")):
        assert not allied(one, other)
        assert not hostile(one, other)


def test_no_two_colours_are_both_allied_and_hostile():
    for one in COLOURS:
        for other in COLOURS:
            assert not (allied(one, other) and hostile(one, other))


def test_a_common_die_triggers_its_bonus_on_a_one_a_rare_die_on_a_two_as_well():
    common, rare = parse_die("assault-red", 0), parse_die("assault-red-rare", 0)
    assert [value for value in range(1, 7) if triggers_bonus(common, value)] == [1]
    assert [value for value in range(1, 7) if triggers_bonus(rare, value)] == [1, 2]


def test_a_legal_set_of_nine():
    assert len(parse_set(NINE, 0, "Zac")) == 9


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (NINE[:8], "has 8 dice"),
        ([*NINE, "swarm-red"], "has 10 dice"),
        ([*NINE[:6], "assault-red", "assault-red", "assault-red"], "no life die"),
        ([f"{word}-rare" for word in NINE[:4]] + NINE[4:], "4 rare dice"),
        (["smasher-grey", *NINE[1:]], "did you mean green?"),
        (["smesher-black", *NINE[1:]], "did you mean smasher?"),
        (["black", *NINE[1:]], "is no die"),
    ],
)
def test_an_illegal_set_is_refused_in_one_sentence(change, complaint):
    with pytest.raises(ValueError, match=complaint.replace("?", r"\?")) as caught:
        parse_set(change, 0, "Zac")
    assert "\n" not in str(caught.value)


def test_three_rare_dice_are_allowed():
    assert parse_set([f"{word}-rare" for word in NINE[:3]] + NINE[3:], 0, "Zac")
