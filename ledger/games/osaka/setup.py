"""What the rules look up in the box."""

from __future__ import annotations

import msgspec

from .box import Box, Limits, Options


class Place(msgspec.Struct, frozen=True):
    """One place of the route: start, sea, anchor, waves or goal."""

    name: str
    kind: str


class Setup(msgspec.Struct, frozen=True):
    """What the rules look up all the time, worked out once for a game."""

    players: int
    options: Options
    colours: tuple[str, ...]
    letters: dict[str, str]
    value: dict[str, int]
    colour: dict[str, str]
    icons: dict[str, int]
    copies: dict[str, int]
    anchor: int
    goal: int
    waves: tuple[int, ...]
    route: tuple[Place, ...]
    limits: Limits


def make_setup(box: Box, players: int, options: Options) -> Setup:
    """Work out the look-up tables of a game."""
    value: dict[str, int] = {}
    colour: dict[str, str] = {}
    icons: dict[str, int] = {}
    copies: dict[str, int] = {}
    for name in box.colours.names:
        for text, n in box.cards.copies.items():
            card = box.notation.letters[name] + text
            value[card], colour[card], copies[card] = int(text), name, n
            icons[card] = box.insurance.icons[text]
    kinds = [p.kind for p in box.route]
    return Setup(
        players=players,
        options=options,
        colours=box.colours.names,
        letters=box.notation.letters,
        value=value,
        colour=colour,
        icons=icons,
        copies=copies,
        anchor=kinds.index("anchor"),
        goal=kinds.index("goal"),
        waves=tuple(i for i, k in enumerate(kinds) if k == "waves"),
        route=tuple(Place(p.name, p.kind) for p in box.route),
        limits=box.limits,
    )
