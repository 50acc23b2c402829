"""The messages between a running game and the dashboard.

A session publishes one `TableModel` after another, from any thread; the dashboard shows the
newest and sends back `Command`s. Everything here is frozen, so no lock is needed. The dashboard
computes no rule: whatever it shows was decided by the engine, the tracker or the camera.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol, TypeAlias

from hardware.frame import Image
from rules.core import (
    Action,
    CardWords,
    DieFacts,
    DieName,
    DieView,
    FaceIndex,
    HandMenu,
    Offer,
    Outcome,
    Place,
    Reminder,
    Seat,
    View,
    ZoneKind,
)
from rules.track.verdict import Ask, Infraction
from words import NOTHING, Text

EventKind = Literal[
    "move",
    "life",
    "roll",
    "turn",
    "question",
    "foul",
    "correction",
    "note",
    "provisional",
    "undone",
    "by-hand",
]

Level = Literal["good", "warn", "bad"]


UNWRITTEN: Final = "record"
"""What a table waits for whose record cannot be written."""


class Drawable(Protocol):
    """A picture that is drawn when its size is known."""

    def drawn(self, width: int) -> Image:
        """It, so many pixels wide at most."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that happened."""

    time: float  # seconds since the epoch
    text: Text
    seat: Seat | None = None
    kind: EventKind = "move"
    entry: int | None = None  # the journal's entry, for corrections
    cause: Text = NOTHING  # of a change of life, where the game names it: "April, Sidekick"


@dataclass(frozen=True, slots=True)
class LifeChange:
    """A seat's last change of life and what caused it."""

    seat: Seat
    delta: int
    cause: Text  # "April, unblocked"
    time: float = 0.0  # seconds since the epoch


@dataclass(frozen=True, slots=True)
class HealthLine:
    """One measured thing about the machine: `HealthLine("camera", "30", "fps", "good")`."""

    name: str
    value: str
    unit: str = ""
    level: Level = "good"
    note: Text = NOTHING  # one sentence on what to do, when not good


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What one clock showed when the model was published."""

    name: str  # "game", "match" or "reveal"
    seconds: float  # left when it counts down, gone by when it counts up
    running: bool = False
    down: bool = True

    @property
    def tells_something(self) -> bool:
        """Whether anybody has asked for it: time is limited, or it has been started."""
        return self.running or self.down or self.seconds > 0


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """One die that was drawn or rolled, and what it may have been."""

    title: Text
    options: tuple[Text, ...]
    values: tuple[Any, ...]  # of the options, for `TryCorrection.result`
    now: int = 0
    rolled: tuple[Text, ...] = ()  # the options as the log says them; () of a draw


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """What may have happened instead of an entry, and what would become of all after it."""

    entry: int
    text: Text  # what is written
    actions: tuple[Action, ...] = ()  # chosen so far, without the dice that the rows show
    whole: tuple[Action, ...] = ()  # chosen so far, with them
    instead: tuple[Text, ...] = ()  # in words
    choices: tuple[Offer, ...] = ()  # what may follow
    rows: tuple[ChanceRow, ...] = ()  # where dice decide what follows
    settled: bool = False  # whether `whole` holds what the rows show
    by_hand: bool = False  # whether players may say what was done by hand
    preview: tuple[Text, ...] = ()
    undoes: bool = False  # the entry is a correction, to be undone
    table: bool = False  # what lies on the table is to become the state


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything the dashboard shows at one moment."""

    title: str  # the game's title: "Dice Masters: Avengers vs. X-Men"
    view: View
    zones: Mapping[str, ZoneKind] = field(default_factory=dict)  # as in `Game.zones`
    colours: Mapping[str, tuple[str, str]] = field(
        default_factory=dict
    )  # kind: body, ink "#rrggbb"
    dice: tuple[DieFacts, ...] = field(default=(), compare=False)  # the kinds of this game
    mat: str = ""  # the printed mat it is played on, by name
    faces: Mapping[DieName, FaceIndex] = field(default_factory=dict)  # what lies open shows
    to_move: int | None = None  # the seat to decide, `CHANCE`, or None when the game is over
    offers: tuple[Offer, ...] = ()  # as in `Game.offers`
    reminders: tuple[Reminder, ...] = ()
    events: tuple[LogLine, ...] = ()  # oldest first
    question: Ask | None = None
    question_age: float = 0.0  # seconds
    fouls: tuple[Infraction, ...] = ()  # those not mended
    life_changes: tuple[LifeChange, ...] = ()  # at most one per seat, the newest
    lit: tuple[Place, ...] = ()  # zones in which a die has just appeared
    health: tuple[HealthLine, ...] = ()
    thumbnail: Image | None = field(default=None, compare=False)  # small, readings drawn in
    camera: Image | None = field(default=None, compare=False)  # the newest picture, as it came
    seen: Drawable | None = field(default=None, compare=False)  # the same, with readings, any size
    closeup: Image | None = field(default=None, compare=False)  # of the dice of a question or foul
    disputed: tuple[DieView, ...] = ()  # these dice as they are seen, and where they lie
    waiting: str = ""  # what the eye is waiting for: "hands", "moving"
    clocks: tuple[ClockFace, ...] = ()
    hand: HandMenu | None = None  # what may be done by hand; None: the game knows no such thing
    cards: tuple[CardWords, ...] = ()  # of this game, in our own words
    outcome: Outcome | None = None
    journal: str = ""  # the record's file; "" when it ends with the program
    paused: bool = False
    lost: bool = False  # people have played on and nothing explains the table any more
    provisional: tuple[Text, ...] = ()  # what was done since the last entry, not entered yet
    undone: tuple[Text, ...] = ()  # what is left to do of a move that lies half done
    moving: frozenset[DieName] = frozenset()  # dice that lie so only by what is provisional
    coach: Text = NOTHING  # what a lesson says
    notice: Text = NOTHING  # one sentence for the players: why the last command was refused, ...
    correction: CorrectionForm | None = None  # what was asked for with `TryCorrection`
    undo: Text = NOTHING  # what `Undo` would take back, where that was asked
    witness: str = ""  # of the record, for whoever watches to keep
    sequence: int = 0  # counts the published models


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """The players pick answer `choice` (0 is the best ranked) of question `question`."""

    question: int
    choice: int


@dataclass(frozen=True, slots=True)
class Announce:
    """A player says what they do: for actions that leave no trace, and for practice."""

    action: Action


@dataclass(frozen=True, slots=True)
class SayByHand:
    """What the players did by hand, in the game's words: "effect of Nova: 2 damage to Torch"."""

    text: str


@dataclass(frozen=True, slots=True)
class AskHint:
    """In practice: what would the program do here, and why?"""


@dataclass(frozen=True, slots=True)
class GoOn:
    """In a lesson: what it said has been read."""


@dataclass(frozen=True, slots=True)
class MoveIsOver:
    """The players have done what they wanted: it is entered at once, or asked about."""


@dataclass(frozen=True, slots=True)
class AllowFoul:
    """The players agree that foul `number` stands; logged as such."""

    number: int


@dataclass(frozen=True, slots=True)
class TryCorrection:
    """Nothing is entered: the next model says what may have happened instead of this entry.

    And what would become of all after it, with what was chosen so far.
    """

    entry: int
    actions: tuple[Action, ...] = ()
    result: tuple[Any, ...] = ()  # of the dice that decide what follows
    by_hand: str = ""  # what was done by hand, in the game's words


@dataclass(frozen=True, slots=True)
class Correct:
    """Journal entry `entry` was wrong: `actions` happened instead. Nothing is erased."""

    entry: int
    actions: tuple[Action, ...]
    why: str
    who: str = ""
    ruling: str = ""  # what a judge decided instead, in free text


@dataclass(frozen=True, slots=True)
class UndoCorrection:
    """What the correction `entry` took away counts again."""

    entry: int
    who: str = ""


@dataclass(frozen=True, slots=True)
class TryTable:
    """Nothing is entered: the next model says how the table differs from the record."""


@dataclass(frozen=True, slots=True)
class TableIsRight:
    """All agree: what lies on the table becomes the state."""

    who: str


@dataclass(frozen=True, slots=True)
class TryUndo:
    """Nothing is taken back: the next model says what `Undo` would take back."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last committed action, as a correction."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop following the table, or go on."""

    on: bool


@dataclass(frozen=True, slots=True)
class RunClocks:
    """Start the clocks, or stop them; the table is followed all the same."""

    on: bool


@dataclass(frozen=True, slots=True)
class MoreTime:
    """A judge extends the time of game and match."""

    seconds: float


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The tournament desk calls time: the game's own has run out too, whatever its clock shows."""


@dataclass(frozen=True, slots=True)
class JudgeRuled:
    """The tournament desk says what a judge decided; it is entered as a note."""

    ruling: str
    why: str
    judge: str
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """This seat gives up the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Quit:
    """The dashboard closes; the record is complete."""


Command: TypeAlias = (
    AnswerQuestion
    | Announce
    | SayByHand
    | MoveIsOver
    | GoOn
    | AskHint
    | AllowFoul
    | TryCorrection
    | Correct
    | UndoCorrection
    | TryTable
    | TableIsRight
    | TryUndo
    | Undo
    | Pause
    | RunClocks
    | MoreTime
    | TimeCalled
    | JudgeRuled
    | GiveUp
    | Quit
)

Subscriber: TypeAlias = Callable[[TableModel], None]


class TableSource(Protocol):
    """Whoever publishes models: a running session, a review, a recorded list."""

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """Call `callback` with every new model, from any thread; the result ends that."""

    def latest(self) -> TableModel:
        """The newest model; never blocks."""

    def send(self, command: Command) -> None:
        """Hand over a command; never blocks. What comes of it is in a later model."""


class Subscribers:
    """Callbacks; one may be added or removed while the others are called."""

    def __init__(self) -> None:
        self._callbacks: list[Subscriber] = []

    def add(self, callback: Subscriber) -> Callable[[], None]:
        """Call this one from now on; calling the result removes it."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def tell(self, model: TableModel) -> None:
        """Call every callback with the new model."""
        for callback in tuple(self._callbacks):
            callback(model)
