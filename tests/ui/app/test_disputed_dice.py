"""The dice of a question or foul are marked on the mat and boxed in the picture."""

from dataclasses import replace

import msgspec
import numpy as np

from hardware.frame import Frame
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.app.pictures import DISPUTED, closeup, disputed_die, thumbnail_of
from ui.screens.app import DiceRefApp
from ui.widgets.thumbnail import Thumbnail
from vision.sighting import Candidate, Observation, Sighting

WHERE = "Thor: Ana's reserve, now Ana's field"
FACES = {"thor": [f"Thor: {n}" for n in range(6)]}


def die(track, left, *, zone="field"):
    corners = ((left, 500.0), (left + 60, 500.0), (left + 60, 560.0), (left, 560.0))
    return Sighting(
        track, 0.0, 0.0, 0.0, zone, 0, 9.0, cocked=False, corners=corners,
        likelihood={Candidate("thor", 2): -0.01},
    )  # fmt: skip


FRAME = Frame(np.full((1080, 1920, 3), 90, np.uint8), 1.0, 1.0, 1, "test")
SEEN = Observation(1.0, 1.0, 1, still=True, hands=False, dice=(die(1, 300.0), die(2, 1500.0)))


def boxes(picture):
    """How many pixels are of the colour of a box."""
    return int((picture == np.array(DISPUTED)).all(axis=2).sum())


def test_only_the_disputed_die_is_boxed_in_the_picture():
    assert boxes(thumbnail_of(FRAME, FRAME, SEEN, FACES)) == 0
    picture = thumbnail_of(FRAME, FRAME, SEEN, FACES, boxed={2})
    assert boxes(picture) > 0
    assert boxes(picture[:, :96]) == 0


def test_it_is_shown_from_near_with_what_lies_around_it():
    picture = closeup(FRAME, SEEN, {2})
    assert picture.shape[1] > picture.shape[0] * 0.8
    assert boxes(picture) > 100
    assert closeup(FRAME, SEEN, {7}) is None


def test_a_die_at_the_edge_of_the_picture_is_shown_too():
    seen = replace(SEEN, dice=(die(3, 1890.0),))
    assert boxes(closeup(FRAME, seen, {3})) > 0


def text(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def with_a_foul():
    disputed = (disputed_die(die(2, 1500.0), FACES, "✖"),)
    model = tables.foul()
    foul = msgspec.structs.replace(model.fouls[0], dice=(WHERE,))
    return replace(
        model, fouls=(foul,), disputed=disputed,
        closeup=closeup(FRAME, SEEN, {2}), thumbnail=thumbnail_of(FRAME, FRAME, SEEN, FACES),
    )  # fmt: skip


async def test_the_die_of_a_foul_is_marked_on_the_mat_and_its_places_are_told():
    app = DiceRefApp(ReplayedSource([with_a_foul()]))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "✖ Thor" in text(app)
        assert WHERE in text(app)


async def test_c_during_a_foul_shows_the_die_large():
    for size in ((80, 24), (100, 30), (200, 60)):
        app = DiceRefApp(ReplayedSource([with_a_foul()]))
        async with app.run_test(size=size) as pilot:
            await pilot.press("c")
            await pilot.pause()
            picture = app.screen.query_one(Thumbnail)
            assert picture.size.width >= size[0] // 3
            assert picture.size.height >= 5
            assert picture.image.shape == closeup(FRAME, SEEN, {2}).shape
