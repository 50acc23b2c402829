"""Positions with cards that have no text, so that a test sees the rules alone."""

from game_by_titles import GameByTitles

PLAIN = {"16imw": "Rescue", "46hhs": "Triceraton", "9ygo": "Baby Dragon"}
# Rescue: Bolt, costs 2, 0-3-1 / 1-3-3 / 1-4-3. Triceraton: Fist, costs 4, 1-3-3 / 1-4-4 / 2-5-5.
# Baby Dragon: Bolt, costs 3, 0-3-1 / 1-3-2 / 1-4-3.
BASICS = ["27avx", "113ygo", "57hhs"]  # Force Beam (3), Horn of the Unicorn (3), Reclaim (2)


def setup(*, cards=(), theirs=(), basics=BASICS, **more):
    plain = [[code, 4] for code in PLAIN]
    return {
        "format": "tournament",
        "first": 0,
        "teams": [
            {"name": "Ann", "cards": [*plain, *([code, 3] for code in cards)]},
            {"name": "Bob", "cards": [*plain, *([code, 3] for code in theirs)]},
        ],
        "basics": list(basics),
        **more,
    }


def at(edition, *lines, step="main", active=0, life=(), setting=None, **more):
    """A story that begins in a position."""
    return GameByTitles.at(
        edition, setting or setup(**more), lines, step=step, active=active, life=life
    )


def reserve(seat, *faces):
    """Sidekicks in a Reserve Pool."""
    return [f"{seat} reserve Sidekick {face}" for face in faces]


def kinds(story, *types):
    """The legal actions of these types."""
    return [action for action in story.legal_actions() if isinstance(action, types)]
