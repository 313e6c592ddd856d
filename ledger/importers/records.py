"""The records that readers of other programs' files yield, and the options that readers take."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from ledger.kernel.errors import Ambiguous, LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import PlayRecord
from ledger.library.records.dates import problem_of

from .parsing.limits import MAX_DEPTH, MAX_RECORD, MIB
from .parsing.scores import Decimals
from .parsing.winners import with_winners

if TYPE_CHECKING:
    from .scoring import Scoring

_PLAIN = re.compile(r"[\w=.-]+")
NO_DATE = Message("no date")
Cells: TypeAlias = Literal["scores", "places", "wins", "played"]
"""What the columns of the players can contain."""

Wins: TypeAlias = Literal["high", "low"]
"""Whether the most or the fewest points win."""

AskWins: TypeAlias = Callable[[PlayRecord], Wins | None]
"""Asks whether the most or the fewest points win a play's game; None if nobody knows."""

Lists: TypeAlias = Literal["teams", "names"]
"""What the inner separator in a cell's list can mean: members of a team, or part of a name."""

Numbers: TypeAlias = Literal["places", "seats"]
"""What headings such as 1, 2, 3 can number."""

Blanks: TypeAlias = Literal["above", "unknown"]
"""What an empty date or game below another one can mean."""

SHEET = "sheet"
"""The source of plays in a sheet that doesn't name a source."""


class Kind(enum.StrEnum):
    """The kind of a file. Logs and sessions are our own; the pipeline reads those itself."""

    BGSTATS = "bgstats"
    BGSTATS_LINK = "bgstats-link"
    BGG = "bgg"
    BGA_TABLES = "bga-tables"
    BGA_LOG = "bga-log"
    CSV = "csv"
    XLSX = "xlsx"
    XLS = "xls"
    ODS = "ods"
    ZIP = "zip"
    LOG = "log"
    SESSION = "session"


class Location(msgspec.Struct, frozen=True, gc=False):
    """Where something is in a file; `part` is, for example, `plays[3]` or the name of a sheet."""

    file: str
    line: int | None = None
    part: Text | None = None

    @property
    def text(self) -> Text:
        """The location, as text for people."""
        text = self.file if self.line is None else f"{self.file}:{self.line}"
        return text if self.part is None else Message.join(": ", [text, self.part])

    def __str__(self) -> str:
        return str(self.text)


class ImportedPlay(msgspec.Struct, frozen=True, gc=False):
    """A game that was read; `problems` say what couldn't be understood.

    `weak` means that its source has no id for it, so that it can only be identified by game, date,
    place and players. Weak games in a file that can't be told apart follow one another. `echo`
    means that it is our own export, which says no more than the game it was made from. `past` means
    that it is an old revision from one of our libraries.
    """

    played: PlayRecord
    where: Location
    problems: tuple[Text, ...] = ()
    weak: bool = False
    echo: bool = False
    past: bool = False


class ColumnPreview(msgspec.Struct, frozen=True):
    """How a column of a sheet is interpreted.

    `field` is our name for it, if we have one; `player` is set if the column has the scores of one
    player.
    """

    heading: str
    field: str | None
    meaning: Text
    example: str
    player: bool = False


def shell_word(text: str) -> str:
    """Return a string as a shell word, quoted if necessary, with `…` for unsafe characters."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + re.sub(r"""[^\w =.,:;'&?()+/-]+""", "…", text) + '"'


class Choice(msgspec.Struct, frozen=True):
    """A way to read a sheet: an option with its value, its meaning, and whether it is shown."""

    name: str
    value: str
    meaning: Text
    shown: bool = False

    @property
    def option(self) -> str:
        """The option, the way it is typed."""
        return f"--{self.name} {shell_word(self.value)}"

    def taken(self, options: Options) -> Options:
        """Return the options with this choice added."""
        if self.name == "column":
            ours, _, theirs = self.value.partition("=")
            return msgspec.structs.replace(options, columns={**options.columns, ours: theirs})
        return msgspec.structs.replace(options, **{self.name: self.value})


class Doubt(msgspec.Struct, frozen=True):
    """A reason why it isn't certain how to read a sheet, and the options that would settle it."""

    text: Text
    choices: tuple[Choice, ...] = ()


class SheetPreview(msgspec.Struct, frozen=True, kw_only=True):
    """How a sheet is interpreted: its shape, its columns, its players, and some of its plays.

    `doubts` say why that isn't certain; the user can confirm it, or take one of the `choices`.
    `wrong` says why it can't be right.
    """

    table: Text
    shape: Text
    columns: tuple[ColumnPreview, ...]
    players: tuple[str, ...]
    more_players: int
    plays: tuple[str, ...]
    doubts: tuple[Text, ...] = ()
    wrong: Text | None = None
    choices: tuple[Choice, ...] = ()


class NotASheet(Malformed):
    """Raised for text without a row of headings that we recognise."""


class UnclearSheet(Ambiguous):
    """Raised for a sheet that isn't imported because our interpretation is doubtful or wrong."""

    def __init__(self, preview: SheetPreview, file: str, line: int | None = None) -> None:
        if preview.wrong:
            wrong: Text = preview.wrong
            right = Message("--column OURS=THEIRS and --player NAME say what the columns are")
        else:
            doubt = preview.doubts[0]
            wrong = Message("it isn't certain how to read this table: {doubt}", doubt=doubt)
            right = Message(
                "--yes imports it as shown; {choices}; --column OURS=THEIRS and --player NAME say "
                "what the columns are"
                if preview.choices
                else "--yes imports it as shown; --column OURS=THEIRS and --player NAME say what "
                "the columns are",
                choices=Message.join(
                    "; ",
                    [
                        Message("{option}: {meaning}", option=c.option, meaning=c.meaning)
                        for c in preview.choices
                    ],
                ),
            )
        super().__init__(wrong, file=file, line=line, hint=right)
        self.preview = preview


class Refusal(msgspec.Struct, frozen=True):
    """A record that couldn't be read: the reason, and its id at its source."""

    where: Location
    why: Text
    id: str | None = None
    kind: str = "malformed"
    preview: SheetPreview | None = None

    @classmethod
    def of(cls, e: LedgerError, where: Location, id: str | None = None) -> Refusal:
        """Return the refusal that reports an error in a record."""
        line = where.line if e.line is None else e.line
        preview = e.preview if isinstance(e, UnclearSheet) else None
        return cls(Location(where.file, line, where.part), problem_of(e), id, e.kind, preview)


class SheetSession(msgspec.Struct, frozen=True):
    """A game from the rows of a sheet: lines in session notation, each with its row."""

    id: str
    game: str
    players: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]
    where: Location
    head: tuple[str, ...] = ()
    problems: tuple[Text, ...] = ()

    def session(self) -> str:
        """Return the rows as a session."""
        return "\n".join([*self.head, "", *(text for _, text in self.lines)]) + "\n"

    def row(self, line: int | None) -> int | None:
        """Return the row of the sheet that a line of the session came from."""
        at = (line or 0) - len(self.head) - 2
        if not self.lines or line is None:
            return self.where.line
        return self.lines[min(max(at, 0), len(self.lines) - 1)][0]


class OwnFile(msgspec.Struct, frozen=True):
    """One of our own logs or sessions that was found in an archive."""

    kind: Literal[Kind.LOG, Kind.SESSION]
    name: str
    data: bytes


class Remark(msgspec.Struct, frozen=True):
    """Something the user should know about the file as a whole."""

    where: Location
    text: Text


class Deleted(msgspec.Struct, frozen=True):
    """The plays that a BG Stats file lists as deleted: their keys in lower case, with the times.

    The time is an empty string if the file doesn't give it.
    """

    keys: dict[str, str]


Record: TypeAlias = ImportedPlay | Refusal | SheetSession | OwnFile | Remark | Deleted


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What the user says about a file.

    `columns` maps our names for columns to the sheet's, `players` names the players' columns in a
    wide sheet, `dates` says how to read 03/04/2026, `game` is for files that don't name the game,
    `source` names the sheet that the ids belong to. `cells` says what the players' columns contain,
    `lists` what `Ana,Bo; Cy` in a cell means, `decimals` what 1.234 means, `numbers` what the
    headings 1, 2, 3 mean, `blanks` what an empty date or game below another means. `wins` says by
    title (`*` for all others) whether the most or the fewest points win; `ask_wins` asks about
    other titles, and `scoring` keeps the result of both. An unclear sheet is imported if the user
    is `sure`, or if `confirm` returns True for its preview; if `confirm` returns a choice, the
    sheet is read again. `show` is given the previews of all other sheets.
    """

    columns: Mapping[str, str] = {}
    players: Sequence[str] = ()
    dates: Literal["dmy", "mdy", "ymd"] | None = None
    encoding: str | None = None
    game: str | None = None
    source: str | None = None
    cells: Cells | None = None
    lists: Lists | None = None
    decimals: Decimals | None = None
    numbers: Numbers | None = None
    blanks: Blanks | None = None
    wins: Mapping[str, Wins] = {}
    ask_wins: AskWins | None = None
    scoring: Scoring | None = None
    sure: bool = False
    confirm: Callable[[SheetPreview], bool | Choice] | None = None
    show: Callable[[SheetPreview], None] | None = None


def make_record(
    played: PlayRecord,
    where: Location,
    problems: Sequence[Text] = (),
    *,
    weak: bool = False,
    echo: bool = False,
    wins: Wins | None = None,
) -> ImportedPlay | Refusal:
    """Return a game as a record, or as a refusal if our files can't hold it.

    `wins` is what the source says about how the game is won.
    """
    why = _rejection(played)
    if why is not None:
        return Refusal(where, why, printable(played.key))
    return ImportedPlay(
        with_winners(played, wins), where, tuple(dict.fromkeys(problems)), weak, echo
    )


def _rejection(played: PlayRecord) -> Message | None:
    try:
        if not played.key:
            return Message("it has no id")
        extras = (played.extra, *(s.extra for s in played.standings))
        if any(_too_deep(extra) for extra in extras if extra):
            return _nesting_error()
        size = len(msgspec.json.encode(played))
    except UnicodeEncodeError:
        return Message("it contains half a character (a lone surrogate), which isn't valid text")
    except RecursionError:
        return _nesting_error()
    if size > MAX_RECORD:
        return Message("it is larger than {limit} MiB", limit=MAX_RECORD // MIB)
    return None


def _nesting_error() -> Message:
    return Message("it is nested more than {limit} levels deep", limit=MAX_DEPTH)


def _too_deep(value: Any, level: int = 0) -> bool:
    if not isinstance(value, dict | list | tuple):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return level > MAX_DEPTH or any(_too_deep(v, level + 1) for v in inner)


def printable(text: str) -> str:
    """Return a string in a form that every encoder can write."""
    return text.encode("utf-8", "backslashreplace").decode()
