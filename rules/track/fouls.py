"""From dice that no legal story explains to a foul with a name, a rule and a remedy."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core import AnyGame, Citation, Difference, NamesFouls, Placement, State, Violation
from rules.track.evidence import Piece
from rules.track.fit import Board
from rules.track.story import Story

NOTABLE: Final = 4.0
"""A single disagreement in nats below which nothing is said of a die."""


def changes(game: AnyGame, board: Board, state: State) -> tuple[Difference, ...]:
    """Every die that does not lie as `state` says."""
    fit = board.fit(game.layout(state))
    found: list[Difference] = []
    left = list(fit.extra)
    for lie, number in fit.pairs:
        piece = board.pieces[number]
        if piece.cocked or board.row_cost(board.slot(lie), number) >= NOTABLE:
            found.append(_changed(lie, piece))
    for lie in fit.missing:
        likely = _likely(lie, left, board)
        if likely is None:
            found.append(Difference(lie.kind, lie.die, lie.place, None, lie.face))
        else:
            left.remove(likely)
            found.append(_changed(lie, board.pieces[likely]))
    for number in left:
        piece = board.pieces[number]
        if piece.solid >= NOTABLE and piece.place.zone:
            kind, face = piece.reading
            found.append(Difference(kind, None, None, piece.place, None, face, cocked=piece.cocked))
    return tuple(found)


def _changed(lie: Placement, piece: Piece) -> Difference:
    face, _, _ = piece.face_of(lie.kind)
    return Difference(
        lie.kind, lie.die, lie.place, piece.place, lie.face, face, cocked=piece.cocked
    )


def _likely(lie: Placement, numbers: Sequence[int], board: Board) -> int | None:
    """The spare piece of the same kind that a missing die most likely is."""
    alike = [n for n in numbers if board.pieces[n].reading_cost(lie.kind, None) < NOTABLE]
    return min(alike, key=lambda n: board.row_cost(board.slot(lie), n), default=None)


def pieces_of(board: Board, found: Sequence[Difference]) -> tuple[int, ...]:
    """The eye's numbers of the dice that changed, for the crops."""
    places = {(change.kind, change.after) for change in found}
    return tuple(
        piece.tracks[-1] for piece in board.pieces if (piece.reading[0], piece.place) in places
    )


def name_foul(
    game: AnyGame, board: Board, stories: Sequence[Story]
) -> tuple[Violation, tuple[Difference, ...], Story]:
    """The foul, the dice it is about, and the story it comes after.

    The game is asked about each story in turn; where it has no name, the first is described.
    """
    asked = [(story, changes(game, board, story.state)) for story in stories]
    if isinstance(game, NamesFouls):
        for story, found in asked:
            violation = game.foul_of(story.state, found) if found else None
            if violation is not None:
                return violation, found, story
    story, found = min(asked, key=lambda pair: len(pair[1]) + len(pair[0].chapters))
    return described(game, found), found, story


def described(game: AnyGame, found: Sequence[Difference]) -> Violation:
    """What lies wrong, in general words."""
    citation = Citation(game.name, "What lies on the table")
    for code, text, remedy in _general(found):
        return Violation(code, text, citation, remedy)
    return Violation(
        "unclear-table",
        "What lies on the table follows from no legal action.",
        citation,
        "Put the dice back, or correct the record.",
    )


def _general(found: Sequence[Difference]) -> Iterator[tuple[str, str, str]]:
    cocked = [change for change in found if change.cocked]
    turned = [c for c in found if c.die and c.before == c.after and not c.cocked]
    moved = [c for c in found if c.die and c.after and c.before != c.after]
    gone = [c for c in found if c.die and c.after is None]
    come = [c for c in found if c.die is None]
    if cocked:
        yield "cocked-die", f"{_titles(cocked)} does not lie flat.", "Roll it again."
    if moved:
        where = moved[0].after.zone if moved[0].after else ""
        text = f"{_titles(moved)} lies in {where or 'no zone'} where no action put it."
        yield (
            "die-misplaced",
            text,
            f"Put it back into {moved[0].before.zone}." if moved[0].before else "Put it back.",
        )
    if come:
        where = come[0].after.zone if come[0].after else "no zone"
        text = f"There is a {_titles(come)} too many in {where}."
        yield "die-too-many", text, "Take it off the table."
    if gone:
        where = gone[0].before.zone if gone[0].before else "the table"
        yield "die-missing", f"{_titles(gone)} is missing from {where}.", "Put it back."
    if turned:
        text = f"{_titles(turned)} shows another face and was not rolled or spun by an action."
        yield "die-turned", text, "Turn it back."


def _titles(found: Sequence[Difference]) -> str:
    return ", ".join(sorted({change.kind for change in found}))
