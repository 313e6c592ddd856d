"""The terminal picture of the board, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ledger.sdk import N_, plural
from ledger.sdk.drawing import Picture, aligned, ink, sections

from ..box import GOODS, TOKENS
from ..legend import LEGEND
from ..setup import Tile
from ..texts import Speaker
from ..tones import RUBY, SIGNS
from ..view import Area, Card, Seat, View

FACES = {
    **{colour: ink(colour).face for colour in TOKENS},
    "lira": "bold #000000 on #c8c8c8",
    "card": "bold #ffffff on #6b4fa0",
}
"""Styles for dice and tokens; their letters identify them without colour, too."""

LABEL = 13
"""The width for the name of a ruby area."""


class IstanbulPicture(Picture):
    """Draws the dice, a frame with the rubies, tiles and cards, and the players."""

    view: View
    legend = LEGEND
    tied = N_("game over, {winner} win together")
    asks = {"income": N_("to use a mosque tile"), "card": N_("to choose a card")}  # noqa: RUF012
    theme = SIGNS

    def table(self) -> Iterable[Text]:
        """Draw the dice with the board below them."""
        yield from self.dice()
        yield from self.board()

    def lira(self, count: int) -> str:
        """Return an amount of lira as a phrase."""
        return self.np("board", "{count} lira", "{count} lira", count)

    def crystals(self, count: int) -> str:
        """Return a number of crystals as a phrase."""
        return self.n(*plural("{count} (crystal|crystals)"), count)

    def asked(self, seat: int) -> str:
        """Return what a player is being asked, in a few words."""
        v, ask = self.view, self.ask[seat]
        if ask == "action":
            text = plural("on turn, {left} of {count} (action|actions) left")
            return self.n(*text, v.allowed, left=max(v.allowed - v.actions, 0))
        if ask == "offer":
            return self.tell("may use {card}", card=self.clean(v.card))
        return super().asked(seat)

    def supply(self) -> str:
        """Return the sizes of the deck and the discard pile."""
        gone = self.tell("discard {n}", n=self.view.discard) if self.width >= 60 else ""
        return self.dotted(self.tell("deck {n}", n=self.view.deck), gone)

    def dice(self) -> list[Text]:
        """Draw the dice of this turn, with used ones at the end."""
        dice = self.view.dice
        parts = [(f"[{self.clean(x.letter)}]", FACES[x.face]) for x in dice if not x.used]
        used = [(f"({self.clean(x.letter)})", "dim strike") for x in dice if x.used]
        parts += [(self.tell("used"), "dim"), *used] if used else []
        none = self.tell("none") if self.view.over else self.tell("not rolled")
        return self.listed(self.tell("Dice"), [*map(Text.assemble, parts)], self.width, none)

    # --- rubies, mosque and bazaar

    def board(self) -> Iterable[Text]:
        """Draw a frame with the ruby areas, the face-up tiles and the revealed cards."""
        v, room = self.view, self.width - 4
        cells = [self.area(a) for a in v.areas]
        mosque = self.label("mosque", v.mosque)
        mosque.append(self.n(*plural("for {count} (tile|tiles)"), v.mosque_tiles))
        bank = Text().append(self.tell("supply").ljust(LABEL), "bold")
        bank.append_text(self.tokens(v.bank)).append(f", {self.crystals(v.bank['crystal'])}, ")
        bank.append(self.lira(v.bank["lira"]))
        rubies = self.columns([*cells, mosque, bank], room, (2, 4, 8))
        none = [Text(self.tell("none"), "dim")]
        tiles = self.columns(self.tiles(v.tiles), room) if v.tiles else none
        stack = self.dotted(self.tell("Mosque tiles"), self.tell("stack {n}", n=v.stack))
        cards = [line for x in v.shown for line in self.card(x, room)]
        parts = (self.tell("Rubies"), rubies), (stack, tiles), (self.tell("Bazaar"), cards)
        return sections(self, parts, self.width)

    def label(self, name: str, rubies: int, style: str = "") -> Text:
        """Draw the name of an area and the number of rubies left in it."""
        title = self.tell(name)
        wide, alike = (8, GOODS) if name in GOODS else (LABEL, (name,))
        wide = max(wide, *(cell_len(self.tell(x)) + 1 for x in alike))
        out = Text().append(set_cell_size(title, wide), f"bold {style}".rstrip())
        left = f"{self.sign['ruby']}{rubies} " if rubies else f"{self.sign['gone']}0 "
        return out.append(left.ljust(4), RUBY if rubies else "dim")

    def area(self, a: Area) -> Text:
        """Draw an area's prices: those already paid are blanked out, the nearest is in brackets."""
        name = {"left": N_("left carpet"), "right": N_("right carpet")}.get(a.name, a.name)
        out = self.label(name, len(a.prices) - a.taken, ink(a.name).line if a.name in GOODS else "")
        each = "".join(self.letters[k] for k in GOODS)
        letter = self.letters.get(a.name, "")
        prices = [f"+{n}" if a.name == "left" else str(n) for n in a.prices]
        parts = [Text(self.sign["gone"], "dim")] * a.taken + [*map(Text, prices[a.taken :])]
        if a.taken < len(prices):
            price = prices[a.taken] if a.prices[a.taken] or a.name != "left" else ""
            whole = each + price if a.name == "left" else price + letter
            if a.name == "right":
                whole = self.lira(a.prices[a.taken])
            parts[a.taken] = Text(f"[{whole}]", "bold")
        return out.append_text(Text(" ").join(parts))

    def tokens(self, have: Mapping[str, int]) -> Text:
        """Draw the number of tokens of each colour."""
        signs = ((f"{self.letters[k]}{have[k]}", FACES[k] if have[k] else "dim") for k in TOKENS)
        return Text(" ").join(Text.assemble(sign) for sign in signs)

    def tiles(self, tiles: Sequence[Tile]) -> list[Text]:
        """Draw the face-up tiles with their prices and effects."""
        names = [Text(self.clean(t.id), "bold") for t in tiles]
        effects = [Text(self.spoken(Speaker(self.words).in_short(t))) for t in tiles]
        return aligned(zip(names, [self.price(t.goods) for t in tiles], effects, strict=True))

    def price(self, goods: Mapping[str, int]) -> Text:
        """Draw goods as a row of letters."""
        signs = ((self.letters.get(k, "?") * n, FACES.get(k, "")) for k, n in goods.items())
        return Text.assemble(*signs)

    def card(self, x: Card, room: int) -> list[Text]:
        """Draw a revealed card with its text, marking the chosen one."""
        chosen = x.id == self.view.card
        label = Text().append(f"{self.common.turn if chosen else ' '} {self.clean(x.id)}: ", "bold")
        text = Speaker(self.words).bazaar(x.deal, x.offer, x.instead)
        return self.flow(label, map(Text, self.spoken(text).split()), room, indent=4)

    # --- the players

    def points(self, seat: Seat) -> Text:
        """Show the number of rubies."""
        return Text(f" {self.sign['ruby']} {seat.rubies}/{self.view.target} ", RUBY)

    def below(self, seat: Seat, room: int) -> tuple[Text, Text]:
        """Return when new tiles can be used, and what the player has to do."""
        waits = any(t.fresh for t in seat.tiles) and not self.view.over
        new = Text(f" ( ) {self.tell('next turn')} " if waits else "", "dim")
        return new, super().below(seat, room - new.cell_len)[1]

    def todo(self, seat: Seat) -> str:
        """Return what a player has to do or, at the end, the place and the final wealth."""
        if seat.place:
            worth = self.n(*plural("worth {count} lira"), seat.wealth)
            return self.dotted(self.tell("place {place}", place=seat.place), worth)
        return self.tell("on turn") if self.ask.get(seat.seat) == "action" else super().todo(seat)

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """Draw what a player has: lira, crystals, tokens and tiles."""
        money = f"{self.lira(seat.lira)}, {self.crystals(seat.crystals)}"
        purse = Text().append(money + " " * max(room - 14 - cell_len(money), 1))
        purse.append_text(self.tokens(seat.tokens))
        n = len(seat.tiles)
        label = self.n(*plural("{have}/{count} (tile|tiles)"), self.view.mosque_tiles, have=n)
        if seat.mosque_ruby:
            tiles = self.n(*plural("{count} (tile|tiles)"), n)
            label = f"{tiles} {self.sign['ruby']}"
        head = Text().append(f"{label}: " if n else label, "bold")
        return [*self.folded(purse, room), *self.flow(head, map(self.owned, seat.tiles), room)]

    def owned(self, t: Tile) -> Text:
        """Draw a player's tile: new ones are in brackets, those due now have a mark."""
        sign, style = ("({})", "dim") if t.fresh else ("{}!", "bold") if t.due else ("{}", "")
        return Text(sign.format(self.clean(t.id)), style)
