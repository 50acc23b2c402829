"""What is printed on the faces of the dice, drawn by the program itself.

The simulated table lays these faces on its dice, and training starts from the same outlines.
Nothing here knows cameras, light or rules.
"""

from hardware.printing.art import draw_face

__all__ = ["draw_face"]
