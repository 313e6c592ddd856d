"""What the signs of this game's pictures mean."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from ledger.sdk.drawing import Picture, blank

from . import signs


def of_table(picture: Picture, room: int) -> list[Text]:
    """The letters of the goods, and the signs on a table where people play."""
    goods = []
    for good, letter in picture.letters.items():
        part = Text().append(letter, signs.GOODS.get(good, "bold"))
        goods.append(part.append(f" {picture.clean(good)}"))
    example = next(iter(picture.letters.values()))
    marks = [
        (f"1{example}2", signs.OWNERS[0], "seat, good, baskets"),
        ("n", signs.NEUTRAL, "neutral"),
        ("p", signs.PARASOL, "parasol"),
        (picture.sign["closed"] * 2, signs.CLOSED, "closed"),
        ("[5]", signs.SCORED, "points"),
        (picture.sign["guarded"], "bold", "guarded"),
    ]
    return picture.flow(blank(), goods, room, 0) + picture.flow(blank(), _said(marks), room, 0)


def of_empty_board(picture: Picture) -> list[Text]:
    """The signs on a board with nothing on it."""
    sign, doors = picture.sign, signs.ENTRANCES
    marks = [(sign[k], doors[k], f"{k} entrance") for k in doors]
    marks.append((sign["mooring"], signs.BRIDGE, "mooring"))
    marks += [(sign[k], "bold", f"{k} market day") for k in ("small", "big")]
    return picture.flow(blank(), _said(marks), picture.width, 0)


def _said(marks: Iterable[tuple[str, str, str]]) -> list[Text]:
    return [Text().append(sign, style).append(f" {what}") for sign, style, what in marks]
