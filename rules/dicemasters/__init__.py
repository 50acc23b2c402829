"""Dice Masters: four rulebook editions, their formats and their cards, behind `rules.core.Game`.

Editions and cards are data; one engine plays them all. Knows no camera and no screen.
`family.py` is what others import; it loads the rest only when a game is chosen.
"""
