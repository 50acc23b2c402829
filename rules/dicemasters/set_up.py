"""A Dice Masters set-up out of what players bring: teams as links or files, perhaps a centre."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from rules.core import FIRST_SEAT, PlayerNumber
from rules.core.set_up import Finding, Hit, Plan, Player, names_a_file
from rules.dicemasters.cards import find_cards as search_cards
from rules.dicemasters.cards.coverage import plays_by_itself
from rules.dicemasters.cards.facts import DECLARED, Card
from rules.dicemasters.cards.formats import DOUBLES, FORMATS, format_named
from rules.dicemasters.cards.legality import violations_of_partners, violations_of_team
from rules.dicemasters.cards.random_teams import HOME, pool_of, random_team, starters
from rules.dicemasters.cards.team import (
    Team,
    TeamFile,
    read_file,
    read_link,
    setup_of_teams,
    write_link,
)
from rules.dicemasters.presentation.card_words import card_lines
from words import Text, joined, ntr, tr

CENTRE: Final = "centre"
"""In `Plan.common`: the basic actions that nobody brings, as a link."""


def formats(edition: str) -> tuple[str, ...]:
    """The formats the edition's book knows."""
    return tuple(name for name, chosen in FORMATS.items() if edition in chosen.sections)


def plan_of_setup(edition: str, setup: dict[str, Any]) -> Plan:
    """The plan that would make such a set-up."""
    players = tuple(
        Player(team["name"], ";".join(f"{count}x{code}" for code, count in team["cards"]))
        for team in setup["teams"]
    )
    centre = ";".join(f"{count}x{code}" for code, count in setup["basics"])
    return Plan(edition, setup["format"], players, setup["first"], {CENTRE: centre})


def plan_of_words(edition: str, words: Sequence[str]) -> Plan:
    """Each word is a file with one team or with both, or a link. Raises `ValueError`."""
    teams: list[Team] = []
    centre: list[str] = []
    chosen: list[str] = []
    for word in words:
        if names_a_file(word):
            written = read_file(Path(word).expanduser())
            teams += written.teams
            centre += [f"{each.dice}x{each.card.code}" for each in written.centre]
            chosen.append(written.format.written)
        else:
            teams.append(read_link(word))
            chosen.append("tournament")
    if len(teams) < 2:
        raise ValueError(
            tr("two teams are needed: name a file with both, or one file or link each.")
        )
    players = tuple(
        Player(team.name or f"Player {number}", write_link(team))
        for number, team in enumerate(teams, start=1)
    )
    files = tuple(str(Path(word).expanduser()) for word in words if names_a_file(word))
    return Plan(edition, chosen[0], players, FIRST_SEAT, {CENTRE: ";".join(centre)}, files)


def plan_with_file(plan: Plan, path: Path, number: PlayerNumber) -> Plan:
    """Both teams of the file, or its only one for this player. Raises `ValueError`."""
    written = read_file(path)
    if len(written.teams) > 1:
        return replace(plan_of_words(written.edition, [str(path)]), first=plan.first)
    team = written.teams[0]
    player = Player(team.name or plan.players[number].name, write_link(team))
    return replace(plan, files=(*plan.files, str(path))).with_player(number, player)


def has_centre(plan: Plan) -> bool:
    """Whether basic actions lie there that nobody brings."""
    with suppress(ValueError):
        return format_named(plan.format, plan.game).shared_basics is not None
    return False


def player_count(plan: Plan) -> int:
    """Two, or in Doubles four."""
    return 4 if plan.format == DOUBLES.name else 2


def examine(plan: Plan, number: PlayerNumber) -> tuple[Finding, ...]:
    """Whether this player's team is legal in the plan's format. Raises `ValueError`."""
    player = plan.players[number]
    own = cards_of_files([read_file(Path(file)) for file in plan.files])
    team = read_link(player.brings, player.name, declared=own)
    violations = violations_of_team(team, format_named(plan.format, plan.game), plan.game)
    if plan.format == DOUBLES.name and number % 2:  # said once, of the second partner
        partner = plan.players[number - 1]
        violations += violations_of_partners(
            read_link(partner.brings, partner.name, declared=own), team, plan.game
        )
    if not violations:
        basics = ntr("1 basic action", "{count} basic actions", len(team.basics))
        counted = tr(
            "{count} cards, {dice} dice, {basics}",
            count=len(team.cards),
            dice=team.dice,
            basics=basics,
        )
        return (Finding(legal=True, text=counted + "; " + played_by_hand(team)),)
    wrong = [
        Finding(legal=False, text=joined(" ", filter(None, (violation.text, violation.remedy))))
        for violation in violations
    ]
    return (*wrong, Finding(legal=True, text=played_by_hand(team)))


def played_by_hand(team: Team) -> Text:
    """How many of a team's cards the program plays, and which the players must carry out."""
    cards = [choice.card for choice in team.choices]
    hand = [each.title for each in cards if not plays_by_itself(each)]
    alone = tr("{count} of {all} play by themselves", count=len(cards) - len(hand), all=len(cards))
    return tr("{alone}, by hand: {names}", alone=alone, names=joined(", ", hand)) if hand else alone


def setup_of(plan: Plan) -> dict[str, Any]:
    """What `DiceMasters.new` is given. Raises `ValueError`."""
    files = [read_file(Path(file)) for file in plan.files]
    players = plan.players[: player_count(plan)]
    own = cards_of_files(files)
    brought = [read_link(player.brings, player.name, declared=own) for player in players]
    teams = [_as_declared(team, files) for team in brought]
    written = plan.common.get(CENTRE, "")
    centre = read_link(written).choices if has_centre(plan) and written else ()
    colours = {code: colour for file in files for code, colour in file.colours.items()}
    options = {name: value for file in files for name, value in file.options.items()}
    setup = setup_of_teams(teams, plan.format, centre, colours)
    return {**setup, **({"options": options} if options else {}), "first": plan.first}


def cards_of_files(files: Sequence[TeamFile]) -> dict[str, Card]:
    """The cards that no list has, as files declare them."""
    return {
        choice.card.code: choice.card
        for file in files
        for team in file.teams
        for choice in team.choices
        if choice.card.faces_source == DECLARED
    }


def _as_declared(team: Team, files: Sequence[TeamFile]) -> Team:
    """The team with the faces its file declares where no source shows them."""
    declared = {
        choice.card.code: choice.card
        for file in files
        for written in file.teams
        for choice in written.choices
    }
    choices = tuple(
        replace(choice, card=declared.get(choice.card.code, choice.card)) for choice in team.choices
    )
    return replace(team, choices=choices)


def find_pieces(edition: str, words: str, limit: int) -> tuple[Hit, ...]:
    """Cards by name, those of the edition's own box first."""
    box = HOME[edition]
    own_first = sorted(search_cards(words, 10 * limit), key=lambda hit: not hit.code.endswith(box))
    found = []
    for printing in own_first[:limit]:
        energy = "/".join(printing.energy)
        text = f"{printing.name} ({printing.code}) {printing.cost} {energy}".rstrip()
        count = 3 if printing.is_basic else min(2, printing.max_dice)
        found.append(Hit(text, f"{count}x{printing.code}", tuple(card_lines(printing))))
    return tuple(found)


def lent_for_doubles(edition: str) -> tuple[Player, ...]:
    """Four players with legal teams of encoded cards, the same every time, no title twice."""
    chosen, chance = format_named(DOUBLES.name, edition), Random(1)
    pool = starters()  # one box has too few titles
    lent = []
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        team = random_team(chance, pool, chosen, name)
        brought = {choice.card.title for choice in team.choices}
        pool = pool_of(card for card in pool.cards if card.title not in brought)
        lent.append(Player(name, write_link(team)))
    return tuple(lent)
