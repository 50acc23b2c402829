"""A question with more answers than keys: they are shown nine at a time, best first."""

import asyncio
from dataclasses import replace

from rules.track.verdict import Answer, Ask
from tests.bench.replayed import ReplayedSource
from tests.ui.tables import attack_step
from ui.app.table_model import AnswerQuestion
from ui.screens.app import DiceRefApp
from ui.widgets.bands import answer_text, shared_words


def asked(count):
    answers = tuple(Answer(f"way {n}", (), 1 / count) for n in range(1, count + 1))
    return replace(attack_step(), question=Ask(7, "What happened?", answers), fouls=())


def pressed(model, *keys):
    source = ReplayedSource([model])

    async def look():
        app = DiceRefApp(source)
        async with app.run_test(size=(100, 40)) as pilot:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            rows = [str(row.render()) for row in app.screen.query("AnswerRow") if row.display]
            return str(app.screen.query_one("#question-text").render()), rows

    title, rows = asyncio.run(look())
    return title, rows, source.sent


def test_the_first_nine_of_fourteen_answers_are_shown_and_the_page_says_so():
    title, rows, _ = pressed(asked(14))
    assert "(1 to 9 of 14; 0: more)" in title
    assert len(rows) == 9
    assert "way 9" in rows[-1]


def test_nought_shows_the_rest_and_then_the_first_again():
    title, rows, _ = pressed(asked(14), "0")
    assert "(10 to 14 of 14; 0: more)" in title
    assert ["way 10" in rows[0], len(rows)] == [True, 5]
    assert "way 1 " in pressed(asked(14), "0", "0")[1][0]


def test_every_answer_can_be_given_with_one_key_of_its_page():
    sent = pressed(asked(14), "1", "9", "0", "1", "5", "6")[2]
    assert sent == [AnswerQuestion(7, choice) for choice in (0, 8, 9, 13)]


def test_with_nine_answers_or_fewer_there_is_no_other_page():
    title, rows, sent = pressed(asked(9), "0", "9")
    assert "more" not in title
    assert len(rows) == 9
    assert sent == [AnswerQuestion(7, 8)]


def told(*answers):
    """What stands out of each answer."""
    shared = shared_words(answers)
    rows = [answer_text(at, answer, 40, shared) for at, answer in enumerate(answers)]
    return [
        " ".join(
            row.plain[span.start : span.end].strip()
            for span in row.spans[1:]
            if span.style == "bold"
        )
        for row in rows
    ]


def test_what_differs_between_the_answers_stands_out():
    buys = (
        "buy Reclaim paying 1 Wild (Sidekick) + 1 Bolt (Sidekick)",
        "buy Speedy Delivery paying 1 Wild (Sidekick) + 1 Bolt (Sidekick)",
    )
    assert told(*buys) == ["Reclaim", "Speedy Delivery"]
    assert told("field Thor level 1", "field Thor level 2") == ["1", "2"]


def test_no_answer_is_without_words_of_its_own():
    assert told("buy Karai", "buy Karai; field Sidekick") == ["Karai", "Karai; field Sidekick"]
    assert told("pass", "pass pass") == ["pass", ""]  # nothing can be told apart: the first is best


def test_a_whole_answer_can_be_read_from_its_row():
    row = answer_text(1, "buy April now", 30, shared_words(["buy April now", "buy Karai now"]))
    assert row.plain == " 2  buy April now  30\u00a0%"


def test_something_else_does_not_keep_the_likely_answers_from_being_told_apart():
    answers = (
        Answer("buy Reclaim paying 1 Bolt", (), 0.6),
        Answer("buy Karai paying 1 Bolt", (), 0.4),
        Answer("something else", (), 0.0),
    )
    model = replace(attack_step(), question=Ask(7, "What happened?", answers), fouls=())

    async def look():
        app = DiceRefApp(ReplayedSource([model]))
        async with app.run_test(size=(100, 40)):
            return [row.content for row in app.screen.query("AnswerRow") if row.display]

    told = asyncio.run(look())
    spans = [
        [row.plain[s.start : s.end].strip() for s in row.spans if s.style == "bold"] for row in told
    ]
    assert spans == [["Reclaim"], ["Karai"], []]
