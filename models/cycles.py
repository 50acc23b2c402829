"""The simulated table's scenes once more, drawn by Blender's path tracer.

The pictures come from another renderer than those the eye learns from, with the same geometry, so
the truth about each die is the simulated table's own. Blender's Python package (`bpy`) is part of
the extra `train`; it is imported when a picture is wanted.

    python -m models.cycles --out runs/cycles --count 60
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan, degrees, pi
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import DieKind, write_face
from hardware.frame import Image
from hardware.printing import draw_face
from hardware.simulated import Painter, Viewpoint, random_setup
from hardware.simulated.develop import develop
from hardware.simulated.ground import paint_ground
from hardware.simulated.scene import Conditions, DieBody, Material, SceneLamp, TableScene, TrueDie
from hardware.simulated.solid import FACE_AXES, pose
from models.scenes import random_kind

SIZE: Final = (1280, 960)
SAMPLES: Final = 2
"""Paths per pixel. The denoiser takes their noise, and the simulated sensor adds its own."""

VALIDATION: Final = 5
"""The seed of the validation set; no lesson is drawn with it."""

_PRINT_PX: Final = 256
_GROUND_PX: Final = 2400
_MIDDLE: Final = (200.0, 150.0)
"""Where lamps give the light they are said to give, mm."""

_FLIP: Final = np.diag([1.0, -1.0, -1.0])
"""From the mat's world (z into the table) to Blender's (z upward)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One scene to draw."""

    scene: TableScene
    view: Viewpoint
    conditions: Conditions


def scene_setup(seed: int, number: int, *, unseen: bool = True) -> Setup:
    """The scene of this number: dice on a random table, without hands and trays.

    `unseen` takes the icons kept out of training.
    """
    rng = np.random.default_rng((seed, number))
    kinds = [random_kind(rng, index, unseen=unseen) for index in range(int(rng.integers(2, 6)))]
    return drawable(*random_setup(rng, kinds, size=SIZE, die_px=(24.0, 150.0)))


def drawable(scene: TableScene, view: Viewpoint, conditions: Conditions) -> Setup:
    """A scene without what Blender is not told of: hands, trays, bent lenses, shaken cameras."""
    return Setup(
        replace(scene, hands=(), tray=None),
        replace(view, k1=0.0, k2=0.0),
        replace(conditions, motion_px=(0.0, 0.0)),
    )


def draw(made: Setup, rng: np.random.Generator, *, samples: int = SAMPLES) -> Image:
    """The scene as Blender draws it and the simulated sensor delivers it."""
    import bpy  # noqa: PLC0415 - heavy, and only part of the extra `train`

    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage = bpy.context.scene
    _set_renderer(stage, made.view, samples)
    _set_light(bpy, stage, made.conditions)
    _set_camera(bpy, stage, made.view)
    _lay_ground(bpy, stage, made)
    for body in made.scene.bodies:
        _lay_die(bpy, stage, body)
    with tempfile.TemporaryDirectory() as folder:
        stage.render.filepath = str(Path(folder) / "picture.png")
        bpy.ops.render.render(write_still=True)
        light = cv2.imread(stage.render.filepath, cv2.IMREAD_COLOR)
    return develop(np.asarray(light, np.uint8), made.conditions, rng)


def truth(made: Setup) -> tuple[TrueDie, ...]:
    """What the picture shows, from the simulated table's own geometry."""
    return Painter(made.view, made.conditions).light(made.scene).truths()


def write_set(
    folder: Path, count: int, *, seed: int = VALIDATION, samples: int = SAMPLES, unseen: bool = True
) -> int:
    """Draw the scenes that the folder lacks; how many were drawn.

    Each picture has a JSON file of its name beside it in the form of `diceref read --json`, with
    the shares of each die and of its top face that show. The JSON file is only there when the
    picture is whole. A file of an older make, without the second share, is written anew.
    """
    drawn = 0
    for number in range(count):
        made = scene_setup(seed, number, unseen=unseen)
        drawn += keep(folder, number, made, np.random.default_rng((seed, number, 1)), samples)
    return drawn


def keep(
    folder: Path,
    number: int,
    made: Setup,
    rng: np.random.Generator,
    samples: int = SAMPLES,
    **more: object,
) -> bool:
    """Draw one scene into the folder, unless it is there; `more` goes into its JSON file."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / f"{number:04d}.png"
    sheet = picture.with_suffix(".json")
    if sheet.exists() and _complete(sheet):
        return False
    rows = [_written(die) for die in truth(made)]
    if not sheet.exists():
        cv2.imwrite(str(picture), draw(made, rng, samples=samples))
    part = picture.with_suffix(".part")
    part.write_text(json.dumps({"image": picture.name, "dice": rows, **more}) + "\n", "utf-8")
    part.rename(sheet)
    print(f"{picture.name}: {len(rows)} dice", file=sys.stderr)
    return True


def _complete(sheet: Path) -> bool:
    return all("top" in die for die in json.loads(sheet.read_text("utf-8"))["dice"])


def _written(die: TrueDie) -> Mapping[str, Any]:
    return {
        "box": [round(value, 1) for value in die.box],
        "corners": [[round(x, 2), round(y, 2)] for x, y in die.corners],
        "flat": not die.cocked,
        "visible": round(die.visible, 3),
        "top": round(die.top, 3),
        "kind": die.kind.kind,
        "face": write_face(die.kind.faces[die.face]),
    }


def _set_renderer(stage: Any, view: Viewpoint, samples: int) -> None:
    stage.render.engine = "CYCLES"
    stage.cycles.device = "CPU"
    stage.cycles.samples = samples
    stage.cycles.use_denoising = True
    stage.cycles.denoising_quality = "FAST"
    stage.cycles.denoising_prefilter = "NONE"
    stage.cycles.max_bounces = 4
    stage.render.threads_mode = "FIXED"
    stage.render.threads = 1
    stage.render.resolution_x, stage.render.resolution_y = view.width, view.height
    stage.render.image_settings.file_format = "PNG"
    stage.view_settings.view_transform = "Standard"


def _set_light(bpy: Any, stage: Any, conditions: Conditions) -> None:
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    backdrop = world.node_tree.nodes["Background"]
    backdrop.inputs[0].default_value = (1, 1, 1, 1)
    backdrop.inputs[1].default_value = conditions.ambient
    stage.world = world
    for number, lamp in enumerate(conditions.lamps):
        light = bpy.data.lights.new(f"lamp {number}", "AREA")
        light.shape = "DISK"
        light.size = lamp.size_mm
        light.energy = _energy(lamp)
        hung = bpy.data.objects.new(light.name, light)
        stand = np.array([lamp.x_mm, -lamp.y_mm, lamp.height_mm])
        aim = np.array([_MIDDLE[0], -_MIDDLE[1], 0.0]) - stand
        hung.matrix_world = _placed(_looking_along(aim), stand)
        stage.collection.objects.link(hung)


def _energy(lamp: SceneLamp) -> float:
    """The power that lights the middle of the table by the lamp's share."""
    gap = np.array([lamp.x_mm - _MIDDLE[0], lamp.y_mm - _MIDDLE[1], lamp.height_mm])
    square = float(gap @ gap)
    return float(lamp.power * pi**2 * square**1.5 / lamp.height_mm)


def _set_camera(bpy: Any, stage: Any, view: Viewpoint) -> None:
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit = "HORIZONTAL"
    lens.sensor_width = 36.0
    lens.lens = view.focal_px * 36.0 / view.width
    lens.clip_start, lens.clip_end = 1.0, 100_000.0
    camera = bpy.data.objects.new("camera", lens)
    right, down, forward = view.axes.astype(float) @ _FLIP
    turn = np.stack([right, -down, -forward], axis=1)
    camera.matrix_world = _placed(turn, view.eye.astype(float) @ _FLIP)
    stage.collection.objects.link(camera)
    stage.camera = camera


def _placed(turn: NDArray[np.float64], middle: NDArray[np.float64]) -> list[list[float]]:
    """A 4x4 matrix in the columns Blender's property takes."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, middle
    return [[float(value) for value in row] for row in matrix.T]


def _looking_along(aim: NDArray[np.float64]) -> NDArray[np.float64]:
    """Axes whose -z points along `aim`."""
    back = -aim / np.linalg.norm(aim)
    side = np.cross([0.0, 1.0, 0.0], back)
    side /= np.linalg.norm(side)
    return np.stack([side, np.cross(back, side), back], axis=1)


def _lay_ground(bpy: Any, stage: Any, made: Setup) -> None:
    """Everything flat, as one picture on one large sheet."""
    view = made.view
    frame = np.array(
        [[0, 0], [view.width, 0], [view.width, view.height], [0, view.height]], np.float32
    )
    ways = view.axes.T @ view.rays(frame[:, 0], frame[:, 1])
    steps = -view.eye[2] / np.maximum(ways[2], 0.2)
    seen = np.stack([view.eye[0] + steps * ways[0], view.eye[1] + steps * ways[1]], axis=1)
    low, high = seen.min(axis=0) - 20, seen.max(axis=0) + 20
    wide, long = (float(value) for value in high - low)
    px = (_GROUND_PX, max(16, round(_GROUND_PX * long / wide)))
    far = 60_000.0
    above = Viewpoint.over(
        (float(low[0] + wide / 2), float(low[1] + long / 2)),
        size=px,
        distance_mm=far,
        field_of_view=degrees(2 * atan(wide / 2 / far)),
    )
    picture = paint_ground(replace(made.scene, bodies=(), hands=()), above)
    corners = np.array([[low[0], high[1]], [high[0], high[1]], [high[0], low[1]], [low[0], low[1]]])
    mesh = bpy.data.meshes.new("ground")
    mesh.from_pydata([(float(x), float(-y), 0.0) for x, y in corners], [], [(0, 1, 2, 3)])
    sheet = mesh.uv_layers.new()
    for loop, place in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        sheet.data[loop].uv = place
    paint = _plastic(bpy, "ground", picture, roughness=0.85)
    mesh.materials.append(paint)
    stage.collection.objects.link(bpy.data.objects.new("ground", mesh))


def _picture(bpy: Any, name: str, image: Image) -> Any:
    """A picture as Blender keeps it: from the bottom up, RGBA, 0 to 1."""
    height, width = image.shape[:2]
    kept = bpy.data.images.new(name, width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[:, :, :3] = image[::-1, :, ::-1].astype(np.float32) / 255
    kept.pixels.foreach_set(pixels.ravel())
    kept.update()
    return kept


def _plastic(bpy: Any, name: str, image: Image, *, roughness: float) -> Any:
    """A printed surface."""
    paint = bpy.data.materials.new(name)
    paint.use_nodes = True
    nodes, links = paint.node_tree.nodes, paint.node_tree.links
    shader = nodes["Principled BSDF"]
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = _picture(bpy, name, image)
    texture.extension = "EXTEND"
    links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = roughness
    return paint


def _lay_die(bpy: Any, stage: Any, body: DieBody) -> None:
    points, normals, squares, places = _rounded(body.kind.size_mm / 2, body.material.bevel)
    mesh = bpy.data.meshes.new(body.name)
    mesh.from_pydata(points.tolist(), [], squares.tolist())
    sheet = mesh.uv_layers.new()
    sheet.data.foreach_set("uv", places[squares.ravel()].astype(np.float32).ravel())
    mesh.polygons.foreach_set("use_smooth", np.ones(len(squares), bool))
    mesh.normals_split_custom_set_from_vertices(normals.tolist())
    mesh.materials.append(_die_paint(bpy, body.kind, body.material))
    lie = pose(body)
    die = bpy.data.objects.new(body.name, mesh)
    die.matrix_world = _placed(_FLIP @ lie.turn.astype(float), _FLIP @ lie.middle.astype(float))
    stage.collection.objects.link(die)


def _rounded(half: float, bevel: float) -> tuple[NDArray[Any], ...]:
    """A rounded cube: its points, their normals, squares, and places on the sheet of faces."""
    core = half * (1 - bevel)
    bend = np.tan(np.linspace(0, pi / 4, 6)) * (half - core)
    steps = np.concatenate([-(core + bend[::-1]), core + bend])
    across, along = np.meshgrid(steps, steps)
    count = len(steps)
    points, normals, squares, places = [], [], [], []
    for face, (right, up, normal) in enumerate(FACE_AXES):
        flat = across[..., None] * right + along[..., None] * up + half * normal
        inner = np.clip(flat, -core, core)
        way = flat - inner
        way /= np.linalg.norm(way, axis=2, keepdims=True)
        round_points = inner + way * (half - core)
        points.append(round_points.reshape(-1, 3))
        normals.append(way.reshape(-1, 3))
        u = (round_points @ right / half + 1) / 2
        v = (round_points @ up / half + 1) / 2
        cell = np.array([face % 3, face // 3])
        places.append(((np.stack([u, v], axis=2) + cell) / [3, 2]).reshape(-1, 2))
        first = face * count**2 + np.arange((count - 1) * count).reshape(count - 1, count)
        corner = first[:, :-1].ravel()
        squares.append(np.stack([corner, corner + 1, corner + count + 1, corner + count], axis=1))
    stacked = (points, normals, squares, places)
    return tuple(np.concatenate(part) for part in stacked)


def _die_paint(bpy: Any, kind: DieKind, material: Material) -> Any:
    name = f"{kind.kind} {material}"
    known = bpy.data.materials.get(name[:60])
    if known is not None:
        return known
    faces = [draw_face(kind, face, _PRINT_PX) for face in range(6)]
    sheet = np.vstack([np.hstack(faces[3:]), np.hstack(faces[:3])])
    paint = _plastic(bpy, name[:60], sheet, roughness=0.6 - 0.52 * material.gloss)
    shader = paint.node_tree.nodes["Principled BSDF"]
    if material.finish == "metal":
        shader.inputs["Metallic"].default_value = 0.9
    elif material.finish == "translucent":
        _make_clear(paint, kind)
    elif material.finish != "plain":
        _mix_in(paint, kind, material)
    return paint


def _ink_share(paint: Any, kind: DieKind) -> Any:
    """An output that is 1 where the sheet differs from the body's colour."""
    nodes, links = paint.node_tree.nodes, paint.node_tree.links
    texture = next(node for node in nodes if node.type == "TEX_IMAGE")
    body = [((value / 255) ** 2.2) for value in kind.body]
    apart = nodes.new("ShaderNodeVectorMath")
    apart.operation = "DISTANCE"
    links.new(texture.outputs["Color"], apart.inputs[0])
    apart.inputs[1].default_value = body
    sharp = nodes.new("ShaderNodeMath")
    sharp.operation = "MULTIPLY"
    sharp.use_clamp = True
    sharp.inputs[1].default_value = 8.0
    links.new(apart.outputs["Value"], sharp.inputs[0])
    return sharp.outputs[0]


def _make_clear(paint: Any, kind: DieKind) -> None:
    """Clear plastic under opaque print."""
    nodes, links = paint.node_tree.nodes, paint.node_tree.links
    shader = nodes["Principled BSDF"]
    rest = nodes.new("ShaderNodeMath")
    rest.operation = "SUBTRACT"
    rest.inputs[0].default_value = 1.0
    links.new(_ink_share(paint, kind), rest.inputs[1])
    links.new(rest.outputs[0], shader.inputs["Transmission Weight"])
    shader.inputs["Roughness"].default_value = 0.03


def _mix_in(paint: Any, kind: DieKind, material: Material) -> None:
    """Swirl or sprinkle the second colour into the body, under the print."""
    nodes, links = paint.node_tree.nodes, paint.node_tree.links
    shader = nodes["Principled BSDF"]
    texture = next(node for node in nodes if node.type == "TEX_IMAGE")
    place = nodes.new("ShaderNodeTexCoord")
    grain = nodes.new("ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value = 1.6 if material.finish == "speckled" else 0.16
    grain.inputs["Distortion"].default_value = 0.0 if material.finish == "speckled" else 2.5
    links.new(place.outputs["Object"], grain.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    narrow = (0.62, 0.64) if material.finish == "speckled" else (0.42, 0.6)
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = narrow
    links.new(grain.outputs[0], ramp.inputs[0])
    bare = nodes.new("ShaderNodeMath")
    bare.operation = "SUBTRACT"
    bare.use_clamp = True
    links.new(ramp.outputs[0], bare.inputs[0])
    links.new(_ink_share(paint, kind), bare.inputs[1])
    mixed = nodes.new("ShaderNodeMix")
    mixed.data_type = "RGBA"
    links.new(bare.outputs[0], mixed.inputs["Factor"])
    links.new(texture.outputs["Color"], mixed.inputs[6])
    mixed.inputs[7].default_value = (*((value / 255) ** 2.2 for value in material.second), 1.0)
    links.new(mixed.outputs[2], shader.inputs["Base Color"])


def main(words: Sequence[str] | None = None) -> int:
    """Draw a validation set, or lessons; a set that was interrupted is completed."""
    parser = argparse.ArgumentParser(prog="python -m models.cycles", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder of the pictures")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=VALIDATION)
    parser.add_argument("--lessons", action="store_true", help="with the icons for training")
    parser.add_argument("--samples", type=int, default=SAMPLES)
    asked = parser.parse_args(words)
    if asked.lessons and asked.seed == VALIDATION:
        parser.error(f"seed {VALIDATION} draws the validation set: give lessons another one.")
    write_set(
        asked.out, asked.count, seed=asked.seed, samples=asked.samples, unseen=not asked.lessons
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
