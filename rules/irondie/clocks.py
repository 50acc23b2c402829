"""The clocks of IRONDIE: 30 seconds to show the sets; in a tournament 45 minutes and 20."""

from collections.abc import Mapping

from rules.core.clocks import GAME, MATCH, REVEAL, Clock
from words import joined, tr

REVEAL_SECONDS = 30
MATCH_SECONDS = 45 * 60
GAME_SECONDS = 20 * 60

TOURNAMENT, STANDARD = "tournament", "standard"
TEAMS: Mapping[str, int] = {"teams": 4, "teams-of-three": 6}
"""The multiplayer game, by the basic rules: how many play it."""
FORMATS = (TOURNAMENT, STANDARD, *TEAMS)
"""By the tournament rules, with their clocks and sudden death, or by the basic rules alone."""


def clocks_for(format_name: str) -> Mapping[str, Clock]:
    """The clocks of a game of this format, all standing."""
    reveal = Clock(REVEAL_SECONDS)
    if format_name == TOURNAMENT:
        return {REVEAL: reveal, GAME: Clock(GAME_SECONDS), MATCH: Clock(MATCH_SECONDS)}
    return {REVEAL: reveal, GAME: Clock(None)}


def known_format(written: object) -> str:
    """The format a set-up names, `STANDARD` when it names none. Raises `ValueError`."""
    if written in {None, ""}:
        return STANDARD
    if written not in FORMATS:
        raise ValueError(
            tr(
                "IRONDIE has no format '{written}'; choose {tournament} (with clocks and "
                "sudden death), {standard}, or {names}.",
                written=written,
                tournament=TOURNAMENT,
                standard=STANDARD,
                names=joined(tr(" or "), TEAMS),
            )
        )
    return str(written)
