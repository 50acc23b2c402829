import sys
import threading
from dataclasses import replace

from tests.ui import tables
from ui.replayed import ReplayedSource
from ui.speech import Voice, sentences, speech_program


def test_a_foul_a_question_and_a_lost_life_are_spoken():
    quiet = tables.attack_step()
    assert sentences(quiet, quiet) == []
    assert "Put Thor back" in sentences(quiet, tables.foul())[0]
    assert "blue die" in sentences(quiet, tables.question())[0]
    assert sentences(quiet, tables.over()) == ["Ana wins: Bo has no life left."]


def test_the_same_foul_is_spoken_once():
    assert sentences(tables.foul(), replace(tables.foul(), sequence=9)) == []


def test_without_a_speech_program_there_is_no_voice(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speech_program() is None
    assert speech_program("nowhere-to-be-found --loud") is None


def test_speaking_never_holds_up_the_publisher():
    slow = (sys.executable, "-c", "import time; time.sleep(60)")
    source = ReplayedSource([tables.attack_step(), tables.foul()])
    voice = Voice(source, slow)
    published = threading.Event()
    threading.Thread(target=lambda: (source.step(), published.set())).start()
    assert published.wait(5)
    voice.close()
