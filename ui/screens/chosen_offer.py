"""What an offer stands for, chosen: which dice it takes, or how it is paid."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import App

from rules.core import Action, Offer
from ui.app.chosen_dice import action_with
from ui.screens.pick import PickScreen
from ui.screens.toggle import ToggleScreen
from words import say


def choose(app: App[Any], offer: Offer, then: Callable[[Action], None]) -> None:
    """Ask what is still open of the offer, then go on with its action; not after Esc."""

    def ticked(dice: Sequence[str] | None) -> None:
        action = action_with(offer, dice) if dice else None
        if action is not None:
            then(action)
        elif dice:
            app.notify(say("These dice together may not be chosen now."), timeout=4)

    if offer.dice and offer.ways:
        app.push_screen(ToggleScreen(offer.text, offer.dice), ticked)
    elif len(offer.ways) > 1:
        texts, actions = zip(*offer.ways, strict=True)
        app.push_screen(
            PickScreen(say("{text}: how is it paid?", text=offer.text), texts),
            lambda at: None if at is None else then(actions[at]),
        )
    elif offer.action is not None:
        then(offer.action)
