"""Pictures in the terminal: asked rightly, sent rightly, and never where they would be garbage."""

import base64
import os
import pty
import re
import termios
import threading
import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.mats import mat_named
from hardware.simulated import SimulatedTable, Viewpoint
from tests.bench.replayed import ReplayedSource
from tests.bench.terminal import Terminal
from tests.ui import tables
from ui.screens.app import DiceRefApp
from ui.widgets.bands import AnswerRow, QuestionBand
from ui.widgets.graphics import iterm2, kitty, sixel, terminal
from ui.widgets.graphics.terminal import Graphics, Kind, graphics_here
from ui.widgets.picture_view import WIDEST, PictureView, _put_together
from ui.widgets.thumbnail import Thumbnail

PLAIN = b"\x1b[?62;22c"
CELL = b"\x1b[6;20;10t"
KITTY = b"\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\" + CELL + b"\x1b[?62;c"
ITERM2 = b"\x1bP>|iTerm2 3.5.0\x1b\\" + CELL + b"\x1b[?62;4c"
WEZTERM = b"\x1b_Gi=31;OK\x1b\\\x1bP>|WezTerm 20240203\x1b\\" + CELL + b"\x1b[?65;4;6;18;22c"
FOOT = b"\x1bP>|foot(1.13.1)\x1b\\" + CELL + b"\x1b[?62;4;22c"
VTE = b"\x1bP>|VTE(7203)\x1b\\" + CELL + b"\x1b[?65;1;9c"
XTERM = {"TERM": "xterm-256color"}


def photo(width=320, height=180):
    """A picture with soft and hard edges in many colours."""
    across, down = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 255, height))
    picture = np.dstack([across, down, 255 - across]).astype(np.uint8)
    cv2.rectangle(picture, (40, 40), (90, 90), (0, 0, 255), -1)
    cv2.circle(picture, (230, 110), 40, (255, 255, 255), -1)
    return picture


def unsixelled(content):
    """The picture in sixels, as a terminal draws it."""
    head = re.match(r'\x1bP0;1;0q"1;1;(\d+);(\d+)', content)
    wide, high = map(int, head.groups())
    assert content.endswith("\x1b\\")
    picture = np.zeros((high, wide, 3))
    colours, colour, x, band = {}, 0, 0, 0
    for part in re.finditer(
        r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|([$-])", content[head.end() : -2]
    ):
        number, red, green, blue, run, sign, one, end = part.groups()
        if number is not None:
            colour = int(number)
            if red is not None:
                colours[colour] = [int(blue) * 2.55, int(green) * 2.55, int(red) * 2.55]
        elif end is not None:
            x, band = 0, band + (end == "-")
        else:
            count, bits = int(run or 1), ord(sign or one) - 63
            for row in range(6):
                if bits >> row & 1:
                    picture[6 * band + row, x : x + count] = colours[colour]
            x += count
            assert x <= wide
    return picture


@pytest.mark.parametrize(
    ("said", "environment", "kind"),
    [
        (KITTY, XTERM, Kind.KITTY),
        (ITERM2, XTERM, Kind.ITERM2),
        (WEZTERM, XTERM, Kind.ITERM2),
        (FOOT, XTERM, Kind.SIXEL),
        (VTE, XTERM, Kind.CELLS),
        (PLAIN, XTERM, Kind.CELLS),
        (b"", XTERM, Kind.CELLS),
        (b"\x1b[?62;4;22c", XTERM, Kind.CELLS),  # it does not say how large a cell is
        (b"\x1b[6;0;0t\x1b[?62;4c", XTERM, Kind.CELLS),
        (b"\x1b[?4c", XTERM, Kind.CELLS),  # of kind 4, not with sixels
        (b"\x1b[?1;2c", {"TERM": "tmux-256color", "TMUX": "socket"}, Kind.CELLS),
        (CELL + b"\x1b[?1;2;4c", {"TERM": "tmux-256color", "TMUX": "socket"}, Kind.SIXEL),
        (b"garbage \xff\x1b[31mqq", XTERM, Kind.CELLS),
    ],
)
def test_a_terminal_is_known_by_what_it_says(said, environment, kind):
    assert graphics_here("auto", environment, lambda *_: said).kind is kind


def test_the_size_of_a_cell_may_come_from_the_system():
    found = graphics_here("auto", XTERM, lambda *_: b"\x1b[?62;4c", (9, 18))
    assert found == Graphics(Kind.SIXEL, (9, 18))


@pytest.mark.parametrize("name", ["", "dumb", "linux", "vt100"])
def test_a_terminal_that_would_print_the_question_is_not_asked(name):
    def ask(*_):
        raise AssertionError("asked")

    assert graphics_here("auto", {"TERM": name}, ask).kind is Kind.CELLS
    assert graphics_here("cells", XTERM, ask).kind is Kind.CELLS


@pytest.mark.parametrize(
    "environment",
    [
        {"TERM": "screen-256color", "STY": "1"},
        {"TERM": "xterm-256color", "TMUX": "socket"},
        {"TERM": "tmux-256color", "SSH_CONNECTION": "x"},
        {"TERM": "xterm", "ZELLIJ": "0"},
    ],
)
def test_what_sits_between_is_not_asked_what_it_takes_for_a_title(environment):
    asked = []
    graphics_here("auto", environment, lambda question, _: asked.append(question) or b"")
    assert b"\x1b_" not in asked[0]
    assert asked[0].endswith(terminal.KIND_QUESTION)


def test_through_a_network_pictures_are_smaller_and_answers_may_take_longer():
    waited = []
    far = graphics_here(
        "auto", {**XTERM, "SSH_TTY": "/dev/pts/1"}, lambda _, s: waited.append(s) or KITTY
    )
    assert far.far
    assert waited == [terminal.FAR_ANSWER_S]
    sent = [
        _put_together(Graphics(Kind.KITTY, (10, 20), f), photo(), None, (150, 40)) for f in (0, 1)
    ]
    assert len(sent[1].content) < len(sent[0].content) / 2


def test_a_setting_overrules_what_the_terminal_says():
    assert graphics_here("sixel", XTERM, lambda *_: KITTY).kind is Kind.SIXEL


class FakeTerminal:
    """The other end of a pseudo-terminal, which answers when it has been asked what it is."""

    def __init__(self, answer, after=0.0):
        self.master, self.slave = pty.openpty()
        self.heard = b""
        self._answer, self._after = answer, after
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        while terminal.KIND_QUESTION not in self.heard:
            self.heard += os.read(self.master, 100)
        time.sleep(self._after)
        for at in range(len(self._answer)):  # as it may come: in pieces
            os.write(self.master, self._answer[at : at + 1])


@pytest.mark.parametrize("answer", [KITTY, FOOT, PLAIN])
def test_a_terminal_is_asked_and_left_as_it_was(answer):
    fake = FakeTerminal(answer)
    before = termios.tcgetattr(fake.slave)
    assert terminal._answer(fake.slave, b"?" + terminal.KIND_QUESTION, 5.0) == answer
    assert termios.tcgetattr(fake.slave) == before


def test_a_terminal_that_says_nothing_holds_nobody_up_and_half_an_answer_is_no_key():
    fake = FakeTerminal(b"\x1b[?6")
    began = time.monotonic()
    assert terminal.KIND_ANSWER.search(terminal._answer(fake.slave, b"\x1b[c", 0.3)) is None
    assert time.monotonic() - began < 1.5
    os.set_blocking(fake.slave, False)
    settings = termios.tcgetattr(fake.slave)
    settings[3] &= ~termios.ICANON
    termios.tcsetattr(fake.slave, termios.TCSANOW, settings)
    with pytest.raises(BlockingIOError):
        os.read(fake.slave, 10)


def test_sixels_show_the_picture():
    picture = photo()
    shown = unsixelled(sixel.drawn(picture))
    assert shown.shape == (180, 320, 3)
    assert np.abs(shown - picture).mean() < 8
    assert np.abs(shown - picture).max() < 90


def test_a_picture_of_one_shade_and_a_tiny_one_are_sixels_too():
    for shape in ((12, 30, 3), (6, 2, 3)):
        assert np.abs(unsixelled(sixel.drawn(np.full(shape, 77, np.uint8))) - 77).max() < 3


def test_what_kitty_gets_is_the_picture_in_chunks_it_takes():
    content = kitty.laid(photo(), 7, 40, 12)
    parts = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", content)
    assert "".join(f"\x1b_G{head};{data}\x1b\\" for head, data in parts) == content
    assert all(len(data) <= 4096 for _, data in parts)
    assert [head.endswith("m=1") for head, _ in parts] == [True] * (len(parts) - 1) + [False]
    first = dict(entry.split("=") for entry in parts[0][0].split(","))
    assert (first["i"], first["c"], first["r"], first["C"], first["q"]) == (
        "7",
        "40",
        "12",
        "1",
        "2",
    )
    packed = base64.b64decode("".join(data for _, data in parts))
    shown = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(shown, photo())


def test_what_iterm2_gets_is_the_picture():
    content = iterm2.laid(photo(), 40, 12)
    head, data = re.fullmatch(r"\x1b\]1337;File=([^:]*):([^\x07]*)\x07", content).groups()
    packed = base64.b64decode(data)
    assert f"size={len(packed)};" in head
    assert "width=40;height=12" in head
    shown = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(shown.astype(float) - photo()).mean() < 6


@pytest.mark.parametrize("kind", [Kind.KITTY, Kind.ITERM2, Kind.SIXEL])
@pytest.mark.parametrize("room", [(1, 1), (24, 8), (150, 40), (8, 60)])
@pytest.mark.parametrize("shape", [(720, 1280), (40, 2000), (300, 20)])
def test_a_picture_stays_within_its_cells(kind, room, shape):
    picture = photo(shape[1], shape[0])
    laid = _put_together(Graphics(kind, (10, 20)), picture, None, room)
    assert 0 <= laid.left <= laid.left + laid.columns <= room[0]
    assert 0 <= laid.top <= laid.top + laid.rows <= room[1]
    if kind is Kind.SIXEL:
        high, wide = unsixelled(laid.content).shape[:2] if laid.rows * 20 >= 6 else (0, 0)
        assert wide <= laid.columns * 10 <= max(WIDEST[kind], 10)
        assert high <= laid.rows * 20


@pytest.fixture(scope="module")
def mat_picture(tmp_path_factory):
    path = tmp_path_factory.mktemp("mat") / "mat.png"
    own = mat_named("dicemasters")
    view = Viewpoint.overlooking(own.width, own.height, size=(1280, 720))
    cv2.imwrite(str(path), SimulatedTable(own, view=view, seed=1).read().image)
    return path


def shown_on(path, home, answer, until):
    """What a dashboard with a camera's picture sends to a terminal that answers so."""
    words = (
        os.sys.executable, "-m", "ui.cli.main", "calibrate", "--camera", str(path),
        "--mat", "dicemasters",
    )  # fmt: skip
    came = b""
    settings = dict.fromkeys(("TMUX", "STY", "ZELLIJ", "SSH_TTY", "SSH_CONNECTION"), "")
    settings |= {"DICEREF_HOME": str(home), "DICEREF_GRAPHICS": "auto"}
    with Terminal(words, settings, answer) as screen:
        end = time.monotonic() + 40
        while time.monotonic() < end and not until(came):
            came += screen.read(0.2)
    return came


def test_a_terminal_with_sixels_is_sent_the_cameras_picture(mat_picture, tmp_path):
    came = shown_on(
        mat_picture,
        tmp_path,
        FOOT,
        lambda came: b"\x1bP0;1;0q" in came and came.rstrip().endswith(b"\x1b8"),
    )
    laid = re.search(rb"\x1b7\x1b\[(\d+);(\d+)H(\x1bP0;1;0q.*?\x1b\\)\x1b8", came, re.DOTALL)
    shown = unsixelled(laid.group(3).decode())
    frame = cv2.imread(str(mat_picture))
    frame = cv2.resize(frame, (shown.shape[1], shown.shape[0]), interpolation=cv2.INTER_AREA)
    assert np.abs(shown - frame).mean() < 25  # zones are drawn over it
    if folder := os.environ.get("PICTURES"):
        cv2.imwrite(f"{folder}/sixel.png", shown)


HALF_CELLS = 100
"""More than any drawing of the dashboard has besides a picture."""


def test_a_terminal_without_graphics_is_sent_none(mat_picture, tmp_path):
    came = shown_on(
        mat_picture, tmp_path, PLAIN, lambda came: came.count("▀".encode()) > HALF_CELLS
    )
    after = came.partition(terminal.KIND_QUESTION)[2]
    assert "▀".encode() in after
    assert not re.search(rb"\x1b_G|\x1bP|\x1b\]1337", after)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
async def test_a_question_shows_the_die_it_is_about_and_hides_no_answer(size):
    asking = replace(tables.question(), closeup=photo(120, 120))
    app = DiceRefApp(ReplayedSource([asking]))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        picture = app.screen.query_one("#question-picture", PictureView)
        band = app.screen.query_one(QuestionBand)
        assert picture.display
        assert band.region.contains_region(picture.region)
        assert picture.size.height >= 5
        for row in app.screen.query(AnswerRow):
            if row.display:
                assert band.region.contains_region(row.region)
                assert not row.region.overlaps(picture.region)


async def test_a_question_about_no_die_has_no_picture():
    app = DiceRefApp(ReplayedSource([tables.question()]))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert not app.screen.query_one("#question-picture", PictureView).display


class Sent(list):
    """A driver that only remembers."""

    def write(self, content):
        self.append(content)

    def flush(self):
        pass


@pytest.fixture
def sent(monkeypatch):
    """What pictures send to the terminal."""
    told = Sent()
    monkeypatch.setattr(PictureView, "_write", lambda _, content: told.write(content))
    return told


@pytest.mark.parametrize("kind", [Kind.KITTY, Kind.ITERM2, Kind.SIXEL])
async def test_a_picture_makes_way_for_what_lies_over_it_and_comes_back(kind, sent):
    table = replace(tables.attack_step(), thumbnail=photo())
    app = DiceRefApp(ReplayedSource([table]))
    app.graphics = Graphics(kind, (10, 20))
    start = {Kind.KITTY: "\x1b_Ga=T", Kind.ITERM2: "\x1b]1337", Kind.SIXEL: "\x1bP0;1"}[kind]

    def laid():
        return sum(start in content for content in sent)

    async def until(pilot, holds):
        for _ in range(200):
            await pilot.pause(0.02)
            if holds():
                return
        raise AssertionError("it never came about")

    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("c")
        await until(pilot, laid)
        picture = app.screen.query_one(Thumbnail)
        shown = [strip.text for strip in picture.render_lines(picture.region.reset_offset)]
        assert set("".join(shown)) == {" "}  # the picture lies over blank cells
        await pilot.press("question_mark")
        shown = [strip.text for strip in picture.render_lines(picture.region.reset_offset)]
        assert set("".join(shown)) != {" "}  # cells can be dimmed, and covered
        if kind is Kind.KITTY:
            await until(pilot, lambda: any("a=d,d=I" in content for content in sent))
        before = laid()
        await pilot.press("escape")
        await until(pilot, lambda: laid() > before)
        before = laid()
        await pilot.press("c")  # the mat again
        if kind is Kind.KITTY:
            await until(pilot, lambda: "a=d,d=I" in sent[-1])
        await pilot.pause(0.3)
        assert laid() == before


async def test_only_the_newest_picture_is_sent_when_they_come_faster_than_they_are_made(sent):
    app = DiceRefApp(ReplayedSource([replace(tables.attack_step(), thumbnail=photo())]))
    app.graphics = Graphics(Kind.SIXEL, (10, 20))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("c")
        picture = app.screen.query_one(Thumbnail)
        for shade in range(20):
            picture.draw(np.full((180, 320, 3), 10 * shade, np.uint8))
        for _ in range(100):
            await pilot.pause(0.02)
            if sent and abs(unsixelled(sent[-1][sent[-1].index("\x1bP") : -2]).mean() - 190) < 3:
                break
        else:
            raise AssertionError("the newest picture was not sent")
        assert len(sent) < 12
