"""The picture of a camera that is being set up."""

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from hardware.frame import Image
from ui.widgets.thumbnail import in_cells


class CameraPicture(Widget):
    """A picture in cells, as large as there is room; words where there is none."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self._image: Image | None = None
        self._words = ""

    def show(self, image: Image | None, words: str = "") -> None:
        """Show this picture, or these words, from now on."""
        self._image, self._words = image, words
        self.refresh()

    def render_lines(self, crop: object) -> list[Strip]:
        """All rows at once: they come from one scaled picture."""
        del crop
        width, height = self.size
        ground = self.rich_style
        blank = Strip([Segment(" " * width, ground)])
        if self._image is None:
            strips = [Strip([Segment(self._words[:width].center(width), ground)])]
        else:
            strips = in_cells(self._image, width, height, ground)
        rows = [strip.adjust_cell_length(width, ground) for strip in strips]
        above = (height - len(rows)) // 2
        return [blank] * above + rows + [blank] * (height - len(rows) - above)
