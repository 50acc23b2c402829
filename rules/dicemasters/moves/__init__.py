"""What players may do: the actions, which of them are legal, why one is not, what it costs.

Asks about states only. What an action does to a state belongs in `rules.dicemasters.engine`.
"""
