"""Ten Thousand to everything around it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from rules.core import AnyGame, PlayerNumber, as_any_game
from rules.core.family import CommandOption, GameFamily
from rules.core.set_up import Finding, Plan, Player
from rules.pips.scoring import STANDARD, read_table, variant, variants
from words import tr


class PipsFamily(GameFamily):
    """One game in several variants; players bring nothing but their names."""

    name: ClassVar[str] = "tenthousand"
    package: ClassVar[str] = "rules.pips"
    titles: ClassVar[Mapping[str, str]] = {"tenthousand": "Ten Thousand"}
    readable: ClassVar[Mapping[str, str]] = {"d6": "pips"}
    most_players: ClassVar[int] = 6
    players_join: ClassVar[bool] = True
    players_bring: ClassVar[bool] = False
    command_options: ClassVar[tuple[CommandOption, ...]] = (
        CommandOption("scoring", "FILE", tr("Ten Thousand: your own scoring table")),
        CommandOption("sheet", "yes|no", tr("Ten Thousand: played on the single printed sheet")),
    )

    def load(self, game: str) -> AnyGame:
        """The rules."""
        from rules.pips.game import TenThousand  # noqa: PLC0415 - only the chosen game is loaded

        del game
        return as_any_game(TenThousand())

    def mat_for(self, game: str, setup: Mapping[str, Any]) -> str:
        """A throwing zone and a keep zone, on the large mat or on a single sheet."""
        del game
        return "tenthousand-sheet" if setup.get("sheet") else "tenthousand"

    def formats(self, game: str) -> tuple[str, ...]:
        """The variants."""
        del game
        return variants()

    def example(self, game: str) -> Plan:
        """Two players and the standard table."""
        return Plan(game, STANDARD, (Player("Ana"), Player("Bo")))

    def demo_setup(self, game: str) -> Mapping[str, Any]:
        """The same two, and the short game."""
        plan = self.example(game)
        return {**self.setup(plan), "format": "quick"}

    def random_setup(self, game: str, rng: Random, format_name: str = "") -> Mapping[str, Any]:
        """Two to four players and some variant."""
        names = ("Ana", "Bo", "Cy", "Di")[: rng.randint(2, 4)]
        return {
            **self.demo_setup(game),
            "names": list(names),
            "format": format_name or rng.choice(variants()),
        }

    def setup(self, plan: Plan) -> dict[str, Any]:
        """What `Game.new` is given; a table of one's own stands in it whole, for the record."""
        variant(plan.format)  # a name that does not exist is said at once
        file = plan.common.get("scoring", "")
        own: dict[str, Any] = {"table": read_table(Path(file).expanduser())} if file else {}
        if _said_yes(plan.common.get("sheet", "no")):
            own["sheet"] = True
        names = [player.name for player in plan.players]
        return {"names": names, "format": plan.format, **own, "first": plan.first}

    def from_words(self, game: str, words: Sequence[str]) -> Plan:
        """The players' names, one word each."""
        if not 2 <= len(words) <= self.most_players:
            raise ValueError(
                tr(
                    "Ten Thousand is played by 2 to {most_players} players, not {count}: name "
                    "each with --team.",
                    most_players=self.most_players,
                    count=len(words),
                )
            )
        return replace(self.example(game), players=tuple(Player(word) for word in words))

    def examine(self, plan: Plan, number: PlayerNumber) -> tuple[Finding, ...]:
        """Whether the player has a name of their own."""
        names = [player.name.strip() for player in plan.players]
        if not names[number]:
            return (Finding(legal=False, text=tr("has no name: give everybody one.")),)
        others = names.count(names[number]) - 1
        if others:
            text = tr(
                "{others} players have this name: give each a name of their own.", others=others + 1
            )
            return (Finding(legal=False, text=text),)
        return (Finding(legal=True, text=tr("plays")),)

    def player_count(self, plan: Plan) -> int:
        """As many as have written their names."""
        return len(plan.players)


def _said_yes(word: str) -> bool:
    """What `--sheet` was given. Raises `ValueError`."""
    if word not in {"yes", "no"}:
        raise ValueError(tr("--sheet takes yes or no, not '{word}'.", word=word))
    return word == "yes"


FAMILY: Final[GameFamily] = PipsFamily()
