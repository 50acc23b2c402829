"""Every game DiceRef knows: its name on the command line, its title, its mat, how to load it."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Any, Final

from rules.core import Game
from ui.app.errors import UserError


@dataclass(frozen=True, slots=True)
class KnownGame:
    """One game; its rules are loaded only when asked for."""

    name: str  # "avx"
    title: str
    mat: str  # the name of the printed mat that two play on
    load: Callable[[], Game]
    first_setup: Callable[[], dict[str, Any]]

    def mat_for(self, setup: Mapping[str, Any]) -> str:
        """The name of the printed mat that this game is played on."""
        return "doubles" if setup.get("format") == "doubles" else self.mat

    def demo_setup(self) -> Mapping[str, Any]:
        """The set-up of the rulebook's example of play, with the players' names."""
        setup = self.first_setup()
        for team, name in zip(setup.get("teams", ()), self._example().get("names", ())):  # noqa: B905 - the example may name nobody
            team["name"] = name
        if "first" in self._example():  # the book's story does not always follow its own set-up
            setup["first"] = self._example()["first"]
        return setup

    def script(self) -> Sequence[Mapping[str, Any]]:
        """The moves of the rulebook's example of play; empty where the book plays none."""
        steps: Sequence[Mapping[str, Any]] = self._example().get("steps", ())
        return steps

    def goes_on(self) -> bool:
        """Whether the example is only the beginning of a game that is played to its end."""
        return bool(self._example().get("go_on", False))

    def _example(self) -> Mapping[str, Any]:
        source = files("ui") / "examples" / f"{self.name}.toml"
        return tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}


def _dice_masters(edition: str) -> Game:
    from rules.dicemasters.game import DiceMasters  # noqa: PLC0415 - only the chosen one is loaded

    return DiceMasters(edition)


def _dice_masters_setup(edition: str) -> dict[str, Any]:
    from rules.dicemasters.engine.setup import demo_setup  # noqa: PLC0415 - the same

    return demo_setup(edition)


def _irondie() -> Game:
    from rules.irondie.game import Irondie  # noqa: PLC0415 - the same

    return Irondie()


def _irondie_setup() -> dict[str, Any]:
    from rules.irondie.game import demo_setup  # noqa: PLC0415 - the same

    return demo_setup()


_TITLES: Final = {
    "avx": "Dice Masters: Avengers vs. X-Men",
    "ygo": "Dice Masters: Yu-Gi-Oh! Series One",
    "imwm": "Dice Masters: Iron Man and War Machine",
    "tmnt": "Dice Masters: Heroes in a Half Shell",
}

KNOWN: Final[Mapping[str, KnownGame]] = {
    **{
        name: KnownGame(
            name,
            title,
            "dicemasters",
            partial(_dice_masters, name),
            partial(_dice_masters_setup, name),
        )
        for name, title in _TITLES.items()
    },
    "irondie": KnownGame("irondie", "IRONDIE", "irondie", _irondie, _irondie_setup),
}


def known_game(name: str) -> KnownGame:
    """The game of this name. Raises `UserError` naming those there are."""
    if name not in KNOWN:
        raise UserError(f"there is no game '{name}'; choose one of {', '.join(KNOWN)}.")
    return KNOWN[name]
