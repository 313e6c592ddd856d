"""What lists of games show, for the games that come with Ledger, without loading these games.

`scripts/generate` writes it from the games into `summary.json` in each package. A game from
elsewhere has no such file: it is loaded.
"""

from __future__ import annotations

from functools import cache

import msgspec

from ledger.kernel.meta import Meta
from ledger.kernel.packages import folders_of
from ledger.kernel.plugins import OURS

FILE = "summary.json"


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A game's meta, its bots, and how many tables of the standard box have each status."""

    meta: Meta
    bots: tuple[str, ...]
    tables: dict[str, int]


@cache
def our_summary(name: str) -> Summary | None:
    """Return the summary of one of our own games; None for a game from elsewhere."""
    if not name.isidentifier():
        return None
    for folder in folders_of(OURS + name):
        if (file := folder / FILE).exists():
            return msgspec.json.decode(file.read_bytes(), type=Summary)
    return None
