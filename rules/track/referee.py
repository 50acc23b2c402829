"""The tracker and the journal together: what is decided is written before anyone hears of it."""

from collections.abc import Callable, Mapping, Sequence
from time import time
from typing import Any

import msgspec

from rules.core import Action, AnyGame, Citation, Outcome, Reminder, Seat, State
from rules.core.telling import carried_out
from rules.journal import (
    Correction,
    Draft,
    Entry,
    Journal,
    Picture,
    conceded,
    corrected,
    last_step,
    one_line,
    replay,
    standing_result,
    undone,
    written_down,
)
from rules.journal.corrections import CLOCK, MOST_NAME
from rules.journal.step_facts import step_facts
from rules.track.fouls import difference_in_words
from rules.track.life import LifeWatch, Mismatch, Patience
from rules.track.lost_track import LostTrack
from rules.track.options import Options
from rules.track.tracker import Tracker
from rules.track.verdict import (
    Answer,
    Ask,
    Commit,
    Considered,
    Infraction,
    Look,
    Step,
    Verdict,
    Wait,
)
from words import Text, as_text, tr
from words.written import write_text

PicturesOf = Callable[[tuple[int, ...]], Sequence[Picture]]
"""Crops of the dice with these track numbers, as the camera last saw them."""


class Ruling(msgspec.Struct, frozen=True):
    """A verdict and the entries that record it; no entries when there was nothing to record."""

    verdict: Verdict
    entries: tuple[Entry, ...] = ()


class TableAsItLies(msgspec.Struct, frozen=True):
    """What makes the record agree with the table."""

    actions: tuple[Action, ...]
    state: State  # after them
    differences: tuple[Text, ...]  # that they put right, in words
    left: tuple[Text, ...] = ()  # that nothing puts right


class Referee:
    """Follows one game and keeps its record."""

    def __init__(
        self,
        game: AnyGame,
        journal: Journal,
        options: Options | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Begin where the journal stands: at its set-up, or after its last entry."""
        self.game = game
        self.journal = journal
        self._options, self._patience = options, patience
        replayed = replay(journal.entries(), game)
        self.past = replayed.moments
        self._kinds = game.dice(journal.setup)
        counted = len(journal.numbers("question")), len(journal.numbers("foul"))
        self._tracker = Tracker(game, replayed.state, options, kinds=self._kinds, after=counted)
        self._life = LifeWatch(game, patience)
        self._take_up(replayed.question, replayed.fouls[-1] if replayed.fouls else None)
        self._written: State = self.past[-1].state
        self._look: Look | None = None
        self._lost_track = LostTrack()
        self.result = self._given_result()

    @property
    def state(self) -> State:
        """The state the record stands in."""
        return self._written

    @property
    def shown(self) -> State:
        """The state after what was done since and may still be taken back."""
        return self._tracker.shown

    @property
    def tail(self) -> tuple[Action, ...]:
        """What was done since the last entry and may still be taken back."""
        return self._tracker.tail

    @property
    def provisional(self) -> tuple[str, ...]:
        """The tail in the game's notation."""
        state, said = self._written, list[str]()
        for action in self.tail:
            said.append(self.game.say(state, action))
            state, _ = self.game.apply(state, action)
        return tuple(said)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody gave up."""
        return self.result is not None or self.game.outcome(self._written) is not None

    @property
    def question(self) -> Ask | None:
        """The question that waits for an answer."""
        return self._tracker.question or self._life.question

    @property
    def foul(self) -> Infraction | None:
        """The foul that is neither mended nor allowed."""
        return self._tracker.foul or self._life.foul

    @property
    def lost(self) -> bool:
        """Whether people have played on and nothing explains the table any more."""
        return self._lost_track.lost and not self.over

    @property
    def reminders(self) -> tuple[Reminder, ...]:
        """What the players were asked to put right and have not yet."""
        return self._life.reminders(self._written)

    def _take_up(self, question: Entry | None, foul: Entry | None) -> None:
        """Go on with what was open when the program ended."""
        asked = asked_again(question, self.game) if question is not None else None
        named = named_again(foul) if foul is not None else None
        if question is not None and "marker" in question.facts:
            self._life.resume(_mismatch(question), asked, None)
        else:
            self._tracker.question = asked
        if foul is not None and "marker" in foul.facts:
            self._life.resume(_mismatch(foul), None, named)
        else:
            self._tracker.foul = named

    def anew(self, journal: Journal) -> "Referee":
        """A referee who goes on from what is written in this record, and nothing else."""
        return Referee(self.game, journal, self._options, self._patience)

    # -- what the eye says

    def look(self, look: Look, pictures_of: PicturesOf = lambda _: ()) -> Ruling:
        """Take in one look at the table; record what follows from it."""
        if look.still and not look.hands:
            self._look = look
        verdict = self._tracker.look(look)
        self._lost_track.see(look, verdict)
        self._life.see(look, self._tracker.shown)
        match verdict:
            case Commit(steps, why):
                return Ruling(verdict, self._commit(steps, why=why))
            case Ask():
                self._life.hold_back()
                return Ruling(verdict, self._write_question(verdict, pictures_of))
            case Infraction():
                self._life.hold_back()
                return Ruling(verdict, self._write_foul(verdict, pictures_of))
            case Wait(reason):
                quiet = reason in {"nothing-new", "provisional"}
                return self._look_at_life(quiet=quiet) or Ruling(verdict)

    def _look_at_life(self, *, quiet: bool) -> Ruling | None:
        """What the markers say; a new word only when the dice leave nothing to say."""
        life, state = self._life, self._written
        if life.settled:
            return self._life_settled()
        found = life.due(state, self._tracker.shown) if quiet else None
        if found is None:
            return None
        if found.moved:
            foul = life.name_foul(self._tracker.next_foul(), found, state)
            return Ruling(foul, self._write_foul(foul, lambda _: (), life.facts))
        ask = life.ask(self._tracker.next_question(), found, state)
        return Ruling(ask, self._write_question(ask, lambda _: (), life.facts))

    def _life_settled(self) -> Ruling:
        """The marker was moved, or the record has caught up: what was open is closed."""
        question, foul = self._life.question, self._life.foul
        self._life.close()
        if foul is not None:
            mended = msgspec.structs.replace(foul, mended=True)
            return Ruling(mended, self._write_foul(mended, lambda _: ()))
        assert question is not None
        facts = {"number": question.number, "choice": 0, "text": tr("the marker was moved")}
        draft = self._draft("answer", cause="seen", facts=facts)
        return Ruling(Commit(()), self.journal.append_all([draft]))

    # -- what people say

    def move_is_over(self, pictures_of: PicturesOf = lambda _: ()) -> Ruling:
        """The players say that they have done what they wanted."""
        verdict = self._tracker.move_is_over()
        match verdict:
            case Commit(steps, why):
                return Ruling(verdict, self._commit(steps, why=why))
            case Ask():
                return Ruling(verdict, self._write_question(verdict, pictures_of))
            case Infraction():
                return Ruling(verdict, self._write_foul(verdict, pictures_of))
            case Wait():
                return Ruling(verdict)

    def announce(self, action: Action) -> Ruling:
        """A player says what they do."""
        verdict = self._tracker.announce(action)
        if not isinstance(verdict, Commit):
            return Ruling(verdict)
        return Ruling(verdict, self._commit(verdict.steps, why=verdict.why))

    def answer(self, number: int, choice: int) -> Ruling:
        """The players pick an answer. Raises `ValueError` when there is no such question."""
        asked = self._life.question
        if asked is not None and asked.number == number and choice < len(asked.answers):
            return self._answer_on_life(asked, choice)
        asked = self._tracker.question
        verdict = self._tracker.answer(number, choice)
        text = asked.answers[choice].text if asked is not None else ""
        facts = {"number": number, "choice": choice, "text": text}
        return Ruling(verdict, self._commit(verdict.steps, self._draft("answer", facts=facts)))

    def _answer_on_life(self, asked: Ask, choice: int) -> Ruling:
        facts = {"number": asked.number, "choice": choice, "text": asked.answers[choice].text}
        steps = self._life.answered(choice)
        return self._put_right(steps, self._draft("answer", facts=facts))

    def allow(self, number: int) -> Ruling:
        """A judge lets a foul stand. Raises `ValueError` when it is not open."""
        draft = self._draft("allowed", cause="judge", facts={"number": number})
        foul = self._life.foul
        if foul is not None and foul.number == number:
            return self._put_right(self._life.allowed(self._written), draft)
        verdict = self._tracker.allow(number)
        return Ruling(verdict, self._commit(verdict.steps, draft))

    def _put_right(self, steps: tuple[Step, ...], before: Draft) -> Ruling:
        """Record what people decided about a life, and let the tracker go on from there."""
        done: list[Step] = []
        for step in steps:
            verdict = self._tracker.announce(step.action)  # what was provisional is over with it
            before_it = verdict.steps[:-1] if isinstance(verdict, Commit) else ()
            done += [*before_it, step]
        return Ruling(Commit(tuple(done)), self._commit(done, before))

    def correct(
        self,
        entry: int,
        actions: Sequence[Action],
        why: str,
        who: str = "",
        *,
        ruling: str = "",
        keep_later: bool = True,
    ) -> Ruling:
        """The step of this entry did not happen; these did. Nothing is erased.

        The later steps that still follow are kept; the others are named in the entry's facts, and
        what the table then shows is explained or asked about anew. Raises `ValueError` when the
        entry is no step that counts or an action is not legal.
        """
        written = tuple(self.journal.entries())
        found = corrected(written, self.game, entry, actions, keep_later=keep_later)
        return self._correct(found, why=why, who=who, ruling=ruling)

    def undo_correction(self, entry: int, why: str = "undo", who: str = "") -> Ruling:
        """What a correction took away counts again. Raises `ValueError` when it cannot."""
        found = undone(tuple(self.journal.entries()), self.game, entry)
        return self._correct(found, why=why, who=who)

    def _correct(self, found: Correction, **words: str) -> Ruling:
        drafts = written_down(found, self.game, self._draft, **words)
        entries = self.journal.append_all(drafts)
        self._written = found.after
        self._tracker.correct(found.after)
        self._life.question = None
        return Ruling(Commit(()), entries)

    def undo(self) -> Ruling:
        """Take back the last step that people made, or that somebody gave up.

        Raises `ValueError` when there is none.
        """
        given_up = standing_result(self.journal.entries())
        if given_up is not None:
            facts = {"why": "undo", "takes_back": given_up.number}
            draft = self._draft("correction", cause="corrected", facts=facts)
            entries = self.journal.append_all([draft])
            self.result = None
            return Ruling(Commit(()), entries)
        last = last_step(replay(self.journal.entries(), self.game).moments, but=CLOCK)
        if last is None:
            raise ValueError(tr("nothing has happened that could be taken back."))
        return self.correct(last, (), "undo")

    def as_it_lies(self) -> TableAsItLies:
        """What "the table is right" would enter. Raises `ValueError` when nothing can be."""
        lying, game = self._tracker.as_it_lies(), self.game
        state, told, actions = self._written, list[Text](), list[Action]()
        for action in lying.actions:
            words, state, _ = carried_out(game, state, action)
            told.append(words)
        titles = {die.kind: die.title for die in self._kinds}
        told += [difference_in_words(game, state, one, titles) for one in lying.differs]
        actions += [*lying.actions, *lying.by_hand]
        state = lying.state
        names = [seat.name for seat in game.view(state).seats]
        for found in self._life.differing(state):
            marked = self._life.put_right(state, found)
            if marked is not None:
                told.append(
                    tr(
                        "{name}: {life} life becomes {marker}",
                        name=names[found.seat],
                        life=found.life,
                        marker=found.marker,
                    )
                )
                state, _ = game.apply(state, marked)
                actions.append(marked)
        if not actions:
            raise ValueError(tr("the table and the record agree: there is nothing to enter."))
        left = [difference_in_words(game, state, one, titles) for one in lying.left]
        return TableAsItLies(tuple(actions), state, tuple(told), tuple(left))

    def table_is_right(self, who: str) -> Ruling:
        """What lies on the table becomes the state, as all agree. Raises `ValueError`."""
        lies = self.as_it_lies()
        facts = {
            "why": tr("the table is right"),
            "who": one_line(who, MOST_NAME, tr("a name")),
            "differences": list(lies.differences),
        }
        draft = self._draft("correction", cause="agreed", facts=facts)
        steps = [Step(action, "judge") for action in lies.actions]
        entries = self._commit(steps, draft)
        self._tracker.go_on_from(self._written)
        self._life.question = self._life.foul = None
        self._lost_track.found(self._look.time if self._look else 0.0)
        return Ruling(Commit(()), entries)

    def clock(self, facts: Mapping[str, Any]) -> Ruling:
        """A clock was started, stopped or given more time: see `journal.clock_facts`."""
        return Ruling(Commit(()), self.journal.append_all([self._draft("clock", facts=facts)]))

    def call_time(self, action: Action, facts: Mapping[str, Any]) -> Ruling:
        """The game clock has run out, and this follows from it by the rules."""
        verdict = self._tracker.interject(action, CLOCK)
        return Ruling(verdict, self._commit(verdict.steps, self._draft("clock", facts=facts)))

    def take_back_time(self, facts: Mapping[str, Any]) -> Ruling:
        """A judge gives more time after time was called. Raises `ValueError` when it is too late.

        Once the turn in which time was called is over, the game goes on by other rules.
        """
        moments = replay(self.journal.entries(), self.game).moments
        called = next((m for m in reversed(moments) if m.entry.cause == CLOCK), None)
        if called is None:
            return self.clock(facts)
        if self.game.view(called.state).turn != self.game.view(self._written).turn:
            raise ValueError(
                tr("the turn in which time was called is over: more time is too late.")
            )
        entries = self.clock(facts).entries
        ruling = self.correct(called.entry.number, (), tr("time extension"), "judge")
        return Ruling(ruling.verdict, (*entries, *ruling.entries))

    def concede(self, seat: Seat) -> Ruling:
        """A player gives up: the other side wins."""
        self.result = conceded(self.game.view(self._written), seat)
        draft = self._draft("result", cause="announced", facts={"conceded": seat})
        return Ruling(Commit(()), self.journal.append_all([draft]))

    def note(self, text: Text) -> Ruling:
        """Free text for the record."""
        draft = self._draft("note", cause="announced", facts={"text": text})
        return Ruling(Commit(()), self.journal.append_all([draft]))

    # -- writing

    def clip(self, about: int, clip: Picture) -> Ruling:
        """A clip of the last minute around a dispute, once it is ready: entry `about`'s."""
        facts = {"text": tr("clip of entry {about}", about=about), "about": about}
        entries = self.journal.append_all([self._draft("note", facts=facts)], [clip])
        return Ruling(Commit(()), entries)

    def ruled(self, ruling: str, why: str, judge: str, penalty: str = "") -> Ruling:
        """What a judge of the tournament decided, as an entry of this game."""
        told = tr("{judge} rules: {ruling}", judge=judge, ruling=ruling) + (
            f" ({penalty})" if penalty else ""
        )
        facts = {"text": told, "ruling": ruling, "why": why, "who": judge, "penalty": penalty}
        facts = {name: said for name, said in facts.items() if said}
        entries = self.journal.append_all([self._draft("note", cause="judge", facts=facts)])
        return Ruling(Commit(()), entries)

    def _draft(self, kind: Any, **more: Any) -> Draft:
        look = self._look
        return Draft(
            kind=kind,
            frame=look.sequence if look else 0,
            camera_time=look.time if look else 0.0,
            wall_time=time(),
            **more,
        )

    def _commit(
        self, steps: Sequence[Step], *before: Draft, why: Sequence[Considered] = ()
    ) -> tuple[Entry, ...]:
        """Write the steps in one piece, so that after a power cut all or none are there."""
        state, drafts = self._written, list(before)
        for step in steps:
            told = step_facts(self.game, state, step.action)
            state, events = self.game.apply(state, step.action)
            drafts.append(
                self._draft(
                    "step",
                    action=self.game.write_action(step.action),
                    digest=self.game.digest(state),
                    events=events,
                    cause=step.cause,
                    evidence=step.evidence,
                    confidence=step.confidence,
                    facts={**told, **_why(why if step is steps[0] else ())},
                )
            )
        entries = self.journal.append_all(drafts) if drafts else ()
        self._written = state
        if steps:
            self._life.question = None  # they play on: nobody is asked twice
        return entries

    def _write_question(
        self, ask: Ask, pictures_of: PicturesOf, more: Mapping[str, object] | None = None
    ) -> tuple[Entry, ...]:
        answers = [
            {
                "text": answer.text,
                "probability": answer.probability,
                "actions": [self.game.write_action(step.action) for step in answer.steps],
            }
            for answer in ask.answers
        ]
        facts = {"number": ask.number, "text": ask.text, "answers": answers, **(more or {})}
        facts |= _why(ask.why)
        draft = self._draft("question", evidence=ask.evidence, facts=facts)
        return self.journal.append_all([draft], pictures_of(ask.tracks))

    def _write_foul(
        self, foul: Infraction, pictures_of: PicturesOf, more: Mapping[str, object] | None = None
    ) -> tuple[Entry, ...]:
        if foul.mended:
            return self.journal.append_all([self._draft("mended", facts={"number": foul.number})])
        facts = {
            "number": foul.number,
            "code": foul.code,
            "text": foul.text,
            "seat": foul.seat,
            "citation": msgspec.to_builtins(foul.citation, enc_hook=write_text),
            "remedy": foul.remedy,
            **(more or {}),
            **_why(foul.why),
        }
        return self.journal.append_all([self._draft("foul", facts=facts)], pictures_of(foul.tracks))

    def _given_result(self) -> Outcome | None:
        """A result the rules alone do not give, when the record already holds one."""
        given = standing_result(self.journal.entries())
        by = given.facts.get("conceded") if given is not None else None
        return conceded(self.game.view(self._written), Seat(by)) if isinstance(by, int) else None


def _why(considered: Sequence[Considered]) -> Mapping[str, object]:
    """What was considered, as the facts of an entry."""
    return (
        {"considered": msgspec.to_builtins(considered, enc_hook=write_text)} if considered else {}
    )


def asked_again(entry: Entry, game: AnyGame) -> Ask:
    """The question of an entry, as it stood when the program ended."""
    facts = entry.facts
    answers = tuple(
        Answer(
            as_text(str(written["text"])),
            tuple(Step(game.read_action(a), "answered") for a in written["actions"]),
            float(written["probability"]),
        )
        for written in facts["answers"]
    )
    return Ask(int(facts["number"]), as_text(str(facts["text"])), answers, as_text(entry.evidence))


def named_again(entry: Entry) -> Infraction:
    """The foul of an entry, as it stood when the program ended."""
    facts = entry.facts
    return Infraction(
        int(facts["number"]),
        str(facts["code"]),
        as_text(str(facts["text"])),
        facts["seat"],
        Citation(**facts["citation"]),
        as_text(str(facts["remedy"])),
    )


def _mismatch(entry: Entry) -> Mismatch:
    """Which marker an entry is about."""
    facts = entry.facts
    moved = entry.kind == "foul"
    return Mismatch(Seat(int(facts["seat"])), int(facts["marker"]), int(facts["life"]), moved)
