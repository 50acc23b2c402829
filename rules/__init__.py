"""The games: what is legal, what follows, and why.

Here live the core protocol, the engines (dicemasters, irondie), the tracker that explains what
the camera saw, and the journal. Nothing here knows of cameras, pixels, screens or models.
"""
