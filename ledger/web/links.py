"""Links that carry a token: behind the #, which no browser sends to anybody."""

from __future__ import annotations


def join_link(address: str, token: str) -> str:
    """Return a link to a page for whoever holds the token; `first.js` takes it out again."""
    return f"{address}#join={token}"
