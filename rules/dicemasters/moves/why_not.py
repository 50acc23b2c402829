"""Why an action is not legal: the rule in our own words, where it stands, what would mend it.

Written apart from `offering`, so that each checks the other.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from rules.core import Citation, Violation
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import globals_allowed
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    ZONES,
    Choice,
    DrawRequest,
    RollRequest,
    State,
)
from rules.dicemasters.engine.stats import fielding_cost, has, is_attacking, may_block
from rules.dicemasters.engine.table import Table
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    action_timely,
    block_capacity,
    buying_cost,
    buying_forbidden,
    continuous,
    could_attack,
    could_block,
    extra_reroll_left,
    fielding_forbidden,
    global_possible,
    global_timely,
    handed,
    may_discard,
    owes_another_block,
    owes_block,
)
from rules.dicemasters.moves.payment import Cost, objection, written_cost

PURCHASE: Final = "Purchasing a Die"
FIELDING: Final = "Field Characters"
GLOBALS: Final = "Using Global Abilities"
ATTACKERS: Final = "Declare Attackers"
BLOCKERS: Final = "Declare Blockers"
TURN: Final = "Turn Order"
REROLLING: Final = "Roll and Reroll Step"

STEP_NAMES: Final = {
    "draw": "Clear and Draw Step",
    "share": "Roll and Reroll Step, sharing out",
    "roll": "Roll and Reroll Step",
    "reroll": "Roll and Reroll Step",
    "keep": "Roll and Reroll Step",
    "main": "Main Step",
    "attackers": "Attack Step, attackers",
    "blockers": "Attack Step, blockers",
    "actions": "Attack Step, actions and globals",
    "damage": "Attack Step, damage",
    "cleanup": "Cleanup Step",
    "over": "the end of the game",
}


def why_not(state: State, action: act.Action) -> Violation | None:
    """None when the action is legal now."""
    table = Table(state)
    if state.winners is not None:
        return _no(table, "game-over", "The game is over.", "Winning")
    wrong = _unknown(table, action)
    if wrong is not None:
        return wrong
    if isinstance(action, act.Concede):
        return None
    if isinstance(action, act.BY_HAND) and may_act_by_hand(state):
        return None
    if state.request is not None:
        return _to_request(state, table, action)
    steps = WHEN.get(type(action))
    if steps is None:
        return _no(table, "nothing-asked", "Nothing was asked that this would answer.", TURN)
    if table.step not in steps:
        now = STEP_NAMES[table.step]
        return _no(
            table,
            "wrong-step",
            f"This is not possible now: it is the {now}.",
            TURN,
            f"It belongs to the {STEP_NAMES[steps[0]]}.",
        )
    return CHECK[type(action)](table, action)


def may_act_by_hand(state: State) -> bool:
    """Whether nothing is half done: no effect waits for an answer in its middle."""
    return state.request is None or (state.began is None and not state.answers)


def _no(table: Table, code: str, text: str, section: str, remedy: str = "") -> Violation:
    return Violation(code, text, Citation(table.match.edition.book, section), remedy)


def _unknown(table: Table, action: act.Action) -> Violation | None:
    """An action that names dice, cards, seats or zones there are not."""
    count = len(table.dice)
    dice = [getattr(action, name) for name in _naming_dice(type(action))]
    if isinstance(action, act.Reroll | act.Drawn):
        dice += action.dice
    dice += [die for die, _ in getattr(action, "pay", ())]
    if dice and not 0 <= min(dice) <= max(dice) < count:
        return _no(table, "no-such-die", f"The dice are numbered 0 to {count - 1}.", "Setup")
    seat = getattr(action, "seat", 0)
    if not 0 <= seat < table.match.seats:
        return _no(table, "no-such-seat", "There is no such player.", "Setup")
    if isinstance(action, act.UseGlobal) and not 0 <= action.card < len(table.match.cards):
        return _no(table, "no-such-card", "There is no such card in this game.", "Setup")
    if isinstance(action, act.MoveDie | act.SpinDie):
        zone = getattr(action, "zone", "field")
        if zone not in ZONES:
            return _no(table, "no-such-zone", f"The zones are {', '.join(ZONES)}.", "Play Areas")
        if not NO_FACE <= action.face < 6 or (
            zone in ("field", "attack", "reserve") and action.face == NO_FACE
        ):
            return _no(table, "no-such-face", "A die there shows one of its six faces.", "Dice")
    return None


@lru_cache(maxsize=64)
def _naming_dice(kind: type[act.Action]) -> tuple[str, ...]:
    """The fields of an action in which one die is named."""
    return tuple(name for name in ("die", "attacker") if hasattr(kind, name))


def _to_request(state: State, table: Table, action: act.Action) -> Violation | None:
    request = state.request
    if isinstance(request, DrawRequest):
        return _drawing(table, request, action)
    if isinstance(request, RollRequest):
        return _rolling(table, request, action)
    assert isinstance(request, Choice)
    if action in request.options or any(_alike(table, action, o) for o in request.options):
        return None
    return _no(
        table,
        "not-offered",
        f"That is no answer to: {request.text}",
        "Timing Conflicts",
        "An effect is carried out entirely before anything else happens.",
    )


def _alike(table: Table, action: act.Action, option: act.Action) -> bool:
    """Whether two answers differ only in which of several like dice they name."""
    if isinstance(action, act.Choose) and isinstance(option, act.Choose):
        return same_kind_of_lie(table, action.die, option.die)
    if isinstance(action, act.Yes | act.UseGlobal) and type(action) is type(option):
        for name in ("card", "number"):
            if getattr(action, name, None) != getattr(option, name, None):
                return False
        return _pays_alike(table, action.pay, option.pay)
    return False


def _pays_alike(table: Table, pay: act.Payment, other: act.Payment) -> bool:
    def shape(payment: act.Payment) -> list[tuple[int, object, int]]:
        return sorted(
            (
                (table.match.kind_of[die], table.dice[die].face, taken)
                for die, taken in payment
                if table.dice[die].zone == "reserve"
            ),
        )

    return len(dict(pay)) == len(other) and shape(pay) == shape(other)


def same_kind_of_lie(table: Table, one: int, other: int) -> bool:
    """Whether two dice are of one kind and alike in every way."""
    return table.likeness(one) == table.likeness(other)


def _drawing(table: Table, request: DrawRequest, action: act.Action) -> Violation | None:
    if not isinstance(action, act.Drawn):
        return _no(table, "draw-first", "Dice must be drawn now.", "Clear and Draw Step")
    right = len(action.dice) == request.count == len(set(action.dice))
    if not right or any(die not in request.bag for die in action.dice):
        return _no(
            table,
            "wrong-draw",
            f"{request.count} dice of the player's own bag must be drawn.",
            "Clear and Draw Step",
        )
    return None


def _rolling(table: Table, request: RollRequest, action: act.Action) -> Violation | None:
    if not isinstance(action, act.Rolled):
        return _no(table, "roll-first", "Dice must be rolled now.", REROLLING)
    if len(action.faces) != len(request.dice) or any(not 0 <= f < 6 for f in action.faces):
        return _no(
            table, "wrong-roll", f"{len(request.dice)} dice show one of six faces.", REROLLING
        )
    return None


def _reroll(table: Table, action: act.Reroll) -> Violation | None:
    prep = table.prepared(table.mover)
    if table.step == "keep" and not (extra_reroll_left(table) and len(action.dice) == 1):
        return _no(
            table,
            "rerolled-already",
            "Dice are rerolled once, all together.",
            REROLLING,
            "Keep the roll.",
        )
    if not action.dice or len(set(action.dice)) != len(action.dice):
        return _no(table, "nothing-to-reroll", "Name the dice to reroll, each once.", REROLLING)
    if any(die not in prep for die in action.dice):
        return _no(table, "not-rolled", "Only dice rolled just now can be rerolled.", REROLLING)
    return None


def _fine(_: Table, __: act.Action) -> Violation | None:
    return None


def _active_only(table: Table, what: str) -> Violation | None:
    if not table.on_turn(table.mover):
        return _no(
            table,
            "not-your-turn",
            f"Only the player whose turn it is may {what}.",
            TURN,
            "The other player may use a global ability or pass.",
        )
    return None


def _buy(table: Table, action: act.Buy) -> Violation | None:
    wrong = _active_only(table, "purchase dice")
    if wrong is not None:
        return wrong
    die = table.dice[action.die]
    if die.zone != "cards":
        return _no(table, "not-for-sale", "Only dice on their cards are for sale.", PURCHASE)
    if die.seat not in (table.mover, NOBODY):
        return _no(
            table,
            "not-your-card",
            "That card is the opponent's; its dice are for its owner only.",
            PURCHASE,
            "Buy from your own cards or from the basic action cards.",
        )
    if buying_forbidden(table, action.die):
        return _no(table, "purchase-forbidden", "A rule forbids buying this die now.", PURCHASE)
    return _payment(table, buying_cost(table, action.die, table.mover), action.pay, PURCHASE)


def _payment(table: Table, cost: Cost, pay: act.Payment, section: str) -> Violation | None:
    wrong = objection(table, table.mover, cost, pay)
    if wrong is None:
        return None
    code, text = wrong
    return _no(table, code, text, section, f"Pay {cost}.")


def _field(table: Table, action: act.FieldDie) -> Violation | None:
    word = table.match.edition.wording.field
    wrong = _active_only(table, f"{word} characters")
    if wrong is not None:
        return wrong
    if action.die not in table.lying("reserve", table.mover):
        return _no(
            table, "not-in-reserve", f"One can {word} dice of one's Reserve Pool only.", FIELDING
        )
    if not table.face(action.die).level:
        return _no(table, "no-character", "The die does not show a character face.", FIELDING)
    if fielding_forbidden(table, action.die):
        return _no(table, "fielding-forbidden", f"A card forbids to {word} this die.", FIELDING)
    cost = Cost(fielding_cost(table, action.die, table.mover))
    return _payment(table, cost, action.pay, FIELDING)


def _use(table: Table, action: act.UseAction) -> Violation | None:
    wrong = _active_only(table, "use action dice")
    if wrong is not None:
        return wrong
    if action.die not in table.lying("reserve", table.mover):
        return _no(
            table,
            "not-in-reserve",
            "Only an action die of the Reserve Pool can be used.",
            "Playing Actions",
        )
    if not table.face(action.die).action:
        return _no(
            table, "no-action-face", "The die does not show its action face.", "Playing Actions"
        )
    if not action_timely(table, action.die):
        return _no(
            table, "not-now", "The card does not allow its die to be used now.", "Playing Actions"
        )
    return None


def _global(table: Table, action: act.UseGlobal) -> Violation | None:
    abilities = table.match.cards[action.card].text.abilities
    if not 0 <= action.number < len(abilities) or not isinstance(
        abilities[action.number], fx.Global
    ):
        return _no(table, "no-global", "That card has no such global ability.", GLOBALS)
    ability = abilities[action.number]
    assert isinstance(ability, fx.Global)
    if not globals_allowed(table, table.mover):
        return _no(table, "globals-forbidden", "A card forbids globals now.", GLOBALS)
    if not global_timely(table, action.card, action.number, ability, table.mover):
        return _no(
            table, "global-not-now", "That global cannot be used now (or not again).", GLOBALS
        )
    wrong = _payment(table, written_cost(ability.cost), action.pay, GLOBALS)
    if wrong is not None:
        return wrong
    if not global_possible(table, action.card, action.number, table.mover):
        return _no(table, "no-target", "There is nothing this global could be used on.", GLOBALS)
    return None


def _discard(table: Table, action: act.Discard) -> Violation | None:
    shown = table.dice[action.die].zone == "field" and table.face(action.die).action
    if not shown or continuous(table, action.die) is None:
        return _no(table, "not-continuous", "No such Continuous die lies there.", "Lexicon")
    if not may_discard(table, action.die, table.mover):
        return _no(table, "discard-forbidden", "Its text does not allow that now.", "Lexicon")
    return None


def _hand(table: Table, action: act.Hand) -> Violation | None:
    if action.die not in table.lying("prep", table.active) or handed(table, action.die):
        return _no(
            table,
            "not-shared",
            "Only dice of the team's Prep Area are shared out, each once.",
            "Dice Masters Doubles",
        )
    return None


def _send(table: Table, action: act.Send) -> Violation | None:
    die = action.die
    if die not in table.fighters(table.mover):
        return _no(
            table, "not-in-field", "Only one's own characters in the field attack.", ATTACKERS
        )
    if table.dice[die].zone != "field":
        return _no(table, "already-attacking", "That character attacks already.", ATTACKERS)
    if not could_attack(table, die):
        return _no(table, "cannot-attack", "A card keeps this character from attacking.", ATTACKERS)
    return None


def _block(table: Table, action: act.Block) -> Violation | None:
    die, attacker = action.die, action.attacker
    if die not in table.fighters(table.mover):
        return _no(table, "not-in-field", "Only one's own characters in the field block.", BLOCKERS)
    if not is_attacking(table, attacker):
        return _no(table, "no-attacker", "That character does not attack.", BLOCKERS)
    entry = table.dice[die]
    if entry.blocks and block_capacity(table, die) is None:
        return _no(
            table,
            "blocks-already",
            "A character blocks one attacker only.",
            BLOCKERS,
            "Several characters may block the same attacker.",
        )
    if not may_block(table, die, attacker):
        return _no(
            table,
            "cannot-be-blocked",
            "A card keeps it from being blocked so.",
            BLOCKERS,
        )
    if not could_block(table, die, attacker) or owes_another_block(table, die, attacker):
        return _no(table, "cannot-block", "A card keeps this character from blocking so.", BLOCKERS)
    return None


def _declare(table: Table, _: act.Declare) -> Violation | None:
    if table.step == "share":
        return None
    if table.step == "attackers":
        idle = [d for d in table.fighters(table.mover) if could_attack(table, d)]
        if any(has(table, die, "must-attack") for die in idle):
            return _no(table, "must-attack", "A character must attack and has not.", ATTACKERS)
        return None
    attackers = table.attackers()
    owing = any(
        owes_block(table, die, attacker) and could_block(table, die, attacker)
        for die in table.fighters(table.mover)
        for attacker in attackers
    )
    if owing:
        return _no(table, "must-block", "A character must block and does not.", BLOCKERS)
    return None


WHEN: Final[dict[type, tuple[str, ...]]] = {
    act.Reroll: ("reroll", "keep"),
    act.Keep: ("reroll", "keep"),
    act.Buy: ("main",),
    act.FieldDie: ("main",),
    act.UseAction: ("main", "actions", "attackers"),
    act.UseGlobal: ("main", "actions"),
    act.Discard: ("main", "actions"),
    act.Pass: ("main", "actions"),
    act.Hand: ("share",),
    act.Send: ("attackers",),
    act.Block: ("blockers",),
    act.Declare: ("attackers", "blockers", "share"),
}

CHECK: Final[dict[type, Callable[[Table, Any], Violation | None]]] = {
    act.Reroll: _reroll,
    act.Keep: _fine,
    act.Buy: _buy,
    act.FieldDie: _field,
    act.UseAction: _use,
    act.UseGlobal: _global,
    act.Discard: _discard,
    act.Pass: _fine,
    act.Hand: _hand,
    act.Send: _send,
    act.Block: _block,
    act.Declare: _declare,
}
