"""Small pictures of dice whose face a player named, kept on this computer to learn from."""

import logging
from collections.abc import Mapping

import numpy as np

from hardware.dice import DieKind, Face
from hardware.frame import Frame, Image
from rules.track.verdict import Answer
from ui.app.errors import UserError
from ui.app.folders import folder
from ui.app.settings import read_settings
from vision.corrections import keep
from vision.faces import upright_crop
from vision.sighting import Observation

log = logging.getLogger(__name__)

FOLDER = "corrections"
"""In the folder of journals: `diceref models learn` takes it."""


def keep_named(crop: Image, face: Face, source: str) -> None:
    """Keep one crop, unless the setting `keep_corrections` says no."""
    try:
        if read_settings().keep_corrections:
            kept = keep(folder(FOLDER), crop, face, source=source)
            log.info("a die that was named is kept to learn from: %s", kept)
    except (OSError, UserError) as error:  # nothing of a game depends on it
        log.warning("a die that was named is not kept: %s", error)


def keep_answered(
    answer: Answer, seen: tuple[Frame, Observation] | None, kinds: Mapping[str, DieKind]
) -> None:
    """Keep the dice that the answer to a question names the face of."""
    if seen is None:
        return
    frame, observation = seen
    corners = {die.track: die.corners for die in observation.dice if die.corners}
    for track, kind, face in answer.shows:
        if track in corners and kind in kinds:
            crop = upright_crop(frame.image, np.array(corners[track], np.float64))
            keep_named(crop, kinds[kind].faces[face], "answer")
