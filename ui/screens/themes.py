"""The colours of the dashboard.

The two seats, a foul and a question each have a colour of their own in every theme. The
colour-blind safe theme and the seats of the others use the set published by Okabe and Ito;
no meaning is carried by colour alone, a sign always stands beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.theme import Theme

FALLBACK: Final[Mapping[str, str]] = {
    "seat-0": "#e69f00",
    "seat-1": "#56b4e9",
    "foul": "#d0342c",
    "foul-text": "#ffffff",
    "question": "#f0d94a",
    "question-text": "#16130a",
    "felt": "#0f1a17",
    "felt-line": "#2c463e",
    "muted": "#8b9a9a",
    "lit": "#3ddc97",
}
"""What a theme that is not ours uses for our own variables."""


THEMES: Final = (
    Theme(
        "felt",
        dark=True,
        variables={
            **FALLBACK,
            "block-cursor-background": "#3ddc97", "block-cursor-foreground": "#06120d",
        },
        primary="#3ddc97", secondary="#56b4e9", accent="#e69f00",
        foreground="#e8efec", background="#0a1110", surface="#101b18", panel="#172722",
        warning="#f0d94a", error="#d0342c", success="#3ddc97",
    ),
    Theme(
        "paper",
        dark=False,
        variables={
            **FALLBACK,
            "seat-0": "#a65c00", "seat-1": "#005f99", "felt": "#cddccb", "felt-line": "#8fa58f",
            "muted": "#5a6660", "lit": "#00794f", "question": "#ffe066", "foul": "#b3261e",
        },
        primary="#00794f", secondary="#005f99", accent="#a65c00",
        foreground="#14201b", background="#fbfaf5", surface="#f3f2ea", panel="#e6e8dc",
        warning="#8a6d00", error="#b3261e", success="#00794f",
    ),
    Theme(
        "high-contrast",
        dark=True,
        variables={
            **FALLBACK,
            "seat-0": "#ffd000", "seat-1": "#00e5ff", "felt": "#000000", "felt-line": "#ffffff",
            "muted": "#ffffff", "lit": "#ffffff", "foul": "#ff0000", "foul-text": "#ffffff",
            "question": "#ffff00", "question-text": "#000000",
            "block-cursor-background": "#ffffff", "block-cursor-foreground": "#000000",
            "footer-key-foreground": "#ffff00",
        },
        primary="#ffff00", secondary="#00e5ff", accent="#ffd000",
        foreground="#ffffff", background="#000000", surface="#000000", panel="#000000",
        warning="#ffff00", error="#ff3b30", success="#00ff7f",
    ),
    Theme(
        "colour-blind",
        dark=True,
        variables={
            **FALLBACK,
            "seat-0": "#e69f00", "seat-1": "#56b4e9", "foul": "#d55e00", "question": "#f0e442",
            "felt": "#0d1117", "felt-line": "#34404f", "lit": "#cc79a7",
        },
        primary="#56b4e9", secondary="#e69f00", accent="#cc79a7",
        foreground="#eef2f6", background="#090c10", surface="#10161d", panel="#18212b",
        warning="#f0e442", error="#d55e00", success="#009e73",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours the drawn widgets need, each `#rrggbb`."""

    text: str
    muted: str
    felt: str
    line: str
    lit: str
    accent: str
    seats: tuple[str, str]
    foul: str


def palette(variables: Mapping[str, str]) -> Palette:
    """Read the drawn widgets' colours from the theme's variables."""

    def colour(name: str, otherwise: str) -> str:
        value = variables.get(name, otherwise)
        return value if value.startswith("#") else otherwise

    return Palette(
        text=colour("foreground", "#e8efec"),
        muted=colour("muted", FALLBACK["muted"]),
        felt=colour("felt", FALLBACK["felt"]),
        line=colour("felt-line", FALLBACK["felt-line"]),
        lit=colour("lit", FALLBACK["lit"]),
        accent=colour("primary", "#3ddc97"),
        seats=(
            colour("seat-0", FALLBACK["seat-0"]),
            colour("seat-1", FALLBACK["seat-1"]),
        ),
        foul=colour("foul", FALLBACK["foul"]),
    )


@lru_cache(maxsize=256)
def mixed_colour(colour: str, other: str, share: float) -> str:
    """`colour` with a `share` (0 to 1) of `other` in it."""
    parts = (
        round((1 - share) * int(colour[at : at + 2], 16) + share * int(other[at : at + 2], 16))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


@lru_cache(maxsize=256)
def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` as WCAG defines it, 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable_on(body: str, wanted: str) -> str:
    """`wanted` where it can be read on `body`, otherwise black or white."""
    if wanted and contrast(body, wanted) >= 4.5:
        return wanted
    return max("#000000", "#ffffff", key=lambda ink: contrast(body, ink))
