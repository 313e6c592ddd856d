"""Why something failed, in our own words: what other libraries and the system say stays inside."""

from __future__ import annotations

import errno
import re
import tomllib

import msgspec

_SYSTEM = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "you are not allowed to",
    errno.EPERM: "you are not allowed to",
    errno.EISDIR: "this is a folder, not a file",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.EEXIST: "it is there already",
    errno.ENOTEMPTY: "the folder is not empty",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EFBIG: "the file would be too large",
    errno.EROFS: "this disk can only be read",
    errno.EIO: "the disk reports an error",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "the links lead in a circle",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENOMEM: "there is not enough memory",
    errno.EADDRINUSE: "another program uses this address and port",
    errno.EADDRNOTAVAIL: "this machine does not have that address",
    errno.ECONNREFUSED: "nobody answers there",
    errno.ETIMEDOUT: "nobody answered in time",
    errno.EPIPE: "the reader went away",
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
    """Return why something failed, as a clause that may follow a colon."""
    match error:
        case OSError():
            if error.errno is None:
                return "the system refuses"
            return _SYSTEM.get(error.errno, f"the system refuses (error {error.errno})")
        case msgspec.ValidationError():
            return _misfit(str(error))
        case RecursionError():
            return "it nests too deeply"
        case UnicodeDecodeError():
            return "it is not UTF-8 text"
        case msgspec.DecodeError():
            found = re.search(r"\(byte (\d+)\)", str(error))
            return "it is not JSON" + (f" (byte {found[1]})" if found else ": it ends too early")
        case tomllib.TOMLDecodeError():
            place = _TOML_AT.search(str(error))
            if place is None or place[1] is None:
                return "it is not TOML: it ends too early"
            return f"it is not TOML (line {place[1]}, column {place[2]})"
    return "it does not have the form it should have"


def _misfit(text: str) -> str:
    """Return in which place what was expected, from what msgspec says."""
    place = _AT.search(text)
    said = text[: place.start()] if place else text
    where = place[2].removeprefix(".") if place else ""
    if place and place[1]:
        where = f"a key of {where}" if where else "a key"
    head = f"`{where}`" if where and not where.startswith("a key") else where
    for pattern, words in _MISFITS:
        found = pattern.fullmatch(said)
        if found:
            told = words(found)
            return f"{head} {told}" if head else f"it {told}"
    return f"{head} does not fit" if head else "it does not fit"


def _kinds(text: str) -> str:
    names = [_KINDS.get(name, name) for name in text.split(" | ")]
    return " or ".join(dict.fromkeys(names))


def _bound(found: re.Match[str]) -> str:
    limit = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}[found[2]]
    return f"must be {_KINDS.get(found[1], found[1])}, {limit} {found[3]}"


def _length(found: re.Match[str]) -> str:
    limit = {"<=": "at most", ">=": "at least", "==": "exactly"}.get(found[2], found[2])
    things = "characters" if found[1] == "str" else "entries"
    return f"must have {limit} {found[3]} {things}"


_MISFITS = (
    (
        re.compile(r"Expected `([^`]*)`, got `([^`]*)`"),
        lambda m: f"must be {_kinds(m[1])}, not {_kinds(m[2])}",
    ),
    (re.compile(r"Expected `(\w+)` (<=|>=|<|>) ([-\d.]+)"), _bound),
    (re.compile(r"Expected `(\w+)` of length (<=|>=|==) (\d+)"), _length),
    (
        re.compile(r"Expected `array` of (at least|at most) length (\d+).*"),
        lambda m: f"must have {m[1]} {m[2]} entries",
    ),
    (
        re.compile(r"Expected `array` of length (\d+).*"),
        lambda m: f"must have exactly {m[1]} entries",
    ),
    (re.compile(r"Object missing required field `([^`]*)`"), lambda m: f"lacks the field `{m[1]}`"),
    (
        re.compile(r"Object contains unknown field `([^`]*)`", re.DOTALL),
        lambda m: f"has a field `{m[1]}` that does not belong there",
    ),
    (re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL), lambda m: f"cannot be {m[1]}"),
    (re.compile(r"Expected `str` matching regex .*", re.DOTALL), lambda m: "has the wrong form"),
    (re.compile(r"Integer value out of range"), lambda m: "is a number that is too large"),
)
