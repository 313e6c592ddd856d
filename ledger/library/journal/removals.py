"""Which lines of a journal don't count: games that were removed, imports that were taken back.

The journal only grows. What removes something names the lines that it removes, and whoever reads
the journal skips them, as if they had never been written; what restores it lets them count again.
So a library is always what the lines that count make of it, whatever happened before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger.kernel.log.events import Line

from .facts import Fact, LineRanges, Removed, Restored, read_fact

_TAGS = (b'{"type":"removed",', b'{"type":"restored",')


class Removals:
    """The lines of a journal that don't count, as of the last fact that was taken in."""

    def __init__(self, facts: Iterable[tuple[int, Fact]] = ()) -> None:
        """`facts`: what removes and restores, in order, each with its line."""
        self._by: dict[int, Removed] = {}
        self.last = 0
        for line, fact in facts:
            self.take(line, fact)

    def take(self, line: int, fact: Fact) -> None:
        """Take in a fact that removes or restores something; others change nothing."""
        if isinstance(fact, Removed):
            self._by |= dict.fromkeys(lines_in(fact.lines), fact)
        elif isinstance(fact, Restored):
            for each in lines_in(fact.lines):
                self._by.pop(each, None)
        else:
            return
        self.last = line

    def __bool__(self) -> bool:
        """Whether anything was ever removed, even if it counts again."""
        return self.last > 0

    def __contains__(self, line: int) -> bool:
        return line in self._by

    def by(self, line: int) -> Removed | None:
        """Return what removed a line, if it doesn't count."""
        return self._by.get(line)

    def keeps_out(self, line: int) -> bool:
        """Whether what a line tells of was removed as a game, and stays out when it is imported."""
        found = self._by.get(line)
        return found is not None and not found.imports

    def are_news(self, line: Line) -> bool:
        """Whether a line removes or restores something that isn't taken in here yet."""
        return isinstance(line.data, Removed | Restored) and line.seq > self.last


def removals_in(raws: Iterable[bytes]) -> Removals:
    """Return what all lines of a journal remove and restore."""
    found = (read_fact(raw) for raw in raws if raw.startswith(_TAGS))
    return Removals((line.seq, line.data) for line in found)


def lines_in(ranges: LineRanges) -> Iterator[int]:
    """Yield each line."""
    for first, last in ranges:
        yield from range(first, last + 1)


def ranges_of(lines: Iterable[int]) -> LineRanges:
    """Return some lines as they are written down."""
    out: list[tuple[int, int]] = []
    for line in sorted(lines):
        if out and line == out[-1][1] + 1:
            out[-1] = out[-1][0], line
        else:
            out.append((line, line))
    return tuple(out)
