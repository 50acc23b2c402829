"""Whole events played by chance, with everything that people do to them."""

from random import Random

from rules.tournament import acts
from rules.tournament.pairing import next_round, rounds_planned
from rules.tournament.plan import TournamentPlan
from rules.tournament.state import Tournament, perform


def founded(players=0, **plan):
    """An event with so many players."""
    state = perform(Tournament(), acts.Found(plan=TournamentPlan(name="Club night", **plan)))
    for number in range(1, players + 1):
        state = perform(state, acts.Enter(name=f"Player {number}"))
    return state


def published(state):
    """The next round as it is drafted."""
    return perform(state, next_round(state).act())


def reported(state, wins=None, chance=None):
    """All results of the round: `wins` for every table, or by chance."""
    played = state.round
    best_of = state.plan.cut_best_of if played.cut else state.plan.best_of
    needed = best_of // 2 + 1
    for seating in played.outstanding:
        score = wins
        if score is None:
            loser = chance.randrange(needed) if needed > 1 else 0
            score = chance.choice([(needed, loser), (loser, needed)])
            if not played.cut and chance.random() < 0.08:
                score = (needed - 1, needed - 1)
        state = perform(
            state, acts.ReportResult(round=played.number, table=seating.table, wins=score)
        )
    return state


def simulated(seed, most=40):
    """Each state in which a round was published, with the draft; players come and go."""
    chance = Random(seed)
    players = chance.choice([2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 21, 24, 33, most])
    state = founded(
        players,
        seed=seed,
        best_of=chance.choice([1, 3]),
        rounds=min(chance.choice([0, 0, 3, 5, 7]), max(1, players + 1)),
        cut=chance.choice([0, 0, 4, 8]),
    )
    while len(state.swiss_rounds) < rounds_planned(state) and len(state.playing) >= 2:
        draft = next_round(state)
        yield state, draft
        state = reported(perform(state, draft.act()), chance=chance)
        if chance.random() < 0.3 and len(state.playing) > 3:
            state = perform(state, acts.Drop(player=chance.choice(state.playing).id))
        if chance.random() < 0.2:
            state = perform(state, acts.Enter(name=f"Late {len(state.players)}"))
        gone = [player for player in state.players.values() if not player.plays]
        if gone and chance.random() < 0.1:
            state = perform(state, acts.Return(player=chance.choice(gone).id))
    while state.plan.cut and len(state.playing) >= 2:
        try:
            draft = next_round(state)
        except ValueError:
            return
        yield state, draft
        state = reported(perform(state, draft.act()), chance=chance)
