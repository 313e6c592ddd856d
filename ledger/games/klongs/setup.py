"""What the rules look up all the time, worked out once for a box, players and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ledger.sdk import require

from .box import Box, Grid, Options, check_tactical, corners, entrances, field_name

Fields = tuple[str, ...]
"""Water fields by their names."""
AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
SIDES = tuple((i, j) for i, j in AROUND if not (i and j))
STACKS = ("1", "2")
"""KLO-40: boats with traders and special boats, boats with an empty seat."""


class Setup(msgspec.Struct, frozen=True):
    """Look-up tables of a game.

    By field: `near` (side or corner), `steps` (where a move card takes a boat), `mates` (the rest
    of the district), `row` and `column` (without the field itself). By kind of boat: `copies`,
    `good`, `baskets` that count, `role`, `stack` (an index), `empty` seats and `parasols`.
    """

    players: int
    options: Options
    hand: int
    cards: int
    traders: int
    limit: int
    rounds: int
    fields: Fields
    near: dict[str, Fields]
    steps: dict[str, Fields]
    mates: dict[str, Fields]
    row: dict[str, Fields]
    column: dict[str, Fields]
    entrances: Fields
    doors: dict[str, str]
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
        fields=tuple(at),
        near=near,
        steps=near if options.move_adjacency == "king" else sides,
        mates=_together(
            {x: (r // g.district_rows, c // g.district_cols) for x, (r, c) in at.items()}
        ),
        row=_together({x: r for x, (r, _) in at.items()}),
        column=_together({x: c for x, (_, c) in at.items()}),
        entrances=(found := entrances(box, players)),
        doors={f: "light" if f in box.entrances.light else "dark" for f in found},
        moorings={name: known[name] for name in box.moorings.names},
        copies={b.id: b.count for b in kinds},
        good={b.id: b.good for b in fleet},
        baskets={b.id: 0 if b.id == by_role.get("thief") else b.baskets for b in kinds},  # KLO-25
        role={b.id: b.role for b in specials},
        stack={b.id: int(options.tactical and b.id in empty) for b in kinds},
        empty=empty,
        parasols={b.id: True for b in kinds if b.parasol},
        thief=by_role.get("thief", ""),
        guard=by_role.get("guard", ""),
        points=box.luk_phat.points,
        small=box.luk_phat.small,
        big=box.luk_phat.big,
        deal=tuple((stack, n) for stack, n in deal if n),
    )
