import json
import struct
import zlib

import cv2
import numpy as np
import pytest

from hardware.dice import DieKind, PipFace
from hardware.simulated.table import SimulatedTable
from ui.app.errors import UserError
from ui.app.reading import read_picture
from ui.cli.main import main
from vision.weights import manifest

shipped = pytest.mark.skipif(
    not {"detector", "tops", "faces", "faces_turn"} <= manifest().keys(),
    reason="the networks are not shipped",
)


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    """A rendered picture of three pipped dice on wood."""
    table = SimulatedTable()
    one, two, three, four, five, six = (PipFace(value) for value in range(1, 7))
    white = DieKind(
        "d6", "Die", (one, two, three, four, five, six), (245, 245, 240), (10, 10, 10), size_mm=16
    )
    for number, (x, y) in enumerate([(120, 90), (210, 150), (300, 200)]):
        table.place(f"die {number}", white, x, y, face=number + 3)
    path = tmp_path_factory.mktemp("photo") / "dice.png"
    cv2.imwrite(str(path), table.read().image)
    return path


@shipped
def test_read_prints_one_object_per_picture_in_the_promised_form(photo, capsys):
    assert main(["read", str(photo), str(photo), "--dice", "d6", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    told = json.loads(lines[0])
    assert told["image"] == str(photo)
    assert len(told["dice"]) == 3
    for die in told["dice"]:
        assert set(die) == {"box", "corners", "score", "flat", "face", "face_score", "die"}
        assert len(die["box"]) == 4
        assert np.array(die["corners"]).shape == (4, 2)
        assert die["face"]["family"] == "pips"
        assert die["face"]["value"] in range(1, 7)
        assert 0 <= die["face_score"] <= 1
        assert die["flat"] is True
        assert die["die"] is None


@shipped
def test_read_tells_people_on_stderr_and_leaves_stdout_to_programs(photo, capsys):
    assert main(["read", str(photo), "--dice", "d6"]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "3 dice" in printed.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.png", "--dice", "d6"], "nowhere.png cannot be opened"),
        (["LICENSE", "--dice", "d6"], "LICENSE is not a picture"),
        (["LICENSE", "--dice", "d7"], "--dice d7"),
    ],
)
@shipped
def test_bad_input_ends_with_one_sentence_and_code_2(words, said, capsys, monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    assert main(["read", *words]) == 2
    told = capsys.readouterr().err.strip()
    assert said in told
    assert "\n" not in told


@shipped
def test_a_file_that_is_no_picture_keeps_none_of_the_others_from_being_read(photo, capsys):
    words = ["read", str(photo), "LICENSE", str(photo), "--dice", "d6", "--json"]
    assert main(words) == 2
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 2
    assert "LICENSE is not a picture" in printed.err


def test_a_file_larger_than_any_picture_is_not_taken_into_memory(tmp_path):
    huge = tmp_path / "huge.jpg"
    with huge.open("wb") as file:
        file.truncate(50_000_000_000)
    with pytest.raises(UserError, match="larger than any picture"):
        read_picture(huge)


def test_a_small_file_that_promises_more_pixels_than_memory_holds_is_one_sentence(tmp_path):
    def chunk(name, body):
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    size = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 0, 0, 0, 0)
    path = tmp_path / "bomb.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", size)
        + chunk(b"IDAT", zlib.compress(bytes(1000)))
        + chunk(b"IEND", b"")
    )
    with pytest.raises(UserError, match="more pixels than can be read"):
        read_picture(path)
