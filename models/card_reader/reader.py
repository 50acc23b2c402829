"""A whole card: its sections into abilities, held against the card's facts."""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any, Final, Literal

from msgspec.structs import replace

from models.card_reader.dice_phrases import (
    ABOUT_NOBODY,
    Context,
    NotUnderstoodError,
    known_titles,
)
from models.card_reader.operations import (
    BONUS,
    KEYWORDS_GAINED,
    PRICE,
    RULES,
    Ops,
    count_of,
    price_in_words,
    read_condition,
    read_operations,
)
from models.card_reader.wording import ONCE_MARK, Section, sections
from rules.dicemasters.cards import linter
from rules.dicemasters.cards.effects import (
    THIS,
    Ability,
    Ban,
    BlocksSeveral,
    Buff,
    CardText,
    Cheaper,
    Damage,
    Dearer,
    Deed,
    Dice,
    FieldFree,
    GainLife,
    Give,
    Global,
    If,
    KeywordName,
    LoseLife,
    May,
    Move,
    NoWild,
    Operation,
    Paid,
    Protection,
    Reaction,
    Remember,
    SuitUp,
    Target,
    Toll,
    When,
    WhenUsed,
    While,
    card_text,
    operations_of,
)
from rules.dicemasters.cards.facts import Card, card
from rules.dicemasters.cards.texts.words import breath_weapon, fabricate, retaliation, shooting

KEYWORDS: Final = {
    word.lower(): word
    for word in (
        "Ally", "Fast", "Iron Will", "Overcrush", "Regenerate", "Swarm", "Immortal", "Amplify",
        "Attune", "Cleave", "Deadly", "Energy Drain", "Frag", "Infiltrate", "Obscure", "Tag Out",
        "Experience", "Anti-Breath Weapon", "Intimidate", "Strike", "Call Out", "Boomerang", "Turtle Power", "Founder", "Crossover",
    )
}  # fmt: skip
"""Keywords that need no further words."""


def read_card(code: str, text: str) -> CardText:
    """What a card says, as typed effects. Raises `NotUnderstoodError` with the words it is about."""
    facts = card(code)
    found = _read(facts, text)
    faults = list(linter.lint_text(code, found))
    if faults:
        raise NotUnderstoodError(f"linter: {faults[0]}")
    return found


def _read(facts: Card, text: str) -> CardText:
    abilities: list[Ability] = []
    keywords: list[str] = []
    for section in sections(text, facts.title, monsters=facts.set == "YGO"):
        words = _keyword_list(section)
        if words is not None:
            keywords += words
        elif section.text.startswith("teamwork"):
            abilities = _with_teamwork(abilities, section.text)
        elif section.burst:
            abilities = _with_burst(abilities, section, facts)
        else:
            for words_too, body in _leading_keywords(section.text):
                keywords += words_too
                abilities += _abilities(body, facts)
    if not abilities and not keywords:
        raise NotUnderstoodError("nothing is said")
    return card_text(*abilities, keywords=tuple(dict.fromkeys(keywords)))  # type: ignore[arg-type]


def _with_teamwork(abilities: list[Ability], text: str) -> list[Ability]:
    """The last text once more, while two of the player's characters share an affiliation."""
    pattern = (
        r"teamwork ?- ?repeat this effect if you have (?:at least )?2 active characters with the "
        r"same (?:team )?affiliation\.?"
    )
    last = abilities[-1] if abilities else None
    if not isinstance(last, WhenUsed) or not re.fullmatch(pattern, text):
        raise NotUnderstoodError(text)
    again = If(last.do, teamwork=True)
    return [*abilities[:-1], replace(last, do=(*operations_of(last.do), again))]


def _keyword_list(section: Section) -> list[str] | None:
    listed = re.sub(
        rf"({'|'.join(KEYWORDS)}) (?=(?:{'|'.join(KEYWORDS)})\b)", r"\1, ", section.text
    )
    words = [word.strip(" .") for word in re.split(r"[,;.]", listed) if word.strip(" .")]
    if section.burst or not words or not all(word in KEYWORDS for word in words):
        return None
    return [KEYWORDS[word] for word in words]


def _with_number(text: str) -> list[Ability] | None:
    """A keyword with a number, which is a whole section."""
    fabricated = re.fullmatch(
        r"fabricate <?(\d)>?-<?(\d)>?[:.]?(?: ?\(?you may ko (?:up to )?<?\d>? (?:of your )?(?:fielded )?characters? with "
        r"(?:a )?(?:total )?purch?a[sc]e costs? (?:of |total of |totaling )?<?\d>? or more to purchase this die free\.?\)?)?",
        text.strip().rstrip("."),
    )
    if fabricated:
        return [fabricate(int(fabricated[1]), int(fabricated[2]))]
    found = re.fullmatch(r"(range|breath weapon) <?(\d+)>?\.?", text.strip())
    if found is None:
        return None
    make = {"range": shooting, "breath weapon": breath_weapon}[found[1]]
    return [make(int(found[2]))]


def _behind_keyword(text: str, facts: Card) -> list[Ability] | None:
    """A text behind a keyword and a dash."""
    found = re.match(
        r"(energize|awaken|impulse|teamwatch|vengeance|retaliation|underdog|resistance|enlistment"
        r"|crosspulse|back for more|common ground) ?[-:]+ ?(.+)",
        text,
    )
    if found is None:
        return None
    word, said = found[1], found[2].strip()
    if word == "retaliation":
        return _retaliation(said, facts)
    if word == "underdog":
        return _underdog(said, facts)
    if word == "resistance":
        return _resistance(said, facts)
    if word == "enlistment":
        return _with_word(_abilities(said, facts), "Enlistment")
    if word == "vengeance":
        return _worded(
            said, r"when(?:ever)? you take damage, (.+)", "life-damaged", "Vengeance", facts
        )
    if word == "teamwatch":
        if not said.startswith("when"):  # only what it does is said
            said = f"when you field a character that shares an affiliation with self, {said}"
        shared = r"when(?:ever)? you field an?(?:other)? (?:different )?character (?:who|that) shares an affiliation with self, (.+)"
        team = Dice(side="own", not_title=facts.title, team=facts.affiliations)
        return _worded(said, shared, "fielded", "Teamwatch", facts, subject=team)
    if word == "common ground":
        return _with_label(_abilities(said, facts), "Common Ground")
    if word in {"impulse", "crosspulse"} and (itself := _bought_die(said)):
        event = {"impulse": "purchased", "crosspulse": "crosspulse"}[word]
        return [When(event, itself, inactive=True, word=word.capitalize())]  # type: ignore[arg-type]
    if word in {"impulse", "crosspulse"}:
        said = re.sub(
            r"^when you purchase (?:self|an? self die|this (?:character|die)), ", "", said
        )
        context = Context(facts.title, this=False)
        do = _plain(read_operations(said, context))
        if word == "crosspulse":
            return [When("crosspulse", do, inactive=True, word="Crosspulse")]
        return [When("purchased", do, inactive=True, word="Impulse")]
    events = {"energize": "energize", "awaken": "spun-up", "back for more": "back-for-more"}
    label = {"back for more": "Back for More"}.get(word, word.capitalize())
    return _worded(said, r"(.+)", events[word], label, facts)


def _bought_die(said: str) -> Operation | None:
    """What becomes of the die that was just bought."""
    said = re.sub(r"^when you purchase (?:self|an? self die|this (?:character|die)), ", "", said)
    found = re.fullmatch(
        rf"(?P<may>you may )?(?:pay {PRICE} to )?(?:immediately )?(?:(?P<prep>prep (?:this die|it))|field "
        r"(?:it|this die|this self character|self)(?: free)? at level (?P<level>\d))",
        said.rstrip("."),
    )
    if found is None:
        return None
    do: Operation = Move(THIS, "prep") if found["prep"] else FieldFree(THIS, int(found["level"]))
    if found["price"]:
        energy, life = price_in_words(found["price"])
        return May(do, energy=energy, life=life)
    return May(do) if found["may"] else do


def _with_label(found: list[Ability], word: KeywordName) -> list[Ability]:
    """The abilities behind a keyword that is only a label."""
    if not found or not all(isinstance(each, (When, While)) for each in found):
        raise NotUnderstoodError(word)
    return [replace(each, word=word) for each in found if isinstance(each, (When, While))]


def _worded(
    said: str, pattern: str, event: str, word: str, facts: Card, *, subject: Dice | None = None
) -> list[Ability]:
    found = re.fullmatch(pattern, said)
    if found is None:
        raise NotUnderstoodError(said)
    context = Context(facts.title, event=event)
    context.subject = subject is not None
    do = _plain(read_operations(found[1], context))
    return [When(event, do, subject=subject, word=word)]  # type: ignore[arg-type]


def _retaliation(said: str, facts: Card) -> list[Ability]:
    pattern = r"if an affiliated character is ko'd, deal 1 damage to (?:an opposing player|your opponent|target opponent)\.?"
    if not re.fullmatch(pattern, said) or not facts.affiliations:
        raise NotUnderstoodError(said)
    return [retaliation(*facts.affiliations)]


def _with_word(found: list[Ability], word: KeywordName) -> list[Ability]:
    """The one ability behind a keyword."""
    if len(found) != 1 or not isinstance(found[0], When):
        raise NotUnderstoodError(word)
    return [replace(found[0], word=word)]


def _resistance(said: str, facts: Card) -> list[Ability]:
    """At the end of a turn in which an own character fell, or as soon as one falls."""
    later = re.fullmatch(
        r"(?:while (?:self is )?active, )?at the end of your turn, if a character you control was ko'd this turn, (.+)",
        said.rstrip("."),
    )
    if later is None:
        return _with_word(_abilities(said, facts), "Resistance")
    context = Context(facts.title, event="turn-end")
    do = If(_plain(read_operations(later[1], context)), remembered=True)
    return [
        When("ko", Remember(), subject=Dice(side="own"), inactive=True),
        When("turn-end", do, word="Resistance"),
    ]


def _underdog(said: str, facts: Card) -> list[Ability]:
    """A text that speaks while the opponent has more characters."""
    found = _abilities(said, facts)
    (ability,) = found if len(found) == 1 else (None,)
    if isinstance(ability, While) and not ability.behind:
        return [replace(ability, behind="characters")]
    if isinstance(ability, When) and ability.star is None:
        return [replace(ability, do=If(ability.do, behind="characters"))]
    raise NotUnderstoodError(f"underdog: {said}")


def _leading_keywords(text: str) -> Iterator[tuple[list[str], str]]:
    """Keywords that stand at the beginning of a section, and the rest."""
    words = []
    while True:
        found = re.match(r"([a-z ]+?)(?:\.| -) (?=\S)", text)
        if found is None or found[1] not in KEYWORDS or found[0].endswith("- "):
            break
        words.append(KEYWORDS[found[1]])
        text = text[found.end() :]
    yield words, text


def _abilities(text: str, facts: Card) -> list[Ability]:
    """The abilities of one section; a further sentence goes on or begins anew."""
    if text.startswith("global"):
        return [_global(text, facts)]
    if text.strip(" .") == "retaliation" and facts.affiliations:
        return [retaliation(*facts.affiliations)]
    special = _with_number(text) or _behind_keyword(text, facts)
    if special is not None:
        return special
    sentences = [each for each in re.split(r"(?<=\.)\s+", text) if each.strip(" .")]
    found: list[Ability] = []
    last: list[Ability] = []
    begun = waiting = ""
    reason: NotUnderstoodError | None = None
    for sentence in sentences:
        if begun:
            try:
                longer = _begin(f"{begun} {sentence}", facts)
            except NotUnderstoodError:
                if not _begins_anew(sentence):
                    raise
            else:
                if _could_stand_alone(sentence, facts):
                    raise NotUnderstoodError(f"does '{sentence}' go on or begin anew?")
                found[-len(last) :] = longer
                last, begun = longer, f"{begun} {sentence}"
                continue
        sentence = f"{waiting} {sentence}".strip()  # noqa: PLW2901 - a story takes several
        try:
            last = _begin(sentence, facts)
        except NotUnderstoodError as error:
            waiting, reason = sentence, reason or error
            continue
        found += last
        begun = sentence if isinstance(last[0], (When, WhenUsed)) else ""
        waiting, reason = "", None
    if reason is not None:
        raise reason
    return found


def _begins_anew(sentence: str) -> bool:
    return bool(
        re.match(r"(when|while|whenever|each time|self |at the |your |opposing )", sentence)
    )


def _could_stand_alone(sentence: str, facts: Card) -> bool:
    """Whether a sentence after another is a lasting text of its own."""
    if (
        not facts.is_character
        or "this turn" in sentence
        or not sentence.startswith(("self", "your ", "opposing"))
    ):
        return False
    try:
        return bool(_static(sentence.rstrip("."), facts))
    except NotUnderstoodError:
        return False


def _begin(text: str, facts: Card) -> list[Ability]:
    once = ONCE_MARK in text
    text = (
        re.sub(r"\s+", " ", re.sub(rf"\s*{ONCE_MARK}\s*(?=[.,])|{ONCE_MARK}", "", text))
        .strip()
        .rstrip(". ")
    )
    if re.match(r"(?:gets|gains|can't|takes|deals|must) ", text):
        text = f"self {text}"
    found = _begun(text, facts)
    return [
        replace(each, together=True)
        if once
        and isinstance(each, When)
        and each.subject is None
        and each.event not in ABOUT_NOBODY
        else each
        for each in found
    ]


def _begun(text: str, facts: Card) -> list[Ability]:
    if not facts.is_character:
        return [_when_used(text, facts)]
    reason = NotUnderstoodError(text)
    for reading in (_triggered, _static):
        try:
            found = reading(text, facts)
        except NotUnderstoodError as error:
            reason = reason if str(reason) != text else error
            continue
        if found:
            return found
    raise reason


def _when_used(text: str, facts: Card) -> Ability:
    if text.startswith(("when ", "whenever ", "while ", "continuous", "at the ", "trap")):
        raise NotUnderstoodError(text)
    return WhenUsed(_plain(read_operations(text, Context(facts.title, this=False))))


def _plain(ops: Ops) -> Operation | Ops:
    return ops[0] if len(ops) == 1 else ops


REACTIONS: Final[tuple[tuple[str, Reaction], ...]] = (
    (
        r"(?:to )?prevent 1 damage to (?:a|target) (?:character or player|player or character)",
        "prevent",
    ),
    (r"(?:to )?prevent 1 damage to (?:a|target) character", "prevent-to-die"),
    (
        r"(?:to )?redirect 1 damage (?:dealt to you|from you|to you) to (?:a|target|1 of your) characters?(?: you control)?",
        "redirect-from-you",
    ),
)
"""Globals that answer to damage."""


def _global(text: str, facts: Card) -> Ability:
    text = re.sub(r"^global( ability)?:? ", "", text).strip()
    limits: dict[str, Any] = {}
    patterns: tuple[tuple[str, dict[str, Any]], ...] = (
        (r"^once during your turn,? ", {"once": True, "own_turn": True}),
        (
            r"^(?:once per turn,? on your turn|once per turn,? during your turn|once on your turn),? ",
            {"once": True, "own_turn": True},
        ),
        (r"^once per turn,? ", {"once": True}),
        (r"^on your turn,? ", {"own_turn": True}),
    )
    changed = True
    cost = ""
    while changed:
        changed = False
        for pattern, limit in patterns:
            if re.match(pattern, text):
                limits |= limit
                text, changed = re.sub(pattern, "", text), True
        found = re.match(
            rf"(?:pay|use) {PRICE}(?: (?:on|during) (your turn))?(?:\.|:|,| to|(?= (?:deal|spin|ko|target|once|when you attack))) *",
            text,
        )
        if found and not cost:
            cost, life = price_in_words(found["price"])
            if life:
                raise NotUnderstoodError(text)
            if found[2]:
                limits["own_turn"] = True
            text, changed = text[found.end() :], True
    found = re.search(
        r"(?:use this ability only once per turn|limit once per turn|once per turn)\.?$", text
    )
    if found:
        limits["once"] = True
        text = text[: found.start()]
    if not cost:
        raise NotUnderstoodError(text)
    for pattern, react in REACTIONS:
        if re.fullmatch(pattern, text.strip().rstrip(".")) and not limits:
            redirected = Damage(Target(Dice(side="own")), 1)
            return Global(cost, redirected if react == "redirect-from-you" else (), react=react)
    if text.startswith("when you attack. "):
        text = text.removeprefix("when you attack. ")
        limits |= {"own_turn": True, "step": "attack"}
    return Global(cost, _plain(read_operations(text, Context(facts.title, this=False))), **limits)


# Abilities that answer to events.

SELF = r"(?:self|it|he|she|this character)"
WHEN = r"(?:when|whenever|each time|every time|if)"

EVENTS: Final[tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...]] = (
    (rf"(?:when fielded|{WHEN} {SELF} is fielded)", ("fielded",), {}),
    (
        rf"{WHEN} {SELF} (?:attacks|is assigned to attack|assigns to attack) alone",
        ("attacks",),
        {"alone": True},
    ),
    (rf"{WHEN} {SELF} (?:attacks|is assigned to attack|assigns to attack)", ("attacks",), {}),
    (rf"{WHEN} {SELF} blocks or is blocked", ("blocks", "blocked"), {}),
    (rf"{WHEN} {SELF} is blocked or blocks", ("blocks", "blocked"), {}),
    (rf"{WHEN} {SELF} (?:is|becomes) engaged", ("blocks", "blocked"), {}),
    (rf"{WHEN} {SELF} blocks", ("blocks",), {}),
    (rf"(?:when blocked|{WHEN} {SELF} (?:is|becomes) blocked)", ("blocked",), {}),
    (
        rf"{WHEN} {SELF} (?:is unblocked|is not blocked|isn't blocked|attacks and is not blocked|attacks and isn't blocked|attacks and is unblocked)",
        ("unblocked",),
        {},
    ),
    (rf"{WHEN} {SELF} (?:takes damage|is damaged|is dealt damage)", ("damaged",), {}),
    (rf"(?:when ko'd|{WHEN} {SELF} (?:is|gets) ko'd)", ("ko",), {}),
    (rf"{WHEN} {SELF} is ko'd while (?P<doing>attacking|blocking)", ("ko",), {}),
    (rf"{WHEN} {SELF} is ko'd (?:in|by) combat(?: damage)?", ("ko",), {"in_combat": True}),
    (
        rf"{WHEN} {SELF} (?:damages|deals damage to) (?:your opponent|an opponent|a player|the opponent|an opposing player)",
        ("deals-player",),
        {},
    ),
    (
        rf"{WHEN} {SELF} deals combat damage to (?:your opponent|an opponent|a player|an opposing player)",
        ("deals-player",),
        {"in_combat": True},
    ),
    (rf"{WHEN} {SELF} deals combat damage", ("deals-combat",), {}),
    (r"when(?: you)? purchased?(?: self| this die)?", ("purchased",), {}),
    (rf"{WHEN} {SELF} kos (?P<by>an? .+?) with combat damage", ("kos",), {"in_combat": True}),
    (rf"{WHEN} {SELF} kos (?P<by>an? .+?)", ("kos",), {}),
    (rf"{WHEN} {SELF} blocks (?P<by>an? .+?)", ("blocks",), {}),
    (rf"{WHEN} {SELF} is blocked by (?P<by>an? .+?)", ("blocked",), {}),
    (rf"{WHEN} {SELF} blocks or is blocked by (?P<by>an? .+?)", ("blocks", "blocked"), {}),
    (
        rf"{WHEN} you field (?P<own>an?|another|a different|1 of your) (?P<subject>.+?)",
        ("fielded",),
        {},
    ),
    (rf"{WHEN} (?:your|an) opponent fields (?P<theirs>an?) (?P<subject>.+?)", ("fielded",), {}),
    (rf"{WHEN} (?P<any>an?|another|1 of|any) (?P<subject>.+?) is fielded", ("fielded",), {}),
    (rf"{WHEN} (?P<any>an?|another|1 of|any) (?P<subject>.+?) is ko'd", ("ko",), {}),
    (rf"{WHEN} (?P<any>an?|another|1 of|any) (?P<subject>.+?) attacks", ("attacks",), {}),
    (rf"{WHEN} (?P<any>an?|another|1 of|any) (?P<subject>.+?) blocks", ("blocks",), {}),
    (rf"{WHEN} (?P<any>an?|another|1 of|any) (?P<subject>.+?) takes damage", ("damaged",), {}),
    (
        rf"{WHEN} you use an action(?: die)?",
        ("action-used",),
        {"subject": Dice(side="own", kind="die")},
    ),
    (
        rf"{WHEN} (?:your|an) opponent uses an action(?: die)?",
        ("action-used",),
        {"subject": Dice(side="opposing", kind="die")},
    ),
    (rf"{WHEN} you use a global ability", ("global-used",), {}),
    (
        rf"{WHEN} (?:your|an) opponent uses a global ability",
        ("global-used",),
        {"seats": "opponent"},
    ),
    (rf"{WHEN} you take damage", ("life-damaged",), {}),
    (rf"{WHEN} you purchase (?P<own>an?|another) (?P<subject>.+?)", ("purchased",), {}),
    (
        rf"{WHEN} (?:your|an) opponent purchases (?P<theirs>an?) (?P<subject>.+?)",
        ("purchased",),
        {},
    ),
    (rf"{WHEN} (?P<any>an?|1 of) (?P<subject>(?:opposing|your) .+?) spins? up", ("spun-up",), {}),
    (r"at the (?:start|beginning) of your turn", ("turn-start",), {}),
    (r"at the end of your turn", ("turn-end",), {}),
    (
        r"at the (?:start|beginning) of (?:the|each) attack step",
        ("attack-start",),
        {"seats": "each"},
    ),
    (r"at the (?:start|beginning) of your attack step", ("attack-start",), {}),
    (r"at the end of the attack step", ("attack-end",), {}),
    (
        rf"{WHEN} {SELF} takes damage (?:during|in) (?:the|an) attack step",
        ("damaged",),
        {"step": "attack"},
    ),
    (rf"{WHEN} {SELF} takes combat damage", ("damaged",), {"in_combat": True}),
)
OTHER_DIE_EVENTS: Final = ("blocks", "blocked", "damaged", "ko", "kos")


def _is_condition(head: str) -> bool:
    """Whether "when" begins a condition that lasts, not an event."""
    return bool(
        re.match(
            r"(?:when|if) (?:you (?:have|control)|an? opponent has|your opponent has|there (?:is|are)) ",
            head,
        )
    )


def _triggered(text: str, facts: Card) -> list[Ability]:
    """Abilities that answer to an event; none when the text does not begin with one."""
    active = re.match(
        r"while (?:self is )?active, (?=(?:when|whenever|each time|every time|at the|if) )", text
    )
    body = text[active.end() :] if active else text
    body = re.sub(
        r"^the first time each turn (?:that )?(.+?), ", r"the first time \1 each turn, ", body
    )
    once = re.match(r"the first time (?P<what>.+?) each turn, (?P<do>.+)", body)
    if once:
        body = f"when {once['what']}, {once['do']}"
    if _is_condition(body):
        return []
    found_any = False
    reasons = []
    together = re.fullmatch(rf"{WHEN} {SELF} attacks with (?:an?|at least 1) ([^,]+), (.+)", body)
    if together:
        who = Context(facts.title).dice(together[1])
        beside = replace(who, side="own", attacking=True, another=True)
        then = _plain(read_operations(together[2], Context(facts.title, event="attacks")))
        return [When("attacks", If(then, who=beside))]
    for comma in re.finditer(r", ", body):
        head, do = body[: comma.start()], body[comma.end() :]
        for pattern, events, more in EVENTS:
            found = re.fullmatch(pattern, head)
            if found is None:
                continue
            if found[0].startswith("if") and not _may_begin_with_if(events):
                continue
            found_any = True
            try:
                return [
                    _when(event, do, found, more, facts, active=bool(active), once=bool(once))
                    for event in events
                ]
            except NotUnderstoodError as error:
                reasons.append(str(error))
    if found_any:
        raise NotUnderstoodError(reasons[0])
    if re.match(r"(when|whenever|each time|at the|the first time|if)\b", body):
        raise NotUnderstoodError(body)
    return []


def _may_begin_with_if(events: tuple[str, ...]) -> bool:
    return events[0] in {
        "attacks",
        "ko",
        "unblocked",
        "blocked",
        "blocks",
        "deals-player",
        "damaged",
        "life-damaged",
    }


def _when(
    event: str, do: str, found: re.Match[str], more: dict[str, Any], facts: Card,
    *, active: bool, once: bool,
) -> When:  # fmt: skip
    context = Context(facts.title, event=event)
    named = found.groupdict()
    conditions = dict(more)
    if named.get("doing"):
        conditions["doing"] = named["doing"]
    if named.get("by"):
        conditions["by"] = context.dice(re.sub(r"^an? ", "", named["by"]))
    if named.get("subject"):
        conditions["subject"] = _subject(named, context)
    context.subject = "subject" in conditions
    context.other = event in OTHER_DIE_EVENTS
    context.mentioned = "by" in conditions or event == "kos"
    if active and not context.subject and event not in (*ABOUT_NOBODY, "fielded"):
        conditions["subject"] = Dice(side="own", own_card=True)
        raise NotUnderstoodError("while active, about itself")
    return When(event, _plain(read_operations(do, context)), once=once, **conditions)  # type: ignore[arg-type]


def _subject(named: dict[str, str], context: Context) -> Dice:
    who = context.dice(re.sub(r"^(?:of )", "", named["subject"]))
    if named.get("own"):
        who = replace(who, side="own")
        if named["own"] in {"another", "a different"}:
            who = replace(who, another=True)
    elif named.get("theirs"):
        who = replace(who, side="opposing")
    elif named.get("any") == "another":
        who = replace(who, another=True)
    if who.another:
        raise NotUnderstoodError("another die of an event")
    return who


# Lasting texts.


def _static(text: str, facts: Card) -> list[Ability]:
    reason: NotUnderstoodError | None = None
    for pattern, make in STATICS:
        found = re.fullmatch(pattern, text)
        if found:
            try:
                return make(found, facts)
            except NotUnderstoodError as error:
                reason = reason or error
    if reason is not None:
        raise reason
    active = re.match(r"while (?:self is )?active, ", text)
    return _lasting(text[active.end() :] if active else text, facts, active=bool(active))


def _cheaper(found: re.Match[str], facts: Card) -> list[Ability]:
    context = Context(facts.title)
    fielding = found["what"] == "field"
    what: Literal["purchase", "fielding"] = "fielding" if fielding else "purchase"
    actions = re.fullmatch(r"(?:your |all )?(?:basic )?action dice", found["who"])
    who = Dice(kind="action-die") if actions else context.dice(found["who"])
    if actions and "basic" in found["who"]:
        raise NotUnderstoodError(found[0])
    if found["way"] == "more":
        if who.side in {"own", "any"}:
            raise NotUnderstoodError(found[0])
        return [Dearer(replace(who, side="any"), int(found["n"]), what)]
    if who.side == "opposing" or (who.side == "any" and fielding and not found["you"]):
        raise NotUnderstoodError(found[0])
    least = int(found["least"] or 0)
    return [Cheaper(replace(who, side="own"), int(found["n"]), what, least)]


def _free_to_field(found: re.Match[str], facts: Card) -> list[Ability]:
    who = Context(facts.title).dice(found["who"])
    if who.side == "opposing":
        raise NotUnderstoodError(found[0])
    return [Cheaper(replace(who, side="own"), 9, "fielding")]


def _blocks_several(found: re.Match[str], facts: Card) -> list[Ability]:
    if not found["n"]:
        return [BlocksSeveral(2)]
    count = 20 if found["n"] == "any number of" else int(found["n"].split()[-1])
    what = re.sub(r"attackers$|attacking characters$", "characters", found["who"])
    return [BlocksSeveral(count, Context(facts.title).dice(what))]


def _cannot_block_it(found: re.Match[str], facts: Card) -> list[Ability]:
    who = re.sub(r"^(?:all |each |opposing )", "", found["who"])
    return [While(rule="cannot-be-blocked", against=Context(facts.title).dice(who))]


def _cannot_be_blocked_by_two(found: re.Match[str], facts: Card) -> list[Ability]:
    context = Context(facts.title)
    both = f"{found['one']} or {found['other']}"
    try:
        return [While(rule="cannot-be-blocked", against=context.dice(re.sub(r"^an? ", "", both)))]
    except NotUnderstoodError:
        each = (context.dice(re.sub(r"^an? ", "", found[name])) for name in ("one", "other"))
        return [While(rule="cannot-be-blocked", against=who) for who in each]


def _unless(found: re.Match[str], facts: Card) -> list[Ability]:
    condition = _condition(found["if"], Context(facts.title))
    if "needs" not in condition or "at_least" in condition:
        raise NotUnderstoodError(found[0])
    return [
        While(rule=rule, needs=condition["needs"], at_least=0, at_most=0)  # type: ignore[arg-type]
        for rule in RULES[found["what"]]
    ]


def _protected_from(found: re.Match[str], facts: Card) -> list[Ability]:
    who = Context(facts.title).dice(re.sub(r"^(?:all|any) ", "", found["who"]))
    named = found.groupdict()
    combat = True if named.get("combat") or named.get("combat2") else None
    return [Protection(int(named.get("n") or 99), by=who, in_combat=combat)]


def _no_other_damage(_: re.Match[str], __: Card) -> list[Ability]:
    return [Protection(99, in_combat=False)]


def _free_itself(_: re.Match[str], __: Card) -> list[Ability]:
    return [Cheaper(Dice(own_card=True), 9, "fielding")]


def _cheaper_while(found: re.Match[str], facts: Card) -> list[Ability]:
    """Its own price is lower while something holds."""
    if found["way"] == "more":
        raise NotUnderstoodError(found[0])
    condition = _condition(found["if"], Context(facts.title, this=False))
    if set(condition) - {"needs", "life_below"}:
        raise NotUnderstoodError(found[0])
    what: Literal["purchase", "fielding"] = "fielding" if found["what"] == "field" else "purchase"
    least = int(found["least"] or 0)
    own = Dice(own_card=True)
    return [Cheaper(own, int(found["n"]), what, least, **condition)]


def _free_while(found: re.Match[str], facts: Card) -> list[Ability]:
    condition = _condition(found["if"], Context(facts.title, this=False))
    if set(condition) - {"needs", "life_below"}:
        raise NotUnderstoodError(found[0])
    return [Cheaper(Dice(own_card=True), 9, "fielding", **condition)]


def _dearer_actions(found: re.Match[str], _: Card) -> list[Ability]:
    return [Dearer(Dice(kind="action-die"), int(found["n"]), "purchase")]


def _paid_bonus(found: re.Match[str], _: Card) -> list[Ability]:
    cost, life = price_in_words(found["price"])
    which = Target(Dice(side="own", own_card=True))
    return [Paid(cost or "0", Buff(which, int(found["A"] or 0), int(found["D"] or 0)), life=life)]


def _blocked_bonus(found: re.Match[str], facts: Card) -> list[Ability]:
    by = Context(facts.title).dice(found["by"]) if found["by"] else None
    return [When("blocked", Buff(THIS, int(found["A"] or 0), int(found["D"] or 0)), by=by)]


def _less_elsewhere(found: re.Match[str], _: Card) -> list[Ability]:
    return [Protection(int(found["n"]), in_combat=False)]


def _refused(found: re.Match[str], _: Card) -> list[Ability]:
    raise NotUnderstoodError(found[0])


def _suit_up(found: re.Match[str], _: Card) -> list[Ability]:
    names = re.split(r",? or |, | and ", found["names"].strip())
    titles = [known_titles().get(name) for name in names]
    if None in titles:
        raise NotUnderstoodError(found[0])
    return [SuitUp(tuple(title for title in titles if title))]


def _alone_bonus(found: re.Match[str], _: Card) -> list[Ability]:
    return [When("attacks", Buff(THIS, int(found["A"]), int(found["D"] or 0)), alone=True)]


def _alone_unblockable(_: re.Match[str], __: Card) -> list[Ability]:
    return [When("attacks", Give(THIS, "cannot-be-blocked"), alone=True)]


def _protected(found: re.Match[str], _: Card) -> list[Ability]:
    return [Protection(int(found["n"]))]


LESS: Final = (
    r"costs? (?P<you>you )?<?(?P<n>\d+)>? (?:energy )?(?P<way>less|fewer|more) (?:energy )?to "
    r"(?P<what>purchase|buy|field)(?:,? \(?(?:to a )?min(?:imum)?\.?(?: of)? <?(?P<least>\d+)>?\.?\)?)?"
)
WHO_CANNOT: Final = r"(?:your opponents?|an opponent|opponents)"
DEEDS: Final[Mapping[str, tuple[Deed, ...]]] = {
    "use action dice": ("action",),
    "use actions": ("action",),
    "use an action die": ("action",),
    "use a global ability": ("global",),
    "use global abilities": ("global",),
    "use each global ability": ("global",),
    "use any global ability": ("global",),
    "use an action die or global ability": ("action", "global"),
    "use action dice or global abilities": ("action", "global"),
    "use global abilities or action dice": ("action", "global"),
    "use actions or global abilities": ("action", "global"),
    "reroll dice": ("reroll",),
    "reroll": ("reroll",),
    "reroll dice during their roll and reroll step": ("reroll",),
    "reroll during their roll and reroll step": ("reroll",),
    "field a character": ("field",),
    "field characters": ("field",),
    "field each character": ("field",),
}


def _banned(found: re.Match[str], facts: Card) -> list[Ability]:
    what = found["what"]
    if what in DEEDS:
        return [Ban(DEEDS[what])]
    named = re.fullmatch(r"(field|purchase|attack with) (.+)", what)
    if not named:
        raise NotUnderstoodError(found[0])
    who = Context(facts.title).dice(re.sub(r"^(?:an?|any) ", "", named[2]))
    if who.side != "any" or who.zone != "field":
        raise NotUnderstoodError(found[0])
    deeds: dict[str, Deed] = {"field": "field", "purchase": "purchase", "attack with": "attack"}
    return [Ban((deeds[named[1]],), who=who)]


def _banned_or_safe(found: re.Match[str], facts: Card) -> list[Ability]:
    """What the opponent cannot do; what they cannot target is safe from them."""
    target = re.fullmatch(r"target (?P<who>self|your .+?)(?: with (?P<by>.+))?", found["what"])
    return _targeted_by_nobody(target, facts) if target else _banned(found, facts)


def _charged(found: re.Match[str], _: Card) -> list[Ability]:
    deeds = DEEDS.get(found["what"])
    if deeds is None:
        raise NotUnderstoodError(found[0])
    if found["life"]:
        return [Toll(deeds, life=int(found["life"]))]
    if deeds != ("global",):
        raise NotUnderstoodError(found[0])
    return [Toll(deeds, energy=int(found["energy"]))]


def _targeted_by_nobody(found: re.Match[str], facts: Card) -> list[Ability]:
    what = found["by"] or "opposing effects"
    rule = {
        "action dice or global abilities": "untargetable-by-opponent",
        "global abilities or action dice": "untargetable-by-opponent",
        "opposing effects": "untargetable",
    }.get(what)
    if rule is None:
        raise NotUnderstoodError(found[0])
    who = None if found["who"] == "self" else Context(facts.title).dice(found["who"])
    if who is not None and who.side != "own":
        raise NotUnderstoodError(found[0])
    return [While(who, rule=rule)]  # type: ignore[arg-type]


def _paid_text(found: re.Match[str], facts: Card) -> list[Ability]:
    cost, life = price_in_words(found["price"])
    said = found["what"]
    once = bool(found["once"])
    own_turn = bool(found["turn"])
    do = _plain(read_operations(said, Context(facts.title)))
    return [Paid(cost or "0", do, once=once, own_turn=own_turn, life=life)]


def _no_wild(_: re.Match[str], __: Card) -> list[Ability]:
    return [NoWild()]


def _attacking_with(found: re.Match[str], facts: Card) -> list[Ability]:
    """What holds for it while it attacks together with such a die."""
    with_ = Context(facts.title).dice(found["with"])
    beside = replace(with_, side="own", attacking=True, another=True)
    itself = Dice(side="own", own_card=True, attacking=True)
    return [
        each
        for part in re.split(r",? and (?![+-]\d)", found["gains"])
        for each in _holds(part, itself, None, {"needs": beside}, Context(facts.title))
    ]


STATICS: Final[tuple[tuple[str, Callable[[re.Match[str], Card], list[Ability]]], ...]] = (
    (rf"while (?:self is )?active, {WHO_CANNOT} can't (?P<what>[^.]+)", _banned_or_safe),
    (
        rf"while (?:self is )?active, {WHO_CANNOT} (?:must )?(?:pays?|spends?) (?:(?P<life>\d+) life|(?:an )?(?:extra )?<(?P<energy>\d+)>)"
        r"(?: extra| more| additional)? to (?P<what>[^.]+)",
        _charged,
    ),
    (
        rf"{WHO_CANNOT} can't target (?P<who>self|your [^.]+?)(?: with (?P<by>[^.]+))?",
        _targeted_by_nobody,
    ),
    (
        r"while (?:self is )?active, (?P<once>once per turn,? )?(?P<turn>(?:on|during) your turn,? )?"
        rf"(?:whenever you could use a global ability,? )?you may pay {PRICE} to (?P<what>[^.]+)",
        _paid_text,
    ),
    (
        r"you can't use <(?:wild|any)> energy to purchase this die, this text can't be ignored",
        _no_wild,
    ),
    (
        r"you can't use \[q\] energy to purchase this die, this text can't be ignored",
        _no_wild,
    ),
    (
        r"self (?P<gains>(?:gets|gains) .+?) while attacking with (?:an?|at least 1) (?P<with>[^.]+?)(?: \(this turn\)| this turn)?",
        _attacking_with,
    ),
    (rf"while (?:self is )?active, (?P<who>.+?) {LESS}", _cheaper),
    (rf"if (?:self is )?active, (?P<who>.+?) {LESS}", _cheaper),
    (r"while (?:self is )?active, (?P<who>your .+?) (?:are|is) free to field", _free_to_field),
    (r"while (?:self is )?active, (?P<who>your .+?) cost 0 to field", _free_to_field),
    (
        rf"(?:when declaring blockers, )?(?:while self is active, )?(?:{SELF}|each self die) (?:can|may) block "
        r"(?:(?P<n>up to \d+|any number of) (?P<who>[^.]+)|(?:an|1) additional (?:character|attacker|attacking character))",
        _blocks_several,
    ),
    (r"(?P<who>.+) can't block (?:self|it|him|her)", _cannot_block_it),
    (rf"{SELF} can't be blocked by (?P<one>.+) or (?P<other>.+)", _cannot_be_blocked_by_two),
    (
        rf"{SELF} (?P<what>can't attack|can't block|can't attack or block) unless (?P<if>.+)",
        _unless,
    ),
    (
        rf"(?:{SELF} takes no (?P<combat>combat )?damage from|{SELF} can't be damaged by|prevent all (?P<combat2>combat )?damage "
        r"(?:dealt )?to self (?:from|by)) (?P<who>(?!opposing|action|global).+)",
        _protected_from,
    ),
    (
        r"(?:while self is active, )?prevent all damage dealt by (?P<who>[^()]+?)"
        r"(?: \(your or your opponent's\))? to self characters you control",
        _protected_from,
    ),
    (r"(?P<who>.+) deals? (?P<n>\d+) less damage to self", _protected_from),
    (r"(?:prevent|ignore) all non-combat damage (?:dealt )?to self", _no_other_damage),
    (r"(?:you may )?field self free", _free_itself),
    (rf"{SELF} is free to field", _free_itself),
    (
        rf"(?:if|while) (?P<if>[^,]+), {SELF} {LESS}",
        _cheaper_while,
    ),
    (rf"(?:self|this die) {LESS},? (?:if|while) (?P<if>[^,]+)", _cheaper_while),
    (r"(?:you may )?field self free (?:if|while) (?P<if>[^,]+)", _free_while),
    (
        r"(?:if|while) (?P<if>[^,]+), (?:you may field self free|self is free to field|self may be fielded free)",
        _free_while,
    ),
    (
        rf"while (?:self is )?active, {WHO_CANNOT} (?:must )?(?:pays?|spends?) <(?P<n>\d)> (?:more|extra) to (?P<what>purchase|buy) action dice",
        _dearer_actions,
    ),
    (r"(?P<who>self) costs? <?(?P<n>\d+)>? less to (?:purchase|buy) (?:if|while|for).*", _refused),
    (rf"you may pay {PRICE} to give self {BONUS}(?: this turn)?", _paid_bonus),
    (
        rf"self (?:gets|gains) {BONUS} when blocked(?: by (?:an? )?(?P<by>[^.]+?))?(?: this turn)?",
        _blocked_bonus,
    ),
    (r"self takes (?P<n>\d+) less damage from non-combat damage", _less_elsewhere),
    (r"suit up - (?P<names>[\w .&-]+)", _suit_up),
    (r"self gets (?P<A>[+-]\d+)a(?: ?(?P<D>[+-]\d+)d)? when attacking alone", _alone_bonus),
    (r"self (?:can't be blocked|is unblockable) when attacking alone", _alone_unblockable),
    (
        rf"(?:when|whenever|each time|every time|if) {SELF} (?:takes|would take) damage,? reduce (?:the|that) damage"
        r"(?: (?:he|she|it) takes)? by (?P<n>\d+)",
        _protected,
    ),
    (r"reduce (?:all )?damage (?:dealt )?to self by (?P<n>\d+)", _protected),
)


def _lasting(text: str, facts: Card, *, active: bool) -> list[Ability]:
    """Texts such as "your Sidekicks get +1A" or "self can't be blocked by Villains"."""
    context = Context(facts.title)
    condition: dict[str, Any] = {}
    lasting_when = r"when(?= (?:you have|an? opponent has|your opponent has|there))"
    leading = re.match(rf"(?:while|if|as long as|{lasting_when}) ([^,]+), (.+)", text)
    trailing = re.fullmatch(r"(.+?) (?:while|if|as long as|so long as) (.+)", text)
    engaged: Dice | None = None
    if leading:
        condition, text = _condition(leading[1], context), leading[2]
    elif trailing:
        near = re.fullmatch(r"(?:it is |he is |she is )?engaged with (?:an? )?(.+)", trailing[2])
        if near:
            engaged = context.dice(near[1])
        else:
            condition = _condition(trailing[2], context)
        text = trailing[1]
    else:
        near = re.fullmatch(r"(.+?) when engaged with (?:an? )?(.+)", text)
        if near:
            engaged, text = context.dice(near[2]), near[1]
        doing = re.fullmatch(r"(.+?) when (attacking|blocking)", text)
        if doing:
            condition, text = _condition(doing[2], context), doing[1]
    found = re.fullmatch(
        r"(?P<who>.+?) (?P<what>(?:gets|gains|has|have|can't|can only|must|is|are|deals? no|takes? no) .+)",
        text,
    )
    if not found or "this turn" in text:
        raise NotUnderstoodError(text)
    two = re.fullmatch(r"(?:your )?(.+) and (.+)", found["who"])
    if two and {two[1], two[2]} <= set(known_titles()):
        both = (Dice(side="own", title=known_titles()[title]) for title in two.groups())
        return [
            each
            for who in both
            for part in re.split(r",? and (?![+-]\d)", found["what"])
            for each in _holds(part, who, engaged, dict(condition), context)
        ]
    who = _who_is_ruled(found["who"], context, active=active)
    role: dict[str, Any] = {name: True for name in [condition.pop("doing", "")] if name}
    if role:
        itself = Dice(side="own", own_card=True)
        who = replace(itself if who is None else who, **role)
    return [
        each
        for part in re.split(r",? and (?![+-]\d)", found["what"])
        for each in _holds(part, who, engaged, condition, context)
    ]


def _condition(text: str, context: Context) -> dict[str, Any]:
    if text in {"attacking", "blocking"} or re.fullmatch(
        r"(?:it|he|she|self) is (?:attacking|blocking)", text
    ):
        return {"doing": text.rsplit(maxsplit=1)[-1]}
    condition = read_condition(text, context)
    if "who" in condition:
        condition["needs"] = condition.pop("who")
    return condition


def _who_is_ruled(phrase: str, context: Context, *, active: bool) -> Dice | None:
    if phrase in {"self", "this character", "it", "he", "she"}:
        return None
    if phrase in {"your self dice", "self dice", "each self die"}:
        return None
    del active
    if re.match(r"(?:each|all) ", phrase):
        return context.dice(re.sub(r"^(?:each of|each|all of|all) ", "", phrase))
    if not re.search(r"(characters|sidekicks|dice|villains)\b", phrase) and not phrase.endswith(
        "s"
    ):
        raise NotUnderstoodError(f"which '{phrase}'?")
    return context.dice(phrase)


def _holds(
    part: str, who: Dice | None, engaged: Dice | None, condition: dict[str, Any], context: Context
) -> list[Ability]:
    part = re.sub(r"^(?:have) ", "has ", part)
    if part in KEYWORDS_GAINED:
        part = f"has {part}"
    bonus = re.fullmatch(rf"(?:gets|gains|has) {BONUS}(?: for each (?P<each>.+))?", part)
    if bonus:
        attack, defence = int(bonus["A"] or 0), int(bonus["D"] or 0)
        if bonus["each"]:
            if min(attack, defence) < 0:
                raise NotUnderstoodError(part)
            up, down = (count_of(bonus["each"], n, context) if n else 0 for n in (attack, defence))
            return [While(who, up, down, against=engaged, **condition)]
        return [While(who, attack, defence, against=engaged, **condition)]
    if engaged is not None:
        raise NotUnderstoodError(part)
    gained = re.fullmatch(r"(?:gains|has|gets) (.+)", part)
    if gained and gained[1] in KEYWORDS_GAINED:
        return [While(who, rule=KEYWORDS_GAINED[gained[1]], **condition)]  # type: ignore[arg-type]
    by = re.fullmatch(r"(?:can't|can only) be blocked by (?:an? )?(.+)", part)
    if by:
        against = context.dice(by[1])
        if part.startswith("can only"):
            against = _all_but(against)
        return [While(who, rule="cannot-be-blocked", against=against, **condition)]
    target = re.fullmatch(r"can't be (?:targeted by|the target of) (.+)", part)
    if target and target[1] in UNTARGETABLE:
        return [While(who, rule=UNTARGETABLE[target[1]], **condition)]  # type: ignore[arg-type]
    if target and target[1] in {
        "action dice or global abilities",
        "global abilities or action dice",
    }:
        rules = ("untargetable-by-global", "untargetable-by-action")
        return [While(who, rule=rule, **condition) for rule in rules]  # type: ignore[arg-type]
    singular = re.sub(r"^are\b", "is", part)
    singular = re.sub(r"^(deal|take)\b", r"\1s", singular)
    singular = re.sub(r" each turn$", "", singular)
    if singular in RULES:
        return [While(who, rule=rule, **condition) for rule in RULES[singular]]  # type: ignore[arg-type]
    raise NotUnderstoodError(part)


UNTARGETABLE: Final = {
    "global abilities": "untargetable-by-global",
    "opposing action dice or global abilities": "untargetable-by-opponent",
    "opposing global abilities or action dice": "untargetable-by-opponent",
    "action dice": "untargetable-by-action",
    "opposing action dice or abilities": "untargetable",
    "opposing abilities or action dice": "untargetable",
    "opposing effects": "untargetable",
    "your opponent": "untargetable",
    "your opponents": "untargetable",
}


def _all_but(who: Dice) -> Dice:
    """All dice that these are not, where one word says so."""
    if who == Dice(sidekick=True):
        return Dice(sidekick=False)
    if len(who.team) == 1 and who == Dice(team=who.team):
        return Dice(not_team=who.team[0])
    if who.energy and "/" not in who.energy and who == Dice(energy=who.energy):
        return Dice(not_energy=who.energy)
    if who.level[0] > 1 and who == Dice(level=(who.level[0], 3)):
        return Dice(level=(1, who.level[0] - 1))
    raise NotUnderstoodError("all others")


# Bursts.


def _with_burst(abilities: list[Ability], section: Section, facts: Card) -> list[Ability]:
    """The abilities with what a burst changes of the last, or adds."""
    text = section.text.strip().rstrip(".")
    instead = re.match(r"instead,? |(.+) instead$", text)
    also = re.match(r"(?:also|then),? ", text)
    if not instead and not also:
        return [*abilities, *_own_burst(section, facts)]
    last = abilities[-1] if abilities else None
    if not isinstance(last, (When, WhenUsed)):
        raise NotUnderstoodError(f"{section.burst} {text}")
    context = Context(facts.title, this=facts.is_character, event=getattr(last, "event", ""))
    context.subject = getattr(last, "subject", None) is not None
    context.other = context.event in OTHER_DIE_EVENTS
    said = re.sub(r"^instead,? |^(?:also|then),? | instead$", "", text)
    if also:
        do = operations_of(last.do)
        context.picked, _ = linter.picks(do, 0)
        other: Any = (*do, *read_operations(said, context))
    else:
        other = _changed(last.do, said, context)
    changes = {"*": ("star",), "**": ("double",), "*/**": ("star", "double")}[section.burst]
    return [*abilities[:-1], replace(last, **dict.fromkeys(changes, other))]


def _own_burst(section: Section, facts: Card) -> list[Ability]:
    """A text of its own that only burst faces have."""
    found = _abilities(section.text, facts)
    limited: list[Ability] = []
    for each in found:
        if not isinstance(each, (When, While)) or not facts.is_character:
            raise NotUnderstoodError(f"{section.burst} {section.text}")
        if isinstance(each, While) and "also" in section.text:
            raise NotUnderstoodError(section.text)
        limited.append(replace(each, burst=section.burst))
    return limited


def _changed(do: Any, said: str, context: Context) -> Any:
    """The same operation with another number, or other operations."""
    number = re.fullmatch(rf"(?:{SELF} )?(?:deals? )?(?P<n>\d+)(?: damage)?", said)
    if number and isinstance(do, Damage) and isinstance(do.amount, int):
        return replace(do, amount=int(number["n"]))
    life = re.fullmatch(r"(?:you )?gain (?P<n>\d+)(?: life)?", said)
    if life and isinstance(do, GainLife):
        return replace(do, amount=int(life["n"]))
    lost = re.fullmatch(r"(?:they |he |your opponent )?loses? (?P<n>\d+)(?: life)?", said)
    if lost and isinstance(do, LoseLife):
        return replace(do, amount=int(lost["n"]))
    bonus = re.fullmatch(
        rf"(?:{SELF}|that character|they|those characters)? ?(?:gets )?{BONUS}(?: this turn)?", said
    )
    if bonus and isinstance(do, Buff) and (do.who == THIS or not said.startswith(("self", "it"))):
        return replace(do, attack=int(bonus["A"] or 0), defence=int(bonus["D"] or 0))
    return _plain(read_operations(said, copy(context)))
