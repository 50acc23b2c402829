"""The phrases that card texts are said in: zones, events, rules, bonuses, articles."""

import re
from typing import Final

from rules.dicemasters.cards import effects as fx

FREE: Final = 9
"""So much less is nothing: no card costs more."""
MANY: Final = 20
"""So many dice are all there are."""

NUMBERS: Final = ("no", "one", "two", "three", "four", "five")
TURTLES: Final = "Teenage Mutant Ninja Turtles"
ZONES: Final = {
    "used": "Used Pile",
    "prep": "Prep Area",
    "reserve": "Reserve Pool",
    "bag": "bag",
    "field": "field",
    "out": "Out of Play",
    "cards": "cards",
    "used or prep": "Used Pile or Prep Area",
    "used or reserve": "Used Pile or Reserve Pool",
}
EVENTS: Final = {
    "fielded": "is fielded",
    "attacks": "attacks",
    "attack-start": "your Attack Step begins",
    "attack-end": "has dealt its combat damage",
    "attack-set": "attackers are declared",
    "blocks": "blocks",
    "blocked": "is blocked",
    "unblocked": "is not blocked",
    "blockers-set": "blockers are declared",
    "damaged": "takes damage",
    "life-damaged": "you take damage",
    "deals-player": "damages a player",
    "deals-combat": "deals combat damage",
    "ko": "is knocked out",
    "kos": "knocks out a die",
    "lethal": "is about to be knocked out in combat",
    "turn-start": "your turn begins",
    "turn-end": "your turn ends",
    "rolled": "your Roll and Reroll Step ends",
    "energize": "is rolled to its double energy face",
    "crosspulse": "is purchased with energy of its own types only",
    "back-for-more": "is rolled from the Prep Area",
    "spun-up": "is spun up",
    "purchased": "is purchased",
    "action-used": "is used",
    "global-used": "you use a global",
}
WHOSE: Final = {
    "opponent": {
        "you use": "the opponent uses",
        "you take": "the opponent takes",
        "your": "the opponent's",
    },
    "each": {"you use": "a player uses", "you take": "a player takes", "your": "a player's"},
}
"""What replaces "you" where an event is about others."""

CULPRITS: Final = {
    "blocks": "the attacker it blocks",
    "blocked": "its blocker",
    "damaged": "the die that did it",
    "ko": "the die that did it",
    "kos": "the die knocked out",
}
RULES: Final = {
    "cannot-attack": "cannot attack",
    "must-attack": "must attack",
    "cannot-block": "cannot block",
    "must-block": "must block if able",
    "cannot-be-blocked": "cannot be blocked",
    "must-be-blocked": "must be blocked by every opposing character able to",
    "no-damage": "deals no damage",
    "no-combat-damage": "deals no combat damage",
    "takes-no-combat-damage": "takes no combat damage",
    "takes-no-damage": "takes no damage",
    "cannot-be-ko'd": "cannot be knocked out",
    "cannot-be-ko'd-blocking": "cannot be knocked out while blocking",
    "returns-if-ko'd": "returns to the field when knocked out",
    "half": "has half its attack and defence, rounded down",
    "double-to-player": "deals double combat damage to the opponent when unblocked",
    "hits-each": "deals its whole attack to each die it is engaged with",
    "hits-player": "deals its combat damage to the opponent instead of its blockers",
    "ko-at-end": "is knocked out when the turn ends",
    "no-purchase": "cannot be purchased",
    "no-fielding": "cannot be fielded",
    "untargetable-by-global": "cannot be targeted by globals",
    "takes-no-damage-blocking": "takes no damage while blocking",
    "one-to-player": "deals a player at most 1 damage while attacking",
    "blocked-by-two": "cannot be blocked by fewer than two dice",
    "blocked-by-one": "cannot be blocked by more than one die",
    "two-blockers-first": "has two blockers before any other attacker is blocked",
    "falls-to-used": "goes to the Used Pile when knocked out in combat",
    "to-bag-after-attack": "goes into the bag instead of the Used Pile after its attack",
    "rerolled-after-attack": "is rolled after its damage when unblocked: to the Prep Area on a "
    "character face",
    "less-damage": "takes less damage from each source",
    "draws-targets": "is the only one of its side that the opponent may target",
    "untargetable-by-ability": "cannot be targeted by abilities",
    "untargetable": "cannot be targeted by anything of the opponent's",
    "untargetable-by-action": "cannot be targeted by action dice",
    "untargetable-by-opponent": "cannot be targeted by opposing action dice or globals",
}
BEHIND: Final = {
    "life": "the opponent has more life than you",
    "characters": "the opponent has more characters than you",
}
UNTIL: Final = {
    "turn": "",
    "your-next-turn": " until your next turn",
    "opponent-turn-end": " until the opponent's turn ends",
    "leaves": " as long as it lasts",
    "forever": " for good",
    "next-fielding": " (the next one this turn)",
    "next-purchase": " (the next one this turn)",
    "next-attack": " at its next opportunity",
    "attached": " as long as this die is attached",
}
DEEDS: Final = {
    "reroll": "reroll in the Roll and Reroll Step",
    "action": "use action dice",
    "global": "use globals",
    "field": "field",
    "purchase": "purchase",
    "attack": "attack with",
}


def number_in_words(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def member_of(team: str) -> str:
    """What one of a team is called."""
    return "Turtle" if team == TURTLES else team.removesuffix("s") if team == "Villains" else team


def with_articles(spoken: str) -> str:
    """The indefinite article as it is spoken: "another", "an X-Men character"."""
    spoken = re.sub(r"(?<!\+)\b([Aa]) other\b", r"\1nother", spoken)
    return re.sub(r"(?<!\+)\b([Aa]) (?=[aeioAEIO]|X-Men|[Uu]n(?!i)|Ultramarine)", r"\1n ", spoken)


def any_level(who: fx.Dice) -> bool:
    """Whether a filter for levels only asks that a character is shown."""
    low, high = who.level
    return low == 1 and high > 2


def stars_before(burst: str) -> str:
    """The burst before a text."""
    return f"{burst} " if burst else ""


def bonus_in_words(attack: str, defence: str) -> str:
    """A bonus as cards write it: "+2A and +2D"."""
    counted = next((n for n in (attack, defence) if not n.removeprefix("-").isdigit()), "")
    parts = []
    for n, letter in ((attack, "A"), (defence, "D")):
        number = n.split()[0]
        if not number.removeprefix("-").isdigit():  # "its attack", "as much"
            as_much = "" if n.startswith("as much") else "as much as "
            parts.append(f"+{letter} {as_much}{n}")
        elif n != "0":
            parts.append(f"{'' if n.startswith('-') else '+'}{number}{letter}")
    number, _, each = counted.partition(" ")
    return " and ".join(parts) + (f" {each}" if each and number.isdigit() else "")


def verb_after(singular: str, selector: fx.Selector) -> str:
    """The verb after the dice chosen: plural after several."""
    several = isinstance(selector, fx.Target) and (selector.count > 1 or selector.up_to)
    return singular.removesuffix("s") if several else singular


def players_do(seats: str, verb: str) -> str:
    """The players a text means, and what they do."""
    s = "s" if verb else ""
    words = {
        "you": ("you", verb),
        "opponent": ("the opponent", verb + s),
        "each": ("each player", verb + s),
        "active": ("the active player", verb + s),
        "owner": ("its owner", verb + s),
    }
    who, said = words.get(seats, ("a player", verb + s))
    return f"{who} {said}".strip()


def by_opponent(selector: fx.Selector) -> bool:
    """Whether the opponent chooses."""
    return isinstance(selector, fx.Target) and selector.by == "opponent"
