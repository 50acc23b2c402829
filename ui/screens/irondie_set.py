"""Making an IRONDIE set: a die in each place, chosen with the arrow keys."""

from dataclasses import replace
from typing import ClassVar

from msgspec.structs import replace as remade
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from rules.irondie.dice import APPEARANCE, SET_SIZE, Die
from ui.app.errors import UserError
from ui.app.game_plan import Plan, Side, examine, seat_of, with_side
from ui.app.irondie_sets import (
    another_colour,
    another_type,
    keep,
    known_sets,
    places_of,
    with_places,
)
from ui.screens.pick import PickScreen
from ui.screens.themes import palette
from ui.words import say


class SetScreen(Screen[Plan | None]):
    """Answers the plan with the sets as they were made; None after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "type(1)", say("sets.type"), key_display="← →", priority=True),
        Binding("left", "type(-1)", say("sets.type"), show=False, priority=True),
        Binding("c", "colour(1)", say("sets.colour")),
        Binding("C", "colour(-1)", say("sets.colour"), show=False),
        Binding("r", "rare", say("sets.rare")),
        Binding("delete,backspace", "clear", say("sets.clear"), key_display="Del"),
        Binding("tab", "other_player", say("sets.other-player"), key_display="Tab", priority=True),
        Binding("o", "choose", say("sets.choose")),
        Binding("s", "keep", say("sets.keep")),
        Binding("f5,enter,ctrl+s", "done", say("sets.done"), key_display="F5", priority=True),
        Binding("escape", "leave", say("keys.close"), show=False),
        Binding("l", "app.large_type", say("keys.large-type"), show=False),  # no room for it below
    ]

    def __init__(self, plan: Plan, number: int) -> None:
        """Begin with the set of this player."""
        super().__init__()
        self.plan = plan
        self._number = number % len(plan.players)

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
    def _side(self) -> Side:
        return self.plan.sides[self._number]

    @property
    def _at(self) -> int:
        """The place under the cursor."""
        row = self.query_one("#places", OptionList).highlighted or 1
        return row - 1 if row <= SET_SIZE else row - 2

    # -- what is shown

    def _show_set(self) -> None:
        """Every place of this player."""
        self.query_one("#sets-title", Static).update(say("sets.title", name=self._side.name))
        places = self.query_one("#places", OptionList)
        row = places.highlighted or 1
        places.clear_options()
        lines = [Option(self._line(place, die)) for place, die in enumerate(places_of(self._side))]
        main, aside = (Option(say(title), disabled=True) for title in ("sets.main", "sets.aside"))
        places.add_options([main, *lines[:SET_SIZE], aside, *lines[SET_SIZE:]])
        places.highlighted = row
        self._say()

    def _line(self, place: int, die: Die | None) -> Text:
        number = place + 1 if place < SET_SIZE else place + 1 - SET_SIZE
        line = Text(f"{number:>3}  ", no_wrap=True)
        if die is None:
            return line.append(say("sets.nothing"))
        line.append("■■ ", style=APPEARANCE[die.colour][0])
        line.append(f"{die.colour:<7}{die.type_name.capitalize():<13}")
        return line.append(say("sets.is-rare") if die.rare else "")

    def _say(self) -> None:
        """Whether the set is legal, and what the die under the cursor does."""
        look, text = palette(self.app.theme_variables), Text()
        text.append(self._side.name + "\n", style=f"bold {look.seats[self._seat % 2]}")
        for finding in examine(self.plan, self._number):
            sign = say("setup.legal") if finding.legal else say("setup.illegal")
            text.append(f" {sign} {finding.text}\n", style="" if finding.legal else "bold")
        self.query_one("#set-findings", Static).update(text)
        die = places_of(self._side)[self._at]
        self.query_one("#about-die", Static).update("" if die is None else _about(die))

    @property
    def _seat(self) -> int:
        return seat_of(self.plan, self._number)

    def on_option_list_option_highlighted(self) -> None:
        """Another die is under the cursor."""
        self._say()

    # -- what the keys do

    def action_type(self, step: int) -> None:
        """Another type of die in this place."""
        self._put(another_type(places_of(self._side)[self._at], step))

    def action_colour(self, step: int) -> None:
        """The same die in another colour."""
        self._put(another_colour(places_of(self._side)[self._at], step))

    def action_rare(self) -> None:
        """The rare die of this kind, or the common one."""
        die = places_of(self._side)[self._at]
        if die is not None:
            self._put(remade(die, rare=not die.rare))

    def action_clear(self) -> None:
        """No die in this place."""
        self._put(None)

    def _put(self, die: Die | None) -> None:
        """A die in the place under the cursor; of empty places the first is filled first."""
        at, places = self._at, places_of(self._side)
        if places[at] is None:
            at = places.index(None, SET_SIZE if at >= SET_SIZE else 0)
            self.query_one("#places", OptionList).highlighted = at + (2 if at >= SET_SIZE else 1)
        self._take(with_places(self._side, (*places[:at], die, *places[at + 1 :])))

    def _take(self, side: Side) -> None:
        self.plan = with_side(self.plan, self._number, side)
        self._show_set()

    def action_other_player(self) -> None:
        """The set of the next player."""
        self._number = (self._number + 1) % len(self.plan.players)
        self._show_set()

    def action_choose(self) -> None:
        """Take a set that was kept, or one of the first game's."""
        sets = known_sets()

        def chosen(number: int | None) -> None:
            if number is not None:
                self._take(replace(sets[number], name=self._side.name))

        lines = [f"{each.name}: {each.brings}" for each in sets]
        self.app.push_screen(PickScreen(say("sets.which"), lines), chosen)

    def action_keep(self) -> None:
        """Keep this set for other evenings."""
        try:
            path = keep(self._side)
        except UserError as error:
            self.notify(str(error), severity="error", timeout=8)
            return
        self.notify(say("sets.kept", path=path), timeout=8)

    def action_done(self) -> None:
        """Back to the set-up with the sets as they are now."""
        self.dismiss(self.plan)

    def action_leave(self) -> None:
        """Back to the set-up; the sets stay as they were."""
        self.dismiss(None)


def _about(die: Die) -> str:
    """What the manual's table says of a die."""
    kind = die.type
    lines = [
        say("sets.about", title=die.title[0].upper() + die.title[1:], kind=kind.die_class),
        say("sets.aims", aim=say(f"sets.aim-{kind.aim}")),
        say(f"sets.compares-{kind.comparison}"),
    ]
    if kind.specialisation:
        own = die.colour == kind.specialisation
        lines.append(say("sets.own-colour" if own else "sets.ties", colour=kind.specialisation))
    lines.append(say("sets.bonus-rare" if die.rare else "sets.bonus"))
    return "\n".join(lines)
