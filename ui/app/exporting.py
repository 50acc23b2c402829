"""A recorded game as a file: JSON lines, a readable report, a page for the browser."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from hardware.pictures import decoded
from rules.core import AnyGame
from rules.journal import Clip, Journal
from rules.journal.clips import is_our_film, pictures_of
from rules.journal.export import write_lines, write_markdown
from ui.app.errors import UserError
from ui.app.films import webm_of
from ui.app.game_page import write_page
from ui.app.known_games import known_game
from words import joined, tr

WRITERS: Mapping[str, Callable[[Journal, AnyGame], str]] = {
    "jsonl": lambda journal, _game: "".join(f"{line}\n" for line in write_lines(journal)),
    "md": lambda journal, game: write_markdown(journal, game, known_game(journal.game).title),
    "html": lambda journal, game: write_page(journal, game, known_game(journal.game).title),
}


def write_export(journal: Journal, game: AnyGame, path: Path) -> None:
    """Write the game in the form its ending names. Raises `UserError`."""
    writer = WRITERS.get(path.suffix.lstrip("."))
    if writer is None:
        raise UserError(
            tr("{path}: the ending must be one of {names}.", path=path, names=joined(", ", WRITERS))
        )
    if path.exists():
        raise UserError(tr("{path} is there already; choose another name.", path=path))
    try:
        path.write_text(writer(journal, game), encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("{path} cannot be written ({strerror}).", path=path, strerror=error.strerror)
        ) from None


PICTURES: Final = (".png", ".jpg")
"""What a written picture's name may end in."""


def check_picture(path: Path) -> None:
    """Raise `UserError` for a picture that cannot be written, before work is done for it."""
    if path.suffix.lower() not in PICTURES:
        raise UserError(
            tr(
                "{path} is no name for a picture: end it in {names}.",
                path=path,
                names=joined(tr(" or "), PICTURES),
            )
        )
    if not path.absolute().parent.is_dir():
        raise UserError(tr("{path} cannot be written: there is no such folder.", path=path))


def save_clip(journal: Journal, clip: Clip, into: Path) -> Path:
    """Write a clip to a folder, as WebM where that can be made; where it is then.

    Raises `UserError`.

    The name is ours, and what the record holds as a clip must be one: a player is to open it.
    """
    film = journal.picture(clip.named.sha256)
    if not is_our_film(film) or any(decoded(picture) is None for picture in pictures_of(film)):
        raise UserError(
            tr(
                "what {where} holds as the clip of entry {number} is no clip that DiceRef "
                "made; it is left alone.",
                where=journal.where,
                number=clip.about.number,
            )
        )
    made = webm_of(film)
    path = into / f"{Path(journal.where).stem}-entry-{clip.about.number}"
    path = path.with_name(f"{path.name}.{'avi' if made is None else 'webm'}")
    try:
        into.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made or film)
    except OSError as error:
        raise UserError(
            tr("{path} cannot be written ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    return path
