"""The same games without SQL: plain folds, plain loops. What the index says is checked by them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ledger.kernel.log.events import Ended, Line, Opened, Retracted, groups, tag
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay, live
from ledger.library.library import Library


@dataclass
class Player:
    """Somebody at a table and how they did."""

    seat: int | None
    player: str | None
    name: str
    score: float | None = None
    place: int | None = None
    won: bool | None = None


@dataclass
class Game:
    """A game, as far as it is known."""

    log: str
    kind: str
    game: str | None
    title: str
    seats: list[Player]
    finished: bool
    date: str | None
    started: datetime | None = None
    minutes: float | None = None
    lines: list[Line] = field(default_factory=list)
    live: list[Line] = field(default_factory=list)
    deltas: list[tuple[Any, ...]] = field(default_factory=list)
    scores: dict[int, tuple[int | None, ...]] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)
    moves: list[tuple[int, int, str, str, float | None]] = field(default_factory=list)
    turns: list[Any] = field(default_factory=list)
    began: int | None = None

    @property
    def players(self) -> int:
        return len(self.seats)

    def of(self, kind: str) -> list[Any]:
        """Return the live events of a type."""
        return [x.data for x in self.live if x.type == kind]

    def at(self, seat: int) -> Player:
        return self.seats[seat - 1]


def time(at: str | None) -> datetime | None:
    return None if at is None else datetime.fromisoformat(at)


def plain_games(library: Library) -> list[Game]:
    """Fold every game of a library."""
    names = {p.id: p.name for p in library.players()}
    out = []
    for e in library.games():
        who = library.players_of(e.id)
        seats = [
            Player(s.seat, p, names[p] if p else s.person.name,
                   None if s.total is None else float(s.total), s.place, s.won)
            for s, p in zip(e.standings, who, strict=True)
        ]  # fmt: skip
        if e.kind == "result":
            date = e.date if e.date and "?" not in e.date else None
            out.append(Game(e.id, "result", e.game, e.title, seats, True, date,
                            minutes=e.played.minutes))  # fmt: skip
        elif e.game == "chess":
            out.append(Game(e.id, "log", "chess", "chess", seats, False, None))
        else:
            out.append(_folded(e, seats))
    return out


def _folded(entry: Any, seats: list[Player]) -> Game:
    reading = read(entry.path.read_bytes())
    game, lines = reading.game, reading.lines
    kept = live(lines)
    replay = Replay(game, lines)
    ended = any(
        isinstance(x.data, Ended) and any(s is not None for s in x.data.scores) for x in kept
    )
    start, end = time(kept[0].at), time(kept[-1].at)
    out = Game(entry.id, "log", entry.game, game.meta.title, seats, ended, entry.date[:10],
               started=start, minutes=(end - start).total_seconds() / 60,
               lines=lines, live=kept)  # fmt: skip
    keys = [r.key for r in game.holdings.resources]
    have = [dict.fromkeys(keys, 0) for _ in seats]
    for line in kept:
        state = replay.at(line.seq)
        for seat, amounts in enumerate(game.holdings(state)):
            for key, value in zip(keys, amounts, strict=True):
                if value != have[seat][key]:
                    out.deltas.append(
                        (line.seq, line.turn, seat + 1, key, value - have[seat][key], value)
                    )
                    have[seat][key] = value
        out.scores[line.turn] = game.rules.scores(state)
        out.rounds[line.turn] = game.rules.round(state)
    out.turns = replay.turns
    out.began = next((t.seat for t in out.turns if t.number), None)
    before = start
    for group in groups(kept):
        if group[0].by is None or tag(type(group[0].data)) in ("noted", "adjusted"):
            continue
        command = game.rules.command_of([x.data for x in group])
        now = time(group[0].at)
        spent = (now - before).total_seconds()
        out.moves.append(
            (group[0].cmd, command.seat, tag(type(command)), game.words.write(command), spent)
        )
        before = now
    return out


def undone(game: Game) -> Counter[int | None]:
    """Count the lines of each seat's moves that were taken back."""
    alive = {x.seq for x in game.live}
    return Counter(
        x.by for x in game.lines
        if x.seq not in alive and not isinstance(x.data, Retracted | Opened)
    )  # fmt: skip
