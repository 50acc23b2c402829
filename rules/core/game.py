"""The protocol between a game and everything around it.

A game is a set of pure functions over frozen states. Chance is an action that carries its
outcome, so the camera, a random generator and a replay feed the engine in the same way.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random
from typing import Any, Final, Protocol, TypeAlias, TypeVar, cast

import msgspec

from rules.core.types import Action, DieName, FaceIndex, KindName, Seat, State
from words import NOTHING, Text, capital

CHANCE: Final = Seat(-1)
"""What `Game.to_move` answers when the dice, not a player, decide next."""

StateT = TypeVar("StateT")
"""A game's own frozen state: cheap to fork, equal when its digest is equal."""

ActionT = TypeVar("ActionT")
"""A game's own frozen action: hashable, with a JSON form given by `Game.write_action`."""


class ZoneKind(Enum):
    """How dice in a zone look from above."""

    OPEN = "open"  # on the mat, the face up means something
    HEAP = "heap"  # on the mat, the face up means nothing, dice may lie on each other
    HIDDEN = "hidden"  # off the mat (a bag, a card, a box, a hand): nobody looks for dice there,
    # and dice that players lay into a zone of that name on the mat are there all the same


class Place(msgspec.Struct, frozen=True, order=True, gc=False, cache_hash=True):
    """A zone of one seat; `seat` is None where the zone belongs to nobody."""

    zone: str
    seat: Seat | None = None


class Placement(msgspec.Struct, frozen=True, gc=False):
    """Where one die must lie and what it must show.

    Dice of one `kind` are physically indistinguishable: a `die` is a name in the books of the
    engine only, and the tracker may exchange dice of one kind that lie alike.
    """

    die: DieName
    kind: KindName
    place: Place
    face: FaceIndex | None = None  # index into the kind's six faces; None: any face will do
    under: DieName | None = None  # the die this one lies under (captured, attached)
    paired: DieName | None = None  # the die this one faces (a blocker and its attacker)


class Draw(msgspec.Struct, frozen=True, gc=False, tag="draw"):
    """Chance: `count` dice leave a hidden place; `pool` counts the kinds they may be."""

    seat: Seat
    count: int
    pool: tuple[tuple[KindName, int], ...]


class Roll(msgspec.Struct, frozen=True, gc=False, tag="roll"):
    """Chance: these dice (id, kind) are rolled, each shows one of its six faces."""

    seat: Seat
    dice: tuple[tuple[DieName, KindName], ...]
    staggered: bool = False  # several players throw: some dice may lie still before the others


Chance: TypeAlias = Draw | Roll


class DieFacts(msgspec.Struct, frozen=True):
    """One kind of physical die as a camera may see it, in plain words.

    `faces` holds six mappings in the form of `diceref read --json`:
    `{"family": "dicemasters", "kind": "energy", "energy": "Bolt", "amount": 2}` and so on.
    Colours are `#rrggbb`, or "" when nobody knows them.
    """

    kind: KindName
    title: str
    faces: tuple[Mapping[str, Any], ...]
    side: str = ""  # "A", "B", "" when any side may own it
    body: str = ""
    ink: str = ""
    icon: str = ""  # names the drawing in the middle; dice of one character share it
    shape: str = (
        ""  # what its body alone tells, to who has learned its look: dice of one form share it
    )
    count: int = 1  # how many of this kind the game holds in all
    size_mm: float = 13.0  # edge of the body


class Citation(msgspec.Struct, frozen=True):
    """Where a rule stands: the book's short name and the section's title."""

    book: str
    section: str


class Violation(msgspec.Struct, frozen=True):
    """Why an action is not legal, in our own words, and what would mend it."""

    code: str  # stable, in kebab-case: "wrong-energy-type"
    text: Text
    citation: Citation
    remedy: Text = NOTHING


class Event(msgspec.Struct, frozen=True):
    """One thing that happened, for the log and the screen; `facts` are plain JSON values."""

    code: str  # stable, in kebab-case: "life-changed"
    text: Text
    seat: Seat | None = None
    facts: Mapping[str, Any] = {}


class Reminder(msgspec.Struct, frozen=True):
    """What a judge would say now."""

    text: Text
    citation: Citation
    seat: Seat | None = None
    urgent: bool = False


class Offer(msgspec.Struct, frozen=True):
    """One thing a player may do now, or would like to and may not yet, as the dashboard lists it.

    Many actions may stand behind one offer (the ways to pay); `action` is the plainest of them.
    """

    text: Text  # "field April at level 2"
    group: str  # draw roll buy field action global attack block damage use hand pass
    action: Any = None  # of the game that offers it; None when it is not possible yet
    cost: Text = NOTHING  # "2, one of them Bolt"
    why_not: Text = NOTHING  # "" when it is possible
    seat: Seat | None = None  # None: the seat to move
    ways: tuple[tuple[Text, Any], ...] = ()  # where there are several to pay: in words, each action
    dice: tuple[Text, ...] = ()  # which it takes, where any others may be taken instead


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: `winners` is empty for a tie."""

    winners: tuple[Seat, ...]
    text: Text


class DieView(msgspec.Struct, frozen=True):
    """One die as the dashboard shows it."""

    die: DieName
    kind: KindName
    place: Place
    title: str  # "April"
    short: str  # at most six columns: "April3"
    stats: str = ""  # at most six columns, shown beneath `short`: "3/4", "4/4 -2"
    detail: Text = NOTHING  # "level 3, 3A 4D (+1A), 2 damage"
    under: DieName | None = None
    paired: DieName | None = None


class SeatView(msgspec.Struct, frozen=True):
    """One player (or team) as the dashboard shows it."""

    name: str
    life: int
    life_start: int
    notes: tuple[Text, ...] = ()  # "2 Bolt, 1 generic to spend"
    goal: int = 0  # where `life` counts points that are won: how many are played for


class View(msgspec.Struct, frozen=True):
    """A whole state as the dashboard shows it; hidden places are counted, not listed."""

    seats: tuple[SeatView, ...]
    turn: int
    active: Seat
    step: Text
    substep: Text
    dice: tuple[DieView, ...]
    hidden: tuple[tuple[Place, str, int], ...] = ()  # place, title, count
    shared: tuple[str, ...] = ()  # zones that partners share; they bear the seat of the first
    common: tuple[str, ...] = ()  # zones that belong to nobody, in the middle of the table
    sides: int = 2  # who play against each other: seat n plays for side n modulo this
    chosen: tuple[Text, ...] = ()  # in the middle of an effect: what was chosen so far, sorted

    @property
    def question(self) -> Text:
        """What the game itself asks just now, as a sentence; empty when it asks nothing.

        A `substep` that ends with a question mark is such a question.
        """
        asks = self.substep.endswith("?")
        return capital(self.substep) if asks else NOTHING


class Game(Protocol[StateT, ActionT]):
    """All that the tracker, the journal and the dashboard know of a game."""

    @property
    def name(self) -> str:
        """Short name used on the command line, in journals and on mats: "tmnt", "irondie"."""

    @property
    def zones(self) -> Mapping[str, ZoneKind]:
        """Every zone name of the game and how dice in it look from above."""

    def dice(self, setup: Mapping[str, Any]) -> tuple[DieFacts, ...]:
        """The kinds of dice that may lie on the table in this game."""

    def new(self, setup: Mapping[str, Any]) -> StateT:
        """Start a game; `setup` is plain JSON. Raises `ValueError` with one clear sentence."""

    def to_move(self, state: StateT) -> Seat | None:
        """The seat to decide, `CHANCE`, or None when the game is over."""

    def legal_actions(self, state: StateT) -> Sequence[ActionT]:
        """Every legal action of the seat to move; equivalent ones folded. Empty at chance."""

    def offers(self, state: StateT) -> tuple[Offer, ...]:
        """What the players may do now, best first within a group, for the dashboard."""

    def chance(self, state: StateT) -> Chance | None:
        """What the dice must decide next, if it is their turn."""

    def settle(self, state: StateT, result: Sequence[Any]) -> ActionT:
        """The chance action with this outcome.

        For a `Draw`, `result` is the kinds drawn; for a `Roll`, the face indices in the order
        of its dice. Raises `ValueError` when the outcome is impossible.
        """

    def sample(self, state: StateT, rng: Random) -> ActionT:
        """A chance action drawn by `rng` with the true probabilities."""

    def why_not(self, state: StateT, action: ActionT) -> Violation | None:
        """None when `apply` would accept the action, otherwise the rule that forbids it."""

    def apply(self, state: StateT, action: ActionT) -> tuple[StateT, tuple[Event, ...]]:
        """The state after a legal action. Raises `ValueError` when `why_not` would object."""

    def layout(self, state: StateT) -> tuple[Placement, ...]:
        """Where every die must lie and what it must show."""

    def view(self, state: StateT) -> View:
        """What the dashboard shows."""

    def reminders(self, state: StateT) -> tuple[Reminder, ...]:
        """What a judge would say now."""

    def outcome(self, state: StateT) -> Outcome | None:
        """The result, once the game is over."""

    def say(self, state: StateT, action: ActionT) -> Text:
        """The action in the game's notation: short, unambiguous, speakable."""

    def leaves_trace(self, state: StateT, action: ActionT) -> bool:
        """Whether the action changes what lies on the table."""

    def write_action(self, action: ActionT) -> Any:
        """The action as plain JSON values."""

    def read_action(self, written: Any) -> ActionT:
        """The inverse of `write_action`. Raises `ValueError` when it is no action."""

    def digest(self, state: StateT) -> str:
        """A stable hash of the state: equal states, equal digests, on every machine."""


AnyGame: TypeAlias = Game[State, Action]
"""Some game, whichever: its states and actions come from it and go back to it unread."""


def as_any_game(game: Game[StateT, ActionT]) -> AnyGame:
    """A game where it is handed to those who serve every game."""
    return cast("AnyGame", game)
