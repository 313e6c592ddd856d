"""Bangkok Klongs by a second referee, who has only the lines of the log and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.bookkeeping import Bookkeeper, Data, need, take

NOBODY = 0


class Trader:
    """What one player has."""

    def __init__(self, traders: int, cards: int) -> None:
        self.traders, self.cards = traders, cards
        self.hand: Counter[str] = Counter()
        self.warehouse: Counter[str] = Counter()
        self.points = 0


class Books(Bookkeeper):
    """Boats on the water, in hands, stacks and warehouses; traders, move cards and points."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        box = self.box
        self.grid, self.limits, self.track = box["grid"], box["limits"], box["luk_phat"]
        self.goods = {boat["id"]: boat for boat in box["fleet"]["boats"]}
        self.role = {boat["id"]: boat["role"] for boat in box["specials"]["boats"]}
        self.tactical = bool(self.options.get("tactical"))
        self.stacks: dict[str, Counter[str]] = {}
        for boat in (*box["fleet"]["boats"], *box["specials"]["boats"]):
            self.stacks.setdefault(self.stack_of(boat), Counter())[boat["id"]] += boat["count"]
        each = box["traders"]["each"][str(self.players)] - 1  # KLO-03: one is the score marker
        self.seats = {
            seat: Trader(each, self.limits["move_cards"]) for seat in range(1, self.players + 1)
        }
        self.boats: dict[tuple[int, int], str] = {}
        self.owners: dict[tuple[int, int], int] = {}
        self.out: Counter[str] = Counter()
        self.marker = 0
        self.day = ""
        self.placer = 0

    def stack_of(self, boat: Data) -> str:
        """KLO-40: boats without traders are the second stack."""
        if not self.tactical:
            return ""
        return "1" if boat.get("role") or boat.get("trader") else "2"

    # --- fields

    def field(self, name: str) -> tuple[int, int]:
        """Return column and row of a field such as c4."""
        at = (ord(name[0]) - ord("a"), int(name[1:]) - 1)
        need(0 <= at[0] < self.grid["cols"] and 0 <= at[1] < self.grid["rows"], "a field")
        return at

    def around(self, at: tuple[int, int], *, straight: bool = False) -> Iterator[tuple[int, int]]:
        """Yield the neighbours of a field."""
        for dc in (-1, 0, 1):
            for dr in (-1, 0, 1):
                if (dc or dr) and not (straight and dc and dr):
                    c, r = at[0] + dc, at[1] + dr
                    if 0 <= c < self.grid["cols"] and 0 <= r < self.grid["rows"]:
                        yield c, r

    def room(self, at: tuple[int, int], without: tuple[int, int] | None = None) -> bool:
        """KLO-19: whether a field is free and its district not full."""
        across, down = self.grid["district_cols"], self.grid["district_rows"]
        there = [
            x
            for x in self.boats
            if (x[0] // across, x[1] // down) == (at[0] // across, at[1] // down) and x != without
        ]
        return at not in self.boats and len(there) < self.limits["district"]

    def guarded(self, at: tuple[int, int]) -> bool:
        """KLO-34: whether a guard lies in the column."""
        return any(self.role.get(b) == "guard" for x, b in self.boats.items() if x[0] == at[0])

    def open_to(self, boat: str, at: tuple[int, int]) -> bool:
        """KLO-17 to KLO-20: whether a boat may be placed on a field."""
        if not self.room(at) or (self.role.get(boat) == "thief" and self.guarded(at)):
            return False
        if self.turn <= self.players or not self.boats:
            entrances, dark = self.box["entrances"], self.box["entrances"]["dark_from"]
            names = entrances["light"] + (entrances["dark"] if self.players >= dark else [])
            return at in [self.field(name) for name in names]
        return any(x in self.boats for x in self.around(at))

    def placeable(self, boat: str) -> bool:
        """Return whether a boat fits anywhere."""
        cols, rows = range(self.grid["cols"]), range(self.grid["rows"])
        return any(self.open_to(boat, (c, r)) for c in cols for r in rows)

    def reach(self, seat: int, at: tuple[int, int]) -> list[tuple[int, int]]:
        """KLO-21: where an own boat can be moved."""
        if self.owners.get(at) != seat:
            return []
        straight = self.options.get("move_adjacency") == "orthogonal"
        return [to for to in self.around(at, straight=straight) if self.room(to, without=at)]

    # --- turns

    def play(self) -> None:
        """Deal, then turn after turn until the big market day."""
        for seat in self.seats:  # KLO-04, KLO-41
            if self.tactical:
                self.draw(seat, "2", self.box["tactical"]["empty_seat"])
                self.draw(seat, "1", self.box["tactical"]["with_trader"])
            else:
                self.draw(seat, "", self.limits["hand"])
        seat, passes, reason = 1, 0, "big market day"
        while passes < self.players:
            self.begins(seat)
            if self.act(seat):
                passes, self.placer = 0, seat
            else:
                passes += 1
            if self.marker == self.track["big"]:
                break
            seat = self.after(seat)
        else:
            reason = "no boat can be placed"  # A-KLO-21
            self.market("big", self.placer)
        for seat, p in self.seats.items():  # KLO-38, KLO-39
            kinds = Counter[str]()
            for boat, n in p.warehouse.items():
                if boat in self.goods:
                    kinds[self.goods[boat]["good"]] += n
            points = sum(n * (n + 1) // 2 for n in kinds.values())
            self.follows("valued", seat=seat, points=points)
            p.points += points
        totals = [p.points for p in self.seats.values()]
        self.ends(reason, [(n,) for n in totals], totals)

    def act(self, seat: int) -> bool:
        """KLO-07: place a boat; return whether one was placed."""
        p, moved = self.seats[seat], False
        anything = any(self.placeable(boat) for boat in self.goods)
        if not p.hand.total() or not anything:  # A-KLO-21: everybody sees it, nobody is asked
            self.follows("passed", seat=seat, thieves=0)
            return False
        kind, x = self.ask([(seat, "place")], "placed", "moved", "passed")
        if kind == "moved":
            self.move(seat, x)
            moved = True
            kind, x = self.ask([(seat, "place")], "placed")
        if kind == "passed":
            need(not any(self.placeable(boat) for boat in +p.hand), "a boat could be placed")
            need(x["thieves"] == p.hand.total(), "only thieves have no place, and are shown")
            return False
        draws = self.place(seat, x)
        boat = self.goods.get(x["boat"])
        if boat and boat.get("parasol"):  # KLO-08, KLO-09
            self.marker += 1
            points = self.track["points"][self.marker]
            self.follows("advanced", seat=seat, step=self.marker, points=points)
            p.points += points
            if self.marker == self.track["big"] or self.marker in self.track["small"]:
                need(
                    not x["move"] and not x["stack"], "what comes after a market day is asked then"
                )
                if self.marker == self.track["big"]:
                    self.market("big", seat)
                else:
                    self.market("small", seat)
                    self.finish(seat, moved, draws)
                return True
        if x["move"]:
            need(not moved, "one move in a turn")
            self.follows("moved", seat=seat, field=x["move"], to=x["to"])
            self.move(seat, {"field": x["move"], "to": x["to"]})
        self.refill(seat, x["stack"], draws)
        return True

    def place(self, seat: int, x: Data) -> bool:
        """Place a boat with all its effects; return whether a draw is due."""
        p, boat, at = self.seats[seat], x["boat"], self.field(x["field"])
        need(self.open_to(boat, at), "a field that is open to this boat")
        take(p.hand, [boat], "the hand")
        owner = NOBODY
        if boat in self.goods and not self.goods[boat].get("trader"):  # KLO-12, KLO-16
            if p.traders:
                need(x["trader"] == "", "a trader of the pool")
                p.traders -= 1
                owner = seat
            elif x["trader"] != "without":
                other = self.field(x["trader"])
                need(self.owners.get(other) == seat, "a trader of an own boat")
                del self.owners[other]
                owner = seat
        else:
            need(x["trader"] == "", "there is no empty seat")
        need(x["owner"] == owner, "whose boat it is")
        self.boats[at] = boat
        if owner:
            self.owners[at] = owner
        role = self.role.get(boat)
        need(role == "thief" or not x["take"], "only a thief takes a boat")
        if role == "thief" and x["take"]:
            return self.steal(seat, x, at)
        if role == "guard":
            return self.chase(seat, x, at)
        need(not x["keep"], "nothing is kept")
        return True

    def lift(self, at: tuple[int, int]) -> tuple[str, int]:
        """Take a boat off the water; its trader goes back."""
        owner = self.owners.pop(at, NOBODY)
        if owner:
            self.seats[owner].traders += 1
        return self.boats.pop(at), owner

    def steal(self, seat: int, x: Data, thief: tuple[int, int]) -> bool:
        """KLO-32, KLO-33."""
        at = self.field(x["take"])
        need(at in self.boats and at != thief and at[1] == thief[1], "a boat of the same row")
        need(not self.guarded(at), "neither a guard nor a boat under guard")
        need(x["keep"] in ("hand", "warehouse"), "to the hand or the warehouse")
        boat, owner = self.lift(at)
        fields = {"field": x["take"], "boat": boat, "owner": owner, "keep": x["keep"]}
        self.follows("stolen", seat=seat, **fields)
        p = self.seats[seat]
        (p.hand if x["keep"] == "hand" else p.warehouse)[boat] += 1
        return bool(x["keep"] != "hand")

    def chase(self, seat: int, x: Data, guard: tuple[int, int]) -> bool:
        """KLO-35, KLO-36."""
        there = {
            at for at, b in self.boats.items() if self.role.get(b) == "thief" and at[0] == guard[0]
        }
        need(x["keep"] in (("hand", "out") if there else ("",)), "where the thieves go")
        kept = 0
        while there:
            told = self.follows("chased", seat=seat)
            at = self.field(told["field"])
            need(at in there, "a thief of the column")
            there.remove(at)
            boat, _ = self.lift(at)
            if told["keep"] == "hand":
                kept += 1
                self.seats[seat].hand[boat] += 1
            else:
                need(told["keep"] == "out", "to the hand or out of the game")
                self.out[boat] += 1
        need(kept == (x["keep"] == "hand"), "one thief at most to the hand")
        return not kept

    def move(self, seat: int, x: Data) -> None:
        """KLO-21: a move card."""
        p, at, to = self.seats[seat], self.field(x["field"]), self.field(x["to"])
        need(p.cards > 0, "a move card")
        need(to in self.reach(seat, at), "a neighbouring field with room")
        p.cards -= 1
        self.boats[to] = self.boats.pop(at)
        self.owners[to] = self.owners.pop(at)

    def draw(self, seat: int, stack: str, count: int) -> None:
        """Draw boats from a stack."""
        boats = self.follows("drew", seat=seat, stack=stack)["boats"]
        need(len(boats) == count, f"{count} boats are drawn")
        take(self.stacks[stack], boats, "the stack")
        self.seats[seat].hand.update(boats)

    def refill(self, seat: int, chosen: str, due: bool) -> None:
        """KLO-22, KLO-41: one boat, if it is due and there is one."""
        there = [name for name, stack in self.stacks.items() if stack.total()]
        if not due or not there:
            need(not chosen, "nothing is drawn")
            return
        need(chosen in there or (not chosen and len(there) == 1), "a stack with boats")
        self.draw(seat, chosen or there[0], 1)

    def finish(self, seat: int, moved: bool, draws: bool) -> None:
        """A-KLO-27: after a small day the rest of the turn."""
        there = [name for name, stack in self.stacks.items() if stack.total()]
        choose = draws and len(there) > 1
        mobile = (
            not moved
            and self.seats[seat].cards
            and any(self.reach(seat, at) for at in list(self.boats))
        )
        stack = ""
        if mobile or choose:
            kind, x = self.ask([(seat, "end of turn")], "moved", "turn_ended")
            if kind == "moved":
                need(mobile, "a move is possible")
                self.move(seat, x)
                if choose:
                    kind, x = self.ask([(seat, "end of turn")], "turn_ended")
            stack = x.get("stack", "")
        self.refill(seat, stack, draws)

    # --- market days

    def moorings(self, seat: int) -> list[str]:
        """KLO-24: where a player can score."""
        out = []
        for name in self.box["moorings"]["names"]:
            four = self.four(name)
            if all(at in self.boats for at in four) and seat in map(self.owners.get, four):
                out.append(name)
        return out

    def four(self, mooring: str) -> list[tuple[int, int]]:
        """Return the four fields of a mooring such as bc34."""
        return [self.field(c + r) for c in mooring[:2] for r in mooring[2:]]

    def market(self, kind: str, trigger: int) -> None:
        """KLO-23, KLO-29, KLO-30."""
        first = trigger
        if kind == "big":
            on_board = Counter(self.owners.values())
            keys = {seat: (p.points, on_board[seat]) for seat, p in self.seats.items()}
            tied = [seat for seat in keys if keys[seat] == min(keys.values())]
            first = next(seat for seat in self.clockwise(trigger) if seat in tied)
        self.follows("day_began", kind=kind, trigger=trigger, first=first)
        self.day = kind
        turns, idle, seat = 0, 0, first
        while (
            turns < self.limits["day_rounds"] * self.players
            if kind == "small"
            else idle < self.players and any(self.moorings(x) for x in self.seats)
        ):
            turns += 1
            idle = 0 if self.visit(seat, kind) else idle + 1
            seat = self.after(seat)
        self.day = ""
        self.follows("day_over", kind=kind)

    def visit(self, seat: int, kind: str) -> bool:
        """KLO-24 to KLO-26, KLO-31, KLO-37: score one mooring, or not."""
        where = self.moorings(seat)
        if not where:
            self.follows("skipped", seat=seat)
            return False
        answer, x = self.ask([(seat, "market day")], "scored", "declined")
        if answer == "declined":
            return False
        need(x["mooring"] in where, "a mooring that can be scored")
        four = self.four(x["mooring"])
        there = [self.boats[at] for at in four]
        baskets = sum(self.goods[b]["baskets"] for b in there if b in self.goods)
        cooks = sum(self.role.get(b) == "cook" for b in there)
        factor = 2**cooks if self.options.get("stacked_cook_shops") else 1 + bool(cooks)
        mine = Counter(self.owners.get(at, NOBODY) for at in four)
        points = [baskets * factor * mine[other] for other in self.seats]
        for name, value in (("baskets", baskets), ("factor", factor), ("points", points)):
            need(x[name] == value, f"{name} of a mooring are {value}")
        for p, n in zip(self.seats.values(), points, strict=True):
            p.points += n
        at = self.field(x["remove"])
        allowed = (seat, NOBODY) if kind == "big" else (seat,)
        need(at in four and self.owners.get(at, NOBODY) in allowed, "a boat that may be removed")
        boat, owner = self.lift(at)
        self.follows("stored", seat=seat, field=x["remove"], boat=boat, owner=owner)
        self.seats[seat].warehouse[boat] += 1
        return True

    # --- the books

    def books(self) -> Data:
        """Lay the books open."""
        players, on_board = self.seats.values(), Counter(self.owners.values())
        stored = [Counter[str]() for _ in players]
        for n, p in zip(stored, players, strict=True):
            for boat, count in p.warehouse.items():
                n[self.goods[boat]["good"] if boat in self.goods else boat] += count
        return {
            "turn": self.turn,
            "active": self.active,
            "asked": self.asked,
            "water": {
                f"{chr(ord('a') + c)}{r + 1}": [boat, self.owners.get((c, r), NOBODY)]
                for (c, r), boat in self.boats.items()
            },
            "marker": self.marker,
            "day": self.day,
            "stacks": {name: stack.total() for name, stack in self.stacks.items()},
            "out": sorted(self.out.elements()),
            "points": [p.points for p in players],
            "traders": [[p.traders, on_board[seat]] for seat, p in self.seats.items()],
            "cards": [p.cards for p in players],
            "hands": [sorted(p.hand.elements()) for p in players],
            "warehouses": [dict(+n) for n in stored],
        }

    @staticmethod
    def told(view: Data) -> Data:
        """Return the same from a view."""
        seats = view["seats"]
        return {
            "turn": view["turn"],
            "active": view["active"],
            "asked": [(q["seat"], q["ask"]) for q in view["asked"]],
            "water": {
                x["name"]: [x["boat"]["id"], x["owner"]]
                for x in view["water"]["fields"]
                if x["boat"]
            },
            "marker": view["marker"],
            "day": view["day"],
            "stacks": view["stacks"],
            "out": sorted(view["out"]),
            "points": [seat["points"] for seat in seats],
            "traders": [[seat["traders"], seat["on_board"]] for seat in seats],
            "cards": [seat["cards"] for seat in seats],
            "hands": [sorted(boat["id"] for boat in seat["hand"]) for seat in seats],
            "warehouses": [
                {
                    **{x["good"]: x["count"] for x in seat["stores"]},
                    **Counter(seat["specials"]),
                }
                for seat in seats
            ],
        }
