"""The two kinds of array that calibration works on."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""Height x width, or height x width x 3 in BGR."""

Floats: TypeAlias = NDArray[np.float64]
"""Points, N x 2, in millimetres or pixels; or a matrix."""
