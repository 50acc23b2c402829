"""Where frames come from: picamera2, any OpenCV source, recorded clips, the simulated table.

Here live cameras, frames, and the physical dice (bodies and what is printed on them).
Nothing here reads a die, knows a rule or draws a screen.
"""

import os

# Before OpenCV is loaded: its decoders refuse what `hardware.pictures` refuses, should a file get
# past that.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")
