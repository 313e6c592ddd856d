"""Two boxes side by side: how long games are, who wins them, and with how many points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from ledger.cli.language import t
from ledger.kernel.log.sides import side_numbers
from ledger.kernel.play.simulate import SimulatedLog
from ledger.kernel.words.sentences import N_

from .estimates import (
    CONFIDENCE,
    Estimate,
    mean_difference,
    mean_of,
    share_difference,
    share_of,
)


class Game(msgspec.Struct, frozen=True):
    """What is compared about one game; if it was cut off, that fact alone counts."""

    turns: int
    winners: tuple[int, ...]
    sharing: int
    """How many sides share the victory."""
    scores: tuple[int | None, ...]
    capped: bool


class Side(msgspec.Struct):
    """One box and the games played with it, in the order of their numbers."""

    name: str
    box: str
    games: list[Game]

    def add(self, played: SimulatedLog) -> None:
        """Add a game."""
        ended = played.ended
        first = () if played.capped else ended.winners
        side = side_numbers(ended.teams, len(ended.scores))
        sharing = len({side[seat - 1] for seat in first})
        scores = tuple(ended.scores)
        self.games.append(Game(played.turns, first, sharing, scores, played.capped))


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """Something to compare, for one seat or for the whole game."""

    measure: str
    seat: int | None = None
    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None


MEASURES = (N_("turns"), N_("winning score"), N_("score"), N_("wins"), N_("broken off"))
"""The names of the measures, marked for translation."""
SHARES = ("wins", "broken off")
"""The measures that are shares of all games rather than numbers."""


def compare(a: Side, b: Side, players: int) -> list[Measure]:
    """Return all measures; each difference is the first side minus the second."""
    seats = range(1, players + 1)
    out = [
        _means("turns", None, a, b, lambda g: g.turns),
        _means("winning score", None, a, b, lambda g: _best(g.scores, g.winners)),
        _means("score", None, a, b, lambda g: _mean(g.scores)),
    ]
    out += [_shares("wins", seat, a, b, partial(_won, seat)) for seat in seats]
    out += [_means("score", seat, a, b, partial(_score, seat)) for seat in seats]
    broken = [_shares("broken off", None, a, b, lambda g: float(g.capped), every=True)]
    stopped = any(game.capped for side in (a, b) for game in side.games)
    return [m for m in (*out, *(broken if stopped else ())) if m.a is not None or m.b is not None]


def facts(measures: Sequence[Measure], a: Side, b: Side, **run: Any) -> dict[str, Any]:
    """Return a comparison as JSON, with fields that stay stable."""
    sides = [
        {
            "name": x.name,
            "box": x.box,
            "games": len(x.games),
            "capped": sum(g.capped for g in x.games),
        }
        for x in (a, b)
    ]
    fields = msgspec.to_builtins(list(measures))
    return {**run, "confidence": CONFIDENCE, "a": sides[0], "b": sides[1], "measures": fields}


def print_comparison(measures: Sequence[Measure], a: Side, b: Side, players: int) -> None:
    """Print a comparison as a table."""
    from rich.table import Table

    from ledger.boards.legible import plain
    from ledger.cli.output.console import console, say, sign, terminal

    sure = sign("◆", "*")
    table = Table(box=None, pad_edge=False, header_style="dim")
    for i, title in enumerate(("", a.name, b.name, t("difference"), "")):
        table.add_column(plain(title), justify="right" if 0 < i < 4 else "left", overflow="fold")
    for m in measures:
        who = "" if m.seat is None else f", {t('seat {seat}', seat=m.seat)}"
        share = m.measure in SHARES
        cells = (_cell(m.a, share), _cell(m.b, share), _cell(m.difference, share, "+"))
        table.add_row(t(m.measure) + who, *cells, sure if _is_certain(m.difference) else "")
    console(width=None if terminal() else 120).print(table)
    say(
        t(
            "in brackets: the range in which the true value lies with {confidence:.0%} "
            "confidence; {sign} more than chance",
            confidence=CONFIDENCE,
            sign=sure,
        )
    )
    say(
        t("if no seat had an advantage, each would win {share:.1%} of the games", share=1 / players)
    )


def _cell(x: Estimate | None, share: bool, more: str = "") -> str:
    if x is None:
        return "-"
    times, unit, digits = (100, " %", 1) if share else (1, "", 2 if abs(x.mean) < 100 else 1)
    mean = f"{x.mean * times:{more}.{digits}f}{unit}"
    if x.low is None or x.high is None:
        return mean
    low, high = (f"{limit * times:{more}.{digits}f}" for limit in (x.low, x.high))
    return t("{mean} ({low} to {high})", mean=mean, low=low, high=high)


def _is_certain(x: Estimate | None) -> bool:
    """Whether an interval excludes zero."""
    return x is not None and x.low is not None and x.high is not None and not x.low <= 0 <= x.high


# --- from games to numbers ---------------------------------------------------------------------


def _means(
    name: str, seat: int | None, a: Side, b: Side, value: Callable[[Game], float | None]
) -> Measure:
    pairs = list(_pairs(a, b, value))
    return Measure(
        measure=name,
        seat=seat,
        a=mean_of([x for x, _ in pairs if x is not None]),
        b=mean_of([y for _, y in pairs if y is not None]),
        difference=mean_difference([(x, y) for x, y in pairs if x is not None and y is not None]),
    )


def _shares(
    name: str,
    seat: int | None,
    a: Side,
    b: Side,
    value: Callable[[Game], float],
    *,
    every: bool = False,
) -> Measure:
    pairs = list(_pairs(a, b, value, every=every))
    first = share_of([x for x, _ in pairs if x is not None])
    second = share_of([y for _, y in pairs if y is not None])
    difference = share_difference(first, second)
    return Measure(measure=name, seat=seat, a=first, b=second, difference=difference)


def _pairs(
    a: Side, b: Side, value: Callable[[Game], float | None], *, every: bool = False
) -> Iterator[tuple[float | None, float | None]]:
    """Yield a value for each pair of games with the same seed, with None where there isn't one."""
    for one, other in zip(a.games, b.games, strict=True):
        x, y = (value(g) if every or not g.capped else None for g in (one, other))
        yield x, y


def _won(seat: int, game: Game) -> float:
    """Return 1 for a victory, or the seat's share if several sides have won."""
    return 1 / game.sharing if seat in game.winners else 0.0


def _score(seat: int, game: Game) -> int | None:
    return game.scores[seat - 1]


def _best(scores: Sequence[int | None], winners: Sequence[int]) -> int | None:
    found = [x for seat in winners if (x := scores[seat - 1]) is not None]
    return max(found, default=None)


def _mean(scores: Sequence[int | None]) -> float | None:
    found = [x for x in scores if x is not None]
    return sum(found) / len(found) if len(found) == len(scores) else None
