"""What Dice Masters tells the referee beyond the rules.

Names for fouls, the dice an action touches, actions to wait with, actions by hand. What is legal
is decided in `rules.dicemasters.moves`, never here.
"""
