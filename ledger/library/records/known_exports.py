"""Recognising our own exports when they are imported."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator

from ledger.kernel.results import PlayRecord

OURS = "ledger"
"""The source of results that were made from our logs."""

_NAMESPACE = uuid.UUID("6c0e5f5e-53f1-5a57-9d0c-3a6f6d2b7d11")
_LOG = re.compile(r"(?:id:(?P<game>[^:]*)|digest):(?P<key>.+)", re.DOTALL)


def bgstats_uuid(*parts: str) -> str:
    """Return the permanent id that one of our records has in BG Stats."""
    return str(uuid.uuid5(_NAMESPACE, json.dumps(parts))).upper()


def key_of_log(identity: str) -> str:
    """Return the key of a log's result, given the identity of the log."""
    found = _LOG.fullmatch(identity)
    return found["key"] if found else identity


def echoes(identity: str) -> tuple[str, str]:
    """Return the identities that a log's result can have: directly, and by way of BG Stats."""
    key = key_of_log(identity)
    return f"play:{OURS}:{key}", f"play:bgstats:{bgstats_uuid(OURS, key)}"


def twin(played: PlayRecord) -> str | None:
    """Return the BGG identity of a BG Stats play, if the app posted it there as well."""
    number = played.extra.get("bggId") if played.source == "bgstats" else None
    return f"play:bgg:{number}" if isinstance(number, int) and number > 0 else None


def origins(played: PlayRecord) -> Iterator[str]:
    """Yield the identities of the logs that a result may have been exported from."""
    if played.source == OURS:
        yield f"id:{played.game}:{played.key}"
        yield f"digest:{played.key}"
