"""Positions and acts written by people, and rulings on them.

`positions` reads and writes a whole position as text, `acts` finds the action that words mean,
legal or not, `rulings` puts both together. What a line about dice says is in `engine.position`.
"""
