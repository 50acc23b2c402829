"""Dice Masters to everything around it: four games, one for each rulebook edition."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from rules.core import AnyGame, DieFacts, PlayerNumber, Seat, as_any_game
from rules.core.draft import Drafter
from rules.core.family import GameFamily
from rules.core.set_up import Finding, Hit, Plan
from rules.core.team_building import TeamBuilder

DOUBLES: Final = "doubles"
"""The format, and the mat, of two partners a side."""
DRAFT: Final = "draft"
"""The format, perhaps with a limit: "draft:12"."""


class DiceMastersFamily(GameFamily):
    """Players bring teams of cards with their dice."""

    name: ClassVar[str] = "dicemasters"
    package: ClassVar[str] = "rules.dicemasters"
    titles: ClassVar[Mapping[str, str]] = {
        "avx": "Dice Masters: Avengers vs. X-Men",
        "ygo": "Dice Masters: Yu-Gi-Oh! Series One",
        "imwm": "Dice Masters: Iron Man and War Machine",
        "tmnt": "Dice Masters: Heroes in a Half Shell",
    }
    readable: ClassVar[Mapping[str, str]] = {"dicemasters": "dicemasters"}
    most_players: ClassVar[int] = 4
    separator: ClassVar[str] = ";"
    common_fields: ClassVar[tuple[str, ...]] = ("centre",)

    def load(self, game: str) -> AnyGame:
        """The rules of one edition."""
        from rules.dicemasters.game import DiceMasters  # noqa: PLC0415 - only the chosen game is loaded

        return as_any_game(DiceMasters(game))

    def mat_for(self, game: str, setup: Mapping[str, Any]) -> str:
        """The mat for two, or for partners."""
        del game
        return DOUBLES if setup.get("format") == DOUBLES else "dicemasters"

    def formats(self, game: str) -> tuple[str, ...]:
        """Those of the edition's book."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - cards load only when asked for

        return set_up.formats(game)

    def example(self, game: str) -> Plan:
        """The book's first game."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        return set_up.plan_of_setup(game, self.demo_setup(game))

    def demo_setup(self, game: str) -> dict[str, Any]:
        """The book's first game, with the players of its example of play."""
        from rules.dicemasters.engine.setup import demo_setup  # noqa: PLC0415 - the same

        setup, example = demo_setup(game), self.example_of_play(game)
        for team, name in zip(setup["teams"], example.names):  # noqa: B905 - the example may name nobody
            team["name"] = name
        if example.first is not None:  # the book's story does not always follow its own set-up
            setup["first"] = example.first
        return setup

    def random_setup(self, game: str, rng: Random, format_name: str = "") -> Mapping[str, Any]:
        """Two legal teams of encoded cards."""
        from rules.dicemasters.cards.random_teams import random_setup  # noqa: PLC0415 - the same

        return random_setup(rng, game, format_name or "tournament")

    def setup(self, plan: Plan) -> dict[str, Any]:
        """What `Game.new` is given."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        return set_up.setup_of(plan)

    def examine(self, plan: Plan, number: PlayerNumber) -> tuple[Finding, ...]:
        """Whether the team is legal."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        return set_up.examine(plan, number)

    def player_count(self, plan: Plan) -> int:
        """Two, or in Doubles four."""
        return 4 if plan.format == DOUBLES else 2

    def seat_of(self, plan: Plan, number: PlayerNumber) -> Seat:
        """In Doubles, partners written one after the other sit at 0, 2 and 1, 3."""
        in_doubles = min(self.player_count(plan), len(plan.players)) == 4
        return Seat((0, 2, 1, 3)[number] if in_doubles else number)

    def is_partner(self, plan: Plan, number: PlayerNumber) -> bool:
        """The second of a pair in Doubles."""
        return plan.format == DOUBLES and number % 2 == 1

    def with_format(self, plan: Plan, name: str) -> Plan:
        """Another format, with two more players where it is for partners.

        They bring legal teams to begin with; so do the others when nothing was chosen for them
        yet.
        """
        if name != DOUBLES or len(plan.players) >= 4:
            return replace(plan, format=name)
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        lent = set_up.lent_for_doubles(plan.game)
        chosen = plan.players if plan != self.example(plan.game) else ()
        return replace(plan, format=name, players=(*chosen, *lent[len(chosen) :]))

    def fields_of(self, plan: Plan) -> tuple[str, ...]:
        """The centre, where basic actions lie that nobody brings."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        return self.common_fields if set_up.has_centre(plan) else ()

    def from_words(self, game: str, words: Sequence[str]) -> Plan:
        """A file with both teams, or a file or link each."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        return set_up.plan_of_words(game, words)

    def from_file(self, plan: Plan, path: Path, number: PlayerNumber) -> Plan:
        """Both teams of the file, or its only one for this player."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        return set_up.plan_with_file(plan, path, number)

    def drafter(self, plan: Plan) -> Drafter | None:
        """The books of 2014 tell how to draft."""
        if plan.format.partition(":")[0] != DRAFT:
            return None
        from rules.dicemasters.drafting import CardDrafter  # noqa: PLC0415 - the same

        return CardDrafter()

    def team_builder(self, plan: Plan) -> TeamBuilder | None:
        """Teams of all cards."""
        del plan
        from rules.dicemasters.team_building import CardTeams  # noqa: PLC0415 - the same

        return CardTeams()

    def search(self, plan: Plan, words: str, limit: int) -> tuple[Hit, ...]:
        """Cards by name."""
        from rules.dicemasters import set_up  # noqa: PLC0415 - the same

        return set_up.find_pieces(plan.game, words, limit)

    def dice_in_file(self, path: Path) -> tuple[DieFacts, ...] | None:
        """The dice of both teams."""
        from rules.dicemasters.cards import team  # noqa: PLC0415 - the same

        written = team.read_file(path)
        return tuple(self.load(written.edition).dice(team.setup_of_file(written)))


FAMILY: Final[GameFamily] = DiceMastersFamily()
