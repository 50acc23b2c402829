"""Tells a game the way the rulebooks do: titles, symbols, who buys what with what.

Every sentence is looked up among the legal actions, so a story that breaks a rule fails.
"""

from collections import Counter
from pathlib import Path

from rules.dicemasters.engine.position import face_named, face_words, state_from_lines
from rules.dicemasters.engine.state import DrawRequest, RollRequest
from rules.dicemasters.engine.stats import attack, defence
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves import actions as act
from rules.dicemasters.written.positions import read_position


class GameByTitles:
    """A game that is told."""

    def __init__(self, edition, setup, state=None):
        self.game = GAMES[edition]
        self.state = self.game.new(setup) if state is None else state
        self.events = []

    @classmethod
    def at(cls, edition, setup, lines, **more):
        """Begin with a position."""
        return cls(edition, setup, state_from_lines(edition, setup, lines, **more))

    @classmethod
    def written(cls, name):
        """Begin with one of the written positions beside these tests."""
        text = (Path(__file__).parent / "positions" / f"{name}.txt").read_text(encoding="utf-8")
        state = read_position(text).state
        return cls(state.match.edition.name, None, state)

    # what happens

    def do(self, action):
        assert self.game.why_not(self.state, action) is None, self.game.why_not(self.state, action)
        self.state, events = self.game.apply(self.state, action)
        self.events += events
        return self

    def legal_actions(self):
        return list(self.game.legal_actions(self.state))

    def draws(self, *titles):
        """The dice that come out of the bag, by title; several drawings when the bag runs out."""
        left = list(titles)
        while left:
            request = self.state.request
            assert isinstance(request, DrawRequest), self.state.step
            kinds = []
            bag = Counter(self.kind(die) for die in request.bag)
            for title in list(left):
                kind = next((k for k in bag if bag[k] and self.title_of_kind(k) == title), None)
                if kind is not None and len(kinds) < request.count:
                    kinds.append(kind)
                    bag[kind] -= 1
                    left.remove(title)
            assert len(kinds) == request.count, (titles, Counter(request.bag))
            self.do(self.game.settle(self.state, kinds))
        return self

    def rolls(self, *shown):
        """What the dice show: "Sidekick Bolt", "April 3", "Force Beam action"."""
        request = self.state.request
        assert isinstance(request, RollRequest), self.state.step
        assert len(shown) == len(request.dice), (shown, [self.title(d) for d in request.dice])
        left = list(shown)
        faces = []
        for die in request.dice:
            title = self.title(die)
            words = next(words for words in left if words.startswith(title + " "))
            left.remove(words)
            faces.append(face_named(self.state.match, die, words[len(title) + 1 :]))
        return self.do(self.game.settle(self.state, faces))

    def reroll(self, *shown):
        """Choose dice of the Prep Area to reroll by what they show; "all" for every die."""
        prep = self.zone("prep", self.state.mover)
        dice = prep if shown == ("all",) else self.find(prep, shown)
        return self.do(act.Reroll(tuple(sorted(dice))))

    def keep(self):
        return self.do(act.KEEP)

    def buy(self, title, *pay):
        """Buy with dice that show this: "Bolt", "2 Bolt", "1 of 2 Bolt", "Generic"."""
        return self.paying(act.Purchase, lambda a: self.title(a.die) == title, pay)

    def field(self, words, *pay):
        """Field a die: "Sidekick", "Thor 2"."""
        return self.paying(act.FieldDie, lambda a: self.matches(a.die, words), pay)

    def use(self, words):
        """Use an action die: "Force Beam", "Focus Power **"."""
        return self.do(self.one(act.UseAction, lambda a: self.matches(a.die, words)))

    def use_global(self, title, *pay):
        cards = self.state.match.cards
        return self.paying(act.UseGlobal, lambda a: cards[a.card].card.title == title, pay)

    def at_once(self, *parts, pay):
        """Several things with one payment: ("buy", "Rescue"), ("field", "Triceraton 1")."""
        kinds = {"buy": act.Purchase, "field": act.FieldDie}

        def meant(action):
            left = list(action.parts)
            for verb, words in parts:
                found = [
                    p for p in left if isinstance(p, kinds[verb]) and self.matches(p.die, words)
                ]
                if not found:
                    return False
                left.remove(found[0])
            return not left

        return self.paying(act.PayAtOnce, meant, pay)

    def passes(self):
        return self.do(act.PASS)

    def end_main(self):
        """The active player is done; the other one passes too where asked."""
        while self.state.step == "main" and self.state.request is None:
            self.passes()
        return self

    def no_attack(self):
        """Main Step and turn end without an attack."""
        self.end_main()
        if self.state.step == "attackers":
            self.do(act.END_DECLARATION)
        return self

    def attack(self, *words):
        self.end_main()
        for word in words:
            self.do(self.one(act.AttackWith, lambda a, word=word: self.matches(a.die, word)))
        return self.do(act.END_DECLARATION)

    def block(self, pairs):
        """Blockers by attacker: a list of (attacker, blocker), then all are declared."""
        for attacker, blocker in pairs:
            self.do(
                self.one(
                    act.Block,
                    lambda a, x=attacker, y=blocker: (
                        self.matches(a.attacker, x) and self.matches(a.die, y)
                    ),
                )
            )
        return self.do(act.END_DECLARATION)

    def both_pass(self):
        """Nobody has anything more to do before damage."""
        while self.state.step == "actions" and self.state.request is None:
            self.passes()
        return self

    def choose(self, words, seat=None):
        """Answer with a die, or with a player's name."""
        options = self.legal_actions()
        for option in options:
            if isinstance(option, act.ChoosePlayer):
                meant = self.state.match.names[option.seat] == words
            elif isinstance(option, act.ChooseDie):
                owner = self.state.dice[option.die].seat
                meant = self.matches(option.die, words) and seat in (None, owner)
            else:
                meant = False
            if meant:
                return self.do(option)
        raise AssertionError((words, [self.game.say(self.state, o) for o in options]))

    def yes(self, *pay):
        return self.paying(act.Yes, lambda a: True, pay)

    def no(self):
        return self.do(act.NO)

    def amount(self, number):
        return self.do(act.ChooseNumber(number))

    # what lies there

    def title(self, die):
        match = self.state.match
        return match.cards[match.card_of[die]].card.title

    def kind(self, die):
        match = self.state.match
        return match.kinds[match.kind_of[die]].name

    def title_of_kind(self, name):
        match = self.state.match
        kind = next(k for k in match.kinds if k.name == name)
        return match.cards[kind.card].card.title

    def shows(self, die):
        face = self.state.dice[die].face
        return face_words(self.state.match, die, face) if face >= 0 else ()

    def matches(self, die, words):
        title = self.title(die)
        if words == title:
            return True
        return words.startswith(title + " ") and words[len(title) + 1 :] in self.shows(die)

    def zone(self, zone, seat):
        return [n for n, d in enumerate(self.state.dice) if d.zone == zone and d.seat == seat]

    def titles(self, zone, seat):
        """The titles in a zone, counted."""
        return Counter(self.title(die) for die in self.zone(zone, seat))

    def find(self, dice, shown):
        left = list(dice)
        found = []
        for words in shown:
            die = next(d for d in left if self.matches(d, words) or words in self.shows(d))
            left.remove(die)
            found.append(die)
        return found

    def die(self, words, seat, zone="field"):
        """One die in the field or Attack Zone (or another zone)."""
        zones = ("field", "attack") if zone == "field" else (zone,)
        found = [d for z in zones for d in self.zone(z, seat) if self.matches(d, words)]
        assert found, (words, seat, zone)
        return found[0]

    def stats(self, words, seat):
        table = GameTable(self.state)
        die = self.die(words, seat)
        return attack(table, die), defence(table, die)

    def damage(self, words, seat):
        return self.state.dice[self.die(words, seat)].damage

    def life(self, seat):
        return self.state.life[seat]

    def one(self, kind, fits):
        found = [a for a in self.legal_actions() if isinstance(a, kind) and fits(a)]
        assert found, (kind, [self.game.say(self.state, a) for a in self.legal_actions()])
        return found[0]

    def paying(self, kind, fits, pay):
        wanted = Counter(pay)
        for action in self.legal_actions():
            if isinstance(action, kind) and fits(action) and self.paid(action) == wanted:
                return self.do(action)
        said = [self.game.say(self.state, a) for a in self.legal_actions()]
        raise AssertionError((kind.__name__, pay, said))

    def paid(self, action):
        words = []
        for die, taken in action.pay:
            shown = self.shows(die)[0]
            amount = self.state.match.faces[die][self.state.dice[die].face].amount
            words.append(shown if taken == amount else f"{taken} of {shown}")
        return Counter(words)

    def codes(self):
        return [event.code for event in self.events]
