"""The board as a picture for the terminal, made from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from .board import Seat, Set, Slot, View
from .pen import ASCII, SEATS, UNICODE, Pen, Signs, blank, ink

ASKED = {"starting token": "to choose a token", "action": "on turn", "insurance": "to insure"}
ROWS = {"market": "Market", "farm": "Farm"}
NARROWEST = 28
PANEL = 39
"""Room that a player's panel needs: two fit into 80 columns."""


class Board:
    """A drawn view; picks its signs when it is rendered, for the terminal it meets."""

    def __init__(self, view: View, width: int, names: Sequence[str]) -> None:
        self.view = view
        self.width = width
        self.names = names

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = min(self.width, options.max_width)
        return Measurement(width, width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(NARROWEST, min(self.width, options.max_width))
        plain = options.ascii_only or options.legacy_windows
        yield from Picture(self.view, width, self.names, ASCII if plain else UNICODE).lines()


class Picture(Pen):
    """One view in one width with one set of signs, line by line."""

    def __init__(self, view: View, width: int, names: Sequence[str], signs: Signs) -> None:
        super().__init__(signs)
        self.view = view
        self.width = width
        more = (f"Seat {i}" for i in range(len(names) + 1, len(view.seats) + 1))
        self.names = [self.clean(n) for n in (*names, *more)]
        self.ask = {q.seat: self.clean(ASKED.get(q.ask, q.ask)) for q in reversed(view.asked)}
        self.now = view.asked[0].seat if view.asked else 0

    def lines(self) -> Iterable[Text]:
        """The whole board."""
        yield self.header()
        yield from self.route()
        yield from self.rows()
        yield from self.panels()

    def name(self, seat: int, room: int) -> str:
        """A player's name, cut to a room."""
        return self.fit(self.names[seat - 1], room)

    def header(self) -> Text:
        """Which turn it is, what is asked, what is left."""
        v, dot = self.view, self.signs.dot
        right = f"pile {v.pile} {dot} discard {v.discard}"
        tell = v.turn and self.width >= 64
        left = blank(f"Round {v.round} {dot} turn {v.turn} {dot} " if tell else "")
        left.append(self.fit(self.news(), self.width - len(right) - 2 - left.cell_len), "bold")
        left.append(" " * (self.width - left.cell_len - len(right)))
        return left.append(right, "dim")

    def news(self) -> str:
        """The position in a few words."""
        v = self.view
        if v.over:
            best = [self.name(s, 16) for s in v.ranking[0]] if v.ranking else []
            end = " and ".join(best) + (" wins" if len(best) == 1 else " share the victory")
            return f"game over, {end if best else 'broken off'}"
        if not self.now:
            return "setting up"
        text = f"{self.name(self.now, 16)} {self.ask[self.now]}"
        return f"{' and '.join(map(self.clean, v.sinking))} sinking, {text}" if v.sinking else text

    # --- the route

    def route(self) -> Iterable[Text]:
        """The places with the ships in lanes, side by side or, in a narrow window, as a list."""
        v, f = self.view, self.signs.thin
        marks = {"anchor": self.signs.anchor, "waves": self.signs.waves}
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
        sea = self.signs.wave if self.view.route[place].kind == "waves" else " "
        for ship in self.view.ships:
            if ship.at != place:
                out.append(sea.center(wide), "dim")
                continue
            hull = self.signs.wreck if ship.sinking else self.signs.ship
            colour = ink(ship.colour)
            left = (wide - 3) // 2
            out.append(" " * left + hull[0], colour.hull)
            out.append(self.clean(ship.letter), colour.face)
            out.append(hull[1] + " " * (wide - 3 - left), colour.hull)
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
            yield a.append(f" {self.signs.flow if i == 2 else ' '} ", "dim").append_text(b)

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
        f, signs = self.signs.thin, self.signs
        face, line, _ = ink(slot.colour)
        icons = signs.icon * min(slot.icons, wide - 3)
        top.append(f.tl + f.h * (wide - 3 - len(icons)) + icons + f.h + f.tr, line)
        mid.append(f.v, line).append(self.clean(slot.card).center(wide - 2), face).append(f.v, line)
        mark, style = "", ""
        if slot.reserved:
            mark, style = f"{signs.piece}{slot.reserved}", SEATS[(slot.reserved - 1) % len(SEATS)]
            if wide > 8:
                mark += f" {self.name(slot.reserved, wide - 3 - len(mark))}"
        low.append(f.bl, line).append(mark, style)
        low.append(f.h * (wide - 2 - cell_len(mark)) + f.br, line)

    # --- the players

    def panels(self) -> Iterable[Text]:
        """The players, in as many columns as give each enough room."""
        seats = self.view.seats
        rows = -(-len(seats) // max(1, (self.width + 1) // PANEL))
        per = -(-len(seats) // rows)
        wide = (self.width - per + 1) // per
        for start in range(0, len(seats), per):
            here = [(seat, self.inside(seat, wide - 4)) for seat in seats[start : start + per]]
            high = max(len(body) for _, body in here)
            parts = [self.panel(seat, body, wide, high) for seat, body in here]
            for cut in zip(*parts, strict=True):
                yield blank(" ").join(cut)

    def panel(self, seat: Seat, body: list[Text], wide: int, high: int) -> list[Text]:
        """A player's panel; the one who is asked has a thick frame."""
        signs, now = self.signs, seat.seat == self.now
        f, style = (signs.thick, "bold") if now else (signs.thin, "dim")
        vp = "?" if seat.vp is None else seat.vp
        right = f" {vp} VP {signs.dot} {signs.token}{seat.tokens}/{self.view.end_tokens} "
        lead = f" {signs.turn} {seat.seat} " if now else f" {seat.seat} "
        tail = f" {signs.piece} " if seat.piece is None else " "
        name = self.name(seat.seat, wide - 4 - cell_len(lead + tail + right))
        title = Text(lead + name + tail, SEATS[(seat.seat - 1) % len(SEATS)])
        out = [self.border(title, Text(right, "bold"), f.tl + f.tr, f.h, wide, style)]
        for inner in [*body, *(Text() for _ in range(high - len(body)))]:
            inner.truncate(wide - 4, pad=True)
            out.append(blank().append(f"{f.v} ", style).append_text(inner).append(f" {f.v}", style))
        away, todo = Text(), Text()
        if seat.piece is not None:
            where = ROWS.get(seat.row or "", "?")
            away = Text(f" {signs.piece} on {self.clean(seat.piece)} in the {where} ")
        if seat.place or seat.seat in self.ask:
            todo = Text(f" place {seat.place} " if seat.place else f" {self.ask[seat.seat]} ")
        return [*out, self.border(away, todo, f.bl + f.br, f.h, wide, style)]

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """What lies before a player: a line for each colour, and the hand."""
        out = [line for s in seat.sets for line in self.set(s, room)]
        if seat.hand is None:
            right = f"{seat.hand_size} card{'' if seat.hand_size == 1 else 's'}"
            shown = min(seat.hand_size, max(room - 6 - len(right), 0) // 3)
            hand = [Text((self.signs.back * 2 + " ") * shown)]
        else:
            right = f"{seat.coins} coin{'' if seat.coins == 1 else 's'}"
            cards = [(c, self.view.colours.get(c, ""), False) for c in seat.hand]
            hand = self.spread(cards, room - 6 - len(right))
        return out + self.labelled(Text("Hand "), hand, right, room)

    def set(self, s: Set, room: int) -> list[Text]:
        """Tokens, goods and worth of one colour."""
        token, times = self.signs.token, self.signs.times
        tokens = token * s.tokens if s.tokens <= 4 else f"{token}{times}{s.tokens}"
        left = Text(f"{self.clean(s.letter)} ", "bold")
        left = Text().append_text(left).append(tokens.ljust(5), ink(s.colour).line)
        worth = f"{self.signs.to} {s.worth} VP" if s.worth else ""
        goods = [(g.card, s.colour, g.insured) for g in s.goods]
        return self.labelled(left, self.spread(goods, room - 8 - len(worth)), worth, room)
