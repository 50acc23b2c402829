"""What really happened in a simulated game, and whether somebody else knows of it."""

from rules.core import CHANCE, Action, AnyGame, KnowsWords, State
from rules.track.alike import looks_alike
from rules.track.likeness import likeness


class Truth:
    """The true course of a game since the tracker was last known to follow it."""

    def __init__(self, game: AnyGame, state: State) -> None:
        """Everybody knows that the game stands in `state`."""
        self._game = game
        self.state = state
        self.since: list[State] = [state]  # the true states since then
        self._words = [False]  # of each, whether no more than a word led to it
        self.done: list[str] = []  # what was done since then, in the game's notation

    def go_on(self, action: Action, after: State) -> None:
        """Something is done."""
        game = self._game
        self.done.append(game.say(self.state, action))
        word = isinstance(game, KnowsWords) and game.is_only_said(self.state, action)
        self.state = after
        self.since.append(after)
        self._words.append(word)

    def told(self, after: State) -> None:
        """The tracker was told of what leads to `after` before it is done."""
        self.since.append(after)
        self._words.append(False)

    def known(self) -> None:
        """The tracker was put right."""
        self.since, self.done, self._words = [self.state], [], [False]

    def agreed(self, mine: State) -> None:
        """The tracker follows as far as `mine`: what came after that was silent."""
        newest = self._newest(mine)
        assert newest is not None
        self.since, self.done, self._words = self.since[newest:], [], self._words[newest:]

    def _newest(self, mine: State) -> int | None:
        """The number of the newest true state since then that is like `mine`."""
        like = likeness(self._game, mine)
        likes = [likeness(self._game, state) for state in self.since]
        return max((n for n, other in enumerate(likes) if other == like), default=None)

    def passed(self, mine: State) -> bool:
        """Whether the game stood so at some time since then."""
        return self._newest(mine) is not None

    def is_like(self, mine: State) -> bool:
        """Whether `mine` is the true state, as far as anybody at the table could say."""
        return likeness(self._game, mine) == likeness(self._game, self.state)

    def agrees(self, mine: State) -> bool:
        """Whether `mine` is the true state but for what leaves no trace, and for mere words.

        Silent actions will be inferred or asked about in time.
        """
        if self.is_like(mine):
            return True
        game, newest = self._game, self._newest(mine)
        if newest is None:
            return False
        only_said = all(self._words[newest + 1 :])
        return only_said or looks_alike(game.layout(mine), game.layout(self.state), game)

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
