"""What the user is told when calibration cannot go on."""


class CalibrationError(RuntimeError):
    """The view or a file does not allow it; the message is one sentence that says what to do."""
