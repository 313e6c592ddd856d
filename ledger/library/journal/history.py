"""What a journal says line by line: which import wrote what, and which lines speak of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line

from .facts import Imported, ImportedLines, LogAdded, LogGrew, Removed, ResultAdded, read_fact
from .removals import Removals, lines_in


class FileImport(msgspec.Struct, kw_only=True):
    """The import of one file: its number from 1, what the journal says of it, what it wrote.

    `line` is that of its fact. What earlier versions imported together can't be told apart: then
    `lines` are those of all the files, and `together` has their numbers.
    """

    number: int
    at: str | None
    fact: Imported
    line: int
    lines: frozenset[int] = frozenset()
    together: tuple[int, ...] = ()
    taken_back: bool = False


class GameLine(msgspec.Struct, frozen=True):
    """A line that speaks of a game."""

    line: int
    fact: LogAdded | LogGrew | ResultAdded


class JournalHistory:
    """Everything that a journal says, line by line; only for those who change what counts."""

    def __init__(self, raws: Iterable[bytes]) -> None:
        self.head = Head()
        self.games: dict[str, list[GameLine]] = {}
        """By the id of a game, the lines that speak of it."""
        self.imports: list[FileImport] = []
        self.removed: list[tuple[int, int, Removed]] = []
        """What removed something, in order, with its line and the number of its command."""
        self.removals = Removals()
        self._run: tuple[int, list[FileImport]] = -1, []
        self._unclaimed: list[int] = []
        for raw in raws:
            self._take(read_fact(raw))
        self._end_run()
        for each in self.imports:
            by = {self.removals.by(line) for line in each.lines}
            each.taken_back = any(r is not None and each.line in r.imports for r in by)

    def _take(self, line: Line) -> None:
        self.head, fact = Head.of(line), line.data
        self.removals.take(line.seq, fact)
        if line.cmd != self._run[0]:
            self._end_run()
        match fact:
            case LogAdded() | LogGrew() | ResultAdded():
                self.games.setdefault(fact.id, []).append(GameLine(line.seq, fact))
                if not isinstance(fact, LogGrew):
                    self._unclaimed.append(line.seq)
            case Imported():
                number = len(self.imports) + 1
                found = FileImport(number=number, at=line.at, fact=fact, line=line.seq)
                self.imports.append(found)
                self._run = line.cmd, [*self._run[1], found]
            case ImportedLines():
                self.imports[-1].lines = frozenset(lines_in(fact.lines))
            case Removed():
                self.removed.append((line.seq, line.cmd, fact))
            case _:
                pass

    def _end_run(self) -> None:
        """Find out what the files of a run wrote, if its version didn't write that down."""
        files, self._run = self._run[1], (-1, [])
        if not files:
            return
        wrote = [f for f in files if f.fact.wrote]
        if wrote and not any(f.lines for f in files):
            count = sum(f.fact.wrote for f in wrote)
            lines = frozenset(self._unclaimed[-count:])
            for each in wrote:
                each.lines = lines
                each.together = tuple(f.number for f in wrote) if len(wrote) > 1 else ()
        self._unclaimed.clear()

    def counting(self, ids: Iterable[str]) -> list[GameLine]:
        """Return the lines that speak of some games and count."""
        found = (each for id in ids for each in self.games.get(id, ()))
        return [each for each in found if each.line not in self.removals]

    def removed_at(self, line: int) -> int:
        """Return the line that removed one which doesn't count."""
        by = self.removals.by(line)
        return next(at for at, _, fact in self.removed if fact is by)

    def written(self, lines: Iterable[int]) -> list[GameLine]:
        """Return what stands in some lines, as far as they speak of games."""
        wanted = frozenset(lines)
        return [each for own in self.games.values() for each in own if each.line in wanted]


def last_removal(history: JournalHistory) -> Sequence[int]:
    """Return the lines that were removed last and don't count yet again."""
    last: int | None = None
    lines: list[int] = []
    for _, command, fact in reversed(history.removed):
        if last is not None and command != last:
            break
        still = [n for n in lines_in(fact.lines) if history.removals.by(n) is fact]
        if still:
            last = command
            lines += still
    return lines
