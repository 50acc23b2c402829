"""A live camera that comes back: stalls, pulled cables and blank pictures are noticed and retried.

One thread reads pictures out of the source, another watches it. A source may hang inside its
own library for a while; it is then abandoned and a fresh one is opened beside it.
"""

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Condition, Event, Thread
from typing import Any, Final, Protocol, Self

import cv2
import numpy as np

from hardware.frame import CameraError, Frame
from words import tr

log = logging.getLogger(__name__)

_OPENING: Final = 8.0
"""Seconds a source may take from opening to its first picture."""

_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 5.0
_ASKED_AGAIN: Final = 0.1
"""Seconds between two looks at whether a connection that was asked for something still stands."""

_FLAT: Final = 1.0
"""Grey levels: a picture with less variation than this shows nothing at all."""


class LiveSource(Protocol):
    """A source that delivers picture after picture; `read` raises `CameraError` when it fails."""

    def read(self) -> Frame:
        """The next frame."""

    def still(self) -> Frame:
        """One frame at the full resolution of the sensor."""


class InterruptedCameraError(CameraError):
    """The camera is silent at the moment and is being retried: tell the user, then read again."""


@dataclass(frozen=True, slots=True)
class ConnectionStatus:
    """How the connection to the source stands."""

    connected: bool
    note: str = ""  # one sentence for the dashboard when it is not
    losses: int = 0  # how often it was lost since the start
    since: float = field(default_factory=time.monotonic)


@dataclass(eq=False)
class _Connection:
    """One connection: a thread that reads until it fails or is abandoned."""

    requests: SimpleQueue[tuple[float, Callable[[Any], None]]] = field(default_factory=SimpleQueue)
    abandoned: Event = field(default_factory=Event)
    latest: float = field(default_factory=time.monotonic)
    delivered: int = 0
    blank: int = 0  # pictures in a row that show nothing
    busy_until: float = 0.0  # a request is being carried out; no picture can come before
    trouble: str = ""


class ReconnectingCamera:
    """A `Camera` around any live source.

    `read` gives each newest frame once; while the source is away it raises
    `InterruptedCameraError` about once a second and goes on by itself as soon as pictures come.
    """

    def __init__(
        self,
        name: str,
        open_source: Callable[[], AbstractContextManager[LiveSource]],
        patience: float = 0.9,
        *,
        still_s: float | None = None,
    ) -> None:
        """`patience`: seconds without a picture after which the source is given up.

        `still_s`: the same for a still, where that takes longer than the next picture.
        """
        self._name = name
        self._open_source = open_source
        self._patience = patience
        self._still_s = patience if still_s is None else still_s
        self._news = Condition()
        self._newest: Frame | None = None
        self._given = 0
        self._told = 0  # losses that `read` has told of
        self._connection = _Connection()
        self._closing = Event()
        self._watch: Thread | None = None
        self._link = ConnectionStatus(connected=False, note=tr("Opening {name}.", name=name))

    @property
    def link(self) -> ConnectionStatus:
        """How the connection stands now."""
        return self._link

    def __enter__(self) -> Self:
        self._watch = Thread(target=self._supervise, name=f"watch {self._name}", daemon=True)
        self._watch.start()
        with self._news:
            self._news.wait_for(lambda: self._newest or self._link.losses, _OPENING + 1.0)
            if self._newest is not None:
                return self
            note = self._connection.trouble or tr("No picture came from {name}.", name=self._name)
        self.__exit__()
        raise CameraError(note)

    def __exit__(self, *exc: object) -> None:
        self._closing.set()
        with self._news:
            self._connection.abandoned.set()
            self._news.notify_all()
        if self._watch is not None:
            self._watch.join(timeout=2 * self._patience)

    def read(self) -> Frame:
        """The newest frame not given yet. Raises `InterruptedCameraError` while there is none."""
        with self._news:
            self._news.wait_for(self._has_something_to_tell, 2 * self._patience)
            if self._newest is None or self._newest.sequence == self._given:
                self._told = self._link.losses
                raise InterruptedCameraError(self._link.note or self._silence())
            self._given = self._newest.sequence
            return self._newest

    def still(self) -> Frame:
        """One frame at the full resolution of the sensor."""
        answer: Frame = self.ask(lambda source: source.still(), self._still_s)
        return replace(answer, sequence=self._given)

    def ask(self, request: Callable[[Any], Any], patience: float = 5.0) -> Any:
        """Let the source do something between two pictures, in its own thread.

        Raises `CameraError`, also as soon as the connection that was asked is lost.
        """
        done: SimpleQueue[tuple[Any, CameraError | None]] = SimpleQueue()

        def carry_out(source: Any) -> None:
            try:
                done.put((request(source), None))
            except CameraError as error:
                done.put((None, error))
            except (RuntimeError, OSError, cv2.error) as error:
                done.put((None, CameraError(self._failure(error))))
                raise

        connection, until = self._connection, time.monotonic() + patience
        connection.requests.put((patience, carry_out))
        while True:
            try:
                answer, error = done.get(timeout=_ASKED_AGAIN)
                break
            except Empty:
                if connection.abandoned.is_set() or time.monotonic() > until:
                    raise InterruptedCameraError(self._link.note or self._silence()) from None
        if error is not None:
            raise error
        return answer

    def soon(self, request: Callable[[Any], object]) -> None:
        """The same without waiting for it, or knowing whether the source is there."""

        def carry_out(source: Any) -> None:
            request(source)

        self._connection.requests.put((self._patience, carry_out))

    def _has_something_to_tell(self) -> bool:
        fresh = self._newest is not None and self._newest.sequence != self._given
        return fresh or self._closing.is_set() or self._link.losses != self._told

    def _silence(self) -> str:
        if self._connection.blank:
            return tr(
                "The pictures of {name} show nothing: uncover its lens and light the table; "
                "it is being tried again.",
                name=self._name,
            )
        return tr(
            "No picture from {name} for {patience:.0f} s: check its cable, power and "
            "network; it is being tried again.",
            name=self._name,
            patience=self._patience,
        )

    def _failure(self, error: Exception) -> str:
        reason = " ".join(str(error).split()) or type(error).__name__
        return tr(
            "{name} failed ({reason}): check its cable; it is being tried again.",
            name=self._name,
            reason=reason,
        )

    def _supervise(self) -> None:
        pause = _FIRST_PAUSE
        while not self._closing.is_set():
            connection = self._start()
            self._until_it_fails(connection)
            if self._closing.is_set():
                return
            pause = _FIRST_PAUSE if connection.delivered else min(2 * pause, _LONGEST_PAUSE)
            self._lost(connection)
            self._closing.wait(pause)

    def _start(self) -> _Connection:
        connection = _Connection()
        with self._news:
            self._connection = connection
        Thread(
            target=self._run, args=(connection,), name=f"connection {self._name}", daemon=True
        ).start()
        return connection

    def _until_it_fails(self, connection: _Connection) -> None:
        """Return when the connection has stopped or has been silent for too long."""
        with self._news:
            while not (connection.trouble or self._closing.is_set()):
                allowed = self._patience if connection.delivered else _OPENING
                left = max(connection.latest + allowed, connection.busy_until) - time.monotonic()
                if left <= 0:
                    return
                self._news.wait(left)

    def _lost(self, connection: _Connection) -> None:
        with self._news:
            connection.abandoned.set()
            note = connection.trouble or self._silence()
            if note != self._link.note or self._link.connected:
                log.warning("%s: %s", self._name, note)
            self._link = ConnectionStatus(connected=False, note=note, losses=self._link.losses + 1)
            self._news.notify_all()

    def _run(self, connection: _Connection) -> None:
        try:
            with self._open_source() as source:
                while not connection.abandoned.is_set():
                    self._carry_out_requests(connection, source)
                    self._deliver(connection, source.read())
        except (RuntimeError, OSError, cv2.error) as error:  # libraries fail in many ways
            said = str(error) if isinstance(error, CameraError) else self._failure(error)
            with self._news:
                connection.trouble = said
                self._news.notify_all()

    def _carry_out_requests(self, connection: _Connection, source: LiveSource) -> None:
        while not connection.requests.empty():
            patience, carry_out = connection.requests.get()
            with self._news:
                connection.busy_until = time.monotonic() + patience
            carry_out(source)
            with self._news:
                connection.latest, connection.busy_until = time.monotonic(), 0.0

    def _deliver(self, connection: _Connection, frame: Frame) -> None:
        if not _shows_something(frame):
            connection.blank += 1  # counts as silence
            return
        with self._news:
            if connection.abandoned.is_set():
                return
            connection.blank = 0
            connection.delivered += 1
            connection.latest = time.monotonic()
            sequence = (self._newest.sequence if self._newest else 0) + 1
            self._newest = replace(frame, sequence=sequence)
            if not self._link.connected:
                losses = self._link.losses
                log.info("%s sends pictures; it failed %d times before", self._name, losses)
                self._link = ConnectionStatus(connected=True, losses=losses)
            self._news.notify_all()


def _shows_something(frame: Frame) -> bool:
    image = frame.image
    if image.ndim != 3 or image.size == 0:
        return False
    return bool(np.std(image[::16, ::16]) > _FLAT)
