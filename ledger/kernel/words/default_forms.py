"""The default form of a move: the verb, followed by the fields of the command.

Required fields come in order, fields with several values last, and optional fields after their
names: `bid 5`, `play R5 R6`, `reserve R5 row farm`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from ledger.kernel.errors import DeclarationError
from ledger.kernel.rules.arguments import Argument, arguments
from ledger.kernel.rules.moves import Move

from .form_parts import FormPart, RestOfLine
from .forms import Form, Notation
from .move_writer import written
from .player_names import take_seat
from .typed_words import Word, nothing_more, read_number, unglued


def notation_of(moves: Iterable[Move]) -> Notation:
    """Return the notation for these moves; raise `DeclarationError` if two have the same verb."""
    forms: dict[str, Form] = {}
    for move in moves:
        if move.name in forms:
            other = forms[move.name].command.__name__
            raise DeclarationError(
                f"{move.command.__name__} and {other} are both typed as {move.name!r}; "
                'give one of them another verb: `@move(…, verb="…")`',
                move.place,
            )
        forms[move.name] = form_of(move)
    return Notation(forms)


def form_of(move: Move) -> Form:
    """Return the form in which a move is read and written."""
    also = (third_person(move.name),) if move.also is None else move.also
    every = arguments(move.command)
    if every and all(a.typed is not None for a in every):
        return Form(move.command, also, tuple(a.typed._replace(field=a.name) for a in every))
    parts = [_part(a) for a in every]
    return Form(
        move.command,
        also,
        rest=_reader(every, parts),
        write=lambda x: written(move.name, parts, x),
    )


def third_person(verb: str) -> str:
    """Return a verb in the third person: `takes`, `passes`, `tries`."""
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def shape(move: Move) -> str:
    """Return how a move is typed, for documentation: `reserve CARD [row ROW]`."""
    words = [move.name]
    for a in arguments(move.command):
        name = a.words.upper().replace(" ", "-")
        if a.kind is bool:
            words.append(f"[{a.name}]")
        elif a.optional:
            words.append(f"[{a.name} {name}]")
        else:
            words.append(f"{name} …" if a.several else name)
    return " ".join(words)


def _part(a: Argument) -> FormPart:
    if a.typed is not None:
        return a.typed._replace(field=a.name)  # type: ignore[no-any-return]
    article = "an" if a.words[0] in "aeiou" else "a"
    missing = "" if a.optional else a.words if a.several else f"{article} {a.words}"
    key = a.name if a.optional and a.kind is not bool else ""
    return FormPart(a.name, missing=missing, key=key, several=a.several, write=_writer(a))


def _writer(a: Argument) -> Callable[[Any], str]:
    def one(value: Any) -> str:
        return "?" if value is None else str(value)

    def write(value: Any) -> str:
        if a.optional and value == a.default:
            return ""
        if a.kind is bool:
            return a.name if value else ""
        return " ".join(map(one, value)) if a.several else one(value)

    return write


def _reader(
    every: tuple[Argument, ...], parts: list[FormPart]
) -> Callable[[Any, int, RestOfLine], Mapping[str, Any]]:
    keys = {p.key: p for p in parts if p.key}

    def read(s: Any, seat: int, line: RestOfLine) -> Mapping[str, Any]:
        flags = {a.name for a in every if a.kind is bool}
        said: dict[str, Any] = {w.text.lower(): True for w in line.words if w.text.lower() in flags}
        line.words = [w for w in line.words if w.text.lower() not in flags]
        line.cut(keys)
        for a, part in zip(every, parts, strict=True):
            x = SimpleNamespace(seat=seat, **said)
            if a.kind is bool:
                said.setdefault(a.name, False if a.default is not True else a.default)
            elif part.key:
                if words := line.behind.get(part.key):
                    after = RestOfLine(words[0], list(words), {}, line.names)
                    said[a.name] = _read(a, s, x, after, part)
                    nothing_more(after.words)
                else:
                    said[a.name] = a.default
            else:
                said[a.name] = _read(a, s, x, line, part)
        return said

    return read


def _read(a: Argument, s: Any, x: Any, line: RestOfLine, part: FormPart) -> Any:
    """Take the value of a field from the words of a line."""
    if not a.several:
        return _seat(a, line, part) if a.is_seat else _value(a, s, x, line.take(part.missing))
    if not a.is_seat:
        return _several(a, s, x, line.rest(part.missing if a.least else ""))
    if not line.words:
        line.rest(part.missing if a.least else "")
    out = []
    while line.words:
        out.append(_seat(a, line, part))
    return tuple(out)


def _seat(a: Argument, line: RestOfLine, part: FormPart) -> int | None:
    if a.unseen and line.words and line.words[0].text == "?":
        line.take(part.missing)
        return None
    return take_seat(line, part.missing)


def _several(a: Argument, s: Any, x: Any, words: Iterable[Word]) -> tuple[Any, ...]:
    out: list[Any] = []
    for word in words:
        names = [] if a.kind is int else [str(name) for name in a.items(s, x)]
        out += unglued(word.text, names) or [_value(a, s, x, word)]
    return tuple(out)


def _value(a: Argument, s: Any, x: Any, word: Word) -> Any:
    """Parse a word as the value of a field.

    A name can be abbreviated, unless it is a number. An impossible value is left as typed: whether
    it is wrong depends on the position, so it is the rules that refuse it.
    """
    if word.text == "?" and a.unseen:
        return None
    if a.kind is int:
        return read_number(word)
    if a.values is None:
        return word.text
    text = word.text.lower()
    try:
        names = {str(v).lower(): str(v) for v in a.items(s, x) if v is not None}
    except LookupError:  # it depends on another argument, which is wrong
        return word.text
    starts = [name for low, name in names.items() if text.isalpha() and low.startswith(text)]
    return names.get(text) or (starts[0] if len(starts) == 1 else word.text)
