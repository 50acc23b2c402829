"""From a frame to what lies on the table: gate, detect, read faces, identify, observe.

Nothing here knows a rule: legality must never correct a face that was rolled.
"""

import os

# Since 1.29 onnxruntime reports its use to its maker unless told not to before it is loaded: what
# happens at a table is nobody's business but the players'.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
# The same for the most pixels that OpenCV's decoders take: see hardware.pictures.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")
