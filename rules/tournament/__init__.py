"""A tournament: who plays whom, who stands where and why. Values in, values out.

Nothing here reads a file, a clock or a network, and nothing knows which game is played.
"""
