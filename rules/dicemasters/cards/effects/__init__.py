"""The words for what cards say: typed data, no behaviour. All are imported from here.

A card's effect reads like the card:

    "1avx": (When("blocks", Buff(THIS, 1, 1), star=Buff(THIS, 2, 2)),)

`docs/effects.md` explains every word; `interpreter` carries them out; `linter` rejects what
makes no sense.
"""

from rules.dicemasters.cards.effects.abilities import *  # noqa: F403 - one vocabulary, kept in four files
from rules.dicemasters.cards.effects.fixed_words import *  # noqa: F403 - one vocabulary, kept in four files
from rules.dicemasters.cards.effects.operations import *  # noqa: F403 - one vocabulary, kept in four files
from rules.dicemasters.cards.effects.selectors import *  # noqa: F403 - one vocabulary, kept in four files
