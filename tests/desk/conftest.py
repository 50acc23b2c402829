"""What is left of closed connections goes before the session ends."""

import gc

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish():
    gc.collect()  # otherwise it is told in the middle of an import, which Python 3.11 takes amiss
