"""Why something was entered, asked or named: what was in the race, and what spoke against each."""

import math
from collections.abc import Mapping, Sequence

from rules.core import AnyGame, KindName, State
from rules.track.belief import Thought
from rules.track.explanation import AGREES, Explanation
from rules.track.fit import Board
from rules.track.fouls import changes, difference_in_words
from rules.track.verdict import Considered

SHOWN = 4
"""Explanations told of at most."""

DICE = 4
"""Dice told of at most that lie otherwise than one explanation says."""

LIKE_NONE = 40.0
"""Nats behind the best that stand for any number beyond."""


UNREAD = 7.0
"""Nats by which a face that is easy to read is ahead of every other."""


def considered(
    game: AnyGame, entered: State, thought: Thought, titles: Mapping[KindName, str]
) -> tuple[Considered, ...]:
    """What may have happened since `entered`, likeliest first, as it is thought of now."""
    begun = (thought.halfway.explanation,) if thought.halfway is not None else ()
    told = {
        each.actions: each
        for each in (*thought.nearest, thought.nothing, *begun, *thought.rivals, thought.best)
    }
    first = [thought.best, *thought.rivals]
    others = sorted((e for e in told.values() if not _among(e, first)), key=_cost)
    race = sorted(first, key=_cost)[:SHOWN]
    race += others[: max(1, SHOWN - len(race))]
    least = min(map(_cost, race))
    odds = [math.exp(-min(LIKE_NONE, _cost(each) - least)) for each in race]
    return tuple(
        Considered(
            _said(game, entered, each),
            chance / sum(odds),
            tuple(_reasons(game, thought.board, each, titles)),
        )
        for each, chance in zip(race, odds, strict=True)
    )


def _among(explanation: Explanation, others: Sequence[Explanation]) -> bool:
    return any(explanation.actions == other.actions for other in others)


def _cost(explanation: Explanation) -> float:
    return explanation.total + explanation.pending


def _said(game: AnyGame, state: State, explanation: Explanation) -> str:
    """An explanation in the game's notation."""
    said = list[str]()
    for action in explanation.actions:
        said.append(game.say(state, action))
        state, _ = game.apply(state, action)
    return "; ".join(said) or "nothing more"


def _reasons(
    game: AnyGame, board: Board, told: Explanation, titles: Mapping[KindName, str]
) -> Sequence[str]:
    """What speaks for and against an explanation, in plain words."""
    dice = len(board.pieces)
    wrong = changes(game, board, told.state) if told.residue.cost > AGREES else ()
    if told.unfinished:
        found = ["the hands may be in the middle of it"]
    elif wrong:
        found = [f"{len(wrong)} of {dice} dice lie otherwise"]
    else:
        found = [f"all {dice} dice lie as it says"]
    found += [difference_in_words(game, told.state, one, titles) for one in wrong[:DICE]]
    silent = sum(step.silent for step in told.steps)
    if silent:
        acts = "one of its acts leaves" if silent == 1 else f"{silent} of its acts leave"
        found.append(f"{acts} nothing to see")
    if told.pending:
        found.append("dice lie ready that nobody has thrown")
    unread = min((step.margin for step in told.steps), default=math.inf)
    if unread < 0:
        found.append("a die that was thrown shows another face more clearly")
    elif unread < UNREAD:
        found.append("a face that was thrown is hard to read")
    if told.rests > AGREES:
        found.append("earlier rests speak against it")
    elif told.rests:
        found.append("earlier rests show it half done")
    return found
