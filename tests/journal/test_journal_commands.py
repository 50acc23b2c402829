"""Records as people meet them: on the command line, and when the disk gives out."""

import json
import sqlite3

import pytest

from calibration.mats import mat_named
from hardware.cameras.recorded import RecordingCamera
from hardware.simulated import SimulatedTable
from rules.journal import Draft, Header, Journal, verify
from ui.app.known_games import known_game
from ui.app.records import to_resume
from ui.app.simulation import Simulation
from ui.app.table_model import UNWRITTEN, AnswerQuestion
from ui.cli.main import main


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def clip(tmp_path):
    """A moment of an empty table."""
    path = tmp_path / "empty.dicerec"
    with RecordingCamera(SimulatedTable(), path) as camera:
        camera.read()
    return str(path)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The record of a short game, with the program's own hand."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICEREF_HOME", str(folder))
        assert main(["demo", "--headless", "--eye", "truth", "--most", "6"]) == 0
    (path,) = (folder / "journals").glob("*.diceref")
    return path


def journals(home):
    return sorted((home / "journals").glob("*.diceref"))


def test_games_of_a_match_are_numbered_and_inherit_its_header(home, clip, capsys):
    words = ["play", "--game", "avx", "--camera", clip, "--headless", "--match", "final"]
    assert main([*words, "--event", "Club night", "--round", "2", "--best-of", "3"]) == 0
    (first,) = journals(home)
    with Journal.open(first) as journal:
        journal.append(Draft(kind="result", facts={"conceded": 1}))
        assert (journal.header.event, journal.header.round) == ("Club night", 2)
        assert journal.header.players
        assert journal.header.teams
    first.rename(first.with_name("first.diceref"))  # two games in one second are played by tests
    assert main(words) == 0
    (second,) = (path for path in journals(home) if path.name != "first.diceref")
    with Journal.open(second) as journal:
        header = journal.header
        assert (header.event, header.round, header.best_of) == ("Club night", 2, 3)
        assert header.game_of_match == 2
        assert header.starts == 1, "the loser of the first game begins"
        journal.append(Draft(kind="result", facts={"conceded": 1}))
    capsys.readouterr()
    assert main(["review", "first", "--sheet"]) == 0
    sheet = capsys.readouterr().out
    assert "# Club night, match final" in sheet
    assert "2 : 0" in sheet
    assert main(words) == 2
    assert "is over" in capsys.readouterr().err


def test_games_are_found_by_their_header(home, clip, capsys):
    main(["play", "--game", "avx", "--camera", clip, "--headless", "--event", "Club night"])
    capsys.readouterr()
    main(["review", "--list", "--json", "--where", "event=club NIGHT", "--where", "game=avx"])
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["event"] == "Club night"
    main(["review", "--list", "--where", "event=elsewhere"])
    assert capsys.readouterr().out == ""
    assert main(["review", "--list", "--where", "colour=red"]) == 2
    assert "the names are" in capsys.readouterr().err


def test_listing_and_reading_leave_nothing_beside_a_record(home, played):
    (home / "journals").mkdir()
    copy = home / "journals" / "a.diceref"
    copy.write_bytes(played.read_bytes())
    main(["review", "--list"])
    main(["review", "a", "--verify"])
    main(["review", "a", "--export", "md", "--out", str(home / "a.md")])
    assert [path.name for path in (home / "journals").iterdir()] == ["a.diceref"]


def test_what_is_exported_and_taken_in_again_has_the_same_seal(home, played):
    lines = home / "copy.jsonl"
    assert main(["review", str(played), "--export", "jsonl", "--out", str(lines)]) == 0
    assert main(["review", "--import", str(lines)]) == 0
    (copy,) = journals(home)
    assert verify(copy).tip == verify(played).tip


def test_a_game_that_is_taken_in_cannot_be_sent_elsewhere(home, played, capsys):
    lines = home / "copy.jsonl"
    assert main(["review", str(played), "--export", "jsonl", "--out", str(lines)]) == 0
    before = journals(home)
    assert main(["review", "--import", str(lines), "--out", str(home / "b.diceref")]) == 2
    assert "--out goes with --export or --clips" in capsys.readouterr().err
    assert journals(home) == before


def newer(path):
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")


def torn(path):
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize(
    "case",
    [
        (newer, ["review", "--export", "md"], "newer DiceRef"),
        (newer, ["play", "--headless", "--resume"], "newer DiceRef"),
        (torn, ["review", "--export", "md"], "--recover"),
        (lambda path: path.write_text("hello"), ["review", "--export", "md"], "not a DiceRef"),
        (lambda path: None, ["play", "--headless", "--game", "avx", "--resume"], "not of avx"),
    ],
)
def test_a_record_that_cannot_be_used_gets_one_sentence(tmp_path, played, case, capsys):
    spoil, words, said = case
    path = tmp_path / "game.diceref"
    path.write_bytes(played.read_bytes())
    spoil(path)
    assert main([*words, str(path)]) == 2
    told = capsys.readouterr().err.strip()
    assert said in told
    assert "\n" not in told


def test_a_record_can_be_gone_on_with_in_memory_without_touching_the_file(home, played, clip):
    before = played.read_bytes()
    words = ["play", "--headless", "--no-record", "--resume", str(played), "--camera", clip]
    assert main(words) == 0
    assert played.read_bytes() == before
    assert journals(home) == []


def fill_the_disk(journal, room):
    """Let the record grow by so many pages and no more."""
    pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
    journal._database.execute(f"PRAGMA max_page_count = {pages + room}")


def test_on_a_full_disk_the_players_are_asked_and_may_go_on_in_memory(home):
    simulation = Simulation("tmnt", eye="truth", journal_name="full")
    session, said = simulation.session, []

    def agree(model):
        if model.waiting == UNWRITTEN:
            said.append(model.question.evidence)
            assert not any(answer.probability for answer in model.question.answers)
            session.send(AnswerQuestion(0, 1))

    session.subscribe(agree)
    fill_the_disk(simulation.journal, 2)
    score = simulation.play(most=24)
    assert "the disk is full" in said[0]
    assert not session.latest().journal  # no file to name
    assert score.wrong == 0, score.diary
    assert session.tally.committed > 8
    simulation.journal.close()
    assert verify(home / "journals" / "full.diceref").whole


def test_the_simulated_players_wait_until_somebody_has_answered(home, monkeypatch):
    monkeypatch.setattr("ui.app.simulated_game.PATIENCE", 0.5)
    simulation = Simulation("tmnt", eye="truth", journal_name="full")
    session, looks = simulation.session, []
    step = session.step

    def slow_to_answer(*frame):
        if session.latest().waiting == UNWRITTEN:
            looks.append(frame)
            if len(looks) == 100:  # three seconds, six times their patience
                session.send(AnswerQuestion(0, 1))
        step(*frame)

    monkeypatch.setattr(session, "step", slow_to_answer)
    fill_the_disk(simulation.journal, 2)
    score = simulation.play(most=24)
    assert len(looks) == 100
    assert score.wrong == 0, score.diary
    assert session.tally.committed > 8


@pytest.mark.slow
def test_a_full_disk_ends_the_clips_and_not_the_game():
    simulation = Simulation("tmnt", eye="truth", journal_name="full", clips=True)
    notices = []
    simulation.session.subscribe(lambda model: notices.append(model.notice))
    fill_the_disk(simulation.journal, 40)
    score = simulation.play()
    assert score.wrong == 0, score.diary
    assert any("Clips end here" in notice for notice in notices)
    assert not any("How shall" in notice for notice in notices)
    simulation.journal.close()


def test_a_clip_of_the_wrong_mat_is_said_once_and_ends_in_exit_code_two(tmp_path, capsys):
    path = tmp_path / "wrong.dicerec"
    with RecordingCamera(SimulatedTable(mat_named("irondie"), fps=8.0), path) as camera:
        for _ in range(12):
            camera.read()
    assert main(["play", "--game", "avx", "--headless", "--camera", str(path)]) == 2
    said = capsys.readouterr().err.strip()
    assert said.startswith("diceref: The irondie mat lies under the camera")
    assert "\n" not in said


def test_an_export_takes_its_form_from_the_name_and_says_where_it_is(home, played, capsys):
    page = home / "evening.html"
    assert main(["review", str(played), "--out", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert str(page) in capsys.readouterr().err


def test_a_form_and_a_name_that_disagree_write_nothing(home, played, capsys):
    page = home / "evening.html"
    assert main(["review", str(played), "--export", "md", "--out", str(page)]) == 2
    assert "end the name in .md" in capsys.readouterr().err
    assert not page.exists()


def test_a_seal_alone_is_checked(played, capsys):
    assert main(["review", str(played), "--seal", "0" * 32]) == 1
    assert "the record was cut or written anew" in capsys.readouterr().err
    for mistyped in ("5", "54b8d08e", "seal 54b8d08e"):  # "5" would fit one record in sixteen
        assert main(["review", str(played), "--seal", mistyped]) == 2
        assert f"'{mistyped}' is no seal" in capsys.readouterr().err


def test_a_huge_file_of_another_kind_is_not_taken_in(tmp_path, capsys):
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(50_000_000_000)  # more than there is memory
    assert main(["review", "--import", str(huge)]) == 2
    assert "line 1 is no line of a record" in capsys.readouterr().err


def begun(home, name, *, started, conceded=False, made_by="play"):
    """A record of a game that somebody began."""
    header = Header(format="demo" if made_by == "play" else "", players=("Ana", "Bo"))
    path = home / "journals" / f"{name}.diceref"
    path.parent.mkdir(exist_ok=True)
    setup = known_game("tmnt").demo_setup()
    with Journal.create(path, "tmnt", setup, header, wall_time=started) as journal:
        if conceded:
            journal.append(Draft(kind="result", facts={"conceded": 0}))
    return path


def test_without_a_name_the_last_game_left_unfinished_goes_on(home):
    begun(home, "a", started=300.0, conceded=True)
    wanted = begun(home, "b", started=200.0)
    begun(home, "c", started=100.0)
    begun(home, "demo-tmnt", started=400.0, made_by="demo")
    assert to_resume("") == wanted


def test_a_game_is_resumed_by_the_name_that_the_list_shows(home, clip, capsys):
    begun(home, "b", started=200.0)
    begun(home, "a", started=300.0)
    assert main(["review", "--list"]) == 0
    named = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert named == ["b.diceref", "a.diceref"]  # oldest first
    assert main(["play", "--headless", "--camera", clip, "--resume", named[0]]) == 0
    assert to_resume("b").name == "b.diceref"  # part of the name, as in review


def test_when_nothing_was_left_unfinished_one_sentence_says_so(home, capsys):
    begun(home, "a", started=300.0, conceded=True)
    assert main(["play", "--headless", "--resume"]) == 2
    assert "was left unfinished; begin one." in capsys.readouterr().err


def test_without_a_dashboard_a_question_nobody_answers_is_said_to_end_the_record(
    home, clip, capsys
):
    path = begun(home, "a", started=300.0)
    answers = [{"text": text, "probability": 0.5, "actions": []} for text in ("yes", "no")]
    with Journal.open(path) as journal:
        facts = {"number": 1, "text": "Was it?", "answers": answers}
        journal.append(Draft(kind="question", facts=facts))
    assert main(["play", "--headless", "--camera", clip, "--resume", str(path)]) == 0
    assert "ends where question 1 was asked" in capsys.readouterr().err
