"""A card's text written down by people, in the words of `cards.effects`.

`WhenUsed(Damage(ANYONE, 2)), Global("Bolt", Buff(ANYONE, 1)), keywords=("Fast",)`: what stands
inside `card_text(...)` in `cards/texts`. Only these words are understood; nothing is executed.
"""

import ast
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from rules.dicemasters.cards import effects as fx
from rules.dicemasters.cards.effects import CardText, Dice, Target
from words import joined, tr

LONGEST: Final = 4000

WORDS: Final[Mapping[str, Any]] = {
    **{
        name: word
        for name, word in vars(fx).items()
        if isinstance(word, type) and name[0].isupper()
    },
    **{name: word for name, word in vars(fx).items() if isinstance(word, msgspec.Struct)},
    "ANYONE": Target(),
    "OWN": Target(Dice(side="own")),
    "OPPOSING": Target(Dice(side="opposing")),
}
"""The words and the constants that a text may use."""


def read_text(written: str) -> CardText:
    """The text. Raises `ValueError` with one sentence that names the word at fault."""
    if len(written) > LONGEST:
        raise ValueError(tr("A card's text has {LONGEST} letters at most.", LONGEST=LONGEST))
    try:
        tree = ast.parse(f"card_text({written})", mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ValueError(
            tr("'{written}' is no text in the words of cards.effects.", written=written[:60])
        ) from error
    assert isinstance(tree, ast.Call)
    text = fx.card_text(
        *(_value(argument) for argument in tree.args),
        **{str(each.arg): _value(each.value) for each in tree.keywords if each.arg in _OF_A_TEXT},
    )
    wrong = [each.arg for each in tree.keywords if each.arg not in _OF_A_TEXT]
    if wrong:
        raise ValueError(
            tr(
                "A card's text has no '{wrong}'; it has {names}.",
                wrong=wrong[0],
                names=joined(", ", _OF_A_TEXT),
            )
        )
    try:
        return msgspec.convert(msgspec.to_builtins(text), CardText)
    except msgspec.ValidationError as error:
        raise ValueError(
            tr("'{written}' makes no sense: {error}.", written=written[:60], error=error)
        ) from error


_OF_A_TEXT: Final = ("keywords", "note")


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name) and not isinstance(WORDS.get(node.id, type), type):
        return WORDS[node.id]
    if isinstance(node, ast.Tuple):
        return tuple(_value(each) for each in node.elts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _value(node.operand)
        if isinstance(number, int):
            return -number
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        word = WORDS.get(node.func.id)
        if isinstance(word, type) and all(each.arg for each in node.keywords):
            return _made(word, node)
        raise ValueError(tr("A card's text knows no word '{id}'.", id=node.func.id))
    raise ValueError(tr("A card's text cannot hold '{unparse}'.", unparse=ast.unparse(node)[:60]))


def _made(word: type, node: ast.Call) -> Any:
    try:
        return word(
            *(_value(argument) for argument in node.args),
            **{str(each.arg): _value(each.value) for each in node.keywords},
        )
    except TypeError as error:
        raise ValueError(
            tr("'{unparse}' makes no sense: {error}.", unparse=ast.unparse(node)[:60], error=error)
        ) from error
