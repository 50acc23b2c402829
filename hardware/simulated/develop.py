"""From the light in the lens to the picture delivered: defocus, exposure, noise, JPEG."""

from functools import lru_cache

import cv2
import numpy as np

from hardware.frame import Image
from hardware.simulated.scene import Conditions


def develop(light: Image, conditions: Conditions, rng: np.random.Generator) -> Image:
    """What the sensor and its software make of a clean picture."""
    image = light
    if conditions.blur_px > 0.2:
        image = _blurred(image, conditions.blur_px)
    if max(abs(step) for step in conditions.motion_px) >= 1:
        image = _smeared(image, conditions.motion_px)
    tone = _tone(conditions.exposure, conditions.white_balance, conditions.gamma, conditions.haze)
    image = np.asarray(cv2.LUT(image, tone), np.uint8)
    if conditions.saturation != 1.0:
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        mixed = cv2.addWeighted(image, conditions.saturation, grey, 1 - conditions.saturation, 0)
        image = np.asarray(mixed, np.uint8)
    if conditions.noise > 0:
        image = _grained(image, conditions.noise, rng)
    if conditions.sharpening > 0:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        gain = conditions.sharpening
        image = np.asarray(cv2.addWeighted(image, 1 + gain, soft, -gain, 0), np.uint8)
    if conditions.jpeg is not None:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, conditions.jpeg])[1]
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return image


def _blurred(image: Image, sigma: float) -> Image:
    side = 2 * round(2.2 * sigma + 0.5) + 1
    return np.asarray(cv2.GaussianBlur(image, (side, side), sigma), np.uint8)


def _smeared(image: Image, motion: tuple[float, float]) -> Image:
    reach = int(max(abs(motion[0]), abs(motion[1])))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    end = (round(reach + motion[0] / 2), round(reach + motion[1] / 2))
    start = (round(reach - motion[0] / 2), round(reach - motion[1] / 2))
    cv2.line(kernel, start, end, 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


@lru_cache(maxsize=64)
def _tone(exposure: float, balance: tuple[float, float, float], gamma: float, haze: float) -> Image:
    """Grey level to grey level, one column per channel."""
    level = (np.arange(256)[:, None] / 255) ** 2.2
    bright = level * exposure * np.array(balance[::-1])[None]
    # A soft shoulder keeps highlights from breaking off, as cameras do.
    rolled = np.where(bright > 0.8, 0.8 + 0.2 * np.tanh((bright - 0.8) / 0.2), bright)
    curve = np.clip(rolled, 0, 1) ** (gamma / 2.2) * (1 - haze) + 0.8 * haze
    return np.asarray(np.round(255 * curve)[None], np.uint8)


@lru_cache(maxsize=3)
def _grain(height: int, width: int) -> Image:
    """Noise around 128 with sigma 16, as a demosaiced sensor shows it."""
    rng = np.random.default_rng(36)
    field = rng.standard_normal((height + 64, width + 64, 3), np.float32)
    field = np.asarray(cv2.GaussianBlur(field, (3, 3), 0.55), np.float32)
    grey = field.mean(axis=2, keepdims=True)
    field = 0.5 * field + grey
    return np.asarray(np.clip(128 + 16 * field / field.std(), 0, 255), np.uint8)


def _grained(image: Image, sigma: float, rng: np.random.Generator) -> Image:
    height, width = image.shape[:2]
    top, left = (int(value) for value in rng.integers(0, 64, 2))
    grain = _grain(height, width)[top : top + height, left : left + width]
    share = sigma / 16
    return np.asarray(cv2.addWeighted(image, 1.0, grain, share, -128 * share), np.uint8)
