"""Positions for rule tests, and moves on them written in session notation.

`position(...)` lays the cards out as a test wants them; every card that is not named lies in the
draw pile, so that all cards of the box are always accounted for. `play(position, "Ana take R5")`
reads moves and chance results exactly as a session file is read (the position is reached by an
`adjust` line), checks after every event that no card is lost or doubled, and returns what happened.
`refused(...)` returns the error instead.
"""

from __future__ import annotations

import json
import random
import textwrap
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import msgspec

from ledger.games.osaka import GAME
from ledger.games.osaka.state import Player, State
from ledger.kernel.chance import Seeded
from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.events import Adjusted, Event, Opened, groups, tag
from ledger.kernel.fold import Replay
from ledger.kernel.piles import Pile
from ledger.kernel.session_read import read_session
from ledger.kernel.session_write import write_session
from ledger.kernel.state import diff
from ledger.kernel.table import Table, open_game
from ledger.kernel.verify import verify_bytes

NAMES = ("Ana", "Bartek", "Celina", "Dora")
COLOURS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}


def standard_box() -> dict[str, Any]:
    """Return the built-in box as plain data, to be changed at will."""
    text = resources.files("ledger.games.osaka").joinpath("box.toml").read_text("utf-8")
    return tomllib.loads(text)


def small_box(copies: dict[str, int], **limits: int) -> dict[str, Any]:
    """Return a box with other numbers of cards (of each value, in each colour) and limits."""
    box = standard_box()
    box["id"] = "osaka-small"
    box["cards"]["copies"] = copies
    box["limits"] |= limits
    return box


@dataclass
class Position:
    """A position and the opening of the game it belongs to."""

    opened: Opened
    state: State


@dataclass
class Played:
    """What a script led to; can be played on."""

    table: Table
    first: int
    opened: Opened = field(init=False)

    def __post_init__(self) -> None:
        self.opened = self.table.lines[0].data

    @property
    def state(self) -> State:
        """The position at the end."""
        return self.table.state

    @property
    def lines(self) -> list[Any]:
        """The lines that the script added."""
        return self.table.lines[self.first :]

    @property
    def events(self) -> list[Event]:
        """The events that the script added."""
        return [line.data for line in self.lines]

    @property
    def told(self) -> list[str]:
        """The types of these events."""
        return [tag(type(e)) for e in self.events]

    def of(self, name: str) -> list[Any]:
        """Return the events of one type."""
        return [e for e in self.events if tag(type(e)) == name]

    def only(self, name: str) -> Any:
        """Return the one event of a type."""
        (event,) = self.of(name)
        return event

    @property
    def data(self) -> list[dict[str, Any]]:
        """The events as plain data, for a snapshot."""
        return [{"type": tag(type(e)), **msgspec.to_builtins(e)} for e in self.events]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who is asked for what."""
        names = [s.name for s in self.opened.seats]
        return [(names[q.seat - 1], q.ask) for q in GAME.awaiting(self.state)]

    @property
    def ships(self) -> dict[str, int]:
        """Where the ships stand."""
        return self.state.ships

    @property
    def market(self) -> list[str]:
        """The Market, sorted."""
        return sorted(self.state.market)

    @property
    def farm(self) -> list[str]:
        """The Farm, sorted."""
        return sorted(self.state.farm)

    @property
    def discard(self) -> list[str]:
        """The discard pile, sorted."""
        return sorted(self.state.discard)

    def seat(self, name: str) -> Player:
        """Return what lies before a player."""
        return self.state.players[[s.name for s in self.opened.seats].index(name)]

    def moves(self) -> list[str]:
        """Return the legal moves of the one who is asked, in notation."""
        (asked, *_) = GAME.awaiting(self.state)
        return [GAME.write(c) for c in GAME.legal(self.state, asked.seat)]


def cards(text: str | None) -> list[str]:
    """Read `R5 3xY2`."""
    out: list[str] = []
    for word in (text or "").split():
        many, _, card = word.rpartition("x")
        out += [card] * (int(many) if many else 1)
    return out


def count_colours(text: str | None) -> dict[str, int]:
    """Read tokens: `red 2xgreen`."""
    return {name: cards(text).count(name) for name in COLOURS.values()}


def position(
    players: int = 3,
    *,
    market: str = "",
    farm: str = "",
    hands: list[str] | tuple[str, ...] = (),
    goods: list[str] | tuple[str, ...] = (),
    insured: list[str] | tuple[str, ...] = (),
    tokens: list[str] | tuple[str, ...] = (),
    vp: list[str] | tuple[str, ...] = (),
    reserve: dict[int, str] | None = None,
    ships: dict[str, int] | None = None,
    active: int = 1,
    discard: str = "",
    pile: str | None = None,
    rest: int | None = None,
    options: dict[str, Any] | None = None,
    box: dict[str, Any] | None = None,
) -> Position:
    """Lay out the position in which the active player is to act.

    `reserve` maps a seat to the card under its piece: `"R5"` in the Market, `"R5 farm"` in the
    Farm. Unnamed cards form the pile; if `pile` names the pile, they are discards, or with `rest`
    the face-up VP cards of that seat.
    """
    opened = open_game(GAME, NAMES[:players], options=options or {}, box=box)
    s: State = GAME.start(opened)
    s.market, s.farm, s.discard = cards(market), cards(farm), cards(discard)
    for i, p in enumerate(s.players):
        p.hand = cards(_at(hands, i))
        p.goods = cards(_at(goods, i))
        p.insured = cards(_at(insured, i))
        p.kept = cards(_at(vp, i))
        p.tokens = count_colours(_at(tokens, i))
    for seat, text in (reserve or {}).items():
        card, _, row = text.partition(" ")
        p = s.players[seat - 1]
        p.piece, p.row = card, row or "market"
        assert card in (s.farm if row else s.market), f"{card} is not in the {p.row}"
    s.ships |= ships or {}
    s.phase, s.asked, s.turn = "action", [], 1
    s.first = s.active = active
    left = Counter(s.setup.copies)
    left.subtract(_seen(s))
    if pile is not None:
        left.subtract(cards(pile))
    short = [card for card, n in left.items() if n < 0]
    assert not short, f"there are not so many {short} in the box"
    s.pile = Pile()
    if pile is None:
        s.pile.shuffle_in(left.elements())
    else:
        s.pile.shuffle_in(cards(pile))
        (s.discard if rest is None else s.players[rest - 1].kept).extend(left.elements())
    conserved(s)
    return Position(opened, s)


def _at(values: list[str] | tuple[str, ...], i: int) -> str | None:
    return values[i] if i < len(values) else None


def _seen(s: State) -> Counter[str]:
    out = Counter(s.market) + Counter(s.farm) + Counter(s.discard)
    for p in s.players:
        out += Counter(p.hand) + Counter(p.goods) + Counter(p.insured) + Counter(p.kept)
    return out


def conserved(s: State, *, pieces: bool = True) -> None:
    """Every card of the box is in exactly one place; the unseen ones fit their pools.

    `pieces`: reservation pieces lie on cards that are there (a group may end a piece's stay late).
    """
    total = _seen(s)
    unseen = 0
    for i, pool in enumerate(s.pile.pools):
        assert all(n >= 0 for n in pool.values()), f"a card of pool {i} was dealt twice: {pool}"
        total += Counter(pool)
        inside = sum(x.count for x in s.pile.segments if x.pool == i)
        assert 0 <= inside <= sum(pool.values())
        unseen += sum(pool.values()) - inside
    assert total == Counter({c: n for c, n in s.setup.copies.items() if n})
    assert unseen == sum(p.blind for p in s.players), "VP cards drawn unseen"
    for p in s.players:
        assert (p.piece is None) == (p.row is None)
        if pieces and p.piece is not None:
            assert p.piece in (s.market if p.row == "market" else s.farm)


def random_game(
    players: int,
    seed: int | str,
    *,
    options: dict[str, Any] | None = None,
    box: dict[str, Any] | None = None,
    turns: int | None = None,
) -> Table:
    """Play any acceptable moves until the game ends (or for so many turns)."""
    chance, choice = Seeded(f"{seed}/chance"), random.Random(f"{seed}/choice")
    opened = open_game(GAME, NAMES[:players], options=options or {}, box=box)
    table = Table.open(GAME, opened, chance)
    while not table.over and (turns is None or table.state.turn <= turns):
        table.do(GAME.sample(table.state, choice), chance)
    if table.over:
        table.seal()
    return table


def session(players: str, body: str, **header: str) -> Table:
    """Read a whole session, header keys given apart."""
    return read_session(_session(players, body, header), game=GAME)


def no_session(players: str, body: str, **header: str) -> LedgerError:
    """Read a session that must be refused; lines count from the body's first."""
    text = _session(players, body, header)
    try:
        read_session(text, game=GAME)
    except LedgerError as e:
        if e.line is not None:
            e.line -= text[: text.index("\n\n")].count("\n") + 2
        return e
    raise AssertionError("the session was accepted")


def _session(players: str, body: str, header: dict[str, str]) -> str:
    head = {"game": "osaka", "players": players} | header
    return "".join(f"{k}: {v}\n" for k, v in head.items()) + "\n" + "\n".join(_lines(body)) + "\n"


def play(start: Position | Played, script: str) -> Played:
    """Play lines of session notation on a position."""
    head = heading(start)
    table = read_session(head + "\n".join(_lines(script)) + "\n", game=GAME)
    first = next(x.seq for x in table.lines if isinstance(x.data, Adjusted))
    for line, state in Replay(GAME, table.lines).walk(first + 1):
        conserved(state, pieces=not line.more)
    _checked(table)
    return Played(table, first)


def refused(start: Position | Played, script: str) -> LedgerError:
    """Play lines of which one must be refused; its number counts from the script's first line."""
    head = heading(start)
    try:
        table = read_session(head + "\n".join(_lines(script)) + "\n", game=GAME)
    except LedgerError as e:
        if e.line is not None:
            e.line -= head.count("\n")
        return e
    raise AssertionError(f"nothing was refused: {[tag(type(x.data)) for x in table.lines]}")


def illegal(start: Position | Played, script: str, rule: str, sentence: str) -> None:
    """The last line of the script is illegal by this rule, with this sentence."""
    e = refused(start, script)
    assert isinstance(e, Illegal), f"{e.kind}: {e}"
    assert (e.rule, e.message) == (rule, sentence)


def heading(start: Position | Played) -> str:
    """Return a session that leads to the position: any set-up, then the table's correction."""
    table = Table.open(GAME, start.opened, Seeded(0))
    patches = msgspec.json.encode(diff(table.state, start.state)).decode()
    return write_session(GAME, table.lines) + f"adjust {json.dumps('the position')} {patches}\n"


def _lines(script: str) -> list[str]:
    text = textwrap.dedent(script.removeprefix("\n")).rstrip()
    return [part for line in text.split("\n") for part in line.split(" / ")]


def _checked(table: Table) -> None:
    """What was played can be verified, and exported and read again."""
    report = verify_bytes(table.bytes())
    assert {p.kind for p in report.problems} == {"house-rule"}, report.problems
    again = read_session(write_session(GAME, table.lines), game=GAME)
    assert again.bytes() == table.bytes()
    for group in groups(table.lines):
        if group[0].by is not None and not isinstance(group[0].data, Adjusted):
            assert GAME.command_of([x.data for x in group]).seat == group[0].by
