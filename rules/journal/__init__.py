"""The record: every entry written and fsynced before it is shown, chained by hashes.

One file holds one game. Knows the `Game` protocol and the tracker's verdicts only; nothing
here decides what happened, reads a die or draws a screen.
"""

from rules.journal.clips import Clip, clip_of, clips, pictures_of, write_avi
from rules.journal.clock_entries import clock_facts, clocks_at_end
from rules.journal.corrections import (
    Correction,
    corrected,
    hands_of,
    last_step,
    one_line,
    standing_for,
    undoable,
    undone,
    written_down,
)
from rules.journal.entry import Draft, Entry, Kind, PictureName
from rules.journal.export import read_lines, report_lines, write_lines, write_markdown
from rules.journal.facts import Header
from rules.journal.matches import (
    MatchScore,
    Recorded,
    conceded,
    match_score,
    matching,
    outcome_of,
    recorded_games,
    result_sheet,
)
from rules.journal.replay import (
    Moment,
    Replayed,
    counting,
    moments_after,
    moments_of,
    replay,
    standing_result,
)
from rules.journal.signing import SignedRun, TableKey, Witness, in_groups
from rules.journal.store import Journal, JournalError, Picture, StoredEntry
from rules.journal.verify import Report, recover, verify

__all__ = [
    "Clip",
    "Correction",
    "Draft",
    "Entry",
    "Header",
    "Journal",
    "JournalError",
    "Kind",
    "MatchScore",
    "Moment",
    "Picture",
    "PictureName",
    "Recorded",
    "Replayed",
    "Report",
    "SignedRun",
    "StoredEntry",
    "TableKey",
    "Witness",
    "clip_of",
    "clips",
    "clock_facts",
    "clocks_at_end",
    "conceded",
    "corrected",
    "counting",
    "hands_of",
    "in_groups",
    "last_step",
    "match_score",
    "matching",
    "moments_after",
    "moments_of",
    "one_line",
    "outcome_of",
    "pictures_of",
    "read_lines",
    "recorded_games",
    "recover",
    "replay",
    "report_lines",
    "result_sheet",
    "standing_for",
    "standing_result",
    "undoable",
    "undone",
    "verify",
    "write_avi",
    "write_lines",
    "write_markdown",
    "written_down",
]
