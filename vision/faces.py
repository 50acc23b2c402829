"""Reading what is printed on the top face of a die.

A crop goes in, an upright reading comes out: log-probabilities for every attribute, body and
ink colour, and an embedding of the icon. Which die it is, is `vision.identify`'s business.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import (
    ActionFace,
    CharacterFace,
    Colour,
    Energy,
    EnergyFace,
    Face,
    IrondieFace,
    PipFace,
)
from hardware.frame import Image
from vision.own_look import around
from vision.pips import PipReader
from vision.weights import FOLDER, open_network

CROP: Final = 80
"""Side of the square the reader works on, pixels."""

CONTEXT: Final = 1.15
"""The reader's crop shows the top face and a little around it: its side over the face's."""

WIDE: Final = 112
"""Side of the crop the reader is given: the same scale, with room to aim better."""

INSIDE: Final = 0.8
"""The share of the reader's crop that surely lies on the face."""

KINDS: Final = ("energy", "character", "action", "dots", "triangles", "numeral")
ENERGIES: Final[tuple[Energy, ...]] = ("Fist", "Bolt", "Mask", "Shield", "Wild", "Generic")
DIGITS: Final = 11
EMBEDDING: Final = 64
HEADS: Final[Mapping[str, int]] = {
    "kind": len(KINDS),
    "energy": len(ENERGIES),
    "amount": 2,
    "field": DIGITS,
    "attack": DIGITS,
    "defence": DIGITS,
    "burst": 3,
    "value": 6,
}
"""The network's answers and their sizes, in the order they lie side by side."""

COUNTED: Final = ("dots", "triangles")
"""Prints whose marks are counted, whichever way up and mirrored or not; pips of which a low lamp
lights one half look much like triangles."""

COMMON: Final = ("pawn", "star")
"""Drawings on the dice that every game has: Sidekicks and basic actions."""

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "dicemasters": ("energy", "character", "action"),
    "pips": ("dots",),
    "irondie": ("triangles", "dots", "numeral"),
}
"""Which kinds of print a family of dice carries."""

AIM: Final = WIDE // 2
"""Side of the picture the aim network looks at."""

_NOMINAL: Final = WIDE / 2 + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * CROP / CONTEXT / 2
"""Where the corners of a well aimed face lie in a wide crop, px."""

FAR_OFF: Final = 0.3  # sides; no crop is corrected by more
_DOUBTFUL_TURN: Final = 0.03  # a second turn this likely is read as well

_SURE: Final = float(np.log(0.95))
_SHIFT: Final = 2  # px; what is not sure is read again, moved by this to each side
_ASKED: Final[Mapping[str, tuple[str, ...]]] = {
    "energy": ("energy", "amount"),
    "character": ("field", "attack", "defence", "burst"),
    "action": ("burst",),
    "dots": (),
    "triangles": ("value",),
    "numeral": ("value",),
}
"""Which heads, beside the kind of print, a face of each kind answers by."""

_SURE_OF_COUNT: Final = float(np.log(0.95))
_STEPS_BACK: Final = (1.05, 1.15)  # doubtful marks are counted again in faces cut larger by this

_COMMON_LIMIT: Final = 3.5  # a drawing never speaks louder for or against a pawn or a star

LogProbabilities = NDArray[np.float32]
Planes = NDArray[np.float32]
Floats: TypeAlias = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one look at one face says."""

    turn: int  # quarter turns anticlockwise that set the crop upright
    turn_score: float
    attributes: Mapping[str, LogProbabilities]  # by head
    body: Colour
    ink: Colour
    embedding: NDArray[np.float32]  # of unit length
    common: Mapping[str, float] = field(default_factory=dict)
    """Log-likelihood ratio that the drawing is one of `COMMON`, against any other drawing."""
    around: NDArray[np.uint8] | None = None
    """The top and what lies around it: see `vision.own_look`."""

    @property
    def doubtful_count(self) -> bool:
        """Whether the crop shows marks to be counted, and their number is not sure."""
        kind = KINDS[int(np.argmax(self.attributes["kind"]))]
        return kind in COUNTED and float(self.attributes["value"].max()) < _SURE_OF_COUNT

    def log_probability(self, face: Face) -> float:
        """Natural-log probability that the crop shows this face."""
        return float(sum(self.attributes[head][at] for head, at in printed(face)))

    def shows(self, family: str) -> float:
        """Probability that the crop shows a print of this family, and its best face.

        Where only pips are expected, whatever marks can be counted are such.
        """
        kinds = COUNTED if family == "pips" else FAMILIES[family]
        at = self.attributes["kind"]
        return float(sum(np.exp(at[KINDS.index(kind)] + self._best_of(kind)[1]) for kind in kinds))

    @property
    def likeliest(self) -> float:
        """The log-probability of the face the crop shows most likely, of whatever family."""
        most = {head: float(of.max()) for head, of in self.attributes.items()}
        wild = ENERGIES[int(np.argmax(self.attributes["energy"]))] == "Wild"
        rest = {
            "energy": most["energy"] + (0.0 if wild else most["amount"]),
            "character": most["field"] + most["attack"] + most["defence"] + most["burst"],
            "action": most["burst"],
        }
        return max(
            float(at) + rest.get(kind, most["value"])
            for kind, at in zip(KINDS, self.attributes["kind"], strict=True)
        )

    def best(self, family: str) -> tuple[Face, float]:
        """The most likely face of this family and its probability among the family's faces."""
        kinds = FAMILIES[family]
        allowed = [KINDS.index(kind) for kind in kinds]
        of_kind = self.attributes["kind"][allowed]
        of_kind = of_kind - np.logaddexp.reduce(of_kind)
        ranked = sorted(
            ((float(at), self._best_of(kind)) for kind, at in zip(kinds, of_kind, strict=True)),
            key=lambda found: found[0] + found[1][1],
            reverse=True,
        )
        log_kind, (face, log_rest) = ranked[0]
        if family == "pips" and isinstance(face, IrondieFace):
            face = PipFace(face.value)
        return face, float(np.exp(log_kind + log_rest))

    def _best_of(self, kind: str) -> tuple[Face, float]:
        """The best face of one kind of print, and its log-probability given the kind."""
        likely = {head: int(np.argmax(of)) for head, of in self.attributes.items()}
        face: Face
        match kind:
            case "character":
                face = CharacterFace(
                    likely["field"], likely["attack"], likely["defence"], likely["burst"]
                )
            case "energy":
                energy = ENERGIES[likely["energy"]]
                face = EnergyFace(energy, 1 if energy == "Wild" else likely["amount"] + 1)
            case "action":
                face = ActionFace(likely["burst"])
            case "triangles":
                face = IrondieFace("attack", likely["value"] + 1)
            case "dots":
                face = IrondieFace("defence", likely["value"] + 1)
            case _:
                face = IrondieFace("life", likely["value"] + 1)
        given = (self.attributes[head][at] for head, at in printed(face) if head != "kind")
        return face, float(sum(given))


def printed(face: Face) -> tuple[tuple[str, int], ...]:
    """What each head of the reader must answer for this face: (head, index)."""
    match face:
        case CharacterFace():
            return (
                ("kind", KINDS.index("character")),
                ("field", min(face.field, DIGITS - 1)),
                ("attack", min(face.attack, DIGITS - 1)),
                ("defence", min(face.defence, DIGITS - 1)),
                ("burst", face.burst),
            )
        case EnergyFace(energy="Wild"):
            return (("kind", KINDS.index("energy")), ("energy", ENERGIES.index("Wild")))
        case EnergyFace():
            return (
                ("kind", KINDS.index("energy")),
                ("energy", ENERGIES.index(face.energy)),
                ("amount", face.amount - 1),
            )
        case ActionFace():
            return (("kind", KINDS.index("action")), ("burst", face.burst))
        case PipFace():
            return (("kind", KINDS.index("dots")), ("value", face.value - 1))
        case IrondieFace():
            kind = {"attack": "triangles", "defence": "dots", "life": "numeral"}[face.die_class]
            return (("kind", KINDS.index(kind)), ("value", face.value - 1))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing the reader knows, and how likeness to it turns into evidence."""

    embedding: NDArray[np.float32]  # of unit length
    slope: float
    middle: float  # the cosine that tells as much for as against

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Drawn":
        """From the manifest."""
        return cls(np.array(told["embedding"], np.float32), told["slope"], told["middle"])

    def speaks_for(self, embedding: NDArray[np.float32]) -> float:
        """Log-likelihood ratio that a drawing with this embedding is this one."""
        lean = self.slope * (float(self.embedding @ embedding) - self.middle)
        return float(np.clip(lean, -_COMMON_LIMIT, _COMMON_LIMIT))


class FaceReader:
    """The trained reader: the networks `faces` and `faces_turn` of the manifest."""

    def __init__(self, folder: Path = FOLDER, threads: int = 2) -> None:
        """Open the networks. Raises `vision.weights.WeightsError`."""
        self._folder, self._threads = folder, threads
        self._reader, facts = open_network("faces", threads, folder)
        self._common = {name: Drawn.of(told) for name, told in facts.get("common", {}).items()}
        self._turn, _ = open_network("faces_turn", threads, folder)
        self._aim, _ = open_network("faces_aim", threads, folder)

    @cached_property
    def pips(self) -> PipReader:
        """What counts the pips of whole dice; opened when dice with pips are first expected."""
        return PipReader(self._folder, self._threads)

    def read(self, crops: Sequence[Image]) -> tuple[Reading, ...]:
        """Read crops of any size, each `CONTEXT` times its face, at any quarter turn.

        A crop may be turned by up to about ten degrees beside that.
        """
        if not crops:
            return ()
        wide = np.stack([sized(crop, WIDE) for crop in crops])
        quads = self.aim(wide)
        planes, bodies, inks = canonical(_cut(wide, quads))
        turns = _softmax(self._turn.run(None, {"crops": planes})[0])
        looks = list(_looks(turns))
        upright = np.stack([np.rot90(planes[n], -quarter, (1, 2)) for n, quarter, _ in looks])
        found, embeddings = self._read_upright(upright)
        tops = [around(crop, quad) for crop, quad in zip(wide, quads, strict=True)]
        readings = []
        for number, group in itertools.groupby(range(len(looks)), key=lambda i: looks[i][0]):
            rows = list(group)
            best = rows[0]
            share = np.log(np.array([looks[i][2] for i in rows], np.float32))[:, None]
            readings.append(
                Reading(
                    turn=looks[best][1],
                    turn_score=looks[best][2],
                    attributes={
                        head: np.logaddexp.reduce(values[rows] + share, axis=0)
                        for head, values in found.items()
                    },
                    body=_colour(bodies[number]),
                    ink=_colour(inks[number]),
                    embedding=embeddings[best],
                    common={
                        name: drawn.speaks_for(embeddings[best])
                        for name, drawn in self._common.items()
                    },
                    around=tops[number],
                )
            )
        return self._with_marks_counted_again(readings, wide, quads)

    def _read_upright(
        self, planes: Planes
    ) -> tuple[dict[str, LogProbabilities], NDArray[np.float32]]:
        """What upright planes show, and their embeddings; doubtful ones are read shifted, too."""
        logits, embeddings = self._reader.run(None, {"crops": planes})
        found = _log_softmax_by_head(logits)
        doubtful = np.flatnonzero(_certainty(found) < _SURE)
        if len(doubtful):
            again = _shifted(planes[doubtful])
            logits, _ = self._reader.run(None, {"crops": np.concatenate(again)})
            for head, values in _log_softmax_by_head(logits).items():
                looks = values.reshape(len(again), len(doubtful), -1)
                together = np.logaddexp.reduce([found[head][doubtful], *looks], axis=0)
                found[head][doubtful] = together - np.float32(np.log(len(again) + 1))
        return found, embeddings

    def _with_marks_counted_again(
        self, readings: Sequence[Reading], wide: NDArray[np.uint8], quads: Floats
    ) -> tuple[Reading, ...]:
        """The readings; doubtful marks from further off, turned and mirrored in all eight ways."""
        doubtful = [n for n, reading in enumerate(readings) if reading.doubtful_count]
        if not doubtful:
            return tuple(readings)
        middles = quads[doubtful].mean(1, keepdims=True)
        looks: list[Planes] = []
        for step in _STEPS_BACK:
            planes, _, _ = canonical(
                _cut(wide[doubtful], middles + (quads[doubtful] - middles) * step)
            )
            turned = [np.rot90(planes, quarter, (2, 3)) for quarter in range(4)]
            looks += [*turned, *(look[..., ::-1] for look in turned)]
        logits = self._reader.run(None, {"crops": np.concatenate(looks)})[0]
        values = _log_softmax_by_head(logits)["value"].reshape(len(looks), len(doubtful), -1)
        counted = np.logaddexp.reduce(values, axis=0) - np.float32(np.log(len(looks)))
        mended = list(readings)
        for number, value in zip(doubtful, counted, strict=True):
            reading = mended[number]
            mended[number] = replace(reading, attributes={**reading.attributes, "value": value})
        return tuple(mended)

    def aim(self, wide: NDArray[np.uint8]) -> Floats:
        """Where in wide crops (n x `WIDE` x `WIDE` x 3) the faces lie: n x 4 x 2 corners, px."""
        offsets = self._aim.run(None, {"crops": aim_planes(wide)})[0]
        return corners_aimed_at(np.clip(offsets, -FAR_OFF, FAR_OFF))


def _certainty(found: Mapping[str, LogProbabilities]) -> NDArray[np.float32]:
    """Per look the log-probability of its best answer; 0 for pips, which are counted again."""
    best = {head: values.max(1) for head, values in found.items()}
    kind = found["kind"].argmax(1)
    certain = best["kind"].copy()
    for number, name in enumerate(KINDS):
        for head in _ASKED[name]:
            certain[kind == number] += best[head][kind == number]
    return np.where(kind == KINDS.index("dots"), np.float32(0), certain)


def _shifted(planes: Planes) -> list[Planes]:
    """The planes moved by a little to each side."""
    around = np.pad(planes, ((0, 0), (0, 0), (_SHIFT, _SHIFT), (_SHIFT, _SHIFT)), mode="edge")
    near, far = slice(0, CROP), slice(2 * _SHIFT, 2 * _SHIFT + CROP)
    same = slice(_SHIFT, _SHIFT + CROP)
    ways = ((near, same), (far, same), (same, near), (same, far))
    return [around[:, :, y, x] for y, x in ways]


def _cut(wide: NDArray[np.uint8], quads: Floats) -> NDArray[np.uint8]:
    """The reader's crops, cut anew from wide ones where the faces lie."""
    return np.stack([cut_face(crop, quad, CROP) for crop, quad in zip(wide, quads, strict=True)])


def aim_planes(pictures: NDArray[np.uint8]) -> Planes:
    """Wide crops as the aim network wants them: half as large, in colours of their own."""
    small = np.stack(
        [cv2.resize(p, (AIM, AIM), interpolation=cv2.INTER_AREA) for p in pictures]
    ).astype(np.uint8)
    return canonical(small, INSIDE * CROP / WIDE)[0]


def corners_aimed_at(offsets: NDArray[np.float32]) -> Floats:
    """The face's corners in wide crops (n x 4 x 2, px) from the aim network's answers (n x 8)."""
    return _NOMINAL + offsets.reshape(-1, 4, 2).astype(np.float64) * CROP / CONTEXT


def upright_crop(picture: Image, corners: NDArray[np.float64]) -> Image:
    """The wide crop of a face with these corners (4 x 2, pixels, clockwise), for the reader.

    The first corner becomes the top left one: any of the four will do. They need not be exact.
    """
    return cut_face(picture, corners, WIDE)


def face_in(crop: Image) -> Image:
    """The part of a wide crop where a well aimed face lies."""
    inset = round((WIDE - CROP / CONTEXT) / 2)
    return crop[inset:-inset, inset:-inset]


def crop_matrix(corners: Floats, side: int, context: float) -> Floats:
    """From the picture to a crop of `side` pixels that is `context` times the face."""
    middle = corners.mean(0)
    around = ((corners - middle) * context + middle).astype(np.float32)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * side
    return cv2.getPerspectiveTransform(around, square)


def cut_face(picture: Image, corners: Floats, side: int) -> Image:
    """A crop of `side` pixels that shows the face as large as a reader's crop does."""
    edges = np.linalg.norm(np.diff(corners, axis=0, append=corners[:1]), axis=1)
    # A face much larger than the crop is first taken at a multiple of it, then averaged down.
    finer = max(1, round(float(edges.mean()) * CONTEXT / CROP))
    onto = crop_matrix(corners, side * finer, CONTEXT * side / CROP)
    large = cv2.warpPerspective(
        picture, onto, (side * finer,) * 2, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return sized(cast("Image", large), side)


def _looks(turns: NDArray[np.float32]) -> Iterator[tuple[int, int, float]]:
    """Which crop to read at which turn, the likeliest turn of each crop first."""
    for number, probabilities in enumerate(turns):
        order = np.argsort(probabilities)[::-1]
        kept = [int(t) for t in order if probabilities[t] >= _DOUBTFUL_TURN] or [int(order[0])]
        total = float(sum(probabilities[t] for t in kept))
        for quarter in kept:
            yield number, quarter, float(probabilities[quarter]) / total


def sized(crop: Image, side: int) -> Image:
    """The crop as a square of so many pixels."""
    if crop.shape[:2] == (side, side):
        return crop
    way = cv2.INTER_AREA if min(crop.shape[:2]) > side else cv2.INTER_LINEAR
    return cast("Image", cv2.resize(crop, (side, side), interpolation=way))


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return cast("NDArray[np.float32]", raised / raised.sum(1, keepdims=True))


def _log_softmax_by_head(logits: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    found = {}
    start = 0
    for head, width in HEADS.items():
        part = logits[:, start : start + width].astype(np.float64)
        found[head] = (part - np.logaddexp.reduce(part, axis=1, keepdims=True)).astype(np.float32)
        start += width
    return found


def _colour(bgr: NDArray[np.float32]) -> Colour:
    blue, green, red = (round(float(part) * 255) for part in np.clip(bgr, 0, 1))
    return red, green, blue


def canonical(
    crops: NDArray[np.uint8], inside: float = INSIDE
) -> tuple[Planes, NDArray[np.float32], NDArray[np.float32]]:
    """Crops (n, s, s, 3) as planes (n, 3, s, s), with body and ink colours (n, 3).

    The first plane runs from the body's colour (0) to the ink's, whatever the two are; the
    others hold what is left of the colour. A reader of these planes has nothing to learn about
    colours, and loses nothing, because the three planes are a rotation of the picture's own.
    `inside` is the share of the crop that surely lies on the face.
    """
    pixels: Floats = crops.astype(np.float32)
    pixels *= np.float32(1 / 255)
    side = crops.shape[1]
    rim = round(side * (1 - inside) / 2)
    face = pixels[:, rim : side - rim, rim : side - rim]
    body = _bodies(crops[:, rim : side - rim, rim : side - rim])
    inner = face.reshape(len(crops), -1, 3) - body[:, None]
    count = np.float32(inner.shape[1])
    middle = np.ones((1, inner.shape[1]), np.float32) @ inner / count
    spread = inner.transpose(0, 2, 1) @ inner / count - middle.transpose(0, 2, 1) @ middle
    axes = np.linalg.eigh(spread)
    directions = axes.eigenvectors[:, :, ::-1]
    lean = (middle @ directions)[:, 0]
    directions = directions * np.copysign(np.float32(1), lean)[:, None, :]
    strength = np.sqrt(np.maximum(axes.eigenvalues[:, -1], 0)) + np.float32(0.01)
    turned = (directions / strength[:, None, None]).transpose(0, 2, 1)
    planes = turned @ pixels.reshape(len(crops), -1, 3).transpose(0, 2, 1)
    planes -= turned @ body[:, :, None]
    np.clip(planes, -6, 6, out=planes)
    ink = body + _ink_offsets(inner, directions[:, :, 0])
    return planes.reshape(len(crops), 3, side, side), body, ink.astype(np.float32)


def _ink_offsets(inner: Floats, direction: Floats) -> Floats:
    """How the ink differs from the body: the mean of the most inked pixels."""
    along = (inner @ direction[:, :, None])[:, :, 0]
    full = np.partition(along, int(along.shape[1] * 0.97), axis=1)[:, int(along.shape[1] * 0.97)]
    weight = (along > 0.75 * full[:, None]).astype(np.float32)
    total = np.maximum(weight.sum(1, keepdims=True), 1)
    offsets: Floats = (weight[:, None, :] @ inner)[:, 0] / total
    return offsets


def _bodies(face: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The body's colour: the median of a band just inside the face's border."""
    wide = round(face.shape[1] / 10)
    band = np.concatenate(
        [
            face[:, :wide].reshape(len(face), -1, 3),
            face[:, -wide:].reshape(len(face), -1, 3),
            face[:, :, :wide].reshape(len(face), -1, 3),
            face[:, :, -wide:].reshape(len(face), -1, 3),
        ],
        axis=1,
    )
    levels = np.sort(np.ascontiguousarray(band.transpose(0, 2, 1)), axis=2, kind="stable")
    below, above = (levels.shape[2] - 1) // 2, levels.shape[2] // 2
    medians: NDArray[np.float32] = levels[:, :, below].astype(np.float32) + levels[:, :, above]
    return medians / np.float32(510)
