"""A team, card by card: out of all there are by set, cost, energy and text, or as it was kept."""

from collections.abc import Callable
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from rules.core import PlayerNumber
from rules.core.set_up import Plan
from rules.core.team_building import TeamBuilder, TeamPiece
from ui.app.errors import UserError
from ui.app.game_plan import examine, seat_of
from ui.app.kept_teams import NamedTeam, keep_team, known_teams
from ui.screens.themes import palette
from ui.words import FILTERS
from words import say, translated

MOST_FOUND: Final = 200
"""Cards that are listed at most: who sees so many looks for something narrower."""


class TeamScreen(Screen[Plan | None]):
    """Answers the plan with this player's team; None after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus", "more(1)", say("More dice"), key_display="+"),
        Binding("minus", "more(-1)", say("Fewer dice"), key_display="-"),
        Binding("f2,ctrl+f", "find", say("Find"), key_display="F2", priority=True),
        Binding("w", "keep", say("Write")),
        Binding("f5,ctrl+s", "done", say("Take it"), key_display="F5", priority=True),
        Binding("escape", "leave", say("Close"), show=False),
        Binding("l", "app.large_type", say("Large type"), show=False),  # no room for it below
    ]

    INTRO: ClassVar[str] = say(
        "Enter takes a team, or a die of the card; + and - give it more dice or "
        "fewer. F5 takes the team, w writes it to a file."
    )

    def __init__(self, plan: Plan, number: PlayerNumber, builder: TeamBuilder) -> None:
        super().__init__()
        self.plan = plan
        self._number = number
        self._builder = builder
        self._found: tuple[TeamPiece, ...] = ()
        self._teams: tuple[NamedTeam, ...] = ()
        self._brought: tuple[TeamPiece, ...] = ()

    def compose(self) -> ComposeResult:
        """What there is on the left; the team, and what is said of it, on the right."""
        name = self.plan.players[self._number].name
        yield Static(say(" DiceRef · the team of {name}", name=name), id="team-title", markup=False)
        with Horizontal(id="team"):
            with Vertical(id="there-is"):
                yield Input(
                    placeholder=say("Words of a name or a text"), id="piece-search", compact=True
                )
                with Horizontal(id="piece-filters"):
                    for each in self._builder.filters:
                        choices = [(words, value) for value, words in each.choices]
                        prompt = say(FILTERS[each.name])
                        yield Select(choices, prompt=prompt, compact=True, id=f"by-{each.name}")
                yield OptionList(id="pieces", markup=False)
            with Vertical(id="team-now"):
                yield OptionList(id="team-list", markup=False)
                with VerticalScroll(id="team-about", can_focus=False):
                    yield Static(id="team-findings", markup=False)
                    yield Static(id="about-piece", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The teams that are known, to begin with."""
        self._teams = known_teams(self.plan, self._builder)
        self._list()
        self._show_team()
        self.query_one("#pieces").focus()

    # -- what there is

    @on(Input.Changed, "#piece-search")
    @on(Select.Changed)
    def _narrowed(self) -> None:
        self._list()

    @on(Input.Submitted, "#piece-search")
    def _searched(self) -> None:
        self.query_one("#pieces").focus()

    def _list(self) -> None:
        """The cards that fit; without anything to look for, the teams there are."""
        words = self.query_one("#piece-search", Input).value
        chosen = {
            each.name: str(value)
            for each in self._builder.filters
            if (value := self.query_one(f"#by-{each.name}", Select).value) is not Select.NULL
        }
        self._found = tuple(self._builder.found(self.plan, words, chosen, MOST_FOUND))
        looking = bool(words.strip() or chosen)
        pieces = self.query_one("#pieces", OptionList)
        pieces.clear_options()
        if looking:
            pieces.add_options([Option(self._line(piece)) for piece in self._found])
        else:
            pieces.add_options(
                [Option(say("The team of {name}", name=each.team.name)) for each in self._teams]
            )
        if looking and not self._found:
            pieces.add_option(Option(say("No card is like that."), disabled=True))
        pieces.highlighted = 0 if self._found or (self._teams and not looking) else None

    def _line(self, piece: TeamPiece) -> str:
        known = next((each.dice for each in self._brought if each.code == piece.code), 0)
        return f"{known}x {translated(piece.text)}" if known else f"   {translated(piece.text)}"

    @on(OptionList.OptionSelected, "#pieces")
    def _taken(self, event: OptionList.OptionSelected) -> None:
        """A card with a die more, or a whole team."""
        if self._found:
            self.action_more(1)
        elif event.option_index < len(self._teams):
            known = self._teams[event.option_index]
            self._change(
                lambda: self._builder.with_team(self.plan, self._number, known.team, known.path)
            )

    # -- the team

    def _show_team(self) -> None:
        listed, at = self.query_one("#team-list", OptionList), 0
        if listed.highlighted is not None:
            at = listed.highlighted
        try:
            self._brought = tuple(self._builder.brought(self.plan, self._number))
        except ValueError:  # said among the findings
            self._brought = ()
        listed.clear_options()
        listed.add_options(
            [Option(f"{piece.dice}x {translated(piece.text)}") for piece in self._brought]
        )
        listed.highlighted = min(at, len(self._brought) - 1) if self._brought else None
        look, text = palette(self.app.theme_variables), Text()
        for finding in examine(self.plan, self._number):
            sign = "✔" if finding.legal else "✗"
            text.append(
                f"{sign} {translated(finding.text)}\n", style=look.text if finding.legal else "bold"
            )
        self.query_one("#team-findings", Static).update(text)
        seat = seat_of(self.plan, self._number)
        self.query_one("#team-title").styles.color = look.seats[seat % 2]

    def _under_cursor(self) -> TeamPiece | None:
        """The card in the list that was used last."""
        team = self.query_one("#team-list", OptionList)
        listed, pieces = (
            (team, self._brought)
            if team.has_focus
            else (self.query_one("#pieces", OptionList), self._found)
        )
        at = listed.highlighted
        return pieces[at] if at is not None and at < len(pieces) else None

    @on(OptionList.OptionHighlighted)
    def _looked_at(self, event: OptionList.OptionHighlighted) -> None:
        """What the rules say of what is under the cursor."""
        pieces = self._brought if event.option_list.id == "team-list" else self._found
        at = event.option_index
        if event.option_list.has_focus:
            about = pieces[at].about if at < len(pieces) else ()
            self.query_one("#about-piece", Static).update("\n".join(map(translated, about)))

    def action_more(self, step: int) -> None:
        """A die more, or one fewer, of the card under the cursor."""
        piece = self._under_cursor()
        if piece is not None:
            self._change(lambda: self._builder.with_more(self.plan, self._number, piece.code, step))

    def _change(self, make: Callable[[], Plan]) -> None:
        try:
            self.plan = make()
        except ValueError as error:
            self.notify(translated(str(error)), severity="error", timeout=8, markup=False)
            return
        self._show_team()
        pieces = self.query_one("#pieces", OptionList)
        for at, piece in enumerate(self._found):
            pieces.replace_option_prompt_at_index(at, self._line(piece))

    # -- the keys

    def action_find(self) -> None:
        """Search for a card."""
        self.query_one("#piece-search").focus()

    def action_keep(self) -> None:
        """Keep the team as a file."""
        try:
            path = keep_team(self.plan, self._number, self._builder)
        except (UserError, ValueError) as error:
            self.notify(translated(str(error)), severity="error", timeout=8, markup=False)
            return
        self.notify(
            say("Kept as {path}: it stands in the list of teams, and --team takes it.", path=path),
            timeout=8,
            markup=False,
        )
        self._teams = known_teams(self.plan, self._builder)

    def action_done(self) -> None:
        """Back to the set-up with the team."""
        self.dismiss(self.plan)

    def action_leave(self) -> None:
        """Back to the set-up; the team stays as it was."""
        self.dismiss(None)
