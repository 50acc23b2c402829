"""Counts legal sequences, and writes games down with everything that was legal."""

from rules.core import CHANCE


def perft(game, state, depth):
    """How many sequences of so many decisions there are; dice or the end cut one short."""
    if depth == 0 or game.to_move(state) in (CHANCE, None):
        return 1
    legal = game.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.apply(state, action)[0], depth - 1) for action in legal)


def playthrough(game, taken):
    """A game as text: at every step who is to move, all that is legal, what was done."""
    lines = []
    for number, (state, action) in enumerate(taken):
        mover = game.to_move(state)
        view = game.view(state)
        who = "chance" if mover == CHANCE else view.seats[mover].name
        lives = " ".join(f"{seat.name} {seat.life}" for seat in view.seats)
        lines.append(f"{number}. turn {view.turn}, {view.step}: {who} to move; {lives}")
        lines += [f"     {game.say(state, option)}" for option in game.legal_actions(state)]
        lines.append(f"  -> {game.say(state, action)}")
        _, events = game.apply(state, action)
        lines += [f"  ! {event.text}" for event in events]
    return "\n".join(lines) + "\n"
