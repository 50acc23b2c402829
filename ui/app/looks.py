"""Between game and camera: the game's dice as the eye needs them, observations as looks."""

from collections.abc import Iterable
from colorsys import hsv_to_rgb
from zlib import crc32

from hardware.dice import Colour, DieKind, read_colour, read_face
from rules.core import DieFacts, FaceIndex, KindName, Place, Seat
from rules.track.verdict import Look, Marker, Seen
from vision.sighting import Observation, Sighting


def die_kinds(facts: Iterable[DieFacts]) -> tuple[DieKind, ...]:
    """The game's dice as the eye needs them: body colour, ink, six faces, size."""
    return tuple(_die_kind(one) for one in facts)


def _die_kind(facts: DieFacts) -> DieKind:
    first, second, third, fourth, fifth, sixth = (read_face(face) for face in facts.faces)
    body = read_colour(facts.body, _usual_body(facts.title))
    return DieKind(
        kind=facts.kind,
        title=facts.title,
        faces=(first, second, third, fourth, fifth, sixth),
        body=body,
        ink=read_colour(facts.ink, _ink_on(body)),
        icon=facts.icon,
        shape=facts.shape,
        size_mm=facts.size_mm,
        side=facts.side,
        body_known=bool(facts.body),
    )


def _usual_body(title: str) -> Colour:
    """For dice whose plastic nobody has measured: some colour, the same for all of a title."""
    hue = crc32(title.encode()) % 360 / 360
    red, green, blue = hsv_to_rgb(hue, 0.65, 0.75)
    return (round(red * 255), round(green * 255), round(blue * 255))


def _ink_on(body: Colour) -> Colour:
    """White print on dark plastic, black on light."""
    return (250, 250, 250) if sum(body) < 400 else (15, 15, 15)


def look_of(observation: Observation) -> Look:
    """The observation as the tracker's `Look`."""
    return Look(
        time=observation.time,
        wall=observation.wall,
        sequence=observation.sequence,
        still=observation.still,
        hands=observation.hands,
        dice=tuple(_seen(sighting) for sighting in observation.dice),
        life=tuple(Marker(Seat(mark.seat), mark.life) for mark in observation.life),
    )


def _seat(seat: int | None) -> Seat | None:
    return None if seat is None else Seat(seat)


def _place(zone: str, seat: int | None) -> Place:
    return Place(zone, _seat(seat))


def _seen(sighting: Sighting) -> Seen:
    return Seen(
        track=sighting.track,
        x_mm=sighting.x_mm,
        y_mm=sighting.y_mm,
        zone=sighting.zone,
        seat=_seat(sighting.seat),
        border_mm=sighting.border_mm,
        cocked=sighting.cocked,
        likelihood={
            (KindName(candidate.kind), FaceIndex(candidate.face)): chance
            for candidate, chance in sighting.likelihood.items()
        },
        floor=sighting.floor,
        near=None if sighting.near is None else tuple(_place(*place) for place in sighting.near),
    )
