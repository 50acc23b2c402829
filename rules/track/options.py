"""How careful the judgement is."""

import msgspec

from rules.track.chance import Doubt
from rules.track.expansion import Effort
from rules.track.explanation import ExplainedAction


class Options(msgspec.Struct, frozen=True):
    """How careful to be. Margins are in nats, times in seconds."""

    looks: int = 2  # looks at a table at rest before anything is said
    margin: float = 6.0  # by which the best explanation must beat every other
    face_margin: float = 15.0  # by which a rolled face must beat every other, on its own evidence
    face_margin_late: float = 7.0  # the same after `patience` looks, when the eye knows no more,
    face_clear_late: float = 10.0  # and by which it must then beat all but one
    foul_cost: float = 14.0  # what "something illegal happened" costs against a legal explanation
    patience: int = 6  # looks after which a small margin becomes a question
    patience_s: float = 0.5  # seconds at rest before one: a fast camera looks often in between
    foul_s: float = 15.0  # seconds at rest before a foul is named, as long as a person would wait
    hint_s: float = 8.0  # in the middle of a move before it is said what is left to do of it
    halfway_s: float = 62.0  # in the middle of a move: nobody stops there for longer
    gone_on_s: float = 20.0  # once something else was done after what was left unfinished
    hidden_s: float = 20.0  # seconds at rest before players are asked for dice that nobody sees
    effort: Effort = Effort()
    effort_beside: Effort = Effort(
        applies=160, in_vain=60
    )  # for explanations far from the likeliest
    ahead: int = 150  # consequences worked out at a look that is too early to say anything
    rethink: int = 4  # looks at a table at rest, after `patience`, for each that is thought over

    def doubts(self, read: ExplainedAction | Doubt) -> bool:
        """Whether more looks will not tell what was rolled.

        A single misread look makes one other face likelier; a die that can hardly be read is
        near to every face.
        """
        return read.margin < self.face_margin_late or read.clear < self.face_clear_late
