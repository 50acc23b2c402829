"""Whoever wants to see every new table."""

from collections.abc import Callable

from ui.app.table_model import Subscriber, TableModel


class Subscribers:
    """They may come and go while they are being told."""

    def __init__(self) -> None:
        self._callbacks: list[Subscriber] = []

    def add(self, callback: Subscriber) -> Callable[[], None]:
        """Tell this one, too; the result ends that."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def tell(self, model: TableModel) -> None:
        """Hand everyone a new table."""
        for callback in tuple(self._callbacks):
            callback(model)
