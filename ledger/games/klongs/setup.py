"""What the rules look up all the time, worked out once for a box, players and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ledger.sdk import pick, require

from .box import Box, Grid, Options, check_tactical, corners, entrances, field_name

Fields = tuple[str, ...]
"""Water fields by their names."""
AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
SIDES = tuple((i, j) for i, j in AROUND if not (i and j))
STACKS = ("1", "2")
"""KLO-40: boats with traders and special boats, boats with an empty seat."""


class Boat(msgspec.Struct, frozen=True):
    """A kind of boat: its good with the letter that stands for it, or what a special boat is.

    `trader`: a neutral one is printed on it.
    """

    id: str
    good: str
    letter: str
    baskets: int
    trader: bool
    parasol: bool
    role: str


class Setup(msgspec.Struct, frozen=True):
    """Look-up tables of a game.

    By field: `at` (row and column from 0), `near` (side or corner), `steps` (where a move card
    takes a boat), `mates` (the rest of the district), `row` and `column` (without the field
    itself), `entrances` (light or dark). By kind of boat: `copies`, `good`, `baskets` that count,
    `role`, `stack` (an index), `empty` seats, `parasols`, and all about it in `fleet`. `letters`
    are those of the goods.
    """

    players: int
    options: Options
    hand: int
    cards: int
    traders: int
    limit: int
    rounds: int
    grid: Grid
    fields: Fields
    at: dict[str, tuple[int, int]]
    near: dict[str, Fields]
    steps: dict[str, Fields]
    mates: dict[str, Fields]
    row: dict[str, Fields]
    column: dict[str, Fields]
    entrances: dict[str, str]
    moorings: dict[str, Fields]
    copies: dict[str, int]
    good: dict[str, str]
    baskets: dict[str, int]
    role: dict[str, str]
    stack: dict[str, int]
    empty: dict[str, bool]
    parasols: dict[str, bool]
    thief: str
    guard: str
    letters: dict[str, str]
    fleet: dict[str, Boat]
    points: tuple[int, ...]
    small: tuple[int, ...]
    big: int
    deal: tuple[tuple[int, int], ...]

    @property
    def tactical(self) -> bool:
        """Whether there are two stacks (KLO-40)."""
        return self.options.tactical


def _around(g: Grid, place: tuple[int, int], ways: Iterable[tuple[int, int]]) -> Fields:
    places = [(place[0] + i, place[1] + j) for i, j in ways]
    return tuple(field_name(r, c) for r, c in places if 0 <= r < g.rows and 0 <= c < g.cols)


def _together(group: Mapping[str, object]) -> dict[str, Fields]:
    """Return for each field the others of its group."""
    groups: dict[object, list[str]] = {}
    for name, key in group.items():
        groups.setdefault(key, []).append(name)
    return {name: tuple(x for x in groups[key] if x != name) for name, key in group.items()}


def _letters(goods: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each good: that of its boats, where it can be told by it."""
    out: dict[str, str] = {}
    for boat, good in goods.items():
        if good not in out:
            wanted = (x for x in (boat + good).upper() if x.isascii() and x.isalpha())
            out[good] = next((x for x in wanted if x not in out.values()), "?")
    return out


def make_setup(box: Box, players: int, options: Options) -> Setup:
    """Work out the look-up tables of a game."""
    require(players in box.players.counts, f"players.counts: this box is not for {players} players")
    g = box.grid
    at = {field_name(r, c): (r, c) for r in range(g.rows) for c in range(g.cols)}
    near = {name: _around(g, place, AROUND) for name, place in at.items()}
    sides = {name: _around(g, place, SIDES) for name, place in at.items()}
    fleet, specials = box.fleet.boats, box.specials.boats
    kinds = box.kinds
    empty = {b.id: True for b in fleet if not b.trader}
    known = corners(g)
    by_role: dict[str, str] = {b.role: b.id for b in specials}
    thief = by_role.get("thief", "")
    baskets = {b.id: 0 if b.id == thief else b.baskets for b in kinds}  # KLO-25
    good = {b.id: b.good for b in fleet}
    role: dict[str, str] = {b.id: b.role for b in specials}
    letters = _letters(good)
    deal = [(0, box.limits.hand)]
    if options.tactical:
        check_tactical(box, players)
        deal = [(1, box.tactical.empty_seat), (0, box.tactical.with_trader)]
    return Setup(
        players=players,
        options=options,
        hand=box.limits.hand,
        cards=box.limits.move_cards,
        traders=box.traders.each[str(players)] - 1,  # KLO-03: one marks the points
        limit=box.limits.district,
        rounds=box.limits.day_rounds,
        grid=g,
        fields=tuple(at),
        at=at,
        near=near,
        steps=near if options.move_adjacency == "king" else sides,
        mates=_together(
            {x: (r // g.district_rows, c // g.district_cols) for x, (r, c) in at.items()}
        ),
        row=_together({x: r for x, (r, _) in at.items()}),
        column=_together({x: c for x, (_, c) in at.items()}),
        entrances=entrances(box, players),
        moorings={name: known[name] for name in box.moorings.names},
        copies={b.id: b.count for b in kinds},
        good=good,
        baskets=baskets,
        role=role,
        stack={b.id: int(options.tactical and b.id in empty) for b in kinds},
        empty=empty,
        parasols={b.id: True for b in kinds if b.parasol},
        thief=thief,
        guard=by_role.get("guard", ""),
        letters=letters,
        fleet={
            b.id: Boat(
                id=b.id,
                good=good.get(b.id, ""),
                letter=letters.get(good.get(b.id, ""), ""),
                baskets=baskets[b.id],
                trader=b.id in good and b.id not in empty,
                parasol=b.parasol,
                role=role.get(b.id, ""),
            )
            for b in kinds
        },
        **pick(box.luk_phat, "points", "small", "big"),
        deal=tuple((stack, n) for stack, n in deal if n),
    )
