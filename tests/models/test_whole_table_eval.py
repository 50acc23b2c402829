"""Where dice stand is measured against where they were put."""

from dataclasses import replace

from models import whole_table_eval
from vision.observe import Eye

SIZE = (1280, 720)


def test_one_look_tells_what_stands_where():
    ((dice, false, found),) = whole_table_eval.looks(5, 1, SIZE)
    assert dice == whole_table_eval.DICE
    assert false == 0
    assert len(found) >= 0.97 * dice
    assert sum(one.named for one in found) >= 0.95 * dice
    assert max(one.away_mm for one in found) < 2.0


def test_what_stands_beside_its_place_is_measured_so(monkeypatch):
    honest = Eye.tracks.fget

    def moved(eye):
        return tuple(
            replace(track, x_mm=track.x_mm + (1000.0 if number == 0 else 3.0))
            for number, track in enumerate(honest(eye))
        )

    monkeypatch.setattr(Eye, "tracks", property(moved))
    ((dice, false, found),) = whole_table_eval.looks(5, 1, SIZE)
    away = sorted(one.away_mm for one in found)
    assert 2.0 < away[len(away) // 2] < 4.0
    assert false == 1
    assert len(found) < dice
