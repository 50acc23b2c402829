"""The common part of all widgets that draw a model as text."""

from abc import abstractmethod

from ui.app.table_model import TableModel


class DrawnFromModel:
    """Draws again when its size changes, and only when something differs from the last drawing."""

    _model: TableModel | None = None
    _drawn: tuple[object, ...] = ()

    @abstractmethod
    def show(self, model: TableModel) -> None:
        """Draw this model."""

    def on_resize(self) -> None:
        """Fit the new size."""
        if self._model is not None:
            self.show(self._model)

    def _is_news(self, model: TableModel, *shown: object) -> bool:
        """Whether `shown`, of this model, is not what was drawn last; now it counts as drawn."""
        self._model = model
        before, self._drawn = self._drawn, shown
        return shown != before
