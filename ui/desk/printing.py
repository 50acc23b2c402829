"""Sheets of paper for an event: pairings, result slips, standings, teams; a browser prints them."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.tournament.state import Participant, PublishedRound, Tournament
from ui.app.errors import UserError
from ui.app.game_plan import plan_of, search
from ui.desk.pages import bracket, table
from ui.desk.sheets import pairing_rows, rows_by_name, standing_rows
from ui.hub.whole_files import write_whole
from words import language, say

if TYPE_CHECKING:
    from ui.desk.service import DeskService

STYLE: Final = "print.css"
CARD: Final = re.compile(r"(\d{1,2})x(\d+[a-z][a-z0-9]*)")
"""How many dice of a card, as team links write it: `4x12avx`."""


def sheets(state: Tournament) -> dict[str, str]:
    """Name of the file -> the page, as HTML; what there is nothing to print of is left out."""
    found: dict[str, str] = {}
    plan, played = state.plan, state.round
    if plan is None:
        return found

    def page(name: str, title: str, parts: Iterable[str]) -> None:
        heading = escape(f"{title} · {plan.name}")
        found[name] = (
            f"<!doctype html><html lang={language()}><meta charset=utf-8><title>{heading}</title>"
            f"<link rel=stylesheet href={STYLE}><h1>{heading}</h1>{''.join(parts)}</html>\n"
        )

    heads, rows = standing_rows(state)
    during = played is not None and played.outstanding
    ranks = f"<div class=ranks>{table(heads, rows)}</div>"
    page(
        "standings.html",
        say("Standings during round {count}", count=len(state.rounds))
        if during
        else say("Standings after round {count}", count=len(state.rounds)),
        [ranks],
    )
    if played is not None:
        number = say("Round {number}", number=played.number)
        by_name = table((say("player"), say("table"), say("against")), rows_by_name(state, played))
        page("pairings-by-name.html", number, [f"<div class=columns>{by_name}</div>"])
        by_table = table((say("table"), "", "", say("result")), pairing_rows(state, played))
        page("pairings-by-table.html", number, [by_table])
        page("result-slips.html", number, _slips(state, played))
        if played.cut:
            page("bracket.html", say("Bracket"), [bracket(state)])
    if state.teams_shown:
        page("team-sheets.html", say("Teams"), _team_sheets(state))
    return found


def print_sheets(service: "DeskService", folder: Path) -> Path:
    """Write all sheets; the folder with them. Raises `UserError`."""
    made = sheets(service.state)
    if not made:
        raise UserError(say("this desk has no event yet: there is nothing to print."))
    write_whole(folder / STYLE, files(__package__).joinpath(STYLE).read_bytes())
    for name, content in made.items():
        write_whole(folder / name, content.encode())
    return folder


def _slips(state: Tournament, played: PublishedRound) -> Iterable[str]:
    """One to tear off for each match: both players write the games they have won, and sign."""
    assert state.plan is not None
    best_of = state.plan.cut_best_of if played.cut else state.plan.best_of
    for seating in played.seatings:
        if seating.second is None:
            continue
        rows = "".join(
            f"<tr><th>{escape(state.name(player))}</th><td class=box></td>"
            "<td class=sign></td><td class=box></td></tr>"
            for player in seating.players
        )
        where = say("Table {table}", table=seating.table)
        when = say("round {round}, best of {best_of}", round=played.number, best_of=best_of)
        heads = "".join(f"<td>{head}</td>" for head in (say("games won"), say("signature")))
        yield (
            f"<section class=slip><h2>{where} <small>{when}</small></h2>"
            f"<table><tr><th></th>{heads}"
            f"<td>{say('drops')}</td></tr>{rows}<tr><th>{say('tied games')}</th>"
            "<td class=box></td><td></td><td></td></tr></table></section>"
        )


def _team_sheets(state: Tournament) -> Iterable[str]:
    """One page for each player: the team, and a line for every round."""
    assert state.plan is not None
    rounds = state.plan.rounds_for(len(state.players))
    for player in state.players.values():
        lines = "".join(f"<li>{escape(line)}</li>" for line in team_lines(state, player))
        faults = "".join(f"<p class=fault>{escape(line)}</p>" for line in player.team_faults)
        played = "".join(
            f"<tr><td>{number}</td><td></td><td></td><td></td></tr>"
            for number in range(1, rounds + 1)
        )
        yield (
            f"<section class=sheet><h2>{escape(player.name)}</h2><ul>{lines}</ul>{faults}"
            f"<table><tr><th>{say('round')}</th><th>{say('against')}</th>"
            f"<th>{say('result')}</th><th>{say('initials')}</th></tr>"
            f"{played}</table></section>"
        )


def team_lines(state: Tournament, player: Participant) -> Sequence[str]:
    """A team as people read it: a line for each card or die."""
    game = state.plan.game if state.plan else ""
    cards = CARD.findall(player.team)
    if not player.team:
        return (say("nothing was handed in"),)
    if not game or not cards:
        return [part.strip() for part in re.split(r"[;,\n]", player.team) if part.strip()]
    try:
        plan = plan_of(game, [player.team, player.team])
        known = {code: search(plan, code, 1) for _, code in cards}
    except (UserError, ValueError):
        known = {}
    return [
        say(
            "{count} dice of {text}",
            count=count,
            text=hits[0].text if (hits := known.get(code)) else code,
        )
        for count, code in cards
    ]
