"""From a printed text to plain sections: one spelling for each thing, reminders left out."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

ENERGY_SYMBOLS: Final = MappingProxyType({"b": "bolt", "f": "fist", "m": "mask", "s": "shield"})

AFFILIATION_SYMBOLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "av": "Avengers",
        "xmen": "X-Men",
        "gg": "Guardians of the Galaxy",
        "dcv": "Villains",
        "vm": "Villains",
        "wlg": "Green Lantern",
        "wlk": "Black Lantern",
        "wlr": "Red Lantern",
        "wli": "Indigo Tribe",
        "wlb": "Blue Lantern",
        "wt": "Teen Titans",
        "tt": "Teen Titans",
        "sf": "Spider-Friends",
        "ddm": "Monster",
        "dcb": "Batman Family",
        "dcs": "Superman Family",
        "turtle": "Teenage Mutant Ninja Turtles",
        "cwtb": "Thunderbolts",
        "dca": "Team Arrow",
        "dcjl": "Justice League",
        "dcss": "Suicide Squad",
        "mystic": "Mystics",
        "mih": "Inhumans",
        "mdp": "Deadpool",
        "mstark": "Stark Industries",
        "mshield": "S.H.I.E.L.D.",
        "dcng": "New Gods",
        "mdfd": "Defenders",
        "bom": "Brotherhood of Mutants",
        "dclod": "Legion of Doom",
        "hell": "Hellfire Club",
        "iw": "Infinity Watch",
        "bo": "Black Order",
        "kum": "Ultramarines",
        "ko": "Orks",
        "ksw": "Space Wolves",
        "f4": "Fantastic Four",
    }
)
"""Symbols of affiliations, as the sources write them in brackets."""

REMINDERS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\(if able\)",
        r"\(if legal\)",
        r"\((?:place|put) (?:it|them|the die|the dice|the rolled dice) (?:in|into) (?:your|the) "
        r"(?:reserve pool|reserve|prep area)\)",
        r"\(this happens before damage clears\)",
        r"\(either player's\)",
        r"\(both players'\)",
        r"\(yours or your opponent's\)",
        r"\(yours and your opponent's\)",
        r"\(including (?:yours|your own)\)",
        r"\(of both players\)",
        r"\(of your choice\)",
        r"\(return (?:it|them) at (?:the )?end of (?:the )?turn\)",
        r"\(e\)",
        r"\((?:self|this die|this character) (?:counts|also counts) as a sidekick in the field zone\.?\)",
        r"\(regenerate[^()]*\)",
        r"\(reroll when (?:ko|knocked out)\)",
        r"\(this character deals damage before non-fast characters in combat\.?\)",
        r"\(spin down engaged foes\)",
        r"\(deal excess damage to opponent\)",
        r"\(before (?:combat )?damage is (?:dealt|assigned)\)",
        r"\(rounded down\)",
        r"\(if possible\)",
        r"\(spin it to its character side\)",
        r"\(reroll when ko'd\.?\)",
        r"\(when purchased, you may ko [^()]*\)",
        r"\(you can only use a crosspulse ability [^()]*\)",
        r"\(use when rolled from [^()]*\)",
    )
)
"""What stands in brackets and says nothing of its own."""

ONCE_MARK: Final = "{once}"
ONCE: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\(no matter how many [^()]*\)",
        r"\(even if there are multiple [^()]*\)",
        r"\(not \d+ (?:damage|life|dice|die)? ?per [^()]*\)",
    )
)
"""What says that a text speaks once, however many dice of the card there are."""

KEYWORD_REMINDER: Final = (
    r"(?P<word>overcrush|fast|regenerate|swarm|ally|iron will|deadly|immortal|infiltrate|attune|"
    r"energy drain|obscure|amplify|cleave|frag|tag out|experience|intimidate|strike|call out|"
    r"boomerang|turtle power|founder|crossover|range \d+|breath weapon \d+|corrupt \d+|underdog -*)"
)
"""Keywords the engine knows: the bracket after one only explains it."""


class Section(NamedTuple):
    """A part of a text: for faces with these bursts, or for all."""

    burst: str  # "", "*", "**", "*/**"
    text: str


def sections(text: str, title: str, *, monsters: bool) -> tuple[Section, ...]:
    """The parts of a text in one spelling; `monsters`: characters are called so."""
    return tuple(
        Section(*_burst_of(part))
        for part in (part.strip() for part in _plain(text, title, monsters=monsters).split("|"))
        if part and part != "."
    )


def _burst_of(part: str) -> tuple[str, str]:
    found = re.match(r"(\*\s*/\s*\*\*|\*\*|\*)\s*:?\s*", part)
    if not found:
        return "", part
    return found[1].replace(" ", ""), part[found.end() :]


def _plain(text: str, title: str, *, monsters: bool) -> str:
    text = text.replace("’", "'").replace("“", '"').replace("”", '"').replace("–", "-")
    text = text.replace("—", "-").replace("\xa0", " ")
    text = re.sub(r"</?i>", "", text)
    text = re.sub(rf"\b{re.escape(title)}(?!\w)", "SELF", text).lower()
    text = re.sub(r"<:(\w+):\d+>", r"\1", text)
    text = re.sub(r"\bself's\b", "self's", text)
    text = re.sub(r"\[pawn\]s?", "sidekick", text)
    text = re.sub(r"\[(\w+)\]", _symbol, text)
    text = re.sub(r"\s+", " ", text)
    for singular, plain in WORDS_OF_A_BOOK if monsters else ():
        text = re.sub(singular, plain, text)
    for spelled, plain in SPELLINGS:
        text = re.sub(spelled, plain, text)
    text = re.sub(rf"\b{KEYWORD_REMINDER} *\([^()]*\)", r"\g<word> ", text)
    text = re.sub(
        r"\((?:whenever you roll this die on its double|when this dies? spins up|impulse abilit"
        r"|attach to a character|you may use this effect when your opponent has more)[^()]*\)",
        " ",
        text,
    )
    text = re.sub(r"\btm\b|™|®", "", text)
    text = re.sub(r"\((?:this turn|until (?:the )?end of (?:the )?turn)\)", "this turn", text)
    for once in ONCE:
        text = once.sub(f" {ONCE_MARK} ", text)
    text = re.sub(r"\. return (?:it|them) at (?:the )?end of (?:the )?turn\.", ".", text)
    text = re.sub(
        r"\b(other self(?: characters?| dice| die)?)((?: in the field)?(?: zone)?) \(both players'\)",
        r"\1 of both players\2",
        text,
    )
    for reminder in REMINDERS:
        text = reminder.sub(" ", text)
    text = re.sub(r"\s+([.,;:])", r"\1", text)
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"(\*\*?) ?- ", r"\1 ", text)
    return re.sub(
        r"\b(immortal|experience|swarm|attune|regenerate|infiltrate) (?=(?:when|while|self|this character) )",
        r"\1. ",
        text,
    )


def _symbol(found: re.Match[str]) -> str:
    symbol = found[1]
    if symbol in ENERGY_SYMBOLS:
        return f"<{ENERGY_SYMBOLS[symbol]}>"
    if symbol.isdigit():
        return f"<{symbol}>"
    several = re.fullmatch(r"(\d)([bfms])", symbol)
    if several:
        return f"<{several[1]} {ENERGY_SYMBOLS[several[2]]}>"
    if symbol in AFFILIATION_SYMBOLS:
        return f"<{AFFILIATION_SYMBOLS[symbol].lower()}>"
    return f"[{symbol}]"


WORDS_OF_A_BOOK: Final = (
    (r"\bthis monster\b", "self"),
    (r"\bmonster dice\b", "character dice"),
    (r"\bmonster die\b", "character die"),
    (r"\bmonsters\b", "characters"),
    (r"\bmonster\b", "character"),
    (r"\bwhen summoned\b", "when fielded"),
    (r"\bsummoned\b", "fielded"),
    (r"\bsummons\b", "fields"),
    (r"\bsummon\b", "field"),
)
"""Yu-Gi-Oh!'s words for the same things."""

SPELLINGS: Final = (
    (r"\(minimum (\d)\.\)", r"(minimum \1)"),
    (r"\beach of (up to (?:\d|two|three) target)", r"\1"),
    (
        r"\b(?:gains|gets) (overcrush|fast|regenerate|iron will) and ([+-]\d+a(?: [+-]\d+d)?)",
        r"gets \2 and gains \1",
    ),
    (r"\bno sidekicks can block\b", "sidekicks can't block"),
    (r" \(excluding \[q\]\)| \(not \[q\]\)", ""),
    (r"\bnpc(s?)\b", r"sidekick\1"),
    (r"\bfrom (?:an )?opponent's\b", "from your opponent's"),
    (r"\bgain (overcrush|fast|iron will|regenerate)\b", r"gains \1"),
    (r",? and (\d+) damage to\b", r" and deal \1 damage to"),
    (r"\byou may pay ((?:<[^>]+>)+)\. if you do,? (?:then )?", r"you may pay \1 to "),
    (
        r"\bprevent all (combat )?damage (?:dealt )?to (self|this die|it)\b(?! (?:from|by))",
        r"\2 takes no \1damage",
    ),
    (
        r"\bprevent all (combat )?damage (?:dealt )?to (your [^.]+?) this turn",
        r"\2 take no \1damage this turn",
    ),
    (r"\bwhen you play an action\b", "when you use an action"),
    (r"\bthis die takes no\b", "self takes no"),
    (r"\bfor every\b", "for each"),
    (r" if able(?=[.,;]|$)", ""),
    (r"\bthat opponent\b(?!')", "your opponent"),
    (r"\bswitch the (a|attack) and (d|defense)(?: values)? of ([^.]+)", r"swap figures of \3"),
    (
        r"\b(?:swap|switch) (self|his|her|its|target [^.']+?|that character)(?:'s)? (?:a|attack) and (?:d|defense)",
        r"swap figures of \1",
    ),
    (
        r"\bdouble (self|his|her|its)(?:'s)? (?:a|attack) and (?:d|defense)\b",
        r"double figures of \1",
    ),
    (r"\bdouble (self|his|her|its)(?:'s)? (?:a|attack)\b", r"double attack of \1"),
    (r"\bcrossover character", "character with crossover"),
    (r"\bthat die (is|isn't|is not)\b", r"it \1"),
    (r"\bif (?:it|the drawn die)(?:'s| is) not an? ", "if it is not a "),
    (
        r"\b(experience|swarm|attune|overcrush|infiltrate|regenerate|immortal) (?=(?:when|while|self|this character) )",
        r"\1. ",
    ),
    (r"\bwhen you assign self to attack\b", "when self attacks"),
    (r"\bis dealt damage\b", "takes damage"),
    (r"\bis dealt combat damage\b", "takes combat damage"),
    (r"\bduring your opponent's turn\b", "on your opponent's turn"),
    (r"([+-]\d+) attack\b", r"\1a"),
    (r"([+-]\d+) defense\b", r"\1d"),
    (r"\bcharcter\b", "character"),
    (r"\byou my\b", "you may"),
    (r"\bwhen assigned to attack\b", "when self attacks"),
    (r"\bwhen assigned to block\b", "when self blocks"),
    (r"\bthe defending player\b", "your opponent"),
    (r"\bsuperstar dice\b", "character dice"),
    (r"\bsuperstar die\b", "character die"),
    (r"\bsuperstars\b", "characters"),
    (r"\bsuperstar\b", "character"),
    (r"\bknocked out\b", "ko'd"),
    (r"\bknocks out\b", "kos"),
    (r"\bknock out\b", "ko"),
    (r"\bkoed\b|\bk\.o\.'d\b|\bkod\b", "ko'd"),
    (r"\bko's\b", "kos"),
    (r"\bassigned to attack\b", "assigned to attack"),
    (r"\bfor free\b|\bat no cost\b", "free"),
    (r"\bcannot\b|\bcan not\b|\bmay not\b", "can't"),
    (r"\bgains? ([+-]\d+[ad])", r"gets \1"),
    (r"\bget ([+-]\d+[ad])", r"gets \1"),
    (r"([+-]\d+) ?a(?:ttack)? and ([+-]\d+) ?d(?:efense)?\b", r"\1a \2d"),
    (r"([+-]\d+)a,? (?:and )?([+-]\d+)d\b", r"\1a \2d"),
    (r"([+-]\d+)a ?/ ?([+-]\d+)d\b", r"\1a \2d"),
    (r"\ban? (?:extra|additional) ([+-]\d)", r"\1"),
    (r"\bto your used pile\b", "to your used pile"),
    (r"\bfield zone\b", "field"),
    (r"\breserve pool\b", "reserve"),
    (r"\bprep area\b", "prep"),
    (r"\bdice bag\b", "bag"),
    (r"\bdefense\b", "d"),
    (r"\bcharacter dice\b", "characters"),
    (r"\bcharacter die\b", "character"),
    (r"\bsidekick characters\b|\bsidekick dice\b", "sidekicks"),
    (r"\bsidekick character\b|\bsidekick die\b", "sidekick"),
    (r"\buntil (?:the )?end of (?:the )?turn\b", "this turn"),
    (r"\bfor the rest of the turn\b", "this turn"),
    (r"\bone of your opponent's\b", "an opposing"),
    (r"\ban opponent's\b", "an opposing"),
    (r"\byour opponent's fielded\b", "opposing"),
    (r"\benemy\b", "opposing"),
    (r"\bzero\b", "0"),
    (r"\bone\b", "1"),
    (r"\btwo\b", "2"),
    (r"\bthree\b", "3"),
    (r"\bfour\b", "4"),
    (r"\bsteam\b", "steam"),
    (
        r"\bcan only be blocked by (?:2|two) or more (?:characters|character dice|dice|monsters)\b",
        "is blocked by several",
    ),
    (
        r"\bcan't be blocked (?:by (?:only )?(?:1|one) character|by only (?:1|one) (?:character|die)|by fewer than (?:2|two) characters)\b",
        "is blocked by several",
    ),
    (r"\bcan't be blocked except by (?:2|two) or more characters\b", "is blocked by several"),
    (
        r"\bcan't be blocked unless (?:it is )?blocked by (?:2|two) or more (?:characters|monsters)\b",
        "is blocked by several",
    ),
    (r"\bcan only be blocked by (?:1|one) character\b", "is blocked by a single"),
    (
        r"\bprevent all (combat )?damage (?:dealt )?to ((?:your |sidekicks you control)[^.]*?) this turn",
        r"\2 take no \1damage this turn",
    ),
    (
        r"\bwhen (?:a|an|1 of your|one of your) (?:single )?self (?:die|dice|character|characters) ",
        "when self ",
    ),
    (r"\banti-breath weapon x(?: \([^()]*\))?", "anti-breath weapon"),
    (
        r"\b((?:breath weapon|range) \d) (?=(?:attune|swarm|overcrush|fast|deadly|anti-breath)\b)",
        r"\1 | ",
    ),
    (r"\babilites\b", "abilities"),
)
"""One spelling for each thing."""
