"""Opened networks take no processor time while nobody asks them anything."""

import time

import numpy as np

from vision.weights import open_network


def test_threads_sleep_between_two_looks():
    session, _ = open_network("faces_turn", threads=2)
    crops = np.zeros((8, 3, 80, 80), np.float32)
    spent = 0.0
    for _ in range(10):
        session.run(None, {"crops": crops})
        begun = time.process_time()
        time.sleep(0.05)
        spent += time.process_time() - begun
    assert spent < 0.1  # threads that go on waiting awake take 0.3 s or more
