"""Teams: links, team files, and whether a team is legal in a format.

A link is what team builders share, `4x12avx;2x17avx;3x27avx`, bare or inside a whole address;
newer ones write `4xAVX012`. A team file is TOML: an edition and one `[[team]]` per side.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

from rules.core import Citation, Violation
from rules.dicemasters.cards.colours import read_colours
from rules.dicemasters.cards.facts import Card, card, read_levels, with_levels, write_levels
from rules.dicemasters.cards.formats import BOOKS, DEMO, DEMO_TEAMS, Format, format_named

BUILDER: Final = "https://tb.dicecoalition.com/"
_ENTRY = re.compile(r"(\d+)x(.+)", re.IGNORECASE)
_FILE_FIELDS = ("edition", "format", "centre", "colours", "team")
_TEAM_FIELDS = ("name", "link", "serials", "faces")


class TeamError(ValueError):
    """A link or a team file that cannot be read; one sentence says where and what to do."""


@dataclass(frozen=True, slots=True)
class Choice:
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
    choices: tuple[Choice, ...]

    @property
    def cards(self) -> tuple[Choice, ...]:
        """Character and action cards: only their owner may buy these dice."""
        return tuple(choice for choice in self.choices if not choice.card.is_basic)

    @property
    def basics(self) -> tuple[Choice, ...]:
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
    centre: tuple[Choice, ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)  # of dice, by code, as declared


def read_link(link: str, name: str = "") -> Team:
    """The team a link stands for. Raises `TeamError` naming the entry that is wrong."""
    written = link.strip()
    if "?" in written:
        query = parse_qs(urlsplit(written).query, keep_blank_values=True)
        if "cards" not in query:
            raise TeamError("This address holds no team: its 'cards=' part is missing.")
        name = name or query.get("name", [""])[0]
        written = query["cards"][0]
    entries = [entry for entry in (part.strip() for part in written.split(";")) if entry]
    if not entries:
        raise TeamError("The team link is empty; write it as 4x12avx;2x17avx.")
    return Team(name, tuple(_entry(place, entry) for place, entry in enumerate(entries, start=1)))


def _entry(place: int, written: str) -> Choice:
    match = _ENTRY.fullmatch(written)
    if match is None:
        raise TeamError(f"Entry {place} of the team, '{written}', is not of the form 4x12avx.")
    try:
        return Choice(card(match[2]), int(match[1]))
    except ValueError as error:
        raise TeamError(f"Entry {place} of the team: {error}") from error


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
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TeamError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise TeamError(f"{path} is not a text file.") from error
    except tomllib.TOMLDecodeError as error:
        raise TeamError(f"{path} is no TOML: {error}.") from error
    try:
        return _file(written)
    except ValueError as error:
        raise TeamError(f"{path}: {error}") from error


def _file(written: Mapping[str, Any]) -> TeamFile:
    _known_fields(written, _FILE_FIELDS, "the file")
    edition = _text(written, "edition", "the file")
    teams = written.get("team")
    if not isinstance(teams, list) or not teams:
        raise ValueError("no [[team]] is there; add one per side with name and link.")
    centre = read_link(_text(written, "centre", "the file")).choices if "centre" in written else ()
    name = written.get("format", "demo" if centre else "tournament")
    return TeamFile(
        edition=edition,
        format=format_named(str(name), edition),
        teams=tuple(_team(place, each) for place, each in enumerate(teams, start=1)),
        centre=centre,
        colours=_colours(written.get("colours", {})),
    )


def _colours(written: Any) -> Mapping[str, str]:
    if not isinstance(written, dict):
        raise TeamError('colours is no table; write colours = { 27avx = "red" }.')
    found = {}
    for code, colour in written.items():
        read_colours(str(colour))
        found[card(code).code] = str(colour)
    return MappingProxyType(found)


def _team(place: int, written: Mapping[str, Any]) -> Team:
    where = f"team {place}"
    _known_fields(written, _TEAM_FIELDS, where)
    team = read_link(_text(written, "link", where), str(written.get("name", "")))
    serials, shown = written.get("serials", {}), written.get("faces", {})
    for code in {**serials, **shown}:
        if card(code) not in [choice.card for choice in team.choices]:
            raise ValueError(f"{where} has no card {code}, of which it gives serials or faces.")
    return replace(team, choices=tuple(_declared(each, serials, shown) for each in team.choices))


def _declared(choice: Choice, serials: Mapping[str, Any], shown: Mapping[str, Any]) -> Choice:
    """The choice with the serials and the faces its file declares."""
    code = choice.card.code
    if code in serials:
        choice = replace(choice, serials=tuple(int(serial) for serial in serials[code]))
    if code in shown:
        levels = read_levels(str(shown[code]))
        choice = replace(choice, card=with_levels(choice.card, levels))
    return choice


def _known_fields(written: Mapping[str, Any], allowed: tuple[str, ...], where: str) -> None:
    for name in written:
        if name not in allowed:
            near = get_close_matches(name, allowed, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(allowed)}."
            raise ValueError(f"{where} has an unknown field '{name}'; {hint}")


def _text(written: Mapping[str, Any], field: str, where: str) -> str:
    value = written.get(field)
    if not isinstance(value, str) or not value:
        raise ValueError(f'{where} has no {field}; add {field} = "…".')
    return value


def setup(written: TeamFile) -> dict[str, Any]:
    """What `Game.new` needs to start the game of a team file."""
    return setup_of_teams(written.teams, written.format.name, written.centre, written.colours)


def setup_of_teams(
    teams: Sequence[Team],
    format_name: str,
    centre: Sequence[Choice] = (),
    colours: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """The same of teams: each player's cards, and all basic actions in the centre."""
    basics = [*centre, *(choice for team in teams for choice in team.basics)]
    faces = {
        choice.card.code: write_levels(choice.card.levels)
        for team in teams
        for choice in team.cards
        if choice.card.levels != card(choice.card.code).levels
    }
    declared = {"faces": faces, "colours": dict(colours)}
    return {
        **{name: table for name, table in declared.items() if table},
        "format": format_name,
        "teams": [
            {"name": team.name, "cards": [[each.card.code, each.dice] for each in team.cards]}
            for team in teams
        ],
        "basics": [[choice.card.code, choice.dice] for choice in basics],
    }


def check(team: Team, chosen: Format, edition: str) -> tuple[Violation, ...]:
    """Every reason why the team is not legal in this format; empty when it is."""
    cited = chosen.citation(edition)
    return (
        *_sidekicks(team, edition),
        *_titles(team, cited),
        *_amounts(team, chosen, cited),
        *_dice(team, cited),
        *_basics(team, chosen, cited),
        *_serials(team, edition),
        *_demo(team, chosen, edition, cited),
    )


def check_partners(one: Team, other: Team, edition: str) -> tuple[Violation, ...]:
    """What two partners in Doubles may not bring together."""
    cited = format_named("doubles", edition).citation(edition)
    shared = {c.card.title for c in one.choices} & {c.card.title for c in other.choices}
    return tuple(
        Violation(
            "partners-share-a-title",
            f"Both partners bring {title}; a pair may bring each name once.",
            cited,
            f"Let one of them leave {title} at home.",
        )
        for title in sorted(shared)
    )


def check_file(written: TeamFile) -> tuple[tuple[str, Violation], ...]:
    """All violations of a team file, each with the name of its team."""
    found = [
        (team.name or f"team {place}", violation)
        for place, team in enumerate(written.teams, start=1)
        for violation in check(team, written.format, written.edition)
    ]
    if written.format.name == "doubles":
        for pair in (written.teams[:2], written.teams[2:4]):
            if len(pair) == 2:
                named = " and ".join(team.name or "?" for team in pair)
                found += [(named, v) for v in check_partners(*pair, written.edition)]
    return tuple(found)


def _sidekicks(team: Team, edition: str) -> Iterator[Violation]:
    for choice in team.choices:
        if choice.card.type == "Sidekick":
            yield Violation(
                "sidekick-in-team",
                "Sidekicks are no part of a team: every player has exactly eight of them.",
                Citation(BOOKS[edition], "Play Variants"),
                f"Take {choice.card.code} out.",
            )


def _titles(team: Team, cited: Citation) -> Iterator[Violation]:
    for one, other in combinations(team.choices, 2):
        if one.card.title == other.card.title:
            both = f"{one.card.code} and {other.card.code} are both {one.card.title}"
            if one.card == other.card:
                both = f"{one.card.code}, {one.card.name}, stands there twice"
            yield Violation(
                "same-title",
                f"{both}; a team has each title once, whatever the subtitle.",
                cited,
                "Keep one of them.",
            )


def _amounts(team: Team, chosen: Format, cited: Citation) -> Iterator[Violation]:
    if not team.cards:
        yield Violation(
            "no-cards", "The team has no character or action card.", cited, "Choose some."
        )
    if chosen.cards is not None and len(team.cards) > chosen.cards:
        yield Violation(
            "too-many-cards",
            f"The team has {len(team.cards)} cards; {chosen.name} teams have up to "
            f"{chosen.cards}, basic actions not counted.",
            cited,
            f"Take {len(team.cards) - chosen.cards} out.",
        )
    if chosen.dice is not None and team.dice > chosen.dice:
        yield Violation(
            "too-many-dice",
            f"The team has {team.dice} dice; {chosen.name} teams have up to {chosen.dice}, "
            "Sidekicks and basic action dice not counted.",
            cited,
            f"Take {team.dice - chosen.dice} out.",
        )


def _dice(team: Team, cited: Citation) -> Iterator[Violation]:
    for choice in team.cards:
        named = f"{choice.card.code}, {choice.card.name},"
        if choice.dice < 1:
            yield Violation(
                "card-without-dice",
                f"{named} has no die; every card chosen has at least one.",
                cited,
                "Give it a die or leave the card at home.",
            )
        if choice.dice > choice.card.max_dice:
            yield Violation(
                "over-the-die-limit",
                f"{named} has {choice.dice} dice; its card allows {choice.card.max_dice}.",
                cited,
                f"Take {choice.dice - choice.card.max_dice} off it.",
            )


def _basics(team: Team, chosen: Format, cited: Citation) -> Iterator[Violation]:
    if len(team.basics) != chosen.basics:
        yield Violation(
            "wrong-number-of-basic-actions",
            f"The team has {len(team.basics)} basic action cards; in {chosen.name} each player "
            f"brings {chosen.basics or 'none'}.",
            cited,
            "Choose two different ones." if chosen.basics == 2 else "Bring that many.",
        )
    for choice in team.basics:
        if choice.dice not in chosen.basic_dice:
            allowed = " or ".join(str(count) for count in chosen.basic_dice)
            yield Violation(
                "wrong-number-of-basic-dice",
                f"{choice.card.code}, {choice.card.title}, has {choice.dice} dice; a basic "
                f"action card has {allowed}.",
                cited,
                f"Put {allowed} dice on it.",
            )


def _serials(team: Team, edition: str) -> Iterator[Violation]:
    """Yu-Gi-Oh! dice carry serials: one die at least must be the card's own."""
    if edition != "ygo":
        return
    cited = Citation(BOOKS["ygo"], "Customizing Your Force: Serial Numbers")
    for choice in team.cards:
        if not choice.serials:
            continue
        if choice.card.number not in choice.serials:
            yield Violation(
                "no-matching-serial",
                f"None of the dice on {choice.card.code}, {choice.card.name}, carries its "
                f"serial {choice.card.number:03d}.",
                cited,
                "Put one matching die on it, or play the card that matches the dice.",
            )
        odd = [s for s in choice.serials if not _same_title(choice.card, s)]
        if odd or len(choice.serials) != choice.dice:
            yield Violation(
                "wrong-serials",
                f"The serials declared for {choice.card.code} are not those of "
                f"{choice.dice} {choice.card.title} dice.",
                cited,
                "Read the three digits on each die's single-energy face.",
            )


def _same_title(printing: Card, serial: int) -> bool:
    try:
        return card(f"{serial}{printing.set.lower()}").title == printing.title
    except ValueError:
        return False


def _demo(team: Team, chosen: Format, edition: str, cited: Citation) -> Iterator[Violation]:
    if chosen is not DEMO:
        return
    brought = Counter({choice.card.code: choice.dice for choice in team.choices})
    sides = [read_link(link) for link in DEMO_TEAMS[edition][:2]]
    if all(brought != Counter({c.card.code: c.dice for c in side.choices}) for side in sides):
        yield Violation(
            "not-the-demo-team",
            "The demo game is played with the two teams the book names.",
            cited,
            f"Use {DEMO_TEAMS[edition][0]} or {DEMO_TEAMS[edition][1]}.",
        )
