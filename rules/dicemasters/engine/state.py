"""A game's state: frozen, cheap to fork, equal when its digest is equal.

`Match` holds what never changes during a game, `DiceMastersState` what does. Scripts change a
`GameTable`, a copy of the state that is not frozen.
"""

from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from rules.core import DieName, DieNumber, FaceIndex, KindName, Seat
from rules.dicemasters.cards import Card
from rules.dicemasters.cards.effects import (
    Ability,
    CardText,
    Dice,
    Operations,
    When,
)
from rules.dicemasters.engine.edition import Edition
from rules.dicemasters.engine.numbers import CardNumber, KindNumber
from rules.dicemasters.moves.actions import Action
from words import Text

NOBODY: Final = Seat(-1)
NO_DIE: Final = DieNumber(-1)
NO_CARD: Final = CardNumber(-1)
NO_FACE: Final = FaceIndex(-1)

ZoneName = Literal["prep", "reserve", "field", "attack", "used", "out", "bag", "cards"]
ZONES: Final[tuple[ZoneName, ...]] = get_args(ZoneName)

StepName = Literal[
    "clear", "draw", "roll", "rolled", "reroll", "keep", "main", "main-end",
    "attackers", "blockers", "share", "actions", "damage", "cleanup", "over",
]  # fmt: skip
"""Where a turn stands, in the order of a turn."""


class Face(msgspec.Struct, frozen=True):
    """One face of a die: energy, a level, or an action."""

    energy: str = ""
    amount: int = 0
    level: int = 0
    field: int = 0
    attack: int = 0
    defence: int = 0
    burst: int = 0
    action: bool = False


_TEAMS: Final = (Seat(0), Seat(1), Seat(0), Seat(1))
"""By seat. `NOBODY`, the last, is counted to the far side, and belongs to neither."""


@lru_cache
def _seats(count: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(count)))


class KindOfDie(msgspec.Struct, frozen=True):
    """One kind of die in this game: all dice of a kind are indistinguishable."""

    name: KindName  # "A:12avx", ":27avx", "sidekick"
    card: CardNumber  # index into the match's cards
    seat: Seat  # whose card it is; NOBODY for basic action dice and Sidekicks
    faces: tuple[Face, ...]
    looks_like: tuple[FaceIndex, ...]  # per face the first face that looks the same
    levels: tuple[FaceIndex, ...]  # face index of level 1, 2, 3
    count: int


class CardInPlay(msgspec.Struct, frozen=True):
    """A card on the table and the text the engine follows."""

    card: Card
    seat: Seat  # NOBODY: a basic action card, which both players use
    text: CardText
    encoded: bool


class CardAbility(msgspec.Struct, frozen=True):
    """One ability on one card."""

    card: CardNumber
    number: int
    ability: Ability


class Match(msgspec.Struct, frozen=True, eq=False):
    """What never changes during a game."""

    edition: Edition
    format: str
    setup: bytes  # the setup as canonical JSON
    names: tuple[str, ...]  # of the seats
    first: Seat
    life: int  # at the start, and the most anyone can have
    doubles: bool
    no_first_attack: bool
    first_draws: int
    kinds: tuple[KindOfDie, ...]
    kind_of: tuple[KindNumber, ...]  # per die
    die_names: tuple[DieName, ...]
    cards: tuple[CardInPlay, ...]
    card_of: tuple[CardNumber, ...]  # per die; the Sidekick's card is the last
    faces: tuple[tuple[Face, ...], ...]  # per die
    triggered_abilities: dict[str, tuple[CardAbility, ...]]  # by event
    static_abilities: tuple[CardAbility, ...]
    static_bonuses: tuple[CardAbility, ...]  # those of them that change attack or defence
    static_rules: dict[str, tuple[CardAbility, ...]]  # by rule: those that hold against everybody
    global_abilities: tuple[CardAbility, ...]
    other_abilities: tuple[CardAbility, ...]  # Cheaper, Reroll
    bans: tuple[CardAbility, ...]  # Ban, Toll
    answers: tuple[CardAbility, ...]  # what steps in: Cancels, Substitute, Protection of others
    die_numbers: dict[DieName, DieNumber]
    titles: tuple[str, ...]  # per die, of its own card
    leveled: tuple[bool, ...]  # per die, whether it has several levels

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of all players."""
        return _seats(len(self.names))

    def opponent_of(self, seat: Seat) -> Seat:
        """The opponent (in doubles, the one sitting across)."""
        return Seat(seat ^ 1)

    def team(self, seat: Seat) -> Seat:
        """The team a seat plays for; its life and its Prep Area bear this number."""
        return _TEAMS[seat]

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """A seat's whole team, the first player first."""
        return (Seat(seat % 2), Seat(seat % 2 + 2)) if self.doubles else (seat,)


ModifierRule: TypeAlias = str
"""What a modifier may add to a die: a keyword, a rule (`cards.effects`), an affiliation ("joined
Villains"), or what only the engine itself writes."""

ENGINE_RULES: Final = ("controlled", "text-of", "iron-held", "called-out", "marked", "from-used")


class Modifier(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A bonus or a rule that one die carries for a while."""

    attack: int = 0
    defence: int = 0
    rule: ModifierRule = ""
    until: str = "turn"
    seat: Seat = NOBODY  # whose effect it is
    source: DieNumber = NO_DIE  # the die it came from
    by_global: bool = False


class DieState(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """One die: where it lies, what it shows, what has happened to it this turn."""

    zone: ZoneName
    seat: Seat  # whose area it lies in
    owner: Seat  # whose bag it comes from; NOBODY for undealt basic action dice
    face: FaceIndex = NO_FACE
    damage: int = 0
    modifiers: tuple[Modifier, ...] = ()
    blocks: tuple[DieNumber, ...] = ()  # the attackers it blocks
    blocked: bool = False  # once blocked, always blocked
    under: DieNumber = NO_DIE  # the die it lies under, or that it is attached to
    spun: bool = False  # partially spent


class LastingRule(msgspec.Struct, frozen=True, array_like=True):
    """A rule over players or over many dice that lasts for a while."""

    what: str
    seat: Seat
    until: str
    who: Dice | None = None
    amount: int = 0
    attack: int = 0
    defence: int = 0
    card: CardNumber = NO_CARD
    by_global: bool = False
    least: int = 0  # a price never falls below this
    die: DieNumber = NO_DIE  # the one die it is about, or whose text comes later
    picked: tuple[DieNumber, ...] = ()  # what had been picked for what comes later
    do: Operations = ()  # what comes later
    when: When | None = None  # what answers meanwhile


class ChoiceRequest(msgspec.Struct, frozen=True, gc=False):
    """A question to one player in the middle of an effect."""

    seat: Seat
    text: Text
    options: tuple[Action, ...]


class DrawRequest(msgspec.Struct, frozen=True, gc=False):
    """Dice must be drawn from a bag."""

    seat: Seat
    count: int
    bag: tuple[DieNumber, ...]


class RollRequest(msgspec.Struct, frozen=True, gc=False):
    """These dice must be rolled."""

    seat: Seat
    dice: tuple[DieNumber, ...]


Request: TypeAlias = ChoiceRequest | DrawRequest | RollRequest


class DiceMastersState(msgspec.Struct, frozen=True, gc=False):
    """A whole game at one moment.

    Between two decisions a script runs. Where it needs an answer in the middle, the state
    remembers where the script began (`origin`), what began it (`began`) and the answers so
    far; the next answer runs it again from there. That keeps states plain values.
    """

    match: Match
    dice: tuple[DieState, ...]
    life: tuple[int, ...]
    turn: int
    active: Seat  # in doubles the first player of the team whose turn it is
    step: StepName
    mover: Seat
    passed: int  # consecutive passes
    short_draw_energy: tuple[int, ...] = msgspec.field(
        name="loose"
    )  # per seat, generic energy that lies on no die
    turn_attacked: bool
    lasting: tuple[LastingRule, ...]
    done_this_turn: tuple[str, ...] = msgspec.field(
        name="once"
    )  # what has been done this turn and is done once a turn
    fielded: tuple[DieNumber, ...]  # character dice fielded this turn
    started: tuple[int, ...]  # turns begun by each seat
    winners: tuple[Seat, ...] | None
    over_text: str
    origin: "DiceMastersState | None" = None
    began: Action | None = None
    answers: tuple[Action, ...] = ()
    request: Request | None = None
