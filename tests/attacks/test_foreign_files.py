"""Files that strangers send: refused in one sentence, or read; never a traceback, never a hang."""

import json
import os
import sqlite3
import struct
import subprocess
import sys
import zlib
from random import Random
from time import perf_counter

import cv2
import numpy as np
import pytest

from hardware.cameras.opencv import stream
from hardware.frame import CameraError
from hardware.pictures import MOST_PIXELS, decoded, picture_size
from rules.journal import Draft, Header, Journal, JournalError, Picture, clips, verify
from rules.journal.clips import MEDIA, is_our_film
from rules.journal.schema import APPLICATION_ID, VERSION
from rules.registry import known_game
from tests.attacks.fuzz import CORPUS
from tests.attacks.inputs import TARGETS, a_record, mutations, refused, rehashed, values
from tests.hardware.mjpeg_server import MjpegServer
from ui.app.errors import UserError
from ui.app.exporting import save_clip
from ui.cli.main import main
from vision.corrections import CorrectionsError, kept

SOON_S = 10.0


@pytest.fixture(autouse=True)
def journals(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    folder = tmp_path / "journals"
    folder.mkdir()
    setup = known_game("tmnt").demo_setup()
    Journal.create(folder / "good.diceref", "tmnt", setup, Header(format="demo")).close()
    return folder


def hostile(path, *statements):
    """A file that says it is a journal, with tables of somebody else's."""
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {VERSION}")
        for statement in statements:
            database.execute(statement)


ENDLESS = (
    """CREATE VIEW entry AS WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n)
    SELECT at AS number, '{}' AS body, '' AS hash FROM n""",
    "CREATE TABLE picture (sha256 TEXT PRIMARY KEY, content BLOB)",
)


@pytest.mark.parametrize(
    "words",
    [["review", "--list"], ["review", "bad", "--verify"], ["play", "--headless", "--resume", "bad"],
     ["review", "bad", "--recover", "saved.diceref"], ["review", "bad", "--export", "md"]],
)  # fmt: skip
def test_a_record_with_an_endless_view_is_refused_at_once(journals, words, capsys):
    hostile(journals / "bad.diceref", *ENDLESS)
    began = perf_counter()
    assert main(words) == (0 if "--list" in words else 2)
    assert perf_counter() - began < SOON_S
    told = capsys.readouterr()
    assert "it holds a view 'entry' that no record has" in told.err
    assert ("good.diceref" in told.out) == ("--list" in words)


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE other (x)", "CREATE INDEX i ON entry (body)",
     "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM picture; END",
     "CREATE VIEW v AS SELECT 1"],
)  # fmt: skip
def test_only_our_own_tables_are_ever_asked(journals, statement):
    with sqlite3.connect(journals / "good.diceref") as database:
        database.execute(statement)
    for read_only in (True, False):
        with pytest.raises(JournalError, match="that no record has"):
            Journal.open(journals / "good.diceref", read_only=read_only)


def test_a_question_to_a_record_that_takes_too_long_is_given_up():
    journal = a_record()
    began = perf_counter()
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        journal._database.execute(ENDLESS[0].partition(" AS ")[2]).fetchall()[:1]
    assert perf_counter() - began < SOON_S


def lines_of(*entries):
    head = {"format": "diceref-journal", "version": 1, "entries": len(entries)}
    return rehashed(b"\n".join(json.dumps(one).encode() for one in (head, *entries)))


POISON = [
    {"kind": "setup", "number": 1, "facts": {"game": "tmnt", "setup": {}, "header": {"sides": 0}}},
    {"kind": "setup", "number": 1, "facts": {"game": 7, "setup": []}},
    {"kind": "setup", "number": 1, "facts": {}},
    {"kind": "note", "number": 1},
    {"kind": "setup", "number": 1, "wall_time": 1e300, "facts": {"game": "tmnt", "setup": {}}},
    {"kind": "setup", "number": 2**70, "facts": {"game": "tmnt", "setup": {}}},
]


@pytest.mark.parametrize("poison", POISON)
def test_what_is_taken_in_never_poisons_the_folder(journals, tmp_path, poison, capsys):
    (tmp_path / "poison.jsonl").write_bytes(lines_of(poison))
    assert main(["review", "--import", str(tmp_path / "poison.jsonl")]) == 2
    assert [path.name for path in journals.iterdir()] == ["good.diceref"]
    assert "\n" not in capsys.readouterr().err.strip()


def test_a_record_no_rules_can_play_is_named_and_the_others_go_on(journals, capsys):
    setup = {"teams": 7}
    header = Header(format="demo", match="final")
    Journal.create(journals / "odd.diceref", "tmnt", setup, header, wall_time=2e9).close()
    (journals / "torn.diceref").write_bytes((journals / "good.diceref").read_bytes()[:9000])
    assert main(["review", "--list"]) == 0
    told = capsys.readouterr()
    assert "good.diceref" in told.out
    assert "torn.diceref" in told.err
    for words in (["--sheet"], ["--export", "md"], ["--export", "html"]):
        assert main(["review", "odd", *words]) == 2
        assert "odd.diceref" in capsys.readouterr().err
    assert main(["play", "--headless", "--resume", "--camera", "none.mp4"]) == 2
    told = capsys.readouterr().err
    assert "odd.diceref" in told  # named, and passed over
    assert "There is no clip or picture" in told  # the good one was to go on


@pytest.mark.parametrize("film", [b"<html>", b"RIFF....AVI movi00dc"])
def test_a_clip_is_saved_under_our_name_and_only_if_it_is_one(tmp_path, film):
    journal = Journal.in_memory("pebbles", {})
    journal.append(Draft(kind="foul", facts={"number": 1}))
    journal.append(
        Draft(kind="note", facts={"about": 2}), [Picture("../../../evil.html", MEDIA, film)]
    )
    (clip,) = clips(journal)
    with pytest.raises(UserError, match="no clip that DiceRef made"):
        save_clip(journal, clip, tmp_path / "clips")
    ours = a_record()
    (clip,) = clips(ours)
    assert is_our_film(ours.picture(clip.named.sha256))
    saved = save_clip(ours, clip, tmp_path / "clips")
    assert saved.parent == tmp_path / "clips"
    assert saved.stem == f"memory-entry-{clip.about.number}"
    assert saved.suffix in {".webm", ".avi"}  # as the machine can write it


def test_a_changed_film_is_not_ours():
    journal = a_record()
    (clip,) = clips(journal)
    film = journal.picture(clip.named.sha256)
    for at in [*range(len(film) - 300, len(film), 7), *range(48)]:  # its head, its index
        changed = bytearray(film)
        changed[at] ^= 0x41
        in_a_picture = film.find(b"movi") < at < film.rfind(b"idx1")
        assert in_a_picture or not is_our_film(bytes(changed))
    assert not is_our_film(film + b"<script>")


@pytest.mark.parametrize("text", ["a = " + "[" * 3000 + "]" * 3000, "x" * 2_000_000, "a = \xff"])
@pytest.mark.parametrize(
    "target", ["team", "profile", "mat", "config", "colours", "scoring", "enrolled"]
)
def test_deep_huge_and_undecodable_files_are_one_sentence(target, text):
    said = refused(TARGETS[target], text.encode("latin-1"))
    assert said
    assert "\n" not in said


def test_an_endless_link_is_one_sentence():
    assert "letters" in refused(TARGETS["link"], b"1x" + b"a" * 100_000)
    began = perf_counter()
    assert "not of the form" in refused(TARGETS["link"], b"1x" + b"a" * 1500)
    assert perf_counter() - began < 1.0


@pytest.mark.parametrize("name", TARGETS)
def test_no_changed_input_ends_in_a_traceback(name):
    target, rng = TARGETS[name], Random(name)
    for seed in target.seeds():
        assert refused(target, seed) == "", "the seed itself is read"
        for content in mutations(seed, rng, 60):
            refused(target, content)


@pytest.mark.slow
def test_no_exchanged_value_in_exported_lines_ends_in_a_traceback():
    target = TARGETS["lines"]
    (seed,) = target.seeds()
    for content in values(seed, Random(8), 150):
        refused(target, content)
        refused(target, rehashed(content))


@pytest.mark.parametrize("kept", sorted(CORPUS.glob("*/*")), ids=lambda path: path.name[:12])
def test_what_the_fuzzer_found_stays_answered(kept):
    began = perf_counter()
    refused(TARGETS[kept.parent.name], kept.read_bytes())
    assert perf_counter() - began < SOON_S


def bomb(width, height):
    """A small PNG that promises many pixels."""

    def chunk(name, content):
        check = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + check

    packed = zlib.compressobj(9)
    rows = b"".join(packed.compress(bytes(1 + width * 3)) for _ in range(height)) + packed.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


PEAK = """import sys
from ui.cli.main import main
code = main(sys.argv[1:])
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(status["VmHWM"].split()[0])
sys.exit(code)"""
"""Runs the program, and prints the most memory it ever held, kB. What the system counts for a
child begins with the size of whoever started it."""


@pytest.mark.parametrize(
    "words", [["read", "--dice", "d6"], ["play", "--headless", "--game", "avx", "--camera"]]
)
def test_a_small_picture_of_very_many_pixels_costs_no_memory(tmp_path, words):
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb(11_000, 11_000))
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *words, str(path)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "more pixels than can be read" in done.stderr
    assert int(done.stdout.split()[-1]) < 900_000


@pytest.mark.parametrize(
    "words", [["judge", "/dev/zero"], ["read", "--dice", "d6", "/dev/zero"]], ids=lambda it: it[0]
)
@pytest.mark.skipif(sys.platform != "linux", reason="no endless file there")
def test_a_file_without_an_end_is_one_sentence(words):
    done = subprocess.run(
        [sys.executable, "-c", f"""import resource
resource.setrlimit(resource.RLIMIT_DATA, (1_500_000_000, 1_500_000_000))
from ui.cli.main import main
from vision.corrections import CorrectionsError, kept
raise SystemExit(main({words!r}))"""],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "larger than any picture" in done.stderr or "letters at most" in done.stderr


@pytest.mark.parametrize("words", [["--verify"], ["--export", "md"]])
def test_what_is_no_file_in_the_folder_of_records_stops_nobody(journals, words, capsys):
    (journals / "gone.diceref").symlink_to(journals / "nowhere")
    (journals / "round.diceref").symlink_to(journals / "round.diceref")
    (journals / "folder.diceref").mkdir()
    os.mkfifo(journals / "pipe.diceref")
    assert main(["review", "good", *words]) == 0
    assert main(["review", "pipe", *words]) == 2
    assert "no recorded game 'pipe'" in capsys.readouterr().err
    assert main(["review", "--list"]) == 0
    assert "good.diceref" in capsys.readouterr().out


def test_pictures_that_others_named_are_read_with_bounds(tmp_path):
    (tmp_path / "bomb.png").write_bytes(bomb(11_000, 11_000))
    face = '{"family": "pips", "value": 5}'
    for line in (f'{{"crop": "bomb.png", "face": {face}}}', "[" * 100_000):
        (tmp_path / "truths.jsonl").write_text(line)
        with pytest.raises(CorrectionsError):
            kept(tmp_path)


def test_a_lost_or_changed_first_page_still_verifies_quickly(journals):
    path = journals / "good.diceref"
    content = path.read_bytes()
    path.write_bytes(bytes(8192) + content[8192:] + b'{"kind":"}' * 200_000)
    began = perf_counter()
    verify(path)
    assert perf_counter() - began < SOON_S


@pytest.mark.parametrize(
    ("target", "text"),
    [("team", 'x{} = 1\nedition = "avx"'), ("config", "x{} = 1"), ("scoring", "x{} = 1"),
     ("team", 'edition = "avx"\n[colours]\n"{}" = "red"\n[[team]]\nlink = "2x1avx"')],
)  # fmt: skip
def test_a_very_long_name_is_compared_with_nothing(target, text):
    for long in ("a" * 300_000, "ab " * 100_000 if "colours" in text else "b" * 10):
        began = perf_counter()
        refused(TARGETS[target], text.format(long).encode())
        assert perf_counter() - began < 2.0


def tiff(width, height, *, numbers):
    """A TIFF of one strip whose size is told as 64-bit numbers, or twice."""
    strip = zlib.compress(bytes(width) * height, 9)
    told = struct.pack("<QQ", width, height)

    def tag(number, kind, value):
        return struct.pack("<HHII", number, kind, 1, value)

    size = {
        "of 64 bits": [tag(256, 16, 8), tag(257, 16, 16)],
        "twice": [tag(256, 4, width), tag(257, 4, height), tag(256, 4, 9), tag(257, 4, 9)],
    }[numbers]
    tags = [
        *size, tag(258, 3, 8), tag(259, 3, 8), tag(262, 3, 1), tag(273, 4, 24), tag(277, 3, 1),
        tag(278, 4, height), tag(279, 4, len(strip)),
    ]  # fmt: skip
    head = b"II*\0" + struct.pack("<I", 24 + len(strip)) + told + strip
    return head + struct.pack("<H", len(tags)) + b"".join(tags) + bytes(4)


def jpeg_with_a_decoy(width, height):
    """What stands behind a marker without a length is no size; its real one stands before."""
    small = cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8))[1].tobytes()
    at = small.find(b"\xff\xc0")
    real = small[at : at + 5] + struct.pack(">HH", height, width) + small[at + 9 : at + 19]
    begun = small[:2] + b"\xff\x01" + real + small[2:at] + small[at + 19 :]
    decoy = b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", 8, 8) + bytes(20)
    return begun.ljust(4 + 0xFFC0, b"\0") + decoy


HIDDEN = {
    "a TIFF of 64-bit numbers": lambda: tiff(9000, 9000, numbers="of 64 bits"),
    "a TIFF that tells it twice": lambda: tiff(9000, 9000, numbers="twice"),
    "a JPEG with a decoy": lambda: jpeg_with_a_decoy(9000, 9000),
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_a_picture_that_hides_its_size_is_not_decoded(kind):
    content = HIDDEN[kind]()
    size = picture_size(content)
    assert size is None or size[0] * size[1] > MOST_PIXELS
    assert decoded(content) is None


@pytest.mark.parametrize("room", ["ui", "vision", "hardware"])
def test_opencv_itself_decodes_no_more_pixels_than_we_do(room):
    code = f"import {room}, os; print(os.environ['OPENCV_IO_MAX_IMAGE_PIXELS'])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(told.stdout) == MOST_PIXELS


def test_a_stream_of_giant_pictures_is_refused_before_one_is_taken():
    giant = cv2.imencode(".jpg", np.zeros((9000, 9000), np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 1])
    with MjpegServer(shade=100) as server:
        server.body = giant[1].tobytes()
        with pytest.raises(CameraError, match="more than can be read"), stream(server.address):
            pass
