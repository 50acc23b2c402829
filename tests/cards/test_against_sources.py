"""The packaged facts are those of the sources, where these lie beside the project."""

import csv
import json
from pathlib import Path

import pytest

from rules.dicemasters.cards.effects import Global
from rules.dicemasters.cards.facts import all_cards, card
from rules.dicemasters.cards.texts import text_of

SOURCES = Path(__file__).parents[3] / "shared" / "cards"
pytestmark = pytest.mark.skipif(
    not (SOURCES / "cards.csv").is_file(), reason="the sources do not lie beside the project"
)


def rows():
    with (SOURCES / "cards.csv").open(encoding="utf-8", newline="") as lines:
        return {row["tb_code"]: row for row in csv.DictReader(lines)}


def starters():
    return json.loads((SOURCES / "starter_cards.json").read_text(encoding="utf-8"))


def levels_of(row):
    return [
        tuple(int(row[f"L{n}_{part}"]) for part in ("field", "A", "D", "burst"))
        for n in range(1, 5)
        if row[f"L{n}_A"]
    ]


def test_every_printing_of_the_table_is_here_with_its_figures():
    wrong = []
    written = rows()
    for each in all_cards():
        row = written.pop(each.code)
        shown = [(x.field, x.attack, x.defence, x.burst) for x in each.levels]
        if each.type == "Sidekick":
            shown = []
        facts = (each.title, each.subtitle, each.cost, each.max_dice, "|".join(each.energy))
        table = (
            row["title"],
            row["subtitle"],
            int(row["cost"]),
            int(row["max_dice"]),
            row["energy"],
        )
        if facts != table or shown != levels_of(row):
            wrong.append(each.code)
    assert (wrong, list(written)) == ([], [])


def test_every_conflict_of_the_sources_is_shown():
    for code, row in rows().items():
        said = " ".join(card(code).conflicts)
        for name in ("cost_conflict", "number_conflict"):
            assert row[name] in said, code
        for name in ("faces_A", "faces_B"):
            shown = "/".join(f"{f}-{a}-{d}{'*' * b}" for f, a, d, b in levels_of(row))
            if row[name] and row[name] != shown:
                assert row[name] in said, code


def test_starter_cards_have_the_faces_and_colours_of_the_sources():
    for each in starters():
        facts = card(each["code"])
        amounts = [side["amount"] for side in each["energy_faces"]]
        if facts.is_character:
            assert [side.amount for side in facts.energy_faces] == amounts, each["code"]
        else:
            assert list(facts.action_faces) == each["action_faces"], each["code"]
        if each["die_colour"]:
            assert (facts.body, facts.ink) == (
                each["die_colour"]["body"],
                each["die_colour"]["ink"],
            )


def test_every_starter_card_is_encoded_with_its_globals():
    for each in starters():
        text = text_of(each["code"])
        assert text is not None, each["code"]
        costs = [a.cost for a in text.abilities if isinstance(a, Global)]
        assert costs == [said["cost"] for said in each["globals"]], each["code"]
