"""Card texts can be read: plain words made from the data the engine carries out."""

import json

import pytest

from rules.dicemasters.cards import effects
from rules.dicemasters.cards.facts import card
from rules.dicemasters.cards.in_words import text_in_words
from rules.dicemasters.cards.texts import BOXES, box_texts, text_of
from ui.cli.main import main


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("1avx", ["When it blocks: it gets +1A and +1D.", "* instead: it gets +2A and +2D."]),
        (
            "2ygo",
            [
                "When it attacks alone: it gets +2D.",
                "* while active, it gets +1D for each other Bolt character.",
            ],
        ),
        ("4imw", ["While active, it cannot be blocked by any character of cost 6 or more."]),
        ("17hhs", ["When it is fielded: you may knock out target opposing Sidekick."]),
        ("41hhs", ["When it is knocked out: deal damage to the opponent, as much as its level."]),
        (
            "24imw",
            [
                "Fast",
                "Suit Up (Iron Man).",
                "* while active, it cannot be blocked by any Sidekick.",
            ],
        ),
        ("9ygo", []),
    ],
)
def test_a_text_reads_like_the_card(code, lines):
    assert list(text_in_words(text_of(code), card(code).title)) == lines


def test_every_encoded_card_can_be_read():
    for box in BOXES:
        for code, text in box_texts(box).items():
            spoken = " ".join(text_in_words(text, card(code).title))
            assert "{" not in spoken, code
            assert "None" not in spoken, code
            assert bool(spoken) == bool(text.abilities or text.keywords), code


def test_every_operation_and_ability_has_words():
    from rules.dicemasters.cards.in_words import _TextInWords

    speaker = _TextInWords("Somebody")
    for each in effects.Operation.__args__:
        assert hasattr(speaker, f"_do_{each.__name__.lower()}"), each
    for each in effects.Ability.__args__:
        assert hasattr(speaker, f"_{each.__name__.lower()}"), each


def test_looking_a_card_up_says_what_it_does(capsys):
    assert main(["cards", "9avx"]) == 0
    assert "knock out target opposing level 1 character" in capsys.readouterr().err
    assert main(["cards", "9avx", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"][1].startswith("* instead")
