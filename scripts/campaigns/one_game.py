"""One game of the campaign, played and held to the laws."""

from __future__ import annotations

from typing import Any, NamedTuple

from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.reading.reader import read_session
from ledger.kernel.notation.writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.simulate import play
from ledger.kernel.replay.reading import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.verify.verify import verify

NAMES = ("Ana", "Bartek", "Celina", "Dora")
CAP = 2000
"""Turns after which a game is stopped and counted as such: two thieves can go on for ever."""


class Done(NamedTuple):
    """A game: its events, its turns, whether it was stopped, and what went wrong (or nothing)."""

    events: int
    turns: int
    capped: bool
    fault: str = ""


def one(name: str, players: int, bot: str, seed: int, options: dict[str, Any]) -> Done:
    """Play one game and hold it to the laws."""
    game = find_game(name)
    opened = open_game(game, NAMES[:players], options=options)
    bots = [game.bots[bot]] * players
    table, capped = play(game, opened, bots, f"{players}/{bot}/{seed}", max_turns=CAP)
    raw = table.bytes()
    reading = read(raw, game=game)
    done = Done(len(reading.lines), reading.lines[-1].turn, capped)
    report = verify(reading)
    if report.verdict != "legal" or report.problems:
        return done._replace(fault=f"verify: {report.verdict} {report.problems[:1]}")
    replay = Replay(game, reading.lines)
    pieces = game.corrections.pieces(replay.at(1))
    for line, state in replay.walk():
        if game.corrections.pieces(state) != pieces:
            return done._replace(fault=f"pieces are not conserved at line {line.seq}")
    if read_session(write_session(game, reading.lines), game=game).bytes() != raw:
        return done._replace(fault="export then import gives other events")
    return done
