"""Parsing addresses as users type them: a server, or one of its games."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from ledger.kernel.errors import Malformed
from ledger.kernel.ids import check_id

API = "/api/v1"
EXAMPLE = "http://127.0.0.1:8000/games/ID"
_PATH = re.compile(rf"(?P<base>.*?)(?:{API})?(?:/games(?:/(?P<game>[^/]+))?)?/*")


class Address(NamedTuple):
    """A server's address (`base`, with no slash at the end), and possibly one of its games."""

    base: str
    game: str | None


def is_url(text: str) -> bool:
    """Whether a string is a server's address rather than a file."""
    return text.lower().startswith(("http://", "https://"))


def read_address(url: str) -> Address:
    """Parse `http://host:8000/games/ID`, with or without `/api/v1`; the game is optional.

    Raises `Malformed` if it isn't such an address, or contains a password or token.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Malformed(
            "{url!r} isn't an address; write {example}", url=url[:200], example=EXAMPLE
        ) from None
    if parts.username is not None or parts.password is not None:
        # not repeated here, because it contains a secret
        raise Malformed(
            "an address can't contain a user name or a password",
            hint="put the token in a file (--token-file) or in LEDGER_TOKEN",
        )
    if parts.fragment.startswith("join="):
        raise Malformed(
            "this link is for a browser: it contains a token",
            hint="open it there, or put the token in a file (--token-file) or in LEDGER_TOKEN",
        )
    if not is_url(url) or not parts.hostname or parts.query or parts.fragment:
        raise Malformed(
            "{url!r} isn't the address of a server; write {example}", url=url[:200], example=EXAMPLE
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = _PATH.fullmatch(parts.path)
    assert path is not None  # noqa: S101 # any path matches
    game = path["game"]
    where = host if port is None else f"{host}:{port}"
    return Address(
        f"{parts.scheme.lower()}://{where}{path['base'].rstrip('/')}",
        None if game is None else check_id(game),
    )
