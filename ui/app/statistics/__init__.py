"""What many records tell: one summary per game, kept in an index, and figures over any of them.

No screen and no command lives here. A summary is made from a record's entries alone where they tell
enough; a record of an older version is played again once.
"""
