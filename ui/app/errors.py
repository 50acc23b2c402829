"""What the user can put right."""


class UserError(Exception):
    """One sentence: what is wrong, where, what to do. Ends the command with exit code 2."""
