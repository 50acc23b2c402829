"""What many records tell, against what happened in them."""

import csv
import io
import json
import os
from collections import Counter

import numpy as np
import pytest
from msgspec import structs

from rules.core import Event, Roll
from rules.journal import Draft, Header, Journal, moments_of
from rules.registry import known_game
from tests.browser import SIZES, chromium, no_wider_than_the_window, opened, serious_faults
from tests.ui.app.recorded import whole_game
from ui.app.errors import UserError
from ui.app.statistics import index as indexing
from ui.app.statistics.figures import figures_of
from ui.app.statistics.index import RecordIndex, kind_of, records_in
from ui.app.statistics.luck import corrected, dice_test, lopsided, luck_of, luckier_than, worth
from ui.app.statistics.page import write_page
from ui.app.statistics.report import tables
from ui.app.statistics.summary import summary_of
from ui.cli.main import main

PIPS = tuple({"family": "pips", "value": n} for n in range(1, 7))
ENERGY = (
    {"family": "dicemasters", "kind": "energy", "energy": "Bolt", "amount": 1},
    *({"family": "dicemasters", "kind": "energy", "energy": "Bolt", "amount": 2},) * 2,
    *(
        {"family": "dicemasters", "kind": "character", "field": n, "attack": n, "defence": n,
         "burst": 0}
        for n in (1, 2, 3)
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Records of three games, a demo among them, and one that is broken."""
    place = tmp_path_factory.mktemp("records")
    for n in range(3):
        whole_game(place / f"a{n}.diceref", "tmnt", seed=n).close()
    whole_game(place / "demo-b.diceref", "irondie").close()
    whole_game(place / "c-practice-1.diceref", "tenthousand").close()
    (place / "broken.diceref").write_bytes(b"SQLite format 3\0 and then nothing")
    return place


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("ui.app.statistics.index.ALONE", 10_000)  # no processes for six records


def told(capsys, *words):
    code = main(["stats", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


# -- one game


@pytest.mark.parametrize("name", ["tmnt", "avx", "irondie", "tenthousand"])
def test_a_summary_counts_every_die_that_was_rolled(name, tmp_path):
    game = known_game(name).load()
    with whole_game(tmp_path / "a.diceref", name, seed=5) as journal:
        summary = summary_of(journal, game)
        rolled = Counter()
        for moment in moments_of(tuple(journal.entries()), game):
            chance = game.chance(moment.before) if moment.action is not None else None
            if isinstance(chance, Roll):
                rolled.update(kind for _, kind in chance.dice)
        played = game.view(moment.state)
        outcome = game.outcome(moment.state)
    counted = Counter()
    for _, kind, faces in summary.rolls:
        counted[kind] += sum(faces)
    assert counted == rolled
    assert rolled
    assert summary.turns == played.turn or abs(summary.turns - played.turn) <= 1
    assert (summary.over, summary.winners) == (outcome is not None, getattr(outcome, "winners", ()))
    lost = sum(amount for _, _, amount in summary.damage)
    if name in {"tmnt", "avx"}:
        assert lost >= sum(seat.life_start - seat.life for seat in played.seats)
        assert all(spent <= rolled + 8 for _, rolled, spent in summary.energy)


def test_faces_are_those_that_lay_there(tmp_path):
    game = known_game("tenthousand").load()
    with whole_game(tmp_path / "a.diceref", "tenthousand") as journal:
        summary = summary_of(journal, game)
        values = Counter()
        for entry in journal.entries():
            if isinstance(entry.action, dict) and entry.action.get("type") == "rolled":
                values.update(entry.action["values"])
    faces = np.sum([faces for _, _, faces in summary.rolls], axis=0)
    assert {n + 1: count for n, count in enumerate(faces)} == values


def test_a_record_of_an_older_version_is_played_again_and_tells_the_same(tmp_path):
    game = known_game("tmnt").load()
    with whole_game(tmp_path / "new.diceref") as new:
        entries = tuple(new.entries())
        now = summary_of(new, game)
        setup = new.setup
    with Journal.create(
        tmp_path / "old.diceref", "tmnt", setup, wall_time=entries[0].wall_time
    ) as old:
        old.append_all(
            Draft(**{
                name: getattr(entry, name) for name in Draft.__struct_fields__ if name != "facts"
            }, facts={} if entry.kind == "step" else entry.facts)
            for entry in entries[1:]
        )  # fmt: skip
        then = summary_of(old, game)
    assert then.replayed
    assert structs.replace(then, replayed=False) == now


def test_what_a_correction_took_back_is_not_counted(tmp_path):
    game = known_game("tmnt").load()
    with whole_game(tmp_path / "a.diceref", most=120) as journal:
        before = summary_of(journal, game)
        journal.append(Draft(kind="correction", replaces=40, facts={"why": "misread"}))
        after = summary_of(journal, game)
    assert after.corrections == 1
    assert after.turns < before.turns
    assert sum(sum(faces) for *_, faces in after.rolls) < sum(
        sum(faces) for *_, faces in before.rolls
    )


# -- the index


def test_the_index_reads_a_record_once_and_again_when_it_has_changed(folder, tmp_path, monkeypatch):
    reads = []
    real = indexing._summarised
    monkeypatch.setattr(indexing, "_summarised", lambda path: reads.append(path) or real(path))
    record = tmp_path / "a.diceref"
    journal = whole_game(record, most=30)
    with RecordIndex(tmp_path / "index.sqlite") as kept:
        first = list(kept.of([record]))
        list(kept.of([record]))
        assert len(reads) == 1
        journal.append(Draft(kind="note", facts={"text": "later"}))
        again = list(kept.of([record]))
        assert len(reads) == 2
    journal.close()
    assert again[0].summary.entries == first[0].summary.entries + 1


def test_a_damaged_index_is_made_anew(folder, tmp_path):
    place = tmp_path / "index.sqlite"
    place.write_bytes(b"SQLite format 3\0" + os.urandom(4000))
    with RecordIndex(place) as kept:
        assert sum(one.summary is not None for one in kept.of(records_in([folder]))) == 5


def test_other_processes_read_many_records_and_find_the_same(folder, tmp_path, monkeypatch):
    with RecordIndex(tmp_path / "one.sqlite") as kept:
        alone = list(kept.of(records_in([folder])))
    monkeypatch.setattr("ui.app.statistics.index.ALONE", 1)
    monkeypatch.setattr("ui.app.statistics.index.os.cpu_count", lambda: 2)
    with RecordIndex(tmp_path / "two.sqlite") as kept:
        assert list(kept.of(records_in([folder]))) == alone


# -- searching


@pytest.fixture
def searched(folder, tmp_path):
    """An index of five games and one in which people said something."""
    header = Header(players=("Zoë", "Bo"), event="Spring Cup")
    with whole_game(tmp_path / "spoken.diceref", most=20, header=header) as journal:
        said = {"text": "effect of Nova: 2 damage to Thor", "why": "the die rolled off"}
        journal.append(Draft(kind="note", facts=said))
    with RecordIndex(tmp_path / "index.sqlite") as kept:
        list(kept.of([*records_in([folder]), tmp_path / "spoken.diceref"]))
        yield kept, tmp_path / "spoken.diceref"


@pytest.mark.parametrize(
    "words",
    [
        "nova", "NOVA thor", '"damage to Thor"', "zoe", "Zoë cup", "rol* off",
        '"rolled off" spring', "nova nova", '"Spring',
    ],
)  # fmt: skip
def test_a_game_is_found_by_any_words_of_its_record(searched, words):
    kept, spoken = searched
    found = kept.search(words)
    assert list(found) == [spoken]
    assert "\n" not in found[spoken]


@pytest.mark.parametrize("words", ["novas", '"Thor to damage"', "nova -thor zebra", "AND nova XOR"])
def test_a_game_without_one_of_the_words_is_not_found(searched, words):
    assert searched[0].search(words) == {}


@pytest.mark.parametrize(
    "words", ["nova AND", "(nova", "nova)", "nova^2", 'nova"', "said:nova", "-nova"]
)
def test_nothing_that_is_typed_is_an_operator(searched, words):
    searched[0].search(words)


@pytest.mark.parametrize("words", [" ", '"', "()*", "\0", "*" * 500])
def test_what_is_no_word_is_said_in_one_sentence(searched, words):
    with pytest.raises(UserError, match="no word to search for"):
        searched[0].search(words)


def test_what_a_record_says_no_more_is_not_found_any_more(searched, tmp_path):
    kept, spoken = searched
    spoken.unlink()
    whole_game(spoken, most=20).close()
    list(kept.of([spoken]))
    assert kept.search("nova") == {}


def test_the_command_counts_and_lists_only_what_was_searched_for(searched, capsys):
    _, spoken = searched
    assert main(["stats", str(spoken.parent), "--search", '"rolled off"']) == 0
    told = capsys.readouterr().out
    assert "spoken.diceref" in told
    assert "the die rolled off" in told
    assert main(["stats", str(spoken.parent), "--search", "zebra"]) == 1
    assert main(["stats", str(spoken.parent), "--search", "?!"]) == 2


# -- dice


def test_fair_dice_are_seldom_called_more_than_luck():
    rng = np.random.default_rng(3)
    called, small = 0, 0
    for _ in range(150):
        counts = [rng.multinomial(n, [1 / 6] * 6) for n in (12, 40, 300, 80)]
        tests = corrected(
            dice_test(("g", "k", "t"), "", PIPS, tuple(map(int, one))) for one in counts
        )
        called += any("more than luck" in one.verdict for one in tests)
        small += sum(one.p < 0.2 for one in tests)
    assert called <= 7  # of 150 evenings, 1 in 100 each
    assert 0.13 < small / 600 < 0.27


def test_a_loaded_die_is_found_among_forty_fair_ones():
    rng = np.random.default_rng(8)
    fair = rng.multinomial(200, [1 / 6] * 6, size=40).tolist()
    dice = [dice_test(("g", str(n), "fair"), "", PIPS, one) for n, one in enumerate(fair)]
    dice.append(dice_test(("g", "bad", "bad"), "", PIPS, (20, 25, 25, 25, 25, 80)))
    found = corrected(dice)
    assert found[0].title == "bad"
    assert "more than luck" in found[0].verdict
    assert all("within luck" in one.verdict for one in found[1:])


def test_faces_that_look_the_same_are_one_outcome():
    one = dice_test(("g", "k", "t"), "", ENERGY, (10, 20, 0, 10, 10, 10))
    assert one.outcomes == ("1 Bolt", "2 Bolt", "1 1/1", "2 2/2", "3 3/3")
    assert one.seen == (10, 20, 10, 10, 10)
    assert one.p > 0.9


def test_a_simulated_p_value_is_near_the_exact_one():
    assert lopsided((2, 0), (0.5, 0.5)) == pytest.approx(0.5, abs=0.02)
    assert lopsided((8, 0), (0.5, 0.5)) == pytest.approx(2 / 256, abs=0.003)


def test_luck_is_nought_for_what_is_expected_and_large_for_the_best_faces():
    assert worth(PIPS)[0] == 1.0
    assert len(set(worth(PIPS)[1:4])) == 1
    assert worth(ENERGY)[1] == worth(ENERGY)[2]
    assert luck_of([(worth(ENERGY), (5, 5, 5, 5, 5, 5))]) == pytest.approx(0.0)
    best = luck_of([(worth(ENERGY), (0, 0, 0, 0, 0, 9))])
    assert luckier_than(best) == 99
    assert luck_of([]) is None


# -- the command


def test_the_command_tells_of_all_but_demos_and_names_what_is_broken(folder, capsys):
    code, out, err = told(capsys, folder)
    assert code == 0
    assert "4 games" in out
    assert "1 records cannot be read" in out
    assert "broken.diceref is left out" in err
    assert "Sidekick" in out
    code, out, _ = told(capsys, folder, "--where", "kind=demo")
    assert "One game" in out


def test_json_and_csv_hold_every_row(folder, capsys):
    _, out, _ = told(capsys, folder, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert Counter(row["table"] for row in rows)["games"] == 4
    _, out, _ = told(capsys, folder, "--csv", "players")
    read = list(csv.DictReader(io.StringIO(out)))
    assert {row["player"] for row in read} == {"Victoria", "Sebastian", "Ana", "Bo"}
    assert sum(int(row["won"]) for row in read if row["player"] in {"Ana", "Bo"}) == 1


def test_a_name_is_no_formula_in_a_spreadsheet(tmp_path, capsys):
    whole_game(tmp_path / "a.diceref", players=("=1+1", "@SUM(A1)")).close()
    _, out, _ = told(capsys, tmp_path, "--csv", "players")
    assert "'=1+1" in out
    assert "'@SUM(A1)" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--where", "colour=red"], "cannot be chosen by 'colour'"),
        (["--where", "kind"], "NAME=VALUE"),
        (["--where", "since=yesterday"], "no day"),
        (["--where", "kind=cheating"], "no kind"),
        (["--csv", "nothing"], "no table 'nothing'"),
        (["--out", "page.pdf"], "must end in .html"),
        (["no-such-folder"], "is not there"),
    ],
)
def test_bad_input_is_one_sentence(folder, capsys, words, says):
    code, out, err = told(capsys, *([] if "no-such" in words[0] else [folder]), *words)
    assert code == 2
    assert says in err
    assert err.strip().count("\n") <= 1
    assert out == ""


def test_no_game_is_said_so(tmp_path, capsys):
    code, out, err = told(capsys, tmp_path)
    assert (code, out) == (1, "")
    assert "there is no such game" in err


def test_the_page_is_whole_at_every_size_and_runs_nothing(folder, tmp_path, capsys):
    page = tmp_path / "stats.html"
    assert told(capsys, folder, "--out", page)[0] == 0
    assert "<script" not in page.read_text()
    with chromium() as browser:
        for size in SIZES:
            with opened(browser, page.as_uri(), size) as shown:
                assert shown.locator("figure svg").count() > 5
                assert no_wider_than_the_window(shown)
                assert serious_faults(shown) == []


def test_names_with_markup_stay_names(tmp_path):
    bad = "<script>alert(1)</script>"
    with whole_game(tmp_path / "a.diceref", players=(bad, "Bo")) as journal:
        summary = summary_of(journal, known_game("tmnt").load())
    assert bad in summary.players
    assert bad not in write_page(figures_of([summary]), 0)


async def test_the_screen_shows_every_table(folder):
    from textual.widgets import DataTable

    from ui.screens.app import DiceRefApp
    from ui.screens.stats import StatsScreen

    with RecordIndex(folder / "index.sqlite") as kept:
        found = [one.summary for one in kept.of(records_in([folder])) if one.summary]
    figures = figures_of(found)
    app = DiceRefApp(None, first=StatsScreen(figures, 0))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert len(app.screen.query(DataTable)) == len(tables(figures))
        await pilot.press("q")
    assert not app.is_running


def test_a_kind_is_told_by_the_files_name(tmp_path):
    assert kind_of(tmp_path / "demo-avx-1.diceref") == "demo"
    assert kind_of(tmp_path / "2026-practice-1.diceref") == "practice"
    assert kind_of(tmp_path / "2026-11-20.diceref") == "play"


def test_luck_and_result_of_a_game_belong_to_the_same_seats(tmp_path):
    header = Header(players=("Ana", "Bo"))
    with whole_game(tmp_path / "a.diceref", header=header) as journal:
        figures = figures_of([summary_of(journal, known_game("tmnt").load())])
    (line,) = figures.games
    assert len(line.luck) == len(line.summary.players) == 2
    assert sum(figures.players[name].results.won for name in ("Ana", "Bo")) == 1


NONSENSE = [
    {"events": (Event("game-over", "x", None, {"winners": ["Ana"]}),)},
    {"events": (Event("game-over", "x", None, {"winners": [-3, 99]}),)},
    {"events": (Event("game-over", "x", None, {"winners": 5}),)},
    {"events": (Event("player-damaged", "x", 0, {"life": -(10**30), "dealers": [1]}),)},
    {"events": (Event("fielded", "x", 0, {"die": 7, "dice": {"a": 1}, "card": None}),)},
    {"action": {"pay": [[1, "two"], "x", [3]]}},
    {"action": {"pay": {"a": 1}}},
    {"facts": {"step": "Main", "turn": 10**15, "active": 7}},
    {"facts": {"step": "", "turn": 1, "rolled": [[7, "no such die", 5, "x"], [None, "", 0, ""]]}},
    {"facts": {"step": "x", "was": 10**9}},
    {"wall_time": 250_000_000_000.0},
]


@pytest.mark.parametrize("more", NONSENSE)
def test_what_strangers_write_into_a_record_is_counted_or_named_and_never_stops_us(
    more, tmp_path, capsys
):
    with whole_game(tmp_path / "good.diceref", most=30):
        pass
    with whole_game(tmp_path / "bad.diceref", most=30) as journal:
        facts = {"step": "Main", "turn": 9, "active": 0}
        journal.append(Draft(kind="step", **{"action": {"type": "pass"}, "facts": facts, **more}))
    for words in ((), ("--json",), ("--csv", "games"), ("--out", tmp_path / "page.html")):
        code, _, err = told(capsys, tmp_path, *words)
        assert code == 0
        assert "Traceback" not in err
