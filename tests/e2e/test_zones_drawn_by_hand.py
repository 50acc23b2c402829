"""Zones of a mat people own, drawn with dice under the camera."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.guide import Guide
from calibration.mats import mat_named
from calibration.mats.files import read_mat
from calibration.mats.layout import OWN_TAGS, rectangle
from calibration.profile import Profile
from calibration.registration import register
from hardware.dice import DieKind, PipFace
from hardware.frame import CameraError
from hardware.simulated import SimulatedTable, Viewpoint
from ui.app.calibrating import Progress
from ui.app.zone_drawing import draw_zones

RED = DieKind("d6", "Die", tuple(PipFace(n) for n in range(1, 7)), (190, 30, 30), (250, 250, 250))


@pytest.fixture(scope="module")
def truth():
    """A mat of somebody's own: its zones are printed, its markers are loose."""
    ours = mat_named("dicemasters")
    tags = tuple(
        replace(tag, number=number) for tag, number in zip(ours.tags, OWN_TAGS, strict=True)
    )
    return replace(ours, name="own", tags=tags)


class Desk:
    """A camera, and a person who lays two dice on the corners of one zone after the other."""

    def __init__(self, truth, outlines):
        view = Viewpoint.overlooking(truth.width, truth.height, size=(1920, 1080), tilt=6.0)
        self.table = SimulatedTable(truth, view=view, fps=8.0, seed=3)
        self.outlines = list(outlines)
        self.still = self.table.still

    def read(self):
        return self.table.read()

    def lay(self, number):
        (left, top), _, (right, bottom), _ = self.outlines[number]
        for name, (x, y) in (("a", (left, top)), ("b", (right, bottom))):
            self.table.place(f"{name}", RED, x, y, face=4)


def test_zones_are_drawn_with_two_dice_each_to_within_two_millimetres(truth, tmp_path):
    wanted = [zone for zone in truth.zones if zone.name in ("field", "reserve")][:2]
    drawn = replace(
        truth, zones=tuple(replace(zone, outline=rectangle(0, 0, 30, 30)) for zone in wanted)
    )
    desk = Desk(truth, [zone.outline for zone in wanted])
    lies = replace(register(desk.read().image, truth), mat=drawn)
    profile = Profile("x", "own.toml", "", lies.lens, "tags", 0.0, (0, 0, 0), 1.0)
    calibrated = Progress(Guide(registration=lies), made=profile)
    kept = tmp_path / "own.toml"
    laid, said = 0, []
    for progress in draw_zones(desk, calibrated, Path(kept)):
        if progress.guide.says not in said:
            said.append(progress.guide.says)
        if progress.guide.says.startswith(f"{laid + 1} of 2"):
            desk.lay(laid)
            laid += 1
    assert progress.made == profile
    assert said[0].startswith("Take everything off the mat")
    assert said[-1] == "All zones are drawn."
    for found, true in zip(read_mat(kept).zones, wanted, strict=True):
        assert np.allclose(sorted(found.outline), sorted(true.outline), atol=2.0), found.name


def test_a_clip_that_ends_too_early_is_said(truth, tmp_path):
    desk = Desk(truth, [])
    lies = register(desk.read().image, truth)
    desk.read = lambda: None
    with pytest.raises(CameraError, match="ended before"):
        list(draw_zones(desk, Progress(Guide(registration=lies)), tmp_path / "own.toml"))
