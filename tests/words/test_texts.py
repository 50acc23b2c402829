"""A text is an English string that can be said again in another language."""

import pickle

import msgspec
import pytest

from words import (
    capital,
    in_language,
    joined,
    language,
    nsay,
    ntr,
    ptr,
    recognised,
    say,
    tr,
    translated,
    translated_whole,
    wanted_language,
)
from words.written import read_text, write_text


class Told(msgspec.Struct, frozen=True):
    text: object
    others: tuple[object, ...] = ()


def test_a_text_is_its_english_sentence():
    text = tr("{name}'s {zone}", name="Ana", zone=ptr("where", "used"))
    assert text == "Ana's used"
    assert {text: 1}["Ana's used"] == 1
    assert translated(text) == "Ana's used"


def test_what_fills_a_text_is_said_in_the_same_language():
    text = tr("{name}'s {zone}", name="Ana", zone=ptr("where", "used"))
    with in_language("de"):
        assert translated(text) == "Ablage von Ana"
        assert say("{name}'s {zone}", name="Bo", zone=ptr("where", "bag")) == "Beutel von Bo"
    assert language() == "en"


def test_one_and_several_are_two_sentences():
    with in_language("de"):
        assert nsay("draw 1 die", "draw {count} dice", 1) == "1 Würfel ziehen"
        assert translated(ntr("draw 1 die", "draw {count} dice", 3)) == "3 Würfel ziehen"


def test_parts_stay_texts_when_they_are_joined():
    both = capital(joined(tr(" and "), [tr("pass"), "Thor"])) + "."
    assert both == "Pass and Thor."
    with in_language("de"):
        assert translated("Ana: " + both) == "Ana: Passen und Thor."


def test_an_error_keeps_its_text():
    error = ValueError(tr("Dice must be rolled now."))
    with in_language("de"):
        assert translated(str(error)) == "Jetzt müssen Würfel geworfen werden."
        assert say("{path} is no TOML: {error}.", path="x", error=error).endswith("werden..")


def test_a_model_is_said_whole_and_the_same_where_nothing_changes():
    told = Told(tr("pass"), (Told("Thor"), Told(tr("no"))))
    assert translated_whole(told) is told
    with in_language("de"):
        said = translated_whole(told)
    assert said == Told("passen", (Told("Thor"), Told("nein")))
    assert said.others[0] is told.others[0]


def test_what_is_written_is_english_and_what_is_sent_to_another_process_a_text():
    text = ntr("a die", "{count} dice", 2)
    written = msgspec.json.encode({"text": text}, enc_hook=write_text)
    assert written == b'{"text":"2 dice"}'
    again = pickle.loads(pickle.dumps(text))  # noqa: S301 - our own
    with in_language("de"):
        assert translated(again) == "2 Würfel"
    with pytest.raises(NotImplementedError):
        read_text(int, "2")


def test_a_prefix_is_taken_off_in_every_language():
    text = "Ana " + tr("buys {title}", title="Thor")
    assert text.removeprefix("Ana ") == "buys Thor"
    with in_language("de"):
        assert translated(text.removeprefix("Ana ")) == "kauft Thor"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_MESSAGES": "de_AT"}, "de"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_system(environment, wanted):
    assert wanted_language(environment) == wanted


def test_what_only_a_file_holds_is_known_again():
    foul = "Ana bought Thor. The cost is 3; 2 energy does not pay it."
    with in_language("de"):
        assert translated(recognised(foul)) == (
            "Ana hat Thor gekauft. Die Kosten sind 3; 2 Energie reicht nicht."
        )
        assert translated(recognised("Which die is the level 2 in Ana's bag?")) == (
            "Welcher Würfel ist das: Stufe 2 (Beutel von Ana)?"
        )
        assert recognised(foul) == foul
        assert translated(recognised("What did Ana do?")) == "Was hat Ana getan?"
        assert translated(recognised("someone wrote this")) == "someone wrote this"
    assert recognised("What did Ana do?") == "What did Ana do?"
