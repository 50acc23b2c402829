"""What the pip reader learns from: dice of real photos, and dice drawn with every kind of pips.

A lesson is a wide crop around a die's box, from which training cuts a new one each time: turned,
shifted, shrunk, in other light. Drawn scenes also tell where the top's middle is, and from how high
it is seen.
"""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import Colour, DieKind, FacePictures, PipFace
from hardware.printing.art import PIPS
from hardware.simulated.optics import Viewpoint
from hardware.simulated.random_scenes import random_material, random_setup
from hardware.simulated.render import render
from hardware.simulated.scene import DieBody, Finish, Material, TrueDie
from models import photos
from models.evaluate import middles_inside, pairs, shared_parts
from models.scenes import colour, random_kind
from models.texture_views import Textures, shown
from vision.detect import Detector
from vision.pips import MARGIN, NO_PIPS, SIDE, crop_squares, cut

Rng: TypeAlias = np.random.Generator
Floats: TypeAlias = NDArray[np.float64]
Picture: TypeAlias = NDArray[Any]

WIDE: Final = 160
"""Side of the crop that is kept, px, at the same scale as the network's."""

DIE: Final = SIDE / MARGIN
"""How long the longer side of a die's box is in both, px."""

SHEET: Final = 128
"""Side of the picture that is laid on a drawn face, px."""

SMALLEST: Final = 13.0
"""No die is shrunk below this, px: nobody could read it."""

SHOWS: Final = 0.6
"""A drawn die of which less of the top shows is no lesson."""

AWAY: Final = 0.05
"""A box that shares more than this part of its union with a labelled die is no 'nothing'."""

UNKNOWN: Final = (np.nan, np.nan, np.nan)

DIE_PX: Final = (15.0, 120.0)
TILT: Final = (0.0, 66.0)
"""Drawn dice: their edges in px, and how far the camera leans from straight down, degrees."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A die (or none) with its surroundings."""

    wide: NDArray[np.uint8]  # WIDE x WIDE
    value: int  # pips less one, or NO_PIPS
    place: tuple[float, float, float]
    """The top's middle from the box's, in its longer sides; the height of view. NaN: unknown."""

    native: float  # px the box is long in the picture
    source: str


def lesson(
    image: Picture,
    box: Floats,
    value: int,
    source: str,
    place: tuple[float, float, float] = UNKNOWN,
) -> Lesson:
    """The lesson about this box (px) of a picture."""
    square = crop_squares(box[None], MARGIN * WIDE / SIDE)[0]
    wide = cut(image.astype(np.uint8, copy=False), square, WIDE)
    return Lesson(wide, value, place, float((box[2:] - box[:2]).max()), source)


# -- real photos ----------------------------------------------------------------------------------


def of_photo(photo: photos.Photo, detector: Detector, *, nothing: bool) -> Iterator[Lesson]:
    """Every labelled die of a photo, as labelled and as detected; and what only looks like one.

    Where the labels hug the top or the pips, only a detected box tells where the die is.
    """
    image = photo.image()
    name = photo.set_name
    known = detector.propose(image)
    found = known.boxes[known.scores > 0.25]
    if photos.WHOLE_DIE.get(name, False):
        matched = dict(pairs(shared_parts(photo.boxes, found), 0.45))
    else:
        matched = dict(pairs(middles_inside(photo.boxes, found), 0.7))
    for row, (box, value) in enumerate(zip(photo.boxes, photo.values, strict=True)):
        if photos.WHOLE_DIE.get(name, False):
            yield lesson(image, box, value - 1, name)
        if row in matched:
            yield lesson(image, found[matched[row]], value - 1, name)
    if nothing and name not in photos.UNLABELLED:
        whole = photo.boxes if photos.WHOLE_DIE.get(name, False) else _grown(photo.boxes)
        far = shared_parts(known.boxes, whole).max(axis=1, initial=0.0) < AWAY
        for box in known.boxes[far][:6]:
            yield lesson(image, box, NO_PIPS, f"{name}, nothing")


def _grown(boxes: Floats) -> Floats:
    """Boxes around pips, made so large that the die is inside."""
    middle, size = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    reach = np.maximum(size.max(axis=1, keepdims=True), np.median(size) if len(size) else 0.0) * 1.2
    return np.hstack([middle - reach, middle + reach])


def of_photos(folder: Path, name: str, part: photos.Part, cache: Path) -> list[Lesson]:
    """The lessons of this set; kept in a folder, since finding the dice takes minutes."""
    kept = cache / f"{name}-{part}.pkl"
    if kept.exists():
        with kept.open("rb") as file:
            known: list[Lesson] = pickle.load(file)  # noqa: S301 - our own file, written below
        return known
    detector = Detector(threads=1, proposed=0.05)
    made = [
        each
        for photo in photos.photos(folder, name, part)
        for each in of_photo(photo, detector, nothing=True)
    ]
    cache.mkdir(parents=True, exist_ok=True)
    with kept.open("wb") as file:
        pickle.dump(made, file)
    return made


# -- drawn scenes ---------------------------------------------------------------------------------


SIZE: Final = (576, 432)
"""Of a drawn picture, px."""


def textured(rng: Rng, textures: Textures, detector: Detector) -> Iterator[Lesson]:
    """The dice of one picture on a photographed ground, and what the detector takes for dice."""
    kinds = [pipped(rng, number) for number in range(int(rng.integers(1, 5)))]
    image, truths = shown(rng, textures, kinds, dice=rng.random() < 0.6, size=SIZE)
    boxes = np.array([die.box for die in truths], np.float64).reshape(-1, 4)
    for die in truths:
        face = die.kind.faces[die.face]
        if die.cocked or die.top < SHOWS or not _inside(die.box, image):
            continue
        assert isinstance(face, PipFace)
        yield lesson(image, np.array(die.box), face.value - 1, "textured")
    proposed = detector.propose(image).boxes
    far = shared_parts(proposed, boxes).max(axis=1, initial=0.0) < AWAY
    sides = np.exp(rng.uniform(np.log(16), np.log(120), 4))
    lows = rng.uniform((0, 0), SIZE, (4, 2))
    anywhere = np.hstack([lows, lows + sides[:, None]])
    away = shared_parts(anywhere, boxes).max(axis=1, initial=0.0) < AWAY
    for box in np.concatenate([proposed[far][:6], anywhere[away][:2]]):
        yield lesson(image, box, NO_PIPS, "textured, nothing")


def drawn_die(rng: Rng) -> Iterator[Lesson]:
    """The dice of one drawn picture."""
    kinds = [
        pipped(rng, number) if rng.random() < 0.85 else _another(rng, number)
        for number in range(int(rng.integers(2, 8)))
    ]
    scene, view, conditions = random_setup(rng, kinds, None, size=SIZE, die_px=DIE_PX, tilt=TILT)
    made = {kind.kind: _bold(rng) for kind in kinds}
    bodies = tuple(
        replace(body, material=_mostly(rng, made[body.kind.kind], body)) for body in scene.bodies
    )
    image, truths = render(replace(scene, bodies=bodies), view, conditions, rng)
    for die in truths:
        place = _place(die, view)
        whole = _inside(die.box, image)
        if not die.cocked and die.top >= SHOWS and whole and place[2] > 0.25:
            face = die.kind.faces[die.face]
            value = face.value - 1 if isinstance(face, PipFace) else NO_PIPS
            yield lesson(image, np.array(die.box), value, "drawn", place)
    boxes = np.array([die.box for die in truths]).reshape(-1, 4)
    for _ in range(2):
        side = float(np.exp(rng.uniform(np.log(16), np.log(130))))
        low = rng.uniform((0, 0), SIZE)
        box = np.array([*low, *(low + side)])
        if shared_parts(box[None], boxes).max(initial=0.0) < 0.1:
            yield lesson(image, box, NO_PIPS, "drawn, nothing")


def _mostly(rng: Rng, usual: Material, body: DieBody) -> Material:
    return usual if rng.random() < 0.7 else body.material


def _inside(box: tuple[float, float, float, float], image: Picture) -> bool:
    left, top, right, bottom = box
    return left > -2 and top > -2 and right < image.shape[1] + 2 and bottom < image.shape[0] + 2


def _place(die: TrueDie, view: Viewpoint) -> tuple[float, float, float]:
    """Where the top's middle is from the box's, in its longer sides, and the height of view."""
    left, top, right, bottom = die.box
    long = max(right - left, bottom - top, 1.0)
    x, y = np.array(die.corners).mean(axis=0) - ((left + right) / 2, (top + bottom) / 2)
    way = view.eye - np.array([die.x_mm, die.y_mm, -die.height_mm])
    rise = float(-way[2] / np.linalg.norm(way))
    return (float(x) / long, float(y) / long, rise)


def _bold(rng: Rng) -> Material:
    """Any plastic, clear, swirled and speckled ones often."""
    made = random_material(rng)
    pick = rng.random()
    if pick < 0.4:
        return made
    finish: Finish = "marbled" if pick < 0.55 else "speckled" if pick < 0.7 else "pearl"
    if pick > 0.8:
        finish = "translucent"
    return replace(
        made,
        finish=finish,
        fine=float(np.exp(rng.uniform(np.log(0.5), np.log(2.4)))),
        bold=float(rng.uniform(0, 0.8)),
    )


def _another(rng: Rng, number: int) -> DieKind:
    """A die without pips."""
    while True:
        kind = random_kind(rng, number, unseen=False)
        if kind.title in {"characters", "actions"}:
            return kind


def pipped(rng: Rng, number: int) -> DieKind:
    """A die with pips of any make."""
    body = colour(rng)
    drawing = _PipDrawing.random(rng, body)
    faces = tuple(drawing.face(rng, value) for value in range(1, 7))
    size = 14.0 if rng.random() < 0.5 else float(rng.uniform(9.0, 20.0))
    one, two, three, four, five, six = (PipFace(value) for value in range(1, 7))
    return DieKind(
        f"pips {number} {int(rng.integers(1 << 30))}",
        "pips",
        (one, two, three, four, five, six),
        body=body,
        ink=body,
        size_mm=size,
        pictures=FacePictures(faces),
    )


@dataclass(frozen=True, slots=True)
class _PipDrawing:
    """How the pips of one die are drawn; colours are BGR, lengths in shares of a face."""

    body: Floats
    ink: Floats
    single: Floats  # the ink of the one, and of the four in some countries
    size: float
    single_size: float
    spread: float
    shape: str  # disc, ring, disc in disc, square, diamond, star, drilled
    second: Floats  # of what lies around or in the middle of a pip
    worn: float
    wave: int  # the side of a frame around the face, px; 0 for none

    @classmethod
    def random(cls, rng: Rng, body: Colour) -> "_PipDrawing":
        """Any make; most have plain discs."""
        dye = np.array(body[::-1], float)
        ink = _contrasting(rng, dye)
        shapes = ("disc", "ring", "disc in disc", "square", "diamond", "star", "drilled")
        size = float(rng.uniform(0.11, 0.25))
        red = np.array([30, 20, 190.0]) + rng.normal(0, 15, 3)
        reddened = rng.random() < 0.12 and float(np.linalg.norm(red - dye)) > 90
        return cls(
            dye,
            ink,
            red if reddened else ink,
            size,
            float(rng.uniform(1.2, 2.0)) * size if rng.random() < 0.2 else size,
            float(rng.uniform(0.72, 1.18)),
            str(rng.choice(shapes, p=(0.52, 0.07, 0.12, 0.05, 0.05, 0.04, 0.15))),
            _contrasting(rng, ink),
            float(rng.uniform(0.3, 0.9)) if rng.random() < 0.2 else 1.0,
            int(rng.integers(2, 6)) if rng.random() < 0.06 else 0,
        )

    def face(self, rng: Rng, value: int) -> NDArray[np.uint8]:
        """The picture of one face."""
        fine = SHEET * 2
        sheet: Picture = np.empty((fine, fine, 3), np.float32)
        sheet[:] = self.body
        if self.wave:
            inset = int(0.06 * fine)
            frame = (self.second if rng.random() < 0.5 else self.ink).tolist()
            cv2.rectangle(sheet, (inset, inset), (fine - inset, fine - inset), frame, 2 * self.wave)
        mirrored, turned = rng.random() < 0.5, rng.random() < 0.5
        jitter = 0.012 if rng.random() < 0.3 else 0.0
        for x, y in PIPS[value]:
            at_x, at_y = (0.5 + (place - 0.5) * self.spread for place in (x, y))
            at_x = 1 - at_x if mirrored else at_x
            at_x, at_y = (at_y, at_x) if turned else (at_x, at_y)
            middle = (np.array([at_x, at_y]) + rng.normal(0, jitter, 2)) * fine
            self._pip(sheet, middle, value, rng)
        if self.worn < 1:
            share = cv2.resize(
                rng.uniform(self.worn - 0.3, 1.0, (6, 6)).astype(np.float32), (fine, fine)
            )
            sheet = self.body + (sheet - self.body) * np.clip(share, 0.15, 1)[:, :, None]
        small = cv2.resize(sheet, (SHEET, SHEET), interpolation=cv2.INTER_AREA)
        return np.clip(np.rint(small), 0, 255).astype(np.uint8)

    def _pip(self, sheet: Picture, middle: Floats, value: int, rng: Rng) -> None:
        fine = len(sheet)
        dye = self.single if value in {1, 4} else self.ink
        size = (self.single_size if value == 1 else self.size) * fine / 2
        centre = (round(float(middle[0])), round(float(middle[1])))
        if self.shape in {"square", "diamond", "star"}:
            angle = {"square": np.pi / 4, "diamond": 0.0, "star": -np.pi / 2}[self.shape]
            arms = 10 if self.shape == "star" else 4
            ways = angle + np.arange(arms) * 2 * np.pi / arms
            reach = np.where(np.arange(arms) % 2, 0.45, 1.2) if arms == 10 else np.full(4, 1.2)
            spots = middle + (size * reach)[:, None] * np.stack([np.cos(ways), np.sin(ways)], 1)
            cv2.fillPoly(sheet, [np.rint(spots).astype(np.int32)], dye.tolist(), cv2.LINE_AA)
            return
        radius = max(2, round(size))
        if self.shape == "ring":
            thick = max(2, round(radius * 0.4))
            cv2.circle(sheet, centre, radius, dye.tolist(), thick, cv2.LINE_AA)
            return
        if self.shape == "disc in disc":
            cv2.circle(sheet, centre, round(radius * 1.5), self.second.tolist(), -1, cv2.LINE_AA)
        cv2.circle(sheet, centre, radius, dye.tolist(), -1, cv2.LINE_AA)
        if self.shape == "drilled":  # a hollow: one rim in shade, the other in light
            way = np.array([0.25, 0.25]) * radius
            spot = (round(float(middle[0] + way[0])), round(float(middle[1] + way[1])))
            inner = np.clip(dye * rng.uniform(1.0, 1.5) + rng.uniform(0, 40), 0, 255)
            cv2.circle(sheet, spot, max(1, round(radius * 0.65)), inner.tolist(), -1, cv2.LINE_AA)


def _contrasting(rng: Rng, body: Floats) -> Floats:
    """A colour that a person tells from this one; at times only just."""
    least = float(rng.choice([50.0, 80.0, 120.0], p=[0.2, 0.3, 0.5]))
    for _ in range(20):
        pick = rng.random()
        ink = np.array(colour(rng)[::-1], float)
        if pick < 0.35:
            ink = rng.uniform(225, 255, 3)
        elif pick < 0.65:
            ink = rng.uniform(0, 45, 3)
        if float(np.linalg.norm(ink - body)) > least:
            return ink
    return np.full(3, 250.0) if body.mean() < 128 else np.full(3, 10.0)


# -- from a lesson to a crop ----------------------------------------------------------------------


def crop_of(
    one: Lesson, rng: Rng, *, plainly: bool = False
) -> tuple[NDArray[np.uint8], tuple[float, float, float]]:
    """A crop as the network takes it, and its place; `plainly` without any change."""
    if plainly:
        low = (WIDE - SIDE) // 2
        x, y, rise = one.place
        return one.wide[low : low + SIDE, low : low + SIDE], (x / MARGIN, y / MARGIN, rise)
    angle = float(rng.uniform(-np.pi, np.pi) if rng.random() < 0.3 else rng.normal(0, 0.15))
    zoom = float(np.exp(rng.normal(0, 0.09)))
    shift = np.clip(rng.normal(0, 0.05, 2), -0.12, 0.12) * DIE
    stretch = np.exp(rng.normal(0, 0.06))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * zoom
    turn = np.diag([stretch, 1 / stretch]) @ turn
    if rng.random() < 0.5:
        turn[:, 0] *= -1
    middle = np.full(2, (WIDE - 1) / 2)
    onto = np.column_stack([turn, (SIDE - 1) / 2 - turn @ middle + shift])
    small = _coarser(one, rng)
    crop = cv2.warpAffine(
        small, onto, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    x, y = (turn @ (np.array(one.place[:2]) * DIE) + shift) / SIDE
    return _weathered(crop, rng), (float(x), float(y), one.place[2])


def _coarser(one: Lesson, rng: Rng) -> Picture:
    """The lesson as if the die had been fewer pixels wide, at times."""
    most = min(one.native, DIE)
    if rng.random() > 0.4 or most <= SMALLEST + 2:
        return one.wide
    wanted = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(most))))
    side = max(8, round(WIDE * wanted / DIE))
    small = cv2.resize(one.wide, (side, side), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.3:
        quality = int(rng.integers(45, 95))
        packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        small = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return cv2.resize(small, (WIDE, WIDE), interpolation=cv2.INTER_LINEAR)


def _weathered(crop: Picture, rng: Rng) -> NDArray[np.uint8]:
    """Other light, dyes, gloss, focus and noise."""
    seen: Picture = crop.astype(np.float32)
    if rng.random() < 0.3:
        seen = seen[:, :, rng.permutation(3)]
    if rng.random() < 0.12:
        seen = 255 - seen
    if rng.random() < 0.25:
        grey = seen @ np.array([0.114, 0.587, 0.299], np.float32)
        seen = np.repeat(grey[:, :, None], 3, 2)
    seen = seen * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32) * rng.uniform(0.6, 1.35)
    seen = seen + rng.uniform(-25, 25)
    if rng.random() < 0.3:
        middle = seen.mean((0, 1))
        seen = middle + (seen - middle) * rng.uniform(0.4, 1.0)
    if rng.random() < 0.2:
        seen = seen + _glare(rng)[:, :, None]
    if rng.random() < 0.35:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 1.8))
    seen = seen + rng.standard_normal(seen.shape, np.float32) * rng.uniform(0, 8)
    return np.clip(seen, 0, 255).astype(np.uint8)


def _glare(rng: Rng) -> Picture:
    """A lamp mirrored in the die."""
    across = np.arange(SIDE, dtype=np.float32)
    x, y = rng.uniform(0.2, 0.8, 2) * SIDE
    wide, tall = np.exp(rng.uniform(np.log(3), np.log(22), 2))
    spot = np.exp(-(((across - x) / wide) ** 2)[None, :] - (((across - y) / tall) ** 2)[:, None])
    lit: Picture = spot.astype(np.float32) * np.float32(rng.uniform(40, 200))
    return lit
