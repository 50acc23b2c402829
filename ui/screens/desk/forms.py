"""Forms of the desk: an event is set up, a result is typed, a ruling is given."""

import re
import secrets
from collections.abc import Sequence
from typing import ClassVar, Final, get_args

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from rules.registry import games
from rules.tournament.acts import PenaltyKind
from rules.tournament.plan import (
    BEST_OF_THREE,
    CUTS,
    SINGLE_GAMES,
    USUAL_WAYS,
    Breaker,
    TournamentPlan,
    read_breakers,
    read_points,
)
from words import say

SCORE: Final = re.compile(r"\s*(\d)\s*[:\-]\s*(\d)\s*(?:[:\-]\s*(\d)\s*)?")


def read_score(typed: str) -> tuple[tuple[int, int], int]:
    """`2:1`, or `1:1:1` with a tied game. Raises `ValueError` with one sentence."""
    found = SCORE.fullmatch(typed)
    if found is None:
        raise ValueError(
            say("'{text}' is no result: write 2:1, or 1:1:1 with a tied game.", text=typed)
        )
    return (int(found[1]), int(found[2])), int(found[3] or 0)


def read_breakers_or_none(written: str) -> tuple[Breaker, ...] | None:
    """The tie-breakers in a field; None where it holds something else."""
    try:
        return read_breakers(written)
    except ValueError:
        return None


class FoundScreen(ModalScreen[TournamentPlan | None]):
    """The event in one screen: everything is chosen and recorded before round 1."""

    AUTO_FOCUS = "#name"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", say("Close")),
        Binding("ctrl+s", "found", say("Start"), priority=True),
    ]

    def compose(self) -> ComposeResult:
        """Name, game, way of playing, rounds, cut."""
        with VerticalScroll(id="found"):
            yield Static(
                say("A new event (ctrl+s announces it: nothing of this changes afterwards)"),
                classes="title",
            )
            yield Label(say("Name"))
            yield Input(id="name", placeholder=say("Club night in May"), compact=True)
            yield Label(say("Game"))
            yield Select(
                [(each.title, name) for name, each in games().items()], id="game", compact=True
            )
            yield Label(say("Edition"))
            yield Input(id="edition", compact=True)
            yield Label(say("Format"))
            yield Input(id="format", compact=True)
            yield Label(say("A match is"))
            ways = [(f"{way.title} ({way.source})", name) for name, way in USUAL_WAYS.items()]
            yield Select(ways, id="way", value="single", allow_blank=False, compact=True)
            yield Label(say("Pairing"))
            styles = [
                (say("Swiss"), "swiss"),
                (say("Round robin: everybody meets everybody"), "round robin"),
            ]
            yield Select(styles, id="style", value="swiss", allow_blank=False, compact=True)
            yield Label(say("Rounds (0: by the number of players)"))
            yield Input("0", id="rounds", type="integer", compact=True)
            yield Label(say("Cut to a bracket after them"))
            cuts = [(str(size) if size else say("no cut"), size) for size in CUTS]
            yield Select(cuts, id="cut", value=0, allow_blank=False, compact=True)
            yield Label(say("Points of a win, a tie and a loss"))
            yield Input("3/1/0", id="points", compact=True)
            yield Label(
                say(
                    "Tie-breakers in their order (game wins, opponents' match wins, opponents' "
                    "game wins, opponents' opponents, lot)"
                )
            )
            yield Input(", ".join(SINGLE_GAMES), id="breakers", compact=True)
            yield Label(say("Seed of every lot that is drawn"))
            yield Input(str(secrets.randbelow(10**9)), id="seed", type="integer", compact=True)
            yield Static("", id="fault", markup=False)
            with Horizontal():
                yield Button(say("Announce"), id="do", variant="primary")
                yield Button(say("Close"), id="leave")

    def on_select_changed(self, event: Select.Changed) -> None:
        """Another length of a match has other tie-breakers, unless somebody has typed some."""
        if event.select.id == "way":
            field = self.query_one("#breakers", Input)
            usual = BEST_OF_THREE if USUAL_WAYS[str(event.value)].best_of > 1 else SINGLE_GAMES
            if read_breakers_or_none(field.value) in {BEST_OF_THREE, SINGLE_GAMES}:
                field.value = ", ".join(usual)

    def plan(self) -> TournamentPlan:
        """What the form says. Raises `ValueError` with one sentence."""
        way = USUAL_WAYS[str(self.query_one("#way", Select).value)]
        game = self.query_one("#game", Select).value
        numbers = {
            name: int(self.query_one(f"#{name}", Input).value or 0) for name in ("rounds", "seed")
        }
        name = self.query_one("#name", Input).value.strip()
        if not name:
            raise ValueError(say("the event needs a name."))
        if not 0 <= numbers["rounds"] <= 30:
            raise ValueError(say("rounds are a number from 0 (by the number of players) to 30."))
        cut = self.query_one("#cut", Select).value
        robin = self.query_one("#style", Select).value == "round robin"
        plan = TournamentPlan(
            name=name[:80],
            game=game if isinstance(game, str) else "",
            edition=self.query_one("#edition", Input).value.strip()[:80],
            format=self.query_one("#format", Input).value.strip()[:80],
            style="round robin" if robin else "swiss",
            rounds=numbers["rounds"],
            best_of=way.best_of,
            minutes=way.minutes,
            extra_turns=way.extra_turns,
            game_minutes=way.game_minutes,
            cut=cut if isinstance(cut, int) else 0,
            cut_best_of=way.cut_best_of,
            breakers=read_breakers(self.query_one("#breakers", Input).value),
            points=read_points(self.query_one("#points", Input).value),
            seed=numbers["seed"],
        )
        if fault := plan.why_not():
            raise ValueError(fault)
        return plan

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One of the two buttons."""
        if event.button.id == "do":
            self.action_found()
        else:
            self.dismiss(None)

    def action_found(self) -> None:
        """Announce the event, or say what is wrong with it."""
        try:
            self.dismiss(self.plan())
        except ValueError as fault:
            self.query_one("#fault", Static).update(str(fault))

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss(None)


class RuleScreen(ModalScreen[tuple[str, str, str, str, int | None] | None]):
    """A ruling: judge, what was decided, why, and a penalty for one of the players.

    Answers judge, ruling, why, penalty, player.
    """

    AUTO_FOCUS = "#ruling"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", say("Close")),
        Binding("ctrl+s", "rule", say("Give the ruling"), priority=True),
    ]

    def __init__(
        self, about: Sequence[str], judge: str, players: Sequence[tuple[str, int]]
    ) -> None:
        super().__init__()
        self._about, self._judge, self._players = about, judge, players

    def compose(self) -> ComposeResult:
        """All that is known of the call, then the form."""
        with VerticalScroll(id="rule"):
            yield Static("\n".join(self._about), markup=False)
            yield Input(self._judge, id="judge", placeholder=say("Judge"), compact=True)
            yield Input(id="ruling", placeholder=say("What was decided"), compact=True)
            yield Input(id="why", placeholder=say("Why"), compact=True)
            kinds = [(kind, kind) for kind in get_args(PenaltyKind)]
            yield Select(kinds, id="penalty", value="none", allow_blank=False, compact=True)
            yield Select(
                list(self._players), id="player", prompt=say("Nobody is penalised"), compact=True
            )
            yield Static("", id="fault", markup=False)
            with Horizontal():
                yield Button(say("Give the ruling"), id="do", variant="primary")
                yield Button(say("Close"), id="leave")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One of the two buttons."""
        if event.button.id == "do":
            self.action_rule()
        else:
            self.dismiss(None)

    def action_rule(self) -> None:
        """Give the ruling, or say what is missing."""
        judge, ruling, why = (
            self.query_one(f"#{name}", Input).value.strip() for name in ("judge", "ruling", "why")
        )
        penalty = str(self.query_one("#penalty", Select).value)
        player = self.query_one("#player", Select).value
        if not judge or not ruling:
            self.query_one("#fault", Static).update(
                say("A ruling needs the judge's name and what was decided.")
            )
            return
        who = player if isinstance(player, int) else None
        self.dismiss((judge, ruling, why, penalty, who))

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss(None)
