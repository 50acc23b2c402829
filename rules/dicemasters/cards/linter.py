"""Rejects card texts that make no sense: misspelt words, impossible combinations.

Every fault names the file, the line and the card, and says what is wrong. Card facts are the
second opinion: bursts, globals and keywords of a text must be those of its card.
"""

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

import msgspec

from rules.dicemasters.cards.effects import (
    KO,
    Ability,
    Ban,
    BlocksSeveral,
    Buff,
    BuyDie,
    Cancels,
    CardText,
    Cheaper,
    ContinuousDie,
    CorruptBag,
    CountOf,
    Dearer,
    Dice,
    DrawDice,
    DrawsMore,
    ExtraReroll,
    FabricateDie,
    ForbidBlock,
    FreePurchase,
    GainToken,
    Give,
    Global,
    If,
    Join,
    Lift,
    May,
    NameCard,
    NameKind,
    NoWild,
    Operation,
    OtherDie,
    Paid,
    PickedDie,
    Protection,
    Redirect,
    Ritual,
    Sacrifice,
    SetLife,
    Shoots,
    Spin,
    Substitute,
    SuitUp,
    Survive,
    Target,
    Toll,
    When,
    WhenUsed,
    WhichPlayers,
    While,
    operations_of,
)
from rules.dicemasters.cards.facts import ENERGY_TYPES, Card, UnknownCardError, all_cards, card
from rules.dicemasters.cards.texts import SETS, box_texts, price_of_global

TWO_DICE: Final = ("blocks", "blocked", "damaged", "ko", "kos")
"""Events between two dice: only these have another die."""
ONE_DIE: Final = (
    *TWO_DICE,
    "fielded",
    "attacks",
    "unblocked",
    "deals-player",
    "deals-combat",
    "purchased",
    "action-used",
    "energize",
    "crosspulse",
    "back-for-more",
    "spun-up",
    "attack-end",
)
"""Events that happen to a die."""
ONLY_IN_ATTACK: Final = ("attacking", "blocking", "blocked", "in_attack", "engaged_with_this")
RULED_DICE: Final = (KO, Sacrifice, Spin, Buff, Give)
"""Operations that make no sense on a player."""
CHARACTERS_ONLY: Final = (
    Ban,
    BlocksSeveral,
    Cancels,
    Cheaper,
    Dearer,
    DrawsMore,
    ExtraReroll,
    FreePurchase,
    NoWild,
    Paid,
    Protection,
    Redirect,
    Ritual,
    Shoots,
    Substitute,
    SuitUp,
    Survive,
    Toll,
)
"""Abilities that only characters have."""
SPOKEN_BY: Final[Mapping[type, str]] = MappingProxyType(
    {CorruptBag: "Corrupt", GainToken: "Loyalty", Sacrifice: "Sacrifice"}
)
"""Keywords that are operations."""
STARS: Final = MappingProxyType({"*": (1,), "**": (2,), "*/**": (1, 2)})


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with one card's text."""

    file: str
    line: int
    code: str
    text: str

    def __str__(self) -> str:
        """Where and what, on one line."""
        return f"{self.file}:{self.line}: {self.code}: {self.text}"


def lint() -> tuple[Fault, ...]:
    """Every fault in every encoded card; empty when all is well."""
    return tuple(chain.from_iterable(lint_box(box) for box in SETS))


def lint_box(box: str) -> Iterator[Fault]:
    """Faults of one box's module, also when it cannot be imported."""
    folder = "rules/dicemasters/cards/texts"
    file = f"{folder}/{box}.py"
    try:
        texts = box_texts(box)
    except (
        TypeError, NameError, SyntaxError, ImportError, AttributeError, msgspec.DecodeError,
    ) as error:  # fmt: skip
        yield Fault(file, _line_of_error(error, f"{box}.py"), "", f"{error}")
        return
    sources = {
        name: path.read_text("utf-8")
        for name in (f"{box}.py", f"read/{box}.json")
        if (path := files("rules.dicemasters.cards.texts").joinpath(name)).is_file()
    }
    for code, text in texts.items():
        name, source = next(each for each in sources.items() if f'"{code}":' in each[1])
        line = source.count("\n", 0, source.find(f'"{code}":')) + 1
        for fault in lint_text(code, text, box):
            yield Fault(f"{folder}/{name}", line, code, fault)


def lint_text(code: str, text: CardText, box: str | None = None) -> Iterator[str]:
    """What is wrong with one card's text, each in one sentence."""
    try:
        facts = card(code)
    except UnknownCardError as error:
        yield str(error)
        return
    if facts.code != code:
        yield f"write the code as {facts.code}"
    if box is not None and facts.set.lower() != box:
        yield f"a card of {facts.set} does not belong in the module {box}"
    misspelt = list(_misspelt(text))
    yield from misspelt
    if misspelt:
        return
    yield from _against_the_facts(facts, text)
    for number, ability in enumerate(text.abilities, start=1):
        for fault in _ability(facts, ability):
            yield f"ability {number} ({type(ability).__name__}): {fault}"


def _line_of_error(error: Exception, file: str) -> int:
    if isinstance(error, SyntaxError):
        return error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename.endswith(f"texts/{file}")]
    return (lines[-1] or 1) if lines else 1


def _misspelt(text: CardText) -> Iterator[str]:
    """Words that the vocabulary does not have; msgspec knows where they stand."""
    try:
        msgspec.convert(msgspec.to_builtins(text), CardText)
    except msgspec.ValidationError as error:
        yield f"{error}"


def _against_the_facts(facts: Card, text: CardText) -> Iterator[str]:
    for word in text.keywords:
        if word not in facts.keywords:
            yield f"the card has no keyword {word}"
    spoken = {*text.keywords, *_words_spoken(text)}
    if "Strike" in spoken:
        spoken.add("Overcrush")  # Strike gives it
    for known in facts.keywords:
        if known not in spoken:
            yield f"the card's keyword {known} is missing"
    costs = [ability.cost for ability in text.abilities if type(ability) is Global]
    price = price_of_global(facts.global_cost) if facts.global_cost else None
    if costs != ([] if price is None else [price]):
        yield f"globals cost {costs}, the card says '{facts.global_cost}'"
    bursts = {burst for ability in text.abilities for burst in _bursts(ability)}
    for burst in sorted(bursts - set(facts.burst_text)):
        yield f"the card's text knows no burst {burst}"
    for burst in sorted(set(facts.burst_text) - bursts):
        yield f"the card's burst {burst} is missing"
    if facts.has_text != bool(text.abilities or text.keywords):
        yield "the card has no text" if not facts.has_text else "the card has a text: say it"


def _words_spoken(text: CardText) -> Iterator[str]:  # noqa: C901 - one test per word
    """Keywords that a text gives, asks for or means by an ability of its own."""
    for part in _parts(text):
        if isinstance(part, SuitUp):
            yield "Suit Up"
        elif isinstance(part, Ritual):
            yield "Ritual"
        elif isinstance(part, FabricateDie):
            yield "Fabricate"
        elif isinstance(part, If) and part.teamwork:
            yield "Teamwork"
        elif isinstance(part, Give):
            yield part.what
        elif isinstance(part, While) and part.rule:
            yield part.rule
        elif isinstance(part, When) and part.word:
            yield part.word
        if isinstance(part, While) and part.word:
            yield part.word
        word = SPOKEN_BY.get(type(part))
        if word is not None:
            yield word
        if isinstance(part, (If, While)) and part.behind == "characters":
            yield "Underdog"
        elif isinstance(part, Dice) and part.keyword:
            yield part.keyword


def _bursts(ability: Ability) -> Iterator[str]:
    if isinstance(ability, (When, WhenUsed)):
        if ability.star is not None:
            yield "*"
        if ability.double is not None:
            yield "**"
    if isinstance(ability, Protection) and ability.star:
        yield "*"
    for part in _parts(ability):
        if isinstance(part, Dice) and part.burst:
            yield from ("*", "**") if part.burst == "*/**" else (part.burst,)
        elif isinstance(part, NameCard) and part.figures:
            yield from ("*", "**") if part.figures == "*/**" else (part.figures,)
    if isinstance(ability, (When, While, ContinuousDie)) and ability.burst:
        yield from ("*", "**") if ability.burst == "*/**" else (ability.burst,)


def _ability(facts: Card, ability: Ability) -> Iterator[str]:
    yield from _against_the_card(facts, ability)
    for part in _parts(ability):
        yield from _part(part)
    check = ABILITY_CHECKS.get(type(ability))
    if check is not None:
        yield from check(ability)
    for ops in _texts_of(ability):
        yield from picks(ops, 1 if isinstance(ability, ContinuousDie) else 0)[1]


def _against_the_card(facts: Card, ability: Ability) -> Iterator[str]:
    """An ability that a card of this type, with these faces, cannot have."""
    if isinstance(ability, (WhenUsed, ContinuousDie)) and facts.is_character:
        yield "a character card has no action text"
    if isinstance(ability, CHARACTERS_ONLY) and not facts.is_character:
        yield "only a character card can say this"
    shown = {level.burst for level in facts.levels} | set(facts.action_faces)
    for burst in _bursts(ability):
        if not shown.intersection(STARS[burst]):
            yield f"the die has no face with {burst}"


def _while(each: While) -> Iterator[str]:
    for part in _parts(each):
        if isinstance(part, Dice) and (part.attack, part.defence) != ((0, 99), (0, 99)):
            yield "a lasting text cannot ask for figures, which depend on lasting texts"
    if not (each.attack or each.defence or each.rule):
        yield "neither a bonus nor a rule is given"


def _global(each: Global) -> Iterator[str]:
    if not _is_price(each.cost):
        yield f"'{each.cost}' is no price"


def _protection(each: Protection) -> Iterator[str]:
    if not (each.amount or each.effects):
        yield "nothing is prevented"


def _when(when: When) -> Iterator[str]:
    if when.by is not None and when.event not in TWO_DICE:
        yield f"'{when.event}' has no other die for `by`"
    if when.doing and when.event not in ("ko", "kos", "damaged"):
        yield "`doing` asks what a die did when it was damaged, knocked out or did that"
    if when.in_combat is not None and when.event not in ("ko", "kos", "damaged", "deals-player"):
        yield f"'{when.event}' does not happen by combat damage"
    if when.alone and when.event != "attacks":
        yield "`alone` asks about an attack"
    if when.or_you and (when.event != "damaged" or when.subject is None):
        yield "`or_you` needs 'damaged' and a subject"
    if when.subject is not None and when.event not in ONE_DIE:
        yield f"'{when.event}' happens to no die, so it has no subject"
    if when.burst and (when.star is not None or when.double is not None):
        yield "`burst` limits the text to burst faces: `star` and `double` cannot be reached"
    if not operations_of(when.do):
        yield "nothing is done"
    yield from _when_references(when)


def _when_references(when: When) -> Iterator[str]:
    for part in _parts(when):
        if isinstance(part, OtherDie) and when.event not in TWO_DICE:
            yield f"'{when.event}' has no other die"
        if isinstance(part, Dice) and part.not_event_die and when.event not in ONE_DIE:
            yield f"'{when.event}' happens to no die: `not_event_die` excludes nobody"


def _part(part: object) -> Iterator[str]:
    if isinstance(part, RULED_DICE):
        yield from _ruled_dice(part)
    check = PART_CHECKS.get(type(part))
    if check is not None:
        yield from check(part)


def _ruled_dice(part: KO | Sacrifice | Spin | Buff | Give) -> Iterator[str]:
    who = part.who
    if isinstance(who, WhichPlayers) or (isinstance(who, Target) and who.player):
        yield f"{type(part).__name__} is for dice, not for players"


def _spin(spin: Spin) -> Iterator[str]:
    if spin.by not in range(-3, 4):
        yield f"no die has {abs(spin.by)} levels to spin"


def _buff(buff: Buff) -> Iterator[str]:
    if buff.attack == 0 and buff.defence == 0:
        yield "a bonus of nothing"


def _target(target: Target) -> Iterator[str]:
    if target.count < 1:
        yield "nobody is chosen"


def _count(count: CountOf) -> Iterator[str]:
    if count.times < 1:
        yield "a count times zero is zero"


def _may(may: May) -> Iterator[str]:
    if may.energy and not _is_price(may.energy):
        yield f"'{may.energy}' is no price"


def _suit_up(suit_up: SuitUp) -> Iterator[str]:
    for title in suit_up.titles:
        yield from _known_title(title)


def _paid(paid: Paid) -> Iterator[str]:
    if paid.cost != "0" and not _is_price(paid.cost):
        yield f"'{paid.cost}' is no price"
    if paid.react or paid.subject is not None:
        yield "a text that is paid for answers to nothing: that is a global's"
    if any(isinstance(op, Lift) for op in operations_of(paid.do)) and paid.by == "you":
        yield "nobody lifts a ban of their own"


def _toll(toll: Toll) -> Iterator[str]:
    if not toll.what or (toll.life < 1) == (toll.energy < 1):
        yield "a toll is so much life or so much energy for some deed"
    if {"purchase", "attack"} & set(toll.what):
        yield "nobody pays life to purchase or to attack"
    if toll.energy and toll.what != ("global",):
        yield "only globals cost more energy by a toll: for dice there is Dearer"


def _ban(ban: Ban) -> Iterator[str]:
    if not ban.what:
        yield "nothing is banned"
    if ban.who is not None and {"reroll", "global"} & set(ban.what):
        yield "no die is named for a reroll or a global"


def _redirect(redirect: Redirect) -> Iterator[str]:
    if redirect.amount < 1:
        yield "no damage goes anywhere"


def _forbid_block(forbid: ForbidBlock) -> Iterator[str]:
    if isinstance(forbid.who, WhichPlayers):
        yield "ForbidBlock is for dice, not for players"


def _name_card(named: NameCard) -> Iterator[str]:
    if not (named.rules or named.copy):
        yield "a card is named for nothing"


def _name_kind(named: NameKind) -> Iterator[str]:
    if not (named.rules or named.attack or named.defence):
        yield "a kind is named for nothing"


def _join(join: Join) -> Iterator[str]:
    if join.team not in _affiliations():
        yield f"there is no affiliation '{join.team}'"


def _buy_die(buy: BuyDie) -> Iterator[str]:
    if buy.energy and not _is_price(buy.energy):
        yield f"'{buy.energy}' is no price"


def _set_life(life: SetLife) -> Iterator[str]:
    if life.amount < 1:
        yield "life is set to something"


def _dearer(dearer: Dearer) -> Iterator[str]:
    if dearer.more < 1:
        yield "dearer by nothing"


def _cheaper(cheaper: Cheaper) -> Iterator[str]:
    if cheaper.less < 1:
        yield "cheaper by nothing"


def _if(part: If) -> Iterator[str]:
    asked = (
        bool(part.behind),
        bool(part.life_below),
        part.remembered,
        part.picked is not None or part.who is not None,
        bool(part.burst),
    )
    if sum((*asked, part.any_moved, part.no_attack, part.teamwork)) != 1:
        yield (
            "If asks exactly one thing: who, burst, any_moved, behind, life_below, remembered, "
            "teamwork or no_attack"
        )
    if part.picked is not None and part.who is None:
        yield "If with `picked` needs the `who` it may belong to"
    if not operations_of(part.do) and not operations_of(part.otherwise):
        yield "If does nothing either way"


def _dice(who: Dice) -> Iterator[str]:
    yield from _dice_in_zone(who)
    spans = {"level": who.level, "cost": who.cost, "attack": who.attack, "defence": who.defence}
    for name, (low, high) in spans.items():
        if low > high:
            yield f"{name} from {low} to {high} admits nothing"
    if who.blocked is not None and who.blocking:
        yield "a blocker is not blocked"
    yield from _names_in(who)


def _dice_in_zone(who: Dice) -> Iterator[str]:
    """What is never true of dice in this zone."""
    if who.zone != "field":
        for field in ONLY_IN_ATTACK:
            if getattr(who, field) is not None:
                yield f"dice in '{who.zone}' are never {field}"
        if who.level != (0, 9) and who.zone != "reserve":
            yield f"dice in '{who.zone}' have no level"
    if who.shows_energy is not None and who.zone not in ("reserve", "prep"):
        yield f"no die in '{who.zone}' shows energy"


def _names_in(who: Dice) -> Iterator[str]:
    """Names of energy, titles, affiliations and keywords that do not exist."""
    for energy in (*who.energy.split("/"), who.not_energy):
        if energy and energy not in ENERGY_TYPES:
            yield f"there is no energy type {energy}"
    if who.title_has and not any(who.title_has.lower() in title.lower() for title in _titles()):
        yield f"no card has '{who.title_has}' in its name"
    if who.alignment and who.alignment not in ("Good", "Evil", "Neutral"):
        yield f"there is no alignment {who.alignment}"
    for title in (who.title, who.not_title):
        if title:
            yield from _known_title(title)
    for team in (*who.team, who.not_team):
        if team and team not in _affiliations():
            yield f"there is no affiliation '{team}'"
    if who.keyword and who.keyword not in _keywords():
        yield f"no card has the keyword {who.keyword}"


ABILITY_CHECKS: Final[Mapping[type, Callable[[Any], Iterator[str]]]] = MappingProxyType(
    {
        When: _when,
        While: _while,
        Global: _global,
        Protection: _protection,
        Paid: _paid,
        Ban: _ban,
        Toll: _toll,
        Redirect: _redirect,
    }
)
PART_CHECKS: Final[Mapping[type, Callable[[Any], Iterator[str]]]] = MappingProxyType(
    {
        Dice: _dice,
        Spin: _spin,
        Buff: _buff,
        Target: _target,
        CountOf: _count,
        May: _may,
        If: _if,
        ForbidBlock: _forbid_block,
        NameCard: _name_card,
        NameKind: _name_kind,
        Join: _join,
        BuyDie: _buy_die,
        SetLife: _set_life,
        SuitUp: _suit_up,
        Cheaper: _cheaper,
        Dearer: _dearer,
    }
)
"""What can be wrong with each part of an ability, beyond what its card says."""


def _known_title(title: str) -> Iterator[str]:
    if title not in _titles():
        yield f"no card is called '{title}'"


@lru_cache(maxsize=1)
def _titles() -> frozenset[str]:
    return frozenset(each.title for each in all_cards())


@lru_cache(maxsize=1)
def _affiliations() -> frozenset[str]:
    return frozenset(team for each in all_cards() for team in each.affiliations)


@lru_cache(maxsize=1)
def _keywords() -> frozenset[str]:
    return frozenset(word for each in all_cards() for word in each.keywords)


def _is_price(written: str) -> bool:
    several = re.fullmatch(r"(?:[2-9] )?(\w+(?:/\w+)*)", written)
    return several is not None and (
        written.isdigit() or all(part in ENERGY_TYPES for part in several[1].split("/"))
    )


def picks(ops: tuple[Operation, ...], before: int) -> tuple[int, list[str]]:
    """How many dice have been chosen after these operations, and references to none."""
    chosen, faults = before, []
    for op in ops:
        inner: list[tuple[Operation, ...]] = []
        for value in _values(op):
            if _is_script(value):
                inner.append(operations_of(value))
                continue
            for part in _parts(value):
                faults += _refers_to_nobody(part, chosen)
                if isinstance(part, Target):
                    chosen += part.count
        if isinstance(op, DrawDice) and op.pick:
            chosen += 1
        ends = [picks(each, chosen) for each in inner]
        faults += [fault for _, found in ends for fault in found]
        chosen = max([chosen, *(end for end, _ in ends)])
    return chosen, faults


def _refers_to_nobody(part: object, chosen: int) -> list[str]:
    if isinstance(part, PickedDie) and (chosen < 1 if part.number < 0 else chosen <= part.number):
        return [f"the die picked as number {part.number} is chosen nowhere before"]
    if isinstance(part, Dice):
        if any(number >= chosen for number in part.without):
            return [f"`without` {part.without} names a die not chosen before"]
        if part.side == "picked" and chosen < 1:
            return ["side 'picked', but nobody is picked before"]
    return []


def _texts_of(ability: Ability) -> Iterator[tuple[Operation, ...]]:
    for field in ("do", "star", "double"):
        ops = getattr(ability, field, None)
        if _is_script(ops):
            yield operations_of(ops)


def _is_script(value: object) -> bool:
    """Whether a field holds operations."""
    if isinstance(value, tuple):
        return bool(value) and all(isinstance(each, Operation) for each in value)
    return isinstance(value, Operation)


def _values(part: Any) -> tuple[Any, ...]:
    return tuple(getattr(part, field) for field in part.__struct_fields__)


def _parts(part: Any) -> Iterator[Any]:
    """A struct and every struct inside it."""
    if isinstance(part, tuple):
        for each in part:
            yield from _parts(each)
    elif isinstance(part, msgspec.Struct):
        yield part
        for value in _values(part):
            yield from _parts(value)
