"""Fouls for simulated hands to commit: what is done wrong, and proof that it is wrong.

Each kind works on any game through its protocol: it starts from what is legal and spoils it.
A spoilt table that some one or two legal actions would explain is no foul and is thrown away.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

import msgspec

from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    DieName,
    Draw,
    FaceIndex,
    KindName,
    KnowsWords,
    Place,
    Placement,
    Roll,
    State,
    ZoneKind,
)
from rules.track.alike import may_lie

TRIES: Final = 12
"""Legal actions tried before a kind of foul is given up in a state."""

LOOKED_AHEAD: Final = 900
"""Pairs of actions tried at most to show that no legal way leads to a spoilt table."""


class Foul(msgspec.Struct, frozen=True):
    """A table as it lies after a foul. `cocked` are dice that do not lie flat."""

    kind: str
    layout: tuple[Placement, ...]
    thrown: tuple[str, ...] = ()
    cocked: tuple[str, ...] = ()
    what: str = ""  # in words, for the diary


Maker = Callable[[AnyGame, State, Random], Foul | None]


def commit_foul(
    game: AnyGame,
    state: State,
    rng: Random,
    alike: Mapping[tuple[KindName, FaceIndex], tuple[KindName, FaceIndex]] | None = None,
    often: Mapping[str, int] | None = None,
) -> Foul | None:
    """A random foul that is possible in this state, None when none is.

    `alike` maps faces to the first face of their kind that is printed the same: turning one to
    the other is no foul that anybody could see. `often` counts the fouls there have been: the
    seldom ones come first.
    """
    makers = list(KINDS)
    rng.shuffle(makers)
    makers.sort(key=lambda kind: (often or {}).get(kind, 0))
    for kind in makers:
        foul = KINDS[kind](game, state, rng)
        if foul is None or _hides_dice(game.layout(state), foul.layout):
            continue
        layout = tuple(_as_printed(placement, alike or {}) for placement in foul.layout)
        if foul.cocked or not is_legal(game, state, layout):
            return foul
    return None


def _hides_dice(before: Sequence[Placement], layout: Sequence[Placement]) -> bool:
    """Whether a die is put under another: nobody looking from above could tell what it is."""
    lay = {placement.die: placement.under for placement in before}
    return any(
        placement.under is not None and placement.under != lay[placement.die]
        for placement in layout
    )


def _as_printed(
    placement: Placement, alike: Mapping[tuple[KindName, FaceIndex], tuple[KindName, FaceIndex]]
) -> Placement:
    if placement.face is None or (placement.kind, placement.face) not in alike:
        return placement
    return msgspec.structs.replace(placement, face=alike[placement.kind, placement.face][1])


def is_legal(game: AnyGame, state: State, layout: Sequence[Placement]) -> bool:
    """Whether nothing, or up to two legal actions, would make the table look so."""
    if may_lie(layout, game.layout(state), game):
        return True
    return any(
        may_lie(layout, game.layout(s), game) for s in islice(_ahead(game, state), LOOKED_AHEAD)
    )


def _ahead(game: AnyGame, state: State) -> Iterator[State]:
    """The states one action away, then those two away."""
    nearest = [game.apply(state, action)[0] for action in _legal(game, state)]
    yield from nearest
    for near in nearest:
        for action in _legal(game, near):
            yield game.apply(near, action)[0]


def _legal(game: AnyGame, state: State) -> Sequence[Action]:
    return () if game.to_move(state) in (CHANCE, None) else game.legal_actions(state)


def _after(
    game: AnyGame, state: State, rng: Random
) -> Iterator[tuple[Action, tuple[Placement, ...]]]:
    """Some legal actions with the layouts they lead to."""
    legal = list(_legal(game, state))
    rng.shuffle(legal)
    for action in legal[:TRIES]:
        yield action, game.layout(game.apply(state, action)[0])


def _open(game: AnyGame, placements: Sequence[Placement]) -> list[Placement]:
    """The dice that lie in the open, none of them under another."""
    return [
        placement
        for placement in placements
        if game.zones[placement.place.zone] is ZoneKind.OPEN and placement.under is None
    ]


def _with(layout: Sequence[Placement], *changed: Placement) -> tuple[Placement, ...]:
    """A layout in which these dice lie so instead."""
    instead = {placement.die: placement for placement in changed}
    return tuple(instead.get(placement.die, placement) for placement in layout)


class _Handled(msgspec.Struct, frozen=True):
    """What the hands do in a legal action."""

    said: str
    layout: tuple[Placement, ...]
    before: Mapping[DieName, Placement]
    spent: tuple[Placement, ...]  # dice that go from the open to a heap
    other: tuple[Placement, ...]  # the other dice that are moved or turned

    def but_for(self, left: Sequence[Placement]) -> tuple[Placement, ...]:
        """The layout if these dice were not touched."""
        return _with(self.layout, *(self.before[placement.die] for placement in left))


def _handled(game: AnyGame, state: State, rng: Random) -> Iterator[_Handled]:
    before = {placement.die: placement for placement in game.layout(state)}
    words = game if isinstance(game, KnowsWords) else None
    for action, layout in _after(game, state, rng):
        if words is not None and words.is_only_said(state, action):
            continue  # nobody has to move a die for it
        moved = [placement for placement in layout if before[placement.die] != placement]
        spent = tuple(
            placement
            for placement in moved
            if _open(game, [before[placement.die]])
            and game.zones[placement.place.zone] is ZoneKind.HEAP
        )
        other = tuple(placement for placement in moved if placement not in spent)
        yield _Handled(game.say(state, action), layout, before, spent, other)


def unpaid(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """Something is bought or fielded, and none of the dice that pay for it are spent."""
    for handled in _handled(game, state, rng):
        if handled.spent and handled.other:
            what = f"{handled.said} without paying"
            return Foul("unpaid", handled.but_for(handled.spent), what=what)
    return None


def partly_paid(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """Something is bought or fielded, and one of the dice that pay for it is not spent."""
    for handled in _handled(game, state, rng):
        if len(handled.spent) > 1 and handled.other:
            left = rng.choice(handled.spent)
            what = f"{handled.said} but for {left.die}"
            return Foul("partly-paid", handled.but_for([left]), what=what)
    return None


def kept(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """Dice go at the end of a step, and one of them stays: a character that was not fielded."""
    for handled in _handled(game, state, rng):
        if handled.spent and not handled.other:
            left = rng.choice(handled.spent)
            what = f"{handled.said} but {left.die} is kept"
            return Foul("kept", handled.but_for([left]), what=what)
    return None


def left_behind(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """Several dice are moved, and one that should go with them is not."""
    for handled in _handled(game, state, rng):
        if len(handled.other) > 1 and not handled.spent:
            left = rng.choice(handled.other)
            if _open(game, [handled.before[left.die]]):
                what = f"{handled.said} but for {left.die}"
                return Foul("left-behind", handled.but_for([left]), what=what)
    return None


def not_allowed(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """A die goes where others of its zone may go: an illegal blocker, attacker, character."""
    before = {placement.die: placement for placement in game.layout(state)}
    ways = [
        (before[placement.die], placement)
        for _, layout in _after(game, state, rng)
        for placement in layout
        if placement.place != before[placement.die].place
        and _open(game, [placement, before[placement.die]]) == [placement, before[placement.die]]
    ]
    if not ways:
        return None
    origin, goal = rng.choice(ways)
    allowed = {(old.kind, old.face) for old, new in ways if new.place == goal.place}
    others = [
        placement
        for placement in before.values()
        if placement.place == origin.place
        and placement.under is None
        and (placement.kind, placement.face) not in allowed
    ]
    if not others:
        return None
    other = rng.choice(others)
    moved = msgspec.structs.replace(other, place=goal.place, paired=goal.paired)
    spoilt = _with(tuple(before.values()), moved)
    return Foul("not-allowed", spoilt, what=f"{other.die} to {goal.place.zone}")


def rerolled_spent(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """A die that should be turned, being spent in part, is rolled."""
    for handled in _handled(game, state, rng):
        turned_dice = [
            placement
            for placement in handled.other
            if placement.face is not None
            and handled.before[placement.die].place == placement.place
            and handled.before[placement.die].face not in {None, placement.face}
        ]
        if not turned_dice:
            continue
        die = rng.choice(turned_dice)
        shown_faces = {die.face, handled.before[die.die].face}
        face = rng.choice([face for face in range(6) if face not in shown_faces])
        spoilt = _with(handled.layout, msgspec.structs.replace(die, face=face))
        what = f"{handled.said}, and {die.die} rolled"
        return Foul("rerolled-spent", spoilt, (die.die,), what=what)
    return None


def skipped(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """Something that must be done now is not, and the next thing is."""
    legal = _legal(game, state)
    if not legal or not all(game.leaves_trace(state, action) for action in legal):
        return None
    before = {placement.die: placement for placement in game.layout(state)}
    must = game.apply(state, rng.choice(list(legal)))[0]
    between = {placement.die: placement for placement in game.layout(must)}
    for action, layout in _after(game, must, rng):
        done = [placement for placement in layout if placement != between[placement.die]]
        if done and all(before[placement.die] == between[placement.die] for placement in done):
            spoilt = _with(tuple(before.values()), *done)
            return Foul("skipped", spoilt, what=f"{game.say(must, action)} too early")
    return None


def exchanged(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """An action is done with another die than the one it takes: the wrong energy spent."""
    before = {placement.die: placement for placement in game.layout(state)}
    for action, layout in _after(game, state, rng):
        moved = [placement for placement in layout if before[placement.die] != placement]
        spent = [
            placement
            for placement in moved
            if _open(game, [before[placement.die]])
            and placement.place != before[placement.die].place
        ]
        if len(moved) < 2 or not spent:
            continue
        given = rng.choice(spent)
        origin = before[given.die]
        others = [
            placement
            for placement in layout
            if placement == before[placement.die]
            and placement.place == origin.place
            and (placement.kind, placement.face) != (origin.kind, origin.face)
        ]
        if not others:
            continue
        other = rng.choice(others)
        heap = game.zones[given.place.zone] is ZoneKind.HEAP
        face = None if heap else other.face
        taken = msgspec.structs.replace(other, place=given.place, face=face)
        what = f"{game.say(state, action)} with {other.die} for {given.die}"
        return Foul("exchanged", _with(layout, origin, taken), what=what)
    return None


def wrong_zone(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """A die that comes into play is put down in another zone of the same player."""
    before = {placement.die: placement for placement in game.layout(state)}
    for action, layout in _after(game, state, rng):
        come = [
            placement
            for placement in layout
            if game.zones[before[placement.die].place.zone] is ZoneKind.HIDDEN
            and game.zones[placement.place.zone] is not ZoneKind.HIDDEN
        ]
        if not come:
            continue
        new = rng.choice(come)
        places = [p for p in _places(game, layout) if p.seat == new.place.seat and p != new.place]
        if not places:
            continue
        place = rng.choice(places)
        what = f"{game.say(state, action)} into {place.zone}"
        return Foul("wrong-zone", _with(layout, _put(new, place, rng)), what=what)
    return None


def misplaced(game: AnyGame, state: State, rng: Random) -> Foul | None:
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
    what = f"{die.die} from {die.place.zone} to {place.zone}"
    return Foul("misplaced", _with(layout, _put(die, place, rng)), what=what)


def turned(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """A die is turned to a face it did not roll."""
    if _may_roll(game, state):
        return None
    layout = game.layout(state)
    shows = [placement for placement in _open(game, layout) if placement.face is not None]
    if game.to_move(state) == CHANCE or not shows:
        return None
    die = rng.choice(shows)
    face = rng.choice([f for f in range(6) if f != die.face])
    spoilt = _with(layout, msgspec.structs.replace(die, face=face))
    return Foul("turned", spoilt, what=f"{die.die} from {die.face} to {face}")


def rolled_again(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """Dice of one zone are rolled once more when nothing says so."""
    if _may_roll(game, state):
        return None
    layout = game.layout(state)
    shows = [placement for placement in _open(game, layout) if placement.face is not None]
    if game.to_move(state) == CHANCE or len(shows) < 2:
        return None
    place = rng.choice(shows).place
    dice = [placement for placement in shows if placement.place == place][: rng.randint(1, 3)]
    rolled = [
        msgspec.structs.replace(
            placement, face=rng.choice([f for f in range(6) if f != placement.face])
        )
        for placement in dice
    ]
    thrown = [placement.die for placement in dice]
    what = f"{thrown} in {place.zone}"
    return Foul("rolled-again", _with(layout, *rolled), tuple(thrown), what=what)


def cocked(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """A die is left leaning."""
    shows = [
        placement for placement in _open(game, game.layout(state)) if placement.face is not None
    ]
    if not shows or game.to_move(state) == CHANCE:
        return None
    die = rng.choice(shows).die
    return Foul("cocked", tuple(game.layout(state)), cocked=(die,), what=die)


def extra_drawn(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """One die too many is drawn."""
    drawn, inside, layout = _drawn(game, state, rng)
    if not drawn or not inside:
        return None
    extra = rng.choice(inside)
    spoilt = _with(layout, _put(extra, drawn[0].place, rng))
    return Foul("extra-drawn", spoilt, what=f"{extra.die} as well")


def missing_drawn(game: AnyGame, state: State, rng: Random) -> Foul | None:
    """One die too few is drawn."""
    drawn, _, layout = _drawn(game, state, rng)
    if not drawn:
        return None
    before = {placement.die: placement for placement in game.layout(state)}
    lost = rng.choice(drawn)
    return Foul("missing-drawn", _with(layout, before[lost.die]), what=f"{lost.die} not")


def _drawn(
    game: AnyGame, state: State, rng: Random
) -> tuple[list[Placement], list[Placement], tuple[Placement, ...]]:
    """The dice of a draw, those that stay inside, and the layout after it."""
    chance = game.chance(state)
    if not isinstance(chance, Draw) or chance.count < 2:
        return [], [], ()
    after, _ = game.apply(state, game.sample(state, rng))
    if isinstance(game.chance(after), Draw):
        return [], [], ()  # more dice follow at once: one more or less is no foul yet
    before = {placement.die: placement for placement in game.layout(state)}
    layout = game.layout(after)
    drawn = [
        placement
        for placement in layout
        if before[placement.die].place != placement.place
        and game.zones[before[placement.die].place.zone] is ZoneKind.HIDDEN
    ]
    inside = [
        placement for placement in layout if drawn and placement.place == before[drawn[0].die].place
    ]
    return drawn, inside, tuple(layout)


KINDS: Final[Mapping[str, Maker]] = {
    "unpaid": unpaid,
    "partly-paid": partly_paid,
    "exchanged": exchanged,
    "rolled-again": rolled_again,
    "rerolled-spent": rerolled_spent,
    "kept": kept,
    "left-behind": left_behind,
    "not-allowed": not_allowed,
    "extra-drawn": extra_drawn,
    "missing-drawn": missing_drawn,
    "wrong-zone": wrong_zone,
    "cocked": cocked,
    "turned": turned,
    "misplaced": misplaced,
    "skipped": skipped,
}
"""How each kind is committed. Life changed without cause is no matter of dice: see `Play`."""


def _may_roll(game: AnyGame, state: State) -> bool:
    """Whether some legal action leads to a roll: other faces are then no foul."""
    return any(
        isinstance(game.chance(game.apply(state, action)[0]), Roll)
        for action in _legal(game, state)
    )


def _places(game: AnyGame, layout: Sequence[Placement]) -> list[Place]:
    """Every place on the mat that any die may lie in."""
    seats = sorted(
        {placement.place.seat for placement in layout if placement.place.seat is not None}
    )
    zones = [zone for zone, kind in game.zones.items() if kind is not ZoneKind.HIDDEN]
    return [Place(zone, seat) for zone in zones for seat in seats]


def _put(placement: Placement, place: Place, rng: Random) -> Placement:
    face = placement.face if placement.face is not None else rng.randrange(6)
    return msgspec.structs.replace(placement, place=place, face=face, paired=None)
