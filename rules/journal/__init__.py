"""The record: every entry written and fsynced before it is shown, chained by hashes.

Knows the `Game` protocol only. Nothing here decides what happened.
"""
