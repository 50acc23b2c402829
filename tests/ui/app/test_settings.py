import json
import os
import pty
import select
import shutil
import signal
import subprocess

import pytest

from ui.app.errors import UserError
from ui.app.settings import NAMES, origins, read_settings, template
from ui.cli.main import main


def test_defaults_hold_without_a_file(tmp_path):
    found = origins({}, tmp_path / "none.toml")
    assert {origin.where for origin in found.values()} == {"default"}


def test_the_environment_stands_above_the_file_above_the_default(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text('theme = "paper"\nlarge_type = true\npace = 2\n')
    found = origins({"DICEREF_THEME": "high-contrast"}, path)
    assert (found["theme"].value, found["theme"].where) == ("high-contrast", "DICEREF_THEME")
    assert (found["large_type"].value, found["large_type"].where) == (True, str(path))
    assert (found["pace"].value, found["game"].where) == (2.0, "default")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("theem = 1", "did you mean 'theme'"),
        ("zzz = 1", "is no setting"),
        ("theme = 3", "must be a text in quotes"),
        ("large_type = 1", "must be true or false"),
        ("pace = true", "must be a number"),
        ("theme =", "not valid TOML"),
    ],
)
def test_a_wrong_line_is_named_in_one_sentence(tmp_path, text, says):
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=says) as trouble:
        read_settings({}, path)
    assert str(path) in str(trouble.value)


def test_a_wrong_variable_is_named(tmp_path):
    with pytest.raises(UserError, match="DICEREF_PACE must be a number"):
        read_settings({"DICEREF_PACE": "fast"}, tmp_path / "none.toml")


def test_the_template_explains_every_setting_and_is_itself_valid(tmp_path):
    path = tmp_path / "config.toml"
    text = template()
    assert all(f"# {name} = " in text for name in NAMES)
    lines = [line.removeprefix("# ") for line in text.splitlines() if " = " in line]
    path.write_text("\n".join(lines))
    assert {origin.where for origin in origins({}, path).values()} == {str(path)}


@pytest.mark.parametrize(("name", "said"), [("THEME", "no theme 'x'"), ("GAME", "no game 'x'")])
def test_config_names_a_value_that_no_screen_could_use(name, said, monkeypatch, capsys):
    monkeypatch.setenv(f"DICEREF_{name}", "x")
    assert main(["config"]) == 2
    assert said in capsys.readouterr().err


def test_config_prints_where_each_value_came_from(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    monkeypatch.setenv("DICEREF_THEME", "paper")
    assert main(["config", "--init"]) == 0
    assert main(["config", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()[1:]]
    assert {"name": "theme", "value": "paper", "from": "DICEREF_THEME"} in rows
    assert main(["config", "--init"]) == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_subcommand(shell, capsys):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "config" in script
    assert "doctor" in script
    assert "--json" in script or "-l json" in script


def completed_by_bash(folder, capsys, *words):
    main(["completion", "bash"])
    script = folder / "complete.bash"
    script.write_text(capsys.readouterr().out)
    asked = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _shtab_diceref"
    told = 'printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f"source {script}; {asked}; {told}"],
        capture_output=True, text=True, check=True, cwd=folder,
    )  # fmt: skip
    assert not done.stderr
    return [word for word in done.stdout.splitlines() if word]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("conf",), ["config"]),
        (("demo", "--game", "tm"), ["tmnt"]),
        (("play", "--theme", "high"), ["high-contrast"]),
        (("demo", "--eye", "''"), ["camera", "truth"]),
        (("mat", "--paper", "a"), ["a3", "a4"]),
        (("team", "check", "--format", "dr"), ["draft"]),
        (("models", "export", "--format", "n"), ["ncnn"]),
        (("models", "ren"), ["render"]),
    ],
)
def test_the_bash_completion_completes(words, offered, tmp_path, capsys):
    (tmp_path / "tables").touch()  # is no game
    assert completed_by_bash(tmp_path, capsys, "diceref", *words) == offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("read", "'a p'"), ["a photo.jpg"]),
        (("play", "--team", "'a p'"), ["a photo.jpg"]),
        (("'a p'",), []),
        (("bench", "'a p'"), []),
        (("demo", "--seed", "'a p'"), []),
        (("play", "--match", "'a p'"), []),
        (("cards", "'a p'"), []),
    ],
)
def test_files_are_offered_only_where_a_file_may_stand(words, offered, tmp_path, capsys):
    (tmp_path / "a photo.jpg").touch()
    assert completed_by_bash(tmp_path, capsys, "diceref", *words) == offered


def typed_into_zsh(folder, line, until):
    """What a terminal shows when `line` is typed into a bare zsh; ends with `until`."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvp("zsh", ["zsh", "-f", "-i"])  # noqa: S606 - the shell under test
    shown = ""
    try:
        os.write(terminal, b'eval "$(< complete.zsh)"; echo rea""dy\n')
        for wanted, then in (("ready\r\n", line), (until, "")):
            while wanted not in shown:
                if not select.select([terminal], [], [], 20.0)[0]:
                    return shown
                shown += os.read(terminal, 4096).decode(errors="replace")
            os.write(terminal, then.encode())
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    return shown


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("diceref conf", "config"),
        ("diceref demo --game tm", "tmnt"),
        ("diceref play --theme high", "high-contrast"),
        ("diceref models ren", "render"),
        ("diceref read pho", "photo.jpg"),
    ],
)
def test_the_zsh_completion_completes(line, completed, tmp_path, capsys):
    main(["completion", "zsh"])
    (tmp_path / "photo.jpg").touch()
    (tmp_path / "complete.zsh").write_text(capsys.readouterr().out)
    word = line.split()[-1]
    rest = completed.removeprefix(word)
    assert rest in typed_into_zsh(tmp_path, f"{line}\t", rest)


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("diceref conf", ["config"]),
        ("diceref demo --game te", ["tenthousand"]),
        ("diceref demo --eye ", ["camera", "truth"]),
        ("diceref demo --he", ["--headless", "--help"]),
        ("diceref models export --format n", ["ncnn"]),
        ("diceref bench jo", ["journal"]),
        ("diceref models eval re", []),
        ("diceref read pho", ["photo.jpg"]),
        ("diceref mat --out pho", ["photo.jpg"]),
        ("diceref pho", []),
    ],
)
def test_the_fish_completion_completes(line, offered, tmp_path, capsys):
    main(["completion", "fish"])
    (tmp_path / "photo.jpg").touch()
    script = tmp_path / "complete.fish"
    script.write_text(capsys.readouterr().out)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert [word.split("\t")[0] for word in done.stdout.splitlines()] == offered
