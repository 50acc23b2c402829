"""Keywords: what each word on a card means, in our own words, and who says so."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, get_args

from rules.dicemasters.cards.effects import KeywordName
from rules.dicemasters.cards.facts import CardTableError, table_text

TABLE: Final = "keywords.toml"


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword; `by_engine` tells whether the engine carries it out or players must."""

    name: str
    rule: str
    sources: tuple[str, ...]

    @property
    def by_engine(self) -> bool:
        """Whether the engine knows this word by itself."""
        return self.name in get_args(KeywordName)


@lru_cache(maxsize=1)
def keywords() -> Mapping[str, Keyword]:
    """Every keyword whose rule some source states, by name."""
    try:
        written = tomllib.loads(table_text(TABLE))["keyword"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise CardTableError(f"{TABLE} is damaged: {error}") from error
    found: dict[str, Keyword] = {}
    for place, each in enumerate(written, start=1):
        if set(each) != {"name", "rule", "sources"} or not each["rule"]:
            raise CardTableError(f"{TABLE} entry {place}: name, rule and sources are needed")
        if each["name"] in found:
            raise CardTableError(f"{TABLE} entry {place}: {each['name']} stands there twice")
        found[each["name"]] = Keyword(each["name"], each["rule"], tuple(each["sources"]))
    return found
