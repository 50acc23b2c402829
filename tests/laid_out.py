"""A position to try a card in: written in the public notation (docs/positions.md) and read back.

Seat 0 is "Me", seat 1 "You". What is put on the table becomes a line of the position, and the die's
number comes back; once the game goes on, dice are put and hurt by hand. Answers to questions are
dice (numbers), `yes`, `no`, `player(seat)`, `count(n)`, `named(...)`; chance is `faces(...)` and
`drawn(...)`.
"""

from collections import Counter

import msgspec

import diceref
from rules.dicemasters.cards.facts import card
from rules.dicemasters.engine.position import face_words
from rules.dicemasters.engine.setup import SIDEKICKS
from rules.dicemasters.engine.state import DrawRequest, RollRequest
from rules.dicemasters.engine.stats import attack, defence, has
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import DiceMasters
from rules.dicemasters.moves import actions as act

yes, no = "yes", "no"
PLAYERS = ("Me", "You")


def player(seat):
    """Answer: this player."""
    return act.ChoosePlayer(seat)


def count(amount):
    """Answer: so much; up or down a level."""
    return act.ChooseNumber(amount)


def named(what):
    """Answer: this kind or face."""
    return act.ChooseName(what)


def faces(*shown):
    """Chance: the faces rolled, by index."""
    return act.RolledFaces(shown)


def drawn(*dice):
    """Chance: the dice drawn."""
    return act.DrawnDice(dice)


SINGLE, DOUBLE = 0, 1  # energy faces of a character die
PLAIN, STAR, TWO_STARS = 3, 4, 5  # action faces
BOLT, FIST, MASK, SHIELD, WILD, PAWN = range(6)  # a Sidekick's faces


def level(number):
    """The face index of a level."""
    return 2 + number


def words_of(what):
    """A card's text in the words that a position takes: defaults are left out."""
    if isinstance(what, tuple):
        return f"({''.join(words_of(each) + ', ' for each in what)})"
    if not isinstance(what, msgspec.Struct):
        return repr(what)
    told = [
        f"{field.name}={words_of(value)}"
        for field in msgspec.structs.fields(what)
        if (value := getattr(what, field.name)) != field.default
    ]
    return f"{type(what).__name__}({', '.join(told)})"


def line_of_text(text):
    """The text of a card as `text CODE ...` wants it."""
    abilities = ", ".join(words_of(ability) for ability in text.abilities)
    return f"{abilities}{', ' if abilities else ''}keywords={words_of(text.keywords)}"


class LaidOut:
    """Lines of a position, and what is done in it."""

    def __init__(self, book, mine=(), theirs=(), basics=(), *, life=(20, 20), active=0, texts=None):
        """`texts` puts other words on cards: a `Text` by card code."""
        self.game = DiceMasters(book)
        self.headers = [f"book {book}", f"players {', '.join(PLAYERS)}", "begun 3 3"]
        for name, cards in zip(PLAYERS, (mine, theirs), strict=True):
            if cards:
                entries = " ".join(f"{card(code).max_dice}x{code}" for code in cards)
                self.headers.append(f"cards {name} {entries}")
        if basics:
            self.headers.append(f"basics {' '.join(f'3x{code}' for code in basics)}")
        self.headers += [
            f"text {code} {line_of_text(text)}" for code, text in (texts or {}).items()
        ]
        self.headers.append(f"turn 5 {PLAYERS[active]}")
        self.headers += [f"life {name} {n}" for name, n in zip(PLAYERS, life, strict=True)]
        self.lines = []
        self.told = Counter()  # dice in lines, by card and player
        self.bags = {}  # by seat where the Sidekicks lie that no line names
        self.events = []
        self.dice = {}  # by name, as `put` expects their numbers
        self.written = True  # whether lines have come that were not read yet
        self.match = self.state.match

    @property
    def state(self):
        """The game now; lines that have come are read first."""
        if self.written:
            position = diceref.read_position(self.text())
            assert position.names == self.dice
            self.played, self.written = position.state, False
        return self.played

    @state.setter
    def state(self, state):
        self.played = state

    def text(self):
        """The position as text."""
        rest = [
            f"{PLAYERS[seat]} {zone} {left} sidekick{' pawn' * (zone == 'field')}"
            for seat, zone in self.bags.items()
            if (left := SIDEKICKS - self.told["sidekick", seat])
        ]
        return "\n".join([*self.headers, *self.lines, *rest])

    def stands(self, *headers):
        """Where the game stands: "step reroll"."""
        self.headers += headers
        self.written = True
        return self

    # Putting dice where they are wanted.

    def put(self, code, zone="field", face=-1, seat=0, *, carries=""):
        """Take a die of this card that still lies on it (a Sidekick: in the bag)."""
        if self.events:
            return self.put_by_hand(code, zone, face, seat, carries)
        name = f"die-{len(self.lines)}"
        shown = f" {self.shows(code, face)}" if face >= 0 else ""
        carries = f", {carries}" if carries else ""
        self.lines.append(f"{PLAYERS[seat]} {zone} {code}{shown} as {name}{carries}")
        if zone == "bag":
            self.bags.setdefault(seat, "bag")
        self.written = True
        self.dice[name] = self.next_die(code, seat)
        return self.dice[name]

    def put_by_hand(self, code, zone, face, seat, carries):
        """Once the game goes on, a die comes by hand."""
        waits = "bag" if code == "sidekick" else "cards"
        number = next(
            number
            for number, die in enumerate(self.state.dice)
            if (self.code(number), die.zone) == (code, waits) and die.seat in (seat, -1)
        )
        self.apply(act.MoveDie(number, zone, seat, face))
        if carries:
            self.hurt(number, int(carries.removesuffix(" damage")))
        return number

    def move(self, die, zone, face=-1, seat=0):
        """A die goes somewhere else by hand."""
        self.apply(act.MoveDie(die, zone, seat, face))

    def hurt(self, die, damage):
        """A die is dealt damage by hand."""
        self.apply(act.BuffDie(die, damage=damage))

    def next_die(self, code, seat):
        """The next die of this card that waits for this player; any of a basic action card."""
        kinds = self.match.kinds
        own = [n for n, k in enumerate(kinds) if self.match.cards[k.card].card.code == code]
        own = [n for n in own if kinds[n].seat in (seat, -1)]
        assert own, f"{PLAYERS[seat]} has no {code}"
        first = self.match.kind_of.index(own[0]) + SIDEKICKS * seat * (code == "sidekick")
        whose = seat if kinds[own[0]].seat == seat or code == "sidekick" else -1
        self.told[code, whose] += 1
        return first + self.told[code, whose] - 1

    def shows(self, code, face):
        """What a die of this card shows, in words."""
        codes = [self.match.cards[number].card.code for number in self.match.card_of]
        return face_words(self.match, codes.index(code), face)[0]

    def field(self, code, at=1, seat=0, **more):
        """A character in the field at this level."""
        face = PAWN if code == "sidekick" else level(at)
        return self.put(code, "field", face, seat, **more)

    def energy(self, *kinds, seat=0):
        """Sidekicks that show this energy in the Reserve Pool."""
        return [self.put("sidekick", "reserve", face, seat) for face in kinds]

    def empty_bag(self, seat=0, to="out"):
        """No Sidekick is in the bag, so that draws are known."""
        if self.events:
            for die in [n for n, d in enumerate(self.state.dice) if d.zone == "bag"]:
                if self.seat(die) == seat:
                    self.move(die, "out", seat=seat)
            return
        self.bags[seat] = to
        self.lines.append(f"{PLAYERS[seat]} bag nothing")
        self.written = True

    # Playing.

    def apply(self, action):
        found = self.game.why_not(self.state, action)
        assert found is None, f"{action}: {found.text}"
        self.state, events = self.game.apply(self.state, action)
        self.events += events

    def do(self, action, *answers):
        """An action and the answers to all it asks for."""
        self.apply(action)
        for answer in answers:
            self.answer(answer)
        return self

    def answer(self, answer):
        request = self.state.request
        assert request is not None, f"nobody asked, but the answer is {answer}"
        if isinstance(request, (RollRequest, DrawRequest)):
            self.apply(answer)
        else:
            self.apply(self.choice(request, answer))

    def choice(self, request, answer):
        options = request.options
        if answer == no:
            wanted = [o for o in options if isinstance(o, act.No)]
        elif answer == yes:
            wanted = [o for o in options if isinstance(o, (act.Yes, act.UseGlobal))]
        elif isinstance(answer, int):
            wanted = [
                o for o in options if isinstance(o, act.ChooseDie) and self.alike(o.die, answer)
            ]
        else:
            wanted = [answer]
        assert wanted, f"'{request.text}' offers {options}, not {answer}"
        assert wanted[0] in options, f"'{request.text}' offers {options}, not {answer}"
        return wanted[0]

    def alike(self, one, other):
        kinds = self.state.match.kind_of
        dice = self.state.dice
        return one == other or (kinds[one] == kinds[other] and dice[one] == dice[other])

    @property
    def asked(self):
        """The dice the open question offers."""
        request = self.state.request
        offered = getattr(request, "options", ())
        return {o.die for o in offered if isinstance(o, act.ChooseDie)}

    def options(self, kind):
        """Legal actions of one kind."""
        return [
            action for action in self.game.legal_actions(self.state) if isinstance(action, kind)
        ]

    def buy(self, code, *answers):
        """Buy a die of this card, paying in the first legal way."""
        ways = [a for a in self.options(act.Purchase) if self.code(a.die) == code]
        assert ways, f"{code} cannot be bought"
        return self.do(ways[0], *answers)

    def summon(self, die, *answers):
        """Field a die from the Reserve Pool, paying in the first legal way."""
        ways = [a for a in self.options(act.FieldDie) if self.alike(a.die, die)]
        assert ways, "it cannot be fielded"
        return self.do(ways[0], *answers)

    def use(self, die, *answers):
        return self.do(act.UseAction(die), *answers)

    def use_global(self, code, *answers):
        """Use a card's global, paying in the first legal way."""
        cards = self.state.match.cards
        ways = [a for a in self.options(act.UseGlobal) if cards[a.card].card.code == code]
        assert ways, f"no global of {code} can be used"
        return self.do(ways[0], *answers)

    def to_attack(self):
        """Both players pass the Main Step."""
        while self.state.step == "main":
            self.apply(act.PASS)
        return self

    def to_next_turn(self):
        """Nobody does anything more; whatever the next player draws and rolls, it is the first."""
        active = self.state.active
        while self.state.active == active or self.step != "main":
            if isinstance(self.state.request, DrawRequest):
                self.apply(act.DrawnDice(self.state.request.bag[: self.state.request.count]))
            elif isinstance(self.state.request, RollRequest):
                self.apply(act.RolledFaces((BOLT,) * len(self.state.request.dice)))
            else:
                idle = (act.PASS, act.END_DECLARATION, act.KEEP)
                self.apply(next(a for a in idle if not self.game.why_not(self.state, a)))
        return self

    def attack(self, *dice, answers=()):
        self.to_attack()
        for die in dice:
            self.apply(act.AttackWith(die))
        self.do(act.END_DECLARATION, *answers)
        return self

    def block(self, pairs, answers=()):
        for blocker, attacker in pairs.items():
            self.apply(act.Block(blocker, attacker))
        self.do(act.END_DECLARATION, *answers)
        return self

    def fight(self, *answers):
        """Both pass; damage is dealt."""
        while self.state.step == "actions" and self.state.request is None:
            self.apply(act.PASS)
        for answer in answers:
            self.answer(answer)
        return self

    # Looking.

    def code(self, number):
        match = self.state.match
        return match.cards[match.card_of[number]].card.code

    def stats(self, number):
        """Attack and defence now."""
        table = GameTable(self.state)
        return attack(table, number), defence(table, number)

    def has(self, number, rule):
        return has(GameTable(self.state), number, rule)

    def zone(self, number):
        return self.state.dice[number].zone

    def seat(self, number):
        return self.state.dice[number].seat

    def at(self, number):
        """The level a die shows, 0 when none."""
        die = self.state.dice[number]
        return self.state.match.faces[number][die.face].level if die.face >= 0 else 0

    def damage(self, number):
        return self.state.dice[number].damage

    @property
    def life(self):
        return self.state.life

    @property
    def step(self):
        return self.state.step
