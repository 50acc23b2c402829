"""From a game's words to what a camera sees: physical dice, and sightings as looks."""

from collections.abc import Iterable

from hardware.dice import UNKNOWN_BODY, UNKNOWN_INK, DieKind, read_colour, read_face
from rules.core import DieFacts
from rules.track.verdict import Look, Seen
from vision.sighting import Observation, Sighting

SIZE_MM = {"irondie": 15.0}
"""Edge length by family, where it is not the 13 mm of Dice Masters."""


def physical_dice(facts: Iterable[DieFacts]) -> tuple[DieKind, ...]:
    """The bodies and prints of a game's declared dice."""
    return tuple(_die_kind(one) for one in facts)


def _die_kind(facts: DieFacts) -> DieKind:
    first, second, third, fourth, fifth, sixth = (read_face(face) for face in facts.faces)
    return DieKind(
        kind=facts.kind,
        title=facts.title,
        faces=(first, second, third, fourth, fifth, sixth),
        body=read_colour(facts.body, UNKNOWN_BODY),
        ink=read_colour(facts.ink, UNKNOWN_INK),
        icon=facts.icon,
        size_mm=SIZE_MM.get(str(facts.faces[0]["family"]), 13.0),
        side=facts.side,
        body_known=bool(facts.body),
    )


def look_of(observation: Observation) -> Look:
    """What the eye saw, in the tracker's own type."""
    return Look(
        time=observation.time,
        wall=observation.wall,
        sequence=observation.sequence,
        still=observation.still,
        hands=observation.hands,
        dice=tuple(_seen(sighting) for sighting in observation.dice),
    )


def _seen(sighting: Sighting) -> Seen:
    return Seen(
        track=sighting.track,
        x_mm=sighting.x_mm,
        y_mm=sighting.y_mm,
        zone=sighting.zone,
        seat=sighting.seat,
        border_mm=sighting.border_mm,
        cocked=sighting.cocked,
        likelihood={
            (candidate.kind, candidate.face): chance
            for candidate, chance in sighting.likelihood.items()
        },
        floor=sighting.floor,
    )
