import os
import shutil
import sys
import threading
from contextlib import ExitStack
from dataclasses import replace

import pytest

from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.app.table_model import AnswerQuestion, LogLine
from ui.screens.app import DiceRefApp
from ui.voice.speech import PROGRAMS, Voice, speech_program, spoken_sentences
from words import in_language


def test_a_foul_a_question_and_a_lost_life_are_spoken():
    quiet = tables.attack_step()
    assert spoken_sentences(quiet, quiet) == []
    assert "Put Thor back" in spoken_sentences(quiet, tables.foul())[0]
    assert "blue die" in spoken_sentences(quiet, tables.question())[0]
    assert spoken_sentences(quiet, tables.over()) == ["Ana wins: Bo has no life left."]


def test_what_was_done_by_hand_is_read_back_once():
    before = tables.attack_step()
    line = LogLine(1.0, "by hand: Thor gets +1A +0D", 0, "by-hand")
    after = replace(before, events=(*before.events, line))
    assert spoken_sentences(before, after) == ["by hand: Thor gets +1A +0D."]
    assert spoken_sentences(after, after) == []


def test_the_same_foul_is_spoken_once():
    assert spoken_sentences(tables.foul(), replace(tables.foul(), sequence=9)) == []


def test_without_a_speech_program_there_is_no_voice(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speech_program() is None
    assert speech_program("nowhere-to-be-found --loud") is None


def test_the_voice_speaks_the_language_of_the_program(monkeypatch, tmp_path):
    program = tmp_path / "espeak-ng"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speech_program() == ("espeak-ng", "-v", "en")
    with in_language("de"):
        assert speech_program() == ("espeak-ng", "-v", "de")
        hurt = tables.attack_step()
        after = replace(hurt, view=renamed(hurt.view, "Ana", 3))
        assert "Ana: 3 Leben." in spoken_sentences(hurt, after)


def test_speaking_never_holds_up_the_publisher():
    slow = (sys.executable, "-c", "import time; time.sleep(60)")
    source = ReplayedSource([tables.attack_step(), tables.foul()])
    voice = Voice(source, slow)
    published = threading.Event()
    threading.Thread(target=lambda: (source.step(), published.set())).start()
    assert published.wait(5)
    voice.close()


WRITES_DOWN = "import sys; open(sys.argv[1], 'w').write(sys.argv[2])"


def test_a_sentence_reaches_the_program_whole_whatever_it_begins_with(tmp_path):
    view = tables.attack_step().view
    named = replace(tables.attack_step(), view=renamed(view, "-w/tmp/x", 17))
    hurt = replace(named, view=renamed(view, "-w/tmp/x", 12))
    heard = tmp_path / "heard"
    os.mkfifo(heard)
    source = ReplayedSource([named, hurt])
    voice = Voice(source, (sys.executable, "-c", WRITES_DOWN, str(heard)))
    source.step()
    assert heard.read_text() == " -w/tmp/x: 12 life."
    voice.close()


def renamed(view, name, life):
    import msgspec

    first, *others = view.seats
    seat = msgspec.structs.replace(first, name=name, life=life)
    return msgspec.structs.replace(view, seats=(seat, *others))


async def test_a_question_is_answered_while_the_voice_is_still_speaking():
    slow = (sys.executable, "-c", "import time; time.sleep(60)")
    source = ReplayedSource([tables.attack_step(), tables.question()])
    app = DiceRefApp(source)
    app.companions = lambda table: stack_of(Voice(table, slow))
    async with app.run_test(size=(100, 30)) as pilot:
        source.step()
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert source.sent == [AnswerQuestion(3, 1)]
        app.dismiss_companions()


def stack_of(voice):
    with ExitStack() as stack:
        stack.callback(voice.close)
        return stack.pop_all()


@pytest.mark.skipif(
    not any(shutil.which(words[0]) for words in PROGRAMS), reason="no speech program here"
)
def test_the_systems_own_program_is_found_and_started():
    program = speech_program()
    assert program is not None
    voice = Voice(ReplayedSource([tables.attack_step()]), program)
    voice._speak("One, two.")
    voice.close()
