"""Tests for where libcamera has a camera in software; `tests/pi/test_picamera2.py` runs them."""
