"""What a report may not tell: passwords in addresses, where somebody's files lie."""

import os
from pathlib import Path

from calibration.masking import without_passwords


def shareable(text: str) -> str:
    """The text without passwords, and with the home folder told as ~."""
    told = without_passwords(text)
    homes = {os.environ.get("DICEREF_HOME", ""): "~/diceref", str(Path.home()): "~"}
    for folder, instead in homes.items():
        if len(folder) > 1:  # a user without a home has "/"
            told = told.replace(folder, instead)
    return told
