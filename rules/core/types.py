"""States and actions of some game, told apart by mypy though nobody here looks inside them."""

from typing import NewType

State = NewType("State", object)
"""A state of some game: frozen, opaque here, cheap to fork, equal when its digest is equal."""

Action = NewType("Action", object)
"""An action of some game: frozen, opaque here, hashable, with a JSON form."""
