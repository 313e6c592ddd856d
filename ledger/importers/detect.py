"""Recognising the kind of a file by its first bytes, and by its name only if they don't show it."""

from __future__ import annotations

import re

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message

from .parsing.decoding import PEEK, unmarked_utf16
from .records import Kind

READABLE = Message(
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
_FOREIGN = (
    (re.compile(r'\[(?:Event|Site|Date|White|FEN)\s+"'), Message("this is chess (PGN)")),
    (
        re.compile(r"(?:#[^\n]*\n|\s|\[\d+\]\n)*variant\s*=\s*['\"]"),
        Message("this is a hand of poker (PHH)"),
    ),
    (re.compile(r"\(\s*;\s*(?:[A-Z]+\[[^\]]*\]\s*)*(?:GM|FF|SZ)\["), Message("this is Go (SGF)")),
)
"""Game records that other programs write and Ledger can't read."""

_18XX = re.compile(r'"entity_type"\s*:|"actions"\s*:\s*\[(?=.*"acting"\s*:)', re.DOTALL)
_BGA_PART = re.compile(r'.*"gamedatas"\s*:|(?=.*"log"\s*:\s*").*"args"\s*:\s*[\[{]', re.DOTALL)
_PACKED = ("xlsx", "xlsm", "xls", "ods", "zip")
_TEXTS = ("json", "bgsplay", "jsonl", "xml", "csv", "tsv", "tab", "txt", "session")
_UNSEEN = [bytes([b]) for b in range(32) if b not in b"\t\n\r\f\x1b"]
_SESSION = re.compile(r"(?:\s*(?:#[^\n]*)?\n)*\s*(?:game|players|rules)\s*:", re.IGNORECASE)


def sniff(name: str, head: bytes) -> Kind:
    """Return the kind of a file; the error for an unknown kind says what can be read."""
    found = _SUFFIX.search(name)
    suffix = found.group(1).lower() if found else ""
    if head.startswith(b"PK\x03\x04"):
        return _packed(suffix, head)
    if head.startswith(b"PK\x05\x06"):
        raise Malformed("this archive is empty", file=name)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return Kind.XLS
    if suffix in _PACKED:
        why = Message("this isn't a .{suffix} file, whatever its name says", suffix=suffix)
        raise _unknown(why, name)
    if suffix not in _TEXTS and _binary(head):
        raise _unknown(
            Message("this is neither text nor a workbook or archive that Ledger can read"), name
        )
    text = _text(head[:PEEK])
    start = text.lstrip()
    if not start:
        raise _unknown(Message("this file is empty"), name)
    for pattern, what in _FOREIGN:
        if pattern.match(start):
            raise _unknown(what, name)
    if start[0] in "{[":
        return _json(name, start)
    if start[0] == "<":
        if re.match(r"<(?:!doctype\s+html|html)\b", start, re.IGNORECASE):
            raise _unknown(Message("this is a web page, not a file of data"), name)
        return Kind.BGG
    if re.match(r"(?:https?://\S*createPlay|bgstats://)", start):
        return Kind.BGSTATS_LINK
    if suffix == "session" or _SESSION.match(text):
        return Kind.SESSION
    if suffix in ("csv", "tsv", "tab", "txt") or re.search(r"[,;\t|]", start.partition("\n")[0]):
        return Kind.CSV
    raise _unknown(Message("Ledger doesn't recognise this file"), name)


def is_prose(name: str) -> bool:
    """Whether a file's name suggests text for people to read rather than games."""
    return name.lower().endswith(".txt")


def _unknown(why: Message, name: str) -> Malformed:
    return Malformed(why, file=name, hint=Message("Ledger reads: {readable}", readable=READABLE))


def _binary(head: bytes) -> bool:
    """Whether the bytes aren't text, which contains hardly any invisible characters."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return False
    if unmarked_utf16(head) is not None:
        return False
    unseen = sum(map(head.count, _UNSEEN))
    return unseen * 12 > len(head)


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
    if _18XX.search(text):
        raise _unknown(Message("this is a game of 18xx.games"), name)
    for pattern, kind in _JSON if text[0] == "{" else ():
        if pattern.search(text):
            return kind
    if _BGA_PART.match(text):
        raise _unknown(Message("this is a part of a log of Board Game Arena: save it whole"), name)
    raise _unknown(
        Message("this is JSON, but it isn't from BG Stats or BGA, and it isn't a game log"), name
    )


def _text(head: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if head.startswith(mark):
            return head[2:].decode(encoding, "replace")
    if (unmarked := unmarked_utf16(head)) is not None:
        return head.decode(unmarked, "replace")
    return head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
