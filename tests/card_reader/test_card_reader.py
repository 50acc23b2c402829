"""The reader turns regular sentences into typed effects and refuses what it does not know whole.

The sentences here are made up; printed texts are compared where they lie beside the project.
"""

import json
from pathlib import Path

import msgspec
import pytest

from models.card_reader.dice_phrases import Context, NotUnderstoodError
from models.card_reader.operations import read_operations
from models.card_reader.reader import read_card
from models.card_reader.source import set_as_json
from models.card_reader.wording import sections
from rules.dicemasters.cards.effects import (
    EVENT_DIE,
    KO,
    OPPONENT,
    PICKED,
    THIS,
    Buff,
    CardText,
    CountOf,
    Damage,
    Dice,
    DrawAndLook,
    DrawDice,
    Each,
    GainLife,
    Give,
    If,
    ImposeRule,
    LoseLife,
    May,
    Move,
    PickedDie,
    RollDice,
    Spin,
    StatOf,
    Target,
    When,
    While,
    card_text,
)
from rules.dicemasters.cards.texts import READ, box_texts, written_by_hand

TEXTS = Path(__file__).parents[3] / "shared" / "cards" / "texts.json"
OPPOSING = Dice(side="opposing")
OWN = Dice(side="own")
USED_SIDEKICK = Dice(side="own", zone="used", sidekick=True)
ROCK = "61jl"  # a card whose only word is Overcrush


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("deal 7 damage to target opposing character", (Damage(Target(OPPOSING), 7),)),
        ("deal 2 damage to each level 2 character", (Damage(Each(Dice(level=(2, 2))), 2),)),
        (
            "deal 1 damage to target character or player",
            (Damage(Target(player="any"), 1),),
        ),
        (
            "deal 1 damage to your opponent for each of your <fist> characters",
            (Damage(OPPONENT, CountOf(Dice(side="own", energy="Fist"))),),
        ),
        (
            "self deals damage equal to its a to your opponent",
            (Damage(OPPONENT, StatOf(THIS, "attack")),),
        ),
        (
            "ko up to 2 target opposing sidekicks",
            (KO(Target(Dice(side="opposing", sidekick=True), count=2, up_to=True)),),
        ),
        ("spin target character down 2 levels", (Spin(Target(), -2),)),
        ("gain 3 life and draw and roll a die", (GainLife(3), DrawDice(1, to="reserve"))),
        (
            "target character gets +2a and can't block this turn",
            (Buff(Target(), 2), Give(PickedDie(0), "cannot-block")),
        ),
        (
            "your villains get +1a +1d this turn".replace("get ", "gets "),
            (Buff(Each(Dice(side="own", team=("Villains",))), 1, 1),),
        ),
        ("opposing characters can't block this turn", (ImposeRule("cannot-block", OPPOSING),)),
        (
            "target opposing character can't attack or block this turn",
            (Give(Target(OPPOSING), "cannot-attack"), Give(PickedDie(0), "cannot-block")),
        ),
        (
            "you may pay <2 mask> to ko target sidekick",
            (May(KO(Target(Dice(sidekick=True))), energy="2 Mask"),),
        ),
        (
            "lose 1 life. if your opponent has more life than you, gain 2 life",
            (LoseLife(1, "you"), If(GainLife(2), behind="life")),
        ),
        (
            "ko target character of yours. if you do, gain 2 life",
            (KO(Target(OWN)), If(GainLife(2), any_moved=True)),
        ),
        (
            "deal 2 damage to target character. that character can't attack this turn",
            (Damage(Target(), 2), Give(PICKED, "cannot-attack")),
        ),
        (
            "ko target character unless your opponent pays 3 life",
            (May((), life=3, by="opponent", otherwise=KO(Target())),),
        ),
        ("prep a die from your bag", (DrawDice(1),)),
        (
            "move up to 2 sidekicks from your used pile to your prep",
            (Move(Target(USED_SIDEKICK, count=2, up_to=True), "prep"),),
        ),
        (
            "draw a die. if it is a <mask> character, prep it. otherwise, return it to your bag",
            (DrawAndLook(1, Dice(energy="Mask")),),
        ),
        (
            "reroll target opposing character. on an energy face, move it to the used pile",
            (RollDice(Target(OPPOSING), "stay", "used"),),
        ),
    ],
)
def test_a_sentence_becomes_what_it_says(said, done):
    assert read_operations(said, Context("Rock")) == done


@pytest.mark.parametrize(
    "said",
    [
        "deal 2 damage to it and to him",  # to whom?
        "deal 2 damage divided as you like among opposing characters",
        "target character gets +2a. it can't block this turn",  # who is "it"?
        "ko target character named aloud",
        "reroll target opposing character. if it rolls an energy face, cheer",
        "the first character you field this turn is free to field",  # one may have been fielded
        "gain 2 life, then dance",
    ],
)
def test_what_is_not_understood_whole_is_refused(said):
    with pytest.raises(NotUnderstoodError):
        read_operations(said, Context("Rock"))


def read_as_text_of(monkeypatch, said):
    """A whole text on a card, its own facts about bursts, keywords and globals left aside."""
    monkeypatch.setattr("models.card_reader.reader.linter.lint_text", lambda *_: [])
    return read_card(ROCK, said)


@pytest.mark.parametrize(
    ("said", "abilities"),
    [
        ("When fielded, gain 2 life.", [When("fielded", GainLife(2))]),
        (
            "While Red Tornado is active, your Sidekicks get +1A and +1D.",
            [While(Dice(side="own", sidekick=True), 1, 1)],
        ),
        (
            "While Red Tornado is active, when an opponent fields a Villain, spin it down 1 level.",
            [
                When(
                    "fielded",
                    Spin(EVENT_DIE, -1),
                    subject=Dice(side="opposing", team=("Villains",)),
                )
            ],
        ),
        (
            "When you take damage, Red Tornado gets +1A.",
            [When("life-damaged", Buff(Each(Dice(side="own", own_card=True)), 1))],
        ),
        (
            "When Red Tornado attacks, deal 1 damage to target player (no matter how many attack).",
            [When("attacks", Damage(Target(player="only"), 1), together=True)],
        ),
        (
            "Red Tornado can't be blocked by level 1 characters.",
            [While(rule="cannot-be-blocked", against=Dice(level=(1, 1)))],
        ),
        (
            "Red Tornado gets +1D while your opponent has more life than you.",
            [While(defence=1, behind="life")],
        ),
        (
            "When fielded, deal 2 damage to target character. | * Instead, deal 3 damage.",
            [When("fielded", Damage(Target(), 2), star=Damage(Target(), 3))],
        ),
    ],
)
def test_a_whole_text_becomes_abilities(monkeypatch, said, abilities):
    title = "Red Tornado"
    monkeypatch.setattr(
        "models.card_reader.reader.card",
        lambda code: __import__("dataclasses").replace(real_card(code), title=title),
    )
    assert list(read_as_text_of(monkeypatch, said).abilities) == abilities


def real_card(code):
    from rules.dicemasters.cards.facts import card

    return card(code)


def test_a_card_that_says_more_than_its_facts_is_refused():
    assert read_card(ROCK, "Overcrush").keywords == ("Overcrush",)
    with pytest.raises(NotUnderstoodError, match="no keyword Fast"):
        read_card(ROCK, "Overcrush | Fast")
    with pytest.raises(NotUnderstoodError, match="Overcrush is missing"):
        read_card(ROCK, "When fielded, gain 1 life.")


def test_a_further_sentence_that_may_go_on_or_begin_anew_is_refused(monkeypatch):
    with pytest.raises(NotUnderstoodError):
        read_as_text_of(
            monkeypatch, "When this character attacks, gain 1 life. Your Sidekicks get +1A."
        )


def test_reminders_in_brackets_say_nothing_and_other_brackets_are_kept():
    (section,) = sections("Target character gets +1A (until end of turn).", "Rock", monsters=False)
    assert section.text == "target character gets +1a this turn."
    (section,) = sections("Gain 1 life (and dance).", "Rock", monsters=False)
    assert "dance" in section.text


def test_the_data_written_is_the_effect_read():
    text = card_text(When("fielded", (Damage(Target(OPPOSING), 2), Give(PICKED, "cannot-block"))))
    written = set_as_json({"1abc": text})
    assert msgspec.json.decode(written, type=dict[str, CardText]) == {"1abc": text}
    assert written.count("\n") == 3  # a card a line


def printed():
    if not TEXTS.is_file():
        pytest.skip("the printed texts lie beside the project only where it is made")
    return json.loads(TEXTS.read_text("utf-8"))


def test_what_was_written_by_hand_is_read_alike():
    """Two ways to the same effect: whoever differs is wrong, or says more in a note."""
    differ = {}
    for code, entry in printed().items():
        hand = written_by_hand(code.lstrip("0123456789")).get(code)
        if hand is None or hand.note:
            continue
        try:
            read = read_card(code, entry["text"])
        except NotUnderstoodError:
            continue
        if (read.abilities, set(read.keywords)) != (hand.abilities, set(hand.keywords)):
            differ[code] = read
    assert differ == {}


@pytest.mark.slow
def test_what_is_committed_is_what_the_reader_reads():
    texts = printed()
    for box in READ:
        for code, text in box_texts(box).items():
            if code not in written_by_hand(box):
                assert read_card(code, texts[code]["text"]) == text, code
