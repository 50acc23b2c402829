"""Before the game, with the camera: do all zones answer, and who begins."""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Generic, TypeVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from calibration.mat import Mat
from rules.core import SIDES, Seat
from ui.app.errors import UserError
from ui.app.roll_off import LookOn, roll_off
from ui.screens.themes import palette
from ui.widgets.big_type import big
from ui.widgets.mat_drawing import zone_title
from ui.widgets.mat_map import MatMap, ZonePlace
from ui.words import SIDES_OF_THE_TABLE
from vision.sighting import Observation
from words import say, translated

Result = TypeVar("Result")


class WatchingScreen(Screen[Result], Generic[Result]):
    """Looks at the table in a thread until it is left; `TableSeen` brings the newest look."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", say("Close"))]

    SAYS: ClassVar[str]
    """The line that tells what to do, or why nothing is seen."""

    class TableSeen(Message):
        """The table was looked at."""

        def __init__(self, observation: Observation) -> None:
            super().__init__()
            self.observation = observation

        def can_replace(self, message: Message) -> bool:
            """A look that has not been shown yet makes way for a newer one."""
            return isinstance(message, type(self))

    def __init__(self, look: LookOn) -> None:
        super().__init__()
        self._look = look

    def on_mount(self) -> None:
        """Look at once."""
        self._watch()

    @work(thread=True, exclusive=True)
    def _watch(self) -> None:
        worker = get_current_worker()
        try:
            for observation in self._look():
                if worker.is_cancelled:
                    return
                self.post_message(self.TableSeen(observation))
        except UserError as error:
            if not worker.is_cancelled:
                says = self.query_one(self.SAYS, Static)
                self.app.call_from_thread(says.update, translated(str(error)))

    def action_leave(self) -> None:
        """Back to the set-up."""
        self.workers.cancel_node(self)
        self.dismiss(None)


class RehearsalScreen(WatchingScreen[None]):
    """Each zone lights up as a die is put there, and keeps a mark."""

    SAYS = "#rehearsal-says"

    def __init__(self, mat: Mat, look: LookOn) -> None:
        super().__init__(look)
        self._mat = mat
        self._places = by_player(dict.fromkeys((zone.name, zone.seat) for zone in mat.zones))
        self._answered: set[ZonePlace] = set()

    def compose(self) -> ComposeResult:
        """The mat on the left, the list of zones on the right."""
        yield Static(say(" DiceRef · rehearsal"), id="setup-title", markup=False)
        with Horizontal(id="rehearsal"):
            yield MatMap(self._mat)
            with VerticalScroll(id="zones", can_focus=False):
                yield Static(
                    say("Put a die into any zone: it lights up."), id="rehearsal-says", markup=False
                )
                yield Static(id="rehearsal-zones", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Every zone is still silent."""
        super().on_mount()
        self._list(frozenset())

    def on_watching_screen_table_seen(self, event: WatchingScreen.TableSeen) -> None:
        """Light up what has a die in it."""
        observation = event.observation
        lit = frozenset((die.zone, die.seat) for die in observation.dice if die.zone is not None)
        if observation.still:
            self._answered.update(lit.intersection(self._places))
        dice = [(die.x_mm, die.y_mm) for die in observation.dice]
        self.query_one(MatMap).show(lit, self._answered, dice)
        self._list(lit)
        self.query_one("#rehearsal-says", Static).update(self._sentence(observation))

    def _sentence(self, observation: Observation) -> str:
        if not observation.health.registered:
            return say(
                "I do not see the mat: is it under the camera, with its printed markers in view?"
            )
        if observation.hands:
            return say("✋ hands over the table")
        left = len(self._places) - len(self._answered)
        return (
            say("{left} zones have not answered yet.", left=left)
            if left
            else say("✔ Every zone answers. Esc goes back.")
        )

    def _list(self, lit: frozenset[tuple[str, int | None]]) -> None:
        look = palette(self.app.theme_variables)
        text = Text()
        for seat, places in groupby(self._places, key=itemgetter(1)):
            colour = look.muted if seat is None else look.seats[seat % len(SIDES)]
            text.append(say(SIDES_OF_THE_TABLE[str(seat)]) + "\n", style=f"bold {colour}")
            for place in places:
                mark = "◀" if place in lit else "✔" if place in self._answered else "·"
                style = f"bold {colour}" if place in self._answered else colour
                text.append(f" {mark} {zone_title(place[0])}\n", style=style)
        self.query_one("#rehearsal-zones", Static).update(text)


def by_player(places: Iterable[ZonePlace]) -> tuple[ZonePlace, ...]:
    """The zones of the far side first, as they lie; what belongs to nobody last."""

    def from_afar(place: ZonePlace) -> tuple[bool, int, int]:
        seat = place[1]
        return seat is None, -((seat or 0) % len(SIDES)), seat or 0

    return tuple(sorted(places, key=from_afar))


class RollOffScreen(WatchingScreen[Seat | None]):
    """Each side throws one ordinary die on its half; the higher begins."""

    SAYS = "#rolloff-says"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", say("Take it")),
        Binding("escape,q", "leave", say("Close")),
    ]

    def __init__(self, mat: Mat, names: tuple[str, ...], look: LookOn) -> None:
        super().__init__(look)
        self._middle = mat.height / 2
        self._names = names
        self._winner: Seat | None = None

    def compose(self) -> ComposeResult:
        """The two dice, large, far side on top."""
        yield Static(say(" DiceRef · who begins"), id="setup-title", markup=False)
        yield Static(id="rolloff-1", classes="rolloff", markup=False)
        yield Static(id="rolloff-0", classes="rolloff", markup=False)
        yield Static(
            say("Each side throws one ordinary die on its own half."),
            id="rolloff-says",
            markup=False,
        )
        yield Footer(show_command_palette=False, compact=True)

    def on_watching_screen_table_seen(self, event: WatchingScreen.TableSeen) -> None:
        """Show the pips; a tie is thrown again."""
        thrown = roll_off(event.observation, self._middle)
        look = palette(self.app.theme_variables)
        for seat, name in enumerate(self._names):
            rows = [name, *big(str(thrown.get(seat, "-")), 2)]
            face = Text("\n".join(rows), style=f"bold {look.seats[seat]}")
            self.query_one(f"#rolloff-{seat}", Static).update(face)
        self._winner = None
        sentence = say("Each side throws one ordinary die on its own half.")
        if len(thrown) == 2 and thrown[0] == thrown[1]:
            sentence = say("A tie: throw again.")
        elif len(thrown) == 2:
            self._winner = won = Seat(max(thrown, key=thrown.__getitem__))
            sentence = say("{name} begins. Enter takes it.", name=self._names[won])
        self.query_one("#rolloff-says", Static).update(sentence)

    def action_take(self) -> None:
        """The winner begins."""
        if self._winner is not None:
            self.workers.cancel_node(self)
            self.dismiss(self._winner)
