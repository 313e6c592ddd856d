"""What the tests of a game import: every law in one line, sessions to play, golden files.

    >>> from ledger.testing import laws
    >>> TestLaws = laws(GAME)

It needs `pip install tabletop-ledger[testing]`; pytest then recognises the marks `rule` and
`example`, which say what a test proves, and the fixtures `golden` and `golden_screen`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bots import play_out
    from .facts import tells
    from .lawbook.as_tests import laws
    from .playing import NAMES, whole_game
    from .playthrough import Playthroughs
    from .scenario import Played, Position, Sessions
    from .screens import screen

_HOMES = {
    "bots": ("play_out",),
    "facts": ("tells",),
    "lawbook.as_tests": ("laws",),
    "playing": ("NAMES", "whole_game"),
    "playthrough": ("Playthroughs",),
    "scenario": ("Played", "Position", "Sessions"),
    "screens": ("screen",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "NAMES",
    "Played",
    "Playthroughs",
    "Position",
    "Sessions",
    "laws",
    "play_out",
    "screen",
    "tells",
    "whole_game",
]


def __getattr__(name: str) -> Any:
    """Import a public name from the module that defines it."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
