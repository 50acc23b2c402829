"""Tests speak English, whatever the machine speaks, and find the catalogues as they are written."""

import os
from importlib.util import find_spec

os.environ["LC_ALL"] = "C"
os.environ.pop("LANGUAGE", None)
if find_spec("babel"):  # an environment made before Babel was needed speaks English only
    from words.compiling import compile_catalogues

    compile_catalogues()

if other := os.environ.get("DICEREF_SNAPSHOTS_IN"):  # see tests/ui/screens/test_snapshots.py
    from words import choose_language

    choose_language(other)
