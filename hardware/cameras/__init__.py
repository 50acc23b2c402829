"""What playing needs of cameras: picamera2, webcams, streams, clips and recorded sessions.

Nothing here knows the simulated table; `open` turns a word on the command line into a camera.
"""
