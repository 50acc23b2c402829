"""What learning from corrections brings, tried on a set of dice that the reader does not know.

    python -m models.learn_eval --font FONT.tgz --icons ICONS [--corrections 80] [--minutes 3]

A set is drawn with digits of one unusual font (an npm tarball of @fontsource) and icons kept out of
training. Dice of some tables are put right as players would: only those that the reader misreads or
is unsure of. What it then reads of other tables with the same set is printed, before and after.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.dice import ActionFace, CharacterFace, EnergyFace, Face
from models.faces_art import COLUMNS, Artist, split_icons
from models.faces_scenes import artists_dice, scene_lessons
from models.faces_sources import Sources, packed_fonts, read_font, read_icons
from models.learn import learn
from models.reader_train import useful
from vision.corrections import keep, kept
from vision.detect import Detector
from vision.faces import ENERGIES, KINDS, FaceReader
from vision.weights import FOLDER

UNSURE: Final = 0.9
"""Players are asked about a face that is read with less."""

Crop = NDArray[np.uint8]


def face_of(row: Sequence[int]) -> Face | None:
    """The Dice Masters face that a lesson's label means; None for other dice."""
    told = dict(zip(COLUMNS, row, strict=True))
    match KINDS[told["kind"]]:
        case "character":
            return CharacterFace(told["field"], told["attack"], told["defence"], told["burst"])
        case "energy":
            energy = ENERGIES[told["energy"]]
            return EnergyFace(energy, 1 if energy == "Wild" else told["amount"] + 1)
        case "action":
            return ActionFace(told["burst"])
        case _:
            return None


def shown_on(
    artist: Artist, detector: Detector, pictures: int, seed: int
) -> Iterator[tuple[Crop, Face]]:
    """Crops of the characters on so many tables, and their faces."""
    for number in range(pictures):
        artist.rng = np.random.default_rng((seed, number))
        for one, _ in scene_lessons(artist.rng, artists_dice(artist), detector):
            face = face_of(one.row)
            if isinstance(face, CharacterFace) and useful(one):
                yield one.crop, face


def share_right(folder: Path, crops: Sequence[Crop], faces: Sequence[Face]) -> float:
    """Percent of these faces that the reader in the folder reads all right."""
    readings = FaceReader(folder, threads=1).read(crops)
    found = [one.best("dicemasters")[0] for one in readings]
    return 100 * float(np.mean([one == face for one, face in zip(found, faces, strict=True)]))


def tried(
    artist: Artist, corrections: int, minutes: float, folder: Path, seed: int = 7
) -> dict[str, float]:
    """Figures before and after learning from so many corrections."""
    detector, reader = Detector(threads=1), FaceReader(folder, threads=1)
    with tempfile.TemporaryDirectory() as place:
        put_right, given = Path(place) / "corrections", 0
        for picture in range(1000):
            for crop, face in shown_on(artist, detector, 1, seed + 1000 + picture):
                (reading,) = reader.read([crop])
                said, chance = reading.best("dicemasters")
                if given < corrections and (said != face or chance < UNSURE):
                    keep(put_right, crop, face, source="simulated")
                    given += 1
            if given >= corrections:
                break
        others = list(shown_on(artist, detector, 60, seed))
        crops, faces = [crop for crop, _ in others], [face for _, face in others]
        before = share_right(folder, crops, faces)
        learnt = learn(kept(put_right), Path(place) / "weights", folder, minutes)
        after = share_right(Path(place) / "weights", crops, faces)
    return {
        "corrections": given,
        "characters": len(faces),
        "before": round(before, 1),
        "after": round(after, 1),
        "error_left": round((100 - after) / max(0.1, 100 - before), 2),
        "printed_before": round(learnt.printed[0], 2),
        "printed_after": round(learnt.printed[1], 2),
    }


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures of each font."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--font", type=Path, nargs="+", required=True, help="tarballs")
    parser.add_argument("--icons", type=Path, required=True, help="the unpacked icon package")
    parser.add_argument("--corrections", type=int, default=80)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--weights", type=Path, default=FOLDER)
    chosen = parser.parse_args(words)
    icons = read_icons(chosen.icons)
    for path in chosen.font:
        fonts = [read_font(name, source) for name, source in packed_fonts([path])]
        sources = Sources(tuple(font for font in fonts if font is not None), icons)
        _, kept_out = split_icons(sources)
        artist = Artist(sources, kept_out, np.random.default_rng(0))
        found = tried(artist, chosen.corrections, chosen.minutes, chosen.weights)
        print(json.dumps({"font": path.name, **found}), flush=True)


if __name__ == "__main__":
    main()
