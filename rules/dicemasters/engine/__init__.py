"""The state of a Dice Masters game and how it changes: turn steps, combat, damage, card effects.

Pure functions over frozen states. What is legal is decided in `rules.dicemasters.moves`; what a
state looks like is said in `rules.dicemasters.presentation`.
"""
