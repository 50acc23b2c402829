"""The parts of the table screen; review and practice use the same ones.

Each has `show(model)` and redraws only what changed. None of them computes a rule.
"""
