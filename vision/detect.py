"""Dice in a picture: the box of each whole die, the corners of its top face, flat or cocked.

A YOLO proposes boxes (see `models.train`), and `vision.tops` looks at each of them again at the
picture's full resolution; both are run by onnxruntime. Pictures of any size are fitted into the
YOLO's longest side; small ones are not blown up.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.lean import chances_of_leaning, doubted, flat_among
from vision.tops import SAME_FACE, Top, TopFinder
from vision.weights import FOLDER, open_network

Floats = NDArray[np.float64]

LONGEST: Final = 1280
"""The longest side the network looks at, px: a 13 mm die on a mat 594 mm wide gets 28 px."""

ENOUGH_PX: Final = 20.0
"""Where dice are known to be larger than this (their edges, px), the network looks from so far
away that they are not: at 1,280 px it finds no more, and takes twice as long."""

SMALL_PX: Final = 32.0
"""Where no dice are larger than this (their edges, px, as the YOLO sees them) its finest map alone
shows them all; from 40 px on it begins to miss some."""

LITTLE: Final = 1.5
"""Halved pictures still this much too large lose nothing when pixels are taken between others."""

BORDER: Final = 0.15
"""Boxes this near (in edges of a die) to the border of a place are of dice that it cuts."""

STRIDE: Final = 32
SAME_BOX: Final = 0.7
"""Boxes that share more than this part of their union get one second look together."""

SAME_DIE: Final = 0.5
"""Top faces whose middles are nearer than this part of their edges are one die's."""

TWICE_SEEN: Final = 0.4
"""Boxes that share more than this part of their union hold one die, though one of them took a
side for its top: of 52,000 dice drawn for lessons, heaps included, 30 pairs share more."""

TINY: Final = 17.0
"""Where most boxes are smaller than this (px, as the YOLO sees them) it looks again, closer."""

HUGE: Final = 100.0
"""A box larger than this (px, as the YOLO sees it) makes it look again from farther away, as does
a picture in which it saw nothing."""

FARTHER: Final = 2
"""How often it steps back, at most; each step halves the picture."""

PROPOSED: Final = 0.1
"""Boxes with a lower score of the YOLO get no second look."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """Boxes (N x 4, px) and the YOLO's scores, best first."""

    boxes: Floats
    scores: Floats


@dataclass(frozen=True, slots=True)
class Detection:
    """One die, in pixels of the picture; `score` is the calibrated chance that it is one."""

    box: tuple[float, float, float, float]  # left, top, right, bottom of the whole die
    top: Top  # what the second look says of it
    score: float
    flat: bool
    proposed: float  # the YOLO's score, 0 to 1

    @property
    def corners(self) -> Floats:
        """The top face: 4 x 2, clockwise in the picture, any start."""
        return self.top.corners

    @property
    def looked(self) -> float:
        """The second look's chance that it is a die."""
        return self.top.die

    @property
    def centre(self) -> Floats:
        """The middle of the top face."""
        middle: Floats = self.corners.mean(axis=0)
        return middle

    @property
    def side(self) -> float:
        """The top face's edge length."""
        return float(sides_of(self.corners[None])[0])


def corners_of(dice: Sequence[Detection]) -> Floats:
    """The corners of the top faces: N x 4 x 2, px."""
    return np.array([die.corners for die in dice], np.float64).reshape(-1, 4, 2)


def sides_of(corners: Floats) -> Floats:
    """The mean edge length of each face (N x 4 x 2)."""
    edges = corners - corners[:, [3, 0, 1, 2]]
    sides: Floats = np.sqrt((edges * edges).sum(axis=2)).mean(axis=1)
    return sides


COCKED: Final = 0.97
"""A die that leans with at least this chance is called cocked: a flat one called so disturbs play
more than a cocked one that players must see themselves."""

AS_SAID: Final = (1.0, 0.0, 0.0)
"""How evidence is weighed that nothing was fitted to: what the second look says counts."""

UNLIKELY: Final = 0.005
"""A chance that may still become that of a die once its print is read: more than this."""


DOUBTFUL: Final = 0.02
"""The same where it is weighed how surely the face is read."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What is known of a picture's dice before it is looked at."""

    places: Sequence[tuple[int, int, int, int]]  # the only ones they lie in: left, top, right, …
    edge_px: float  # how long their edges are, at least
    lie: Callable[[Floats], Floats] | None = None  # how flat dice with these tops would lie
    most_px: float = math.inf  # how long their edges are, at most


class Detector:
    """The die detector: one open network, called with pictures."""

    def __init__(
        self,
        *,
        folder: Path = FOLDER,
        threads: int = 2,
        longest: int = LONGEST,
        lowest: float | None = None,
        proposed: float = PROPOSED,
    ) -> None:
        """Open the networks; `lowest` overrides the score a die needs at least.

        Boxes to which the YOLO gives less than `proposed` get no second look.

        Raises `vision.weights.WeightsError`.
        """
        self._session, self._facts = open_network("detector", threads, folder)
        self._tops = TopFinder(folder, threads)
        self._longest = longest
        self._proposed = np.array(proposed, np.float32)
        self.sure = float(self._facts.get("threshold", 0.5))  # the score of what is believed
        self._lowest = self.sure if lowest is None else lowest

    def __call__(self, image: Image, known: Whereabouts | None = None) -> tuple[Detection, ...]:
        """The dice of a picture, from its top to its bottom."""
        dice = self.weigh(image, known=known)
        return tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0])))

    def weigh(
        self,
        image: Image,
        lowest: float | None = None,
        known: Whereabouts | None = None,
        *,
        family: bool = False,
    ) -> tuple[Detection, ...]:
        """The same, the surest first.

        `lowest` is the score a die needs at least, where it is not the usual one; `family` says
        that all dice are of one family, whose print will be weighed (`with_print`).
        """
        least = self._lowest if lowest is None else lowest
        # Where neither the mat nor the dice's family is known, anything may lie around them.
        anything = known is None and not family and "anything" in self._facts
        proposed = self.propose(image) if known is None else self._look_in_places(image, known)
        lie = known.lie if known is not None else None
        leaning = None if known is None else partial(self._leaning, lie=lie)
        looks = self._tops(image, proposed.boxes, leaning, anything=anything)
        looked = np.array([top.die_on_textures if anything else top.die for top in looks])
        plane = self._facts["anything"] if anything else self._facts.get("calibration")
        chances = calibrated(proposed.scores, looked, {"calibration": plane} if plane else {})
        found = [
            _detection(box, top, float(chance), float(score))
            for box, score, top, chance in zip(
                proposed.boxes, proposed.scores, looks, chances, strict=True
            )
            if chance >= least
        ]
        cubes = shaped_like_cubes(_once_each(found), (image.shape[1], image.shape[0]))
        seen = self._with_tops_that_lean_alike(image, cubes)
        return self._with_cocked_told(seen, lie)

    def _with_tops_that_lean_alike(
        self, image: Image, dice: list[Detection]
    ) -> tuple[Detection, ...]:
        """The same dice; those with a side for a top are looked at again (see `vision.lean`)."""
        boxes = np.array([die.box for die in dice], np.float64).reshape(-1, 4)
        middles = np.array([die.centre for die in dice]).reshape(-1, 2)
        doubts = doubted(boxes, middles, [die.flat for die in dice])
        looks = self._tops(image, np.array([doubt.box for doubt in doubts]).reshape(-1, 4))
        for doubt, top in zip(doubts, looks, strict=True):
            die, middle = dice[doubt.index], top.corners.mean(axis=0)
            another = np.linalg.norm(middle - die.centre) > SAME_FACE * die.side
            if another and top.die > 0.5 and doubt.agrees(middle):
                dice[doubt.index] = replace(die, top=top)
        return tuple(dice)

    def _with_cocked_told(
        self, dice: Sequence[Detection], lie: Callable[[Floats], Floats] | None
    ) -> tuple[Detection, ...]:
        """The same dice; how they lie beside flat ones bears on which are cocked."""
        leans = self._leaning([die.top for die in dice], lie)
        return tuple(
            replace(die, flat=chance < COCKED)
            for die, chance in zip(dice, leans.tolist(), strict=True)
        )

    def _leaning(self, tops: Sequence[Top], lie: Callable[[Floats], Floats] | None) -> Floats:
        """The chance that each of these dice leans."""
        if not tops:
            return np.zeros(0)
        corners = np.array([top.corners for top in tops])
        above = np.array([top.above for top in tops])
        cocked = np.array([top.cocked for top in tops])
        flat = flat_among(corners.mean(axis=1), above, cocked) if lie is None else lie(corners)
        return chances_of_leaning(cocked, above, flat, self._tops.facts.get("leans", AS_SAID))

    def expects(self, family: str) -> bool:
        """Whether it is known how the print of this family's dice bears on being a die."""
        return family in self._facts.get("expected", {})

    def weighs_reading(self, family: str) -> bool:
        """Whether it is known how surely a face of this family's dice is read among anything."""
        return family in self._facts.get("read", {})

    def with_reading(
        self, die: Detection, family: str, likeliest: float, upright: float
    ) -> Detection:
        """The die, its score that of a table on which anything may lie beside such dice.

        `likeliest` is the log-probability of the face that is read, `upright` the chance that it
        stands the way it is read: what is no die reads like no face.
        """
        told = (die.proposed, die.top.die_on_textures, likeliest, upright)
        plane = self._facts["read"][family]
        score = read_as_die(*(np.array([each]) for each in told), plane=plane)
        return replace(die, score=float(score[0]))

    def with_print(self, die: Detection, family: str, shows: float, counts: float) -> Detection:
        """The die, its score that of a table on which all dice are of one family.

        `shows` is the chance that its face, as it is read, is one of that family; `counts` that the
        whole die shows something to count (`vision.pips`).
        """
        told = np.array([[die.proposed], [die.looked], [shows], [counts]])
        plane = self._facts["expected"][family]
        return replace(die, score=float(expected(*told, plane=plane)[0]))

    def propose(self, image: Image) -> Proposals:
        """The YOLO's boxes; where they are tiny or huge it looks again, closer or from afar."""
        longest = min(self._longest, max(image.shape[:2]))
        scale = longest / max(image.shape[:2])
        proposed = self._look(image, longest)
        sides = _longer_sides(proposed.boxes) * scale
        if len(sides) and scale < 1 and np.median(sides) < TINY:
            return self._look_closer(image)
        for step in range(1, FARTHER + 1):
            shrunk = scale / 2**step
            near = bool(len(sides)) and bool((sides <= HUGE).all())
            if near and step > 1:
                break
            afar = self._look(image, longest >> step)
            # Of dice too near to be seen at all, only their pips may have been found so far.
            large = _longer_sides(afar.boxes) * shrunk > (HUGE / 2 if near else HUGE / 4)
            proposed = _together([proposed, Proposals(afar.boxes[large], afar.scores[large])])
            sides = _longer_sides(afar.boxes) * shrunk
        return proposed

    def _look(self, image: Image, longest: int, most_px: float = math.inf) -> Proposals:
        height, width = image.shape[:2]
        scale = min(1.0, longest / max(height, width))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        fitted = image if scale == 1.0 else _shrunk(image, size)
        canvas = np.full(
            (-(-size[1] // STRIDE) * STRIDE, -(-size[0] // STRIDE) * STRIDE, 3), 114, np.uint8
        )
        canvas[: size[1], : size[0]] = fitted
        blob = cv2.dnn.blobFromImage(canvas, 1 / 255, swapRB=True)
        small = np.array(most_px * scale <= SMALL_PX)
        asked = {"images": blob, "least": self._proposed, "small": small}
        seen = self._session.run(None, asked)
        boxes, scores = (each.astype(np.float64) for each in seen)
        boxes = np.clip(
            boxes * (np.tile((width, height), 2) / np.tile(size, 2)), 0, np.tile((width, height), 2)
        )
        picked = _unlike(boxes, scores)
        return Proposals(boxes[picked], scores[picked])

    def _look_closer(self, image: Image) -> Proposals:
        """Look at overlapping quarters; dice seen twice count once."""
        height, width = image.shape[:2]
        tall, wide = round(height * 0.56), round(width * 0.56)
        corners = [(left, top) for top in (0, height - tall) for left in (0, width - wide)]
        parts = [(left, top, left + wide, top + tall) for left, top in corners]
        return _together([self._look_in(image, part, self._longest, 3.0) for part in parts])

    def _look_in_places(self, image: Image, known: Whereabouts) -> Proposals:
        """Look where there may be dice, no closer than dice of their size need."""
        scale = min(1.0, ENOUGH_PX / known.edge_px)
        looks = []
        for part in known.places:
            longest = max(part[2] - part[0], part[3] - part[1])
            size = min(self._longest, max(STRIDE, round(longest * scale)))
            border = BORDER * known.edge_px
            looks.append(self._look_in(image, part, size, border, known.most_px))
        return _together(looks)

    def _look_in(
        self,
        image: Image,
        part: tuple[int, int, int, int],
        longest: int,
        border: float,
        most_px: float = math.inf,
    ) -> Proposals:
        """Look at a part (left, top, right, bottom); what its border cuts is left out."""
        left, top, right, bottom = part
        seen = self._look(image[top:bottom, left:right], longest, most_px)
        boxes = seen.boxes + np.array([left, top, left, top])
        whole = ~_cut_off(boxes, part, (image.shape[1], image.shape[0]), border)
        return Proposals(boxes[whole], seen.scores[whole])


def _shrunk(image: Image, size: tuple[int, int]) -> Image:
    """The picture in this size (width, height); a large one is halved first, which is quicker."""
    way = cv2.INTER_AREA
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1]:
        tall, wide = image.shape[0] // 2, image.shape[1] // 2
        even = image[: 2 * tall, : 2 * wide]
        half = cv2.resize(even, (wide, tall), interpolation=cv2.INTER_AREA)
        image = half.astype(np.uint8, copy=False)
        way = cv2.INTER_LINEAR if wide < LITTLE * size[0] else cv2.INTER_AREA
    return cv2.resize(image, size, interpolation=way).astype(np.uint8, copy=False)


def _longer_sides(boxes: Floats) -> Floats:
    sides: Floats = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0.0)
    return sides


def _together(looks: Sequence[Proposals]) -> Proposals:
    """The boxes of several looks at one picture, every place once."""
    boxes = np.concatenate([np.zeros((0, 4)), *(look.boxes for look in looks)])
    scores = np.concatenate([np.zeros(0), *(look.scores for look in looks)])
    kept = _unlike(boxes, scores)
    return Proposals(boxes[kept], scores[kept])


def _cut_off(
    boxes: Floats, part: tuple[int, int, int, int], whole: tuple[int, int], border: float
) -> NDArray[np.bool_]:
    """Which boxes come this near to the edge of a part where the picture (`whole`) goes on."""
    left, top, right, bottom = part
    cut: NDArray[np.bool_] = (
        ((left > 0) & (boxes[:, 0] < left + border))
        | ((top > 0) & (boxes[:, 1] < top + border))
        | ((right < whole[0]) & (boxes[:, 2] > right - border))
        | ((bottom < whole[1]) & (boxes[:, 3] > bottom - border))
    )
    return cut


def _detection(box: Floats, top: Top, chance: float, proposed: float) -> Detection:
    x1, y1, x2, y2 = box.tolist()
    return Detection((x1, y1, x2, y2), top, chance, top.cocked < COCKED, proposed)


def _odds(chances: Floats) -> Floats:
    clipped = np.clip(chances, 1e-4, 1 - 1e-4)
    odds: Floats = np.log(clipped / (1 - clipped))
    return odds


def calibrated(proposed: Floats, looked: Floats, facts: Mapping[str, Any]) -> Floats:
    """The chance of being a die, from both networks' scores: a plane in log-odds."""
    first, second, shift = facts.get("calibration", (0.7, 0.5, 0.0))
    chances: Floats = 1 / (1 + np.exp(-(first * _odds(proposed) + second * _odds(looked) + shift)))
    return chances


LEAST_PRINT: Final = 0.01
"""A print less likely than this tells no more against a die."""


def expected(
    proposed: Floats, looked: Floats, shows: Floats, counts: Floats, *, plane: Sequence[float]
) -> Floats:
    """The chance of being one of the dice expected: what all four networks say."""
    first, second, third, fourth, shift = plane
    odds = first * _odds(proposed) + second * _odds(looked) + third * np.log(shows + LEAST_PRINT)
    odds = odds + fourth * _odds(counts)
    chances: Floats = 1 / (1 + np.exp(-(odds + shift)))
    return chances


LEAST_FACE: Final = -4.0
"""A face less likely than this (natural logarithm) tells no more against a die."""


def read_as_die(
    proposed: Floats,
    looked: Floats,
    likeliest: Floats,
    upright: Floats,
    *,
    plane: Sequence[float],
) -> Floats:
    """The chance of being a die, by both networks and by how surely its face is read."""
    first, second, third, fourth, shift = plane
    odds = first * _odds(proposed) + second * _odds(looked) + fourth * _odds(upright)
    odds = odds + third * np.maximum(likeliest, LEAST_FACE)
    chances: Floats = 1 / (1 + np.exp(-(odds + shift)))
    return chances


def _once_each(found: list[Detection]) -> list[Detection]:
    """Every die once: of two that have one top face, or nearly one box, the surer one."""
    ranked = sorted(found, key=lambda die: -die.score)
    boxes = np.array([die.box for die in ranked]).reshape(-1, 4)
    scores = np.array([die.score for die in ranked], np.float64)
    faces = corners_of(ranked)
    middles, sides = faces.mean(axis=1), sides_of(faces)
    kept: list[int] = []
    for index in _unlike(boxes, scores, TWICE_SEEN).tolist():
        apart = np.hypot(*(middles[kept] - middles[index]).T)
        if (apart > SAME_DIE * (sides[kept] + sides[index]) / 2).all():
            kept.append(index)
    return [ranked[index] for index in kept]


CUBE: Final = 1.5
"""How many times as long as wide a cube's box may be. Seen from anywhere it is at most the root of
two; blur and the lens add a little."""

EDGE: Final = 3.0
"""Pixels from the edge of the picture within which it may cut a die."""


def shaped_like_cubes(found: Sequence[Detection], size: tuple[int, int]) -> list[Detection]:
    """Without boxes too long for a cube that nothing hides a part of: no edge, no other box.

    `size` is the picture's width and height.
    """
    boxes = np.array([die.box for die in found]).reshape(-1, 4)
    wide, tall = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    long = np.maximum(wide, tall) > CUBE * np.minimum(wide, tall)
    inside = (boxes[:, :2] > EDGE).all(axis=1) & (boxes[:, 2:] < np.array(size) - EDGE).all(axis=1)
    no_cubes = [
        index
        for index in np.flatnonzero(np.logical_and(long, inside))
        if not _touched(boxes, int(index))
    ]
    return [die for index, die in enumerate(found) if index not in no_cubes]


def _touched(boxes: Floats, index: int) -> bool:
    """Whether another box comes as near as a pixel."""
    gaps = np.maximum(boxes[:, :2], boxes[index, :2]) - np.minimum(boxes[:, 2:], boxes[index, 2:])
    near = (gaps < 1.0).all(axis=1)
    return int(near.sum()) > 1  # it is near itself


def _unlike(boxes: Floats, scores: Floats, most: float = SAME_BOX) -> NDArray[np.intp]:
    """Indices of the boxes to keep, best first: none shares more than `most` with a better one."""
    corner_and_size = np.hstack([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]])
    kept = cv2.dnn.NMSBoxes(corner_and_size.tolist(), scores.tolist(), 0.0, most)
    return np.array(kept, np.intp)
