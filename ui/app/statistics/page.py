"""The figures as one HTML file that needs nothing else and runs nothing."""

from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import Final

from ui.app.statistics.figures import GameFigures
from ui.app.statistics.luck import DiceTest
from ui.app.statistics.report import StatsTable, overview, tables
from ui.svg.bars import bars
from words import language, say

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
DRAWN: Final = 12
"""Kinds of dice that are drawn, the most lopsided first."""

STYLE: Final = """
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:1rem auto;
padding:0 .8rem;color:#222;background:#fdfdfb}h1{font-size:1.5rem}
h2{font-size:1.15rem;margin:1.6rem 0 .4rem}h3{font-size:1rem;margin:.2rem 0}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}
td.figure{text-align:right;font-variant-numeric:tabular-nums}
.drawn{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr));gap:1rem}
figure{margin:0}figcaption{font-size:.85rem}svg{width:100%;height:auto}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181a1b}th,td{border-color:#444}}
"""


def write_page(figures: GameFigures, broken: int) -> str:
    """The page."""
    title = escape(say("What the games tell"))
    body = "".join(_table(table) for table in tables(figures))
    return (
        f'<!doctype html><html lang="{language()}"><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{STYLE}</style><main><h1>{title}</h1><p>{escape(overview(figures, broken))}</p>"
        f"{''.join(_lengths(figures))}{''.join(_drawn(figures))}{body}</main></html>\n"
    )


def _lengths(figures: GameFigures) -> Iterator[str]:
    if not figures.turns:
        return
    width = max(1, -(-max(figures.turns) // 12))
    counts = Counter(turns // width for turns in figures.turns)
    names = [
        say("{first} to {last}", first=at * width, last=at * width + width - 1)
        for at in range(max(counts) + 1)
    ]
    drawn = bars(
        names,
        [counts[at] for at in range(len(names))],
        words=say("How many games took how many turns"),
    )
    yield f"<h2>{escape(say('Turns of a game'))}</h2>"
    yield f'<div class="drawn"><figure>{drawn}</figure></div>'


def _drawn(figures: GameFigures) -> Iterator[str]:
    if not figures.dice:
        return
    title = say("How the dice fell (bars) and how fair dice fall (strokes)")
    yield f'<h2>{escape(title)}</h2><div class="drawn">'
    yield from map(_die, figures.dice[:DRAWN])
    yield "</div>"


def _die(one: DiceTest) -> str:
    words = say(
        "{die}, rolled {rolled} times: {verdict}",
        die=one.title,
        rolled=one.rolled,
        verdict=one.verdict,
    )
    drawn = bars(one.outcomes, one.seen, one.expected, words=words)
    return (
        f"<figure><h3>{escape(one.title)}</h3>{drawn}"
        f"<figcaption>{escape(one.verdict)}</figcaption></figure>"
    )


def _table(table: StatsTable) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads())
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td{' class=figure' if isinstance(value, int | float) else ''}>{escape(text)}</td>"
            for value, text in zip(row, shown, strict=True)
        )
        + "</tr>"
        for row, shown in zip(table.rows, table.shown(), strict=False)
    )
    more = (
        f"<p>{escape(say('and {count} more', count=table.left_out))}</p>" if table.left_out else ""
    )
    return (
        f'<h2>{escape(table.title)}</h2><div class="wide" tabindex="0" role="region" '
        f'aria-label="{escape(table.title)}"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{more}"
    )
