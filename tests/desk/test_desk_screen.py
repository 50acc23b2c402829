"""The desk's screen: a whole small event by its keys, on a real hub."""

from contextlib import asynccontextmanager

import pytest
from textual.widgets import DataTable, Input, Select, Static

from rules.tournament import acts
from rules.tournament.plan import TournamentPlan
from tests.desk.hubs import hub
from ui.desk.archive import Archive
from ui.desk.service import DeskService
from ui.screens.desk.app import DeskApp
from ui.screens.desk.forms import read_score


@asynccontextmanager
async def desk_app(folder, *, players=0, **plan):
    with hub(folder / "hub") as server:
        service = DeskService(folder, server=server, archive=Archive(folder / "archive.db"),
                              host="127.0.0.1")  # fmt: skip
        if players:
            service.do(acts.Found(plan=TournamentPlan(name="Night", **plan)))
            for number in range(1, players + 1):
                service.do(acts.Enter(name=f"Player {number}"))
        app = DeskApp(service, who="Olga", exports=folder / "exports")
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            yield service, app, pilot
        service.close()


def told(app, name):
    return str(app.screen_stack[0].query_one(f"#{name}", Static).content)


async def typed(pilot, text):
    await pilot.pause(0.1)
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await pilot.pause(0.1)


async def test_an_event_is_announced_entered_paired_and_ranked_by_keys(tmp_path):
    async with desk_app(tmp_path) as (service, app, pilot):
        app.screen.query_one("#name", Input).value = "Club night"
        app.screen.query_one("#edition", Input).value = "second"
        app.screen.query_one("#breakers", Input).value = "goals"
        await pilot.press("ctrl+s")
        await pilot.pause(0.1)
        assert service.state.plan is None  # there is no such tie-breaker
        app.screen.query_one("#way", Select).value = "best of 3"
        app.screen.query_one("#breakers", Input).value = "game wins, opponents' match wins"
        await pilot.press("ctrl+s")
        await pilot.pause(0.1)
        plan = service.state.plan
        assert (plan.name, plan.edition, plan.best_of) == ("Club night", "second", 3)
        assert plan.asked == ("game wins", "opponents' match wins")
        for name in ("Ana", "Ben", "Caro", "Dan"):
            await pilot.press("a")
            await typed(pilot, name)
        await pilot.press("n")
        await pilot.pause(0.3)
        assert "DRAFT of round 1" in told(app, "draft")
        assert service.state.round is None  # nobody has been told
        await pilot.press("P")
        await pilot.pause(0.1)
        await pilot.press("y")
        await pilot.pause(0.3)
        assert service.state.round.number == 1
        await pilot.press("n")
        await pilot.pause(0.1)
        assert service.draft is None  # results are missing
        for table in (0, 1):
            app.query_one("#pairings", DataTable).move_cursor(row=table)
            await pilot.press("r")
            await typed(pilot, "2:0")
        await pilot.pause(0.3)
        assert service.state.round.outstanding == ()
        ranks = app.query_one("#ranks", DataTable)
        assert str(ranks.get_row_at(0)[2]) == "3"
        await pilot.press("U")
        await pilot.pause(0.1)
        await pilot.press("y")
        await pilot.pause(0.1)
        assert service.state.rounds == ()


async def test_one_table_stands_and_time_is_called_by_keys(tmp_path):
    async with desk_app(tmp_path, players=4) as (service, app, pilot):
        service.prepare()
        service.publish()
        await pilot.pause(0.3)
        await pilot.press("p")
        await pilot.pause(0.3)
        assert set(service.state.clock.paused) == {1}
        assert "Ⅱ" in str(app.query_one("#grid", DataTable).get_row_at(0)[6])
        await pilot.press("E")
        await pilot.pause(0.1)
        await pilot.press("y")
        await pilot.pause(0.1)
        assert service.state.clock.called == {1, 2}


async def test_draft_players_are_swapped_by_hand(tmp_path):
    async with desk_app(tmp_path, players=4) as (service, app, pilot):
        assert app.service is service
        await pilot.press("n", "s")
        await pilot.pause(0.2)
        before = service.draft
        await pilot.press("enter")  # the first name
        await pilot.pause(0.1)
        await pilot.press("down", "enter")
        await pilot.pause(0.1)
        assert service.draft != before
        assert sorted(p for one in service.draft.seatings for p in one.players) == [1, 2, 3, 4]


async def test_a_call_is_shown_with_what_a_judge_needs_and_ruled_on(tmp_path):
    async with desk_app(tmp_path, players=4) as (service, app, pilot):
        service.prepare()
        service.publish()
        service.do(acts.Rule(judge="Caro", ruling="slow", player=service.state.round.at(1).first,
                             penalty="warning"))  # fmt: skip
        service.do(acts.CallJudge(table="1", text="a die fell"))
        app.query_one("TabbedContent").active = "judge"
        await pilot.pause(0.5)
        shown = told(app, "call")
        assert "a die fell" in shown
        assert "warning in round 1 by Caro: slow" in shown
        await pilot.press("J")
        await typed(pilot, "Dora")
        assert service.state.calls[0].judge == "Dora"
        await pilot.press("j")
        await pilot.pause(0.1)
        app.screen.query_one("#ruling", Input).value = "roll again"
        await pilot.press("ctrl+s")
        await pilot.pause(0.1)
        assert service.state.calls[0].ruling == "roll again"


async def test_what_is_refused_is_said_and_changes_nothing(tmp_path):
    async with desk_app(tmp_path, players=2) as (service, app, pilot):
        await pilot.press("a")
        await typed(pilot, "player 1")
        assert len(service.state.players) == 2
        await pilot.press("space")
        await pilot.pause(0.1)
        assert service.state.clock.since is None
        assert any("nothing to time" in str(note.message) for note in app._notifications)


async def test_names_with_markup_are_text(tmp_path):
    async with desk_app(tmp_path, players=2) as (service, app, pilot):
        service.do(acts.Rename(player=1, name="[red]Zoë[/] \x1b[31m"))
        service.prepare()
        await pilot.pause(0.5)
        row = app.query_one("#people", DataTable).get_row_at(0)
        assert "[red]Zoë[/]" in str(row[1])


async def test_an_old_result_is_put_right_and_says_whose_place_that_changes(tmp_path):
    async with desk_app(tmp_path, players=4) as (service, app, pilot):
        for _ in range(2):
            service.prepare()
            service.publish()
            for table in (1, 2):
                service.report(table, (1, 0))
        winner, loser = service.state.rounds[0].at(1).players
        await pilot.press("comma")
        await pilot.pause(0.3)
        assert "Round 1" in told(app, "draft")
        app.query_one("#pairings", DataTable).move_cursor(row=0)
        await pilot.press("r")
        await typed(pilot, "0:1")
        assert service.state.rounds[0].results[1].wins == (0, 1)
        assert service.state.rounds[1].results[1].wins == (1, 0)
        said = " ".join(str(note.message) for note in app._notifications)
        assert service.state.name(loser) in said
        assert service.state.name(winner) in said
        await pilot.press("full_stop")
        await pilot.pause(0.3)
        assert "Round 2" in told(app, "draft")


async def test_sheets_are_printed_and_a_name_is_never_markup(tmp_path):
    async with desk_app(tmp_path, players=5, game="tmnt", best_of=3) as (service, app, pilot):
        service.do(acts.Rename(player=1, name="<b>Zoë</b>"))
        service.seal_team(1, "2x1tmnt;4x12tmnt")
        service.prepare()
        service.publish()
        assert app.service is service
        await pilot.press("o")
        await pilot.pause(0.3)
        folder = tmp_path / "exports" / "print"
        assert {path.name for path in folder.iterdir()} == {
            "print.css", "standings.html", "pairings-by-name.html", "pairings-by-table.html",
            "result-slips.html",
        }  # fmt: skip  # teams stay hidden
        slips = (folder / "result-slips.html").read_text()
        assert slips.count("<section class=slip>") == 2  # none for the bye
        service.do(acts.ShowTeams())
        await pilot.press("o")
        await pilot.pause(0.3)
        teams = (folder / "team-sheets.html").read_text()
        assert "&lt;b&gt;Zoë&lt;/b&gt;" in teams
        assert "<b>" not in teams
        assert "4 dice of Casey Jones: Lunatic Vigilante" in teams


async def test_everything_is_written_and_the_archive_is_sealed(tmp_path):
    import zipfile

    from ui.app.errors import UserError
    from ui.desk.exporting import check_archive

    async with desk_app(tmp_path, players=4) as (service, app, pilot):
        service.prepare()
        app.service.publish()
        await pilot.press("w")
        await pilot.pause(0.5)
    (packed,) = (tmp_path / "exports").glob("*.zip")
    _, wrong = check_archive(packed)
    assert wrong == ""
    written = {path.name for path in packed.with_suffix("").rglob("*") if path.is_file()}
    assert {"event.jsonl", "event.json", "standings.csv", "pairings.csv", "players.csv",
            "cross-table.trf", "scores.json", "seal.txt", "event.db"} <= written  # fmt: skip
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b"Player 1", b"Player 9"))
    assert "was changed or is missing" in check_archive(changed)[1]
    with pytest.raises(UserError, match="is no sealed event"):
        check_archive(tmp_path / "archive.db")


@pytest.mark.parametrize(("text", "score"), [("2:1", ((2, 1), 0)), (" 1-1-1 ", ((1, 1), 1))])
def test_a_score_is_read(text, score):
    assert read_score(text) == score


@pytest.mark.parametrize("text", ["", "2", "two:one", "2:1:1:1", "12:3"])
def test_what_is_no_score_is_told(text):
    with pytest.raises(ValueError, match="is no result"):
        read_score(text)
