"""What is decided before a game: which game, which format, who brings what, who begins."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from ui.errors import UserError
from ui.games import known_game
from ui.places import folder, home

IRONDIE: Final = "irondie"
IRONDIE_FORMAT: Final = "standard"
LAST: Final = "last-setup.json"


@dataclass(frozen=True, slots=True)
class Side:
    """One player: a name, and what they bring as it was written."""

    name: str
    brings: str  # a team link, or IRONDIE's nine dice: "smasher-black, assault-red, ..."


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that could be started."""

    game: str  # "avx"
    format: str  # "tournament"
    sides: tuple[Side, ...]
    centre: str = ""  # basic actions that nobody brings, as a link
    first: int = 0  # the seat that begins


@dataclass(frozen=True, slots=True)
class Finding:
    """What is to be said about one side; `legal` False stops the start."""

    legal: bool
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """Something a search found that a side could bring."""

    text: str
    entry: str  # as it is added to `Side.brings`


def formats(game: str) -> tuple[str, ...]:
    """The formats the game's book knows."""
    if game == IRONDIE:
        return (IRONDIE_FORMAT,)
    from rules.dicemasters.cards.formats import FORMATS  # noqa: PLC0415 - only the chosen game

    return tuple(name for name, chosen in FORMATS.items() if game in chosen.sections)


def example(game: str) -> Plan:
    """The rulebook's own first game, ready to start."""
    known_game(game)
    if game == IRONDIE:
        from rules.irondie.game import demo_setup  # noqa: PLC0415 - only the chosen game

        written = demo_setup()
        pairs = zip(written["names"], written["sets"], strict=True)
        return Plan(
            game, IRONDIE_FORMAT, tuple(Side(name, ", ".join(dice)) for name, dice in pairs)
        )
    from rules.dicemasters.cards.formats import DEMO_TEAMS  # noqa: PLC0415 - only the chosen game

    first, second, centre = DEMO_TEAMS[game]
    return Plan(game, "demo", (Side("Player A", first), Side("Player B", second)), centre)


def needs_centre(plan: Plan) -> bool:
    """Whether basic actions lie there that nobody brings."""
    if plan.game == IRONDIE:
        return False
    from rules.dicemasters.cards.formats import format_named  # noqa: PLC0415 - the same

    with suppress(ValueError):
        return format_named(plan.format, plan.game).shared_basics is not None
    return False


def examine(plan: Plan, seat: int) -> tuple[Finding, ...]:
    """Everything that is wrong with what this side brings, or one line that all is well."""
    try:
        found = _irondie_faults(plan, seat) if plan.game == IRONDIE else _team_faults(plan, seat)
    except ValueError as error:
        return (Finding(legal=False, text=str(error)),)
    return found


def _irondie_faults(plan: Plan, seat: int) -> tuple[Finding, ...]:
    from rules.irondie.dice import parse_set  # noqa: PLC0415 - only the chosen game

    dice = parse_set(_words(plan.sides[seat].brings), seat, plan.sides[seat].name)
    return (Finding(legal=True, text=f"{len(dice)} dice"),)


def _team_faults(plan: Plan, seat: int) -> tuple[Finding, ...]:
    from rules.dicemasters.cards.formats import format_named  # noqa: PLC0415 - the same
    from rules.dicemasters.cards.legality import check  # noqa: PLC0415 - the same
    from rules.dicemasters.cards.team import read_link  # noqa: PLC0415 - the same

    team = read_link(plan.sides[seat].brings, plan.sides[seat].name)
    violations = check(team, format_named(plan.format, plan.game), plan.game)
    if not violations:
        counted = f"{len(team.cards)} cards, {team.dice} dice, {len(team.basics)} basic actions"
        return (Finding(legal=True, text=counted),)
    return tuple(
        Finding(legal=False, text=f"{violation.text} {violation.remedy}".strip())
        for violation in violations
    )


def faults(plan: Plan) -> tuple[str, ...]:
    """Why the game cannot start; empty when it can."""
    found = [
        f"{side.name}: {finding.text}"
        for seat, side in enumerate(plan.sides)
        for finding in examine(plan, seat)
        if not finding.legal
    ]
    if not found:
        try:
            known_game(plan.game).load().new(setup_of(plan))
        except (ValueError, UserError) as error:
            found.append(str(error))
    return tuple(found)


def setup_of(plan: Plan) -> dict[str, Any]:
    """What `Game.new` is given. Raises `UserError` when something cannot be read."""
    names = [side.name for side in plan.sides]
    try:
        if plan.game == IRONDIE:
            return {"names": names, "sets": [_words(side.brings) for side in plan.sides]}
        from rules.dicemasters.cards.team import read_link, setup_of_teams  # noqa: PLC0415 - the same

        teams = [read_link(side.brings, side.name) for side in plan.sides]
        centre = read_link(plan.centre).choices if needs_centre(plan) and plan.centre else ()
        return {**setup_of_teams(teams, plan.format, centre), "first": plan.first}
    except ValueError as error:
        raise UserError(str(error)) from None


def search(plan: Plan, words: str, limit: int = 30) -> tuple[Hit, ...]:
    """What could be brought, by name."""
    if not words.strip():
        return ()
    if plan.game == IRONDIE:
        return _irondie_hits(words, limit)
    from rules.dicemasters.cards import search as search_cards  # noqa: PLC0415 - the same

    found = []
    for printing in search_cards(words, limit):
        energy = "/".join(printing.energy)
        text = f"{printing.name} ({printing.code}) {printing.cost} {energy}".rstrip()
        count = 3 if printing.is_basic else min(2, printing.max_dice)
        found.append(Hit(text, f"{count}x{printing.code}"))
    return tuple(found)


def _irondie_hits(words: str, limit: int) -> tuple[Hit, ...]:
    from rules.irondie.dice import COLOURS, TYPES  # noqa: PLC0415 - only the chosen game

    wanted = words.casefold().split()
    kinds = [f"{name}-{colour}" for name in TYPES for colour in COLOURS]
    found = [kind for kind in kinds if all(word in kind for word in wanted)]
    return tuple(Hit(kind.replace("-", " "), kind) for kind in found[:limit])


def with_hit(plan: Plan, seat: int, hit: Hit) -> Plan:
    """The plan in which this side brings that, too."""
    side = plan.sides[seat]
    separator = ", " if plan.game == IRONDIE else ";"
    brings = separator.join(part for part in (side.brings.strip(" ;,"), hit.entry) if part)
    return with_side(plan, seat, replace(side, brings=brings))


def with_side(plan: Plan, seat: int, side: Side) -> Plan:
    """The plan with another side at this seat."""
    sides = tuple(side if at == seat else kept for at, kept in enumerate(plan.sides))
    return replace(plan, sides=sides)


def from_file(path: Path, plan: Plan) -> Plan:
    """The plan of a team file. Raises `UserError`."""
    from rules.dicemasters.cards.team import TeamError, read_file, write_link  # noqa: PLC0415 - the same

    try:
        written = read_file(path)
    except TeamError as error:
        raise UserError(str(error)) from None
    sides = [
        Side(team.name or plan.sides[seat].name, write_link(team))
        for seat, team in enumerate(written.teams[: len(plan.sides)])
    ]
    sides += plan.sides[len(sides) :]
    centre = ";".join(f"{choice.dice}x{choice.card.code}" for choice in written.centre)
    return Plan(written.edition, written.format.name, tuple(sides), centre, plan.first)


def remember(plan: Plan) -> None:
    """Keep the plan for the next time; not being able to is no reason to stop."""
    with suppress(OSError, UserError):
        folder(".")
        (home() / LAST).write_text(json.dumps(asdict(plan), indent=1), encoding="utf-8")


def last_plan() -> Plan | None:
    """The plan of the last game, if there was one and it can still be read."""
    try:
        written = json.loads((home() / LAST).read_text(encoding="utf-8"))
        return _read_plan(written)
    except (OSError, ValueError, TypeError, KeyError, UserError):
        return None


def _read_plan(written: Mapping[str, Any]) -> Plan:
    known_game(written["game"])
    sides = tuple(Side(str(side["name"]), str(side["brings"])) for side in written["sides"])
    if len(sides) < 2:
        raise ValueError("a game needs two sides")
    return Plan(
        written["game"],
        str(written["format"]),
        sides,
        str(written["centre"]),
        int(written["first"]),
    )


def _words(written: str) -> Sequence[str]:
    return [word.strip() for word in written.replace(";", ",").split(",") if word.strip()]
