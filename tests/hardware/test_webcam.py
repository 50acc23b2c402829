from typing import ClassVar

import cv2

from calibration.camera_lock import CameraLock, differences
from hardware.cameras.webcam import held_controls, hold_controls, release_controls


class Driver:
    """Behaves as UVC drivers do: a value set while its automatic is on is dropped."""

    AUTOMATIC_OF: ClassVar = {
        cv2.CAP_PROP_EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),
        cv2.CAP_PROP_WB_TEMPERATURE: (cv2.CAP_PROP_AUTO_WB, 0.0),
        cv2.CAP_PROP_FOCUS: (cv2.CAP_PROP_AUTOFOCUS, 0.0),
    }

    def __init__(self):
        self.values = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_GAIN: 16.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }

    def get(self, name):
        return self.values.get(name, -1.0)

    def set(self, name, value):
        if name not in self.values:
            return False
        automatic = self.AUTOMATIC_OF.get(name)
        if automatic is None or self.values[automatic[0]] == automatic[1]:
            self.values[name] = value
        return True


WANTED = CameraLock(exposure_us=9900.0, gain=8.0, white_balance_k=5000.0, focus=45.0)


def test_a_webcam_is_held_at_the_values_of_the_profile():
    driver = Driver()
    hold_controls(driver, WANTED)
    assert differences(WANTED, held_controls(driver)) == ()


def test_a_driver_that_goes_its_own_way_is_found_out():
    driver = Driver()
    hold_controls(driver, WANTED)
    release_controls(driver)
    driver.values[cv2.CAP_PROP_EXPOSURE] = 300.0
    assert differences(WANTED, held_controls(driver)) == ("exposure 30000 instead of 9900 us",)


def test_what_a_camera_does_not_have_is_not_asked_of_it():
    driver = Driver()
    for name in (cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS):
        del driver.values[name]
    measured = held_controls(driver)
    assert measured.focus is None
    hold_controls(driver, measured)
    assert differences(measured, held_controls(driver)) == ()
