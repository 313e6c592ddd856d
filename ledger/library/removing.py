"""Removing games from a library, taking imports back, and undoing both, in any kind of store.

Nothing is deleted: lines of the journal stop counting, and the logs stay where they are. The effect
of a change is computed before anything is written, by reading the journal with and without it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from time import monotonic, sleep
from typing import NamedTuple

import msgspec

from ledger.kernel.errors import Ambiguous, Damaged, Locked, Missing, Stale
from ledger.kernel.log.events import Entry
from ledger.kernel.message import Message, Text

from .journal.catalogue import Catalogue, GameEntry, result_identity
from .journal.facts import JOURNAL, LogAdded, LogGrew, Removed, Restored, ResultAdded, read_fact
from .journal.history import FileImport, GameLine, JournalHistory, last_removal
from .journal.removals import Removals, ranges_of
from .journal.shared import PATIENCE, locked_by_another
from .records.known_exports import twin
from .stores.library_stores import LibraryStores


class Kept(NamedTuple):
    """A game that a change leaves alone, and why."""

    id: str
    why: Text


class Change(NamedTuple):
    """The effect of a change: which games go, come back, or differ from before.

    `facts` is what the journal will say; it is empty if there is nothing to do.
    """

    facts: tuple[Removed | Restored, ...] = ()
    gone: Sequence[GameEntry] = ()
    back: Sequence[GameEntry] = ()
    changed: Sequence[GameEntry] = ()
    kept: Sequence[Kept] = ()


Plan = Callable[[], Change]
"""Computes the effect of a change on the library as it is now."""

_CORRECTED_LATER = Message("a later import corrected it")
_ONLY_CORRECTED = Message(
    "it was only corrected; to go back, import the earlier log again (`ledger show` names it)"
)
_HERE_AGAIN = Message("it was imported again since")
_OTHER_LOG = Message("its log isn't there any more, or is another one")


class LibraryChanges:
    """Changes what counts in a library: create one, plan a change, and carry it out."""

    def __init__(self, stores: LibraryStores) -> None:
        if not stores.journal.has(JOURNAL):
            raise Missing(
                "there is no library in {folder} yet; `ledger import` starts one",
                folder=stores.name,
            )
        self._stores = stores
        self.refresh()

    def refresh(self) -> None:
        """Read the journal as it is now."""
        journal = self._stores.journal
        last = journal.head(JOURNAL).seq
        self._raws = list(journal.read(JOURNAL, 1, last))
        self.history = JournalHistory(self._raws)
        self.catalogue = self._catalogue(self.history.removals)

    def _catalogue(self, removals: Removals) -> Catalogue:
        found = Catalogue(None, removals)
        found.read(map(read_fact, self._raws))
        return found

    # --- what there is ----------------------------------------------------------------------

    def imports_called(self, wanted: Sequence[str]) -> list[FileImport]:
        """Return the imports with these numbers, or the latest import of a file with that name."""
        found: dict[int, FileImport] = {}
        for text in wanted:
            one = self._import(text)
            for number in one.together or (one.number,):
                found[number] = self.history.imports[number - 1]
        return list(found.values())

    def _import(self, text: str) -> FileImport:
        imports = self.history.imports
        if text.isdecimal() and 0 < int(text) <= len(imports):
            return imports[int(text) - 1]
        named = [i for i in imports if text in (i.fact.file, _base(i.fact.file))]
        if named:  # the last one that added anything
            return next((i for i in reversed(named) if i.lines), named[-1])
        raise Missing(
            "there is no import {text!r}",
            hint="`ledger imports` lists them with their numbers",
            text=text,
        )

    # --- plans ------------------------------------------------------------------------------

    def remove_games(self, ids: Collection[str]) -> Change:
        """Plan to remove games, along with everything said about them and what they replaced."""
        about = self._lines_about(self.catalogue, ids)
        lines = [each.line for each in about if each.line not in self.history.removals]
        return self._removing(Removed(lines=ranges_of(lines)), [])

    def _lines_about(self, catalogue: Catalogue, ids: Collection[str]) -> list[GameLine]:
        """Return the lines that concern games, or what they replaced, or their copies at BGG.

        A copy can have the id of a play that doesn't count, or one of its own while it belongs to
        a play that counts again.
        """
        whole = frozenset(_with_parts(catalogue, ids))
        entries = [entry for id in ids if (entry := catalogue.entries.get(id)) is not None]
        same = {entry.identity for entry in entries if entry.kind == "result"}
        same |= {found for e in entries if e.played and (found := twin(e.played)) is not None}
        return [
            each
            for id, own in self.history.games.items()
            for each in own
            if id in whole
            or (isinstance(each.fact, ResultAdded) and result_identity(each.fact.played) in same)
        ]

    def take_back(self, imports: Sequence[FileImport]) -> Change:
        """Plan to take imports back, as if the files had never been imported."""
        lines, kept = self._lines_of(imports)
        fact = Removed(lines=ranges_of(lines), imports=tuple(i.line for i in imports))
        return self._removing(fact, kept)

    def _lines_of(self, imports: Sequence[FileImport]) -> tuple[frozenset[int], list[Kept]]:
        """Return the lines of imports that can be taken back, and the games that can't."""
        lines: set[int] = set()
        kept: list[Kept] = []
        wanted = frozenset(line for each in imports for line in each.lines)
        for one in self.history.written(wanted - self._gone_lines()):
            if not isinstance(one.fact, LogAdded):
                lines.add(one.line)
                continue
            counting = self.history.counting([one.fact.id])
            added = [x for x in counting if isinstance(x.fact, LogAdded)]
            if added[0].line not in wanted:
                kept.append(Kept(one.fact.id, _ONLY_CORRECTED))
            elif added[-1].line not in wanted:
                kept.append(Kept(one.fact.id, _CORRECTED_LATER))
            else:
                lines |= {x.line for x in counting}
        return frozenset(lines), kept

    def restore_last(self) -> Change:
        """Plan to undo the last removal; if something took its place, that goes."""
        step = last_removal(self.history)
        going: frozenset[int] = frozenset()
        kept: list[Kept] = []
        whose: tuple[int, ...] = ()
        if step.replacing:
            going, kept = self._lines_of(step.replacing)
            whose = tuple(each.line for each in step.replacing)
        elif step.restored:  # it undid the replacement of an import
            whose = tuple(i.line for i in self.history.imports if i.lines & step.restored)
            going = step.restored - self._gone_lines()
        back = self._restoring(step.removed, going, whose)
        return back._replace(kept=(*kept, *back.kept))

    def restore_games(self, ids: Collection[str]) -> Change:
        """Plan to bring back removed games."""
        gone = self.catalogue.removed or Catalogue(None)
        lines = (each.line for each in self._lines_about(gone, ids))
        return self._restoring([n for n in lines if self.history.removals.keeps_out(n)])

    def restore_imports(self, imports: Sequence[FileImport]) -> Change:
        """Plan to make imports that were taken back count again."""
        facts = {each.line for each in imports}
        wanted = [n for each in imports for n in each.lines]
        removals = self.history.removals
        return self._restoring(
            [n for n in wanted if (by := removals.by(n)) is not None and facts & {*by.imports}]
        )

    def _gone_lines(self) -> frozenset[int]:
        removals = self.history.removals
        every = (each.line for own in self.history.games.values() for each in own)
        return frozenset(line for line in every if line in removals)

    def _restoring(
        self,
        lines: Iterable[int],
        going: frozenset[int] = frozenset(),
        whose: tuple[int, ...] = (),
    ) -> Change:
        """Plan to restore lines, and to remove others, which imports reported at lines `whose`."""
        by_game: dict[str, list[GameLine]] = {}
        for each in self.history.written(lines):
            by_game.setdefault(each.fact.id, []).append(each)
        good: list[int] = []
        kept: list[Kept] = []
        for id, own in by_game.items():
            if self._is_here_again(id, own, going):
                kept.append(Kept(id, _HERE_AGAIN))
            elif not self._has_log(id, own):
                kept.append(Kept(id, _OTHER_LOG))
            else:
                good += [each.line for each in own]
                # a log that was taken back may have grown since it came
                grown = (x for x in self.history.games[id] if isinstance(x.fact, LogGrew))
                good += [x.line for x in grown if x.line in self.history.removals]
        facts: list[Removed | Restored] = []
        if going:
            facts.append(Removed(lines=ranges_of(going), imports=whose))
        if good:
            facts.append(Restored(lines=ranges_of(set(good))))
        return self._effect(tuple(facts), kept)

    def _is_here_again(self, id: str, lines: Sequence[GameLine], going: frozenset[int]) -> bool:
        """Whether anything that stays was recorded about a game after these lines were removed."""
        since = max(self.history.removed_at(each.line) for each in lines)
        counting = self.history.counting([id])
        return any(each.line > since and each.line not in going for each in counting)

    def _has_log(self, id: str, lines: Sequence[GameLine]) -> bool:
        """Whether the log of a game is still the one that these lines are about."""
        logs = [each.fact.log for each in lines if isinstance(each.fact, LogAdded | LogGrew)]
        if not logs:
            return True
        at, end = logs[-1].lines, f'{logs[-1].head}"}}'.encode()
        try:
            return next(self._stores.games.read(id, at, at), b"").endswith(end)
        except (Missing, Damaged):
            return False

    def _removing(self, fact: Removed, kept: Sequence[Kept]) -> Change:
        return self._effect((fact,) if fact.lines else (), kept)

    def _effect(self, facts: tuple[Removed | Restored, ...], kept: Sequence[Kept]) -> Change:
        """Compute the effect of facts by reading the journal as if it contained them."""
        if not facts:
            return Change(kept=kept)
        removals = Removals(
            (line.seq, line.data)
            for line in map(read_fact, self._raws)
            if isinstance(line.data, Removed | Restored)
        )
        for n, fact in enumerate(facts, len(self._raws) + 1):
            removals.take(n, fact)
        was, now = self.catalogue.entries, self._catalogue(removals).entries
        return Change(
            facts,
            gone=[entry for id, entry in was.items() if id not in now],
            back=[entry for id, entry in now.items() if id not in was],
            changed=[
                entry
                for id, entry in now.items()
                if id in was and _without_line(entry) != _without_line(was[id])
            ],
            kept=kept,
        )

    # --- carrying out -----------------------------------------------------------------------

    def carry_out(self, plan: Plan, at: str) -> Change:
        """Apply a plan to the library as it is now, durably, and return the change that was made.

        If somebody else writes first, the plan is computed again. Raises `Locked` if another
        program keeps the library for too long.
        """
        until = monotonic() + PATIENCE
        while True:
            self.refresh()
            change = plan()
            if not change.facts:
                return change
            try:
                self._write(change.facts, at)
            except Stale:
                continue  # somebody else wrote first
            except Locked as e:
                if monotonic() > until:
                    raise locked_by_another(e, self._stores.name) from None
                sleep(0.1)
            else:
                return change

    def _write(self, facts: Sequence[Removed | Restored], at: str) -> None:
        journal, head = self._stores.journal, self.history.head
        try:
            journal.append(JOURNAL, head, None, [Entry(data=f, turn=0, at=at) for f in facts])
        finally:
            journal.release(JOURNAL)


def find_removed(catalogue: Catalogue, text: str) -> str:
    """Return the id of a removed game, given the id or the beginning of it."""
    ids = [] if catalogue.removed is None else list(catalogue.removed.entries)
    hits = [text] if text in ids else [id for id in ids if text and id.startswith(text)]
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise Ambiguous(
            "{count} games that were removed begin with {text!r}",
            hint="which one: {ids}",
            count=len(hits),
            text=text,
            ids=", ".join(hits[:10]),
        )
    raise Missing(
        "no game {text!r} was removed",
        hint="`ledger list --removed` shows those that were",
        text=text,
    )


def _with_parts(catalogue: Catalogue, ids: Collection[str]) -> list[str]:
    """Return some games together with those that turned out to be part of them."""
    parts = [id for id in catalogue.replaced if catalogue.current(id) in ids]
    return [*ids, *parts]


def _without_line(entry: GameEntry) -> GameEntry:
    return msgspec.structs.replace(entry, line=0)


def _base(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]
