"""What the parts of the table screen that draw a model as text have in common."""

from abc import abstractmethod

from ui.app.table_model import TableModel


class DrawnFromModel:
    """Is drawn again when it gets another size, and never twice the same."""

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
