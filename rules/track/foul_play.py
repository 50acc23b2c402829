"""Fouls for simulated hands to commit: what is done wrong, and proof that it is wrong.

Each kind works on any game through its protocol: it starts from what is legal and spoils it.
A spoilt table that some one or two legal actions would explain is no foul and is thrown away.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

import msgspec

from rules.core import CHANCE, Action, Draw, Game, Lie, Place, Roll, State, ZoneKind
from rules.track.alike import shown

TRIES: Final = 12
"""Legal actions tried before a kind of foul is given up in a state."""

LOOKED_AHEAD: Final = 900
"""Pairs of actions tried at most to show that no legal way leads to a spoilt table."""


class Foul(msgspec.Struct, frozen=True):
    """A table as it lies after a foul. `cocked` are dice that do not lie flat."""

    kind: str
    layout: tuple[Lie, ...]
    thrown: tuple[str, ...] = ()
    cocked: tuple[str, ...] = ()
    what: str = ""  # in words, for the diary


Maker = Callable[[Game, State, Random], Foul | None]


def commit_foul(game: Game, state: State, rng: Random) -> Foul | None:
    """A random foul that is possible in this state, None when none is."""
    makers = list(KINDS.items())
    rng.shuffle(makers)
    for _, make in makers:
        foul = make(game, state, rng)
        if foul is not None and (foul.cocked or not is_legal(game, state, foul.layout)):
            return foul
    return None


def is_legal(game: Game, state: State, layout: Sequence[Lie]) -> bool:
    """Whether nothing, or up to two legal actions, would make the table look so."""
    wanted = shown(layout, game)
    if shown(game.layout(state), game) == wanted:
        return True
    return any(
        shown(game.layout(s), game) == wanted for s in islice(_ahead(game, state), LOOKED_AHEAD)
    )


def _ahead(game: Game, state: State) -> Iterator[State]:
    """The states one action away, then those two away."""
    nearest = [game.apply(state, action)[0] for action in _legal(game, state)]
    yield from nearest
    for near in nearest:
        for action in _legal(game, near):
            yield game.apply(near, action)[0]


def _legal(game: Game, state: State) -> Sequence[Action]:
    return () if game.to_move(state) in (CHANCE, None) else game.legal(state)


def _after(game: Game, state: State, rng: Random) -> Iterator[tuple[Action, tuple[Lie, ...]]]:
    """Some legal actions with the layouts they lead to."""
    legal = list(_legal(game, state))
    rng.shuffle(legal)
    for action in legal[:TRIES]:
        yield action, game.layout(game.apply(state, action)[0])


def _open(game: Game, lies: Sequence[Lie]) -> list[Lie]:
    return [lie for lie in lies if game.zones[lie.place.zone] is ZoneKind.OPEN]


def partial(game: Game, state: State, rng: Random) -> Foul | None:
    """An action that moves several dice is done but for one of them: a payment not made."""
    before = {lie.die: lie for lie in game.layout(state)}
    for action, layout in _after(game, state, rng):
        moved = [lie for lie in layout if before[lie.die] != lie]
        stayed = [lie for lie in moved if game.zones[before[lie.die].place.zone] is ZoneKind.OPEN]
        if len(moved) < 2 or not stayed:
            continue
        left = rng.choice(stayed)
        spoilt = tuple(before[left.die] if lie.die == left.die else lie for lie in layout)
        return Foul("left-behind", spoilt, what=f"{game.say(state, action)} but for {left.die}")
    return None


def exchanged(game: Game, state: State, rng: Random) -> Foul | None:
    """An action is done with another die than the one it takes: the wrong energy spent."""
    before = {lie.die: lie for lie in game.layout(state)}
    for action, layout in _after(game, state, rng):
        moved = [lie for lie in layout if before[lie.die] != lie]
        spent = [lie for lie in moved if game.zones[before[lie.die].place.zone] is ZoneKind.OPEN]
        if len(moved) < 2 or not spent:
            continue
        given = rng.choice(spent)
        origin = before[given.die]
        others = [
            lie
            for lie in layout
            if lie == before[lie.die]
            and lie.place == origin.place
            and (lie.kind, lie.face) != (origin.kind, origin.face)
        ]
        if not others:
            continue
        other = rng.choice(others)
        swap = {
            given.die: origin,
            other.die: msgspec.structs.replace(other, place=given.place, face=None),
        }
        spoilt = tuple(swap.get(lie.die, lie) for lie in layout)
        return Foul(
            "exchanged", spoilt, what=f"{game.say(state, action)} with {other.die} for {given.die}"
        )
    return None


def wrong_zone(game: Game, state: State, rng: Random) -> Foul | None:
    """A die that comes into play is put down in another zone of the same player."""
    before = {lie.die: lie for lie in game.layout(state)}
    for action, layout in _after(game, state, rng):
        come = [
            lie
            for lie in layout
            if game.zones[before[lie.die].place.zone] is ZoneKind.HIDDEN
            and game.zones[lie.place.zone] is not ZoneKind.HIDDEN
        ]
        if not come:
            continue
        new = rng.choice(come)
        places = [p for p in _places(game, layout) if p.seat == new.place.seat and p != new.place]
        if not places:
            continue
        place = rng.choice(places)
        spoilt = tuple(_put(lie, place, rng) if lie.die == new.die else lie for lie in layout)
        what = f"{game.say(state, action)} into {place.zone}"
        return Foul("wrong-zone", spoilt, what=what)
    return None


def misplaced(game: Game, state: State, rng: Random) -> Foul | None:
    """A die is moved to another zone for no reason: blocking or fielding what may not."""
    layout = game.layout(state)
    movable = _open(game, layout)
    places = _places(game, layout)
    if game.to_move(state) == CHANCE or not movable or len(places) < 2:
        return None
    die = rng.choice(movable)
    choice = [p for p in places if p != die.place and p.seat == die.place.seat]
    if not choice:
        return None
    place = rng.choice(choice)
    spoilt = tuple(_put(lie, place, rng) if lie.die == die.die else lie for lie in layout)
    return Foul("misplaced", spoilt, what=f"{die.die} from {die.place.zone} to {place.zone}")


def turned(game: Game, state: State, rng: Random) -> Foul | None:
    """A die is turned to a face it did not roll."""
    if _may_roll(game, state):
        return None
    layout = game.layout(state)
    shows = [lie for lie in _open(game, layout) if lie.face is not None]
    if game.to_move(state) == CHANCE or not shows:
        return None
    die = rng.choice(shows)
    face = rng.choice([f for f in range(6) if f != die.face])
    spoilt = tuple(
        msgspec.structs.replace(lie, face=face) if lie.die == die.die else lie for lie in layout
    )
    return Foul("turned", spoilt, what=f"{die.die} from {die.face} to {face}")


def rolled_again(game: Game, state: State, rng: Random) -> Foul | None:
    """Dice of one zone are rolled once more when nothing says so."""
    if _may_roll(game, state):
        return None
    layout = game.layout(state)
    shows = [lie for lie in _open(game, layout) if lie.face is not None]
    if game.to_move(state) == CHANCE or len(shows) < 2:
        return None
    place = rng.choice(shows).place
    thrown = [lie.die for lie in shows if lie.place == place][: rng.randint(1, 3)]
    spoilt = tuple(
        msgspec.structs.replace(lie, face=rng.choice([f for f in range(6) if f != lie.face]))
        if lie.die in thrown
        else lie
        for lie in layout
    )
    return Foul("rolled-again", spoilt, tuple(thrown), what=f"{thrown} in {place.zone}")


def cocked(game: Game, state: State, rng: Random) -> Foul | None:
    """A die is left leaning."""
    shows = [lie for lie in _open(game, game.layout(state)) if lie.face is not None]
    if not shows or game.to_move(state) == CHANCE:
        return None
    die = rng.choice(shows).die
    return Foul("cocked", tuple(game.layout(state)), cocked=(die,), what=die)


def miscounted(game: Game, state: State, rng: Random) -> Foul | None:
    """One die too many, or too few, is drawn."""
    chance = game.chance(state)
    if not isinstance(chance, Draw) or chance.count < 2:
        return None
    before = {lie.die: lie for lie in game.layout(state)}
    layout = game.layout(game.apply(state, game.sample(state, rng))[0])
    drawn = [
        lie
        for lie in layout
        if before[lie.die].place != lie.place
        and game.zones[before[lie.die].place.zone] is ZoneKind.HIDDEN
    ]
    if not drawn:
        return None
    origin = before[drawn[0].die].place
    inside = [lie for lie in layout if lie.place == origin]
    if rng.random() < 0.5 and inside:
        extra = rng.choice(inside)
        spoilt = tuple(
            _put(lie, drawn[0].place, rng) if lie.die == extra.die else lie for lie in layout
        )
        return Foul("extra-drawn", spoilt, what=f"{extra.die} as well")
    lost = rng.choice(drawn)
    spoilt = tuple(before[lie.die] if lie.die == lost.die else lie for lie in layout)
    return Foul("missing-drawn", spoilt, what=f"{lost.die} not")


KINDS: Final[Mapping[str, Maker]] = {
    "left-behind": partial,
    "exchanged": exchanged,
    "wrong-zone": wrong_zone,
    "misplaced": misplaced,
    "turned": turned,
    "rolled-again": rolled_again,
    "cocked": cocked,
    "miscounted": miscounted,
}


def _may_roll(game: Game, state: State) -> bool:
    """Whether some legal action leads to a roll: other faces are then no foul."""
    return any(
        isinstance(game.chance(game.apply(state, action)[0]), Roll)
        for action in _legal(game, state)
    )


def _places(game: Game, layout: Sequence[Lie]) -> list[Place]:
    """Every place on the mat that any die may lie in."""
    seats = sorted({lie.place.seat for lie in layout if lie.place.seat is not None})
    zones = [zone for zone, kind in game.zones.items() if kind is not ZoneKind.HIDDEN]
    return [Place(zone, seat) for zone in zones for seat in seats]


def _put(lie: Lie, place: Place, rng: Random) -> Lie:
    face = lie.face if lie.face is not None else rng.randrange(6)
    return msgspec.structs.replace(lie, place=place, face=face, paired=None)
