"""The state of a Dice Masters game and how it moves on: turns, damage, payment, card effects.

Pure functions over frozen states. What may be done is asked in `rules.dicemasters.moves`.
"""
