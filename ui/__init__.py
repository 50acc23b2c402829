"""The diceref command, the Textual dashboard and review; where all the parts are put together.

Holds no rules and reads no dice: it asks the engine and the eye. Nobody imports it.
"""

import os

# As in vision: before anything here loads onnxruntime, as the doctor does, or OpenCV.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")
