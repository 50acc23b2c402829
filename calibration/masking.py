"""Passwords in the addresses of cameras: whoever need not know them never sees them."""

import re
from typing import Final

LOGIN: Final = re.compile(r"(\b[a-z][a-z0-9+.-]*://)[^/\s'\"]*@", re.IGNORECASE)
"""`rtsp://user:password@` in front of a host; a password may hold an @ itself."""

QUERY: Final = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s'\"?]*)\?[^\s'\"]*", re.IGNORECASE)
"""`?user=admin&pwd=secret` after an address: how many cameras take their password."""

MASK: Final = "***"


def without_passwords(text: str) -> str:
    """The text with the login and the query of every address in it masked."""
    return QUERY.sub(rf"\1?{MASK}", LOGIN.sub(rf"\1{MASK}@", text))
