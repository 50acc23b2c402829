"""Gathers the sentences of the code into the words files: `make words`.

What is new stands there without a translation, what no code says any more is gone, and a sentence
that was changed is a new one. Then the catalogues are compiled.
"""

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from ui.words.pages import said_in_script, said_on_page
from words.compiling import LOCALE, compile_catalogues

ROOT = Path(__file__).parents[2]
ROOMS = ("calibration", "diceref", "hardware", "rules", "ui", "vision", "words")
"""Where sentences for people stand; `models` and the benchmarks speak to engineers, in English."""

HEAD = b"# DiceRef's words. Changed by hand; `make words` adds what is new and compiles it.\n"
DATES = (
    b'"Project-', b'"Report-', b'"POT-', b'"PO-', b'"Last-', b'"Language-Team', b'"Generated-',
)  # fmt: skip

SAID_BY: Any = {
    "tr": None, "say": None, "ptr": ((1, "c"), 2), "ntr": (1, 2), "nsay": (1, 2),
}  # fmt: skip


def calls(
    source: BinaryIO,
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, Any],
) -> Iterator[tuple[int, str, list[Any], list[str]]]:
    """The calls that say something, for Babel, which does not look into f-strings."""
    del comment_tags, options
    for node in ast.walk(ast.parse(source.read())):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in keywords:
                words = [one.value if isinstance(one, ast.Constant) else None for one in node.args]
                yield node.lineno, name, words, []


def shown_on_pages(
    source: BinaryIO,
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, Any],
) -> Iterator[tuple[int, str, str, list[str]]]:
    """What stands on pages and what their scripts say."""
    del keywords, comment_tags, options
    content = source.read().decode()
    found = said_on_page(content) if content.startswith("<!doctype") else said_in_script(content)
    yield from ((0, "say", said, []) for said in found)


METHOD: Any = [("**.py", calls), ("**.js", shown_on_pages), ("**.html", shown_on_pages)]


def sentences() -> Catalog:
    """Every sentence of the code."""
    catalogue = Catalog(charset="utf-8")
    for room in ROOMS:
        for _, _, said, _, context in extract_from_dir(ROOT / room, METHOD, keywords=SAID_BY):
            if said and all(said):
                catalogue.add(said, context=context)
    return catalogue


def words_file(language: str) -> Path:
    """Where the words of a language stand."""
    return LOCALE / language / "LC_MESSAGES" / "diceref.po"


def read_words(language: str) -> Catalog:
    """The words of a language as they are written."""
    with words_file(language).open("rb") as source:
        return read_po(source, locale=language)


def missing(catalogue: Catalog) -> Iterator[Message]:
    """Sentences without words."""
    for message in catalogue:
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(said):
            yield message


def renew(language: str) -> Catalog:
    """The words file with the sentences of today."""
    known, fresh = read_words(language), Catalog(locale=language, charset="utf-8", fuzzy=False)
    for message in sentences():
        if message.id:
            before = known.get(message.id, message.context)
            fresh.add(message.id, before.string if before else None, context=message.context)
    write_words(language, fresh)
    return fresh


def write_words(language: str, catalogue: Catalog) -> None:
    """In an order that does not change, and without a date: two changes seldom meet in a line."""
    written = BytesIO()
    write_po(written, catalogue, width=100, sort_output=True)
    lines = written.getvalue().splitlines(keepends=True)
    begins = lines.index(b'msgid ""\n')
    kept = [line for line in lines[begins:] if not line.startswith(DATES)]
    words_file(language).write_bytes(HEAD + b"".join(kept))


def main() -> int:
    """Renew and compile every language; say what lacks words."""
    lacking = 0
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/diceref.po")):
        for message in missing(renew(path.parts[-3])):
            lacking += 1
            print(f"{path.relative_to(ROOT)} has no words for {message.id!r}")
    compile_catalogues()
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
