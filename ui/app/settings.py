"""The user's settings: one TOML file, environment variables above it, the defaults below.

Every value remembers where it came from, so that `diceref config` can say so.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import tomli_w

from rules.core.near import near
from rules.core.toml_file import read_toml
from ui.app.errors import UserError
from ui.app.folders import config_file
from words import joined, tr


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user may choose once and for all. The comment of each field is its manual."""

    language: str = field(
        default="", metadata={"about": tr("en or de; empty: the one of the system (LC_ALL, LANG)")}
    )
    theme: str = field(
        default="felt", metadata={"about": tr("felt, paper, high-contrast or colour-blind")}
    )
    large_type: bool = field(default=False, metadata={"about": tr("start in large type")})
    touch: bool = field(
        default=False,
        metadata={"about": tr("large buttons and letters, for a screen without keys")},
    )
    speak: bool = field(
        default=False, metadata={"about": tr("say fouls, questions and life changes aloud")}
    )
    voice: str = field(
        default="",
        metadata={"about": tr("the speech program and its options; empty: look for one")},
    )
    game: str = field(default="avx", metadata={"about": tr("the game offered first")})
    camera: str = field(
        default="auto",
        metadata={
            "about": tr("picamera, a number, a file or a stream's address; auto: what is there")
        },
    )
    profile: str = field(
        default="", metadata={"about": tr("the calibration profile; empty: the newest one")}
    )
    keep_corrections: bool = field(
        default=True,
        metadata={"about": tr("keep small pictures of dice whose face you named, to learn from")},
    )
    pace: float = field(
        default=0.6, metadata={"about": tr("practice: seconds between its own moves")}
    )
    graphics: str = field(
        default="auto",
        metadata={"about": tr("pictures in the terminal: auto, kitty, iterm2, sixel or cells")},
    )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value came from."""

    value: Any
    where: str  # "default", the file's path, "DICEREF_THEME"


NAMES: Final = tuple(entry.name for entry in fields(Settings))


def read_settings(
    environment: Mapping[str, str] | None = None, path: Path | None = None
) -> Settings:
    """The settings in force. Raises `UserError`."""
    found = origins(environment, path)
    return Settings(**{name: origin.value for name, origin in found.items()})


def origins(
    environment: Mapping[str, str] | None = None, path: Path | None = None
) -> dict[str, Origin]:
    """Every setting with its value and where that came from. Raises `UserError`."""
    environment = os.environ if environment is None else environment
    path = path or config_file()
    written = _read(path)
    found = {}
    for entry in fields(Settings):
        kind = type(entry.default)
        variable = f"DICEREF_{entry.name.upper()}"
        if variable in environment:
            value = _from_text(environment[variable], kind, variable)
            found[entry.name] = Origin(value, variable)
        elif entry.name in written:
            found[entry.name] = Origin(
                _checked(written[entry.name], kind, entry.name, path), str(path)
            )
        else:
            found[entry.name] = Origin(entry.default, "default")
    return found


def template() -> str:
    """A settings file in which every line is commented out and explained."""
    lines = ["# DiceRef's settings. Take the # away to change one.", ""]
    for entry in fields(Settings):
        written = tomli_w.dumps({entry.name: entry.default}).strip()
        lines += [f"# {entry.metadata['about']}", f"# {written}", ""]
    return "\n".join(lines)


def _read(path: Path) -> Mapping[str, Any]:
    try:
        written = read_toml(path)
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise UserError(
            tr("{path} is not valid TOML ({error}); mend or remove it.", path=path, error=error)
        ) from None
    except OSError as error:
        raise UserError(
            tr(
                "{path} cannot be read ({strerror}); mend its permissions.",
                path=path,
                strerror=error.strerror,
            )
        ) from None
    for name in written:
        if name not in NAMES:
            nearest = near(name, NAMES)
            meant = (
                tr("did you mean '{nearest}'?", nearest=nearest[0])
                if nearest
                else tr("there are {names}.", names=joined(", ", NAMES))
            )
            raise UserError(
                tr(
                    "{path} sets '{name}', which is no setting; {meant}",
                    path=path,
                    name=name,
                    meant=meant,
                )
            )
    return written


def _checked(value: Any, kind: type, name: str, path: Path) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        wanted = {bool: tr("true or false"), float: tr("a number"), str: tr("a text in quotes")}[
            kind
        ]
        raise UserError(
            tr(
                "{path}: '{name}' must be {wanted}, not {value!r}.",
                path=path,
                name=name,
                wanted=wanted,
                value=value,
            )
        )
    return value


def _from_text(text: str, kind: type, variable: str) -> Any:
    if kind is bool:
        plain = text.strip().lower()
        if plain not in ("1", "0", "true", "false", "yes", "no", "on", "off"):
            raise UserError(
                tr("{variable} must be true or false, not '{text}'.", variable=variable, text=text)
            )
        return plain in ("1", "true", "yes", "on")
    try:
        return kind(text)
    except ValueError:
        raise UserError(
            tr("{variable} must be a number, not '{text}'.", variable=variable, text=text)
        ) from None
