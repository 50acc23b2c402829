"""Who measures a tracker may not know it: a rewrite changes one file."""

import ast
from pathlib import Path

FOLLOWING = Path(__file__).parent.parent / "bench" / "following"


def test_one_module_knows_the_tracker():
    knowing = {
        file.name
        for file in FOLLOWING.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rules.track")
    }
    assert knowing == {"adapter.py"}
