"""What a decision asked of chance, and whether its events say just that.

A log is checked by giving the rules what its events say that chance gave. So every result that was
asked for has to be in a field with its slot, in the order in which it was asked for, and nothing
else may be there.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from ledger.kernel.errors import Breaks
from ledger.kernel.log.events import Event, FieldInfo, fields
from ledger.kernel.message import Message
from ledger.kernel.state.piles import Pile

from .chance import Chance, slot_of, values_of

Asked: TypeAlias = tuple[str, int | None, tuple[str | None, ...]]
"""What chance gave: the slot and the seat for which it was asked, and the values."""


class NotingChance:
    """Chance that writes down what it gave."""

    __slots__ = ("_asked", "_chance")

    def __init__(self, chance: Chance, asked: list[Asked]) -> None:
        self._chance, self._asked = chance, asked

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Return the next cards of a pile without changing it."""
        cards = self._chance.draw(pile.ahead(), count, slot, seat, rule)
        if cards:
            self._asked.append((slot, seat, tuple(cards)))
        return cards

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> list[str]:
        """Return `count` faces."""
        found = self._chance.roll(faces, count, slot, seat, rule)
        if found:
            self._asked.append((slot, seat, tuple(found)))
        return found


Suspect: TypeAlias = Callable[[Any, list[Asked]], bool]


@functools.cache
def suspect(kind: type[Event]) -> Suspect | None:
    """Return what looks at events of a type before they are recorded; None if nothing is to see.

    It returns whether `first_wrong` has to look more closely, and else takes the result from what
    was asked. As this is done for every event, it is generated, with the names of the fields.
    """
    tuples = _tuples(kind)
    chance = [f for f in fields(kind) if f.chance is not None]
    if not tuples and not chance:
        return None
    lines = [f"if type(x.{name}) is list: return True" for name in tuples]
    if len(chance) > 1:
        lines.append("return True")
    elif chance:
        slot, name = chance[0].chance or "", chance[0].name
        values = f"x.{name}" if name in tuples else f"(x.{name},)"
        seat = "x.seat" if "seat" in kind.__struct_fields__ else "asked[0][1]"
        of_fields = re.sub(r"{(\w+)", r"{x.\1", slot)
        called = f"{of_fields!r}.format(x=x)" if "{" in slot else repr(slot)
        said = f"({called}, {seat}, {values})"
        lines.append(f"if {values} == (): return False")
        lines.append(f"if not asked or asked[0] != {said}: return True")
        lines.append("del asked[0]")
    lines.append("return False")
    body = "\n".join(f"    {line}" for line in lines)
    made: dict[str, Any] = {}
    exec(f"def suspect(x, asked):\n{body}", made)  # noqa: S102 - made of field names only
    return made["suspect"]  # type: ignore[no-any-return]


Wrong: TypeAlias = tuple[Breaks, Message]


@functools.cache
def _tuples(kind: type) -> tuple[str, ...]:
    """Return the fields of an event that are tuples."""
    hints = get_type_hints(kind)
    return tuple(f.name for f in fields(kind) if _is_tuple(hints[f.name]))


def _is_tuple(hint: Any) -> bool:
    return any((get_origin(x) or x) is tuple for x in (hint, *get_args(hint)))


def first_wrong(event: Event, asked: list[Asked]) -> Wrong | None:
    """Return what an event says that isn't so, if anything; take what it says from `asked`."""
    wrong = _not_a_tuple(event)
    if wrong is not None:
        return wrong
    for field in fields(type(event)):
        if field.chance is not None and (values := values_of(event, field)):
            what = _take(event, field, values, asked)
            if what is not None:
                return "chance", what
    return None


def _not_a_tuple(event: Event) -> Wrong | None:
    for name in _tuples(type(event)):
        value = getattr(event, name)
        if isinstance(value, list | set | frozenset):
            kind = type(value).__name__
            return "event", Message(
                "{event}.{field} is a {kind}, and has to be a tuple: `tuple(…)`",
                event=type(event).__name__,
                field=name,
                kind=kind,
            )
    return None


def _take(
    event: Event, field: FieldInfo, values: tuple[str | None, ...], asked: list[Asked]
) -> Message | None:
    """Take what a field holds from what was asked; return what is wrong with it, if anything."""
    slot, seat = slot_of(event, field.chance or ""), getattr(event, "seat", None)
    where = f"{type(event).__name__}.{field.name}"
    left = values
    while left:
        if not asked:
            return Message(
                "{where} is a result of chance, but chance wasn't asked for it", where=where
            )
        named, of, given = asked[0]
        n = min(len(left), len(given))
        if named == slot and seat in (None, of) and left[:n] == given[:n]:
            left, rest = left[n:], given[n:]
            asked[:1] = [(named, of, rest)] if rest else []
            continue
        del asked[0]
        if named != slot:
            return Message(
                "{where} is called {slot!r}, but chance was asked for {asked!r}",
                where=where,
                slot=slot,
                asked=named,
            )
        if seat not in (None, of):
            return Message(
                "{where} is of seat {seat}, but chance was asked for one of no seat"
                if of is None
                else "{where} is of seat {seat}, but chance was asked for one of seat {asked}",
                where=where,
                seat=seat,
                asked=of,
            )
        said, gave = (" ".join(map(repr, x)) for x in (left, given))
        return Message(
            "{where} says {said}, but chance gave {given}", where=where, said=said, given=gave
        )
    return None
