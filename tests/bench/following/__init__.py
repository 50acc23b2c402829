"""People play, an eye looks, a tracker follows: what is compared, counted and asked.

Only `adapter` knows a tracker; everything else knows the world of people and the `Game` protocol.
"""
