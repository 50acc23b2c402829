"""What a judge would remind the players of now."""

from collections.abc import Iterator

from rules.core import Reminder, Seat
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.citations import cite
from rules.dicemasters.engine.state import ChoiceRequest, DiceMastersState
from rules.dicemasters.engine.stats import (
    burst_matches,
    has,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves.legal_actions import can_respond
from words import joined, tr


def reminders_of(state: DiceMastersState) -> tuple[Reminder, ...]:
    """What a judge would say now."""
    table = GameTable(state)
    if table.winners is not None:
        return ()
    return tuple(_reminders(state, table))


def _reminders(state: DiceMastersState, table: GameTable) -> Iterator[Reminder]:
    book = table.match.edition.book
    seat = table.active
    request = state.request
    if isinstance(request, ChoiceRequest):
        yield Reminder(
            tr("To decide: {text}", text=request.text),
            cite(book, "Timing Conflicts"),
            request.seat,
            urgent=True,
        )
    if table.step == "reroll":
        yield Reminder(
            tr("One reroll: choose all the dice to reroll at once, or keep the roll."),
            cite(book, "Roll and Reroll Step"),
            seat,
        )
    if table.step == "main":
        yield from _main_reminders(table, book, seat)
    if table.step in ("main", "actions"):
        yield from _burst_reminders(table, book, seat)
        yield from _global_reminders(table, book)
    if table.step == "attackers":
        yield Reminder(
            tr("Without attackers the turn ends at once, and nobody may use globals."),
            cite(book, "Declare Attackers"),
            seat,
        )
        for die in table.characters(seat):
            if has(table, die, "must-attack") and table.dice[die].zone == "field":
                yield Reminder(
                    tr("{die} must attack.", die=table.title(die)),
                    cite(book, "Declare Attackers"),
                    seat,
                    urgent=True,
                )
    if table.step == "blockers":
        yield Reminder(
            tr("Each blocker blocks one attacker; several may block the same."),
            cite(book, "Declare Blockers"),
            table.mover,
        )


def _main_reminders(table: GameTable, book: str, seat: Seat) -> Iterator[Reminder]:
    waiting = [die for die in table.dice_in("reserve", seat) if table.face(die).level]
    wording = table.match.edition.wording
    if waiting:
        names = joined(", ", (table.title(die) for die in waiting))
        yield Reminder(
            tr(
                "Not {fielded} by the end of the Main Step, these go to the Used Pile: {names}.",
                fielded=wording.fielded,
                names=names,
            ),
            cite(book, "Fielding Characters"),
            seat,
        )
    if any(table.face(die).energy == "Generic" for die in table.dice_in("reserve", seat)):
        word = wording.field
        yield Reminder(
            tr(
                "What a payment leaves of a generic die is lost: buy or {word} several dice "
                "at once.",
                word=word,
            ),
            cite(book, "Purchasing a Die"),
            seat,
        )
    left = sum(table.face(die).amount for die in table.dice_in("reserve", seat))
    if left:
        yield Reminder(
            tr(
                "{left} energy is unspent; what is left goes to the Used Pile at the start "
                "of your next turn.",
                left=left,
            ),
            cite(book, "Clear and Draw Step"),
            seat,
        )
    if any(table.short_draw_energy):
        yield Reminder(
            tr(
                "{sum} generic energy from the short draw is lost when the turn ends.",
                sum=sum(table.short_draw_energy),
            ),
            cite(book, "Clear and Draw Step"),
            seat,
        )


def _burst_reminders(table: GameTable, book: str, seat: Seat) -> Iterator[Reminder]:
    for die in table.dice_in("reserve", seat):
        face = table.face(die)
        if not face.burst:
            continue
        text = table.match.cards[table.match.card_of[die]].text
        if any(_speaks_of(ability, face.burst) for ability in text.abilities):
            yield Reminder(
                tr(
                    "{die} shows {burst}: that text must be used.",
                    die=table.title(die),
                    burst="*" * face.burst,
                ),
                cite(book, "Bursts"),
                seat,
            )


def _speaks_of(ability: fx.Ability, burst: int) -> bool:
    if isinstance(ability, fx.WhenUsed | fx.When) and (
        (ability.star if burst == 1 else ability.double) is not None
    ):
        return True
    wanted = getattr(ability, "burst", "")
    return bool(wanted) and burst_matches(wanted, burst)


def _global_reminders(table: GameTable, book: str) -> Iterator[Reminder]:
    player = table.match.edition.wording.player
    for seat in table.seats_in_turn()[1:]:
        if can_respond(table, seat):
            name = table.match.names[seat]
            yield Reminder(
                tr(
                    "{name} has energy for a global when the active {player} pauses.",
                    name=name,
                    player=player,
                ),
                cite(book, "Using Global Abilities"),
                seat,
            )
