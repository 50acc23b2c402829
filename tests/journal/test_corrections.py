"""What a correction would do to a record, before anything is written."""

import random

import pytest

from rules.core import CHANCE
from rules.journal import (
    Draft,
    Journal,
    JournalError,
    TableKey,
    corrected,
    counting,
    last_step,
    moments_of,
    replay,
    standing_for,
    undoable,
    undone,
    verify,
    write_lines,
    written_down,
)
from rules.journal.verify import not_by_the_rules
from rules.registry import known_game

KNOWN = known_game("tmnt")
GAME = KNOWN.load()
STEPS = 30


@pytest.fixture(scope="module")
def entries():
    setup, rng = KNOWN.demo_setup(), random.Random(4)
    journal, state = Journal.in_memory("tmnt", setup), GAME.new(setup)
    for _ in range(STEPS):
        by_chance = GAME.to_move(state) == CHANCE
        action = GAME.sample(state, rng) if by_chance else rng.choice(GAME.legal_actions(state))
        state, events = GAME.apply(state, action)
        written = GAME.write_action(action)
        journal.append(Draft(kind="step", action=written, digest=GAME.digest(state), events=events))
    return tuple(journal.entries())


def test_without_anything_instead_the_game_stands_before_the_entry(entries):
    done = corrected(entries, GAME, 12, keep_later=False)
    before = replay(entries[:11], GAME).state
    assert GAME.digest(done.before) == GAME.digest(done.after) == GAME.digest(before)
    assert done.kept == ()


def test_the_same_again_keeps_all_that_followed(entries):
    action = GAME.read_action(entries[11].action)
    done = corrected(entries, GAME, 12, [action])
    assert [kept.moment.entry.number for kept in done.kept] == list(range(13, STEPS + 2))
    assert done.dropped == ()
    assert GAME.digest(done.after) == entries[-1].digest


def test_what_no_longer_follows_is_dropped_and_what_does_stays(entries):
    done = corrected(entries, GAME, 12)
    kept = {kept.moment.entry.number for kept in done.kept}
    dropped = {moment.entry.number for moment in done.dropped}
    assert kept | dropped == set(range(13, STEPS + 2))
    assert dropped
    assert not kept & dropped


def test_the_set_up_cannot_be_corrected(entries):
    with pytest.raises(ValueError, match="the set-up cannot be corrected"):
        corrected(entries, GAME, 1)


def test_what_is_no_move_or_not_there_cannot_be_corrected(entries):
    with pytest.raises(ValueError, match="there is no entry 99: the record has 31"):
        corrected(entries, GAME, 99)
    note = Journal.in_memory("tmnt", KNOWN.demo_setup())
    note.append(Draft(kind="note", facts={"text": "rain"}))
    with pytest.raises(ValueError, match="entry 2 is no move"):
        corrected(note.entries(), GAME, 2)


def test_a_step_that_was_taken_back_is_told_and_does_not_count(entries):
    journal = Journal.in_memory("tmnt", KNOWN.demo_setup())
    for entry in entries[1:6]:
        journal.append(Draft(kind="step", action=entry.action, digest=entry.digest))
    journal.append(Draft(kind="correction", replaces=4))
    journal.append(Draft(kind="step", action=entries[3].action, digest=entries[3].digest))
    written = tuple(journal.entries())
    assert [entry.number for entry in counting(written)] == [1, 2, 3, 8]
    told = list(moments_of(written, GAME))
    assert [moment.entry.number for moment in told] == list(range(1, 9))
    assert GAME.digest(told[6].state) == entries[2].digest  # right after the correction
    assert GAME.digest(told[7].state) == GAME.digest(replay(written, GAME).state)


def test_the_last_step_may_leave_out_those_of_a_clock(entries):
    journal = Journal.in_memory("tmnt", KNOWN.demo_setup())
    for entry, cause in zip(entries[1:4], ("seen", "seen", "clock"), strict=True):
        journal.append(Draft(kind="step", action=entry.action, digest=entry.digest, cause=cause))
    moments = replay(journal.entries(), GAME).moments
    assert (last_step(moments), last_step(moments, but="clock")) == (4, 3)
    assert last_step(moments[:1]) is None


# -- written down, undone, done twice


class Record:
    """A record of the random game that is corrected as at a table."""

    def __init__(self, entries):
        self.journal = Journal.in_memory("tmnt", KNOWN.demo_setup())
        for entry in entries[1:]:
            told = {"action": entry.action, "digest": entry.digest, "events": entry.events}
            self.journal.append(Draft(kind="step", **told))

    @property
    def entries(self):
        return tuple(self.journal.entries())

    @property
    def line(self):
        return [moment.step for moment in replay(self.entries, GAME).moments[1:]]

    def enter(self, correction, **words):
        words = {"why": "misread", **words}
        self.journal.append_all(written_down(correction, GAME, Draft, **words))
        return len(self.entries) - len(correction.instead) - len(correction.kept)


@pytest.fixture
def record(entries):
    return Record(entries)


def bought(entries):
    """A move for which there was another lawful one, and that one."""
    for moment in replay(entries, GAME).moments[8:]:
        others = [a for a in GAME.legal_actions(moment.before) if a != moment.action]
        if others and GAME.to_move(moment.before) != CHANCE:
            return moment.entry.number, others[0]
    raise AssertionError("no move had an alternative")


def test_a_correction_says_what_happened_instead(record):
    number, other = bought(record.entries)
    before = record.line[: number - 2]
    at = record.enter(corrected(record.entries, GAME, number, [other]), who="Cy")
    entry = record.entries[at - 1]
    assert (entry.kind, entry.replaces, entry.facts["who"]) == ("correction", number, "Cy")
    assert len(entry.facts["instead"]) == 1
    assert record.entries[at].facts["was"] == number
    assert record.line[: number - 1] == [*before, other]
    assert not_by_the_rules(record.entries, lambda _: GAME) == ""


def test_undoing_a_correction_restores_what_it_dropped(record):
    was = record.line
    number, other = bought(record.entries)
    at = record.enter(corrected(record.entries, GAME, number, [other]))
    assert record.line != was
    record.enter(undone(record.entries, GAME, at))
    assert record.line == was
    assert not_by_the_rules(record.entries, lambda _: GAME) == ""


def test_an_undoing_can_be_undone(record):
    number, other = bought(record.entries)
    at = record.enter(corrected(record.entries, GAME, number, [other]))
    instead = record.line
    again = record.enter(undone(record.entries, GAME, at))
    assert undoable(record.entries) == (again,)
    back = record.enter(undone(record.entries, GAME, again))
    assert record.line == instead
    assert undoable(record.entries) == (at, back)


def test_two_corrections_are_undone_in_turn(record):
    was = record.line
    number, other = bought(record.entries)
    first = record.enter(corrected(record.entries, GAME, number, [other]))
    second = record.enter(corrected(record.entries, GAME, 5))
    with pytest.raises(ValueError, match="a newer correction"):
        undone(record.entries, GAME, first)
    record.enter(undone(record.entries, GAME, second))
    record.enter(undone(record.entries, GAME, first))
    assert record.line == was
    with pytest.raises(ValueError, match="has been undone"):
        undone(record.entries, GAME, second)


def test_an_entry_that_was_corrected_can_be_corrected_again_by_its_old_number(record):
    was = record.line
    number, other = bought(record.entries)
    record.enter(corrected(record.entries, GAME, number, [other]))
    assert standing_for(record.entries, number) > len(was)
    record.enter(corrected(record.entries, GAME, number, [was[number - 2]]))
    assert record.line[: number - 1] == was[: number - 1]


def test_an_entry_taken_back_for_nothing_is_restored_by_undoing_only(record):
    record.enter(corrected(record.entries, GAME, STEPS + 1))
    with pytest.raises(ValueError, match="was taken back"):
        corrected(record.entries, GAME, STEPS + 1)


def test_an_entry_that_is_no_correction_cannot_be_undone(entries):
    for number in (0, 3, 99):
        with pytest.raises(ValueError, match="is no correction"):
            undone(entries, GAME, number)


def test_a_name_of_300_letters_is_refused_in_a_sentence(record):
    with pytest.raises(ValueError, match="a name has at most 100 letters, not 300"):
        record.enter(corrected(record.entries, GAME, 12), who="x" * 300)


def test_a_ruling_in_free_text_is_kept_as_it_was_typed_on_one_line(record):
    at = record.enter(corrected(record.entries, GAME, 12), ruling="[b]roll\n again[/b] \x1b[31m<i>")
    assert record.entries[at - 1].facts["ruling"] == "[b]roll again[/b] [31m<i>"


def test_signatures_and_witnesses_after_a_corrected_entry_stay_valid(entries, tmp_path):
    path = tmp_path / "game.diceref"
    key = TableKey.at(tmp_path / "table.key")
    with Journal.create(path, "tmnt", KNOWN.demo_setup(), key=key) as journal:
        for moment in replay(entries, GAME).moments[1:]:
            written, digest = GAME.write_action(moment.step), GAME.digest(moment.state)
            draft = Draft(kind="step", action=written, digest=digest, events=moment.events)
            journal.append(draft)
        witness, seal = journal.witness, journal.seal
        done = corrected(journal.entries(), GAME, 12)
        journal.append_all(written_down(done, GAME, Draft, why="misread"))
    report = verify(path, seal=seal, witness=witness, game_named=lambda _: GAME)
    assert report.whole, report
    assert report.sealed == len(entries)
    assert [(run.first, run.last) for run in report.signed] == [(1, report.entries)]


@pytest.mark.parametrize("content", [b"", b"hello\n", b"SQLite format 3\0" + bytes(84)])
def test_a_file_that_is_no_record_is_said_to_be_none(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(
        JournalError, match=r"notes\.txt is no(t a DiceRef journal| record of DiceRef)"
    ):
        verify(path)


def test_an_export_is_to_be_taken_in_first(tmp_path, record):
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(write_lines(record.journal)))
    with pytest.raises(JournalError, match="is an export: take it in with --import"):
        verify(path)
