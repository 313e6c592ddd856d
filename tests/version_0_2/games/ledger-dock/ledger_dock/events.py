"""What can happen."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import By, Event, SeatEvent, Still, rule


class Turned(SeatEvent[By["DOC-02"]], Still):
    """A player's turn begins."""


class Loaded(SeatEvent):
    """Crates are loaded; `silk` says whether a tip is asked for."""

    goods: Annotated[str, rule("DOC-02")]
    count: Annotated[int, rule("DOC-02")]
    silk: Annotated[bool, rule("DOC-04")] = False
    says = ("{name} loads {count} crate of {goods}", "{name} loads {count} crates of {goods}")
    says_goods_tea = "{name} loads {count} tea"
    says_silk = ("{name} loads {count} fine crate", "{name} loads {count} fine crates")


class Filled(Event):
    """Crates come from the bag."""

    crates: Annotated[tuple[str, ...], rule("DOC-03", chance="crates")]


class Tipped(SeatEvent):
    """The foreman is pleased."""

    coins: Annotated[int, rule("DOC-04")]


class Kept(SeatEvent[By["DOC-04"]]):
    """The foreman is not."""
