"""A draft at the table: what is laid out for both, then stack after stack by turns."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from rules.core.draft import DraftCard, Drafter, DraftUnderWay, DraftView, dice_in_words
from rules.core.set_up import Plan
from ui.app.errors import UserError
from ui.app.kept_drafts import keep_draft
from ui.screens.themes import palette
from words import say, translated


class DraftScreen(Screen[Plan | None]):
    """Answers the plan with the teams that were drafted; None after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,right", "more(1)", say("More dice"), key_display="+ -"),
        Binding("minus,left", "more(-1)", say("Fewer dice"), show=False),
        Binding("enter", "pick", say("Take"), show=True),
        Binding("u", "undo", say("Undo")),
        Binding("w", "keep", say("Write")),
        Binding("f5,ctrl+s", "done", say("Play"), key_display="F5", priority=True),
        Binding("escape", "leave", say("Close"), show=False),
        Binding("l", "app.large_type", say("Large type"), show=False),  # no room for it below
    ]

    def __init__(self, plan: Plan, drafter: Drafter) -> None:
        super().__init__()
        self.plan = plan
        self._drafter = drafter
        self._drafts: list[
            DraftUnderWay
        ] = []  # the last one is now, the others are before each pick
        self._lines: list[tuple[DraftCard, bool]] = []  # cards, and whether first of a stack
        self._dice: dict[str, int] = {}  # chosen with the arrow keys, by code

    def compose(self) -> ComposeResult:
        """What is drafted from on the left; whose pick it is and who has what on the right."""
        most = self._drafter.sizes[1]
        yield Static(say(" DiceRef · a draft"), id="draft-title", markup=False)
        with Horizontal(id="draft"):
            with Vertical(id="laid-out"):
                with Vertical(id="draft-form"):
                    yield Static(
                        say("All cards and dice there are: a team link or a file"),
                        markup=False,
                        classes="label",
                    )
                    yield Input(self._drafter.collection(self.plan), id="collection", compact=True)
                    yield Static(say("Dice each, and life: 8 to 20"), markup=False, classes="label")
                    yield Input(str(most), id="limit", compact=True, type="integer")
                    yield Static(say("Basic actions drawn: 3 or 4"), markup=False, classes="label")
                    yield Input(str(self._drafter.shared[0]), id="shared", compact=True)
                    yield Button(say("Lay them out"), id="lay-out", variant="success", compact=True)
                yield OptionList(id="stacks", markup=False)
            with VerticalScroll(id="about-draft", can_focus=False):
                yield Static(id="draft-says", markup=False)
                yield Static(id="about-pick", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Enter lays out what the form holds."""
        self.query_one("#stacks").display = False
        self.query_one("#lay-out").focus()

    # -- laying out

    def on_input_submitted(self) -> None:
        """Enter in a field goes on to the next."""
        self.focus_next()

    def on_button_pressed(self) -> None:
        """Draw the basic actions, lay out the stacks."""
        limit, shared = (self.query_one(f"#{field}", Input).value for field in ("limit", "shared"))
        if not (limit.isdecimal() and shared.isdecimal()):
            least, most = self._drafter.sizes
            known = say(" or ").join(map(str, self._drafter.shared))
            self._refuse(
                say(
                    "The limit of dice is a number from {least} to {most}, and {shared} are drawn.",
                    least=least,
                    most=most,
                    shared=known,
                )
            )
            return
        collection = self.query_one("#collection", Input).value.strip()
        try:
            draft = self._drafter.begin(self.plan, collection, int(limit), int(shared))
        except ValueError as error:
            self._refuse(translated(str(error)))
            return
        self._drafts = [draft]
        self.query_one("#draft-form").display = False
        stacks = self.query_one("#stacks", OptionList)
        stacks.display = True
        stacks.focus()
        self._show()

    def _refuse(self, sentence: str) -> None:
        self.notify(sentence, severity="error", timeout=8, markup=False)

    # -- what is shown

    @property
    def _view(self) -> DraftView:
        return self._drafter.view(self._drafts[-1])

    @property
    def _card(self) -> DraftCard | None:
        """The card under the cursor."""
        row = self.query_one("#stacks", OptionList).highlighted
        return self._lines[row][0] if row is not None and row < len(self._lines) else None

    def _show(self) -> None:
        """What is left, whose pick it is, who has what."""
        view, stacks = self._view, self.query_one("#stacks", OptionList)
        row = stacks.highlighted or 0
        self._lines = [(card, card is stack[0]) for stack in view.stacks for card in stack]
        stacks.clear_options()
        stacks.add_options([Option(self._text(card, first=first)) for card, first in self._lines])
        stacks.highlighted = min(row, len(self._lines) - 1) if self._lines else None
        self._say(view)

    def _text(self, card: DraftCard, *, first: bool) -> Text:
        sign = "▪ " if first else "  └ "
        chosen = self._chosen(card)
        slots = {"name": card.name, "dice": dice_in_words(chosen)}
        words = (
            say("{name}, with {dice}", **slots)
            if card.most
            else say("{name}, no die any more", name=card.name)
        )
        return Text(sign + words, no_wrap=True, overflow="ellipsis")

    def _chosen(self, card: DraftCard) -> int:
        """With how many dice the card would be taken."""
        return min(self._dice.get(card.code, card.most), card.most)

    def _say(self, view: DraftView) -> None:
        look, text = palette(self.app.theme_variables), Text()
        if view.over:
            text.append(
                say("All is taken. F5 takes both teams into the set-up, w writes them as a file.")
                + "\n\n",
                style="bold",
            )
        else:
            text.append(
                say(
                    "{name} picks with Enter; {count} dice to go.",
                    name=view.chooser,
                    count=view.to_go,
                )
                + "\n"
            )
            count = len(view.stacks)
            left = (
                say("1 stack is left")
                if count == 1
                else say("{count} stacks are left", count=count)
            )
            text.append(left + "\n\n", style="dim")
        text.append(say("In the centre: {cards}.", cards=", ".join(view.centre)) + "\n")
        for player, (name, taken) in enumerate(view.taken):
            seat = (self.plan.first + player) % 2
            text.append(f"\n{name}\n", style=f"bold {look.seats[seat]}")
            text.append("".join(f"  {pick}\n" for pick in taken) or f"  {'—'}\n")
        self.query_one("#draft-says", Static).update(text)
        self._say_card()

    def _say_card(self) -> None:
        """What the card under the cursor says."""
        card = self._card
        words = "" if card is None else "\n".join(map(translated, (card.name, *card.about)))
        self.query_one("#about-pick", Static).update(words)

    def on_option_list_option_highlighted(self) -> None:
        """Another card is under the cursor."""
        self._say_card()

    # -- what the keys do

    def action_more(self, step: int) -> None:
        """More or fewer dice for the card under the cursor."""
        card = self._card
        if self._drafts and card is not None and card.most:
            self._dice[card.code] = max(0, min(card.most, self._chosen(card) + step))
            self._show()

    def on_option_list_option_selected(self) -> None:
        """Enter, or a tap, on a card."""
        self.action_pick()

    def action_pick(self) -> None:
        """The chooser takes this stack with the card under the cursor."""
        card = self._card
        if not self._drafts or card is None:
            return
        try:
            after = self._drafter.pick(self._drafts[-1], card.code, self._chosen(card))
        except ValueError as error:
            self._refuse(translated(str(error)))
            return
        self._drafts.append(after)
        self._show()

    def action_undo(self) -> None:
        """The last pick was meant otherwise."""
        if len(self._drafts) < 2:
            self._refuse(say("Nothing has been picked yet."))
            return
        self._drafts.pop()
        self._show()

    def _drafted(self) -> DraftUnderWay | None:
        """The draft once it is over."""
        if self._drafts and self._view.over:
            return self._drafts[-1]
        self._refuse(say("Stacks are left: the draft is over when all are taken."))
        return None

    def action_keep(self) -> None:
        """Keep both teams as a file."""
        draft = self._drafted()
        if draft is None:
            return
        try:
            path = keep_draft(self._drafter.file_of(draft))
        except UserError as error:
            self._refuse(translated(str(error)))
            return
        self.notify(say("Kept as {path}: --team takes it.", path=path), timeout=8, markup=False)

    def action_done(self) -> None:
        """Back to the set-up with both teams."""
        draft = self._drafted()
        if draft is not None:
            self.dismiss(self._drafter.brought(self.plan, draft))

    def action_leave(self) -> None:
        """Back to the set-up; the teams stay as they were."""
        self.dismiss(None)
