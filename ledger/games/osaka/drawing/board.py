"""The board as a picture for the terminal, made from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ledger.sdk.drawing import Picture, blank, count, ink

from ..tones import SEATS
from ..view import Seat, Set, Slot, View

ROWS = {"market": "Market", "farm": "Farm"}


class OsakaPicture(Picture):
    """The route with its ships, the two rows of cards, and the players."""

    view: View
    seat_tones = SEATS
    """White is the colour of the letters; the seat's number says the same without colour."""
    asks = {  # noqa: RUF012
        "starting token": "to choose a token",
        "action": "on turn",
        "insurance": "to insure",
    }
    theme = {  # noqa: RUF012
        "ship": ("◥◤", "\\/"),
        "wreck": ("≋≋", "~~"),
        "anchor": ("⚓", "anchor"),
        "waves": ("≈", "~~"),
        "wave": ("≈", "~"),
        "piece": ("◆", "*"),
        "token": ("●", "o"),
        "icon": ("☂", "i"),
        "flow": ("◂", "<"),
    }

    def lines(self) -> Iterable[Text]:
        """The whole board."""
        yield self.header()
        yield from self.route()
        yield from self.rows()
        yield from self.panels()

    def supply(self) -> str:
        """The two piles."""
        v = self.view
        return f"pile {v.pile} {self.common.dot} discard {v.discard}"

    def news(self) -> str:
        """The position in a few words; what is sinking comes first."""
        text, sinking = super().news(), self.view.sinking
        if self.view.over or not self.now or not sinking:
            return text
        return f"{' and '.join(map(self.clean, sinking))} sinking, {text}"

    # --- the route

    def route(self) -> Iterable[Text]:
        """The places with the ships in lanes, side by side or, in a narrow window, as a list."""
        v, f = self.view, self.common.thin
        marks = {kind: self.sign[kind] for kind in ("anchor", "waves")}
        titles = [f"{self.clean(p.name)} {marks.get(p.kind, '')}".rstrip() for p in v.route]
        longest = max(map(cell_len, titles))
        inner, extra = divmod(self.width - 1 - len(titles), len(titles))
        if inner < max(3 * len(v.ships), longest):
            room = min(longest, max(self.width - 1 - 3 * len(v.ships), 3))
            for i, title in enumerate(titles):
                yield blank(set_cell_size(title, room) + " ").append_text(self.lanes(i, 3))
            return
        top, sea, low = blank(), blank(), blank()
        for i, title in enumerate(titles):
            wide = inner + (i < extra)
            lead = f.h if wide > cell_len(title) else ""
            top.append((f.down if i else f.tl) + lead, "dim").append(title, "bold")
            top.append(f.h * (wide - len(lead) - cell_len(title)), "dim")
            lanes = self.lanes(i, min(wide // len(v.ships), 5))
            lanes.pad_left((wide - lanes.cell_len) // 2)
            sea.append(f.v, "dim").append_text(lanes).append(" " * (wide - lanes.cell_len))
            low.append((f.up if i else f.bl) + f.h * wide, "dim")
        yield from (top.append(f.tr, "dim"), sea.append(f.v, "dim"), low.append(f.br, "dim"))

    def lanes(self, place: int, wide: int) -> Text:
        """One place of the route, a lane for each ship."""
        out = Text()
        sea = self.sign["wave"] if self.view.route[place].kind == "waves" else " "
        for ship in self.view.ships:
            if ship.at != place:
                out.append(sea.center(wide), "dim")
                continue
            hull = self.sign["wreck"] if ship.sinking else self.sign["ship"]
            colour = ink(ship.colour)
            left = (wide - 3) // 2
            out.append(" " * left + hull[0], colour.solid)
            out.append(self.clean(ship.letter), colour.face)
            out.append(hull[1] + " " * (wide - 3 - left), colour.solid)
        return out

    # --- Market and Farm

    def rows(self) -> Iterable[Text]:
        """Market and Farm, side by side if they fit."""
        v = self.view
        most = max(len(v.market), len(v.seats) + 4)  # others' reserved cards stay behind
        wide = min(max((self.width - 3) // (most + max(len(v.farm), 3)) // 2 * 2, 6), 12)
        label = "Market"
        if v.phase == "action" and v.active:
            label += f": {v.seats[v.active - 1].cost} coins for {self.name(v.active, 16)}"
        market = self.row(label, v.market, wide, most * wide)  # so that the Farm stays in place
        farm = self.row("Farm", v.farm, wide, 0)
        if len(market) != len(farm) or market[0].cell_len + 3 + farm[0].cell_len > self.width:
            yield from market + farm
            return
        for i, (a, b) in enumerate(zip(market, farm, strict=True)):
            yield a.append(f" {self.sign['flow'] if i == 2 else ' '} ", "dim").append_text(b)

    def row(self, label: str, slots: Sequence[Slot], wide: int, least: int) -> list[Text]:
        """Cards beside each other, each with its icons and the piece that lies on it."""
        each = max(1, self.width // wide)
        out: list[Text] = []
        for start in range(0, max(len(slots), 1), each):
            lines = [blank(), blank(), blank()]
            for slot in slots[start : start + each]:
                self.face(slot, wide, *lines)
            out += lines
        room = min(max(least, cell_len(label), *(t.cell_len for t in out)), self.width)
        for t in out:
            t.append(" " * (room - t.cell_len))
        return [blank(set_cell_size(self.fit(label, room), room), "bold"), *out]

    def face(self, slot: Slot, wide: int, top: Text, mid: Text, low: Text) -> None:
        """Add one card."""
        f, sign = self.common.thin, self.sign
        face, line, _ = ink(slot.colour)
        icons = sign["icon"] * min(slot.icons, wide - 3)
        top.append(f.tl + f.h * (wide - 3 - len(icons)) + icons + f.h + f.tr, line)
        mid.append(f.v, line).append(self.clean(slot.card).center(wide - 2), face).append(f.v, line)
        mark, style = "", ""
        if slot.reserved:
            mark, style = f"{sign['piece']}{slot.reserved}", self.seat_style(slot.reserved)
            if wide > 8:
                mark += f" {self.name(slot.reserved, wide - 3 - len(mark))}"
        low.append(f.bl, line).append(mark, style)
        low.append(f.h * (wide - 2 - cell_len(mark)) + f.br, line)

    # --- the players

    def points(self, seat: Seat) -> Text:
        """VP and tokens."""
        vp = "?" if seat.vp is None else seat.vp
        tokens = f"{self.sign['token']}{seat.tokens}/{self.view.end_tokens}"
        return Text(f" {vp} VP {self.common.dot} {tokens} ", "bold")

    def tail(self, seat: Seat) -> str:
        """The reservation piece, while it lies before its owner."""
        return f" {self.sign['piece']} " if seat.piece is None else " "

    def below(self, seat: Seat, room: int) -> tuple[Text, Text]:
        """Where the piece is, and what is to be done."""
        _, todo = super().below(seat, room)
        if seat.piece is None:
            return Text(), todo
        where = ROWS.get(seat.row or "", "?")
        return Text(f" {self.sign['piece']} on {self.clean(seat.piece)} in the {where} "), todo

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """What lies before a player: a line for each colour, and the hand."""
        out = [line for s in seat.sets for line in self.set(s, room)]
        if seat.hand is None:
            right = count(seat.hand_size, "card")
            shown = min(seat.hand_size, max(room - 6 - len(right), 0) // 3)
            hand = [Text((self.common.back * 2 + " ") * shown)]
        else:
            right = count(seat.coins or 0, "coin")
            cards = [(c, self.view.colours.get(c, ""), False) for c in seat.hand]
            hand = self.spread(cards, room - 6 - len(right))
        return out + self.labelled(Text("Hand "), hand, right, room)

    def set(self, s: Set, room: int) -> list[Text]:
        """Tokens, goods and worth of one colour."""
        token, times = self.sign["token"], self.common.times
        tokens = token * s.tokens if s.tokens <= 4 else f"{token}{times}{s.tokens}"
        left = Text().append(f"{self.clean(s.letter)} ", "bold")
        left.append(tokens.ljust(5), ink(s.colour).line)
        worth = f"{self.common.to} {s.worth} VP" if s.worth else ""
        goods = [(g.card, s.colour, g.insured) for g in s.goods]
        return self.labelled(left, self.spread(goods, room - 8 - len(worth)), worth, room)

    def card(self, card: str, colour: str, *, insured: bool = False, count: int = 1) -> Text:
        """A card among others; an insured one is turned: in brackets and underlined."""
        face = ink(colour).face + (" underline" if insured else "")
        out = Text(f"[{self.clean(card)}]" if insured else self.clean(card), face)
        return Text().append_text(out).append(f"{self.common.times}{count}" if count > 1 else "")

    def spread(self, cards: Sequence[tuple[str, str, bool]], room: int) -> list[Text]:
        """Cards in one line, equal ones counted if there is no room, in more lines if need be."""
        out = [self.card(c, colour, insured=turned) for c, colour, turned in cards]
        if sum(t.cell_len + 1 for t in out) - 1 > room:
            kinds = ((kind, len(list(same))) for kind, same in groupby(cards))
            out = [self.card(c, k, insured=turned, count=n) for (c, k, turned), n in kinds]
        return self.flow(Text(), out, room, indent=0)
