"""Join codes: where the hub is, how to know its certificate, a secret that lets one table in."""

import hashlib
import re
import secrets
from typing import Final, Self

import msgspec

from ui.app.errors import UserError
from ui.hub.names import PORT
from words import tr

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: what looks alike is one letter."""

FINGERPRINT: Final = 8  # bytes of the certificate's SHA-256
SECRET: Final = 5  # bytes
CHECK: Final = 2  # bytes: a slip of the finger is noticed where it is typed

WRITTEN: Final = re.compile(
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:(?P<port>\d{1,5}))?/(?P<rest>[0-9A-Za-z\s-]+)"
)


def new_secret() -> bytes:
    """A secret for one table: 40 bits, asked for online only and rate-limited there."""
    return secrets.token_bytes(SECRET)


class JoinCode(msgspec.Struct, frozen=True):
    """What `diceref play --desk` is given."""

    host: str
    port: int
    fingerprint: bytes  # the beginning of the certificate's
    secret: bytes

    def written(self) -> str:
        """As people copy it: `192.168.1.20/7KQ2M4-XA9T3C-HB6DJE-0QWERT`."""
        port = "" if self.port == PORT else f":{self.port}"
        known = self.fingerprint + self.secret
        number = int.from_bytes(known + _check(known))
        digits = "".join(ALPHABET[number >> (5 * at) & 31] for at in reversed(range(24)))
        return f"{self.host}{port}/" + "-".join(digits[at : at + 6] for at in range(0, 24, 6))

    @classmethod
    def read(cls, written: str) -> Self:
        """The inverse of `written`. Raises `UserError` with one sentence."""
        found = WRITTEN.fullmatch(written.strip())
        if found is None:
            raise UserError(
                tr(
                    "'{written:.60}' is no join code: it looks like 192.168.1.20/7KQ2M4-XA9T3C-… "
                    "; the desk shows one for each table.",
                    written=written,
                )
            )
        plain = re.sub(r"[\s-]", "", found["rest"]).upper()
        digits = plain.replace("O", "0").replace("I", "1").replace("L", "1")
        port = int(found["port"] or PORT)
        known = b""
        if len(digits) == 24 and not set(digits) - set(ALPHABET) and 0 < port < 65536:
            number = 0
            for digit in digits:
                number = number << 5 | ALPHABET.index(digit)
            whole = number.to_bytes(FINGERPRINT + SECRET + CHECK)
            known, check = whole[:-CHECK], whole[-CHECK:]
            known = known if check == _check(known) else b""
        if not known:
            raise UserError(
                tr(
                    "the join code '{written:.60}' was mistyped: look at the desk's code again.",
                    written=written,
                )
            )
        return cls(found["host"], port, known[:FINGERPRINT], known[FINGERPRINT:])


def _check(known: bytes) -> bytes:
    return hashlib.sha256(b"join" + known).digest()[:CHECK]
