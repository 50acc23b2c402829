"""Figures of a whole game: from the table at rest to the entry in the journal."""

from collections.abc import Iterator, Mapping

from ui.app.simulation import Simulation

DICE = 40
"""Dice in view: those of the game and unbought ones beside the mat."""

IN_PLAY = 14
"""About how many of them the example of play has on the mat."""


def figures(seed: int = 1) -> Iterator[Mapping[str, object]]:
    """The TMNT example of play through the camera, frames 30 a second, stills of 2304x1296."""
    simulation = Simulation("tmnt", seed=seed, fps=30.0, beside=DICE - IN_PLAY)
    score = simulation.play()
    summary = simulation.summary(score)
    on = (
        f"rendered frames: the TMNT example of play, {summary['committed']} actions, about {DICE} "
        "dice in view, stills of 2304x1296; camera time and computing, drawing left out"
    )
    p95 = score.percentile(0.95)
    yield {
        "name": "e2e.settle_to_commit_p95", "value": round(p95), "unit": "ms",
        "must": "<= 450", "ok": p95 <= 450, "on": on,
    }  # fmt: skip
    yield {
        "name": "e2e.settle_to_commit_p50", "value": round(score.percentile(0.5)), "unit": "ms",
        "must": None, "ok": None, "on": on,
    }  # fmt: skip
    for name, count, must in (
        ("e2e.wrong", score.wrong, 0),
        ("e2e.false_fouls", summary["infractions"], 0),
        ("e2e.questions", summary["questions"], None),
        ("e2e.said_aloud", score.announced, None),
    ):
        ok = None if must is None else count <= must
        yield {"name": name, "value": count, "unit": "", "must": must, "ok": ok, "on": on}
