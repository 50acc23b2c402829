"""Every sentence that a person sees or hears, in the language of that person.

Code says sentences in English: `tr("{name} passes.", name=seat)` is a `Text`, an English string
that knows its template and what fills it. Rules, records and tests work with that string. The last
step before a person, `translated` or `say`, says it in theirs. The words of other languages are
gettext catalogues in `locale`. Nothing else of DiceRef is imported here.
"""

from words.languages import (
    ENGLISH,
    choose_language,
    has_language,
    in_language,
    language,
    languages,
    wanted_language,
)
from words.recognising import recognised
from words.showing import nsay, say, translated, translated_whole
from words.text import (
    NOTHING,
    Text,
    as_text,
    capital,
    joined,
    name_of,
    ntr,
    plain,
    ptr,
    rewritten,
    tr,
)

__all__ = [
    "ENGLISH",
    "NOTHING",
    "Text",
    "as_text",
    "capital",
    "choose_language",
    "has_language",
    "in_language",
    "joined",
    "language",
    "languages",
    "name_of",
    "nsay",
    "ntr",
    "plain",
    "ptr",
    "recognised",
    "rewritten",
    "say",
    "tr",
    "translated",
    "translated_whole",
    "wanted_language",
]
