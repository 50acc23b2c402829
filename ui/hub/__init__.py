"""The hub: copies of the tables' records travel to the tournament desk over NATS.

A table's journal stays the truth; what lies at the hub is a copy that can be made again. Nothing
here knows a game, a tournament or a screen; the desk itself is `ui.desk`.
"""
