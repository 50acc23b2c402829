"""Where all dice are known to have pips, what is read on a box bears on its being a die."""

import numpy as np

from hardware.dice import DieKind, PipFace
from hardware.simulated.optics import Viewpoint
from hardware.simulated.render import render
from hardware.simulated.scene import Conditions, DieBody, TableScene
from vision.detect import Detection, Detector
from vision.faces import FaceReader
from vision.look import look_at
from vision.tops import Top

WHITE = DieKind("d6", "d6", tuple(PipFace(n) for n in range(1, 7)), (235, 235, 230), (15, 15, 15))
FACE = np.array([[10.0, 10], [40, 10], [40, 40], [10, 40]])


def test_clear_pips_speak_for_a_doubtful_die_and_a_print_unlike_pips_against_it():
    detector = Detector(threads=1)
    look = Top(FACE, 0.3, 0.0, np.zeros(2))
    doubtful = Detection((5, 5, 45, 50), look, 0.4, flat=True, proposed=0.8)
    clear = detector.with_print(doubtful, "pips", 0.99, 0.99)
    unlike = detector.with_print(doubtful, "pips", 0.03, 0.03)
    assert clear.score > detector.sure > unlike.score
    assert clear.box == doubtful.box


def test_only_a_family_whose_print_was_weighed_is_expected():
    detector = Detector(threads=1)
    assert detector.expects("pips")
    assert not detector.expects("dicemasters")


def test_a_box_that_reads_like_no_face_of_dice_masters_is_none_of_its_dice():
    detector = Detector(threads=1)
    look = Top(FACE, 0.9, 0.0, np.zeros(2), 0.9)
    doubtful = Detection((5, 5, 45, 50), look, 0.4, flat=True, proposed=0.7)
    clear = detector.with_reading(doubtful, "dicemasters", -0.02, 0.999)
    unlike = detector.with_reading(doubtful, "dicemasters", -4.0, 0.4)
    assert clear.score > detector.sure > unlike.score


def test_of_which_families_the_reading_is_weighed():
    detector = Detector(threads=1)
    assert detector.weighs_reading("dicemasters")
    assert not detector.weighs_reading("")
    assert not detector.weighs_reading("pips")


def test_plain_dice_are_found_and_read_alike_whether_pips_are_expected_or_not():
    bodies = tuple(DieBody(WHITE, 60.0 + 40 * n, 90.0, 0.3 * n, n) for n in range(4))
    view = Viewpoint.over((120.0, 90.0), size=(480, 360), distance_mm=400.0)
    image, truths = render(TableScene(bodies=bodies), view, Conditions(), np.random.default_rng(1))
    detector, reader = Detector(threads=1), FaceReader(threads=1)
    usual = look_at(image, detector, reader)
    expecting = look_at(image, detector, reader, "pips")
    assert len(expecting) == len(usual) == len(truths)
    for one, other in zip(usual, expecting, strict=True):
        assert one.detection.box == other.detection.box
        assert one.reading.best("pips")[0] == other.reading.best("pips")[0]
