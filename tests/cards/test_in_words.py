"""Card texts can be read: plain words made from the data the engine carries out."""

import json
import re

import pytest

from rules.dicemasters.cards import effects
from rules.dicemasters.cards.facts import card
from rules.dicemasters.cards.in_words import text_in_words
from rules.dicemasters.cards.texts import SETS, box_texts, text_of
from rules.dicemasters.presentation.card_words import card_lines
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
        ("37avx", ["When your turn ends: spin each Colossus die of yours up 1 level."]),
        ("20gotg", ["When it blocks a Villain character: it gets +2A and +2D."]),
        (
            "58ygo",
            [
                "Continuous",
                (
                    "You may send this die from the field to the Used Pile whenever a global "
                    "could be used: move target opposing character to the Used Pile."
                ),
            ],
        ),
        (
            "34ygo",
            ["When it attacks: knock out each Sidekick; it gets +2A for each of them."],
        ),
        (
            "78ygo",
            [
                (
                    "Active or not, when a character of yours with 'Dragon' in its name is "
                    "fielded: you may roll each Curse of Dragon die of yours in the Used Pile: a "
                    "character is fielded free, anything else goes to the Used Pile."
                ),
            ],
        ),
        ("55msw", ["Each Ultimate Spider-Man die is free to field."]),
    ],
)
def test_a_text_reads_like_the_card(code, lines):
    assert list(text_in_words(text_of(code), card(code).title)) == lines


def test_every_encoded_card_can_be_read():
    for box in SETS:
        for code, text in box_texts(box).items():
            spoken = " ".join(text_in_words(text, card(code).title))
            assert "{" not in spoken, code
            assert "None" not in spoken, code
            assert not re.search(r"\+as|\+its|\ba (other|[aeio])|  | 9 less|\b20 ", spoken), code
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


def test_cards_of_yu_gi_oh_speak_of_monsters_duelists_and_summoning():
    for code in box_texts("ygo"):
        said = [line for line in card_lines(card(code)) if not line.startswith("levels")]
        assert not re.search(r"character|player|\bfield(ed|ing)\b", " ".join(said)), code
