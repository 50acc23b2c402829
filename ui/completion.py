"""Shell completion, written from the parser itself so that it never lags behind."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass

from calibration.mats import MATS
from rules.dicemasters.cards.formats import FORMATS as DICE_MASTERS_FORMATS
from rules.irondie.clock import FORMATS as IRONDIE_FORMATS
from ui.games import KNOWN
from ui.themes import THEMES

SPELLED: Mapping[str, tuple[str, ...]] = {
    "--game": tuple(KNOWN),
    "--format": (*DICE_MASTERS_FORMATS, *IRONDIE_FORMATS),
    "--mat": (*MATS, "own"),
    "--theme": tuple(theme.name for theme in THEMES),
}
"""What may follow an option that lets the program itself say what is wrong with other words."""


@dataclass(frozen=True, slots=True)
class Words:
    """What may follow one subcommand."""

    about: str
    options: tuple[str, ...]
    choices: tuple[str, ...]  # of what stands without an option
    values: Mapping[str, tuple[str, ...]]  # of options that take a value; none: any will do


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
    options: list[str] = []
    choices: list[str] = []
    values: dict[str, tuple[str, ...]] = {}
    for action in parser._actions:  # noqa: SLF001 - argparse shows its actions nowhere else
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            continue
        spelled = tuple(str(choice) for choice in action.choices or ())
        names = [name for name in action.option_strings if name.startswith("--")]
        options.extend(names)
        if not names:
            choices.extend(spelled)
        elif action.nargs != 0:
            values.update((name, spelled or SPELLED.get(name, ())) for name in names)
    return Words(about, tuple(options), tuple(choices), values)


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The completion script for `bash`, `zsh` or `fish`."""
    words = vocabulary(parser)
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](words)


def _top(words: Mapping[str, Words]) -> list[str]:
    return [name for name in words if " " not in name]


def _bash(words: Mapping[str, Words]) -> str:
    below = {
        name: [full.split()[1] for full in words if full.startswith(f"{name} ")] for name in words
    }
    cases = "\n".join(
        f'        "{name}") words="{" ".join((*below[name], *entry.choices, *entry.options))}" ;;'
        for name, entry in words.items()
    )
    return f"""# diceref completion for bash: eval "$(diceref completion bash)"
_diceref() {{
    local here="${{COMP_WORDS[COMP_CWORD]}}" path="${{COMP_WORDS[1]}}" words
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{" ".join(_top(words))}"
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
    [ "${{here#-}}" = "$here" ] && COMPREPLY+=($(compgen -f -- "$here"))
}}
complete -o filenames -F _diceref diceref
"""


def _values_bash(words: Mapping[str, Words]) -> str:
    """After an option that takes a value, only its values."""
    return "\n".join(
        f'        "{name} {option}") words="{" ".join(values)}" ;;'
        for name, entry in words.items()
        for option, values in entry.values.items()
    )


def _nested_bash(words: Mapping[str, Words]) -> str:
    nested = [name for name in words if " " in name]
    return "\n".join(f'        "{name}") path="{name}" ;;' for name in nested) or "        *) ;;"


def _zsh(words: Mapping[str, Words]) -> str:
    return (
        '# diceref completion for zsh: eval "$(diceref completion zsh)"\n'
        "autoload -U +X bashcompinit && bashcompinit\n" + _bash(words)
    )


def _fish(words: Mapping[str, Words]) -> str:
    lines = ["# diceref completion for fish: diceref completion fish | source"]
    for name, entry in words.items():
        about = entry.about.replace("'", "")
        *above, last = name.split()
        where = "__fish_use_subcommand"
        if above:
            where = f"__fish_seen_subcommand_from {above[-1]}"
        lines.append(f"complete -c diceref -n '{where}' -a {last} -d '{about}'")
        seen = f"__fish_seen_subcommand_from {last}"
        for option in entry.options:
            values = entry.values.get(option)
            takes = "" if values is None else f" -x -a '{' '.join(values)}'" if values else " -r"
            lines.append(f"complete -c diceref -n '{seen}' -l {option[2:]}{takes}")
        if entry.choices:
            lines.append(f"complete -c diceref -n '{seen}' -a '{' '.join(entry.choices)}'")
    return "\n".join(lines) + "\n"
