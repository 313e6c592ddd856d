"""The facts in a library's journal, one per line, in a log like any other."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.log.codec import Header
from ledger.kernel.log.events import Ended, Event, Line, Opened, line_type, tag
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.kernel.verify.departures import Departures
from ledger.library.records.standings import standing_of

Id = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9][a-z0-9_-]{0,63}\Z")]
"""An id that can be a file name; a journal from elsewhere mustn't be able to name other files."""

Revision = Annotated[int, msgspec.Meta(ge=1)]
LineNumber = Annotated[int, msgspec.Meta(ge=1)]
LineRanges = tuple[tuple[LineNumber, LineNumber], ...]
"""Lines of the journal, as ranges with a first and a last line."""

JOURNAL = "library"
"""The journal's name: it is `library.jsonl`, and opens as a log of a game with this name."""

Ending = Literal["finished", "broken off"]
"""How a game ended: according to its rules, or because the players gave up."""

OPENED = Opened(game=JOURNAL, rules="library/1", box="", seats=())


class LogFacts(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """What a library knows about a log without opening it.

    `head` is the digest of its last line; `branch` is the line at which it branched off from
    another game. `end` is None if the game hasn't ended. Facts from earlier versions have neither
    `end` nor `departures`.
    """

    game: str
    head: str
    lines: int
    size: int
    sealed: bool
    date: str | None = None
    place: str | None = None
    view: int | None = None
    branch: int | None = None
    standings: tuple[Standing, ...] = ()
    end: Ending | None = None
    departures: Departures | None = None


class LogAdded(Event, frozen=True, kw_only=True):
    """A log was added; if its `revision` is above 1, it replaced an earlier one."""

    id: Id
    identity: str
    revision: Revision
    log: LogFacts


class LogGrew(Event, frozen=True, kw_only=True):
    """A log in the library was continued."""

    id: Id
    log: LogFacts


class ResultAdded(Event, frozen=True, kw_only=True):
    """A game without moves was added, or its record was replaced."""

    id: Id
    revision: Revision
    played: PlayRecord


class PlayersMerged(Event, frozen=True, kw_only=True):
    """Two keys belong to one person, called `name`."""

    keep: str
    other: str
    name: str


class PlayersSplit(Event, frozen=True, kw_only=True):
    """These keys belong to a different person from the others."""

    keys: tuple[str, ...]
    rest: tuple[str, ...]


class PlayersForgotten(Event, frozen=True, kw_only=True):
    """Exports and public copies mustn't name the person with these keys; `undone` lifts that."""

    keys: tuple[str, ...]
    undone: bool = False


class MappingSaved(Event, frozen=True, kw_only=True):
    """What the columns of somebody's sheets mean, saved under a name; the latest one applies."""

    name: str
    columns: dict[str, str] = msgspec.field(default_factory=dict)
    players: tuple[str, ...] = ()
    dates: Literal["dmy", "mdy"] | None = None
    game: str | None = None
    source: str | None = None


class SheetOptionsSaved(Event, frozen=True, kw_only=True):
    """What a mapping sets besides columns, by the names of our options; the latest one applies."""

    name: str
    options: dict[str, str]


class ScoringSaid(Event, frozen=True, kw_only=True):
    """Whether the most or the fewest points win the game with a title; the latest one applies."""

    title: str
    wins: Literal["high", "low"]


class Imported(Event, frozen=True, kw_only=True):
    """A file was imported, with the number of its records that were new, changed and so on."""

    file: str
    kind: str
    digest: str
    new: int
    known: int
    changed: int
    refused: int
    joined: int = 0

    @property
    def wrote(self) -> int:
        """How many lines about games it added to the journal."""
        return self.new + self.changed + self.joined


class ImportedLines(Event, frozen=True, kw_only=True):
    """The lines written by the import that the line before reports, where that isn't obvious.

    `instead_of` is the line of the removal that made room for it, if it replaced other imports:
    the two are undone together.
    """

    lines: LineRanges
    instead_of: int | None = None


class Removed(Event, frozen=True, kw_only=True):
    """The contents of these lines of the journal no longer count.

    `imports` are the lines that reported imports which were taken back. If there are none, somebody
    removed the games themselves, and imports leave them out from then on.
    """

    lines: LineRanges
    imports: tuple[int, ...] = ()


class Restored(Event, frozen=True, kw_only=True):
    """The contents of these removed lines count again."""

    lines: LineRanges


class Unknown(Event, frozen=True, kw_only=True):
    """A fact written by a later version: it stays in the journal and has no effect here."""


Fact = (
    LogAdded
    | LogGrew
    | ResultAdded
    | PlayersMerged
    | PlayersSplit
    | PlayersForgotten
    | MappingSaved
    | SheetOptionsSaved
    | ScoringSaid
    | Imported
    | ImportedLines
    | Removed
    | Restored
    | Unknown
)
FACTS: tuple[type[Event], ...] = (
    *(Opened, LogAdded, LogGrew, ResultAdded),
    *(PlayersMerged, PlayersSplit, PlayersForgotten, MappingSaved, SheetOptionsSaved),
    *(ScoringSaid, Imported, ImportedLines, Removed, Restored),
)


def read_fact(raw: bytes) -> Line:
    """Return a line of the journal; a fact of an unfamiliar type becomes `Unknown`.

    Raises `msgspec.DecodeError` if the line can't be read at all.
    """
    try:
        line = _decoder().decode(raw)
        if type(line.data) is Opened and line.data.game != JOURNAL:
            raise msgspec.DecodeError("the log of a game")
        return line
    except msgspec.ValidationError:
        header = msgspec.structs.asdict(_headers.decode(raw))
        if header.pop("type") in map(tag, FACTS):
            raise
        return line_type(Unknown)(**header | {"data": Unknown()})


_headers = msgspec.json.Decoder(Header)


@functools.cache
def _decoder() -> msgspec.json.Decoder[Line]:
    return msgspec.json.Decoder(functools.reduce(operator.or_, map(line_type, FACTS)))


def settled(played: PlayRecord) -> tuple[PlayRecord, int]:
    """Return a result as it will be read back, for comparisons, and its size in bytes.

    Where that makes no difference it is the result itself, as its texts are shared with others.
    """
    data = msgspec.json.encode(played)
    read = _played.decode(data)
    return (played if read == played else read), len(data)


_played = msgspec.json.Decoder(PlayRecord)


def describe(lines: Sequence[Line], size: int) -> LogFacts:
    """Return what lists of games show about a log."""
    # what follows loads games; reading a journal doesn't
    from ledger.kernel.replay.replay import live
    from ledger.kernel.verify.assurance import end_of

    opened: Opened = lines[0].data
    last = lines[-1]
    counted = live(lines)
    ended = end_of(counted)
    return LogFacts(
        game=opened.game,
        head=last.digest,
        lines=len(lines),
        size=size,
        sealed=last.type == "sealed",
        date=opened.started,
        place=opened.place,
        view=opened.view,
        branch=None if opened.origin is None else opened.origin.at,
        standings=tuple(_standing(opened, i, ended) for i in range(len(opened.seats))),
        end=None if ended is None else "broken off" if ended.broken_off else "finished",
        departures=_departures(opened, counted),
    )


def _departures(opened: Opened, counted: Sequence[Line]) -> Departures | None:
    from ledger.kernel.game.registry import find_game
    from ledger.kernel.verify.assurance import departures

    try:
        return departures(find_game(opened.game), opened, counted)
    except Malformed:  # it isn't installed
        return None


def _standing(opened: Opened, i: int, ended: Ended | None) -> Standing:
    seat, facts = opened.seats[i], standing_of(ended, i)
    return Standing(person=Person(name=seat.name), seat=i + 1, colour=seat.colour, **facts)
