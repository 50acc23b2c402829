"""Correcting at the table and in review: choose what happened instead, see the rest, enter it."""

import random
import re
from dataclasses import replace
from itertools import takewhile

import pytest
from textual.widgets import OptionList, Static

from rules.core import CHANCE, Draw, Roll
from rules.core.telling import carried_out
from rules.journal import Journal, replay
from rules.track.referee import Referee
from tests.bench.portrait import FixedTable
from tests.bench.random_steps import random_steps
from tests.track.test_table_is_right import Table
from ui.app.chosen_dice import folded
from ui.app.correcting import _choices
from ui.app.known_games import known_game
from ui.app.practice import Practice
from ui.app.refereed_game import RefereedGame
from ui.app.review import Review
from ui.app.table_model import Correct, GiveUp, TryCorrection, Undo, UndoCorrection
from ui.screens.app import DiceRefApp
from ui.screens.correct import CorrectScreen
from ui.screens.review import ReviewScreen
from words import say

KNOWN = known_game("tmnt")
GAME = KNOWN.load()
SIZE = (110, 34)


def record(steps=60, seed=4):
    """The first steps of a random game."""
    setup = KNOWN.demo_setup()
    journal = Journal.in_memory("tmnt", setup)
    drafts = random_steps(GAME, setup, random.Random(seed))
    journal.append_all([draft for draft, _ in zip(drafts, range(steps), strict=False)])
    return journal


@pytest.fixture
def journal():
    return record()


def moments(journal):
    return replay(journal.entries(), GAME).moments


def a_move(journal):
    """A move for which something else was lawful, said in other words."""
    for moment in moments(journal)[6:]:
        if any(offer.action != moment.step for offer in plain_offers(moment.before)):
            return moment
    raise AssertionError


def plain_offers(state):
    """What may be done and leaves nothing to choose."""
    return [o for o in GAME.offers(state) if o.action is not None and not o.ways and not o.dice]


def could_be_missing(journal):
    """A move before which another could have been made, and that other."""
    for moment in moments(journal)[6:]:
        for offer in plain_offers(moment.before):
            state, _ = GAME.apply(moment.before, offer.action)
            goes_on = GAME.to_move(state) != CHANCE and GAME.why_not(state, moment.step) is None
            if offer.action != moment.step and goes_on:
                return moment, offer.text
    raise AssertionError


def a_roll(journal):
    return next(m for m in moments(journal)[1:] if isinstance(GAME.chance(m.before), Roll))


class AtTable:
    """A table whose commands are carried out as they are sent."""

    def __init__(self, journal):
        self.game = Practice(Referee(GAME, journal), title="t", automatic=frozenset())
        self.subscribe, self.latest = self.game.subscribe, self.game.latest

    def send(self, command):
        self.game.send(command)
        self.game.obey()


def at_table(journal):
    table = AtTable(journal)
    return DiceRefApp(table), table


def in_review(journal):
    review = Review(journal, GAME, "t")
    return DiceRefApp(None, first=ReviewScreen(review)), review


def text_of(app, name):
    return str(app.screen.query_one(name, Static).render())


def choices(app):
    options = app.screen.query_one(OptionList)
    return [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]


async def choose(pilot, text):
    options = pilot.app.screen.query_one(OptionList)
    options.highlighted = choices(pilot.app).index(text)
    await pilot.press("enter")
    await pilot.pause()


@pytest.mark.parametrize("where", [at_table, in_review])
async def test_what_happened_instead_is_chosen_seen_and_entered(journal, where):
    wrong = a_move(journal)
    said = GAME.say(wrong.before, wrong.step)
    other = next(o for o in plain_offers(wrong.before) if o.action != wrong.step)
    app, source = where(journal)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(source, wrong.entry.number))
        await pilot.pause()
        assert said in text_of(app, "#correct-title")
        assert say("✔ Nothing: it did not happen") in choices(app)
        await choose(pilot, other.text)
        assert GAME.say(wrong.before, other.action) in text_of(app, "#correct-instead")
        assert "Later entries" in text_of(app, "#correct-rest")
        await choose(pilot, say("✔ That is what happened: enter it"))
        await pilot.press("enter")  # misread
        await pilot.press("enter")  # both names
        await pilot.pause()
    entry = next(entry for entry in journal.entries() if entry.kind == "correction")
    assert entry.replaces == wrong.entry.number
    assert entry.facts["why"] == "misread"
    assert entry.facts["who"] == "Victoria, Sebastian"
    at = wrong.entry.number - 1
    assert moments(journal)[at].step == other.action


async def test_dice_to_reroll_instead_are_ticked_one_by_one(journal):
    wrong = next(
        moment
        for moment in moments(journal)[3:]
        if any(len(offer.dice) > 1 for offer in folded(GAME.offers(moment.before)))
    )
    app, table = at_table(journal)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(table, wrong.entry.number))
        await pilot.pause()
        assert len(choices(app)) < 8
        await choose(pilot, say("roll the dice you choose"))
        await pilot.press("space", "down", "space", "enter")
        await pilot.pause()
        form = table.latest().correction
        assert len(form.whole) == 1
        assert len(form.whole[0].dice) == 2
        assert len(form.rows) == 2
        await pilot.press("right")
        await pilot.pause()
        assert table.latest().correction.whole[0] == form.whole[0]
        assert len(table.latest().correction.whole) == 2


@pytest.mark.parametrize("name", ["irondie", "tenthousand", "tmnt"])
def test_all_that_was_lawful_may_be_chosen(name):
    known, chance = known_game(name), random.Random(2)
    game, setup = known.load(), known.demo_setup()
    state = game.new(setup)
    for _ in range(40):
        if game.to_move(state) is None:
            break
        if game.to_move(state) == CHANCE:
            state, _ = game.apply(state, game.sample(state, chance))
            continue
        told = list(_choices(game, state, None))
        offered = [way for o in told for way in (o.action, *(way for _, way in o.ways))]
        lawful = list(game.legal_actions(state))
        said = {game.say(state, action) for action in offered}
        assert {game.say(state, action) for action in lawful} <= said
        state, _ = game.apply(state, chance.choice(lawful))


@pytest.mark.parametrize("where", [at_table, in_review])
async def test_a_roll_is_put_right_die_by_die(journal, where):
    wrong = a_roll(journal)
    app, source = where(journal)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(source, wrong.entry.number))
        await pilot.pause()
        form = source.latest().correction
        shown = [row.now for row in form.rows]
        assert GAME.settle(wrong.before, shown) == wrong.step  # as it was written
        for key, turned in (("left", -1), ("right", 0), ("right", 1)):
            await pilot.press(key)
            await pilot.pause()
            assert source.latest().correction.rows[0].now == (shown[0] + turned) % 6
        assert source.latest().correction.settled
        await choose(pilot, say("✔ That is what happened: enter it"))
        await pilot.press("enter", "enter")
        await pilot.pause()
    put_right = moments(journal)[wrong.entry.number - 1]
    shown[0] = (shown[0] + 1) % 6
    assert put_right.step == GAME.settle(wrong.before, shown)


def test_a_draw_is_shown_as_it_was_written():
    journal = record(200)
    _, table = at_table(journal)
    draws = [m for m in moments(journal)[1:] if isinstance(GAME.chance(m.before), Draw)]
    told = set()
    for moment in draws:
        table.send(TryCorrection(moment.entry.number))
        rows = table.latest().correction.rows
        told.add(tuple(row.options[row.now] for row in rows))
        hand = GAME.settle(moment.before, [row.values[row.now] for row in rows])
        assert carried_out(GAME, moment.before, hand)[0] == moment.events[0].text
    assert len(told) > 3


async def test_a_missing_move_is_entered_before_the_one_that_is_there(journal):
    app, table = at_table(journal)
    wrong, missing = could_be_missing(journal)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(table, wrong.entry.number))
        await pilot.pause()
        await choose(pilot, missing)
        assert choices(app)[1].startswith("and then, as written")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert len(table.latest().correction.instead) == 2
        await pilot.press("backspace")
        await pilot.pause()
        assert len(table.latest().correction.instead) == 1


def test_what_is_written_is_offered_as_well_only_where_it_still_fits(journal):
    _, table = at_table(journal)
    offered = set()
    for moment in moments(journal)[6:]:
        for offer in plain_offers(moment.before):
            state, _ = GAME.apply(moment.before, offer.action)
            fits = GAME.why_not(state, moment.step) is None
            table.send(TryCorrection(moment.entry.number, (offer.action,)))
            form = table.latest().correction
            also = any(choice.text.startswith("and then") for choice in form.choices)
            assert also == (fits and not form.rows)
            offered.add(also)
    assert offered == {True, False}


async def test_what_was_done_by_hand_instead_is_said_in_words(journal):
    app, table = at_table(journal)
    wrong = a_move(journal)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(table, wrong.entry.number))
        await pilot.pause()
        await choose(pilot, say("… something else, by hand, in words"))
        await pilot.press(*"Victoria gains 1 life", "enter")
        await pilot.pause()
        (said,) = table.latest().correction.instead
        assert "life" in said
        await choose(pilot, say("… something else, by hand, in words"))
        await pilot.press(*"fly to the moon", "enter")
        await pilot.pause()
        assert "fly" in text_of(app, "#correct-instead")
        await choose(pilot, say("✔ That is what happened: enter it"))
        await pilot.press("enter", "enter")
        await pilot.pause()
    put_right = moments(journal)[wrong.entry.number - 1]
    assert GAME.say(put_right.before, put_right.step) == said


async def test_a_judges_ruling_is_kept_word_for_word(journal):
    app, source = in_review(journal)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(source, a_move(journal).entry.number))
        await pilot.pause()
        await choose(pilot, say("… what a judge decides, in words"))
        await pilot.press(*"[/b] [link=x]roll", "enter")
        await pilot.press("enter")
        await pilot.pause()
        assert "[/b] [link=x]roll" in "\n".join(line.text for line in source.latest().events)
    entry = next(entry for entry in journal.entries() if entry.kind == "correction")
    assert entry.facts["ruling"] == "[/b] [link=x]roll"


async def test_a_correction_is_undone_from_its_own_entry(journal):
    was = [moment.step for moment in moments(journal)[1:]]
    app, source = in_review(journal)
    source.correct(a_move(journal).entry.number, (), why="misread")
    correction = source.page.entry.number
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("e")
        await pilot.pause()
        assert choices(app) == [say("✔ Undo this correction: what it took away counts again")]
        await pilot.press("enter", "enter")
        await pilot.pause()
    assert [moment.step for moment in moments(journal)[1:]] == was
    assert source.page.entry.facts["undoes"] == correction
    undone = say("Correction {number} undone", number=correction)
    assert any(line.text.startswith(undone) for line in source.latest().events)


@pytest.mark.parametrize("where", [at_table, in_review])
async def test_the_set_up_is_refused_in_a_sentence(journal, where):
    app, source = where(journal)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(source, 1))
        await pilot.pause()
        assert "the set-up cannot be corrected" in text_of(app, "#correct-instead")
        await pilot.press("enter", "escape")
        assert not isinstance(app.screen, CorrectScreen)


async def test_a_name_of_300_letters_is_refused_in_a_sentence(journal):
    _, table = at_table(journal)
    number, before = a_move(journal).entry.number, len(journal)
    table.send(Correct(number, (), "misread", "x" * 300))
    assert table.latest().notice == "a name has at most 100 letters, not 300."
    assert len(journal) == before


def test_an_entry_of_a_finished_game_can_be_corrected():
    journal = record(steps=5000)
    end = moments(journal)[-1]
    assert GAME.outcome(end.state) is not None
    _, table = at_table(journal)
    assert table.latest().outcome is not None
    table.send(TryCorrection(end.entry.number))
    assert say("The game is not over then.") in table.latest().correction.preview
    table.send(Correct(end.entry.number, (), "misread"))
    assert table.latest().outcome is None
    correction = next(e.number for e in journal.entries() if e.kind == "correction")
    table.send(TryCorrection(correction))
    over = say("The game is over then: {text}", text=GAME.outcome(end.state).text)
    assert over in table.latest().correction.preview
    table.send(UndoCorrection(correction))
    assert table.latest().outcome is not None


def test_giving_up_is_taken_back_like_a_move(journal):
    _, table = at_table(journal)
    table.send(GiveUp(0))
    assert table.latest().outcome is not None
    before = moments(journal)[-1].entry.number
    table.send(Undo())
    assert table.latest().outcome is None
    assert moments(journal)[-1].entry.number == before
    assert Referee(GAME, journal).result is None


def test_the_log_tells_what_no_longer_counts_and_the_panel_that_it_was_corrected():
    journal = record(steps=200)
    _, table = at_table(journal)
    hurt = next(m for m in moments(journal) if any("life" in e.facts for e in m.events))
    table.send(Correct(hurt.entry.number, (), "misread", "Victoria, Sebastian"))
    told = [line.text for line in table.latest().events]
    assert any(text.startswith("(taken back) ") for text in told)
    assert f"Entry {hurt.entry.number} taken back (misread, Victoria, Sebastian" in told[-1]
    changed = table.latest().life_changes
    assert {change.cause for change in changed[-1:]} <= {"corrected"}
    stand = {moment.entry.number for moment in moments(journal)}
    for line in table.latest().events:
        if line.entry is not None and line.kind != "correction":
            assert line.text.startswith("(taken back) ") != (line.entry in stand)


def test_a_form_is_shown_of_every_entry_of_a_game(journal):
    _, table = at_table(journal)
    for moment in moments(journal)[1:]:
        table.send(TryCorrection(moment.entry.number))
        form = table.latest().correction
        assert form.entry == moment.entry.number, table.latest().notice
        mover = GAME.to_move(moment.before)
        seats = GAME.view(moment.before).seats
        if mover == CHANCE:
            assert form.text == moment.events[0].text
        else:
            assert form.text.startswith(seats[mover].name)
        assert form.rows or form.choices
        assert form.preview


TITLES = {
    "stay": "Later entries that stay",
    "drop": "Later entries that drop out",
    "retold": "Of these tell something else then",
}


def told_of(preview, title):
    """How many entries the preview tells of under a title, and which it lists."""
    begins = TITLES[title]
    at = next((n for n, line in enumerate(preview) if line.startswith(begins)), None)
    if at is None:
        return 0, []
    listed = takewhile(lambda line: line.startswith("  "), preview[at + 1 :])
    numbers = [int(line.split()[0]) for line in listed if line.split()[0].isdigit()]
    return int(re.findall(r"\d+", preview[at])[0]), numbers


@pytest.mark.parametrize("at", [*range(4, 60, 5), 53, 57, 60])
def test_the_preview_says_what_then_becomes_of_every_later_entry(at):
    journal = record()
    moment, chance = moments(journal)[at], random.Random(at)
    by_chance = GAME.to_move(moment.before) == CHANCE
    other = (
        GAME.sample(moment.before, chance)
        if by_chance
        else chance.choice(GAME.legal_actions(moment.before))
    )
    _, table = at_table(journal)
    table.send(TryCorrection(moment.entry.number, (other,)))
    preview = list(table.latest().correction.preview)
    before = {each.entry.number: each for each in moments(journal)}
    later = [number for number in before if number > moment.entry.number]
    table.send(Correct(moment.entry.number, (other,), "misread"))
    now = {each.entry.facts["was"]: each for each in moments(journal) if "was" in each.entry.facts}
    stays = [number for number in later if number in now]
    gone = [number for number in later if number not in now]
    assert told_of(preview, "stay")[0] == len(stays)
    assert told_of(preview, "drop") == (len(gone), gone[:12])
    assert (say("  and {count} more", count=len(gone) - 12) in preview) == (len(gone) > 12)
    differs = [n for n in stays if texts(before[n]) != texts(now[n])]
    assert told_of(preview, "retold") == (len(differs), differs[:12])
    view = table.latest().view
    last = list(before.values())[-1].state
    was = GAME.view(last)
    told = say(
        "The game then stands at turn {turn}, {name}, {step}.",
        turn=view.turn,
        name=view.seats[view.active].name,
        step=view.step,
    )
    stood, stands = ((v.turn, v.active, v.step) for v in (was, view))
    assert (told in preview) == (stood != stands)
    for seat, then in zip(view.seats, was.seats, strict=True):
        line = f"{then.name}: {then.life} life becomes {seat.life}."
        assert (line in preview) == (then.life != seat.life)


def texts(moment):
    said = () if GAME.to_move(moment.before) == CHANCE else (GAME.say(moment.before, moment.step),)
    return {*said, *(event.text for event in moment.events)}


def test_the_preview_names_the_die_that_then_paid():
    journal = record(7)
    rolled = a_roll(journal)
    _, table = at_table(journal)
    seen = 0
    for face in range(6):
        form_for = TryCorrection(rolled.entry.number, (), tuple([face] * len(rolled.step.faces)))
        table.send(form_for)
        told = table.latest().correction.preview
        seen += any("→" in line for line in told)
    assert seen


class Lying:
    """A table whose referee sees how dice lie."""

    def __init__(self):
        self.table = Table("tmnt", 60)
        self.table.play_unseen(25)
        self.table.rest(3)
        self.game = Practice(self.table.referee, title="t", automatic=frozenset())
        self.subscribe, self.latest = self.game.subscribe, self.game.latest

    def send(self, command):
        self.game.send(command)
        self.game.obey()


async def test_the_table_is_right_lists_what_differs_and_bears_both_names():
    table = Lying()
    app = DiceRefApp(table)
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(CorrectScreen(table, None))
        await pilot.pause()
        differs = table.latest().correction.preview
        assert len(differs) > 2
        assert choices(app) == [say("✔ Enter it, with the names of all who agree")]
        await pilot.press("enter", "enter")
        await pilot.pause()
    entry = next(e for e in table.table.entries if e.kind == "correction")
    assert entry.facts["who"] == "Victoria, Sebastian"
    assert list(differs)[: len(entry.facts["differences"])] == entry.facts["differences"]
    assert any("The table is right" in line.text for line in table.latest().events)


async def test_a_table_that_is_not_followed_any_more_says_how_to_put_it_right():
    app, source = in_review(record())
    lost = replace(source.latest(), lost=True)
    table = FixedTable(lost)
    app = DiceRefApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = app.screen.query_one("#lost", Static)
        assert shown.display
        assert "the table is right" in str(shown.render())


async def test_undo_says_what_it_takes_back_before_it_does(journal):
    app, table = at_table(journal)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("u")
        await pilot.pause()
        await pilot.pause()
        last = max(e.number for e in table.game._decisions())
        made = next(m for m in moments(journal) if m.entry.number == last)
        shown = text_of(app, "#confirm-sentence")
        assert GAME.say(made.before, made.step) in shown
        assert journal.entry(len(journal)).kind == "step"
        await pilot.press("y")
        await pilot.pause()
    assert any(entry.kind == "correction" for entry in journal.entries())


def test_no_clock_runs_where_nobody_asked_for_one():
    journal = record(3)
    table = RefereedGame(Referee(GAME, journal), title="t")
    state = moments(journal)[-1].state
    by_chance = GAME.to_move(state) == CHANCE
    table._announce(
        GAME.sample(state, random.Random(1)) if by_chance else GAME.legal_actions(state)[0]
    )
    table.tick()
    assert all(not clock.running for clock in table.latest().clocks)
    assert all(entry.kind != "clock" for entry in journal.entries())
