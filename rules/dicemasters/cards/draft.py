"""Drafting as the AvX and YGO books tell it: random basic actions, stacks, picks by turns.

Frozen values and plain functions; whoever asks the players needs no rules of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import tomli_w

from rules.dicemasters.cards.facts import Card
from rules.dicemasters.cards.formats import DRAFT, format_named
from rules.dicemasters.cards.team import Team, TeamCard, TeamFile, write_link
from words import joined, tr

FEWEST_BASICS, MOST_BASICS = DRAFT.shared_basics or (3, 4)
BASIC_DICE: Final = 3


class DraftError(ValueError):
    """What cannot be drafted; one sentence says what and what to do."""


@dataclass(frozen=True, slots=True)
class Stack:
    """All cards of one name, whatever their subtitle, with the dice there are for each."""

    title: str
    cards: tuple[TeamCard, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A stack taken: which card of it is used, and with how many dice (none over the limit)."""

    player: int
    card: Card
    dice: int


@dataclass(frozen=True, slots=True)
class TeamDraft:
    """A draft under way. Players are 0, who goes first in the game, and 1, who picks first."""

    edition: str
    limit: int  # of dice for each player, and the life they start with
    names: tuple[str, str]
    basics: tuple[TeamCard, ...]
    stacks: tuple[Stack, ...]  # what is left
    picks: tuple[Pick, ...] = ()

    @property
    def player(self) -> int:
        """Who picks next: the second player first, then by turns."""
        return 1 - len(self.picks) % 2

    @property
    def over(self) -> bool:
        """Whether all stacks are taken."""
        return not self.stacks

    def dice_of(self, player: int) -> int:
        """How many dice a player has so far."""
        return sum(pick_card.dice for pick_card in self.picks if pick_card.player == player)


def begin(
    edition: str,
    collection: Team,
    limit: int,
    names: tuple[str, str],
    *,
    basics: int = FEWEST_BASICS,
    shuffle: Random,
) -> TeamDraft:
    """Shuffle the basic actions, lay out the stacks. Raises `DraftError`."""
    try:
        format_named(f"draft:{limit}", edition)
    except ValueError as error:
        raise DraftError(str(error)) from error
    if not FEWEST_BASICS <= basics <= MOST_BASICS:
        raise DraftError(
            tr(
                "A draft has {FEWEST_BASICS} or {MOST_BASICS} basic actions.",
                FEWEST_BASICS=FEWEST_BASICS,
                MOST_BASICS=MOST_BASICS,
            )
        )
    if len(collection.basics) < basics:
        raise DraftError(
            tr(
                "The collection has {count} basic action cards; {basics} are drawn.",
                count=len(collection.basics),
                basics=basics,
            )
        )
    if not collection.cards:
        raise DraftError(tr("The collection has no character or action card to draft."))
    drawn = shuffle.sample(collection.basics, basics)
    titles = dict.fromkeys(choice.card.title for choice in collection.cards)
    stacks = tuple(
        Stack(title, tuple(c for c in collection.cards if c.card.title == title))
        for title in titles
    )
    centre = tuple(replace(choice, dice=BASIC_DICE) for choice in drawn)
    return TeamDraft(edition, limit, names, centre, stacks)


def dice_there_are(draft: TeamDraft, stack: Stack, card: Card) -> int:
    """The dice a card may be used with: in AvX all of its name, in YGO those of its number."""
    if draft.edition == "ygo":
        held = sum(choice.dice for choice in stack.cards if choice.card == card)
    else:
        held = sum(choice.dice for choice in stack.cards)
    return min(held, card.max_dice, draft.limit - draft.dice_of(draft.player))


def pick_card(draft: TeamDraft, name: str, dice: int | None = None) -> TeamDraft:
    """The player takes the stack with this card, by code, or by title where it has only one.

    Without `dice` as many as may be; with none the card is taken and not used. Raises `DraftError`.
    """
    if draft.over:
        raise DraftError(tr("All stacks are taken."))
    stack, card = _named(draft, name)
    most = dice_there_are(draft, stack, card)
    wanted = most if dice is None else dice
    if not 0 <= wanted <= most:
        raise DraftError(
            tr(
                "{name} can have {up_to} now, not {wanted}.",
                name=card.name,
                up_to=_up_to(most),
                wanted=wanted,
            )
        )
    taken = Pick(draft.player, card, wanted)
    left = tuple(other for other in draft.stacks if other is not stack)
    return replace(draft, stacks=left, picks=(*draft.picks, taken))


def _up_to(most: int) -> str:
    return tr("0 to {most} dice", most=most) if most else tr("no die")


def _named(draft: TeamDraft, name: str) -> tuple[Stack, Card]:
    wanted = name.strip().casefold()
    for stack in draft.stacks:
        for choice in stack.cards:
            if choice.card.code == wanted:
                return stack, choice.card
        if stack.title.casefold() == wanted:
            if len(stack.cards) > 1:
                codes = joined(", ", (choice.card.code for choice in stack.cards))
                raise DraftError(
                    tr(
                        "The stack {title} has several cards: name one of {codes}.",
                        title=stack.title,
                        codes=codes,
                    )
                )
            return stack, stack.cards[0].card
    raise DraftError(tr("No stack is left that holds '{names}'.", names=name.strip()))


def taken_back(before: Sequence[TeamDraft]) -> TeamDraft:
    """The draft before the last pick. Raises `DraftError` when there was none."""
    if not before:
        raise DraftError(tr("Nothing has been picked yet."))
    return before[-1]


def teams_of(draft: TeamDraft) -> TeamFile:
    """The two teams: cards that got dice. Cards without are not used."""
    teams = tuple(
        Team(
            draft.names[player],
            tuple(
                TeamCard(each.card, each.dice, _serials(draft, each))
                for each in draft.picks
                if each.player == player and each.dice
            ),
        )
        for player in (0, 1)
    )
    chosen = format_named(f"draft:{draft.limit}", draft.edition)
    return TeamFile(draft.edition, chosen, teams, draft.basics)


def _serials(draft: TeamDraft, each: Pick) -> tuple[int, ...]:
    """In YGO only dice of the card's own number are taken."""
    return (each.card.number,) * each.dice if draft.edition == "ygo" else ()


def team_file_of(draft: TeamDraft) -> str:
    """The team file, as text."""
    file = teams_of(draft)
    teams = []
    for team in file.teams:
        told = {choice.card.code: list(choice.serials) for choice in team.choices if choice.serials}
        declared = {"serials": told} if told else {}
        teams.append({"name": team.name, "link": write_link(team), **declared})
    centre = write_link(Team("", file.centre))
    chosen = {"edition": file.edition, "format": f"draft:{draft.limit}", "centre": centre}
    return tomli_w.dumps({**chosen, "team": teams})
