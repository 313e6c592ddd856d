"""The board as a picture for the terminal, made from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from ledger.sdk.drawing import Picture, blank, count, ink

from ..box import GOODS, TOKENS
from ..setup import Tile
from ..texts import effect_in_short
from ..tones import SEATS
from ..view import Area, Card, Seat, View

FACES = {
    **{colour: ink(colour).face for colour in TOKENS},
    "lira": "bold #000000 on #c8c8c8",
    "card": "bold #ffffff on #6b4fa0",
}
"""Dice and tokens; their letters say the same without colour."""
RUBY = "bold #e0115f"

LABEL = 13
"""Room for the name of a ruby area."""


class IstanbulPicture(Picture):
    """The dice, the rubies, tiles and cards in one frame, and the players."""

    view: View
    seat_tones = SEATS
    """The seat's number says the same without colour."""
    tied = "win together"
    asks = {"income": "to use a mosque tile", "card": "to choose a card"}  # noqa: RUF012
    theme = {"ruby": ("◆", "*"), "gone": ("·", ".")}  # noqa: RUF012

    def lines(self) -> Iterable[Text]:
        """The whole board."""
        yield self.header()
        yield from self.dice()
        yield from self.board()
        yield from self.panels()

    def asked(self, seat: int) -> str:
        """What a player is asked, in a few words."""
        v, ask = self.view, self.ask[seat]
        if ask == "action":
            left = max(v.allowed - v.actions, 0)
            return f"on turn, {left} of {count(v.allowed, 'action')} left"
        if ask == "offer":
            return f"may use {self.clean(v.card)}"
        return super().asked(seat)

    def supply(self) -> str:
        """The piles of cards."""
        v, dot = self.view, self.common.dot
        return f"deck {v.deck}" + (f" {dot} discard {v.discard}" if self.width >= 60 else "")

    def dice(self) -> list[Text]:
        """The dice of this turn; used ones stand behind the others."""
        dice = self.view.dice
        parts = [(f"[{self.clean(x.letter)}]", FACES[x.face]) for x in dice if not x.used]
        used = [(f"({self.clean(x.letter)})", "dim strike") for x in dice if x.used]
        parts += [("used", "dim"), *used] if used else []
        none = "none" if self.view.over else "not rolled"
        return self.listed("Dice", [*map(Text.assemble, parts)], self.width, none)

    # --- rubies, mosque and bazaar

    def board(self) -> Iterable[Text]:
        """The ruby areas, the open tiles and the revealed cards in one frame."""
        v, f, dot = self.view, self.common.thin, self.common.dot
        room = self.width - 4
        cells = [self.area(a) for a in v.areas]
        mosque = self.label("mosque", v.mosque).append(f"for {count(v.mosque_tiles, 'tile')}")
        bank = Text().append("supply".ljust(LABEL), "bold").append_text(self.tokens(v.bank))
        bank.append(f", {count(v.bank['crystal'], 'crystal')}, {v.bank['lira']} lira")
        rubies = self.columns([*cells, mosque, bank], room, (2, 4, 8))
        tiles = self.columns(self.tiles(v.tiles), room) if v.tiles else [Text("none", "dim")]
        parts = [("Rubies", rubies), (f"Mosque tiles {dot} stack {v.stack}", tiles)]
        if v.shown:
            parts.append(("Bazaar", [line for x in v.shown for line in self.card(x, room)]))
        ends = f.tl + f.tr
        for title, body in parts:
            head = Text(f" {self.fit(title, self.width - 6)} ", "bold")
            yield self.border(head, Text(), ends, f.h, self.width, "dim")
            yield from (self.framed(t, f.v, self.width, "dim") for t in body)
            ends = f.left + f.right
        yield blank(f.bl + f.h * (self.width - 2) + f.br, "dim")

    def label(self, name: str, rubies: int, style: str = "") -> Text:
        """The name of an area and the rubies left in it."""
        wide = 8 if name in GOODS else LABEL
        out = Text().append(name.ljust(wide), f"bold {style}".rstrip())
        left = f"{self.sign['ruby']}{rubies} " if rubies else f"{self.sign['gone']}0 "
        return out.append(left.ljust(4), RUBY if rubies else "dim")

    def area(self, a: Area) -> Text:
        """The prices of an area: taken ones are gone, the nearest one stands in brackets."""
        name = {"left": "left carpet", "right": "right carpet"}.get(a.name, a.name)
        out = self.label(name, len(a.prices) - a.taken, ink(a.name).line if a.name in GOODS else "")
        each = "".join(self.letters[k] for k in GOODS)
        unit = " lira" if a.name == "right" else self.letters.get(a.name, "")
        prices = [f"+{n}" if a.name == "left" else str(n) for n in a.prices]
        parts = [Text(self.sign["gone"], "dim") for _ in prices[: a.taken]]
        parts += map(Text, prices[a.taken :])
        if a.taken < len(prices):
            price = prices[a.taken] if a.prices[a.taken] or a.name != "left" else ""
            whole = each + price if a.name == "left" else price + unit
            parts[a.taken] = Text(f"[{whole}]", "bold")
        return out.append_text(Text(" ").join(parts))

    def tokens(self, have: Mapping[str, int]) -> Text:
        """Tokens of each colour, counted."""
        signs = ((f"{self.letters[k]}{have[k]}", FACES[k] if have[k] else "dim") for k in TOKENS)
        return Text(" ").join(Text.assemble(sign) for sign in signs)

    def tiles(self, tiles: Sequence[Tile]) -> list[Text]:
        """The open tiles with price and effect."""
        names = [Text(self.clean(t.id), "bold") for t in tiles]
        prices = [self.price(t.goods) for t in tiles]
        for column in (names, prices):
            wide = max(t.cell_len for t in column) + 2
            for cell in column:
                cell.truncate(wide, pad=True)
        rows = zip(names, prices, map(effect_in_short, tiles), strict=True)
        return [Text.assemble(*row) for row in rows]

    def price(self, goods: Mapping[str, int]) -> Text:
        """Goods as a row of letters."""
        signs = ((self.letters.get(k, "?") * n, FACES.get(k, "")) for k, n in goods.items())
        return Text.assemble(*signs)

    def card(self, x: Card, room: int) -> list[Text]:
        """A revealed card with its text; the chosen one is marked."""
        chosen = x.id == self.view.card
        label = Text().append(f"{self.common.turn if chosen else ' '} {self.clean(x.id)}: ", "bold")
        text = x.active + (f"; otherwise {x.otherwise}" if x.otherwise else "")
        text += f"; others: {x.others}" if x.others else ""
        return self.flow(label, map(Text, self.clean(text).split()), room, indent=4)

    # --- the players

    def points(self, seat: Seat) -> Text:
        """The rubies."""
        return Text(f" {self.sign['ruby']} {seat.rubies}/{self.view.target} ", RUBY)

    def below(self, seat: Seat, room: int) -> tuple[Text, Text]:
        """What new tiles wait for, and what is to be done."""
        waits = any(t.fresh for t in seat.tiles) and not self.view.over
        new = Text(" ( ) next turn " if waits else "", "dim")
        return new, super().below(seat, room - new.cell_len)[1]

    def todo(self, seat: Seat) -> str:
        """What is to be done, or what it was worth."""
        if seat.place:
            return f"place {seat.place} {self.common.dot} worth {seat.wealth} lira"
        return "on turn" if self.ask.get(seat.seat) == "action" else super().todo(seat)

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """What lies before a player: lira, crystals, tokens and tiles."""
        v = self.view
        money = f"{seat.lira} lira, {count(seat.crystals, 'crystal')}"
        purse = Text().append(money + " " * max(room - 14 - len(money), 1))
        purse.append_text(self.tokens(seat.tokens))
        n = len(seat.tiles)
        many = f"{n}/{count(v.mosque_tiles, 'tile')}"
        label = f"{count(n, 'tile')} {self.sign['ruby']}" if seat.mosque_ruby else many
        head = Text().append(f"{label}: " if n else label, "bold")
        tiles = []
        for t in seat.tiles:
            sign, style = ("({})", "dim") if t.fresh else ("{}!", "bold") if t.due else ("{}", "")
            tiles.append(Text(sign.format(self.clean(t.id)), style))
        return [*self.folded(purse, room), *self.flow(head, tiles, room)]
