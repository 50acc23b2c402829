"""What is printed on every card and its die: names, costs, faces, keywords, colours.

The table `printings.csv` holds one line per printing and is read as text; one card is one line
of it, so a lookup parses that line only. Where sources disagree, both values stay on the card.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from rules.core.near import near
from words import joined, tr

COLUMNS: Final = (
    "code,title,subtitle,type,cost,energy,affiliations,alignment,rarity,max_dice,levels,source,"
    "levels_a,levels_b,keywords,timing,text,global_cost,flip,cost_said,number_said,body,ink"
)
TABLE: Final = "printings.csv"
SETS: Final = "sets.csv"
TYPES: Final = ("Character", "Action", tr("Basic Action"), tr("Epic Basic Action"), "Sidekick")
ENERGY_TYPES: Final = ("Bolt", "Fist", "Mask", "Shield")

_OLD_CODE = re.compile(r"(\d+)([a-z][a-z0-9]*)", re.IGNORECASE)
_NEW_CODE = re.compile(r"([a-z][a-z0-9]*?)(\d{3})", re.IGNORECASE)
_LEVEL = re.compile(r"(\d+)-(\d+)-(\d+)(\*{0,2})")
_COLOUR = re.compile(r"#[0-9a-f]{6}|")


class UnknownCardError(ValueError):
    """No such card; the message names the nearest ones."""


class CardTableError(ValueError):
    """A card table is damaged; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Level:
    """One character face: fielding cost, attack, defence and 0, 1 or 2 burst stars."""

    field: int
    attack: int
    defence: int
    burst: int = 0


@dataclass(frozen=True, slots=True)
class EnergySide:
    """One energy face: Bolt, Fist, Mask, Shield, Wild or Generic, and how much of it."""

    energy: str
    amount: int


@dataclass(frozen=True, slots=True)
class Card:
    """One printing and its die.

    `energy_faces`, then `levels`, then `action_faces` are the die's six faces in that order.
    `conflicts` says in plain words where the sources disagree; `assumed` says which faces no
    source shows and what is assumed instead.
    """

    code: str  # "12avx": number and set as team links write them
    set: str
    number: int
    title: str
    subtitle: str
    type: str
    cost: int
    energy: tuple[str, ...]  # the card's own energy types; two or more on crossover cards
    affiliations: tuple[str, ...]
    alignment: str
    rarity: str
    max_dice: int
    levels: tuple[Level, ...]
    energy_faces: tuple[EnergySide, ...]
    action_faces: tuple[int, ...]  # burst stars of each action face
    keywords: tuple[str, ...]
    timing: tuple[str, ...]  # when its text speaks, where that is known
    has_text: bool
    burst_text: tuple[str, ...]  # "*", "**": bursts its text speaks of
    global_cost: str  # "" when it has no global ability
    flip: bool
    faces_source: str
    conflicts: tuple[str, ...]
    assumed: str
    body: str  # "#rrggbb", or "" when nobody measured it
    ink: str

    @property
    def name(self) -> str:
        """Title and subtitle as a player says them."""
        return f"{self.title}: {self.subtitle}" if self.subtitle else self.title

    @property
    def is_character(self) -> bool:
        """Whether its die has character faces."""
        return self.type == "Character"

    @property
    def is_basic(self) -> bool:
        """Whether both players may buy its dice (a basic action card)."""
        return self.type in ("Basic Action", "Epic Basic Action")

    @property
    def faces_known(self) -> bool:
        """Whether all six faces can be named (assumed ones included)."""
        return len(self.energy_faces) + len(self.levels) + len(self.action_faces) == 6


SIDEKICK: Final = Card(
    code="sidekick",
    set="",
    number=0,
    title="Sidekick",
    subtitle="",
    type="Sidekick",
    cost=0,
    energy=(),
    affiliations=(),
    alignment="",
    rarity="",
    max_dice=8,
    levels=(Level(0, 1, 1),),
    energy_faces=tuple(EnergySide(energy, 1) for energy in (*ENERGY_TYPES, "Wild")),
    action_faces=(),
    keywords=(),
    timing=(),
    has_text=False,
    burst_text=(),
    global_cost="",
    flip=False,
    faces_source=tr("every rulebook"),
    conflicts=(),
    assumed="",
    body="#ffffff",
    ink="#000000",
)


def card(code: str) -> Card:
    """The printing with this code, written `12avx` or `AVX012`.

    Raises:
        UnknownCardError: no such card; the message suggests the nearest.
        CardTableError: the table's line for this card is damaged.
    """
    code = code[:LONGEST_QUERY]
    return _card(normal_code(code) or code.strip().lower())


@lru_cache(maxsize=8192)  # every printing there is
def _card(code: str) -> Card:
    if code == SIDEKICK.code:
        return SIDEKICK
    number, line = _lines_by_code(table_text(TABLE)).get(code, (0, ""))
    if not number:
        raise UnknownCardError(_unknown(code))
    return _parse(line, number)


@lru_cache(maxsize=1)
def _lines_by_code(table: str) -> Mapping[str, tuple[int, str]]:
    """The number and the text of every card's line."""
    return {
        line.partition(",")[0]: (number, line)
        for number, line in enumerate(table.splitlines()[1:], start=2)
    }


def normal_code(written: str) -> str | None:
    """`12avx` for both `12avx` and `AVX012`; None when it has neither form."""
    written = written.strip()
    if old := _OLD_CODE.fullmatch(written):
        return f"{int(old[1])}{old[2].lower()}"
    if new := _NEW_CODE.fullmatch(written):
        return f"{int(new[2])}{new[1].lower()}"
    return None


@lru_cache(maxsize=1)
def all_cards() -> tuple[Card, ...]:
    """Every printing, in the order of the table: set by set, by collector number."""
    lines = table_text(TABLE).splitlines()
    if lines[0] != COLUMNS:
        raise CardTableError(f"{TABLE} line 1: the column names are not those of a card table")
    cards = tuple(_parse(line, number) for number, line in enumerate(lines[1:], start=2))
    seen: dict[str, int] = {}
    for number, printing in enumerate(cards, start=2):
        if printing.code in seen:
            raise CardTableError(
                f"{TABLE} line {number}: {printing.code} stands on line {seen[printing.code]} too"
            )
        seen[printing.code] = number
    return cards


@lru_cache(maxsize=1)
def set_names() -> Mapping[str, str]:
    """The sets' full names by their short names: `AvX` is `Marvel: Avengers vs. X-Men`."""
    rows = list(csv.reader(table_text(SETS).splitlines()))
    for number, row in enumerate(rows, start=1):
        if len(row) != 3:
            raise CardTableError(f"{SETS} line {number}: 3 fields expected, {len(row)} found")
    return {row[0]: row[1] for row in rows[1:]}


@lru_cache(maxsize=4)
def table_text(name: str) -> str:
    """A table's whole text, read once."""
    return files("rules.dicemasters.cards").joinpath(name).read_text(encoding="utf-8")


LONGEST_QUERY: Final = 200
"""Letters; what is longer is no name of a card."""


def find_cards(query: str, limit: int = 20) -> tuple[Card, ...]:
    """Printings that match the words of `query`, best first.

    A code or a set's short name counts as a word; titles may be misspelt.
    """
    query = query[:LONGEST_QUERY]
    code = normal_code(query)
    if code is not None and (exact := [c for c in all_cards() if c.code == code]):
        return tuple(exact)
    words = _words(query)
    if not words:
        return ()
    found = [c for c in all_cards() if all(any(w in t for t in _haystack(c)) for w in words)]
    if not found:
        found = _misspelt(words)
    return tuple(sorted(found, key=lambda c: _rank(c, words))[:limit])


MOST_WORDS: Final = 8
"""Of what is looked for; more are no name of a card."""


def _misspelt(words: list[str]) -> list[Card]:
    """Printings whose names are nearest to the words: as many of the words as possible."""
    vocabulary = {word for c in all_cards() for word in _words(c.name)}
    meant = [set(near(word, vocabulary, 5, 0.7)) for word in words[:MOST_WORDS]]
    hits = {c.code: sum(bool(n.intersection(_words(c.name))) for n in meant) for c in all_cards()}
    most = max(hits.values())
    return [c for c in all_cards() if most and hits[c.code] == most]


def faces(printing: Card) -> tuple[Mapping[str, Any], ...]:
    """The six faces in the form of `diceref read --json`: energy, then levels, then action.

    Raises `ValueError` when no source shows the character faces.
    """
    if not printing.faces_known:
        raise ValueError(
            tr(
                "No source shows the faces of {code} ({name}); write them into the team file.",
                code=printing.code,
                name=printing.name,
            )
        )
    energy = tuple(
        {"family": "dicemasters", "kind": "energy", "energy": side.energy, "amount": side.amount}
        for side in printing.energy_faces
    )
    levels = tuple(
        {
            "family": "dicemasters",
            "kind": "character",
            "field": level.field,
            "attack": level.attack,
            "defence": level.defence,
            "burst": level.burst,
        }
        for level in printing.levels
    )
    actions = tuple(
        {"family": "dicemasters", "kind": "action", "burst": burst}
        for burst in printing.action_faces
    )
    return energy + levels + actions


def with_levels(printing: Card, levels: tuple[Level, ...]) -> Card:
    """A card whose character faces its owner has read off the die."""
    energy_faces, action_faces, assumed = _other_faces(printing.type, printing.energy, levels)
    return replace(
        printing,
        levels=levels,
        energy_faces=energy_faces,
        action_faces=action_faces,
        assumed=assumed or tr("character faces as its owner declares them"),
    )


DECLARED: Final = tr("declared by its owner")
"""The source of a card that no list has."""

AS_DECLARED: Final = "Nova: Quasar, Character, 4 Bolt, 4 dice, 1-2-3/1-3-4/2-4-5"


def declared_card(code: str, written: str) -> Card:
    """A card nobody knows, as its owner declares it: see `AS_DECLARED`. Raises `ValueError`."""
    named = _OLD_CODE.fullmatch(code)
    if named is None:
        raise ValueError(
            tr("'{code}' is no code for a card; write a number and letters, as 1own.", code=code)
        )
    parts = [part.strip() for part in written.split(",")]
    try:
        name, kind, cost, dice, shown = _parts_declared(parts)
        amount, _, energy = cost.partition(" ")
        levels = read_levels(shown)
        kinds = tuple(energy.split("/")) if energy else ()
        for each in kinds:
            _must_be("energy", each, ENERGY_TYPES)
        numbers = _number(tr("the cost"), amount), _number(tr("the dice"), dice.split(" ")[0])
    except ValueError as error:
        raise ValueError(
            tr(
                '{code}: {error}; write {code} = "{AS_DECLARED}".',
                code=code,
                error=error,
                AS_DECLARED=AS_DECLARED,
            )
        ) from None
    title, _, subtitle = name.partition(": ")
    energy_faces, action_faces, assumed = _other_faces(kind, kinds, levels)
    plain = replace(SIDEKICK, code=code, set=named[2], number=int(named[1]), type=kind)
    return replace(
        plain, title=title, subtitle=subtitle, cost=numbers[0], max_dice=numbers[1], energy=kinds,
        levels=levels, energy_faces=energy_faces, action_faces=action_faces, has_text=True,
        faces_source=DECLARED, assumed=assumed, body="", ink="",
    )  # fmt: skip


def _parts_declared(parts: list[str]) -> tuple[str, str, str, str, str]:
    """Name, type, cost, dice and levels; an action card has none of the last."""
    if not 4 <= len(parts) <= 5:
        raise ValueError(tr("something is missing") if len(parts) < 4 else tr("there is too much"))
    name, kind, cost, dice, *levels = parts
    _must_be(tr("the type"), kind, ("Character", "Action"))
    if (kind == "Character") != bool(levels):
        raise ValueError(tr("only a character has levels, and must have them"))
    return name, kind, cost, dice, "".join(levels)


def write_declared(printing: Card) -> str:
    """The inverse of `declared_card`."""
    cost = f"{printing.cost} {'/'.join(printing.energy)}".rstrip()
    parts = [printing.name, printing.type, cost, tr("{max_dice} dice", max_dice=printing.max_dice)]
    return ", ".join([*parts, write_levels(printing.levels)] if printing.levels else parts)


def read_levels(written: str) -> tuple[Level, ...]:
    """Levels from `0-1-2*/0-2-3/1-2-4`: field, attack, defence and burst stars of each."""
    if not written:
        return ()
    levels = []
    for part in written.split("/"):
        match = _LEVEL.fullmatch(part)
        if match is None:
            raise ValueError(tr("'{part}' is no level; write one as 1-3-4 or 1-3-4*", part=part))
        levels.append(Level(int(match[1]), int(match[2]), int(match[3]), len(match[4])))
    return tuple(levels)


def write_levels(levels: tuple[Level, ...]) -> str:
    """The inverse of `read_levels`."""
    return "/".join(f"{x.field}-{x.attack}-{x.defence}{'*' * x.burst}" for x in levels)


def _parse(line: str, number: int) -> Card:
    row = next(csv.reader([line]), [])
    names = COLUMNS.split(",")
    if len(row) != len(names):
        raise CardTableError(
            f"{TABLE} line {number}: {len(names)} fields expected, {len(row)} found"
        )
    cell = dict(zip(names, row, strict=True))
    try:
        return _build(cell)
    except ValueError as error:
        raise CardTableError(f"{TABLE} line {number} ({cell['code']}): {error}") from error


def _build(cell: Mapping[str, str]) -> Card:
    code = _OLD_CODE.fullmatch(cell["code"])
    if code is None:
        raise ValueError(tr("'{cell}' is no card code", cell=cell["code"]))
    energy = _list(cell["energy"])
    _must_be("type", cell["type"], TYPES)
    for kind in energy:
        _must_be("energy", kind, ENERGY_TYPES)
    for ink in (cell["body"], cell["ink"]):
        if _COLOUR.fullmatch(ink) is None:
            raise ValueError(tr("'{ink}' is no colour", ink=ink))
    levels = SIDEKICK.levels if cell["type"] == "Sidekick" else read_levels(cell["levels"])
    energy_faces, action_faces, assumed = _other_faces(cell["type"], energy, levels)
    text = cell["text"]
    return Card(
        code=cell["code"],
        set=_set_of(code[2]),
        number=int(code[1]),
        title=cell["title"],
        subtitle=cell["subtitle"],
        type=cell["type"],
        cost=_number("cost", cell["cost"]),
        energy=energy,
        affiliations=_list(cell["affiliations"]),
        alignment=cell["alignment"],
        rarity=cell["rarity"],
        max_dice=_number("max_dice", cell["max_dice"]),
        levels=levels,
        energy_faces=energy_faces,
        action_faces=action_faces,
        keywords=_list(cell["keywords"]),
        timing=_list(cell["timing"]),
        has_text=text.startswith("t"),
        burst_text=_list(text.removeprefix("t")),
        global_cost=cell["global_cost"],
        flip=cell["flip"] == "yes",
        faces_source=cell["source"],
        conflicts=tuple(_conflicts(cell)),
        assumed=assumed,
        body=cell["body"],
        ink=cell["ink"],
    )


def _other_faces(  # noqa: PLR0911 - one return per kind of die
    card_type: str, energy: tuple[str, ...], levels: tuple[Level, ...]
) -> tuple[tuple[EnergySide, ...], tuple[int, ...], str]:
    """Energy faces, action faces, and a sentence where they are assumed."""
    if card_type == "Sidekick":
        return SIDEKICK.energy_faces, (), ""
    if card_type in ("Basic Action", "Epic Basic Action"):
        return (EnergySide("Generic", 2),) * 3, (0, 1, 2), ""
    own = energy[0] if energy else "Generic"
    if card_type == "Action":
        single = EnergySide(own, 1 if energy else 2)
        sides = (single, EnergySide(own, 2), EnergySide(own, 2))
        return sides, (0, 1, 2), tr("no source shows this die: three energy and three action faces")
    if not levels:
        return (), (), tr("no source shows this die's character faces")
    if len(energy) > 1:
        other = energy[1]
        return (
            (EnergySide(own, 1), EnergySide(own, 2), EnergySide(other, 2)),
            (),
            tr("no source shows the energy faces of dice with several energy types"),
        )
    if len(levels) == 4:
        return (
            (EnergySide(own, 1), EnergySide(own, 2)),
            (),
            tr("a die with four levels: one single and one double energy face assumed"),
        )
    return (EnergySide(own, 1), EnergySide(own, 2), EnergySide(own, 2)), (), ""


def _conflicts(cell: Mapping[str, str]) -> Iterator[str]:
    if cell["levels_a"] or cell["levels_b"]:
        said = [
            tr("source {s} has {cell}", s=s, cell=cell[f"levels_{s.lower()}"])
            for s in "AB"
            if _said(cell, s)
        ]
        yield tr("levels {cell} chosen; ", cell=cell["levels"]) + joined(", ", said)
    if cell["cost_said"]:
        yield tr(
            "cost {cell} chosen; sources say {cell2}", cell=cell["cost"], cell2=cell["cost_said"]
        )
    if cell["number_said"]:
        yield tr("collector number: sources say {cell}", cell=cell["number_said"])


def _said(cell: Mapping[str, str], source: str) -> bool:
    return bool(cell[f"levels_{source.lower()}"])


def _list(written: str) -> tuple[str, ...]:
    return tuple(part for part in written.split(";") if part)


def _number(name: str, written: str) -> int:
    if not written.isdigit():
        raise ValueError(tr("{name} '{written}' is no number", name=name, written=written))
    return int(written)


def _must_be(name: str, written: str, allowed: tuple[str, ...]) -> None:
    if written not in allowed:
        raise ValueError(
            tr(
                "{name} '{written}' is none of {names}",
                name=name,
                written=written,
                names=joined(", ", allowed),
            )
        )


@lru_cache(maxsize=1)
def _sets_by_code() -> Mapping[str, str]:
    return {name.lower(): name for name in set_names()}


def _set_of(written: str) -> str:
    name = _sets_by_code().get(written.lower())
    if name is None:
        raise ValueError(tr("set '{written}' is not in {SETS}", written=written, SETS=SETS))
    return name


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9#]+", text.lower().replace("'", "").replace(".", ""))


def _haystack(printing: Card) -> tuple[str, ...]:
    words = _words(printing.name)
    return (*words, "".join(words), printing.code, printing.set.lower())


def _rank(printing: Card, words: list[str]) -> tuple[int, str]:
    """Whole title first, then title words, then the rest in the order of the table."""
    title = _words(printing.title)
    if title == words:
        place = 0
    elif all(word in title for word in words):
        place = 1
    else:
        place = 2 if any(word in title for word in words) else 3
    return place, printing.title if place < 3 else ""


def _unknown(written: str) -> str:
    match = _OLD_CODE.fullmatch(written)
    if match is None:
        meant = [c.code + " " + c.name for c in find_cards(written, 3)]
        hint = (
            tr("did you mean {names}?", names=joined(", ", meant))
            if meant
            else tr("write it as 12avx or AVX012.")
        )
        return tr("There is no card '{written}'; {hint}", written=written, hint=hint)
    name = _sets_by_code().get(match[2])
    if name is not None:
        last = max(c.number for c in all_cards() if c.set == name)
        return tr(
            "There is no card '{written}': {name} has the numbers 1 to {last}.{MAY_DECLARE}",
            written=written,
            name=name,
            last=last,
            MAY_DECLARE=MAY_DECLARE,
        )
    meant = near(match[2], _sets_by_code(), 3, 0.4)
    sets = joined(", ", meant) or "avx, ygo, imw, hhs"
    where = tr("no set is called '{match}'; nearest: {sets}", match=match[2], sets=sets)
    return tr(
        "There is no card '{written}': {where}.{MAY_DECLARE}",
        written=written,
        where=where,
        MAY_DECLARE=MAY_DECLARE,
    )


MAY_DECLARE: Final = tr(" A card in no list can be declared in a team file, under [cards].")
