"""Why something failed, in our own words; we never show what libraries or the system say."""

from __future__ import annotations

import errno
import re
import tomllib
from json import JSONDecodeError

import msgspec

from ledger.kernel.errors import LedgerError

_SYSTEM = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you don't have permission",
    errno.EPERM: "you don't have permission",
    errno.EISDIR: "this is a folder, not a file",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.EEXIST: "it already exists",
    errno.ENOTEMPTY: "the folder isn't empty",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EFBIG: "the file would be too large",
    errno.EROFS: "this disk is read-only",
    errno.EIO: "the disk reports an error",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "the links go round in a circle",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENOMEM: "there isn't enough memory",
    errno.EADDRINUSE: "another program is already using this address and port",
    errno.EADDRNOTAVAIL: "this machine doesn't have that address",
    errno.ECONNREFUSED: "nothing answers there",
    errno.ETIMEDOUT: "nothing answered in time",
    errno.EPIPE: "the reader has gone",
}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
    "bytes": "bytes",
}
_AT = re.compile(r" - at (`key` in )?`\$(.*?)`\Z", re.DOTALL)
_TOML_AT = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)\Z")


def why(error: BaseException) -> str:
    """Return why something failed, as a clause that can follow a colon."""
    match error:
        case OSError():
            if error.errno is None:
                return "the system refused"
            return _SYSTEM.get(error.errno, f"the system refused (error {error.errno})")
        case LedgerError():
            return error.message
        case msgspec.ValidationError():
            return _misfit(str(error), ours=isinstance(error.__cause__, ValueError))
        case LookupError():
            return "it names something that isn't there"
        case RecursionError():
            return "it nests too deeply"
        case UnicodeDecodeError():
            return "it isn't UTF-8 text"
        case JSONDecodeError():
            return f"it isn't JSON (line {error.lineno}, column {error.colno})"
        case msgspec.DecodeError():
            found = re.search(r"\(byte (\d+)\)", str(error))
            return "it isn't JSON" + (f" (byte {found[1]})" if found else ": it ends too early")
        case tomllib.TOMLDecodeError():
            place = _TOML_AT.search(str(error))
            if place is None or place[1] is None:
                return "it isn't TOML: it ends too early"
            return f"it isn't TOML (line {place[1]}, column {place[2]})"
    return "it isn't in the right form"


def _misfit(text: str, *, ours: bool) -> str:
    """Return what was expected and where, from msgspec's message; `ours` if our code raised it."""
    place = _AT.search(text)
    said = text[: place.start()] if place else text
    where = place[2].removeprefix(".") if place else ""
    if place and place[1]:
        where = f"a key of {where}" if where else "a key"
    head = f"`{where}`" if where and not where.startswith("a key") else where
    if ours:
        return f"{head}: {said}" if head else said
    for pattern, words in _MISFITS:
        found = re.fullmatch(pattern, said)
        if found:
            told = words(found)
            return f"{head} {told}" if head else f"it {told}"
    return f"{head} doesn't fit" if head else "it doesn't fit"


def _kinds(text: str) -> str:
    names = [_KINDS.get(name, name) for name in text.split(" | ")]
    return " or ".join(dict.fromkeys(names))


def _bound(found: re.Match[str]) -> str:
    limit = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}[found[2]]
    return f"must be {_KINDS.get(found[1], found[1])}, {limit} {found[3]}"


def _length(found: re.Match[str]) -> str:
    limit = {"<=": "at most", ">=": "at least", "==": "exactly"}.get(found[2], found[2])
    one = "character" if found[1] == "str" else "entry"
    many = "characters" if found[1] == "str" else "entries"
    return f"must have {limit} {found[3]} {one if found[3] == '1' else many}"


_MISFITS = (
    (
        r"Expected `([^`]*)`, got `([^`]*)`",
        lambda m: f"must be {_kinds(m[1])}, not {_kinds(m[2])}",
    ),
    (r"Expected `(\w+)` (<=|>=|<|>) ([-\d.]+)", _bound),
    (r"Expected `(\w+)` of length (<=|>=|==) (\d+)", _length),
    (
        r"Expected `array` of (at least|at most) length (\d+).*",
        lambda m: f"must have {m[1]} {m[2]} entries",
    ),
    (
        r"Expected `array` of length (\d+).*",
        lambda m: f"must have exactly {m[1]} entries",
    ),
    (
        r"Object missing required field `([^`]*)`",
        lambda m: f"is missing the field `{m[1]}`",
    ),
    (
        r"(?s)Object contains unknown field `([^`]*)`",
        lambda m: f"has a field `{m[1]}` that doesn't belong there",
    ),
    (r"(?s)Invalid (?:enum )?value (.*)", lambda m: f"can't be {m[1]}"),
    (r"(?s)Expected `str` matching regex .*", lambda m: "has the wrong form"),
    (r"Integer value out of range", lambda m: "is too large a number"),
)
