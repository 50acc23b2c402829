"""Reads the printed texts of whole sets and writes what was understood as data.

    python -m models.card_reader [--texts FILE] [--set AVX ...] [--refused] [--write]

Without `--write` it only says how many cards of each set it understands; `--refused` adds which
words it did not. Cards written by hand are left to their own module; where the reader understands
them too, the two must agree.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from models.card_reader.dice_phrases import NotUnderstoodError
from models.card_reader.reader import read_card
from models.card_reader.reviewed import LEFT_OUT
from models.card_reader.source import set_as_json
from rules.dicemasters.cards.effects import CardText
from rules.dicemasters.cards.facts import UnknownCardError, card
from rules.dicemasters.cards.texts import written_by_hand

TEXTS = Path("../shared/cards/texts.json")
OUT = Path("rules/dicemasters/cards/texts/read")


def main() -> int:
    """Read, report, and write where asked to."""
    parser = argparse.ArgumentParser(prog="python -m models.card_reader")
    parser.add_argument("--texts", type=Path, default=TEXTS)
    parser.add_argument("--set", nargs="*", default=[])
    parser.add_argument("--refused", action="store_true")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    if not chosen.texts.is_file():
        print(f"{chosen.texts} is not there: name the texts with --texts.", file=sys.stderr)
        return 2
    wanted = {name.lower() for name in chosen.set}
    total = read = 0
    for short, texts in _by_set(json.loads(chosen.texts.read_text("utf-8"))).items():
        if wanted and short.lower() not in wanted:
            continue
        understood, refused = read_set(texts)
        total, read = total + len(texts), read + len(understood)
        print(f"{short}: {len(understood)} of {len(texts)}")
        if chosen.refused:
            for code, words in refused.items():
                print(f"  {code}: {words}")
        if chosen.write:
            write_set(short, understood)
    print(f"all: {read} of {total}")
    return 0


def _by_set(written: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for code, entry in written.items():
        try:
            found.setdefault(card(code).set, {})[code] = entry["text"]
        except UnknownCardError as error:
            print(error, file=sys.stderr)
    return found


def read_set(texts: Mapping[str, str]) -> tuple[dict[str, CardText], dict[str, str]]:
    """What was understood of a set, and the words that were not."""
    understood: dict[str, CardText] = {}
    refused: dict[str, str] = {}
    for code, text in texts.items():
        if code in LEFT_OUT:
            refused[code] = LEFT_OUT[code]
            continue
        try:
            understood[code] = read_card(code, text)
        except NotUnderstoodError as error:
            refused[code] = str(error)
    return understood, refused


def write_set(short: str, understood: Mapping[str, CardText]) -> None:
    """Write the data of one set; cards written by hand are not in it."""
    box = short.lower()
    by_hand = written_by_hand(box)
    texts = {code: text for code, text in understood.items() if code not in by_hand}
    path = OUT / f"{box}.json"
    path.unlink(missing_ok=True)
    if texts:
        path.write_text(set_as_json(texts), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
