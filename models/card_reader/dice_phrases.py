"""Dice as cards speak of them: "up to two target opposing level 1 characters"."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from models.card_reader.wording import AFFILIATION_SYMBOLS
from rules.dicemasters.cards.effects import (
    EACH_PLAYER,
    EVENT_DIE,
    OPPONENT,
    OTHER_DIE,
    PICKED,
    THIS,
    Dice,
    Each,
    Selector,
    Target,
    WhichPlayers,
)
from rules.dicemasters.cards.facts import all_cards


class NotUnderstoodError(ValueError):
    """Words that mean nothing sure to the reader."""


ABOUT_NOBODY: Final = (
    "attack-start", "turn-start", "turn-end", "life-damaged", "global-used", "rolled", "attack-set", "blockers-set",
)  # fmt: skip
"""Events that happen to no die."""


class Context:
    """What a text may refer to while it is read."""

    def __init__(
        self, title: str, *, this: bool = True, event: str = "", other: bool = False
    ) -> None:
        self.title = title
        self.this = this  # whether "it" can be the die whose text this is
        self.event = event
        self.subject = False  # whether the event is about another die
        self.other = other  # whether the event has another die
        self.mentioned = False  # whether the text has spoken of that die
        self.picked = 0  # dice chosen so far

    @property
    def itself(self) -> Selector:
        """The die whose text it is; all dice of the card where the event is about none of them."""
        if self.subject or self.event in ABOUT_NOBODY:
            return Each(Dice(side="own", own_card=True))
        return THIS

    def dice(self, phrase: str) -> Dice:
        """The dice a noun phrase means."""
        return _dice(re.sub(r"^of (?=your|the|all|opposing|their)", "", phrase), self.title)

    def selector(self, phrase: str, *, players: bool = False) -> Selector:
        """The dice (or players) a phrase means, chosen where it says target."""
        phrase = phrase.strip()
        for known in (self._player, self._pronoun):
            found = known(phrase)
            if found is not None:
                if isinstance(found, (WhichPlayers,)) and not players:
                    raise NotUnderstoodError(phrase)
                if isinstance(found, Target) and not players:
                    raise NotUnderstoodError(phrase)
                return found
        return self._chosen(phrase, players=players)

    def _player(self, phrase: str) -> Selector | None:
        if phrase in {
            "your opponent",
            "target opponent",
            "the opponent",
            "an opponent",
            "opponent",
            "the opposing player",
            "opposing player",
            "an opposing player",
            "your opponents",
            "opponents",
            "each opponent",
        }:
            return OPPONENT
        if phrase in {"each player", "all players"}:
            return EACH_PLAYER
        if phrase in {"its controller", "that die's controller", "its owner"} and self.subject:
            return WhichPlayers("owner")
        if phrase == "you":
            return WhichPlayers("you")
        if phrase in {"target player", "a player", "any player", "a target player"}:
            self.picked += 1
            return Target(player="only")
        return None

    def _pronoun(self, phrase: str) -> Selector | None:
        if phrase in {"self", "this character", "this die"} and self.this:
            return self.itself
        if phrase in {"he", "she", "him", "her"} and self.this:
            return self.itself
        if phrase in {"it", "they", "them"}:
            if self.subject and not self.picked and phrase == "it":
                return EVENT_DIE
            if self.this and not self.picked and not self.subject and not self.mentioned:
                return self.itself
            raise NotUnderstoodError(f"who is '{phrase}'?")
        if phrase in {"that character", "that die", "the target character", "that target"}:
            if self.picked:
                return PICKED
            if self.subject:
                return EVENT_DIE
            if self.other:
                return OTHER_DIE
            raise NotUnderstoodError(f"who is '{phrase}'?")
        if self.other and phrase in OTHERS.get(self.event, ()):
            return OTHER_DIE
        return None

    def _chosen(self, phrase: str, *, players: bool) -> Selector:
        phrase, player = _player_in(phrase) if players else (phrase, "")
        found = re.match(
            r"(?:(?P<upto>up to )?(?P<count>\d+) (?:other )?(?:of )?(?:(?P<t>target|different target) )?"
            r"|(?P<another>another|a different) (?:target )?|(?P<one>a target|an|a|target|1 target) "
            r"|(?P<each>each of|each|every|all of|all) )?",
            phrase,
        )
        assert found is not None
        rest = phrase[found.end() :]
        if found["each"]:
            return Each(self.dice(rest))
        if found["another"]:
            who = self.dice(rest)
            who = (
                replace(who, without=tuple(range(self.picked)))
                if self.picked
                else replace(who, another=True)
            )
            self.picked += 1
            return Target(who, player=player)  # type: ignore[arg-type]
        if found["one"] or found["count"]:
            count = int(found["count"] or 1)
            target = Target(self.dice(rest), count=count, up_to=bool(found["upto"]), player=player)  # type: ignore[arg-type]
            self.picked += count
            return target
        who = self.dice(rest)
        if not _is_plural(rest):
            raise NotUnderstoodError(f"which '{phrase}'?")
        return Each(who)


OTHERS: Final = {
    "blocks": {
        "the blocked character",
        "the attacker",
        "the character it blocks",
        "the attacking character",
        "the character he blocks",
        "the character she blocks",
        "the character blocked",
        "the character self blocks",
        "the character it is blocking",
    },
    "blocked": {
        "the blocking character",
        "the blocker",
        "its blocker",
        "the character blocking it",
        "the character blocking self",
    },
}


def _player_in(phrase: str) -> tuple[str, str]:
    """A phrase without the player it admits, and who that may be."""
    for pattern, which in (
        (r"^(?:target )?player or (?:target )?(character.*)$", "any"),
        (r"^(?:target )?opponent or (?:target )?(character.*)$", "opponent"),
        (r"^(.*) or (?:target |a )?player$", "any"),
        (r"^(.*) or (?:target |an |your |the )?opponent$", "opponent"),
    ):
        found = re.match(pattern, phrase)
        if found:
            rest = found[1]
            if not re.match(r"(?:a |an |1 |target )", rest):
                rest = f"target {rest}"
            return rest, which
    return phrase, ""


def _is_plural(phrase: str) -> bool:
    return bool(
        re.search(
            r"\b(characters|sidekicks|adventurers|dice|villains|attackers|blockers|avengers)\b",
            phrase,
        )
    ) or any(re.search(rf"\b{re.escape(word)}\b", phrase) for word in _plural_teams())


@lru_cache(maxsize=1)
def _plural_teams() -> tuple[str, ...]:
    return tuple(team.lower() for team in AFFILIATION_SYMBOLS.values())


@lru_cache(maxsize=1)
def _teams() -> Mapping[str, str]:
    """Affiliations by every way cards write them."""
    found = {}
    counted = Counter(each for card in all_cards() for each in card.affiliations)
    for team in sorted(each for each, cards in counted.items() if cards > 1):
        plain = team.lower()
        found[f"<{plain}>"] = found[plain] = team
        if plain.endswith("s"):
            found[plain[:-1]] = team
    for team in AFFILIATION_SYMBOLS.values():
        found.setdefault(f"<{team.lower()}>", team)
    for title_like in (
        "deadpool",
        "monster",
        "mask",
        "fist",
        "bolt",
        "shield",
        "neutral",
        "good",
        "evil",
        "4",
        "5",
        "none",
        "character",
        "conduit",
        "the shield",
    ):
        found.pop(title_like, None)
    found["villain"] = "Villains"
    found["teenage mutant ninja turtle"] = "Teenage Mutant Ninja Turtles"
    found["team superman"] = "Superman Family"
    known = {each for card in all_cards() for each in card.affiliations}
    return {words: team for words, team in found.items() if team in known}


@lru_cache(maxsize=1)
def known_titles() -> Mapping[str, str]:
    """The titles of all cards by their words in small letters."""
    return {card.title.lower(): card.title for card in all_cards()}


ENERGIES: Final = ("bolt", "fist", "mask", "shield")
_ENERGY = r"(?:<(?:bolt|fist|mask|shield)>|\b(?:bolt|fist|mask|shield)\b)"


def _energy(word: str) -> str:
    return word.strip("<>").capitalize()


def _dice(phrase: str, title: str) -> Dice:
    """Read adjectives from the front, the noun, then what follows it."""
    original = phrase
    who: dict[str, Any] = {}
    phrase = phrase.strip()
    phrase = _relatives(phrase, who)
    phrase = _adjectives(phrase, who)
    _noun(phrase.strip(), who, original)
    if who.get("not_title") == "self":
        who["not_title"] = title
    if who.get("own_card") and who.get("side") == "any":  # the opponent's are of another card
        del who["own_card"]
        who["title"] = title
    return Dice(**who)


def _put(who: dict[str, Any], phrase: str, **more: Any) -> None:
    for name, value in more.items():
        if name in who and who[name] != value:
            raise NotUnderstoodError(f"'{phrase}' says two things of {name}")
        who[name] = value


def _zone(place: str) -> dict[str, Any]:
    whose = {
        "your": "own",
        "your opponent's": "opposing",
        "an opponent's": "opposing",
        "their": "",
        "the": "",
        "its": "",
        "opponent's": "opposing",
        "opposing": "opposing",
    }
    found = re.fullmatch(r"(.+?) (used pile|prep|reserve|bag|field)", place)
    if not found or found[1] not in whose:
        raise NotUnderstoodError(place)
    zone = {"used pile": "used"}.get(found[2], found[2])
    side = whose[found[1]]
    return {"zone": zone} | ({"side": side} if side else {})


RELATIVES: Final[tuple[tuple[str, Callable[[re.Match[str]], dict[str, Any]]], ...]] = (
    (r"(?: (?:that|who) (?:is|are))? attacking or blocking$", lambda _: {"in_attack": True}),
    (r" (?:that|who) (?:is|are) attacking$", lambda _: {"attacking": True}),
    (r" (?:that|who) (?:is|are) blocking$", lambda _: {"blocking": True}),
    (r" (?:that|who) (?:is|are) not blocking$", lambda _: {"blocking": False}),
    (r" (?:in|from) the field$", lambda _: {}),
    (r" in play$", lambda _: {}),
    (r" (?:in|from) (.+? (?:used pile|prep|reserve|bag|field))$", lambda f: _zone(f[1])),
    (r" (?:that )?you control$", lambda _: {"side": "own"}),
    (r" (?:that )?your opponent controls$", lambda _: {"side": "opposing"}),
    (r" of yours$", lambda _: {"side": "own"}),
    (r" of both players$", lambda _: {"side": "any"}),
    (
        r" (?:with|that has|that have) (?:an? )?(?:purchase )?cost of <?(\d+)>? or less$",
        lambda f: {"cost": (0, int(f[1]))},
    ),
    (
        r" (?:with|that has|that have) (?:an? )?(?:purchase )?cost of <?(\d+)>? or (?:more|greater|higher)$",
        lambda f: {"cost": (int(f[1]), 99)},
    ),
    (r" with (?:purchase )?cost <?(\d+)>? or less$", lambda f: {"cost": (0, int(f[1]))}),
    (
        r" with (?:purchase )?cost <?(\d+)>? or (?:more|greater|higher)$",
        lambda f: {"cost": (int(f[1]), 99)},
    ),
    (
        r" (?:that|whose) (?:purchase )?costs? (?:is )?<?(\d+)>? or less$",
        lambda f: {"cost": (0, int(f[1]))},
    ),
    (
        r" (?:that|whose) (?:purchase )?costs? (?:is )?<?(\d+)>? or (?:more|greater|higher)$",
        lambda f: {"cost": (int(f[1]), 99)},
    ),
    (
        r" with (?:an? )?(?:a|attack)(?: value)? (?:of )?(\d+) or less$",
        lambda f: {"attack": (0, int(f[1]))},
    ),
    (
        r" with (?:an? )?(?:a|attack)(?: value)? (?:of )?(\d+) or (?:more|greater|higher)$",
        lambda f: {"attack": (int(f[1]), 99)},
    ),
    (r" with less than (\d+)a$", lambda f: {"attack": (0, int(f[1]) - 1)}),
    (
        r" (?:of|with) (?:a |an )?(?:printed )?(?:purchase )?cost (?:of )?less than (\d+)$",
        lambda f: {"cost": (0, int(f[1]) - 1)},
    ),
    (r" with (\d+)a or less$", lambda f: {"attack": (0, int(f[1]))}),
    (r" with (\d+)a or (?:more|greater|higher)$", lambda f: {"attack": (int(f[1]), 99)}),
    (r" with (?:an? )?d(?: value)? (?:of )?(\d+) or less$", lambda f: {"defence": (0, int(f[1]))}),
    (
        r" with (?:an? )?d(?: value)? (?:of )?(\d+) or (?:more|greater|higher)$",
        lambda f: {"defence": (int(f[1]), 99)},
    ),
    (r" with (\d+)d or less$", lambda f: {"defence": (0, int(f[1]))}),
    (r" with (\d+)d or (?:more|greater|higher)$", lambda f: {"defence": (int(f[1]), 99)}),
    (
        r' with "?(\w+)"? in (?:its|their|the) (?:name|title)$',
        lambda f: {"title_has": f[1].capitalize()},
    ),
    (r" engaged with (?:self|it|him|her|this character)$", lambda _: {"engaged_with_this": True}),
    (r" blocking (?:self|it|him|her)$", lambda _: {"engaged_with_this": True, "blocking": True}),
    (r" (?:of|with) (?:a )?lower level$", lambda _: {"than_this": "lower"}),
    (r" (?:of|with) (?:a )?higher level$", lambda _: {"than_this": "higher"}),
    (r" (?:of|with) (?:an )?equal or lower level$", lambda _: {"than_this": "equal or lower"}),
    (
        r" with (swarm|suit up|experience|intimidate|attune|energize|awaken|range|immortal|call out|impulse|deadly|infiltrate|crossover|founder|resistance|teamwatch|breath weapon)$",
        lambda f: {"keyword": f[1].title()},
    ),
    (r" blocked by (?:self|it|him|her)$", lambda _: {"engaged_with_this": True, "attacking": True}),
    (r" (?:other than|besides|except) self$", lambda _: {"not_title": "self"}),
    (r" (?:at|of|that (?:is|are)) level (\d)$", lambda f: {"level": (int(f[1]), int(f[1]))}),
    (r" of level (\d) or (?:higher|greater|more)$", lambda f: {"level": (int(f[1]), 3)}),
)
"""What may follow the noun."""


def _relatives(phrase: str, who: dict[str, Any]) -> str:
    going = True
    while going:
        going = False
        for pattern, meaning in RELATIVES:
            found = re.search(pattern, phrase)
            if found:
                _put(who, phrase, **meaning(found))
                phrase = phrase[: found.start()]
                going = True
                break
    return phrase


ADJECTIVES: Final[tuple[tuple[str, Callable[[re.Match[str]], dict[str, Any]]], ...]] = (
    (r"(?:opposing|your opponent's|opponent's) ", lambda _: {"side": "opposing"}),
    (r"your (?:opponent's )", lambda _: {"side": "opposing"}),
    (r"your ", lambda _: {"side": "own"}),
    (r"level (\d) or (?:level )?(\d) ", lambda f: {"level": (int(f[1]), int(f[2]))}),
    (r"level (\d) or (?:higher|greater) ", lambda f: {"level": (int(f[1]), 3)}),
    (r"level (\d) ", lambda f: {"level": (int(f[1]), int(f[1]))}),
    (r"(?:active|fielded) ", lambda _: {}),
    (r"unblocked ", lambda _: {"attacking": True, "blocked": False}),
    (r"blocked ", lambda _: {"blocked": True}),
    (r"attacking or blocking ", lambda _: {"in_attack": True}),
    (r"attacking ", lambda _: {"attacking": True}),
    (r"blocking ", lambda _: {"blocking": True}),
    (r"engaged ", lambda _: {"in_attack": True}),
    (r"other ", lambda _: {"another": True}),
    (
        rf"({_ENERGY}),? (?:or|and|/) ({_ENERGY}) ",
        lambda f: {"energy": f"{_energy(f[1])}/{_energy(f[2])}"},
    ),
    (rf"({_ENERGY})(?: type)? ", lambda f: {"energy": _energy(f[1])}),
    (rf"non-({_ENERGY})(?: type)? ", lambda f: {"not_energy": _energy(f[1])}),
    (r"(good|evil|neutral) (?=characters?\b)", lambda f: {"alignment": f[1].capitalize()}),
    (r"lower[ -]level ", lambda _: {"than_this": "lower"}),
    (r"higher[ -]level ", lambda _: {"than_this": "higher"}),
    (r"non-sidekick,? ", lambda _: {"sidekick": False}),
    (r"non-self ", lambda _: {"not_title": "self"}),
    (r"sidekick (?=characters?\b|dice\b|die\b)", lambda _: {"sidekick": True}),
)
"""What may stand before the noun."""


def _adjectives(phrase: str, who: dict[str, Any]) -> str:
    going = True
    while going:
        going = False
        for pattern, meaning in ADJECTIVES:
            found = re.match(pattern, phrase)
            if found:
                _put(who, phrase, **meaning(found))
                phrase, going = phrase[found.end() :], True
                break
        else:
            phrase, going = _team_before(phrase, who)
    return phrase


def _team_before(phrase: str, who: dict[str, Any]) -> tuple[str, bool]:
    """An affiliation before a noun, or two."""
    for words, team in _teams().items():
        for begin, field in ((f"non-{words} ", "not_team"), (f"{words} ", "team")):
            if phrase.startswith(begin) and re.match(
                r"(?:character|characters|die|dice|or|and)\b", phrase[len(begin) :]
            ):
                rest = phrase[len(begin) :]
                if field == "not_team":
                    _put(who, phrase, not_team=team)
                    return rest, True
                joined = re.match(r"(?:or|and) ", rest)
                if joined is None:
                    _put(who, phrase, team=(team,))
                    return rest, True
                for more, second in _teams().items():
                    tail = rest[joined.end() :]
                    if tail.startswith(f"{more} "):
                        _put(who, phrase, team=(team, second))
                        return tail[len(more) + 1 :], True
    return phrase, False


NOUNS: Final[Mapping[str, dict[str, Any]]] = {
    "non-sidekick": {"sidekick": False},
    "non-sidekicks": {"sidekick": False},
    "adventurer characters": {"keyword": "Experience"},
    "adventurer character": {"keyword": "Experience"},
    "character": {},
    "characters": {},
    "sidekick": {"sidekick": True},
    "sidekicks": {"sidekick": True},
    "villain": {"team": ("Villains",)},
    "villains": {"team": ("Villains",)},
    "adventurer": {"keyword": "Experience"},
    "adventurers": {"keyword": "Experience"},
    "attacker": {"attacking": True},
    "attackers": {"attacking": True},
    "blocker": {"blocking": True},
    "blockers": {"blocking": True},
}


def _noun(phrase: str, who: dict[str, Any], original: str) -> None:
    if phrase in NOUNS:
        _put(who, original, **NOUNS[phrase])
        return
    if phrase in {"die", "dice"}:
        outside = who.get("zone", "field") != "field"
        _put(who, original, **({"kind": "die"} if outside and not _narrow(who) else {}))
        return
    if phrase in {"action die", "action dice"} and who.get("zone", "field") != "field":
        raise NotUnderstoodError(original)
    beside = re.fullmatch(
        r"sidekicks? (?:or|and) (?P<one>.+?)(?: (?:characters?|die|dice))?|(?P<other>.+?)(?: (?:characters?|die|dice))? (?:or|and) sidekicks?",
        phrase,
    )
    if beside and (beside["one"] or beside["other"]) in _teams():
        _put(who, original, team=(_teams()[beside["one"] or beside["other"]],), or_sidekick=True)
        return
    found = re.fullmatch(r"(.+?)(?: (?:character|characters|die|dice))?", phrase)
    assert found is not None
    name = found[1]
    if name == "self":
        _put(who, original, own_card=True)
        return
    if name in _teams() and (phrase != name or name.endswith("s") or name.startswith("<")):
        _put(who, original, team=(_teams()[name],))
        return
    if name in known_titles():
        _put(who, original, title=known_titles()[name])
        # All books, Fundamental Rules: text that names a character is about its own player's.
        who.setdefault("side", "own")
        return
    raise NotUnderstoodError(f"what is '{original}'?")


def _narrow(who: dict[str, Any]) -> bool:
    return bool({"energy", "team", "level"} & set(who))
