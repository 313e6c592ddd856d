"""Recorded games, each one complete and in its own session file."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
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
        """Write a playthrough to its file; this is only necessary when the rules change."""
        where = self.path(players or len(table.lines[0].data.seats))
        where.parent.mkdir(exist_ok=True)
        where.write_text(write_session(self.game, table.lines), "utf-8")

    def read(self, players: int | str) -> Table:
        """Read a playthrough; raise `LedgerError` if a line of it is refused."""
        with offered(self.game):
            return read_session(self.path(players).read_text("utf-8"), game=self.game)

    def check(self, players: int | str) -> Table:
        """Read a playthrough; assert that it is legal, finished and in today's notation."""
        table = self.read(players)
        text = self.path(players).read_text("utf-8")
        assert write_session(self.game, table.lines) == text, "what is read is what was written"
        with offered(self.game):
            report = verify_bytes(table.bytes())
        assert (report.verdict, report.open, report.problems) == ("legal", False, ())
        return table

    def every_turn(self, players: int | str) -> str:
        """Return a line per turn: everybody's holdings, and digests of the state and all views.

        Compare it with a golden file: it changes whenever the rules lead to a different position.
        """
        replay = Replay(self.game, self.read(players).lines)
        viewers = range(len(replay.lines[0].data.seats) + 1)
        holdings = self.game.holdings
        rows = ["turn seat line " + "/".join(r.key for r in holdings.resources) + " state views"]
        for turn in replay.turns:
            state = replay.at(turn.last)
            has = " ".join("/".join(map(str, row)) for row in holdings(state))
            seen = " ".join(digest(self.game.view(state, x)) for x in viewers)
            where = f"{turn.number} {turn.seat or '-'} {turn.last}"
            rows.append(f"{where} {has} {position_digest(state)} {seen}")
        return "\n".join(rows) + "\n"

    def views(self, players: int, turns: tuple[int, ...]) -> list[Any]:
        """Return what each seat (0 is a spectator) sees after some turns and at the end."""
        replay = Replay(self.game, self.read(players).lines)
        states = [replay.turn(n) for n in turns] + [replay.at(len(replay))]
        seats = range(players + 1)
        return [msgspec.to_builtins(self.game.view(s, x)) for s in states for x in seats]


def digest(value: Any) -> str:
    """Return a short digest of any value that can be written as JSON."""
    data = msgspec.json.encode(value, order="deterministic")
    return hashlib.sha256(data).hexdigest()[:8]


def position_digest(state: Any) -> str:
    """Return a digest of a state, leaving out the set-up, which never changes."""
    data = msgspec.to_builtins(state, enc_hook=vars)
    del data["setup"]
    return digest(data)
