"""Reads the names and parameters of picamera2's classes out of its published source."""

import ast
from pathlib import Path

CLASSES = {
    "Picamera2": "picamera2.py",
    "CompletedRequest": "request.py",
    "MappedArray": "request.py",
}


def interface(package: Path) -> dict[str, dict[str, list[str] | None]]:
    """Per class: every method with its parameters, every other attribute with None."""
    found = {name: _members(package / file, name) for name, file in CLASSES.items()}
    exported = ast.parse((package / "__init__.py").read_text())
    found["picamera2"] = {
        (name := alias.asname or alias.name): found.get(name, {}).get("__init__")
        for node in exported.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return found


def _members(file: Path, wanted: str) -> dict[str, list[str] | None]:
    tree = ast.parse(file.read_text())
    body = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == wanted)
    members: dict[str, list[str] | None] = {}
    for node in ast.walk(body):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            members.setdefault(node.attr, None)
    for node in body.body:
        if isinstance(node, ast.Assign):
            members |= {name.id: None for name in node.targets if isinstance(name, ast.Name)}
        if isinstance(node, ast.FunctionDef):
            plain = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
            names = [argument.arg for argument in node.args.args + node.args.kwonlyargs]
            members[node.name] = None if plain else [n for n in names if n != "self"]
    return members


def uses(file: Path) -> list[tuple[str, str, list[str]]]:
    """(class, attribute, keywords passed) of every picamera2 call in our source."""
    found = []
    tree = ast.parse(file.read_text())
    calls = {id(n.func): n for n in ast.walk(tree) if isinstance(n, ast.Call)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        owner = _OWNERS.get(ast.unparse(node.value))
        if owner is None:
            continue
        call = calls.get(id(node))
        keywords = [k.arg for k in call.keywords if k.arg] if call else []
        found.append((owner, node.attr, keywords))
    return found


_OWNERS = {
    "self._camera": "Picamera2",
    "camera": "Picamera2",
    "library.Picamera2": "Picamera2",
    "self._library.Picamera2": "Picamera2",
    "request": "CompletedRequest",
    "planes": "MappedArray",
    "library": "picamera2",
    "self._library": "picamera2",
}


def stream_keys(package: Path) -> list[str]:
    """The keys picamera2 checks in the configuration of one stream."""
    tree = ast.parse((package / "picamera2.py").read_text())
    check = next(
        n
        for n in ast.walk(tree)
        if isinstance(n, ast.FunctionDef)
        and n.name.endswith("stream_config")
        and n.name.startswith("check")
    )
    subscripts = [n.slice for n in ast.walk(check) if isinstance(n, ast.Subscript)]
    return sorted(
        {n.value for n in subscripts if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    )
