"""The history in a journal: which import wrote which lines, and which lines concern which game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line

from .facts import (
    Imported,
    ImportedLines,
    LogAdded,
    LogGrew,
    Removed,
    Restored,
    ResultAdded,
    read_fact,
)
from .removals import Removals, lines_in


class FileImport(msgspec.Struct, kw_only=True):
    """The import of one file: its number, from 1, what the journal says about it, what it wrote.

    `line` is the line of that fact, `instead_of` that of the removal of what it replaced. Files
    that an earlier version imported together can't be told apart: in that case `lines` has the
    lines of all of them, and `together` their numbers.
    """

    number: int
    at: str | None
    fact: Imported
    line: int
    lines: frozenset[int] = frozenset()
    instead_of: int | None = None
    together: tuple[int, ...] = ()
    taken_back: bool = False


class GameLine(msgspec.Struct, frozen=True):
    """A line that concerns a game."""

    line: int
    fact: LogAdded | LogGrew | ResultAdded


class JournalHistory:
    """Everything a journal says, line by line; only needed for changing what counts."""

    def __init__(self, raws: Iterable[bytes]) -> None:
        self.head = Head()
        self.games: dict[str, list[GameLine]] = {}
        """The lines that concern each game, by its id."""
        self.imports: list[FileImport] = []
        self.removed: list[tuple[int, int, Removed]] = []
        """The facts that removed something, in order, with their lines and command numbers."""
        self.restored: list[tuple[int, Restored]] = []
        """The facts that restored something, in order, with their command numbers."""
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
                self.imports[-1].instead_of = fact.instead_of
            case Removed():
                self.removed.append((line.seq, line.cmd, fact))
            case Restored():
                self.restored.append((line.cmd, fact))
            case _:
                pass

    def _end_run(self) -> None:
        """Work out what the files of a run wrote, if the version that ran it didn't record that."""
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
        """Return the lines that concern some games and still count."""
        found = (each for id in ids for each in self.games.get(id, ()))
        return [each for each in found if each.line not in self.removals]

    def removed_at(self, line: int) -> int:
        """Return the line of the journal that removed a given line."""
        by = self.removals.by(line)
        return next(at for at, _, fact in self.removed if fact is by)

    def written(self, lines: Iterable[int]) -> list[GameLine]:
        """Return those of these lines that concern games."""
        wanted = frozenset(lines)
        return [each for own in self.games.values() for each in own if each.line in wanted]


class Step(NamedTuple):
    """What the last removal that hasn't been undone did, with whatever was done along with it.

    `removed` are the lines that it removed, `restored` those that it brought back. `replacing` are
    the imports for which it made room.
    """

    removed: Sequence[int] = ()
    restored: frozenset[int] = frozenset()
    replacing: Sequence[FileImport] = ()


def last_removal(history: JournalHistory) -> Step:
    """Return what the last removal that hasn't been undone did."""
    last: int | None = None
    lines: list[int] = []
    facts: set[int] = set()
    for at, command, fact in reversed(history.removed):
        if last is not None and command != last:
            break
        still = [n for n in lines_in(fact.lines) if history.removals.by(n) is fact]
        if still:
            last = command
            facts.add(at)
            lines += still
    restored = (n for cmd, f in history.restored if cmd == last for n in lines_in(f.lines))
    replacing = [each for each in history.imports if each.instead_of in facts]
    return Step(lines, frozenset(restored), replacing)
