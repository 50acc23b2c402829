"""The fixed words of card texts: zones, events, keywords, rules, times, bursts."""

from typing import Literal

Side = Literal["any", "own", "opposing", "picked"]
"""`picked`: of the player just picked, or of the owner of the last die picked."""
Zone = Literal[
    "field", "used", "prep", "reserve", "bag", "cards", "out", "used or prep", "used or reserve"
]
Seats = Literal["you", "opponent", "each", "any", "owner", "active"]
Event = Literal[
    "fielded",  # a character is fielded
    "attacks",  # assigned to attack
    "attack-start",  # the Attack Step begins
    "attack-end",  # after combat damage, for each die still in the Attack Zone
    "attack-set",  # all attackers are declared (once)
    "blocks",  # assigned to block
    "blocked",  # an attacker has at least one blocker
    "unblocked",  # an attacker has no blocker once blockers are declared
    "blockers-set",  # all blockers are declared
    "damaged",  # takes damage and is still there or not
    "life-damaged",  # a player takes damage
    "deals-player",  # a character damages a player
    "deals-combat",  # a character deals combat damage, whatever it is to
    "ko",  # is knocked out
    "kos",  # knocks out another die
    "turn-start",
    "turn-end",
    "rolled",  # the end of the Roll and Reroll Step
    "purchased",
    "action-used",
    "global-used",
    "energize",  # rolled to its double energy face; answers though not active
    "crosspulse",  # purchased with energy of its own types only; answers though not active
    "back-for-more",  # rolled from the Prep Area it lay in when the turn began
    "spun-up",  # spun up a level or more
    "lethal",  # about to be knocked out by combat damage; answered at once, by `ImposeRule` only
]
KeywordName = Literal[
    "Ally",
    "Continuous",
    "Fast",
    "Iron Will",
    "Overcrush",
    "Regenerate",
    "Suit Up",
    "Swarm",
    "Turtle Power",
    "Immortal",
    # These are texts of their own: see `cards.texts.words`.
    "Amplify",
    "Attune",
    "Call Out",
    "Cleave",
    "Deadly",
    "Energy Drain",
    "Experience",
    "Frag",
    "Infiltrate",
    "Intimidate",
    "Obscure",
    "Strike",
    "Tag Out",
    # These stand before a text or a number: `When(..., word="Energize")`.
    "Awaken",
    "Breath Weapon",
    "Corrupt",
    "Energize",
    "Enlistment",
    "Impulse",
    "Loyalty",
    "Range",
    "Resistance",
    "Retaliation",
    "Sacrifice",
    "Teamwatch",
    "Underdog",
    "Vengeance",
    # Rules of the engine, and labels that other cards count.
    "Boomerang",
    "Adventurer",
    "Crossover",
    "Founder",
    "Zombie",
    "Fusion",
    "Ritual",
    "Anti-Breath Weapon",
    "Back for More",
    "Common Ground",
    "Crosspulse",
    "Fabricate",
    "Teamwork",
]
"""Keywords the engine itself knows; every other keyword is written with the words below."""

Rule = Literal[
    "cannot-attack",
    "must-attack",
    "cannot-block",
    "must-block",
    "cannot-be-blocked",
    "must-be-blocked",  # every opposing die able to block blocks this attacker
    "blocked-by-two",  # cannot be blocked by fewer than two dice
    "blocked-by-one",  # cannot be blocked by more than one die
    "two-blockers-first",  # others are blocked only once two dice block this attacker
    "no-damage",  # deals no damage
    "no-combat-damage",  # deals no combat damage
    "takes-no-combat-damage",
    "takes-no-damage-blocking",  # while it blocks
    "one-to-player",  # deals a player no more than 1 damage while attacking
    "takes-no-damage",
    "cannot-be-ko'd",
    "cannot-be-ko'd-blocking",
    "returns-if-ko'd",  # goes back to the field instead of the Prep Area
    "half",  # attack and defence are halved, rounded down
    "double-to-player",  # deals double combat damage to the opponent when unblocked
    "hits-each",  # deals its whole attack to each die it is engaged with
    "hits-player",  # deals its combat damage to the opponent, not to its blockers
    "ko-at-end",  # is knocked out when the turn ends
    "falls-to-used",  # goes to the Used Pile when knocked out in combat
    "to-bag-after-attack",  # goes into the bag instead of the Used Pile after its attack
    "rerolled-after-attack",  # unblocked: rolled after its damage, a character face to Prep
    "purchases-to-bag",  # over a player: dice bought may go into the bag
    "less-damage",  # damage from each source is reduced by the amount
    "draws-targets",  # the opponent's actions and abilities target this die, or none of its owner's
    "no-purchase",
    "no-fielding",
    "no-globals",
    "global-costs-life",
    "untargetable-by-global",  # by any global
    "untargetable-by-action",  # by any action die
    "untargetable-by-ability",  # by any text of a character
    "untargetable",  # by anything of the opponent's
    "untargetable-by-opponent",  # by opposing action dice and globals
]
Until = Literal[
    "turn",
    "your-next-turn",
    "opponent-turn-end",
    "leaves",
    "forever",
    "next-fielding",
    "next-purchase",
    "next-attack",
    "attached",  # as long as this action die is attached
]
Burst = Literal["", "*", "**", "*/**"]
