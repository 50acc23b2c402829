"""Dice Masters: four rulebook editions, their formats and their cards, behind `rules.core.Game`.

Editions and cards are data; one engine plays them all. Knows no camera and no screen.
"""

from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES, DiceMasters

__all__ = ["GAMES", "DiceMasters", "demo_setup"]
