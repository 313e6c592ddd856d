"""A scene made of any view: every game has a board in the browser, with no word about it.

Tuples become rows of cards, numbers and words become chips; what lies before the players stands in
their panels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from .builder import SEAT_TONES, SceneBuilder, asked_of
from .shapes import Face, Part, Scene

_HEAD = frozenset(
    ("viewer", "phase", "turn", "round", "active", "asked", "seats", "over", "ranking")
)
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
BACK = Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="back"),))


def plain_scene(view: Any, builder: SceneBuilder) -> Scene:
    """Return a scene that shows all that a view says."""
    facts = msgspec.structs.asdict(view) if isinstance(view, msgspec.Struct) else dict(view)
    asked = asked_of(facts.get("asked", ()))
    now = next(iter(facts.get("asked", ())), None)
    tell = builder.tell
    builder.caption = (
        f"{tell('Round')} {facts.get('round', 0)} · {tell('turn')} {facts.get('turn', 0)}"
    )
    _lay(builder, {k: v for k, v in facts.items() if k not in _HEAD}, 0)
    for seat in facts.get("seats", ()):
        mine = msgspec.structs.asdict(seat) if isinstance(seat, msgspec.Struct) else dict(seat)
        number = mine.pop("seat")
        place = mine.pop("place", None)
        points = next((mine[k] for k in ("score", "points", "vp") if mine.get(k) is not None), "")
        builder.panel(
            number,
            SEAT_TONES[(number - 1) % len(SEAT_TONES)],
            points=str(points),
            note=f"{tell('place')} {place}" if place else tell(asked.get(number, "")),
            active=now is not None and now.seat == number,
        )
        _lay(builder, mine, number)
    return builder.scene()


def _lay(builder: SceneBuilder, facts: Mapping[str, Any], owner: int) -> None:
    chips: list[tuple[str, str]] = []
    for name, value in facts.items():
        if isinstance(value, tuple | list):
            _row(builder, name, value, owner)
        else:
            chips += _chips(name, value)
    if chips or owner:
        region = builder.region(
            "facts",
            "grid",
            CHIP_WIDTH,
            CHIP_HEIGHT,
            owner=owner,
            room=max(len(chips), 1),
            brief=True,
            breaks=True,
        )
        for i, (name, value) in enumerate(chips):
            text = f"{builder.tell(name)} {value}"
            builder.put(
                f"fact-{owner}-{name}", "chip", CHIP, region, i=i, text=_short(text, 18), say=text
            )


def _row(builder: SceneBuilder, name: str, values: Sequence[Any], owner: int) -> None:
    region = builder.region(
        name,
        "row",
        CARD_WIDTH,
        CARD_HEIGHT,
        owner=owner,
        room=5,
        title=builder.tell(name.replace("_", " ").capitalize()),
    )
    for i, value in enumerate(values):
        text = _text(value)
        face, how = ("back", BACK) if value is None else ("card", CARD)
        builder.put(
            f"{name}-{owner}-{i}",
            face,
            how,
            region,
            i=i,
            same=text or "back",
            text=_short(text, 8),
            value=text,
            say=text,
        )


def _chips(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        if all(isinstance(v, int | str) for v in value.values()) and len(value) <= 8:
            yield from ((f"{name} {k}", str(v)) for k, v in value.items())
    elif isinstance(value, int | str) and value != "":
        yield name.replace("_", " "), str(value)


def _text(value: Any) -> str:
    """Return the name of a thing, or all that it says."""
    if value is None:
        return ""
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        named = next((value[k] for k in _NAMES if value.get(k)), None)
        return _text(named) if named is not None else " ".join(map(_text, value.values()))
    if isinstance(value, tuple | list):
        return " ".join(map(_text, value))
    return str(value)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
