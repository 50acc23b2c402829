"""The log after a correction: what no longer counts is marked, what stays has its new number."""

from rules.journal import Entry
from ui.app.log_lines import retold
from ui.app.table_model import LogLine


def line(text, entry, kind="move"):
    return LogLine(0.0, text, kind=kind, entry=entry)


def step(number, was, **facts):
    return Entry(kind="step", number=number, previous="", facts={"was": was, **facts})


def correction(number, replaces, **facts):
    return Entry(kind="correction", number=number, previous="", replaces=replaces, facts=facts)


def told(lines, *entries):
    return [(each.text, each.entry) for each in retold(lines, entries)]


def test_what_drops_out_is_marked_and_what_was_asked_is_not():
    lines = [
        line("a", 2),
        line("b", 4),
        line("asked", 5, "question"),
        line("a foul", 6, "foul"),
        line("c", 7),
        line("d", 8),
    ]
    corrected = correction(9, 4, instead=["x"], kept=[7], dropped=[8])
    assert told(lines, corrected, step(10, 4), step(11, 7)) == [
        ("a", 2),
        ("(taken back) b", 4),
        ("asked", 5),
        ("a foul", 6),
        ("c", 11),
        ("(taken back) d", 8),
    ]


def test_what_an_undone_correction_took_back_counts_again():
    lines = [line("a", 2), line("(taken back) b", 4), line("other", 6)]
    undone = correction(7, 6, instead=[], kept=[4], undoes=5)
    assert told(lines, undone, step(8, 4)) == [("a", 2), ("b", 8), ("(taken back) other", 6)]
