"""Every game DiceRef knows: its name on the command line, its title, how to load it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.core import Game
from ui.errors import UserError


@dataclass(frozen=True, slots=True)
class KnownGame:
    """One game; its rules are loaded only when asked for."""

    name: str  # "avx"
    title: str
    load: Callable[[], Game]
    demo_setup: Callable[[], Mapping[str, Any]]


def _irondie() -> Game:
    from rules.irondie.game import Irondie  # noqa: PLC0415 - only the chosen game is loaded

    return Irondie()


def _irondie_setup() -> Mapping[str, Any]:
    from rules.irondie.game import demo_setup  # noqa: PLC0415 - only the chosen game is loaded

    return demo_setup()


KNOWN: Final[Mapping[str, KnownGame]] = {
    game.name: game for game in (KnownGame("irondie", "IRONDIE", _irondie, _irondie_setup),)
}


def known_game(name: str) -> KnownGame:
    """The game of this name. Raises `UserError` naming those there are."""
    if name not in KNOWN:
        raise UserError(f"there is no game '{name}'; choose one of {', '.join(KNOWN)}.")
    return KNOWN[name]
