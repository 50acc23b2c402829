"""The named stages the shipped networks were trained in, and what each was trained on.

`diceref models render --stage NAME` draws a stage's pictures again and `diceref models train
detector --stage NAME` trains on them as the shipped weights were trained.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal


@dataclass(frozen=True, slots=True)
class DetectorRecipe:
    """Everything that decides the outcome of a training run, besides the pictures."""

    architecture: str = "yolov8n.yaml"
    start: str = ""  # weights to start from; "" starts from chance
    picture: int = 512  # px
    epochs: int = 6
    batch: int = 16
    rate: float = 1e-3
    last_rate: float = 0.02  # as a part of the first, along a cosine
    seed: int = 1
    frozen: int = 0  # layers, from the first, that keep what they learnt before
    half: bool = True  # multiply in bfloat16, where the processor can

    def settings(self) -> dict[str, Any]:
        """The same in ultralytics' words."""
        return {
            "imgsz": self.picture,
            "epochs": self.epochs,
            "batch": self.batch,
            "seed": self.seed,
            "freeze": self.frozen or None,
            "optimizer": "AdamW",
            "lr0": self.rate,
            "lrf": self.last_rate,
            "cos_lr": True,
            "weight_decay": 5e-4,
            "warmup_epochs": 0.4,
            "warmup_bias_lr": 0.01,
            "mosaic": 0.0,
            "fliplr": 0.0,
            "flipud": 0.0,
            "degrees": 0.0,
            "translate": 0.08,
            "scale": 0.35,
            "hsv_h": 0.012,
            "hsv_s": 0.4,
            "hsv_v": 0.3,
            "erasing": 0.0,
            "device": "cpu",
            "workers": 0,
            "amp": False,
            "plots": False,
            "val": False,  # `models.evaluate` measures, on what matters here
        }


@dataclass(frozen=True, slots=True)
class TopsRecipe:
    """The same for the second look (`models.tops_train`)."""

    minutes: float = 20.0  # of processor time
    start: str = ""  # weights to start from; "" starts from chance
    from_detector: bool = False  # they are a detector's, whose first layers are taken
    rate: float = 2e-3
    batch: int = 128
    loose: float = 0.0  # the part of the crops that miss the middle of their die, as boxes do
    favour: int = 1  # how often path-traced pictures are taken in a pass
    leans_alone: bool = False  # learn whether dice lean, and leave all other answers as they are
    webcam: int = 1  # how often the webcam's photos are, for the things in them that are no dice
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Pictures:
    """What one data set is made of; every part has a seed of its own."""

    lessons: int  # scenes of `models.lessons`
    lessons_seed: int
    copies: int  # of every training photo of byler_d6, each turned another way
    photos_seed: int
    closeups: int  # canvases with pictures that a single die fills
    closeups_seed: int
    kept_out: int  # scenes to look at between passes
    kept_out_seed: int
    digest: str  # SHA-256 of all pictures and labels, as they were drawn for the shipped weights
    decoys: tuple[str, ...] = ("print", "sheet", "card", "keys")  # flat things that are no dice
    looks: int = 0  # scenes for the second look; those kept out are of their kind then, too
    looks_seed: int = 0
    sidelit: int = 0  # further ones, many of them lit from a side
    sidelit_seed: int = 0
    leaning: int = 0  # further ones, in which every second die leans
    leaning_seed: int = 0
    leaning_kept_out: int = 0
    traced: int = 0  # path-traced lessons (`models.cycles --lessons`), drawn beforehand
    traced_seed: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    """One run of training."""

    pictures: Pictures
    recipe: DetectorRecipe | TopsRecipe
    starts_from: str  # in words; the weights are given on the command line

    @property
    def network(self) -> Literal["detector", "tops"]:
        """What is trained."""
        return "detector" if isinstance(self.recipe, DetectorRecipe) else "tops"


_CROWDS: Final = Pictures(
    lessons=360,
    lessons_seed=43,
    copies=1,
    photos_seed=41,
    closeups=60,
    closeups_seed=42,
    kept_out=40,
    kept_out_seed=9400,
    digest="c13a599250c0773b151f63b3b8cb9484bb7e14672d8386b58f976a91be5cb266",
)

_LOOKS: Final = Pictures(
    lessons=0,
    lessons_seed=0,
    copies=3,
    photos_seed=73,
    closeups=120,
    closeups_seed=72,
    kept_out=120,
    kept_out_seed=9500,
    digest="7e3d56054b290a11476e4cd41aab4659ed3015425148bdadead6bc81e9dded3c",
    looks=4400,
    looks_seed=71,
)

_TRACED: Final = replace(
    _LOOKS,
    traced=120,
    traced_seed=31,
    digest="dca6ca6d991f49380a2d0cd23aca00433fd2028e311cf4e6bbfc3fd2b1d65270",
)

_SIDES: Final = replace(
    _LOOKS,
    sidelit=1500,
    sidelit_seed=79,
    traced=322,
    traced_seed=31,
    digest="60bb1eef9209afe352a2cb318ca47b51f4e3f4f194d74b79ac4a0a2a3cd08d6a",
)

_LEANS: Final = Pictures(
    lessons=0,
    lessons_seed=0,
    copies=2,
    photos_seed=93,
    closeups=60,
    closeups_seed=92,
    kept_out=60,
    kept_out_seed=9500,
    digest="4926f0f9f3417ff3d64d89597c133c4de4060f5335a15e557603460892c5e506",
    looks=200,
    looks_seed=91,
    sidelit=250,
    sidelit_seed=94,
    leaning=1100,
    leaning_seed=95,
    leaning_kept_out=120,
)

DRAWN_AT: Final = "4ddad16"
"""The commit whose simulated table drew the detector's stages. Later ones draw some mats and lenses
otherwise; with its `hardware` and `calibration` the hashes come out again."""

STAGES: Final[Mapping[str, Stage]] = {
    "crowds": Stage(
        _CROWDS,
        DetectorRecipe(epochs=4, rate=6e-4, last_rate=0.5, seed=4, frozen=4),
        "the detector of stage 3, the one shipped before",
    ),
    "more crowds": Stage(
        replace(
            _CROWDS,
            lessons=900,
            digest="fe5340b61c73a5f32a1373bfb9c1a281f72b6ce40938d36f3210381f91bbd00c",
        ),
        DetectorRecipe(epochs=7, rate=5e-4, last_rate=0.03, seed=5, frozen=4),
        "the detector of stage crowds",
    ),
    "polish": Stage(
        replace(
            _CROWDS,
            lessons=500,
            lessons_seed=63,
            photos_seed=61,
            closeups_seed=62,
            decoys=("print", "sheet", "card"),
            digest="fb07eaeb2869c344f804b5e843392c90188c0f7b3dbf9a1ddc63afc4ef02d2cc",
        ),
        DetectorRecipe(epochs=1, rate=2e-4, last_rate=0.05, seed=7, frozen=4),
        "the average of stage 3 (0.4) and stage more crowds (0.6)",
    ),
    "looks": Stage(
        _LOOKS,
        TopsRecipe(minutes=32.0, from_detector=True, rate=1e-3, seed=8),
        "the detector that is shipped",
    ),
    "looks, traced": Stage(
        _TRACED,
        TopsRecipe(minutes=14.0, rate=5e-4, seed=9),
        "the second look of stage looks",
    ),
    "looks, traced often": Stage(
        _TRACED,
        TopsRecipe(minutes=20.0, rate=6e-4, seed=10, favour=4),
        'the second look of stage "looks, traced"',
    ),
    "looks, sidelit": Stage(
        _SIDES,
        TopsRecipe(minutes=34.0, rate=6e-4, seed=11, favour=3, webcam=12, loose=0.15),
        'the second look of stage "looks, traced often"',
    ),
    "leans": Stage(
        _LEANS,
        TopsRecipe(minutes=20.0, rate=1.5e-3, seed=13, leans_alone=True),
        'the second look of stage "looks, sidelit"',
    ),
}
"""The stages of `tops` are trained after `models mistakes`."""
