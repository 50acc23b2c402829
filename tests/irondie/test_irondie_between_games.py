"""What goes from one game of a match to the next, and sets as files for enrolling."""

import json
from importlib.resources import files

import pytest

from rules.core.set_up import Plan
from rules.irondie.game import demo_setup
from rules.irondie.set_up import DiceExchanges, players_of, setup_of
from ui.app.enrolling import die_kind_named, look_alikes_of_teams
from ui.app.errors import UserError
from ui.app.reading import kinds_of_teams

ALIKE = ["smasher-red", "assault-red", "barrier-blue", "nullifier-green", "powerup-white",
         "swarm-orange", "fortress-yellow", "regeneration-black", "ballistic-purple"]  # fmt: skip


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))


def test_the_own_colour_table_goes_with_the_match_and_is_named_in_the_record(tmp_path):
    own = tmp_path / "own.toml"
    written = files("rules.irondie").joinpath("chromatic.toml").read_text(encoding="utf-8")
    own.write_text(written.replace("amount = 3", "amount = 4"), encoding="utf-8")
    plan = Plan("irondie", "standard", players_of(demo_setup()), common={"chromatic": str(own)})
    first = setup_of(plan)
    assert first["chromatic_name"] == "own.toml"
    own.unlink()  # the next evening the file is gone
    carried = DiceExchanges().carried(json.loads(json.dumps(first)))
    second = setup_of(Plan("irondie", "standard", plan.players, common=carried))
    assert second["chromatic"] == json.loads(json.dumps(first["chromatic"]))
    assert second["chromatic_name"] == "own.toml"
    assert DiceExchanges().carried(demo_setup()) == {}


def test_a_set_file_says_which_dice_can_be_enrolled_and_which_look_alike(tmp_path):
    path = tmp_path / "zac.toml"
    path.write_text(f'name = "Zac"\ndice = {json.dumps(ALIKE)}\nside = ["swarm-red"]\n')
    assert len(kinds_of_teams(path)) == 10
    assert die_kind_named("red Smasher", path).shape == "smasher"
    (pair,) = look_alikes_of_teams(path)
    assert {pair.first.kind, pair.second.kind} == {"smasher-red", "assault-red"}
    path.write_text('name = "Zac"\ndice = ["cube-red"]\n')
    with pytest.raises(UserError, match="cube-red"):
        kinds_of_teams(path)
