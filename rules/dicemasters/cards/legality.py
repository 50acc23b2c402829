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
from words import Text, joined, ntr, tr


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
            tr("Both partners bring {title}; a pair may bring each name once.", title=title),
            cited,
            tr("Let one of them leave {title} at home.", title=title),
        )
        for title in sorted(shared)
    )


def violations_of_file(written: TeamFile) -> tuple[tuple[str, Violation], ...]:
    """All violations of a team file, each with the name of its team."""
    found = [
        (team.name or tr("team {place}", place=place), violation)
        for place, team in enumerate(written.teams, start=1)
        for violation in violations_of_team(team, written.format, written.edition)
    ]
    found += [(tr("the centre"), v) for v in _centre(written)]
    if written.format.name == "draft" and len(written.teams) > 1:
        found += [(tr("both teams"), v) for v in _stacks_taken_twice(written)]
    if written.format.name == "doubles":
        for pair in (written.teams[:2], written.teams[2:4]):
            if len(pair) == 2:
                named = joined(tr(" and "), (team.name or "?" for team in pair))
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
        allowed = str(few) if few == many else tr("{few} or {many}", few=few, many=many)
        yield Violation(
            "wrong-number-of-basic-actions",
            tr(
                "{counted} in the centre; a {name} has {allowed}.",
                counted=_basic_cards(len(written.centre)),
                name=written.format.name,
                allowed=allowed,
            ),
            cited,
            tr("Write centre = with {allowed} of them.", allowed=allowed),
        )
    for choice in written.centre:
        if not choice.card.is_basic or choice.dice != BASIC_DICE:
            yield Violation(
                "wrong-centre",
                tr(
                    "{dice} dice of {code}, {name}, lie in the centre: only basic action cards "
                    "do, with {BASIC_DICE} dice each.",
                    dice=choice.dice,
                    code=choice.card.code,
                    name=choice.card.name,
                    BASIC_DICE=BASIC_DICE,
                ),
                cited,
                tr("Put three dice on a basic action card."),
            )
    codes = [choice.card.code for choice in written.centre]
    for code in sorted({code for code in codes if codes.count(code) > 1}):
        text = tr("{code} lies in the centre twice; each card is there once.", code=code)
        yield Violation("same-basic-action", text, cited, tr("Draw another one."))


BASIC_DICE: Final = 3


def _stacks_taken_twice(written: TeamFile) -> Iterator[Violation]:
    """A stack holds all cards of a name, and one player takes it."""
    one, other = written.teams[:2]
    shared = {c.card.title for c in one.cards} & {c.card.title for c in other.cards}
    for title in sorted(shared):
        yield Violation(
            "one-stack-for-both",
            tr(
                "Both sides have {title}; cards of one name are one stack, and one player "
                "takes it.",
                title=title,
            ),
            written.format.citation(written.edition),
            tr("Let one of them leave {title} out.", title=title),
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
                tr("Sidekicks are no part of a team: every player has exactly eight of them."),
                cite(BOOKS[edition], "Play Variants"),
                tr("Take {code} out.", code=choice.card.code),
            )


def _titles(team: Team, cited: Citation) -> Iterator[Violation]:
    for one, other in combinations(team.choices, 2):
        if one.card.title == other.card.title:
            both = tr(
                "{code} and {code2} are both {title}",
                code=one.card.code,
                code2=other.card.code,
                title=one.card.title,
            )
            if one.card == other.card:
                both = tr(
                    "{code}, {name}, stands there twice", code=one.card.code, name=one.card.name
                )
            yield Violation(
                "same-title",
                tr("{both}; a team has each title once, whatever the subtitle.", both=both),
                cited,
                tr("Keep one of them."),
            )


def _amounts(team: Team, chosen: Format, cited: Citation) -> Iterator[Violation]:
    if not team.cards:
        yield Violation(
            "no-cards", tr("The team has no character or action card."), cited, tr("Choose some.")
        )
    if chosen.cards is not None and len(team.cards) > chosen.cards:
        yield Violation(
            "too-many-cards",
            tr(
                "The team has {count} cards; {name} teams have up to {cards}, basic actions "
                "not counted.",
                count=len(team.cards),
                name=chosen.name,
                cards=chosen.cards,
            ),
            cited,
            tr("Take {count} out.", count=len(team.cards) - chosen.cards),
        )
    if chosen.dice is not None and team.dice > chosen.dice:
        yield Violation(
            "too-many-dice",
            tr(
                "The team has {dice} dice; {name} teams have up to {dice2}, Sidekicks and "
                "basic action dice not counted.",
                dice=team.dice,
                name=chosen.name,
                dice2=chosen.dice,
            ),
            cited,
            tr("Take {dice} out.", dice=team.dice - chosen.dice),
        )


def _dice(team: Team, cited: Citation) -> Iterator[Violation]:
    for choice in team.cards:
        named = f"{choice.card.code}, {choice.card.name},"
        if choice.dice < 1:
            yield Violation(
                "card-without-dice",
                tr("{named} has no die; every card chosen has at least one.", named=named),
                cited,
                tr("Give it a die or leave the card at home."),
            )
        if choice.dice > choice.card.max_dice:
            yield Violation(
                "over-the-die-limit",
                tr(
                    "{named} has {dice} dice; its card allows {max_dice}.",
                    named=named,
                    dice=choice.dice,
                    max_dice=choice.card.max_dice,
                ),
                cited,
                tr("Take {dice} off it.", dice=choice.dice - choice.card.max_dice),
            )


def _basics(team: Team, chosen: Format, edition: str, cited: Citation) -> Iterator[Violation]:
    may_have = chosen.basic_dice_in(edition)
    if len(team.basics) != chosen.basics:
        yield Violation(
            "wrong-number-of-basic-actions",
            tr(
                "The team has {counted}; in {name} each player brings {what}.",
                counted=_basic_cards(len(team.basics)),
                name=chosen.name,
                what=chosen.basics or tr("no such card"),
            ),
            cited,
            tr("Choose two different ones.") if chosen.basics == 2 else tr("Bring that many."),
        )
    for choice in team.basics:
        if choice.dice not in may_have:
            allowed = joined(tr(" or "), (str(count) for count in may_have))
            yield Violation(
                "wrong-number-of-basic-dice",
                tr(
                    "{code}, {title}, has {dice} dice; a basic action card has {allowed}.",
                    code=choice.card.code,
                    title=choice.card.title,
                    dice=choice.dice,
                    allowed=allowed,
                ),
                cited,
                tr("Put {allowed} dice on it.", allowed=allowed),
            )


def _basic_cards(number: int) -> Text:
    return ntr("1 basic action card", "{count} basic action cards", number)


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
                tr(
                    "None of the dice on {code}, {name}, carries its serial {number:03d}.",
                    code=choice.card.code,
                    name=choice.card.name,
                    number=choice.card.number,
                ),
                cited,
                tr("Put one matching die on it, or play the card that matches the dice."),
            )
        odd = [s for s in choice.serials if not _same_title(choice.card, s)]
        if odd or len(choice.serials) != choice.dice:
            yield Violation(
                "wrong-serials",
                tr(
                    "The serials declared for {code} are not those of {dice} {title} dice.",
                    code=choice.card.code,
                    dice=choice.dice,
                    title=choice.card.title,
                ),
                cited,
                tr("Read the three digits on each die's single-energy face."),
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
            tr("The demo game is played with the two teams the book names."),
            cited,
            tr(
                "Use {one} or {other}.",
                one=DEMO_TEAMS[edition][0],
                other=DEMO_TEAMS[edition][1],
            ),
        )
