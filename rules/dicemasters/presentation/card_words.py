"""What cards say, in our own words: figures of every level, text, rulings, open questions."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rules.core import CardWords
from rules.dicemasters.cards.facts import SIDEKICK, Card, write_levels
from rules.dicemasters.cards.in_words import text_in_words
from rules.dicemasters.cards.keywords import keywords
from rules.dicemasters.cards.texts import text_of
from rules.dicemasters.engine.edition import EDITIONS, Wording
from rules.dicemasters.engine.state import NOBODY, Match

BOOKS_OF_MONSTERS: Final = {"YGO"}
"""Sets whose book says monster, summon and duelist."""


@lru_cache(maxsize=8)
def cards_of_match(match: Match) -> tuple[CardWords, ...]:
    """Every card on the table; those of nobody are the basic actions."""
    return tuple(
        CardWords(
            in_play.card.title,
            in_play.card.subtitle,
            None if in_play.seat == NOBODY else in_play.seat,
            tuple(card_lines(in_play.card, match.edition.wording)),
        )
        for in_play in match.cards
        if in_play.card is not SIDEKICK
    )


def card_lines(printing: Card, wording: Wording | None = None) -> Iterator[str]:
    """One card, line by line, its name left out; without a game in the words of its own book."""
    if wording is None:
        book = "ygo" if printing.set in BOOKS_OF_MONSTERS else "avx"
        wording = EDITIONS[book].wording
    for line in _lines(printing):
        yield in_the_words_of(wording, line)


def in_the_words_of(wording: Wording, line: str) -> str:
    """What a line says of characters and players, in the words of a book."""
    if wording.character == "character":
        return line
    for common, here in (
        (r"\bcharacter(s?)\b", rf"{wording.character}\1"),
        (r"\bCharacter(?=, cost)", wording.character.capitalize()),
        (r"\bplayer(s?)\b", rf"{wording.player}\1"),
        (r"\bfielded\b", wording.fielded),
        (r"\bfielding\b", f"{wording.field}ing"),
        (r"\bto field\b", f"to {wording.field}"),
        (r"\b([Ff])ield (?=(?:it|that|each|target|up to) )", f"{wording.field} "),
    ):
        line = re.sub(common, here, line)
    return line


def _lines(printing: Card) -> Iterator[str]:
    energy = "/".join(printing.energy)
    kind = f"{printing.type}, cost {printing.cost}" + (f" {energy}" if energy else "")
    most = printing.max_dice
    yield f"{kind}, up to {most} {'die' if most == 1 else 'dice'}"
    if printing.levels:
        shown = write_levels(printing.levels).replace("/", " / ")
        yield f"levels (field-attack-defence): {shown}"
    if printing.affiliations:
        yield ", ".join(printing.affiliations)
    for word in printing.keywords:
        known = keywords().get(word)
        yield f"{word}: {known.rule if known else 'no source states its rule'}"
    yield from _text_lines(printing)
    yield from (f"sources differ: {conflict}" for conflict in printing.conflicts)
    if printing.assumed:
        yield f"note: {printing.assumed}"


def _text_lines(printing: Card) -> Iterator[str]:
    text = text_of(printing.code)
    if text is None and printing.has_text:
        yield "its effect is applied by hand"
    if text is not None:
        yield from text_in_words(text, printing.title)[bool(text.keywords) :]
        if text.note:
            yield f"decided: {text.note}"
