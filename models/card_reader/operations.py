"""What an effect does, sentence by sentence: "deal 2 damage to target character"."""

import re
from collections.abc import Callable
from copy import copy
from typing import Any, Final, Literal

from msgspec.structs import replace

from models.card_reader.dice_phrases import Context, NotUnderstoodError
from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    KO,
    OPPONENT,
    PICKED,
    THIS,
    Amount,
    Buff,
    Capture,
    CorruptBag,
    CountOf,
    Damage,
    Dice,
    DrawAndLook,
    DrawAndSort,
    DrawDice,
    Each,
    EachPlayer,
    EnergyOf,
    FieldFree,
    ForbidBlock,
    GainLife,
    GainToken,
    Give,
    HowMany,
    If,
    ImposeRule,
    Join,
    LifeOf,
    LoseLife,
    May,
    Move,
    NameKind,
    Operation,
    PickedDie,
    ReturnToField,
    RollDice,
    Sacrifice,
    Selector,
    Spin,
    StatOf,
    SwapFigures,
    Target,
    Until,
    WhichPlayers,
)

Ops = tuple[Operation, ...]

KEYWORDS_GAINED: Final = {
    "overcrush": "Overcrush",
    "fast": "Fast",
    "regenerate": "Regenerate",
    "iron will": "Iron Will",
}
RULES: Final = {
    "can't block": ("cannot-block",),
    "can't attack": ("cannot-attack",),
    "can't attack or block": ("cannot-attack", "cannot-block"),
    "can't block or attack": ("cannot-attack", "cannot-block"),
    "can't be blocked": ("cannot-be-blocked",),
    "is unblockable": ("cannot-be-blocked",),
    "becomes unblockable": ("cannot-be-blocked",),
    "must attack": ("must-attack",),
    "must block": ("must-block",),
    "must attack if able": ("must-attack",),
    "must block if able": ("must-block",),
    "deals no damage": ("no-damage",),
    "deals no combat damage": ("no-combat-damage",),
    "takes no damage": ("takes-no-damage",),
    "takes no combat damage": ("takes-no-combat-damage",),
    "can't be ko'd": ("cannot-be-ko'd",),
    "is blocked by several": ("blocked-by-two",),
    "is blocked by a single": ("blocked-by-one",),
}
"""Rules a die may come under, as cards say them."""

TARGETED_BY: Final = {
    "action dice or character abilities": ("untargetable-by-action", "untargetable-by-ability"),
    "action dice or global abilities": ("untargetable-by-action", "untargetable-by-global"),
    "global abilities or action dice": ("untargetable-by-action", "untargetable-by-global"),
    "action dice": ("untargetable-by-action",),
    "global abilities": ("untargetable-by-global",),
}

BONUS: Final = r"(?=[+-]\d)(?:(?P<A>[+-]\d+)a)?(?: ?(?:and )?(?P<D>[+-]\d+)d)?"


def read_operations(text: str, context: Context) -> Ops:
    """All that these sentences do. Raises `NotUnderstoodError`."""
    whole = _several_sentences(text.strip().rstrip(". "), context)
    if whole is not None:
        return whole
    found: Ops = ()
    for sentence in re.split(r"[.;]\s*", text.strip()):
        if sentence.strip(" ,"):
            found = _joined(found, sentence.strip(" ,"), context)
    if not found:
        raise NotUnderstoodError("nothing is done")
    return found


def _several_sentences(text: str, context: Context) -> Ops | None:
    """What takes more than one sentence to say; None when it is nothing of the kind."""
    for pattern, make in STORIES:
        found = re.fullmatch(pattern, text)
        if found:
            trial = copy(context)
            try:
                ops = make(found, trial)
            except NotUnderstoodError:
                continue  # one sentence may say it
            context.picked = trial.picked
            return ops
    return None


IT_GOES: Final = (
    r"(?:(?:move|place|put|return|add|send) (?:it|that die|the die|them) (?:to|in|into|on) (?:the |your |its |their |"
    r"your opponent's |its owner's |their owner's |that player's )?(?P<{name}>prep|used pile|bag|reserve|field)(?: area)?|"
    r"(?P<{name}roll>roll (?:it|that die)(?: and (?:place|put|add) it (?:in|into|to) your reserve)?)|"
    r"(?P<{name}prep>prep (?:it|that die))|(?P<{name}field>field (?:it|that die)(?: free)?(?: at that level)?))"
)


def _goes(found: re.Match[str], name: str) -> str:
    if found[f"{name}roll"]:
        return "reserve"
    if found[f"{name}prep"]:
        return "prep"
    if found[f"{name}field"]:
        return "field"
    return {"used pile": "used"}.get(found[name], found[name])


def _looked_at(found: re.Match[str], context: Context) -> Ops:
    who = context.dice(found["who"])
    to, other = _goes(found, "yes"), _goes(found, "no")
    if found["not"]:
        to, other = other, to
    if "field" in {to, other} or who.side != "any":
        raise NotUnderstoodError(found[0])
    return (DrawAndLook(1, who, to, other),)  # type: ignore[arg-type]


def _rolled_in_field(found: re.Match[str], context: Context) -> Ops:
    who = context.selector(found["who"])
    if getattr(getattr(who, "who", None), "zone", "field") != "field":
        raise NotUnderstoodError(found[0])
    other = _goes(found, "no") if "no" in found.groupdict() else "stay"
    if other in {"reserve", "field"}:
        raise NotUnderstoodError(found[0])
    return (RollDice(who, character="stay", other=other),)  # type: ignore[arg-type]


def _rolled_from_pile(found: re.Match[str], context: Context) -> Ops:
    who = context.selector(found["who"])
    dice = getattr(who, "who", None)
    if dice is None or dice.zone != "used" or dice.side != "own":
        raise NotUnderstoodError(found[0])
    named = found.groupdict()
    to = _goes(found, "yes") if "yes" in named else "reserve"
    other = _goes(found, "no") if "no" in named else "reserve"
    roll = RollDice(who, character=to, other=other)  # type: ignore[arg-type]
    return (May(roll),) if found[0].startswith("you may") else (roll,)


IF_CHARACTER: Final = (
    r"(?:if it (?:rolls|shows|is|lands on) (?:on )?a character(?: face| side)?|if you roll a character(?: face| side)?|"
    r"on a character face|if (?:the result|the die) (?:is|shows) a character(?: face| side)?)"
)
IF_ENERGY: Final = (
    r"(?:if (?:it|the die|that die|the result) (?:does not|doesn't) (?:roll|show|land on) a character(?: face| side)?|"
    r"if (?:it|the die|the result|that die) (?:rolls|shows|is|lands on) (?:on )?(?:an )?energy(?: face)?|on an energy face|"
    r"if (?:it|the die|the result) (?:is not|isn't) a character(?: face| side)?|if (?:they|any) do not roll a character(?: face)?)"
)
ELSE: Final = r"\.? ?(?:otherwise|if not|if it (?:isn't|is not)|on any other face|if it does not|if it doesn't),? "


def _chosen_then(found: re.Match[str], context: Context) -> Ops:
    what = re.sub(r"^(?:an? |1 |target )", "", found["who"])
    target = what if what.startswith("up to") else f"target {what}"
    if target.startswith("up to"):
        target = re.sub(r"^(up to \d+) (?:target )?", r"\1 target ", target)
    return one_sentence(f"{target} {found['then']}", context)


def _several_looked_at(found: re.Match[str], context: Context) -> Ops:
    who = context.dice(found["who"])
    to = "reserve" if found["how"] == "roll" else "prep" if found["how"] == "prep" else ""
    to = to or PILES.get(found["to"] or "", "")
    if (
        not to
        or who.side != "any"
        or (found["how"] == "roll" and found["to"] not in {None, "reserve"})
    ):
        raise NotUnderstoodError(found[0])
    return (DrawAndLook(int(found["n"]), who, to, PILES[found["other"]]),)  # type: ignore[arg-type]


STORIES: Final[tuple[tuple[str, Callable[[re.Match[str], Context], Ops]], ...]] = (
    (
        rf"draw a die(?: from your bag)?\. if it(?: is|'s) (?P<not>not )?an? (?P<who>.+?), {IT_GOES.format(name='yes')},?{ELSE}"
        rf"{IT_GOES.format(name='no')}",
        _looked_at,
    ),
    (
        r"choose (?P<who>(?!.*(?:energy|affiliation|card|player|opponent\b))[^.]+)\. (?:that (?:character|die|sidekick)|those (?:characters|dice|sidekicks)|it(?= can't)) (?P<then>[^.]+)",
        _chosen_then,
    ),
    (
        rf"reroll (?P<who>[^.]+)\. {IF_ENERGY},? {IT_GOES.format(name='no')}(?:[,.]? (?:\()?otherwise,? (?:it stays|leave it|return it to the field|it remains)(?: in the field)?)?",
        _rolled_in_field,
    ),
    (r"reroll (?P<who>(?!this die|self|it\b)[^.]+)", _rolled_in_field),
    (
        r"choose an (?P<kind>energy type|affiliation|energy)[.,] (?:this turn, )?(?P<whose>your |opposing )?characters (?:of that type|with that "
        r"(?:affiliation|energy type)|that match|of the chosen (?:type|affiliation)|of that affiliation) (?P<what>[^.]+)",
        lambda f, c: _name_kind(f, c),  # noqa: PLW0108 - defined below
    ),
    (
        r"draw (?P<n>\d) dice(?: from your bag)?\. (?P<how>place|put|add|prep|roll) any (?P<who>[^.]+?)(?: (?:that )?you drew| drawn)?(?: (?:in|into|to) your (?P<to>prep|used pile|bag|reserve))?"
        r"(?:[.,;] | and (?:place|put|return|add|prep) )(?:place |put |return |add )?(?:all (?:the )?|any |the )?(?:other dice|others|rest|other drawn dice)(?: drawn)? (?:in|into|to) (?:your|the) (?P<other>prep|used pile|bag)",
        _several_looked_at,
    ),
    (
        r"draw (?P<n>\d) dice(?: from your bag)?\. (?P<how>roll|prep) (?P<keep>\d) of (?:them|those dice|the dice)(?: and (?:place it in|add it to) your reserve)?"
        r"(?:,? and |\. |, )(?:prep|put|place|return|move) (?:the )?(?:other|others|rest|remainder|other die)(?: (?:in|into|to) your (?P<other>prep|used pile|bag))?",
        lambda f, c: _sorted_dice(f, c),  # noqa: PLW0108 - defined below
    ),
    (
        rf"(?:you may )?roll (?P<who>[^.]+ from your used pile)\. {IF_CHARACTER},? {IT_GOES.format(name='yes')}{ELSE}"
        rf"{IT_GOES.format(name='no')}",
        _rolled_from_pile,
    ),
    (
        r"(?:you may )?roll (?P<who>[^.]+ from your used pile) and (?:place|put|add) (?:it|them) (?:in|into|to) your reserve",
        _rolled_from_pile,
    ),
)
"""What takes more than one sentence."""


def _joined(before: Ops, sentence: str, context: Context) -> Ops:
    """The operations with those of a further sentence, which may ask what came of the first."""
    done = re.match(r"(?:if you do|then if you do),? (.+)", sentence)
    if done and before:
        then = one_sentence(done[1], context)
        last = before[-1]
        if isinstance(last, May):
            return (*before[:-1], _with_more(last, then))
        if isinstance(last, (LoseLife, GainLife, Give)):
            raise NotUnderstoodError(sentence)
        return (*before, If(_plain(then), any_moved=True))
    prevented = re.fullmatch(
        r"(?:your opponent|target opponent|an opponent) (?:may|can) prevent (?:this|this effect) by "
        r"paying (\d+) life",
        sentence,
    )
    if prevented and before:
        return (May((), life=int(prevented[1]), by="opponent", otherwise=_plain(before)),)
    return (*before, *one_sentence(re.sub(r"^(?:then|also),? ", "", sentence), context))


def _with_more(may: May, then: Ops) -> May:
    do = may.do if isinstance(may.do, tuple) else (may.do,)
    if isinstance(do[-1], (KO, Move, Sacrifice, Capture, Spin, FieldFree)):
        then = (If(_plain(then), any_moved=True),)
    return May(_plain((*do, *then)), energy=may.energy, life=may.life)


def _plain(ops: Ops) -> Operation | Ops:
    return ops[0] if len(ops) == 1 else ops


def one_sentence(sentence: str, context: Context) -> Ops:
    """The operations of one sentence: one, or several joined by "and"."""
    reasons = []
    for pattern, make in SENTENCES:
        found = re.fullmatch(pattern, sentence)
        if found is None:
            continue
        trial = copy(context)
        try:
            ops = make(found, trial)
        except NotUnderstoodError as error:
            reasons.append(str(error))
            continue
        context.picked = trial.picked
        return ops
    for joint in re.finditer(r",? and then |, then |,? and ", sentence):
        trial = copy(context)
        try:
            first = one_sentence(sentence[: joint.start()], trial)
            second = one_sentence(sentence[joint.end() :], trial)
        except NotUnderstoodError as error:
            reasons.append(str(error))
            continue
        if any(isinstance(op, May) for op in first):
            continue  # is the rest optional too?
        context.picked = trial.picked
        return (*first, *second)
    raise NotUnderstoodError(reasons[0] if reasons else sentence)


def count_of(each: str, times: int, context: Context) -> Amount:
    """How many there are of what stands behind "for each"."""
    energy = re.fullmatch(
        r"<?(bolt|fist|mask|shield)>?(?: energy)? in your reserve(?: \([^()]*\))?", each
    )
    if energy:
        if times != 1:
            raise NotUnderstoodError(each)
        return EnergyOf("you", energy[1].capitalize())
    return CountOf(context.dice(each), times=times)


def _amount(found: re.Match[str], context: Context) -> Amount:
    number = int(found["n"])
    each = found.groupdict().get("each")
    return count_of(each, number, context) if each else number


def _damage(found: re.Match[str], context: Context) -> Ops:
    who = found["who"]
    amount = _amount(found, context)
    both = re.fullmatch(r"(.+?) and (each .+|all .+|your opponent|target opponent)", who)
    if both:
        first = context.selector(both[1], players=True)
        return (Damage(first, amount), Damage(context.selector(both[2], players=True), amount))
    return (Damage(context.selector(who, players=True), amount),)


def _is_own(words: str, context: Context) -> bool:
    """Whether "its" can only be of the die whose text it is."""
    others = context.subject or context.picked or context.mentioned
    return not (others and re.search(r"\bits\b|^it\b", words))


def _own_damage(found: re.Match[str], context: Context) -> Ops:
    stats = {"a": "attack", "attack": "attack", "d": "defence", "level": "level"}
    amount = StatOf(THIS, stats[found["stat"]])  # type: ignore[arg-type]
    if not context.this or not _is_own(found[0], context):
        raise NotUnderstoodError("whose attack?")
    return (Damage(context.selector(found["who"], players=True), amount),)


def _bought_to(found: re.Match[str], context: Context) -> Ops:
    if context.event != "purchased" or not context.this:
        raise NotUnderstoodError(found[0])
    return (Move(THIS, PILES[found["to"]]),)  # type: ignore[arg-type]


def _swap_figures(found: re.Match[str], context: Context) -> Ops:
    who = re.sub("^(?:his|her|its)$", "self", found["who"])
    return (SwapFigures(context.selector(re.sub(r"^1 of your ", "a your ", who))),)


def _double(found: re.Match[str], context: Context) -> Ops:
    if context.selector("self") != THIS:
        raise NotUnderstoodError(found[0])
    defence = StatOf(THIS, "defence") if found["what"] == "figures" else 0
    return (Buff(THIS, StatOf(THIS, "attack"), defence),)


def _gain_stat(found: re.Match[str], context: Context) -> Ops:
    if not context.this or not _is_own(found[0], context):
        raise NotUnderstoodError(found[0])
    stat = {"a": "attack", "d": "defence"}.get(found["stat"], found["stat"])
    return (GainLife(StatOf(THIS, stat)),)  # type: ignore[arg-type]


def _spin_to_last(found: re.Match[str], context: Context) -> Ops:
    return (Spin(context.selector(found["who"]), 3),)


def _as_much(found: re.Match[str], context: Context) -> Ops:
    if context.event not in {"damaged", "deals-player", "life-damaged"}:
        raise NotUnderstoodError(found[0])
    return (Damage(context.selector(found["who"], players=True), HowMany()),)


def _everybody(found: re.Match[str], _: Context) -> Ops:
    return (Damage(Each(Dice()), int(found["n"])), Damage(EACH_PLAYER, int(found["n"])))


def _draw_for_each(found: re.Match[str], context: Context) -> Ops:
    return (DrawDice(CountOf(context.dice(found["each"])), to="reserve"),)


def _you_take(found: re.Match[str], _: Context) -> Ops:
    return (Damage(WhichPlayers("you"), int(found["n"])),)


def _opponent_takes(found: re.Match[str], context: Context) -> Ops:
    return (Damage(OPPONENT, _amount(found, context)),)


def _ko(found: re.Match[str], context: Context) -> Ops:
    return (KO(context.selector(found["who"])),)


def _opponent_kos(_: re.Match[str], context: Context) -> Ops:
    context.picked += 1
    return (KO(Target(Dice(side="opposing"), by="opponent")),)


def _spin(found: re.Match[str], context: Context) -> Ops:
    by = {"up": 1, "down": -1}[found["way"]] * int(found["n"] or 1)
    return (Spin(context.selector(found["who"]), by),)


def _spin_either(found: re.Match[str], context: Context) -> Ops:
    return (Spin(context.selector(found["who"]), 0),)


def _spin_to_first(found: re.Match[str], context: Context) -> Ops:
    return (Spin(context.selector(found["who"]), -3),)


def _gain(found: re.Match[str], context: Context) -> Ops:
    return (GainLife(_amount(found, context)),)


def _lose(found: re.Match[str], context: Context) -> Ops:
    who = context.selector(found["who"], players=True) if found["who"] else WhichPlayers("you")
    if not isinstance(who, WhichPlayers):
        raise NotUnderstoodError(found["who"])
    return (LoseLife(_amount(found, context), who.seats),)


def _other_gains(found: re.Match[str], context: Context) -> Ops:
    who = context.selector(re.sub("^opponent$", "your opponent", found["who"]), players=True)
    assert isinstance(who, WhichPlayers)
    return (GainLife(int(found["n"]), who.seats),)


def _lose_stat(found: re.Match[str], context: Context) -> Ops:
    if not context.this or not _is_own(found[0], context):
        raise NotUnderstoodError(found[0])
    stat = {"a": "attack", "d": "defence"}.get(found["stat"], found["stat"])
    return (LoseLife(StatOf(THIS, stat), "you"),)  # type: ignore[arg-type]


def _each_player(found: re.Match[str], context: Context) -> Ops:
    own = Target(Dice(side="own"))
    context.picked += 1
    return (EachPlayer(KO(own) if "ko" in found["verb"] else Sacrifice(own)),)


def _returns(found: re.Match[str], context: Context) -> Ops:
    if context.event != "ko" or context.selector(found["who"]) != THIS:
        raise NotUnderstoodError(found[0])
    return (Move(THIS, "field", int(found["n"])),)


def _count(word: str) -> int:
    return 1 if word in {"a", "an", "another"} else int(word)


def _draw_to_prep(found: re.Match[str], _: Context) -> Ops:
    return (DrawDice(_count(found["n"])),)


def _draw_and_roll(found: re.Match[str], _: Context) -> Ops:
    return (DrawDice(_count(found["n"]), to="reserve"),)


PILES: Final = {"prep": "prep", "used pile": "used", "bag": "bag"}


def _move(found: re.Match[str], context: Context) -> Ops:
    who = found["who"]
    if found.groupdict().get("from"):
        who = f"{who} from {found['from']}"
    to = PILES[found["to"]] if "to" in found.groupdict() else "prep"
    selector = context.selector(who)
    dice = getattr(selector, "who", None)
    if isinstance(selector, (Target, Each)) and dice is not None:
        if dice.zone == "bag" or (dice.zone != "field" and dice.side == "any"):
            raise NotUnderstoodError(who)
        if "to" not in found.groupdict() and dice.zone == "field":
            raise NotUnderstoodError(who)
    return (Move(selector, to),)  # type: ignore[arg-type]


def _field_sidekick(found: re.Match[str], context: Context) -> Ops:
    count = _count(found["n"])
    context.picked += count
    who = Dice(side="own", zone="used", sidekick=True)
    return (FieldFree(Target(who, count=count, up_to=bool(found["upto"])), level=1),)


def _sacrifice(found: re.Match[str], context: Context) -> Ops:
    return (Sacrifice(context.selector(found["who"])),)


def _corrupt(found: re.Match[str], context: Context) -> Ops:
    context.picked += 1
    return (CorruptBag(int(found["n"])),)


def _capture(found: re.Match[str], context: Context) -> Ops:
    if not context.this:
        raise NotUnderstoodError("captured by whom?")
    selector = context.selector(found["who"])
    dice = getattr(selector, "who", None)
    if dice is None or dice.zone != "field" or dice.side != "opposing":
        raise NotUnderstoodError(found["who"])
    return (Capture(selector),)


def _back_to_field(found: re.Match[str], context: Context) -> Ops:
    return (ReturnToField(context.selector(found["who"])),)


UNTIL: Final[tuple[tuple[str, Until], ...]] = (
    (r" this turn$", "turn"),
    (r" until the (?:start|beginning) of your next turn$", "your-next-turn"),
    (r" until your next turn$", "your-next-turn"),
    (r" until the end of your opponent's (?:next )?turn$", "opponent-turn-end"),
)


def _until(text: str) -> tuple[str, Until]:
    for pattern, until in UNTIL:
        found = re.search(pattern, text)
        if found:
            return text[: found.start()], until
    return text, "turn"


def _predicates(found: re.Match[str], context: Context) -> Ops:
    """A subject and what becomes of it: bonuses, keywords, rules."""
    said, until = _until(found["what"])
    parts = _parts(said)
    who = found["who"].removeprefix("give ")
    first = context.picked
    selector = context.selector(who)
    ops: list[Operation] = []
    same: list[Selector] = [selector]
    for part in parts:
        for each in same:
            ops += _become(part, each, until, context)
        if isinstance(selector, Target):  # nobody is chosen anew
            same = [PickedDie(number) for number in range(first, context.picked)]
    return tuple(ops)


def _parts(said: str) -> list[str]:
    """Predicates joined by "and"; the parts of a bonus stay together."""
    parts = re.split(
        r",? and (?!(?:[+-]\d+[ad] ?)+(?:$|for each))|, (?=gains|can't|must|gets)", said
    )
    verb = "gets"
    full = []
    for part in parts:
        if part in KEYWORDS_GAINED and verb in {"gets", "gains", "has"}:
            part = f"gains {part}"  # noqa: PLW2901 - the verb of the part before
        verb = part.split()[0]
        full.append(part)
    return full


def _become(part: str, selector: Selector, until: Until, context: Context) -> Ops:
    if re.match(r"[+-]\d", part):
        part = f"gets {part}"
    bonus = re.fullmatch(rf"(?:gets|gains) {BONUS}(?: for each (?P<each>.+))?", part)
    if bonus:
        each = bonus["each"]
        attack, defence = int(bonus["A"] or 0), int(bonus["D"] or 0)
        if each:
            counted = [count_of(each, n, context) if n > 0 else 0 for n in (attack, defence)]
            if min(attack, defence) < 0:
                raise NotUnderstoodError(part)
            return (Buff(selector, counted[0], counted[1], until),)
        return (Buff(selector, attack, defence, until),)
    gained = re.fullmatch(r"(?:gains|gets|has) (.+)", part)
    if gained and gained[1] in KEYWORDS_GAINED:
        return (Give(selector, KEYWORDS_GAINED[gained[1]], until),)  # type: ignore[arg-type]
    target = re.fullmatch(r"can't be (?:targeted by|the target of) (.+)", part)
    if target and target[1] in TARGETED_BY and isinstance(selector, Each):
        return tuple(
            ImposeRule(rule, selector.who, until=until)  # type: ignore[arg-type]
            for rule in TARGETED_BY[target[1]]
        )
    singular = re.sub(r"^(?:are)\b", "is", part)
    singular = re.sub(r"^(deal|take|become)\b", r"\1s", singular)
    if singular in RULES and isinstance(selector, Each) and not selector.who.another:
        return tuple(ImposeRule(rule, selector.who, until=until) for rule in RULES[singular])  # type: ignore[arg-type]
    if singular in RULES:
        rules = RULES[singular]
        if len(rules) > 1 and isinstance(selector, Target):
            if selector.count != 1:
                raise NotUnderstoodError(part)
            same = PickedDie(context.picked - 1)
            return (Give(selector, rules[0], until), Give(same, rules[1], until))  # type: ignore[arg-type]
        return tuple(Give(selector, rule, until) for rule in rules)  # type: ignore[arg-type]
    raise NotUnderstoodError(part)


PRICE: Final = r"(?P<price>(?:<[\w ]+>)+|\d+ life|\d+ energy)"


def price_in_words(price: str) -> tuple[str, int]:
    """Energy as `May` and `Global` write it, and life. Raises `NotUnderstoodError`."""
    life = re.fullmatch(r"(\d+) life", price)
    if life:
        return "", int(life[1])
    generic = re.fullmatch(r"(?:<(\d+)>|(\d+) energy)", price)
    if generic:
        return generic[1] or generic[2], 0
    several = re.fullmatch(r"<(\d) (\w+)>", price)
    if several:
        return f"{several[1]} {several[2].capitalize()}", 0
    symbols = re.findall(r"<(\w+)>", price)
    if symbols and len(set(symbols)) == 1 and symbols[0] in {"bolt", "fist", "mask", "shield"}:
        name = symbols[0].capitalize()
        return (name if len(symbols) == 1 else f"{len(symbols)} {name}"), 0
    raise NotUnderstoodError(f"pay {price}")


def _may(found: re.Match[str], context: Context) -> Ops:
    return (May(_plain(one_sentence(found["what"], context))),)


def _may_pay(found: re.Match[str], context: Context) -> Ops:
    energy, life = price_in_words(found["price"])
    return (May(_plain(one_sentence(found["what"], context)), energy=energy, life=life),)


def _unless_paid(found: re.Match[str], context: Context) -> Ops:
    energy, life = price_in_words(found["price"])
    do = one_sentence(found["what"], context)
    return (May((), energy=energy, life=life, by="opponent", otherwise=_plain(do)),)


def _unless_ko(found: re.Match[str], context: Context) -> Ops:
    do = one_sentence(found["what"], context)
    context.picked += 1
    theirs = KO(Target(Dice(side="opposing"), by="opponent"))
    return (May(theirs, by="opponent", otherwise=_plain(do)),)


def _loyalty(_: re.Match[str], __: Context) -> Ops:
    return (GainToken(),)


def read_condition(  # noqa: PLR0912 - one test per condition
    text: str, context: Context
) -> dict[str, Any]:
    """A condition in the words of `If` and `While`."""
    theirs = re.fullmatch(
        r"(?:your|an) opponent has (?P<none>no |an? |any )(?:active |fielded )?(?P<who>.+?)(?: active| fielded| in the field)?",
        text,
    )
    if theirs and not re.match(r"more|less|fewer", theirs["who"]):
        who = context.dice(theirs["who"])
        if who.side != "any" or who.zone != "field":
            raise NotUnderstoodError(text)
        nobody = {"at_least": 0, "at_most": 0} if theirs["none"] == "no " else {}
        return {"who": replace(who, side="opposing"), **nobody}
    low = re.fullmatch(
        r"(?:you have|you are at) less than (\d+) life|your life total is less than (\d+)", text
    )
    if low:
        return {"life_below": int(low[1] or low[2])}
    few = re.fullmatch(
        r"(?:you have|your life total is|you are at) (\d+) (?:life )?or (?:less|lower|fewer)(?: life)?",
        text,
    )
    if few:
        return {"life_below": int(few[1]) + 1}
    stored = re.fullmatch(
        r"(?:you have|there is|there are)(?: an?| any| at least 1)? <?(bolt|fist|mask|shield)>?(?: energy)? in your reserve",
        text,
    )
    if stored:
        shows = stored[1].capitalize()
        return {"who": Dice(side="own", zone="reserve", kind="die", shows=shows)}
    if text in {
        "your opponent's life total is greater than yours",
        "your life total is less than your opponent's",
    }:
        return {"behind": "life"}
    for pattern, behind in (
        (
            r"(?:your|an|the) opponent has more (?:fielded )?characters(?: in the field)?(?: than you(?: do)?)?",
            "characters",
        ),
        (r"you have fewer characters(?: in the field)? than your opponent", "characters"),
        (r"(?:your|an) opponent has more life than you(?: do)?", "life"),
        (r"you have less life than your opponent", "life"),
    ):
        if re.fullmatch(pattern, text):
            return {"behind": behind}
    found = re.fullmatch(
        r"you (?:have|control) (?:an? |another )?(?:active |fielded )?(.+?)"
        r"(?: in (?:the|your) field| fielded| active)?",
        text,
    )
    if found and not re.match(r"\d|no\b|more|fewer|less|at least", found[1]):
        who = context.dice(found[1])
        if who.side == "any" and who.zone == "field":
            another = {"another": True} if " another " in text else {}
            return {"who": replace(who, side="own", **another)}
    text = re.sub(
        r"^there (?:is|are) (?:an? |any )?(?:active )?(.+?)(?: (?:active|in the field|fielded))?$",
        r"\1 is active",
        text,
    )
    found = re.fullmatch(r"(?:an? |any )?(.+?) (?:is|are) (?:active|in the field|fielded)", text)
    if found and found[1] not in {"self", "it", "he", "she"}:
        who = context.dice(found[1])
        return {"who": who if who.side != "any" or not who.title else replace(who, side="own")}
    found = re.fullmatch(
        r"you (?:have|control) no (?:other )?(.+?)(?: in (?:the|your) field| fielded)?", text
    )
    if found:
        other = {"another": True} if " no other " in text else {}
        return {
            "who": replace(context.dice(found[1]), side="own", **other),
            "at_least": 0,
            "at_most": 0,
        }
    found = re.fullmatch(
        r"you (?:have|control) (?:at least )?(\d+)(?: or more)? (other )?(.+?)"
        r"(?: in (?:the|your) field| fielded)?",
        text,
    )
    if found and ("at least" in text or "or more" in text):
        other = {"another": True} if found[2] else {}
        return {
            "who": replace(context.dice(found[3]), side="own", **other),
            "at_least": int(found[1]),
        }
    raise NotUnderstoodError(f"if {text}")


def _price(found: re.Match[str], context: Context) -> Ops:
    what = "purchase-cost" if found["verb"] in {"purchase", "buy"} else "fielding-cost"
    dice = found["what"]
    if dice == "action die":
        who: Dice | None = Dice(kind="action-die")
    else:
        who = None if dice in {"die", "dice"} else context.dice(dice)
    if who is not None and who.kind == "character" and dice.startswith("action"):
        raise NotUnderstoodError(found[0])
    if "first" in found["next"] and context.event != "energize":
        raise NotUnderstoodError(found[0])  # one may have been bought or fielded already
    amount = int(found["n"]) if found["n"] else 9
    until: Until = {"purchase-cost": "next-purchase", "fielding-cost": "next-fielding"}[what]  # type: ignore[assignment]
    if not found["next"]:
        until = "turn"
    least = int(found.groupdict().get("least") or 0)
    return (ImposeRule(what, who, amount=amount, least=least, until=until),)  # type: ignore[arg-type]


def _if(found: re.Match[str], context: Context) -> Ops:
    asked = re.fullmatch(r"(?:that character|that die|it) is an? (.+)", found["if"])
    if asked:
        if not context.picked:
            raise NotUnderstoodError(found["if"])
        who = context.dice(re.sub(r"^non-sidekick$", "non-sidekick character", asked[1]))
        return (If(_plain(one_sentence(found["what"], context)), who=who, picked=PICKED),)
    condition = read_condition(found["if"], context)
    return (If(_plain(one_sentence(found["what"], context)), **condition),)


def _name_kind(found: re.Match[str], context: Context) -> Ops:
    """An energy type or affiliation is chosen, and what becomes of its dice."""
    what: Literal["energy", "affiliation"] = (
        "energy" if "energy" in found["kind"] else "affiliation"
    )
    who = Dice()
    if found["whose"] and found["whose"].strip() == "your":
        who = Dice(side="own")
    elif found["whose"]:
        who = Dice(side="opposing")
    said, until = _until(found["what"])
    rules: list[str] = []
    attack = defence = 0
    for part in _parts(said):
        bonus = re.fullmatch(rf"(?:gets|gains|get|gain) {BONUS}", part)
        singular = re.sub(r"^(deal|take|become)\b", r"\1s", re.sub(r"^are\b", "is", part))
        if bonus:
            attack, defence = int(bonus["A"] or 0), int(bonus["D"] or 0)
        elif singular in RULES:
            rules += RULES[singular]
        elif (gained := re.fullmatch(r"(?:gains?|has|have) (.+)", part)) and gained[
            1
        ] in KEYWORDS_GAINED:
            rules.append(KEYWORDS_GAINED[gained[1]])
        else:
            raise NotUnderstoodError(part)
    del context
    return (NameKind(what, who, tuple(rules), attack, defence, until),)  # type: ignore[arg-type]


def _forbid_block(found: re.Match[str], context: Context) -> Ops:
    return (ForbidBlock(context.selector(found["who"]), context.dice(found["against"])),)


def _not_blocked_by(found: re.Match[str], context: Context) -> Ops:
    who = re.sub(r"^(?:an? |any )", "", found["against"])
    return (ForbidBlock(context.selector(found["who"]), context.dice(who), by=True),)


def _field_from_pile(found: re.Match[str], context: Context) -> Ops:
    who = context.dice(found["who"])
    if who.side != "any" or who.zone != "field" or not found["level"]:
        raise NotUnderstoodError(found[0])
    context.picked += 1
    pile = replace(who, side="own", zone="used")
    return (FieldFree(Target(pile), level=int(found["level"])),)


def _opponent_preps(found: re.Match[str], _: Context) -> Ops:
    return (DrawDice(_count(found["n"]), seats="opponent"),)


def _cheaper_actions(found: re.Match[str], _: Context) -> Ops:
    least = int(found["least"] or 0)
    who = Dice(kind="action-die")
    return (ImposeRule("purchase-cost", who, amount=int(found["n"]), least=least),)


def _moved_to_field(found: re.Match[str], context: Context) -> Ops:
    who = context.dice(found["who"])
    if who.side != "any" or who.zone != "field":
        raise NotUnderstoodError(found[0])
    if not found["level"] and not who.sidekick:
        raise NotUnderstoodError(found[0])
    count = _count(found["n"])
    context.picked += count
    pile = Target(replace(who, side="own", zone="used"), count=count, up_to=bool(found["upto"]))
    return (Move(pile, "field", int(found["level"] or 1)),)


def _all_prevented(found: re.Match[str], context: Context) -> Ops:
    who = context.dice(found["who"])
    if who.another:
        raise NotUnderstoodError(found[0])
    return (ImposeRule("takes-no-combat-damage" if found["combat"] else "takes-no-damage", who),)


def _roll_from_pile(found: re.Match[str], context: Context) -> Ops:
    count = _count(found["n"])
    context.picked += count
    return (RollDice(Target(Dice(side="own", zone="used", kind="die"), count=count)),)


def _reroll_in_reserve(found: re.Match[str], context: Context) -> Ops:
    count = _count(found["n"])
    context.picked += count
    dice = Dice(side="own", zone="reserve", kind="die")
    up_to = bool(found["upto"])
    return (RollDice(Target(dice, count=count, up_to=up_to), character="stay", other="stay"),)


def _sorted_dice(found: re.Match[str], _: Context) -> Ops:
    keep = int(found["keep"])
    to: Literal["prep", "reserve"] = "reserve" if found["how"] == "roll" else "prep"
    other = {"prep": "prep", "used pile": "used", "bag": "bag"}[found["other"] or "prep"]
    if to == other:
        raise NotUnderstoodError(found[0])
    return (DrawAndSort(int(found["n"]), keep=keep, to=to, other=other),)  # type: ignore[arg-type]


def _join(found: re.Match[str], context: Context) -> Ops:
    team = context.dice(f"<{found['team']}> characters").team
    return (Join(context.selector(found["who"]), team[0]),)


def _half_life(found: re.Match[str], _: Context) -> Ops:
    half: Literal["up", "down"] = "up" if found["half"] == "up" else "down"
    return (LoseLife(LifeOf("opponent", half=half)),)


SENTENCES: Final[tuple[tuple[str, Callable[[re.Match[str], Context], Ops]], ...]] = (
    (
        r"choose an (?P<kind>energy type|affiliation|energy)[.,] (?:this turn, )?(?P<whose>your |opposing )?characters (?:of that type|with that "
        r"(?:affiliation|energy type)|that match|of the chosen (?:type|affiliation)|of that affiliation) (?P<what>[^.]+)",
        _name_kind,
    ),
    (
        r"(?P<who>self|it|he|she|target .+?) can't be blocked by (?P<against>(?!only|fewer).+?)(?: this turn)?",
        _not_blocked_by,
    ),
    (
        r"(?:you may )?field (?:an?|any|target|1) (?P<who>[^.]+?) from your used pile(?: free)?(?: at (?:its |their )?level (?P<level>\d))?(?: free)?",
        _field_from_pile,
    ),
    (r"roll (?P<n>an?|\d) (?:die|dice) from your used pile", _roll_from_pile),
    (
        r"prevent all (?P<combat>combat )?damage (?:dealt )?to (?P<who>your .+?|sidekicks you control)(?: this turn)?",
        _all_prevented,
    ),
    (
        r"(?:your|target) opponent (?:preps|draws and preps) (?P<n>an?|\d) (?:die|dice)(?: from their bag)?",
        _opponent_preps,
    ),
    (
        r"move (?P<upto>up to )?(?P<n>an?|\d) (?P<who>[^.]+?) from your used pile to (?:the|your) field(?: at level (?P<level>\d))?",
        _moved_to_field,
    ),
    (
        r"(?P<what>action dice|your action dice) cost (?:you )?<?(?P<n>\d)>? less to purchase this turn(?:,? \(?min(?:imum)?\.?(?: of)? <?(?P<least>\d)>?\)?)?",
        _cheaper_actions,
    ),
    (
        r"reroll (?P<upto>up to )?(?P<n>an?|\d) (?:die|dice) in your reserve",
        _reroll_in_reserve,
    ),
    (r"(?P<who>target .+?) can't block (?P<against>your .+?)(?: this turn)?", _forbid_block),
    (
        r"(?P<who>target .+?) gains (?:the )?<?(?P<team>[\w ]+?)>?(?: affiliation)?(?: this turn)?",
        _join,
    ),
    (
        r"(?:your|target) opponent loses half (?:of )?(?:his or her|their|his) life,? rounded (?P<half>up|down)",
        _half_life,
    ),
    (r"(?:this turn, )(?P<what>.+)", lambda f, c: one_sentence(f"{f['what']} this turn", c)),
    (rf"you may pay {PRICE} to (?P<what>.+)", _may_pay),
    (rf"you may pay {PRICE}(?:, |: )(?P<what>.+)", _may_pay),
    (rf"(?P<what>.+?) unless (?:your|an|target) opponent pays {PRICE}", _unless_paid),
    (
        r"(?P<what>.+?) unless (?:your|an|target) opponent (?:kos|ko's) (?:an opposing character|a character they control)",
        _unless_ko,
    ),
    (r"put an? loyalty counter on self's card(?: \(loyalty counters[^()]*\))?", _loyalty),
    (r"you may (?:have self )?(?P<what>.+)", _may),
    (r"if (?P<if>[^,]+), (?:then )?(?P<what>.+)", _if),
    (r"(?P<what>.+?) if (?P<if>you have .+|your opponent has .+|[^,]+ is active)", _if),
    (
        r"(?:(?:self|it|he|she|this character) )?deals? (?P<n>\d+) damage to (?P<who>.+?)(?: for each (?P<each>.+))?",
        _damage,
    ),
    (
        r"(?:self|it|he|she|this character)? ?deals? damage equal to (?:its|his|her|self's) (?P<stat>a|attack|d|level)"
        r"(?: value)? to (?P<who>.+)",
        _own_damage,
    ),
    (
        r"(?:self|it|he|she) deals (?:its|his|her) (?P<stat>a|attack)(?: value)? in damage to (?P<who>.+)",
        _own_damage,
    ),
    (r"(?:you )?take (?P<n>\d+) damage", _you_take),
    (
        r"(?:your opponent|target opponent|your opponents) takes? (?P<n>\d+) damage(?: for each (?P<each>.+))?",
        _opponent_takes,
    ),
    (
        r"(?:your opponent|target opponent|the opponent) (?:must )?(?:(?:choose|chooses) and )?kos? "
        r"(?:an? (?:opposing )?|1 of (?:his or her|his|her|their) )characters?(?: of (?:his|their) choice)?"
        r"(?: (?:they|he or she) controls?)?",
        _opponent_kos,
    ),
    (r"ko (?P<who>.+)", _ko),
    (r"spin (?P<who>.+?) up or down (?:1|a) level", _spin_either),
    (r"spin (?P<who>.+?) (?:down )?to (?:its )?level 1", _spin_to_first),
    (r"spin (?P<way>up|down) (?P<who>(?!.* levels?$).+)(?P<n>)", _spin),
    (r"(?:add|move) (?:it|this die|self) to your (?P<to>prep|bag)", _bought_to),
    (r"swap figures of (?P<who>.+?)(?: this turn)?", _swap_figures),
    (r"double (?P<what>figures|attack) of (?P<who>self|his|her|its)(?: this turn)?", _double),
    (r"remove (?P<who>.+?) from (?:combat|the attack zone)", _back_to_field),
    (
        r"(?:(?:self|it|he|she) )?deals? (?:an )?(?:equal amount of|that much) damage to (?P<who>.+)",
        _as_much,
    ),
    (r"draw (?P<n>an?|\d+) (?:die|dice)(?: from your bag)? and prep (?:it|them)", _draw_to_prep),
    (r"(?:you )?gain life equal to (?:its|his|her|self's) (?P<stat>a|attack|d|level)", _gain_stat),
    (r"spin (?P<who>.+?) (?:up )?to level 3", _spin_to_last),
    (
        r"(?:(?:self|it|he|she|this character) )?deals? damage to (?P<who>.+?) equal to (?:its|his|her|self's) (?P<stat>a|attack|d|level)(?: value)?",
        _own_damage,
    ),
    (r"deal (?P<n>\d+) damage to (?:all|each) characters? and (?:all |each )?players?", _everybody),
    (
        r"(?:draw and )?roll (?:a|1) (?:die|dice)(?: from your bag)? for each (?P<each>.+)",
        _draw_for_each,
    ),
    (
        r"(?P<next>the next )(?P<what>character|sidekick|[\w<> ]+ character) you (?P<verb>field) this turn can be fielded free(?P<n>)",
        _price,
    ),
    (
        r"(?:self|it|he|she|this character)? ?deals? (?P<who>you|your opponent|target opponent|each player|target player) (?P<n>\d+) damage"
        r"(?: for each (?P<each>.+))?",
        _damage,
    ),
    (
        r"(?P<who>your opponent|target opponent|opponent|each player) gains? (?P<n>\d+) life",
        _other_gains,
    ),
    (r"(?:you )?lose life equal to (?:its|his|her|self's) (?P<stat>a|attack|d|level)", _lose_stat),
    (
        r"each player (?P<verb>kos|sacrifices|must sacrifice|must ko|chooses and kos) (?:1|a|an?other) (?:of their )?characters?"
        r"(?: (?:they control|of theirs))?",
        _each_player,
    ),
    (r"return (?P<who>self|it|him|her) to the field at level (?P<n>\d)", _returns),
    (r"reroll (?P<who>(?!this die|self|it\b|him|her)[^.]+)", _rolled_in_field),
    (r"spin (?P<who>.+?) (?P<way>up|down) (?P<n>\d) levels?", _spin),
    (r"spin (?P<who>.+?) (?P<way>up|down) a level(?P<n>)", _spin),
    (r"spin (?P<way>up|down) (?P<who>.+?) (?P<n>\d) levels?", _spin),
    (r"(?:you )?gain (?P<n>\d+) life(?: for each (?P<each>.+))?", _gain),
    (
        r"(?P<who>you|your opponent|target opponent|each player|)\s*loses? (?P<n>\d+) life(?: for each (?P<each>.+))?",
        _lose,
    ),
    (
        r"(?:you )?draw (?P<n>an?|\d+) (?:die|dice)(?: from your bag)?(?:,| and) (?:place|put|add) (?:it|them) "
        r"(?:in|into|to) your prep",
        _draw_to_prep,
    ),
    (
        r"(?:prep|put|place|add) (?P<n>an?|\d+) (?:die|dice) from your bag(?: (?:in|into|to) your prep)?",
        _draw_to_prep,
    ),
    (r"(?:you )?draw and roll (?P<n>an?|\d+) (?:die|dice)(?: from your bag)?", _draw_and_roll),
    (r"draw (?P<n>an?|\d+) (?:die|dice)(?: from your bag)? and roll (?:it|them)", _draw_and_roll),
    (r"roll (?P<n>an?|\d+) (?:die|dice) from your bag", _draw_and_roll),
    (r"prep (?P<who>.+ from (?:your|your opponent's) used pile)", _move),
    (
        r"(?:move|put|place|return|add|send) (?P<who>.+?) from (?P<from>(?:your|your opponent's|an opponent's) "
        r"(?:used pile|prep|field|reserve))"
        r" (?:to|in|into) (?:your|the|their|its owner's|his or her|his) (?P<to>prep|used pile|bag)",
        _move,
    ),
    (r"field (?P<upto>up to )?(?P<n>an?|\d+) sidekicks? from your used pile", _field_sidekick),
    (r"sacrifice (?P<who>self|it)", _sacrifice),
    (r"corrupt (?P<n>\d)", _corrupt),
    (r"capture (?P<who>.+?)(?: this turn)?", _capture),
    (r"(?:remove|return|move) (?P<who>.+?) from the attack zone to the field", _back_to_field),
    (
        r"(?P<next>the (?:next|first) )(?P<what>(?:character|die|sidekick|[\w<> ]+ character|[\w<> ]+ die)) you (?P<verb>purchase|buy|field)"
        r" this turn costs <?(?P<n>\d+)>? less(?: to (?:purchase|field))?(?:,? \(?(?:to a )?min(?:imum)?\.?(?: of)? <?(?P<least>\d+)>?\.?\)?)?",
        _price,
    ),
    (
        r"(?P<next>the (?:next|first) )(?P<what>character|sidekick) you (?P<verb>field) this turn (?:is|costs) (?:free|0)(?: to field)?(?P<n>)",
        _price,
    ),
    (
        r"(?P<next>)your (?P<what>characters|sidekicks|[\w<> ]+ characters) (?:are|is) free to (?P<verb>field) this turn(?P<n>)",
        _price,
    ),
    (
        r"(?:move|put|place|return) (?P<who>(?!.* from ).+?) (?:to|in|into) (?:your|its owner's|their owner's|your opponent's|the|their) (?P<to>prep|used pile|bag)",
        _move,
    ),
    (
        r"(?P<who>.+?) (?P<what>(?:gets|gains|has|can't|must|is|are|becomes?|deals? no|takes? no) .+)",
        _predicates,
    ),
    (
        r"give (?P<who>.+?) (?P<what>[+-]\d.+)",
        lambda f, c: one_sentence(f"{f['who']} gets {f['what']}", c),
    ),
)
"""What a sentence may say, first match that is understood whole."""
