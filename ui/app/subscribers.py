"""The list of callbacks that are told of every new table model."""

from collections.abc import Callable

from ui.app.table_model import Subscriber, TableModel


class Subscribers:
    """Callbacks; one may be added or removed while the others are called."""

    def __init__(self) -> None:
        self._callbacks: list[Subscriber] = []

    def add(self, callback: Subscriber) -> Callable[[], None]:
        """Call this one from now on; calling the result removes it."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def tell(self, model: TableModel) -> None:
        """Call every callback with the new model."""
        for callback in tuple(self._callbacks):
            callback(model)
