from dataclasses import replace

import msgspec
import pytest

from rules.core import DieView, Place, SeatView, ZoneKind
from tests.ui import tables
from tests.ui.doubles import played
from ui.screens.themes import FALLBACK, THEMES, contrast, palette, readable_on
from ui.widgets.mat_drawing import draw_mat, name_within

LOOK = palette(FALLBACK)


def text_rows(drawing):
    return ["".join(piece.text for piece in row) for row in drawing.rows]


@pytest.mark.parametrize("width", [30, 40, 56, 90, 140])
@pytest.mark.parametrize("height", [1, 12, 22, 40, 70])
def test_every_row_is_exactly_as_wide_as_the_mat(width, height):
    drawing = draw_mat(tables.attack_step(), LOOK, (width, height))
    assert {len(row) for row in text_rows(drawing)} == {width}


def test_every_die_in_an_open_zone_is_drawn():
    model = tables.attack_step()
    drawing = draw_mat(model, LOOK, (56, 26))
    opened = {n for n, kind in tables.ZONES.items() if kind is ZoneKind.OPEN}
    assert set(drawing.dice) == {die.die for die in model.view.dice if die.place.zone in opened}


def test_a_blocker_stands_in_the_column_of_the_die_it_blocks():
    drawing = draw_mat(tables.attack_step(), LOOK, (56, 26))
    assert drawing.dice["h1"][1] == drawing.dice["t1"][1]
    assert drawing.dice["s9"][1] == drawing.dice["s1"][1]
    assert drawing.dice["h1"][0] < drawing.dice["t1"][0]


def test_a_captured_die_follows_its_captor():
    drawing = draw_mat(tables.attack_step(), LOOK, (56, 26))
    captor, captive = drawing.dice["st"], drawing.dice["cap"]
    assert captive[0] == captor[0]
    assert captive[1] > captor[1]


def test_partners_have_zones_of_their_own_on_their_side():
    model = tables.attack_step()
    view = model.view
    names = [SeatView(name, 30, 30) for name in ("Ana", "Bo", "Cy", "Di")]
    dice = tuple(
        DieView(f"p{seat}", "side", Place("field", seat), "Sidekick", "Sidek", "1/1")
        for seat in range(4)
    )
    shown = type(view)(tuple(names), 1, 0, "Main", "", dice)
    drawing = draw_mat(replace(model, view=shown), LOOK, (60, 30))
    rows = [drawing.dice[f"p{seat}"][0] for seat in (3, 1, 0, 2)]
    assert rows == sorted(rows)
    assert any(row.startswith(" D Field") for row in text_rows(drawing))


def test_what_partners_share_is_drawn_once_and_bears_nobodys_letter():
    rows = text_rows(draw_mat(played(5), LOOK, (84, 40)))
    assert [row.split()[0] for row in rows if "Prep" in row.split()[:2]] == ["Prep", "Prep"]
    assert any(row.startswith(" D Field") for row in rows)


def test_counts_stay_when_there_is_no_room_for_what_they_count():
    heap = [
        DieView(f"u{n}", "side", Place("used", 0), f"Splinter's Teaching {n}", "Spl")
        for n in range(9)
    ]
    model = tables.attack_step()
    view = replace_dice(model.view, heap)
    crowded = replace(model, view=msgspec.structs.replace(view, hidden=model.view.hidden))
    (row,) = (row for row in text_rows(draw_mat(crowded, LOOK, (84, 40))) if "Used" in row)
    assert "Used 9" in row
    assert "Bag 8" in row


def test_a_heap_of_one_kind_is_not_counted_twice():
    heap = [DieView(f"u{n}", "side", Place("used", 0), "Sidekick", "SK") for n in range(4)]
    model = tables.attack_step()
    (row,) = (
        row
        for row in text_rows(
            draw_mat(replace(model, view=replace_dice(model.view, heap)), LOOK, (84, 40))
        )
        if "Used" in row
    )
    assert row.strip() == "Used 4 Sidekick"


def test_no_energy_is_cut_in_the_smallest_window():
    """Four players at 80x24 leave one row for a zone, and eight cells for a die."""
    shown = (("1 Shi.", "1 Shield energy"), ("2 Gen.", "2 Generic energy"))
    dice = tuple(
        DieView(f"r{seat}{n}", "side", Place("reserve", seat), "Sidekick", "SK", *words)
        for seat in range(4)
        for n, words in enumerate(shown)
    )
    model = tables.attack_step()
    names = tuple(SeatView(name, 30, 30) for name in ("Ana", "Bo", "Cy", "Di"))
    view = msgspec.structs.replace(replace_dice(model.view, dice), seats=names)
    for size in ((54, 20), (48, 24), (40, 20)):
        rows = "\n".join(text_rows(draw_mat(replace(model, view=view), LOOK, size)))
        assert rows.count("1 Shield") == 4
        assert rows.count("2 Generic") + rows.count("2 Gen.") == 4


@pytest.mark.parametrize("width", [84, 56])
def test_energy_is_named_in_full_where_it_fits(width):
    shield = DieView(
        "r0", "side", Place("reserve", 0), "Sidekick", "SK", "1 Shi.", "1 Shield energy"
    )
    model = tables.attack_step()
    drawing = draw_mat(replace(model, view=replace_dice(model.view, (shield,))), LOOK, (width, 30))
    assert any("1 Shield" in row for row in text_rows(drawing))


def test_heaps_and_hidden_zones_are_counted():
    rows = text_rows(draw_mat(tables.attack_step(), LOOK, (56, 26)))
    assert any("Bag 8" in row and "Used 3" in row for row in rows)
    assert any("Bag 6" in row and "Prep 2" in row for row in rows)


def test_more_dice_than_fit_on_a_line_go_on_below():
    model = tables.attack_step()
    many = tuple(
        DieView(f"m{n}", "side", Place("field", 0), "Sidekick", f"Side{n}") for n in range(20)
    )
    view = replace_dice(model.view, many)
    drawing = draw_mat(replace(model, view=view), LOOK, (40, 22))
    assert len({drawing.dice[f"m{n}"][:2] for n in range(20)}) == 20


def replace_dice(view, dice):
    return type(view)(view.seats, view.turn, view.active, view.step, view.substep, dice)


def test_names_of_any_alphabet_keep_the_columns():
    model = tables.attack_step()
    odd = (DieView("m0", "side", Place("field", 0), "忍者タートルズ", "忍者タ", "3/4"),)
    drawing = draw_mat(replace(model, view=replace_dice(model.view, odd)), LOOK, (56, 26))
    from rich.cells import cell_len

    assert {cell_len(row) for row in text_rows(drawing)} == {56}


def test_figures_can_be_read_on_any_die():
    for body in ("#ffffff", "#000000", "#808080", "#2b59c3", "#e8b21f", "#777777"):
        assert contrast(body, readable_on(body, "#7f7f7f")) >= 4.5


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_seats_fouls_and_questions_can_be_read_in_every_theme(theme):
    own = theme.variables
    assert contrast(theme.foreground, theme.background) >= 7
    for seat in ("seat-0", "seat-1"):
        assert contrast(own[seat], own["felt"]) >= 3
    assert contrast(own["foul"], own["foul-text"]) >= 3
    assert contrast(own["question"], own["question-text"]) >= 7


def test_in_a_large_window_the_face_of_a_die_is_drawn_larger_than_on_a_card():
    drawing = draw_mat(tables.attack_step(), LOOK, (114, 56))
    _, _, width, height = drawing.dice["t1"]
    assert (width >= 24, height) == (True, 8)


@pytest.mark.parametrize("size", [(56, 26), (114, 56), (40, 14)])
def test_what_is_provisional_is_drawn_leaning_and_between_its_colour_and_the_mats(size):
    model = tables.attack_step()
    settled = draw_mat(model, LOOK, size)
    begun = draw_mat(replace(model, moving=frozenset({"t1"})), LOOK, size)

    def look_of(drawing, die):
        row, first, *_ = drawing.dice[die]
        cell = 0
        for piece in drawing.rows[row]:
            if cell == first:
                return piece.style
            cell += len(piece.text)
        raise AssertionError(die)

    assert look_of(begun, "t1").italic
    assert look_of(begun, "t1") != look_of(settled, "t1")
    assert look_of(begun, "h1") == look_of(settled, "h1")


@pytest.mark.parametrize(
    ("title", "width", "shown"),
    [
        ("Human Torch", 12, "Human Torch"),
        ("Human Torch", 8, "H. Torch"),
        ("Human Torch", 7, "Torch"),
        ("Captain America", 8, "America"),
        ("Iron Man", 7, "I. Man"),
        ("green Fortress", 9, "Fortress"),
    ],
)
def test_a_name_is_shortened_to_words_that_people_say(title, width, shown):
    die = DieView("d", "k", Place("field", 0), title, "", "1/1")
    assert name_within(die, width) == shown
