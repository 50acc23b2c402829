"""The referee's voice: fouls, questions and life changes through the system's speech program.

Speaking never holds up the game: sentences wait in a short queue, an old one makes way for a
new one, and a program that fails is not asked again.
"""

import shlex
import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from rules.core import side_name, sides_of
from ui.app.table_model import TableModel, TableSource
from ui.words import CLOCKS, words_for
from words import ENGLISH, language, say, tr, translated

PROGRAMS: Final = (
    ("spd-say", "--wait", "--language", "{language}"),
    ("espeak-ng", "-v", "{language}"),
    ("espeak", "-v", "{language}"),
    ("say", "-v", "{voice}"),
)
"""Speech programs that take the sentence as their last argument, best first."""

VOICES: Final = {"en": "Samantha", "de": "Anna"}
"""The voices that macOS has of itself."""

MOST_WAITING: Final = 4
LONGEST: Final = 30.0  # seconds a sentence may take before the program is given up


def speech_program(chosen: str = "") -> tuple[str, ...] | None:
    """The command that speaks the language spoken here, or None when this machine has none.

    A program that the user chose gets no language: it is for its own options to say.
    """
    if chosen:
        words = tuple(shlex.split(chosen))
        return words if words and shutil.which(words[0]) else None
    here = {"language": language(), "voice": VOICES.get(language(), VOICES[ENGLISH])}
    for command in PROGRAMS:
        if shutil.which(command[0]):
            return tuple(word.format_map(here) for word in command)
    return None


def spoken_sentences(before: TableModel, after: TableModel) -> list[str]:
    """What is worth saying aloud about the step from one model to the next."""
    known = {foul.number for foul in before.fouls}
    spoken = [
        say("Foul. {text} {remedy}", text=foul.text, remedy=foul.remedy)
        for foul in after.fouls
        if foul.number not in known
    ]
    question = after.question
    if question and (before.question is None or before.question.number != question.number):
        spoken.append(say("A question. {text}", text=question.text))
    for side in sides_of(after.view):  # partners share one life
        life = after.view.seats[side].life
        if life != before.view.seats[side].life:
            key = (
                tr("{name}: {life} points.")
                if after.view.seats[side].goal
                else tr("{name}: {life} life.")
            )
            spoken.append(say(key, name=side_name(after.view, side), life=life))
    known_events = set(before.events)
    spoken += [
        say("{text}.", text=line.text)
        for line in after.events[-MOST_WAITING:]
        if line.kind == "by-hand" and line not in known_events
    ]
    left = {clock.name: clock.seconds for clock in before.clocks if clock.down}
    spoken += [
        say("Time is up: {clock}.", clock=words_for(CLOCKS, clock.name))
        for clock in after.clocks
        if clock.down and clock.seconds <= 0 < left.get(clock.name, 0.0)
    ]
    if after.outcome is not None and before.outcome is None:
        spoken.append(translated(after.outcome.text))
    return spoken


class Voice:
    """Follows a source and says what matters; `close` falls silent."""

    def __init__(self, source: TableSource, program: Sequence[str]) -> None:
        self._program = tuple(program)
        self._last = source.latest()
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._wake = threading.Condition()
        self._closed = False
        self._speaking: subprocess.Popen[bytes] | None = None
        self._unsubscribe: Callable[[], None] = source.subscribe(self._published)
        threading.Thread(target=self._run, name="voice", daemon=True).start()

    def _published(self, model: TableModel) -> None:
        spoken = spoken_sentences(self._last, model)
        self._last = model
        if spoken:
            with self._wake:
                self._waiting.extend(spoken)
                self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                sentence = self._waiting.popleft()
            try:
                self._speak(sentence)
            except (OSError, subprocess.TimeoutExpired):
                return  # a voice that fails stays silent; the screen says everything

    def _speak(self, sentence: str) -> None:
        with subprocess.Popen(  # noqa: S603 - the program the user chose, no shell
            [*self._program, f" {sentence}"],  # the space: a name may begin with a dash
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            self._speaking = process
            try:
                process.wait(LONGEST)
            except subprocess.TimeoutExpired:
                process.kill()
                raise

    def close(self) -> None:
        """Fall silent at once."""
        self._unsubscribe()
        with self._wake:
            self._closed = True
            self._wake.notify()
        if self._speaking is not None and self._speaking.poll() is None:
            self._speaking.kill()
