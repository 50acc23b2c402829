"""Where other machines find the page, and what they need to see it."""

from contextlib import suppress
from socket import AF_INET, SOCK_DGRAM, gethostname, socket

from psutil import net_if_addrs

from rules.journal import in_groups
from ui.web.connections import is_loopback
from ui.web.serve import TableServer
from words import say


def page_address(window: TableServer) -> str:
    """The page's address for a QR code, with what a phone can compare its certificate to."""
    certificate = window.certificate
    print_ = "" if certificate is None else f"#sha256={certificate.fingerprint}"
    host = window.host if window.local else own_address()
    return f"{window.scheme}://{host}:{window.port}/{print_}"


def own_address() -> str:
    """Where this machine is found in its network; its name when it has none.

    The address it would speak from comes first: bridges of containers have addresses too.
    """
    with suppress(OSError), socket(AF_INET, SOCK_DGRAM) as outward:
        outward.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the way out
        if not is_loopback(found := str(outward.getsockname()[0])):
            return found
    found_here = [
        str(one.address)
        for addresses in net_if_addrs().values()
        for one in addresses
        if one.family == AF_INET and not is_loopback(one.address)
    ]
    at_home = [address for address in found_here if not address.startswith(("169.254.", "172.17."))]
    return next(iter(at_home or found_here), gethostname())


def where_to_look(window: TableServer) -> str:
    """The address of the page, and the codes it needs from other machines."""
    address, _, fingerprint = page_address(window).partition("#sha256=")
    if window.local:
        return say("The table is also at {address} on this machine.", address=address)
    codes = window.codes
    told = say(
        "The table is also at {address}  Watch code {watch}. Player's code, good once: {player}",
        address=address,
        watch=codes.watch_code,
        player=codes.player_code,
    )
    if fingerprint:
        told += " " + say(
            "The page's certificate is its own; its SHA-256 begins {fingerprint}.",
            fingerprint=in_groups(fingerprint),
        )
    return told
