"""Showing replies on a screen or in a pipe."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import RenderableType
from rich.text import Text

from ledger.boards.draw import draw_board
from ledger.cli.language import message
from ledger.cli.output.boards import print_board, show_fault
from ledger.cli.output.console import console, say
from ledger.cli.output.event_rows import print_rows
from ledger.kernel.narration.narrate import rows
from ledger.kernel.text.safe import safe
from ledger.recorder import Ask, Board, Fault, Recorder, Reply, Rows, Say


class Screen:
    """Shows a recorder's replies, with or without the board."""

    def __init__(self, recorder: Recorder, *, board: bool) -> None:
        self.recorder, self.board = recorder, board
        self.names = [safe(name) for name in recorder.names]

    def show(self, replies: Iterable[Reply], *, asked: bool = False) -> None:
        """Print replies, always drawing a board that the user asked for."""
        for reply in replies:
            if isinstance(reply, Say):
                say(Text(safe(message(reply.text)), reply.style), indent=reply.indent)
            elif isinstance(reply, Ask):
                if self.recorder.live:
                    say(Text(safe(message(reply.text))))
            elif isinstance(reply, Rows):
                self._rows(reply)
            elif isinstance(reply, Fault):
                show_fault(reply.error)
            elif self.board or asked:
                self._draw(reply)

    def _draw(self, board: Board) -> None:
        game, out, table = self.recorder.game, console(), self.recorder.table
        lines = () if table is None else table.lines

        def drawn() -> RenderableType:
            if lines:
                game.boxes.check_usable(lines[0].data)
            view = game.view(board.state, None)
            return draw_board(game, view, out.width, self.names, self.recorder.lang)

        print_board(out, game, lines, drawn)

    def _rows(self, narrated: Rows) -> None:
        r = self.recorder
        assert r.table is not None  # noqa: S101
        found = rows(r.table.replay(), narrated.first, narrated.last, self.names, None, r.lang)
        print_rows(found, self.names, r.game, console().width, r.lang)
