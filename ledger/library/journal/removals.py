"""The lines of a journal that don't count: removed games, imports that were taken back.

The journal only ever grows. A fact that removes something names the lines to remove, and readers of
the journal skip them as if they had never been written; a fact that restores them makes them count
again. So a library is always what the counting lines produce, whatever happened before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger.kernel.log.events import Line

from .facts import Fact, LineRanges, Removed, Restored, read_fact

_TAGS = (b'{"type":"removed",', b'{"type":"restored",')


class Removals:
    """The lines of a journal that don't count, as of the last fact applied."""

    def __init__(self, facts: Iterable[tuple[int, Fact]] = ()) -> None:
        """`facts` are those that remove or restore something, in order, each with its line."""
        self._by: dict[int, Removed] = {}
        self.last = 0
        for line, fact in facts:
            self.take(line, fact)

    def take(self, line: int, fact: Fact) -> None:
        """Apply a fact if it removes or restores something; other facts have no effect."""
        if isinstance(fact, Removed):
            self._by |= dict.fromkeys(lines_in(fact.lines), fact)
        elif isinstance(fact, Restored):
            for each in lines_in(fact.lines):
                self._by.pop(each, None)
        else:
            return
        self.last = line

    def __bool__(self) -> bool:
        """Whether anything was ever removed, even if it has been restored since."""
        return self.last > 0

    def __contains__(self, line: int) -> bool:
        return line in self._by

    def by(self, line: int) -> Removed | None:
        """Return the fact that removed a line, or None if the line counts."""
        return self._by.get(line)

    def keeps_out(self, line: int) -> bool:
        """Whether a line was removed along with a game that imports have to leave out."""
        found = self._by.get(line)
        return found is not None and not found.imports

    def are_news(self, line: Line) -> bool:
        """Whether a line removes or restores something and hasn't been applied here yet."""
        return isinstance(line.data, Removed | Restored) and line.seq > self.last


def removals_in(raws: Iterable[bytes]) -> Removals:
    """Return everything that the lines of a journal remove and restore."""
    found = (read_fact(raw) for raw in raws if raw.startswith(_TAGS))
    return Removals((line.seq, line.data) for line in found)


def lines_in(ranges: LineRanges) -> Iterator[int]:
    """Yield every line in the ranges."""
    for first, last in ranges:
        yield from range(first, last + 1)


def ranges_of(lines: Iterable[int]) -> LineRanges:
    """Return some lines as ranges, the way the journal stores them."""
    out: list[tuple[int, int]] = []
    for line in sorted(lines):
        if out and line == out[-1][1] + 1:
            out[-1] = out[-1][0], line
        else:
            out.append((line, line))
    return tuple(out)
