"""What playing needs of cameras: picamera2, webcams, streams, clips and recorded sessions.

Nothing here knows the simulated table; `open` turns a word on the command line into a camera.
"""

from typing import Final

PHONE: Final = "phone"
"""The camera that is a phone's browser: `diceref` shows it a page while it runs with this one."""
