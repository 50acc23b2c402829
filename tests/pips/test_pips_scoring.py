"""What a throw is worth, checked against somebody who counts every way there is."""

from itertools import combinations, combinations_with_replacement

import pytest
from msgspec.structs import replace

from rules.pips.scoring import points, points_of_all, variant, variants

TABLES = {name: variant(name) for name in variants()}
TABLES["odd"] = replace(
    TABLES["standard"], ones=10, fives=200, triples=(5, 0, 900, 40, 3, 7), short_straight=2000,
    more_of_a_kind=(1, 5000, 2), two_triplets=1, four_and_a_pair=77,
)  # fmt: skip


def block_worth(table, block):
    """One combination by the words of the book; nothing when it is none."""
    block = sorted(block)
    size, faces = len(block), sorted(set(block))
    worths = [0]
    if size == 1:
        worths.append({1: table.ones, 5: table.fives}.get(block[0], 0))
    if size >= 3 and len(faces) == 1:
        worths.append(kind_worth(table, block[0], size))
    if block in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        worths.append(table.short_straight)
    if size == 6:
        times = tuple(sorted(block.count(face) for face in faces))
        patterns = {
            (1,) * 6: table.straight,
            (2, 2, 2): table.three_pairs,
            (3, 3): table.two_triplets,
            (2, 4): table.four_and_a_pair,
        }
        worths.append(patterns.get(times, 0))
    return max(worths)


def kind_worth(table, face, size):
    """Three or more dice alike."""
    triple = table.triples[face - 1]
    if size == 3:
        return triple
    if table.more_of_a_kind == "double":
        return triple * (2, 4, 8)[size - 4]
    if table.more_of_a_kind == "add":
        return triple + (size - 3) * triple
    return table.more_of_a_kind[size - 4]


def divisions(dice):
    """Every way to divide the dice into blocks."""
    if not dice:
        yield []
        return
    first, rest = dice[0], dice[1:]
    for size in range(len(rest) + 1):
        for mates in combinations(range(len(rest)), size):
            left = [rest[n] for n in range(len(rest)) if n not in mates]
            for others in divisions(left):
                yield [[first, *(rest[n] for n in mates)], *others]


def counted_every_way(table, dice):
    """The most that all scores, and the most when every die must score (or None)."""
    best, best_of_all = 0, None
    for blocks in divisions(list(dice)):
        worths = [block_worth(table, block) for block in blocks]
        best = max(best, sum(worths))
        if all(worths) and (best_of_all is None or sum(worths) > best_of_all):
            best_of_all = sum(worths)
    return best, best_of_all


@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_scorer_agrees_with_counting_every_way(name):
    table = TABLES[name]
    seen = 0
    for size in range(1, 7):
        for dice in combinations_with_replacement(range(1, 7), size):
            expected = counted_every_way(table, dice)
            assert (points(table, dice), points_of_all(table, dice)) == expected, dice
            seen += 1
    assert seen == 923


@pytest.mark.parametrize(
    ("name", "dice", "worth"),
    [
        ("standard", (1,), 100), ("standard", (5,), 50), ("standard", (1, 1, 1), 1000),
        ("farkle", (1, 1, 1), 300), ("standard", (4, 4, 4), 400), ("standard", (6,) * 4, 1200),
        ("standard", (6,) * 6, 4800), ("standard", (1,) * 4, 2000), ("farkle", (2,) * 4, 1000),
        ("farkle", (2,) * 5, 2000), ("farkle", (2,) * 6, 3000), ("adding", (3,) * 4, 600),
        ("adding", (3,) * 6, 1200), ("standard", (1, 2, 3, 4, 5, 6), 1500),
        ("adding", (1, 2, 3, 4, 5), 500), ("adding", (2, 3, 4, 5, 6), 500),
        ("adding", (1, 1, 2, 3, 4, 5), 600), ("standard", (2, 2, 3, 3, 4, 4), 750),
        ("farkle", (2, 2, 3, 3, 4, 4), 1500), ("farkle", (2, 2, 2, 3, 3, 3), 2500),
        ("standard", (2, 2, 2, 3, 3, 3), 500), ("farkle", (2, 2, 2, 2, 3, 3), 1500),
        ("standard", (2, 3, 4, 6, 6), 0), ("standard", (1, 2, 3, 4, 5), 150),
    ],
)  # fmt: skip
def test_each_line_of_the_scoring_table(name, dice, worth):
    assert points(TABLES[name], dice) == worth


def test_dice_that_can_be_counted_in_several_ways_count_in_the_best():
    cheap = replace(TABLES["standard"], triples=(150, 200, 300, 400, 500, 600))
    assert points(cheap, (1, 1, 1)) == 300  # three single ones are worth more
    assert points(TABLES["standard"], (1, 1, 5, 5, 6, 6)) == 750


def test_a_target_entry_and_hot_dice_of_each_variant():
    said = {name: (t.target, t.entry, t.hot_dice, t.tie) for name, t in TABLES.items()}
    assert said["standard"] == (10000, 500, "must", "shared")
    assert said["quick"] == (2000, 0, "must", "shared")
    assert said["open"] == (10000, 0, "must", "shared")
    assert said["farkle"] == (10000, 500, "may", "shared")
    assert said["adding"] == (10000, 350, "must", "shared")
    assert said["must-beat"] == (10000, 500, "must", "must-beat")
