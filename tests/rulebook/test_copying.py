"""AvX, YGO and IMW, "Capturing, Controlling, and Copying": no starter card copies, so texts that
do are written here.
"""

import pytest
from textless_cards import at, reserve, setup

from rules.dicemasters.cards.effects import Copy, Dice, Target, When, card_text
from rules.dicemasters.engine import setup as setting_up

OPPOSING = Target(Dice(side="opposing"))
ANN, BOB = 0, 1
EDITIONS = pytest.mark.parametrize("edition", ["avx", "ygo", "imwm"])


@pytest.fixture
def rescue_copies(monkeypatch):
    """Makes Ann's and Bob's Rescue copy an opposing die when attacking."""

    def copies(what):
        real = setting_up.text_of
        text = card_text(When("attacks", Copy(OPPOSING, what)))
        monkeypatch.setattr(
            setting_up, "text_of", lambda code: text if code == "16imw" else real(code)
        )
        setting_up._match.cache_clear()

    yield copies
    setting_up._match.cache_clear()


@EDITIONS
def test_copying__the_stats_are_the_numerals_of_the_other_die(edition, rescue_copies):
    rescue_copies("stats")
    story = at(edition, "0 field Rescue 1", "1 field Triceraton 3").attack("Rescue")
    assert story.stats("Rescue", ANN) == (5, 5)


@EDITIONS
def test_copying__stats_come_with_what_the_others_burst_gives(edition, rescue_copies):
    rescue_copies("stats")
    setting = setup(theirs=["23imw"])  # War Machine level 1, 2A 4D, its burst gives +1A
    story = at(edition, "0 field Rescue 1", "1 field War Machine 1", setting=setting)
    assert story.attack("Rescue").stats("Rescue", ANN) == (3, 4)


@EDITIONS
def test_copying__other_bonuses_are_not_copied(edition, rescue_copies):
    rescue_copies("stats")
    lines = ["0 field Rescue 1", "1 field Triceraton 1", *reserve(ANN, "Bolt")]
    story = at(edition, *lines).use_global("Horn of the Unicorn", "Bolt")
    story.choose("Triceraton", BOB).attack("Rescue")
    assert story.stats("Rescue", ANN) == (3, 3)


@EDITIONS
def test_copying__the_abilities_are_those_of_the_opposing_card(edition, rescue_copies):
    rescue_copies("abilities")
    setting = setup(theirs=["23avx"])  # Thor: Fist characters cannot block Thor
    lines = ["0 field Rescue 3", "1 field Thor 1", "1 field Triceraton 1"]
    story = at(edition, *lines, setting=setting).attack("Rescue").choose("Thor")
    blockers = {story.title(a.die) for a in story.legal_actions() if type(a).__name__ == "Block"}
    assert blockers == {"Thor"}, "the copy cannot be blocked by Triceraton, a Fist character"


@EDITIONS
def test_copying__a_copied_keyword_works(edition, rescue_copies):
    rescue_copies("both")
    setting = setup()
    setting["teams"][1]["cards"] = [["48hhs", 3], ["9ygo", 3]]  # Triceraton with Overcrush
    lines = ["0 field Rescue 1", "1 field Triceraton 3"]
    story = at(edition, *lines, "1 field Baby Dragon 1", setting=setting)
    story.attack("Rescue").choose("Triceraton")
    story.block([("Rescue", "Baby Dragon")]).both_pass()
    assert story.life(BOB) == 16, "five damage, one for the dragon, four go through"


@EDITIONS
def test_copying__ends_with_the_turn(edition, rescue_copies):
    rescue_copies("both")
    lines = ["0 field Rescue 3", "1 field Triceraton 3", "1 field Baby Dragon 1"]
    story = at(edition, *lines).attack("Rescue").choose("Triceraton")
    assert story.stats("Rescue", ANN) == (5, 5)
    story.block([("Rescue", "Baby Dragon")]).both_pass()
    assert story.stats("Rescue", ANN) == (4, 3)
