"""Whether a game goes the same way in every process: Python orders sets anew in each.

A short game is played here and in a process with another PYTHONHASHSEED, where every move is
listed in its order and the log is compared line by line.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.faults import what_was_raised
from ledger.kernel.game.game import Game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.testing.lawbook.checked.breach import NEW, Breach
from ledger.testing.playing import opening

MOVES = 25
"""How many moves are played with each number of players."""
LISTED = 60
_PATIENCE = 60.0


class Played(msgspec.Struct, frozen=True):
    """A move of a game: what was offered before it, in its order, and the lines it led to."""

    offered: list[str]
    lines: list[tuple[str, str]]


def played(game: Game) -> list[Played]:
    """Play the beginning of a game at every number of players, the same way each time."""
    return [move for count in game.meta.players for move in _played(game, count)]


def _played(game: Game, count: int) -> Iterator[Played]:
    chance, rng = Seeded(f"{count}/order"), random.Random(count)
    table = Table.open(game, opening(game, count, count), chance)
    yield Played([], [(x.type, x.digest) for x in table.lines])
    for _ in range(MOVES):
        asked = game.rules.awaiting(table.state)
        if not asked:
            return
        offered = islice(game.rules.legal_moves(table.state, asked[0].seat), LISTED)
        listed = [game.words.write(x) for x in offered]
        lines = table.do(game.rules.random_move(table.state, rng), chance)
        yield Played(listed, [(x.type, x.digest) for x in lines])


def the_order_is_the_same_in_every_process(game: Game) -> Iterator[Breach]:
    """A game goes the same way whatever order Python gives to sets."""
    found = _elsewhere(game)
    if found is None:
        return
    for here, there in zip(played(game), found, strict=False):
        if here == there:
            continue
        expected = "lists, tables or `sorted(…)` where the order of a set decides"
        if here.offered != there.offered:
            both = zip(here.offered, there.offered, strict=False)
            one, other = next(((a, b) for a, b in both if a != b), ("", ""))
            message = (
                f"the legal moves come in another order in another process (`{one}` here, "
                f"`{other}` there)"
            )
            at: tuple[object, ...] = (game.rules.legal, *game.rules.commands)
            yield Breach("order", message, expected, at, new=NEW)
            return
        both_lines = zip(here.lines, there.lines, strict=False)
        kind = next((a[0] for a, b in both_lines if a != b), "line")
        message = f"the same game goes another way in another process: {kind} says something else"
        events = tuple(x for x in game.rules.events if x.__name__.lower() == kind.replace("_", ""))
        yield Breach("order", message, expected, events, new=NEW)
        return


def _elsewhere(game: Game) -> list[Played] | None:
    """Play the game in a process with another order of sets; None if it can't be found there."""
    home = _home(game)
    if home is None:
        return None
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    folders = [str(Path(x).resolve()) for x in sys.path if x]
    path = os.pathsep.join(dict.fromkeys([*folders, home[2]]))
    done = subprocess.run(  # noqa: S603 - Python itself, and a module that is imported already
        [sys.executable, "-W", "ignore", "-m", __name__, *home[:2]],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        capture_output=True,
        timeout=_PATIENCE,
        check=False,
    )
    if done.returncode:
        return None
    return msgspec.json.decode(done.stdout, type=list[Played])


def _home(game: Game) -> tuple[str, str, str] | None:
    """Return the module that a game is in, its name there, and the folder to import that from."""
    modules = sorted(sys.modules.items(), key=lambda x: not x[0].startswith(game.package))
    for name, module in modules:
        for attribute, value in list(vars(module).items()) if module is not None else ():
            file = getattr(module, "__file__", None)
            if value is game and file:
                up = name.count(".") + (Path(file).name == "__init__.py")
                return name, attribute, str(Path(file).resolve().parents[up])
    return None


def main() -> None:
    """Print how the game goes here, as JSON."""
    module, attribute = sys.argv[1:]
    try:
        found = played(getattr(import_module(module), attribute))
    except LedgerError as e:
        sys.exit(e.message)
    except Exception as e:
        sys.exit(what_was_raised(e))
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
