"""Reports that need the rules, answered from raw logs by plain folds, each as lean as it can be."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Ended, Line, groups, tag
from ledger.kernel.replay.reading import read
from ledger.kernel.replay.replay import live

Rows = list[tuple[Any, ...]]
_MOVELESS = frozenset({"opened", "noted", "adjusted", "ended", "sealed"})


class Log(NamedTuple):
    """A finished log: its game, the lines that count, and which seats won."""

    game: Game
    lines: list[Line]
    won: list[bool]

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.meta.name

    def states(self) -> Iterator[tuple[Line, Any]]:
        """Yield each line with the state after it, which goes on changing."""
        state, evolve = self.game.start(self.lines[0].data), self.game.rules.evolvers
        for n, line in enumerate(self.lines):
            if n:
                evolve[line.data.__class__](state, line.data)
            yield line, state

    def turns(self) -> Iterator[tuple[int, Any]]:
        """Yield each turn with the state at its end, which goes on changing."""
        state, evolve = self.game.start(self.lines[0].data), self.game.rules.evolvers
        turn = self.lines[0].turn
        for line in self.lines[1:]:
            if line.turn != turn:
                yield turn, state
                turn = line.turn
            evolve[line.data.__class__](state, line.data)
        yield turn, state

    def commands(self) -> Iterator[Any]:
        """Yield the moves."""
        for group in groups(self.lines):
            if group[0].type not in _MOVELESS:
                yield self.game.rules.command_of([x.data for x in group])


def _logs(files: Sequence[Path], game: str | None = None) -> Iterator[Log]:
    for file in files:
        data = file.read_bytes()
        if game is not None and f'"game":"{game}"'.encode() not in data[:200]:
            continue
        reading = read(data)
        lines = live(reading.lines)
        ended = next((x.data for x in reversed(lines) if isinstance(x.data, Ended)), None)
        if ended is not None:
            first = ended.ranking[0]
            won = [n + 1 in first for n in range(len(reading.opened.seats))]
            yield Log(reading.game, lines, won)


def _scores(log: Log, state: Any) -> list[int]:
    return [score or 0 for score in log.game.rules.scores(state)]


def _rate(part: float, whole: int) -> float:
    return round(100 * part / whole, 1)


def comebacks(files: Sequence[Path]) -> Rows:
    """Who led at half time."""
    found: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for log in _logs(files):
        half = log.lines[-1].turn // 2
        scores = next(_scores(log, state) for turn, state in log.turns() if turn == half)
        mine = [s for s, won in zip(scores, log.won, strict=True) if won]
        low, high = min(scores), max(scores)
        found[log.name, len(log.won)].append(
            (mine.count(high), mine.count(low) if low < high else 0)
        )
    return [
        (*key, len(own), _rate(sum(a for a, _ in own), len(own)),
         _rate(sum(b for _, b in own), len(own)))
        for key, own in sorted(found.items())
    ]  # fmt: skip


def game_length(files: Sequence[Path]) -> Rows:
    """Turns, rounds, moves and minutes."""
    from datetime import datetime

    found: dict[tuple[str, int], list[tuple[int, int, int, float]]] = defaultdict(list)
    for log in _logs(files):
        *_, (_, state) = log.turns()
        a, b = (datetime.fromisoformat(log.lines[n].at or "") for n in (0, -1))
        moves = sum(g[0].type not in _MOVELESS for g in groups(log.lines))
        found[log.name, len(log.won)].append(
            (log.lines[-1].turn, log.game.rules.round(state), moves, (b - a).total_seconds() / 60)
        )
    return [
        (*key, len(own), *(round(statistics.fmean(x[i] for x in own), 1) for i in range(3)),
         round(statistics.median(x[3] for x in own), 1), round(max(x[3] for x in own), 1))
        for key, own in sorted(found.items())
    ]  # fmt: skip


def moves(files: Sequence[Path]) -> Rows:
    """Kinds of moves, by winners and others."""
    made: dict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
    seats: dict[str, Counter[bool]] = defaultdict(Counter)
    for log in _logs(files):
        seats[log.name].update(log.won)
        for command in log.commands():
            made[log.name, tag(command.__class__)][log.won[command.seat - 1]] += 1
    return [
        (*key, own.total(), round(own[True] / seats[key[0]][True], 2),
         round(own[False] / seats[key[0]][False], 2))
        for key, own in made.items()
    ]  # fmt: skip


def openings(files: Sequence[Path]) -> Rows:
    """The first two moves of a player."""
    found: dict[str, list[tuple[bool, int]]] = defaultdict(list)
    for log in _logs(files, "osaka"):
        first: dict[int, list[str]] = {n + 1: [] for n in range(len(log.won))}
        for command in log.commands():
            if len(own := first[command.seat]) < 2:
                own.append(log.game.words.write(command))
            if all(len(own) == 2 for own in first.values()):
                break
        for seat, own in first.items():
            if own:
                found[", ".join(own)].append((log.won[seat - 1], len(log.won)))
    return [
        (key, len(own), _rate(sum(w for w, _ in own), len(own)),
         round(100 * statistics.fmean(1 / n for _, n in own), 1))
        for key, own in found.items()
    ]  # fmt: skip


def resources(files: Sequence[Path]) -> Rows:
    """What a player gets and gives away."""
    plus: Counter[tuple[str, str]] = Counter()
    minus: Counter[tuple[str, str]] = Counter()
    best: Counter[tuple[str, str]] = Counter()
    seats: dict[str, Counter[bool]] = defaultdict(Counter)
    for log in _logs(files):
        keys = [(log.name, r.key) for r in log.game.holdings.resources]
        seats[log.name].update(log.won)
        before: Sequence[Sequence[int]] = [(0,) * len(keys)] * len(log.won)
        for _, state in log.states():
            now = log.game.holdings(state)
            if now == before:
                continue
            for old, new, won in zip(before, now, log.won, strict=True):
                for key, a, b in zip(keys, old, new, strict=True):
                    if b > a:
                        plus[key] += b - a
                        best[key] += (b - a) * won
                    elif a > b:
                        minus[key] += a - b
            before = now
    out: Rows = []
    for key in sorted({*plus, *minus}):
        own = seats[key[0]]
        out.append(
            (*key, _per(plus[key], own.total()), _per(minus[key], own.total()),
             _per(best[key], own[True]))
        )  # fmt: skip
    return out


def _per(amount: int, players: int) -> float | None:
    return round(amount / players, 2) if amount else None


def score_curve(files: Sequence[Path]) -> Rows:
    """Scores at the end of each round."""
    sums: dict[tuple[int, str], list[int]] = defaultdict(list)
    games: Counter[tuple[int, str]] = Counter()
    for log in _logs(files, "osaka"):
        rounds: dict[int, list[int]] = {}
        for _, state in log.turns():
            rounds[log.game.rules.round(state)] = _scores(log, state)
        for number, points in rounds.items():
            who = ["winners" if w else "others" for w in log.won]
            games.update((number, w) for w in set(who))
            for w, score in zip(who, points, strict=True):
                sums[number, w].append(score)
    return [(*k, games[k], round(statistics.fmean(v), 2)) for k, v in sums.items()]


FOLDS: dict[str, Callable[[Sequence[Path]], Rows]] = {
    f.__name__.replace("_", "-"): f
    for f in (comebacks, game_length, moves, openings, resources, score_curve)
}
