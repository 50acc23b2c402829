"""A session at a real table: the eye looks through the camera that was calibrated."""

from collections.abc import Iterator, Sequence
from functools import partial

from calibration.registration import Registration
from hardware.frame import Image
from rules.journal import Journal
from rules.registry import KnownGame
from ui.app.clips import ClipKeeper
from ui.app.enrolled_dice import enrolled_dice
from ui.app.eyes import camera_eye
from ui.app.folders import log_folder
from ui.app.lining_up import in_another_light
from ui.app.look_log import LookLog
from ui.app.looks import die_kinds
from ui.app.records import referee_of
from ui.app.rig import Rig, profile_warning
from ui.app.session import Session
from vision.identify import Enrolled, LookAlike, confusable, printing_of
from words import tr

NAMED = 3
"""So many pairs of look-alikes are named before a game; more would not be read."""


def live_session(
    known: KnownGame, journal: Journal, rig: Rig, *, clips: bool = False, waits: bool = False
) -> Session:
    """A session that goes on where the journal stands. Raises `UserError`.

    With `clips` the record keeps what was seen around each question and foul. A film that `waits`
    stands still while a question is open.
    """
    game = known.load()
    referee = referee_of(game, journal)
    dice = die_kinds(game.dice(journal.setup))
    eye = camera_eye(rig.mat, dice, lens=rig.lens, enrolled=enrolled_dice())
    keeper = ClipKeeper() if clips else None
    printings = {printing_of(kind.kind) for kind in dice}
    known_looks = [look for look in enrolled_dice() if look.kind in printings]
    greet = partial(greeting, rig, confusable(dice, known_looks), enrolled=known_looks)
    looks = LookLog(log_folder())
    return Session(
        referee, eye, title=known.title, clips=keeper, looks=looks, greet=greet, waits=waits
    )


def greeting(
    rig: Rig,
    pairs: Sequence[LookAlike],
    seen: Registration,
    picture: Image,
    *,
    enrolled: Sequence[Enrolled] = (),
) -> str:
    """What the players should hear at the first sight of the mat; "" when all is well."""
    moved = profile_warning(rig, seen, picture)
    if not moved and in_another_light(enrolled, picture):
        return tr(
            "The light or the table is not as it was when the dice were lined up. If "
            "dice are taken for each other, line them up again (F9 on the set-up screen)."
        )
    if moved or not pairs:
        return moved
    named = [
        tr("{one} and {other}", one=p.first.title, other=p.second.title) for p in pairs[:NAMED]
    ]
    if len(pairs) > NAMED:
        named.append(tr("{count} more pairs", count=len(pairs) - NAMED))
    return tr(
        "Look alike to the camera: {pairs}. 'diceref enrol', or F7 on the set-up "
        "screen, teaches it the difference.",
        pairs=", ".join(named),
    )


def look_alike_advice(known: KnownGame, journal: Journal) -> Iterator[str]:
    """What to tell the players of dice that the camera cannot tell apart. Raises `UserError`."""
    dice = die_kinds(known.load().dice(journal.setup))
    return advice(confusable(dice, enrolled_dice()))


def advice(pairs: Sequence[LookAlike]) -> Iterator[str]:
    """A sentence for each of the first pairs, and how many there are beside them."""
    for pair in pairs[:NAMED]:
        yield pair.sentence()
    if len(pairs) > NAMED:
        yield tr(
            "{count} more pairs look alike: 'diceref enrol --teams FILE' names all.",
            count=len(pairs) - NAMED,
        )
