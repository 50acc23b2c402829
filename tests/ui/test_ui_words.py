import re
from pathlib import Path
from string import Formatter

import ui
from ui.words import ENGLISH, known, say, sentences

SOURCE = Path(ui.__file__).parent
ASKED = re.compile(r"\bsay\(\s*[\"']([a-z0-9.-]+)[\"']")
QUOTED = re.compile(r"[\"']([a-z-]+\.[a-z0-9-]+)[\"']")


def sources():
    return [
        path.read_text() for path in sorted(SOURCE.rglob("*.py")) if path.parent.name != "words"
    ]


def test_every_sentence_that_is_asked_for_exists():
    asked = {name for text in sources() for name in ASKED.findall(text)}
    assert asked
    assert asked <= set(sentences(ENGLISH))


def test_no_sentence_is_left_over():
    families = (
        "zones.",
        "offers.",
        "headline.waiting",
        "health.",
        "entry.",
        "review.kind",
        "setup.side",
        "sets.aim",
        "sets.compares",
        "clocks.",
        "ended.",
        "rehearsal.seat",
    )  # looked up by what games say
    used = {name for text in sources() for name in QUOTED.findall(text)}
    unused = {n for n in sentences(ENGLISH) if n not in used and not n.startswith(families)}
    assert not unused


def test_whatever_is_waited_for_is_said_in_words():
    judging = [*(SOURCE.parent / "rules" / "track").glob("*.py"), SOURCE / "app" / "session.py"]
    reasons = {
        reason
        for path in judging
        for reason in re.findall(r"(?:Wait\(|waiting=)\"([a-z-]+)\"", path.read_text())
    }
    assert "foul-open" in reasons
    assert not {reason for reason in reasons if not known(f"headline.waiting-{reason}")}


def test_slots_are_filled_by_name():
    assert say("headline.turn", turn=7) == "Turn 7"
    for sentence in sentences(ENGLISH).values():
        for _, slot, _, _ in Formatter().parse(sentence):
            assert slot is None or slot.isidentifier()


def test_a_language_without_a_file_speaks_english(monkeypatch):
    monkeypatch.setenv("DICEREF_LANGUAGE", "tlh")
    assert say("headline.turn", turn=2) == "Turn 2"
