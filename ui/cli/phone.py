"""`--camera phone`: the page that a phone opens, and how its owner finds it."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from hardware.cameras import PHONE
from hardware.frame import Camera
from rules.journal import in_groups
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.found_cameras import camera_source
from ui.app.qr_codes import qr_code
from ui.app.table_model import TableModel
from ui.cli.open_dashboard import certificate_for
from words import say, tr, translated

LISTENS: Final = "0.0.0.0"  # noqa: S104 - phones are other machines; a code is needed
ASKED_EACH_S: Final = 0.5
KEPT: Final = "phone.code"


def add_phone_option(command: argparse.ArgumentParser) -> None:
    """Where the page listens."""
    command.add_argument(
        "--phone",
        metavar="HOST:PORT",
        default="",
        help=say("with --camera phone: where its page is served, when not on all addresses"),
    )


@contextmanager
def phone_page(arguments: argparse.Namespace) -> Iterator[None]:
    """While this lasts a phone can be the camera, if the camera is to be one. Raises `UserError`.

    It begins when a phone has come.
    """
    if camera_source(arguments.camera) != PHONE:
        yield
        return
    from ui.web.phone.page import PORT, PhonePage, code_of_today  # noqa: PLC0415 - only with a phone
    from ui.web.serve import address  # noqa: PLC0415 - the same

    host, port = address(arguments.phone or f"{LISTENS}:{PORT}", "--phone", PORT)
    certificate = certificate_for(host)
    try:
        code = code_of_today(folder(".") / KEPT)
    except OSError as error:
        raise UserError(
            tr(
                "the phone's code cannot be kept in {home} ({strerror}).",
                home=home(),
                strerror=error.strerror,
            )
        ) from None
    with PhonePage((host, port), certificate, code=code) as page:
        shown = page.address.partition("#")[0]
        _tell(qr_code(page.address))
        _tell(
            say(
                "Scan this with the phone that is to be the camera, or type {address} and "
                "the code {code}.",
                address=shown,
                code=code,
            )
        )
        if certificate is not None:
            _tell(
                say(
                    "Its browser warns of a certificate that it does not know, once: look that "
                    "its SHA-256 begins {fingerprint}, then go on.",
                    fingerprint=in_groups(certificate.fingerprint),
                )
            )
        _tell(say("Waiting for the phone … (Ctrl-C gives up)"))
        while not page.phone_came.wait(ASKED_EACH_S):
            pass
        _tell(
            say(
                "The phone is the camera now. Lay it or fix it over the mat, screen up, and "
                "let its page stay open."
            )
        )
        yield


class ToldAtCamera:
    """Says at the camera, where it has a screen, whether the table is seen, and what to change."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._said = ""

    def __call__(self, model: TableModel) -> None:
        """The newest table."""
        found = next((line for line in model.health if line.name == "camera"), None)
        if found is None:
            return
        words = (
            say("The table is not seen: {why}", why=found.note)
            if found.note
            else say("The table is seen.")
        )
        if words != self._said:
            self._said = words
            from hardware.cameras.telling import tell_camera  # noqa: PLC0415 - loads video libraries

            tell_camera(self._camera, words)


def _tell(words: str) -> None:
    print(translated(str(words)), file=sys.stderr, flush=True)
