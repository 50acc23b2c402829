"""A physical table in software, and a camera over it.

Here live the bodies of dice and how light, lens and sensor show them. Nothing here reads a die or
knows a rule: who moves which die where is said from outside.
"""

from hardware.simulated.optics import Viewpoint
from hardware.simulated.people import CLUMSY, HONEST, Manner, SimulatedHands, Wanted
from hardware.simulated.random_scenes import (
    random_camera,
    random_conditions,
    random_scene,
    random_setup,
)
from hardware.simulated.render import Painter, render
from hardware.simulated.scene import (
    Bead,
    Body,
    Clutter,
    Conditions,
    Hand,
    Lamp,
    Material,
    Scene,
    Tabletop,
    Tray,
    Truth,
)
from hardware.simulated.table import Moment, SimulatedTable

__all__ = [
    "CLUMSY",
    "HONEST",
    "Bead",
    "Body",
    "Clutter",
    "Conditions",
    "Hand",
    "Lamp",
    "Manner",
    "Material",
    "Moment",
    "Painter",
    "Scene",
    "SimulatedHands",
    "SimulatedTable",
    "Tabletop",
    "Tray",
    "Truth",
    "Viewpoint",
    "Wanted",
    "random_camera",
    "random_conditions",
    "random_scene",
    "random_setup",
    "render",
]
