"""Keywords of a session that carry something: a declared result, a correction."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from .errors import Illegal, Malformed
from .events import Patch
from .notation import no_player, take_player
from .table import Table
from .wording import Word, needs


def check_result(table: Table, words: Sequence[Word]) -> None:
    """Hold `Ana 24, Bartek 20` against the computed result."""
    outcome = table.game.outcome(table.state)
    names = [seat.name for seat in table.lines[0].data.seats]
    if outcome is None and table.over:
        raise Illegal("the game was broken off and has no result: leave it out", column=1)
    if outcome is None:
        raise Illegal(
            "a result is declared, but by the moves the game is not over",
            column=1,
            hint='a game that was broken off ends with `abandon "why"` instead',
        )
    rest = [Word(w.text.rstrip(","), w.column) for w in words]
    while rest:
        seat, behind = take_player(rest, names)
        if seat is None:
            no_player(rest[0], names)
        if not behind:
            raise needs(rest[-1], "a score (`result Ana 24, Bartek 20`)")
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
        why = f": {e}" if isinstance(e, msgspec.ValidationError) else ""
        message = f'a correction is written as `adjust "why" [{{"path": "/…", "value": …}}]`{why}'
        raise Malformed(message, column=column) from None
    return patches, str(reason)
