"""Teams: links, team files, and whether a team is legal in a format.

A link is what team builders share, `4x12avx;2x17avx;3x27avx`, bare or inside a whole address;
newer ones write `4xAVX012`. A team file is TOML: an edition and one `[[team]]` per side.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

from rules.core.near import near
from rules.core.toml_file import read_toml
from rules.dicemasters.cards.colours import read_colours
from rules.dicemasters.cards.facts import (
    AS_DECLARED,
    DECLARED,
    Card,
    UnknownCardError,
    card,
    declared_card,
    read_levels,
    with_levels,
    write_declared,
    write_levels,
)
from rules.dicemasters.cards.formats import Format, format_named
from words import joined, tr

BUILDER: Final = "https://tb.dicecoalition.com/"
_ENTRY = re.compile(r"(\d+)x(.+)", re.IGNORECASE)
_FILE_FIELDS = ("edition", "format", "centre", "colours", "options", "cards", "team")
OPTIONS: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {"no_first_attack": (False, True), "first_draws": (4, 3, 2, 1)}
)
"""Later tournament practice and the values it may take; the first of each is the books' own."""
_TEAM_FIELDS = ("name", "link", "serials", "faces")


class TeamError(ValueError):
    """A link or a team file that cannot be read; one sentence says where and what to do."""


@dataclass(frozen=True, slots=True)
class TeamCard:
    """One card of a team and how many of its dice come along.

    `serials` are the collector numbers printed on Yu-Gi-Oh! dice, where they are declared.
    """

    card: Card
    dice: int
    serials: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """What one player brings; the eight Sidekicks come along by themselves."""

    name: str
    choices: tuple[TeamCard, ...]

    @property
    def cards(self) -> tuple[TeamCard, ...]:
        """Character and action cards: only their owner may buy these dice."""
        return tuple(choice for choice in self.choices if not choice.card.is_basic)

    @property
    def basics(self) -> tuple[TeamCard, ...]:
        """Basic action cards: anybody may buy these dice."""
        return tuple(choice for choice in self.choices if choice.card.is_basic)

    @property
    def dice(self) -> int:
        """How many dice lie on the character and action cards."""
        return sum(choice.dice for choice in self.cards)


@dataclass(frozen=True, slots=True)
class TeamFile:
    """The teams of one game; `centre` are basic actions that nobody brought (demo, draft)."""

    edition: str
    format: Format
    teams: tuple[Team, ...]
    centre: tuple[TeamCard, ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)  # of dice, by code, as declared
    options: Mapping[str, Any] = field(default_factory=dict)  # see `OPTIONS`


def read_link(
    link: str,
    name: str = "",
    *,
    called: str = tr("the team"),
    declared: Mapping[str, Card] = MappingProxyType({}),
) -> Team:
    """The team a link stands for. Raises `TeamError` naming the entry that is wrong.

    `called`: what the sentence calls the team. `declared`: cards that no list has, by code.
    """
    written = link.strip()
    if len(written) > LONGEST_LINK:
        raise TeamError(
            tr(
                "The link of {called} has {count} letters; no team needs more than {LONGEST_LINK}.",
                called=called,
                count=len(written),
                LONGEST_LINK=LONGEST_LINK,
            )
        )
    if "?" in written:
        query = parse_qs(urlsplit(written).query, keep_blank_values=True)
        if "cards" not in query:
            raise TeamError(tr("This address holds no team: its 'cards=' part is missing."))
        name = name or query.get("name", [""])[0]
        written = query["cards"][0]
    entries = [entry for entry in (part.strip() for part in written.split(";")) if entry]
    if not entries:
        raise TeamError(
            tr("The link of {called} is empty; write it as 4x12avx;2x17avx.", called=called)
        )
    choices = [_entry(called, at, entry, declared) for at, entry in enumerate(entries, start=1)]
    return Team(name, tuple(choices))


LONGEST_LINK: Final = 2000

LONGEST_ENTRY: Final = 20
"""Letters of one card in a link."""


def _entry(called: str, place: int, written: str, declared: Mapping[str, Card]) -> TeamCard:
    match = _ENTRY.fullmatch(written) if len(written) <= LONGEST_ENTRY else None
    if match is None:
        raise TeamError(
            tr(
                "Entry {place} of {called}, {written!r}, is not of the form 4x12avx.",
                place=place,
                called=called,
                written=written[:40],
            )
        )
    try:
        return TeamCard(declared.get(match[2].lower()) or card(match[2]), int(match[1]))
    except ValueError as error:
        raise TeamError(
            tr("Entry {place} of {called}: {error}", place=place, called=called, error=error)
        ) from error


def write_link(team: Team, *, address: bool = False, newer: bool = False) -> str:
    """The team as a link: bare, or a whole address that team builders open."""
    ordered = team.cards + team.basics
    entries = ";".join(f"{each.dice}x{_code(each.card, newer=newer)}" for each in ordered)
    if not address:
        return entries
    named = f"&name={quote(team.name)}" if team.name else ""
    return f"{BUILDER}?view&cards={entries}{named}"


def _code(printing: Card, *, newer: bool) -> str:
    return f"{printing.set.upper()}{printing.number:03d}" if newer else printing.code


def home_edition(team: Team) -> str:
    """The edition whose box most of the cards come from; 2016's book for all other sets."""
    homes = {"AvX": "avx", "YGO": "ygo", "IMW": "imwm", "HHS": "tmnt", "TMNT": "tmnt"}
    sets = Counter(homes.get(choice.card.set, "imwm") for choice in team.choices)
    return sets.most_common(1)[0][0]


def read_file(path: Path) -> TeamFile:
    """A team file. Raises `TeamError` with the file, the field and what to do."""
    try:
        written = read_toml(path)
    except OSError as error:
        raise TeamError(
            tr(
                "{path} cannot be read ({strerror}): name a team file, or write a link as in "
                "2x12avx;2x17avx.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    except ValueError as error:
        raise TeamError(tr("{path} is no TOML: {error}.", path=path, error=error)) from error
    try:
        return _file(written)
    except ValueError as error:
        raise TeamError(f"{path}: {error}") from error


def _file(written: Mapping[str, Any]) -> TeamFile:
    _known_fields(written, _FILE_FIELDS, tr("the file"))
    edition = _text(written, "edition", tr("the file"))
    teams = written.get("team")
    if not isinstance(teams, list) or not teams:
        raise ValueError(tr("no [[team]] is there; add one per side with name and link."))
    centre = (
        read_link(_text(written, "centre", tr("the file")), called=tr("the centre")).choices
        if "centre" in written
        else ()
    )
    name = written.get("format", "demo" if centre else "tournament")
    declared = _cards_declared(written.get("cards", {}))
    return TeamFile(
        edition=edition,
        format=format_named(str(name), edition),
        teams=tuple(_team(place, each, declared) for place, each in enumerate(teams, start=1)),
        centre=centre,
        colours=_colours(written.get("colours", {})),
        options=_options(written.get("options", {})),
    )


def _cards_declared(written: Any) -> Mapping[str, Card]:
    """Cards that no list has."""
    if not isinstance(written, dict):
        raise TeamError(
            tr(
                'cards is no table; write [cards] and below it 1own = "{AS_DECLARED}".',
                AS_DECLARED=AS_DECLARED,
            )
        )
    found = {}
    for code, said in written.items():
        with suppress(UnknownCardError):
            known = card(code)
            raise TeamError(
                tr(
                    "{code} is {name}; a card of your own needs another code, as 1own.",
                    code=known.code,
                    name=known.name,
                )
            )
        found[code] = declared_card(code, str(said))
    return found


def _options(written: Any) -> Mapping[str, Any]:
    if not isinstance(written, dict):
        raise TeamError(tr("options is no table; write options = { no_first_attack = true }."))
    _known_fields(written, tuple(OPTIONS), "options")
    for name, value in written.items():
        if value not in OPTIONS[name]:
            allowed = joined(tr(" or "), (str(each).lower() for each in OPTIONS[name]))
            raise TeamError(
                tr(
                    "options: {name} is {value}; it can be {allowed}.",
                    name=name,
                    value=value,
                    allowed=allowed,
                )
            )
    return written


def _colours(written: Any) -> Mapping[str, str]:
    if not isinstance(written, dict):
        raise TeamError(tr('colours is no table; write colours = { 27avx = "red" }.'))
    found = {}
    for code, colour in written.items():
        read_colours(str(colour))
        found[card(code).code] = str(colour)
    return MappingProxyType(found)


def _team(place: int, written: Mapping[str, Any], own: Mapping[str, Card]) -> Team:
    where = tr("team {place}", place=place)
    if not isinstance(written, dict):
        raise TeamError(
            tr("{where} is no table; write [[team]] and below it name and link.", where=where)
        )
    _known_fields(written, _TEAM_FIELDS, where)
    name = _text(written, "name", where) if "name" in written else ""
    team = read_link(_text(written, "link", where), name, called=where, declared=own)
    serials, shown = _by_card(written, "serials", where), _by_card(written, "faces", where)
    for code in {**serials, **shown}:
        if card(code) not in [choice.card for choice in team.choices]:
            raise ValueError(
                tr(
                    "{where} has no card {code}, of which it gives serials or faces.",
                    where=where,
                    code=code,
                )
            )
    return replace(team, choices=tuple(_declared(each, serials, shown) for each in team.choices))


def _declared(choice: TeamCard, serials: Mapping[str, Any], shown: Mapping[str, Any]) -> TeamCard:
    """The choice with the serials and the faces its file declares."""
    code = choice.card.code
    if code in serials:
        choice = replace(choice, serials=_numbers(code, serials[code]))
    if code in shown:
        levels = read_levels(str(shown[code]))
        choice = replace(choice, card=with_levels(choice.card, levels))
    return choice


def _by_card(written: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    value = written.get(name, {})
    if not isinstance(value, dict):
        raise TeamError(
            tr(
                "{where}: {name} is no table; write {name} = {{ 12avx = … }}.",
                where=where,
                name=name,
            )
        )
    return value


def _numbers(code: str, written: Any) -> tuple[int, ...]:
    if not isinstance(written, list) or not all(isinstance(each, int) for each in written):
        raise TeamError(
            tr("the serials of {code} are no list of numbers, like [71, 9, 9].", code=code)
        )
    return tuple(written)


def _known_fields(written: Mapping[str, Any], allowed: tuple[str, ...], where: str) -> None:
    for name in written:
        if name not in allowed:
            meant = near(name, allowed)
            hint = (
                tr("did you mean '{meant}'?", meant=meant[0])
                if meant
                else tr("known are {names}.", names=joined(", ", allowed))
            )
            raise ValueError(
                tr(
                    "{where} has an unknown field '{name}'; {hint}",
                    where=where,
                    name=name,
                    hint=hint,
                )
            )


def _text(written: Mapping[str, Any], field: str, where: str) -> str:
    value = written.get(field)
    if not isinstance(value, str) or not value:
        raise ValueError(tr('{where} has no {field}; add {field} = "…".', where=where, field=field))
    return value


def setup_of_file(written: TeamFile) -> dict[str, Any]:
    """What `Game.new` needs to start the game of a team file."""
    plain = setup_of_teams(written.teams, written.format.written, written.centre, written.colours)
    return {**plain, "options": dict(written.options)} if written.options else plain


def setup_of_teams(
    teams: Sequence[Team],
    format_name: str,
    centre: Sequence[TeamCard] = (),
    colours: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """The same of teams: each player's cards, and all basic actions in the centre."""
    basics = [*centre, *(choice for team in teams for choice in team.basics)]
    faces = {
        choice.card.code: write_levels(choice.card.levels)
        for team in teams
        for choice in team.cards
        if choice.card.faces_source != DECLARED
        and choice.card.levels != card(choice.card.code).levels
    }
    own = {
        choice.card.code: write_declared(choice.card)
        for team in teams
        for choice in team.cards
        if choice.card.faces_source == DECLARED
    }
    declared = {"faces": faces, "colours": dict(colours), "cards": own}
    return {
        **{name: table for name, table in declared.items() if table},
        "format": format_name,
        "teams": [
            {"name": team.name, "cards": [[each.card.code, each.dice] for each in team.cards]}
            for team in teams
        ],
        "basics": [[choice.card.code, choice.dice] for choice in basics],
    }
