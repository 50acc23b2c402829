"""The event's public pages as small files: any web server or CDN serves them.

Written out every second where something changed, each file whole or not at all. What a table does
is shown with a delay, so that nobody at the table is told what the stream sees.
"""

import json
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.tournament.state import Tournament
from ui.desk.live_mats import LiveMats
from ui.desk.sheets import pairing_rows, rows_by_name, standing_rows
from ui.hub.follower import Arrived
from ui.hub.whole_files import write_whole
from words import language, say

if TYPE_CHECKING:
    from ui.desk.archive import ArchivedGame
    from ui.desk.service import DeskService

SHOWN: Final = 20
"""Entries of a table that its page shows."""

STYLE: Final = "desk.css"
SCRIPTS: Final = {
    "mat.js": ("ui.svg", "mat.js"),
    "follow.js": ("ui.web.page", "follow.js"),
    "live.js": (__package__, "live.js"),
}
"""Name -> where it comes from; in the order in which a page takes them."""


class PublicPages:
    """Writes the pages of one desk into a folder."""

    def __init__(self, service: "DeskService", folder: Path, *, delay: float = 0.0) -> None:
        """`delay`: seconds between a table and its page."""
        self._service, self._folder, self._delay = service, folder, delay
        self._written: dict[str, bytes] = {}  # the hash of each file
        self._late: deque[tuple[float, str, int]] = deque()  # not to be shown yet
        self._mats = LiveMats(service.archive)
        self._drawn: dict[str, bytes] = {}  # what of the mats is to be written
        self._life: dict[str, dict[int, int]] = {}  # by game and seat, where the mat could be drawn
        if delay:  # a desk that was opened anew does not know when those came
            late = time.time() - delay
            fresh = [game for game in service.archive.games() if game.updated > late]
            self._late += ((time.monotonic(), game.id, 1) for game in fresh)

    def arrived(self, one: Arrived) -> None:
        """An entry has come in."""
        if self._delay:
            self._late.append((time.monotonic(), one.game, one.number))

    def shown(self) -> Mapping[str, tuple["ArchivedGame", int]]:
        """Table -> its newest game, and the last entry that may be shown by now."""
        games = {game.table: game for game in self._service.archive.games()}
        return {name: (game, self._last_shown(game)) for name, game in sorted(games.items())}

    def draw(self, shown: Mapping[str, tuple["ArchivedGame", int]]) -> None:
        """Draw the mats anew that have changed; may be done in another thread."""
        for name, (mats, pieces) in self._mats.update(shown).items():
            self._life[shown[name][0].id] = dict(enumerate(pieces["life"]))
            self._drawn |= {
                **{f"table-{name}-{shape}.svg": svg.encode() for shape, svg in mats.items()},
                f"table-{name}.json": json.dumps(pieces).encode(),
            }

    def write(self) -> tuple[str, ...]:
        """Write what differs from what was written before; the names of those files."""
        changed = []
        drawn, self._drawn = self._drawn, {}
        for name, content in (*drawn.items(), *self._pages()):
            digest = sha256(content).digest()
            if self._written.get(name) != digest:
                write_whole(self._folder / name, content)
                self._folder.joinpath(name).chmod(0o644)  # a web server reads it
                self._written[name] = digest
                changed.append(name)
        if changed:
            stamp = json.dumps({"changed": changed, "number": len(self._written)}).encode()
            write_whole(self._folder / "changed.json", stamp)
            self._folder.joinpath("changed.json").chmod(0o644)
        return tuple(changed)

    def _pages(self) -> Iterable[tuple[str, bytes]]:
        state = self._service.state
        yield STYLE, files(__package__).joinpath(STYLE).read_bytes()
        for name, (package, file) in SCRIPTS.items():
            yield name, files(package).joinpath(file).read_bytes()
        yield "index.html", self._page("", self._overview(state))
        for name, (game, last) in self.shown().items():
            yield (
                f"table-{name}.html",
                self._page(say("Table {name}", name=name), self._table(game, last)),
            )
        if state.plan is not None:
            yield from self._of_event(state)

    def _of_event(self, state: Tournament) -> Iterable[tuple[str, bytes]]:
        played = state.round
        heads, rows = standing_rows(state)
        yield "standings.html", self._page(say("Standings"), table(heads, rows))
        if played is not None:
            number = say("Round {number}", number=played.number)
            by_table = table(("table", "", "", "result"), pairing_rows(state, played))
            yield "tables.html", self._page(say("{number} by table", number=number), by_table)
            by_name = table(
                (say("player"), say("table"), say("against")), rows_by_name(state, played)
            )
            yield "names.html", self._page(say("{number} by name", number=number), by_name)
        if state.teams_shown:
            teams = [
                (one.name, one.team, "; ".join(one.team_faults)) for one in state.players.values()
            ]
            sheets = table((say("player"), say("team"), say("not by the book")), teams)
            yield "teams.html", self._page(say("Teams"), sheets)
        if any(one.cut for one in state.rounds):
            yield "bracket.html", self._page(say("Bracket"), bracket(state))

    def _page(self, title: str, body: str) -> bytes:
        event = escape(self._service.title)
        links = "".join(
            f'<a href="{name}">{text}</a>'
            for name, text in (
                ("index.html", say("Event")),
                ("tables.html", say("By table")),
                ("names.html", say("By name")),
                ("standings.html", say("Standings")),
                ("bracket.html", say("Bracket")),
                ("teams.html", say("Teams")),
            )
            if name == "index.html" or self._there(name)
        )
        heading = f"{escape(title)} · {event}" if title else event
        return (
            f"<!doctype html><html lang={language()}><meta charset=utf-8>"
            '<meta name=viewport content="width=device-width, initial-scale=1">'
            f"<title>{heading}</title><link rel=stylesheet href={STYLE}>"
            f"<nav>{links}</nav><main><h1>{heading}</h1>{body}</main>"
            f"{''.join(f'<script src={name}></script>' for name in SCRIPTS)}</html>\n"
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
            return f"<p>{say('No event has been announced yet.')}</p>"
        facts = [
            say("{count} of {count2} players", count=len(state.playing), count2=len(state.players)),
            say("best of {best_of}", best_of=state.plan.best_of),
            state.plan.format,
            say("{count} rounds published", count=len(state.rounds)),
        ]
        tables = sorted({game.table for game in self._service.archive.games()})
        links = "".join(
            f'<li><a href="table-{name}.html">{say("Table {name}", name=name)}</a></li>'
            for name in map(escape, tables)
        )
        return f"<p>{escape(', '.join(filter(None, facts)))}</p><ul class=tables>{links}</ul>"

    def _table(self, game: "ArchivedGame", last: int) -> str:
        """Life, the mat and the last entries, as they were a while ago."""
        archive = self._service.archive
        life = self._life.get(game.id) or {
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
            f'<div class=mat data-of="table-{escape(game.table)}"></div>'
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
