"""What is sent over HTTP: the bodies of requests and responses, version 1."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw

from ledger.kernel.game.views import Asked
from ledger.kernel.log.events import Ended, Seat
from ledger.kernel.scene.chapter_shapes import (
    ChapterLine,
    ChapterStart,
    CurveRow,
    Eyes,
    GameSummary,
    Mark,
    NamedResource,
    TurnRow,
)
from ledger.kernel.verify.assurance import Assurance

Role = Literal["seat", "spectator", "referee", "host", "metrics", "admin"]
Status = Literal["running", "over", "read-only", "damaged"]
Version = Annotated[int, Meta(ge=0, description="Number of the last line of the log")]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$(?!\n)", description="Id of a game")]
Secret = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9._~-]{1,200}$(?!\n)",
        description="Goes into files and links as it is",
    ),
]
SeatNumber = Annotated[int, Meta(ge=1, le=16)]
Key = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,100}$(?!\n)",
        description="The same again changes nothing",
    ),
]
KindOfGame = Annotated[str, Meta(description="Which game it is of, such as osaka")]
GameEvent = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
GameCommand = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Command"})]
SentCommand = Annotated[
    dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Command"})
]
GameView = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/View"})]
PageStart = Annotated[
    Raw, Meta(extra_json_schema={"$ref": f"#/components/schemas/{ChapterStart.__name__}"})
]
PageLine = Annotated[
    Raw, Meta(extra_json_schema={"$ref": f"#/components/schemas/{ChapterLine.__name__}"})
]
Number = Annotated[int, Meta(ge=1, le=2**53)]


class RequestBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request."""


class ResponseBody(msgspec.Struct, frozen=True, kw_only=True):
    """The body of a response."""


# --- errors ---------------------------------------------------------------------------------


class ProblemDetails(ResponseBody, frozen=True, kw_only=True, omit_defaults=True):
    """What is wrong: the body of every response that isn't a success, as defined by RFC 9457."""

    type: Annotated[str, Meta(description="Address of a page about this kind of problem")]
    title: Annotated[str, Meta(description="What this kind of problem is, always the same")]
    status: Annotated[int, Meta(description="The status of the answer")]
    detail: Annotated[str, Meta(description="What is wrong this time, for people")]
    kind: Annotated[str, Meta(description="The kind, for programs; newer ones go by their status")]
    rule: Annotated[str | None, Meta(description="Id of the rule that refuses it")] = None
    hint: Annotated[str | None, Meta(description="What would be right")] = None
    line: Annotated[int | None, Meta(description="Line of a text that was sent, from 1")] = None
    column: Annotated[int | None, Meta(description="Column in that line, from 1")] = None
    source: Annotated[str | None, Meta(description="That line")] = None
    version: Annotated[int | None, Meta(description="Version of the game now (stale)")] = None
    detail_data: Annotated[
        dict[str, Any] | None,
        Meta(description="`detail` as a template and its values, if it has any, for translation"),
    ] = None
    hint_data: Annotated[
        dict[str, Any] | None,
        Meta(description="`hint` as a template and its values, if it has any, for translation"),
    ] = None


# --- games ----------------------------------------------------------------------------------


class NewGame(RequestBody, frozen=True, kw_only=True):
    """A game to create; `key` may be sent as the header Idempotency-Key instead."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[Annotated[str, Meta(max_length=200)] | Seat], Meta(max_length=16)]
    options: dict[str, str | int | bool] = {}
    box: dict[str, Any] | None = None
    place: Annotated[str, Meta(max_length=200)] | None = None
    id: Id | None = None
    key: Key | None = None

    def __post_init__(self) -> None:
        for seat in self.seats:
            name = seat if isinstance(seat, str) else seat.name
            if not 1 <= len(name.strip()) <= 200:
                raise ValueError("a player's name can have 1 to 200 characters")


class Result(ResponseBody, frozen=True, kw_only=True):
    """How a game ended; tied seats are grouped. `finished`: by its rules, not abandoned.

    `winners` are the seats that won, if any; `sides` those that played together, if there were
    teams. `places` has the place of each seat: none if nobody won, or if all played together.
    """

    reason: str
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int | None, ...]
    finished: bool
    winners: tuple[int, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    places: tuple[int | None, ...] = ()

    @classmethod
    def of(cls, ended: Ended) -> Result:
        """Return the result that an event reports."""
        return cls(
            reason=ended.reason,
            ranking=ended.ranking,
            scores=ended.scores,
            finished=not ended.broken_off,
            winners=ended.winners,
            sides=ended.teams,
            places=tuple(ended.places.get(seat) for seat in range(1, len(ended.scores) + 1)),
        )


class GameFacts(ResponseBody, frozen=True, kw_only=True):
    """A game as the token's holder sees it; `viewer` is a seat, 0 a spectator, null everything.

    `awaiting` lists all open questions, `answering` the seats that may answer theirs now.
    """

    id: Id
    game: str
    title: str
    rules: str
    seats: tuple[Seat, ...]
    options: dict[str, str | int | bool]
    place: str | None
    started: str | None
    status: Status
    version: Version
    viewer: int | None
    turn: int
    round: int
    awaiting: tuple[Asked, ...]
    answering: tuple[int, ...] = ()
    scores: tuple[int | None, ...]
    result: Result | None


class GameRow(ResponseBody, frozen=True, kw_only=True):
    """A game in a list.

    `game` is null if the game isn't installed here. `version` is null for a result without moves,
    and for a seat or a spectator that hasn't looked at the game since the service started.
    """

    id: Id
    game: str | None
    title: str
    kind: Literal["log", "result"]
    status: Status
    players: tuple[str, ...]
    date: str | None
    place: str | None
    version: Version | None


class GameList(ResponseBody, frozen=True, kw_only=True):
    """Games ordered by id; pass `next` as `after` to get more.

    A page can have fewer games than requested, even none, although more follow.
    """

    games: list[GameRow]
    next: str | None


class OptionType(ResponseBody, frozen=True, kw_only=True):
    """The values that an option of a game can have; without `choices`, any value of its type.

    `label` and `labels` are the names of the option and of its choices to show to people.
    """

    type: Literal["boolean", "integer", "string"]
    choices: tuple[str | int | bool, ...]
    label: str = ""
    labels: tuple[str, ...] = ()


class GameKind(ResponseBody, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    rules: str
    players: tuple[int, ...]
    options: dict[str, Any]
    option_types: dict[str, OptionType] = {}
    bots: Annotated[tuple[str, ...], Meta(description="Bots that the service can play with")] = ()


class GameKinds(ResponseBody, frozen=True, kw_only=True):
    """Every game that can be played here."""

    games: list[GameKind]


# --- what happened --------------------------------------------------------------------------


class Events(ResponseBody, frozen=True, kw_only=True):
    """Lines of a viewer's stream as they are in its log; `next` is the first one left out."""

    game: KindOfGame
    version: Version
    viewer: int | None
    events: list[GameEvent]
    next: int | None


class GameGroup(ResponseBody, frozen=True, kw_only=True):
    """One message in the stream of all games: lines of one game that belong together."""

    id: Id
    game: KindOfGame
    viewer: Annotated[int | None, Meta(description="Whose eyes: a seat, 0 a spectator, null all")]
    events: list[GameEvent]


class GameProblem(ResponseBody, frozen=True, kw_only=True):
    """A game that the stream of all games can't include."""

    id: Id
    problem: ProblemDetails


class Position(ResponseBody, frozen=True, kw_only=True):
    """The state after line `at`, as the viewer sees it.

    `awaiting` lists all open questions, `answering` the seats that may answer theirs now.
    """

    game: KindOfGame
    version: Version
    viewer: int | None
    at: int
    turn: int
    round: int
    view: GameView
    awaiting: tuple[Asked, ...]
    answering: tuple[int, ...] = ()
    scores: tuple[int | None, ...]
    result: Result | None


class Chapter(ResponseBody, frozen=True, kw_only=True):
    """Lines of a viewer's stream as a page shows them: chapter n has 64, from 64(n-1)+1 on.

    `start` is the scene after line `first`; it is null if only later lines were requested.
    """

    game: KindOfGame
    version: Version
    viewer: int | None
    lang: str
    chapter: int
    first: int
    last: int
    start: PageStart | None
    lines: list[PageLine]


class Contents(ResponseBody, frozen=True, kw_only=True):
    """An overview of a game: its turns, marks and curves for the lines up to `last`.

    For a long log, only a part is counted at a time; pass `next` as `after` to get more. A turn
    that began in an earlier part is repeated with the same first line. Each row of a curve applies
    until the next one.
    """

    game: KindOfGame
    id: Annotated[str | None, Meta(description="Id of the game, unless it is a file's")]
    title: str
    version: Version
    viewer: int | None
    viewers: tuple[Eyes, ...]
    lang: str
    languages: tuple[str, ...]
    names: tuple[str, ...]
    tones: Annotated[tuple[str, ...], Meta(description="The seats' colours")]
    status: Status
    over: bool
    result: Result | None
    options: dict[str, str | int | bool]
    option_words: Annotated[
        dict[str, str | bool], Meta(description="The options as people read them")
    ]
    place: str | None
    started: str | None
    resources: tuple[NamedResource, ...]
    last: int
    next: int | None
    turns: tuple[TurnRow, ...]
    marks: tuple[Mark, ...]
    curves: Annotated[dict[str, tuple[CurveRow, ...]], Meta(description="By key of a resource")]
    scores: tuple[CurveRow, ...]
    summary: Annotated[
        GameSummary | None, Meta(description="How the game went, once it is over")
    ] = None


class RuleText(ResponseBody, frozen=True, kw_only=True):
    """A rule of a game, in our own words; a ruling is our decision where the rules are silent."""

    id: str
    kind: str
    section: str
    title: str
    text: str
    see: tuple[str, ...]
    lang: Annotated[str, Meta(description="The language of the text")]


class Move(ResponseBody, frozen=True, kw_only=True):
    """A legal command: as JSON, and as it would be typed."""

    command: GameCommand
    move: str


class Legal(ResponseBody, frozen=True, kw_only=True):
    """What a seat may answer now; empty if it isn't the seat's turn. `more`: the list was cut."""

    game: KindOfGame
    version: Version
    seat: int
    question: Asked | None
    moves: list[Move]
    more: bool


class PieceSpot(ResponseBody, frozen=True, kw_only=True):
    """A piece that can be picked: any one with this value in a region with this name.

    A region in front of a player counts only if it is the seat's own.
    """

    region: str
    value: str


class ChoiceButton(ResponseBody, frozen=True, kw_only=True):
    """A choice made in words: the value to add to `pick`, and the text on the button."""

    pick: str
    text: str


class PaymentField(ResponseBody, frozen=True, kw_only=True):
    """What is paid: as picked so far, and as paid if nothing is picked (null: pick something)."""

    field: str
    chosen: tuple[str, ...]
    proposed: tuple[str, ...] | None


class RefusedChoice(ResponseBody, frozen=True, kw_only=True):
    """Why the rules refuse what has been picked so far; `unfinished`: more picks may fix it."""

    detail: str
    rule: str | None
    unfinished: bool


class Choices(ResponseBody, frozen=True, kw_only=True):
    """What can be picked next, and the chosen move once it is clear.

    `left` counts the moves that match what was picked. `lit` are pieces that can be picked;
    `settled` are those that need no picking, since every remaining move includes them. `paid` lists
    which picks (counted from 0) are payments; leave it out to pay as `proposed`. `command` can be
    sent as it is; `words` say what it does, up to the point where chance comes in, and `label` what
    to write on the button that sends it.
    """

    game: KindOfGame
    version: Version
    seat: int
    question: Annotated[Asked | None, Meta(description="The open question, whoever is asked")]
    asks: Annotated[str, Meta(description="What is asked, in words")]
    prompt: Annotated[
        str, Meta(description='What this seat is asked, as a sentence after "Your turn:"')
    ] = ""
    left: int
    lit: list[PieceSpot]
    buttons: list[ChoiceButton]
    settled: list[PieceSpot]
    payments: list[PaymentField]
    paid: list[int]
    proposed: list[PieceSpot]
    command: GameCommand | None
    move: str
    words: list[str]
    label: Annotated[str, Meta(description="The move as a button: what it is and costs")] = ""
    refused: RefusedChoice | None
    decline: Annotated[
        GameCommand | None,
        Meta(description="What says no to a question that comes up in another seat's turn"),
    ] = None
    undo: Annotated[bool, Meta(description="Whether this seat may take back the last move")]


class Completion(ResponseBody, frozen=True, kw_only=True):
    """A text that can replace `begun`, the unfinished word at the end of the line."""

    text: str
    begun: str


class Completions(ResponseBody, frozen=True, kw_only=True):
    """Possible continuations of a typed move; `more`: the list was cut."""

    version: Version
    completions: list[Completion]
    more: bool


class Submit(RequestBody, frozen=True, kw_only=True):
    """A command as JSON (`command`) or as typed (`move`), and the version it was meant for.

    `version` and `key` may be sent as the headers If-Match and Idempotency-Key instead. `seat` is
    for referees, who may move for anyone; `waive` names rules that the table waives (referees).
    """

    command: SentCommand | None = None
    move: Annotated[str, Meta(min_length=1, max_length=2000)] | None = None
    version: Version | None = None
    key: Key | None = None
    seat: Annotated[int, Meta(ge=1, le=16)] | None = None
    waive: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=20)] = []


class Undo(RequestBody, frozen=True, kw_only=True):
    """Take back the last command or, for referees, everything after line `to`."""

    to: Number | None = None
    version: Version | None = None
    key: Key | None = None


class Note(RequestBody, frozen=True, kw_only=True):
    """A remark for everyone; with `to`, only for its author, the referees, and perhaps one seat."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    to: Literal["recorder"] | Annotated[int, Meta(ge=1, le=16)] | None = None
    version: Version | None = None
    key: Key | None = None


class Abandon(RequestBody, frozen=True, kw_only=True):
    """End an unfinished game without a winner; for referees."""

    reason: Annotated[str, Meta(min_length=1, max_length=400)]
    version: Version | None = None
    key: Key | None = None


class Done(ResponseBody, frozen=True, kw_only=True):
    """What a request wrote, as its sender sees it; `repeated`: an earlier request wrote it."""

    game: KindOfGame
    version: Version
    events: list[GameEvent]
    repeated: bool


class Branch(RequestBody, frozen=True, kw_only=True):
    """Start a new game from the position after line `at`; for referees."""

    at: Number
    id: Id | None = None
    key: Key | None = None


class Problem(ResponseBody, frozen=True, kw_only=True):
    """One thing that is wrong with a log."""

    line: int | None
    kind: str
    rule: str | None
    message: str


class Verified(ResponseBody, frozen=True, kw_only=True):
    """Whether a viewer's stream follows the rules and, if so, how far that can be relied on."""

    version: Version
    viewer: int | None
    verdict: Literal["legal", "possible", "illegal", "damaged", "unchecked", "unreadable"]
    problems: list[Problem]
    assurance: Assurance | None


# --- questions ------------------------------------------------------------------------------


class Query(RequestBody, frozen=True, kw_only=True):
    """An SQL query over what the token may see."""

    sql: Annotated[str, Meta(min_length=1, max_length=20_000)]
    params: dict[str, str | int | float | bool | None] = {}
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 1000


class Table(ResponseBody, frozen=True, kw_only=True):
    """The rows of a result; `more`: there are more than the limit.

    `left_out` says how many plays a report leaves out, and for what reasons.
    """

    columns: list[str]
    types: list[str]
    rows: list[list[Any]]
    more: bool
    left_out: dict[str, int] = {}


class ReportParameter(ResponseBody, frozen=True, kw_only=True):
    """A parameter of a report; `default` is null if the parameter is optional."""

    name: str
    meaning: str
    default: str | None


class ReportFacts(ResponseBody, frozen=True, kw_only=True):
    """A report: what it is about, its parameters, and what its columns mean.

    `game` is null for a report on all games.
    """

    name: str
    title: str
    about: str
    game: str | None
    parameters: list[ReportParameter]
    columns: dict[str, str]


class ReportList(ResponseBody, frozen=True, kw_only=True):
    """All reports."""

    reports: list[ReportFacts]


# --- tokens ---------------------------------------------------------------------------------


class NewToken(RequestBody, frozen=True, kw_only=True):
    """A token to create: its role, its game (none: every game), and how many days it lasts.

    `whole_library`: it may run SQL queries over every game, as a spectator sees them.
    """

    role: Role
    game: Id | None = None
    seat: Annotated[int, Meta(ge=1, le=16)] | None = None
    days: Annotated[int, Meta(ge=1, le=3650)] = 30
    label: Annotated[str, Meta(max_length=100)] = ""
    whole_library: bool = False


class TokenFacts(ResponseBody, frozen=True, kw_only=True):
    """What a token may do, without the token itself."""

    id: str
    role: Role
    game: Id | None
    seat: SeatNumber | None
    created: str
    expires: str
    revoked: str | None
    label: str
    whole_library: bool


class TokenMade(ResponseBody, frozen=True, kw_only=True):
    """A new token, shown only once."""

    token: Secret
    facts: TokenFacts


class TokenList(ResponseBody, frozen=True, kw_only=True):
    """Tokens, oldest first; pass `next` as `after` to get more."""

    tokens: list[TokenFacts]
    next: str | None


class PassList(ResponseBody, frozen=True, kw_only=True):
    """The tokens kept as cookies in this browser that still work, oldest first."""

    passes: list[TokenFacts]


class QrText(RequestBody, frozen=True, kw_only=True):
    """A text to show as a QR code, such as a link."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class QrCode(ResponseBody, frozen=True, kw_only=True):
    """A QR code as an SVG path over a square of `size` units, quiet zone included."""

    size: int
    path: str


class Health(ResponseBody, frozen=True, kw_only=True):
    """How the service is doing; `read_only` counts the games whose disk failed.

    `writable`: whether the library's disk can be written to now.
    """

    status: Literal["ok", "degraded", "closing"]
    writable: bool
    read_only: int
    message: str | None = None
