"""Functions that write moves, generated from the parts of their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .form_parts import Clause, FormPart


def writer(
    verb: str, parts: Iterable[FormPart], clauses: Mapping[str, Clause], said: Mapping[str, Any]
) -> Callable[[Any], str]:
    """Return a function that writes a command: the verb, its parts, then the clauses, in this
    order.

    `said` has the values that keywords of clauses have by themselves: a string, a number, or a
    truth value.
    """
    parts = tuple(parts)
    following = [_clause(key, clause.parts, clauses, said) for key, clause in clauses.items()]

    def write(x: Any) -> str:
        text = written(verb, parts, x)
        for clause in following:
            text += clause(x)
        return text

    return write


def written(verb: str, parts: Iterable[FormPart], x: Any) -> str:
    """Write a command by its parts, leaving out empty ones."""
    text = verb
    for field, _, _, key, several, write in parts:
        value = getattr(x, field)
        if write is not None:
            value = write(value)
        elif several:
            value = " ".join(map(str, value))
        if value:
            text += f" {key} {value}" if key else f" {value}"
    return text


def _clause(
    key: str,
    parts: tuple[FormPart, ...],
    clauses: Mapping[str, Clause],
    said: Mapping[str, Any],
) -> Callable[[Any], str]:
    """Return a function that writes a clause; "" where the command doesn't need it."""
    field, start = parts[0].field, f" {key}"
    if key in said:
        value, more = said[key], parts[1:]
        return lambda x: written(start, more, x) if getattr(x, field) == value else ""
    # a value that a keyword has by itself needs no clause
    by_key = tuple(said[k] for k in said if clauses[k].parts[0].field == field)

    def write(x: Any) -> str:
        there = any(getattr(x, part.field) for part in parts) and getattr(x, field) not in by_key
        return written(start, parts, x) if there else ""

    return write
