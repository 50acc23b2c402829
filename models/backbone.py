"""The first layers of YOLOv8n, on which both small networks stand."""

from pathlib import Path
from typing import Any

from ultralytics import YOLO


def first_layers(start: Path | None) -> Any:
    """The first seven, free to learn; of the YOLO in `start`, else by chance.

    The first five end in a map of 64 planes, 8 px a cell; the others in 128, 16 px a cell.
    """
    layers = YOLO(str(start) if start else "yolov8n.yaml").model.model[:7].float()
    for parameter in layers.parameters():
        parameter.requires_grad = True
    return layers
