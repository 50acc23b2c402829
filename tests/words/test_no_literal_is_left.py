"""No sentence is left that only English readers understand.

Where a sink is typed (`Event.text`, `Offer.text`, `TableModel.notice` …) mypy holds that it gets
a text. This test holds the rest: whatever looks like a sentence in the code of a room stands in
`tr`, `say` or one of their kin, or is for something else than a person.
"""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from rules.dicemasters.engine.citations import Section

ROOT = Path(__file__).parents[2]
ROOMS = ("calibration", "hardware", "rules", "ui", "vision", "diceref")
SAYS = {"tr", "ptr", "ntr", "say", "nsay"}

NOT_FOR_PEOPLE = {
    "debug", "info", "warning", "exception", "log", "getLogger",  # the log is read by engineers
    "compile", "fullmatch", "match", "search", "sub", "split", "finditer", "findall",  # patterns
    "cite", "Citation",  # the English book's own headings
    "execute", "executescript", "text", "CheckConstraint",  # SQL
    "startswith", "endswith", "removeprefix", "removesuffix", "partition", "replace", "find",
    "Literal", "TypeVar", "NewType", "cast", "NotImplementedError", "AssertionError",
}  # fmt: skip

FILES = {
    "ui/cli/commands/bench.py": "measures for engineers",
    "ui/cli/commands/models.py": "the workshop, for engineers",
    "rules/dicemasters/cards/linter.py": "for whoever writes cards",
    "rules/dicemasters/cards/coverage.py": "writes docs/coverage.md",
    "rules/dicemasters/cards/facts.py": "faults of the tables that are shipped",
    "rules/dicemasters/cards/keywords.py": "the same",
    "rules/dicemasters/cards/in_words.py": "card texts: English, as the cards are printed",
    "rules/dicemasters/cards/phrases.py": "the same",
    "rules/dicemasters/presentation/card_words.py": "the same",
    "rules/dicemasters/cards/effects/fixed_words.py": "the same",
    "rules/dicemasters/cards/texts": "the same, and notes on what was decided of them",
    "rules/dicemasters/written/acts.py": "a written form, read back",
    "rules/dicemasters/written/positions.py": "the same",
    "rules/dicemasters/moves/spoken_words.py": "what is typed, in English",
    "rules/dicemasters/engine/citations.py": "headings of the English books",
    "rules/journal/schema.py": "SQL",
    "ui/svg": "drawings: names of attributes",
    "ui/hub/names.py": "subjects of a protocol",
    "ui/hub/messages.py": "words of a protocol",
    "rules/tournament/acts.py": "names of acts in a file",
    "hardware/simulated": "the simulated table: faults of its own scripts",
    "diceref": "faults of a program that imports us",
}
"""What speaks to no player, judge or organiser, and why."""


HEADINGS = {
    *get_args(Section),
    # of the IRONDIE manual and of docs/ten-thousand.md
    "The alternation of duels", "The game", "Breakdown of a duel", "Color bonus", "The dice",
    "Phase 4: End of turn", "The dice: target", "The golden rules", "Tournament rules", "A turn",
    "The end of the game", "Throwing again", "Keeping dice", "Between turns", "Hot dice",
    "The entry score", "Phase 1: Battle", "Phase 2: Skirmish", "Phase 3: Damage", "The game board",
    "IRONDIE 1.4",
}  # fmt: skip

MACHINES = re.compile(
    r"\s*(CREATE |SELECT |INSERT |DROP |journal_mode|synchronous|busy_timeout)"
    r"|seek\(|bold |italic |not bold|round robin$|default-src |text/"
    r"|\(\?|.*\{it\}|.*\(\?P<"
)
"""SQL, styles, policies, patterns, and what is typed by hand."""

ELSE = {
    "lifted {}", "lifted {} {}", "shield {} {}", "remembers {}", "bought {} {}", "joined {}",
    "when {}.{}", "prep {}", "extra reroll", "free purchase {}", "cancelled {}.{}", "handed {}",
    "global {}.{} {}",  # keys of a state
    "owned by ", "card of ", "effect of {}", "allowed by the judge", "as the marker says",
    "Iron Will", "buy April",  # written in positions, records and scripts
    "Player {}", "Player 1", "Player 2", "First player", "Second player",
    "the setup",  # names that go into a record
    "Teenage Mutant Ninja Turtles", "Avengers vs. X-Men", "Iron Man and War Machine",
    "Dice Masters: Avengers vs. X-Men", "Dice Masters: Yu-Gi-Oh! Series One", "Ten Thousand",
    "Dice Masters: Iron Man and War Machine", "Dice Masters: Heroes in a Half Shell",  # titles
    "Customizing Your Team: {} Teams", "Customizing Your Force: {} Forces", "Tournament Teams",
    "Setup: Your First Game", "Setup: A Demo Game", "Play Variants: Rainbow Draft",
    "Dice Masters Doubles Quick Start Rules",  # headings of books
    "opponents' match wins", "game wins", "opponents' game wins", "opponents' opponents",
    "WizKids, change of 2014-11-19", "store events of 2014", "online events of 2020",
    "the manual of IRONDIE", "call time",  # words of a tournament's file
    "desk in", "desk out", "page in", "page out", "watch {}",  # threads
    "connection {}", "hub's server", "phone's page",  # and more of them
    "up to date", "ended: {}", "contradicted: {}", "full: {}",  # words between two processes
    "retry: 3000\n\n", "data: {}\n\n", ": still here\n\n", "092 Swiss",  # forms of others
    "%(asctime)s", "a bug in diceref %s", "as said", "table %s, game %s: %s",  # the log
    "--game {}", "diceref {}", "diceref play --desk {}", "first, second",  # what is typed
    "(( $+functions", "{} on {}",
    "no such mat", "no picture yet", "too many watchers", "not understood", "wrong code",
    "watching only", "unknown host",  # answers of a server to programs
    "the first look", "most of the mat changed", "after the places that changed",  # the log
    "no die has a face of family {} and kind {}.", "a face of family {} is not written {}.",
    "a colour is written #rrggbb, not {}.", "{} is not this user's alone",
    "The process of the phone's page says what nobody understands.",
    "The phone is not open: use it inside 'with'.",
    "a stat needs the interpreter's view of the dice chosen",  # faults of our own
    "A camera over a mat, measured by", "A mat of your own.", "What DiceRef found on the machine",
    "# There is no profile of", "# {} cannot be read", "# DiceRef's settings.",
    "[Unit]\nDescription",
    '"2 damage to Thor"',  # beginnings of files, and what is typed in English
    "{}  frame {}", "camera {}", "{}{}, {})", " ({}A {}D)", "{}{}: {}", "{} R{} T{}", "{}x {}",
    "diceref: {}",  # no words of ours
}  # fmt: skip


def is_else(words):
    whole = words in HEADINGS or words in ELSE or MACHINES.match(words)
    return bool(whole) or any(len(one) > 8 and words.startswith(one) for one in ELSE)


def sentence(words):
    told = re.sub(r"<[^>]*>", " ", re.sub(r"\{[^}]*\}", "0", words)).strip()
    return " " in told and re.search(r"[A-Za-z]{2}", told) is not None


def words_of(node):
    if isinstance(node, ast.JoinedStr):
        return "".join(one.value if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def name_of_call(node):
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def is_for_something_else(node, above):  # noqa: C901 - one case per thing it may be
    """Whether what stands around a literal says that no person reads it."""
    if isinstance(above[node], ast.Expr | ast.JoinedStr):
        return True  # a docstring; a part of a sentence that is looked at whole
    while not isinstance(node, ast.stmt):
        up = above[node]
        match up:
            case ast.Call() if name_of_call(up) in SAYS:
                other = node in up.args
            case ast.Call():
                other = name_of_call(up) in NOT_FOR_PEOPLE
            case ast.Dict():
                other = node in up.keys
            case ast.keyword():
                other = up.arg in {"style", "classes", "id", "metavar"}
            case ast.AnnAssign() | ast.arg():
                other = node is up.annotation
            case ast.Assign(targets=[ast.Name(id=name)]):
                other = name in {"CSS", "DEFAULT_CSS", "SQL"}
            case ast.FunctionDef():
                other = node is up.returns
            case _:
                other = isinstance(up, ast.Compare | ast.Subscript | ast.MatchValue)
        if other:
            return True
        node = up
    return False


def literals(source):
    tree = ast.parse(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        words = words_of(node)
        if words and sentence(words) and not is_for_something_else(node, above):
            yield node.lineno, words


def files():
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not any(name == exempt or name.startswith(f"{exempt}/") for exempt in FILES):
                yield name


def test_whatever_is_said_can_be_said_in_another_language():
    left = {
        (name, line): words
        for name in files()
        for line, words in literals((ROOT / name).read_text())
        if not is_else(words)
    }
    assert left == {}


@pytest.mark.parametrize(
    "written",
    [
        'Event("over", f"{name} wins.")',
        'raise ValueError("this die is not there")',
        'print(f"diceref: written to {path}")',
        'button = Button("Start the game")',
        'command.add_argument("--json", help="one JSON object per line")',
        'text = "Take it " + "off the mat."',
        'tr("It is {whose} turn.", whose="your own" if mine else "the other one")',
    ],
)
def test_a_new_sentence_is_noticed(written):
    source = written if "tr(" not in written else written.replace("tr(", "later(")
    assert [words for _, words in literals(source) if not is_else(words)]
