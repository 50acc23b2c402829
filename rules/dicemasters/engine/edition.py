"""What the four rulebooks say differently, as data.

Everything the engine does by the book is the same in all four unless a field here says
otherwise.
"""

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from words import Text, ptr, tr


class Wording(msgspec.Struct, frozen=True):
    """The words a book uses for the same things."""

    player: Text  # "player" or "duelist"
    character: Text  # "character" or "monster"
    characters: Text
    field: Text  # what one does to put a character into the field: "field" or "summon"
    fielded: Text
    fields: Text
    knocked_out: Text  # "knocked out" or "KO'd"


class Edition(msgspec.Struct, frozen=True):
    """One rulebook."""

    name: str  # the game's short name: "avx"
    title: str
    book: str  # how citations call the book
    year: int
    spent_to: Literal["used", "out"]  # where dice spent on one's own turn lie until it ends
    short_draw: Literal["damage", "life"]  # what each die that cannot be drawn costs
    tie: Literal["active-first", "tie"]  # both players at zero life at the same time
    redirect: Literal["any", "described"]  # which targets a redirected effect may have
    fallen_answer: bool  # "takes damage" answers even when the damage knocks the die out
    fielded_by_effect: bool  # whether "when fielded" answers to fielding by an effect
    spun_dice_stay: bool  # partially spent dice cannot be rerolled
    sidekick_is_character: bool  # also outside the field, where only faces count
    wording: Wording


_HEROES_2014 = Wording(
    tr("player"),
    tr("character"),
    tr("characters"),
    ptr("with a character", "field"),
    tr("fielded"),
    tr("fields {die}"),
    tr("knocked out"),
)
_MONSTERS = Wording(
    tr("duelist"),
    tr("monster"),
    tr("monsters"),
    tr("summon"),
    tr("summoned"),
    tr("summons {die}"),
    tr("knocked out"),
)
_HEROES_2016 = replace(_HEROES_2014, knocked_out=tr("KO'd"))

_AVX = Edition(
    name="avx",
    title="Avengers vs. X-Men",
    book="AvX",
    year=2014,
    spent_to="used",
    short_draw="damage",
    tie="active-first",
    redirect="any",
    fallen_answer=True,
    fielded_by_effect=False,
    spun_dice_stay=False,
    sidekick_is_character=True,
    wording=_HEROES_2014,
)

_YGO = replace(
    _AVX,
    name="ygo",
    title="Yu-Gi-Oh! Series One",
    book="YGO",
    # The list of play areas speaks of Out of Play, which this book has nowhere else: its rules
    # and its example send spent dice straight to the Used Pile.
    spent_to="used",
    fallen_answer=False,
    wording=_MONSTERS,
)

_IMWM = Edition(
    name="imwm",
    title="Iron Man and War Machine",
    book="IMW",
    year=2016,
    spent_to="out",
    short_draw="life",
    tie="tie",
    redirect="described",
    fallen_answer=True,
    fielded_by_effect=True,
    spun_dice_stay=True,
    sidekick_is_character=False,
    wording=_HEROES_2016,
)

_TMNT = replace(_IMWM, name="tmnt", title="Heroes in a Half Shell", book="HHS")

EDITIONS: Final = {edition.name: edition for edition in (_AVX, _YGO, _IMWM, _TMNT)}
"""The four rulebooks by their games' short names."""
