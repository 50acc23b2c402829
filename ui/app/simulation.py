"""Puts a whole simulated game together: rules, table, eye, referee, journal, players."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, ClassVar, Literal

import cv2

from calibration.mats import mat_named
from hardware.cameras.recorded import RecordingCamera
from hardware.dice import DieKind
from hardware.frame import Camera, CameraError
from hardware.simulated import Manner, SimulatedHands, SimulatedTable, Viewpoint
from rules.core import side_name, sides_of
from rules.journal import Journal
from rules.track.referee import Referee
from ui.app.clips import ClipKeeper
from ui.app.errors import UserError
from ui.app.eyes import TableEye, camera_eye
from ui.app.folders import log_folder
from ui.app.known_games import known_game
from ui.app.look_log import LookLog
from ui.app.looks import die_kinds
from ui.app.pictures import annotated
from ui.app.reading import faces_in_words
from ui.app.records import simple_record
from ui.app.session import Session
from ui.app.simulated_game import SimulatedGame, SimulationScore
from ui.app.simulated_players import SimulatedPlayers
from ui.app.table_clocks import TableClocks
from ui.app.truth_eye import TruthEye
from words import tr

FRAMES_PER_SECOND = 30.0
"""Of the simulated camera: what a webcam gives, and a Pi camera without haste."""

A_THROW = 9  # dice that leave a hand together, at most
SUPPLY_ROWS, SUPPLY_MM = 8, 24.0  # dice beside the mat: in a column, from column to column


class Simulation:
    """One simulated game, ready to be played."""

    plays: ClassVar[type[SimulatedGame]] = SimulatedGame
    knows: ClassVar[type[TruthEye]] = TruthEye

    def __init__(
        self,
        game_name: str,
        *,
        eye: Literal["camera", "truth"] = "camera",
        seed: int = 1,
        speed: float | None = None,
        journal_name: str | None = None,
        size: tuple[int, int] = (640, 360),
        still: tuple[int, int] = (2304, 1296),
        fps: float = FRAMES_PER_SECOND,
        beside: int = 0,
        clips: bool = False,
        film: Path | None = None,
        setup: Mapping[str, Any] | None = None,
        now: Callable[[], float] = monotonic,
        journal: Journal | None = None,
    ) -> None:
        """A game of `setup`, or without one the rulebook's example of play.

        `journal_name` None keeps the record in memory; `size`, `still`: the camera's, px.

        `beside` dice that nobody has bought lie on the table beside the mat. With `clips` the
        record keeps what was seen around each question and foul. Every frame is also written to
        `film`, to be played again as a camera. `now` is the time the clocks go by, seconds.
        `journal` is a record that has been begun already, for this set-up.
        """
        known = known_game(game_name)
        self.game = known.load()
        script = known.script() if setup is None else ()
        setup = known.demo_setup() if setup is None else setup
        dice = die_kinds(self.game.dice(setup))
        lying_on = mat_named(known.mat_for(setup))
        view = Viewpoint.overlooking(lying_on.width, lying_on.height, size=size, tilt=6.0, k1=-0.02)
        table = SimulatedTable(
            lying_on, view=view, fps=fps, speed=speed, seed=seed, still_size=still
        )
        hands = SimulatedHands(
            table, {kind.kind: kind for kind in dice}, manner=Manner(handful=A_THROW), seed=seed
        )
        _lay_beside(table, dice, beside)
        truth = eye == "truth"
        self.eye: TableEye = self.knows(table) if truth else camera_eye(lying_on, dice, drawn=True)
        self.journal = journal or simple_record(self.game, setup, journal_name)
        keeper = ClipKeeper() if clips else None
        referee = Referee(self.game, self.journal)
        clocks = TableClocks(referee, now)
        looks = LookLog(log_folder()) if self.journal.file else None
        self.session = Session(
            referee, self.eye, title=known.title, clips=keeper, clocks=clocks, looks=looks
        )
        players = SimulatedPlayers(self.game, self.game.new(setup), Random(seed), script)
        self._whole = known.goes_on() or not players.scripted
        self._camera: Camera = table if film is None else RecordingCamera(table, film)
        self._play = self.plays(self.game, self.session, players, table, hands, camera=self._camera)

    def play(self, most: int | None = None) -> SimulationScore:
        """Play the example, or a whole game where the book has none; `most` goes on after it.

        Raises `UserError` when the film cannot be written.
        """
        try:
            with self._camera:
                if most is None:
                    return self._play.play(script_only=not self._whole)
                return self._play.play(most=most)
        except CameraError as error:
            raise UserError(str(error)) from None
        finally:
            self.session.finish()

    def draw_readings(self, file: Path) -> None:
        """Write the frame last read, with every reading drawn in. Raises `UserError`."""
        seen = self.session.seen
        if seen is None:
            raise UserError(tr("no frame has been read: --eye truth looks at none."))
        faces = faces_in_words(self.game.dice(self.journal.setup))
        done, picture = cv2.imencode(file.suffix or ".png", annotated(*seen, faces))
        try:
            file.write_bytes(picture.tobytes())
        except OSError as error:
            raise UserError(
                tr("cannot write {file} ({strerror}).", file=file, strerror=error.strerror)
            ) from None
        assert done

    def summary(self, score: SimulationScore) -> Mapping[str, Any]:
        """What `diceref demo --headless --json` prints."""
        tally, view = self.session.tally, self.session.latest().view
        return {
            "game": self.game.name,
            "committed": tally.committed,
            "questions": tally.questions,
            "wrong": score.wrong,
            "infractions": tally.fouls,
            "announced": score.announced,
            "life": {side_name(view, side): view.seats[side].life for side in sides_of(view)},
            "settle_ms": {
                "p50": round(score.percentile(0.50), 1),
                "p95": round(score.percentile(0.95), 1),
            },
        }


def _lay_beside(table: SimulatedTable, dice: Sequence[DieKind], count: int) -> None:
    """Lay unbought dice in columns on both sides of the mat, where cards and their dice lie."""
    assert table.mat is not None
    supply = [kind for kind in dice if kind.kind != "sidekick"]
    for number in range(count):
        column, row = divmod(number, 2 * SUPPLY_ROWS)
        side, row = divmod(row, SUPPLY_ROWS)
        out = SUPPLY_MM * (column + 1)
        x = table.mat.width + out if side else -out
        y = table.mat.height * (row + 1) / (SUPPLY_ROWS + 1)
        kind = supply[number % len(supply)]
        table.place(f"beside-{number}", kind, x, y, face=number % 6)
