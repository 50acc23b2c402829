"""Games played by nobody, as the models the dashboard would have shown."""

from functools import partial
from random import Random

from rules.core import CHANCE
from rules.registry import KnownGame
from ui.app.log_lines import line_of_event
from ui.app.state_model import die_colours, model_of, with_changes
from ui.app.table_model import LogLine, TableModel


def played_models(known: KnownGame, *, seed: int, most: int) -> list[TableModel]:
    """Up to `most` models of one game of random legal moves, from its beginning."""
    game, setup, rng = known.load(), known.demo_setup(), Random(seed)
    dice = game.dice(setup)
    drawn = partial(
        model_of, title=known.title, colours=die_colours(dice), dice=dice, mat=known.mat_for(setup)
    )
    state = game.new(setup)
    models = [drawn(game, state)]
    while len(models) < most and (mover := game.to_move(state)) is not None:
        chosen = (
            game.sample(state, rng) if mover == CHANCE else rng.choice(game.legal_actions(state))
        )
        said = game.say(state, chosen)
        state, events = game.apply(state, chosen)
        after = drawn(game, state)
        now = float(len(models))
        lines = [line_of_event(event, now) for event in events]
        if not lines and mover != CHANCE:
            lines = [LogLine(now, said, mover)]
        models.append(with_changes(models[-1], after, lines))
    return models
