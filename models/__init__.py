"""The model workshop: rendering training data, training, export, evaluation, shipped weights.

Only the training side (modules named in the import contract) may import torch or ultralytics,
and only when asked to train; playing never loads them.
"""

import os

# As in vision: nothing that is measured or trained here is reported to onnxruntime's maker.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
