"""A physical table in software, and a camera over it.

Here live the bodies of dice and how light, lens and sensor show them. Nothing here reads a die or
knows a rule: who moves which die where is said from outside.
"""

from hardware.simulated.optics import Viewpoint
from hardware.simulated.people import CLUMSY, HONEST, Manner, SimulatedHands, WantedDie
from hardware.simulated.random_scenes import (
    random_camera,
    random_conditions,
    random_scene,
    random_setup,
)
from hardware.simulated.render import Painter, render
from hardware.simulated.scene import (
    Bead,
    Clutter,
    Conditions,
    DieBody,
    Material,
    SceneHand,
    SceneLamp,
    TableScene,
    Tabletop,
    Tray,
    TrueDie,
)
from hardware.simulated.table import SimulatedTable, TableMoment

__all__ = [
    "CLUMSY",
    "HONEST",
    "Bead",
    "Clutter",
    "Conditions",
    "DieBody",
    "Manner",
    "Material",
    "Painter",
    "SceneHand",
    "SceneLamp",
    "SimulatedHands",
    "SimulatedTable",
    "TableMoment",
    "TableScene",
    "Tabletop",
    "Tray",
    "TrueDie",
    "Viewpoint",
    "WantedDie",
    "random_camera",
    "random_conditions",
    "random_scene",
    "random_setup",
    "render",
]
