"""Which die of the declared game a reading shows, and which of its faces.

A reading says what is printed; the declared dice say what may be printed. The two are compared
by attributes, colours and, for enrolled dice, by the icon. Rules have no say here.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import ActionFace, CharacterFace, Colour, DieKind, Face
from vision.faces import COMMON, HEADS, Reading, printed
from vision.own_look import own_looks
from vision.sighting import Candidate
from words import tr

Floats = NDArray[np.float64]

FLOOR: Final = -12.0
"""The log-probability of a candidate that is left out of an answer."""

_MISREAD: Final = 0.02  # how often an attribute is read wrong whatever the reader believes
_OTHER: Final = float(np.log(2e-4))  # a die nobody declared lies on the table
_DEGREES: Final = 4.0  # of Student's t over colour differences: lamps surprise
_GAMUT: Final = float(np.log(8.2e5))  # volume of the colours a picture can hold, in CIELAB
_LAMP: Final = 14.0  # CIELAB; how far a colour strays under an unknown lamp
_LAMP_KNOWN: Final = 8.0  # the same once the lamp is estimated
_RIG: Final = 9.0  # the same for a die enrolled under this camera
_RIG_KNOWN: Final = 6.0  # the same once today's lamp is estimated
_LAMP_DICE: Final = 2  # fewer dice do not tell the lamp
_LAMP_ROUNDS: Final = 2
_KNOWN_DIE: Final = 0.9  # a die that is this likely tells of the lamp
_REFITS: Final = 8
_ASTRAY: Final = 14.0  # grey levels; how far colours stray from what the lamp makes of them
_DIMMING: Final = 0.35  # how far a lamp's factors stray from 1
_MIXING: Final = 0.1  # and how much of one part it, or the camera, puts into another
_VEIL: Final = 50.0  # grey levels that haze and gloss add
_INK_TRUST: Final = 0.4  # thin strokes mix with the body, so that inks tell less
_BAD_LOOK: Final = 0.02  # a look spoilt by something that passes, whatever it claims
_HAZES: Final = np.array([0.0, 0.1, 0.2, 0.3])  # shares of the body in what looks like ink
_CORRELATION: Final = 0.5  # between two looks at a die that nobody touched
_SAME_ICON: Final = 0.62  # cosine of two embeddings that tells as much for as against
_ICON_WEIGHT: Final = 9.0
_ICON_LIMIT: Final = 4.5
OWN_LOOKS: Final = 4
"""Looks at a body that say what it looks like."""

_OWN_DEGREES: Final = 8.0  # of Student's t over what a body looks like
_OWN_LIMIT: Final = 16.0
_OWN_APART: Final = 24.0  # nats by which two bodies differ that one look tells apart
_SCAN: Final = 0.1  # how often declared colours, measured on a scan, mislead about a die
_CONFIRMED: Final = 6.0  # CIELAB; a die known by print that is this near confirms its colours
_LOOKS_ALIKE: Final = 14.0  # CIELAB; nearer colours may be taken for each other


def printing_of(kind: str) -> str:
    """The printing a kind belongs to, whichever side owns the dice: "B:12avx" -> "12avx"."""
    return kind.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What one face of one printing looked like under this camera."""

    kind: str  # the printing's name
    face: int
    embedding: tuple[float, ...]  # (): the icon is not known to this reader
    body: Colour
    ink: Colour
    network: str = ""  # which reader made the embedding: others mean nothing by it
    light: Colour | None = None  # of the table when the die was lined up
    own: tuple[float, ...] = ()  # what its body looked like: see `vision.own_look`


@dataclass(frozen=True, slots=True, eq=False)
class Cast:
    """What lamp, air and camera do to colours: seen = mix @ true + veil, red green blue."""

    mix: Floats = field(default_factory=lambda: np.eye(3))
    veil: Floats = field(default_factory=lambda: np.zeros(3))  # haze and gloss, grey levels
    known: bool = False

    def taken_off(self, colours: Floats) -> Floats:
        """Colours (… x 3) as they would be without it."""
        if not self.known:
            return colours
        true: Floats = np.clip((colours - self.veil) @ np.linalg.inv(self.mix).T, 0, 255)
        return true


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light over the table, against the light in which the colours to compare were seen."""

    declared: Cast = field(default_factory=Cast)  # against the card facts' colours
    enrolled: Cast = field(default_factory=Cast)  # against those of the enrolled dice


class CandidateChances(dict[Candidate, float]):
    """Which candidates a look may show, and what its print alone says of it: log-probabilities."""

    def __init__(
        self, told: Mapping[Candidate, float], by_print: Mapping[Candidate, float]
    ) -> None:
        super().__init__(told)
        self.by_print: Final = by_print


class Declared:
    """The dice that may lie on the table, ready to be compared with readings."""

    def __init__(self, kinds: Sequence[DieKind], enrolled: Sequence[Enrolled] = ()) -> None:
        places = [(n, face) for n, kind in enumerate(kinds) for face in range(len(kind.faces))]
        faces = [kinds[n].faces[face] for n, face in places]
        self.candidates: Final = tuple(Candidate(kinds[n].kind, face) for n, face in places)
        self._kind_of: Final = np.array([n for n, _ in places], np.intp)
        self._wanted: Final = np.stack([_wanted(face) for face in faces])
        self._colours: Final = _Colours.of(kinds, enrolled)
        self._icons: Final = _Icons.of(kinds, faces, self._kind_of, enrolled)
        self._bodies: Final = _Bodies.of(kinds, enrolled)
        known = {printing_of(look.kind) for look in enrolled}
        self._unconfirmed: Final = {
            kind.kind for kind in kinds if printing_of(kind.kind) not in known
        }

    def match(self, reading: Reading, lamp: Lamp | None = None) -> CandidateChances:
        """Natural-log probabilities of the candidates; what they lack to 1 is "none of these".

        Candidates less likely than `FLOOR` are left out.
        """
        (told,) = self._told(self._looks([reading]), lamp or Lamp())
        return told

    def match_all(self, readings: Sequence[Reading]) -> tuple[CandidateChances, ...]:
        """Match the dice of one picture: they lie under one lamp, which they reveal together.

        The answers take declared colours at their word: see `doubted`.
        """
        return self._matched(readings, learn=True)

    def glanced(self, readings: Sequence[Reading]) -> tuple[CandidateChances, ...]:
        """The same of a picture with a hand in it: nothing is learnt from it."""
        return self._matched(readings, learn=False)

    def _matched(self, readings: Sequence[Reading], *, learn: bool) -> tuple[CandidateChances, ...]:
        if not readings:
            return ()
        looks = self._looks(readings)
        lamp = self._lamp(looks)
        if learn:
            self._confirm(looks, lamp)
        return tuple(self._told(looks, lamp))

    def named(self, readings: Sequence[Reading]) -> tuple[Mapping[Candidate, float], ...]:
        """The same for whoever takes one look only."""
        return tuple(map(self.doubted, self.match_all(readings)))

    def doubted(self, likelihood: Mapping[Candidate, float]) -> Mapping[Candidate, float]:
        """What is known of a die, if its declared colours may mislead.

        Unless its die was enrolled or lined up, or another of its kind was known by its print and
        had the declared colours, it may as well be whatever its print alone says.
        """
        best = max(likelihood, key=lambda candidate: likelihood[candidate], default=None)
        if best is None or best.kind not in self._unconfirmed:
            return likelihood
        by_print = likelihood.by_print if isinstance(likelihood, CandidateChances) else {}
        told = {}
        for candidate in {**likelihood, **by_print}:
            as_told = (1 - _SCAN) * np.exp(likelihood.get(candidate, -np.inf))
            as_printed = _SCAN * np.exp(by_print.get(candidate, -np.inf))
            log = float(np.log(as_told + as_printed))
            if log > FLOOR:
                told[candidate] = log
        return told

    def _confirm(self, looks: "_Looks", lamp: Lamp) -> None:
        """Believe the declared colours of dice that are known by print and have them."""
        if not self._unconfirmed:
            return
        chances = looks.chances(looks.scores)
        bodies = _labs(lamp.declared.taken_off(looks.seen))[:, 0]
        for chance, body in zip(chances, bodies, strict=True):
            kind = int(self._kind_of[np.argmax(chance)])
            meant = self._colours.of_kind(kind)
            if meant is None or np.exp(chance[self._kind_of == kind]).sum() < _KNOWN_DIE:
                continue
            if np.linalg.norm(_labs(meant[0])[0] - body) < _CONFIRMED:
                self._unconfirmed.discard(self.candidates[int(np.argmax(chance))].kind)

    def lamp(self, readings: Sequence[Reading]) -> Lamp:
        """The lamp, from the dice that are known whatever their colour says."""
        return self._lamp(self._looks(readings)) if readings else Lamp()

    def _looks(self, readings: Sequence[Reading]) -> "_Looks":
        """What readings say whatever the light."""
        answers = np.array(
            [np.concatenate([each.attributes[head] for head in HEADS]) for each in readings]
        )
        scores: Floats = _tempered(answers) @ self._wanted.T
        scores += np.array([self._icons.scores(reading) for reading in readings])
        scores += self._bodies.scores(readings)[:, self._kind_of]
        other = _OTHER + np.array([reading.likeliest for reading in readings])
        seen = np.array([(reading.body, reading.ink) for reading in readings], float)
        return _Looks(scores, other, seen)

    def _told(self, looks: "_Looks", lamp: Lamp) -> Iterator[CandidateChances]:
        for scores, printed_scores in zip(
            self._chances(looks, lamp), looks.chances(looks.scores), strict=True
        ):
            yield CandidateChances(self._named_scores(scores), self._named_scores(printed_scores))

    def _named_scores(self, scores: Floats) -> dict[Candidate, float]:
        return {
            self.candidates[number]: float(scores[number])
            for number in np.flatnonzero(scores > FLOOR)
        }

    def _chances(self, looks: "_Looks", lamp: Lamp) -> Floats:
        """The log-probability of every candidate (n x candidates)."""
        colours = self._colours.scores(looks.seen, lamp)[:, self._kind_of]
        return looks.chances(looks.scores + colours)

    def _lamp(self, looks: "_Looks") -> Lamp:
        """Once the lamp is known roughly, more dice are known, and they tell it better."""
        lamp = Lamp()
        for _ in range(_LAMP_ROUNDS):
            lamp = self._lamp_told(looks, lamp)
        return lamp

    def _lamp_told(self, looks: "_Looks", lamp: Lamp) -> Lamp:
        """The lamp, told by the dice that are known under what it was thought to be."""
        colours: dict[bool, list[Floats]] = {True: [], False: []}
        for chances, seen in zip(self._chances(looks, lamp), looks.seen, strict=True):
            kind = int(self._kind_of[np.argmax(chances)])
            if np.exp(chances[self._kind_of == kind]).sum() > _KNOWN_DIE:
                meant = self._colours.of_kind(kind)
                if meant is not None:
                    true, enrolled = meant
                    colours[enrolled].append(np.stack([true, seen]))
        return Lamp(_cast(colours[False]), _cast(colours[True]))


@dataclass(frozen=True, slots=True)
class _Looks:
    """Readings, compared with the candidates as far as the light does not matter."""

    scores: Floats  # n x candidates: the log-likelihood of their print
    other: Floats  # n: the log-likelihood that it is none of them
    seen: Floats  # n x 2 x 3: colours of body and ink

    def chances(self, scores: Floats) -> Floats:
        """Log-likelihoods as log-probabilities (n x candidates)."""
        every: Floats = np.logaddexp(np.logaddexp.reduce(scores, axis=1), self.other)
        return scores - every[:, None]


@dataclass(frozen=True, slots=True)
class _Colours:
    """Bodies and inks to compare with: of enrolled looks, else as the card facts declare them."""

    kinds: int
    kind_of: NDArray[np.intp]
    colours: Floats  # n x 2 x 3: body and ink, red green blue
    bodies: Floats  # n x 3, CIELAB
    inks: Floats  # n x HAZES x 3: thin strokes and gloss mix the ink with the body
    enrolled: NDArray[np.bool_]

    @classmethod
    def of(cls, kinds: Sequence[DieKind], enrolled: Sequence[Enrolled]) -> "_Colours":
        rows: list[tuple[int, Colour, Colour, bool]] = []
        for number, kind in enumerate(kinds):
            looks = [look for look in enrolled if look.kind == printing_of(kind.kind)]
            rows += [(number, look.body, look.ink, True) for look in looks]
            if not looks and kind.body_known:
                rows.append((number, kind.body, kind.ink, False))
        colours = np.array([[body, ink] for _, body, ink, _ in rows], float).reshape(-1, 2, 3)
        return cls(
            len(kinds),
            np.array([row[0] for row in rows], np.intp),
            colours,
            _labs(colours[:, 0]),
            _labs(colours[:, 1:] + _HAZES[:, None] * (colours[:, :1] - colours[:, 1:])),
            np.array([row[3] for row in rows], bool),
        )

    def of_kind(self, kind: int) -> tuple[Floats, bool] | None:
        """Body and ink (2 x 3) of a kind and whether it is enrolled; None: nobody knows them."""
        rows = self.kind_of == kind
        if not rows.any():
            return None
        return np.median(self.colours[rows], axis=0), bool(self.enrolled[rows][0])

    def scores(self, seen: Floats, lamp: Lamp) -> Floats:
        """Per look and kind the log-likelihood ratio of "its colours" against "any colours".

        `seen` holds the colours of body and ink (n x 2 x 3).
        """
        found = np.full((self.kinds, len(seen)), -np.inf)
        for light, group, spreads in (
            (lamp.declared, ~self.enrolled, (_LAMP, _LAMP_KNOWN)),
            (lamp.enrolled, self.enrolled, (_RIG, _RIG_KNOWN)),
        ):
            if group.any():
                spread = spreads[light.known]
                labs = _labs(light.taken_off(seen))
                body, ink = labs[:, 0], labs[:, 1]
                likeness = _student(self.bodies[group][:, None] - body, spread)
                inks = _student(self.inks[group][:, :, None] - ink, spread * 1.5)
                likeness += 0.6 * inks.max(axis=1)
                np.maximum.at(found, self.kind_of[group], likeness)
        return np.where(np.isfinite(found), found, 0.0).T


@dataclass(frozen=True, slots=True)
class _Icons:
    """The icons of enrolled dice, and the candidates that carry them.

    Dice nobody enrolled that carry the pawn or the star of every game are known by that.
    """

    candidates: int
    carried_by: NDArray[np.intp]  # candidate of each row
    row_of: NDArray[np.intp]  # its embedding
    embeddings: NDArray[np.float32]
    common: Mapping[str, NDArray[np.intp]]  # by drawing: the candidates that carry it

    @classmethod
    def of(
        cls,
        kinds: Sequence[DieKind],
        faces: Sequence[Face],
        kind_of: NDArray[np.intp],
        enrolled: Sequence[Enrolled],
    ) -> "_Icons":
        printings = [printing_of(kinds[n].kind) for n in kind_of]
        printed_on = {printing_of(kind.kind): kind.faces for kind in kinds}
        looks = [
            look
            for look in enrolled
            if look.kind in printed_on
            and look.embedding
            and _iconic(printed_on[look.kind][look.face])
        ]
        pairs = [
            (candidate, row)
            for row, look in enumerate(looks)
            for candidate, face in enumerate(faces)
            if printings[candidate] == look.kind
            and type(face) is type(printed_on[look.kind][look.face])
        ]
        table = np.array(pairs, np.intp).reshape(-1, 2)
        embeddings = np.array([look.embedding for look in looks], np.float32)
        enrolled_too = set(table[:, 0].tolist())
        drawn = [
            "" if number in enrolled_too else _common(kinds[kind], face)
            for number, (kind, face) in enumerate(zip(kind_of, faces, strict=True))
        ]
        common = {name: np.flatnonzero([one == name for one in drawn]) for name in COMMON}
        return cls(len(faces), table[:, 0], table[:, 1], embeddings, common)

    def scores(self, reading: Reading) -> Floats:
        """Per candidate how much the icon speaks for it."""
        found = np.full(self.candidates, -np.inf)
        if len(self.carried_by):
            alike = self.embeddings @ reading.embedding
            np.maximum.at(found, self.carried_by, alike[self.row_of])
        lean = np.clip(_ICON_WEIGHT * (found - _SAME_ICON), -_ICON_LIMIT, _ICON_LIMIT)
        scores: Floats = np.where(np.isfinite(found), lean, 0.0)
        for name, lean_to in reading.common.items():
            scores[self.common[name]] += lean_to
        return scores


@dataclass(frozen=True, slots=True)
class _Bodies:
    """What the bodies of enrolled dice look like, where forms tell dice apart."""

    kinds: int
    known: NDArray[np.intp]  # kinds of which looks are known
    middles: NDArray[np.float32]  # of these: what their looks have in common
    looks: NDArray[np.float32]  # and how many there were

    @classmethod
    def of(cls, kinds: Sequence[DieKind], enrolled: Sequence[Enrolled]) -> "_Bodies":
        found = {number: _own_looks_of(kind, enrolled) for number, kind in enumerate(kinds)}
        known = {number: looks for number, looks in found.items() if len(looks) >= OWN_LOOKS}
        middles = [np.mean(looks, axis=0) for looks in known.values()]
        return cls(
            len(kinds),
            np.array(list(known), np.intp),
            np.array(middles or [[0.0]], np.float32)[: len(known)],
            np.array([len(looks) for looks in known.values()], np.float32),
        )

    def scores(self, readings: Sequence[Reading]) -> Floats:
        """Per look and kind, what the body says: 0 for the best known one, and for those unknown.

        So of two look-alikes of which only one is known, nothing tells which it is.
        """
        scores = np.zeros((len(readings), self.kinds))
        pictures = [reading.around for reading in readings if reading.around is not None]
        if len(self.known) < 2 or len(pictures) < len(readings):
            return scores
        apart = own_looks(pictures)[:, None] - self.middles
        square = (apart**2).sum(axis=2) / (1 + 1 / self.looks)
        weight = (_OWN_DEGREES + apart.shape[2]) / 2  # Student's t: some looks are far off
        told = -weight * np.log1p(square / _OWN_DEGREES)
        told -= told.max(axis=1, keepdims=True)
        scores[:, self.known] = np.maximum(told, -_OWN_LIMIT)
        return scores


def _own_looks_of(kind: DieKind, enrolled: Sequence[Enrolled]) -> Sequence[tuple[float, ...]]:
    if not kind.shape:
        return ()
    return [look.own for look in enrolled if look.own and look.kind == printing_of(kind.kind)]


def _common(kind: DieKind, face: Face) -> str:
    """Which drawing of every game the face carries; "" for none."""
    if kind.icon:
        return ""
    return {CharacterFace: "pawn", ActionFace: "star"}.get(type(face), "")


def _iconic(face: Face) -> bool:
    """Whether the face carries the die's own drawing."""
    return isinstance(face, CharacterFace | ActionFace)


def merged(looks: Sequence[Mapping[Candidate, float]]) -> Mapping[Candidate, float]:
    """Several looks at one untouched die as one answer.

    Looks at a die that did not move share their mistakes (a glare, a shadow), so ten of them
    are not ten times the evidence: their mean counts as often as independent looks would be
    needed for the same certainty.
    """
    if len(looks) < 2:
        return looks[0] if looks else {}
    answers = [look for look in looks if isinstance(look, CandidateChances)]
    if len(answers) == len(looks):
        return CandidateChances(_merged(looks), _mean([answer.by_print for answer in answers]))
    return _merged(looks)


def _mean(looks: Sequence[Mapping[Candidate, float]]) -> dict[Candidate, float]:
    """The mean of their chances: what the print misleads about it misleads about in every look."""
    known = {candidate for look in looks for candidate in look}
    return {
        each: float(np.log(np.mean([np.exp(look.get(each, FLOOR)) for look in looks])))
        for each in known
    }


def _merged(looks: Sequence[Mapping[Candidate, float]]) -> dict[Candidate, float]:
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
        share = tr("All faces") if self.faces == 6 else tr("{faces} of 6 faces", faces=self.faces)
        return tr(
            "{share} of {named} and {named2} look alike to the camera: enrol both with "
            "'diceref enrol', or mark all faces of one and enrol it then.",
            share=share,
            named=_named(self.first),
            named2=_named(self.second),
        )


def _named(kind: DieKind) -> str:
    return (
        tr("{title} (team {side})", title=kind.title, side=kind.side) if kind.side else kind.title
    )


def confusable(
    kinds: Sequence[DieKind], enrolled: Sequence[Enrolled] = ()
) -> tuple[LookAlike, ...]:
    """Pairs of declared dice with faces that neither print nor colour tells apart.

    Dice that any side may own are one kind and no pair; enrolled dice know their icons.
    """
    icons = {look.kind for look in enrolled if look.embedding}  # printings of known icons
    colours = {kind.kind: _looks_like(kind, enrolled) for kind in kinds}
    found = []
    for first, second in itertools.combinations(kinds, 2):
        if not _near(colours[first.kind], colours[second.kind]):
            continue
        if _told_by_body(first, second, enrolled):
            continue
        shared = sum(
            any(_print_alike(first, a, second, b, icons) for b in second.faces) for a in first.faces
        )
        if shared:
            found.append(LookAlike(first, second, shared))
    return tuple(found)


def _told_by_body(first: DieKind, second: DieKind, enrolled: Sequence[Enrolled]) -> bool:
    """Whether both are enrolled, and their bodies look different."""
    one, other = (_own_looks_of(kind, enrolled) for kind in (first, second))
    if min(len(one), len(other)) < OWN_LOOKS:
        return False
    apart = np.mean(one, axis=0) - np.mean(other, axis=0)
    return float(apart @ apart) / 2 > _OWN_APART


def _print_alike(first: DieKind, a: Face, second: DieKind, b: Face, icons: set[str]) -> bool:
    """Whether two faces show the same, as far as the eye knows the dice."""
    if a != b:
        return False
    known = {printing_of(first.kind), printing_of(second.kind)} <= icons
    told_by_icon = first.icon != second.icon and (known or not first.icon or not second.icon)
    return not (told_by_icon and isinstance(a, CharacterFace | ActionFace))


def _looks_like(kind: DieKind, enrolled: Sequence[Enrolled]) -> tuple[Colour, Colour] | None:
    """Body and ink as enrolled, else as declared; None when nobody knows them."""
    looks = [look for look in enrolled if look.kind == printing_of(kind.kind)]
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


_WIDTHS: Final = np.repeat(list(HEADS.values()), list(HEADS.values()))
"""Of every answer of the reader, all heads side by side: among how many its head chooses."""


def _tempered(log_probabilities: NDArray[np.float32]) -> Floats:
    """The reader's answers (n x all heads), allowing for what it cannot know of itself."""
    probabilities = np.exp(log_probabilities.astype(np.float64))
    return cast("Floats", np.log((1 - _MISREAD) * probabilities + _MISREAD / _WIDTHS))


def colour_distance(one: Colour, other: Colour) -> float:
    """How different two colours look: CIELAB, lightness weighted down."""
    return float(np.linalg.norm(_labs(np.array(one, float)) - _labs(np.array(other, float))))


def _cast(told: Sequence[Floats]) -> Cast:
    """The cast that several dice agree on; unknown when they are too few.

    Each die tells true and seen colours of body and ink (2 x 2 x 3). Fitted by weighted least
    squares, in which dice that disagree with the others count little; what few dice cannot tell
    stays as without a cast.
    """
    if len(told) < _LAMP_DICE:
        return Cast()
    true, seen = np.stack(told, axis=1).reshape(2, -1, 3)
    known = np.hstack([true, np.ones((len(true), 1))])
    trust = np.tile([1.0, _INK_TRUST], len(told))
    rows = np.stack([_fitted(known, seen[:, part], trust, part) for part in range(3)])
    return Cast(rows[:, :3], rows[:, 3], known=True)


def _fitted(known: Floats, seen: Floats, trust: Floats, part: int) -> Floats:
    """How one part of the seen colours comes of red, green, blue and a constant (4)."""
    usual = np.zeros(4)
    usual[part] = 1.0
    spread = np.array([_MIXING, _MIXING, _MIXING, _VEIL])
    spread[part] = _DIMMING
    prior = np.diag(spread**-2.0)
    row: Floats = usual
    weight = trust
    for _ in range(_REFITS):
        weighted = known.T * (weight / _ASTRAY**2)
        row = np.asarray(
            np.linalg.solve(weighted @ known + prior, weighted @ seen + prior @ usual), np.float64
        )
        apart = (seen - known @ row) / _ASTRAY
        weight = trust * (_DEGREES + 1) / (_DEGREES + apart**2)
    return row


def _labs(colours: Floats) -> Floats:
    """Colours (… x 3) in CIELAB, lightness weighted down: a shadow changes little else."""
    pixels = (colours.reshape(-1, 1, 3) / 255).astype(np.float32)
    if not len(pixels):
        return np.zeros_like(colours)
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2Lab).reshape(colours.shape).astype(np.float64)
    weighted: Floats = lab * (0.6, 1.0, 1.0)
    return weighted


def _student(apart: Floats, spread: float) -> Floats:
    """Log of Student's t density in three dimensions over a uniform density on the gamut."""
    distance = (apart**2).sum(-1) / spread**2
    # Gamma((v + 3) / 2) / (Gamma(v / 2) (v pi)^(3/2)) for v = 4 is 3.3234 / 44.55.
    peak = np.log(3.3234 / 44.55) - 3 * np.log(spread) + _GAMUT
    density: Floats = peak - (_DEGREES + 3) / 2 * np.log1p(distance / _DEGREES)
    return density
