"""Tests speak English, whatever the machine speaks, and find the catalogues as they are written."""

import os

from words.compiling import compile_catalogues

os.environ["LC_ALL"] = "C"
os.environ.pop("LANGUAGE", None)
compile_catalogues()
