"""What a Raspberry Pi runs, run without one: an arm64 Debian by emulation, the real libcamera
with a camera in software, an installation in an empty folder, a screen that is only touched.

What is fetched and built is kept outside the project (`userland.CACHE`). `make test-arm`.
"""
