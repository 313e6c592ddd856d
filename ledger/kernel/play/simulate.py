"""Bots playing whole games."""

from __future__ import annotations

import datetime as dt
import random
import traceback
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from ledger.kernel.errors import GameFault, Illegal
from ledger.kernel.faults import event_fault, fault_of, place_of
from ledger.kernel.game.game import Bot, Game
from ledger.kernel.game.game_faults import guard_game_code
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Ended, Opened
from ledger.kernel.message import Message
from ledger.kernel.replay.replay import fold
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command
from ledger.kernel.rules.watch import watching
from ledger.kernel.state.patch import differing
from ledger.kernel.times import format_time, now, parse_time

from .decide import decide
from .table import Table

PACE = dt.timedelta(seconds=20)
"""The time between two commands when the times come from the game's own clock."""


class SimulatedGame(NamedTuple):
    """A simulated game; `capped` if it was stopped before its end."""

    table: Table
    capped: bool


def play(
    game: Game,
    opened: Opened,
    bots: Sequence[Bot],
    seed: int | str,
    *,
    clock: Callable[[], str | None] = lambda: None,
    max_turns: int | None = None,
) -> SimulatedGame:
    """Let one bot per seat play until the game ends; the same seed produces the same game.

    Each bot is shown what its seat may see; the log names those that saw everything. `clock` gives
    the time of each command. A game that isn't over after `max_turns` turns is abandoned, and the
    log says so. A game whose events don't say all that happened raises `EventFault`.
    """
    with guard_game_code(game):
        played = _play(game, opened, bots, seed, clock, max_turns)
        table = played.table
        if not game.of_0_2 and (paths := differing(fold(game, table.lines), table.state)):
            with watching():  # the same game once more finds out which move it was
                _play(game, opened, bots, seed, clock, max_turns)
            what = Message("{path} isn't what the events say", path=", ".join(paths))
            raise event_fault(game, "draft", what, place=place_of(game.rules.opening.begin))
        return played


def _play(
    game: Game,
    opened: Opened,
    bots: Sequence[Bot],
    seed: int | str,
    clock: Callable[[], str | None],
    max_turns: int | None,
) -> SimulatedGame:
    chance = Seeded(random.Random(f"{seed}/chance"))
    choice = random.Random(f"{seed}/choice")
    table = Table.open(game, _with_what_they_see(game, opened, bots), chance, at=clock())
    capped, masked = False, [game.hides_from(bot) for bot in bots]
    while asked := game.rules.awaiting(table.state):
        if max_turns is not None and game.rules.turn(table.state) > max_turns:
            table.abandon(f"stopped after {max_turns} turns", at=clock())
            capped = True
            break
        seat = asked[0].seat
        bot, shown = bots[seat - 1], table.state
        if masked[seat - 1]:
            shown = game.shown_to(bot, shown, seat)
        command = bot.choose(game, shown, seat, choice)
        # nobody else holds this table's state, so each move may change it in place
        try:
            d = decide(game, table.state, command, chance, own=True)
        except Illegal as e:
            raise _refused(game, bot, command, e) from e
        table.enter(d, by=seat, at=clock())
    table.seal(at=table.lines[-1].at)
    return SimulatedGame(table, capped)


def _with_what_they_see(game: Game, opened: Opened, bots: Sequence[Bot]) -> Opened:
    """Return the first event, which names the bots that see what is hidden from their seats.

    Logs of games of 0.2 say nothing of it, as ever: there, all bots do.
    """
    if not game.hides or not any(bot.sees_all for bot in bots):
        return opened
    seats = tuple(
        msgspec.structs.replace(seat, sees_all=True) if bot.sees_all else seat
        for seat, bot in zip(opened.seats, bots, strict=True)
    )
    return msgspec.structs.replace(opened, seats=seats)


def _refused(game: Game, bot: Bot, command: Command, error: Illegal) -> GameFault:
    """Return the fault of a bot whose move the rules refuse."""
    what = Message(
        "the bot {bot} plays {move!r}, which is refused: {why}",
        bot=type(bot).__name__,
        move=game.words.write(command),
        why=error.text,
    )
    return fault_of(game, what, place=place_of(type(bot).choose), cause=error)


class SimulateJob(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played by the bots that its seats name.

    `start` is the time at which its own clock starts; None takes the times from the computer's
    clock.
    """

    opened: Opened
    seed: str
    start: str | None
    max_turns: int


class SimulatedLog(msgspec.Struct, frozen=True, kw_only=True, tag="log"):
    """A simulated game: its log, and the facts about it that are needed most often."""

    log: bytes
    events: int
    turns: int
    capped: bool
    digest: str
    ended: Ended


class FailedGame(msgspec.Struct, frozen=True, tag="fault"):
    """A game whose own code failed: the message in English, the hint, and the traceback."""

    message: str
    hint: str | None
    traceback: str

    def error(self) -> GameFault:
        """Return the failure as an error, with the traceback as a note."""
        fault = GameFault(self.message, hint=self.hint)
        fault.add_note(self.traceback)
        return fault


def read_simulated(answer: bytes) -> SimulatedLog:
    """Decode a game played by a worker; raise `GameFault` if its code failed there."""
    found = msgspec.msgpack.decode(answer, type=SimulatedLog | FailedGame)
    if isinstance(found, FailedGame):
        raise found.error()
    return found


def simulate_job(job: bytes) -> bytes:
    """Play one game of many; a task for any worker."""
    try:
        return _simulated(job)
    except GameFault as e:
        lines = traceback.format_exception(e)
        return msgspec.msgpack.encode(FailedGame(e.message, e.hint, "".join(lines)))


def _simulated(job: bytes) -> bytes:
    given = msgspec.msgpack.decode(job, type=SimulateJob)
    opened = given.opened
    game = find_game(opened.game)
    bots = [game.bots[str(seat.bot)] for seat in opened.seats]
    clock = _clock(given.start)
    opened = msgspec.structs.replace(opened, started=clock())
    played = play(game, opened, bots, given.seed, clock=clock, max_turns=given.max_turns)
    lines = played.table.lines
    return msgspec.msgpack.encode(
        SimulatedLog(
            log=played.table.bytes(),
            events=len(lines),
            turns=lines[-1].turn,
            capped=played.capped,
            digest=lines[-1].digest,
            ended=lines[-2].data,
        )
    )


def _clock(start: str | None) -> Callable[[], str]:
    """Return a clock that advances by a fixed time with each call, or the real one."""
    if start is None:
        return now
    first, ticks = parse_time(start), 0

    def look() -> str:
        nonlocal ticks
        ticks += 1
        return format_time(first + (ticks - 1) * PACE)

    return look
