"""What the pieces are, in words: for those who listen to a board instead of looking at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..view import Card, Cell, Vp


class Words:
    """The phrases of a language, translated once for a scene."""

    def __init__(self, tell: Callable[[str], str], colours: Mapping[str, str]) -> None:
        self.tell = tell
        self.colours = {k: tell(k) for k in colours}
        self.points = tell("{points} VP")
        self.ship = tell("ship of {name}")
        self.outpost = tell("outpost of {name}")
        self.hidden_card = tell("card, face down")
        self.hidden_tile = tell("VP tile, face down")
        self.closed = tell("closed port")
        self.cube = tell("{colour} cube")
        self._cubes = tell("{count} {colour}")
        self._market = tell("market {cell}, {symbol}: {give} for {get}")
        self._sea = tell("sea {cell}")
        self._port = tell("port {cell}")
        self._slot = tell("{cell}, no tile yet")
        self._gain = tell("card {card}: take {get}")
        self._trade = tell("card {card}: {give} for {get}")
        self._upgrade = tell("card {card}: upgrades, {steps}")
        self._tile = tell("VP tile: {points} points for {cost}")

    def cubes(self, have: Mapping[str, int]) -> str:
        """Cubes by colour."""
        say, told = self._cubes, self.colours
        return ", ".join([say.format(count=n, colour=told.get(k, k)) for k, n in have.items() if n])

    def card(self, x: Card) -> str:
        """What a card does."""
        if x.steps:
            return self._upgrade.format(card=x.id, steps=x.steps)
        if not x.give:
            return self._gain.format(card=x.id, get=self.cubes(x.get))
        return self._trade.format(card=x.id, give=self.cubes(x.give), get=self.cubes(x.get))

    def tile(self, x: Vp) -> str:
        """What a VP tile costs and brings."""
        return self._tile.format(points=x.points, cost=self.cubes(x.cost))

    def cell(self, c: Cell) -> str:
        """A place of the map."""
        if c.kind == "market":
            give, get = self.cubes(c.give), self.cubes(c.get)
            symbol = self.tell(c.symbol)
            return self._market.format(cell=c.name, symbol=symbol, give=give, get=get)
        say = {"sea": self._sea, "port": self._port}.get(c.kind, self._slot)
        return say.format(cell=c.name)
