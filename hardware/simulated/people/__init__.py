"""People at a table: what they do with dice, in continuous time.

`play` lets people with habits play any `rules.core.Game`; what comes out is a `Script`: where
every die lay at every moment, where hands were, what was said, and what truly happened. Two eyes
look at it: the rendered camera, and `eye.Eye` with sightings. Nothing here knows of a tracker.
"""

from hardware.simulated.people.arrange import CLUMSY, HONEST, Manner, SimulatedHands, WantedDie

__all__ = ["CLUMSY", "HONEST", "Manner", "SimulatedHands", "WantedDie"]
