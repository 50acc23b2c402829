"""Keywords that stand for a text of their own, written down once for all cards that have them.

A card names them in `keywords=`; `with_keyword_texts` adds their abilities to the card's own.
Keywords that change the rules themselves (Ally, Fast, Overcrush, ...) belong to the engine.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from rules.dicemasters.cards.effects import (
    OPPONENT,
    OTHER_DIE,
    THIS,
    Ability,
    Buff,
    CallOut,
    CardText,
    Damage,
    Dice,
    Each,
    FabricateDie,
    GainToken,
    Give,
    If,
    May,
    Move,
    Paid,
    Remember,
    ReturnToField,
    SetAside,
    Spin,
    StatOf,
    Target,
    When,
    While,
)

OPPOSING: Final = Dice(side="opposing")
YOUR_ACTION_DIE: Final = Dice(side="own", kind="die")
YOURS: Final = Each(Dice(side="own", own_card=True))

MEANINGS: Final[Mapping[str, tuple[Ability, ...]]] = MappingProxyType(
    {
        "Amplify": (When("action-used", Spin(YOURS, 1), subject=YOUR_ACTION_DIE),),
        "Attune": (When("action-used", Damage(Target(player="any"), 1), subject=YOUR_ACTION_DIE),),
        "Call Out": (When("attacks", CallOut(Target(OPPOSING))),),
        "Cleave": (
            When(
                "kos",
                Damage(Target(OPPOSING), StatOf(THIS, "attack", half=True)),
                doing="attacking",
                in_combat=True,
                together=True,
            ),
        ),
        "Deadly": (
            When("blocks", Give(OTHER_DIE, "ko-at-end")),
            When("blocked", Give(OTHER_DIE, "ko-at-end"), each_blocker=True),
        ),
        "Energy Drain": (
            When("blocks", Spin(OTHER_DIE, -1)),
            When("blocked", Spin(OTHER_DIE, -1), each_blocker=True),
        ),
        "Experience": (
            When(
                "ko",
                Remember(),
                subject=Dice(side="opposing", team=("Monster",)),
                own_turn=True,
            ),
            When("turn-end", If(GainToken(), remembered=True)),
        ),
        "Frag": (
            When(
                "kos",
                Damage(Each(Dice(side="opposing", blocking=False)), 1),
                doing="attacking",
                in_combat=True,
                together=True,
            ),
        ),
        "Infiltrate": (When("unblocked", May((ReturnToField(THIS), Damage(OPPONENT, 1)))),),
        "Intimidate": (When("fielded", SetAside(Target(OPPOSING))),),
        "Obscure": (
            When("action-used", Give(YOURS, "cannot-be-blocked"), subject=YOUR_ACTION_DIE),
        ),
        "Strike": (
            While(attack=2, defence=2, only_fielded=True),
            While(rule="Overcrush", only_fielded=True),
        ),
        "Tag Out": (
            When(
                "blockers-set",
                May((Move(THIS, "prep"), Buff(Target(), 2, 2))),
                each_die=True,
                seats="each",
            ),
        ),
    }
)


def breath_weapon(cost: int) -> When:
    """Breath Weapon X: attacking, pay X for X damage to the opponent and each opposing die.

    Where the opponent has Anti-Breath Weapon, as much energy cancels it.
    """
    fire = (Damage(OPPONENT, cost), Damage(Each(OPPOSING), cost))
    cancel = May((), energy=str(cost), by="opponent", otherwise=fire)
    against = Dice(side="opposing", keyword="Anti-Breath Weapon")
    return When(
        "attacks",
        May(If(cancel, who=against, otherwise=fire), energy=str(cost)),
        word="Breath Weapon",
    )


def fabricate(count: int, cost: int) -> Paid:
    """Fabricate X-Y: knock out X own characters of cost Y together to buy this die."""
    return Paid("0", FabricateDie(count, cost), own_turn=True, step="main", inactive=True)


def shooting(damage: int) -> When:
    """Range X: each die with Range answers to a Range die's attack with X damage to one die."""
    with_range = Dice(keyword="Range")
    shot = Damage(Target(OPPOSING), damage)
    return When("attacks", shot, subject=with_range, each_die=True, word="Range")


def retaliation(*affiliations: str) -> When:
    """Retaliation: each own die of these affiliations knocked out costs an opponent 1 damage."""
    own = Dice(side="own", team=affiliations)
    return When("ko", Damage(OPPONENT, 1), subject=own, word="Retaliation")


def with_keyword_texts(text: CardText) -> CardText:
    """The text with the meaning of its keywords after its own abilities."""
    added = tuple(ability for word in text.keywords for ability in MEANINGS.get(word, ()))
    return replace(text, abilities=(*text.abilities, *added)) if added else text
