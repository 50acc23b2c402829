"""The event's public pages as small files: any web server or CDN serves them.

Written out every second where something changed, each file whole or not at all. What a table does
is shown with a delay, so that nobody at the table is told what the stream sees.
"""

import json
import time
from collections import deque
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.tournament.state import Tournament
from ui.desk.sheets import pairing_rows, rows_by_name, standing_rows
from ui.hub.follower import Arrived
from ui.hub.whole_files import write_whole

if TYPE_CHECKING:
    from ui.desk.archive import ArchivedGame
    from ui.desk.service import DeskService

SHOWN: Final = 20
"""Entries of a table that its page shows."""

KEPT: Final = 2000
"""Arrivals that are remembered for the delay."""

STYLE: Final = "desk.css"
LIVE: Final = "live.js"


class PublicPages:
    """Writes the pages of one desk into a folder."""

    def __init__(self, service: "DeskService", folder: Path, *, delay: float = 0.0) -> None:
        """`delay`: seconds between a table and its page."""
        self._service, self._folder, self._delay = service, folder, delay
        self._written: dict[str, bytes] = {}
        self._late: deque[tuple[float, str, int]] = deque(maxlen=KEPT)  # not to be shown yet

    def arrived(self, one: Arrived) -> None:
        """An entry has come in."""
        self._late.append((time.monotonic(), one.game, one.number))

    def write(self) -> tuple[str, ...]:
        """Write what differs from what was written before; the names of those files."""
        changed = []
        for name, content in self._pages():
            if self._written.get(name) != content:
                write_whole(self._folder / name, content)
                self._folder.joinpath(name).chmod(0o644)  # a web server reads it
                self._written[name] = content
                changed.append(name)
        if changed:
            stamp = json.dumps({"changed": changed, "number": len(self._written)}).encode()
            write_whole(self._folder / "changed.json", stamp)
            self._folder.joinpath("changed.json").chmod(0o644)
        return tuple(changed)

    def _pages(self) -> Iterable[tuple[str, bytes]]:
        state = self._service.state
        for name in (STYLE, LIVE):
            yield name, files(__package__).joinpath(name).read_bytes()
        yield "index.html", self._page("", self._overview(state))
        newest: dict[str, ArchivedGame] = {}
        for game in self._service.archive.games():
            newest[game.table] = game
        for name, game in sorted(newest.items()):
            yield f"table-{name}.html", self._page(f"Table {name}", self._table(game))
        if state.plan is not None:
            yield from self._of_event(state)

    def _of_event(self, state: Tournament) -> Iterable[tuple[str, bytes]]:
        played = state.round
        heads, rows = standing_rows(state)
        yield "standings.html", self._page("Standings", table(heads, rows))
        if played is not None:
            number = f"Round {played.number}"
            by_table = table(("table", "", "", "result"), pairing_rows(state, played))
            yield "tables.html", self._page(f"{number} by table", by_table)
            by_name = table(("player", "table", "against"), rows_by_name(state, played))
            yield "names.html", self._page(f"{number} by name", by_name)
        if state.teams_shown:
            teams = [
                (one.name, one.team, "; ".join(one.team_faults)) for one in state.players.values()
            ]
            sheets = table(("player", "team", "not by the book"), teams)
            yield "teams.html", self._page("Teams", sheets)
        if any(one.cut for one in state.rounds):
            yield "bracket.html", self._page("Bracket", bracket(state))

    def _page(self, title: str, body: str) -> bytes:
        event = escape(self._service.title)
        links = "".join(
            f'<a href="{name}">{text}</a>'
            for name, text in (
                ("index.html", "Event"),
                ("tables.html", "By table"),
                ("names.html", "By name"),
                ("standings.html", "Standings"),
                ("bracket.html", "Bracket"),
                ("teams.html", "Teams"),
            )
            if name == "index.html" or self._there(name)
        )
        heading = f"{escape(title)} · {event}" if title else event
        return (
            "<!doctype html><html lang=en><meta charset=utf-8>"
            '<meta name=viewport content="width=device-width, initial-scale=1">'
            f"<title>{heading}</title><link rel=stylesheet href={STYLE}>"
            f"<nav>{links}</nav><main><h1>{heading}</h1>{body}</main>"
            f"<script src={LIVE}></script></html>\n"
        ).encode()

    def _there(self, name: str) -> bool:
        state = self._service.state
        if name == "bracket.html":
            return any(one.cut for one in state.rounds)
        if name == "teams.html":
            return state.teams_shown
        if name in {"tables.html", "names.html"}:
            return state.round is not None
        return state.plan is not None

    def _overview(self, state: Tournament) -> str:
        if state.plan is None:
            return "<p>No event has been announced yet.</p>"
        facts = [
            f"{len(state.playing)} of {len(state.players)} players",
            f"best of {state.plan.best_of}",
            state.plan.format,
            f"{len(state.rounds)} rounds published",
        ]
        tables = sorted({game.table for game in self._service.archive.games()})
        links = "".join(
            f'<li><a href="table-{name}.html">Table {name}</a></li>' for name in map(escape, tables)
        )
        return f"<p>{escape(', '.join(filter(None, facts)))}</p><ul class=tables>{links}</ul>"

    def _table(self, game: "ArchivedGame") -> str:
        """Life and the last entries, as they were a while ago."""
        last = self._last_shown(game)
        archive = self._service.archive
        life = {
            row["seat"]: row["life"]
            for row in archive.told("life", game.id)
            if row["counts"] and row["entry"] <= last
        }
        seats = "".join(
            f"<div class=seat><b>{escape(name)}</b><span>{life.get(seat, '')}</span></div>"
            for seat, name in enumerate(game.players)
        )
        told = [
            row
            for row in archive.told("event", game.id, last=SHOWN * 3)
            if row["entry"] <= last and row["text"]
        ][-SHOWN:]
        lines = "".join(
            f"<li{'' if row['counts'] else ' class=gone'}><i>{row['entry']}</i> "
            f"{escape(str(row['text']))}</li>"
            for row in reversed(told)
        )
        over = game.outcome.text if game.outcome and last >= game.entries else ""
        return (
            f"<div class=seats>{seats}</div><p class=outcome>{escape(over)}</p>"
            f"<ol class=entries>{lines}</ol>"
        )

    def _last_shown(self, game: "ArchivedGame") -> int:
        """The newest entry that may be shown by now."""
        shown_until = time.monotonic() - self._delay
        while self._late and self._late[0][0] <= shown_until:
            self._late.popleft()
        waiting = [number for _, name, number in self._late if name == game.id]
        return min(waiting) - 1 if waiting else game.entries


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows of text as a table."""
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def bracket(state: Tournament) -> str:
    """The rounds of the cut beside each other."""
    columns = []
    for played in state.rounds:
        if not played.cut:
            continue
        matches = []
        for seating in played.seatings:
            found = played.results.get(seating.table)
            won = found.winner if found is not None and found.stands(seating) else None
            lines = []
            for at, player in enumerate(seating.players):
                score = str(found.wins[at]) if found else ""
                best = " class=won" if won == at or seating.second is None else ""
                lines.append(f"<div{best}>{escape(state.name(player))}<span>{score}</span></div>")
            matches.append(f"<div class=match>{''.join(lines)}</div>")
        columns.append(f"<div class=column>{''.join(matches)}</div>")
    return f"<div class=bracket>{''.join(columns)}</div>"
