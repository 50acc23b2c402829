"""Dice Masters drafts for the set-up form: `cards.draft` behind the words of `rules.core.draft`."""

from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import Final

from rules.core.draft import DraftCard, DraftView, dice_in_words
from rules.core.set_up import Plan, names_a_file
from rules.dicemasters.cards import draft as drafts
from rules.dicemasters.cards.draft import BASIC_DICE, FEWEST_BASICS, MOST_BASICS, Stack, TeamDraft
from rules.dicemasters.cards.facts import all_cards
from rules.dicemasters.cards.random_teams import HOME
from rules.dicemasters.cards.team import Team, TeamCard, read_file, read_link, write_link
from rules.dicemasters.presentation.card_words import card_lines
from rules.dicemasters.set_up import CENTRE
from words import tr


class CardDrafter:
    """Drafting as the AvX and YGO books tell it."""

    sizes: Final = (8, 20)
    shared: Final = tuple(range(FEWEST_BASICS, MOST_BASICS + 1))

    def collection(self, plan: Plan) -> str:
        """What both players bring, with basic actions of the box where they are too few."""
        brought = ";".join((*(p.brings for p in plan.players[:2]), plan.common.get(CENTRE, "")))
        try:
            choices = read_link(brought).choices
        except ValueError:
            choices = ()
        dice: dict[str, TeamCard] = {}
        for choice in choices:
            known = dice.get(choice.card.code)
            more = choice.dice + (known.dice if known and not choice.card.is_basic else 0)
            dice[choice.card.code] = TeamCard(choice.card, more)
        box = HOME[plan.game]
        for each in all_cards():
            if sum(choice.card.is_basic for choice in dice.values()) >= MOST_BASICS:
                break
            if each.is_basic and each.code.endswith(box) and each.code not in dice:
                dice[each.code] = TeamCard(each, BASIC_DICE)
        return write_link(Team("", tuple(dice.values())))

    def begin(self, plan: Plan, collection: str, dice: int, shared: int) -> TeamDraft:
        """Basic actions drawn at random, cards of one name stacked."""
        if names_a_file(collection):
            teams = read_file(Path(collection).expanduser()).teams
            held = Team("", tuple(choice for team in teams for choice in team.choices))
        else:
            held = read_link(collection, called=tr("the collection"))
        first, second = (plan.players[(plan.first + n) % 2].name for n in (0, 1))
        names = (first, second)
        return drafts.begin(plan.game, held, dice, names, basics=shared, shuffle=SystemRandom())

    def view(self, draft: TeamDraft) -> DraftView:
        """What lies there."""
        return DraftView(
            chooser=draft.names[draft.player],
            to_go=draft.limit - draft.dice_of(draft.player),
            centre=tuple(choice.card.title for choice in draft.basics),
            stacks=tuple(_stack(draft, stack) for stack in draft.stacks),
            taken=tuple(
                (
                    name,
                    tuple(
                        f"{each.card.name}, {dice_in_words(each.dice)}"
                        for each in draft.picks
                        if each.player == player
                    ),
                )
                for player, name in enumerate(draft.names)
            ),
            over=draft.over,
        )

    def pick(self, draft: TeamDraft, code: str, dice: int) -> TeamDraft:
        """The stack with this card."""
        return drafts.pick_card(draft, code, dice)

    def brought(self, plan: Plan, draft: TeamDraft) -> Plan:
        """Both teams, the basic actions in the centre, and the limit as the players' life."""
        file = drafts.teams_of(draft)
        players = list(plan.players)
        for player, team in enumerate(file.teams):
            at = (plan.first + player) % 2
            players[at] = replace(players[at], brings=write_link(team))
        centre = write_link(Team("", file.centre))
        return replace(
            plan,
            format=file.format.written,
            players=tuple(players),
            common={**plan.common, CENTRE: centre},
        )

    def file_of(self, draft: TeamDraft) -> str:
        """The team file."""
        return drafts.team_file_of(draft)


def _stack(draft: TeamDraft, stack: Stack) -> tuple[DraftCard, ...]:
    return tuple(
        DraftCard(
            choice.card.code,
            choice.card.name,
            drafts.dice_there_are(draft, stack, choice.card),
            tuple(card_lines(choice.card)),
        )
        for choice in stack.cards
    )
