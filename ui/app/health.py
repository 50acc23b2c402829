"""The health line of the dashboard: camera, frame rate, latency, temperature, free disk."""

import shutil
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hardware.frame import Frame
from ui.app.table_model import HealthLine, Level
from vision.sighting import Health
from words import NOTHING, Text, as_text, tr

KEPT = 120  # frames over which pace and latency are taken
LOW_DISK = 200_000_000  # bytes
HOT = 75.0  # degrees Celsius: a Pi 5 slows down at 80
THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")
SENSORS = Path("/sys/class/hwmon")
PI_VOLTAGE = "rpi_volt"  # the sensor that tells whether a Raspberry Pi gets too little power


class MachineHealth:
    """Measures the frame rate, the latency and the machine."""

    def __init__(self, record: str) -> None:
        self._record = Path(record).parent
        self._times: deque[float] = deque(maxlen=KEPT)
        self._spent: deque[float] = deque(maxlen=KEPT)

    def count(self, frame: Frame, spent: float) -> None:
        """A frame was looked at and judged in so many seconds."""
        self._times.append(frame.monotonic)
        self._spent.append(spent)

    def lines(self, seen: Health) -> tuple[HealthLine, ...]:
        """All lines for now."""
        return tuple(self._lines(seen))

    def lost(self, sentence: str) -> tuple[HealthLine, ...]:
        """The camera delivers nothing."""
        return (HealthLine("camera", "lost", level="bad", note=as_text(sentence)), *self._machine())

    def _lines(self, seen: Health) -> Iterator[HealthLine]:
        if seen.note or not (seen.registered and seen.sharp and seen.exposed):
            yield HealthLine(
                "camera", "check", level="warn", note=as_text(seen.note) or _advice(seen)
            )
        else:
            yield HealthLine("camera", "good")
        if len(self._times) > 1 and self._times[-1] > self._times[0]:
            pace = (len(self._times) - 1) / (self._times[-1] - self._times[0])
            yield HealthLine("frames", f"{pace:.0f}", " fps", "good" if pace >= 5 else "warn")
            yield HealthLine("look", f"{max(self._spent):.1f}", " s")
        yield from self._machine()

    def _machine(self) -> Iterator[HealthLine]:
        """What can be read of the machine; whatever fails is left out, and the game goes on."""
        with suppress(OSError, ValueError):
            degrees = int(THERMAL.read_text()) / 1000
            level: Level = "good" if degrees < HOT else "warn"
            yield HealthLine("heat", f"{degrees:.0f}", " °C", level)
        if _too_little_power():
            yield HealthLine(
                "power",
                "low",
                level="bad",
                note=tr(
                    "The Raspberry Pi gets too little power: use its own power supply and cable."
                ),
            )
        with suppress(OSError):
            free = shutil.disk_usage(self._record).free
            level = "good" if free > LOW_DISK else "bad"
            yield HealthLine("disk", f"{free / 1e9:.0f}", " GB", level)


def _too_little_power() -> bool:
    """Whether a Raspberry Pi says that its supply is too weak now."""
    with suppress(OSError):
        for sensor in SENSORS.iterdir():
            with suppress(OSError):
                if (sensor / "name").read_text().strip() == PI_VOLTAGE:
                    return (sensor / "in0_lcrit_alarm").read_text().strip() == "1"
    return False


def _advice(seen: Health) -> Text:
    """One sentence for a view that is not good enough; none before the mat was looked for."""
    if not seen.registered:
        return NOTHING
    return (
        tr("The picture is too bright or too dark: change the light, or calibrate again.")
        if seen.sharp
        else tr("The picture is blurred: focus on the mat and wipe the lens.")
    )
