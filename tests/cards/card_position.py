"""A position to try a card in: dice put where they are wanted, then played by name.

Seat 0 is "mine", seat 1 "theirs". Answers to questions are dice (numbers), `yes`, `no`,
`player(seat)`, `count(n)`, `named(...)`; chance is `faces(...)` and `drawn(...)`.
"""

import msgspec
import pytest

from rules.dicemasters.cards.facts import card
from rules.dicemasters.cards.texts import text_of
from rules.dicemasters.engine import setup as rules
from rules.dicemasters.engine.setup import starting_dice
from rules.dicemasters.engine.state import DiceMastersState, DrawRequest, RollRequest
from rules.dicemasters.engine.stats import attack, defence, has
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import DiceMasters
from rules.dicemasters.moves import actions as act

yes, no = "yes", "no"


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


class CardPosition:
    """A game in the middle, built by hand."""

    def __init__(self, game, mine=(), theirs=(), basics=(), *, life=(20, 20), active=0, texts=None):
        """`texts` puts other words on cards: a `Text` by card code."""
        self.game = DiceMasters(game)
        setup = {
            "format": "tournament",
            "teams": [
                {"name": "Me", "cards": [[code, card(code).max_dice] for code in mine]},
                {"name": "You", "cards": [[code, card(code).max_dice] for code in theirs]},
            ],
            "basics": list(basics),
        }
        start = self.new(setup, texts or {})
        self.state: DiceMastersState = msgspec.structs.replace(
            start,
            dice=starting_dice(start.match),
            life=life,
            turn=5,
            active=active,
            mover=active,
            step="main",
            started=(3, 3),
            request=None,
            origin=None,
            began=None,
            answers=(),
        )
        self.events = []

    def new(self, setup, texts):
        """A new game, with other words on some cards."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rules, "text_of", lambda code: texts.get(code) or text_of(code))
            if texts:
                rules._match.cache_clear()
            state = self.game.new(setup)
            if texts:
                rules._match.cache_clear()
        return state

    # Putting dice where they are wanted.

    def put(self, code, zone="field", face=-1, seat=0, **changes):
        """Take a die of this card that still lies on it (a Sidekick: in the bag)."""
        match = self.state.match
        for number, die in enumerate(self.state.dice):
            in_play = match.cards[match.card_of[number]]
            waits = die.zone == ("bag" if code == "sidekick" else "cards")
            mine = die.seat == seat or (in_play.seat == -1 != seat and code != "sidekick")
            if in_play.card.code == code and waits and mine:
                self.change(number, zone=zone, seat=seat, owner=seat, face=face, **changes)
                return number
        raise AssertionError(f"no die of {code} is left for seat {seat}")

    def field(self, code, at=1, seat=0, **changes):
        """A character in the field at this level."""
        face = PAWN if code == "sidekick" else level(at)
        return self.put(code, "field", face, seat, **changes)

    def energy(self, *kinds, seat=0):
        """Sidekicks that show this energy in the Reserve Pool."""
        return [self.put("sidekick", "reserve", face, seat) for face in kinds]

    def empty_bag(self, seat=0):
        """Everything in the bag goes out of the game, so that draws are known."""
        for number, die in enumerate(self.state.dice):
            if die.zone == "bag" and die.seat == seat:
                self.change(number, zone="cards")

    def change(self, number, **changes):
        dice = list(self.state.dice)
        dice[number] = msgspec.structs.replace(dice[number], **changes)
        self.state = msgspec.structs.replace(self.state, dice=tuple(dice))

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
