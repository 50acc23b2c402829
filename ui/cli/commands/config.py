"""`diceref config`: every setting, its value and where it came from."""

import argparse
import json

from calibration.masking import without_passwords
from ui.app.errors import UserError
from ui.app.folders import config_file
from ui.app.known_games import known_game
from ui.app.settings import origins, template
from ui.cli.open_dashboard import known_theme
from words import say, tr


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "config",
        help=say("show every setting and where its value came from"),
        description=say(
            "Settings come from one TOML file; an environment variable DICEREF_NAME "
            "stands above it."
        ),
        epilog=say(
            "examples:\n  diceref config\n  diceref config --init\n  DICEREF_THEME=paper "
            "diceref config --json"
        ),
    )
    command.add_argument("--json", action="store_true", help=say("one JSON object per line"))
    command.add_argument("--path", action="store_true", help=say("print only where the file is"))
    command.add_argument(
        "--init", action="store_true", help=say("write a file with every setting explained")
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the settings, or the file's place, or write the file."""
    if arguments.path:
        print(config_file())
        return 0
    if arguments.init:
        return _init()
    found = origins()
    known_theme(str(found["theme"].value))
    known_game(str(found["game"].value))
    for name, origin in found.items():
        value = origin.value
        if isinstance(value, str):
            value = without_passwords(value)
        if arguments.json:
            print(json.dumps({"name": name, "value": value, "from": origin.where}))
        else:
            shown = json.dumps(value)
            print(f"{name:<18}{shown:<18}{origin.where}")
    return 0


def _init() -> int:
    path = config_file()
    if path.exists():
        raise UserError(tr("{path} is there already; edit it, or remove it first.", path=path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template(), encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("{path} cannot be written ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    print(path)
    return 0
