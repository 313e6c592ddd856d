"""The contents of a library, folded from its journal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from ledger.kernel.errors import Ambiguous, LedgerError, Missing
from ledger.kernel.game.summary import our_summary
from ledger.kernel.log.events import Line, Opened
from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord, Standing
from ledger.kernel.verify.departures import Departures
from ledger.library.ids import file_id
from ledger.library.people.directory import People, person_of
from ledger.library.records.known_exports import (
    OURS,
    bgstats_uuid,
    echoes,
    key_of_log,
    origins,
    twin,
)
from ledger.library.records.merge import COPY, combined

from .facts import (
    Ending,
    Fact,
    Imported,
    ImportedLines,
    LineRanges,
    LogAdded,
    LogFacts,
    LogGrew,
    MappingSaved,
    PlayersForgotten,
    PlayersMerged,
    PlayersSplit,
    ResultAdded,
    ScoringSaid,
    SheetOptionsSaved,
)
from .removals import Removals, ranges_of

Kind = Literal["log", "result"]


class GameEntry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One game in a library: a log, or a result without moves.

    `game` is the name of the game if it is installed. Only logs have `path` (if they are files),
    `head`, `lines`, `size`, `end` and `departures`; earlier versions didn't record the last two
    (`Library.look_into` finds them). Only results have `played`, which is everything known about
    them. `line` is the line of the journal that added the game, or 0 if it isn't known yet.
    """

    id: str
    kind: Kind
    identity: str
    revision: int
    game: str | None
    title: str
    date: str | None
    place: str | None
    standings: tuple[Standing, ...]
    path: Path | None = None
    head: str | None = None
    lines: int = 0
    size: int = 0
    sealed: bool = False
    view: int | None = None
    branch: int | None = None
    end: Ending | None = None
    departures: Departures | None = None
    played: PlayRecord | None = None
    line: int = 0

    @property
    def full_title(self) -> str:
        """The title of the game; for an installed game, its own title."""
        return full_title(self.title, self.game)

    def title_in(self, lang: str) -> str:
        """Return the title in a language, if the title isn't what somebody wrote."""
        ours = our_summary(self.game) if self.game is not None and self.title == self.game else None
        return self.full_title if ours is None else ours.meta.titles.get(lang, ours.meta.title)

    @property
    def over(self) -> bool:
        """Whether the game has ended and its log is sealed."""
        return self.sealed and (self.end is not None or self.departures is None)

    @property
    def plays(self) -> int:
        """How many plays this record counts as, since a BGG play has a quantity."""
        return self.played.quantity if self.played is not None else 1


def full_title(title: str, game: str | None) -> str:
    """Return the title of a game, also if its name is all that was recorded."""
    if title != game:
        return title
    if (ours := our_summary(title)) is not None:
        return ours.meta.title
    from ledger.kernel.game.registry import find_game  # only games from elsewhere have to be loaded

    try:
        return find_game(title).meta.title
    except LedgerError:
        return title


def result_identity(played: PlayRecord) -> str:
    """Return the identity of a game without moves: its source and its key there."""
    return identity_of(played.source, played.key)


def identity_of(source: str, key: str) -> str:
    """Return the identity of a game without moves that has this key at a source."""
    return f"play:{source}:{key}"


def is_copy(played: PlayRecord | None) -> bool:
    """Whether a result is a BGG play, which can be a copy of a play recorded elsewhere."""
    return played is not None and played.source == COPY


class GamesById(ABC):
    """Looks up games by their ids or the beginnings of their ids, wherever they are stored."""

    @abstractmethod
    def entry(self, id: str) -> GameEntry | None:
        """Return what is known about a game."""

    @abstractmethod
    def _replaced_by(self, id: str) -> str | None:
        """Return the game that another one turned out to be part of."""

    @abstractmethod
    def _beginning(self, text: str) -> tuple[Iterable[str], Iterable[str]]:
        """Return the ids that begin with a string: those of games, and those of replaced games."""

    def find(self, text: str, library: str) -> GameEntry:
        """Return the game with this id, or the only one whose id starts with it.

        An id that a game had before two records were combined still finds it. `library` is the name
        of the library in the error if there is no such game.
        """
        if (found := self.entry(self.current(text))) is not None:
            return found
        here, replaced = self._beginning(text) if text else ((), ())
        hits = sorted({*here, *map(self.current, replaced)})
        if len(hits) == 1 and (found := self.entry(hits[0])) is not None:
            return found
        if hits:
            raise Ambiguous(
                "the ids of {count} games in the library begin with {text!r}",
                hint="which one: {ids}" if len(hits) <= 10 else "which one: {ids}, and {more} more",
                count=len(hits),
                text=text,
                ids=", ".join(hits[:10]),
                more=len(hits) - 10,
            )
        raise Missing(
            "there is no game {text!r} in the library {library}", text=text, library=library
        )

    def current(self, id: str) -> str:
        """Return a game's current id, following it if it turned out to be part of another game."""
        while self.entry(id) is None and (now := self._replaced_by(id)) is not None:
            id = now
        return id


class GameFold(GamesById):
    """Folds what a journal says into the games that exist, wherever they are stored."""

    def __init__(self, games: Path | None) -> None:
        """`games` is the folder of the logs, if they are files."""
        self.games = games
        self._line = 0

    @abstractmethod
    def _id_of(self, identity: str) -> str | None:
        """Return the id of the game with this identity; implementations may leave logs out."""

    @abstractmethod
    def _assign(self, identity: str, id: str, kind: Kind) -> None:
        """Record which game has an identity from now on."""

    @abstractmethod
    def _revisions_of(self, id: str) -> list[PlayRecord]:
        """Return every revision of a result."""

    @abstractmethod
    def _keep_revisions(self, id: str, revisions: list[PlayRecord]) -> None:
        """Store all revisions of a result."""

    @abstractmethod
    def _put(self, entry: GameEntry) -> None:
        """Store what is now known about a game."""

    @abstractmethod
    def _drop(self, was: str, id: str) -> None:
        """Drop a result that turned out to be part of another game."""

    def take(self, fact: LogAdded | LogGrew | ResultAdded, line: int = 0) -> None:
        """Apply what a line of the journal says about a game."""
        self._line = line
        match fact:
            case ResultAdded():
                self._result(fact)
            case LogAdded():
                self._log(fact.id, fact.identity, fact.revision, fact.log)
            case LogGrew():
                if (entry := self.entry(fact.id)) is not None:
                    self._log(fact.id, entry.identity, entry.revision, fact.log)

    def _log(self, id: str, identity: str, revision: int, log: LogFacts) -> None:
        known = self.entry(id)
        if known is None or known.kind != "log":
            for echo in echoes(identity):
                self._supersede(id, echo, "log")
        self._put(
            GameEntry(
                id=id,
                kind="log",
                identity=identity,
                revision=revision,
                game=log.game,
                title=log.game,
                date=log.date,
                place=log.place,
                standings=log.standings,
                path=self.path_of(id),
                head=log.head,
                lines=log.lines,
                size=log.size,
                sealed=log.sealed,
                view=log.view,
                branch=log.branch,
                end=log.end,
                departures=log.departures,
                line=self._line if known is None else known.line,
            )
        )

    def path_of(self, id: str) -> Path | None:
        """Return the path of a log, if logs are files."""
        return None if self.games is None else self.games / f"{id}.jsonl"

    def _result(self, fact: ResultAdded) -> None:
        id = self._home(fact)
        known = self.entry(id)
        before = [] if known is None else self._revisions_of(id)
        revisions = [*before, *self.copies(fact.played), fact.played]
        played = combined(revisions)
        if fact.played in before and played == combined(before):
            return  # it went back to this, but what came between doesn't count any more
        self._keep_revisions(id, revisions)
        if (same := twin(fact.played)) is not None:
            self._supersede(id, same, "result")
        self._put(
            GameEntry(
                id=id,
                kind="result",
                identity=result_identity(played),
                revision=len(revisions),  # of those that count
                game=played.game,
                title=played.title,
                date=played.date,
                place=played.place,
                standings=played.standings,
                played=played,
                line=self._line if known is None else known.line,
            )
        )

    def _home(self, fact: ResultAdded) -> str:
        """Return the id of the game that a result belongs to.

        A BGG copy gets its own id back if the play it was combined with no longer counts, and
        joins a play that counts again although it had been removed when the copy came.
        """
        if not is_copy(fact.played):
            return fact.id
        identity = result_identity(fact.played)
        if fact.id.startswith(f"{COPY}-"):
            whole = self.entry(self._id_of(identity) or "")
            other = whole is not None and whole.kind == "result" and not is_copy(whole.played)
            return whole.id if whole is not None and other else fact.id
        if self.entry(fact.id) is not None:
            return fact.id
        wish = f"{fact.played.source}-{fact.played.key}"
        return self._id_of(identity) or file_id(wish, identity, ())

    def _supersede(self, id: str, identity: str, kind: Kind) -> None:
        """Replace an earlier result with this identity."""
        was = self._id_of(identity)
        known = None if was is None or was == id else self.entry(was)
        if was is not None and known is not None and known.kind == "result":
            self._drop(was, id)
        self._assign(identity, id, kind)

    def copies(self, played: PlayRecord) -> list[PlayRecord]:
        """Return the BGG copies of a BG Stats play that still have an entry of their own."""
        id = self._id_of(twin(played) or "")
        entry = None if id is None else self.entry(id)
        return self._revisions_of(entry.id) if entry is not None and is_copy(entry.played) else []


class Catalogue(GameFold):
    """Everything a journal says, in memory and ready for lookups."""

    def __init__(self, games: Path | None, removals: Removals | None = None) -> None:
        """`games` is the folder of the logs, if they are files; `removals` are lines to skip."""
        super().__init__(games)
        self.removals = removals or Removals()
        self.removed: Catalogue | None = None
        """The games that were removed themselves, so that imports leave them out."""
        self.left_logs: dict[str, str] = {}
        """The logs that don't count but still exist: their identities by id."""
        self.entries: dict[str, GameEntry] = {}
        self.by_identity: dict[str, str] = {}
        self.results: dict[str, list[PlayRecord]] = {}  # every revision
        self.logs: dict[str, list[LogFacts]] = {}  # every revision
        self.heads: dict[str, set[str]] = {}  # every head a log ever had
        self.people = People()
        self.touched: list[str] = []  # every game that came, changed or went, in that order
        self.mappings: dict[str, MappingSaved] = {}
        self.sheet_options: dict[str, dict[str, str]] = {}  # by the name of a mapping
        self.scoring: dict[str, Literal["high", "low"]] = {}  # by title
        self.imports: list[tuple[str | None, Imported]] = []
        self.import_lines: dict[int, LineRanges] = {}
        """For each import number, the lines that the import wrote, if that is known."""
        self._written: list[int] = []
        self._derived = 0
        self.unclaimed: dict[str, list[int]] = {}
        """For each game, the lines with results that no import claims, as it was interrupted."""
        self.superseded: dict[str, str] = {}  # a game -> the result it replaced
        self.replaced: dict[str, str] = {}  # a game that was replaced -> the game by which
        self._uuids: dict[str, str] = {}  # id of a game in BG Stats -> its id here
        self._unnamed: list[str] = []

    def read(self, lines: Iterable[Line]) -> bool:
        """Add lines of the journal; return False if one removes or restores lines unexpectedly.

        In that case the journal has to be read again from its first line, into a new catalogue.
        """
        for line in lines:
            if self.removals.are_news(line):
                return False
            if line.seq in self.removals:
                self._leave_out(line.seq, line.data)
            elif not isinstance(line.data, Opened):
                self.add(line.data, line.at, line.seq)
        return True

    def _leave_out(self, line: int, fact: Fact) -> None:
        """Note the contents of a line that doesn't count."""
        if not isinstance(fact, LogAdded | LogGrew | ResultAdded):
            return
        if isinstance(fact, LogAdded):
            self.left_logs[fact.id] = fact.identity
        if self.removals.keeps_out(line):
            if self.removed is None:
                self.removed = Catalogue(self.games)
            self.removed.take(fact, line)

    def add(self, fact: Fact, at: str | None = None, line: int = 0) -> None:
        """Add one fact."""
        match fact:
            case ResultAdded() | LogAdded() | LogGrew():
                if line and isinstance(fact, ResultAdded):
                    self.unclaimed.setdefault(fact.id, []).append(line)
                if line and not isinstance(fact, LogGrew):
                    self._written.append(line)
                self.take(fact, line)
            case PlayersMerged() | PlayersSplit():
                self.people.rule(fact)
            case PlayersForgotten():
                self.people.forget(fact)
            case MappingSaved():
                self.mappings[fact.name] = fact
            case SheetOptionsSaved():
                self.sheet_options[fact.name] = fact.options
            case ScoringSaid():
                self.scoring[fact.title] = fact.wins
            case Imported():
                self.imports.append((at, fact))
                self._derive_lines(fact)
                self.unclaimed.clear()
            case ImportedLines():
                self.import_lines[len(self.imports)] = fact.lines
                self._derived = 0

    def _derive_lines(self, fact: Imported) -> None:
        """Take the lines before an import for its own, if no other file of its run wrote any."""
        if not fact.wrote:
            return
        if self._written:
            self._derived = len(self.imports)
            self.import_lines[self._derived] = ranges_of(self._written[-fact.wrote :])
            self._written.clear()
        elif self._derived:
            del self.import_lines[self._derived]
            self._derived = 0

    def entry(self, id: str) -> GameEntry | None:
        """Return what is known about a game."""
        return self.entries.get(id)

    def _id_of(self, identity: str) -> str | None:
        return self.by_identity.get(identity)

    def _assign(self, identity: str, id: str, kind: Kind) -> None:
        self.by_identity[identity] = id

    def _revisions_of(self, id: str) -> list[PlayRecord]:
        return self.results.get(id, [])

    def _keep_revisions(self, id: str, revisions: list[PlayRecord]) -> None:
        self.results[id] = revisions

    def _log(self, id: str, identity: str, revision: int, log: LogFacts) -> None:
        self.logs.setdefault(id, [])[revision - 1 :] = [log]
        self.heads.setdefault(id, set()).add(log.head)
        super()._log(id, identity, revision, log)

    def _put(self, entry: GameEntry) -> None:
        if entry.id not in self.entries:
            self._unnamed.append(entry.id)
        self.entries[entry.id] = entry
        self.touched.append(entry.id)
        self.by_identity[entry.identity] = entry.id
        self.people.see(entry.id, [person_of(s) for s in entry.standings])

    def _drop(self, was: str, id: str) -> None:
        del self.entries[was]
        self.touched.append(was)
        self.people.drop(was)
        self.superseded[id] = was
        self.replaced[was] = id

    def kept_out(self, played: PlayRecord) -> str | None:
        """Return the id of the removed game that a result belongs to, or None."""
        gone = self.removed
        if gone is None or result_identity(played) in self.by_identity:
            return None
        copies = gone.by_identity.get(twin(played) or "")
        found = gone.by_identity.get(result_identity(played)) or gone.original(played) or copies
        return None if found is None else gone.current(found)

    def is_taken(self, id: str, identity: str) -> bool:
        """Whether an id belongs to a game other than the one with this identity."""
        gone = self.removed is not None and id in self.removed.entries
        return id in self.entries or gone or self.left_logs.get(id, identity) != identity

    def copied(self, played: PlayRecord) -> str | None:
        """Return the id of the BG Stats game that a BGG play is a copy of, if it is here."""
        id = self.by_identity.get(result_identity(played)) if is_copy(played) else None
        entry = self.entries.get(id or "")
        if entry is None or entry.kind != "result" or is_copy(entry.played):
            return None
        return entry.id

    def original(self, played: PlayRecord) -> str | None:
        """Return the id of the game that a result was exported from, if it is here."""
        own = result_identity(played)
        for identity in (own, *origins(played)):
            id = self.by_identity.get(identity)
            if id is not None and self.entries[id := self.current(id)].identity != own:
                return id
        return self._exported(played.key) if played.source == "bgstats" else None

    def _exported(self, uuid: str) -> str | None:
        """Return the id of the game whose export has this BG Stats id."""
        if uuid[14:15] != "5":  # the app's own ids look different
            return None
        while self._unnamed:
            id = self._unnamed.pop()
            if id in self.logs:
                named = OURS, key_of_log(self.entries[id].identity)
            else:
                named = self.results[id][0].source, self.results[id][0].key
            self._uuids[bgstats_uuid(*named)] = id
        return self._uuids.get(uuid.upper())

    def find(self, text: str, library: str) -> GameEntry:
        """Return the game with this id, or the only one whose id starts with it."""
        try:
            return super().find(text, library)
        except Missing as e:
            if self.removed is not None and text in self.removed.entries:
                e.hint = Message(
                    "it was removed: `ledger remove --undo {id}` brings it back", id=text
                )
            raise

    def _replaced_by(self, id: str) -> str | None:
        return self.replaced.get(id)

    def _beginning(self, text: str) -> tuple[Iterable[str], Iterable[str]]:
        here, replaced = (
            [id for id in ids if id.startswith(text)] for ids in (self.entries, self.replaced)
        )
        return here, replaced

    def revisions(self, id: str) -> list[Any]:
        """Return every revision of a game, oldest first."""
        return list(self.logs.get(id) or self.results.get(id) or ())


class TakenIds:
    """The ids that a game can't have because other games have them."""

    def __init__(self, catalogue: Catalogue, identity: str) -> None:
        self._catalogue, self._identity = catalogue, identity

    def __contains__(self, id: object) -> bool:
        return self._catalogue.is_taken(str(id), self._identity)
