"""What kind of file this is, by its first bytes; the name only helps where they leave it open."""

from __future__ import annotations

import re

from ledger.kernel.errors import Malformed

from .records import Kind
from .source import PEEK

READABLE = (
    "BG Stats (.json, .bgsplay), BGG plays (.xml), BGA tables and logs (.json), tables (.csv, "
    ".tsv, .xlsx, .xls, .ods), ledger logs (.jsonl) and sessions (.session), or a .zip of them"
)
_SUFFIX = re.compile(r"\.([A-Za-z0-9]+)\Z")
_JSON = (
    (re.compile(r'"(?:tables)"\s*:\s*\['), Kind.BGA_TABLES),
    (re.compile(r'"(?:logs|packet_id|packet_type|move_id)"\s*:'), Kind.BGA_LOG),
    (re.compile(r'"(?:sourcePlayId|sourceName)"\s*:'), Kind.BGSTATS_LINK),
    (
        re.compile(r'"(?:plays|playerScores|meRefId|isAnonymous|bggName|highestWins)"\s*:'),
        Kind.BGSTATS,
    ),
    (re.compile(r'"status"\s*:'), Kind.BGA_LOG),
)
_SESSION = re.compile(r"(?:\s*(?:#[^\n]*)?\n)*\s*(?:game|players|rules)\s*:", re.IGNORECASE)


def sniff(name: str, head: bytes) -> Kind:
    """Return what a file is, or say what can be read."""
    found = _SUFFIX.search(name)
    suffix = found.group(1).lower() if found else ""
    if head.startswith(b"PK\x03\x04"):
        return _packed(suffix, head)
    if head.startswith(b"PK\x05\x06"):
        raise Malformed("this archive is empty", file=name)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return Kind.XLS
    text = _text(head[:PEEK])
    start = text.lstrip()
    if not start:
        raise Malformed("this file is empty", file=name, hint=f"what can be read: {READABLE}")
    if start[0] in "{[":
        return _json(name, start)
    if start[0] == "<":
        if re.match(r"<(?:!doctype\s+html|html)\b", start, re.IGNORECASE):
            raise Malformed(
                "this is a web page, not the data behind it",
                file=name,
                hint=f"what can be read: {READABLE}",
            )
        return Kind.BGG
    if re.match(r"(?:https?://\S*createPlay|bgstats://)", start):
        return Kind.BGSTATS_LINK
    if suffix == "session" or _SESSION.match(text):
        return Kind.SESSION
    if suffix in ("csv", "tsv", "tab", "txt") or re.search(r"[,;\t|]", start.partition("\n")[0]):
        return Kind.TEXT_TABLE
    raise Malformed(
        "nobody knows what this file is", file=name, hint=f"what can be read: {READABLE}"
    )


def _packed(suffix: str, head: bytes) -> Kind:
    if b"application/vnd.oasis.opendocument.spreadsheet" in head[:200] or suffix == "ods":
        return Kind.ODS
    first = head[30:80]
    if suffix in ("xlsx", "xlsm") or first.startswith(
        (b"[Content_Types].xml", b"xl/", b"docProps/")
    ):
        return Kind.XLSX
    return Kind.ZIP


def _json(name: str, text: str) -> Kind:
    if re.match(r'\{"type"\s*:\s*"opened"', text):
        return Kind.LOG
    if text[0] == "{":
        for pattern, kind in _JSON:
            if pattern.search(text):
                return kind
    raise Malformed(
        "this is JSON, but neither of BG Stats nor of BGA nor a game log",
        file=name,
        hint=f"what can be read: {READABLE}",
    )


def _text(head: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if head.startswith(mark):
            return head[2:].decode(encoding, "replace")
    return head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
