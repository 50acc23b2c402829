"""Bugs of DiceRef: the traceback goes to the log, one sentence to the screen."""

import logging

from ui.app.folders import log_file


def log_fault(doing: str, fault: BaseException) -> str:
    """Keep the traceback of a bug that ended `doing`; says where it is."""
    log = logging.getLogger("diceref")
    try:
        log.addHandler(logging.FileHandler(log_file()))
        said = f"the details are in {log_file()}."
    except OSError:
        log.addHandler(logging.StreamHandler())
        said = "the details are above."
    log.error("a bug in diceref %s", doing, exc_info=fault)
    return said
