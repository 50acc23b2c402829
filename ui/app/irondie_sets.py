"""An IRONDIE set as a form sees it: nine places and the three of the side set, a die in each."""

from pathlib import Path
from typing import Final, TypeVar

from msgspec.structs import replace

from rules.irondie.dice import COLOURS, SET_SIZE, TYPES, Die, parse_die
from rules.irondie.match import SIDE_SET_SIZE
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.game_plan import IRONDIE, Side, example, read_set, words_of_set

SETS: Final = "sets"
"""The folder of the sets that were kept."""

Places = tuple[Die | None, ...]
Word = TypeVar("Word")


def places_of(side: Side) -> Places:
    """Where the side's dice stand in the form; what is no die, or one too many, is left out."""
    return (*_filled(side.brings, SET_SIZE), *_filled(side.aside, SIDE_SET_SIZE))


def _filled(written: str, count: int) -> Places:
    dice = [die for word in words_of_set(written) if (die := _read(word)) is not None]
    return (*dice[:count], *(None for _ in range(count - len(dice))))


def _read(word: str) -> Die | None:
    try:
        return parse_die(word, 0)
    except ValueError:
        return None


def with_places(side: Side, places: Places) -> Side:
    """The side with the dice of the form."""
    main, aside = places[:SET_SIZE], places[SET_SIZE:]
    return Side(side.name, _written(main), _written(aside))


def _written(dice: Places) -> str:
    return ", ".join(die.kind for die in dice if die is not None)


def another_type(die: Die | None, step: int) -> Die:
    """The die of the next type, or the one before; an empty place gets a die."""
    if die is None:
        return _read_known(next(iter(TYPES)))
    return replace(die, type_name=_next(tuple(TYPES), die.type_name, step))


def another_colour(die: Die | None, step: int) -> Die:
    """The die in the next colour, or the one before; an empty place gets a die."""
    if die is None:
        return another_type(None, step)
    return replace(die, colour=_next(COLOURS, die.colour, step))


def _read_known(type_name: str) -> Die:
    """A die of this type in its own colour, or where it has none, in the first."""
    return Die(0, type_name, TYPES[type_name].specialisation or COLOURS[0])


def _next(words: tuple[Word, ...], word: Word, step: int) -> Word:
    return words[(words.index(word) + step) % len(words)]


def known_sets() -> tuple[Side, ...]:
    """The sets to choose from: those that were kept, then the two every game can begin with."""
    kept = []
    for path in sorted((home() / SETS).glob("*.toml")):
        try:
            kept.append(read_set(path))
        except ValueError:
            continue  # changed by hand until it was none any more
    return (*kept, *example(IRONDIE).sides)


def keep(side: Side) -> Path:
    """Write the set to a file named after the player; `--team` takes it. Raises `UserError`."""
    name = "".join(sign if sign.isalnum() or sign in " -_" else "_" for sign in side.name).strip()
    path = folder(SETS) / f"{name or 'set'}.toml"
    lines = [f"name = {_quoted(side.name)}", f"dice = {_listed(side.brings)}"]
    lines += [f"side = {_listed(side.aside)}"] if side.aside else []
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {path} ({error.strerror}).") from None
    return path


def _listed(written: str) -> str:
    return "[" + ", ".join(_quoted(word) for word in words_of_set(written)) + "]"


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
