"""What cards say, in our own words: figures of every level, text, rulings, open questions."""

from collections.abc import Iterator
from functools import lru_cache

from rules.core import CardWords
from rules.dicemasters.cards.facts import SIDEKICK, Card, write_levels
from rules.dicemasters.cards.in_words import text_in_words
from rules.dicemasters.cards.keywords import keywords
from rules.dicemasters.cards.texts import text_of
from rules.dicemasters.engine.state import NOBODY, Match


@lru_cache(maxsize=8)
def cards_of_match(match: Match) -> tuple[CardWords, ...]:
    """Every card on the table; those of nobody are the basic actions."""
    return tuple(
        CardWords(
            in_play.card.title,
            in_play.card.subtitle,
            None if in_play.seat == NOBODY else in_play.seat,
            tuple(card_lines(in_play.card)),
        )
        for in_play in match.cards
        if in_play.card is not SIDEKICK
    )


def card_lines(printing: Card) -> Iterator[str]:
    """One card, line by line, its name left out."""
    energy = "/".join(printing.energy)
    kind = f"{printing.type}, cost {printing.cost}" + (f" {energy}" if energy else "")
    yield f"{kind}, up to {printing.max_dice} dice"
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
