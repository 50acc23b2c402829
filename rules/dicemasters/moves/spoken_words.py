"""From what somebody spoke to the words that are typed: "plus one attack" is "+1A".

A dictation writes numbers out, sets no commas and knows no capitals.
"""

import re
from typing import Final

NUMBERS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip

MISHEARD: Final = (
    (r"\bknocks? out\b|\bknocked out\b|\bk\.? ?o\.?(?=\s)", "ko"),
    (r"\b(?:preparation|prep) area\b", "prep area"),
    (r"\breserve(?: pool)?\b", "reserve"),
    (r"\blevel (up|down)\b", r"\1"),
    (r"\b(?:goes|moves|is moved) to\b", "to"),
    (r"\bis captured by\b|\bis attached to\b|\bis put on\b", "under"),
)
"""How things are spoken, and how they are typed."""


def typed(text: str) -> str:
    """The words as somebody would type them; what was typed stays as it is."""
    text = re.sub(
        rf"\b({'|'.join(NUMBERS)})\b(?!-)",
        lambda f: str(NUMBERS.index(f[1].lower())),
        text,
        flags=re.IGNORECASE,
    )
    for spoken, written in MISHEARD:
        text = re.sub(spoken, written, text, flags=re.IGNORECASE)
    text = re.sub(r"\bplus (?=\d)", "+", text, flags=re.IGNORECASE)
    text = re.sub(r"\bminus (?=\d)", "-", text, flags=re.IGNORECASE)
    text = re.sub(r"([+-]\d+) (?:attack|a)\b", r"\1A", text, flags=re.IGNORECASE)
    text = re.sub(r"([+-]\d+) (?:defen[sc]e|d)\b", r"\1D", text, flags=re.IGNORECASE)
    return re.sub(r"([+-]\d+[AD])(?:,| and)? (?=[+-]\d+[AD]\b)", r"\1 ", text)
