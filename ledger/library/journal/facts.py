"""What a library's journal says: one fact per line, in a log like any other."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.codec import Header
from ledger.kernel.log.events import Ended, Event, Line, Opened, line_type, tag
from ledger.kernel.replay.replay import live
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.kernel.rules.outcome import places
from ledger.kernel.verify.assurance import Departures, departures, end_of

Id = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9][a-z0-9_-]{0,63}\Z")]
"""Ids become file names, so somebody else's journal must not be able to name other files."""

Revision = Annotated[int, msgspec.Meta(ge=1)]
LineNumber = Annotated[int, msgspec.Meta(ge=1)]
LineRanges = tuple[tuple[LineNumber, LineNumber], ...]
"""Lines of the journal: the first and the last of each row of them."""

JOURNAL = "library"
"""The journal is `library.jsonl`; it opens as a log of a game of this name."""

Ending = Literal["finished", "broken off"]
"""How a game ended: by its rules, or because the players gave up."""

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

    `head` is the digest of its last line; `branch` is the line where it branched off another game.
    `end` is None for a game that goes on. What earlier versions wrote has neither that nor
    `departures`.
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
    """A log was taken; with `revision` above 1 it took the place of an earlier one."""

    id: Id
    identity: str
    revision: Revision
    log: LogFacts


class LogGrew(Event, frozen=True, kw_only=True):
    """A log of the library was played on."""

    id: Id
    log: LogFacts


class ResultAdded(Event, frozen=True, kw_only=True):
    """A game without moves was taken, or took the place of what was known of it."""

    id: Id
    revision: Revision
    played: PlayRecord


class PlayersMerged(Event, frozen=True, kw_only=True):
    """Two keys are one person, called `name`."""

    keep: str
    other: str
    name: str


class PlayersSplit(Event, frozen=True, kw_only=True):
    """The keys are another person than the rest."""

    keys: tuple[str, ...]
    rest: tuple[str, ...]


class PlayersForgotten(Event, frozen=True, kw_only=True):
    """Exports and public copies don't name the person with these keys; `undone`: they do again."""

    keys: tuple[str, ...]
    undone: bool = False


class MappingSaved(Event, frozen=True, kw_only=True):
    """What the columns of somebody's tables mean, under a name; the latest of a name counts."""

    name: str
    columns: dict[str, str] = msgspec.field(default_factory=dict)
    players: tuple[str, ...] = ()
    dates: Literal["dmy", "mdy"] | None = None
    game: str | None = None
    source: str | None = None


class SheetOptionsSaved(Event, frozen=True, kw_only=True):
    """What a mapping says besides its columns, by the names of our options; the latest counts."""

    name: str
    options: dict[str, str]


class ScoringSaid(Event, frozen=True, kw_only=True):
    """Whether the most or the fewest points win in the game of a title; the latest counts."""

    title: str
    wins: Literal["high", "low"]


class Imported(Event, frozen=True, kw_only=True):
    """A file was imported: how many of its records were what."""

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
    """Which lines the import before it wrote, where that doesn't follow from the journal itself."""

    lines: LineRanges


class Removed(Event, frozen=True, kw_only=True):
    """What these lines of the journal say doesn't count any more.

    `imports` are the lines that tell of imports which were taken back; without any, they are the
    games that somebody removed, and an import leaves those out.
    """

    lines: LineRanges
    imports: tuple[int, ...] = ()


class Restored(Event, frozen=True, kw_only=True):
    """What these lines say, which were removed, counts again."""

    lines: LineRanges


class Unknown(Event, frozen=True, kw_only=True):
    """A fact that a later version wrote: it stays in the journal, and changes nothing here."""


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
    """Return a line of the journal; a fact of a type that isn't known is `Unknown`.

    Raises `msgspec.DecodeError` if it can't be read at all.
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
    """Return a game as it will be read back, for comparing, and how many bytes it takes."""
    data = msgspec.json.encode(played)
    return _played.decode(data), len(data)


_played = msgspec.json.Decoder(PlayRecord)


def describe(lines: Sequence[Line], size: int) -> LogFacts:
    """Return what a list of games shows about a log."""
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
    try:
        return departures(find_game(opened.game), opened, counted)
    except Malformed:  # it isn't installed
        return None


def _standing(opened: Opened, i: int, ended: Ended | None) -> Standing:
    seat, facts = opened.seats[i], dict[str, Any]()
    if ended is not None and not ended.broken_off:
        if (score := ended.scores[i]) is not None:
            facts |= {"score": str(score), "total": str(score)}
        if (place := places(ended.ranking).get(i + 1)) is not None:
            facts |= {"place": place, "won": place == 1}
    return Standing(person=Person(name=seat.name), seat=i + 1, colour=seat.colour, **facts)
