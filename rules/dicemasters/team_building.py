"""Dice Masters teams for the set-up form: cards by set, cost, energy and text, die by die."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

import tomli_w

from rules.core import PlayerNumber
from rules.core.set_up import Plan, Player
from rules.core.team_building import PieceFilter, TeamPiece
from rules.dicemasters.cards.facts import (
    ENERGY_TYPES,
    SIDEKICK,
    Card,
    all_cards,
    find_cards,
    set_names,
)
from rules.dicemasters.cards.random_teams import HOME
from rules.dicemasters.cards.team import Team, TeamCard, read_file, read_link, write_link
from rules.dicemasters.presentation.card_words import card_lines
from rules.dicemasters.set_up import cards_of_files

BASIC_DICE: Final = 3
"""Dice of a basic action: they always come together."""

NO_ENERGY: Final = "none"

WIDTH_OF_COST: Final = 8
"""Letters of "4 Shield": what it costs stands in a column."""


class CardTeams:
    """Teams of all cards there are."""

    @property
    def filters(self) -> Sequence[PieceFilter]:
        """Set, cost, energy."""
        there_are = all_cards()
        costs = sorted({each.cost for each in there_are})
        held = {each.set for each in there_are}
        sets = ((short, f"{short}: {name}") for short, name in set_names().items() if short in held)
        return (
            PieceFilter("set", tuple(sets)),
            PieceFilter("cost", tuple((str(cost), str(cost)) for cost in costs)),
            PieceFilter(
                "energy", (*((each, each) for each in ENERGY_TYPES), (NO_ENERGY, NO_ENERGY))
            ),
        )

    def found(
        self, plan: Plan, words: str, chosen: Mapping[str, str], limit: int
    ) -> Sequence[TeamPiece]:
        """By name first, then by what they say; those of the edition's own box first."""
        if not words.strip() and not chosen:
            return ()
        every, named = all_cards(), tuple[Card, ...]()
        if words.strip():
            named = find_cards(words, len(every))
            said = [each for each in every if _says(each, words.casefold())]
            if said:  # otherwise words are misspelt
                known = {each.code for each in said}
                named = tuple(each for each in named if each.code in known)
            every = tuple(dict.fromkeys((*named, *said)))
        kept = [each for each in every if each is not SIDEKICK and _is_as(each, chosen)]
        by_name, box = {each.code for each in named}, HOME[plan.game]
        kept.sort(key=lambda each: (each.code not in by_name, not each.code.endswith(box)))
        return tuple(_piece(each) for each in kept[:limit])

    def brought(self, plan: Plan, number: PlayerNumber) -> Sequence[TeamPiece]:
        """The cards of a team, characters first."""
        team = _team(plan, number)
        return tuple(
            replace(_piece(each.card), dice=each.dice) for each in (*team.cards, *team.basics)
        )

    def with_more(self, plan: Plan, number: PlayerNumber, code: str, step: int) -> Plan:
        """Of a basic action all dice, or none."""
        team = _team(plan, number)
        own = cards_of_files([read_file(Path(file)) for file in plan.files])
        dice = {each.card.code: each for each in team.choices}
        known = dice.get(code) or TeamCard(own.get(code) or _card(code), 0)
        most = known.card.max_dice
        count = max(0, min(most, known.dice + step))
        if known.card.is_basic:
            count = min(most, BASIC_DICE) if step > 0 else 0
        dice[code] = replace(known, dice=count)
        choices = tuple(each for each in dice.values() if each.dice)
        player = replace(plan.players[number], brings=write_link(replace(team, choices=choices)))
        return plan.with_player(number, player)

    def teams_in(self, path: Path) -> Sequence[Player]:
        """Those of a team file."""
        file = read_file(path)
        return tuple(Player(team.name or path.stem, write_link(team)) for team in file.teams)

    def with_team(self, plan: Plan, number: PlayerNumber, team: Player, path: Path | None) -> Plan:
        """What the file declares of its cards counts too."""
        files = plan.files if path is None else (*plan.files, str(path))
        player = replace(plan.players[number], brings=team.brings)
        return replace(plan, files=tuple(dict.fromkeys(files))).with_player(number, player)

    def written(self, plan: Plan, number: PlayerNumber) -> str:
        """A file with this team."""
        team = _team(plan, number)
        written = {"name": team.name, "link": write_link(team)}
        return tomli_w.dumps({"edition": plan.game, "format": plan.format, "team": [written]})


def _team(plan: Plan, number: PlayerNumber) -> Team:
    player = plan.players[number]
    own = cards_of_files([read_file(Path(file)) for file in plan.files])
    if not player.brings.strip(" ;"):
        return Team(player.name, ())
    return read_link(player.brings, player.name, declared=own)


def _card(code: str) -> Card:
    return next(each for each in all_cards() if each.code == code)


def _is_as(printing: Card, chosen: Mapping[str, str]) -> bool:
    energy = chosen.get("energy", "")
    return (
        chosen.get("set", printing.set) == printing.set
        and chosen.get("cost", str(printing.cost)) == str(printing.cost)
        and (not energy or energy in (printing.energy or (NO_ENERGY,)))
    )


@lru_cache(maxsize=1)
def _texts() -> Mapping[str, str]:
    """Everything that is said of each card, to look for words in."""
    return {
        each.code: f"{each.name} {each.code} {each.set} {' '.join(card_lines(each))}".casefold()
        for each in all_cards()
    }


def _says(printing: Card, words: str) -> bool:
    return all(word in _texts()[printing.code] for word in words.split())


def _piece(printing: Card) -> TeamPiece:
    paid = f"{printing.cost} {'/'.join(printing.energy)}"
    text = f"{paid:<{WIDTH_OF_COST}} {printing.name} ({printing.code})"
    return TeamPiece(printing.code, text, tuple(card_lines(printing)))
