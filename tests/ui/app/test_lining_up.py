"""A line-up before a game: which dice, one picture of them, what is kept and shared."""

import json

import cv2
import numpy as np
import pytest

from hardware.simulated.optics import Viewpoint
from hardware.simulated.render import render
from hardware.simulated.scene import Conditions, DieBody, Material, TableScene
from ui.app.enrolled_dice import enrolled_dice
from ui.app.lining_up import rows_of, wanting
from ui.app.reading import kinds_of_teams
from ui.cli.main import main
from vision.identify import colour_distance, printing_of

TEAMS = """
edition = "tmnt"
[[team]]
name = "Anna"
link = "2x1hhs;2x7hhs"
[[team]]
name = "Ben"
link = "2x12hhs;2x17hhs"
"""


@pytest.fixture
def teams(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path / "home"))
    path = tmp_path / "teams.toml"
    path.write_text(TEAMS)
    return path


def picture_of(rows, path, without=(), beside=()):
    """The rows as a camera sees them; dice of `beside` have a second one beside them."""
    bodies = []
    for down, row in enumerate(rows):
        for across, kind in enumerate(row):
            x, y = 150 + 28 * across, 100 + 32 * down
            # Nearly any face up: one of each kind shows an energy.
            face = (4, 0, 5)[(across + down) % 3]
            places = [(x, y)] if kind.title not in without else []
            places += [(x + 14, y)] if kind.title in beside else []
            bodies += [
                DieBody(kind, *place, 0.5 * across, face, material=Material(gloss=0.3))
                for place in places
            ]
    view = Viewpoint.overlooking(420, 297, size=(1600, 1200), tilt=6.0)
    image, _ = render(TableScene(tuple(bodies)), view, Conditions(), np.random.default_rng(3))
    cv2.imwrite(str(path), image)
    return path


def test_rows_are_those_of_the_sides_and_of_the_shared_cards(teams):
    titles = [[kind.title for kind in row] for row in rows_of(kinds_of_teams(teams))]
    assert titles == [["April", "Donatello"], ["Foot Ninja", "Karai"]]


def test_a_card_that_both_sides_play_is_laid_out_once(teams):
    teams.write_text(TEAMS.replace("2x12hhs", "2x1hhs"))
    titles = [[kind.title for kind in row] for row in rows_of(kinds_of_teams(teams))]
    assert titles == [["April", "Donatello"], ["Karai"]]


def test_one_picture_teaches_all_colours_for_every_later_game(teams, tmp_path, capsys):
    dice = kinds_of_teams(teams)
    assert len(wanting(dice, ())) == 4
    assert main(["line-up", "--teams", str(teams)]) == 1
    picture = picture_of(rows_of(dice), tmp_path / "line-up.png")
    shared = tmp_path / "colours.json"
    given = ["--teams", str(teams), "--picture", str(picture), "--save", str(shared), "--json"]
    assert main(["line-up", *given]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["problems"] == []
    known = {look.kind: look for look in enrolled_dice()}
    for kind in dice:
        if kind.side:
            assert colour_distance(known[printing_of(kind.kind)].body, kind.body) < 25
    assert wanting(dice, enrolled_dice()) == ()
    assert main(["line-up", "--teams", str(teams)]) == 0


def test_colours_that_somebody_saved_are_taken(teams, tmp_path, monkeypatch):
    dice = kinds_of_teams(teams)
    picture = picture_of(rows_of(dice), tmp_path / "line-up.png")
    shared = tmp_path / "colours.json"
    main(["line-up", "--teams", str(teams), "--picture", str(picture), "--save", str(shared)])
    taught = enrolled_dice()
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path / "another"))
    assert enrolled_dice() == ()
    assert main(["line-up", "--take", str(shared)]) == 0
    assert [look.body for look in enrolled_dice()] == [look.body for look in taught]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"without": ("Donatello",)}, "No die on spot 2: put one die of Donatello there."),
        ({"beside": ("Karai",)}, "More than one die on spot 4"),
    ],
)
def test_what_is_wrong_is_said_and_the_others_are_learned(teams, tmp_path, capsys, wrong, sentence):
    rows = rows_of(kinds_of_teams(teams))
    picture = picture_of(rows, tmp_path / "line-up.png", **wrong)
    assert main(["line-up", "--teams", str(teams), "--picture", str(picture)]) == 1
    assert sentence in capsys.readouterr().err
    assert len({look.kind for look in enrolled_dice()}) == 3


def test_a_table_without_dice_teaches_nothing(teams, tmp_path, capsys):
    picture = picture_of((), tmp_path / "empty.png")
    assert main(["line-up", "--teams", str(teams), "--picture", str(picture)]) == 1
    assert "nothing was changed" in capsys.readouterr().err
    assert enrolled_dice() == ()


@pytest.mark.parametrize("content", [None, "rubbish", "[1, 2]"])
def test_a_file_that_holds_no_colours_is_one_sentence(teams, tmp_path, capsys, content):
    path = tmp_path / "theirs.json"
    if content is not None:
        path.write_text(content)
    assert main(["line-up", "--take", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
