"""A game on a server as one viewer sees it, folded from the viewer's own stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.kernel.errors import FORGED, Damaged, GameFault, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line, Opened, Sealed
from ledger.kernel.message import Message
from ledger.kernel.narration.narrate import words
from ledger.kernel.replay.log_reader import read, upcast
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.command import Command, Question, State
from ledger.kernel.text.reasons import why
from ledger.kernel.text.safe import safe
from ledger.kernel.verify.blame import blame

if TYPE_CHECKING:
    from rich.console import RenderableType


class RemoteGame:
    """What a viewer knows about a game so far; `take` adds the groups from a stream, in order."""

    game: Game
    opened: Opened
    replay: Replay

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._state: tuple[int, State] = (0, None)

    def take(self, group: Sequence[bytes]) -> list[Line]:
        """Fold a group of raw lines, and return the decoded lines.

        Raises `Damaged` if they can't follow what is known so far.
        """
        if not self.lines:
            self._begin(group)
            return list(self.lines)
        try:
            new = upcast(self.game, [self.game.rules.decoder.decode(raw) for raw in group])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise self._unfit(self.version + 1, why(e)) from None
        self.lines += new
        try:
            self.replay.catch_up()
        except (*FORGED, LedgerError) as e:
            if isinstance(fault := blame(e, self.game, self.lines), GameFault):
                raise fault from e
            raise self._unfit(len(self.replay) + 1, why(e)) from None
        return new

    def _begin(self, group: Sequence[bytes]) -> None:
        """Identify the game from the first line, and set it up."""
        reading = read(b"".join(raw + b"\n" for raw in group))
        if reading.error is not None:
            raise Damaged("the game can't be set up: {reason}", reason=reading.error.text)
        self.game, self.opened = reading.game, reading.opened
        self.lines += reading.lines
        try:
            self.replay = Replay(self.game, self.lines)
        except (*FORGED, LedgerError) as e:
            if isinstance(fault := blame(e, self.game, self.lines), GameFault):
                raise fault from e
            raise Malformed("the game can't be set up here: {reason}", reason=why(e)) from None

    def _unfit(self, line: int, reason: Message) -> Damaged:
        return Damaged(
            "line {number} doesn't fit the position before it: {reason}",
            hint="does the server have a different version of {name}?",
            number=line,
            reason=reason,
            name=self.game.meta.name,
        )

    def check_seat(self, seat: int) -> None:
        """Raise `Damaged` unless this is what `seat` sees, as the server says it is."""
        if self.viewer != seat or seat > len(self.opened.seats):
            raise Damaged(
                "the server says that this is the token of seat {seat}, but sends what others see",
                seat=seat,
            )

    # --- facts ------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The number of the last line received."""
        return len(self.lines)

    @property
    def viewer(self) -> int | None:
        """Who is looking: a seat, 0 for a spectator, None for everything."""
        return self.opened.view

    @property
    def names(self) -> list[str]:
        """The players' names, safe to print."""
        return [safe(s.name) for s in self.opened.seats]

    @property
    def sealed(self) -> bool:
        """Whether the log is closed, so that nothing can follow."""
        return bool(self.lines) and isinstance(self.lines[-1].data, Sealed)

    @property
    def state(self) -> State:
        """The current position."""
        at, state = self._state
        if at != self.version:
            state = self.replay.at(self.version)
            self._state = self.version, state
        return state

    @property
    def asked(self) -> Question | None:
        """The question the viewer may answer now or, failing that, the next open one."""
        asked = self.game.rules.answerable(self.state)
        return next((q for q in asked if q.seat == self.viewer), asked[0] if asked else None)

    def legal(self) -> Iterator[Command]:
        """Return the legal commands of the seat in question, as far as the viewer can know them.

        Raises `TooMuch` if the game's box has too much of something to play on.
        """
        self.game.boxes.check_usable(self.opened)
        asked = self.asked
        return iter(()) if asked is None else self.game.rules.legal_moves(self.state, asked.seat)

    def view(self) -> Any:
        """Return what the viewer sees, as plain data."""
        return self.game.view(self.state, self.viewer)

    def draw(self, width: int) -> RenderableType:
        """Draw what the viewer sees; raises `TooMuch` if it has too much of something."""
        from ledger.boards.draw import draw_board  # here, because it needs Rich

        self.game.boxes.check_usable(self.opened)
        return draw_board(self.game, self.view(), width, self.names)

    def words(self, line: Line, lang: str = "en") -> str:
        """Return a line in words."""
        return words(self.game, line.data, self.names, lang, self.opened)
