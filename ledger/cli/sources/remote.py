"""Games on a server: the address, the token, and fetching logs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.kernel.errors import Malformed

if TYPE_CHECKING:
    from ledger.client.client import Client, TableClient
    from ledger.client.log_copy import LogCopy

MAX_TOKEN = 4096
Url = Annotated[
    str, typer.Argument(metavar="URL", help="A game on a server: http://host:8000/games/ID.")
]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        "--token-file",
        metavar="FILE",
        is_eager=True,
        help="The token for a server.",
        show_default="the variable LEDGER_TOKEN",
    ),
]
_fetched: dict[Path, LogCopy] = {}


def url_of(text: str) -> str | None:
    """Return a URL, even if it was parsed as a path; None if it isn't one."""
    found = re.match(r"(https?):/{1,2}(?=[^/])", text, re.IGNORECASE)
    return None if found is None else f"{found[1]}://{text[found.end() :]}"


def read_token(file: Path | None) -> str | None:
    """Return the token from a file, or else from the environment."""
    if file is None:
        return os.environ.get("LEDGER_TOKEN", "").strip() or None
    with file.open("rb") as opened:
        data = opened.read(MAX_TOKEN + 1)
    text = data.decode("ascii", "replace").strip()
    if not text or len(data) > MAX_TOKEN or "\ufffd" in text or len(text.split()) > 1:
        raise Malformed("this file should contain exactly one token", file=str(file))
    return text


def client_at(url: str, token: str | None) -> Client:
    """Return a client for a server, using a token.

    Raises `Malformed` for what isn't an address: people try files, too.
    """
    if url_of(url) is None:
        raise Malformed(
            "{url!r} isn't an address on a server, such as http://127.0.0.1:8000/games/tuesday",
            hint="`ledger replay FILE` shows a game from a file, `ledger record FILE` continues it",
            url=url,
        )
    from ledger.cli.extras import needs

    with needs("serve"):
        from ledger.client.client import Client
    if token is None:
        raise Malformed(
            "using a server takes a token",
            hint="pass its file with --token-file, or put it in the variable LEDGER_TOKEN",
        )
    return Client(url, token)


def table_at(url: str, token: str | None, as_: str | None = None) -> TableClient:
    """Return a game on a server, as the token's holder sees it."""
    table = client_at(url, token).game()
    if as_ is not None:
        from ledger.kernel.log.seat_lookup import find_viewer

        table.as_ = find_viewer([seat.name for seat in table.facts().seats], as_)
    return table


# --- logs -----------------------------------------------------------------------------------


def fetch(ctx: typer.Context, url: str) -> Path:
    """Fetch the log of a game into a file that is deleted when the command ends."""
    import tempfile

    given = ctx.params.get("token_file")  # eager, but Typer hasn't made it a path yet
    table = table_at(url, read_token(None if given is None else Path(given)))
    folder = tempfile.TemporaryDirectory(prefix="ledger-", ignore_cleanup_errors=True)
    ctx.find_root().call_on_close(folder.cleanup)
    path = Path(folder.name) / f"{table.id}.jsonl"
    from ledger.client.log_copy import LogCopy

    _fetched[path] = LogCopy(table, path)
    return path


def keep_growing(path: Path) -> Callable[[], str]:
    """Let a fetched log grow in the background; return a function that says why it stopped."""
    if path not in _fetched:
        return str
    copy = _fetched[path]
    copy.keep_growing()
    return lambda: str(copy.trouble)
