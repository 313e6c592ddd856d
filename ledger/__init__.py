"""Ledger: event-sourced logs of tabletop games. Read, replay, check and play them.

>>> import ledger
>>> log = ledger.load("replays/osaka-2p.jsonl")
>>> replay = ledger.Replay(log.game, log.lines)
>>> replay.turn(3).market
>>> ledger.verify(log).verdict
>>> ledger.query("select game, count(*) from games group by game").rows()

This is for whoever uses games; `ledger.sdk` is for whoever writes one, `ledger.client` for whoever
talks to a server. Other modules may move from one release to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ledger.index.api import FetchedResult
    from ledger.kernel.errors import (
        Ambiguous,
        BrokenGame,
        Conflict,
        Damaged,
        Failed,
        GameFault,
        GameWarning,
        Illegal,
        Impossible,
        LedgerError,
        Locked,
        Malformed,
        Missing,
        Stale,
    )
    from ledger.kernel.game.registry import find_game, installed
    from ledger.kernel.notation.session.session_reader import read_session
    from ledger.kernel.notation.session.session_writer import write_session
    from ledger.kernel.play.opening import open_game
    from ledger.kernel.play.position import Position
    from ledger.kernel.play.table import Table

    from .kernel.game.game import Game
    from .kernel.play.decide import decide
    from .kernel.replay.branch import branch
    from .kernel.replay.log_reader import Reading, read
    from .kernel.replay.redact import redact
    from .kernel.replay.replay import Replay, fold
    from .kernel.rules.chance import Recorded, Seeded
    from .kernel.rules.command import Command
    from .kernel.verify.verify import Report, verify

__version__ = "0.2.0"

_HOMES = {
    "errors": (
        *("Ambiguous", "BrokenGame", "Conflict", "Damaged", "Failed", "GameFault", "GameWarning"),
        *("Illegal", "Impossible"),
        *("LedgerError", "Locked", "Malformed", "Missing", "Stale"),
    ),
    "game.game": ("Game",),
    "rules.command": ("Command",),
    "game.registry": ("find_game", "installed"),
    "replay.branch": ("branch",),
    "replay.log_reader": ("Reading", "read"),
    "replay.redact": ("redact",),
    "replay.replay": ("Replay", "fold"),
    "verify.verify": ("Report", "verify"),
    "rules.chance": ("Recorded", "Seeded"),
    "play.decide": ("decide",),
    "play.opening": ("open_game",),
    "play.position": ("Position",),
    "play.table": ("Table",),
    "notation.session.session_reader": ("read_session",),
    "notation.session.session_writer": ("write_session",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Ambiguous",
    "BrokenGame",
    "Command",
    "Conflict",
    "Damaged",
    "Failed",
    "Game",
    "GameFault",
    "GameWarning",
    "Illegal",
    "Impossible",
    "LedgerError",
    "Locked",
    "Malformed",
    "Missing",
    "Position",
    "Reading",
    "Recorded",
    "Replay",
    "Report",
    "Seeded",
    "Stale",
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
    "save",
    "verify",
    "write_session",
]


def load(path: str | Path) -> Reading:
    """Read a log file: its game, its lines and, where it is damaged, the error."""
    from pathlib import Path

    from ledger.kernel.replay.log_reader import read

    return read(Path(path).read_bytes(), file=str(path))


def save(log: Reading | Table, path: str | Path, *, overwrite: bool = False) -> None:
    """Write a log, or the log of a table, to a file: whole or not at all, and on the disk.

    The other half of `load`: what was loaded is written byte for byte.
    """
    from pathlib import Path

    from ledger.kernel.replay.log_reader import Reading
    from ledger.store.files import write_whole

    data = log.raw if isinstance(log, Reading) else log.bytes()
    write_whole(Path(path), data, overwrite=overwrite)


def query(
    sql: str,
    params: dict[str, Any] | None = None,
    *,
    library: str | Path | None = None,
    files: Sequence[str | Path] = (),
    refresh: bool = True,
    seconds: float = 60.0,
    memory: int | None = None,
) -> FetchedResult:
    """Ask the library, or the logs in `files`, a question in SQL.

    The answer has `.rows()`, `.dicts()`, `.df()` (pandas), `.pl()` (Polars) and `.arrow()`. A
    question that takes more `seconds`, or more bytes of `memory` (half of the machine), is stopped.
    """
    from ledger.index.api import query as ask

    return ask(
        sql, params, library=library, files=files, refresh=refresh, seconds=seconds, memory=memory
    )


def __getattr__(name: str) -> Any:
    """Import on first use, so that the command starts fast."""
    if name in _HOME_OF:
        from importlib import import_module

        found = getattr(import_module(f"ledger.kernel.{_HOME_OF[name]}"), name)
        return globals().setdefault(name, found)
    raise AttributeError(f"module 'ledger' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return what there is, also what was not imported yet."""
    return [*__all__, "__version__"]
