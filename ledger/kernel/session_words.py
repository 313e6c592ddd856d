"""Keywords of a session that carry something: a declared result, a correction."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from .errors import Illegal, Malformed
from .events import Patch
from .game import Outcome
from .notation import Word, take_player


def check_result(outcome: Outcome | None, names: Sequence[str], words: Sequence[Word]) -> None:
    """Hold `Ana 24, Bartek 20` against the computed result."""
    if outcome is None:
        raise Illegal("a result is declared, but the game is not over", column=1)
    rest = [Word(w.text.rstrip(","), w.column) for w in words]
    while rest:
        seat, behind = take_player(rest, names)
        if seat is None or not behind:
            raise Malformed("write `result Ana 24, Bartek 20`", column=rest[0].column)
        right = outcome.scores[seat - 1]
        if behind[0].text != str(right):
            raise Illegal(
                f"the result says {behind[0].text} for {names[seat - 1]}, "
                f"by the moves it is {right}",
                rule=outcome.rule,
                column=behind[0].column,
            )
        rest = behind[1:]


def read_adjust(text: str, column: int) -> tuple[tuple[Patch, ...], str]:
    """Read `"why" [patches]`: the patches and the reason."""
    try:
        reason, end = json.JSONDecoder().raw_decode(text)
        patches = msgspec.json.decode(text[end:], type=tuple[Patch, ...])
    except (ValueError, msgspec.DecodeError, RecursionError) as e:
        message = f'write `adjust "why" [{{"path": "/…", "value": …}}]` ({e})'
        raise Malformed(message, column=column) from None
    return patches, str(reason)
