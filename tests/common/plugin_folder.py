"""Plug-ins made in a folder: a tiny game that works, and ways to break it.

In Heap, players take 1 to 3 stones in turn until none is left, and whoever has the fewest wins.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.kernel.game.registry import forget_games

BOX = """
id = "heap-standard"
title = "Heap"

[stones]
counts = { "2" = 9, "3" = 11, "4" = 13 }
provenance = { status = "fact", source = [] }
"""

RULES = """
[[rule]]
id = "HEP-01"
kind = "rule"
section = "Turn"
title = "Taking"
text = "Take 1, 2 or 3 stones."
sources = []

[[rule]]
id = "HEP-02"
kind = "rule"
section = "End"
title = "The end"
text = "When no stone is left, whoever has taken the fewest wins."
sources = []
"""

CODE = """
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from rich.text import Text

from ledger.sdk import *
from ledger.sdk.kit import Form, FormPart, Notation, read_number


class Stones(Sourced):
    counts: dict[str, int]


class Box(Titled):
    stones: Stones


class Setup(Lookup):
    def __init__(self, box, players, options):
        self.players = players
        self.stones = box.stones.counts[str(players)]


class Take(Command):
    count: int


class Took(Event):
    seat: int
    count: Annotated[int, rule("HEP-01")]


class Turned(Event):
    seat: int


@dataclass(slots=True)
class State:
    setup: Setup
    stones: int
    taken: list[int]
    active: int = 0
    turn: int = 0
    over: bool = False


class View(msgspec.Struct, frozen=True):
    stones: int
    taken: tuple[int, ...]


def start(setup):
    return State(setup, setup.stones, [0] * setup.players)


def begin(d):
    d.emit(Turned(seat=1))


@move(Take, "HEP-01", Took, answers="take")
def take(d, x: Take):
    d.need("HEP-01", 1 <= x.count <= min(3, d.state.stones), "take 1, 2 or 3 stones")
    d.emit(Took(seat=x.seat, count=x.count))
    if d.state.stones:
        d.emit(Turned(seat=x.seat % d.state.setup.players + 1))
    else:
        d.end()


FOLDS = Folds[State]()


@FOLDS.on(Took)
def took(s, e: Took):
    s.stones -= e.count
    s.taken[e.seat - 1] += e.count


@FOLDS.on(Turned)
def turned(s, e: Turned):
    s.active, s.turn = e.seat, s.turn + 1


def awaiting(s):
    return () if s.over or not s.stones else (Question(s.active, "take", "HEP-01"),)


def outcome(s):
    if s.stones:
        return None
    ranking = rank([-n for n in s.taken])
    return Outcome(
        reason="no stones left", rule="HEP-02", ranking=ranking, scores=tuple(s.taken)
    )


def legal(s, seat):
    yield from (Take(seat=seat, count=n) for n in range(1, min(3, s.stones) + 1))


def view(s, seat):
    return View(s.stones, tuple(s.taken))


def draw(v, width, names):
    return Text(f"{v.stones} stones")


def holdings(s):
    return [(n,) for n in s.taken]


def scores(s):
    return tuple(s.taken)


NOTATION = Notation(
    {
        "take": Form(
            Take,
            parts=(FormPart("count", lambda s, word: read_number(word), "a number", write=str),),
        )
    }
)
SENTENCES = {Took: "{name} takes {count}", Turned: "It is {name}'s turn"}
GAME = Game(
    meta=Meta(
        name="heap", title="Heap", edition="heap/1", players=(2, 3, 4), highest_wins=False
    ),
    package=__package__,
    boxes=Boxes(Box),
    rules=Rules(
        state=State,
        opening=Opening(setup=Setup, start=start, begin=begin),
        questions=Questions(awaiting=awaiting),
        moves=(take,),
        folds=FOLDS,
        legal=legal,
        ending=Ending(outcome=outcome, scores=scores),
    ),
    words=Words(sentences=SENTENCES, notation=NOTATION),
    view=view,
    holdings=Holdings(resources=(Resource("stones", "stones"),), count_all=holdings),
    pictures=Pictures(board=draw),
)
"""


def line_of(part: str, code: str = CODE) -> int:
    """Return the line of the code that has this part."""
    (found,) = (n for n, line in enumerate(code.splitlines(), 1) if part in line)
    return found


def write_plugin(
    folder: Path,
    code: str = CODE,
    *,
    name: str = "heap",
    package: str = "heap_game",
    distribution: str = "ledger-heap",
    version: str = "1.2",
    attribute: str = "GAME",
) -> None:
    """Write a game as pip would install it into a folder on the path."""
    home = folder / package
    home.mkdir(parents=True)
    (home / "__init__.py").write_text(code, "utf-8")
    (home / "box.toml").write_text(BOX, "utf-8")
    (home / "rules.toml").write_text(RULES, "utf-8")
    info = folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
    (info / "METADATA").write_text(head, "utf-8")
    entry = f"[ledger.games]\n{name} = {package}:{attribute}\n"
    (info / "entry_points.txt").write_text(entry, "utf-8")


@contextmanager
def plugins_in(folder: Path) -> Iterator[None]:
    """Have the plug-ins of a folder installed for a while."""
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    forget_games()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            if (folder / name.partition(".")[0]).exists():
                del sys.modules[name]
        forget_games()
