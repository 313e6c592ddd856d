"""A scene for any view, so that every game has a board in the browser without declaring one.

Tuples become rows of cards, numbers and words become chips; each player's things are in their
panel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.text.tones import SEAT_TONES

from .builder import SceneBuilder
from .shapes import Face, Part, Scene

HEAD = frozenset(
    ("viewer", "phase", "turn", "round", "active", "asked", "seats", "over", "ranking")
)
"""What the headers show of a view."""
SEAT_HEAD = frozenset(("seat", "place", "score"))
"""What the header of a panel shows of a seat."""
_NAMES = ("id", "card", "name", "text", "letter", "kind")
CHIP_WIDTH = 132
CHIP_HEIGHT = 28
CARD_WIDTH = 64
CARD_HEIGHT = 88
CHIP = Face(
    w=CHIP_WIDTH,
    h=CHIP_HEIGHT,
    parts=(Part(symbol="chip"),),
    label=(66, 19, 13),
    ink="#2c2620",
)
CARD = Face(
    w=CARD_WIDTH,
    h=CARD_HEIGHT,
    parts=(Part(symbol="card"),),
    label=(32, 50, 14),
    ink="#2c2620",
)
CORNERED = Face(
    w=CARD_WIDTH,
    h=CARD_HEIGHT,
    parts=(Part(symbol="card"),),
    label=(15, 22, 14),
    ink="#2c2620",
)
"""A card with a short name, which can still be read when other cards overlap it."""
CORNER = 3
"""The number of letters that fit into a corner."""
BACK = Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="back"),))
MOST_ROWS = 24
"""A table with more keys than this isn't shown in rows."""
MANY = 8
"""From this many cards on, if all have short names, they are drawn small, side by side."""
SMALL = Face(
    w=CARD_WIDTH // 2,
    h=CARD_HEIGHT // 2,
    parts=(Part(symbol="card", scale=500),),
    label=(16, 27, 13),
    ink="#2c2620",
)
SMALL_BACK = Face(w=CARD_WIDTH // 2, h=CARD_HEIGHT // 2, parts=(Part(symbol="back", scale=500),))


class _Seat(NamedTuple):
    seat: int
    place: int | None
    points: str


class _Ask(NamedTuple):
    seat: int
    ask: str


class _Table(NamedTuple):
    """What the headers of a scene show; a view may lack any of it."""

    round: int
    turn: int
    active: int
    asked: tuple[_Ask, ...]
    seats: tuple[_Seat, ...]
    over: bool
    ranking: tuple[tuple[int, ...], ...]


def plain_scene(view: Any, builder: SceneBuilder) -> Scene:
    """Return a scene that shows everything in a view."""
    facts = _facts(view)
    seats = {n: _facts(seat) for n, seat in enumerate(facts.get("seats") or (), 1)}
    builder.table(_table(facts, seats), SEAT_TONES, lambda seat: seat.points)
    _lay(builder, {k: v for k, v in facts.items() if k not in HEAD}, 0)
    for n, mine in seats.items():
        _lay(builder, {k: v for k, v in mine.items() if k not in SEAT_HEAD}, n)
    return builder.scene()


def _table(facts: Mapping[str, Any], seats: Mapping[int, Mapping[str, Any]]) -> _Table:
    asked = facts.get("asked") or ()
    return _Table(
        round=facts.get("round", 0),
        turn=facts.get("turn", 0),
        active=facts.get("active") or 0,
        asked=tuple(_Ask(getattr(q, "seat", q), getattr(q, "ask", "")) for q in asked),
        seats=tuple(_Seat(n, mine.get("place"), _points(mine)) for n, mine in seats.items()),
        over=facts.get("over", False),
        ranking=facts.get("ranking", ()),
    )


def _facts(thing: Any) -> dict[str, Any]:
    if isinstance(thing, msgspec.Struct):
        return msgspec.structs.asdict(thing)
    return dict(thing) if isinstance(thing, Mapping) else {"": thing}


def _points(seat: Mapping[str, Any]) -> str:
    return next((str(seat[k]) for k in ("score", "points", "vp") if seat.get(k) is not None), "")


def _lay(builder: SceneBuilder, facts: Mapping[str, Any], owner: int) -> None:
    chips: list[tuple[str, str]] = []
    for name, value in facts.items():
        if isinstance(value, msgspec.Struct):
            value = _facts(value)
        title = builder.title(name.replace("_", " "))
        if isinstance(value, tuple | list):
            _row(builder, name, title, value, owner)
        elif isinstance(value, Mapping):
            _table_of(builder, name, title, value, owner)
        elif isinstance(value, int | str) and value != "":
            chips.append((name, f"{builder.tell(name.replace('_', ' '))} {value}"))
    if chips or (owner and facts):
        _chips(builder, "facts", "", chips, owner)


def _table_of(
    builder: SceneBuilder, name: str, title: str, table: Mapping[Any, Any], owner: int
) -> None:
    """Show a table: cards with their keys above them, several things in rows, the rest as chips."""
    held = [*table.values()]
    if held and all(isinstance(x, tuple | list) for x in held) and len(held) <= MOST_ROWS:
        for key, values in table.items():
            _row(builder, f"{name}-{key}", f"{title} {_text(key)}", values, owner)
    elif held and all(x is None or isinstance(x, str) for x in held):
        keys = [_text(key) for key in table]
        _row(builder, name, title, held, owner, keys)
    else:
        chips = [(f"{name}-{key}", f"{_text(key)} {_text(x) or '?'}") for key, x in table.items()]
        if chips:
            _chips(builder, name, title, chips, owner)


def _chips(
    builder: SceneBuilder, name: str, title: str, chips: Sequence[tuple[str, str]], owner: int
) -> None:
    region = builder.region(
        name,
        "grid",
        CHIP_WIDTH,
        CHIP_HEIGHT,
        owner=owner,
        room=max(len(chips), 1),
        brief=True,
        breaks=True,
        title=title,
    )
    for i, (id, text) in enumerate(chips):
        say = f"{title} {text}".strip()
        builder.put(f"fact-{owner}-{id}", "chip", CHIP, region, i=i, text=_short(text, 18), say=say)


def _row(
    builder: SceneBuilder,
    name: str,
    title: str,
    values: Sequence[Any],
    owner: int,
    keys: Sequence[str] = (),
) -> None:
    """Show things side by side, each below its key if they have `keys`."""
    texts = [_text(value) for value in values]
    small = not keys and len(texts) >= MANY and all(len(text) <= CORNER for text in texts)
    region = builder.region(
        name,
        "grid" if small else "row",
        SMALL.w if small else CARD_WIDTH,
        SMALL.h if small else CARD_HEIGHT,
        owner=owner,
        room=len(texts) if small else 5,
        title=title,
    )
    for i, (value, text) in enumerate(zip(values, texts, strict=True)):
        if value is None:
            face, how = ("small-back", SMALL_BACK) if small else ("back", BACK)
        elif small:
            face, how = "small", SMALL
        else:
            face, how = ("corner", CORNERED) if len(text) <= CORNER else ("card", CARD)
        say = text
        if keys:
            face, how = _headed(keys[i], hidden=value is None)
            say = f"{keys[i]}: {text or '?'}"
        builder.put(
            f"{name}-{owner}-{keys[i] if keys else i}",
            face,
            how,
            region,
            i=i,
            same=text or "back",
            text=_short(text, 8),
            value=text,
            say=say,
        )


def _headed(key: str, *, hidden: bool) -> tuple[str, Face]:
    """Return the face of a card, or of its back, with a key above."""
    short = _short(key, 8)
    head = Part(
        text=short, x=CARD_WIDTH // 2, y=16, size=11, colour="#6b6257" if not hidden else ""
    )
    card = Part(symbol="back" if hidden else "card")
    face = Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=(card, head), label=(32, 54, 16), ink="#2c2620")
    return f"{'back' if hidden else 'card'}-of-{key}", face


def _text(value: Any) -> str:
    """Return the name of a thing, or all its values."""
    if value is None:
        return ""
    if isinstance(value, msgspec.Struct):
        value = _facts(value)
    if isinstance(value, Mapping):
        named = next((value[k] for k in _NAMES if value.get(k)), None)
        return _text(named) if named is not None else " ".join(map(_text, value.values()))
    if isinstance(value, tuple | list):
        return " ".join(map(_text, value))
    return str(value)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
