"""What pages load: scripts, style sheets, pictures and words, read once and ready to be sent."""

from __future__ import annotations

import functools
import gzip
import hashlib
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from ledger.kernel.game.registry import installed

from .picture import skin_document
from .words import LANGUAGES, words_json

KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
}
"""The media types of what may lie in `static/`."""
MUCH = 512
"""Bytes below which it isn't worth while to pack a file."""


class Asset(NamedTuple):
    """A file that pages load; `packed` with gzip, if that makes it smaller."""

    kind: str
    body: bytes
    packed: bytes | None
    digest: str


@functools.cache
def assets() -> Mapping[str, Asset]:
    """Return every file by its name, such as `game.js`, `words/pl.json` or `skins/osaka.svg`."""
    files = dict(_files(resources.files(__package__).joinpath("static")))
    files |= {f"words/{lang}.json": words_json(lang) for lang in LANGUAGES}
    files |= {f"skins/{name}.svg": skin_document(g).encode() for name, g in installed().items()}
    return {name: _asset(name, body) for name, body in sorted(files.items())}


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{above}{entry.name}/")
        elif entry.name.rpartition(".")[2] in KINDS:
            yield above + entry.name, entry.read_bytes()


def _asset(name: str, body: bytes) -> Asset:
    packed = gzip.compress(body, 9, mtime=0) if len(body) >= MUCH else body
    return Asset(
        kind=KINDS[name.rpartition(".")[2]],
        body=body,
        packed=packed if len(packed) < len(body) else None,
        digest=hashlib.sha256(body).hexdigest()[:32],
    )
