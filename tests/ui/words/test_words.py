"""What games name by a word has its words on the screens."""

import re
from pathlib import Path

import ui
from rules.core import ZoneKind
from rules.registry import families
from ui.words import EXAMPLES, FIELDS, WAITING, ZONES, words_for

SOURCE = Path(ui.__file__).parent


def test_every_family_of_games_has_its_words_for_the_set_up():
    bringing = [family for family in families() if family.players_bring]
    asked = {f"{side}-{each.name}" for each in bringing for side in ("near", "far")}
    asked |= {field for family in families() for field in family.common_fields}
    assert asked <= set(FIELDS)
    assert {family.name for family in bringing} <= set(EXAMPLES)


def test_whatever_is_waited_for_is_said_in_words():
    judging = [*(SOURCE.parent / "rules" / "track").glob("*.py"), *(SOURCE / "app").glob("*.py")]
    reasons = {
        reason
        for path in judging
        for reason in re.findall(r"(?:Wait\(|waiting=)\"([a-z-]+)\"", path.read_text())
    }
    assert "foul-open" in reasons
    assert reasons <= set(WAITING)


def test_a_word_that_no_table_knows_is_shown_as_it_is():
    assert words_for(ZONES, "field") == "Field"
    assert words_for(ZONES, "attic") == "attic"
    assert ZoneKind.OPEN.value not in ZONES
