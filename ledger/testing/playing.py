"""Random legal play of any game, with all else that happens at a table.

That includes notes, take-backs, redos, corrections and waived rules. A `Script` is a seed and a
number of steps, so Hypothesis shortens a failing game to its beginning.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line, Noted, Opened, Seat
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Chance, Seeded
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.state.patch import diff

_FIRST = ("Ana", "Bartek", "Celina", "Dora", "Emil", "Frida", "Gosia", "Hugo")
NAMES = (*_FIRST, *(f"{name} {n}" for n in range(2, 10) for name in _FIRST))
"""Enough names for any table."""
NOTES = (
    "a fine move",
    "undo 3",
    'she said "no" \\ twice',
    "two\nlines\u2028three",
    "",
    " # ",
    "ż 🐟",
)


class Script(NamedTuple):
    """A game to play: the same script always produces the same game.

    If the number of players isn't given, it depends on the seed.
    """

    seed: int
    steps: int
    players: int | None = None


@dataclass
class Habits:
    """What happens besides moves, and how often: 8 means once in 8 steps, and 0 never."""

    undo: int = 8
    note: int = 16
    adjust: int = 0
    waive: int = 0
    keys: bool = False
    times: bool = True


def opening(game: Game, seed: int, players: int | None = None, **more: Any) -> Opened:
    """Return a random first event of a game; pass `players` to fix their number."""
    rng = random.Random(f"{seed}/opening")
    any_count = rng.choice(game.meta.players)
    count = players or any_count
    options = {name: rng.choice(values) for name, values in option_values(game).items()}
    chosen = {k: v for k, v in options.items() if rng.random() < 0.7}
    colours = list(game.boxes.player_colours(game.boxes.standard)) or [
        "red",
        "blue",
        "a, b",
        "grey-green",
    ]
    rng.shuffle(colours)
    named = zip_longest(NAMES[:count], colours[:count])  # some may have no colour
    seats = [Seat(name=n, colour=rng.choice((None, c))) for n, c in named]
    return open_game(game, seats, options=chosen, **more)


def option_values(game: Game) -> dict[str, list[Any]]:
    """Return the values that each option of a game can have."""
    out: dict[str, list[Any]] = {}
    for f in msgspec.inspect.type_info(game.rules.opening.options).fields:  # type: ignore[attr-defined]
        kind = f.type
        if isinstance(kind, msgspec.inspect.LiteralType):
            out[f.encode_name] = list(kind.values)
        elif isinstance(kind, msgspec.inspect.BoolType):
            out[f.encode_name] = [False, True]
    return out


def play(
    game: Game,
    script: Script,
    habits: Habits | None = None,
    *,
    seen: Callable[[Table], None] = lambda table: None,
    chance: Chance | None = None,
    **more: Any,
) -> Table:
    """Play a script, calling `seen` with the table at the start and after each step."""
    habits = habits or Habits()
    chance = chance or Seeded(f"{script.seed}/chance")
    clock = _clock(script.seed) if habits.times else _no_clock()
    opened = opening(game, script.seed, script.players, **more)
    table = Table.open(game, opened, chance, at=next(clock), key="KEY-0" if habits.keys else None)
    seen(table)
    for n in range(script.steps):
        step(table, random.Random(f"{script.seed}/{n}"), chance, next(clock), habits)
        seen(table)
    if table.over:
        table.seal(at=table.lines[-1].at)
        seen(table)
    return table


def whole_game(
    game: Game, seed: int, players: int | None = None, *, most: int = 600, **more: Any
) -> Table:
    """Play a random game to its end and seal it; after `most` moves it is abandoned.

    The same seed always produces the same game. `more` is passed to `opening`.
    """
    chance = Seeded(f"{seed}/chance")
    table = Table.open(game, opening(game, seed, players, **more), chance)
    rng = random.Random(seed)
    while not table.over and table.head.cmd < most:
        table.do(game.rules.random_move(table.state, rng), chance)
    if not table.over:
        table.abandon("time to go home")
    table.seal()
    return table


def some_games(game: Game, seed: int, steps: int = 6) -> Iterator[Table]:
    """Yield a whole game, and the start of one for every other number of players."""
    counts = game.meta.players
    for n in range(len(counts)):
        count = counts[(seed + n) % len(counts)]
        quiet = Habits(undo=0, note=0)
        yield play(game, Script(seed, steps, count), quiet) if n else whole_game(game, seed, count)


def step(table: Table, rng: random.Random, chance: Chance, at: str | None, habits: Habits) -> None:
    """Make one random thing happen at the table."""

    def now(odds: int) -> bool:
        return bool(odds) and rng.randrange(odds) == 0

    if now(habits.note):
        count = len(table.lines[0].data.seats)
        table.note(rng.choice(NOTES), seat=rng.choice((None, *range(1, count + 1))), at=at)
    elif now(habits.undo):
        take_back(table, rng, at)
    elif now(habits.adjust):
        earlier = table.replay().at(rng.choice(ends(table.lines)))
        if not earlier.over and (patches := diff(table.state, earlier)):
            table.adjust(patches, "we moved the pieces # back", at=at)
    elif not table.over:
        if now(habits.waive) and waive_something(table, rng, chance, at):
            return
        command = in_another_order(table.game.rules.random_move(table.state, rng), rng)
        key = f"KEY-{table.head.seq}" if habits.keys else None
        table.do(command, chance, at=at, key=key)


def in_another_order(command: Command, rng: random.Random) -> Command:
    """Return a command with its cards in another order, as somebody else might lay them down."""
    values = {name: getattr(command, name) for name in command.__struct_fields__}
    mixed = {k: tuple(rng.sample(v, len(v))) for k, v in values.items() if isinstance(v, tuple)}
    return msgspec.structs.replace(command, **mixed)


def ends(lines: Sequence[Line]) -> list[int]:
    """Return the line number at which each group ends."""
    return [line.seq for line in lines if not line.more]


def take_back(table: Table, rng: random.Random, at: str | None) -> None:
    """Take back the last move, or return to any earlier line, even one taken back (a redo)."""
    if rng.random() < 0.6:
        try:
            table.undo(at=at)
        except Illegal:
            assert all(isinstance(x.data, Noted) or not x.cmd for x in table.replay().live)
    else:
        table.undo(rng.choice(ends(table.lines)), at=at)


def waive_something(table: Table, rng: random.Random, chance: Chance, at: str | None) -> bool:
    """Play a move that the rules refuse and the table allows; return False if none was found."""
    for command in mutations(table, rng, 12):
        waive: list[str] = []
        for _ in range(3):
            try:
                d = decide(table.game, table.state, command, chance, waive=waive)
            except Illegal as e:
                if e.rule is None or e.rule in waive:
                    break
                waive.append(e.rule)
            else:
                if d.waived:
                    table.do(command, chance, waive=waive, at=at)
                    return True
                break
    return False


def _clock(seed: int) -> Iterator[str | None]:
    """Yield times the way people note them: some are missing, and some are after midnight."""
    rng = random.Random(f"{seed}/clock")
    day, ms = 1, 20 * 3_600_000
    while True:
        ms += rng.choice((0, 1, 59_000, 61_005, 7_200_000))
        day, ms = day + ms // 86_400_000, ms % 86_400_000
        seconds, rest = divmod(ms, 1000)
        hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
        date = f"2026-{1 + day // 28 % 12:02d}-{1 + day % 28:02d}"
        time = f"{date}T{hour:02d}:{minute:02d}:{second:02d}.{rest:03d}Z"
        yield None if rng.random() < 0.3 else time


def _no_clock() -> Iterator[None]:
    while True:
        yield None


# --- commands that are nearly right -----------------------------------------------------------


def mutations(table: Table, rng: random.Random, count: int) -> Iterator[Command]:
    """Yield commands that resemble the legal ones but differ in something."""
    game, state = table.game, table.state
    seats = range(1, len(table.lines[0].data.seats) + 1)
    offered = [c for seat in seats for c in _some(game.rules.legal_moves(state, seat))]
    # every word and list of words that play has brought up so far, by the kind of value
    values: dict[type, list[Any]] = {str: ["", "nothing"], tuple: [()], int: [0, 99, *seats]}
    for line in table.lines[-80:]:
        for name in line.data.__struct_fields__:
            value = getattr(line.data, name)
            if type(value) in values and value not in values[type(value)]:
                values[type(value)].append(value)
            if isinstance(value, tuple):
                values[str] += [x for x in value if isinstance(x, str)]
    values[str] += [getattr(c, f) for c in offered for f in c.__struct_fields__ if f != "seat"]
    values[str] = list(dict.fromkeys(x for x in values[str] if isinstance(x, str)))
    values[tuple] = [v for v in values[tuple] if all(isinstance(x, str) for x in v)]
    for _ in range(count if offered else 0):
        command = rng.choice(offered)
        if rng.random() < 0.1:
            kind = rng.choice(game.rules.commands)
            command = _invent(kind, command.seat, values, rng)
        for _ in range(rng.choice((1, 1, 2))):
            name = rng.choice(command.__struct_fields__)
            changed = _change(getattr(command, name), values, rng)
            command = msgspec.structs.replace(command, **{name: changed})
        yield command


def _some(commands: Iterator[Command], most: int = 60) -> list[Command]:
    return [c for _, c in zip(range(most), commands, strict=False)]


def _invent(
    kind: type[Command], seat: int, values: Mapping[type, list[Any]], rng: random.Random
) -> Command:
    """Return a command of a type, filled with random values that fit its fields."""
    data: dict[str, Any] = {}
    for f in msgspec.inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        plain = f.type.type if isinstance(f.type, msgspec.inspect.Metadata) else f.type
        if isinstance(plain, msgspec.inspect.UnionType):  # what nobody may have seen
            plain = next(x for x in plain.types if not isinstance(x, msgspec.inspect.NoneType))
        if isinstance(plain, msgspec.inspect.StrType):
            data[f.name] = rng.choice(values[str])
        elif isinstance(plain, msgspec.inspect.BoolType):
            data[f.name] = rng.random() < 0.5
        elif isinstance(plain, msgspec.inspect.IntType):
            data[f.name] = rng.choice(values[int])
        elif isinstance(plain, msgspec.inspect.VarTupleType):
            data[f.name] = rng.choice(values[tuple])
    return kind(**{**data, "seat": seat})


def _change(value: Any, values: Mapping[type, list[Any]], rng: random.Random) -> Any:
    """Return another value of the same kind: a replacement, or one with a part added or removed."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, tuple):
        parts = list(value)
        how = rng.randrange(5)
        if how == 0 and parts:
            del parts[rng.randrange(len(parts))]
        elif how == 1 and parts:
            parts.append(rng.choice(parts))
        elif how == 2:
            parts.append(rng.choice(values[str]))
        elif how == 3 and parts:
            parts[rng.randrange(len(parts))] = rng.choice(values[str])
        else:
            return rng.choice(values[tuple])
        return tuple(parts)
    return rng.choice(values[type(value)]) if type(value) in values else value


def accepts(game: Game, state: State, command: Command, chance: Chance) -> Decision | LedgerError:
    """Return the decision on a command, or the error that refuses it."""
    try:
        return decide(game, state, command, chance)
    except LedgerError as e:
        return e
