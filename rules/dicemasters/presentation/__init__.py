"""What people and the tracker get to see of a state: layout, view, reminders, actions in words.

Reads states only. No rule is decided here and no state changes.
"""
