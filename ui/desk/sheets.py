"""What screens, pages and print-outs show of an event: rows of plain text, made in one place."""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules.tournament.acts import Seating
from rules.tournament.pairing import rounds_planned
from rules.tournament.standings import standings
from rules.tournament.state import JudgeCall, PublishedRound, Tournament
from ui.app.state_model import waiting_in_words
from words import joined, say, tr

if TYPE_CHECKING:
    from ui.desk.service import DeskService, DeskTable

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table in the organiser's grid."""

    table: str
    players: str
    life: str
    turn: str
    entry: str
    last: str  # the last event on record
    left: str
    state: str
    level: str  # "good", "warn", "bad"
    result: str


def clock_text(seconds: float) -> str:
    """Minutes and seconds; what is over time with a sign."""
    sign, whole = ("-" if seconds < 0 else ""), int(abs(seconds))
    return f"{sign}{whole // 60}:{whole % 60:02}"


def round_text(state: Tournament) -> str:
    """Which round is played, of how many; or which of the bracket."""
    if state.plan is None:
        return ""
    if state.round is not None and state.round.cut:
        matches = len(state.round.seatings)
        return {1: "final", 2: "semi-finals"}.get(
            matches, say("last {matches}", matches=2 * matches)
        )
    return f"{len(state.rounds)}/{rounds_planned(state)}"


def result_text(played: PublishedRound, seating: Seating) -> str:
    """How a match ended, and what is still wanted."""
    if seating.second is None:
        return "bye"
    found = played.results.get(seating.table)
    if found is None:
        return ""
    score = f"{found.wins[0]}:{found.wins[1]}" + (f":{found.ties}" if found.ties else "")
    if found.stands(seating):
        return score
    return say("{score}, {count} to confirm", score=score, count=2 - len(found.confirmed))


def table_lines(service: "DeskService", now: float | None = None) -> tuple[TableLine, ...]:
    """Every table of the round and every table that has joined."""
    state, monotonic = service.state, time.monotonic()
    now = time.time() if now is None else now
    calls = {call.table for call in state.calls if not call.ruling}
    by_number = {service.number_of(name): table for name, table in service.tables.items()}
    lines = []
    seen = set()
    played = state.round
    for seating in played.seatings if played else ():
        if played is None or seating.second is None:
            continue
        camera = by_number.get(seating.table)
        seen.add(camera.name if camera else "")
        name = camera.name if camera else str(seating.table)
        result = result_text(played, seating)
        found = played.results.get(seating.table)
        over = found is not None and found.stands(seating)
        told, level = _state_of(camera, monotonic, called=name in calls, over=over)
        lines.append(
            TableLine(
                name,
                " : ".join(map(state.name, seating.players)),
                *_live(service, name),
                "" if over else _left(state, now, seating.table),
                told,
                level,
                result,
            )
        )
    for name in sorted(set(service.tables) - seen):
        camera = service.tables[name]
        told, level = _state_of(camera, monotonic, called=name in calls, over=False)
        hello = camera.hello
        players = " : ".join(hello.players)
        lines.append(
            TableLine(name, players, *_live(service, name), "", told, level, hello.outcome)
        )
    return tuple(lines)


def _left(state: Tournament, now: float, table: int) -> str:
    """What a table's clock shows."""
    stands = "Ⅱ " if table in state.clock.paused else ""
    return stands + clock_text(state.clock.left(now, table))


def _live(service: "DeskService", name: str) -> tuple[str, str, str, str]:
    """Life, turn, entry and last event of a table's newest game."""
    live = service.live.get(name)
    if live is None:
        return "", "", "", ""
    table = service.tables.get(name)
    began = dict(enumerate(table.hello.life)) if table else {}  # until the record says otherwise
    now = {**began, **live.life}
    life = " : ".join(str(now[seat]) for seat in sorted(now))
    return life, str(live.turn or ""), str(live.number), live.told


def _state_of(
    table: "DeskTable | None", now: float, *, called: bool, over: bool
) -> tuple[str, str]:
    """What is to be known of a table, and how urgent it is."""
    if called or table is None:
        return ("JUDGE", "bad") if called else ("" if over else "paper", "good")
    hello = table.hello
    found = (
        (not table.joined, say("nobody has joined") if not over else "", "good"),
        (
            bool(hello.contradicted),
            say("ALARM: {contradicted}", contradicted=hello.contradicted),
            "bad",
        ),
        (table.silent(now), "silent", "good" if over else "bad"),
        (bool(hello.foul), say("foul: {foul}", foul=hello.foul), "bad"),
        (bool(hello.question), say("asks: {question}", question=hello.question), "warn"),
        (bool(hello.behind), say("{behind} entries to come", behind=hello.behind), "warn"),
        (hello.camera not in {"", "good"}, say("camera: {camera}", camera=hello.camera), "warn"),
        (True, waiting_in_words(hello.waiting) or "plays", "good"),
    )
    return next((told, level) for so, told, level in found if so)


def pairing_rows(state: Tournament, played: PublishedRound) -> list[Row]:
    """Table, first, second, result."""
    return [
        (
            str(one.table or ""),
            state.name(one.first),
            state.name(one.second),
            result_text(played, one),
        )
        for one in played.seatings
    ]


def rows_by_name(state: Tournament, played: PublishedRound) -> list[Row]:
    """Player, table, opponent: sorted as people look for themselves."""
    rows = []
    for one in played.seatings:
        for player in one.players:
            other = one.second if player == one.first else one.first
            opponent = state.name(other) if len(one.players) == 2 else "bye"
            rows.append((state.name(player), str(one.table or ""), opponent))
    return sorted(rows, key=lambda row: row[0].casefold())


def standing_rows(state: Tournament) -> tuple[Row, list[Row]]:
    """Headings and lines of the standings."""
    lines = standings(state)
    breakers: list[str] = [name for name, _ in lines[0].breakers if name != "lot"] if lines else []
    rows: list[Row] = []
    for line in lines:
        dropped = "" if state.players[line.player].plays else " (dropped)"
        shares: dict[str, float] = dict(line.breakers)
        rows.append(
            (
                str(line.rank),
                state.name(line.player) + dropped,
                str(line.points),
                "-".join(map(str, line.record)),
                *(f"{shares[name]:.2%}" for name in breakers),
                line.separated,
            )
        )
    heads = (
        "",
        "player",
        "points",
        "won-lost-tied",
        *breakers,
        say("told apart from the one above by"),
    )
    return heads, rows


CARD: Final = re.compile(r"(\d+)([a-z][a-z0-9]*)")
"""A card's place in its set, and the set: `12avx`."""


def deck_check(service: "DeskService", game: str) -> list[str]:
    """What the camera saw in play that nobody at the table has handed in, where teams were."""
    found = next(iter(service.archive.games(id=game)), None)
    by_name = {one.name.casefold(): one for one in service.state.players.values()}
    seated = [by_name.get(name.casefold()) for name in found.players] if found else []
    teams = " ".join(one.team.lower() for one in seated if one is not None and one.team)
    if not teams or not all(one is not None and one.team for one in seated):
        return []
    strange = []
    for card in sorted({str(row["card"]) for row in service.archive.told("card", game)}):
        code = CARD.fullmatch(card)
        if code is None:
            continue  # a die that everybody has
        new = f"{code[2]}{int(code[1]):03}"
        if not re.search(rf"(?<!\d){card}(?!\w)", teams) and new not in teams:
            strange.append(card)
    return (
        [say("Seen in play and in no team handed in: {names}", names=joined(", ", strange))]
        if strange
        else []
    )


def waiting_calls(state: Tournament) -> list[JudgeCall]:
    """Open calls, the longest waiting first."""
    return sorted((call for call in state.calls if not call.ruling), key=lambda call: call.at)


def about_call(service: "DeskService", call: JudgeCall, now: float) -> list[str]:
    """All that a judge wants to know before walking over, line by line."""
    state = service.state
    camera = service.tables.get(call.table)
    hello = camera.hello if camera else None
    seating = state.round.at(service.number_of(call.table) or 0) if state.round else None
    players = seating.players if seating else ()
    out = [
        say(
            "Table {table}, waiting {clock_text}: {what}",
            table=call.table,
            clock_text=clock_text(now - call.at),
            what=call.text or tr("no word why"),
        ),
        " : ".join(map(state.name, players)) or " : ".join(hello.players if hello else ()),
    ]
    if call.judge:
        out.append(say("{judge} is on the way.", judge=call.judge))
    game = call.game or (hello.game if hello else "")
    for foul in (service.archive.told("foul", game) if game else ())[-3:]:
        ended = foul["ended"] or "open"
        out.append(
            say(
                "Foul ({ended}): {foul} [{foul2}, {foul3}] {foul4}",
                ended=ended,
                foul=foul["text"],
                foul2=foul["book"],
                foul3=foul["section"],
                foul4=foul["remedy"],
            )
        )
    if hello and hello.question:
        out.append(say("The referee asks: {question}", question=hello.question))
    for player in players:
        out += (
            say(
                "{name}: {kind} in round {round} by {judge}: {ruling}",
                name=state.name(player),
                kind=penalty.kind,
                round=penalty.round,
                judge=penalty.judge,
                ruling=penalty.ruling,
            )
            for penalty in state.penalties
            if penalty.player == player
        )
    out += deck_check(service, game) if game else []
    last: Sequence[Mapping[str, object]] = (
        service.archive.told("event", game, last=12) if game else ()
    )
    out += [f"  {row['entry']}: {row['text']}" for row in last if row["text"]]
    return out
