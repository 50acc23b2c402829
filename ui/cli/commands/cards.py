"""`diceref cards`: what is printed on a card and its die."""

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from rules.dicemasters.cards import Card, faces, find_cards
from rules.dicemasters.cards.facts import CardTableError, set_names
from rules.dicemasters.cards.in_words import text_in_words
from rules.dicemasters.cards.texts import text_of
from rules.dicemasters.presentation.card_words import card_lines
from ui.app.errors import UserError
from words import say, tr


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "cards",
        help=say("look cards up by name, subtitle, code or set"),
        description=say(
            "Finds Dice Masters cards among 4,079 printings; misspelt names find the "
            "nearest. Where sources disagree, all values are shown. Exit code 1 when "
            "nothing is found."
        ),
        epilog=say("examples:\n  diceref cards jade giant\n  diceref cards 12avx --json"),
    )
    command.add_argument(
        "query", nargs="+", metavar="QUERY", help=say("words of the card, or a code")
    )
    command.add_argument("--limit", type=int, default=20, help=say("cards to show at most (20)"))
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the cards found, best first; 1 when there is none."""
    query = " ".join(arguments.query)
    if arguments.limit < 1:
        raise UserError(tr("--limit {limit} shows nothing; use 1 or more.", limit=arguments.limit))
    try:
        found = find_cards(query, arguments.limit)
    except CardTableError as error:
        raise UserError(str(error)) from error
    for printing in found:
        if arguments.json:
            print(json.dumps(card_facts(printing), ensure_ascii=False))
        else:
            print(_told(printing), file=sys.stderr)
    if not found:
        print(say("No card is like '{query}'.", query=query), file=sys.stderr)
    return 0 if found else 1


def card_facts(printing: Card) -> Mapping[str, Any]:
    """One card as plain JSON values."""
    text = text_of(printing.code)
    return {
        "code": printing.code,
        "set": printing.set,
        "set_name": set_names()[printing.set] if printing.set else "",
        "number": printing.number,
        "title": printing.title,
        "subtitle": printing.subtitle,
        "type": printing.type,
        "cost": printing.cost,
        "energy": list(printing.energy),
        "affiliations": list(printing.affiliations),
        "rarity": printing.rarity,
        "max_dice": printing.max_dice,
        "faces": list(faces(printing)) if printing.faces_known else None,
        "keywords": list(printing.keywords),
        "encoded": text is not None,
        "text": list(text_in_words(text, printing.title)) if text is not None else [],
        "global_cost": printing.global_cost,
        "faces_source": printing.faces_source,
        "conflicts": list(printing.conflicts),
        "assumed": printing.assumed,
        "body": printing.body,
        "ink": printing.ink,
    }


def _told(printing: Card) -> str:
    lines = [f"{printing.code:<9}{printing.name}"]
    lines += [f"         {line}" for line in card_lines(printing)]
    return "\n".join(lines)
