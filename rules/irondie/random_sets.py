"""Legal sets by chance, for measuring and for demonstrations."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.core import FIRST_SEAT
from rules.irondie.clocks import TEAMS
from rules.irondie.dice import COLOURS, RARE_LIMIT, SET_SIZE, TYPES, Die

NAMES = ("Zac", "Dot", "Ida", "Ned", "Kit", "Una")


def random_setup(rng: Random, format_name: str) -> Mapping[str, Any]:
    """As many sets as the format has players."""
    players = TEAMS.get(format_name, 2)
    return {
        "names": list(NAMES[:players]),
        "format": format_name,
        "sets": [random_set(rng) for _ in range(players)],
    }


def random_set(rng: Random) -> list[str]:
    """Nine dice, every type and colour as likely as any other, at least one of each class.

    Nobody sees to it that they can be told apart.
    """
    classes = {each.die_class for each in TYPES.values()}
    while True:
        types = rng.choices(list(TYPES), k=SET_SIZE)
        if {TYPES[name].die_class for name in types} == classes:
            break
    rare = set(rng.sample(range(SET_SIZE), rng.randint(0, RARE_LIMIT)))
    dice = [
        Die(FIRST_SEAT, name, rng.choice(COLOURS), number in rare)
        for number, name in enumerate(types)
    ]
    return [die.kind for die in dice]
