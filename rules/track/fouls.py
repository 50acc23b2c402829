"""From dice that no legal explanation explains to a foul with a name, a rule and a remedy."""

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from rules.core import (
    AnyGame,
    Citation,
    DieName,
    Difference,
    KindName,
    NamesFouls,
    Place,
    Placement,
    Seat,
    State,
    ThrowsElsewhere,
    Violation,
    place_in_words,
)
from rules.track.evidence import Piece
from rules.track.explanation import Explanation
from rules.track.fit import Board
from words import Text, joined, tr

NOTABLE: Final = 4.0
"""A single disagreement in nats below which nothing is said of a die."""


NAMELESS: Final = 1.5
"""Dice lying wrong that it weighs as much as when the game has no name for it."""


PER_ACTION: Final = 1.0
"""Dice lying wrong that each action of an explanation weighs as much as."""


class Named(msgspec.Struct, frozen=True, eq=False):
    """A foul, the dice it is about, and whose it is."""

    violation: Violation
    tracks: tuple[int, ...]  # the eye's numbers of these dice
    seat: Seat | None  # in whose places they lie or should lie; None when nobody's
    wrong: tuple[Difference, ...]  # the dice, where they lie and where they should
    state: State  # after the explanation it is named from


def changes(game: AnyGame, board: Board, state: State) -> tuple[Difference, ...]:
    """Every die that does not lie as `state` says."""
    return tuple(change for change, _ in _changes(game, board, state))


def _changes(
    game: AnyGame, board: Board, state: State, loose: frozenset[DieName] = frozenset()
) -> tuple[tuple[Difference, int | None], ...]:
    """The same, each with the number of the piece it is, where one is seen.

    `loose` dice may lie where they were thrown.
    """
    fit = board.fit(game.layout(state))
    found: list[tuple[Difference, int | None]] = []
    left = list(fit.extra)
    for lie, number in fit.pairs:
        piece = board.pieces[number]
        if piece.cocked or board.row_cost(board.slot(lie), number) >= NOTABLE:
            found.append((_changed(lie, piece), number))
    for lie in fit.missing:
        likely = _likely(lie, left, board)
        if likely is None:
            found.append((Difference(lie.kind, lie.die, lie.place, None, lie.face), None))
        else:
            left.remove(likely)
            found.append((_changed(lie, board.pieces[likely]), likely))
    for number in left:
        piece = board.pieces[number]
        if piece.solid >= NOTABLE and piece.place.zone:
            kind, face = piece.reading
            extra = Difference(kind, None, None, piece.place, None, face, cocked=piece.cocked)
            found.append((extra, number))
    return tuple(each for each in found if not _lies_as_it_fell(game, state, each[0], loose))


def _lies_as_it_fell(
    game: AnyGame, state: State, change: Difference, loose: frozenset[DieName]
) -> bool:
    """Whether a die only lies where it was thrown, on the face that it came up with."""
    if change.die not in loose or change.cocked or change.face_before != change.face_after:
        return False
    if change.before is None or change.after is None or not isinstance(game, ThrowsElsewhere):
        return False
    return not change.after.zone or change.after in game.thrown_also_in(state, change.before)


def _changed(lie: Placement, piece: Piece) -> Difference:
    face, _, _ = piece.face_of(lie.kind)
    return Difference(
        lie.kind, lie.die, lie.place, piece.place, lie.face, face, cocked=piece.cocked
    )


def _likely(lie: Placement, numbers: Sequence[int], board: Board) -> int | None:
    """The spare piece of the same kind that a missing die most likely is."""
    alike = [n for n in numbers if board.pieces[n].reading_cost(lie.kind, None) < NOTABLE]
    return min(alike, key=lambda n: board.row_cost(board.slot(lie), n), default=None)


def name_foul(
    game: AnyGame,
    board: Board,
    explanations: Sequence[Explanation],
    titles: Mapping[KindName, str] = MappingProxyType({}),
) -> Named:
    """The foul after the explanation that leaves the fewest dice lying wrong.

    An explanation of many actions must leave fewer than that nothing more happened.
    """
    told: list[tuple[float, int]] = []
    found: list[tuple[Violation, tuple[tuple[Difference, int | None], ...]]] = []
    for number, explanation in enumerate(explanations):
        wrong = _changes(game, board, explanation.state, explanation.loose)
        dice = tuple(change for change, _ in wrong)
        named = (
            game.foul_of(explanation.state, dice) if dice and isinstance(game, NamesFouls) else None
        )
        found.append((named or described(game, explanation.state, dice, titles), wrong))
        weight = len(wrong) + PER_ACTION * len(explanation.steps) + NAMELESS * (named is None)
        told.append((weight if wrong else math.inf, number))
    _, best = min(told)
    violation, wrong = found[best]
    differs = tuple(change for change, _ in wrong)
    return Named(violation, _tracks(board, wrong), _whose(wrong), differs, explanations[best].state)


def _tracks(board: Board, wrong: Sequence[tuple[Difference, int | None]]) -> tuple[int, ...]:
    """The eye's numbers of the dice that lie wrong: those that lie on no face before all others."""
    cocked = [n for change, n in wrong if change.cocked and n is not None]
    seen = cocked or [n for _, n in wrong if n is not None]
    return tuple(board.pieces[number].tracks[-1] for number in seen)


def _whose(wrong: Sequence[tuple[Difference, int | None]]) -> Seat | None:
    """In whose places the dice lie or should lie, if they are all one player's."""
    places = (change.after or change.before for change, _ in wrong)
    seats = {place.seat for place in places if place is not None and place.seat is not None}
    return seats.pop() if len(seats) == 1 else None


def difference_in_words(
    game: AnyGame, state: State, change: Difference, titles: Mapping[KindName, str]
) -> Text:
    """A die that lies otherwise than the state says: where it should lie, and where it does."""
    names = [seat.name for seat in game.view(state).seats]

    def where(place: Place | None) -> str:
        if place is None or not place.zone:
            return tr("off the mat")
        return place_in_words(game, place, names)

    title = titles.get(change.kind, change.kind)
    if change.before == change.after:
        return tr("{title} in {where} shows another face", title=title, where=where(change.after))
    if change.before is None:
        return tr("{title}: comes to {where}", title=title, where=where(change.after))
    return tr(
        "{title}: {where}, now {where2}",
        title=title,
        where=where(change.before),
        where2=where(change.after),
    )


def undone_in_words(
    game: AnyGame, board: Board, state: State, titles: Mapping[KindName, str]
) -> tuple[Text, ...]:
    """What is left for the hands to do before the dice lie as `state` says."""
    names = [seat.name for seat in game.view(state).seats]
    said: list[Text] = []
    for change in changes(game, board, state):
        if change.die is None or change.before is None or change.before == change.after:
            continue
        title = titles.get(change.kind, change.kind)
        to = place_in_words(game, change.before, names)
        if change.after is None or not change.after.zone:
            said.append(tr("{title} still goes to {to}.", title=title, to=to))
        else:
            said.append(
                tr(
                    "{title} still goes from {place_in_words} to {to}.",
                    title=title,
                    place_in_words=place_in_words(game, change.after, names),
                    to=to,
                )
            )
    return tuple(dict.fromkeys(said))


def described(
    game: AnyGame,
    state: State,
    found: Sequence[Difference],
    titles: Mapping[KindName, str] = MappingProxyType({}),
) -> Violation:
    """What lies wrong, in general words."""
    citation = Citation(game.name, tr("What lies on the table"))
    for code, text, remedy in _general(game, state, found, titles):
        return Violation(code, text, citation, remedy)
    return Violation(
        "unclear-table",
        tr("What lies on the table follows from no legal action."),
        citation,
        tr("Put the dice back, or correct the record."),
    )


def _general(
    game: AnyGame, state: State, found: Sequence[Difference], titles: Mapping[KindName, str]
) -> Iterator[tuple[str, Text, Text]]:
    names = [seat.name for seat in game.view(state).seats]

    def where(place: Place | None, without: str = "") -> str:
        return place_in_words(game, place, names) if place and place.zone else without

    def dice(changes: Sequence[Difference]) -> Text:
        return joined(", ", sorted({titles.get(change.kind, change.kind) for change in changes}))

    cocked = [change for change in found if change.cocked]
    turned = [c for c in found if c.die and c.before == c.after and not c.cocked]
    moved = [c for c in found if c.die and c.after and c.before != c.after]
    gone = [c for c in found if c.die and c.after is None]
    come = [c for c in found if c.die is None]
    if cocked:
        yield "cocked-die", tr("{dice} does not lie flat.", dice=dice(cocked)), tr("Roll it again.")
    if moved:
        lies, lay = where(moved[0].after, tr("no zone")), where(moved[0].before)
        text = tr(
            "{dice} lies in {lies}, and no action put it there.", dice=dice(moved[:1]), lies=lies
        )
        yield (
            "die-misplaced",
            text,
            tr("Put it back into {lay}.", lay=lay) if lay else tr("Put it back."),
        )
    if come:
        text = tr(
            "There is a {dice} too many in {where}.",
            dice=dice(come[:1]),
            where=where(come[0].after, tr("no zone")),
        )
        yield "die-too-many", text, tr("Take it off the table.")
    if gone:
        yield (
            "die-missing",
            tr(
                "{dice} is missing from {where}.",
                dice=dice(gone[:1]),
                where=where(gone[0].before, tr("the table")),
            ),
            tr("Put it back."),
        )
    if turned:
        text = tr(
            "{dice} in {where} shows another face",
            dice=dice(turned[:1]),
            where=where(turned[0].before, tr("no zone")),
        )
        yield (
            "die-turned",
            tr("{text}, and no action rolled or spun it.", text=text),
            tr("Turn it back."),
        )
