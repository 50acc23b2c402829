"""`diceref models`: render training pictures, train, export and evaluate the networks."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ui.app.errors import UserError
from ui.cli.checkout import in_checkout, need_checkout
from words import say

if TYPE_CHECKING:
    from models.stages import DetectorRecipe, TopsRecipe


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "models",
        help=say("the model workshop: render, train, export, eval"),
        description="Makes the networks that find dice. Training needs the extra 'train'.",
        epilog="example: diceref models render --out runs/data --scenes 2000",
    )
    if not in_checkout("models/weights"):
        command.add_argument("action", nargs=argparse.REMAINDER, metavar="ACTION")
        command.set_defaults(run=_not_installed)
        return
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_render(actions)
    _add_mistakes(actions)
    _add_train(actions)
    _add_learn(actions)
    _add_export(actions)
    _add_eval(actions)


def _not_installed(_: argparse.Namespace) -> int:
    need_checkout("models/weights", "models")
    return 2


def _action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    told: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    made = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
    made.set_defaults(run=run)
    return made


def _add_render(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = _action(actions, "render", "write training pictures with their labels", render)
    made.add_argument("--out", type=Path, required=True, help="folder to write to")
    made.add_argument("--scenes", type=int, default=2000, help="rendered scenes to train on")
    made.add_argument("--kept-out", type=int, default=120, help="scenes kept out of training")
    made.add_argument("--photos", type=Path, help="folder with sets of real photos to add")
    made.add_argument("--traced", type=Path, help="a stage's path-traced lessons (models.cycles)")
    made.add_argument("--seed", type=int, default=1)
    _add_stage(made, "the pictures of a stage of the shipped weights; needs --photos")


def _add_stage(made: argparse.ArgumentParser, told: str) -> None:
    from models.stages import STAGES  # noqa: PLC0415 - beside the words that name them

    made.add_argument("--stage", choices=sorted(STAGES), help=told)


def _add_mistakes(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = _action(
        actions, "mistakes", "teach tops what the detector takes for dice", add_negatives
    )
    made.add_argument("--data", type=Path, required=True, help="what 'models render' wrote")
    made.add_argument("--weights", type=Path, help="folder of the networks; else the shipped ones")


def _add_train(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = _action(actions, "train", "train a network; goes on where a run left off", train)
    made.add_argument("network", choices=("detector", "tops", "faces"), help="which network")
    made.add_argument("--data", type=Path, required=True, help="what 'models render' wrote")
    _add_shapes(made)
    made.add_argument("--photos", type=Path, help="faces: folder with sets of pipped dice")
    made.add_argument("--run", dest="run_folder", type=Path, required=True, help="checkpoints")
    made.add_argument(
        "--start", default="", help="weights to start from: yolov8n.pt; faces: or a folder"
    )
    made.add_argument("--epochs", type=int, default=6, help="detector: passes over the pictures")
    made.add_argument("--rate", type=float, default=1e-3, help="detector: first learning rate")
    made.add_argument("--frozen", type=int, default=0, help="detector: first layers to leave alone")
    made.add_argument("--minutes", type=float, default=20, help="tops: processor time to spend")
    made.add_argument("--threads", type=int, default=1)
    made.add_argument("--resume", action="store_true", help="detector: go on with this run")
    _add_stage(made, "detector, tops: the recipe of a stage of the shipped weights")


def _add_learn(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    told = "teach the reader of faces what players put right; refused when it reads worse"
    made = _action(actions, "learn", told, learn)
    made.add_argument("folder", type=Path, help="crops with their truths, as games keep them")
    made.add_argument("--out", type=Path, help="folder of the networks; else the shipped ones")
    made.add_argument("--minutes", type=float, default=3.0, help="of processor time")


def _add_export(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = _action(actions, "export", "turn trained weights into the shipped network", export)
    networks = ("detector", "tops", "faces")
    made.add_argument("network", choices=networks, nargs="?", help="which network")
    _add_shapes(made)
    made.add_argument("weights", type=Path, nargs="?", help="the run's best.pt; faces: its folder")
    made.add_argument(
        "--format",
        choices=("onnx", "ncnn"),
        default="onnx",
        help="ncnn: make NCNN files of the shipped networks, and check them",
    )
    made.add_argument("--photos", type=Path, help="sets of real photos to calibrate on")
    made.add_argument("--out", type=Path, help="folder of the networks; else the shipped ones")


def _add_shapes(made: argparse.ArgumentParser) -> None:
    made.add_argument("--fonts", type=Path, help="faces: folder of @fontsource tarballs")
    made.add_argument("--icons", type=Path, help="faces: the unpacked package of game-icons")


def _add_eval(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = _action(actions, "eval", "measure the shipped networks", evaluate)
    made.add_argument("--photos", type=Path, help="folder with sets of labelled real photos")
    made.add_argument("--traced", type=Path, help="folder with scenes of models.cycles")
    made.add_argument("--scenes", type=int, default=60, help="rendered scenes to measure on")
    made.add_argument("--json", action="store_true", help="one JSON object per line")


def _train_faces(arguments: argparse.Namespace) -> int:
    """The face reader draws its own lessons; `--data` holds crops of the simulated table."""
    if not (arguments.fonts and arguments.icons and arguments.start):
        raise UserError(
            "the face reader needs --fonts, --icons and --start (yolov8n.pt, or a folder of "
            "shipped networks to go on from): give all."
        )
    from models import faces_train  # noqa: PLC0415 - loads torch

    scenes = sorted(str(file) for file in arguments.data.glob("*.npz"))
    words = [str(arguments.run_folder), "--fonts", str(arguments.fonts)]
    start = "--weights" if Path(arguments.start).is_dir() else "--yolo"
    words += ["--icons", str(arguments.icons), start, arguments.start]
    words += ["--photos", str(arguments.photos)] if arguments.photos else []
    words += ["--minutes", str(arguments.minutes), "--threads", str(arguments.threads)]
    faces_train.main([*words, "--scenes", *scenes])
    return 0


def _export_faces(arguments: argparse.Namespace) -> int:
    if not (arguments.fonts and arguments.icons):
        raise UserError("the face reader is calibrated on --fonts and --icons: give both.")
    from models import faces_export  # noqa: PLC0415 - loads torch
    from vision.weights import FOLDER  # noqa: PLC0415 - loads onnxruntime

    folder = arguments.out or FOLDER
    words = [str(arguments.weights), "--folder", str(folder)]
    faces_export.main([*words, "--fonts", str(arguments.fonts), "--icons", str(arguments.icons)])
    _calibrate(folder, arguments.photos)
    return 0


def _calibrate(folder: Path, photos: Path | None) -> None:
    """Make scores chances anew, on which how dice are read and how they lie bears."""
    from models import leaning  # noqa: PLC0415 - loads the networks
    from models.calibrate import calibrate  # noqa: PLC0415 - beside it
    from vision.weights import manifest  # noqa: PLC0415 - loads onnxruntime

    if {"detector", "tops", "faces"} <= manifest(folder).keys():
        calibrate(folder, photos)
        leaning.calibrate(folder)


def render(arguments: argparse.Namespace) -> int:
    """Write scenes, photos and their description."""
    from models import render as workshop  # noqa: PLC0415 - loads the simulated table

    if arguments.photos is not None and not arguments.photos.is_dir():
        raise UserError(f"--photos {arguments.photos} is no folder: give the one with the sets.")
    if arguments.stage is not None:
        return _render_stage(arguments)
    workshop.write_scenes(arguments.out, "val", arguments.kept_out, arguments.seed + 9000)
    if arguments.photos is not None:
        workshop.write_photos(arguments.out, arguments.photos, arguments.seed)
    workshop.write_scenes(arguments.out, "train", arguments.scenes, arguments.seed)
    made = workshop.describe(arguments.out)
    print(f"{made.pictures} pictures, {made.dice} dice, sha256 {made.digest}", file=sys.stderr)
    return 0


def _render_stage(arguments: argparse.Namespace) -> int:
    """Draw a stage's pictures again; 1 when they are not those of the shipped weights."""
    from models import render as workshop  # noqa: PLC0415 - loads the simulated table
    from models.stages import DRAWN_AT, STAGES  # noqa: PLC0415 - beside it

    if arguments.photos is None:
        raise UserError(f"stage {arguments.stage!r} needs real photos: give --photos FOLDER.")
    stage = STAGES[arguments.stage]
    wanted = stage.pictures
    if wanted.traced and arguments.traced is None:
        raise UserError(
            f"stage {arguments.stage!r} needs path-traced lessons: draw {wanted.traced} with "
            f"'python -m models.cycles --lessons --seed {wanted.traced_seed} --samples 1' "
            "and give --traced FOLDER."
        )
    traced = arguments.traced if wanted.traced else None
    made = workshop.write_stage(arguments.out, wanted, arguments.photos, traced)
    same = made.digest == wanted.digest
    told = "as the shipped weights saw them"
    if not same:
        drawn = f", which commit {DRAWN_AT} drew" if stage.network == "detector" else ""
        told = f"not those of the shipped weights{drawn} ({wanted.digest})"
    print(f"{made.pictures} pictures, sha256 {made.digest}: {told}", file=sys.stderr)
    return 0 if same else 1


def add_negatives(arguments: argparse.Namespace) -> int:
    """Add the detector's false boxes to the lessons of the second look."""
    from models.hard_negatives import add_hard_negatives  # noqa: PLC0415 - loads the networks
    from vision.weights import FOLDER, WeightsError  # noqa: PLC0415 - loads onnxruntime

    _need_data(arguments.data)
    try:
        added = add_hard_negatives(arguments.data, arguments.weights or FOLDER)
    except WeightsError as error:
        raise UserError(str(error)) from error
    print(f"{added} boxes that hold no die", file=sys.stderr)
    return 0


def _need_data(folder: Path) -> Path:
    described = folder / "dice.yaml"
    if not described.is_file():
        raise UserError(f"{described} is missing: run 'diceref models render' first.")
    return described


def _need_torch() -> None:
    if find_spec("torch") is None or find_spec("ultralytics") is None:
        raise UserError("training needs torch and ultralytics: install 'diceref[train]'.")


def train(arguments: argparse.Namespace) -> int:
    """Train, or go on training, one network."""
    _need_torch()
    if arguments.network == "faces":
        return _train_faces(arguments)
    described = _need_data(arguments.data)
    if arguments.network == "tops":
        from models import tops_train  # noqa: PLC0415 - loads torch

        best = tops_train.train(
            arguments.data, _tops_recipe(arguments), arguments.run_folder, threads=arguments.threads
        )
    else:
        from models import train as workshop  # noqa: PLC0415 - loads torch

        recipe = _recipe(arguments)
        best = workshop.train(
            described,
            recipe,
            arguments.run_folder,
            threads=arguments.threads,
            resume=arguments.resume,
        )
    print(f"trained: {best}", file=sys.stderr)
    return 0


def learn(arguments: argparse.Namespace) -> int:
    """Learn from a folder of corrections; 1 when what was learned is no better."""
    from vision.corrections import CorrectionsError, kept  # noqa: PLC0415 - loads OpenCV
    from vision.weights import FOLDER, WeightsError  # noqa: PLC0415 - loads onnxruntime

    try:
        corrections = kept(arguments.folder)
    except CorrectionsError as error:
        raise UserError(str(error)) from error
    _need_torch()
    from models import learn as workshop  # noqa: PLC0415 - loads torch

    try:
        learnt = workshop.learn(corrections, arguments.out or FOLDER, minutes=arguments.minutes)
    except workshop.NotBetterError as refused:
        print(f"not written: {refused}", file=sys.stderr)
        return 1
    except (workshop.TooFewError, WeightsError) as error:
        raise UserError(str(error)) from error
    workshop.tell(learnt)
    return 0


def _tops_recipe(arguments: argparse.Namespace) -> "TopsRecipe":
    from models.stages import STAGES, TopsRecipe  # noqa: PLC0415 - beside it

    if arguments.stage is None:
        return TopsRecipe(minutes=arguments.minutes, start=arguments.start)
    stage = STAGES[arguments.stage]
    if not isinstance(stage.recipe, TopsRecipe):
        raise UserError(f"stage {arguments.stage!r} trains the {stage.network}: name that one.")
    return replace(stage.recipe, start=_start(arguments, stage.starts_from))


def _start(arguments: argparse.Namespace, told: str) -> str:
    """The weights a stage starts from, which must be given."""
    if not arguments.start:
        raise UserError(f"stage {arguments.stage!r} starts from {told}: give --start.")
    return str(arguments.start)


def _recipe(arguments: argparse.Namespace) -> "DetectorRecipe":
    from models.stages import STAGES, DetectorRecipe  # noqa: PLC0415 - beside it

    if arguments.stage is None:
        return DetectorRecipe(
            start=arguments.start,
            epochs=arguments.epochs,
            rate=arguments.rate,
            frozen=arguments.frozen,
        )
    stage = STAGES[arguments.stage]
    if not isinstance(stage.recipe, DetectorRecipe):
        raise UserError(f"stage {arguments.stage!r} trains the network {stage.network}: name it.")
    return replace(stage.recipe, start=_start(arguments, stage.starts_from))


def _export_ncnn(out: Path | None) -> int:
    """Write every shipped network as NCNN files; 1 when one answers otherwise."""
    from models.to_ncnn import SHAPES, ConversionError, convert  # noqa: PLC0415 - loads networks
    from vision.weights import FOLDER, NCNN, WeightsError  # noqa: PLC0415 - loads onnxruntime

    alike = True
    for name in SHAPES:
        try:
            made = convert(name, out or FOLDER / NCNN)
        except (ConversionError, WeightsError) as error:
            raise UserError(str(error)) from error
        alike = alike and made.ok
        print(f"written: {made.param}, {made.sentence}", file=sys.stderr)
    return 0 if alike else 1


def export(arguments: argparse.Namespace) -> int:
    """Write the network and its hash."""
    if arguments.format == "ncnn":
        return _export_ncnn(arguments.out)
    if arguments.network is None or arguments.weights is None:
        raise UserError("say which network to export, and the weights of its training run.")
    _need_torch()
    if arguments.network == "faces":
        return _export_faces(arguments)
    if not arguments.weights.is_file():
        raise UserError(f"{arguments.weights} is missing: give the best.pt of a training run.")
    from vision.weights import FOLDER  # noqa: PLC0415 - loads onnxruntime

    folder = arguments.out or FOLDER
    if arguments.network == "tops":
        from models import tops_train  # noqa: PLC0415 - loads torch

        written = tops_train.export(arguments.weights, folder)
    else:
        from models import export as workshop  # noqa: PLC0415 - loads torch

        written = workshop.export(arguments.weights, folder)
        try:
            furthest, unlike = workshop.check(arguments.weights, written)
        except workshop.ParityError as error:
            raise UserError(str(error)) from error
        print(f"as trained to {furthest:.2f} px and {unlike:.4f} in score", file=sys.stderr)
    _calibrate(folder, arguments.photos)
    print(f"written: {written}", file=sys.stderr)
    return 0


def evaluate(arguments: argparse.Namespace) -> int:
    """Print every figure; 1 when one is missed."""
    from models import faces_eval, faces_tables, leaning, whole_table_eval  # noqa: PLC0415 - loads them
    from models.evaluate import figures  # noqa: PLC0415 - loads the networks
    from ui.cli.commands.bench import print_figures  # noqa: PLC0415 - beside it
    from vision.weights import WeightsError  # noqa: PLC0415 - loads onnxruntime

    if arguments.photos is not None and not arguments.photos.is_dir():
        raise UserError(f"--photos {arguments.photos} is no folder: give the one with the sets.")
    try:
        found = figures(arguments.photos, arguments.scenes, arguments.traced)
        faces = chain(faces_eval.figures(), faces_tables.measured())
        tables = chain(leaning.figures(), whole_table_eval.figures())
        return print_figures(chain(found, tables, faces), as_json=arguments.json)
    except WeightsError as error:
        raise UserError(str(error)) from error
