"""What a verdict covers: how the game ended, and where it departs from the standard one."""

from __future__ import annotations

import functools
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET

from ledger.kernel.boxes.box import digest_box
from ledger.kernel.boxes.provenance import count_statuses
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import (
    UNSURE,
    Adjusted,
    Ended,
    Event,
    Line,
    Opened,
    Retracted,
    line_type,
)
from ledger.kernel.log.fingerprint import fingerprint
from ledger.kernel.message import Message
from ledger.kernel.replay.replay import live
from ledger.kernel.rules.chance import outcomes

from .departures import Corrected, Departures, Waived

_ADJUSTED, _RETRACTED = line_type(Adjusted), line_type(Retracted)
End = Literal["finished", "broken off", "open"]


class Redrawn(msgspec.Struct, frozen=True):
    """Chance results that a line took back, and that came out differently when drawn again."""

    line: int
    results: int


class BoxUsed(msgspec.Struct, frozen=True, kw_only=True):
    """The box used in a game: whether it is standard, and how many of its tables are defaults."""

    standard: bool
    id: str
    differs: tuple[str, ...]
    tables: int
    defaults: int


class Assurance(msgspec.Struct, frozen=True, kw_only=True):
    """What a legal or possible log says about the game that was played.

    `over` is true even if the log of a finished game isn't sealed yet, so that its `end` is still
    `open`. `unseen` counts results that nobody recorded, by name; in a seat's own log (`view`) it
    includes what that seat couldn't see. `redrawn` lists what was taken back after chance results
    were known, unless the same results came again. `sees_all` lists the seats of bots that were
    shown everything.
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
    redrawn: tuple[Redrawn, ...] = ()
    sees_all: tuple[int, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether there is nothing unusual to report about it."""
        return self.strict and not (self.options or self.unseen or self.sees_all)

    @property
    def strict(self) -> bool:
        """Whether it was finished with the standard box and today's rules, with nothing unusual.

        That is, no rule was waived, nothing was corrected, and no chance result was redrawn.
        """
        changed = self.waived or self.corrected or self.redrawn
        return self.end == "finished" and self.box.standard and self.known_rules and not changed


def end_of(counted: Sequence[Line]) -> Ended | None:
    """Return the event that ended a game, given the lines in effect; None if it hasn't ended."""
    return next((x.data for x in reversed(counted) if isinstance(x.data, Ended)), None)


def departures(game: Game, opened: Opened, counted: Sequence[Line]) -> Departures:
    """Return how a game departs from the standard one, given the lines in effect."""
    own = opened.box_data is not None and digest_box(opened.box_data) not in game.boxes.digests
    changed = game.boxes.changes_in(opened) if own else []
    usual = msgspec.to_builtins(game.rules.opening.options()) if opened.options else {}
    waived = [*map(attrgetter("waived"), counted)]
    marked: list[Line] = []
    if waived.count(UNSET) < len(counted) or _ADJUSTED in {*map(type, counted)}:  # rare
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


class _Luck(NamedTuple):
    """Consecutive chance results: their slot and seat, their index there (from 0), and their
    values.
    """

    slot: tuple[str | None, int | None]
    number: int
    values: tuple[str | None, ...]


def redrawn(lines: Sequence[Line]) -> tuple[Redrawn, ...]:
    """Return the chance results that were drawn, taken back, and didn't come again.

    The first card that a seat drew is compared with the first that it drew in the final game, and
    so on: someone who corrects a line and draws the same again has gained nothing. Results that
    nobody recorded can't be compared.
    """
    if _RETRACTED not in {*map(type, lines)}:  # the usual case
        return ()
    base = lines[0].seq
    standing: list[tuple[int, _Luck]] = []
    numbers: Counter[tuple[str | None, int | None]] = Counter()
    gone = bytearray(len(lines))
    lost: list[tuple[int, _Luck]] = []
    for line in lines:
        if type(line) is not _RETRACTED:
            for found in outcomes([line.data], named=True):
                slot = found.slot, found.seat
                standing.append((line.seq, _Luck(slot, numbers[slot], found.values)))
                numbers[slot] += 1
            continue
        to = line.data.to
        if gone[to - base]:  # back to a line that had been taken back: it is in effect again
            now = {id(x) for x in live(lines, line.seq)}
            old = [luck for _, luck in standing]
            standing, numbers = [], Counter()
            for x in (x for x in lines[: to - base + 1] if id(x) in now):
                for found in outcomes([x.data], named=True):
                    slot = found.slot, found.seat
                    standing.append((x.seq, _Luck(slot, numbers[slot], found.values)))
                    numbers[slot] += 1
            kept = {luck for _, luck in standing}
            lost += [(line.seq, luck) for luck in old if luck not in kept]
        while standing and standing[-1][0] > to:
            luck = standing.pop()[1]
            numbers[luck.slot] -= 1
            lost.append((line.seq, luck))
        gone[to - base + 1 : line.seq - base] = b"\1" * (line.seq - 1 - to)
    final = {(luck.slot, luck.number): luck.values for _, luck in standing}
    counts = Counter(
        seq for seq, luck in lost if not _same(luck.values, final.get((luck.slot, luck.number), ()))
    )
    return tuple(Redrawn(seq, counts[seq]) for seq in sorted(counts))


def _same(taken: Sequence[str | None], came: Sequence[str | None]) -> bool:
    """Whether the same results came again, as far as they are known."""
    if all(value is None for value in taken):
        return True
    return len(taken) == len(came) and all(
        None in (a, b) or a == b for a, b in zip(taken, came, strict=True)
    )


@functools.cache
def _standard_tables(game: Game, digest: str) -> Counter[str]:
    """Count the tables in one of the package's boxes; cached."""
    return count_statuses(
        game.boxes.of_log(Opened(game=game.meta.name, rules="", box=digest, seats=()))
    )


def assure(game: Game, lines: Sequence[Line], *, over: bool, unsure: bool) -> Assurance:
    """Return what a log that follows the rules says about its game.

    `over`: there are no open questions. `unsure`: something wasn't recorded.
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
        redrawn=redrawn(lines),
        sees_all=opened.seeing_all,
    )


def unsealed(log: str) -> Message:
    """Return a message that says how to seal the log of a finished game."""
    command = f"ledger record {shlex.quote(log)}" if log else "ledger record"
    return Message(
        "the game is over; type `{command}` and press Enter to seal its log", command=command
    )
