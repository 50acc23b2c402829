"""An eye that a camera cannot upset: whatever comes instead of the table is said and waited out.

A camera may come back with another size, turned, without colours or with a card that says "no
signal"; an eye may fail over a picture that nobody thought of. The table is then not looked at
until it is seen again, and what was known of its dice is kept where it is the same picture.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.registration import ENOUGH_TAGS, Registration, tags_still_near
from hardware.frame import CameraError, Frame, Image
from ui.app.logs import log_fault
from vision.observe import Eye, Still
from vision.sighting import EVERYWHERE, Health, Observation
from words import tr

log = logging.getLogger(__name__)

ANOTHER_PICTURE: Final = 0.35
"""A picture that correlates less than this with the table as last seen shows something else. With
two arms over half of it, it is 0.6 and more."""

SAME_PICTURE: Final = 0.95
"""With more than this it is the table, whatever lies on its markers. A mat that was turned or
mirrored has 0.77 to 0.91."""

FLIPPED, LIKE_ITSELF = 0.02, 0.75
"""So much better, and so well, a flipped table correlates with the table once it is flipped back.
On every mat it was 0.04 better and more, and 0.81, with arms over it; unflipped, 0.04 worse."""

OTHER_COLOURS: Final = 0.2
"""The same for the difference of blue and red, where the table had any."""

COLOURED: Final = 3.0
"""Grey levels by which blue and red differ across a table that has colours at all."""

TRY_AGAIN_S: Final = 0.5
"""Seconds between two attempts to find the mat in a picture that is another one."""

SMALL: Final = (64, 36)


@dataclass(frozen=True, slots=True)
class _Impression:
    """A picture in very small."""

    shape: tuple[int, ...]
    light: NDArray[np.float32]
    colour: NDArray[np.float32]  # blue less red


class _NotTheTableError(Exception):
    """A still shows something else than the table, though the frame before it did."""


class RecoveringEye:
    """A `TableEye` around the eye that reads."""

    def __init__(self, make: Callable[[], Eye]) -> None:
        """`make` gives a fresh eye, which knows nothing of the table yet."""
        self._make = make
        self._eye = make()
        self._first_track = 0  # of this eye: no two dice ever have the same number
        self._highest_track = 0
        self._table: _Impression | None = None  # as last seen at rest, with the mat found
        self._lost = False  # the mat was not where it had been
        self._try_at = 0.0
        self.trouble = ""
        """Why the table is not looked at now, in a sentence; "" when it is."""

    @property
    def pictured(self) -> Frame | None:
        """The frame in which the dice were last seen."""
        return self._eye.pictured

    @property
    def registration(self) -> Registration | None:
        """Where the mat lies, once it has been found."""
        return self._eye.registration

    def look(self, frame: Frame, still: Still | None = None) -> Observation:
        """What lies on the table in this frame; nothing while it cannot be seen.

        Raises `CameraError` when the camera goes away before it has given a still.
        """
        try:
            return self._see_the_table(frame, still)
        except _NotTheTableError:  # said already
            return self._waits(frame)
        except CameraError:  # no fault of the eye's: it goes on where it was
            raise
        except Exception as fault:  # noqa: BLE001 - whatever a picture does to the eye, the game goes on
            log_fault("look", fault)
            self._renew()
            self._say(
                tr(
                    "The camera sent a picture that could not be read: the table is being looked "
                    "at anew."
                )
            )
            return self._waits(frame)

    def _see_the_table(self, frame: Frame, still: Still | None) -> Observation:
        """What lies on the table. Raises `_NotTheTableError` when it is not in the picture."""
        plain = self._plain(frame)
        now = _impression(plain.image)
        if self._is_another(now):
            if self._found_again(plain, still):
                self._table, self._lost = now, False
            raise _NotTheTableError
        seen = self._eye.look(plain, None if still is None else partial(self._checked, still))
        if self._has_lost_the_mat(seen, now):
            raise _NotTheTableError
        if self._table is not None and not seen.health.registered:
            raise _NotTheTableError  # a fresh eye that has not found the mat yet
        self._end_trouble()
        if seen.still and not seen.hands and seen.health.registered:
            self._table = now
        dice = tuple(replace(die, track=die.track + self._first_track) for die in seen.dice)
        self._highest_track = max([self._highest_track, *(die.track for die in dice)])
        return replace(seen, dice=dice)

    def _plain(self, frame: Frame) -> Frame:
        """The frame in three colours. Raises `_NotTheTableError`."""
        try:
            return replace(frame, image=as_colour(frame.image))
        except ValueError:
            self._say(
                tr(
                    "The camera sent a picture that could not be read: the table is being looked "
                    "at anew."
                )
            )
            raise _NotTheTableError from None

    def _checked(self, still: Still) -> Frame:
        """A still that shows what the frame before it showed. Raises `_NotTheTableError`."""
        frame = self._plain(still())
        shown = _impression(frame.image)
        if self._table is not None:  # a still has another shape than a frame
            shown = replace(shown, shape=self._table.shape)
        if self._is_another(shown):
            raise _NotTheTableError
        return frame

    def _has_lost_the_mat(self, seen: Observation, now: _Impression) -> bool:
        """Whether a table at rest looks otherwise than before and its markers are not there.

        A mirrored mat looks much like itself: what was read of it counts for nothing.
        """
        lies, before, pictured = self._eye.registration, self._table, self._eye.pictured
        if before is None or lies is None or pictured is None or seen.hands or not seen.still:
            return False
        if _alike(before.light, now.light) > SAME_PICTURE:
            return False
        if len(tags_still_near(lies, pictured.image)) >= ENOUGH_TAGS:
            return False
        self._lost = True
        self._renew()
        self._say(
            tr(
                "The camera shows something else than the table: turn it back or wait; the "
                "game goes on when the mat is seen."
            )
        )
        return True

    def _is_another(self, now: _Impression) -> bool:
        """Whether this is not the picture of the table that was seen last."""
        before = self._table
        if before is None:
            return False
        if self._lost:
            return True
        if now.shape != before.shape:
            self._say(
                tr(
                    "The camera's picture is {width}x{height} now: it is being fitted anew, and "
                    "goes on by itself.",
                    width=now.shape[1],
                    height=now.shape[0],
                )
            )
            return True
        direct = _alike(before.light, now.light)
        if direct < ANOTHER_PICTURE or _is_flipped(before.light, now.light, direct):
            self._say(
                tr(
                    "The camera shows something else than the table: turn it back or wait; the "
                    "game goes on when the mat is seen."
                )
            )
            return True
        coloured = float(before.colour.std()) > COLOURED
        if coloured and _alike(before.colour, now.colour) < OTHER_COLOURS:
            self._say(
                tr(
                    "The camera's colours are not what they were: check it; the game goes on "
                    "when they are."
                )
            )
            return True
        return False

    def _found_again(self, frame: Frame, still: Still | None) -> bool:
        """Whether the mat is found in another picture: then a fresh eye looks at it."""
        if frame.monotonic < self._try_at or self._only_colours_differ(frame.image):
            return False
        self._try_at = frame.monotonic + TRY_AGAIN_S
        before, found = (self._eye, self._first_track), False
        self._renew()
        try:
            self._eye.look(frame)
            later = replace(frame, monotonic=frame.monotonic + TRY_AGAIN_S)
            whole = None if still is None else lambda: self._plain(still())
            found = self._eye.look(later, whole).health.registered
        finally:
            if not found:
                self._eye, self._first_track = before
        if found:
            log.info("the mat is found in the new picture")
        return found

    def _only_colours_differ(self, image: Image) -> bool:
        """Whether it is the table in other colours, or none: dice would be taken for others."""
        known, now = self._table, _impression(image)
        if known is None or float(known.colour.std()) < COLOURED:
            return False
        without = float(now.colour.std()) < COLOURED
        other = _alike(known.colour, now.colour) < OTHER_COLOURS
        return without or (other and abs(_alike(known.light, now.light)) > SAME_PICTURE)

    def _renew(self) -> None:
        self._first_track = self._highest_track
        self._eye = self._make()

    def _waits(self, frame: Frame) -> Observation:
        """Nothing is known of the table now."""
        return Observation(
            time=frame.monotonic,
            wall=frame.wall,
            sequence=frame.sequence,
            still=False,
            hands=False,
            health=Health(registered=False, note=self.trouble),
            covered=(EVERYWHERE,),
        )

    def _say(self, sentence: str) -> None:
        if sentence != self.trouble:
            log.warning("the table is not looked at: %s", sentence)
            self.trouble = sentence

    def _end_trouble(self) -> None:
        if self.trouble:
            log.info("the table is seen again")
            self.trouble = ""


def as_colour(image: Image) -> Image:
    """A picture of three colours, whatever came. Raises `ValueError` for what is no picture."""
    if image.dtype != np.uint8:
        image = np.clip(np.nan_to_num(image), 0, 255).astype(np.uint8)
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[:, :, 0]
    if image.ndim == 2 and image.size:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.ndim != 3 or image.shape[2] not in {3, 4} or not image.size:
        raise ValueError(tr("a picture of shape {shape}", shape=image.shape))
    return image if image.shape[2] == 3 else np.ascontiguousarray(image[:, :, :3])


def _impression(image: Image) -> _Impression:
    height, width = image.shape[:2]
    stride = max(1, min(width // (3 * SMALL[0]), height // (3 * SMALL[1])))
    thinned = np.ascontiguousarray(image[::stride, ::stride])
    small = cv2.resize(thinned, SMALL, interpolation=cv2.INTER_AREA).astype(np.float32)
    return _Impression(image.shape, small.mean(axis=2), small[:, :, 0] - small[:, :, 2])


def _is_flipped(known: NDArray[np.float32], now: NDArray[np.float32], direct: float) -> bool:
    """Whether it is the known picture upside down, mirrored, or both."""
    flips = now[::-1], now[:, ::-1], now[::-1, ::-1]
    return direct < SAME_PICTURE and (
        max(_alike(known, flip) for flip in flips) > max(direct + FLIPPED, LIKE_ITSELF)
    )


def _alike(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The correlation of two small pictures; 0 where one is of a single shade."""
    first, second = one - one.mean(), other - other.mean()
    size = float(np.sqrt((first * first).sum() * (second * second).sum()))
    return float((first * second).sum()) / size if size > 1.0 else 0.0
