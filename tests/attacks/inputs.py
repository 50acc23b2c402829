"""Every kind of input that strangers may send: how it is read, and something to begin from.

A reader may refuse with one of its own sentences. Anything else it raises is a finding.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import cv2
import msgspec
import numpy as np

from calibration.errors import CalibrationError
from calibration.mats.files import read_mat
from calibration.profile import read_profile
from hardware.cameras.recorded import RecordedCamera, RecordingCamera
from hardware.frame import CameraError, Frame
from hardware.pictures import decoded
from rules.core import CHANCE, ActsByHand, AnyGame, State
from rules.dicemasters.cards.team import TeamError, read_file, read_link
from rules.dicemasters.engine.position import PositionError
from rules.dicemasters.written.positions import read_position, write_position
from rules.dicemasters.written.rulings import rulings
from rules.irondie import colour_table
from rules.journal import (
    Draft,
    Journal,
    JournalError,
    Picture,
    Witness,
    moments_of,
    recorded_games,
    verify,
)
from rules.journal.clips import MEDIA, write_avi
from rules.journal.entry import BEFORE_THE_FIRST, Entry, hash_of
from rules.journal.export import lines_of, read_lines, write_lines, write_markdown
from rules.pips.scoring import read_table
from rules.registry import known_game
from tests.attacks.web_inputs import REQUESTS, read_requests
from ui.app.errors import UserError
from ui.app.game_page import write_page
from ui.app.records import record_of_anybody
from ui.app.settings import origins
from ui.app.why import why
from vision.enrol import ProfileError
from vision.enrol import read_profile as read_enrolled
from vision.picture import PictureError, load_picture

SENTENCES = (
    UserError,
    JournalError,
    CameraError,
    CalibrationError,
    PictureError,
    PositionError,
    ProfileError,
    TeamError,
)
"""What a reader may raise, beside a plain `ValueError`."""


@dataclass(frozen=True)
class Target:
    """One kind of input."""

    read: Callable[[bytes], object]
    seeds: Callable[[], list[bytes]]


def refused(target: Target, content: bytes) -> str:
    """The sentence with which an input is refused, "" when it is taken; all else is raised."""
    try:
        target.read(content)
    except SENTENCES as error:
        return str(error)
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        return str(error)
    return ""


@cache
def room() -> Path:
    """A folder in memory where there is one."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    return Path(mkdtemp(prefix="diceref-attacks-", dir=shared if shared.is_dir() else None))


def on_file(read: Callable[[Path], object], name: str) -> Callable[[bytes], object]:
    """A reader of files as one of bytes."""

    def from_bytes(content: bytes) -> object:
        path = room() / name
        for left in room().glob(f"{Path(name).stem}*"):
            left.unlink()
        path.write_bytes(content)
        return read(path)

    return from_bytes


def read_record(path: Path) -> None:
    """All that `review` does with a record."""
    list(recorded_games(path.parent))
    verify(path)
    with record_of_anybody(path), Journal.open(path, read_only=True) as journal:
        game = known_game(journal.game).load()
        write_markdown(journal, game)
        write_page(journal, game)
        moments, dice = tuple(moments_of(journal.entries(), game)), game.dice(journal.setup)
        for moment in moments:
            why(moments, moment.entry.number, game, dice)


def read_export(path: Path) -> None:
    target = path.with_name("lines-taken.diceref")
    with path.open(encoding="utf-8") as file:
        try:
            read_lines(lines_of(file), target).close()
        except UnicodeDecodeError:  # `review --import` says it in a sentence
            raise ValueError from None
    read_record(target)


def read_film(path: Path) -> None:
    with RecordedCamera(path, paced=False) as film:
        for _ in range(50):
            with suppress(CameraError):
                if film.read() is None:
                    return


def read_teams_link(content: bytes) -> None:
    read_link(content.decode("utf-8", "replace"))


def read_a_position(content: bytes) -> None:
    """All that `judge` does with a file."""
    position = read_position(content.decode("utf-8", "replace"))
    write_position(position.state)
    for found in rulings(position):
        assert found.act


@cache
def game_under_way() -> tuple[AnyGame, State]:
    """A game of Dice Masters in which dice lie everywhere."""
    known = known_game("tmnt")
    game = known.load()
    state = game.new(known.demo_setup())
    rng = Random(3)
    for _ in range(60):
        chance = game.to_move(state) == CHANCE
        action = game.sample(state, rng) if chance else rng.choice(game.legal_actions(state))
        state, _ = game.apply(state, action)
    return game, state


def read_words_by_hand(content: bytes) -> None:
    """What a player types into the page about an effect that is carried out by hand."""
    game, state = game_under_way()
    assert isinstance(game, ActsByHand)
    action = game.said_by_hand(state, content.decode("utf-8", "replace"))
    if game.why_not(state, action) is None:
        game.apply(state, action)
    game.read_action(game.write_action(action))


class _TwoPictures:
    """A camera that sends noise."""

    def __enter__(self):
        self.sent = 0
        return self

    def __exit__(self, *exc):
        pass

    def read(self):
        self.sent += 1
        noise = np.random.default_rng(self.sent).integers(0, 255, (24, 32, 3)).astype(np.uint8)
        return Frame(noise, self.sent / 10, 1e9 + self.sent, self.sent, "noise")

    still = read


def film_seed() -> list[bytes]:
    path = room() / "seed.dicerec"
    path.unlink(missing_ok=True)
    with RecordingCamera(_TwoPictures(), path) as camera:
        for _ in range(3):
            camera.read()
    return [path.read_bytes()]


def a_record() -> Journal:
    """A short record with everything in it."""
    known = known_game("tenthousand")
    journal = Journal.in_memory(known.name, known.demo_setup(), wall_time=1_800_000_000.0)
    game, state = known.load(), known.load().new(known.demo_setup())
    for _ in range(12):
        mover = game.to_move(state)
        action = game.sample(state, Random(1)) if mover == -1 else game.legal_actions(state)[0]
        state, events = game.apply(state, action)
        journal.append(
            Draft(
                kind="step",
                action=game.write_action(action),
                digest=game.digest(state),
                events=events,
                cause="seen",
                wall_time=1_800_000_001.0,
            )
        )
    answers = [{"text": "yes", "probability": 0.5, "actions": []}]
    why_so = [{"text": "t", "chance": 0.5, "reasons": ["r"]}]
    asked = {"number": 1, "text": "?", "answers": answers, "considered": why_so}
    journal.append(Draft(kind="question", facts=asked))
    journal.append(Draft(kind="answer", facts={"number": 1, "choice": 0, "text": "yes"}))
    citation = {"book": "b", "section": "s"}
    facts = {"number": 1, "code": "c", "text": "t", "seat": 0, "citation": citation, "remedy": "r"}
    jpeg = cv2.imencode(".jpg", np.zeros((16, 24, 3), np.uint8))[1].tobytes()
    journal.append(Draft(kind="foul", facts=facts), [Picture("die-1", "image/jpeg", jpeg)])
    film = write_avi([jpeg, jpeg], 3.0, (24, 16))
    about = {"text": "clip", "about": len(journal)}
    journal.append(Draft(kind="note", facts=about), [Picture("clip.avi", MEDIA, film)])
    clock = {"text": "on", "clocks": {"game": {"limit": None, "spent": 1.0, "runs": True}}}
    journal.append(Draft(kind="clock", facts=clock, wall_time=1_800_000_002.0))
    journal.append(Draft(kind="correction", replaces=5, facts={"why": "w", "who": "x"}))
    journal.append(Draft(kind="result", facts={"conceded": 0}))
    return journal


def record_seed() -> list[bytes]:
    path = room() / "seed.diceref"
    path.unlink(missing_ok=True)
    a_record().save_as(path)
    with closing(Journal.open(path)):
        pass
    return [path.read_bytes()]


def lines_seed() -> list[bytes]:
    return ["".join(f"{line}\n" for line in write_lines(a_record())).encode()]


def encoded() -> list[bytes]:
    image = np.random.default_rng(1).integers(0, 255, (13, 17, 3)).astype(np.uint8)
    endings = (".png", ".jpg", ".bmp", ".webp", ".tiff")
    return [cv2.imencode(ending, image)[1].tobytes() for ending in endings]


TEAMS = b"""edition = "avx"
format = "demo"
centre = "3x28avx"
[[team]]
name = "Ana"
link = "4x12avx;2x17avx"
[[team]]
name = "Bo"
link = "2x1avx"
"""

PROFILE = b"""camera = "0"
mat = "dicemasters"
made = "2026-11-19"
px_per_mm = 3.5
camera_mm = [1.0, 2.0, 600.0]
[lens]
from = "tags"
error_px = 0.3
size = [2304, 1296]
focal = [2000.0, 2000.0]
centre = [1152.0, 648.0]
distortion = [0.0, 0.0, 0.0, 0.0, 0.0]
[lock]
exposure_us = 8000.0
"""

MAT = b"""name = "own"
size = [600, 400]
[[zone]]
name = "field"
title = "Field"
seat = 0
outline = [[0, 0], [10, 0], [10, 10]]
[[marker]]
number = 3
centre = [5, 5]
side = 20
turn = 0
"""

ENROLLED = b"""[{"kind": "1tmnt", "face": 2, "embedding": [0.5, -0.25], "body": [10, 200, 30],
"ink": [250, 250, 250], "network": "x", "light": [1, 2, 3]}, {"kind": "sidekick", "face": 0,
"embedding": [], "body": [1, 2, 3], "ink": [0, 0, 0]}]"""

POSITION = b"""book avx
players Scott, Ryan
cards Scott 2x23avx 4x16avx
cards Ryan 2x15avx
basics 3x26avx 3x32avx 3x27avx
life Scott 14
turn 5 Scott
step actions
Scott attack Thor 1
Scott reserve Focus Power **
Scott bag 5 Sidekick
Scott used 3 Sidekick
Ryan attack Iron Man 3 as A, blocks Thor 1, 2 damage
Ryan reserve Sidekick Fist
act Ryan: global of Smash! paying Fist
act Scott: use Focus Power
"""

BY_HAND = (
    b"effect of Karai: Victoria loses 2 life, Sidekick to prep",
    b"Sebastian gains 1 life and 2 damage to Victoria",
)

TARGETS: Mapping[str, Target] = {
    "picture": Target(decoded, encoded),
    "picture-file": Target(on_file(load_picture, "p.png"), encoded),
    "team": Target(on_file(read_file, "team.toml"), lambda: [TEAMS]),
    "link": Target(
        read_teams_link,
        lambda: [b"4x12avx;2x17avx", b"https://a.example/?view&cards=4x12avx&name=Ana"],
    ),
    "profile": Target(on_file(read_profile, "profile.toml"), lambda: [PROFILE]),
    "enrolled": Target(on_file(read_enrolled, "enrolled.json"), lambda: [ENROLLED]),
    "mat": Target(on_file(read_mat, "mat.toml"), lambda: [MAT]),
    "config": Target(
        on_file(lambda path: origins({}, path), "config.toml"),
        lambda: [b'theme = "felt"\npace = 0.5\nspeak = true\ncamera = "0"\n'],
    ),
    "colours": Target(
        on_file(colour_table.load, "colours.toml"),
        lambda: [(Path(colour_table.__file__).parent / "chromatic.toml").read_bytes()],
    ),
    "scoring": Target(
        on_file(read_table, "scoring.toml"), lambda: [b"ones = 100\nfives = 50\nentry = 500\n"]
    ),
    "journal": Target(on_file(read_record, "game.diceref"), record_seed),
    "lines": Target(on_file(read_export, "lines.jsonl"), lines_seed),
    "position": Target(read_a_position, lambda: [POSITION]),
    "hand": Target(read_words_by_hand, lambda: list(BY_HAND)),
    "witness": Target(
        lambda content: Witness.read(content.decode("utf-8", "replace")),
        lambda: [a_record().witness.line().encode()],
    ),
    "request": Target(read_requests, lambda: list(REQUESTS)),
    "film": Target(on_file(read_film, "film.dicerec"), film_seed),
}


def mutations(seed: bytes, rng, count: int):
    """The seed with bytes, words and pieces changed, as a stranger without a plan would."""
    words = [
        b"0", b"-1", b"9" * 30, b"1e308", b"null", b"true", b'""', b"[]", b"{}", b"[" * 3000,
        b'{"a":' * 3000, b"\xff\xfe", b"\x00", b'"' + b"x" * 5000 + b'"', b"nan", b"inf", b"1.5",
        b"../../etc", b"\x1b[2J",
    ]  # fmt: skip
    for _ in range(count):
        content = bytearray(seed)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(content) + 1)
            upto = min(len(content), at + rng.choice((0, 1, 2, 8, 64)))
            how = rng.random()
            if how < 0.4:
                content[at:upto] = rng.choice(words)
            elif how < 0.7:
                content[at:upto] = bytes(rng.randrange(256) for _ in range(upto - at))
            elif how < 0.85:
                del content[at:upto]
            else:
                other = rng.randrange(len(content) + 1)
                content[at:upto] = content[other : other + 64]
        yield bytes(content)


def values(text: bytes, rng, count: int):
    """A line of JSON with single values exchanged: it stays JSON, and means something else."""
    strange = [None, True, -1, 2**60, 1e300, "", "x" * 3000, [], {}, [[]], {"a": 1}, "\x1b[2J", 7]
    for _ in range(count):
        lines = text.splitlines()
        at = rng.randrange(len(lines))
        value = msgspec.json.decode(lines[at])
        exchange(value, rng, strange)
        lines[at] = msgspec.json.encode(value)
        yield b"\n".join(lines) + b"\n"


def exchange(value, rng, strange) -> None:
    while True:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        if not keys:
            return
        key = rng.choice(list(keys))
        inner = value[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.2:
            value[key] = rng.choice(strange)
            return
        value = inner


def rehashed(lines: bytes) -> bytes:
    """Lines of a record with every hash computed anew: a stranger can do that too."""
    out, previous = [], BEFORE_THE_FIRST
    for line in lines.splitlines():
        value = msgspec.json.decode(line)
        if isinstance(value, dict) and "kind" in value:
            value["previous"] = previous
            value.pop("hash", None)
            try:
                previous = hash_of(msgspec.convert(value, Entry))
            except (msgspec.ValidationError, ValueError):
                previous = hashlib.sha256(line).hexdigest()
            value["hash"] = previous
        out.append(msgspec.json.encode(value))
    return b"\n".join(out) + b"\n"
