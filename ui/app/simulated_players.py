"""Simulated players: they choose legal actions, by a script or by chance, and know the truth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hardware.simulated import WantedDie
from rules.core import CHANCE, Action, AnyGame, Placement, Roll, State
from words import joined, tr

BY_HAND = "hand"
"""The group of offers that leave nothing to see, as a die that one partner hands the other."""

QUIET_GROUPS = frozenset({"pass", BY_HAND})
"""Offers that do nothing on the table; players who play at random choose them less often."""

LIVELY = 0.8
"""Chance that a random player does something when something can be done."""


@dataclass(frozen=True, slots=True)
class SimulatedMove:
    """One action at the simulated table."""

    action: Action
    said: str
    state: State  # after it
    rolled: frozenset[str]  # dice that were thrown
    traced: bool  # whether the dice lie differently now, for all to see
    by_hand: bool = False  # what no look at any time will tell: players say it aloud


class SimulatedPlayers:
    """All players of a simulated table; `state` is the true state of the game."""

    def __init__(
        self, game: AnyGame, state: State, rng: Random, script: Sequence[Any] = ()
    ) -> None:
        """`script`: written actions to play first; then the players choose at random."""
        self._game = game
        self._rng = rng
        self._script = list(script)
        self.state = state

    @property
    def scripted(self) -> bool:
        """Whether the script is not at its end."""
        return bool(self._script)

    def move(self) -> SimulatedMove | None:
        """Do the next thing; None when the game is over."""
        before = self.state
        if self._game.to_move(before) is None:
            return None
        action = self._next_of_script() if self._script else self._chosen()
        chance = self._game.chance(before)
        hands = [o.action for o in self._game.offers(before) if o.group == BY_HAND]
        self.state, _ = self._game.apply(before, action)
        return SimulatedMove(
            action,
            self._game.say(before, action),
            self.state,
            frozenset(die for die, _ in chance.dice) if isinstance(chance, Roll) else frozenset(),
            _lies(self._game, before) != _lies(self._game, self.state)
            and _shown(self._game, before) != _shown(self._game, self.state),
            action in hands,
        )

    def _next_of_script(self) -> Action:
        action, done = scripted_action(self._game, self.state, self._script[0])
        if done:
            del self._script[0]
        return action

    def _chosen(self) -> Action:
        if self._game.to_move(self.state) == CHANCE:
            return self._game.sample(self.state, self._rng)
        legal = self._game.legal_actions(self.state)
        quiet = [o.action for o in self._game.offers(self.state) if o.group in QUIET_GROUPS]
        lively = [action for action in legal if action not in quiet]
        return self._rng.choice(lively if lively and self._rng.random() < LIVELY else legal)


def scripted_action(game: AnyGame, state: State, step: Mapping[str, Any]) -> tuple[Action, bool]:
    """The action a line of a script means now, and whether it uses the line up.

    `draw` and `roll` say how chance falls; `do` is a decision, as the game says it or as its
    words begin. Where that is not possible yet, whoever is to decide passes. Raises `ValueError`.
    """
    if game.to_move(state) == CHANCE:
        result = step.get("draw") or step.get("roll")
        if result is None:
            raise ValueError(
                tr("the script has {dict} where dice are drawn or rolled.", dict=dict(step))
            )
        return game.settle(state, result), True
    said = {game.say(state, action): action for action in game.legal_actions(state)}
    words = str(step.get("do", "-"))
    for text, action in said.items():
        if text == words:
            return action, True
    for text, action in said.items():
        if text.startswith(words):
            return action, True
    quiet = [
        offer.action
        for offer in game.offers(state)
        if offer.group == "pass" and offer.text != "no"  # declining is a choice of its own
    ]
    if len(quiet) == 1:
        return quiet[0], False
    raise ValueError(
        tr(
            "the script has {dict}, but possible are only: {names}.",
            dict=dict(step),
            names=joined(", ", said),
        )
    )


def wanted(placements: Sequence[Placement]) -> Iterator[tuple[str, WantedDie]]:
    """Where the hands must put each die."""
    for placement in placements:
        place = placement.place
        yield (
            placement.die,
            WantedDie(
                placement.kind,
                place.zone,
                place.seat,
                placement.face,
                placement.under,
                placement.paired,
            ),
        )


def same_table(game: AnyGame, one: State, other: State) -> bool:
    """Whether two states are the same to players: dice of one kind are interchangeable."""
    return _appearance(game, one) == _appearance(game, other)


def _lies(game: AnyGame, state: State) -> list[tuple[str, str, str, int, str]]:
    placements = game.layout(state)
    kinds = {placement.die: f"{placement.kind} {placement.face}" for placement in placements}
    return sorted(
        (
            placement.kind,
            placement.place.zone,
            str(placement.place.seat),
            -1 if placement.face is None else placement.face,
            kinds.get(other, "") if (other := placement.paired or placement.under) else "",
        )
        for placement in placements
    )


def _appearance(game: AnyGame, state: State) -> object:
    view = game.view(state)
    lives = [seat.life for seat in view.seats]
    standing = (view.turn, view.step, view.substep, game.to_move(state))
    return _lies(game, state), _shown(game, state), lives, standing


def _shown(game: AnyGame, state: State) -> list[tuple[str, str, str, str]]:
    """The dice as everybody may see them; a secret choice changes nothing here."""
    dice = game.view(state).dice
    return sorted((str(die.place), die.title, die.short, die.detail) for die in dice)
