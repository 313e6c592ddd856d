"""Ledger: event-sourced logs of tabletop games. Read, replay, check and play them.

>>> import ledger
>>> log = ledger.load("replays/osaka-2p.jsonl")
>>> replay = ledger.Replay(log.game, log.lines)
>>> replay.turn(3).market
>>> ledger.verify(log).verdict
>>> ledger.query("select game, count(*) from games group by game").rows()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ledger.kernel.game.registry import find_game, installed
    from ledger.kernel.log.branch import branch
    from ledger.kernel.play.opening import open_game

    from .index.query.ask import Answer
    from .kernel.errors import Ambiguous, Conflict, Illegal, Impossible, LedgerError, Malformed
    from .kernel.game.interface import Command, Game
    from .kernel.log.codec import Reading, read
    from .kernel.log.redact import redact
    from .kernel.log.replay import Replay, fold
    from .kernel.log.verify import Report, verify
    from .kernel.play.chance import Recorded, Seeded
    from .kernel.play.decide import decide
    from .kernel.play.table import Table
    from .kernel.session.reader import read_session
    from .kernel.session.writer import write_session

__version__ = "0.1.0"

_HOME = {
    "play.chance": ("Recorded", "Seeded"),
    "log.codec": ("Reading", "read"),
    "play.decide": ("decide",),
    "errors": ("Ambiguous", "Conflict", "Illegal", "Impossible", "LedgerError", "Malformed"),
    "log.replay": ("Replay", "fold"),
    "game.interface": ("Command", "Game"),
    "game.registry": ("find_game", "installed"),
    "log.branch": ("branch",),
    "play.opening": ("open_game",),
    "log.redact": ("redact",),
    "session.reader": ("read_session",),
    "session.writer": ("write_session",),
    "play.table": ("Table",),
    "log.verify": ("Report", "verify"),
}
_WHERE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Ambiguous",
    "Command",
    "Conflict",
    "Game",
    "Illegal",
    "Impossible",
    "LedgerError",
    "Malformed",
    "Reading",
    "Recorded",
    "Replay",
    "Report",
    "Seeded",
    "Table",
    "branch",
    "decide",
    "find_game",
    "fold",
    "installed",
    "load",
    "open_game",
    "query",
    "read",
    "read_session",
    "redact",
    "verify",
    "write_session",
]


def load(path: str | Path) -> Reading:
    """Read a log file: its game, its lines and, where it is damaged, the error."""
    from pathlib import Path

    from .kernel.log.codec import read

    return read(Path(path).read_bytes(), file=str(path))


def query(
    sql: str,
    params: dict[str, Any] | None = None,
    *,
    library: str | Path | None = None,
    files: Sequence[str | Path] = (),
    refresh: bool = True,
) -> Answer:
    """Ask the library, or the logs in `files`, a question in SQL.

    The answer has `.rows()`, `.dicts()`, `.df()` (pandas), `.pl()` (Polars) and `.arrow()`.
    """
    from .index.api import query as ask

    return ask(sql, params, library=library, files=files, refresh=refresh)


def __getattr__(name: str) -> Any:
    """Import on first use, so that the command starts fast."""
    if name in _WHERE:
        from importlib import import_module

        return getattr(import_module(f"ledger.kernel.{_WHERE[name]}"), name)
    raise AttributeError(f"module 'ledger' has no attribute {name!r}")
