#!/usr/bin/env bash
# Inside Debian 13: libcamera from its source in /mnt/source, into /opt/libcamera, with what picamera2 needs beside.
set -euo pipefail
cd /mnt/source/libcamera
patch -p1 < /mnt/project/tests/pi/libcamera/steered-camera.patch
meson setup build --prefix=/opt/libcamera --libdir=lib --buildtype=release -Dpipelines=virtual -Dipas= \
    -Dpycamera=enabled -Dcam=disabled -Ddocumentation=disabled -Dgstreamer=disabled -Dlc-compliance=disabled \
    -Dqcam=disabled -Dtracing=disabled -Dv4l2=disabled -Dwerror=false
ninja -C build -j1 install
gcc -shared -fPIC -O2 -o /opt/libcamera/dma_heap.so /mnt/project/tests/pi/libcamera/dma_heap.c
python3 -m pip install --quiet --target /opt/libcamera/python --no-deps --no-index --no-build-isolation \
    /mnt/source/pidng*.tar.gz
# picamera2 loads its preview on a bare screen in any case; nothing is ever drawn there.
echo 'from unittest.mock import MagicMock; PixelFormat = MagicMock()' > /opt/libcamera/python/pykms.py
