"""Every language says everything that the code says, and fills in the same."""

from string import Formatter

import pytest

pytest.importorskip("babel")

from tests.bench.words import LOCALE, missing, read_words, sentences

LANGUAGES = sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/diceref.po"))


def slots(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def keys(catalogue):
    return {(message.id, message.context) for message in catalogue if message.id}


def said(message):
    """Each sentence in English beside what it is in another language."""
    if isinstance(message.id, tuple):
        return zip(message.id, message.string, strict=True)
    return [(message.id, message.string)]


def test_there_is_german():
    assert "de" in LANGUAGES


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_complete_and_nothing_in_it_is_stale(code):
    words, needed = read_words(code), sentences()
    assert keys(needed) - keys(words) == set(), "run `make words` and say them"
    assert keys(words) - keys(needed) == set(), "run `make words`: no code says them any more"
    assert [message.id for message in missing(words)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translation_fills_in_nothing_that_is_not_there(code):
    wrong = [
        (english, other)
        for message in read_words(code)
        if message.id
        for english, other in said(message)
        if "{" in english and not slots(other) <= slots(english) | {"count"}
    ]
    assert wrong == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_stands_at_the_edge_of_a_sentence_stands_there_in_every_language(code):
    """Blanks that hold two texts apart, and line breaks."""
    wrong = [
        (english, other)
        for message in read_words(code)
        if message.id
        for english, other in said(message)
        if english[-1:].isspace() != other[-1:].isspace()
        or (english[:1] == "\n") != (other[:1] == "\n")
    ]
    assert wrong == []
