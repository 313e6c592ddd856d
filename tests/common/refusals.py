"""What a refusal tells, apart from its wording: kind, rule, place, and the facts that it names.

Facts are written in one line, `illegal OSA-14 | 13:5 | 8 | 3 => take Y3`: the kind and the rule,
the place, what the message names and, behind `=>`, what the hint names. Every word of a fact
stands in the text as it is; the words around it are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from ledger.kernel.errors import LedgerError
from ledger.kernel.message import Text
from ledger.testing.facts import names, tells


class Heard(NamedTuple):
    """Something that was said: an error, a warning, a remark."""

    kind: str
    place: Text
    text: Text
    hint: Text | None = None

    def tells(self, line: str) -> bool:
        """Whether it has the facts of a line: no other kind, place or lack of a hint."""
        said, arrow, hinted = line.partition(" =>")
        kind, place, *facts = said.split(" | ")
        hints = [fact.strip() for fact in hinted.split(" | ") if fact]
        return (
            (self.kind, str(self.place), self.hint is not None) == (kind, place, bool(arrow))
            and names(str(self.text), facts)
            and names(str(self.hint or ""), hints)
        )


Trigger: TypeAlias = Callable[[Path, pytest.MonkeyPatch], list[Heard]]
"""Makes the program speak: returns all that was heard."""


def heard(e: LedgerError, *, file: bool = True) -> Heard:
    """Return what an error says; `file`: its place begins with the name of the file."""
    place = [e.file if file else None, e.line, e.column]
    where = ":".join(str(x) for x in place if x is not None) or "-"
    return Heard(f"{e.kind} {e.rule}" if e.rule else e.kind, where, e.message, e.hint)


def all_tell(found: Iterable[Heard], lines: Iterable[str]) -> bool:
    """Whether all that was said, in its order, has the facts of these lines."""
    said, expected = list(found), list(lines)
    return len(said) == len(expected) and all(
        x.tells(line) for x, line in zip(said, expected, strict=True)
    )


@contextmanager
def refuses(
    error: type[Exception] | tuple[type[Exception], ...], facts: str = ""
) -> Iterator[pytest.ExceptionInfo[Any]]:
    """Expect an error that names some facts, like `8 | 3`, in its text, place, rule or hint."""
    with pytest.raises(error) as e:
        yield e
    assert tells(str(e.value), facts), str(e.value)
