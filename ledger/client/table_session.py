"""A seat in a game on a server: follows the game, and waits for your own moves to arrive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from ledger.kernel.errors import Illegal, LedgerError, Malformed, Stale
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line, Reader
from ledger.kernel.rules.command import Question
from ledger.protocol.errors import AccessDenied

from .remote_game import RemoteGame

if TYPE_CHECKING:
    from .client import TableClient

JUDGES = ("referee", "admin")
LATE = 10.0
"""How many seconds a move may take to arrive in the stream after it was played."""


class TableSession:
    """A game on a server, followed in the background.

    `arrived` is called with all lines up to when you sat down, then with each group as it arrives;
    `notice` is called with each problem that may be temporary. Both are called while `lock` is
    held. `changed` is called after each change, without the lock.
    """

    def __init__(
        self,
        table: TableClient,
        *,
        arrived: Callable[[list[Line]], None] = lambda new: None,
        notice: Callable[[LedgerError], None] = lambda error: None,
    ) -> None:
        self.table = table
        self.changed: Callable[[], None] = lambda: None
        self.over = False
        self.error: Exception | None = None
        self.seen = RemoteGame()
        self.lock = threading.Condition(threading.RLock())
        self._arrived, self._notice = arrived, notice
        me = table.client.whoami()
        self.role, self.seat = me.role, me.seat

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.seen.game

    # --- following --------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Start following the game; return once everything that has happened so far is known."""
        due = self.table.facts().version
        threading.Thread(target=self._follow, args=(due,), daemon=True).start()
        self._wait(lambda: self.seen.version >= due)

    def _follow(self, due: int) -> None:
        try:
            for group in self.table.stream(notice=self._warn):
                with self.lock:
                    new = self.seen.take(group)
                    if self.role == "seat":
                        self.seen.check_seat(self.seat or 0)
                    if self.seen.version == due:
                        self._arrived(self.seen.lines[:])
                    elif self.seen.version > due:
                        self._arrived(new)
                    self.lock.notify_all()
                self.changed()
        except Exception as e:  # raised in whichever thread is waiting
            self.error = e
        self.over = True
        with self.lock:
            self.lock.notify_all()
        self.changed()

    def _warn(self, error: LedgerError) -> None:
        with self.lock:
            self._notice(error)

    def _wait(self, known: Callable[[], bool], seconds: float | None = None) -> None:
        with self.lock:
            self.lock.wait_for(lambda: self.over or known(), seconds)
        if self.error is not None:
            raise self.error

    def wait_for_turn(self) -> None:
        """Wait until this seat has to answer, or the game is over."""
        self._wait(lambda: self.role != "seat" or self._is_asked)

    # --- what is asked ----------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """The open question."""
        with self.lock:
            return self.seen.asked

    @property
    def may_answer(self) -> bool:
        """Whether the open question can be answered from here."""
        with self.lock:
            return self._is_asked or self.role in JUDGES

    @property
    def _is_asked(self) -> bool:
        asked = self.seen.asked
        return asked is not None and asked.seat == self.seat

    def legal(self) -> list[str]:
        """Return the legal moves for this seat, as they would be typed."""
        with self.lock:
            if not self.may_answer:
                return []  # other players' moves depend on what only they see
            return [self.seen.game.words.write(c, self.seen.names) for c in self.seen.legal()]

    # --- what is done -----------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Play a typed move; return once it has arrived in the stream.

        Raises `AccessDenied` for spectators, and `Illegal` if the rules refuse the move, the game
        is over, or something else happened first.
        """
        if self.role == "spectator":
            raise AccessDenied(
                "you are only watching this game: to play, you need the token of a seat"
            )
        asked = self.seen.asked
        if asked is None:
            raise Illegal("the game is over")
        seat = None if self.role == "seat" else asked.seat
        try:
            done = self.table.play(text, version=self.seen.version, seat=seat)
        except Stale as e:
            self._reach(e.seq)
            raise Illegal("something happened at the table just before this: look again") from None
        except LedgerError as e:
            if e.column is not None:
                e.source, e.line = text, None
            raise
        self._reach(done.version)

    def undo(self, to: int | None = None) -> None:
        """Take back the last move, or everything after a line, if the server allows it."""
        self._reach(self.table.undo(to, version=self.seen.version).version)

    def note(self, text: str, to: Reader | None = None) -> None:
        """Add a remark for everyone, or for one reader."""
        if not text:
            raise Malformed("write `note` followed by your remark")
        self._reach(self.table.note(text, to=to).version)

    def abandon(self, reason: str) -> None:
        """End the game without a winner, if the server allows it."""
        self._reach(self.table.abandon(reason).version)

    def _reach(self, version: int) -> None:
        """Wait until this version has arrived in the stream."""
        self._wait(lambda: self.seen.version >= version, LATE)
