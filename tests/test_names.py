"""A name means one thing: what of that a program can check."""

import ast
from collections import defaultdict
from functools import cache

from tests.test_layout import ROOMS, ROOT

REFEREE = ("rules/track/", "hardware/simulated/people/")
"""Two rooms that are rebuilt as a whole; until then these names are theirs twice."""

TWICE_IN_THE_REFEREE = {
    "Area", "Eye", "Pose", "Reading", "SeenDie", "Step", "Table",
}  # fmt: skip

THREEFOLD_IN_THE_REFEREE = {"costs", "likeness"}


@cache
def defined():
    """Every module, and the classes and functions at the top level of each, with their files."""
    modules, classes, functions = defaultdict(list), defaultdict(list), defaultdict(list)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            file = str(path.relative_to(ROOT))
            modules[path.stem].append(file)
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    classes[node.name].append(file)
                elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    functions[node.name].append(file)
    return modules, classes, functions


def as_a_module(class_name):
    """`GameFamily` as `game_family`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in class_name).lstrip("_")


def rooms(files):
    """The rooms that these files lie in."""
    return {file.split("/")[0] for file in files}


def test_no_class_name_is_used_twice():
    _, classes, _ = defined()
    twice = {name for name, files in classes.items() if len(files) > 1}
    assert twice <= TWICE_IN_THE_REFEREE
    for name in twice:
        assert any(file.startswith(REFEREE) for file in classes[name]), name


def test_no_name_is_at_once_a_verb_a_type_and_a_module_of_one_room():
    modules, classes, functions = defined()
    threefold = {
        name
        for class_name, files in classes.items()
        if (name := as_a_module(class_name)) in modules
        and rooms(files) & rooms(modules[name]) & rooms(functions[name])
    }
    assert threefold <= THREEFOLD_IN_THE_REFEREE
