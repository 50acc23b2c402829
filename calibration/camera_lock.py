"""Exposure, gain, colour and focus held fixed, so that a die looks the same all evening."""

from dataclasses import dataclass

from words import tr


@dataclass(frozen=True, slots=True)
class CameraLock:
    """What a camera was told to hold; None where it has no such control."""

    exposure_us: float | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None  # red, blue
    white_balance_k: float | None = None  # webcams know a temperature instead of gains
    focus: float | None = None  # dioptres (picamera) or the driver's own steps (webcam)


def differences(wanted: CameraLock, held: CameraLock) -> tuple[str, ...]:
    """What the camera does not hold, in words; sensors round, so small steps are no difference."""
    found = []
    for name, unit, tolerance in _CHECKED:
        want, have = getattr(wanted, name), getattr(held, name)
        if want is None:
            continue
        for part, one in enumerate(want if isinstance(want, tuple) else (want,)):
            got = have[part] if isinstance(have, tuple) else have
            if got is None or abs(got - one) > tolerance * max(abs(one), 0.5):
                found.append(
                    tr(
                        "{name} {held} instead of {wanted}",
                        name=name.split("_")[0],
                        held=_said(got),
                        wanted=f"{_said(one)}{unit}",
                    )
                )
    return tuple(found)


_CHECKED = (
    ("exposure_us", " us", 0.03),
    ("gain", "", 0.05),
    ("colour_gains", "", 0.02),
    ("white_balance_k", " K", 0.02),
    ("focus", "", 0.03),
)


def _said(value: float | None) -> str:
    return "nothing" if value is None else f"{value:g}"
