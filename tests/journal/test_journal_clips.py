"""The last minute around a dispute: bounded while it is kept, whole where it is shown."""

import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.frame_ring import FrameRing, even_pace
from hardware.frame import Frame
from rules.journal import Draft, Journal, JournalError, Picture, clip_of, clips
from rules.journal.clips import MEDIA, pictures_of, write_avi
from ui.app.clips import AFTERWARDS_S, ClipKeeper
from ui.app.game_page import write_page

sys.path.insert(0, str(Path(__file__).parent.parent / "track"))
from pebbles import PebblesGame


def page_of(journal):
    return write_page(journal, PebblesGame())


def frame(seconds, size=(320, 180), seed=0):
    noise = np.random.default_rng(seed).integers(0, 255, (size[1], size[0], 3))
    return Frame(noise.astype(np.uint8), seconds, 1_800_000_000 + seconds, round(seconds * 10), "x")


def jpeg(shade):
    return cv2.imencode(".jpg", np.full((90, 160, 3), shade, np.uint8))[1].tobytes()


def test_a_film_is_read_by_opencv_and_gives_its_pictures_back(tmp_path):
    pictures = [jpeg(shade) for shade in (10, 60, 110, 160, 210)]
    film = write_avi(pictures, 3.0, (160, 90))
    assert list(pictures_of(film)) == pictures
    (tmp_path / "film.avi").write_bytes(film)
    player = cv2.VideoCapture(str(tmp_path / "film.avi"))
    shades = []
    while (got := player.read())[0]:
        shades.append(round(float(got[1].mean())))
    assert player.get(cv2.CAP_PROP_FPS) == pytest.approx(3.0)
    assert shades == pytest.approx([10, 60, 110, 160, 210], abs=4)


def test_what_is_no_film_has_no_pictures():
    assert list(pictures_of(b"RIFF but nothing more")) == []
    assert list(pictures_of(b"")) == []


def test_the_ring_forgets_what_is_older_than_a_minute():
    ring = FrameRing(seconds=60.0)
    for second in range(100):
        ring.keep(frame(float(second), (64, 36)))
    assert [kept.monotonic for kept in ring.kept()] == [float(n) for n in range(39, 100)]


def test_the_ring_never_holds_more_bytes_than_it_may():
    ring = FrameRing(most_bytes=200_000)
    for number in range(30):
        ring.keep(frame(number / 3, seed=number))
        assert ring.bytes <= 200_000
        assert ring.bytes == sum(len(kept.picture) for kept in ring.kept())
    assert len(ring) > 2


def test_where_the_camera_was_away_the_last_picture_stays():
    ring = FrameRing()
    for second in (0.0, 1.0, 5.0):
        ring.keep(frame(second, seed=int(second)))
    first, second, last = (kept.picture for kept in ring.kept())
    assert even_pace(ring.kept(), 1.0) == (first, second, second, second, second, last)


def test_a_film_holds_the_time_before_the_dispute_and_some_after():
    keeper = ClipKeeper(FrameRing(seconds=10.0, per_second=2.0))
    for number in range(41):
        keeper.see(frame(number / 2, seed=number))
        if number == 30:
            keeper.dispute(7, 15.0)
        while keeper._told.qsize() > 4:  # a test is faster than any camera
            pass
    keeper.finish()
    (film,) = keeper.films()
    assert (film.entry, film.picture.media) == (7, MEDIA)
    seconds = len(list(pictures_of(film.picture.content))) / 2.0
    assert seconds == pytest.approx(10.0, abs=1.0)
    assert AFTERWARDS_S == 5.0


def test_the_end_of_a_session_cuts_what_is_still_open():
    keeper = ClipKeeper()
    keeper.see(frame(0.0))
    keeper.dispute(3, 0.0)
    keeper.finish()
    assert [film.entry for film in keeper.films()] == [3]


@pytest.fixture
def disputed():
    """A record with a foul, and its clip that arrived later."""
    journal = Journal.in_memory("pebbles", {})
    journal.append(Draft(kind="foul", facts={"number": 1, "text": "a die too many"}))
    film = write_avi([jpeg(shade) for shade in range(40, 240, 5)], 3.0, (160, 90))
    facts = {"text": "clip of entry 2", "about": 2}
    journal.append(Draft(kind="note", facts=facts), [Picture("entry-2.avi", MEDIA, film)])
    return journal


def test_a_clip_is_found_by_the_entry_it_is_about_and_by_its_own(disputed):
    (clip,) = clips(disputed)
    assert clip.about.facts["text"] == "a die too many"
    assert clip_of(disputed, 2) == clip_of(disputed, 3) == clip
    assert clip_of(disputed, 1) is None


def test_the_page_shows_the_film_and_pictures_of_it_where_there_is_no_encoder(
    disputed, monkeypatch
):
    assert page_of(disputed).count('src="data:video/webm;base64,') == 1
    monkeypatch.setattr("ui.app.game_page.webm_of", lambda _film: None)
    assert "12 of the clip's 40 pictures" in page_of(disputed)
    assert len(re.findall("data:image/jpeg", page_of(disputed))) == 12


def test_a_lost_clip_is_said(disputed):
    (clip,) = clips(disputed)
    disputed._database.execute("UPDATE picture SET content = x'00'")
    with pytest.raises(JournalError, match="lost or changed"):
        disputed.picture(clip.named.sha256)
