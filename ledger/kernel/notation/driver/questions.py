"""The open question as data: a prompt, a pad of cards or the next line of a file answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

Kind = Literal["move", "result", "set-up", "house rule", "end", "seal"]
"""What is asked: a move, a chance result, or yes or no: whether the set-up is right, whether to
record a refused move as a house rule, whether to end the game unfinished, whether to seal the log
of a game that is over."""


class Question(msgspec.Struct, frozen=True):
    """What is asked now, and what can be answered.

    `ask` is the game's own word for the move, or the slot of a chance result. For a chance result,
    `among` holds the possible values with how many of each are left (seat numbers if it is
    `by_lot`), `count` how many are needed, and `known` how many of the same draw are known already.
    It may be that nobody saw the result (`may_be_unseen`); then perhaps the next move can be given
    at once (`may_be_left_out`). `places` says where each of the values goes; `remark` is a text of
    the game's catalogue with `gaps`. `move` is the move that waits for the answer, as it is typed;
    None for the set-up.
    """

    kind: Kind
    seat: int | None = None
    ask: str = ""
    rule: str | None = None
    among: Mapping[str, int] | None = None
    count: int = 1
    known: int = 0
    by_lot: bool = False
    rolled: bool = False
    may_be_unseen: bool = False
    may_be_left_out: bool = False
    places: tuple[str, ...] = ()
    remark: str = ""
    gaps: Mapping[str, Any] = {}
    move: str | None = None

    @property
    def yes_or_no(self) -> bool:
        """Whether it is answered by yes or no."""
        return self.kind in ("set-up", "house rule", "end")
