"""What the rules look up in the box."""

from __future__ import annotations

import msgspec

from ledger.sdk import PlainSetup

from .box import Box, Options


class Place(msgspec.Struct, frozen=True):
    """One place of the route: start, sea, anchor, waves or goal."""

    name: str
    kind: str


class Setup(PlainSetup):
    """What the rules look up all the time, worked out once for a game."""

    def __init__(self, box: Box, players: int, options: Options) -> None:
        super().__init__(box, players, options)
        self.limits = box.limits
        self.colours = box.colours.names
        self.letters = box.notation.letters
        self.value: dict[str, int] = {}
        self.colour: dict[str, str] = {}
        self.icons: dict[str, int] = {}
        self.copies: dict[str, int] = {}
        for name in self.colours:
            for text, n in box.cards.copies.items():
                card = self.letters[name] + text
                self.value[card], self.colour[card], self.copies[card] = int(text), name, n
                self.icons[card] = box.insurance.icons[text]
        kinds = [p.kind for p in box.route]
        self.anchor = kinds.index("anchor")
        self.goal = kinds.index("goal")
        self.waves = tuple(i for i, k in enumerate(kinds) if k == "waves")
        self.route = tuple(Place(p.name, p.kind) for p in box.route)
