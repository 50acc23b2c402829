"""Why an entry stands in the record: what was considered, what spoke for and against it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.core import AnyGame, DieFacts
from rules.journal import Entry, Moment
from ui.app.log_lines import lines_of
from ui.words import CAUSES
from words import joined, recognised, tr, translated

MOST_TOLD: Final = 12
"""Explanations, and reasons of each; a referee keeps at most nine of either."""

MOST_LETTERS: Final = 400
"""Of one text in a record that somebody else wrote."""


def why(
    moments: Sequence[Moment], number: int, game: AnyGame, dice: Sequence[DieFacts]
) -> list[str]:
    """In a few plain lines. Raises `LookupError` when there is no such entry."""
    moment = next((each for each in moments if each.entry.number == number), None)
    if moment is None:
        last = moments[-1].entry.number if moments else 0
        raise LookupError(
            tr("there is no entry {number}: the last is {last}.", number=number, last=last)
        )
    entries = [each.entry for each in moments]
    entry, told = moment.entry, _considered(moment.entry)
    text = joined("; ", (line.text for line in lines_of(moment, game, dice)))
    lines: list[str] = [tr("Entry {number}: {text}", number=number, text=_shown(text))]
    if not told and entry.kind == "step":
        first = _written_with(entries, entry)
        told = _considered(first)
        if told and first is not entry:
            lines.append(tr("Entered together with entry {number}.", number=first.number))
    if entry.evidence:
        lines.append(tr("Seen: {text}.", text=_shown(entry.evidence)))
    if told:
        lines.append(
            tr(
                "What may have happened since the entry before, as the referee saw it then, "
                "likeliest first:"
            )
        )
        for place, each in enumerate(told, start=1):
            lines += _lines(place, each)
        return lines
    nothing = tr("Nothing was kept of what the referee considered.")
    lines.append(CAUSES.get(entry.cause or entry.kind, nothing))
    return lines


def _considered(entry: Entry) -> Sequence[Mapping[str, Any]]:
    """What entries of such kinds keep of it; that of others nobody has checked."""
    if entry.kind not in {"step", "question", "foul"}:
        return ()
    told: Sequence[Mapping[str, Any]] = entry.facts.get("considered", ())
    return told[:MOST_TOLD]


def _written_with(entries: Sequence[Entry], entry: Entry) -> Entry:
    """The first of the steps that one look at the table entered together."""
    first = entry
    for before in reversed([each for each in entries if each.number < entry.number]):
        same = before.kind == "step" and before.cause == entry.cause == "seen"
        if not same or before.frame != entry.frame or _considered(first):
            break
        first = before
    return first


def _lines(place: int, told: Mapping[str, Any]) -> Iterator[str]:
    yield f"{place}. {_percent(told.get('chance', 0.0)):>8}  {_shown(told.get('text', ''))}"
    yield f"             {'; '.join(map(_shown, told.get('reasons', ())[:MOST_TOLD]))}"


def _shown(text: str) -> str:
    """A text of the record in one line of ours: it cannot pass for more lines of them."""
    return " ".join(translated(recognised(text))[:MOST_LETTERS].split())


def _percent(chance: float) -> str:
    """A chance that is neither certain nor impossible is not said to be."""
    if chance > 0.999:
        return "> 99.9 %"
    if chance < 0.001:
        return "< 0.1 %"
    return f"{100 * chance:.1f} %"
