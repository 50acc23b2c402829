"""What the engine calls a card or a kind of die: its place in the match's list."""

from typing import NewType

CardNumber = NewType("CardNumber", int)
"""A card on the table: where it stands in `Match.cards`."""

KindNumber = NewType("KindNumber", int)
"""A kind of die: where it stands in `Match.kinds`."""
