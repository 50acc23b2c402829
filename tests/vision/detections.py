"""Dice as the detector hands them on."""

import numpy as np

from vision.detect import Detection
from vision.tops import Top


def detection(box, corners, score=0.9, look=None):
    """A flat die with this box and this top face; `look` is what the second look says for it."""
    top = Top(np.asarray(corners, float), score if look is None else look, 0.0, np.zeros(2))
    return Detection(box, top, score, flat=True, proposed=score)
