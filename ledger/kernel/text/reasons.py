"""Why something failed, in our own words; messages from libraries or the system are never shown."""

from __future__ import annotations

import errno
import re
import tomllib
from collections.abc import Callable
from json import JSONDecodeError

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.message import Message

_SYSTEM = {
    errno.ENOENT: Message("there is no such file or folder"),
    errno.EACCES: Message("you don't have permission"),
    errno.EPERM: Message("you don't have permission"),
    errno.EISDIR: Message("this is a folder, not a file"),
    errno.ENOTDIR: Message("part of the path is a file, not a folder"),
    errno.EEXIST: Message("it already exists"),
    errno.ENOTEMPTY: Message("the folder isn't empty"),
    errno.ENOSPC: Message("the disk is full"),
    errno.EDQUOT: Message("your disk quota is used up"),
    errno.EFBIG: Message("the file would be too large"),
    errno.EROFS: Message("this disk is read-only"),
    errno.EIO: Message("the disk reports an error"),
    errno.ENAMETOOLONG: Message("the name is too long"),
    errno.ELOOP: Message("the symbolic links form a loop"),
    errno.EMFILE: Message("too many files are open"),
    errno.ENFILE: Message("too many files are open"),
    errno.ENOMEM: Message("there isn't enough memory"),
    errno.EADDRINUSE: Message("another program is already using this address and port"),
    errno.EADDRNOTAVAIL: Message("this machine doesn't have that address"),
    errno.ECONNREFUSED: Message("nothing is listening there"),
    errno.ETIMEDOUT: Message("there was no answer in time"),
    errno.EPIPE: Message("the program at the other end has closed"),
}
_KINDS = {
    "int": Message("a whole number"),
    "float": Message("a number"),
    "str": Message("text"),
    "bool": Message("true or false"),
    "null": Message("null"),
    "array": Message("a list"),
    "object": Message("an object"),
    "bytes": Message("bytes"),
}
_AT = re.compile(r" - at (`key` in )?`\$(.*?)`\Z", re.DOTALL)
_TOML_AT = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)\Z")


def why(error: BaseException) -> Message:
    """Return why something failed, as a clause that can follow a colon."""
    match error:
        case OSError():
            if error.errno is None:
                return Message("the system refused it")
            number = error.errno
            return _SYSTEM.get(number) or Message("the system refused it (error {n})", n=number)
        case LedgerError():
            return error.text
        case msgspec.ValidationError():
            return misfit(error)
        case LookupError():
            return Message("it refers to something that doesn't exist")
        case RecursionError():
            return Message("it is nested too deeply")
        case UnicodeDecodeError():
            return Message("it isn't UTF-8 text")
        case JSONDecodeError():
            at = error.lineno, error.colno
            return Message("it isn't JSON (line {row}, column {column})", row=at[0], column=at[1])
        case msgspec.DecodeError():
            found = re.search(r"\(byte (\d+)\)", str(error))
            if found is None:
                return Message("it isn't JSON: it ends too early")
            return Message("it isn't JSON (byte {n})", n=int(found[1]))
        case tomllib.TOMLDecodeError():
            place = _TOML_AT.search(str(error))
            if place is None or place[1] is None:
                return Message("it isn't TOML: it ends too early")
            return Message(
                "it isn't TOML (line {row}, column {column})", row=place[1], column=place[2]
            )
    return Message("it isn't in the right form")


def misfit(error: msgspec.ValidationError, named: Callable[[str], str] = str) -> Message:
    """Return what msgspec expected and where; `named` turns a path into a readable name."""
    text, cause = str(error), error.__cause__
    place = _AT.search(text)
    said = text[: place.start()] if place else text
    where = named(place[2].removeprefix(".")) if place else ""
    head: Message | None = Message("`{path}`", path=where) if where else None
    if place and place[1]:
        head = Message("a key of {path}", path=where) if where else Message("a key")
    if isinstance(cause, ValueError):  # our own code raised it
        reason = cause.text if isinstance(cause, LedgerError) else Message(said)
        return Message.join(": ", (head, reason)) if head else reason
    for pattern, words in _MISFITS:
        found = re.fullmatch(pattern, said)
        if found:
            return Message.join(" ", (head or Message("it"), words(found)))
    return Message.join(" ", (head or Message("it"), Message("doesn't fit")))


def _kinds(text: str) -> Message:
    """Return a description of one or several types of values."""
    first, *rest = dict.fromkeys(_KINDS.get(name, Message(name)) for name in text.split(" | "))
    for name in rest:
        first = Message("{some} or {other}", some=first, other=name)
    return first


def _bound(found: re.Match[str]) -> Message:
    kind, limit = _KINDS.get(found[1], Message(found[1])), found[3]
    match found[2]:
        case "<=":
            return Message("must be {kind}, at most {limit}", kind=kind, limit=limit)
        case ">=":
            return Message("must be {kind}, at least {limit}", kind=kind, limit=limit)
        case "<":
            return Message("must be {kind}, less than {limit}", kind=kind, limit=limit)
    return Message("must be {kind}, more than {limit}", kind=kind, limit=limit)


def _length(found: re.Match[str]) -> Message:
    n = int(found[3])
    if found[1] == "str":
        unit = Message("1 character") if n == 1 else Message("{n} characters", n=n)
    else:
        unit = Message("1 entry") if n == 1 else Message("{n} entries", n=n)
    match found[2]:
        case "<=":
            return Message("must have at most {unit}", unit=unit)
        case ">=":
            return Message("must have at least {unit}", unit=unit)
    return Message("must have exactly {unit}", unit=unit)


def _entries(found: re.Match[str]) -> Message:
    if found[1] == "at least":
        return Message("must have at least {unit}", unit=Message("{n} entries", n=int(found[2])))
    return Message("must have at most {unit}", unit=Message("{n} entries", n=int(found[2])))


_MISFITS: tuple[tuple[str, Callable[[re.Match[str]], Message]], ...] = (
    (
        r"Expected `([^`]*)`, got `([^`]*)`",
        lambda m: Message("must be {kind}, not {other}", kind=_kinds(m[1]), other=_kinds(m[2])),
    ),
    (r"Expected `(\w+)` (<=|>=|<|>) ([-\d.]+)", _bound),
    (r"Expected `(\w+)` of length (<=|>=|==) (\d+)", _length),
    (r"Expected `array` of (at least|at most) length (\d+).*", _entries),
    (
        r"Expected `array` of length (\d+).*",
        lambda m: Message("must have exactly {unit}", unit=Message("{n} entries", n=int(m[1]))),
    ),
    (
        r"Object missing required field `([^`]*)`",
        lambda m: Message("is missing the field `{field}`", field=m[1]),
    ),
    (
        r"(?s)Object contains unknown field `([^`]*)`",
        lambda m: Message("has a field `{field}` that doesn't belong there", field=m[1]),
    ),
    (r"(?s)Invalid (?:enum )?value (.*)", lambda m: Message("can't be {value}", value=m[1])),
    (r"(?s)Expected `str` matching regex .*", lambda m: Message("has the wrong form")),
    (r"Integer value out of range", lambda m: Message("is too large a number")),
)
