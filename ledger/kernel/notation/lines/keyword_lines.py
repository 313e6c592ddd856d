"""Lines that start with a keyword and have arguments: a declared result, an undo."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.notation.error_list import raise_all
from ledger.kernel.play.position import Position
from ledger.kernel.words.typed_words import Word, needs

from .players import no_player, take_player


def check_result(position: Position, words: Sequence[Word]) -> None:
    """Compare `Ana 24, Bartek 20` with the computed result; raise `Illegal` if it is different."""
    outcome, names = position.game.rules.outcome(position.state), position.names
    if outcome is None and position.over:
        raise Illegal("the game was broken off, so it has no result: leave this out", column=1)
    if outcome is None:
        raise Illegal(
            "there is a result, but according to the moves the game isn't over",
            column=1,
            hint='if the game was broken off, write `abandon "why"` instead',
        )
    errors: list[LedgerError] = []
    for seat, score in read_scores(words, names, errors):
        right = outcome.scores[seat - 1]
        if score.text != str(right):
            errors.append(
                Illegal(
                    "the result says {text} for {names}, but according to the moves it is {right}",
                    rule=outcome.rule,
                    column=score.column,
                    text=score.text,
                    names=names[seat - 1],
                    right=right,
                )
            )
    raise_all(errors)


def read_scores(
    words: Sequence[Word], names: Sequence[str], errors: list[LedgerError]
) -> list[tuple[int, Word]]:
    """Parse `Ana 24, Bartek 20`; any errors are added to `errors`."""
    out: list[tuple[int, Word]] = []
    rest = [Word(w.text.rstrip(","), w.column) for w in words]
    while rest:
        try:
            seat, behind = take_player(rest, names)
            if seat is None:
                no_player(rest[0], names)
        except LedgerError as e:
            errors.append(e)
            # a name of several words ends before its score
            at = next((i for i, w in enumerate(rest) if w.text[-1:].isdecimal()), len(rest))
            rest = rest[at + 1 :]
            continue
        if not behind:
            errors.append(needs(rest[-1], "a score (`result Ana 24, Bartek 20`)"))
            break
        out.append((seat, behind[0]))
        rest = behind[1:]
    return out


def read_undo(words: Sequence[Word]) -> int | None:
    """Parse `undo` or `undo N`, and return the line to go back to, if given."""
    rest = [w.text for w in words[1:]]
    if not rest:
        return None
    if len(rest) > 1 or not rest[0].isdecimal() or len(rest[0]) > 9:
        raise Malformed(
            "write `undo`, or `undo N` to go back to line N of the log", column=words[-1].column
        )
    return int(rest[0])


def rest_of(words: Sequence[Word], source: str) -> str:
    """Return the part of a line after its first word, as it was typed."""
    return source[words[1].column - 1 : words[-1].end - 1] if words[1:] else ""
