import cv2
import numpy as np
import pytest

from hardware.cameras.open import open_camera
from hardware.frame import CameraError


@pytest.fixture
def clip(tmp_path):
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (160, 120))
    for shade in (40, 120, 200):
        image = np.zeros((120, 160, 3), np.uint8)
        image[:, :80] = shade
        writer.write(image)
    writer.release()
    return path


def test_a_clip_gives_every_frame_in_its_turn_with_its_own_times_and_then_ends(clip):
    with open_camera(str(clip), paced=False) as camera:
        frames = [camera.read(), camera.read(), camera.read()]
        assert camera.read() is None
    shades = [round(float(frame.image[:, :70].mean()), -1) for frame in frames]
    assert shades == [40, 120, 200]
    gaps = np.diff([frame.monotonic for frame in frames])
    assert np.allclose(gaps, 0.05, atol=0.002)


def test_a_paced_clip_plays_at_its_own_speed(clip):
    with open_camera(str(clip)) as camera:
        first, last = camera.read(), (camera.read(), camera.read())[-1]
    assert last.wall - first.wall >= 0.09


def test_a_picture_is_one_frame(tmp_path):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((90, 160, 3), 77, np.uint8))
    with open_camera(str(path)) as camera:
        frame = camera.read()
        assert frame is not None
        assert frame.image.shape == (90, 160, 3)
        assert np.array_equal(camera.still().image, frame.image)
        assert camera.read() is None


def test_a_file_that_is_no_clip_is_one_clear_sentence(tmp_path):
    path = tmp_path / "notes.mp4"
    path.write_text("not a clip")
    with pytest.raises(CameraError, match=r"notes.mp4' cannot be read: give a video"):
        open_camera(str(path)).__enter__()


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("no-such.mp4", "There is no clip or picture 'no-such.mp4'"),
        ("ftp://table/clip", "of no kind known here"),
        ("rtsp:/one-slash", "There is no clip"),
    ],
)
def test_a_word_that_means_no_camera_is_answered_with_the_kinds_there_are(spec, said):
    with pytest.raises(CameraError, match=said) as caught:
        open_camera(spec)
    assert "a number such as 0" in str(caught.value)


def test_a_camera_number_that_is_not_there_is_told_at_once():
    with pytest.raises(CameraError, match="There is no camera 63"):
        open_camera("63").__enter__()
