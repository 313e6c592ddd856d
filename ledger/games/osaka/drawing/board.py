"""The terminal picture of the board, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from ledger.sdk import N_, plural
from ledger.sdk.drawing import CardFace, Picture, card_row, ink, track

from ..legend import LEGEND
from ..tones import SIGNS
from ..view import Good, Seat, Set, Slot, View

ROWS = {
    "market": N_("{piece} on {card} in the Market"),
    "farm": N_("{piece} on {card} in the Farm"),
}
"""Sentences saying where a reservation piece is."""
COST = plural("Market: {count} (coin|coins) for {name}")


class OsakaPicture(Picture):
    """Draws the route with its ships, the two rows of cards, and the players.

    `Picture` calls `table`, `lettered`, `supply`, `news`, `points`, `tail`, `below` and `inside`;
    the other methods are helpers for these.
    """

    view: View
    legend = LEGEND
    asks = {  # noqa: RUF012
        "starting token": N_("to choose a token"),
        "action": N_("on turn"),
        "insurance": N_("to insure"),
    }
    theme = SIGNS

    def table(self) -> Iterable[Text]:
        """Draw the route with the cards below it."""
        yield from self.route()
        yield from self.rows()

    def lettered(self) -> Mapping[str, str]:
        """Return the letter for each colour."""
        return {ship.colour: ship.letter for ship in self.view.ships}

    def supply(self) -> str:
        """Return the sizes of the draw pile and the discard pile."""
        v = self.view
        return self.dotted(self.tell("pile {n}", n=v.pile), self.tell("discard {n}", n=v.discard))

    def news(self) -> str:
        """Summarise the position in a few words, starting with any sinking ships."""
        text, sinking = super().news(), self.view.sinking
        if self.view.over or not self.now or not sinking:
            return text
        ships = self.both([self.tell(colour) for colour in sinking])
        return self.tell("{ships} sinking, {news}", ships=ships, news=text)

    # --- the route

    def route(self) -> Iterable[Text]:
        """Draw the spaces of the route, with a lane for each ship."""
        marks = {kind: self.sign[kind] for kind in ("anchor", "waves")}
        places = self.view.route
        titles = [f"{self.clean(p.name)} {marks.get(p.kind, '')}".rstrip() for p in places]
        return track(self, titles, self.width, 3 * len(self.view.ships), self.lanes)

    def lanes(self, place: int, room: int) -> Text:
        """Draw one space of the route, with a lane for each ship."""
        out, wide = Text(), min(room // len(self.view.ships), 5)
        sea = self.sign["wave"] if self.view.route[place].kind == "waves" else " "
        for ship in self.view.ships:
            if ship.at != place:
                out.append(sea.center(wide), "dim")
                continue
            hull, left = self.sign["wreck" if ship.sinking else "ship"], (wide - 3) // 2
            colour = ink(ship.colour)
            out.append(" " * left + hull[0], colour.solid)
            out.append(self.clean(ship.letter), colour.face)
            out.append(hull[1] + " " * (wide - 3 - left), colour.solid)
        return out

    # --- Market and Farm

    def rows(self) -> Iterable[Text]:
        """Draw the Market and the Farm, side by side if they fit."""
        v = self.view
        most = max(len(v.market), len(v.seats) + 4)  # others' reserved cards aren't sold
        wide = min(max((self.width - 3) // (most + max(len(v.farm), 3)) // 2 * 2, 6), 12)
        label = self.tell("Market")
        if v.phase == "action" and v.active and v.market:
            cost, name = v.seats[v.active - 1].cost, self.name(v.active, 16)
            label = self.n(*COST, cost, name=name)
        market = self.row(label, v.market, wide, most * wide)  # so that the Farm stays in place
        farm = self.row(self.tell("Farm"), v.farm, wide, 0)
        if len(market) != len(farm) or market[0].cell_len + 3 + farm[0].cell_len > self.width:
            yield from market + farm
            return
        for i, (a, b) in enumerate(zip(market, farm, strict=True)):
            yield a.append(f" {self.sign['flow'] if i == 2 else ' '} ", "dim").append_text(b)

    def row(self, label: str, slots: Sequence[Slot], wide: int, least: int) -> list[Text]:
        """Draw a row of cards, each with its icons and any piece on it."""
        return card_row(self, label, [self.face(x, wide) for x in slots], wide, self.width, least)

    def face(self, slot: Slot, wide: int) -> CardFace:
        """Draw a single card."""
        face, line, _ = ink(slot.colour)
        icons = self.sign["icon"] * min(slot.icons, wide - 3)
        card = CardFace(self.clean(slot.card), face, line, icons)
        if not slot.reserved:
            return card
        mark = f"{self.sign['piece']}{slot.reserved}"
        if wide > 8:
            mark += f" {self.name(slot.reserved, wide - 3 - len(mark))}"
        return card._replace(below=mark, below_style=self.seat_style(slot.reserved))

    # --- the players

    def points(self, seat: Seat) -> Text:
        """Show a player's VP and tokens."""
        vp = "?" if seat.vp is None else seat.vp
        tokens = f"{self.sign['token']}{seat.tokens}/{self.view.end_tokens}"
        return Text(f" {vp} {self.tell('VP')} {self.common.dot} {tokens} ", "bold")

    def tail(self, seat: Seat) -> str:
        """Show the reservation piece while it isn't on a card."""
        return f" {self.sign['piece']} " if seat.piece is None else " "

    def below(self, seat: Seat, room: int) -> tuple[Text, Text]:
        """Return where the player's piece is, and what the player has to do."""
        _, todo = super().below(seat, room)
        if seat.piece is None:
            return Text(), todo
        where = ROWS.get(seat.row or "", "{piece} {card}")
        text = self.tell(where, piece=self.sign["piece"], card=self.clean(seat.piece))
        return Text(f" {self.fit(text, room - todo.cell_len - 3)} "), todo

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """Draw what a player has: a line for each colour, followed by the hand."""
        out = [line for s in seat.sets for line in self.set(s, room)]
        label = f"{self.tell('Hand')} "
        if seat.hand is None:
            right = self.n(*plural("{count} (card|cards)"), seat.hand_size)
            shown = min(seat.hand_size, max(room - cell_len(label) - 1 - cell_len(right), 0) // 3)
            hand = [Text((self.common.back * 2 + " ") * shown)]
        else:
            right = self.n(*plural("{count} (coin|coins)"), seat.coins or 0)
            cards = [Good(card, insured=False) for card in seat.hand]
            hand = self.spread(cards, room - cell_len(label) - 1 - cell_len(right))
        return out + self.labelled(Text(label), hand, right, room)

    def set(self, s: Set, room: int) -> list[Text]:
        """Draw the tokens, the goods and the worth of one colour."""
        token, times = self.sign["token"], self.common.times
        tokens = token * s.tokens if s.tokens <= 4 else f"{token}{times}{s.tokens}"
        left = Text().append(f"{self.clean(s.letter)} ", "bold")
        left.append(tokens.ljust(5), ink(s.colour).line)
        worth = f"{self.common.to} {s.worth} {self.tell('VP')}" if s.worth else ""
        return self.labelled(left, self.spread(s.goods, room - 8 - len(worth)), worth, room)

    def card(self, x: Good, count: int = 1) -> Text:
        """Draw a card in a list; insured (turned) cards are in brackets and underlined."""
        name, face = self.clean(x.card), ink(self.view.colours.get(x.card, "")).face
        if x.insured:
            name, face = f"[{name}]", f"{face} underline"
        return Text().append(name, face).append(f"{self.common.times}{count}" if count > 1 else "")

    def spread(self, cards: Sequence[Good], room: int) -> list[Text]:
        """Draw cards on one line if they fit.

        If they don't, identical cards are counted, and the list is wrapped where even that is too
        long.
        """
        out = [self.card(x) for x in cards]
        if sum(t.cell_len + 1 for t in out) - 1 > room:
            out = [self.card(x, len(list(same))) for x, same in groupby(cards)]
        return self.flow(Text(), out, room, indent=0)
