"""A game that is handed in at a tournament desk while it is played."""

import argparse
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rules.core.set_up import Plan
from ui.app.records import table_key
from ui.app.table_model import TableSource
from ui.hub.joined import joined, played_for
from ui.hub.link import TableLink, seated_in_words, who_plays
from ui.hub.messages import Seated
from words import say

log = logging.getLogger(__name__)


def add_desk_option(command: argparse.ArgumentParser) -> None:
    """`--desk`."""
    command.add_argument(
        "--desk",
        nargs="?",
        const="",
        metavar="CODE",
        help=say("hand the record in at a tournament desk; without a code the desk joined last"),
    )


def join_desk(arguments: argparse.Namespace, tell: Callable[[str], None]) -> Seated | None:
    """Join where `--desk` says, and take over who plays here next. Raises `UserError`.

    What the command line says of event, round, match and length goes first.
    """
    arguments.joined = None
    if arguments.desk is None:
        return None
    arguments.joined = joined(arguments.desk, table_key().signer)
    seated = who_plays(arguments.joined)
    if seated is None:
        return None
    tell(seated_in_words(seated))
    arguments.event = arguments.event or seated.event
    arguments.round = arguments.round if arguments.round is not None else seated.round
    arguments.table = arguments.table or str(seated.table)
    arguments.match = arguments.match or seated.match
    arguments.best_of = arguments.best_of or seated.best_of
    return seated


def seated_plan(plan: Plan, seated: Seated | None) -> Plan:
    """The plan with the names of those whom the desk has paired, unless it names them already."""
    if seated is None or len(seated.players) != 2 or len(plan.players) < 2:
        return plan
    named = {player.name.casefold() for player in plan.players[:2]}
    if named == {name.casefold() for name in seated.players}:
        return plan
    both = zip(plan.players, seated.players, strict=False)
    players = (*(replace(one, name=name) for one, name in both), *plan.players[2:])
    return replace(plan, players=players)


@contextmanager
def handed_in(
    access: Path, source: TableSource, announce: Callable[[str], None]
) -> Iterator[TableLink]:
    """Hand in the record of this source while it lasts. Raises `UserError`."""
    from ui.hub.connection import HubAccess  # noqa: PLC0415 - only at a tournament

    joined_desk = HubAccess.at(access)
    record = source.latest().journal
    if not record:
        announce(say("This game is kept in memory only: the desk gets nothing of it."))
    records = played_for(joined_desk.event, Path(record)) if record else ()
    link = TableLink(access, records, announce, source)
    announce(
        say(
            "This table ({table}) hands in to {event}.",
            table=joined_desk.table,
            event=joined_desk.title,
        )
    )
    try:
        yield link
    finally:
        link.close()
