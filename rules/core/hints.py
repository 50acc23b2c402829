"""What a game may offer beyond `Game`: hints for the tracker, names for fouls, acts by hand.

All of it is optional. Without hints the tracker tries every legal action; without names it
says what lies wrong in its own general words; without acts by hand a judge cannot let a foul
stand, only have it mended or correct the record.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, Literal, Protocol, runtime_checkable

import msgspec

from rules.core.game import Citation, Place, Placement, View, Violation
from rules.core.types import Action, DieName, FaceIndex, KindName, Seat, State
from words import Text, name_of, ptr, tr


class Difference(msgspec.Struct, frozen=True):
    """One die that does not lie as the state says.

    `die` is the name in the engine's books, None for a die the state does not expect to see.
    `before` is None for a die that comes from nowhere the state knows, `after` is None for one
    that is no longer on the table.
    """

    kind: KindName
    die: DieName | None
    before: Place | None
    after: Place | None
    face_before: FaceIndex | None = None
    face_after: FaceIndex | None = None
    cocked: bool = False


@runtime_checkable
class NamesTouchedDice(Protocol):
    """A game that says which dice an action handles."""

    def touches(self, state: State, action: Action) -> Sequence[DieName]:
        """The dice, by name, that the action moves, turns or uses; cheap, need not be complete."""


@runtime_checkable
class CountsDice(Protocol):
    """A game that says how many dice lie where after an action, without working it out."""

    def dice_after(self, state: State, action: Action) -> Mapping[Place, int]:
        """How many dice lie in each place after the action, and after the roll it asks for."""


@runtime_checkable
class UpdatesLayout(Protocol):
    """A game that tells a layout faster when it knows the one before."""

    def layout_after(
        self, state: State, before: State, layout: Sequence[Placement]
    ) -> tuple[Placement, ...]:
        """`Game.layout` of `state`, when `layout` is that of `before`.

        A die that lies as it lay keeps the very same `Placement`.
        """


@runtime_checkable
class KeysStates(Protocol):
    """A game that knows a state again faster than by its digest."""

    def state_key(self, state: State) -> Hashable:
        """Equal for two states just when their digests are; means nothing to another process."""


@runtime_checkable
class SummarisesView(Protocol):
    """A game that tells what dice carry without describing all the others."""

    def summary(self, state: State) -> View:
        """`Game.view` without the dice that lie hidden or are as their placements say.

        A die is left out only if every die of its kind with the same place and face is described
        alike, or left out as well.
        """


@runtime_checkable
class SaysWhenToWait(Protocol):
    """A game with actions that half a movement of the hands is easily taken for."""

    def needs_longer_rest(self, state: State, action: Action) -> bool:
        """Whether to believe the action only once the hands have been away for a while.

        It is a mere word that nobody sees, or it spends something on nothing.
        """


@runtime_checkable
class KnowsWords(Protocol):
    """A game with actions that hands need not do anything for."""

    def is_only_said(self, state: State, action: Action) -> bool:
        """Whether the dice may lie so already: that they do tells of nothing that was done."""


@runtime_checkable
class TellsWhatBars(Protocol):
    """A game in which something that nobody sees keeps a player from something later."""

    def bars(self, state: State, action: Action, then: Sequence[Action]) -> bool:
        """Whether the action does so, as far as these followed it: then people are asked."""


@runtime_checkable
class ThrowsElsewhere(Protocol):
    """A game whose dice may be thrown in other places than where they are due."""

    def thrown_also_in(self, state: State, place: Place) -> Sequence[Place]:
        """Where else on the mat dice that are due in a place may be thrown, and lie for a while."""


@runtime_checkable
class NamesFouls(Protocol):
    """A game that can name what went wrong."""

    def foul_of(self, state: State, changes: Sequence[Difference]) -> Violation | None:
        """The foul these changes amount to, None when it is none the game has a name for."""


@runtime_checkable
class RepairsByHand(Protocol):
    """A game whose state a judge can put right."""

    def by_hand(self, state: State, changes: Sequence[Difference]) -> Sequence[Action]:
        """Actions, legal one after the other, that make the state agree with the table."""


class CardWords(msgspec.Struct, frozen=True):
    """A card of this game as players read it; `seat` is None where it belongs to nobody."""

    title: str
    subtitle: str
    seat: Seat | None
    lines: tuple[str, ...]


@runtime_checkable
class ExplainsCards(Protocol):
    """A game with cards, and words for what they say."""

    def cards_in_words(self, state: State) -> tuple[CardWords, ...]:
        """The cards of this game; the same all game long."""


@runtime_checkable
class NamesZones(Protocol):
    """A game whose rulebook has names of its own for some zones."""

    @property
    def zone_titles(self) -> Mapping[str, Text]:
        """By zone: "Used Pile"."""


ZONES_IN_WORDS: Final[Mapping[str, Text]] = {
    "field": ptr("where", "field"),
    "attack": ptr("where", "attack"),
    "reserve": ptr("where", "reserve"),
    "prep": ptr("where", "prep"),
    "used": ptr("where", "used"),
    "out": ptr("where", "out"),
    "bag": ptr("where", "bag"),
    "cards": ptr("where", "cards"),
    "transition": ptr("where", "transition"),
    "battle": ptr("where", "battle"),
    "battle-attack": ptr("where", "battle attack"),
    "battle-life": ptr("where", "battle life"),
    "battle-defence": ptr("where", "battle defence"),
    "skirmish": ptr("where", "skirmish"),
    "limbo": ptr("where", "limbo"),
    "abyss": ptr("where", "abyss"),
    "throw": ptr("where", "throw"),
    "keep": ptr("where", "keep"),
}


def zone_in_words(zone: str) -> Text:
    """A zone as a sentence names it, where the rulebook has no name for it."""
    return ZONES_IN_WORDS.get(zone) or name_of(zone.replace("-", " "))


def place_in_words(game: object, place: Place, names: Sequence[str]) -> Text:
    """`Ana's Used Pile`; `names` are those of the seats."""
    titles = game.zone_titles if isinstance(game, NamesZones) else {}
    zone = titles.get(place.zone) or zone_in_words(place.zone)
    return zone if place.seat is None else tr("{name}'s {zone}", name=names[place.seat], zone=zone)


EFFECT_BY_HAND: Final = "effect-by-hand"
"""The code of what is no foul if a card says so that the players carry out: they are asked."""


class HandKey(msgspec.Struct, frozen=True):
    """One key for something done by hand; `phrase` says it, with {it} and {other} for dice."""

    key: str
    text: Text
    phrase: str
    about: Literal["die", "player"] = "die"


class HandMenu(msgspec.Struct, frozen=True):
    """What may be done by hand, and the cards whose effects are, those in play first."""

    keys: tuple[HandKey, ...]
    causes: tuple[str, ...] = ()


@runtime_checkable
class ActsByHand(Protocol):
    """A game in which players carry out by hand what the program does not."""

    def hand_menu(self, state: State) -> HandMenu:
        """What may be done by hand now."""

    def said_by_hand(self, state: State, text: str) -> Action:
        """The action these words mean. Raises `ValueError` with one sentence."""


@runtime_checkable
class KeepsLife(Protocol):
    """A game whose life may be marked on the mat, and put right by hand."""

    def life_rule(self, state: State) -> Citation:
        """Where the rules say how life is kept."""

    def life_by_hand(self, state: State, seat: Seat, life: int) -> Action:
        """The action, not always legal, after which the seat has this life."""
