"""The types of a game's state and view, which can be left out: `Game` is `Game[Any, Any]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)
    V = TypeVar("V", default=Any)
else:  # Python has defaults for type variables only since 3.13
    from typing import TypeVar

    S = TypeVar("S")
    V = TypeVar("V")

__all__ = ["S", "V"]
