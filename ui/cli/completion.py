"""Shell completion, written from the parser itself so that it never lags behind."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.mats import MATS
from rules.registry import games
from ui.screens.themes import THEMES

SPELLED: Mapping[str, tuple[str, ...]] = {
    "--game": tuple(games()),
    "--format": tuple(
        dict.fromkeys(each for name, game in games().items() for each in game.family.formats(name))
    ),
    "--mat": (*MATS, "own"),
    "--theme": tuple(theme.name for theme in THEMES),
}
"""What may follow an option that lets the program itself say what is wrong with other words."""

FROM_MEMORY = frozenset({"query", "die"})
"""What stands without an option and is no file: a card's name, a die's title."""


@dataclass(frozen=True, slots=True)
class Value:
    """What an option takes: one of these words, or a file; neither: anything else."""

    words: tuple[str, ...] = ()
    file: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """What may follow one subcommand."""

    about: str
    options: Mapping[str, str]  # each with what it is for
    choices: tuple[str, ...]  # of what stands without an option
    values: Mapping[str, Value]  # of options that take a value
    files: bool  # whether files stand without an option


def vocabulary(parser: argparse.ArgumentParser) -> Mapping[str, Words]:
    """The subcommands, `read` and `models render` alike, with the options of each."""
    return dict(_walk(parser, ""))


def _walk(parser: argparse.ArgumentParser, prefix: str) -> list[tuple[str, Words]]:
    found: list[tuple[str, Words]] = []
    for action in parser._actions:  # noqa: SLF001 - argparse shows its actions nowhere else
        if not isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            continue
        helps = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001 - the same
        for name, child in action.choices.items():
            full = f"{prefix}{name}"
            found.append((full, _words(child, helps.get(name, ""))))
            found.extend(_walk(child, f"{full} "))
    return found


def _words(parser: argparse.ArgumentParser, about: str) -> Words:
    options: dict[str, str] = {}
    choices: list[str] = []
    values: dict[str, Value] = {}
    files = False
    for action in parser._actions:  # noqa: SLF001 - argparse shows its actions nowhere else
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            continue
        spelled = tuple(str(choice) for choice in action.choices or ())
        names = [name for name in action.option_strings if name.startswith("--")]
        options.update((name, action.help or "") for name in names)
        if not names:
            choices.extend(spelled)
            files = files or not (spelled or action.dest in FROM_MEMORY)
        elif action.nargs != 0:
            values.update((name, _value(action, name, spelled)) for name in names)
    return Words(about, options, tuple(choices), values, files)


def _value(action: argparse.Action, name: str, spelled: tuple[str, ...]) -> Value:
    words = spelled or SPELLED.get(name, ())
    one_word = tuple(word for word in words if " " not in word)
    return Value(one_word, file=not words and action.type in {None, str, Path})


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The completion script for `bash`, `zsh` or `fish`."""
    words = vocabulary(parser)
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](words)


def _below(words: Mapping[str, Words], above: str = "") -> list[str]:
    """The subcommands right below one, or the first words of all."""
    start = f"{above} " if above else ""
    below = [name.removeprefix(start) for name in words if name.startswith(start)]
    return [name for name in below if " " not in name]


def _bash(words: Mapping[str, Words]) -> str:
    cases = "\n".join(
        f'        "{name}") words="{_first_words(words, name)}"{_files(entry.files)} ;;'
        for name, entry in words.items()
    )
    return f"""# diceref completion for bash: eval "$(diceref completion bash)"
_diceref() {{
    local here="${{COMP_WORDS[COMP_CWORD]}}" path="${{COMP_WORDS[1]}}" words files=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{" ".join(_below(words))}"
    else
        case "$path ${{COMP_WORDS[2]}}" in
{_nested_bash(words)}
        esac
        case "$path" in
{cases}
        esac
        case "$path ${{COMP_WORDS[COMP_CWORD-1]}}" in
{_values_bash(words)}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$here"))
    local IFS=$'\\n'
    [ -z "$files" ] || [ "${{here#-}}" != "$here" ] || COMPREPLY+=($(compgen -f -- "$here"))
}}
complete -o filenames -F _diceref diceref
"""


def _first_words(words: Mapping[str, Words], name: str) -> str:
    entry = words[name]
    return " ".join((*_below(words, name), *entry.choices, *entry.options))


def _files(wanted: bool) -> str:
    return " files=yes" if wanted else " files="


def _values_bash(words: Mapping[str, Words]) -> str:
    """After an option that takes a value, only its values."""
    return "\n".join(
        f'        "{name} {option}") words="{" ".join(value.words)}"{_files(value.file)} ;;'
        for name, entry in words.items()
        for option, value in entry.values.items()
    )


def _nested_bash(words: Mapping[str, Words]) -> str:
    nested = [name for name in words if " " in name]
    return "\n".join(f'        "{name}") path="{name}" ;;' for name in nested) or "        *) ;;"


def _zsh(words: Mapping[str, Words]) -> str:
    """Bash's, once zsh's own completion and its stand-in for bash's are there."""
    return (
        '# diceref completion for zsh: eval "$(diceref completion zsh)"\n'
        "(( $+functions[compdef] )) || { autoload -U +X compinit && compinit }\n"
        "autoload -U +X bashcompinit && bashcompinit\n" + _bash(words)
    )


def _fish(words: Mapping[str, Words]) -> str:
    lines = [
        "# diceref completion for fish: diceref completion fish | source",
        "complete -c diceref -f",
    ]
    for name, entry in words.items():
        *above, last = name.split()
        where = "__fish_use_subcommand"
        if above:
            siblings = " ".join(_below(words, above[-1]))
            where = (
                f"__fish_seen_subcommand_from {above[-1]}; "
                f"and not __fish_seen_subcommand_from {siblings}"
            )
        lines.append(f"complete -c diceref -n '{where}' -a {last} -d {_quoted(entry.about)}")
        seen = f"complete -c diceref -n '__fish_seen_subcommand_from {last}'"
        for option, about in entry.options.items():
            takes = _takes(entry.values[option]) if option in entry.values else ""
            lines.append(f"{seen} -l {option[2:]}{takes} -d {_quoted(about)}")
        if entry.choices:
            lines.append(f"{seen} -a '{' '.join(entry.choices)}'")
        if entry.files:
            lines.append(f"{seen} -F")
    return "\n".join(lines) + "\n"


def _takes(value: Value) -> str:
    if value.words:
        return f" -x -a '{' '.join(value.words)}'"
    return " -r -F" if value.file else " -x"


def _quoted(text: str) -> str:
    return "'" + text.replace("%%", "%").replace("'", r"\'") + "'"
