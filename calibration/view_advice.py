"""What to improve about a view of the mat, in words a player can act on."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arrays import Image
from calibration.artwork import grey_patches
from calibration.mat import Mat
from calibration.mats import MATS
from calibration.picture_quality import Exposure, neutral_gains
from calibration.registration import ENOUGH_TAGS, Registration
from words import tr

DIGIT_MM: Final = 2.4
"""Height of a printed digit on a 13 mm die."""

DIGIT_PX: Final = 12.0
"""Height at which digits are read safely."""

_MARGIN: Final = 1.04
"""How much wider than the mat the picture should be, so that a nudge hides nothing."""


_CAST: Final = 1.35
"""A linear ratio between channels; printers' greys are off by up to a tenth."""


@dataclass(frozen=True, slots=True)
class ViewAdvice:
    """One thing that was checked."""

    about: str  # "markers", "light", "focus", "size", "flatness"
    good: bool
    words: str


def check_markers(mat: Mat, seen: tuple[int, ...] | frozenset[int]) -> ViewAdvice:
    """Whether enough of the mat's markers can be seen, and which cannot."""
    hidden = [tag for tag in mat.tags if tag.number not in seen]
    if not hidden:
        return _good("markers", tr("All {count} markers are seen.", count=len(mat.tags)))
    places = ", ".join(_place(mat, tag.centre) for tag in hidden)
    count = len(mat.tags) - len(hidden)
    if count < ENOUGH_TAGS:
        return _bad(
            "markers",
            tr(
                "Only {count} of {count2} markers are seen, {ENOUGH_TAGS} are needed: bring "
                "the whole mat into the picture and uncover the markers at the {places}.",
                count=count,
                count2=len(mat.tags),
                ENOUGH_TAGS=ENOUGH_TAGS,
                places=places,
            ),
        )
    return _good(
        "markers", tr("{count} markers are seen; uncover the {places}.", count=count, places=places)
    )


def check_light(registration: Registration) -> ViewAdvice:
    """Whether white paper and black print are both kept."""
    words = {
        Exposure.GOOD: tr("The light is good."),
        Exposure.TOO_BRIGHT: tr("The picture is overexposed: dim the lamp or lower the exposure."),
        Exposure.TOO_DARK: tr("The picture is too dark: bring more light onto the mat."),
        Exposure.FLAT: tr(
            "The picture has no contrast: remove the glare or haze and wipe the lens."
        ),
    }[registration.exposure]
    return ViewAdvice("light", good=registration.exposed, words=words)


def check_focus(registration: Registration) -> ViewAdvice:
    """Whether printed edges are sharp enough for digits."""
    width = tr("an edge is {edge_mm:.1f} mm wide", edge_mm=registration.edge_mm)
    if registration.sharp:
        return _good("focus", tr("The picture is sharp: {width}.", width=width))
    return _bad(
        "focus",
        tr("The picture is blurred ({width}): focus on the mat and wipe the lens.", width=width),
    )


def check_size(
    registration: Registration, still_width: int | None = None, *, phone: bool = False
) -> ViewAdvice:
    """Whether digits are large enough at the resolution faces are read in.

    `phone`: the camera is a phone, and is called one.
    """
    finer = (still_width or registration.lens.width) / registration.lens.width
    digits = DIGIT_MM * registration.px_per_mm() * finer
    said = tr(
        "digits are {digits:.0f} px, {DIGIT_PX:.0f} are needed", digits=digits, DIGIT_PX=DIGIT_PX
    )
    if digits >= DIGIT_PX:
        return _good("size", tr("Digits are {digits:.0f} px high: large enough.", digits=digits))
    height = float(registration.camera_mm[2])
    lower = height * (1 - digits / DIGIT_PX)
    room = height * (1 - _filled(registration) * _MARGIN)
    if lower <= room:
        slots = {"centimetres": _centimetres(lower), "said": said}
        if phone:
            return _bad("size", tr("Lower the phone {centimetres} cm: {said}.", **slots))
        return _bad("size", tr("Lower the camera {centimetres} cm: {said}.", **slots))
    if room > 0.04 * height:
        gained = digits * height / (height - room)
        slots = {"centimetres": _centimetres(room), "said": said, "gained": gained}
        if phone:
            return _bad(
                "size",
                tr(
                    "Lower the phone {centimetres} cm, as far as the mat still fits ({said}, "
                    "that gives {gained:.0f}); more needs a phone that films in more pixels.",
                    **slots,
                ),
            )
        return _bad(
            "size",
            tr(
                "Lower the camera {centimetres} cm, as far as the mat still fits ({said}, "
                "that gives {gained:.0f}); more needs a camera with more pixels.",
                **slots,
            ),
        )
    return _bad("size", tr("Use a camera with more pixels: {said}.", said=said))


def check_coverage(registration: Registration, *, phone: bool = False) -> ViewAdvice:
    """Whether the whole mat is inside the picture, with a little to spare."""
    filled = _filled(registration)
    if filled <= 1.0:
        return _good("frame", tr("The whole mat is in the picture."))
    higher = float(registration.camera_mm[2]) * (filled * _MARGIN - 1)
    slots = {"centimetres": _centimetres(higher)}
    if phone:
        return _bad(
            "frame",
            tr(
                "The mat reaches out of the picture: centre it or raise the phone {centimetres} "
                "cm.",
                **slots,
            ),
        )
    return _bad(
        "frame",
        tr(
            "The mat reaches out of the picture: centre it or raise the camera {centimetres} cm.",
            **slots,
        ),
    )


def check_colour(image: Image, registration: Registration) -> ViewAdvice:
    """Whether the printed grey is seen as grey."""
    gains = grey_gains(image, registration)
    if gains is None:
        return _good(
            "colour", tr("The grey patches cannot be seen: colours are taken as they are.")
        )
    red, blue = gains
    cast = max((1 / red, "red"), (1 / blue, "blue"), (max(1 / red, 1 / blue) ** -1, "green"))
    if cast[0] <= _CAST:
        return _good("colour", tr("Grey is seen as grey."))
    return _bad(
        "colour",
        tr(
            "The picture is {cast}: fix the white balance, or use one kind of white lamp.",
            cast=cast[1],
        ),
    )


def grey_gains(image: Image, registration: Registration) -> tuple[float, float] | None:
    """What red and blue lack, by the mat's own grey patches; see `neutral_gains`."""
    if image.ndim != 3 or registration.mat.name not in MATS:
        return None
    patches = [
        (level, registration.to_image(outline)) for level, outline in grey_patches(registration.mat)
    ]
    return neutral_gains(image, patches)


def check_flatness(registration: Registration) -> ViewAdvice:
    """Whether paper and lens agree with a plane."""
    residual = registration.residual_mm
    if residual <= 1.0:
        return _good("flatness", tr("The mat lies flat to {residual:.1f} mm.", residual=residual))
    return _bad(
        "flatness",
        tr(
            "The mat is {residual:.1f} mm from flat: tape its corners down and check the seams.",
            residual=residual,
        ),
    )


def advice_on_view(
    image: Image,
    registration: Registration,
    still_width: int | None = None,
    *,
    phone: bool = False,
) -> tuple[ViewAdvice, ...]:
    """Everything there is to say about a view, that of a `phone` or of another camera."""
    return (
        check_markers(registration.mat, registration.tags_seen),
        check_coverage(registration, phone=phone),
        check_light(registration),
        check_colour(image, registration),
        check_focus(registration),
        check_size(registration, still_width, phone=phone),
        check_flatness(registration),
    )


def _good(about: str, words: str) -> ViewAdvice:
    return ViewAdvice(about, good=True, words=words)


def _bad(about: str, words: str) -> ViewAdvice:
    return ViewAdvice(about, good=False, words=words)


def _filled(registration: Registration) -> float:
    """How much of the picture, from its middle to the nearest edge, the mat takes; 1 is all."""
    mat, lens = registration.mat, registration.lens
    corners = [(0, 0), (mat.width, 0), (mat.width, mat.height), (0, mat.height)]
    seen = registration.to_image(corners)
    half = np.array([(lens.width - 1) / 2, (lens.height - 1) / 2])
    return float((np.abs(seen - half) / half).max())


def _centimetres(millimetres: float) -> int:
    return max(1, round(millimetres / 10))


def _place(mat: Mat, centre: tuple[float, float]) -> str:
    """Where on the mat, as the camera sees it."""
    across = ("left", "middle", "right")[min(2, int(3 * centre[0] / mat.width))]
    down = ("top", "middle", "bottom")[min(2, int(3 * centre[1] / mat.height))]
    if across == down:
        return "middle"
    return down if across == "middle" else across if down == "middle" else f"{down} {across}"
