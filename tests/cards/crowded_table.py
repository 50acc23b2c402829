"""Tries every encoded card on a crowded table: what it asks, whom it touches, whom it spares.

Both players have the same dice in the field and in their piles. The card's own moments are
played; each question with all it offers and each change is written down. The pages in
`golden/` hold what has been read and found right. `python -m tests.cards.crowded_table` writes
them anew; then read the difference.
"""

from pathlib import Path
from types import SimpleNamespace

import msgspec

from rules.dicemasters.cards.effects import ContinuousDie, Global, When, WhenUsed, While
from rules.dicemasters.cards.facts import card
from rules.dicemasters.cards.texts import SETS, box_texts
from rules.dicemasters.engine.setup import starting_dice
from rules.dicemasters.engine.state import DrawRequest, RollRequest
from rules.dicemasters.engine.stats import attack, defence, has
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act

GOLDEN = Path(__file__).parent / "golden"
GAME_OF = {"avx": "avx", "avxop": "avx", "uxm": "avx", "ygo": "ygo", "hhs": "tmnt", "tmnt": "tmnt"}
"""Sets that are played by another book than Iron Man and War Machine."""
BRUTE, RESCUE, TURTLE, BUSTER, MODEL = "46hhs", "16imw", "9hhs", "5imw", "19imw"
CROWD = [("sidekick", 1), (BRUTE, 1), (BRUTE, 3), (RESCUE, 2), (TURTLE, 1), (BUSTER, 1), (MODEL, 1)]
PILES = {"used": ("sidekick", BRUTE, TURTLE), "prep": ("sidekick", RESCUE), "bag": (BRUTE,)}
KEYWORDS = ("Overcrush", "Fast", "Iron Will", "cannot-attack", "cannot-block", "must-attack")
PAWN, PLAIN = 5, 3
FIFTH = 5  # the scenes play in this turn


class CrowdedTable:
    """A game in the middle with the card under trial on my side."""

    def __init__(self, code, *, active=0):
        facts = card(code)
        self.code = code
        self.game = GAMES[GAME_OF.get(facts.set.lower(), "imwm")]
        cards = [[c, 6] for c in (BRUTE, RESCUE, TURTLE, BUSTER, MODEL) if c != code]
        own = [] if facts.is_basic else [[code, 6]]
        teams = [{"name": "Me", "cards": [*own, *cards]}, {"name": "You", "cards": cards}]
        basics = ["31avx", *([code] if facts.is_basic and code != "31avx" else [])]
        start = self.game.new({"format": "tournament", "teams": teams, "basics": basics})
        self.state = msgspec.structs.replace(
            start,
            dice=starting_dice(start.match),
            life=(15, 15),
            turn=FIFTH,
            active=active,
            mover=active,
            step="main",
            started=(3, 3),
            request=None,
            origin=None,
            began=None,
            answers=(),
        )
        self.lines = []
        self.blocked_by = []
        for seat in (0, 1):
            for other, level in CROWD:
                self.put(other, "field", level, seat)
            for zone, codes in PILES.items():
                for other in codes:
                    self.put(other, zone, 0, seat)
            for face in range(4):
                self.put("sidekick", "reserve", 0, seat, face)

    def put(self, code, zone, level=0, seat=0, face=-1):
        """Take a die of this card; the die's number, or None when there is none for that seat."""
        match = self.state.match
        waiting = "bag" if code == "sidekick" else "cards"
        for number, die in enumerate(self.state.dice):
            in_play = match.cards[match.card_of[number]]
            whose = die.seat == seat or (in_play.seat == -1 and code != "sidekick")
            if in_play.card.code == code and die.zone == waiting and whose:
                if level:
                    face = PAWN if code == "sidekick" else 2 + level
                self.change(number, zone=zone, seat=seat, owner=seat, face=face)
                return number
        return None

    def change(self, number, **changes):
        dice = list(self.state.dice)
        dice[number] = msgspec.structs.replace(dice[number], **changes)
        self.state = msgspec.structs.replace(self.state, dice=tuple(dice))

    def find(self, seat, code, level):
        """A die of the crowd in the field, by card and level."""
        match = self.state.match
        for number, die in enumerate(self.state.dice):
            face = match.faces[number][die.face] if die.face >= 0 else None
            if (
                (die.zone, die.seat, die.under) == ("field", seat, -1)
                and match.cards[match.card_of[number]].card.code == code
                and face.level == level
            ):
                return number
        return None

    def quietly(self, action):
        self.state, _ = self.game.apply(self.state, action)

    def pass_main(self):
        while self.state.step == "main":
            self.quietly(act.PASS)

    def begin_fight(self, attacker, blocker, doing="the fight begins"):
        """This attacks (and whoever must), that blocks if it may."""
        self.lines.append(f"{doing}:")
        if act.AttackWith(attacker) not in self.game.legal_actions(self.state):
            self.lines.append("  it cannot attack")
            return
        self.quietly(act.AttackWith(attacker))
        self.send_who_must()
        self.do(act.END_DECLARATION, "attackers are declared")
        if self.state.step == "blockers":
            blocks = [a for a in self.game.legal_actions(self.state) if isinstance(a, act.Block)]
            self.blocked_by = sorted({a.die for a in blocks if a.attacker == attacker})
            if act.Block(blocker, attacker) in blocks:
                self.quietly(act.Block(blocker, attacker))
            else:
                self.lines.append("  that block is not allowed")
        self.declare_blockers()

    def send_who_must(self):
        while act.END_DECLARATION not in self.game.legal_actions(self.state):
            forced = next(
                a.die
                for a in self.game.legal_actions(self.state)
                if isinstance(a, act.AttackWith)
                and has(GameTable(self.state), a.die, "must-attack")
            )
            self.lines.append(f"  must attack: {self.name(forced)}")
            self.quietly(act.AttackWith(forced))

    def declare_blockers(self):
        """Whoever must block does; the rest stays out."""
        while self.state.step == "blockers" and self.state.request is None:
            legal = self.game.legal_actions(self.state)
            if act.END_DECLARATION in legal:
                self.do(act.END_DECLARATION, "blockers are declared")
            else:
                self.lines.append(f"  must block: {self.name(legal[0].die)}")
                self.quietly(legal[0])

    def finish(self):
        """Both pass, the turn goes to its end."""
        before = self.glance()
        self.lines.append("both pass, damage is dealt:")
        while self.state.turn == FIFTH and self.state.winners is None:
            if self.state.request is not None:
                self.quietly(self.answer())
                continue
            legal = self.game.legal_actions(self.state)
            self.quietly(next(a for a in legal if isinstance(a, (act.Pass, act.EndDeclaration))))
        self.compare(before)

    def name(self, number):
        """A die as a reader knows it: whose, title, level, where when it is not in the field."""
        match = self.state.match
        die = self.state.dice[number]
        title = match.cards[match.card_of[number]].card.title
        face = match.faces[number][die.face] if die.face >= 0 else None
        level = f" {face.level}" if face and face.level else ""
        where = "" if die.zone == "field" else f" ({die.zone})"
        return f"{'my' if die.seat == 0 else 'your'} {title}{level}{where}"

    def option(self, option):
        if isinstance(option, act.ChooseDie):
            return self.name(option.die)
        if isinstance(option, act.ChoosePlayer):
            return ("me", "you")[option.seat]
        if isinstance(option, (act.UseGlobal, act.Yes)):
            return "yes"
        if isinstance(option, act.No):
            return "no"
        return str(
            getattr(option, "what", getattr(option, "amount", getattr(option, "number", "")))
        )

    def do(self, action, doing):
        """Do it, answer all it asks, write down the questions and the changes."""
        before = self.glance()
        self.lines.append(f"{doing}:")
        self.state, _ = self.game.apply(self.state, action)
        while self.state.request is not None and not self.new_turn():
            self.state, _ = self.game.apply(self.state, self.answer())
        self.compare(before)
        if action == act.END_DECLARATION and self.lines[-2:] == [f"{doing}:", "  nothing changes"]:
            del self.lines[-2:]

    def new_turn(self):
        """Whether the next question belongs to the next turn's draw."""
        return self.state.step in ("draw", "roll") and self.state.turn > FIFTH

    def answer(self):
        request = self.state.request
        if isinstance(request, DrawRequest):
            return act.DrawnDice(tuple(request.bag[: request.count]))
        if isinstance(request, RollRequest):
            rolled = ", ".join(self.name(die) for die in request.dice)
            self.lines.append(f"  rolled, the first to level 1, the others to energy: {rolled}")
            shown = [0] * len(request.dice)
            levels = self.state.match.kinds[self.state.match.kind_of[request.dice[0]]].levels
            shown[0] = levels[0] if levels else PLAIN
            return act.RolledFaces(tuple(shown))
        options = list(dict.fromkeys(self.option(option) for option in request.options))
        who = ("I am", "you are")[request.seat]
        question = request.text.split(": ")[-1]
        self.lines.append(f"  {who} asked '{question}': {' | '.join(options)}")
        willing = [o for o in request.options if isinstance(o, (act.Yes, act.UseGlobal))]
        return (willing or list(request.options))[0]

    def glance(self):
        """Everything that can change, by die; payment and dice on cards left out."""
        table = GameTable(self.state)
        seen = {}
        for number, die in enumerate(self.state.dice):
            face = self.state.match.faces[number][die.face] if die.face >= 0 else None
            shows = table.in_field(number) and face is not None and face.level > 0
            words = [word for word in KEYWORDS if shows and has(table, number, word)]
            figures = (attack(table, number), defence(table, number)) if shows else None
            under = self.name(die.under) if die.under >= 0 else ""
            level = face.level if face else 0
            seen[number] = (die.zone, die.seat, level, figures, die.damage, under, tuple(words))
        return SimpleNamespace(dice=seen, life=self.state.life, names=self.names())

    def names(self):
        return {number: self.name(number) for number in range(len(self.state.dice))}

    def compare(self, before):
        after = self.glance()
        told = []
        for number, was in before.dice.items():
            now = after.dice[number]
            paid = was[0] == "reserve" and now[0] in ("reserve", "used", "out")
            if was == now or paid:
                continue
            told.append(f"  {before.names[number]}: {_difference(was, now)}")
        if before.life != after.life:
            told.append(f"  life {before.life} -> {after.life}")
        self.lines += sorted(told) or ["  nothing changes"]


def _difference(was, now):
    words = []
    for label, old, new in zip(
        ("", "to seat", "level", "figures", "damage", "under", "rules"), was, now, strict=True
    ):
        if old != new:
            words.append(f"{label} {old} -> {new}".strip())
    return "; ".join(words)


def moments(code):
    """Whether the card has moments to play here."""
    return len(page(code).splitlines()) > 1


def page(code):
    """What is written down about one card."""
    text = box_texts(card(code).set.lower())[code]
    events = {a.event for a in text.abilities if isinstance(a, When)}
    lines = [f"# {code} {card(code).name}"]
    if card(code).is_basic:
        lines += _action(code, text)
    else:
        lines += _character(code, text, events)
    return "\n".join(lines) + "\n"


def _action(code, text):
    lines = []
    for ability in text.abilities:
        if isinstance(ability, (WhenUsed, ContinuousDie)):
            for face, shown in _faces_that_differ(ability):
                lines += _used(code, face, shown, ability)
        if isinstance(ability, Global):
            lines += _global(code)
    return lines


def _faces_that_differ(ability):
    yield 3, "no burst"
    if getattr(ability, "star", None) is not None or isinstance(ability, ContinuousDie):
        yield 4, "one burst"
    if getattr(ability, "double", None) is not None:
        yield 5, "two bursts"


def _used(code, face, shown, ability):
    s = CrowdedTable(code)
    die = s.put(code, "reserve", 0, 0, face)
    if getattr(ability, "step", "") == "attack-start":
        s.pass_main()
    below = getattr(ability, "life_below", 0)
    if below:
        s.state = msgspec.structs.replace(s.state, life=(below - 1, below - 1))
    s.do(act.UseAction(die), f"I use it, {shown}")
    _fight(s, s.find(0, BRUTE, 3), s.find(1, BUSTER, 1))
    return s.lines


def _global(code):
    lines = []
    for seat, whose in ((0, "I use"), (1, "you use")):
        s = CrowdedTable(code, active=seat)
        _try_global(s, code, f"{whose} its global in the Main Step")
        lines += s.lines
    s = CrowdedTable(code)
    s.pass_main()
    s.begin_fight(s.find(0, BRUTE, 3), s.find(1, BUSTER, 1))
    _try_global(s, code, "I use its global with my Triceraton 3 blocked by your Hulkbuster")
    return lines + s.lines


def _try_global(s, code, doing):
    cards = s.state.match.cards
    ways = [
        a
        for a in s.game.legal_actions(s.state)
        if isinstance(a, act.UseGlobal) and cards[a.card].card.code == code
    ]
    if ways:
        s.do(ways[0], doing)
    else:
        s.lines.append(f"{doing}: impossible")


def _character(code, text, events):
    lines = []
    for level in _levels(code):
        if any(isinstance(a, While) for a in text.abilities):
            lines += _standing(code, level)
        if events & {"fielded"}:
            lines += _fielded(code, level)
        if events & {"attacks", "attack-set", "blocked", "deals-player", "kos", "ko", "lethal"}:
            lines += _attacking(code, level)
        if events & {"blocks", "ko", "kos", "damaged", "lethal"}:
            lines += _blocking(code, level)
        if events & {"damaged", "ko"}:
            lines += _damaged(code, level)
        if events & {"turn-start", "rolled"}:
            lines += _next_turn(code, level)
    if any(isinstance(a, Global) for a in text.abilities):
        lines += _global(code)
    return lines


def _levels(code):
    """The first level with no burst, with one, with two: the others read alike."""
    first = {}
    for number, level in enumerate(card(code).levels, start=1):
        first.setdefault(level.burst, number)
    return sorted(first.values())


def _standing(code, level):
    s = CrowdedTable(code)
    before = s.glance()
    s.lines.append(f"level {level} comes to stand in the field:")
    die = s.put(code, "field", level)
    s.compare(before)
    stats = GameTable(s.state)
    s.lines.append(f"  itself {attack(stats, die)}/{defence(stats, die)}")
    s.pass_main()
    s.begin_fight(die, s.find(1, BRUTE, 3))
    s.lines.append(f"  attacking, {_who_could_block(s)}")
    return s.lines


def _who_could_block(s):
    return f"blocked by {', '.join(s.name(n) for n in s.blocked_by) or 'nobody'}"


def _fielded(code, level):
    s = CrowdedTable(code)
    s.put(code, "used")
    die = s.put(code, "reserve", level)
    ways = [
        a for a in s.game.legal_actions(s.state) if isinstance(a, act.FieldDie) and a.die == die
    ]
    s.do(ways[0], f"level {level} is fielded")
    other = s.put(RESCUE, "reserve", 1)
    s.do(act.FieldDie(other), "then another character is fielded")
    return s.lines


def _attacking(code, level):
    s = CrowdedTable(code)
    die = s.put(code, "field", level)
    pawn, brute = s.find(0, "sidekick", 1), s.find(1, BRUTE, 3)
    s.pass_main()
    s.lines.append(f"level {level} attacks with a Sidekick:")
    for each in (die, pawn):
        if act.AttackWith(each) in s.game.legal_actions(s.state):
            s.state, _ = s.game.apply(s.state, act.AttackWith(each))
    s.do(act.END_DECLARATION, "attackers are declared")
    if s.state.step == "blockers" and act.Block(brute, die) in s.game.legal_actions(s.state):
        s.state, _ = s.game.apply(s.state, act.Block(brute, die))
    s.declare_blockers()
    s.finish()
    return s.lines


def _blocking(code, level):
    s = CrowdedTable(code, active=1)
    die = s.put(code, "field", level)
    s.pass_main()
    s.begin_fight(s.find(1, BRUTE, 3), die, f"level {level} blocks your Triceraton 3")
    s.finish()
    return s.lines


def _damaged(code, level):
    lines = []
    for seat in (0, 1):
        s = CrowdedTable(code, active=seat)
        die = s.put(code, "field", level)
        s.put(code, "used")
        bolt = s.put("31avx", "reserve", 0, seat, PLAIN)
        s.state, _ = s.game.apply(s.state, act.UseAction(bolt))
        s.do(act.ChooseDie(die), f"level {level} is hit by {('my', 'your')[seat]} Power Bolt")
        lines += s.lines
    s = CrowdedTable(code, active=1)
    s.put(code, "field", level)
    s.put(code, "used")
    bolt = s.put("31avx", "reserve", 0, 1, PLAIN)
    s.state, _ = s.game.apply(s.state, act.UseAction(bolt))
    s.do(act.ChoosePlayer(0), "I am hit by your Power Bolt")
    return lines + s.lines


def _next_turn(code, level):
    s = CrowdedTable(code, active=1)
    s.put(code, "field", level)
    for _ in range(2):
        s.put(code, "prep")
    before = s.glance()
    s.lines.append(f"level {level} stands in the field, you pass, my turn begins:")
    while s.state.active == 1:
        legal = s.game.legal_actions(s.state)
        quiet = [a for a in legal if isinstance(a, (act.Pass, act.EndDeclaration))]
        s.state, _ = s.game.apply(s.state, quiet[0] if quiet else s.answer())
    while s.state.step != "main":
        legal = s.game.legal_actions(s.state)
        keep = [a for a in legal if isinstance(a, act.KeepRoll)]
        s.state, _ = s.game.apply(s.state, keep[0] if keep else s.answer())
    s.compare(before)
    return s.lines


def _fight(s, attacker, blocker):
    """After an action die: an ordinary fight, to see what its effect makes of it."""
    if attacker is None or blocker is None or s.state.winners is not None:
        return
    s.pass_main()
    if s.state.step != "attackers":
        s.lines.append("  no attack is possible")
        return
    s.begin_fight(attacker, blocker, "then my Triceraton 3 attacks, your Hulkbuster blocks")
    s.finish()


def write():
    """Write the golden pages anew."""
    GOLDEN.mkdir(exist_ok=True)
    for box in SETS:
        pages = "\n".join(page(code) for code in box_texts(box) if moments(code))
        (GOLDEN / f"{box}.txt").write_text(pages, encoding="utf-8")


if __name__ == "__main__":
    write()
