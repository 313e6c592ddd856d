"""Bots that play on a server: each plays the seat its token is for and sees only what it sees."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ledger.kernel.errors import Illegal, LedgerError, Malformed, Stale
from ledger.kernel.game.game import Bot, Game
from ledger.kernel.rules.command import Command
from ledger.kernel.verify.assurance import end_of
from ledger.protocol.errors import AccessDenied

from .client import TableClient
from .remote_game import RemoteGame

GUESSES = 8
"""How many random moves to try after the bot's own before asking the server for its list."""


class Move(NamedTuple):
    """A move that was played."""

    game: str
    seat: int
    name: str
    line: int
    move: str


class Finished(NamedTuple):
    """How a game ended for a seat; without a ranking, it was abandoned."""

    id: str
    game: str
    seat: int
    name: str
    moves: int
    lines: int
    reason: str
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int | None, ...]
    places: Mapping[int, int] = MappingProxyType({})
    """The place of each seat; none if nobody won, or if all played together."""


class BotPlayer:
    """A bot that plays one seat of a game; `table` must use the token of a seat.

    `bot` names one of the game's bots (default: the best). `delay` is in seconds, before each move.
    `on_move` is called with each move it plays, `notice` with problems that don't end the stream.
    """

    def __init__(
        self,
        table: TableClient,
        *,
        bot: str | None = None,
        seed: int | str | None = None,
        delay: float = 0.0,
        on_move: Callable[[Move], None] = lambda move: None,
        notice: Callable[[LedgerError], None] = lambda error: None,
    ) -> None:
        me = table.client.whoami()
        if me.role != "seat" or me.seat is None:
            raise AccessDenied(
                "a bot needs the token of a seat; this is the token of a {role}", role=me.role
            )
        self.table, self.seat, self.delay = table, me.seat, delay
        self._bot, self._on_move, self._notice = bot, on_move, notice
        self._rng = random.Random(None if seed is None else f"{seed}/{me.seat}")
        self._remote = RemoteGame()
        self._due = 0
        self._moves = 0

    def play(self) -> Finished:
        """Play until the game ends; return how it ended."""
        remote = self._remote
        self._due = self.table.facts().version  # everything up to here has already happened
        for group in self.table.stream(notice=self._notice):
            remote.take(group)
            remote.check_seat(self.seat)
            asked = remote.asked
            if remote.version >= self._due and asked is not None and asked.seat == self.seat:
                self._answer()
        return self._finished()

    def _answer(self) -> None:
        if self.delay:
            time.sleep(self.delay)
        game, state = self._remote.game, self._remote.state
        game.boxes.check_usable(self._remote.opened)
        bot = find_bot(game, self._bot)
        if self._submit(bot.choose(game, state, self.seat, self._rng)):
            return
        # the bot guessed wrong about something it can't see
        for _ in range(GUESSES):
            guess = game.rules.random_move(state, self._rng)  # perhaps another seat may answer too
            if guess.seat == self.seat and self._submit(guess):
                return
        legal = self.table.legal()
        if legal.version != self._remote.version or not legal.moves:
            self._due = legal.version
            return
        if not self._submit(self._rng.choice(legal.moves).move):
            raise Illegal(
                "the server refuses the moves it lists as legal for seat {seat}", seat=self.seat
            )

    def _submit(self, move: Command | str) -> bool:
        """Submit a move; return whether the bot is done with this position."""
        remote = self._remote
        try:
            done = self.table.play(move, version=remote.version)
        except Stale as e:  # someone undid or noted something: look again from there
            self._due = e.seq
            return True
        except Illegal:
            return False
        self._due = done.version
        self._moves += 1
        text = move if isinstance(move, str) else remote.game.words.write(move, remote.names)
        name = remote.names[self.seat - 1]
        self._on_move(Move(self.table.id, self.seat, name, done.version, text))
        return True

    def _finished(self) -> Finished:
        remote = self._remote
        ended = end_of(remote.lines)
        finished = ended is not None and not ended.broken_off
        return Finished(
            id=self.table.id,
            game=remote.game.meta.name,
            seat=self.seat,
            name=remote.names[self.seat - 1],
            moves=self._moves,
            lines=remote.version,
            reason=ended.reason if ended else "",
            ranking=ended.ranking if ended and finished else (),
            scores=ended.scores if ended and finished else (),
            places=ended.places if ended else {},
        )


def find_bot(game: Game, name: str | None) -> Bot:
    """Return the game's bot with this name or, without a name, its best one.

    Raises `Malformed` if there is no such bot.
    """
    best = "greedy" if "greedy" in game.bots else next(iter(game.bots))
    found = game.bots.get(name or best)
    if found is None:
        known = ", ".join(sorted(game.bots))
        raise Malformed(
            "{game} has no bot {name!r}; it has: {known}",
            game=game.meta.name,
            name=name,
            known=known,
        )
    return found
