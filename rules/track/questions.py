"""What is asked at the table: in the game's words, with what each answer would enter.

When to ask is for `tracker` to say.
"""

import math
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice, product
from typing import Final, Protocol

import msgspec

from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    DieFacts,
    FaceIndex,
    KindName,
    Place,
    Placement,
    Roll,
    State,
    place_in_words,
)
from rules.core.printed_faces import die_in_words
from rules.core.telling import carried_out
from rules.track.chance import Doubt
from rules.track.evidence import FACE_WEIGHT
from rules.track.explanation import Explanation
from rules.track.fit import Board
from rules.track.fouls import NOTABLE
from rules.track.options import Options
from rules.track.twins import Unclear
from rules.track.verdict import Answer, Step
from words import Text, as_text, joined, tr

RANKED: Final = 27
"""Explanations a question may offer, best first: three pages of keys."""

MANY: Final = 9
"""Answers to a question, at most: one key each."""

GONE: Final = Answer(tr("it was taken away"), (), 0.5)
"""The answer to where a die is that makes it a foul."""

NOTHING_MORE: Final = tr("nothing more")
"""What an answer says that leaves everything as it is."""

NONE_OF_THESE: Final = Answer(tr("none of these"), (), 0.0)
"""The answer that commits nothing: roll again, or put it right by hand."""

SOMETHING_ELSE: Final = Answer(tr("something else"), (), 0.0)
"""The answer when what happened is not among the explanations: the players say it, or undo it."""


class Told(Protocol):
    """What a search found of a table."""

    @property
    def best(self) -> Explanation:
        """The likeliest explanation."""

    @property
    def rivals(self) -> tuple[Explanation, ...]:
        """Others that fit nearly as well."""

    @property
    def nothing(self) -> Explanation:
        """That nothing more has happened."""

    @property
    def nearest(self) -> tuple[Explanation, ...]:
        """Ends that explain it less."""


class Question(msgspec.Struct, frozen=True):
    """What to ask, before it has a number."""

    text: Text
    answers: tuple[Answer, ...]
    tracks: tuple[int, ...] = ()  # the dice it is about


class Questions:
    """Words the questions of one game."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        kinds: Sequence[DieFacts],
        alike: Mapping[tuple[KindName, FaceIndex], object],
    ) -> None:
        """`kinds` may lack some, which go by their bare names; of `alike` faces one is offered."""
        self._game = game
        self._options = options
        self._facts = {facts.kind: facts for facts in kinds}
        self._alike = alike

    # -- what happened

    def what_happened(self, state: State, told: Sequence[Explanation]) -> Question:
        """Which of these explanations from `state` is the true one; what all share is left out.

        Where they part in the middle of an effect, at a choice that nobody can see, just that is
        asked, with all that may be chosen: what came of it is looked for once it is known.
        """
        shared = _shared(told)
        for action in shared:
            state, _ = self._game.apply(state, action)
        asked = self._asked(state)
        following = [explanation.steps[len(shared) :] for explanation in told]
        if asked and all(steps and steps[0].silent for steps in following):
            before = tuple(Step(action, "answered") for action in shared)
            return self._choice(state, self._silent(state), before)
        ranked = told[:RANKED]
        said = _apart([self._say(state, each.actions[len(shared) :]) for each in ranked])
        answers = tuple(
            Answer(joined("; ", words) or NOTHING_MORE, _steps(explanation), share)
            for explanation, words, share in zip(ranked, said, _shares(ranked), strict=True)
        )
        text = asked or self._who_did_what(state)
        return Question(text, (*answers, SOMETHING_ELSE), _unsure(told))

    def was_it_said(self, state: State, told: Explanation) -> Question:
        """Whether the last of these actions was said: nobody saw it, and it has consequences."""
        before = state
        for action in told.actions[:-1]:
            before, _ = self._game.apply(before, action)
        said = Answer(self._game.say(before, told.actions[-1]), _steps(told), 0.5)
        return Question(self._who_did_what(before), (said, SOMETHING_ELSE))

    def _say(self, state: State, actions: Sequence[Action]) -> list[Text]:
        """Actions in the game's notation, thrown dice in words."""
        said: list[Text] = []
        for action in actions:
            words, state, _ = carried_out(self._game, state, action)
            said.append(words)
        return said

    def _who_did_what(self, state: State) -> Text:
        """The question after what was done in a state."""
        mover = self._game.to_move(state)
        if mover is None or mover == CHANCE:
            return tr("What happened?")
        return tr("What did {name} do?", name=self._game.view(state).seats[mover].name)

    def _asked(self, state: State) -> Text:
        """The question that the game itself asks in a state, if any."""
        return self._game.view(state).question

    # -- what was chosen

    def which_one(self, state: State, before: tuple[Step, ...] = ()) -> Question | None:
        """What is chosen now, if that will leave nothing to see; the steps `before` lead here."""
        legal = self._game.legal_actions(state)
        if not 1 < len(legal) <= MANY or any(self._will_show(state, action) for action in legal):
            return None
        return self._choice(state, legal, before)

    def _choice(
        self, state: State, choices: Sequence[Action], before: tuple[Step, ...] = ()
    ) -> Question:
        """Which of these is chosen in `state`, to which the steps `before` lead."""
        answers = tuple(
            Answer(
                self._game.say(state, action),
                (*before, Step(action, "answered")),
                1.0 / len(choices),
            )
            for action in choices
        )
        return Question(self._asked(state) or tr("Which one?"), answers)

    def _silent(self, state: State) -> list[Action]:
        """The legal actions that leave nothing to see."""
        layout = self._game.layout(state)
        return [
            action
            for action in self._game.legal_actions(state)
            if self._game.layout(self._game.apply(state, action)[0]) == layout
        ]

    def _will_show(self, state: State, action: Action) -> bool:
        """Whether the table will tell of this action, at once or by what must follow it."""
        game = self._game
        if game.leaves_trace(state, action):
            return True
        after, _ = game.apply(state, action)
        if game.to_move(after) == CHANCE:
            return True
        following = game.legal_actions(after)
        return 0 < len(following) <= MANY and all(game.leaves_trace(after, a) for a in following)

    # -- what was rolled

    def what_was_rolled(
        self, state: State, explanation: Explanation, other: Answer = NONE_OF_THESE
    ) -> Question:
        """What the dice of the first doubtful roll show; `other` is offered besides."""
        doubted = self._options.doubts
        at = next(n for n, step in enumerate(explanation.steps) if doubted(step))
        before = state
        for step in explanation.steps[:at]:
            before, _ = self._game.apply(before, step.action)
        reading, chance = explanation.steps[at].reading, self._game.chance(before)
        assert reading is not None
        assert isinstance(chance, Roll)
        doubts = [doubt for doubt in reading.doubts if doubted(doubt)][:3]
        if not doubts:  # no face is unclear, but the explanation needs a die to show another one
            doubts = [doubt for doubt in reading.doubts if doubt.piece == reading.piece]
        most = {1: 6, 2: 3, 3: 2}[len(doubts)]  # together no more than there are keys
        choices = [self._faces(doubt, chance)[:most] for doubt in doubts]
        told: list[tuple[float, Answer]] = []
        for combination in product(*choices):
            faces = [int(face) for face in reading.result]
            for doubt, (_, face, _) in zip(doubts, combination, strict=True):
                faces[doubt.position] = face
            actions = self._with_faces(before, explanation, at, faces)
            if actions is not None:
                cost = sum(cost for cost, _, _ in combination)
                text = joined(", ", (words for _, _, words in combination))
                shows = tuple(
                    (doubt.track, chance.dice[doubt.position][1], face)
                    for doubt, (_, face, _) in zip(doubts, combination, strict=True)
                    if doubt.track is not None
                )
                steps = tuple(Step(a, "answered") for a in actions)
                told.append((cost, Answer(text, steps, 0.0, shows)))
        told.sort(key=lambda option: option[0])
        told = told[: MANY - 1]
        weights = [math.exp(-cost / FACE_WEIGHT) for cost, _ in told]
        answers = [
            msgspec.structs.replace(answer, probability=weight / sum(weights))
            for weight, (_, answer) in zip(weights, told, strict=True)
        ]
        tracks = tuple(doubt.track for doubt in doubts if doubt.track is not None)
        return Question(tr("What was rolled?"), (*answers, other), tracks)

    def _faces(self, doubt: Doubt, chance: Roll) -> list[tuple[float, int, str]]:
        """The likeliest faces of a doubtful die: cost, face, words."""
        _, kind = chance.dice[doubt.position]
        facts = self._facts.get(kind)
        against = dict(doubt.faces)
        ranked = sorted(
            (against.get(face, 0.0), face)
            for face in map(FaceIndex, range(6))
            if (kind, face) not in self._alike
        )
        return [
            (
                cost - ranked[0][0],
                face,
                die_in_words(facts, face)
                if facts
                else tr("{kind} face {face}", kind=kind, face=face + 1),
            )
            for cost, face in ranked
        ]

    def _with_faces(
        self, state: State, explanation: Explanation, at: int, faces: Sequence[int]
    ) -> list[Action] | None:
        """The actions with another outcome of one roll, if they can still follow it."""
        actions = [step.action for step in explanation.steps[:at]]
        try:
            rolled = self._game.settle(state, tuple(faces))
            for action in (rolled, *(step.action for step in explanation.steps[at + 1 :])):
                state, _ = self._game.apply(state, action)
                actions.append(action)
        except ValueError:
            return None
        return actions

    # -- which of several dice that look alike

    def which_die(self, state: State, board: Board, die: Unclear) -> Question:
        """Which of these a die is; the answers enter nothing."""
        piece, place = board.pieces[die.number], die.lie.place
        names = [seat.name for seat in self._game.view(state).seats]
        facts, face = self._facts.get(die.lie.kind), piece.face_of(die.lie.kind)[0]
        shown = die_in_words(facts, face) if facts and board.matters(place.zone) else tr("one")
        track = piece.tracks[-1]
        answers = tuple(
            Answer(self._title(kind), (), 1.0 / len(die.kinds), ((track, kind, face),))
            for kind in die.kinds
        )
        where = place_in_words(self._game, place, names)
        text = tr("Which die is the {shown} in {where}?", shown=shown, where=where)
        return Question(text, (*answers, NONE_OF_THESE), (track,))

    # -- where a die is

    def only_lost(
        self, state: State, board: Board, explanations: Told
    ) -> dict[KindName, tuple[Placement, Explanation]]:
        """By kind, the die that is not seen when nothing else is wrong with a likely explanation.

        Which kind was drawn nobody can tell of a die that is not seen.
        """
        found: dict[KindName, tuple[Placement, Explanation]] = {}
        least = explanations.best.residue.cost + 1.0
        for explanation in (explanations.best, *explanations.rivals, *explanations.nearest):
            near = explanation.residue.cost <= least
            lie = self._lost_in(board, explanation, state) if near else None
            if lie is not None:
                found.setdefault(lie.kind, (lie, explanation))
        lie = None if found else self._lost_in(board, explanations.nothing, state)
        return found if lie is None else {lie.kind: (lie, explanations.nothing)}

    def _lost_in(self, board: Board, explanation: Explanation, start: State) -> Placement | None:
        """A die that an explanation from `start` misses, when that is all that is wrong with it."""
        fit = board.fit(self._as_it_lies(explanation, start))
        odd = [(lie, n) for lie, n in fit.pairs if board.row_cost(board.slot(lie), n) >= NOTABLE]
        unseen = [*fit.missing, *(lie for lie, n in odd if board.waits_beside(n))]
        missing = [lie for lie in unseen if not board.is_covered(board.slot(lie))]
        wrong = not all(board.waits_beside(n) for _, n in odd)
        spare = [n for n in fit.extra if not board.waits_beside(n)]
        loose = any(board.pieces[n].solid >= NOTABLE for n in spare)
        return missing[0] if 1 <= len(missing) <= 2 and not (wrong or loose) else None

    def _as_it_lies(self, explanation: Explanation, start: State) -> Sequence[Placement]:
        """How the dice lie in the end; what follows from a roll may be still to do."""
        if not explanation.unfinished:
            return self._game.layout(explanation.state)
        for action in explanation.actions[:-1]:
            start, _ = self._game.apply(start, action)
        chance, reading = self._game.chance(start), explanation.steps[-1].reading
        assert isinstance(chance, Roll)
        assert reading is not None
        fallen = dict(zip((die for die, _ in chance.dice), map(int, reading.result), strict=True))
        return [
            msgspec.structs.replace(lie, face=fallen.get(lie.die, lie.face))
            for lie in self._game.layout(start)
        ]

    def where_is(self, lost: Mapping[KindName, tuple[Placement, Explanation]]) -> Question:
        """Where a die is that may be of any of these kinds: hidden from the camera, or gone."""
        known = len(lost) == 1
        answers: list[Answer] = []
        for kind, (missing, told) in islice(lost.items(), MANY - 1):
            until = next((n for n, step in enumerate(told.steps) if step.lost), None)
            steps = () if known else _steps(told)[:until]
            where = place_in_words(self._game, Place(missing.place.zone), ())
            text = tr("{named} lies in {where}", named=self._named(kind), where=where)
            answers.append(Answer(text, steps, 1.0 / (len(lost) + 1)))
        return Question(
            tr("Where is {named}?", named=self._named(next(iter(lost)))), (*answers, GONE)
        )

    def _named(self, kind: KindName) -> str:
        """The die in a sentence: a name stands alone, other words have their article."""
        title = self._title(kind)
        return title if title[:1].isupper() else tr("the {title}", title=title)

    def _title(self, kind: KindName) -> Text:
        facts = self._facts.get(kind)
        return as_text(facts.title if facts else kind)


def _shared(told: Sequence[Explanation]) -> tuple[Action, ...]:
    """The actions with which all explanations begin."""
    shared = []
    for actions in zip(*(explanation.actions for explanation in told), strict=False):
        if any(action != actions[0] for action in actions):
            break
        shared.append(actions[0])
    return tuple(shared)


def _apart(told: Sequence[list[Text]]) -> Sequence[list[Text]]:
    """What tells each of these from the others: what all of them say, in one order, is left out.

    Those that would then read alike are told whole.
    """
    common = list(told[0])
    for words in told[1:]:
        common = _both_say(common, words)
    left = [_without(words, common) for words in told]
    return [
        words if left.count(short) > 1 else short for words, short in zip(told, left, strict=True)
    ]


def _both_say(one: Sequence[Text], other: Sequence[Text]) -> list[Text]:
    """What two say in the same order."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [words for block in blocks for words in one[block.a : block.a + block.size]]


def _without(words: Sequence[Text], common: Sequence[Text]) -> list[Text]:
    left, due = list[Text](), list(common)
    for each in words:
        if due and each == due[0]:
            due.pop(0)
        else:
            left.append(each)
    return left


def _steps(explanation: Explanation) -> tuple[Step, ...]:
    return tuple(Step(action, "answered") for action in explanation.actions)


def _shares(told: Sequence[Explanation]) -> list[float]:
    """How likely each explanation is against the others."""
    least = min(explanation.total for explanation in told)
    weights = [math.exp(least - explanation.total) for explanation in told]
    return [weight / sum(weights) for weight in weights]


def _unsure(told: Sequence[Explanation]) -> tuple[int, ...]:
    """The tracks of the dice whose face is uncertain."""
    readings = {step.reading for explanation in told for step in explanation.steps if step.reading}
    tracks = {doubt.track for reading in readings for doubt in reading.doubts[:1]}
    return tuple(sorted(track for track in tracks if track is not None))
