"""When the clock runs out in a game that people play: nobody does it, and nobody has to say it."""

from dataclasses import replace

from hardware.simulated.people.script import Deed, Script
from rules.core import AnyGame, HasClocks


def calls_apart(game: AnyGame, script: Script) -> tuple[Script, list[float]]:
    """The script with what people did only, and the times at which time was called."""
    calls = [n for n, deed in enumerate(script.deeds) if _is_call(game, deed)]
    if not calls:
        return script, []

    def moved_up(number: int) -> int:
        return number - sum(call < number for call in calls)

    times = [script.deeds[number].done for number in calls]
    own = [deed for number, deed in enumerate(script.deeds) if number not in calls]
    spoken = [
        replace(said, deed=moved_up(said.deed)) for said in script.spoken if said.deed not in calls
    ]
    return replace(script, deeds=own, spoken=spoken), times


def _is_call(game: AnyGame, deed: Deed) -> bool:
    if deed.seat is not None or not isinstance(game, HasClocks):
        return False
    return bool(deed.action == game.time_called(deed.before))
