"""A finished game at a glance: places, where the points came from, ties, and key moments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ledger.kernel.errors import BY_CODE
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Ended, Event, Line, Opened, meaning
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.command import State
from ledger.kernel.rules.outcome import decided_by_tie
from ledger.kernel.text.safe import safe
from ledger.kernel.text.translations import reference_catalogue

from .narrate import line_words, own_word, scores

MOMENTS = 6
"""The maximum number of key moments."""

Scores = tuple[int | None, ...]


class Moment(NamedTuple):
    """The end of a turn that changed a lot: somebody took the lead, or gained many points."""

    seq: int
    seat: int
    gain: int
    leads: bool


class Source(NamedTuple):
    """What brought points, in words, and how many it brought to each seat."""

    what: str
    points: tuple[int, ...]


class Tied(NamedTuple):
    """A seat that had as many points as the winner, and the number that decided between them."""

    seat: int
    number: str


class Summary(NamedTuple):
    """How a game ended, and how it came to that, as far as the viewer of its log may know.

    `tie` says in words how a tie for the first place was broken; `tied` has the numbers behind it,
    if the game has any.
    """

    line: Line
    words: str
    tie: str
    tied: tuple[Tied, ...]
    sources: tuple[Source, ...]
    moments: tuple[Moment, ...]


def end_of_game(replay: Replay) -> Line | None:
    """Return the line with which the game ended, unless that was taken back."""
    return next((line for line in replay.backwards() if isinstance(line.data, Ended)), None)


def known_scores(game: Game, state: State, opened: Opened) -> Scores:
    """Return the scores that a log's viewer may know; empty if they can't be counted."""
    try:
        return scores(game, state, opened.view, over=state.over)
    except BY_CODE:
        return ()


def key_moments(turns: Iterable[tuple[int, Scores]]) -> tuple[Moment, ...]:
    """Return the turns in which the lead changed and those with the largest gains, in order.

    `turns` has the last line of each turn and the scores at that point.
    """
    found: list[Moment] = []
    leader = 0
    for (_, before), (seq, after) in pairwise(turns):
        if not before or not after or None in before or None in after:
            continue
        gains = [(now or 0) - (was or 0) for was, now in zip(before, after, strict=True)]
        best = max(n for n in after if n is not None)
        top = [seat for seat, n in enumerate(after, 1) if n == best]
        leads = len(top) == 1 and leader not in (0, top[0])
        if len(top) == 1:
            leader = top[0]
        seat = leader if leads else max(range(len(gains)), key=gains.__getitem__) + 1
        if leads or gains[seat - 1] > 0:
            found.append(Moment(seq, seat, gains[seat - 1], leads))
    largest = sorted(found, key=lambda m: (m.leads, m.gain), reverse=True)[:MOMENTS]
    return tuple(sorted(largest))


def summarise(replay: Replay, lang: str) -> Summary | None:
    """Return the summary of a finished game, in a language; None if the game isn't over."""
    end = end_of_game(replay)
    if end is None:
        return None
    game, opened = replay.game, replay.lines[0].data
    names = [safe(seat.name) for seat in opened.seats]
    ended: Ended = end.data
    tie = safe(game.words.tie_of(ended, lang))
    scored = _Scored(replay)
    return Summary(
        line=end,
        words=line_words(game, replay.lines, end, names, lang),
        tie=tie,
        tied=_numbers(game, scored.state, ended) if tie else (),
        sources=_sources(game, scored, lang),
        moments=() if ended.broken_off else key_moments(scored.turns),
    )


class _Scored:
    """How the scores came about: at the end of each turn, and by the kinds of events.

    `by_kind` is empty if the viewer didn't know all scores all the time.
    """

    def __init__(self, replay: Replay) -> None:
        game, opened = replay.game, replay.lines[0].data
        self.state: State = game.start(opened)
        self.turns: list[tuple[int, Scores]] = []
        self.by_kind: dict[type[Event], list[int]] = {}
        known, turn, all_known = known_scores(game, self.state, opened), 0, True
        for line in replay.live[1:]:
            kind = type(line.data)
            game.rules.evolvers[kind](self.state, line.data)
            was, known = known, known_scores(game, self.state, opened)
            all_known = all_known and bool(known) and None not in known
            if known != was and all_known and kind in game.rules.events:
                brought = self.by_kind.setdefault(kind, [0] * len(known))
                for i, (before, now) in enumerate(zip(was, known, strict=False)):
                    brought[i] += (now or 0) - (before or 0)
            if self.turns and line.turn == turn:
                self.turns.pop()
            self.turns.append((line.seq, known))
            turn = line.turn
        if not all_known:
            self.by_kind.clear()


def _sources(game: Game, scored: _Scored, lang: str) -> tuple[Source, ...]:
    """Return what brought points, the most first; if the game says nothing, by kind of event."""
    parts, state = game.rules.ending.parts, scored.state
    if parts is not None:
        made_of = [parts(state, seat) for seat in range(1, state.setup.players + 1)]
        names = dict.fromkeys(name for one in made_of for name in one)
        found = [(own_word(game, x, lang), [one.get(x, 0) for one in made_of]) for x in names]
    else:
        say = reference_catalogue(game.package, game.meta.name, lang).gettext
        own = scored.by_kind.items()
        found = [(say(meaning(kind)).partition(".")[0], points) for kind, points in own]
    ranked = sorted(found, key=lambda source: -sum(map(abs, source[1])))
    return tuple(Source(safe(what), tuple(points)) for what, points in ranked if any(points))


def _numbers(game: Game, state: State, ended: Ended) -> tuple[Tied, ...]:
    """Return what decided between the winner and the seats with equal points, in numbers."""
    breaks = game.rules.ending.tie_breaks
    if breaks is None or not decided_by_tie(ended.ranking, ended.scores, ended.teams):
        return ()
    best = ended.scores[ended.ranking[0][0] - 1]
    seats = [seat for tied in ended.ranking for seat in tied if ended.scores[seat - 1] == best]
    numbers = [(seat, _number(breaks(state, seat))) for seat in seats]
    return tuple(Tied(seat, n) for seat, n in numbers) if all(n for _, n in numbers) else ()


def _number(value: Any) -> str:
    """Return a number, or several, as text; "" for anything else."""
    values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in values):
        return ""
    return ", ".join(map(str, values))
