"""Before the game: which game, who brings what, who begins; legal or not at every key press."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from ui.app.errors import UserError
from ui.app.game_plan import (
    IRONDIE,
    Hit,
    Plan,
    Side,
    examine,
    example,
    faults,
    formats,
    from_file,
    needs_centre,
    remember,
    search,
    seat_of,
    with_format,
    with_hit,
    with_side,
)
from ui.app.known_games import KNOWN
from ui.screens.themes import palette
from ui.words import say

Result = TypeVar("Result")

MOST_PLAYERS = 4
"""Two sides of two partners."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What else can be done before a game; None where there is no camera for it."""

    begin: Callable[[Plan], Screen[None]]
    rehearse: Callable[[Plan], Screen[None]] | None = None
    calibrate: Callable[[Plan], Screen[None]] | None = None
    roll_off: Callable[[Plan], Screen[int | None]] | None = None
    enrol: Callable[[Plan], Screen[None]] | None = None
    camera: Callable[[Plan], str] | None = None
    """Which camera will look on, in words."""


class SetupScreen(Screen[None]):
    """A form that is filled in already: Enter starts the game as it was played last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f5", "start", say("keys.start"), key_display="F5", priority=True),
        Binding("ctrl+f,f2", "find", say("keys.find"), key_display="F2", priority=True),
        Binding("f3", "rehearse", say("keys.rehearse"), key_display="F3", priority=True),
        Binding("f4", "calibrate", say("keys.calibrate"), key_display="F4", priority=True),
        Binding("f6", "roll_off", say("keys.roll-off"), key_display="F6", priority=True),
        Binding("f7", "enrol", say("keys.enrol"), key_display="F7", priority=True),
        Binding("f8", "sets", say("keys.sets"), key_display="F8", priority=True),
        Binding("ctrl+q", "app.quit", say("keys.quit"), key_display="^q"),
        Binding("l", "app.large_type", say("keys.large-type"), show=False),  # no room for it below
    ]

    INTRO: ClassVar[str] = say("help.set-up")

    def __init__(self, plan: Plan, preparation: Preparation) -> None:
        super().__init__()
        self.plan = plan
        self._preparation = preparation
        self._seat = 0
        self._hits: tuple[Hit, ...] = ()

    def compose(self) -> ComposeResult:
        """The form on the left, what is legal and the search on the right."""
        yield Static(say("setup.title"), id="setup-title", markup=False)
        with Horizontal(id="setup"):
            with VerticalScroll(id="form", can_focus=False):
                yield from self._form()
            with Vertical(id="finder"):
                yield Static(id="findings", markup=False)
                yield Input(placeholder=say("setup.search"), id="search", compact=True)
                yield OptionList(id="hits", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def _form(self) -> ComposeResult:
        plan = self.plan
        yield Static(say("setup.game"), markup=False, classes="label")
        games = [(game.title, name) for name, game in KNOWN.items()]
        yield Select(games, value=plan.game, allow_blank=False, compact=True, id="game")
        yield Static(say("setup.format"), markup=False, classes="label")
        known = [(name, name) for name in formats(plan.game)]
        yield Select(known, value=plan.format, allow_blank=False, compact=True, id="format")
        for number in range(MOST_PLAYERS):
            yield from self._player_form(number)
        yield Static(say("setup.centre"), markup=False, classes="label", id="centre-label")
        yield Input(plan.centre, id="centre", compact=True, placeholder=say("setup.brings"))
        yield Static(say("setup.first"), markup=False, classes="label", id="first-label")
        yield Select(
            self._beginners(), value=plan.first, allow_blank=False, compact=True, id="first"
        )
        yield Button(say("setup.start"), id="start", variant="success", compact=True)

    def _player_form(self, number: int) -> ComposeResult:
        """Name and team of one player."""
        known = number < len(self.plan.sides)
        side = self.plan.sides[number] if known else Side("", "")
        with Vertical(id=f"player-{number}", classes="player"):
            yield Static(markup=False, id=f"whose-{number}", classes="label")
            yield Input(side.name, id=f"name-{number}", compact=True, max_length=24)
            yield Input(
                side.brings, id=f"brings-{number}", compact=True, placeholder=say("setup.brings")
            )

    def _beginners(self) -> list[tuple[str, int]]:
        """Who may begin, and at which seat."""
        players = enumerate(self.plan.players)
        return [(side.name, seat_of(self.plan, number)) for number, side in players]

    def on_mount(self) -> None:
        """Enter starts at once."""
        self.query_one("#start", Button).focus()
        self._judge()

    def on_screen_resume(self) -> None:
        """Shown, perhaps after a calibration."""
        self._name_camera()

    def _name_camera(self) -> None:
        camera = self._preparation.camera
        if camera is not None:
            title = say("setup.title-camera", camera=camera(self.plan))
            self.query_one("#setup-title", Static).update(title)

    # -- what is typed becomes the plan

    @on(Select.Changed, "#game")
    def _game_chosen(self, event: Select.Changed) -> None:
        if event.value != self.plan.game:
            self._take(example(str(event.value)))

    @on(Select.Changed, "#format")
    def _format_chosen(self, event: Select.Changed) -> None:
        if isinstance(event.value, str) and event.value != self.plan.format:
            self._take(with_format(self.plan, event.value))

    @on(Select.Changed, "#first")
    def _first_chosen(self, event: Select.Changed) -> None:
        if isinstance(event.value, int):
            self.plan = replace(self.plan, first=event.value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        field, _, seat = (event.input.id or "").partition("-")
        if field == "search":
            self._search(event.value)
            return
        if field == "centre":
            self.plan = replace(self.plan, centre=event.value)
        elif field in {"name", "brings"} and int(seat) < len(self.plan.sides):
            self.plan = with_side(self.plan, int(seat), self._side_typed(int(seat)))
            if field == "name":
                self._name_beginners()
        self._judge()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """A team may be given as a file."""
        path = Path(event.value.strip()).expanduser()
        if path.suffix == ".toml":
            try:
                self._take(from_file(path, self.plan, self._seat))
            except UserError as error:
                self.notify(str(error), severity="error", timeout=8)
        elif event.input.id == "search":
            hits = self.query_one("#hits", OptionList)
            hits.highlighted = 0 if hits.option_count else None
            hits.focus()
        else:
            self.focus_next()

    def _side_typed(self, seat: int) -> Side:
        name = self.query_one(f"#name-{seat}", Input).value
        brings = self.query_one(f"#brings-{seat}", Input).value
        return replace(self.plan.sides[seat], name=name, brings=brings)

    def _take(self, plan: Plan) -> None:
        """Show another plan in the form."""
        self.plan = plan
        with self.prevent(Select.Changed, Input.Changed):
            self.query_one("#game", Select).value = plan.game
            chosen = self.query_one("#format", Select)
            chosen.set_options([(name, name) for name in formats(plan.game)])
            chosen.value = plan.format
            for seat, side in enumerate(plan.sides[:MOST_PLAYERS]):
                self.query_one(f"#name-{seat}", Input).value = side.name
                self.query_one(f"#brings-{seat}", Input).value = side.brings
            self.query_one("#centre", Input).value = plan.centre
        self._name_beginners()
        self._name_camera()
        self._judge()
        self.refresh_bindings()

    def _name_beginners(self) -> None:
        """Offer those who play now; whoever was to begin still is, if still there."""
        first = self.query_one("#first", Select)
        with self.prevent(Select.Changed):
            first.set_options(self._beginners())
            seats = [seat for _, seat in self._beginners()]
            self.plan = replace(self.plan, first=self.plan.first if self.plan.first in seats else 0)
            first.value = self.plan.first

    # -- search

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """A search adds to the side whose field was used last."""
        field, _, seat = (event.widget.id or "").partition("-")
        if field in {"name", "brings"}:
            self._seat = int(seat)
            self._judge()

    def _search(self, words: str) -> None:
        self._hits = search(self.plan, words)
        hits = self.query_one("#hits", OptionList)
        hits.clear_options()
        hits.add_options([Option(hit.text) for hit in self._hits])

    @on(OptionList.OptionSelected, "#hits")
    def _hit_taken(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._hits):
            self._take(with_hit(self.plan, self._seat, self._hits[event.option_index]))

    # -- what is legal

    def _judge(self) -> None:
        centre = needs_centre(self.plan)
        self.query_one("#centre").display = centre
        self.query_one("#centre-label").display = centre
        in_irondie = self.plan.game == IRONDIE  # there the dice say who begins, in the game
        self.query_one("#first").display = self.query_one("#first-label").display = not in_irondie
        look = palette(self.app.theme_variables)
        players = self.plan.players
        text = Text()
        for number in range(MOST_PLAYERS):
            self.query_one(f"#player-{number}").display = number < len(players)
        for number, side in enumerate(players):
            colour = look.seats[seat_of(self.plan, number) % 2]
            self.query_one(f"#whose-{number}", Static).update(Text(self._whose(number), colour))
            brings = say("setup.brings-irondie") if in_irondie else say("setup.brings")
            self.query_one(f"#brings-{number}", Input).placeholder = brings
            text.append(f"  {side.name}", style=f"bold {colour}")
            if number == self._seat:
                text.append(f"  ← {say('setup.finds-go-here')}", style="dim")
            text.append("\n")
            for finding in examine(self.plan, number):
                sign = say("setup.legal") if finding.legal else say("setup.illegal")
                text.append(f"  {sign} {finding.text}\n", style="" if finding.legal else "bold")
        self.query_one("#findings", Static).update(text)

    def _whose(self, number: int) -> str:
        """Whose name and team are asked for here."""
        if self.plan.game == IRONDIE:
            return say(f"setup.side-irondie-{number % 2}")
        return say(f"setup.side-{'pair-' if len(self.plan.players) > 2 else ''}{number}")

    # -- what comes next

    def action_find(self) -> None:
        """Search for something to bring."""
        self.query_one("#search").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a camera there is nothing to rehearse or calibrate; only IRONDIE has sets."""
        del parameters
        if self.plan.game == IRONDIE and action in {"sets", "roll_off"}:
            return action == "sets"
        ways = {
            "rehearse": self._preparation.rehearse,
            "calibrate": self._preparation.calibrate,
            "roll_off": self._preparation.roll_off,
            "enrol": self._preparation.enrol,
            "sets": None,
        }
        return ways.get(action, True) is not None

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Start the game, or say why not."""
        button = self.query_one("#start", Button)
        wrong = faults(self.plan)
        if wrong:
            self.notify("\n".join(wrong[:3]), severity="error", timeout=8)
        elif not button.disabled:
            remember(self.plan)
            button.label, button.disabled = say("setup.starting"), True
            self.call_after_refresh(self._begin)  # the eye and the camera take seconds to open

    def _begin(self) -> None:
        button = self.query_one("#start", Button)
        try:
            screen = self._preparation.begin(self.plan)
        except UserError as error:
            self.notify(str(error), severity="error", timeout=20)
        else:
            self.app.push_screen(screen)
        button.label, button.disabled = say("setup.start"), False
        button.focus()

    def action_rehearse(self) -> None:
        """See each zone light up as a die is put there."""
        self._open(self._preparation.rehearse)

    def action_calibrate(self) -> None:
        """Look at the camera's picture of the mat."""
        self._open(self._preparation.calibrate)

    def action_enrol(self) -> None:
        """Teach the camera dice that look alike."""
        self._open(self._preparation.enrol)

    def action_sets(self) -> None:
        """Make the players' sets, die by die."""
        from ui.screens.irondie_set import SetScreen  # noqa: PLC0415 - only the chosen game

        def made(plan: Plan | None) -> None:
            if plan is not None:
                self._take(plan)

        self.app.push_screen(SetScreen(self.plan, self._seat), made)

    def action_roll_off(self) -> None:
        """Read from the table who begins."""

        def thrown(seat: int | None) -> None:
            if seat is not None:
                self.query_one("#first", Select).value = seat

        self._open(self._preparation.roll_off, thrown)

    def _open(
        self,
        make: Callable[[Plan], Screen[Result]] | None,
        then: Callable[[Result | None], None] | None = None,
    ) -> None:
        """Another screen over this one, or the sentence why not."""
        if make is None:
            return
        try:
            screen = make(self.plan)
        except UserError as error:
            self.notify(str(error), severity="error", timeout=8)
            return
        self.app.push_screen(screen, then)
