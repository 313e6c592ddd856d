"""What a verdict stands on: how the game ended, and where it departs from the standard one."""

from __future__ import annotations

import functools
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Literal

import msgspec
from msgspec import UNSET

from ledger.kernel.boxes.box import digest_box
from ledger.kernel.boxes.provenance import count_statuses
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import UNSURE, Adjusted, Ended, Event, Line, Opened, line_type
from ledger.kernel.log.fingerprint import fingerprint
from ledger.kernel.message import Message
from ledger.kernel.replay.replay import live

_ADJUSTED = line_type(Adjusted)
End = Literal["finished", "broken off", "open"]


class Waived(msgspec.Struct, frozen=True):
    """A rule that the table waived for one move."""

    line: int
    rule: str


class Corrected(msgspec.Struct, frozen=True):
    """A position that the table corrected by hand."""

    line: int
    reason: str


class Departures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a game departs from the standard one, as far as it wasn't taken back.

    `box` names what is different in a box of one's own; None is the standard box. `options` are
    those that aren't as the game has them by default.
    """

    box: tuple[str, ...] | None = None
    options: dict[str, str | int | bool] = {}
    waived: tuple[Waived, ...] = ()
    corrected: tuple[Corrected, ...] = ()


class BoxUsed(msgspec.Struct, frozen=True, kw_only=True):
    """The box of a game: whether it is a standard one, and how many of its tables are defaults."""

    standard: bool
    id: str
    differs: tuple[str, ...]
    tables: int
    defaults: int


class Assurance(msgspec.Struct, frozen=True, kw_only=True):
    """What a legal or possible log says about the game that was played.

    `over` is also true of a game whose log isn't sealed yet, which is still open. `unseen` counts
    what nobody wrote down, by the name of the result; in a seat's own log (`view`) it includes what
    that seat couldn't see. `sees_all` are the seats of bots that were shown everything.
    """

    end: End
    over: bool
    fingerprint: str | None
    known_rules: bool
    box: BoxUsed
    options: dict[str, str | int | bool]
    waived: tuple[Waived, ...]
    corrected: tuple[Corrected, ...]
    unseen: dict[str, int]
    view: int | None
    sees_all: tuple[int, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether there is nothing to tell about it."""
        return self.strict and not (self.options or self.unseen or self.sees_all)

    @property
    def strict(self) -> bool:
        """Whether it was played to its end, with the standard box, by all the rules of today."""
        changed = self.waived or self.corrected
        return self.end == "finished" and self.box.standard and self.known_rules and not changed


def end_of(counted: Sequence[Line]) -> Ended | None:
    """Return how a game ended, given the lines that count."""
    return next((x.data for x in reversed(counted) if isinstance(x.data, Ended)), None)


def departures(game: Game, opened: Opened, counted: Sequence[Line]) -> Departures:
    """Return where a game departs from the standard one, given the lines that count."""
    own = opened.box_data is not None and digest_box(opened.box_data) not in game.boxes.digests
    changed = game.boxes.changes_in(opened) if own else []
    usual = msgspec.to_builtins(game.rules.opening.options()) if opened.options else {}
    waived = [*map(attrgetter("waived"), counted)]
    marked: list[Line] = []
    if waived.count(UNSET) < len(counted) or _ADJUSTED in {*map(type, counted)}:  # seldom
        marked = [x for x in counted if x.waived is not UNSET or type(x) is _ADJUSTED]
    return Departures(
        box=tuple(dict.fromkeys(change.place for change in changed)) if own else None,
        options={k: v for k, v in opened.options.items() if usual.get(k) != v},
        waived=tuple(Waived(x.seq, rule) for x in marked for rule in x.waived or ()),
        corrected=tuple(Corrected(x.seq, x.data.reason) for x in marked if x.type == "adjusted"),
    )


def unseen(event: Event) -> Iterator[str]:
    """Yield the name of each chance result or hidden choice that wasn't recorded."""
    for f in UNSURE[type(event)]:
        value = getattr(event, f.name)
        missing = value.count(None) if isinstance(value, tuple) else int(value is None)
        if missing:
            slot = f.name if f.chance is None else f.chance
            name = slot.format_map({k: getattr(event, k) for k in event.__struct_fields__})
            yield from [name] * missing


@functools.cache
def _standard_tables(game: Game, digest: str) -> Counter[str]:
    """Count the tables of a box of the package once."""
    return count_statuses(
        game.boxes.of_log(Opened(game=game.meta.name, rules="", box=digest, seats=()))
    )


def assure(game: Game, lines: Sequence[Line], *, over: bool, unsure: bool) -> Assurance:
    """Say what a log that follows the rules tells about the game.

    `over`: nobody is asked any more. `unsure`: something wasn't recorded.
    """
    opened: Opened = lines[0].data
    counted, last = live(lines), lines[-1]
    sealed, ended = last.type == "sealed", end_of(counted)
    departed, box = departures(game, opened, counted), game.boxes.of_log(opened)
    own = opened.box_data is not None
    found = count_statuses(box) if own else _standard_tables(game, opened.box)
    end: End = "open"
    if ended is not None and sealed:
        end = "broken off" if ended.broken_off else "finished"
    return Assurance(
        end=end,
        over=over and ended is not None,
        fingerprint=fingerprint(last.digest) if sealed else None,
        known_rules=opened.rules == game.meta.edition,
        box=BoxUsed(
            standard=departed.box is None,
            id=box.id,
            differs=departed.box or (),
            tables=found.total(),
            defaults=found["default"],
        ),
        options=departed.options,
        waived=departed.waived,
        corrected=departed.corrected,
        unseen=dict(Counter(x for line in counted for x in unseen(line.data))) if unsure else {},
        view=opened.view,
        sees_all=opened.seeing_all,
    )


def unsealed(log: str) -> Message:
    """Say how to go on with the log of a game that is over, if it was left before the seal."""
    command = f"ledger record {shlex.quote(log)}" if log else "ledger record"
    return Message("the game is over; `{command}` and Enter seal its log", command=command)
