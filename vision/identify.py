"""Which die of the declared game a reading shows, and which of its faces.

A reading says what is printed; the declared dice say what may be printed. The two are compared
by attributes, colours and, for enrolled dice, by the icon. Rules have no say here.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import ActionFace, CharacterFace, Colour, DieKind, Face
from vision.faces import HEADS, Reading, printed
from vision.sighting import Candidate

Floats = NDArray[np.float64]

FLOOR: Final = -12.0
"""The log-probability of a candidate that is left out of an answer."""

_MISREAD: Final = 0.02  # how often an attribute is read wrong whatever the reader believes
_OTHER: Final = float(np.log(2e-4))  # a die nobody declared lies on the table
_DEGREES: Final = 4.0  # of Student's t over colour differences: lamps surprise
_GAMUT: Final = float(np.log(8.2e5))  # volume of the colours a picture can hold, in CIELAB
_LAMP: Final = 14.0  # CIELAB; how far a colour strays under an unknown lamp
_LAMP_KNOWN: Final = 8.0  # the same once the lamp is estimated
_RIG: Final = 6.0  # the same for a die enrolled under this camera
_BAD_LOOK: Final = 0.02  # a look spoilt by something that passes, whatever it claims
_CORRELATION: Final = 0.5  # between two looks at a die that nobody touched
_SAME_ICON: Final = 0.62  # cosine of two embeddings that tells as much for as against
_ICON_WEIGHT: Final = 9.0
_ICON_LIMIT: Final = 4.5
_LOOKS_ALIKE: Final = 14.0  # CIELAB; nearer colours may be taken for each other


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What one face of one kind looked like under this camera."""

    kind: str
    face: int
    embedding: tuple[float, ...]
    body: Colour
    ink: Colour


@dataclass(frozen=True, slots=True)
class Gains:
    """The lamp: what it does to red, green and blue, as factors."""

    red: float = 1.0
    green: float = 1.0
    blue: float = 1.0
    known: bool = False


class Declared:
    """The dice that may lie on the table, ready to be compared with readings."""

    def __init__(self, kinds: Sequence[DieKind], enrolled: Sequence[Enrolled] = ()) -> None:
        self.candidates: Final = tuple(
            Candidate(kind.kind, face) for kind in kinds for face in range(len(kind.faces))
        )
        self._kinds: Final = {kind.kind: kind for kind in kinds}
        self._faces: Final[tuple[Face, ...]] = tuple(
            self._kinds[c.kind].faces[c.face] for c in self.candidates
        )
        self._wanted: Final = np.stack([_wanted(face) for face in self._faces])
        self._declared_colours: Final = tuple(
            _Colours.of_kind(self._kinds[c.kind]) for c in self.candidates
        )
        self._iconic: Final = np.array(
            [isinstance(face, CharacterFace | ActionFace) for face in self._faces]
        )
        self._enrolled: Final = tuple(self._looks_of(enrolled))

    def _looks_of(self, enrolled: Sequence[Enrolled]) -> Iterator["_EnrolledLooks | None"]:
        for candidate in self.candidates:
            kind = self._kinds[candidate.kind]
            same = [
                look
                for look in enrolled
                if look.kind == candidate.kind
                and kind.faces[look.face] == kind.faces[candidate.face]
            ]
            iconic = [
                look
                for look in enrolled
                if look.kind == candidate.kind
                and isinstance(kind.faces[look.face], CharacterFace | ActionFace)
                and type(kind.faces[look.face]) is type(kind.faces[candidate.face])
            ]
            of_kind = [look for look in enrolled if look.kind == candidate.kind]
            yield _EnrolledLooks.of(same or of_kind, same or iconic) if of_kind else None

    def match(self, reading: Reading, gains: Gains | None = None) -> Mapping[Candidate, float]:
        """Natural-log probabilities of the candidates; what they lack to 1 is "none of these".

        Candidates less likely than `FLOOR` are left out.
        """
        scores = self._scores(reading, gains or Gains())
        other = _OTHER + _anything(reading)
        total = np.logaddexp(np.logaddexp.reduce(scores), other)
        return {
            candidate: float(score)
            for candidate, score in zip(self.candidates, scores - total, strict=True)
            if score - total > FLOOR
        }

    def match_all(self, readings: Sequence[Reading]) -> tuple[Mapping[Candidate, float], ...]:
        """Match the dice of one picture: they lie under one lamp, which they reveal together."""
        gains = self.lamp(readings)
        return tuple(self.match(reading, gains) for reading in readings)

    def lamp(self, readings: Sequence[Reading]) -> Gains:
        """The lamp, from the dice that are known whatever their colour says."""
        ratios = []
        for reading in readings:
            found = self.match(reading)
            best = max(found, key=lambda c: found[c], default=None)
            if best is None or found[best] < np.log(0.9):
                continue
            kind = self._kinds[best.kind]
            if not kind.body_known:
                continue
            for seen, meant in ((reading.body, kind.body), (reading.ink, kind.ink)):
                ratios.append(
                    [
                        s / m if m > 60 and s > 20 else np.nan  # dark parts say nothing
                        for s, m in zip(seen, meant, strict=True)
                    ]
                )
        table = np.array(ratios, float).reshape(-1, 3)
        if (np.isfinite(table).sum(0) < 4).any():
            return Gains()
        red, green, blue = np.clip(np.nanmedian(table, axis=0), 0.3, 2.0)
        return Gains(float(red), float(green), float(blue), known=True)

    def _scores(self, reading: Reading, gains: Gains) -> Floats:
        """Unnormalised log-likelihood of every candidate."""
        answers = np.concatenate([_tempered(reading.attributes[head]) for head in HEADS])
        scores = cast("Floats", self._wanted @ answers)
        seen = _Colours(_lab(_unlit(reading.body, gains)), _lab(_unlit(reading.ink, gains)))
        raw = _Colours(_lab(reading.body), _lab(reading.ink))
        spread = _LAMP_KNOWN if gains.known else _LAMP
        for number, (meant, looks) in enumerate(
            zip(self._declared_colours, self._enrolled, strict=True)
        ):
            if looks is not None:
                scores[number] += looks.score(raw, reading.embedding, iconic=self._iconic[number])
            elif meant is not None:
                scores[number] += seen.likeness(meant, spread)
        return scores


@dataclass(frozen=True, slots=True)
class _Colours:
    """Body and ink in CIELAB."""

    body: Floats
    ink: Floats

    @classmethod
    def of_kind(cls, kind: DieKind) -> "_Colours | None":
        return cls(_lab(kind.body), _lab(kind.ink)) if kind.body_known else None

    def likeness(self, other: "_Colours", spread: float) -> float:
        """Log-likelihood ratio of "these colours" against "any colours"."""
        return _student(self.body, other.body, spread) + 0.6 * _student(
            self.ink, other.ink, spread * 1.5
        )


@dataclass(frozen=True, slots=True)
class _EnrolledLooks:
    """All that enrolment knows of one candidate."""

    colours: tuple[_Colours, ...]
    embeddings: NDArray[np.float32]

    @classmethod
    def of(cls, coloured: Sequence[Enrolled], iconic: Sequence[Enrolled]) -> "_EnrolledLooks":
        return cls(
            tuple(_Colours(_lab(look.body), _lab(look.ink)) for look in coloured),
            np.array([look.embedding for look in iconic], np.float32),
        )

    def score(self, seen: _Colours, embedding: NDArray[np.float32], *, iconic: bool) -> float:
        """Log-likelihood ratio by colours, and by the icon on faces that carry one."""
        score = max(seen.likeness(known, _RIG) for known in self.colours)
        if iconic and len(self.embeddings):
            alike = float((self.embeddings @ embedding).max())
            lean = _ICON_WEIGHT * (alike - _SAME_ICON)
            score += float(np.clip(lean, -_ICON_LIMIT, _ICON_LIMIT))
        return score


def merged(looks: Sequence[Mapping[Candidate, float]]) -> Mapping[Candidate, float]:
    """Several looks at one untouched die as one answer.

    Looks at a die that did not move share their mistakes (a glare, a shadow), so ten of them
    are not ten times the evidence: their mean counts as often as independent looks would be
    needed for the same certainty.
    """
    if len(looks) < 2:
        return dict(looks[0]) if looks else {}
    known = sorted({c for look in looks for c in look}, key=lambda c: (c.kind, c.face))
    logs = np.array([[look.get(c, FLOOR) for c in known] for look in looks])
    twins = _printed_alike(known, logs)  # share one probability: judged together, then divided
    shares = np.exp(logs) * twins
    other = np.maximum(1 - np.exp(logs).sum(1, keepdims=True), np.exp(FLOOR))
    table = np.log((1 - _BAD_LOOK) * np.hstack([shares, other]) + _BAD_LOOK / 4)
    independent = len(looks) / (1 + (len(looks) - 1) * _CORRELATION)
    scores = table.mean(0) * independent
    scores[:-1] -= np.log(twins)
    scores -= np.logaddexp.reduce(scores)
    return {
        candidate: float(score)
        for candidate, score in zip(known, scores[:-1], strict=True)
        if score > FLOOR
    }


def _printed_alike(candidates: Sequence[Candidate], logs: Floats) -> Floats:
    """How many faces of the same die every look found equally likely: they are printed alike."""
    keys = [(c.kind, logs[:, n].tobytes()) for n, c in enumerate(candidates)]
    return np.array([keys.count(key) for key in keys], float)


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Two kinds of dice that share faces a camera cannot tell apart."""

    first: DieKind
    second: DieKind
    faces: int  # how many faces of the first look like one of the second

    def sentence(self) -> str:
        """What to tell the players."""
        share = "All faces" if self.faces == 6 else f"{self.faces} of 6 faces"
        return (
            f"{share} of {_named(self.first)} and {_named(self.second)} look alike to the "
            "camera: enrol both with 'diceref enrol', or mark the dice of one of them."
        )


def _named(kind: DieKind) -> str:
    return f"{kind.title} (team {kind.side})" if kind.side else kind.title


def confusable(
    kinds: Sequence[DieKind], enrolled: Sequence[Enrolled] = ()
) -> tuple[LookAlike, ...]:
    """Pairs of declared dice with faces that neither print nor colour tells apart.

    Dice that any side may own are one kind and no pair; enrolled dice know their icons.
    """
    icons = {look.kind for look in enrolled}
    colours = {kind.kind: _looks_like(kind, enrolled) for kind in kinds}
    found = []
    for first, second in itertools.combinations(kinds, 2):
        if not _near(colours[first.kind], colours[second.kind]):
            continue
        shared = sum(
            any(_print_alike(first, a, second, b, icons) for b in second.faces) for a in first.faces
        )
        if shared:
            found.append(LookAlike(first, second, shared))
    return tuple(found)


def _print_alike(first: DieKind, a: Face, second: DieKind, b: Face, icons: set[str]) -> bool:
    """Whether two faces show the same, as far as the eye knows the dice."""
    if a != b:
        return False
    told_by_icon = first.icon != second.icon and {first.kind, second.kind} <= icons
    return not (told_by_icon and isinstance(a, CharacterFace | ActionFace))


def _looks_like(kind: DieKind, enrolled: Sequence[Enrolled]) -> tuple[Colour, Colour] | None:
    """Body and ink as enrolled, else as declared; None when nobody knows them."""
    looks = [look for look in enrolled if look.kind == kind.kind]
    if looks:
        return _middle([look.body for look in looks]), _middle([look.ink for look in looks])
    return (kind.body, kind.ink) if kind.body_known else None


def _middle(colours: Sequence[Colour]) -> Colour:
    red, green, blue = (round(float(part)) for part in np.median(colours, axis=0))
    return red, green, blue


def _near(one: tuple[Colour, Colour] | None, other: tuple[Colour, Colour] | None) -> bool:
    """Whether two dice may be taken for each other by colour; unknown colours always may."""
    if one is None or other is None:
        return True
    body, ink = (colour_distance(a, b) for a, b in zip(one, other, strict=True))
    return body < _LOOKS_ALIKE and ink < 2 * _LOOKS_ALIKE


def _wanted(face: Face) -> Floats:
    """A row that picks the face's attributes out of all heads laid side by side."""
    offsets = dict(zip(HEADS, itertools.accumulate(HEADS.values(), initial=0), strict=False))
    row = np.zeros(sum(HEADS.values()))
    for head, at in printed(face):
        row[offsets[head] + at] = 1
    return row


def _tempered(log_probabilities: NDArray[np.float32]) -> Floats:
    """The reader's answer, allowing for what it cannot know of itself."""
    probabilities = np.exp(log_probabilities.astype(np.float64))
    return cast("Floats", np.log((1 - _MISREAD) * probabilities + _MISREAD / len(probabilities)))


def _anything(reading: Reading) -> float:
    """The log-likelihood of whatever face the reader likes best, declared or not."""
    return max(
        reading.log_probability(reading.best(family)[0]) for family in ("dicemasters", "irondie")
    )


def colour_distance(one: Colour, other: Colour) -> float:
    """How different two colours look: CIELAB, lightness weighted down."""
    return float(np.linalg.norm(_lab(one) - _lab(other)))


def _unlit(colour: Colour, gains: Gains) -> Colour:
    """The colour without the lamp."""
    return (
        min(255, round(colour[0] / gains.red)),
        min(255, round(colour[1] / gains.green)),
        min(255, round(colour[2] / gains.blue)),
    )


def _lab(colour: Colour) -> Floats:
    """The colour in CIELAB, its lightness weighted down: a shadow changes little else."""
    pixel = np.array([[colour]], np.float32) / 255
    lab = cv2.cvtColor(pixel, cv2.COLOR_RGB2Lab)[0, 0].astype(np.float64)
    return cast("Floats", lab * (0.6, 1.0, 1.0))


def _student(seen: Floats, meant: Floats, spread: float) -> float:
    """Log of Student's t density in three dimensions over a uniform density on the gamut."""
    distance = float(((seen - meant) ** 2).sum()) / spread**2
    # Gamma((v + 3) / 2) / (Gamma(v / 2) (v pi)^(3/2)) for v = 4 is 3.3234 / 44.55.
    peak = np.log(3.3234 / 44.55) - 3 * np.log(spread) + _GAMUT
    return float(peak - (_DEGREES + 3) / 2 * np.log1p(distance / _DEGREES))
