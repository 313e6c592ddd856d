"""Century: Sand to Sea by a second referee, who has only the lines of the log and the box."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.bookkeeping import Bookkeeper, Data, need, take

TURNS = ("acquired", "gathered", "upgraded", "traded", "rested", "sailed")
SEA, CLOSED = "sea", "closed"


class Trader:
    """What lies before one player; `built` counts outposts by symbol."""

    def __init__(self) -> None:
        self.hold: Counter[str] = Counter()
        self.hand: Counter[str] = Counter()
        self.played: list[str] = []
        self.discard: Counter[str] = Counter()
        self.built: Counter[str] = Counter()
        self.ship = ""
        self.tiles: list[str] = []
        self.bonus: Counter[str] = Counter()
        self.bonus_points: list[int] = []


class Books(Bookkeeper):
    """Cubes, cards, ships, outposts, tiles and points."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        box = self.box
        self.limits = box["limits"]
        self.cubes: list[str] = box["cubes"]["names"]
        self.cards = {x["id"]: x for x in (*box["start"], *box["card"])}
        self.market = {x["id"]: x for x in box["market"]}
        self.vp = {x["id"]: x for x in box["vp"]}
        self.symbols = list(dict.fromkeys(x["symbol"] for x in box["market"]))
        self.values: list[int] = box["board"]["values"]
        self.cells = {x["name"]: x for x in box["map"]["cells"]}
        self.seats = {seat: Trader() for seat in range(1, self.players + 1)}
        self.deck = Counter(x["id"] for x in box["card"])
        self.row: list[tuple[str, Counter[str]]] = []
        self.tiles: dict[str, str] = {}
        self.ports: dict[str, str] = {}
        self.posts: dict[str, set[int]] = {}
        self.stack = Counter([*self.vp, CLOSED])
        self.sets = {x["id"]: x["cubes"] for x in box["set"]}
        self.left = Counter({k: box["bonus"][k] for k in ("move", "hold")})
        self.vp_left: list[int] = list(box["bonus"]["vp"])
        self.drawn = 0

    # --- set-up

    def play(self) -> None:
        """Set up, then rounds until somebody has enough tiles."""
        start = [x["id"] for x in self.box["start"]]
        for seat, p in self.seats.items():  # CEN-02
            self.follows("dealt", seat=seat, cards=start)
            p.hand.update(start)
        self.fill_row()
        bag = Counter({SEA: self.limits["sea"]})
        for symbol in self.symbols:  # CEN-04
            mine = Counter(k for k, x in self.market.items() if x["symbol"] == symbol)
            gone = self.follows("removed", symbol=symbol)["tiles"]
            need(len(gone) == self.limits["removed"], "so many tiles of each symbol go")
            take(mine, gone, "tiles of the symbol")
            bag += mine
        need(Counter(self.follows("shuffled")["tiles"]) == bag, "what is left is mixed")
        slots = [name for name, cell in self.cells.items() if cell["kind"] == "slot"]
        tiles = self.follows("mapped", cells=slots)["tiles"]
        need(Counter(tiles) == bag, "the mixed tiles make the map")
        self.tiles = dict(zip(slots, tiles, strict=True))
        for port in (name for name, cell in self.cells.items() if cell["kind"] == "port"):
            tile = self.follows("port_filled", port=port)["tile"]  # CEN-07, CEN-08
            need(tile != CLOSED, "the closed port is mixed in later")
            take(self.stack, [tile], "the stack")
            self.ports[port] = tile
        waiting = list(reversed(self.seats))  # CEN-12, CEN-A39
        while waiting:
            _, x = self.ask([(seat, "start") for seat in waiting], "embarked")
            need(self.tiles.get(x["to"], SEA) != SEA, "on a market tile")
            need(x["set"] in self.sets and x["got"] == self.sets[x["set"]], "a set of cubes")
            p = self.seats[waiting.pop(0)]
            p.hold.update(self.sets.pop(x["set"]))
            p.ship = x["to"]
        if self.sets:
            self.follows("returned", sets=list(self.sets))
            self.sets = {}
        while max(len(p.tiles) for p in self.seats.values()) < self.limits["end_tiles"]:  # CEN-46
            for seat in self.seats:
                self.begins(seat)
                kind, x = self.ask([(seat, "turn")], *TURNS)
                getattr(self, kind)(seat, x)
                self.overflow(seat)
        self.follows("finished", round=self.turn // self.players)
        scores = [self.score(p) for p in self.seats.values()]
        # CEN-48: of tied players the one who took the last turn
        self.ends("tiles", [(n, seat) for seat, n in enumerate(scores, 1)], scores)

    def score(self, p: Trader) -> int:
        """CEN-47."""
        cubes = sum(n * self.box["cubes"]["points"][k] for k, n in p.hold.items())
        board = sum(sum(self.values[:n]) for n in p.built.values())
        tiles = sum(self.vp[x]["points"] for x in p.tiles)
        return int(cubes + board + tiles + sum(p.bonus_points))

    # --- cubes

    def give(self, seat: int, cubes: dict[str, int]) -> None:
        """Cubes leave a hold."""
        take(self.seats[seat].hold, Counter(cubes).elements(), "the hold")

    def limit(self, p: Trader) -> int:
        """CEN-44, CEN-37."""
        return int(self.limits["hold"] + p.bonus["hold"] * self.box["bonus"]["hold_space"])

    def overflow(self, active: int) -> None:
        """CEN-44, CEN-A20: who has too many cubes discards some."""
        over = {
            seat: self.seats[seat].hold.total() - self.limit(self.seats[seat])
            for seat in self.clockwise(active)
        }
        waiting = [seat for seat, n in over.items() if n > 0]
        if waiting:
            self.follows("overflowed", seats=waiting)
        while waiting:
            if len(+self.seats[waiting[0]].hold) == 1:  # nothing to choose
                x = self.follows("discarded", seat=waiting[0])
            else:
                _, x = self.ask([(seat, "hold") for seat in waiting], "discarded")
            seat = waiting.pop(0)
            need(len(x["cubes"]) == over[seat], "exactly what is too much")
            self.give(seat, Counter(x["cubes"]))

    # --- cards

    def fill_row(self) -> None:
        """CEN-03, CEN-17."""
        missing = min(self.limits["row"] - len(self.row), self.deck.total())
        if missing:
            cards = self.follows("row_filled")["cards"]
            need(len(cards) == missing, "the row is filled")
            take(self.deck, cards, "the deck")
            self.row += [(card, Counter()) for card in cards]

    def take_card(self, seat: int, x: Data) -> None:
        """CEN-15: a card of the row with what lies on it."""
        place = [card for card, _ in self.row].index(x["card"])
        _, laid = self.row.pop(place)
        need(Counter(x["got"]) == laid, "the cubes on the card")
        self.seats[seat].hold += laid
        self.seats[seat].hand[x["card"]] += 1

    def in_row(self, card: str) -> int:
        """Return how many cards lie left of a card of the row."""
        names = [name for name, _ in self.row]
        need(card in names, "a card of the row")
        return names.index(card)

    def acquired(self, seat: int, x: Data) -> None:
        """CEN-14 to CEN-17."""
        need(len(x["paid"]) == self.in_row(x["card"]), "a cube for each card to the left")
        self.give(seat, Counter(x["paid"]))
        for cube, (_, laid) in zip(x["paid"], self.row, strict=False):
            laid[cube] += 1
        self.take_card(seat, x)
        self.fill_row()

    def use_card(self, seat: int, card: str, kind: str) -> Data:
        """CEN-18."""
        take(self.seats[seat].hand, [card], "the hand")
        self.seats[seat].played.append(card)
        need(kind in self.cards[card], f"a card with {kind}")
        return self.cards[card]

    def gathered(self, seat: int, x: Data) -> None:
        """CEN-19."""
        gain = self.use_card(seat, x["card"], "gain")["gain"]
        need(x["got"] == gain, "the cubes on the card")
        self.seats[seat].hold.update(gain)

    def upgraded(self, seat: int, x: Data) -> None:
        """CEN-20, CEN-21: step by step."""
        card, hold = self.use_card(seat, x["card"], "steps"), self.seats[seat].hold
        need(len(x["steps"]) <= card["steps"], "no more steps than on the card")
        before = Counter(hold)
        for cube in sorted(x["steps"], key=self.cubes.index):  # some order must do
            level = self.cubes.index(cube) + 1
            need(level < len(self.cubes), "the highest level stays")
            self.give(seat, {cube: 1})
            hold[self.cubes[level]] += 1
        need(Counter(x["gave"]) == before - hold, "what was given")
        need(Counter(x["got"]) == hold - before, "what came")

    def swap(self, seat: int, deal: Data, x: Data) -> None:
        """CEN-22, CEN-38: a trade, once or more."""
        need(x["times"] >= 1, "at least once")
        need(x["gave"] == {k: n * x["times"] for k, n in deal["give"].items()}, "what is given")
        need(x["got"] == {k: n * x["times"] for k, n in deal["get"].items()}, "what comes")
        for _ in range(x["times"]):
            self.give(seat, deal["give"])
            self.seats[seat].hold.update(deal["get"])

    def traded(self, seat: int, x: Data) -> None:
        """CEN-22."""
        self.swap(seat, self.use_card(seat, x["card"], "give"), x)

    def rested(self, seat: int, x: Data) -> None:
        """CEN-43."""
        p = self.seats[seat]
        need(x["cards"] == len(p.played) + p.discard.total(), "all cards come back")
        p.hand.update(p.played)
        p.hand += p.discard
        p.played, p.discard = [], Counter()

    # --- the ship

    def distance(self, start: str, to: str) -> int:
        """CEN-A38: steps on the shortest way."""
        seen, edge, steps = {start}, [start], 0
        while to not in seen:
            steps += 1
            edge = [x for x in self.cells if x not in seen and any(self.touch(x, y) for y in edge)]
            need(edge, "a way")
            seen.update(edge)
        return steps

    def touch(self, a: str, b: str) -> bool:
        """Return whether two cells are neighbours."""
        x, y = self.cells[a], self.cells[b]
        apart = abs(x["column"] - y["column"]), abs(x["line"] - y["line"])
        return apart in ((0, 2), (1, 1))

    def sailed(self, seat: int, x: Data) -> None:
        """CEN-24 to CEN-42."""
        p, to = self.seats[seat], x["to"]
        need(x["start"] == p.ship and to in self.cells, "from where the ship is")
        steps = self.distance(p.ship, to)
        free = min(steps, p.bonus["move"] * self.box["bonus"]["free_steps"])
        need((x["steps"], x["free"]) == (steps, free), "steps, and those for free")
        need(len(x["hand"]) + len(x["played"]) == steps - free, "a card for each step")
        take(p.hand, x["hand"], "the hand")
        for card in x["played"]:
            need(card in p.played, "a card that lies open")
            p.played.remove(card)
        p.discard.update([*x["hand"], *x["played"]])
        p.ship = to
        tile = self.tiles.get(to, SEA)
        self.toll(seat, x, to if steps and tile != SEA else None)
        if x["build"]:
            need(tile != SEA, "a market tile")
            emptied = self.build(seat, to, x["pay"])
            if emptied and self.reward(seat, emptied):
                need(not x["times"], "the market is asked for after the reward")
                return self.ask_market(seat, to)
        else:
            need(not x["pay"], "nothing is built")
        if x["times"]:
            need(tile != SEA and seat in self.posts.get(to, ()), "an own outpost")
            told = self.follows("exchanged", seat=seat, cell=to, times=x["times"])
            self.swap(seat, self.market[tile], told)
        if x["tile"]:
            self.port(seat, to)
        return None

    def ask_market(self, seat: int, cell: str) -> None:
        """CEN-A11, CEN-A40: after a reward, if a trade is possible."""
        deal, hold = self.market[self.tiles[cell]], self.seats[seat].hold
        if all(hold[k] >= n for k, n in deal["give"].items()):
            kind, x = self.ask([(seat, "market")], "exchanged", "declined")
            if kind == "exchanged":
                need(x["cell"] == cell, "where the ship is")
                self.swap(seat, deal, x)

    def toll(self, seat: int, x: Data, cell: str | None) -> None:
        """CEN-27, CEN-28."""
        there = [other for other, q in self.seats.items() if q.ship == cell and other != seat]
        need(len(x["toll"]) == len(there), "a cube for each ship there")
        for cube in x["toll"]:
            other = self.follows("toll_paid", seat=seat, cube=cube)["opponent"]
            need(other in there, "somebody whose ship is there")
            there.remove(other)
            self.give(seat, {cube: 1})
            self.seats[other].hold[cube] += 1

    def build(self, seat: int, cell: str, pay: list[str]) -> int:
        """CEN-30 to CEN-34; return the column that is empty now."""
        p, posts = self.seats[seat], self.posts.setdefault(cell, set())
        symbol = self.market[self.tiles[cell]]["symbol"]
        need(seat not in posts, "one outpost of each player")
        need(len(pay) == len(posts) * self.limits["outpost_cost"][str(self.players)], "its price")
        need(p.built[symbol] < len(self.values), "an outpost is left")
        self.give(seat, Counter(pay))
        posts.add(seat)
        p.built[symbol] += 1
        column = p.built[symbol]
        fields = {"cell": cell, "symbol": symbol, "column": column, "gave": dict(Counter(pay))}
        self.follows("built", seat=seat, **fields)
        return column if min(p.built[k] for k in self.symbols) == column else 0  # CEN-A12

    def reward(self, seat: int, column: int) -> bool:
        """CEN-33, CEN-34, CEN-A08, CEN-A09; return whether there was anything to choose."""
        p = self.seats[seat]
        box = next(x["rewards"] for x in self.box["column"] if x["number"] == column)
        there = {"card": bool(self.row), "bonus": bool(self.left.total() or self.vp_left)}
        rewards = [x for x in box if there[x]]
        self.follows("column_emptied", seat=seat, column=column, rewards=rewards)
        if not rewards:
            return False
        kinds = {"card": "card_rewarded", "bonus": "bonus_taken"}
        kind, x = self.ask([(seat, "reward")], *(kinds[k] for k in rewards))
        if kind == "card_rewarded":
            self.in_row(x["card"])
            self.take_card(seat, x)
            self.fill_row()
            return True
        p.bonus[x["bonus"]] += 1
        if x["bonus"] == "vp":
            need(self.vp_left and x["points"] == self.vp_left.pop(0), "the top of the stack")
            p.bonus_points.append(x["points"])
        else:
            need(x["points"] == 0, "no points")
            take(self.left, [x["bonus"]], "bonus tiles")
        return True

    def port(self, seat: int, port: str) -> None:
        """CEN-39 to CEN-42."""
        p, tile = self.seats[seat], self.ports.get(port, "")
        need(tile in self.vp, "a port with a VP tile")
        vp = self.vp[tile]
        fields = {"port": port, "tile": tile, "gave": vp["cost"], "points": vp["points"]}
        self.follows("tile_taken", seat=seat, **fields)
        self.give(seat, vp["cost"])
        p.tiles.append(tile)
        empty = port
        for other, there in self.ports.items():
            if there == CLOSED:
                self.follows("closed_moved", start=other, to=port)
                self.ports[port], empty = CLOSED, other
                break
        new = self.follows("port_filled", port=empty)["tile"]
        take(self.stack, [new], "the stack")
        self.ports[empty] = new
        self.drawn += 1
        hidden = self.stack[CLOSED] > 0
        need(not hidden or self.drawn <= self.limits["window"], "the closed port is near the top")

    # --- the books

    def books(self) -> Data:
        """Lay the books open."""
        players = self.seats.values()
        return {
            "turn": self.turn,
            "active": self.active,
            "asked": self.asked,
            "row": [[card, dict(laid)] for card, laid in self.row],
            "deck": self.deck.total(),
            "stack": self.stack.total(),
            "ports": self.ports,
            "posts": {cell: sorted(seats) for cell, seats in self.posts.items() if seats},
            "sets": self.sets,
            "bonus left": [self.left["move"], self.left["hold"], self.vp_left],
            "ships": [p.ship for p in players],
            "holds": [dict(+p.hold) for p in players],
            "limits": [self.limit(p) for p in players],
            "hands": [sorted(p.hand.elements()) for p in players],
            "played": [sorted(p.played) for p in players],
            "discards": [sorted(p.discard.elements()) for p in players],
            "built": [dict(+p.built) for p in players],
            "bonus": [[p.bonus["move"], p.bonus["hold"], p.bonus_points] for p in players],
            "tiles": [p.tiles for p in players],
            "scores": [self.score(p) for p in players],
        }

    @staticmethod
    def told(view: Data) -> Data:
        """Return the same from a view."""
        seats, cells = view["seats"], view["cells"]

        def names(cards: list[Data]) -> list[str]:
            return sorted(card["id"] for card in cards)

        return {
            "turn": view["turn"],
            "active": view["active"],
            "asked": [(q["seat"], q["ask"]) for q in view["asked"]],
            "row": [[card["id"], card["cubes"]] for card in view["row"]],
            "deck": view["deck"],
            "stack": view["stack"],
            "ports": {
                x["name"]: CLOSED if x["closed"] else x["vp"]["id"]
                for x in cells
                if x["kind"] == "port"
            },
            "posts": {x["name"]: x["outposts"] for x in cells if x["outposts"]},
            "sets": view["sets"],
            "bonus left": [view["moves"], view["holds"], view["bonus"]],
            "ships": [x["ship"] for x in seats],
            "holds": [dict(+Counter(x["hold"])) for x in seats],
            "limits": [x["limit"] for x in seats],
            "hands": [names(x["hand"]) for x in seats],
            "played": [names(x["played"]) for x in seats],
            "discards": [names(x["discard"]) for x in seats],
            "built": [{k: n for k, n in x["outposts"].items() if n} for x in seats],
            "bonus": [[x["moves"], x["holds"], x["bonus"]] for x in seats],
            "tiles": [[tile["id"] for tile in x["tiles"]] for x in seats],
            "scores": [x["score"] for x in seats],
        }
