"""Why something was entered, asked or named: what was in the race, and what spoke against each."""

import math
from collections.abc import Mapping, Sequence

from rules.core import AnyGame, KindName, State
from rules.track.belief import Thought
from rules.track.explanation import AGREES, Explanation
from rules.track.fit import Board
from rules.track.fouls import changes, difference_in_words
from rules.track.verdict import Considered
from words import Text, joined, ntr, tr

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


def _said(game: AnyGame, state: State, explanation: Explanation) -> Text:
    """An explanation in the game's notation."""
    said = list[Text]()
    for action in explanation.actions:
        said.append(game.say(state, action))
        state, _ = game.apply(state, action)
    return joined("; ", said) if said else tr("nothing more")


def _reasons(
    game: AnyGame, board: Board, told: Explanation, titles: Mapping[KindName, str]
) -> Sequence[Text]:
    """What speaks for and against an explanation, in plain words."""
    dice = len(board.pieces)
    wrong = changes(game, board, told.state) if told.residue.cost > AGREES else ()
    if told.unfinished:
        found = [tr("the hands may be in the middle of it")]
    elif wrong:
        found = [tr("{count} of {dice} dice lie otherwise", count=len(wrong), dice=dice)]
    else:
        found = [tr("all {dice} dice lie as it says", dice=dice)]
    found += [difference_in_words(game, told.state, one, titles) for one in wrong[:DICE]]
    silent = sum(step.silent for step in told.steps)
    if silent:
        found.append(
            ntr(
                "one of its acts leaves nothing to see",
                "{count} of its acts leave nothing to see",
                silent,
            )
        )
    if told.pending:
        found.append(tr("dice lie ready that nobody has thrown"))
    unread = min((step.margin for step in told.steps), default=math.inf)
    if unread < 0:
        found.append(tr("a die that was thrown shows another face more clearly"))
    elif unread < UNREAD:
        found.append(tr("a face that was thrown is hard to read"))
    if told.rests > AGREES:
        found.append(tr("earlier rests speak against it"))
    elif told.rests:
        found.append(tr("earlier rests show it half done"))
    return found
