"""A tournament as it stands: what follows from its acts, one after the other.

`why_not` says in a sentence why an act cannot be done now; `perform` does it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rules.tournament import acts
from rules.tournament.acts import Seating, TournamentAct
from rules.tournament.plan import TournamentPlan
from words import tr

MOST_PLAYERS: Final = 2000


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who takes part."""

    id: int
    name: str
    entered: int = 0  # rounds that had been published before: those are lost
    dropped: int | None = None  # rounds that had been published when they left
    table: int | None = None  # where they always sit
    team: str = ""
    team_faults: tuple[str, ...] = ()

    @property
    def plays(self) -> bool:
        """Whether they are paired in the next round."""
        return self.dropped is None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How one match ended."""

    wins: tuple[int, int]
    ties: int = 0
    source: acts.Source = "desk"
    by: str = ""
    recorded: tuple[int, int] | None = None
    confirmed: frozenset[int] = frozenset()  # players who said so

    @property
    def winner(self) -> int | None:
        """0 or 1; None for a tie."""
        if self.wins[0] == self.wins[1]:
            return None
        return 0 if self.wins[0] > self.wins[1] else 1

    def stands(self, seating: Seating) -> bool:
        """Whether it counts: the desk has said it, or both players."""
        return self.source != "record" or self.confirmed >= set(seating.players)


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """One round with what has come in."""

    number: int
    seatings: tuple[Seating, ...]
    cut: bool = False
    results: Mapping[int, MatchResult] = field(default_factory=dict)  # by table

    def at(self, table: int) -> Seating | None:
        """Who sits at a table."""
        return next((one for one in self.seatings if one.table == table and table), None)

    @property
    def outstanding(self) -> tuple[Seating, ...]:
        """Matches whose result is missing, or waits for the players."""
        return tuple(
            one
            for one in self.seatings
            if one.second is not None
            and not ((found := self.results.get(one.table)) and found.stands(one))
        )


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """A table waits for a judge."""

    id: int
    table: str
    text: str
    at: float
    game: str = ""
    entry: int = 0
    judge: str = ""
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a judge gave somebody."""

    player: int
    kind: acts.PenaltyKind
    round: int
    judge: str
    ruling: str
    why: str
    at: float


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of the round that is played."""

    limit: float = 0.0  # seconds; 0: none
    spent: float = 0.0  # until it was stopped last
    since: float | None = None  # when it was started; None: it stands
    extra: Mapping[int, float] = field(default_factory=dict)  # seconds by table; 0: all
    paused: Mapping[int, float] = field(default_factory=dict)  # by table: what was left then
    called: frozenset[int] = frozenset()  # tables at which time was called

    def left(self, now: float, table: int = 0) -> float:
        """Seconds that remain at a table; negative once time is up.

        A clock that was set back takes nothing from anybody.
        """
        if table in self.paused:
            return self.paused[table]
        runs = max(0.0, now - self.since) if self.since is not None else 0.0
        more = self.extra.get(0, 0.0) + (self.extra.get(table, 0.0) if table else 0.0)
        return self.limit + more - self.spent - runs


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that follows from the acts so far."""

    plan: TournamentPlan | None = None
    players: Mapping[int, Participant] = field(default_factory=dict)
    rounds: tuple[PublishedRound, ...] = ()
    teams_shown: bool = False
    calls: tuple[JudgeCall, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    clock: RoundClock = RoundClock()

    @property
    def round(self) -> PublishedRound | None:
        """The round that is played, or was played last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def playing(self) -> tuple[Participant, ...]:
        """Who is paired in the next round."""
        return tuple(player for player in self.players.values() if player.plays)

    @property
    def swiss_rounds(self) -> tuple[PublishedRound, ...]:
        """Those before the cut."""
        return tuple(one for one in self.rounds if not one.cut)

    def name(self, player: int | None) -> str:
        """Of a player; "bye" of nobody."""
        return "bye" if player is None else self.players[player].name


def replayed(done: Iterable[TournamentAct]) -> Tournament:
    """The tournament after these acts. Raises `ValueError` at the first that cannot be done."""
    state = Tournament()
    for act in done:
        state = perform(state, act)
    return state


# -- whether


def why_not(state: Tournament, act: TournamentAct) -> str:  # noqa: C901, PLR0911, PLR0912 - one case per act
    """Why this cannot be done now, in a sentence; "" when it can."""
    if state.plan is None:
        return act.plan.why_not() if isinstance(act, acts.Found) else tr("there is no event yet.")
    match act:
        case acts.Found():
            return tr("the event has been announced already.")
        case acts.Enter(name=name):
            return _why_not_enter(state, name)
        case acts.Rename(player=player, name=name):
            return _unknown(state, player) or _taken(state, name, player)
        case acts.Drop(player=player):
            known = state.players.get(player)
            return _unknown(state, player) or (
                ""
                if known and known.plays
                else tr("{name} has dropped already.", name=state.name(player))
            )
        case acts.Return(player=player):
            known = state.players.get(player)
            name = state.name(player) if known else ""
            plays = tr("{name} has not dropped.", name=name) if known and known.plays else ""
            return _unknown(state, player) or plays or _disqualified(state, player)
        case acts.FixTable(player=player, table=table):
            return _unknown(state, player) or _why_not_fix(state, player, table)
        case acts.SealTeam(player=player):
            return _unknown(state, player) or _why_not_seal(state, player)
        case acts.ShowTeams():
            return tr("the teams have been shown already.") if state.teams_shown else ""
        case acts.PublishRound():
            return _why_not_publish(state, act)
        case acts.UndoRound(round=number):
            if state.round and state.round.number == number:
                return ""
            return tr(
                "only the last round can be undone, and round {number} is not that.", number=number
            )
        case acts.ReportResult():
            return _why_not_report(state, act)
        case acts.Confirm():
            return _why_not_confirm(state, act)
        case acts.CallJudge(table=table):
            waits = any(call.table == table and not call.ruling for call in state.calls)
            return tr("table {table} waits for a judge already.", table=table) if waits else ""
        case acts.TakeCall(call=call):
            return "" if _open_call(state, call) else tr("there is no open call {call}.", call=call)
        case acts.Rule():
            return _why_not_rule(state, act)
        case acts.RunClock(on=on):
            if state.round is None:
                return tr("no round is played: there is nothing to time.")
            if on != (state.clock.since is not None):
                return ""
            return tr("the clock runs already.") if on else tr("the clock stands already.")
        case acts.PauseTable(table=table, on=on):
            if state.round is None or state.round.at(table) is None:
                return tr("nobody plays at table {table} now.", table=table)
            stands = table in state.clock.paused
            if on != stands:
                return ""
            if on:
                return tr("table {table} stands already.", table=table)
            return tr("table {table} goes on already.", table=table)
        case acts.CallTime():
            return _why_not_call_time(state, act)
        case acts.AddTime(table=table):
            if state.round is None or (table and state.round.at(table) is None):
                return (
                    tr("nobody plays at table {table} now.", table=table)
                    if table
                    else tr("no round is played.")
                )
            return ""


def _why_not_call_time(state: Tournament, act: acts.CallTime) -> str:
    if state.round is None or state.round.number != act.round:
        return tr("round {round} is not played now.", round=act.round)
    if act.table and state.round.at(act.table) is None:
        return tr("nobody plays at table {table} now.", table=act.table)
    if not _called_by(state, act):
        return tr("time was called already, or nobody plays there any more.")
    return ""


def _called_by(state: Tournament, act: acts.CallTime) -> frozenset[int]:
    """The tables that hear of it: those that still play, and have not heard before."""
    playing = {one.table for one in state.round.outstanding} if state.round else set()
    wanted = {act.table} & playing if act.table else playing
    return frozenset(wanted - state.clock.called)


def _unknown(state: Tournament, player: int) -> str:
    return "" if player in state.players else tr("there is no player {player}.", player=player)


def _taken(state: Tournament, name: str, but: int = 0) -> str:
    same = (
        other.name
        for other in state.players.values()
        if other.id != but and other.name.casefold() == name.strip().casefold()
    )
    found = next(same, "")
    return (
        tr("{found} takes part already: tell the two apart by their names.", found=found)
        if found
        else ""
    )


def _why_not_enter(state: Tournament, name: str) -> str:
    if not name.strip():
        return tr("a player needs a name.")
    if len(state.players) >= MOST_PLAYERS:
        return tr("no event here has more than {MOST_PLAYERS} players.", MOST_PLAYERS=MOST_PLAYERS)
    if any(one.cut for one in state.rounds):
        return tr("the cut has been made: nobody enters any more.")
    if state.rounds and state.plan and state.plan.style == "round robin":
        return tr("a round robin has begun: everybody's rounds are laid out.")
    return _taken(state, name)


def _disqualified(state: Tournament, player: int) -> str:
    out = any(one.player == player and one.kind == "disqualification" for one in state.penalties)
    return tr("{name} was disqualified.", name=state.name(player)) if out else ""


def _why_not_fix(state: Tournament, player: int, table: int | None) -> str:
    other = next(
        (one for one in state.players.values() if one.table == table and one.id != player), None
    )
    return (
        tr("{name} always sits at table {table}.", name=other.name, table=table)
        if table and other
        else ""
    )


def _why_not_seal(state: Tournament, player: int) -> str:
    if state.teams_shown:
        return tr("the teams have been shown: {name}'s stays as it is.", name=state.name(player))
    if any(player in one.players for played in state.rounds for one in played.seatings):
        return tr(
            "{name} has been paired: their team stays as it was sealed.", name=state.name(player)
        )
    return ""


def missing_results(state: Tournament) -> str:
    """Whose results are missing before anybody can be paired, in a sentence; ""."""
    if state.round is None or not state.round.outstanding:
        return ""
    waiting = state.round.outstanding
    tables = ", ".join(str(one.table) for one in waiting[:12]) + (" …" if waiting[12:] else "")
    return tr(
        "round {number} has {count} results missing or not confirmed (table "
        "{tables}): nobody is paired before they are in.",
        number=state.round.number,
        count=len(waiting),
        tables=tables,
    )


def _why_not_publish(state: Tournament, act: acts.PublishRound) -> str:
    if missing := missing_results(state):
        return missing
    if act.round != len(state.rounds) + 1:
        return tr(
            "round {count} comes next, not round {round}.",
            count=len(state.rounds) + 1,
            round=act.round,
        )
    if any(one.cut for one in state.rounds) and not act.cut:
        return tr("the cut has been made: no further round of the others.")
    return _wrong_seats(state, act) or _wrong_tables(act)


def _wrong_seats(state: Tournament, act: acts.PublishRound) -> str:
    """Who is paired that cannot be, or not paired that must be."""
    seated = Counter(player for one in act.seatings for player in one.players)
    for player, times in seated.items():
        if player not in state.players:
            return tr("there is no player {player}.", player=player)
        if times > 1:
            return tr("{name} is paired twice.", name=state.name(player))
        if not state.players[player].plays:
            return tr("{name} has dropped.", name=state.name(player))
    left_out = [] if act.cut else [one.name for one in state.playing if one.id not in seated]
    return tr("{left_out} is not paired.", left_out=left_out[0]) if left_out else ""


def _wrong_tables(act: acts.PublishRound) -> str:
    tables = [one.table for one in act.seatings if one.second is not None]
    if len(set(tables)) < len(tables) or any(table < 1 for table in tables):
        return tr("two matches are at one table.")
    return "" if tables else tr("nobody plays anybody: there is no round.")


def _why_not_report(state: Tournament, act: acts.ReportResult) -> str:
    played = _round(state, act.round)
    if played is None or state.plan is None:
        return tr("there is no round {round}.", round=act.round)
    if played.at(act.table) is None:
        return tr(
            "nobody plays at table {table} in round {round}.", table=act.table, round=act.round
        )
    if played.cut and played.number < len(state.rounds):
        return tr("the next round of the bracket has been published: undo it first.")
    most = state.plan.cut_best_of if played.cut else state.plan.best_of
    return _wrong_score(act, most, bracket=played.cut) or _against_the_record(act)


def _wrong_score(act: acts.ReportResult, most: int, *, bracket: bool) -> str:
    needed = most // 2 + 1
    if max(act.wins) > needed or sum(act.wins) > most:
        score = f"{act.wins[0]}:{act.wins[1]}"
        return tr(
            "{score} cannot be: the match is best of {most}, won with {needed}.",
            score=score,
            most=most,
            needed=needed,
        )
    tied = bracket and act.wins[0] == act.wins[1]
    return tr("a match of the bracket needs a winner.") if tied else ""


def _against_the_record(act: acts.ReportResult) -> str:
    if act.recorded is None or act.recorded == act.wins or act.why.strip():
        return ""
    return tr(
        "the record of table {table} says {recorded}:{recorded2}, not {win}:{win2}: "
        "say why it is to count otherwise.",
        table=act.table,
        recorded=act.recorded[0],
        recorded2=act.recorded[1],
        win=act.wins[0],
        win2=act.wins[1],
    )


def _why_not_confirm(state: Tournament, act: acts.Confirm) -> str:
    played = _round(state, act.round)
    seating = played.at(act.table) if played else None
    if played is None or seating is None or act.table not in played.results:
        return tr(
            "table {table} has no result to confirm in round {round}.",
            table=act.table,
            round=act.round,
        )
    if act.player not in seating.players:
        who = state.name(act.player) if act.player in state.players else tr("nobody of this number")
        return tr("{who} does not sit there.", who=who)
    return ""


def _open_call(state: Tournament, call: int) -> JudgeCall | None:
    return next((one for one in state.calls if one.id == call and not one.ruling), None)


def _why_not_rule(state: Tournament, act: acts.Rule) -> str:
    if not act.ruling.strip():
        return tr("a ruling says what was decided.")
    if act.call and not _open_call(state, act.call):
        return tr("there is no open call {call}.", call=act.call)
    if act.penalty != "none" and act.player is None:
        return tr("a penalty is given to somebody: name the player.")
    return "" if act.player is None else _unknown(state, act.player)


def _round(state: Tournament, number: int) -> PublishedRound | None:
    return state.rounds[number - 1] if 1 <= number <= len(state.rounds) else None


# -- doing


def perform(state: Tournament, act: TournamentAct) -> Tournament:  # noqa: C901, PLR0911, PLR0912 - one case per act
    """The tournament after an act. Raises `ValueError` with the sentence of `why_not`."""
    if refused := why_not(state, act):
        raise ValueError(refused)
    match act:
        case acts.Found(plan=plan):
            return replace(state, plan=plan)
        case acts.Enter(name=name):
            player = Participant(len(state.players) + 1, name.strip(), entered=len(state.rounds))
            return _with(state, player)
        case acts.Rename(player=player, name=name):
            return _with(state, replace(state.players[player], name=name.strip()))
        case acts.Drop(player=player):
            return _with(state, replace(state.players[player], dropped=len(state.rounds)))
        case acts.Return(player=player):
            return _with(state, replace(state.players[player], dropped=None))
        case acts.FixTable(player=player, table=table):
            return _with(state, replace(state.players[player], table=table))
        case acts.SealTeam(player=player, team=team, faults=faults):
            return _with(state, replace(state.players[player], team=team, team_faults=faults))
        case acts.ShowTeams():
            return replace(state, teams_shown=True)
        case acts.PublishRound(round=number, seatings=seatings, cut=cut):
            fresh = PublishedRound(number, seatings, cut)
            assert state.plan is not None
            clock = RoundClock(limit=60.0 * state.plan.minutes)
            return replace(state, rounds=(*state.rounds, fresh), clock=clock)
        case acts.UndoRound():
            return replace(state, rounds=state.rounds[:-1], clock=RoundClock())
        case acts.ReportResult():
            found = MatchResult(act.wins, act.ties, act.source, act.by, act.recorded)
            return _with_result(state, act.round, act.table, found)
        case acts.Confirm(round=number, table=table, player=player):
            found = state.rounds[number - 1].results[table]
            found = replace(found, confirmed=found.confirmed | {player})
            return _with_result(state, number, table, found)
        case acts.CallJudge(table=table, text=text, at=at, game=game, entry=entry):
            call = JudgeCall(len(state.calls) + 1, table, text, at, game, entry)
            return replace(state, calls=(*state.calls, call))
        case acts.TakeCall(call=number, judge=judge):
            return _with_call(state, number, judge=judge)
        case acts.Rule():
            return _ruled(state, act)
        case acts.RunClock(on=on, at=at):
            return replace(state, clock=_run(state.clock, at, on=on))
        case acts.PauseTable(table=table, on=on, at=at):
            return replace(state, clock=_paused(state.clock, table, at, on=on))
        case acts.CallTime():
            called = state.clock.called | _called_by(state, act)
            return replace(state, clock=replace(state.clock, called=called))
        case acts.AddTime():
            return replace(state, clock=_longer(state.clock, act))


def _with(state: Tournament, player: Participant) -> Tournament:
    return replace(state, players=MappingProxyType({**state.players, player.id: player}))


def _with_result(state: Tournament, number: int, table: int, found: MatchResult) -> Tournament:
    played = state.rounds[number - 1]
    played = replace(played, results=MappingProxyType({**played.results, table: found}))
    return replace(state, rounds=(*state.rounds[: number - 1], played, *state.rounds[number:]))


def _with_call(state: Tournament, number: int, **changes: str) -> Tournament:
    calls = tuple(
        replace(call, **changes) if call.id == number else call  # type: ignore[arg-type]  # texts only
        for call in state.calls
    )
    return replace(state, calls=calls)


def _run(clock: RoundClock, at: float, *, on: bool) -> RoundClock:
    if on:
        return replace(clock, since=at)
    spent = clock.spent + (max(0.0, at - clock.since) if clock.since is not None else 0.0)
    return replace(clock, spent=spent, since=None)


def _longer(clock: RoundClock, act: acts.AddTime) -> RoundClock:
    """More time: a table that has some again hears of its end again."""
    table, seconds = act.table, act.seconds
    extra = {**clock.extra, table: clock.extra.get(table, 0.0) + seconds}
    paused = {
        one: left + (seconds if table in {0, one} else 0.0) for one, left in clock.paused.items()
    }
    again = clock.called if table == 0 else frozenset({table})
    called = clock.called - again if seconds > 0 else clock.called
    return replace(
        clock, extra=MappingProxyType(extra), paused=MappingProxyType(paused), called=called
    )


def _paused(clock: RoundClock, table: int, at: float, *, on: bool) -> RoundClock:
    """A table's clock stands: what passes meanwhile is given back when it goes on."""
    if on:
        left = {**clock.paused, table: clock.left(at, table)}
        return replace(clock, paused=MappingProxyType(left))
    left = {one: seconds for one, seconds in clock.paused.items() if one != table}
    goes_on = replace(clock, paused=MappingProxyType(left))
    missed = clock.paused[table] - goes_on.left(at, table)
    extra = {**clock.extra, table: clock.extra.get(table, 0.0) + missed}
    return replace(goes_on, extra=MappingProxyType(extra))


def _ruled(state: Tournament, act: acts.Rule) -> Tournament:
    if act.call:
        state = _with_call(state, act.call, judge=act.judge, ruling=act.ruling)
    if act.player is None or act.penalty == "none":
        return state
    number = state.round.number if state.round else 0
    penalty = Penalty(act.player, act.penalty, number, act.judge, act.ruling, act.why, act.at)
    state = replace(state, penalties=(*state.penalties, penalty))
    if act.penalty in {"match loss", "disqualification"}:
        state = _match_lost(state, act.player)
    if act.penalty == "disqualification" and state.players[act.player].plays:
        state = _with(state, replace(state.players[act.player], dropped=len(state.rounds)))
    return state


def _match_lost(state: Tournament, player: int) -> Tournament:
    """The match that the player sits at is lost."""
    played = state.round
    seating = (
        next((one for one in played.seatings if player in one.players), None) if played else None
    )
    if played is None or seating is None or seating.second is None or state.plan is None:
        return state
    wins = (state.plan.cut_best_of if played.cut else state.plan.best_of) // 2 + 1
    score = (0, wins) if seating.first == player else (wins, 0)
    found = MatchResult(score, source="penalty", by=tr("a ruling"))
    return _with_result(state, played.number, seating.table, found)
