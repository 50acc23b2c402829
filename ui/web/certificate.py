"""The certificate with which the page is served beyond this machine, made at its first start."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

YEARS: Final = 10


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files, and what a phone compares."""

    certificate: Path
    key: Path
    fingerprint: str  # SHA-256 of the certificate, in hexadecimal digits


def certificate_in(folder: Path) -> Certificate:
    """The certificate kept in this folder. Raises `OSError` or `ValueError`."""
    from cryptography import x509  # noqa: PLC0415 - loads slowly
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415 - the same

    certificate, key = folder / "page.crt", folder / "page.key"
    if not (certificate.exists() and key.exists()):
        _make(certificate, key)
    made = x509.load_pem_x509_certificate(certificate.read_bytes())
    return Certificate(certificate, key, made.fingerprint(hashes.SHA256()).hex())


def _make(certificate: Path, key: Path) -> None:
    from cryptography import x509  # noqa: PLC0415 - loads slowly
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415 - the same
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - the same

    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "DiceRef")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=400))  # a Pi may not know the date yet
        .not_valid_after(now + timedelta(days=365 * YEARS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("diceref.local")]), critical=False)
        .sign(private, hashes.SHA256())
    )
    written = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    for path, content in (
        (key, written),
        (certificate, made.public_bytes(serialization.Encoding.PEM)),
    ):
        with suppress(FileNotFoundError):
            path.unlink()
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
