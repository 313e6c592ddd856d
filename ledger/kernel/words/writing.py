"""What writes moves: code made once of how they are typed, as fast as if written by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .form_parts import Clause, FormPart


def writer(
    verb: str, parts: Iterable[FormPart], clauses: Mapping[str, Clause], said: Mapping[str, Any]
) -> Callable[[Any], str]:
    """Return what writes a command: a verb, its parts, and what follows them, in this order.

    `said` is what keywords of clauses say by themselves: text, a number, or whether it is so.
    """
    given: dict[str, Any] = {}
    code = "".join(_part(part, given) for part in parts)
    for key, (behind, _) in clauses.items():
        field = behind[0].field
        if key in said:
            there, behind = f"x.{field} == {said[key]!r}", behind[1:]
        else:
            there = " or ".join(f"x.{part.field}" for part in behind)
            if own := tuple(said[k] for k in said if clauses[k].parts[0].field == field):
                there = f"({there}) and x.{field} not in {own!r}"
        more = "".join(_part(part, given) for part in behind)
        code += f" + ({f' {key}'!r}{more} if {there} else '')"
    return eval(f"lambda x: {verb!r}{code}", given)  # type: ignore[no-any-return] # noqa: S307 - only names


def _part(part: FormPart, given: dict[str, Any]) -> str:
    """Return code that writes a part of a command, if there is something to write."""
    value = f"x.{part.field}"
    if part.write is not None:
        given[name := f"write_{len(given)}"] = part.write
        value = f"{name}({value})"
    elif part.several:
        value = f"' '.join(map(str, {value}))"
    key = f" {part.key} " if part.key else " "
    return f" + ({key!r} + written if (written := {value}) else '')"
