"""Everything that lies flat under the dice: tabletop, mat, tray, cards and other clutter."""

from functools import lru_cache
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from calibration.mat import Mat
from calibration.mat_picture import draw
from hardware.frame import Image
from hardware.simulated.clutter import flat_picture
from hardware.simulated.optics import Floats, Viewpoint, table_maps
from hardware.simulated.scene import Bead, Cloth, Clutter, Conditions, TableScene, Tabletop, Tray

_FLAT = {"card": 0.714, "sheet": 0.707, "token": 1.0, "keys": 1.0, "print": 0.711}
"""Things without height: how wide each is for its length."""

_TILE_PX = 640
_TILE_MM = {"wood": 0.8, "felt": 0.25, "paper": 0.4, "stone": 0.7, "fabric": 0.3, "plain": 1.0}
"""Millimetres per pixel of each cloth's tile."""

_FINEST_PX_PER_MM = 8.0


def paint_ground(scene: TableScene, view: Viewpoint) -> Image:
    """The flat things as the camera would see them in even light."""
    x, y = table_maps(view)
    image = _clothed(scene.tabletop, x, y)
    for thing in scene.clutter:
        if thing.shape == "sheet":
            _lay_clutter(image, thing, view)
    if scene.mat is not None:
        _lay_mat(image, scene.mat, view, x, y)
    if scene.tray is not None:
        _lay_tray(image, scene.tray, view, x, y)
    for thing in scene.clutter:
        if thing.shape != "sheet":
            _lay_clutter(image, thing, view)
    return image


def light_on_ground(view: Viewpoint, conditions: Conditions) -> Floats:
    """How bright the table is at every pixel, as a factor on encoded grey levels."""
    step = max(1, view.width // 160)
    small = view.resized(max(2, view.width // step), max(2, view.height // step))
    x, y = table_maps(small)
    light = light_at(conditions, x, y) * _vignette(small, conditions.vignette)
    factor = np.clip(light, 0, 4) ** np.float32(1 / 2.2)
    return np.asarray(
        cv2.resize(factor, (view.width, view.height), interpolation=cv2.INTER_CUBIC), np.float32
    )


def light_at(conditions: Conditions, x: Floats, y: Floats) -> Floats:
    """Linear light on the table at points in millimetres."""
    light = np.full_like(x, conditions.ambient)
    for lamp in conditions.lamps:
        square = (x - lamp.x_mm) ** 2 + (y - lamp.y_mm) ** 2
        light += (
            lamp.power
            * (1 + square / lamp.height_mm**2) ** -1.5
            * _lamp_gain(lamp.x_mm, lamp.y_mm, lamp.height_mm)
        )
    return light


def _lamp_gain(x_mm: float, y_mm: float, height_mm: float) -> float:
    """Makes a lamp's power its share at the middle of a table 400 mm wide."""
    return float((1 + ((x_mm - 200) ** 2 + (y_mm - 150) ** 2) / height_mm**2) ** 1.5)


def _vignette(view: Viewpoint, strength: float) -> Floats:
    v, u = np.mgrid[0 : view.height, 0 : view.width].astype(np.float32)
    far = ((u / view.width - 0.5) ** 2 + (v / view.height - 0.5) ** 2) * 2
    return np.asarray(1 - strength * 2 * far, np.float32)


def vignette_at(view: Viewpoint, strength: float, u: float, v: float) -> float:
    """The same factor at one pixel."""
    return 1 - strength * 4 * ((u / view.width - 0.5) ** 2 + (v / view.height - 0.5) ** 2)


def _noise(rng: np.random.Generator, wide: float, high: float, slope: float) -> Floats:
    """Noise that repeats at the tile's edges, with features about `wide` x `high` pixels."""
    down = np.fft.fftfreq(_TILE_PX)[:, None] * high
    over = np.fft.rfftfreq(_TILE_PX)[None, :] * wide
    size = (1 + (2 * pi) ** 2 * (down**2 + over**2)) ** (-slope / 2)
    phase = rng.uniform(0, 2 * pi, size.shape)
    field = np.fft.irfft2(size * np.exp(1j * phase), (_TILE_PX, _TILE_PX))
    field -= field.mean()
    return np.asarray(field / (field.std() + 1e-9), np.float32)


@lru_cache(maxsize=96)
def _tile(cloth: Cloth, grain: int) -> Image:
    """One tile of a cloth in grey: 128 is its own colour."""
    rng = np.random.default_rng((grain, len(cloth)))
    if cloth == "wood":
        rows = np.arange(_TILE_PX, dtype=np.float32)[:, None] / _TILE_PX
        rings = np.sin(2 * pi * (rows * rng.integers(5, 14) + 0.45 * _noise(rng, 260, 40, 4)))
        grey = 20 * rings + 14 * _noise(rng, 60, 1.2, 2) + 8 * _noise(rng, 300, 60, 4)
    elif cloth == "felt":
        grey = 9 * _noise(rng, 1.5, 1.5, 2) + 6 * _noise(rng, 60, 60, 4)
    elif cloth == "paper":
        grey = 2 * _noise(rng, 2, 2, 2) + 3 * _noise(rng, 160, 160, 4)
    elif cloth == "stone":
        veins = np.abs(_noise(rng, 60, 60, 3))
        grey = 22 * _noise(rng, 40, 40, 2.6) + 8 * _noise(rng, 1, 1, 1) - 26 * np.exp(-veins * 14)
    elif cloth == "fabric":
        v, u = np.mgrid[0:_TILE_PX, 0:_TILE_PX].astype(np.float32)
        period = float(rng.choice([4, 5, 8, 10]))
        weave = np.sin(2 * pi * u / period) * np.sin(2 * pi * v / period)
        grey = 12 * weave + 7 * _noise(rng, 2, 2, 2) + 6 * _noise(rng, 90, 90, 4)
    else:
        grey = 3 * _noise(rng, 200, 200, 4)
    return np.asarray(np.clip(128 + grey, 0, 255), np.uint8)


def _clothed(top: Tabletop, x: Floats, y: Floats) -> Image:
    """A cloth under every pixel of the maps (mm)."""
    turn = 0.6 * (top.grain % 11)
    per_mm = 1 / _TILE_MM[top.cloth] / top.scale
    over = (x * cos(turn) + y * sin(turn)) * np.float32(per_mm)
    down = (y * cos(turn) - x * sin(turn)) * np.float32(per_mm)
    tile = _tile(top.cloth, top.grain)
    grey = cv2.remap(tile, over, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    swing = (np.arange(256, dtype=np.float32)[:, None] - 128) / 128 * (2 * top.contrast)
    own = np.array(top.colour[::-1], np.float32)[None]
    ramp = np.clip(own * (1 + swing * np.array([1.15, 1.0, 0.9], np.float32)), 0, 255)
    image = np.asarray(cv2.applyColorMap(grey, ramp.astype(np.uint8)[:, None]), np.uint8)
    if top.pattern is not None:
        _print_pattern(
            image,
            top,
            over * np.float32(_TILE_MM[top.cloth]),
            down * np.float32(_TILE_MM[top.cloth]),
        )
    return image


def _print_pattern(image: Image, top: Tabletop, x: Floats, y: Floats) -> None:
    """Dots, stripes or checks on a cloth."""
    step = np.float32(top.pattern_mm)
    across, down = x / step, y / step
    if top.pattern == "dots":
        down_row = np.floor(down)
        shift = across + 0.5 * (down_row % 2)
        apart = np.hypot(shift - np.floor(shift) - 0.5, down - down_row - 0.5)
        inside = apart < 0.22
    elif top.pattern == "stripes":
        inside = across - np.floor(across) < 0.35
    else:
        inside = (np.floor(across) + np.floor(down)) % 2 < 0.5
    second = np.array(top.second[::-1], np.float32)
    image[inside] = (image[inside] * 0.15 + second * 0.85).astype(np.uint8)


def _lay_mat(image: Image, mat: Mat, view: Viewpoint, x: Floats, y: Floats) -> None:
    wanted = view.scale_at(mat.width / 2, mat.height / 2) * 1.2
    per_mm = min(_FINEST_PX_PER_MM, max(1.0, round(wanted * 2) / 2))
    picture = mat_picture(mat, per_mm)
    cv2.remap(
        picture,
        x * np.float32(per_mm) - np.float32(0.5),
        y * np.float32(per_mm) - np.float32(0.5),
        cv2.INTER_LINEAR,
        dst=image,
        borderMode=cv2.BORDER_TRANSPARENT,
    )


@lru_cache(maxsize=4)
def mat_picture(mat: Mat, per_mm: float) -> Image:
    """The mat from above at `per_mm` pixels per millimetre."""
    large = _drawn(mat, 4.0 if per_mm <= 4 else _FINEST_PX_PER_MM)
    size = (round(mat.width * per_mm), round(mat.height * per_mm))
    return np.asarray(cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=6)
def _drawn(mat: Mat, per_mm: float) -> Image:
    return draw(mat, per_mm)


def _lay_tray(image: Image, tray: Tray, view: Viewpoint, x: Floats, y: Floats) -> None:
    """A tray: its floor on the table, its rim raised, lighter on top and dark inside."""
    half = np.array([tray.width_mm / 2, tray.depth_mm / 2])
    middle = np.array([tray.x_mm, tray.y_mm])
    outer = _quad(middle, half + tray.rim_mm * 0.6, 0.0)
    inner = _quad(middle, half, 0.0)
    floor = _clothed(Tabletop(tray.floor, tray.floor_colour, grain=3), x, y)
    own = np.array(tray.colour[::-1], np.float32)
    mask = _filled(image.shape[:2], view.on_table(inner))
    rim_top = view.on_table(outer, tray.rim_mm)
    rim_hole = view.on_table(inner, tray.rim_mm)
    cv2.fillPoly(image, [_subpixel(view.on_table(outer))], (own * 0.55).tolist(), cv2.LINE_AA, 4)
    cv2.fillPoly(image, [_subpixel(rim_top)], own.tolist(), cv2.LINE_AA, 4)
    cv2.fillPoly(image, [_subpixel(rim_hole)], (own * 0.5).tolist(), cv2.LINE_AA, 4)
    shown = cv2.bitwise_and(mask, _filled(image.shape[:2], rim_hole))
    blur = max(1.0, tray.rim_mm * view.scale_at(tray.x_mm, tray.y_mm) * 0.25)
    soft = cv2.GaussianBlur(shown, (0, 0), blur).astype(np.float32) / 255
    shade = (0.55 + 0.45 * np.clip(soft * 1.15, 0, 1))[:, :, None]
    np.copyto(image, (floor * shade).astype(np.uint8), where=(shown > 127)[:, :, None])


def _filled(shape: tuple[int, ...], outline: Floats) -> Image:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [_subpixel(outline)], 255, cv2.LINE_AA, 4)
    return mask


def _subpixel(outline: Floats) -> NDArray[np.int32]:
    """Points as OpenCV wants them drawn with four fractional bits."""
    return np.asarray(np.clip(outline * 16, -400_000, 400_000), np.int32)


def _quad(middle: NDArray[np.float64], half: NDArray[np.float64], yaw: float) -> Floats:
    turn = np.array([[cos(yaw), -sin(yaw)], [sin(yaw), cos(yaw)]])
    own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return np.asarray(own @ turn.T + middle, np.float32)


def _lay_clutter(image: Image, thing: Clutter, view: Viewpoint) -> None:
    middle = np.array([thing.x_mm, thing.y_mm])
    rng = np.random.default_rng(thing.grain)
    own = tuple(float(value) for value in thing.colour[::-1])
    dim = tuple(value * 0.6 for value in own)
    scale = view.scale_at(thing.x_mm, thing.y_mm)
    if thing.shape in _FLAT:
        ratio = _FLAT[thing.shape]
        half = np.array([thing.size_mm * ratio, thing.size_mm]) / 2
        _shade(image, view.on_table(_quad(middle + 0.6, half, thing.yaw)), 0.25, scale * 1.2)
        _lay_picture(image, flat_picture(thing, rng), view.on_table(_quad(middle, half, thing.yaw)))
    elif thing.shape == "coin":
        turn = np.linspace(0, 2 * pi, 36)
        round_edge = np.column_stack([np.cos(turn), np.sin(turn)]) * thing.size_mm / 2 + middle
        _shade(image, view.on_table(round_edge + 1.0), 0.45, scale * 1.0)
        cv2.fillPoly(image, [_subpixel(view.on_table(round_edge, 1.5))], dim, cv2.LINE_AA, 4)
        inside = (round_edge - middle) * 0.86 + middle
        cv2.fillPoly(image, [_subpixel(view.on_table(inside, 1.6))], own, cv2.LINE_AA, 4)
    elif thing.shape == "box":
        half = np.array([0.5, 0.35]) * thing.size_mm
        low, high = _quad(middle, half, thing.yaw), _quad(middle, half * 0.98, thing.yaw)
        _shade(image, view.on_table(low + 4.0), 0.5, scale * 3)
        rise = thing.size_mm * 0.2
        hull = cv2.convexHull(np.vstack([view.on_table(low), view.on_table(high, rise)]))
        cv2.fillPoly(image, [_subpixel(hull[:, 0])], dim, cv2.LINE_AA, 4)
        _lay_picture(image, flat_picture(thing, rng), view.on_table(high, rise))
    elif thing.shape == "gem":
        _lay_gem(image, thing, view, rng)
    else:
        _lay_line(image, thing, view, rng, scale)


def lay_bead(image: Image, bead: Bead, view: Viewpoint, conditions: Conditions) -> None:
    """A bead on the lit table: a dark rim, glass that is brighter where light leaves it."""
    middle = np.array([bead.x_mm, bead.y_mm])
    turn = np.linspace(0, 2 * pi, 36)
    edge = np.column_stack([np.cos(turn), np.sin(turn)]) * bead.size_mm / 2
    light = light_at(conditions, middle[:1], middle[1:])[0] ** (1 / 2.2)
    own = np.array(bead.colour[::-1], np.float64) * min(1.2, float(light))
    _shade(image, view.on_table(edge + middle + 1.0), 0.45, view.scale_at(*middle))
    for share, height, tone in ((1.0, 1.0, 0.6), (0.88, 2.0, 0.9), (0.55, 3.5, 1.1)):
        ring = view.on_table(edge * share + middle + (0.0 if share > 0.6 else 0.8), height)
        cv2.fillPoly(image, [_subpixel(ring)], np.clip(own * tone, 0, 255).tolist(), cv2.LINE_AA, 4)
    gleam = view.on_table(edge * 0.16 + middle - 0.22 * bead.size_mm, 4.0)
    cv2.fillPoly(image, [_subpixel(gleam)], (240, 240, 240), cv2.LINE_AA, 4)


def _lay_gem(image: Image, thing: Clutter, view: Viewpoint, rng: np.random.Generator) -> None:
    """A die with another number of faces: eight, ten, twelve or twenty, with a numeral on top."""
    points = _gem_points(int(rng.choice([4, 8, 12, 20])), rng)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    world = points @ turn.T * thing.size_mm / 2
    world[:, 2] -= world[:, 2].max()
    world[:, :2] += [thing.x_mm, thing.y_mm]
    hull = cv2.convexHull(view.on_table(world[:, :2] * 1.0))[:, 0]
    _shade(image, hull, 0.55, view.scale_at(thing.x_mm, thing.y_mm) * 1.2)
    own = np.array(thing.colour[::-1], np.float64)
    ink = (245, 245, 245) if own.mean() < 130 else (20, 20, 20)
    seen = view.project(world)
    facets = _facets(points)
    facets.sort(key=lambda facet: -world[list(facet), 2].mean())
    for facet in facets:
        corners = world[list(facet)]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        bright = 0.45 + 0.6 * abs(normal[2]) / (np.linalg.norm(normal) + 1e-9)
        tone = np.clip(own * bright * rng.uniform(0.85, 1.15), 0, 255).tolist()
        cv2.fillPoly(image, [_subpixel(seen[list(facet)])], tone, cv2.LINE_AA, 4)
        middle = seen[list(facet)].mean(axis=0)
        size = float(np.ptp(seen[list(facet)][:, 0])) / 70
        text, heavy = str(int(rng.integers(1, 21))), max(1, round(size * 2.5))
        at = (int(middle[0] - 9 * size * len(text)), int(middle[1] + 9 * size))
        if size < max(image.shape):  # a facet that runs behind the camera has no end
            cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, heavy, cv2.LINE_AA)


def _gem_points(faces: int, rng: np.random.Generator) -> Floats:
    """The corners of a solid, about 1 from its middle."""
    golden = (1 + 5**0.5) / 2
    if faces == 4:
        return np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / 1.7
    if faces == 8:
        return np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1.0]])
    icosahedron = [
        np.roll([0, one, two * golden], turn) / 1.902
        for one in (-1, 1)
        for two in (-1, 1)
        for turn in range(3)
    ]
    points = np.array(icosahedron)
    if faces == 20:
        return points
    return points * rng.uniform(0.7, 1.0, (len(points), 1))


def _facets(points: Floats) -> list[tuple[int, ...]]:
    """The triangles of the points' convex hull."""
    return [tuple(int(index) for index in facet) for facet in ConvexHull(points).simplices]


def _lay_line(
    image: Image, thing: Clutter, view: Viewpoint, rng: np.random.Generator, scale: float
) -> None:
    """A pen or a cable: a thick line with a highlight along it."""
    along = np.linspace(-0.5, 0.5, 24)
    bend = np.zeros(24)
    if thing.shape == "cable":
        bend = 0.25 * np.sin(along * rng.uniform(3, 9) + rng.uniform(0, 6)) * rng.uniform(0.4, 1)
    own = np.column_stack([along, bend]) * thing.size_mm
    turn = np.array([[cos(thing.yaw), -sin(thing.yaw)], [sin(thing.yaw), cos(thing.yaw)]])
    line = own @ turn.T + [thing.x_mm, thing.y_mm]
    thick = max(1, round(scale * (9 if thing.shape == "pen" else 5)))
    colour = np.array(thing.colour[::-1], np.float64)
    for shift, share, width in (
        (2.5, 0.0, 1.0),
        (0.0, 0.7, 1.0),
        (-0.8, 1.0, 0.6),
        (-1.4, 1.35, 0.15),
    ):
        drawn = _subpixel(view.on_table(line + shift, 4.0 if share else 0.0))
        width_px = max(1, round(thick * width))
        if share:
            tone = np.clip(colour * share, 0, 255).tolist()
            cv2.polylines(
                image,
                [drawn],
                isClosed=False,
                color=tone,
                thickness=width_px,
                lineType=cv2.LINE_AA,
                shift=4,
            )
        else:
            mask = np.zeros(image.shape[:2], np.uint8)
            cv2.polylines(
                mask,
                [drawn],
                isClosed=False,
                color=110,
                thickness=width_px,
                lineType=cv2.LINE_AA,
                shift=4,
            )
            _darken(image, mask, scale * 1.5)


def _shade(image: Image, outline: Floats, strength: float, blur: float) -> None:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [_subpixel(outline)], 255 * strength, cv2.LINE_AA, 4)
    _darken(image, mask, blur)


def _darken(image: Image, mask: Image, blur: float) -> None:
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return
    pad = int(3 * blur) + 2
    rows = slice(max(0, top - pad), top + height + pad)
    columns = slice(max(0, left - pad), left + width + pad)
    soft = cv2.GaussianBlur(mask[rows, columns], (0, 0), max(0.3, blur))
    part = image[rows, columns]
    part[:] = cv2.multiply(part, cv2.merge([255 - soft] * 3), scale=1 / 255)


def _lay_picture(image: Image, picture: Image, corners: Floats) -> None:
    high, wide = picture.shape[:2]
    start = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    left, top = np.floor(corners.min(axis=0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 2
    left, top = max(0, left), max(0, top)
    right, bottom = min(image.shape[1], right), min(image.shape[0], bottom)
    if right <= left or bottom <= top:
        return
    warp = cv2.getPerspectiveTransform(start, corners - np.array([left, top], np.float32))
    cv2.warpPerspective(
        picture,
        warp,
        (right - left, bottom - top),
        dst=(part := np.ascontiguousarray(image[top:bottom, left:right])),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    image[top:bottom, left:right] = part
