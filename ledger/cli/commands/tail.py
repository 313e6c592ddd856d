"""`ledger tail`: a game on a server in words, as it happens."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.language import language
from ledger.cli.options import As
from ledger.cli.sources.remote import TokenFile, Url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ledger.client.client import Client
    from ledger.client.remote_game import RemoteGame
    from ledger.client.stream import NewLines
    from ledger.kernel.errors import LedgerError


def tail(
    ctx: typer.Context,
    url: Url,
    as_: As = None,
    first: Annotated[int, typer.Option("--from", metavar="N", min=1, help="Start at line N.")] = 1,
    token_file: TokenFile = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Print every game on the server that the token may see.")
    ] = False,
    after: Annotated[
        str,
        typer.Option(
            metavar="CURSOR", help="With --all: start after this cursor; `end` for what is new."
        ),
    ] = "start",
    json: Annotated[
        bool, typer.Option("--json", help="Print the lines of the log as they are.")
    ] = False,
) -> None:
    """Print a game on a server in words, as it happens.

    It starts with what has happened so far, reconnects if the connection is lost, and ends with the
    game. --as is for referees; everybody else sees what their token allows. With --all it prints
    every game, including new ones, until Ctrl-C.

    \b
    Example:
      ledger tail http://127.0.0.1:8000/games/tuesday --token-file ana.token
      ledger tail http://127.0.0.1:8000 --all --after end

    --json: the lines of the log as they are, without what the viewer can't see. With --all: one
    object per group, {"id", "game", "viewer", "cursor", "events"}; --after takes a cursor.
    """
    from ledger.cli.sources.remote import client_at, read_token, table_at

    if all_:
        if as_ is not None or first != 1:
            raise typer.BadParameter("--as and --from are for a single game, not for --all")
        print_all(client_at(url, read_token(token_file)), after, language(), json=json)
        return
    table = table_at(url, read_token(token_file), as_)
    from ledger.client.remote_game import RemoteGame
    from ledger.system.processes import ended_by_ctrl_c

    seen, out = RemoteGame(), GroupPrinter(language())
    with ended_by_ctrl_c():
        for group in table.stream(notice=notice):
            new = [line.seq for line in seen.take(group) if line.seq >= first]
            if new and json:
                print_raw(group[-len(new) :])
            elif new:
                out.print(seen, new[0])
            sys.stdout.flush()


def print_all(server: Client, after: str, lang: str, *, json: bool) -> None:
    """Print every game on a server; a heading says which game the next lines belong to."""
    from ledger.cli.output.console import say
    from ledger.client.remote_game import RemoteGame
    from ledger.system.processes import ended_by_ctrl_c

    games: dict[str, tuple[RemoteGame, GroupPrinter]] = {}
    current: str | None = None
    with ended_by_ctrl_c():
        for group in server.stream(after, notice=notice):
            if json:
                print_group(group)
                continue
            seen, out = games.setdefault(group.id, (RemoteGame(), GroupPrinter(lang)))
            if not seen.lines and group.first > 1:  # what comes before the starting point
                seen.take(server.game(group.id).events(1, group.first - 1))
            seen.take(group.lines)
            if group.id != current:
                say(group.id if current is None else f"\n{group.id}")
                current = group.id
            out.print(seen, group.first)
            if seen.sealed:
                del games[group.id]
            sys.stdout.flush()


def print_group(group: NewLines) -> None:
    """Print a group from any game as one JSON object."""
    import msgspec

    from ledger.cli.output.console import emit

    events = [msgspec.Raw(raw) for raw in group.lines]
    facts = {"id": group.id, "game": group.game, "viewer": group.viewer, "cursor": group.cursor}
    emit({**facts, "events": events})
    sys.stdout.flush()


def notice(error: LedgerError) -> None:
    """Warn about a problem that may be temporary."""
    from ledger.cli.language import message, t
    from ledger.cli.output.console import warn

    warn(t("{error}; still trying", error=message(error.message)))


def print_raw(group: Sequence[bytes]) -> None:
    """Print lines of a log: byte for byte in a pipe, escaped on a terminal."""
    import msgspec

    from ledger.cli.output.console import emit, terminal

    for raw in group:
        if terminal():
            emit(msgspec.Raw(raw))
        else:
            sys.stdout.write(raw.decode() + "\n")


class GroupPrinter:
    """Prints groups one after another, remembering the last heading."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._turn: int | None = None
        self._flat = 0

    def print(self, seen: RemoteGame, first: int) -> None:
        """Print the lines starting from `first`."""
        from ledger.cli.output.console import say

        from .log import heading, line_text

        names = seen.names
        for line in seen.lines[first - 1 :]:
            if line.turn != self._turn:
                blank = self._turn is not None
                self._turn, self._flat = line.turn, line.cmd
                say(heading(seen.lines, line.seq - 1, names, self._lang, blank=blank, live=True))
            inset = line.cmd != self._flat and line.seq > 1 and seen.lines[line.seq - 2].more
            say(line_text(seen.game, seen.lines, line, names, self._lang, margin=4, inset=inset))
