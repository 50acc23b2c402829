import re
import shutil
import subprocess
from itertools import product

import cv2
import numpy as np
import pytest

from calibration.mat_pdf import MARGIN, PAPERS, STRIP, tiling, write_markers_pdf, write_pdf
from calibration.mats import MATS, mat_named
from calibration.mats.layout import OWN_TAGS, QUIET
from calibration.registration import register
from calibration.tags import find_tags

EVERY = list(product(sorted(MATS), sorted(PAPERS)))


@pytest.mark.parametrize(("name", "paper"), EVERY)
def test_the_sheets_cover_the_mat_and_neighbours_share_a_strip_for_the_glue(name, paper):
    table = mat_named(name)
    laid = tiling(table, paper)
    assert max(sheet.left + sheet.width for sheet in laid.sheets) == pytest.approx(table.width)
    assert max(sheet.top + sheet.height for sheet in laid.sheets) == pytest.approx(table.height)
    by_place = {(sheet.row, sheet.column): sheet for sheet in laid.sheets}
    for (row, column), sheet in by_place.items():
        assert sheet.width <= laid.paper_width - 2 * MARGIN + 1e-6
        assert sheet.height <= laid.paper_height - 2 * MARGIN + 1e-6
        if (row, column + 1) in by_place:
            right = by_place[row, column + 1]
            assert sheet.left + sheet.width - right.left >= STRIP - 1e-6
            assert right.left < right.trim_left < sheet.left + sheet.width
        if (row + 1, column) in by_place:
            below = by_place[row + 1, column]
            assert sheet.top + sheet.height - below.top >= STRIP - 1e-6
            assert below.top < below.trim_top < sheet.top + sheet.height


@pytest.mark.parametrize(("name", "paper"), EVERY)
def test_no_seam_cuts_a_marker(name, paper):
    table = mat_named(name)
    for sheet in tiling(table, paper).sheets:
        for axis, cut in enumerate((sheet.trim_left, sheet.trim_top)):
            if cut is not None:
                gaps = [abs(tag.centre[axis] - cut) - tag.side / 2 for tag in table.tags]
                assert min(gaps) >= QUIET


@pytest.mark.parametrize(
    ("name", "paper", "sheets"),
    [
        ("dicemasters", "a3", 2),
        ("dicemasters", "a4", 4),
        ("dicemasters", "tabloid", 2),
        ("dicemasters", "letter", 4),
        ("doubles", "a3", 3),
        ("doubles", "letter", 6),
    ],
)
def test_a_mat_needs_as_few_sheets_as_its_docstring_promises(tmp_path, name, paper, sheets):
    out = tmp_path / "mat.pdf"
    write_pdf(mat_named(name), paper, out)
    pages = re.findall(rb"/Type /Page\b(?!s)", out.read_bytes())
    assert len(pages) == sheets + 1  # and the page about joining


def test_an_unknown_paper_is_answered_with_the_papers_there_are():
    with pytest.raises(ValueError, match="choose one of a3, a4, tabloid, letter"):
        tiling(mat_named("irondie"), "a0")


def rendered(pdf, dpi):
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (poppler-utils) is not installed")
    stem = pdf.with_suffix("")
    subprocess.run(["pdftoppm", "-r", str(dpi), "-png", str(pdf), str(stem)], check=True)
    return [cv2.imread(str(path)) for path in sorted(pdf.parent.glob(f"{stem.name}-*.png"))]


def test_sheets_joined_at_their_seams_are_the_mat(tmp_path):
    table, dpi = mat_named("dicemasters"), 127  # five pixels per millimetre
    out = tmp_path / "mat.pdf"
    laid = write_pdf(table, "a4", out)
    pages = rendered(out, dpi)
    joined = np.full((round(table.height * 5), round(table.width * 5), 3), 255, np.uint8)
    for sheet, page in zip(laid.sheets, pages, strict=False):
        left, top = sheet.trim_left or sheet.left, sheet.trim_top or sheet.top
        right, bottom = sheet.left + sheet.width, sheet.top + sheet.height
        x, y = MARGIN + left - sheet.left, MARGIN + top - sheet.top
        piece = page[round(y * 5) :, round(x * 5) :]
        piece = piece[: round((bottom - top) * 5), : round((right - left) * 5)]
        rows, columns = slice(round(top * 5), None), slice(round(left * 5), None)
        target = joined[rows, columns][: piece.shape[0], : piece.shape[1]]
        target[:] = piece[: target.shape[0], : target.shape[1]]
    registration = register(joined, table)
    assert registration.tags_seen == tuple(range(8))
    assert registration.residual_mm < 0.15
    corners = np.array([[0.0, 0.0], [2600.0, 1900.0]])
    assert np.abs(registration.to_mat(corners) - (corners + 0.5) / 5).max() < 0.3


def test_the_marker_sheet_holds_the_eight_loose_markers_at_full_size(tmp_path):
    out = tmp_path / "markers.pdf"
    write_markers_pdf("letter", out)
    (page,) = rendered(out, 127)
    found = find_tags(page)
    assert sorted(found) == list(OWN_TAGS)
    sides = [np.linalg.norm(corners[0] - corners[1]) / 5 for corners in found.values()]
    assert np.allclose(sides, 24.0, atol=0.1)
