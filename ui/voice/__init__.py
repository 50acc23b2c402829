"""The spoken referee: what is said aloud, through the system's speech program."""
