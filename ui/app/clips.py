"""Clips around disputes: what lay on the table in the minute before a question or a foul.

Frames are compressed and films put together in a thread of their own; the session only hands
frames over and writes finished films into the record when nothing waits to be recorded.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

from hardware.cameras.frame_ring import FrameRing, even_pace
from hardware.frame import Frame
from rules.journal import Picture
from rules.journal.clips import MEDIA, write_avi
from ui.app.background import in_background

AFTERWARDS_S: Final = 5.0
"""A film goes on for so long after the dispute began."""

WAITING_FRAMES: Final = 8
"""A worker that is further behind than this misses frames; nobody waits for it."""

LAST_FILMS_S: Final = 5.0
"""How long the end of a session waits for films that are being made."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question or foul of the record."""

    entry: int
    since: float  # the monotonic time of its frame


@dataclass(frozen=True, slots=True)
class Film:
    """What was seen around a dispute."""

    entry: int
    picture: Picture


class _TheEnd:
    """No more frames will come."""


_Told: TypeAlias = Frame | Dispute | _TheEnd


class ClipKeeper:
    """Keeps the last minute and cuts films out of it."""

    def __init__(self, ring: FrameRing | None = None) -> None:
        self._ring = FrameRing() if ring is None else ring
        self._told: SimpleQueue[_Told] = SimpleQueue()
        self._films: SimpleQueue[Film] = SimpleQueue()
        self._due = float("-inf")
        self._worker = in_background(self._work, "clips")

    def see(self, frame: Frame) -> None:
        """Hand over the next frame; most are not kept. Never waits."""
        if frame.monotonic < self._due or self._told.qsize() >= WAITING_FRAMES:
            return
        self._due = frame.monotonic + 1.0 / self._ring.per_second - 1e-3
        self._told.put(frame)

    def dispute(self, entry: int, now: float) -> None:
        """Something is disputed from now on: its film is cut a few seconds later."""
        self._told.put(Dispute(entry, now))

    def films(self) -> Iterator[Film]:
        """The films that are finished and have not been given yet."""
        with suppress(Empty):
            while True:
                yield self._films.get_nowait()

    def finish(self) -> None:
        """Cut what is still open; `films` then gives it."""
        self._told.put(_TheEnd())
        self._worker.join(timeout=LAST_FILMS_S)

    def _work(self) -> None:
        waiting: list[Dispute] = []
        while True:
            match self._told.get():
                case Frame() as frame:
                    self._ring.keep(frame)
                    over = frame.monotonic - AFTERWARDS_S
                    self._cut([one for one in waiting if one.since <= over])
                    waiting = [one for one in waiting if one.since > over]
                case Dispute() as dispute:
                    waiting.append(dispute)
                case _TheEnd():
                    self._cut(waiting)
                    return

    def _cut(self, disputes: list[Dispute]) -> None:
        kept = self._ring.kept()
        if not disputes or not kept:
            return
        film = even_pace(kept, self._ring.per_second)
        content = write_avi(film, self._ring.per_second, kept[-1].size)
        for dispute in disputes:
            name = f"entry-{dispute.entry}.avi"
            self._films.put(Film(dispute.entry, Picture(name, MEDIA, content)))
