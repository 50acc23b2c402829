"""Random legal teams of encoded cards: for the random games that look for faults."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from rules.dicemasters.cards.facts import Card, all_cards, card
from rules.dicemasters.cards.formats import FORMATS, Format, format_named
from rules.dicemasters.cards.team import Team, TeamCard, setup_of_teams
from rules.dicemasters.cards.texts import SETS, box_texts, text_of, written_by_hand

STARTERS_UP_TO: Final = {"avx": 34, "ygo": 9}
"""The last number of the characters in a starter box that is not a whole set."""

IN_THE_BOOKS: Final = frozenset({"77avx", "102avx", "17ygo", "41ygo", "71ygo", "89ygo", "110ygo"})
"""Cards of boosters that the rulebooks' examples speak of."""

HOME: Final = {"avx": "avx", "ygo": "ygo", "imwm": "imw", "tmnt": "hhs"}
"""Edition -> the box its cards come from."""


class CardPool(NamedTuple):
    """Cards to make teams of."""

    cards: tuple[Card, ...]
    basics: Mapping[str, Sequence[Card]]  # basic actions by title, in order
    others: Mapping[str, Sequence[Card]]


def pool_of(cards: Iterable[Card]) -> CardPool:
    """These cards as a pool."""
    found = tuple(cards)
    by_title: tuple[dict[str, list[Card]], dict[str, list[Card]]] = ({}, {})
    for each in sorted(found, key=lambda one: one.title):
        by_title[not each.is_basic].setdefault(each.title, []).append(each)
    return CardPool(found, *by_title)


@lru_cache(maxsize=16)
def encoded(edition: str, *, mixed: bool = False) -> CardPool:
    """The encoded cards of an edition's own box; of all sets when `mixed`."""
    boxes = SETS if mixed else (HOME[edition],)
    found = (card(code) for box in boxes for code in box_texts(box))
    return pool_of(each for each in found if each.faces_known)


@lru_cache(maxsize=1)
def starters() -> CardPool:
    """The cards of the four boxes, and the others that their books speak of."""
    return pool_of(
        each
        for box in HOME.values()
        for each in map(card, written_by_hand(box))
        if box in {"imw", "hhs"}
        or each.code in IN_THE_BOOKS
        or each.number <= STARTERS_UP_TO[box]
        or each.is_basic
    )


def random_team(rng: Random, pool: CardPool, chosen: Format, name: str) -> Team:
    """A team that `chosen` allows, of cards from the pool."""
    basics = _of_different_titles(rng, pool.basics, chosen.basics)
    cards = _of_different_titles(rng, pool.others, chosen.cards or 8)
    left = chosen.dice if chosen.dice is not None else sum(c.max_dice for c in cards)
    choices = []
    for place, each in enumerate(cards):
        spare = left - (len(cards) - place - 1)  # the cards after it need a die each
        dice = rng.randint(1, max(1, min(each.max_dice, spare)))
        choices.append(TeamCard(each, dice))
        left -= dice
    choices += [TeamCard(each, chosen.basic_dice[-1]) for each in basics]
    return Team(name, tuple(choices))


def random_setup(
    rng: Random, edition: str, named: str = "tournament", *, mixed: bool = False
) -> dict[str, Any]:
    """The setup of a game between random teams."""
    return setup_from_pool(rng, edition, named, encoded(edition, mixed=mixed))


def facts_only_setup(rng: Random, edition: str) -> dict[str, Any]:
    """The setup of a game in which nothing but the basic actions plays by itself."""
    pool = [each for each in all_cards() if each.faces_known and text_of(each.code) is None]
    basics = [each for each in encoded(edition).cards if each.is_basic]
    pool = [
        each for each in pool if each.has_text and not each.is_basic and each.type != "Sidekick"
    ]
    return setup_from_pool(rng, edition, "tournament", pool_of([*pool, *basics]))


def setup_from_pool(rng: Random, edition: str, named: str, pool: CardPool) -> dict[str, Any]:
    """The setup of a game between random teams of these cards."""
    chosen = format_named(named, edition)
    players = 4 if chosen is FORMATS["doubles"] else 2
    teams = tuple(random_team(rng, pool, chosen, f"Player {n + 1}") for n in range(players))
    return setup_of_teams(teams, chosen.name)


def _of_different_titles(
    rng: Random, titles: Mapping[str, Sequence[Card]], count: int
) -> list[Card]:
    drawn = rng.sample(list(titles), min(count, len(titles)))
    return [rng.choice(titles[title]) for title in drawn]
