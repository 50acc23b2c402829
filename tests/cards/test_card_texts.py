"""Card texts are data: complete for the four boxes, linted, and counted in docs/coverage.md."""

import re
from pathlib import Path
from typing import get_args

import pytest

from rules.dicemasters.cards import coverage, effects, facts, linter
from rules.dicemasters.cards.effects import (
    KO,
    OPPONENT,
    OTHER_DIE,
    PICKED,
    THIS,
    Buff,
    Cheaper,
    CountOf,
    Damage,
    Dice,
    Give,
    Global,
    If,
    Protection,
    SuitUp,
    Target,
    When,
    WhenUsed,
    While,
    card_text,
)
from rules.dicemasters.cards.texts import BOXES, text_of, written_by_hand
from tests.written_scenes import scenes

ENCODED = {code for box in BOXES for code in written_by_hand(box)}


def test_every_card_of_the_four_boxes_and_of_their_books_is_encoded():
    boxes = {
        c.code
        for c in facts.all_cards()
        if (c.set == "AvX" and c.number <= 34)
        or (c.set == "YGO" and (c.number <= 9 or c.number >= 111))
        or c.set in ("IMW", "HHS")
    }
    named_in_the_books = {"77avx", "102avx", "17ygo", "41ygo", "71ygo", "89ygo", "110ygo"}
    assert boxes | named_in_the_books <= ENCODED


def test_no_encoded_card_has_a_fault():
    assert [str(fault) for fault in linter.lint()] == []


def test_a_card_nobody_encoded_has_no_text():
    assert text_of("12abc") is None
    assert text_of("1m2015") is None


def test_the_coverage_page_is_current():
    page = Path(__file__).parents[2] / coverage.PAGE
    assert page.read_text(encoding="utf-8") == coverage.page()


def test_the_traps_of_the_sources_are_decided_in_notes():
    for code in ("23imw", "117ygo", "13imw", "22hhs", "23hhs", "24hhs", "39hhs", "34avx", "1imw"):
        assert text_of(code).note, code


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        (
            "23avx",
            card_text(While(rule="cannot-be-blokced", against=Dice())),
            "Invalid enum value",
        ),
        ("23avx", card_text(While(against=Dice())), "neither a bonus nor a rule"),
        ("1avx", card_text(When("blocks", Buff(THIS, 1, 1))), r"burst \* is missing"),
        ("23avx", card_text(When("fielded", Buff(THIS, 1), star=Buff(THIS, 2))), "no face with"),
        ("23avx", card_text(WhenUsed(Buff(Target(), 1))), "a character card has no action text"),
        ("31avx", card_text(Protection(1)), "only a character card can say this"),
        ("23avx", card_text(When("fielded", Damage(OTHER_DIE, 1))), "'fielded' has no other die"),
        ("23avx", card_text(When("fielded", Buff(PICKED, 1))), "is chosen nowhere before"),
        ("23avx", card_text(When("fielded", KO(OPPONENT))), "KO is for dice, not for players"),
        (
            "23avx",
            card_text(When("fielded", Buff(THIS, 1), by=Dice())),
            "has no other die for `by`",
        ),
        ("23avx", card_text(When("fielded", Buff(THIS, 1), alone=True)), "asks about an attack"),
        (
            "23avx",
            card_text(When("turn-start", Buff(THIS, 1), subject=Dice())),
            "it has no subject",
        ),
        (
            "23avx",
            card_text(When("fielded", KO(Target(Dice(title="Tor"))))),
            "no card is called 'Tor'",
        ),
        (
            "23avx",
            card_text(When("fielded", KO(Target(Dice(team=("X-Man",)))))),
            "no affiliation",
        ),
        (
            "23avx",
            card_text(When("fielded", KO(Target(Dice(energy="Blot"))))),
            "no energy type Blot",
        ),
        (
            "23avx",
            card_text(When("fielded", KO(Target(Dice(level=(3, 1)))))),
            "admits nothing",
        ),
        (
            "23avx",
            card_text(When("fielded", KO(Target(Dice(zone="used", attacking=True))))),
            "dice in 'used' are never attacking",
        ),
        ("23avx", card_text(When("fielded", If(Buff(THIS, 1)))), "If asks exactly one thing"),
        (
            "23avx",
            card_text(When("fielded", Buff(THIS, CountOf(Dice(), times=0)))),
            "times zero",
        ),
        ("23avx", card_text(Cheaper(Dice(), 0)), "cheaper by nothing"),
        ("23avx", card_text(SuitUp(("Iron Mann",))), "no card is called 'Iron Mann'"),
        ("23avx", card_text(Global("Bolt", Buff(Target(), 1))), "the card says ''"),
        ("23avx", card_text(keywords=("Fast",)), "the card has no keyword Fast"),
        ("22imw", card_text(), "the card's keyword Fast is missing"),
        ("999avx", card_text(), "There is no card '999avx'"),
        ("26avx", card_text(WhenUsed(Give(Target(player="any"), "Fast"))), "Give is for dice"),
    ],
)
def test_the_linter_rejects_what_cannot_be_meant(code, text, said):
    found = list(linter.lint_text(code, text))
    assert any(pattern_in(said, fault) for fault in found), found


def pattern_in(said, fault):
    return said.replace("\\", "") in fault


def test_a_misspelt_field_is_named_with_file_and_line(monkeypatch, tmp_path):
    package = tmp_path / "rules" / "dicemasters" / "cards" / "texts"
    package.mkdir(parents=True)
    module = package / "avx.py"
    module.write_text(
        "from rules.dicemasters.cards.effects import Dice, Target\n\n"
        "ANYONE = Target(Dice(sidekik=True))\n"
    )

    def imported(_box):
        exec(compile(module.read_text(), str(module), "exec"), {})  # noqa: S102 - a module's import

    monkeypatch.setattr(linter, "box_texts", imported)
    (fault,) = linter.lint_box("avx")
    assert (fault.file, fault.line) == ("rules/dicemasters/cards/texts/avx.py", 3)
    assert "sidekik" in fault.text


def test_every_encoded_card_has_a_behaviour_test_of_its_own():
    """A test names its card, or lists it among its parameters."""
    folder = Path(__file__).parent
    written = "".join(path.read_text() for path in sorted(folder.glob("test_*cards.py")))
    named = re.findall(r"def test_(\d+[a-z]{3,5})_(?:and_(\d+[a-z]{3,5})_)?", written)
    tried = {code for pair in named for code in pair}
    for listed in re.findall(r"parametrize\((.*?)\)\n+(?:@|def)", written, re.DOTALL):
        tried |= set(re.findall(r'"(\d+[a-z]{3,5})"', listed))
    tried |= {title.split()[0] for title, _ in scenes(folder / "scenes")}
    assert sorted(ENCODED - tried) == []


def words_of_the_vocabulary():
    for alias in (effects.Operation, effects.Ability, effects.Amount):
        yield from (each.__name__ for each in get_args(alias) if each is not int)
    for literal in (effects.Event, effects.Rule, effects.Until, effects.KeywordName):
        yield from get_args(literal)


def test_the_page_about_effects_explains_every_word():
    page = (Path(__file__).parents[2] / "docs" / "effects.md").read_text(encoding="utf-8")
    spoken = " ".join(page.split())
    assert [word for word in words_of_the_vocabulary() if word not in spoken] == []
