"""Offers that differ only by the dice they take, as one offer to choose the dice for."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from rules.core import Action, Offer
from words import tr


def folded(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers as they are listed: one stands for all that take some dice of a group."""
    taking: dict[str, list[Offer]] = {}
    listed: list[Offer] = []
    for offer in offers:
        if not offer.dice:
            listed.append(offer)
        elif offer.group in taking:
            taking[offer.group].append(offer)
        else:
            taking[offer.group] = [offer]
            listed.append(offer)
    return tuple(
        _to_choose(taking[offer.group]) if offer.dice and len(taking[offer.group]) > 1 else offer
        for offer in listed
    )


def _to_choose(offers: Sequence[Offer]) -> Offer:
    most = Counter[str]()
    for offer in offers:
        most |= Counter(offer.dice)
    return msgspec.structs.replace(
        offers[0],
        text=tr("roll the dice you choose"),
        dice=tuple(most.elements()),
        ways=tuple((key_of(offer.dice), offer.action) for offer in offers),
    )


def key_of(dice: Iterable[str]) -> str:
    """Dice in words, in an order of their own."""
    return "; ".join(sorted(dice))


def action_with(offer: Offer, dice: Iterable[str]) -> Action | None:
    """The action of an offer to choose dice for that takes just these; None when none does."""
    return dict(offer.ways).get(key_of(dice))
