"""From what the camera sees to what happened: commit, ask, name the foul, or wait.

Knows the `Game` protocol and nothing of any one game, of cameras or of screens.
"""

from rules.track.expansion import Effort
from rules.track.options import Options
from rules.track.tracker import Tracker
from rules.track.verdict import (
    Answer,
    Ask,
    Commit,
    Infraction,
    Look,
    Marker,
    Seen,
    Step,
    Verdict,
    Wait,
)

__all__ = [
    "Answer",
    "Ask",
    "Commit",
    "Effort",
    "Infraction",
    "Look",
    "Marker",
    "Options",
    "Seen",
    "Step",
    "Tracker",
    "Verdict",
    "Wait",
]
