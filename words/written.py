"""Texts in what is written as JSON: the English string alone."""

from typing import Any

from words.text import Text, plain


def write_text(value: Any) -> Any:
    """For `enc_hook` of msgspec."""
    if isinstance(value, Text):
        return plain(value)
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def read_text(kind: type, value: Any) -> Any:
    """For `dec_hook` of msgspec: what was read is English, and known in no other language."""
    if kind is Text and isinstance(value, str):
        return Text(value)
    raise NotImplementedError(f"no {kind.__name__} in JSON")
