"""`ledger tail`: a game on a server in words, as it happens."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.options import As, Lang, language
from ledger.cli.remote import TokenFile, Url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ledger.client.remote_game import RemoteGame
    from ledger.kernel.errors import LedgerError


def tail(
    ctx: typer.Context,
    url: Url,
    as_: As = None,
    first: Annotated[int, typer.Option("--from", metavar="N", min=1, help="Begin at line N.")] = 1,
    token_file: TokenFile = None,
    lang: Lang = None,
    json: Annotated[bool, typer.Option("--json", help="Print the lines of the log.")] = False,
) -> None:
    """Print a game on a server in words, as it happens.

    It starts with what has happened so far, reconnects if the connection is lost, and ends with the
    game. --as is for referees; everybody else sees what their token allows.

    \b
    Example:
      ledger tail http://127.0.0.1:8000/games/tuesday --token-file ana.token

    --json: the lines of the log as they are, without what the viewer couldn't see.
    """
    from ledger.cli.remote import read_token, table_at

    table = table_at(url, read_token(token_file), as_)
    from ledger.client.remote_game import RemoteGame
    from ledger.system.processes import ended_by_ctrl_c

    seen, out = RemoteGame(), Told(language(ctx, lang))
    with ended_by_ctrl_c():
        for group in table.stream(notice=notice):
            new = [line.seq for line in seen.take(group) if line.seq >= first]
            if new and json:
                print_raw(group[-len(new) :])
            elif new:
                out.tell(seen, new[0])
            sys.stdout.flush()


def notice(error: LedgerError) -> None:
    """Warn about a problem that may pass."""
    from ledger.cli.output.console import warn

    warn(f"{error.message}; still trying")


def print_raw(group: Sequence[bytes]) -> None:
    """Print lines of a log: byte for byte in a pipe, escaped on a terminal."""
    import msgspec

    from ledger.cli.output.console import emit, terminal

    for raw in group:
        if terminal():
            emit(msgspec.Raw(raw))
        else:
            sys.stdout.write(raw.decode() + "\n")


class Told:
    """Prints one group after another, and remembers the last heading."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._turn: int | None = None
        self._flat = 0

    def tell(self, seen: RemoteGame, first: int) -> None:
        """Print the lines from `first` on."""
        from ledger.cli.output.console import say

        from .log import heading, told

        names = seen.names
        for line in seen.lines[first - 1 :]:
            if line.turn != self._turn:
                blank = self._turn is not None
                self._turn, self._flat = line.turn, line.cmd
                say(heading(seen.lines, line.seq - 1, names, self._lang, blank=blank, live=True))
            inset = line.cmd != self._flat and line.seq > 1 and seen.lines[line.seq - 2].more
            say(told(seen.game, seen.lines, line, names, self._lang, margin=4, inset=inset))
