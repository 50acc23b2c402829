"""What a library user imports: `diceref`, and nothing that they did not ask for."""

import doctest
import subprocess
import sys
from importlib import import_module
from random import Random

import cv2
import numpy as np
import pytest

import diceref
from hardware.simulated import SimulatedTable


@pytest.mark.parametrize("name", ["diceref", "diceref.rules", "diceref.pictures"])
def test_the_examples_of_the_public_package_are_true(name):
    assert doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_importing_the_library_loads_nothing_heavy():
    code = "import diceref, sys; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "diceref" in loaded
    assert not loaded & {
        "numpy",
        "cv2",
        "onnxruntime",
        "textual",
        "msgspec",
        "scipy",
        "rules",
        "ui",
    }


def test_every_public_name_is_there_and_no_other():
    for name in diceref.__all__:
        assert getattr(diceref, name) is not None
    assert set(dir(diceref)) == set(diceref.__all__)
    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        _ = diceref.gmae


def test_a_game_is_played_and_kept_with_public_names_only(tmp_path):
    game = diceref.game("avx")
    setup = diceref.example_setup("avx")
    state = game.new(setup)
    assert game.to_move(state) == diceref.CHANCE
    action = game.sample(state, Random(1))
    after, events = game.apply(state, action)
    draft = diceref.Draft(
        kind="step", action=game.write_action(action), digest=game.digest(after), events=events
    )
    with diceref.Journal.create(tmp_path / "game.diceref", game.name, setup) as journal:
        journal.append(draft)
        assert diceref.replay(journal.entries(), game).state == after
    assert diceref.verify(tmp_path / "game.diceref").whole


def test_an_unknown_game_names_those_there_are():
    with pytest.raises(ValueError, match="there is no game 'chess'; choose one of avx"):
        diceref.game("chess")


def test_pictures_are_read_from_files_and_from_arrays(tmp_path):
    pips = tuple(diceref.PipFace(value) for value in range(1, 7))
    white = diceref.DieKind("d6", "Die", pips, (245, 245, 240), (10, 10, 10), size_mm=16)
    table = SimulatedTable()
    table.place("one", white, 120, 90, face=4)
    picture = table.read().image
    cv2.imwrite(str(tmp_path / "dice.png"), picture)
    (die,) = diceref.read_image(tmp_path / "dice.png", "d6")
    assert die.face == diceref.PipFace(5)
    assert die.kind is None
    (same,) = diceref.read_image(picture, "d6", kinds=(white,))
    assert same.kind == white
    assert np.allclose(same.box, die.box, atol=3)


def test_bad_pictures_and_dice_are_one_sentence(tmp_path):
    (tmp_path / "a.png").write_text("no picture")
    with pytest.raises(diceref.PictureError, match="is not a picture"):
        diceref.read_image(tmp_path / "a.png")
    with pytest.raises(ValueError, match="there are no dice 'd20'"):
        diceref.read_image(np.zeros((8, 8, 3), np.uint8), "d20")
