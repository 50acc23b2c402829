"""A random legal game: what is truly played, before anybody asks how hands do it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from rules.core import (
    CHANCE,
    GAME,
    Action,
    AnyGame,
    Chance,
    FaceIndex,
    HasClocks,
    NamesTouchedDice,
    Placement,
    Roll,
    Seat,
    State,
    ZoneKind,
)

QUIET_SHARE: Final = 0.12
"""How often players pass, or declare nothing more, while they could do something."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of the game."""

    before: State
    action: Action
    after: State
    seat: int | None  # who decided; None: chance
    chance: Chance | None  # what was drawn or rolled
    faces: Mapping[str, FaceIndex] = field(default_factory=dict)  # of dice rolled, as they came up


ROWS: Final = frozenset({"attack"})
"""Zones in which dice stand in a row, so that others can be put before them."""

BOLD: Final = 3.0
TIMID: Final = 0.5
"""How much rather players bring dice into play than do anything else, and how much less they
attack: who attacks with everything has nothing to block with."""

RELUCTANT_SHARE: Final = 0.5
"""How often they attack no further, while they could."""

MANY: Final = 40
GENEROUS: Final = 0.7
"""Of so many ways, players choose this often one that uses more dice than eleven others."""


AHEAD: Final = 4
"""Steps that players of a game with clocks look ahead, by chance, not to lose at once."""

TRIES: Final = 4


def legal_game(
    game: AnyGame, state: State, rng: Random, most: int, time_up: int | None = None
) -> Iterator[Step]:
    """Play at random from a state to the end, or for so many actions and to a point of rest.

    `time_up`: after so many actions time is called, where the game knows clocks.
    """
    for number in range(4 * most):
        mover = game.to_move(state)
        if mover is None or (number >= most and mover != CHANCE):
            return
        called = None
        if time_up is not None and number >= time_up and mover != CHANCE:
            called = game.time_called(state) if isinstance(game, HasClocks) else None
        if called is not None:
            after, _ = game.apply(state, called)
            step = Step(state, called, after, None, None)
        else:
            step = _step(game, state, mover, rng)
        yield step
        state = step.after


def time_runs_out(game: AnyGame, setup: Mapping[str, Any], rng: Random) -> int | None:
    """After how many actions time is called; None where the game has as long as it takes."""
    limit = game.clocks(setup)[GAME].limit if isinstance(game, HasClocks) else None
    return rng.randint(4, 30) if limit is not None else None


def _step(game: AnyGame, state: State, mover: Seat, rng: Random) -> Step:
    chance = game.chance(state) if mover == CHANCE else None
    faces: dict[str, FaceIndex] = {}
    if isinstance(chance, Roll):
        shown = [FaceIndex(rng.randrange(6)) for _ in chance.dice]
        faces = dict(zip((die for die, _ in chance.dice), shown, strict=True))
        action = game.settle(state, shown)
    elif chance is not None:
        action = game.sample(state, rng)
    else:
        action = _decision(game, state, rng)
        for _ in range(TRIES if isinstance(game, HasClocks) else 0):
            if not _loses(game, state, action, mover, rng):
                break
            action = _decision(game, state, rng)
    after, _ = game.apply(state, action)
    return Step(state, action, after, None if chance is not None else mover, chance, faces)


def _loses(game: AnyGame, state: State, action: Action, seat: Seat, rng: Random) -> bool:
    """Whether a few steps played by chance after an action end with this seat having lost."""
    for _ in range(AHEAD):
        state, _ = game.apply(state, action)
        over, mover = game.outcome(state), game.to_move(state)
        if over is not None or mover is None:
            return over is not None and seat not in over.winners
        action = (
            game.sample(state, rng) if mover == CHANCE else rng.choice(game.legal_actions(state))
        )
    return False


def _decision(game: AnyGame, state: State, rng: Random) -> Action:
    """Something to do: first what sort of thing, then which, so that payments do not crowd in."""
    sorts: dict[str, list[Action]] = {}
    for action in game.legal_actions(state):
        sorts.setdefault(type(action).__name__, []).append(action)
    quiet = [name for name, actions in sorts.items() if not _touches(game, state, actions[0])]
    lively = [name for name in sorts if name not in quiet]
    boldness = [_boldness(game, state, sorts[name][0]) for name in lively]
    reluctant = bool(lively) and max(boldness) < 1.0
    share = RELUCTANT_SHARE if reluctant else QUIET_SHARE
    names = lively if lively and rng.random() >= share else quiet or lively
    weights = boldness if names is lively else [1.0] * len(names)
    actions = sorts[rng.choices(names, weights)[0]]
    if len(actions) > MANY and rng.random() < GENEROUS:
        few = rng.sample(actions, 12)
        return max(few, key=lambda action: len(_touches(game, state, action)))
    return rng.choice(actions)


def _boldness(game: AnyGame, state: State, action: Action) -> float:
    """How gladly players do such a thing: bring a die into play, stand in the way, attack."""
    before, after = by_die(game.layout(state)), game.layout(game.apply(state, action)[0])
    moved = [
        lie
        for lie in after
        if lie.place != before[lie.die].place
        and game.zones[lie.place.zone] is ZoneKind.OPEN
        and game.zones[before[lie.die].place.zone] is ZoneKind.OPEN
    ]
    if len(moved) != 1:
        return 1.0
    attacks = moved[0].place.zone in ROWS and moved[0].paired is None
    return TIMID if attacks else BOLD


def _touches(game: AnyGame, state: State, action: Action) -> Sequence[str]:
    return game.touches(state, action) if isinstance(game, NamesTouchedDice) else ("?",)


def by_die(layout: Sequence[Placement]) -> dict[str, Placement]:
    """A layout by the names of its dice."""
    return {lie.die: lie for lie in layout}
