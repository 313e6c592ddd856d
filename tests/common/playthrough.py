"""Whole games that stand in `tests/<game>/playthroughs/` and are replayed, never played anew."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from ledger.kernel.game.interface import Game
from ledger.kernel.log.replay import Replay
from ledger.kernel.log.verify import verify_bytes
from ledger.kernel.play.table import Table
from ledger.kernel.session.reading.reader import read_session
from ledger.kernel.session.writer import write_session

from .paths import TESTS


def path(game: str, players: int) -> Path:
    """Return where a playthrough stands."""
    return TESTS / "games" / game / "playthroughs" / f"{players}-players.session"


def record(table: Table) -> None:
    """Write a playthrough anew (only needed when the rules change on purpose)."""
    game = table.game
    where = path(game.meta.name, len(table.lines[0].data.seats))
    where.parent.mkdir(exist_ok=True)
    where.write_text(write_session(game, table.lines), "utf-8")


def read_game(game: Game, players: int) -> Table:
    """Read a playthrough."""
    return read_session(path(game.meta.name, players).read_text("utf-8"))


def check_log(game: Game, players: int) -> Table:
    """Hold a playthrough to what every finished log must be."""
    table = read_game(game, players)
    text = path(game.meta.name, players).read_text("utf-8")
    assert write_session(game, table.lines) == text, "what is read is what was written"
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.open, report.problems) == ("legal", False, ())
    return table


def events(table: Table) -> list[dict[str, Any]]:
    """Return all events between the opening and the seal as plain data."""
    return [{"type": x.type, **msgspec.to_builtins(x.data)} for x in table.lines[1:-1]]


def views(game: Game, players: int, turns: tuple[int, ...]) -> list[Any]:
    """Return what each seat sees at the end of some turns (seat 0 looks on)."""
    replay = Replay(game, read_game(game, players).lines)
    states = [replay.turn(n) for n in turns] + [replay.at(len(replay))]
    return [msgspec.to_builtins(game.view(s, x)) for s in states for x in range(players + 1)]


def digest(value: Any) -> str:
    """Name any value by its digest."""
    data = msgspec.json.encode(value, order="deterministic")
    return hashlib.sha256(data).hexdigest()[:16]


def position_digest(state: Any) -> str:
    """Digest of everything that lies on the table; the set-up stays the same all game."""
    data = msgspec.to_builtins(state, enc_hook=vars)
    del data["setup"]
    return digest(data)
