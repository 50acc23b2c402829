"""From what the camera sees to what happened: commit, ask, name the foul, or wait.

Knows the `Game` protocol and nothing of any one game, of cameras or of screens.
"""
