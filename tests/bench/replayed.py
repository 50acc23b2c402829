"""A source that steps through a list of models: for review, screenshots and tests."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ui.app.table_model import Command, Subscriber, Subscribers, TableModel


class ReplayedSource:
    """Publishes recorded models when told to; keeps the commands it was sent."""

    def __init__(self, models: Sequence[TableModel]) -> None:
        if not models:
            raise ValueError("a replay needs at least one model")
        self._models = tuple(replace(model, sequence=n) for n, model in enumerate(models))
        self._at = 0
        self._subscribers = Subscribers()
        self.sent: list[Command] = []

    @property
    def position(self) -> int:
        """The index of the model that is shown."""
        return self._at

    def __len__(self) -> int:
        return len(self._models)

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """See `TableSource`."""
        return self._subscribers.add(callback)

    def latest(self) -> TableModel:
        """See `TableSource`."""
        return self._models[self._at]

    def send(self, command: Command) -> None:
        """See `TableSource`; a recorded game obeys nobody."""
        self.sent.append(command)

    def step(self, by: int = 1) -> None:
        """Go `by` models onward, or back when negative; stops at the ends."""
        self.jump(self._at + by)

    def jump(self, to: int) -> None:
        """Show the model at index `to`, or the nearest there is."""
        self._at = min(max(to, 0), len(self._models) - 1)
        self._subscribers.tell(self.latest())
