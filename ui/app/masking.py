"""What a log or a report may not tell: passwords in addresses, where somebody's files lie."""

import os
import re
from pathlib import Path
from typing import Final

LOGIN: Final = re.compile(r"(\b[a-z][a-z0-9+.-]*://)[^/\s'\"]*@", re.IGNORECASE)
"""`rtsp://user:password@` in front of a host; a password may hold an @ itself."""

QUERY: Final = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s'\"?]*)\?[^\s'\"]*", re.IGNORECASE)
"""`?user=admin&pwd=secret` after an address: how many cameras take their password."""

MASK: Final = "***"


def without_passwords(text: str) -> str:
    """The text with the login and the query of every address in it masked."""
    return QUERY.sub(rf"\1?{MASK}", LOGIN.sub(rf"\1{MASK}@", text))


def shareable(text: str) -> str:
    """The text without passwords, and with the home folder told as ~."""
    told = without_passwords(text)
    homes = {os.environ.get("DICEREF_HOME", ""): "~/diceref", str(Path.home()): "~"}
    for folder, instead in homes.items():
        if len(folder) > 1:  # a user without a home has "/"
            told = told.replace(folder, instead)
    return told
