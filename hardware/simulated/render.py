"""A scene and a camera in, a picture and its truth out."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from hardware.simulated.develop import develop
from hardware.simulated.finish import GAMMA, Beam, Light, body_colour, clear_body, lit, paper
from hardware.simulated.ground import (
    lay_bead,
    light_at,
    light_on_ground,
    paint_ground,
    vignette_at,
)
from hardware.simulated.hands import cast_hand_shadow, lay_hand
from hardware.simulated.optics import Floats, Viewpoint
from hardware.simulated.outlines import outline_of
from hardware.simulated.printed_faces import size_for
from hardware.simulated.scene import Bead, Conditions, DieBody, Point, TableScene, TrueDie
from hardware.simulated.solid import (
    FACE_AXES,
    Pose,
    RayHits,
    all_corners,
    face_corners,
    meet_cut,
    meet_rays,
    norm,
    pose,
)

Box: TypeAlias = tuple[int, int, int, int]

Lying: TypeAlias = tuple[tuple[DieBody, ...], tuple[Bead, ...]]
"""What a picture of the table was made of, hands aside."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """What a die takes from the light on the table: a patch of factors (255 keeps all)."""

    left: int
    top: int
    keeps: Image


@dataclass(frozen=True, slots=True)
class Sprite:
    """One die as seen: a patch of the picture, how opaque it is, and its truth."""

    left: int
    top: int
    colour: Image  # premultiplied by opacity
    opacity: Image  # one channel
    shadows: tuple[Shadow, ...]
    outline_px: int
    truth: TrueDie
    distance: float


@dataclass(frozen=True, slots=True, eq=False)
class SensorExposure:
    """A picture in the lens, and which die shows at each of its pixels (counted from one)."""

    image: Image
    sprites: tuple[Sprite, ...]
    numbers: NDArray[np.uint16]

    def truths(self) -> tuple[TrueDie, ...]:
        """What the picture shows of every die, in the scene's order."""
        seen = np.bincount(self.numbers.ravel(), minlength=len(self.sprites) + 1)
        return tuple(
            replace(
                sprite.truth,
                visible=float(seen[number]) / max(1, sprite.outline_px),
                top=_shown(self.numbers, number, sprite.truth.corners),
            )
            for number, sprite in enumerate(self.sprites, start=1)
        )


class Painter:
    """Draws scenes for one camera in one light, keeping what did not change.

    The flat background and the picture of each die are kept: a frame in which one die moved
    costs that one die.
    """

    def __init__(self, view: Viewpoint, conditions: Conditions) -> None:
        self.view = view
        self.conditions = conditions
        self._ground: tuple[TableScene, Image] | None = None
        self._sprites: OrderedDict[DieBody, Sprite] = OrderedDict()
        self._table: tuple[Lying, Image, NDArray[np.uint16], list[Sprite]] | None = None

    def light(self, scene: TableScene) -> SensorExposure:
        """The picture in the lens, before defocus and sensor."""
        table, numbers, sprites = self._dice_on_table(scene)
        image = table.copy()
        if scene.hands:
            numbers = numbers.copy()
        for hand in scene.hands:
            cast_hand_shadow(image, hand, self.view, self.conditions)
        for hand in scene.hands:
            lay_hand(image, numbers, hand, self.view)
        return SensorExposure(image, tuple(sprites), numbers)

    def _dice_on_table(self, scene: TableScene) -> tuple[Image, NDArray[np.uint16], list[Sprite]]:
        ground = self._lit_ground(scene)
        lying = (scene.bodies, scene.beads)
        if self._table is not None and self._table[0] == lying:
            return self._table[1:]
        sprites = [self._sprite(body) for body in scene.bodies]
        order = sorted(enumerate(sprites, start=1), key=_depth, reverse=True)
        image = ground.copy()
        for bead in scene.beads:
            lay_bead(image, bead, self.view, self.conditions)
        numbers = np.zeros(image.shape[:2], np.uint16)
        for _, sprite in order:
            if not _stacked(sprite):
                _cast(image, sprite.shadows)
        for number, sprite in order:
            if _stacked(sprite):
                _cast(image, sprite.shadows)
            _paste(image, numbers, sprite, number)
        self._table = (lying, image, numbers, sprites)
        return self._table[1:]

    def _lit_ground(self, scene: TableScene) -> Image:
        flat = replace(scene, bodies=(), beads=(), hands=())
        if self._ground is None or self._ground[0] != flat:
            drawn = paint_ground(flat, self.view)
            light = light_on_ground(self.view, self.conditions)
            factor = cv2.merge([light, light, light])
            image = np.asarray(cv2.multiply(drawn, factor, dtype=cv2.CV_8U), np.uint8)
            self._ground = (flat, image)
            self._table = None
        return self._ground[1]

    def _sprite(self, body: DieBody) -> Sprite:
        kept = self._sprites.get(body)
        if kept is None:
            kept = self._sprites[body] = draw_die(body, self.view, self.conditions)
            if len(self._sprites) > 240:
                self._sprites.popitem(last=False)
        else:
            self._sprites.move_to_end(body)
        return kept


def render(
    scene: TableScene, camera: Viewpoint, conditions: Conditions, rng: np.random.Generator
) -> tuple[Image, tuple[TrueDie, ...]]:
    """One picture of a scene and the truth about every die in it, in the scene's order."""
    exposure = Painter(camera, conditions).light(scene)
    return develop(exposure.image, conditions, rng), exposure.truths()


def draw_die(body: DieBody, view: Viewpoint, conditions: Conditions) -> Sprite:
    """Draw one die by following the rays of every pixel that could show it."""
    lie = pose(body)
    left, top, right, bottom = _around(view.project(all_corners(lie)), view)
    light = _traced(body, view, conditions, (left, top, right, bottom))
    share = light[:, :, 3:]
    colour = np.clip(light[:, :, :3] / np.maximum(share, 1e-3), 0, 1) ** np.float32(1 / GAMMA)
    opacity = np.asarray(np.round(share[:, :, 0] * 255), np.uint8)
    return Sprite(
        left,
        top,
        np.asarray(np.round(colour * share * 255), np.uint8),
        opacity,
        tuple(_shadows(body, lie, view, conditions)),
        int((opacity > 127).sum()),
        _truth(body, view, _box(opacity, left, top)),
        float((lie.middle - view.eye) @ view.axes[2]),
    )


def put_down(patch: Image, sprite: Sprite, left: int, top: int) -> None:
    """Paint a die and its shadows on a patch whose corner lies there in the picture."""
    moved = replace(
        sprite,
        left=sprite.left - left,
        top=sprite.top - top,
        shadows=tuple(replace(s, left=s.left - left, top=s.top - top) for s in sprite.shadows),
    )
    _cast(patch, moved.shadows)
    _paste(patch, np.zeros(patch.shape[:2], np.uint16), moved, 1)


def _around(hull: Floats, view: Viewpoint) -> Box:
    """The pixels a die may cover, not too far outside: there lenses bend it beyond measure."""
    far = max(view.width, view.height)
    low = np.maximum(np.floor(hull.min(axis=0)) - 1, -far)
    high = np.minimum(np.ceil(hull.max(axis=0)) + 2, [view.width + far, view.height + far])
    left, top = (int(value) for value in low)
    right, bottom = (int(value) for value in np.maximum(high, low + 1))
    return left, top, right, bottom


def _traced(body: DieBody, view: Viewpoint, conditions: Conditions, box: Box) -> Floats:
    """Linear light and opacity (4 channels) of a box of pixels, several rays to each."""
    lie = pose(body)
    side_px = view.scale_at(body.x_mm, body.y_mm, -float(lie.middle[2])) * body.kind.size_mm
    fine = 3 if side_px < 30 else 2
    left, top, right, bottom = box
    wide, high = (right - left) * fine, (bottom - top) * fine
    u = left + (np.arange(wide, dtype=np.float32) + 0.5) / fine - 0.5
    v = top + (np.arange(high, dtype=np.float32) + 0.5) / fine - 0.5
    grid_u, grid_v = np.meshgrid(u, v)
    own = lie.turn.T
    way = (own @ view.axes.T) @ view.rays(grid_u.ravel(), grid_v.ravel())
    eye = own @ (view.eye - lie.middle)
    outline = outline_of(body.kind.shape)
    hits = (
        meet_rays(eye, way, lie.half, body.material.bevel * lie.half)
        if outline is None
        else meet_cut(eye, way, lie.half, outline)
    )
    light = np.zeros((high * wide, 4), np.float32)
    if hits is not None:
        dim = _dimmed(lie, view, conditions)
        prints = size_for(side_px * fine)
        light[hits.which, :3] = dim * _seen(body, lie, conditions, hits, eye=eye, px=prints).T
        light[hits.which, 3] = 1
    size = (right - left, bottom - top)
    small = cv2.resize(light.reshape(high, wide, 4), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _dimmed(lie: Pose, view: Viewpoint, conditions: Conditions) -> float:
    pixel = view.project(lie.middle[None])[0]
    return vignette_at(view, conditions.vignette, float(pixel[0]), float(pixel[1]))


def _seen(
    body: DieBody, lie: Pose, conditions: Conditions, hits: RayHits, *, eye: Floats, px: int
) -> Floats:
    """The light from the points where the die was met; its print is drawn at `px` pixels."""
    sight = hits.point - eye[:, None]
    sight /= norm(sight)
    colour, ink = paper(hits, body.kind, px)
    if body.material.finish == "translucent":
        colour = clear_body(hits, body.kind, px, sight=sight, colour=colour, ink=ink)
    else:
        colour = body_colour(hits, lie.half, body.material, colour, ink)
    upright = lie.turn.T @ np.array([0, 0, -1], np.float32)
    lift = (upright @ hits.point - lie.middle[2] - body.base_mm) / (2 * lie.half)
    light = Light(tuple(_beams(lie, conditions)), conditions.ambient, upright)
    return lit(hits, colour, ink, body.material, lie.half, sight=sight, lift=lift, light=light)


def _beams(lie: Pose, conditions: Conditions) -> Iterator[Beam]:
    x, y = np.array([lie.middle[0]]), np.array([lie.middle[1]])
    for lamp in conditions.lamps:
        gap = np.array([lamp.x_mm, lamp.y_mm, -lamp.height_mm], np.float32) - lie.middle
        far = float(np.sqrt(gap @ gap))
        level = float(light_at(replace(conditions, lamps=(lamp,), ambient=0.0), x, y)[0])
        steep = max(0.15, -float(gap[2]) / far)
        towards = lie.turn.T @ (gap / far)
        yield Beam(towards.astype(np.float32), level / steep, lamp.size_mm / 2 / far)


def _shadows(body: DieBody, lie: Pose, view: Viewpoint, conditions: Conditions) -> Iterator[Shadow]:
    """The soft dark seam under the die, and what each lamp does not reach."""
    corners = all_corners(lie)
    x, y = np.array([lie.middle[0]]), np.array([lie.middle[1]])
    total = float(light_at(conditions, x, y)[0])
    scale = view.scale_at(body.x_mm, body.y_mm, body.base_mm)
    foot = corners[np.argsort(-corners[:, 2])[:4], :2] if not body.tilt else corners[:, :2]
    middle = foot.mean(axis=0)
    yield from _patch(
        view, (foot - middle) * 1.06 + middle, body.base_mm, 0.75, 0.12 * lie.half * 2 * scale
    )
    for lamp in conditions.lamps:
        stand = np.array([lamp.x_mm, lamp.y_mm], np.float32)
        over = -corners[:, 2:] - body.base_mm
        ahead = over / np.maximum(1.0, lamp.height_mm - body.base_mm - over)
        thrown = corners[:, :2] + (corners[:, :2] - stand) * ahead
        level = float(light_at(replace(conditions, lamps=(lamp,), ambient=0.0), x, y)[0])
        far = float(np.hypot(lamp.height_mm, np.hypot(*(stand - lie.middle[:2]))))
        blur = max(0.4, 0.8 * lie.half * lamp.size_mm / far * scale)
        yield from _patch(view, thrown, body.base_mm, min(0.92, level / total), blur)


def _patch(
    view: Viewpoint, points: Floats, height_mm: float, strength: float, blur: float
) -> Iterator[Shadow]:
    hull = cv2.convexHull(view.on_table(points, height_mm))[:, 0]
    pad = int(3 * blur) + 2
    left, top = (int(value) for value in np.floor(hull.min(axis=0)) - pad)
    right, bottom = (int(value) for value in np.ceil(hull.max(axis=0)) + pad)
    if right - left > 4 * view.width or bottom - top > 4 * view.height:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, ((hull - [left, top]) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255
    keeps = np.round(255 * (1 - strength * soft) ** (1 / GAMMA)).astype(np.uint8)
    yield Shadow(left, top, np.asarray(cv2.merge([keeps, keeps, keeps]), np.uint8))


def _cast(image: Image, shadows: Sequence[Shadow]) -> None:
    for shadow in shadows:
        cut = _overlap(image.shape, shadow.left, shadow.top, shadow.keeps.shape)
        if cut is not None:
            there, here = cut
            image[there] = cv2.multiply(image[there], shadow.keeps[here], scale=1 / 255)


def _paste(image: Image, numbers: NDArray[np.uint16], sprite: Sprite, number: int) -> None:
    cut = _overlap(image.shape, sprite.left, sprite.top, sprite.opacity.shape)
    if cut is None:
        return
    there, here = cut
    share = sprite.opacity[here]
    rest = 255 - share
    under = cv2.multiply(image[there], cv2.merge([rest, rest, rest]), scale=1 / 255)
    image[there] = cv2.add(under, sprite.colour[here])
    numbers[there][share > 127] = number


def _overlap(
    shape: tuple[int, ...], left: int, top: int, patch: tuple[int, ...]
) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """Where a patch meets the picture: the part of the picture, the part of the patch."""
    first_x, first_y = max(0, left), max(0, top)
    last_x, last_y = min(shape[1], left + patch[1]), min(shape[0], top + patch[0])
    if last_x <= first_x or last_y <= first_y:
        return None
    there = (slice(first_y, last_y), slice(first_x, last_x))
    return there, (slice(first_y - top, last_y - top), slice(first_x - left, last_x - left))


def _shown(numbers: NDArray[np.uint16], number: int, corners: Sequence[Point]) -> float:
    """The share of a face with these corners (px) that shows the die of this number."""
    height, width = numbers.shape
    outline = np.round(np.array(corners)).astype(np.int32)
    left, top = np.maximum(outline.min(axis=0), -max(width, height))
    right, bottom = np.minimum(outline.max(axis=0) + 1, max(width, height) * 2)
    first_x, first_y = max(left, 0), max(top, 0)
    seen = numbers[first_y : max(bottom, 0), first_x : max(right, 0)] == number
    if not seen.any():
        return 0.0
    face = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(face, outline - (left, top), 1)
    own = face[first_y - top :, first_x - left :][: seen.shape[0], : seen.shape[1]]
    return float(np.count_nonzero(seen & (own > 0))) / max(1, int(face.sum()))


def _depth(numbered: tuple[int, Sprite]) -> float:
    return numbered[1].distance


def _stacked(sprite: Sprite) -> bool:
    """Whether it lies on another die: then its shadow falls on that one, not on the table."""
    return sprite.truth.height_mm >= sprite.truth.kind.size_mm * 1.6


def _box(opacity: Image, left: int, top: int) -> tuple[float, float, float, float]:
    x, y, width, height = cv2.boundingRect((opacity > 127).astype(np.uint8))
    return (left + x, top + y, left + x + width, top + y + height)


def _truth(body: DieBody, view: Viewpoint, box: tuple[float, float, float, float]) -> TrueDie:
    lie = pose(body)
    face = int(np.argmin([(lie.turn @ axes[2])[2] for axes in FACE_AXES]))
    world = face_corners(body, face)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = view.project(world).astype(float)
    middle = world.mean(axis=0)
    return TrueDie(
        name=body.name,
        kind=body.kind,
        face=face,
        cocked=body.cocked,
        box=box,
        corners=((ax, ay), (bx, by), (cx, cy), (dx, dy)),
        visible=1.0,
        x_mm=body.x_mm,
        y_mm=body.y_mm,
        yaw=body.yaw,
        height_mm=-float(middle[2]),
    )
