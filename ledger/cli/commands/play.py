"""`ledger play`: play on a server."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.language import language
from ledger.cli.sources.remote import TokenFile, Url

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

    from ledger.cli.prompts.remote_table import TablePrompt


def play(
    ctx: typer.Context,
    url: Url,
    token_file: TokenFile = None,
    board: Annotated[
        bool | None,
        typer.Option(
            "--board/--no-board", help="Draw the board after each move.", show_default="on a screen"
        ),
    ] = None,
) -> None:
    """Play a seat of a game on a server, or watch it.

    You see what your seat may see, and what the others do, as soon as they do it. Type moves as in
    a session file; Tab completes what is legal. Type help for all the keywords: undo, note, legal,
    rules and more. With a spectator's token you just watch.

    From a pipe, moves are read line by line; each waits until it is your turn.

    \b
    Example:
      ledger play http://127.0.0.1:8000/games/tuesday --token-file ana.token

    Exit code: 0 if you left or the game ended; 1 if a line from a pipe was refused; 2 if the server
    can't be reached.
    """
    from ledger.cli.output.console import terminal
    from ledger.cli.sources.remote import read_token, table_at

    table = table_at(url, read_token(token_file))
    from ledger.cli.prompts.remote_table import TablePrompt

    live = sys.stdin.isatty() and terminal()
    prompt = TablePrompt(table, lang=language(), board=live if board is None else board, live=live)
    if live:
        _at_terminal(prompt)
    else:
        _from_pipe(prompt)
    if prompt.session.error is not None:
        raise prompt.session.error


def _at_terminal(prompt: TablePrompt) -> None:
    """Play what the user types; what the others do appears above the prompt."""
    from ledger.cli.output.boards import show_fault
    from ledger.cli.recording.shell import typed_lines
    from ledger.kernel.errors import LedgerError

    sessions: list[PromptSession[str]] = []
    prompt.session.sit_down()
    prompt.session.changed = lambda: _redraw(sessions, leave=prompt.session.over)
    shown = partial(_printing_above, prompt.session.lock)
    for line in () if prompt.session.over else typed_lines(prompt, sessions, shown):
        try:
            if not prompt.enter(line) or prompt.session.over:
                break
        except LedgerError as e:
            if e is prompt.session.error:
                break
            show_fault(e)


@contextmanager
def _printing_above(lock: threading.Condition) -> Iterator[None]:
    """Print whatever arrives while a prompt is on the screen above that prompt.

    Text above a prompt is written a little later, by a thread. That is why this only lasts as long
    as the prompt: what a line prints has to be on the screen before the next prompt appears. News
    is printed while holding `lock`, so none is in progress when the output changes.
    """
    from prompt_toolkit.patch_stdout import patch_stdout

    above = patch_stdout(raw=True)
    with lock:
        above.__enter__()
    try:
        yield
    finally:
        with lock:
            above.__exit__(None, None, None)


def _redraw(sessions: list[PromptSession[str]], *, leave: bool) -> None:
    """Update the prompt without changing what is being typed; with `leave`, end the prompt."""
    for app in (session.app for session in sessions):
        if leave and app.is_running and app.loop is not None:
            app.loop.call_soon_threadsafe(partial(app.exit, exception=EOFError))
        else:
            app.invalidate()


def _from_pipe(prompt: TablePrompt) -> None:
    """Play lines without prompting; stop at the first one that is refused."""
    from ledger.cli.recording.shell import piped_lines
    from ledger.kernel.errors import LedgerError

    prompt.session.sit_down()
    for number, line in piped_lines():
        try:
            if prompt.is_move(line):
                prompt.session.wait_for_turn()
            if not prompt.enter(line):
                return
        except LedgerError as e:
            if e is not prompt.session.error:
                e.file, e.line, e.source = "stdin", number, line
                e.column = e.column or 1
            raise
