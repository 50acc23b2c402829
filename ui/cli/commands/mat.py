"""`diceref mat`: the printable mats and markers."""

import argparse
import json
import sys
from pathlib import Path

from calibration.mat_pdf import PAPERS, tiling, write_charuco_pdf, write_markers_pdf, write_pdf
from calibration.mats import MATS, mat_named
from rules.registry import usual_mat
from ui.app.errors import UserError
from words import say, tr


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "mat",
        help=say("draw a print-ready mat, or markers for a mat you own"),
        description=say(
            "Writes a vector PDF. Where the paper is smaller than the mat it is divided "
            "over several sheets, with marks and a page that says how to join them."
        ),
        epilog=say(
            "examples:\n  diceref mat --game {usual_mat} --paper a4 --out mat.pdf\n  "
            "diceref mat --markers --out markers.pdf",
            usual_mat=usual_mat(),
        ),
    )
    command.add_argument("--game", choices=sorted(MATS), default=usual_mat())
    command.add_argument("--paper", choices=sorted(PAPERS), default="a4")
    command.add_argument("--out", type=Path, metavar="F.pdf", help=say("the file to write"))
    only = command.add_mutually_exclusive_group()
    only.add_argument(
        "--markers",
        action="store_true",
        help=say("only the eight markers, to stick around a mat you already own"),
    )
    only.add_argument(
        "--charuco", action="store_true", help=say("only the board that measures a lens")
    )
    command.add_argument(
        "--json", action="store_true", help=say("what was written as a JSON object")
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the PDF."""
    name = "markers" if arguments.markers else "board" if arguments.charuco else arguments.game
    out = arguments.out or Path(f"diceref-{name}-{arguments.paper}.pdf")
    if out.suffix.lower() != ".pdf":
        raise UserError(tr("{out}: what is written is a PDF: end the name in .pdf.", out=out))
    count = 1
    try:
        if arguments.markers:
            write_markers_pdf(arguments.paper, out)
            said = say("eight markers on one sheet")
        elif arguments.charuco:
            write_charuco_pdf(arguments.paper, out)
            said = say("the board for the lens, on one sheet")
        else:
            table = mat_named(arguments.game)
            write_pdf(table, arguments.paper, out)
            count = len(tiling(table, arguments.paper).sheets)
            sheets = say("one sheet") if count == 1 else say("{count} sheets to join", count=count)
            said = say(
                "{width:g} x {height:g} mm, {sheets}",
                width=table.width,
                height=table.height,
                sheets=sheets,
            )
    except OSError as error:
        raise UserError(
            tr(
                "cannot write {out} ({strerror}): name another file with --out.",
                out=out,
                strerror=error.strerror,
            )
        ) from None
    if arguments.json:
        print(
            json.dumps({"file": str(out), "what": name, "paper": arguments.paper, "sheets": count})
        )
    else:
        print(say("{out}: {said}; print at 100 %.", out=out, said=said), file=sys.stderr)
    return 0
