"""The model workshop: rendering training data, training, export, evaluation, shipped weights.

Trainings go on where they stopped, by the command that began them, without its paths: `python -m
models.pips_train RUN` (pips of whole dice), `python -m models.reader_train RUN` (faces); what a RUN
folder holds is told in `models.runs`. Only the training side (modules named in the import contract)
may import torch or ultralytics, and only when asked to train; playing never loads them.
"""

import os

# As in vision: nothing that is measured or trained here is reported to onnxruntime's maker.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import os

os.environ["YOLO_OFFLINE"] = "true"
# ultralytics would report its use to its maker and look for updates: it is told it cannot.
