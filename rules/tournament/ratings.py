"""How strong players are over a season, from the matches of all its events."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength, and how sure that is."""

    name: str
    strength: float
    doubt: float  # standard deviation
    matches: int

    @property
    def shown(self) -> float:
        """What a list is sorted by: as strong as this at least, nearly surely."""
        return self.strength - 3 * self.doubt


def ratings(events: Iterable[Tournament]) -> tuple[Rating, ...]:
    """Everybody who has played a match, the strongest first; the events in their order.

    A name is the same player in all events, however it is written in capitals. Byes and results
    that a ruling gave say nothing of strength.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - loads slowly, diceref[desk] only

    model = PlackettLuce()
    known: dict[str, Any] = {}
    names: dict[str, str] = {}
    played: dict[str, int] = {}
    for event in events:
        for at in event.rounds:
            for seating in at.seatings:
                found = at.results.get(seating.table)
                if seating.second is None or found is None or found.source == "penalty":
                    continue
                if not found.stands(seating):
                    continue
                both = [event.name(player).strip() for player in seating.players]
                keys = [name.casefold() for name in both]
                for key, name in zip(keys, both, strict=True):
                    known.setdefault(key, model.rating(name=key))
                    names[key] = name
                    played[key] = played.get(key, 0) + 1
                teams = [[known[key]] for key in keys]
                rated = model.rate(teams, scores=[float(wins) for wins in found.wins])
                for key, (one,) in zip(keys, rated, strict=True):
                    known[key] = one
    found_ratings = [
        Rating(names[key], one.mu, one.sigma, played[key]) for key, one in known.items()
    ]
    return tuple(sorted(found_ratings, key=lambda one: (-one.shown, one.name)))
