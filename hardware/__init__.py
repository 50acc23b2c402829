"""Where frames come from: picamera2, any OpenCV source, recorded clips, the simulated table.

Here live cameras, frames, and the physical dice (bodies and what is printed on them).
Nothing here reads a die, knows a rule or draws a screen.
"""
