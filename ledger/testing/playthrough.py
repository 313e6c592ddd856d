"""Whole games that were recorded, in a session file each."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.kernel.notation.reading.reader import read_session
from ledger.kernel.notation.writer import write_session
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.verify.verify import verify_bytes


class Playthroughs:
    """The recorded games of one game, in a folder: `3-players.session` and so on."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game, self.folder = game, folder

    def path(self, players: int | str) -> Path:
        """Return the file of a playthrough."""
        return self.folder / f"{players}-players.session"

    def record(self, table: Table, players: int | str | None = None) -> None:
        """Write the file of a playthrough; only a change of the rules makes that necessary."""
        where = self.path(players or len(table.lines[0].data.seats))
        where.parent.mkdir(exist_ok=True)
        where.write_text(write_session(self.game, table.lines), "utf-8")

    def read(self, players: int | str) -> Table:
        """Read a playthrough."""
        with offered(self.game):
            return read_session(self.path(players).read_text("utf-8"), game=self.game)

    def check(self, players: int | str) -> Table:
        """Read a playthrough; assert that it is legal, finished, and written as it would be now."""
        table = self.read(players)
        text = self.path(players).read_text("utf-8")
        assert write_session(self.game, table.lines) == text, "what is read is what was written"
        with offered(self.game):
            report = verify_bytes(table.bytes())
        assert (report.verdict, report.open, report.problems) == ("legal", False, ())
        return table

    def views(self, players: int, turns: tuple[int, ...]) -> list[Any]:
        """Return what each seat sees at the end of some turns; seat 0 is a spectator."""
        replay = Replay(self.game, self.read(players).lines)
        states = [replay.turn(n) for n in turns] + [replay.at(len(replay))]
        seats = range(players + 1)
        return [msgspec.to_builtins(self.game.view(s, x)) for s in states for x in seats]


def events(table: Table) -> list[dict[str, Any]]:
    """Return all events between the opening and the seal as plain data."""
    return [{"type": x.type, **msgspec.to_builtins(x.data)} for x in table.lines[1:-1]]


def digest(value: Any) -> str:
    """Return a short digest of any value that can be written as JSON."""
    data = msgspec.json.encode(value, order="deterministic")
    return hashlib.sha256(data).hexdigest()[:16]


def position_digest(state: Any) -> str:
    """Return a digest of everything on the table; the set-up never changes."""
    data = msgspec.to_builtins(state, enc_hook=vars)
    del data["setup"]
    return digest(data)
