"""What a family of games tells everything around it before a game is loaded.

A family is one folder of `rules`: its rulebook editions, how a set-up is made for them, what
its dice are to a camera. `rules.registry` lists the families; a dashboard asks them instead of
knowing games by name.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol

from rules.core.draft import Drafter
from rules.core.game import AnyGame, DieFacts
from rules.core.set_up import Finding, Hit, Plan, Player
from rules.core.team_building import TeamBuilder
from rules.core.types import PlayerNumber, Seat
from words import Text, tr


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of `diceref play` for one family; what it is given stands in `Plan.common`."""

    name: str  # "chromatic": `--chromatic`
    metavar: str
    help: str


@dataclass(frozen=True, slots=True)
class ExampleOfPlay:
    """The rulebook's example of play, written down move by move."""

    names: tuple[str, ...] = ()
    first: int | None = None  # the seat that begins, where the example says it
    steps: Sequence[Mapping[str, Any]] = ()
    go_on: bool = False  # only the beginning of a game that is played to its end


class Exchanges(Protocol):
    """Between two games of a match players exchange some of what they bring."""

    def players_of(self, setup: Mapping[str, Any]) -> tuple[Player, ...]:
        """Who played with a set-up, and with what."""

    def carried(self, setup: Mapping[str, Any]) -> Mapping[str, str]:
        """Of `Plan.common`, what goes with the match from one game to the next."""

    def exchanged(self, player: Player, out: Sequence[str], into: Sequence[str]) -> Player:
        """The player after the exchange. Raises `ValueError` with the rule that is broken."""

    def pieces(self, written: str) -> Sequence[str]:
        """What was written as one line, piece by piece."""

    def with_spares(self, plan: Plan) -> Plan:
        """The plan with something to exchange, for a demonstration."""


@dataclass(frozen=True, slots=True)
class PieceShown:
    """A die of a set as a list shows it."""

    colour: str  # #rrggbb
    text: str
    rare: bool = False


class SetEditor(Protocol):
    """Players put a set together die by die, each in its place."""

    sizes: tuple[int, int]  # places of the set, places of what is kept aside

    def dice_by_place(self, player: Player) -> tuple[str | None, ...]:
        """The die in each place; what is no die, or one too many, is left out."""

    def with_dice(self, player: Player, places: Sequence[str | None]) -> Player:
        """The player with the dice of the places."""

    def another_type(self, die: str | None, step: int) -> str:
        """The die of the next type, or the one before; an empty place gets a die."""

    def another_colour(self, die: str | None, step: int) -> str:
        """The die in the next colour, or the one before; an empty place gets a die."""

    def other_rarity(self, die: str) -> str:
        """The rare die of this kind, or the common one."""

    def shown(self, die: str) -> PieceShown:
        """The die as a list shows it."""

    def about(self, die: str) -> Sequence[Text]:
        """What the rules say of a die: names of sentences in the dashboard's words, with slots."""

    def written(self, player: Player) -> str:
        """The set as the text of a file that `GameFamily.player_in_file` reads."""


class GameFamily(Protocol):
    """One family of games. Cheap to make: games, cards and texts are loaded only when asked for.

    A family subclasses this and inherits every answer that is usual. What a user may get wrong
    raises `ValueError` with one clear sentence.
    """

    name: ClassVar[str]  # "dicemasters"
    package: ClassVar[str]  # "rules.dicemasters": `examples/NAME.toml` lies there
    titles: ClassVar[Mapping[str, str]]  # of its games, by their names on the command line
    readable: ClassVar[Mapping[str, str]]
    """What `read --dice` may name, and the face family that the eye then reads."""

    # -- what differs from game to game rarely

    most_players: ClassVar[int] = 2
    players_join: ClassVar[bool] = False
    """Whether more players may join by writing their names: nobody brings anything."""
    players_bring: ClassVar[bool] = True
    asks_who_begins: ClassVar[bool] = True  # False: the game itself says who begins
    best_of: ClassVar[int] = 1  # games of a match, where its rules say so
    separator: ClassVar[str] = ", "  # between the pieces of what a player brings
    common_fields: ClassVar[tuple[str, ...]] = ()  # of `Plan.common`, in the set-up form
    command_options: ClassVar[tuple[CommandOption, ...]] = ()
    exchanges: ClassVar[Exchanges | None] = None
    set_editor: ClassVar[SetEditor | None] = None

    # -- its games

    def load(self, game: str) -> AnyGame:
        """The rules of one game."""

    def mat_for(self, game: str, setup: Mapping[str, Any]) -> str:
        """The name of the printed mat (`calibration.mats`) that this set-up is played on.

        `setup` may hold no more than the format.
        """

    def formats(self, game: str) -> tuple[str, ...]:
        """The ways to play that the game's book knows, the usual one first."""

    # -- the rulebook's first game

    def example(self, game: str) -> Plan:
        """The rulebook's own first game, ready to start."""

    def demo_setup(self, game: str) -> Mapping[str, Any]:
        """The set-up of the example of play, with the players' names."""
        return self.setup(self.example(game))

    def example_of_play(self, game: str) -> ExampleOfPlay:
        """The example of play; empty where the book plays none."""
        source = files(self.package) / "examples" / f"{game}.toml"
        if not source.is_file():
            return ExampleOfPlay()
        written = tomllib.loads(source.read_text(encoding="utf-8"))
        return ExampleOfPlay(
            tuple(written.get("names", ())),
            written.get("first"),
            written.get("steps", ()),
            written.get("go_on", False),
        )

    def random_setup(self, game: str, rng: Random, format_name: str = "") -> Mapping[str, Any]:
        """A set-up between opponents who bring something legal by chance."""
        del rng, format_name
        return self.demo_setup(game)

    # -- a set-up out of what players bring

    def setup(self, plan: Plan) -> dict[str, Any]:
        """What `Game.new` is given."""

    def examine(self, plan: Plan, number: PlayerNumber) -> tuple[Finding, ...]:
        """Everything that is wrong with what this player brings, or one line that all is well."""

    def player_count(self, plan: Plan) -> int:
        """How many of the plan's players play."""
        del plan
        return 2

    def side_count(self, plan: Plan) -> int:
        """How many sides play against each other; the seats are shared out among them in turn."""
        return self.player_count(plan) if self.players_join else 2

    def seat_of(self, plan: Plan, number: PlayerNumber) -> Seat:
        """The seat of the player written at this place."""
        del plan
        return Seat(number)

    def is_partner(self, plan: Plan, number: PlayerNumber) -> bool:
        """Whether the player written here plays on the side of the one written before."""
        del plan, number
        return False

    def with_format(self, plan: Plan, name: str) -> Plan:
        """The plan in another format."""
        return replace(plan, format=name)

    def fields_of(self, plan: Plan) -> tuple[str, ...]:
        """Of `common_fields`, those that this plan asks for."""
        del plan
        return self.common_fields

    def from_words(self, game: str, words: Sequence[str]) -> Plan:
        """The plan for what `--team` names: files, links or whatever the family writes."""
        del words
        raise ValueError(
            tr("nobody brings anything to {title}: leave --team out.", title=self.titles[game])
        )

    def from_file(self, plan: Plan, path: Path, number: PlayerNumber) -> Plan:
        """The plan with what the file brings: every player, or this one."""
        return plan.with_player(number, self.player_in_file(path))

    def player_in_file(self, path: Path) -> Player:
        """One player, with what a file says they bring."""
        raise ValueError(tr("{path}: nobody brings anything to this game.", path=path))

    def drafter(self, plan: Plan) -> Drafter | None:
        """Who guides players through a draft, where the plan's format is one."""
        del plan
        return None

    def team_builder(self, plan: Plan) -> TeamBuilder | None:
        """Who lists teams and what they may be made of."""
        del plan
        return None

    def search(self, plan: Plan, words: str, limit: int) -> tuple[Hit, ...]:
        """What could be brought, by name."""
        del plan, words, limit
        return ()

    def dice_in_file(self, path: Path) -> tuple[DieFacts, ...] | None:
        """The dice both sides of a file may bring to the table; None: not this family's file."""
        del path
        return None

    def brought_in(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """What each player brought, for the header of a record; empty where it is long."""
        del setup
        return ()
