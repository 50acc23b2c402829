"""Words files (.po), which people write, become catalogues (.mo), which the program reads.

Needs Babel, which playing does not: run as `python -m words.compiling`, and when a wheel is built.
"""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools.command.build_py import build_py

LOCALE = Path(__file__).parent / "locale"


def compile_catalogues() -> None:
    """Write the catalogue of every words file that is newer than it."""
    for written in LOCALE.glob("*/LC_MESSAGES/*.po"):
        compiled = written.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= written.stat().st_mtime:
            continue
        with written.open("rb") as source:
            catalogue = read_po(source, locale=written.parts[-3])
        fresh = compiled.with_suffix(f".{os.getpid()}")  # others may be reading, or compiling too
        with fresh.open("wb") as target:
            write_mo(target, catalogue)
        fresh.replace(compiled)


class BuildWithWords(build_py):  # type: ignore[misc]  # no published types
    """Compiles the words files before the packages are gathered."""

    def run(self) -> None:
        """Build as ever, with catalogues."""
        compile_catalogues()
        super().run()


if __name__ == "__main__":
    compile_catalogues()
