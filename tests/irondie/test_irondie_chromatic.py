"""The chromatic table: sourced and reconstructed rows, and a user's own."""

import tomllib
from importlib import resources

import pytest

from rules.irondie import colour_table
from rules.irondie.dice import COLOURS
from rules.irondie.game import Irondie, demo_setup


def shipped_text():
    return (resources.files("rules.irondie") / "chromatic.toml").read_text()


def test_every_colour_has_a_row_that_says_how_sure_it_is():
    table = colour_table.shipped()
    assert set(table) == set(COLOURS)
    assert all(row.status in {"sourced", "reconstructed"} and row.why for row in table.values())


def test_what_is_known_is_sourced():
    table = colour_table.shipped()
    assert [(grant.amount, grant.die_class) for grant in table["red"].grants] == [(2, "attack")]
    assert [(grant.amount, grant.die_class) for grant in table["black"].grants] == [
        (3, "defence"),
        (-1, "life"),
    ]
    assert table["blue"].grants[0].die_class == "defence"
    assert {colour for colour, row in table.items() if row.status == "sourced"} == {"red", "black"}


def test_secondary_colours_give_two_bonuses():
    assert all(len(colour_table.shipped()[c].grants) == 2 for c in ("purple", "green", "orange"))


def test_a_users_table_is_one_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(shipped_text().replace("amount = 2", "amount = 4"))
    setup = demo_setup() | {"chromatic": colour_table.write(colour_table.load(file))}
    assert Irondie().new(setup).table["red"].grants[0].amount == 4


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[red]", "[pink]", "no row for red"),
        ('class = "attack"', 'class = "atack"', "Invalid enum value"),
        ("amount = 2, ", "", "amount"),
        ("amount = 2", "amuont = 2", "amuont"),
        ("[red]", "[red", "not valid TOML"),
    ],
)
def test_a_wrong_table_is_refused_with_the_place(tmp_path, old, new, complaint):
    file = tmp_path / "mine.toml"
    file.write_text(shipped_text().replace(old, new))
    with pytest.raises(ValueError, match=complaint):
        colour_table.load(file)


def test_a_colour_that_does_not_exist_is_refused():
    written = tomllib.loads(shipped_text()) | {"pink": {}}
    with pytest.raises(ValueError, match="pink"):
        colour_table.read(written, "the file")


def test_a_missing_table_is_said_so(tmp_path):
    with pytest.raises(ValueError, match="cannot read"):
        colour_table.load(tmp_path / "none.toml")
