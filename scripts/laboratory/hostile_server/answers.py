"""What a server says that wishes its clients ill."""

from __future__ import annotations

import json
from typing import Any

IDS: tuple[Any, ...] = (
    "{tmp}/x", "../../x", "..", ".", "", "/", "a/b", "a\\b", "x\x00y", "x\ny", "good\n", "x\ry",
    "x" * 65, "x" * 100_000, "X", "con:", "-x", "é", "\u202ex", "a b", "~", None, 7, True, [], {},
    ["good"], 1e999,
)  # fmt: skip
"""Ids that can't be one; `{tmp}` is a folder where nothing may appear."""
TOKENS: tuple[Any, ...] = (
    "", "a b", "a\nb", "good\n", "a\x00b", "\x1b[31m", "é", "x" * 201, "x" * 100_000, "a#b", "$(x)",
    "`x`", 'a"b', None, 7, [],
)  # fmt: skip
TEXTS = (
    "\x1b[2J\x1b[31mred", "\x1b]0;title\x07", "\x9b31m", "a\rb", "\u202egnp.exe", "x\x00y",
    "x" * 300_000, "e" + "\u0301" * 5000, "[bold]no[/bold]", "{value} {0} {count:a|b|c}",
    "]8;;http://elsewhere\x1b\\here", "\n" * 1000,
)  # fmt: skip
NUMBERS: tuple[Any, ...] = (-1, 0, 1, 2**31, 2**53, 2**63, 10**30, 1e300, -1e300, 1.5, True, "7")
VALUES: tuple[Any, ...] = (
    *NUMBERS, *TEXTS[:6], *IDS[:12], None, [], {}, [[]], [None], {"a": None}, {"": {}},
    ["x"] * 1000, "2026-13-45T99:99:99.999Z", "x",
)  # fmt: skip


def answer(
    body: Any, *, status: int = 200, kind: str = "application/json", packing: str | None = None
) -> bytes:
    """Return a whole answer over HTTP; a body that isn't bytes is written as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
    if packing is not None:
        head += f"Content-Encoding: {packing}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + data


def made_token(token: Any) -> dict[str, Any]:
    """Return an answer to the wish for a token."""
    facts = {
        "id": "0123456789", "role": "seat", "game": "good", "seat": 1, "created": "", "expires": "",
        "revoked": None, "label": "", "whole_library": False,
    }  # fmt: skip
    return {"token": token, "facts": facts}


def message(body: Any, place: str | None = "1-2") -> bytes:
    """Return a message of a stream of all games."""
    id = "" if place is None else f"id: {place}\n"
    return f"{id}event: group\ndata: {json.dumps(body)}\n\n".encode()
