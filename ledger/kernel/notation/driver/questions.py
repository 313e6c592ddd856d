"""The open question as data, to be answered from a prompt, by picking cards, or in a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

Kind = Literal["move", "result", "set-up", "house rule", "end", "seal"]
"""The kind of question: a move, a chance result, or a yes-or-no question (whether the set-up is
right, whether to record a refused move as a house rule, whether to end the game unfinished, or
whether to seal the log of a game that is over).
"""


class Question(msgspec.Struct, frozen=True):
    """The open question, and the possible answers.

    `ask` is the game's own word for the move, or the slot of a chance result. For a chance result,
    `among` holds the possible values with how many of each are left (seat numbers if it is
    `by_lot`), `count` is how many are needed, and `known` how many of the same draw are already
    known. The result may be one that nobody saw (`may_be_unseen`); then it may be possible to
    continue with the next move (`may_be_left_out`). `places` says where each of the values goes;
    `remark` is a text from the game's catalogue with `gaps`. `move` is the move waiting for the
    answer, as it is typed; None for the set-up.
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
        """Whether the answer is yes or no."""
        return self.kind in ("set-up", "house rule", "end")
