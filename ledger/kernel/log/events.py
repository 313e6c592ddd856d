"""Events, their header, and the generic events that all games share."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, UnsetType

from ledger.kernel.meta import Sides

from .sides import places

FORMAT = 1
"""The version of the file format that this program writes."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A fact. The fields are what the log keeps under `data`."""

    says: ClassVar[Any] = ""
    """The sentence for it: a template whose gaps are its fields, one with a plural (`plural`), or a
    function that picks one; or several of these with conditions (`case`), of which the first whose
    condition holds is used.
    """


def about(words: str) -> msgspec.Meta:
    """Describe what a field holds, for people who see it in SQL or over HTTP."""
    return msgspec.Meta(description=words)


def rule(
    id: str,
    about: str | None = None,
    *,
    chance: str | None = None,
    hidden: bool = False,
    seen_by: str | tuple[str, ...] = (),
    hidden_from: str | tuple[str, ...] = (),
) -> msgspec.Meta:
    """Name the rule that determines a field, and describe what the field holds.

    `chance` names the slot of a chance result ("hand", or "{to}" to take another field's value).

    With `hidden`, only the event's own `seat` sees the value. With `seen_by=("seat", "other")`,
    only the seats see it that the event has in these fields; each holds a seat, several, or None.
    With `hidden_from="seat"`, all seats but these do, and no spectator. For everybody else, and in
    recorded games that nobody wrote it down in, the value is None, or a tuple of as many.
    """
    extra: dict[str, Any] = {"rule": id, "chance": chance, "hidden": hidden}
    if seen_by or hidden_from:
        extra |= {"hidden": True, "seen_by": _names(seen_by), "hidden_from": _names(hidden_from)}
    return msgspec.Meta(description=about, extra=extra)


def _names(fields: str | tuple[str, ...]) -> tuple[str, ...]:
    return (fields,) if isinstance(fields, str) else tuple(fields)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class SeatEvent(Event):
    """A fact about a seat.

    If a rule determines the seat, it is named: `seat: Annotated[int, rule("NIM-02")]`. This isn't
    needed if the player chose to do it.
    """

    seat: int


class Still:
    """After `class Turned(Event, Still)`, every player has what they had before.

    So nothing has to be recounted after such an event.
    """

    __slots__ = ()


class Shared:
    """After `class Stolen(SeatEvent, Shared)`, seats other than its own may have something else,
    too.

    After any other event for a seat, only what that seat has is recounted, in games that can count
    it for a single seat (`holding`).
    """

    __slots__ = ()


class FieldInfo(msgspec.Struct, frozen=True):
    """What the type of an event's field declares about it."""

    name: str
    rule: str | None
    chance: str | None
    hidden: bool
    """Whether anybody may not see its value."""
    seen_by: tuple[str, ...] = ()
    """The fields with the seats that see a hidden value."""
    hidden_from: tuple[str, ...] = ()
    """The fields with the seats that don't, if all other seats do."""

    def shown_to(self, event: Event, viewer: int) -> bool:
        """Whether a viewer (0: a spectator) may see its value in an event."""
        if not self.hidden:
            return True
        named = _seats(event, self.hidden_from or self.seen_by)
        return viewer > 0 and (viewer in named) is not bool(self.hidden_from)


def _seats(event: Event, names: tuple[str, ...]) -> set[int]:
    """Return the seats in these fields of an event."""
    found: set[int] = set()
    for name in names:
        value = getattr(event, name, None)
        found.update(value if isinstance(value, tuple) else () if value is None else (value,))
    return found


def extra_of(hint: Any) -> dict[str, Any]:
    """Return everything that an annotated type declares in addition to the type itself."""
    extra: dict[str, Any] = {}
    if get_origin(hint) is Annotated:
        for meta in get_args(hint)[1:]:
            if isinstance(meta, msgspec.Meta) and meta.extra:
                extra |= meta.extra
    return extra


_fields: dict[type, tuple[FieldInfo, ...]] = {}


def fields(cls: type) -> tuple[FieldInfo, ...]:
    """Return the fields of an event type, with the rule, chance slot and secrecy of each."""
    found = _fields.get(cls)
    if found is None:
        hints = get_type_hints(cls, include_extras=True)
        out = []
        for name in cls.__struct_fields__:  # type: ignore[attr-defined]
            extra = extra_of(hints[name])
            hidden, but = extra.get("hidden", False), extra.get("hidden_from", ())
            seen_by = extra.get("seen_by", ()) or (("seat",) if hidden and not but else ())
            out.append(
                FieldInfo(name, extra.get("rule"), extra.get("chance"), hidden, seen_by, but)
            )
        found = _fields[cls] = tuple(out)
    return found


def meaning(cls: type[Event]) -> str:
    """Return what an event type means; "" if it has no docstring."""
    return " ".join((cls.__doc__ or "").split())


def meanings(cls: type[Event]) -> Iterator[str]:
    """Yield what an event type and its fields mean, as far as they say so."""
    hints = get_type_hints(cls, include_extras=True)
    metas = [x for name in cls.__struct_fields__ for x in get_args(hints[name])[1:]]
    about = [x.description for x in metas if isinstance(x, msgspec.Meta)]
    yield from filter(None, (meaning(cls), *about))


class _Unsure(dict[type, tuple[FieldInfo, ...]]):
    def __missing__(self, cls: type) -> tuple[FieldInfo, ...]:
        found = self[cls] = tuple(f for f in fields(cls) if f.chance is not None or f.hidden)
        return found


UNSURE: Mapping[type, tuple[FieldInfo, ...]] = _Unsure()
"""For each event type, the fields with chance results or secrets, which a log may not know."""


_tags: dict[type, str] = {}


def tag(cls: type) -> str:
    """Return the `type` of an event in the log, in snake case; `Bought2` becomes `bought.2`."""
    found = _tags.get(cls)
    if found is None:
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        found = _tags[cls] = re.sub(r"(?<=[a-z])(\d+)$", r".\1", words)
    return found


# --- generic events -------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's seat: the name, colour and bot. Seats are numbered from 1 in this order."""

    name: str
    colour: str | None = None
    bot: str | UnsetType = UNSET  # the bot that plays here; left out if a person does
    sees_all: bool | UnsetType = UNSET  # whether it was shown what is hidden from its seat


class Origin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a branch came from."""

    id: str | None
    at: int
    head: str


class Opened(Event, frozen=True, kw_only=True):
    """The first line of every log."""

    format: Annotated[int, about("version of the file format")] = FORMAT
    game: Annotated[str, about("which game")]
    rules: Annotated[str, about("edition of the rules")]
    box: Annotated[str, about("digest of the components")]
    box_data: Annotated[
        dict[str, Any] | None, about("the components, if they aren't the built-in ones")
    ] = None
    options: Annotated[dict[str, str | int | bool], about("options of the game")] = {}
    seats: Annotated[tuple[Seat, ...], about("who sits where")]
    id: Annotated[str | None, about("id that the game was given")] = None
    place: Annotated[str | None, about("where it was played")] = None
    started: Annotated[str | None, about("when it began, as written down")] = None
    origin: Annotated[Origin | None, about("the game that this one branched off from")] = None
    view: Annotated[int | None, about("the seat whose view this log is")] = None
    # left out of the line if there is none
    round: Annotated[str | UnsetType, about("which of several games on one evening")] = UNSET

    @property
    def seeing_all(self) -> tuple[int, ...]:
        """The seats of bots that were shown what is hidden from their seats."""
        return tuple(n for n, seat in enumerate(self.seats, 1) if seat.sees_all is True)


RECORDER: Literal["recorder"] = "recorder"
Reader: TypeAlias = Literal["recorder"] | int
"""Who may read a remark that isn't for everyone: the recorder alone, or one seat as well."""


class Noted(Event, frozen=True, kw_only=True):
    """A remark, perhaps by a seat; changes nothing.

    `to` says who may read it besides its author; without it, everybody may.
    """

    text: Annotated[str, about("the remark")]
    seat: Annotated[int | None, about("the seat whose remark it is")] = None
    to: Annotated[Reader | UnsetType, about("who may read it; everybody if left out")] = UNSET

    def readable_by(self, viewer: int) -> bool:
        """Whether a seat (0: a spectator) may read it."""
        return self.to is UNSET or (viewer > 0 and viewer in (self.to, self.seat))


class Retracted(Event, frozen=True, kw_only=True):
    """Moves were taken back: the position is again the one after line `to`."""

    to: Annotated[int, about("the last line that remains")]


class Patch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One place in a state and its new value; a path looks like `/seats/0/tokens/red`."""

    path: str
    value: Any = None
    gone: bool = False


class Adjusted(Event, frozen=True, kw_only=True):
    """The table corrected the position by hand."""

    patches: Annotated[tuple[Patch, ...], about("what was changed")]
    reason: Annotated[str, about("why")]
    # left out of the line unless pieces came in or went out
    from_box: Annotated[bool | UnsetType, about("whether pieces came from the box")] = UNSET


class Ended(Event, frozen=True, kw_only=True):
    """The game is over: why, the final ranking and the scores."""

    reason: Annotated[str, about("why the game is over")]
    ranking: Annotated[
        tuple[tuple[int, ...], ...], about("the seats from first to last, with ties grouped")
    ]
    scores: Annotated[tuple[int | None, ...], about("final score of each seat")]
    # left out of the line unless they aren't simply the first, or there are no sides
    won: Annotated[
        tuple[int, ...] | UnsetType, about("the seats that won, if not simply those ranked first")
    ] = UNSET
    sides: Annotated[
        tuple[tuple[int, ...], ...] | UnsetType, about("the seats that played together, by side")
    ] = UNSET

    @property
    def broken_off(self) -> bool:
        """Whether the players gave up: whatever the reason says, nobody has won and there are no
        scores.
        """
        gave_up = len(self.ranking) < 2 and all(score is None for score in self.scores)
        return gave_up and self.won is UNSET

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty if nobody did."""
        if self.won is not UNSET:
            return self.won
        return () if self.broken_off or not self.ranking else self.ranking[0]

    @property
    def teams(self) -> Sides:
        """The seats that played together, by side; empty if everybody played alone."""
        return () if self.sides is UNSET else self.sides

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, or each seat alone, from first to last."""
        side = {seat: seats for seats in self.teams for seat in seats}
        order = (side.get(seat, (seat,)) for tied in self.ranking for seat in tied)
        return tuple(dict.fromkeys(order))

    @property
    def together(self) -> bool:
        """Whether all played together, so that all have won or nobody has."""
        return len(self.teams) == 1

    @property
    def places(self) -> dict[int, int]:
        """The place of each seat; none if nobody won, or if all play together."""
        if not self.winners or self.together:
            return {}
        return places(self.ranking, self.teams)

    def won_by(self, seat: int) -> bool | None:
        """Whether a seat won; None if the game was broken off."""
        return None if self.broken_off else seat in self.winners


def broken_off(opened: Opened, reason: str) -> Ended:
    """Return the event for the end of an abandoned game: nobody has won and there are no scores."""
    seats = tuple(range(1, len(opened.seats) + 1))
    return Ended(reason=reason, ranking=(seats,), scores=(None,) * len(seats))


class Sealed(Event, frozen=True, kw_only=True):
    """Nothing follows: the digest and number of the line before."""

    head: Annotated[str, about("digest of the line before")]
    lines: Annotated[int, about("number of lines before")]


GENERIC: tuple[type[Event], ...] = (Opened, Noted, Retracted, Adjusted, Ended, Sealed)


# --- lines ----------------------------------------------------------------------------------


class Line(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    tag_field="type",
    tag="?",
    forbid_unknown_fields=True,
):
    """One line of a log: the header that all games share, and the event."""

    seq: int
    cmd: int
    more: bool
    turn: int
    by: int | None
    at: str | None
    key: str | UnsetType = UNSET
    waived: tuple[str, ...] | UnsetType = UNSET
    after: int | UnsetType = UNSET
    data: Any
    digest: str

    @property
    def type(self) -> str:
        """The event's type as it is written in the file."""
        return tag(type(self.data))


def rules_behind(line: Line) -> tuple[str, ...]:
    """Return the ids of the rules that determine an event, and of those that were waived for it."""
    found = dict.fromkeys(f.rule for f in fields(type(line.data)) if f.rule)
    if isinstance(line.waived, tuple):
        found |= dict.fromkeys(line.waived)
    return tuple(found)


@functools.cache
def line_type(cls: type[Event]) -> type[Line]:
    """Return the line struct whose `data` is of this event type."""
    made: Any = msgspec.defstruct(
        cls.__name__,
        [
            ("seq", int),
            ("cmd", int),
            ("more", bool),
            ("turn", int),
            ("by", int | None),
            ("at", str | None),
            ("key", str | UnsetType, UNSET),
            ("waived", tuple[str, ...] | UnsetType, UNSET),
            ("after", int | UnsetType, UNSET),
            ("data", cls),
            ("digest", str),
        ],
        bases=(Line,),
        tag=tag(cls),
        tag_field="type",
        frozen=True,
        kw_only=True,
        gc=False,
        forbid_unknown_fields=True,
    )
    return made  # type: ignore[no-any-return]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An event to be written, in a group that doesn't have a place in a log yet."""

    data: Event
    turn: int
    by: int | None = None
    at: str | None = None
    waived: tuple[str, ...] = ()


Group = Sequence[Line]
"""All lines of one command, in order."""


def whole_up_to(lines: Sequence[Line], seq: int) -> Sequence[Line]:
    """Return the lines up to a given one, including the rest of its group."""
    while seq < len(lines) and lines[seq - 1].more:
        seq += 1
    return lines[:seq]


def groups(lines: Sequence[Line]) -> list[Sequence[Line]]:
    """Split lines into groups, including an unfinished last one."""
    more = [*map(attrgetter("more"), lines)]
    ends = [i for i, goes_on in enumerate(more, 1) if not goes_on]
    if more and more[-1]:
        ends.append(len(more))
    return [lines[start:end] for start, end in zip([0, *ends], ends, strict=False)]
