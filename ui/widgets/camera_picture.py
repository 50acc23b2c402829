"""The picture of a camera that is being set up."""

from hardware.frame import Image
from ui.widgets.picture_view import PictureView


class CameraPicture(PictureView):
    """A picture as large as there is room; words where there is none."""

    def show(self, image: Image | None, words: str = "") -> None:
        """Show this picture, or these words, from now on."""
        self.draw(image, words)
