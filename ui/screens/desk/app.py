"""The desk in a terminal: tables, round, standings, judges' calls, players, the desk itself."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.coordinate import Coordinate
from textual.css.query import NoMatches
from textual.widgets import DataTable, Footer, Static, TabbedContent, TabPane
from textual.worker import Worker, WorkerState

from rules.journal import PictureName
from rules.tournament import acts
from rules.tournament.acts import TournamentAct
from rules.tournament.plan import TournamentPlan
from rules.tournament.standings import changed, explained, standings
from rules.tournament.state import PublishedRound
from ui.app.errors import UserError
from ui.app.time_extension import extension
from ui.desk.exporting import export_event
from ui.desk.printing import print_sheets
from ui.desk.service import DeskService, end_of_round
from ui.desk.sheets import (
    about_call,
    clock_text,
    pairing_rows,
    round_text,
    standing_rows,
    table_lines,
    waiting_calls,
)
from ui.hub.whole_files import write_whole
from ui.screens.app import ObeysNothing
from ui.screens.confirm import ConfirmScreen
from ui.screens.desk.forms import FoundScreen, RuleScreen, read_score
from ui.screens.help import HelpScreen
from ui.screens.pick import PickScreen
from ui.screens.text_prompt import TextPromptScreen
from ui.screens.themes import FALLBACK, THEMES
from words import say, tr, translated

REDRAW_S: Final = 0.2
"""Changes within this time are drawn together."""

LEVELS: Final = {"good": "", "warn": "bold yellow", "bad": "bold white on red"}


TABS: Final = ("tables", "round", "standings", "judge", "players", "desk")


class DeskApp(App[None]):
    """Shows what the service knows and hands it what the organiser does."""

    TITLE = say("The tournament desk")
    CSS_PATH = str(Path(__file__).with_name("desk.tcss"))  # whoever subclasses it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", say("Help"), key_display="?"),
        *(
            Binding(str(number), f"open('{name}')", say("Tab {number}", number=number), show=False)
            for number, name in enumerate(TABS, start=1)
        ),
        Binding("n", "next_round", say("Next round")),
        Binding("s", "swap", say("Swap two players of the draft"), show=False),
        Binding("P", "publish", say("Publish")),
        Binding("r", "result", say("Result")),
        Binding("y", "confirm", say("Both players say the result is so"), show=False),
        Binding(
            "comma",
            "turn_round(-1)",
            say("Look at an earlier round: an old result may be put right"),
            show=False,
            key_display=",",
        ),
        Binding(
            "full_stop", "turn_round(1)", say("Look at the next round"), show=False, key_display="."
        ),
        Binding("U", "undo_round", say("Undo the last round"), show=False),
        Binding("space", "clock", say("Clock")),
        Binding(
            "p",
            "pause_table",
            say("The clock of the table under the cursor stands, or goes on"),
            show=False,
        ),
        Binding("K", "more_time", say("Time extension"), show=False),
        Binding("E", "call_time", say("Call time at all tables that still play"), show=False),
        Binding("j", "judge", say("Ruling")),
        Binding("J", "take_call", say("A judge goes to a table"), show=False),
        Binding(
            "v", "picture", say("Fetch the newest still or clip of the call's game"), show=False
        ),
        Binding("a", "add_player", say("Add player")),
        Binding("d", "drop", say("Drop a player, or take back"), show=False),
        Binding("f", "fix_table", say("A player always sits at one table"), show=False),
        Binding("t", "team", say("Seal a team"), show=False),
        Binding("T", "show_teams", say("Show all teams"), show=False),
        Binding("c", "code", say("Join code")),
        Binding("A", "see_alarm", say("The newest alarm was looked at"), show=False),
        Binding("slash", "search", say("Search all records"), show=False),
        Binding("w", "export", say("Write everything as files"), show=False),
        Binding(
            "o",
            "print",
            say("Write sheets to print: pairings, result slips, standings, teams"),
            show=False,
        ),
        Binding("q,ctrl+q", "leave", say("Quit"), key_display="q"),
    ]

    def __init__(
        self, service: DeskService, *, who: str, exports: Path, ask_for_event: bool = True
    ) -> None:
        """`who`: the name under which acts are recorded. `exports`: where files are written.

        `ask_for_event`: begin with the form of a new event, where there is none.
        """
        super().__init__()
        self.service, self._who, self._exports = service, who, exports
        self._ask_for_event = ask_for_event
        self._back = 0  # rounds before the last that are shown
        self._shown: dict[str, object] = {}
        self._filled: dict[str, tuple[tuple[str, ...], list[tuple[str | Text, ...]]]] = {}
        self._fault: BaseException | None = None
        self._filters.append(ObeysNothing())
        for own in THEMES:
            self.register_theme(own)
        self.theme = "felt"
        self.animation_level = "none"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, for themes that do not name them."""
        return dict(FALLBACK)

    def compose(self) -> ComposeResult:
        """A headline, six tabs, the keys."""
        yield Static("", id="headline", markup=False)
        with TabbedContent(initial="tables"):
            with TabPane(say("Tables"), id="tables"):
                yield DataTable(id="grid", cursor_type="row")
            with TabPane(say("Round"), id="round"):
                yield Static("", id="draft", markup=False)
                yield DataTable(id="pairings", cursor_type="row")
            with TabPane(say("Standings"), id="standings"), Horizontal():
                yield DataTable(id="ranks", cursor_type="row")
                with VerticalScroll(id="why-box"):
                    yield Static("", id="why", markup=False)
            with TabPane(say("Judge"), id="judge"), Horizontal():
                yield DataTable(id="calls", cursor_type="row")
                with VerticalScroll(id="call-box"):
                    yield Static("", id="call", markup=False)
            with TabPane(say("Players"), id="players"):
                yield DataTable(id="people", cursor_type="row")
            with TabPane(say("Desk"), id="desk"), Vertical():
                yield Static("", id="health", markup=False)
                yield Static("", id="notices", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Work, and draw what changes."""
        self.run_worker(self.service.run(), name="desk", exit_on_error=False)
        self.set_interval(REDRAW_S, self._draw)
        if self.service.state.plan is None and self._ask_for_event:
            self.push_screen(FoundScreen(), self._found)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The service never ends by itself: say why it has."""
        if event.worker.name == "desk" and event.state is WorkerState.ERROR:
            self._fault = event.worker.error
            self.exit()

    @property
    def fault(self) -> BaseException | None:
        """Why the service has ended, if it has."""
        return self._fault

    # -- drawing

    def _draw(self) -> None:
        """All that differs from what is shown."""
        if not self.screen_stack:  # it is being closed
            return
        with suppress(NoMatches):  # the same
            self._draw_all()

    def _draw_all(self) -> None:
        state = self.service.state
        plan = state.plan
        title = plan.name if plan else say("No event yet (n)")
        number = round_text(state)
        outstanding = len(state.round.outstanding) if state.round else 0
        clock = clock_text(state.clock.left(time.time())) if state.clock.limit else ""
        runs = "▶" if state.clock.since is not None else "Ⅱ"
        waiting = len(waiting_calls(state))
        bad = [
            f"{translated(name)}: {translated(value)}"
            for name, value, good in self.service.health()
            if not good
        ]
        line = Text(f" {title}   ", style="bold")
        line.append(
            say(
                "round {number} · {open} results open · {calls} calls",
                number=number,
                open=outstanding,
                calls=waiting,
            )
        )
        line.append(f"   {runs} {clock}" if clock else "", style="bold")
        line.append(f"   {'; '.join(bad)}" if bad else "", style=LEVELS["bad"])
        self._put("headline", line)
        self._draw_tables()
        self._draw_round()
        heads, rows = standing_rows(state) if plan else ((), [])
        self._fill("ranks", heads, rows)
        self._draw_calls()
        self._fill("people", say("no.|name||table|team|not by the book").split("|"), self._people())
        health = list(self.service.helpers())
        health += [
            f"{'✔' if good else '✘'} {translated(name)}: {translated(value)}"
            for name, value, good in self.service.health()
        ]
        alarms = [
            say(
                "✘ ALARM {number}, table {table}, game {game}: {text}",
                number=a.number,
                table=a.table,
                game=a.game,
                text=a.text,
            )
            + (say(" (seen by {name})", name=a.seen_by) if a.seen_by else "")
            for a in self.service.archive.alarms()[:10]
        ]
        self._put("health", "\n".join([*health, *alarms]))
        self._put("notices", "\n".join(map(translated, reversed(self.service.notices[-20:]))))

    def _put(self, name: str, text: str | Text) -> None:
        if self._shown.get(name) != text:
            self._shown[name] = text
            self.screen_stack[0].query_one(f"#{name}", Static).update(text)

    def _fill(self, name: str, heads: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> None:
        """Rows that changed; the cursor stays where it is."""
        before, fresh = self._filled.get(name), (tuple(heads), [*map(tuple, rows)])
        if before == fresh:
            return
        self._filled[name] = fresh
        table = self.screen_stack[0].query_one(f"#{name}", DataTable)
        if before is not None and before[0] == fresh[0] and len(before[1]) == len(fresh[1]):
            _update_cells(table, before[1], fresh[1])
            return
        at = table.cursor_row
        table.clear(columns=True)
        for head in heads:
            table.add_column(head)
        for row in rows:
            table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
        if rows:
            table.move_cursor(row=min(at, len(rows) - 1))

    def _draw_tables(self) -> None:
        rows: list[Sequence[str | Text]] = [
            (one.table, one.players, one.life, one.turn, one.entry, one.last[:40], one.left,
             Text(one.state, style=LEVELS[one.level]), one.result)
            for one in table_lines(self.service)
        ]  # fmt: skip
        self._fill(
            "grid", say("table|players|life|turn|entry|last|left|state|result").split("|"), rows
        )

    def _draw_round(self) -> None:
        state, draft = self.service.state, self.service.draft
        told = ""
        rows: Sequence[Sequence[str]] = []
        if draft is not None:
            told = "\n".join(
                [
                    say(
                        "DRAFT of round {number}: look at it. "
                        "s swaps two players, P tells everybody.",
                        number=draft.round,
                    ),
                    *draft.remarks,
                ]
            )
            rows = pairing_rows(state, PublishedRound(draft.round, draft.seatings, draft.cut))
        elif (played := self._shown_round()) is not None:
            told = say(
                "Round {number}. r enters the result of the line, y confirms it for both.",
                number=played.number,
            )
            rows = pairing_rows(state, played)
        self._put("draft", told)
        self._fill("pairings", say("table|first|second|result").split("|"), rows)

    def _draw_calls(self) -> None:
        calls = waiting_calls(self.service.state)
        now = time.time()
        rows = [
            (str(call.id), clock_text(now - call.at), call.table, call.text, call.judge)
            for call in calls
        ]
        self._fill("calls", say("call|waiting|table|what for|judge").split("|"), rows)
        at = self._at("calls")
        chosen = calls[at] if at is not None and at < len(calls) else None
        self._put("call", "\n".join(about_call(self.service, chosen, now)) if chosen else "")

    def _people(self) -> list[Sequence[str]]:
        state = self.service.state
        team = {False: say("sealed"), True: ""}
        return [
            (
                str(one.id),
                one.name,
                "" if one.plays else say("dropped"),
                str(one.table or ""),
                (one.team if state.teams_shown else team[not one.team]),
                "; ".join(one.team_faults) if state.teams_shown or one.team_faults else "",
            )
            for one in state.players.values()
        ]

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Standings: say how the line under the cursor came about."""
        state = self.service.state
        if event.data_table.id == "ranks" and state.plan is not None:
            lines = standings(state)
            if event.cursor_row < len(lines):
                self._put(
                    "why",
                    "\n".join(map(translated, explained(state, lines[event.cursor_row].player))),
                )

    def _at(self, table: str) -> int | None:
        found = self.screen_stack[0].query_one(f"#{table}", DataTable)
        return found.cursor_row if found.row_count else None

    @property
    def _tab(self) -> str:
        return str(self.screen_stack[0].query_one(TabbedContent).active)

    # -- doing

    def do(self, act: TournamentAct) -> bool:
        """Carry out an act, or say why not."""
        return self._try(lambda: self.service.do(act))

    def _try(self, what: Callable[[], object]) -> bool:
        try:
            what()
        except (ValueError, UserError) as refused:
            self.notify(translated(str(refused)), severity="error", timeout=10, markup=False)
            return False
        self._draw()
        return True

    def _ask(self, question: str, then: Callable[[str], object], suggestion: str = "") -> None:
        def typed(text: str | None) -> None:
            if text:
                then(text)

        self.push_screen(TextPromptScreen(question, suggestion), typed)

    def _sure(self, question: str, then: Callable[[], object]) -> None:
        def decided(yes: bool | None) -> None:
            if yes:
                then()

        self.push_screen(ConfirmScreen(question), decided)

    def _found(self, plan: TournamentPlan | None) -> None:
        if plan is not None:
            self.do(acts.Found(plan=plan, by=self._who))

    def action_open(self, tab: str) -> None:
        """One of the six tabs."""
        self.query_one(TabbedContent).active = tab
        for table in self.query_one(f"#{tab}", TabPane).query(DataTable):
            table.focus()

    def action_help(self) -> None:
        """All keys on one page."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_next_round(self) -> None:
        """Draft the next round and show it: nobody is told yet."""
        if self.service.state.plan is None:
            self.push_screen(FoundScreen(), self._found)
        elif self._try(self.service.prepare):
            self.query_one(TabbedContent).active = "round"

    def action_swap(self) -> None:
        """Two players of the draft change places."""
        draft, state = self.service.draft, self.service.state
        if draft is None:
            self.notify(say("There is no draft: n makes one."), severity="error")
            return
        people = sorted(
            (player for one in draft.seatings for player in one.players),
            key=lambda player: state.name(player).casefold(),
        )
        names = [state.name(player) for player in people]

        def first(one: int | None) -> None:
            def second(other: int | None) -> None:
                if one is not None and other is not None:
                    self._try(lambda: self.service.swap(people[one], people[other]))

            if one is not None:
                self.push_screen(
                    PickScreen(say("{name} with whom?", name=names[one]), names), second
                )

        self.push_screen(PickScreen(say("Who changes places?"), names), first)

    def action_publish(self) -> None:
        """Tell everybody the draft."""
        draft = self.service.draft
        if draft is None:
            self.notify(say("There is no draft: n makes one."), severity="error")
            return
        question = "\n".join(
            [
                say("Tell everybody the pairings of round {number}?", number=draft.round),
                *draft.remarks,
            ]
        )
        self._sure(question, lambda: self._try(lambda: self.service.publish(by=self._who)))

    def action_undo_round(self) -> None:
        """Take the last round back, with its results."""
        played = self.service.state.round
        if played is None:
            return
        undo = acts.UndoRound(round=played.number, by=self._who)
        self._sure(
            say("Undo round {number}, with all its results?", number=played.number),
            lambda: self.do(undo),
        )

    def _chosen_match(self) -> tuple[PublishedRound, acts.Seating] | None:
        """The match under the cursor of the tables or the round that is shown."""
        played = self._shown_round()
        if played is None or self.service.draft is not None:
            self.notify(say("No published round is shown."), severity="error")
            return None
        if self._tab == "tables":
            played, seating = self.service.state.round or played, None
            if table := self._chosen_table():
                seating = played.at(table)
        else:
            at = self._at("pairings")
            seating = played.seatings[at] if at is not None else None
        if seating is None or seating.second is None:
            self.notify(say("There is no match in this line."), severity="error")
            return None
        return played, seating

    def _shown_round(self) -> PublishedRound | None:
        """The round that is played, or an earlier one that was turned back to."""
        rounds = self.service.state.rounds
        at = len(rounds) - 1 - self._back
        return rounds[at] if 0 <= at < len(rounds) else self.service.state.round

    def action_turn_round(self, by: int) -> None:
        """Look at an earlier round, or a later one: an old result may be put right."""
        self._back = min(max(0, self._back - by), max(0, len(self.service.state.rounds) - 1))
        self.query_one(TabbedContent).active = "round"
        self._draw()

    def action_result(self) -> None:
        """Type the result of the match under the cursor."""
        found = self._chosen_match()
        if found is None:
            return
        played, seating = found
        names = " : ".join(map(self.service.state.name, seating.players))

        def typed(text: str) -> None:
            try:
                wins, ties = read_score(text)
            except ValueError as fault:
                self.notify(str(fault), severity="error", markup=False)
                return
            self._report(played.number, seating.table, wins, ties)

        self._ask(
            say(
                "Result of table {table}, {players} (2:1, or 1:1:1 with a tied game)",
                table=seating.table,
                players=names,
            ),
            typed,
        )

    def _report(self, number: int, table: int, wins: tuple[int, int], ties: int) -> None:
        """Enter a result; ask why where a record says otherwise."""
        recorded = self.service.record_says(table, number)

        def enter(why: str = "") -> None:
            self._enter_result(
                number, table, lambda: self.service.report(
                    table, wins, ties, number=number, why=why, by=self._who
                ),
            )  # fmt: skip

        if recorded is not None and recorded != wins:
            question = say(
                "The record says {record}. Why is it to count otherwise?",
                record=f"{recorded[0]}:{recorded[1]}",
            )
            self._ask(question, enter)
        else:
            enter()

    def _enter_result(self, number: int, table: int, report: Callable[[], None]) -> None:
        """Say whose place another result than before changes."""
        before = standings(self.service.state)
        again = table in self.service.state.rounds[number - 1].results
        if self._try(report) and again:
            lines = changed(before, standings(self.service.state), self.service.state)
            self.notify(
                "\n".join(lines[:12]) or say("Nobody's place changes."), timeout=15, markup=False
            )

    def action_confirm(self) -> None:
        """The desk has heard both players say yes."""
        found = self._chosen_match()
        if found is None:
            return
        played, seating = found
        confirm = self.service.confirm_both
        self._try(lambda: confirm(seating.table, number=played.number, by=self._who))

    def action_clock(self) -> None:
        """Start or stop the round's clock for everybody."""
        runs = self.service.state.clock.since is not None
        self.do(acts.RunClock(on=not runs, by=self._who))

    def _chosen_table(self) -> int:
        """The table under the cursor; 0 where there is none: all."""
        at = self._at("grid") if self._tab == "tables" else None
        lines = table_lines(self.service)
        if at is None or at >= len(lines):
            return 0
        return self.service.number_of(lines[at].table) or 0

    def action_pause_table(self) -> None:
        """The clock of the table under the cursor stands, or goes on."""
        table = self._chosen_table()
        if not table:
            self.notify(say("There is no match in this line."), severity="error")
            return
        stands = table in self.service.state.clock.paused
        self.do(acts.PauseTable(table=table, on=not stands, by=self._who))

    def action_call_time(self) -> None:
        """Time is up at all tables that still play."""
        state = self.service.state
        if state.round is None or state.plan is None:
            self.notify(say("No published round is shown."), severity="error")
            return
        call = acts.CallTime(round=state.round.number, by=self._who)
        question = say(
            "Call time at all tables that still play ({follows})?", follows=end_of_round(state.plan)
        )
        self._sure(question, lambda: self.do(call))

    def action_more_time(self) -> None:
        """More minutes for the table under the cursor, or for all."""
        table = self._chosen_table()

        def typed(minutes: str) -> None:
            with suppress(UserError):
                seconds = extension(minutes)
                self.do(acts.AddTime(table=table, seconds=seconds, by=self._who))

        where = say("table {table}", table=table) if table else say("all tables")
        self._ask(say("How many minutes more for {where}? (Esc: none)", where=where), typed)

    # -- judges

    def _chosen_call(self) -> int | None:
        calls, at = waiting_calls(self.service.state), self._at("calls")
        if not calls:
            return None
        return calls[at if at is not None and at < len(calls) else 0].id

    def action_take_call(self) -> None:
        """A judge goes to the table that waits longest, or the one under the cursor."""
        call = self._chosen_call()
        if call is None:
            self.notify(say("No table waits for a judge."))
            return
        self._ask(
            say("Which judge goes?"),
            lambda judge: self.do(acts.TakeCall(call=call, judge=judge[:60], by=self._who)),
            self._who,
        )

    def action_judge(self) -> None:
        """Rule on a call, or on what nobody called for."""
        state = self.service.state
        number = self._chosen_call()
        call = next((one for one in state.calls if one.id == number), None)
        seating = None
        if call is not None and state.round is not None:
            seating = state.round.at(self.service.number_of(call.table) or 0)
        people = seating.players if seating else tuple(state.players)
        about = (
            about_call(self.service, call, time.time())
            if call
            else [say("No table waits for a judge.")]
        )

        def ruled(told: tuple[str, str, str, str, int | None] | None) -> None:
            if told is None:
                return
            judge, ruling, why, penalty, player = told
            self.do(
                acts.Rule(
                    call=number or 0, judge=judge[:60], ruling=ruling, why=why, player=player,
                    penalty=acts.penalty_kind(penalty), by=self._who,
                )
            )  # fmt: skip

        names = [(state.name(player), player) for player in people]
        self.push_screen(RuleScreen(about, call.judge if call else self._who, names), ruled)

    def action_picture(self) -> None:
        """The newest still or clip of the call's game, fetched from the table and saved."""

        def fetch() -> None:
            found = self.service.newest_picture(self._chosen_call() or 0)
            self.run_worker(self._save_picture(*found), exit_on_error=False)

        self._try(fetch)

    async def _save_picture(self, table: str, game: str, picture: PictureName) -> None:
        try:
            content = await self.service.picture(table, game, picture.sha256)
            ending = {"image/png": "png", "image/jpeg": "jpg"}.get(picture.media, "avi")
            path = self._exports / f"table-{table}-{picture.name}.{ending}"
            write_whole(path, content)
        except (ValueError, UserError) as error:
            self.notify(translated(str(error)), severity="error", timeout=10, markup=False)
            return
        self.notify(say("Written to {path}", path=path), timeout=15, markup=False)

    # -- players

    def action_add_player(self) -> None:
        """Somebody takes part."""
        self._ask(
            say("Name of the player"),
            lambda name: self.do(acts.Enter(name=name[:60], by=self._who)),
        )

    def _chosen_player(self) -> int | None:
        people, at = list(self.service.state.players), self._at("people")
        if self._tab != "players" or at is None or at >= len(people):
            self.notify(say("Choose a player in the list of players first."), severity="error")
            return None
        return people[at]

    def action_drop(self) -> None:
        """Somebody plays no further rounds, or plays again."""
        player = self._chosen_player()
        if player is None:
            return
        known = self.service.state.players[player]
        act = acts.Drop(player=player, by=self._who)
        back = acts.Return(player=player, by=self._who)
        question = say(
            tr("{name} plays no further rounds?") if known.plays else tr("{name} plays again?"),
            name=known.name,
        )
        self._sure(question, lambda: self.do(act if known.plays else back))

    def action_fix_table(self) -> None:
        """Somebody always sits at one table."""
        player = self._chosen_player()
        if player is not None:

            def typed(text: str) -> None:
                table = int(text) if text.isdecimal() and 0 < int(text) < 10_000 else None
                self.do(acts.FixTable(player=player, table=table, by=self._who))

            self._ask(say("At which table does this player always sit? (0: at any)"), typed)

    def action_team(self) -> None:
        """A team is handed in, checked and sealed."""
        player = self._chosen_player()
        if player is not None:
            self._ask(
                say("The team: a link or a file"),
                lambda team: self._try(lambda: self.service.seal_team(player, team, self._who)),
            )

    def action_show_teams(self) -> None:
        """All teams at once."""
        self._sure(
            say("Show all teams to everybody? None changes after that."),
            lambda: self.do(acts.ShowTeams(by=self._who)),
        )

    # -- the desk

    def action_code(self) -> None:
        """The join code of a table."""

        def typed(name: str) -> None:
            try:
                code = self.service.code(name)
            except UserError as error:
                self.notify(translated(str(error)), severity="error", timeout=10, markup=False)
                return
            self.push_screen(
                PickScreen(say("At table {table}:", table=name), [f"diceref play --desk {code}"])
            )

        self._ask(say("Name of the table (T1, T2, …)"), typed)

    def action_see_alarm(self) -> None:
        """Somebody has looked at the newest alarm."""
        fresh = [alarm for alarm in self.service.archive.alarms() if not alarm.seen_by]
        if fresh:
            self.service.archive.see_alarm(fresh[0].number, self._who)
            self._draw()

    def action_search(self) -> None:
        """Words in all records."""

        def typed(text: str) -> None:
            found = self.service.archive.search(text, 40)
            tables = {game.id: game.table for game in self.service.archive.games()}
            lines = [
                say(
                    "table {table}, entry {entry}: {text}",
                    table=tables.get(game, ""),
                    entry=entry,
                    text=words,
                )
                for game, entry, words in found
            ]
            self.push_screen(PickScreen(say('"{text}" in all records', text=text), lines or ["-"]))

        self._ask(say("Words in all records"), typed)

    def action_export(self) -> None:
        """Everything as files."""

        def write() -> None:
            written = export_event(self.service, self._exports)
            self.notify(say("Written to {path}", path=written), timeout=15, markup=False)

        if self.service.state.plan is not None:
            self._try(write)

    def action_print(self) -> None:
        """Pairings, slips, standings and teams as sheets of paper."""

        def write() -> None:
            written = print_sheets(self.service, self._exports / "print")
            self.notify(
                say("Open these in a browser and print them: {path}", path=written),
                timeout=15,
                markup=False,
            )

        self._try(write)

    def action_leave(self) -> None:
        """The tables play on without the desk."""
        self._sure(
            say("Close the desk? The tables play on and hand in when it is back."), self.exit
        )


def _update_cells(
    table: "DataTable[Text]",
    before: Sequence[Sequence[str | Text]],
    fresh: Sequence[Sequence[str | Text]],
) -> None:
    """Only what differs: two hundred tables change every second."""
    for row, (old, new) in enumerate(zip(before, fresh, strict=True)):
        for column, (was, cell) in enumerate(zip(old, new, strict=True)):
            if was != cell:
                content = cell if isinstance(cell, Text) else Text(cell)
                place = Coordinate(row, column)
                wider = len(content) > table.ordered_columns[column].content_width
                table.update_cell_at(place, content, update_width=wider)
