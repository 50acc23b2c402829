"""Making a set of dice: a die in each place, chosen with the arrow keys."""

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from rules.core import PlayerNumber, Seat
from rules.core.family import SetEditor
from rules.core.set_up import Plan, Player
from ui.app.errors import UserError
from ui.app.game_plan import examine, playing, seat_of
from ui.app.kept_sets import keep, known_sets
from ui.screens.pick import PickScreen
from ui.screens.themes import palette
from words import say, tr, translated


class SetScreen(Screen[Plan | None]):
    """Answers the plan with the sets as they were made; None after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "type(1)", say("Type"), key_display="←→", priority=True),
        Binding("left", "type(-1)", say("Type"), show=False, priority=True),
        Binding("o", "colour(1)", say("Colour")),
        Binding("O", "colour(-1)", say("Colour"), show=False),
        Binding("asterisk", "rare", say("Rare"), key_display="*"),
        Binding("delete,backspace", "clear", say("Clear"), key_display="Del"),
        Binding("tab", "other_player", say("Player"), key_display="Tab", priority=True),
        Binding("f2,ctrl+f", "choose", say("Find"), key_display="F2", priority=True),
        Binding("w", "keep", say("Write")),
        Binding("f5,enter,ctrl+s", "done", say("Take it"), key_display="F5", priority=True),
        Binding("escape", "leave", say("Close"), show=False),
        Binding("l", "app.large_type", say("Large type"), show=False),  # no room for it below
    ]

    def __init__(self, plan: Plan, number: PlayerNumber, editor: SetEditor) -> None:
        """Begin with the set of this player."""
        super().__init__()
        self.plan = plan
        self._editor = editor
        self._set_size = editor.sizes[0]
        self._number = PlayerNumber(number % len(playing(plan)))

    def compose(self) -> ComposeResult:
        """The places on the left; what is legal and what the die does on the right."""
        yield Static(id="sets-title", markup=False)
        with Horizontal(id="sets"):
            yield OptionList(id="places", markup=False)
            with Vertical(id="about-set"):
                yield Static(id="set-findings", markup=False)
                yield Static(id="about-die", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The first die is under the cursor."""
        self.query_one("#places").focus()
        self._show_set()

    @property
    def _player(self) -> Player:
        return self.plan.players[self._number]

    @property
    def _places(self) -> tuple[str | None, ...]:
        return self._editor.dice_by_place(self._player)

    @property
    def _at(self) -> int:
        """The place under the cursor."""
        row = self.query_one("#places", OptionList).highlighted or 1
        return row - 1 if row <= self._set_size else row - 2

    # -- what is shown

    def _show_set(self) -> None:
        """Every place of this player."""
        self.query_one("#sets-title", Static).update(
            say(" DiceRef · the set of {name}", name=self._player.name)
        )
        places = self.query_one("#places", OptionList)
        row = places.highlighted or 1
        places.clear_options()
        lines = [Option(self._line(place, die)) for place, die in enumerate(self._places)]
        main, aside = (
            Option(say(title), disabled=True)
            for title in (
                tr("The set: nine dice, at most 3 rare"),
                tr("The side set: three dice, or none"),
            )
        )
        places.add_options([main, *lines[: self._set_size], aside, *lines[self._set_size :]])
        places.highlighted = row
        self._say()

    def _line(self, place: int, die: str | None) -> Text:
        number = place + 1 if place < self._set_size else place + 1 - self._set_size
        line = Text(f"{number:>3}  ", no_wrap=True)
        if die is None:
            return line.append("—")
        shown = self._editor.shown(die)
        line.append("■■ ", style=shown.colour).append(shown.text)
        return line.append(say("rare") if shown.rare else "")

    def _say(self) -> None:
        """Whether the set is legal, and what the die under the cursor does."""
        look, text = palette(self.app.theme_variables), Text()
        text.append(self._player.name + "\n", style=f"bold {look.seats[self._seat % 2]}")
        for finding in examine(self.plan, self._number):
            sign = "✔" if finding.legal else "✗"
            text.append(
                f" {sign} {translated(finding.text)}\n", style="" if finding.legal else "bold"
            )
        self.query_one("#set-findings", Static).update(text)
        die = self._places[self._at]
        self.query_one("#about-die", Static).update("" if die is None else self._about(die))

    def _about(self, die: str) -> str:
        """What the rules say of a die."""
        return "\n".join(map(translated, self._editor.about(die)))

    @property
    def _seat(self) -> Seat:
        return seat_of(self.plan, self._number)

    def on_option_list_option_highlighted(self) -> None:
        """Another die is under the cursor."""
        self._say()

    # -- what the keys do

    def action_type(self, step: int) -> None:
        """Another type of die in this place."""
        self._put(self._editor.another_type(self._places[self._at], step))

    def action_colour(self, step: int) -> None:
        """The same die in another colour."""
        self._put(self._editor.another_colour(self._places[self._at], step))

    def action_rare(self) -> None:
        """The rare die of this kind, or the common one."""
        die = self._places[self._at]
        if die is not None:
            self._put(self._editor.other_rarity(die))

    def action_clear(self) -> None:
        """No die in this place."""
        self._put(None)

    def _put(self, die: str | None) -> None:
        """A die in the place under the cursor; of empty places the first is filled first."""
        at, places = self._at, self._places
        if places[at] is None:
            at = places.index(None, self._set_size if at >= self._set_size else 0)
            self.query_one("#places", OptionList).highlighted = at + (
                2 if at >= self._set_size else 1
            )
        after = (*places[:at], die, *places[at + 1 :])
        self._take(self._editor.with_dice(self._player, after))

    def _take(self, player: Player) -> None:
        self.plan = self.plan.with_player(self._number, player)
        self._show_set()

    def action_other_player(self) -> None:
        """The set of the next player."""
        self._number = PlayerNumber((self._number + 1) % len(playing(self.plan)))
        self._show_set()

    def action_choose(self) -> None:
        """Take a set that was kept, or one of the first game's."""
        sets = known_sets(self.plan)

        def chosen(number: int | None) -> None:
            if number is not None:
                self._take(replace(sets[number], name=self._player.name))

        lines = [f"{each.name}: {each.brings}" for each in sets]
        self.app.push_screen(PickScreen(say("Which set? Esc: none of these."), lines), chosen)

    def action_keep(self) -> None:
        """Keep this set for other evenings."""
        try:
            path = keep(self._player, self._editor)
        except UserError as error:
            self.notify(translated(str(error)), severity="error", timeout=8)
            return
        self.notify(
            say("Kept as {path}: F2 finds it again, and --team takes it.", path=path), timeout=8
        )

    def action_done(self) -> None:
        """Back to the set-up with the sets as they are now."""
        self.dismiss(self.plan)

    def action_leave(self) -> None:
        """Back to the set-up; the sets stay as they were."""
        self.dismiss(None)
