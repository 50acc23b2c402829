"""What really happened in a simulated game, and whether somebody else knows of it."""

from rules.core import CHANCE, Action, AnyGame, State
from rules.track.alike import looks_alike
from rules.track.likeness import likeness


class Truth:
    """The true course of a game since the tracker was last known to follow it."""

    def __init__(self, game: AnyGame, state: State) -> None:
        """Everybody knows that the game stands in `state`."""
        self._game = game
        self.state = state
        self.since: list[State] = [state]  # the true states since then
        self.done: list[str] = []  # what was done since then, in the game's notation

    def go_on(self, action: Action, after: State) -> None:
        """Something is done."""
        self.done.append(self._game.say(self.state, action))
        self.state = after
        self.since.append(after)

    def told(self, after: State) -> None:
        """The tracker was told of what leads to `after` before it is done."""
        self.since.append(after)

    def known(self) -> None:
        """The tracker was put right."""
        self.since, self.done = [self.state], []

    def agreed(self, mine: State) -> None:
        """The tracker follows as far as `mine`: what came after that was silent."""
        like = likeness(self._game, mine)
        likes = [likeness(self._game, state) for state in self.since]
        newest = max(n for n, other in enumerate(likes) if other == like)
        self.since, self.done = self.since[newest:], []

    def passed(self, mine: State) -> bool:
        """Whether the game stood so at some time since then."""
        like = likeness(self._game, mine)
        return any(likeness(self._game, state) == like for state in self.since)

    def is_like(self, mine: State) -> bool:
        """Whether `mine` is the true state, as far as anybody at the table could say."""
        return likeness(self._game, mine) == likeness(self._game, self.state)

    def agrees(self, mine: State) -> bool:
        """Whether `mine` is the true state but for what leaves no trace.

        Silent actions will be inferred or asked about in time.
        """
        if self.is_like(mine):
            return True
        game = self._game
        return self.passed(mine) and looks_alike(game.layout(mine), game.layout(self.state), game)

    def is_at_one(self, mine: State) -> bool:
        """Whether all that the players know is known in `mine`, and what they may do next."""
        game, true = self._game, self.state
        if not self.is_like(mine):
            return False
        if game.to_move(true) == CHANCE:
            return True
        return {game.say(mine, action) for action in game.legal_actions(mine)} == {
            game.say(true, action) for action in game.legal_actions(true)
        }
