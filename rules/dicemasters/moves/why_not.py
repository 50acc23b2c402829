"""Why an action is not legal: the rule in our own words, where it stands, what would put it right.

Written apart from `legal_actions`, so that tests hold each against the other.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from rules.core import DieNumber, Seat, Violation
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.bans import banned_by, life_toll, toll_card
from rules.dicemasters.engine.citations import Section, cite
from rules.dicemasters.engine.damage import can_pay_life, global_life_cost, globals_allowed
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.sources import (
    source_of,
    source_of_ban,
    source_of_block_ban,
)
from rules.dicemasters.engine.state import (
    NO_CARD,
    NO_DIE,
    NO_FACE,
    NOBODY,
    ZONES,
    ChoiceRequest,
    DiceMastersState,
    DrawRequest,
    RollRequest,
)
from rules.dicemasters.engine.stats import block_allowed, blockers, has, is_attacking
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    Part,
    action_usable_now,
    block_capacity,
    blocked_by_one_of_two,
    cancelled_key,
    costs_at_once,
    discard_rule,
    extra_reroll_left,
    fielding_forbidden,
    global_has_target,
    global_key,
    global_usable_now,
    may_attack,
    may_block,
    may_buy_free,
    may_discard,
    may_reroll_energy,
    must_block,
    must_block_another,
    partner_may_reroll_first,
    purchase_forbidden,
    ritual_dice,
    team_characters,
    was_handed_over,
)
from rules.dicemasters.moves.payment import Cost, payment_error
from words import NOTHING, Text, capital, joined, tr

PURCHASE: Final[Section] = "Purchasing a Die"
FIELDING: Final[Section] = "Fielding Characters"
GLOBALS: Final[Section] = "Using Global Abilities"
ATTACKERS: Final[Section] = "Declare Attackers"
BLOCKERS: Final[Section] = "Declare Blockers"
TURN: Final[Section] = "Turn Order"
DOUBLES: Final[Section] = "Dice Masters Doubles"
MOST_TIMES: Final = 20
REROLLING: Final[Section] = "Roll and Reroll Step"

STEPS: Final[Mapping[str, tuple[Text, Text]]] = {
    "draw": (tr("Clear and Draw Step"), NOTHING),
    "share": (tr("Roll and Reroll Step"), tr("sharing out")),
    "roll": (tr("Roll and Reroll Step"), NOTHING),
    "reroll": (tr("Roll and Reroll Step"), NOTHING),
    "keep": (tr("Roll and Reroll Step"), NOTHING),
    "main": (tr("Main Step"), NOTHING),
    "attackers": (tr("Attack Step"), tr("attackers")),
    "blockers": (tr("Attack Step"), tr("blockers")),
    "actions": (tr("Attack Step"), tr("actions and globals")),
    "damage": (tr("Attack Step"), tr("damage")),
    "cleanup": (tr("Cleanup Step"), NOTHING),
    "over": (tr("the end of the game"), NOTHING),
}
"""The step by its name in the books, and the part of it."""

STEP_NAMES: Final[Mapping[str, Text]] = {
    step: main + ", " + part if part else main for step, (main, part) in STEPS.items()
}


def find_violation(
    state: DiceMastersState, action: act.Action, seat: Seat | None = None
) -> Violation | None:
    """None when the action is legal now: for the player to move, or for the player named."""
    if seat is not None and seat != _asked(state):
        return _violation_of_another(state, action, seat)
    table = GameTable(state)
    if state.winners is not None:
        return _violation(table, "game-over", tr("The game is over."), "Winning")
    wrong = _unknown_reference(table, action)
    if wrong is not None or isinstance(action, act.ConcedeGame):
        return wrong
    if isinstance(action, act.BY_HAND) and may_act_by_hand(state):
        return None
    if state.request is not None:
        return _check_answer(state, table, action)
    return _check_step(table, action) or CHECKS[type(action)](table, action)


def _asked(state: DiceMastersState) -> int:
    """The player who decides, or whose dice fall."""
    return state.mover if state.request is None else state.request.seat


def _violation_of_another(
    state: DiceMastersState, action: act.Action, seat: Seat
) -> Violation | None:
    """Why a player who is not asked now may not do this: a reason of its own, or the wait."""
    table = GameTable(state)
    if seat not in table.match.seats:
        return _violation(table, "no-such-seat", tr("There is no such player."), "Setup")
    if isinstance(action, (act.ConcedeGame, *act.BY_HAND)):
        return find_violation(state, action)
    asked = table.match.names[_asked(state)]
    name = table.match.names[seat]
    if state.winners is None and state.request is None:
        wrong = find_violation(replace(state, mover=seat), action)
        if wrong is not None:
            return wrong
        return _violation(
            table,
            "not-your-move",
            tr("{asked} is to act now; {name} may once {asked} passes.", asked=asked, name=name),
            GLOBALS if isinstance(action, act.UseGlobal | act.Discard) else TURN,
            tr("Wait until {asked} passes.", asked=asked),
        )
    if isinstance(state.request, ChoiceRequest):
        return _violation(
            table,
            "not-asked",
            tr("{asked} is asked first: {text}", asked=asked, text=state.request.text),
            "Timing Conflicts",
            tr("An effect is carried out entirely before anything else happens."),
        )
    return find_violation(state, action) or _violation(
        table, "not-your-dice", tr("These dice are {asked}'s.", asked=asked), REROLLING
    )


def _check_step(table: GameTable, action: act.Action) -> Violation | None:
    """Whether actions of this kind belong to this step."""
    steps = STEPS_OF.get(type(action))
    if steps is None:
        return _violation(
            table, "nothing-asked", tr("Nothing was asked that this would answer."), TURN
        )
    if table.step in steps and not _too_early(table, action):
        return None
    if isinstance(action, act.UseGlobal):
        steps = ("main", "actions")
    belongs = joined(tr(" or the "), dict.fromkeys(STEP_NAMES[step] for step in steps))
    return _violation(
        table,
        "wrong-step",
        tr("This is not possible now: it is the {step}.", step=STEP_NAMES[table.step]),
        SECTIONS_OF_ACTIONS.get(type(action), TURN),
        tr("It belongs to the {belongs}.", belongs=belongs),
    )


def _too_early(table: GameTable, action: act.Action) -> bool:
    """Whether a global is used at a step in which only some texts are paid for."""
    if not isinstance(action, act.UseGlobal) or table.step in {"main", "actions"}:
        return False
    abilities = table.match.cards[action.card].text.abilities
    used = abilities[action.number] if 0 <= action.number < len(abilities) else None
    return not (isinstance(used, fx.Paid) and used.at)


def may_act_by_hand(state: DiceMastersState) -> bool:
    """Whether no effect is half done and waiting for an answer."""
    return state.request is None or (state.began is None and not state.answers)


def _violation(
    table: GameTable, code: str, text: Text, section: Section, remedy: Text = NOTHING
) -> Violation:
    return Violation(code, capital(text), cite(table.match.edition.book, section), remedy)


def _unknown_reference(table: GameTable, action: act.Action) -> Violation | None:
    """An action that names dice, cards, seats or zones there are not."""
    acts = action.acts if isinstance(action, act.ByHand) else (action,)
    return next(filter(None, (_unknown_named(table, each) for each in acts)), None)


def _unknown_named(table: GameTable, action: act.Action) -> Violation | None:
    count = len(table.dice)
    dice = [getattr(action, name) for name in _naming_dice(type(action))]
    if isinstance(action, act.Reroll | act.DrawnDice):
        dice += action.dice
    dice += [die for die, _ in getattr(action, "pay", ())]
    for part in getattr(action, "parts", ()):
        wrong = _unknown_reference(table, part)
        if wrong is not None:
            return wrong
    if dice and not 0 <= min(dice) <= max(dice) < count:
        return _violation(
            table,
            "no-such-die",
            tr("The dice are numbered 0 to {count}.", count=count - 1),
            "Setup",
        )
    seat = getattr(action, "seat", 0)
    if seat not in table.match.seats:
        return _violation(table, "no-such-seat", tr("There is no such player."), "Setup")
    if isinstance(action, act.UseGlobal) and not 0 <= action.card < len(table.match.cards):
        return _violation(table, "no-such-card", tr("There is no such card in this game."), "Setup")
    return _cannot_lie_so(table, action)


def _cannot_lie_so(table: GameTable, action: act.Action) -> Violation | None:
    """A place or a face by hand that there is not."""
    if isinstance(action, act.PutUnder):
        return _cannot_lie_there(table, action)
    if isinstance(action, act.MoveDie | act.SpinDie):
        zone = getattr(action, "zone", "field")
        if zone not in ZONES:
            return _violation(
                table,
                "no-such-zone",
                tr("The zones are {names}.", names=joined(", ", ZONES)),
                "Play Areas",
            )
        if not NO_FACE <= action.face < 6 or (
            zone in ("field", "attack", "reserve") and action.face == NO_FACE
        ):
            return _violation(
                table, "no-such-face", tr("A die there shows one of its six faces."), "Dice"
            )
    return None


def _cannot_lie_there(table: GameTable, action: act.PutUnder) -> Violation | None:
    """A die goes under a character in the field, and shows a face there."""
    if action.die != action.under and table.in_field(action.under):
        face = table.face(action.die)
        if table.shows_character(action.under) and (face.level or face.action):
            return None
    return _violation(
        table,
        "nothing-to-lie-under",
        tr("A die goes under a character in the field."),
        "Play Areas",
    )


@lru_cache(maxsize=64)
def _naming_dice(kind: type[act.Action]) -> tuple[str, ...]:
    """The fields of an action in which one die is named."""
    return tuple(name for name in ("die", "attacker", "under") if hasattr(kind, name))


def _check_answer(
    state: DiceMastersState, table: GameTable, action: act.Action
) -> Violation | None:
    request = state.request
    if isinstance(request, DrawRequest):
        return _check_draw(table, request, action)
    if isinstance(request, RollRequest):
        return _check_roll(table, request, action)
    assert isinstance(request, ChoiceRequest)
    if action in request.options or any(_same_answer(table, action, o) for o in request.options):
        return None
    return _violation(
        table,
        "not-offered",
        tr("That is no answer to: {text}", text=request.text),
        "Timing Conflicts",
        tr("An effect is carried out entirely before anything else happens."),
    )


def _same_answer(table: GameTable, action: act.Action, option: act.Action) -> bool:
    """Whether two answers differ only in which of several like dice they name."""
    if isinstance(action, act.ChooseDie) and isinstance(option, act.ChooseDie):
        return interchangeable(table, action.die, option.die)
    if isinstance(action, act.Yes | act.UseGlobal) and type(action) is type(option):
        for name in ("card", "number", "times"):
            if getattr(action, name, None) != getattr(option, name, None):
                return False
        return _same_payment(table, action.pay, option.pay)
    return False


def _same_payment(table: GameTable, pay: act.Payment, other: act.Payment) -> bool:
    def shape(payment: act.Payment) -> list[tuple[int, object, int]]:
        return sorted(
            (
                (table.match.kind_of[die], table.dice[die].face, taken)
                for die, taken in payment
                if table.dice[die].zone == "reserve"
            ),
        )

    return len(dict(pay)) == len(other) and shape(pay) == shape(other)


def interchangeable(table: GameTable, one: DieNumber, other: DieNumber) -> bool:
    """Whether two dice are of one kind and alike in every way."""
    return table.alike_key(one) == table.alike_key(other)


def _check_draw(table: GameTable, request: DrawRequest, action: act.Action) -> Violation | None:
    if not isinstance(action, act.DrawnDice):
        return _violation(table, "draw-first", tr("Dice must be drawn now."), "Clear and Draw Step")
    right = len(action.dice) == request.count == len(set(action.dice))
    if not right or any(die not in request.bag for die in action.dice):
        return _violation(
            table,
            "wrong-draw",
            tr(
                "{count} dice of {name}'s own bag must be drawn.",
                count=request.count,
                name=table.match.names[request.seat],
            ),
            "Clear and Draw Step",
        )
    return None


def _check_roll(table: GameTable, request: RollRequest, action: act.Action) -> Violation | None:
    if not isinstance(action, act.RolledFaces):
        return _violation(table, "roll-first", tr("Dice must be rolled now."), REROLLING)
    if len(action.faces) != len(request.dice) or any(not 0 <= f < 6 for f in action.faces):
        return _violation(
            table,
            "wrong-roll",
            tr("{count} dice show one of six faces.", count=len(request.dice)),
            REROLLING,
        )
    return None


def _check_reroll(table: GameTable, action: act.Reroll) -> Violation | None:
    prep = table.prep_dice(table.mover)
    banned = banned_by(table, table.mover, "reroll")
    if banned != NO_CARD:
        text = tr(
            "{card_title} keeps {name} from rerolling.",
            card_title=_card_title(table, banned),
            name=table.match.names[table.mover],
        )
        return _violation(table, "reroll-forbidden", text, REROLLING, tr("Keep the roll."))
    life = life_toll(table, table.mover, "reroll")
    if not can_pay_life(table, table.mover, life):
        title = _card_title(table, toll_card(table, table.mover, "reroll"))
        text = tr("That costs {life} life, as {title} says.", life=life, title=title)
        return _violation(table, "reroll-forbidden", text, REROLLING, tr("Keep the roll."))
    again = len(action.dice) == 1 and (
        extra_reroll_left(table) or may_reroll_energy(table, action.dice[0])
    )
    if table.step == "keep" and not again:
        return _violation(
            table,
            "rerolled-already",
            tr("Dice are rerolled once, all together."),
            REROLLING,
            tr("Keep the roll."),
        )
    if not action.dice or len(set(action.dice)) != len(action.dice):
        return _violation(
            table, "nothing-to-reroll", tr("Name the dice to reroll, each once."), REROLLING
        )
    if any(die not in prep for die in action.dice):
        return _violation(
            table, "not-rolled", tr("Only dice rolled just now can be rerolled."), REROLLING
        )
    return None


def _card_title(table: GameTable, card: CardNumber) -> str:
    return table.match.cards[card].card.title


def _always_allowed(_: GameTable, __: act.Action) -> Violation | None:
    return None


def _check_pass(table: GameTable, _: act.Pass) -> Violation | None:
    if table.step == "reroll" and not partner_may_reroll_first(table):
        return _violation(
            table,
            "keep-or-reroll",
            tr("Dice are rerolled or kept now."),
            REROLLING,
            tr("Keep the roll."),
        )
    return None


def _active_only(table: GameTable, what: Text) -> Violation | None:
    if not table.on_turn(table.mover):
        player = table.match.edition.wording.player
        names = joined(
            tr(" and "), (table.match.names[s] for s in table.match.partners(table.active))
        )
        return _violation(
            table,
            "not-your-turn",
            tr(
                "Only the {player} whose turn it is may {what}: it is {names}'s turn.",
                player=player,
                what=what,
                names=names,
            ),
            TURN,
            tr("The other {player} may use a global ability or pass.", player=player),
        )
    return None


def _check_paid_part(table: GameTable, action: Part) -> Violation | None:
    """Whether something that is paid for is allowed and pays what it costs."""
    wrong = PART_CHECKS[type(action)](table, action)
    if wrong is None:
        costs = costs_at_once(table, (action,), table.mover)
        wrong = _check_payment(table, costs, action.pay, SECTIONS_OF_PARTS[type(action)])
    if wrong is None and isinstance(action, act.UseGlobal):
        wrong = _check_global_target(table, action)
    return wrong


def _check_paid_at_once(table: GameTable, action: act.PayAtOnce) -> Violation | None:
    """Several things with one payment: each allowed, no die named twice, all of it paid."""
    parts = action.parts
    if len(parts) < 2 or any(part.pay for part in parts):
        return _violation(
            table,
            "not-at-once",
            tr("What is paid for at once is two things or more, with one payment for all."),
            PURCHASE,
        )
    for part in parts:
        wrong = PART_CHECKS[type(part)](table, part)
        if wrong is None and isinstance(part, act.UseGlobal):
            wrong = _check_global_target(table, part)
        if wrong is not None:
            return wrong
    named = [(type(part), getattr(part, "die", NO_DIE), *_global_of(part)) for part in parts]
    if len(set(named)) < len(named):
        return _violation(
            table,
            "named-twice",
            tr("Each die is bought or fielded once; a global says how many times it is used."),
            PURCHASE,
        )
    basics = [
        table.match.card_of[part.die]
        for part in parts
        if isinstance(part, act.Purchase) and table.dice[part.die].seat == NOBODY
    ]
    if table.match.doubles and len(set(basics)) < len(basics):
        return _violation(
            table, "purchase-forbidden", tr("One die of each basic action card a turn."), DOUBLES
        )
    return _check_payment(table, costs_at_once(table, parts, table.mover), action.pay, PURCHASE)


def _global_of(part: Part) -> tuple[int, ...]:
    return (part.card, part.number) if isinstance(part, act.UseGlobal) else ()


def _check_purchase(  # noqa: PLR0911 - one return per rule
    table: GameTable, action: act.Purchase
) -> Violation | None:
    wrong = _active_only(table, tr("purchase dice"))
    if wrong is not None:
        return wrong
    die = table.dice[action.die]
    if die.zone != "cards":
        return _violation(
            table, "not-for-sale", tr("Only dice on their cards are for sale."), PURCHASE
        )
    if die.seat not in (table.mover, NOBODY):
        return _violation(
            table,
            "not-your-card",
            tr(
                "That card is {name}'s; its dice are for its owner only.",
                name=table.match.names[die.seat],
            ),
            PURCHASE,
            tr("Buy from your own cards or from the basic action cards."),
        )
    if purchase_forbidden(table, action.die):
        source = source_of_ban(table, "no-purchase", action.die)
        if source:
            text = tr(
                "{source} forbids buying {die} now.", source=source, die=table.title(action.die)
            )
            return _violation(table, "purchase-forbidden", text, PURCHASE)
        banned = banned_by(table, table.mover, "purchase", action.die)
        if banned != NO_CARD:
            text = tr(
                "{card_title} keeps {name} from that.",
                card_title=_card_title(table, banned),
                name=table.match.names[table.mover],
            )
            return _violation(table, "purchase-forbidden", text, PURCHASE)
        text = tr("One die of each basic action card a turn, for each of the partners.")
        return _violation(table, "purchase-forbidden", text, DOUBLES)
    if action.free and not may_buy_free(table, action.die, table.mover):
        text = tr("No card gives {die} for nothing now.", die=table.title(action.die))
        return _violation(table, "not-free", text, PURCHASE)
    return None


def _check_payment(
    table: GameTable, costs: Sequence[Cost], pay: act.Payment, section: Section
) -> Violation | None:
    wrong = payment_error(table, table.mover, costs, pay)
    if wrong is None:
        return None
    code, text = wrong
    remedy = tr("Pay {names}.", names=joined(tr(" and "), (str(cost) for cost in costs)))
    return _violation(table, code, text, section, remedy)


def _check_fielding(table: GameTable, action: act.FieldDie) -> Violation | None:
    word, character = table.match.edition.wording.field, table.match.edition.wording.character
    characters = table.match.edition.wording.characters
    wrong = _active_only(table, tr("{field} {characters}", field=word, characters=characters))
    if wrong is not None:
        return wrong
    if action.die not in table.dice_in("reserve", table.mover):
        return _violation(
            table,
            "not-in-reserve",
            tr("One can {word} dice of one's Reserve Pool only.", word=word),
            FIELDING,
        )
    if not table.face(action.die).level:
        return _violation(
            table,
            "no-character",
            tr("The die does not show a {character} face.", character=character),
            FIELDING,
        )
    if fielding_forbidden(table, action.die):
        return _violation(
            table, "fielding-forbidden", _why_no_fielding(table, action.die), FIELDING
        )
    if action.pay and all(taken == 0 for _, taken in action.pay):
        return _check_ritual(table, action)
    return None


def _why_no_fielding(table: GameTable, die: DieNumber) -> Text:
    word, seat = table.match.edition.wording.field, table.mover
    source = source_of_ban(table, "no-fielding", die)
    if source:
        return tr(
            "{source} forbids to {word} {die} now.", source=source, word=word, die=table.title(die)
        )
    banned = banned_by(table, seat, "field", die)
    if banned != NO_CARD:
        return tr(
            "{card_title} keeps {name} from that.",
            card_title=_card_title(table, banned),
            name=table.match.names[seat],
        )
    life, card = life_toll(table, seat, "field"), toll_card(table, seat, "field")
    return tr(
        "That costs {life} life, as {card_title} says.",
        life=life,
        card_title=_card_title(table, card),
    )


def _check_ritual(table: GameTable, action: act.FieldDie) -> Violation | None:
    """Whether a character of the Reserve Pool may pay for this one."""
    others = [die for die, _ in action.pay]
    alike = [table.alike_key(die) for die in ritual_dice(table, action.die, table.mover)]
    held = table.dice_in("reserve", table.mover)
    if len(others) == 1 and others[0] in held and table.alike_key(others[0]) in alike:
        return None
    kind = table.match.edition.wording.character
    text = tr(
        "One {kind} of the Reserve Pool pays for a Ritual; for any other die energy does.",
        kind=kind,
    )
    return _violation(table, "no-ritual", text, FIELDING)


def _check_action_use(table: GameTable, action: act.UseAction) -> Violation | None:
    wrong = _active_only(table, tr("use action dice"))
    if wrong is not None:
        return wrong
    if action.die not in table.dice_in("reserve", table.mover):
        return _violation(
            table,
            "not-in-reserve",
            tr("Only an action die of the Reserve Pool can be used."),
            "Playing Actions",
        )
    if not table.face(action.die).action:
        return _violation(
            table, "no-action-face", tr("The die does not show its action face."), "Playing Actions"
        )
    if not action_usable_now(table, action.die):
        return _action_not_usable_now(table, action.die)
    return None


def _action_not_usable_now(table: GameTable, die: DieNumber) -> Violation:
    """When the die may be used, or what it needs."""
    title, seat = table.title(die), table.mover
    banned = banned_by(table, seat, "action", die)
    life = life_toll(table, seat, "action")
    if banned != NO_CARD:
        text = tr(
            "{card_title} keeps {name} from using actions.",
            card_title=_card_title(table, banned),
            name=table.match.names[seat],
        )
        return _violation(table, "action-forbidden", text, "Playing Actions")
    if not can_pay_life(table, seat, life):
        title = _card_title(table, toll_card(table, seat, "action"))
        text = tr("That costs {life} life, as {title} says.", life=life, title=title)
        return _violation(table, "action-forbidden", text, "Playing Actions")
    uses = [
        ability
        for ability in table.match.cards[table.match.card_of[die]].text.abilities
        if isinstance(ability, fx.WhenUsed)
    ]
    below = min((use.life_below for use in uses if use.life_below), default=0)
    if below and table.life[table.match.team(seat)] >= below:
        text = tr(
            "{title} is used with less than {below} life only, as its card says.",
            title=title,
            below=below,
        )
        return _violation(table, "not-now", text, "Playing Actions")
    if table.step == "attackers" and not any(use.step == "attack-start" for use in uses):
        return _violation(
            table,
            "not-now",
            tr("In the Attack Step action dice are used once blockers have been declared."),
            "Use Actions and Global Abilities",
            tr("Declare attackers and blockers first."),
        )
    if table.step != "attackers" and any(use.step == "attack-start" for use in uses):
        text = tr("{title} is used at the start of the Attack Step, as its card says.", title=title)
    else:
        least = max(use.at_least for use in uses)
        text = tr(
            "{title} asks for {least} dice that are not there, as its card says.",
            title=title,
            least=least,
        )
    return _violation(table, "not-now", text, "Playing Actions")


def _check_global_use(  # noqa: PLR0911 - one return per rule
    table: GameTable, action: act.UseGlobal
) -> Violation | None:
    abilities = table.match.cards[action.card].text.abilities
    if not 0 <= action.number < len(abilities) or not isinstance(
        abilities[action.number], fx.Global
    ):
        return _violation(table, "no-global", tr("That card has no such global ability."), GLOBALS)
    ability = abilities[action.number]
    assert isinstance(ability, fx.Global)
    if isinstance(ability, fx.Paid):
        return _check_paid_text(table, action, ability)
    if not globals_allowed(table, table.mover):
        source = source_of_ban(table, "no-globals")
        banned = banned_by(table, table.mover, "global")
        if banned != NO_CARD:
            source = _card_title(table, banned)
        text = (
            tr("{source} forbids globals now.", source=source) if source else _life_price(table, 1)
        )
        return _violation(table, "globals-forbidden", text, GLOBALS)
    if not global_usable_now(table, action.card, action.number, ability, table.mover):
        text = _global_not_now(table, action, ability)
        return _violation(table, "global-not-now", text, GLOBALS)
    life = global_life_cost(table, table.mover) * action.times
    if not 1 <= action.times <= MOST_TIMES or (ability.once and action.times > 1):
        return _violation(
            table, "not-so-often", tr("That global cannot be used so many times at once."), GLOBALS
        )
    if not can_pay_life(table, table.mover, life):
        text = _life_price(table, action.times)
        return _violation(table, "globals-forbidden", text, GLOBALS)
    return None


def _life_price(table: GameTable, times: int) -> Text:
    life = global_life_cost(table, table.mover) * times
    toll = toll_card(table, table.mover, "global")
    source = source_of_ban(table, "global-costs-life") or _card_title(table, toll)
    return tr("That costs {life} life, as {source} says.", life=life, source=source)


def _check_paid_text(table: GameTable, action: act.UseGlobal, ability: fx.Paid) -> Violation | None:
    """Whether a text that is paid for may be used now, by this player, once."""
    title = _card_title(table, action.card)
    if action.times != 1:
        return _violation(
            table, "not-so-often", tr("The text of {title} is used singly.", title=title), GLOBALS
        )
    if not global_usable_now(table, action.card, action.number, ability, table.mover):
        text = tr(
            "The text of {title} is for somebody else, for later, or its die is not there.",
            title=title,
        )
        return _violation(table, "global-not-now", text, GLOBALS)
    return None


def _global_not_now(table: GameTable, action: act.UseGlobal, ability: fx.Global) -> Text:
    """Why that global is not used at this moment."""
    title = table.match.cards[action.card].card.title
    if cancelled_key(action.card, action.number) in table.done_this_turn:
        return tr(
            "The global of {title} was cancelled and is not used again this turn.", title=title
        )
    if ability.react:
        return tr(
            "The global of {title} answers to damage; it is offered when damage is dealt.",
            title=title,
        )
    if ability.own_turn and not table.on_turn(table.mover):
        return tr("The global of {title} is for one's own turn.", title=title)
    if global_key(action.card, action.number, table.mover) in table.done_this_turn:
        return tr("The global of {title} is used once a turn, and was.", title=title)
    step = (
        tr("Attack Step, once blockers are declared") if ability.step == "attack" else "Main Step"
    )
    return tr("The global of {title} belongs to the {step}.", title=title, step=step)


def _check_global_target(table: GameTable, action: act.UseGlobal) -> Violation | None:
    if not global_has_target(table, action.card, action.number, table.mover):
        return _violation(
            table, "no-target", tr("There is nothing this global could be used on."), GLOBALS
        )
    return None


def _check_discard(table: GameTable, action: act.Discard) -> Violation | None:
    shown = table.dice[action.die].zone == "field" and table.face(action.die).action
    if not shown or discard_rule(table, action.die) is None:
        return _violation(
            table, "not-continuous", tr("No such Continuous die lies there."), "Lexicon"
        )
    if not may_discard(table, action.die, table.mover):
        allowed = discard_rule(table, action.die)
        title = table.title(action.die)
        if allowed is not None and allowed.life:
            text = tr(
                "{title} leaves for {life} life, paid in one's own Main Step.",
                title=title,
                life=allowed.life,
            )
        else:
            text = tr(
                "{title} is {name}'s to send away.",
                title=title,
                name=table.match.names[table.dice[action.die].seat],
            )
        return _violation(table, "discard-forbidden", text, "Lexicon")
    return None


def _check_hand_over(table: GameTable, action: act.HandOver) -> Violation | None:
    if action.die not in table.dice_in("prep", table.active) or was_handed_over(table, action.die):
        return _violation(
            table,
            "not-shared",
            tr("Only dice of the team's Prep Area are shared out, each once."),
            DOUBLES,
        )
    return None


def _check_attacker(table: GameTable, action: act.AttackWith) -> Violation | None:
    die = action.die
    kind = table.match.edition.wording.character
    kinds = table.match.edition.wording.characters
    if die not in team_characters(table, table.mover):
        return _violation(
            table,
            "not-in-field",
            tr("Only one's own {characters} in the field attack.", characters=kinds),
            ATTACKERS,
        )
    if table.dice[die].zone != "field":
        return _violation(
            table, "already-attacking", tr("That {kind} attacks already.", kind=kind), ATTACKERS
        )
    if not may_attack(table, die):
        banned = banned_by(table, table.dice[die].seat, "attack", die)
        source = source_of(table, die, "cannot-attack")
        if banned != NO_CARD:
            source = _card_title(table, banned)
        text = tr("{source} keeps {die} from attacking.", source=source, die=table.spoken_name(die))
        return _violation(table, "cannot-attack", text, ATTACKERS)
    return None


def _check_blocker(table: GameTable, action: act.Block) -> Violation | None:
    die, attacker = action.die, action.attacker
    kind = table.match.edition.wording.character
    kinds = table.match.edition.wording.characters
    if die not in team_characters(table, table.mover):
        return _violation(
            table,
            "not-in-field",
            tr("Only one's own {characters} in the field block.", characters=kinds),
            BLOCKERS,
        )
    if not is_attacking(table, attacker):
        return _violation(
            table, "no-attacker", tr("That {kind} does not attack.", kind=kind), BLOCKERS
        )
    if table.dice[die].blocks and block_capacity(table, die) is None:
        return _violation(
            table,
            "blocks-already",
            tr("A {kind} blocks one attacker only.", kind=kind),
            BLOCKERS,
            tr("Several {characters} may block the same attacker.", characters=kinds),
        )
    if not block_allowed(table, die, attacker):
        text = _why_unblockable(table, die, attacker)
        return _violation(table, "cannot-be-blocked", text, BLOCKERS)
    if not may_block(table, die, attacker) or must_block_another(table, die, attacker):
        return _violation(table, "cannot-block", _why_no_block(table, die, attacker), BLOCKERS)
    return None


def _why_unblockable(table: GameTable, die: DieNumber, attacker: DieNumber) -> Text:
    """The card that keeps this die, or every die, from blocking that attacker."""
    banned = source_of_block_ban(table, die, attacker)
    if banned:
        return tr(
            "{banned} keeps {die} from blocking it.", banned=banned, die=table.spoken_name(die)
        )
    source = source_of(table, attacker, "cannot-be-blocked")
    return tr(
        "{source} keeps {die} from being blocked.", source=source, die=table.spoken_name(attacker)
    )


def _why_no_block(table: GameTable, die: DieNumber, attacker: DieNumber) -> Text:
    """Why a character in the field does not block this attacker, the attacker's texts apart."""
    entry = table.dice[die]
    name, whom = table.spoken_name(die), table.spoken_name(attacker)
    match = table.match
    if match.doubles and match.opponent_of(entry.seat) != table.dice[attacker].seat:
        return tr(
            "{whom} attacks {name}.",
            whom=whom,
            name=match.names[match.opponent_of(table.dice[attacker].seat)],
        )
    if attacker in entry.blocks:
        return tr("{name} blocks {whom} already.", name=name, whom=whom)
    if entry.blocks:
        several = block_capacity(table, die)
        assert several is not None
        return tr(
            "{name} blocks no more and no others than its card says: {count} at most.",
            name=name,
            count=several.count,
        )
    if has(table, die, "cannot-block"):
        return tr(
            "{source_of} keeps {name} from blocking.",
            source_of=source_of(table, die, "cannot-block"),
            name=name,
        )
    return _too_few_or_many(table, attacker) or _who_must_block(table, die)


def _too_few_or_many(table: GameTable, attacker: DieNumber) -> Text:
    """What a text that counts blockers has against this block; "" when nothing."""
    waiting = blocked_by_one_of_two(table)
    whom = table.spoken_name(attacker)
    if waiting not in {NO_DIE, attacker}:
        return tr(
            "{die} needs a second blocker first, as its card says.", die=table.spoken_name(waiting)
        )
    if blockers(table, attacker) and has(table, attacker, "blocked-by-one"):
        return tr(
            "{source_of} allows one blocker for {whom}.",
            source_of=source_of(table, attacker, "blocked-by-one"),
            whom=whom,
        )
    if not blockers(table, attacker) and has(table, attacker, "blocked-by-two"):
        return tr(
            "{whom} is blocked by two or more or not at all; no other die is able to.", whom=whom
        )
    for other in table.attackers():
        if has(table, other, "two-blockers-first") and len(blockers(table, other)) < 2:
            source = source_of(table, other, "two-blockers-first")
            return tr(
                "{source} asks for two blockers for {die} first.",
                source=source,
                die=table.spoken_name(other),
            )
    return NOTHING


def _check_end_of_declaration(table: GameTable, _: act.EndDeclaration) -> Violation | None:
    if table.step == "share":
        return None
    if table.step == "attackers":
        for die in table.characters(table.mover):
            if may_attack(table, die) and has(table, die, "must-attack"):
                source = source_of(table, die, "must-attack")
                text = tr(
                    "{die} must attack, as {source} says.",
                    die=table.spoken_name(die),
                    source=source,
                )
                return _violation(table, "must-attack", text, ATTACKERS)
        return None
    waiting = blocked_by_one_of_two(table)
    if waiting != NO_DIE:
        text = tr(
            "{die} is blocked by two dice or more, or by none.", die=table.spoken_name(waiting)
        )
        return _violation(table, "two-blockers", text, BLOCKERS)
    for die in table.characters(table.mover):
        for attacker in table.attackers():
            if must_block(table, die, attacker) and may_block(table, die, attacker):
                return _violation(table, "must-block", _who_must_block(table, die), BLOCKERS)
    return None


def _who_must_block(table: GameTable, die: DieNumber) -> Text:
    name = table.spoken_name(die)
    for attacker in table.attackers():
        if has(table, attacker, "must-be-blocked") and may_block(table, die, attacker):
            source = source_of(table, attacker, "must-be-blocked")
            return tr(
                "{name} must block {die}, as {source} says.",
                name=name,
                die=table.spoken_name(attacker),
                source=source,
            )
    return tr(
        "{name} must block, as {source_of} says.",
        name=name,
        source_of=source_of(table, die, "must-block"),
    )


STEPS_OF: Final[dict[type, tuple[str, ...]]] = {
    act.Reroll: ("reroll", "keep"),
    act.KeepRoll: ("reroll", "keep"),
    act.Purchase: ("main",),
    act.FieldDie: ("main",),
    act.UseAction: ("main", "actions", "attackers"),
    act.UseGlobal: ("main", "actions", "reroll", "keep", "attackers"),
    act.PayAtOnce: ("main", "actions"),
    act.Discard: ("main", "actions"),
    act.Pass: ("main", "actions", "reroll"),
    act.HandOver: ("share",),
    act.AttackWith: ("attackers",),
    act.Block: ("blockers",),
    act.EndDeclaration: ("attackers", "blockers", "share"),
}

PART_CHECKS: Final[dict[type, Callable[[GameTable, Any], Violation | None]]] = {
    act.Purchase: _check_purchase,
    act.FieldDie: _check_fielding,
    act.UseGlobal: _check_global_use,
}
"""What must hold for something that is paid for, the payment apart."""

SECTIONS_OF_PARTS: Final[dict[type, Section]] = {
    act.Purchase: PURCHASE,
    act.FieldDie: FIELDING,
    act.UseGlobal: GLOBALS,
}

SECTIONS_OF_ACTIONS: Final[dict[type, Section]] = {
    **SECTIONS_OF_PARTS,
    act.PayAtOnce: PURCHASE,
    act.UseAction: "Playing Actions",
    act.Reroll: REROLLING,
    act.KeepRoll: REROLLING,
    act.AttackWith: ATTACKERS,
    act.Block: BLOCKERS,
    act.HandOver: DOUBLES,
}
"""Where the books speak of each kind of action."""

CHECKS: Final[dict[type, Callable[[GameTable, Any], Violation | None]]] = {
    act.Reroll: _check_reroll,
    act.KeepRoll: _always_allowed,
    act.Purchase: _check_paid_part,
    act.FieldDie: _check_paid_part,
    act.UseAction: _check_action_use,
    act.UseGlobal: _check_paid_part,
    act.PayAtOnce: _check_paid_at_once,
    act.Discard: _check_discard,
    act.Pass: _check_pass,
    act.HandOver: _check_hand_over,
    act.AttackWith: _check_attacker,
    act.Block: _check_blocker,
    act.EndDeclaration: _check_end_of_declaration,
}
