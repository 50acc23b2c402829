"""Records of whole games, made by hand for what looks back at them."""

from itertools import islice
from random import Random

import cv2
import numpy as np
from msgspec import structs

from rules.journal import Draft, Header, Journal, Picture
from rules.journal.clips import MEDIA, write_avi
from rules.registry import known_game
from tests.bench.random_steps import random_steps


def film(count=24, size=(320, 180)):
    """A film whose pictures count themselves, as bytes of a record."""
    pictures = []
    for n in range(count):
        picture = np.full((size[1], size[0], 3), 10 * n % 255, np.uint8)
        cv2.putText(picture, str(n), (40, 120), 0, 3, (255, 255, 255), 5)
        pictures.append(cv2.imencode(".jpg", picture)[1].tobytes())
    return write_avi(pictures, 3.0, size)


def whole_game(path, name="tmnt", *, seed=3, most=400, filmed=False, header=None, players=None):
    """A record of random moves with a foul and a question in it, open."""
    known, rng = known_game(name), Random(seed)
    game, setup = known.load(), dict(known.demo_setup())
    if players:
        teams = zip(setup["teams"], players, strict=True)
        setup["teams"] = [{**one, "name": who} for one, who in teams]
    steps = list(islice(random_steps(game, setup, rng), most))
    journal = Journal.create(path, name, setup, header or Header(), wall_time=1_800_000_000.0)
    now = 1_800_000_000.0
    drafts = []
    for step in steps:
        now += rng.uniform(1, 20)
        drafts.append(structs.replace(step, wall_time=now))
    half = len(drafts) // 2
    journal.append_all(drafts[:half])
    cited = {"book": "TMNT", "section": "Attack <Step>"}
    foul = {"number": 1, "text": "a die <too> many", "citation": cited, "seat": 0, "code": "x"}
    journal.append(Draft(kind="foul", facts=foul, wall_time=now))
    about = len(journal)
    if filmed:
        note = Draft(kind="note", facts={"about": about}, wall_time=now)
        journal.append(note, [Picture(f"entry-{about}.avi", MEDIA, film())])
    journal.append(Draft(kind="mended", facts={"number": 1}, wall_time=now))
    asked = {"number": 1, "text": "Which?", "answers": [{"text": "this", "probability": 0.7}]}
    journal.append(Draft(kind="question", facts=asked, wall_time=now))
    journal.append(Draft(kind="answer", facts={"text": "this"}, wall_time=now))
    journal.append_all(drafts[half:])
    return journal
