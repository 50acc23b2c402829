import re
from pathlib import Path
from string import Formatter

import rules
import ui
from rules.registry import families
from ui.words import ENGLISH, has_sentence, say, sentences

SOURCE = Path(ui.__file__).parent
ASKED = re.compile(r"\bsay\(\s*[\"']([a-z0-9.-]+)[\"']")
QUOTED = re.compile(r"[\"']([a-z-]+\.[a-z0-9-]+)[\"']")


GAMES = Path(rules.__file__).parent


def sources():
    return [
        path.read_text() for path in sorted(SOURCE.rglob("*.py")) if path.parent.name != "words"
    ]


def asked_by_games():
    """What the set-up form asks for in the words of a family of games."""
    bringing = [family for family in families() if family.players_bring]
    words = {f"setup.{word}-{each.name}" for each in bringing for word in ("near", "far", "brings")}
    fields = {field for family in families() for field in family.common_fields}
    words |= {f"setup.{field}" for field in fields}
    words |= {f"setup.brings-{field}" for field in fields if has_sentence(f"setup.brings-{field}")}
    texts = [path.read_text() for path in GAMES.glob("*/set_up.py")]
    return words | {name for text in texts for name in QUOTED.findall(text) if has_sentence(name)}


def test_every_family_of_games_has_its_words_for_the_set_up():
    assert asked_by_games() <= set(sentences(ENGLISH))


def test_every_sentence_that_is_asked_for_exists():
    asked = {name for text in sources() for name in ASKED.findall(text)}
    assert asked
    assert asked <= set(sentences(ENGLISH))


def test_no_sentence_is_left_over():
    by_prefix = (
        "zones.",
        "stats.",
        "offers.",
        "headline.waiting",
        "health.",
        "entry.",
        "setup.partner",
        "setup.event",
        "setup.round",
        "setup.match",
        "team.any",
        "sets.aims",
        "sets.compares",
        "clocks.",
        "ended.",
        "rehearsal.seat",
        "why.cause-",
        "team.any-",
    )  # looked up by what games say
    used = {name for text in sources() for name in QUOTED.findall(text)}
    used |= asked_by_games()
    unused = {n for n in sentences(ENGLISH) if n not in used and not n.startswith(by_prefix)}
    assert not unused


def test_whatever_is_waited_for_is_said_in_words():
    judging = [*(SOURCE.parent / "rules" / "track").glob("*.py"), *(SOURCE / "app").glob("*.py")]
    reasons = {
        reason
        for path in judging
        for reason in re.findall(r"(?:Wait\(|waiting=)\"([a-z-]+)\"", path.read_text())
    }
    assert "foul-open" in reasons
    assert not {reason for reason in reasons if not has_sentence(f"headline.waiting-{reason}")}


def test_slots_are_filled_by_name():
    assert say("headline.turn", turn=7) == "Turn 7"
    for sentence in sentences(ENGLISH).values():
        for _, slot, _, _ in Formatter().parse(sentence):
            assert slot is None or slot.isidentifier()


def test_a_language_without_a_file_speaks_english(monkeypatch):
    monkeypatch.setenv("DICEREF_LANGUAGE", "tlh")
    assert say("headline.turn", turn=2) == "Turn 2"
