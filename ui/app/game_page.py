"""A recorded game as one HTML file: the mat at every entry, the life curve, what was disputed.

Nothing is fetched from anywhere: drawing, script and pictures are in the file. Its policy allows
this one script by its hash and nothing else; everything that people wrote is escaped.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

import msgspec

from calibration.mats import mat_named
from rules.core import AnyGame, side_lives, side_names
from rules.journal import Journal
from rules.journal.clips import MEDIA, pictures_of
from rules.journal.export import (
    Line,
    ending,
    how_to_read,
    report_facts,
    report_lines,
    report_title,
    turn_title,
)
from rules.journal.replay import moments_of
from ui.app.films import webm_of
from ui.app.looks import die_kinds
from ui.app.state_model import mat_of
from ui.svg.curve import LifePoint, life_curve_svg
from ui.svg.mat import MatPicture, rows
from ui.svg.narrow import narrow
from ui.svg.pieces import DiceToDraw
from ui.words.pages import script_in
from words import language, say, tr
from words.written import write_text

STRIP: Final = 12
"""Pictures of a clip that cannot be made a film of."""

WIDEST_FILM: Final = 12_000_000
"""Bytes of all films in one page; what comes later is named only."""

_CONTROLS: Final = (
    ("first", "|◀", tr("The beginning")),
    ("back", "◀", tr("One entry back (←)")),
    ("play", "▶", tr("Play or stop (space)")),
    ("on", "▶|", tr("One entry on (→)")),
    ("last", "▶▶|", tr("The end")),
)


def write_page(journal: Journal, game: AnyGame, title: str = "") -> str:
    """The game as one HTML file; `title` is what people call the game."""
    lines = list(report_lines(journal, game))
    names = escape(report_title(journal, game))
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
        for name, value in report_facts(journal, game, title)
    )
    turns = dict.fromkeys(line.turn for line in lines)
    links = " ".join(f'<a href="#t{turn}">{turn}</a>' for turn in turns)
    drawn = _drawn(journal, game)
    films = _Films()
    body = "".join(_turn(journal, turn, lines, films) for turn in turns)
    hints = "".join(f"<p>{escape(hint)}</p>" for hint in how_to_read(journal))
    script = script_in(_asset("../../svg/mat.js") + _asset("game.js"))
    return (
        f'<!doctype html><html lang="{language()}"><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">'
        f'<meta name="viewport" content="width=device-width"><title>{names}</title>'
        f"<style>{_asset('game.css')}</style><main><h1>{names}</h1>"
        f"<p><strong>{escape(ending(journal, game))}</strong></p>"
        f"{drawn}<dl>{facts}</dl>"
        f'<nav aria-label="{say("Turns")}">{say("Turns")}: {links}{_disputes(lines)}</nav>'
        f"{body}</main>"
        f"<footer>{hints}</footer><script>{script}</script></html>\n"
    )


def _asset(name: str) -> str:
    return files("ui.app").joinpath("exported", name).read_text("utf-8")


def _policy(script: str) -> str:
    """The page may run its own script and show its own pictures and films, and do nothing else."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'"
    )


# -- the mat at every entry


def _drawn(journal: Journal, game: AnyGame) -> str:
    """Mats, controls, the life curve, and what changes from entry to entry."""
    moments = list(moments_of(tuple(journal.entries()), game))
    views = [game.view(moment.state) for moment in moments]
    names = side_names([seat.name for seat in views[0].seats])
    points = [
        LifePoint(view.turn, side_lives(view), moment.entry.kind)
        for moment, view in zip(moments, views, strict=True)
    ]
    curve = f'<div id="curve">{life_curve_svg(points, names)}</div>'
    mat_name = mat_of(journal.game, journal.setup)
    if not mat_name:
        return f"<section>{curve}</section>"
    mat = mat_named(mat_name)
    kinds = die_kinds(game.dice(journal.setup))
    owners = [seat.name for seat in views[0].seats]
    shapes = {
        "wide": MatPicture(mat, kinds, owners),
        "narrow": MatPicture(narrow(mat), kinds, owners),
    }
    tables: dict[str, list[list[list[Any]]]] = {shape: [] for shape in shapes}
    words = []
    for moment, view in zip(moments, views, strict=True):
        faces = {p.die: p.face for p in game.layout(moment.state) if p.face is not None}
        lying = DiceToDraw(view, faces, game.zones)
        for shape, picture in shapes.items():
            tables[shape].append(rows(picture.pieces(lying)))
        words.append(shapes["wide"].described(view))
    first = {shape: made[0] for shape, made in tables.items()}
    facts = {
        "entries": [moment.entry.number for moment in moments],
        "says": [
            say("Turn {turn} · {name}", turn=view.turn, name=view.seats[view.active].name)
            for view in views
        ],
        "lives": [list(side_lives(view)) for view in views],
        "first": first,
        "changes": {shape: list(_changes(made)) for shape, made in tables.items()},
        "words": list(_news(words)),
    }
    written = msgspec.json.encode(facts, enc_hook=write_text).decode().replace("<", "\\u003c")
    buttons = "".join(
        f'<button type="button" data-do="{name}" title="{hint}" aria-label="{hint}">{sign}</button>'
        for name, sign, hint in ((name, sign, say(told)) for name, sign, told in _CONTROLS)
    )
    score = "".join(
        f'<b class="side{at % 2}">{escape(name)} <output></output></b>'
        for at, name in enumerate(names)
    )
    return (
        f'<section id="replay" aria-label="{say("Replay")}">{shapes["wide"].symbols()}'
        f'<p id="score">{score}<span id="said" aria-live="off"></span></p>'
        f'<div id="mats"><div class="wide">{shapes["wide"].svg(faces=False)}</div>'
        f'<div class="narrow">{shapes["narrow"].svg(faces=False)}</div></div>'
        f'<div id="controls">{buttons}<input id="at" type="range" min="0" '
        f'max="{len(moments) - 1}" value="0" aria-label="{say("Entry")}">'
        f'<label>{say("Speed")} <select id="speed">'
        f'<option value="0.5">½</option><option value="1" selected>1</option>'
        f'<option value="2">2</option><option value="5">5</option></select></label></div>{curve}'
        f'<p id="told" aria-live="polite"></p></section>'
        f'<script type="application/json" id="game">{written}</script>'
    )


def _changes(tables: Sequence[Sequence[Sequence[Any]]]) -> Iterator[list[Any]]:
    """From each table to the next: rows that are new or other, and the names that are gone."""
    before: dict[str, Sequence[Any]] = {}
    for table in tables:
        now = {row[0]: row for row in table}
        gone = [name for name in before if name not in now]
        yield [[row for name, row in now.items() if before.get(name) != row], gone]
        before = now


def _news(words: Iterable[str]) -> Iterator[str]:
    """Each sentence once; "" where it stays the same."""
    before = ""
    for said in words:
        yield "" if said == before else said
        before = said


# -- the log


def _disputes(lines: Sequence[Line]) -> str:
    """Links to what a judge looks for first."""
    found = [line for line in lines if line.kind in {"foul", "correction"}]
    links = " ".join(f'<a href="#e{line.number}">{line.number}</a>' for line in found)
    return f"<br>{say('Fouls and corrections')}: {links}" if links else ""


def _turn(journal: Journal, turn: int, lines: Sequence[Line], films: "_Films") -> str:
    own = [line for line in lines if line.turn == turn]
    items = "".join(_item(journal, line, films) for line in own)
    return f'<h2 id="t{turn}">{escape(turn_title(own[0]))}</h2><ol>{items}</ol>'


def _item(journal: Journal, line: Line, films: "_Films") -> str:
    who = f'<span class="who">{escape(line.who)}:</span> ' if line.who else ""
    after = f' <span class="after">— {escape(line.after)}</span>' if line.after else ""
    how = f' <span class="how">{escape(line.how)}</span>' if line.how else ""
    choices = "".join(f"<li>{escape(answer)}</li>" for answer in line.answers)
    answers = f"<ul>{choices}</ul>" if choices else ""
    gone = "" if line.counts else " gone"
    lives = " : ".join(map(str, line.lives))
    return (
        f'<li id="e{line.number}" class="{line.kind}{gone}"><span class="n">{line.number}</span>'
        f"<span>{who}{escape(line.text)}{after}{how}{answers}{_images(journal, line, films)}</span>"
        f'<span class="l">{lives}</span></li>'
    )


def _images(journal: Journal, line: Line, films: "_Films") -> str:
    if line.kind not in ("question", "foul", "note"):
        return ""
    named = journal.entry(line.number).pictures
    stills = "".join(
        _image(one.name, one.media, journal.picture(one.sha256))
        for one in named
        if one.media.startswith("image/")
    )
    clips = (journal.picture(one.sha256) for one in named if one.media == MEDIA)
    return stills + "".join(map(films.shown, clips))


class _Films:
    """Shows the films of a page, as long as there is room for them."""

    def __init__(self) -> None:
        self._bytes = 0

    def shown(self, film: bytes) -> str:
        """The film where it can be made, otherwise some of its pictures."""
        made = webm_of(film) if self._bytes < WIDEST_FILM else None
        if made is None:
            return _filmstrip(film)
        self._bytes += len(made)
        written = base64.b64encode(made).decode()
        return (
            f'<video controls preload="metadata" aria-label="{say("What the camera saw")}" '
            f'src="data:video/webm;base64,{written}"></video>'
        )


def _filmstrip(film: bytes) -> str:
    """The last pictures of a clip."""
    pictures = list(pictures_of(film))
    shown = pictures[-1 :: -max(1, len(pictures) // STRIP)][:STRIP][::-1]
    images = "".join(_image("clip", "image/jpeg", picture) for picture in shown)
    words = say("{count} of the clip's {count2} pictures", count=len(shown), count2=len(pictures))
    return f"<details><summary>{words}</summary>{images}</details>"


def _image(name: str, media: str, content: bytes) -> str:
    written = base64.b64encode(content).decode()
    return f'<img alt="{escape(name)}" src="data:{escape(media)};base64,{written}">'
