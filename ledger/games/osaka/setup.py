"""What the rules look up in the box."""

from __future__ import annotations

import msgspec

from ledger.sdk import PlainSetup

from .box import Box, Options


class Place(msgspec.Struct, frozen=True):
    """One space on the route: start, sea, anchor, waves or goal."""

    name: str
    kind: str


class Setup(PlainSetup):
    """Values that the rules need all the time, computed once per game."""

    def __init__(self, box: Box, players: int, options: Options) -> None:
        super().__init__(box, players, options)
        self.limits = box.limits
        self.colours = box.colours.names
        self.letters = box.notation.letters
        copies, icons = box.cards.copies, box.insurance.icons
        self.colour = {self.letters[k] + value: k for k in self.colours for value in copies}
        self.value = {card: int(card[1:]) for card in self.colour}  # after the letter
        self.icons = {card: icons[card[1:]] for card in self.colour}
        self.copies = {card: copies[card[1:]] for card in self.colour}
        kinds = [p.kind for p in box.route]
        self.anchor = kinds.index("anchor")
        self.goal = kinds.index("goal")
        self.waves = tuple(i for i, k in enumerate(kinds) if k == "waves")
        self.route = tuple(Place(p.name, p.kind) for p in box.route)
