"""Before the game: which game, who brings what, who begins; legal or not at every key press."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from time import sleep
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, OptionList, Select, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from hardware.frame import Image
from rules.core import FIRST_SEAT, PlayerNumber, Seat, numbered
from rules.core.set_up import Hit, Plan, Player
from rules.registry import families, games
from ui.app.errors import UserError
from ui.app.game_plan import (
    examine,
    example,
    family_of,
    faults,
    formats,
    from_file,
    playing,
    remember,
    search,
    seat_of,
    with_format,
    with_hit,
    with_name,
)
from ui.screens.confirm import ConfirmScreen
from ui.screens.text_prompt import TextPromptScreen
from ui.screens.themes import palette
from ui.widgets.camera_picture import CameraPicture
from ui.words import EXAMPLES, FIELDS
from words import say, translated

if TYPE_CHECKING:
    from ui.app.camera_choice import CameraChoice

Result = TypeVar("Result")

HEADER = ("event", "round", "match")
"""What a tournament finds a game by, where the record is kept."""

NAMED = 4
"""So many dice are named when a line-up is offered."""


OTHER = "other"
"""Chosen of the cameras: one that is typed."""

SECONDS_BETWEEN_PICTURES = 0.3

FREED_S = 4.0
"""Seconds after which a camera that still does not let go is not waited for."""


def _cameras(choice: "CameraChoice") -> list[tuple[str, str]]:
    """For the list: in words, and as the choice takes it."""
    known = [(words, source) for source, words in choice.listed()]
    return [*known, (say("another: a phone's address or a film …"), OTHER)]


def most_players() -> int:
    """Places in the form: as many as any game has players."""
    return max(family.most_players for family in families())


def common_fields() -> tuple[str, ...]:
    """What any game asks for that no single player brings."""
    return tuple(name for family in families() for name in family.common_fields)


@dataclass(frozen=True, slots=True)
class Preparation:
    """What else can be done before a game; None where there is no camera for it."""

    begin: Callable[[Plan], Screen[None]]
    rehearse: Callable[[Plan], Screen[None]] | None = None
    calibrate: Callable[[Plan], Screen[None]] | None = None
    roll_off: Callable[[Plan], Screen[Seat | None]] | None = None
    enrol: Callable[[Plan], Screen[None]] | None = None
    line_up: Callable[[Plan], Screen[None]] | None = None
    wanting: Callable[[Plan], Sequence[str]] | None = None
    """Titles of dice whose colours the camera should learn first."""
    camera: Callable[[Plan], str] | None = None
    """Which camera will look on, in words."""
    choice: "CameraChoice | None" = None
    """What there is to choose from, and what each sees."""
    header: Callable[[Mapping[str, str]], str] | None = None
    """Takes event, round and match for the record; answers what is wrong with them, or ""."""


class SetupScreen(Screen[None]):
    """A form that is filled in already: Enter starts the game as it was played last."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f5", "start", say("Start"), key_display="F5", priority=True),
        Binding("ctrl+f,f2", "find", say("Find"), key_display="F2", priority=True),
        Binding("f3", "rehearse", say("Rehearse"), key_display="F3", priority=True),
        Binding("f4", "calibrate", say("Calibrate"), key_display="F4", priority=True),
        Binding("f6", "roll_off", say("Roll off"), key_display="F6", priority=True),
        Binding("f7", "enrol", say("Enrol"), key_display="F7", priority=True),
        Binding("f9", "line_up", say("Line up"), key_display="F9", priority=True),
        Binding("f8", "build", say("Build"), key_display="F8", priority=True),
        Binding("ctrl+d,f10", "draft", say("Draft"), key_display="F10", priority=True),
        Binding("ctrl+q", "app.quit", say("Quit"), key_display="^q"),
        Binding("q", "app.quit", say("Quit"), show=False),
        Binding("l", "app.large_type", say("Large type"), show=False),  # no room for it below
    ]

    INTRO: ClassVar[str] = say(
        "Say who plays what, then press F5. Every field is filled in as it was the last time."
    )

    def __init__(self, plan: Plan, preparation: Preparation) -> None:
        super().__init__()
        self.plan = plan
        self._preparation = preparation
        self._edited = PlayerNumber(0)  # the player whose entry is typed in
        self._hits: tuple[Hit, ...] = ()
        self._line_up_offered_for: Plan | None = None
        self._camera_free = Event()
        self._camera_free.set()

    def compose(self) -> ComposeResult:
        """The form on the left, what is legal and the search on the right."""
        yield Static(say(" DiceRef · a new game"), id="setup-title", markup=False)
        with Horizontal(id="setup"):
            with VerticalScroll(id="form", can_focus=False):
                yield from self._form()
            with Vertical(id="finder"):
                yield Static(id="findings", markup=False)
                yield Input(
                    placeholder=say("Search by name and press Enter"), id="search", compact=True
                )
                yield OptionList(id="hits", markup=False)
                yield CameraPicture(id="camera-picture")
                yield Static(id="about-hit", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def _form(self) -> ComposeResult:
        plan = self.plan
        yield Static(say("Game"), markup=False, classes="label")
        titles = [(game.title, name) for name, game in games().items()]
        yield Select(titles, value=plan.game, allow_blank=False, compact=True, id="game")
        yield Static(say("Format"), markup=False, classes="label")
        yield Select(
            self._formats(), value=plan.format, allow_blank=False, compact=True, id="format"
        )
        if (choice := self._preparation.choice) is not None:
            yield Static(say("Camera"), markup=False, classes="label")
            yield Select(
                _cameras(choice), value=choice.source, allow_blank=False, compact=True, id="camera"
            )
        for number in map(PlayerNumber, range(most_players())):
            yield from self._player_form(number)
        for field in common_fields():
            yield Static(say(FIELDS[field]), markup=False, classes="label", id=f"{field}-label")
            yield Input(plan.common.get(field, ""), id=field, compact=True)
        yield Static(say("Who begins"), markup=False, classes="label", id="first-label")
        yield Select(
            self._beginners(), value=plan.first, allow_blank=False, compact=True, id="first"
        )
        yield Button(say("  Start the game  "), id="start", variant="success", compact=True)
        for field in HEADER if self._preparation.header is not None else ():
            yield Static(say(FIELDS[field]), markup=False, classes="label")
            yield Input(id=field, compact=True, max_length=100)

    def _formats(self) -> list[tuple[str, str]]:
        """The formats of the game, and that of the plan where it has a limit of its own."""
        names = dict.fromkeys((*formats(self.plan.game), self.plan.format))
        return [(name, name) for name in names]

    def _player_form(self, number: PlayerNumber) -> ComposeResult:
        """Name and team of one player."""
        known = number < len(self.plan.players)
        player = self.plan.players[number] if known else Player("")
        with Vertical(id=f"player-{number}", classes="player"):
            yield Static(markup=False, id=f"whose-{number}", classes="label")
            yield Input(player.name, id=f"name-{number}", compact=True, max_length=24)
            yield Input(player.brings, id=f"brings-{number}", compact=True)

    def _beginners(self) -> list[tuple[str, Seat]]:
        """Who may begin, and at which seat."""
        players = numbered(PlayerNumber, playing(self.plan))
        return [(player.name, seat_of(self.plan, number)) for number, player in players]

    def on_mount(self) -> None:
        """Enter starts at once."""
        self.query_one("#start", Button).focus()
        self._judge()

    def on_screen_resume(self) -> None:
        """Shown, perhaps after a calibration."""
        self._name_camera()
        self._look_through_camera()

    def on_screen_suspend(self) -> None:
        """Another screen may want the camera."""
        self._free_camera()

    def on_unmount(self) -> None:
        """The set-up is left."""
        self._free_camera()

    def _name_camera(self) -> None:
        camera = self._preparation.camera
        if camera is not None:
            title = say(" DiceRef · a new game · {camera}", camera=camera(self.plan))
            self.query_one("#setup-title", Static).update(title)

    # -- the camera

    class CameraSaw(Message):
        """A picture came from the camera, or the words why none did."""

        def __init__(self, picture: Image | None, words: str = "") -> None:
            super().__init__()
            self.picture, self.words = picture, words

    @on(Select.Changed, "#camera")
    def _camera_chosen(self, event: Select.Changed) -> None:
        choice = self._preparation.choice
        if choice is None or event.value == choice.source:
            return
        if event.value == OTHER:
            self.app.push_screen(
                TextPromptScreen(
                    say(
                        "The camera: the address that a phone's camera app shows (http://…), a "
                        "number, or a film's file"
                    )
                ),
                self._camera_named,
            )
        else:
            self._camera_named(str(event.value))

    def _camera_named(self, source: str | None) -> None:
        """What was chosen or typed; nothing after Esc."""
        choice = self._preparation.choice
        assert choice is not None
        if source and source.strip():
            choice.choose(source.strip())
        cameras = self.query_one("#camera", Select)
        with self.prevent(Select.Changed):
            cameras.set_options(_cameras(choice))
            cameras.value = choice.source
        self._name_camera()
        self._look_through_camera()

    def _look_through_camera(self) -> None:
        """Show what the camera that is chosen sees, until something else needs it."""
        self.query_one("#camera-picture").display = self._preparation.choice is not None
        if self._preparation.choice is not None:
            self._free_camera()
            self.query_one("#camera-picture", CameraPicture).show(None, "…")
            self._look(self._preparation.choice)

    @work(thread=True, exclusive=True, group="camera")
    def _look(self, choice: "CameraChoice") -> None:
        worker = get_current_worker()
        self._camera_free.clear()
        try:
            for picture in choice.pictures(lambda: worker.is_cancelled):
                self.post_message(self.CameraSaw(picture))
                sleep(SECONDS_BETWEEN_PICTURES)
        except UserError as error:
            if not worker.is_cancelled:
                self.post_message(self.CameraSaw(None, translated(str(error))))
        finally:
            self._camera_free.set()

    def on_setup_screen_camera_saw(self, event: CameraSaw) -> None:
        """Show it."""
        self.query_one("#camera-picture", CameraPicture).show(event.picture, event.words)

    def _free_camera(self) -> None:
        """Nobody looks through the camera any more: two cannot."""
        self.workers.cancel_group(self, "camera")
        self._camera_free.wait(FREED_S)

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
            self.plan = replace(self.plan, first=Seat(event.value))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        field, _, written = (event.input.id or "").partition("-")
        if field == "search":
            self._search(event.value)
            return
        if field in common_fields():
            self.plan = replace(self.plan, common={**self.plan.common, field: event.value})
        elif field == "name":
            self.plan = with_name(self.plan, PlayerNumber(int(written)), event.value)
            self._name_beginners()
        elif field == "brings" and int(written) < len(self.plan.players):
            number = PlayerNumber(int(written))
            player = replace(self.plan.players[number], brings=event.value)
            self.plan = self.plan.with_player(number, player)
        self._judge()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """A team may be given as a file."""
        path = Path(event.value.strip()).expanduser()
        if path.suffix == ".toml":
            try:
                self._take(from_file(path, self.plan, self._edited))
            except UserError as error:
                self.notify(translated(str(error)), severity="error", timeout=8)
        elif event.input.id == "search":
            hits = self.query_one("#hits", OptionList)
            hits.highlighted = 0 if hits.option_count else None
            hits.focus()
        else:
            self.focus_next()

    def _take(self, plan: Plan) -> None:
        """Show another plan in the form."""
        self.plan = plan
        with self.prevent(Select.Changed, Input.Changed):
            self.query_one("#game", Select).value = plan.game
            chosen = self.query_one("#format", Select)
            chosen.set_options(self._formats())
            chosen.value = plan.format
            for number, player in enumerate(plan.players[: most_players()]):
                self.query_one(f"#name-{number}", Input).value = player.name
                self.query_one(f"#brings-{number}", Input).value = player.brings
            for number in range(len(plan.players), most_players()):
                self.query_one(f"#name-{number}", Input).value = ""
            for field in common_fields():
                self.query_one(f"#{field}", Input).value = plan.common.get(field, "")
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
            self.plan = replace(
                self.plan, first=self.plan.first if self.plan.first in seats else FIRST_SEAT
            )
            first.value = self.plan.first

    # -- search

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """A search adds to the side whose field was used last."""
        field, _, number = (event.widget.id or "").partition("-")
        if field in {"name", "brings"}:
            self._edited = PlayerNumber(int(number))
            self._judge()

    def _search(self, words: str) -> None:
        self._hits = search(self.plan, words)
        hits = self.query_one("#hits", OptionList)
        hits.clear_options()
        hits.add_options([Option(translated(hit.text)) for hit in self._hits])
        self.set_class(bool(self._hits), "-found")
        self.query_one("#about-hit", Static).update("")

    @on(OptionList.OptionHighlighted, "#hits")
    def _hit_looked_at(self, event: OptionList.OptionHighlighted) -> None:
        """What the rules say of what is under the cursor."""
        known = event.option_index < len(self._hits)
        about = self._hits[event.option_index].about if known else ()
        self.query_one("#about-hit", Static).update("\n".join(map(translated, about)))

    @on(OptionList.OptionSelected, "#hits")
    def _hit_taken(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._hits):
            self._take(with_hit(self.plan, self._edited, self._hits[event.option_index]))

    # -- what is legal

    def _judge(self) -> None:
        family, look, text = family_of(self.plan), palette(self.app.theme_variables), Text()
        for field in common_fields():
            asked = field in family.fields_of(self.plan)
            self.query_one(f"#{field}").display = asked
            self.query_one(f"#{field}-label").display = asked
            hint = say(EXAMPLES[field]) if field in EXAMPLES else self._example_of_brings()
            self.query_one(f"#{field}", Input).placeholder = hint
        for sought in ("#search", "#hits"):
            self.query_one(sought).display = family.players_bring
        asks = family.asks_who_begins
        self.query_one("#first").display = self.query_one("#first-label").display = asks
        for number in map(PlayerNumber, range(most_players())):
            self._show_place(number)
        for number, player in numbered(PlayerNumber, playing(self.plan)):
            colour = look.seats[seat_of(self.plan, number) % 2]
            text.append(f"  {player.name}", style=f"bold {colour}")
            if number == self._edited and family.players_bring:
                text.append(f"  ← {say('what is found goes here')}", style="dim")
            text.append("\n")
            for finding in examine(self.plan, number):
                sign = "✔" if finding.legal else "✗"
                text.append(
                    f"  {sign} {translated(finding.text)}\n", style="" if finding.legal else "bold"
                )
        self.query_one("#findings", Static).update(text)

    def _show_place(self, number: PlayerNumber) -> None:
        """The fields of one player; where more may join, those of the next one too."""
        family, players = family_of(self.plan), len(playing(self.plan))
        places = min(family.most_players, players + 1) if family.players_join else players
        self.query_one(f"#player-{number}").display = number < places
        colour = palette(self.app.theme_variables).seats[self._side_of(number)]
        self.query_one(f"#whose-{number}", Static).update(Text(self._whose(number), colour))
        brings = self.query_one(f"#brings-{number}", Input)
        brings.display = family.players_bring
        brings.placeholder = self._example_of_brings()

    def _example_of_brings(self) -> str:
        family = family_of(self.plan)
        return say(EXAMPLES[family.name]) if family.players_bring else ""

    def _side_of(self, number: PlayerNumber) -> int:
        """0 for the near side of the table, 1 for the far one."""
        return (seat_of(self.plan, number) if number < len(playing(self.plan)) else number) % 2

    def _whose(self, number: PlayerNumber) -> str:
        """Whose name, and what else, is asked for here."""
        family, side = family_of(self.plan), ("near", "far")[self._side_of(number)]
        if not family.players_bring:
            return say("Player {number}: name", number=number + 1)
        partner = family.is_partner(self.plan, number)
        return say(FIELDS[f"partner-{side}" if partner else f"{side}-{family.name}"])

    # -- what comes next

    def action_find(self) -> None:
        """Search for something to bring."""
        self.query_one("#search").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a camera there is nothing to rehearse or calibrate; few games have sets."""
        del parameters
        family = family_of(self.plan)
        if action == "build":
            return family.set_editor is not None or family.team_builder(self.plan) is not None
        if action == "draft":
            return family.drafter(self.plan) is not None
        if action == "roll_off" and not family.asks_who_begins:
            return False
        ways = {
            "rehearse": self._preparation.rehearse,
            "calibrate": self._preparation.calibrate,
            "roll_off": self._preparation.roll_off,
            "enrol": self._preparation.enrol,
            "line_up": self._preparation.line_up,
        }
        return ways.get(action, True) is not None

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Start the game, or say why not."""
        button = self.query_one("#start", Button)
        wrong = [*faults(self.plan), *self._header_faults()]
        if wrong:
            self.notify("\n".join(wrong[:3]), severity="error", timeout=8, markup=False)
        elif not button.disabled and not self._offered_line_up():
            remember(self.plan)
            button.label, button.disabled = say("  Starting …  "), True
            self.call_after_refresh(self._begin)  # the eye and the camera take seconds to open

    def _header_faults(self) -> Sequence[str]:
        """What is wrong with event, round and match; where nothing is, they are taken."""
        take = self._preparation.header
        if take is None:
            return ()
        wrong = take({field: self.query_one(f"#{field}", Input).value.strip() for field in HEADER})
        return (wrong,) if wrong else ()

    def _offered_line_up(self) -> bool:
        """Whether a line-up is offered now: once, where the camera lacks colours of these dice."""
        wanting, offered_for = self._preparation.wanting, self._line_up_offered_for
        titles = () if wanting is None or offered_for == self.plan else tuple(wanting(self.plan))
        self._line_up_offered_for = self.plan
        if not titles:
            return False
        named = ", ".join(titles[:NAMED]) + (", …" if len(titles) > NAMED else "")

        def answered(yes: bool | None) -> None:
            if yes:
                self.action_line_up()
            else:
                self.action_start()

        asked = say(
            "The camera does not know the colours of {count} dice for sure ({titles}). "
            "Line them up first? It takes half a minute; n starts without.",
            count=len(titles),
            titles=named,
        )
        self.app.push_screen(ConfirmScreen(asked), answered)
        return True

    def _begin(self) -> None:
        button = self.query_one("#start", Button)
        self._free_camera()
        try:
            screen = self._preparation.begin(self.plan)
        except UserError as error:
            self.notify(translated(str(error)), severity="error", timeout=20)
            self._look_through_camera()
        else:
            self.app.push_screen(screen)
        button.label, button.disabled = say("  Start the game  "), False
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

    def action_line_up(self) -> None:
        """Teach the camera the colours of both teams."""
        self._open(self._preparation.line_up)

    def action_build(self) -> None:
        """Make a team card by card, or the players' sets die by die."""
        from ui.screens.dice_set import SetScreen  # noqa: PLC0415 - only when asked for
        from ui.screens.team import TeamScreen  # noqa: PLC0415 - the same

        family = family_of(self.plan)
        editor, builder = family.set_editor, family.team_builder(self.plan)

        def made(plan: Plan | None) -> None:
            if plan is not None:
                self._take(plan)

        if editor is not None:
            self.app.push_screen(SetScreen(self.plan, self._edited, editor), made)
        elif builder is not None:
            self.app.push_screen(TeamScreen(self.plan, self._edited, builder), made)

    def action_draft(self) -> None:
        """Draft both teams out of one collection."""
        from ui.screens.draft import DraftScreen  # noqa: PLC0415 - few games draft

        drafter = family_of(self.plan).drafter(self.plan)
        if drafter is None:
            return

        def drafted(plan: Plan | None) -> None:
            if plan is not None:
                self._take(plan)

        self.app.push_screen(DraftScreen(self.plan, drafter), drafted)

    def action_roll_off(self) -> None:
        """Read from the table who begins."""

        def thrown(seat: Seat | None) -> None:
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
        self._free_camera()
        try:
            screen = make(self.plan)
        except UserError as error:
            self.notify(translated(str(error)), severity="error", timeout=8)
            self._look_through_camera()
            return
        self.app.push_screen(screen, then)
