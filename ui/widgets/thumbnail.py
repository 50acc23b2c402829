"""The camera's picture on the table's screen."""

from time import monotonic

from ui.app.table_model import TableModel
from ui.widgets.picture_view import PictureView
from words import say

SECONDS_BETWEEN_PICTURES = 0.9


class Thumbnail(PictureView):
    """The newest picture with the readings drawn in, about once a second."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self._since = 0.0

    def show(self, model: TableModel, *, large: bool = False) -> None:
        """Show this model's picture unless the last one is younger than a second.

        `large`: there is room for the dice of a question or foul, seen from near.
        """
        near = model.closeup if large and (model.fouls or model.question) else None
        picture = model.thumbnail if near is None else near
        self.set_class(picture is None, "-no-picture")
        if picture is self.image and picture is not None:
            return
        if self.image is not None and picture is not None:
            if monotonic() - self._since < SECONDS_BETWEEN_PICTURES:
                return
            self._since = monotonic()
        whole = model.seen.drawn if near is None and model.seen is not None else None
        self.draw(picture, say("no picture"), whole)
