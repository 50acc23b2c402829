"""Whether a team is legal in a format: every reason against it, with book and section."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from rules.core import Citation, Violation
from rules.dicemasters.cards.facts import Card, card
from rules.dicemasters.cards.formats import BOOKS, DEMO, DEMO_TEAMS, Format, format_named
from rules.dicemasters.cards.team import Team, TeamFile, read_link
from rules.dicemasters.engine.citations import cite


def violations_of_team(team: Team, chosen: Format, edition: str) -> tuple[Violation, ...]:
    """Every reason why the team is not legal in this format; empty when it is."""
    cited = chosen.citation(edition)
    return (
        *_sidekicks(team, edition),
        *_titles(team, cited),
        *_amounts(team, chosen, cited),
        *_dice(team, cited),
        *_basics(team, chosen, edition, cited),
        *_serials(team, edition),
        *_demo(team, chosen, edition, cited),
    )


def violations_of_partners(one: Team, other: Team, edition: str) -> tuple[Violation, ...]:
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


def violations_of_file(written: TeamFile) -> tuple[tuple[str, Violation], ...]:
    """All violations of a team file, each with the name of its team."""
    found = [
        (team.name or f"team {place}", violation)
        for place, team in enumerate(written.teams, start=1)
        for violation in violations_of_team(team, written.format, written.edition)
    ]
    found += [("the centre", v) for v in _centre(written)]
    if written.format.name == "draft" and len(written.teams) > 1:
        found += [("both teams", v) for v in _stacks_taken_twice(written)]
    if written.format.name == "doubles":
        for pair in (written.teams[:2], written.teams[2:4]):
            if len(pair) == 2:
                named = " and ".join(team.name or "?" for team in pair)
                found += [(named, v) for v in violations_of_partners(*pair, written.edition)]
    return tuple(found)


def _centre(written: TeamFile) -> Iterator[Violation]:
    """What lies there for both: so many different basic action cards, with three dice each.

    A single team tells nothing of it.
    """
    wanted = written.format.shared_basics
    if wanted is None or (len(written.teams) < 2 and not written.centre):
        return
    cited = written.format.citation(written.edition)
    few, many = wanted
    if not few <= len(written.centre) <= many:
        allowed = str(few) if few == many else f"{few} or {many}"
        yield Violation(
            "wrong-number-of-basic-actions",
            f"{_counted(len(written.centre), 'basic action card')} in the centre; a "
            f"{written.format.name} has {allowed}.",
            cited,
            f"Write centre = with {allowed} of them.",
        )
    for choice in written.centre:
        if not choice.card.is_basic or choice.dice != BASIC_DICE:
            yield Violation(
                "wrong-centre",
                f"{choice.dice} dice of {choice.card.code}, {choice.card.name}, lie in the centre: "
                f"only basic action cards do, with {BASIC_DICE} dice each.",
                cited,
                "Put three dice on a basic action card.",
            )
    codes = [choice.card.code for choice in written.centre]
    for code in sorted({code for code in codes if codes.count(code) > 1}):
        text = f"{code} lies in the centre twice; each card is there once."
        yield Violation("same-basic-action", text, cited, "Draw another one.")


BASIC_DICE: Final = 3


def _stacks_taken_twice(written: TeamFile) -> Iterator[Violation]:
    """A stack holds all cards of a name, and one player takes it."""
    one, other = written.teams[:2]
    shared = {c.card.title for c in one.cards} & {c.card.title for c in other.cards}
    for title in sorted(shared):
        yield Violation(
            "one-stack-for-both",
            f"Both sides have {title}; cards of one name are one stack, and one player takes it.",
            written.format.citation(written.edition),
            f"Let one of them leave {title} out.",
        )


def undeclared_serials(written: TeamFile) -> tuple[str, ...]:
    """Yu-Gi-Oh! cards of which nobody says what serials their dice carry."""
    if written.edition != "ygo":
        return ()
    return tuple(
        choice.card.code
        for team in written.teams
        for choice in team.cards
        if not choice.serials and choice.dice
    )


def _sidekicks(team: Team, edition: str) -> Iterator[Violation]:
    for choice in team.choices:
        if choice.card.type == "Sidekick":
            yield Violation(
                "sidekick-in-team",
                "Sidekicks are no part of a team: every player has exactly eight of them.",
                cite(BOOKS[edition], "Play Variants"),
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


def _basics(team: Team, chosen: Format, edition: str, cited: Citation) -> Iterator[Violation]:
    may_have = chosen.basic_dice_in(edition)
    if len(team.basics) != chosen.basics:
        yield Violation(
            "wrong-number-of-basic-actions",
            f"The team has {_counted(len(team.basics), 'basic action card')}; in {chosen.name} "
            f"each player brings {chosen.basics or 'no such card'}.",
            cited,
            "Choose two different ones." if chosen.basics == 2 else "Bring that many.",
        )
    for choice in team.basics:
        if choice.dice not in may_have:
            allowed = " or ".join(str(count) for count in may_have)
            yield Violation(
                "wrong-number-of-basic-dice",
                f"{choice.card.code}, {choice.card.title}, has {choice.dice} dice; a basic "
                f"action card has {allowed}.",
                cited,
                f"Put {allowed} dice on it.",
            )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


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
