"""Which actions are worth trying first: those that handle the dice that do not lie as they should.

With what still disagrees to steer by, eight moves made at once cost little more than eight steps.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from rules.core import Action, CountsDice, DieName, KindName, KnowsWords, Seat
from rules.track.expansion import Expansion
from rules.track.explanation import Node

CALM: Final = -2.0
"""What a die that lies as it should says for an action that handles it; a restless one says 1."""

HANDLED: Final = 0.3
"""The same where a die that lay there was taken up, though one lies there now as it should."""

THROWN: Final = 2.0
"""What it says for an action that the dice seen rolling next are among those it handles."""

JUST_THROWN: Final = 1.0
"""The same besides when it handles no others."""

CHUNK: Final = 6
"""Actions tried at a time before the rest of a state's actions wait their turn."""


SAID: Final = 50.0
"""What it says for an action that hands need not do anything for: it is tried before the others."""

MISCOUNTED: Final = -2.0
"""What each die in another zone than after an action says against it, where a game counts them."""


class Priority:
    """How likely an action is to help: restless dice it handles, less the calm ones."""

    def __init__(self, expansion: Expansion, node: Node) -> None:
        """Weigh actions by what disagrees at `node`."""
        self._expansion = expansion
        self._node = node
        board = expansion.board
        self._kinds = board.kinds(node.residue)
        self._sides = board.kinds_by_side(node.residue)
        self._lies = {lie.die: lie for lie in node.here.layout}
        self._worth: dict[str, float] = {}
        self._unseen: dict[DieName, tuple[KindName, Seat | None]] = {}  # that may come to light

    def __call__(self, action: Action) -> float:
        """What the dice it handles say for an action, together."""
        worth, touched = self._worth, self._expansion.touches(self._node, action)
        for die in touched:
            if die not in worth:
                worth[die] = self._of(die)
        return sum(worth[die] for die in touched) + self._too_many(touched)

    def _too_many(self, touched: frozenset[DieName]) -> float:
        """What it says that more of a player's dice are handled than have come to light there."""
        unseen, sides = self._unseen, self._sides
        over = 0
        for (kind, seat), count in Counter(unseen[die] for die in touched if die in unseen).items():
            shown = sides[kind, seat] + (sides[kind, None] if seat is not None else 0)
            over += max(0, count - shown)
        return (CALM - 1.0) * over

    def share(self, action: Action) -> tuple[float, int]:
        """Which share of the dice it handles is restless, and how many dice those are."""
        if not self._expansion.tells_touches:
            return 1.0, 0
        touched = self._expansion.touches(self._node, action)
        if not touched:
            return 0.0, 0
        return sum(self._of(die) > 0 for die in touched) / len(touched), len(touched)

    def _of(self, die: DieName) -> float:
        lie = self._lies.get(die)
        if lie is None:
            return 0.0
        board, node = self._expansion.board, self._node
        slot = board.slot(lie)
        if slot in node.here.wanted:
            come_to_light = board.is_covered(slot) and self._kinds.get(lie.kind)
            if slot in node.residue.lacking or come_to_light:
                return 1.0
            if lie.kind in self._expansion.landed:
                return 1.0
            watched = self._expansion.watches and board.follows
            return HANDLED if watched and board.taken_from(slot) else CALM
        if not self._kinds.get(lie.kind):
            return CALM  # hidden
        self._unseen[die] = lie.kind, lie.place.seat
        return 1.0


def rank_actions(expansion: Expansion, node: Node) -> list[tuple[float, Action]]:
    """The legal actions with their promise, those that handle restless dice first."""
    if node.ranked is None:
        promise, counted, said = (
            Priority(expansion, node),
            _counted(expansion, node),
            _said(expansion, node),
        )
        thrown = _thrown(expansion, node)
        scored = [
            (promise(action) + counted(action) + said(action) + thrown(action), action)
            for action in expansion.legal_actions(node)
        ]
        scored.sort(key=lambda pair: -pair[0])
        node.ranked = scored
    return node.ranked


def _said(expansion: Expansion, node: Node) -> Callable[[Action], float]:
    """What it says for an action that it may be no more than a word."""
    game, state = expansion.game, node.here.state
    if not isinstance(game, KnowsWords):
        return lambda _: 0.0
    return lambda action: SAID if game.is_only_said(state, action) else 0.0


def _thrown(expansion: Expansion, node: Node) -> Callable[[Action], float]:
    """What the dice that were seen rolling next say for an action: it may have them thrown."""
    throw = expansion.thrown_next(node)
    if throw is None:
        return lambda _: 0.0
    kinds = {lie.die: lie.kind for lie in node.here.layout}

    def says(action: Action) -> float:
        handled = Counter(kinds[die] for die in expansion.touches(node, action) if die in kinds)
        if throw.kinds - handled or throw.count > handled.total():
            return 0.0
        return THROWN + JUST_THROWN * (throw.count == handled.total())

    return says


def _counted(expansion: Expansion, node: Node) -> Callable[[Action], float]:
    """What the number of dice in each zone says for or against an action."""
    game = expansion.game
    if not isinstance(game, CountsDice):
        return lambda _: 0.0
    seen = Counter(piece.place for piece in expansion.board.pieces)

    def against(action: Action) -> float:
        after = game.dice_after(node.here.state, action)
        return MISCOUNTED * sum(abs(seen[place] - count) for place, count in after.items())

    return against
