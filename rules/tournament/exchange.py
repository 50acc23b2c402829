"""A tournament as others read it: JSON, CSV, a cross table like TRF, scores for bracket tools."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

import msgspec

from rules.tournament.acts import TournamentAct, read_act, write_act
from rules.tournament.plan import VERSION
from rules.tournament.standings import Standing, Tally, standings
from rules.tournament.state import Tournament, replayed
from words import tr
from words.written import write_text

FORMAT = "diceref-tournament"


def as_facts(state: Tournament) -> dict[str, Any]:
    """Everything that is public, as plain values; teams only once they have been shown."""
    assert state.plan is not None
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": msgspec.to_builtins(state.plan, enc_hook=write_text),
        "players": [
            {
                "id": player.id,
                "name": player.name,
                "plays": player.plays,
                **({"team": player.team} if state.teams_shown and player.team else {}),
            }
            for player in state.players.values()
        ],
        "rounds": [
            {
                "round": played.number,
                "cut": played.cut,
                "matches": [
                    {
                        "table": seating.table,
                        "players": [state.name(player) for player in seating.players],
                        **_result(state, played.number, seating.table),
                    }
                    for seating in played.seatings
                ],
            }
            for played in state.rounds
        ],
        "standings": [_line(state, line) for line in standings(state)],
    }


def _result(state: Tournament, number: int, table: int) -> Mapping[str, Any]:
    found = state.rounds[number - 1].results.get(table)
    return {} if found is None else {"wins": list(found.wins), "ties": found.ties}


def _line(state: Tournament, line: Standing) -> dict[str, Any]:
    won, lost, tied = line.record
    return {
        "rank": line.rank,
        "player": state.name(line.player),
        "points": line.points,
        "won": won,
        "lost": lost,
        "tied": tied,
        **{name: round(value, 6) for name, value in line.breakers},
        "separated by": line.separated,
    }


def as_json(state: Tournament) -> str:
    """The public facts as text."""
    return (
        msgspec.json.format(
            msgspec.json.encode(as_facts(state), enc_hook=write_text), indent=1
        ).decode()
        + "\n"
    )


def standings_csv(state: Tournament) -> str:
    """A line per player, the best first."""
    return _csv([_line(state, line) for line in standings(state)])


def pairings_csv(state: Tournament) -> str:
    """A line per match of every round."""
    rows = []
    for played in state.rounds:
        for seating in played.seatings:
            found = played.results.get(seating.table)
            rows.append(
                {
                    "round": played.number,
                    "bracket": "yes" if played.cut else "",
                    "table": seating.table or "",
                    "first": state.name(seating.first),
                    "second": state.name(seating.second),
                    "first won": found.wins[0] if found else "",
                    "second won": found.wins[1] if found else "",
                    "tied": found.ties if found else "",
                }
            )
    return _csv(rows)


def players_csv(state: Tournament) -> str:
    """A line per player; teams only once they have been shown."""
    return _csv(
        [
            {
                "id": player.id,
                "name": player.name,
                "plays": "yes" if player.plays else "dropped",
                "team": player.team if state.teams_shown else "",
            }
            for player in state.players.values()
        ]
    )


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return ""
    written = StringIO()
    table = csv.DictWriter(written, rows[0].keys(), lineterminator="\n")
    table.writeheader()
    table.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    return written.getvalue()


def _harmless(value: object) -> object:
    """A name that a spreadsheet would take for a formula is text."""
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t"}:
        return f"'{value}"
    return value


def as_trf(state: Tournament) -> str:
    """A cross table in fixed columns, like the report files of chess (012, 062, 092, 001)."""
    assert state.plan is not None
    tally = Tally(state)
    ranked = {line.player: line for line in standings(state)}
    out = [f"012 {state.plan.name}", f"062 {len(state.players)}", "092 Swiss"]
    win, tie, _ = state.plan.points
    for player in state.players.values():
        rounds = {one.round: one for one in tally.played[player.id]}
        cells = []
        for number in range(1, len(state.swiss_rounds) + 1):
            one = rounds.get(number)
            if one is None:
                cells.append("0000 - Z")
            elif one.opponent is None:
                cells.append("0000 - " + ("Z" if one.missed else "U"))
            else:
                sign = "1" if one.points == win else "=" if one.points == tie else "0"
                cells.append(f"{one.opponent:>4} w {sign}")
        line = ranked[player.id]
        name = " ".join(player.name.split())[:33]
        place = f"{line.points:>4} {line.rank:>4}"
        row = "".join(f"  {cell}" for cell in cells)
        out.append(f"001 {player.id:>4}      {name:<33}{'':22}{place}{row}")
    return "\n".join(out) + "\n"


def scores(state: Tournament, number: int) -> list[dict[str, str]]:
    """One round as bracket tools take it: names, `scores_csv` and the winner."""
    told = []
    played = state.rounds[number - 1]
    for seating in played.seatings:
        found = played.results.get(seating.table)
        if seating.second is None or found is None:
            continue
        winner = "tie" if found.winner is None else state.name(seating.players[found.winner])
        told.append(
            {
                "player1": state.name(seating.first),
                "player2": state.name(seating.second),
                "scores_csv": f"{found.wins[0]}-{found.wins[1]}",
                "winner": winner,
            }
        )
    return told


def write_acts(done: Iterable[TournamentAct]) -> str:
    """All acts, one line of JSON each: the event can be made again from it."""
    head = msgspec.json.encode({"format": FORMAT, "version": VERSION}, enc_hook=write_text).decode()
    return "\n".join([head, *(write_act(act).decode() for act in done)]) + "\n"


def read_acts(text: str) -> tuple[TournamentAct, ...]:
    """The inverse of `write_acts`. Raises `ValueError` with one sentence."""
    head, *lines = text.splitlines() or [""]
    try:
        told = msgspec.json.decode(head)
    except msgspec.DecodeError:
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise ValueError(tr("this is no event of DiceRef: its first line does not say so."))
    if told.get("version", 0) > VERSION:
        raise ValueError(tr("this event was written by a newer DiceRef: update DiceRef."))
    found = []
    for number, line in enumerate(filter(str.strip, lines), start=2):
        try:
            found.append(read_act(line))
        except ValueError as error:
            raise ValueError(
                tr("line {number} is no act of a tournament ({error}).", number=number, error=error)
            ) from None
    try:
        replayed(found)
    except ValueError as error:
        raise ValueError(tr("this event cannot have been: {error}", error=error)) from None
    return tuple(found)
