"""Heirlooms: bid for what your great-aunt left, but don't end up the poorest.

HEI-01 The lots: There are ten heirlooms, worth 1 to 10, three crests, a moth and a mortgage.

HEI-02 Notes: Everybody has eight notes: 1, 2, 3, 5, 8, 12, 18 and 25. Nobody gives change.

HEI-03 A lot: The top card is turned up. Whoever took the last lot (at first, seat 1) begins, and
then it goes clockwise. It goes round until the lot is taken.

HEI-04 Bidding: Lay down notes beside those that you have laid down for this lot, so that yours are
worth more than anybody else's.

HEI-05 Passing: Or take all your notes back. You are out of it until the next lot.

HEI-06 Taking: Whoever is the only one left takes the lot, and loses the notes laid down for it.

HEI-07 Burdens: Nobody wants the moth or the mortgage. The first one who passes takes it, and
all the others lose the notes that they laid down.

HEI-08 The end: As soon as the crests and the mortgage that were turned up are four, it is over, and
nobody takes the last of them.

HEI-09 Worth: Add up your heirlooms. The moth costs 5 of that, but never more than there is; then
every crest doubles it, and the mortgage halves it, rounded down. The most points win.

HEI-10 The poorest: Whoever has the least money left at the end has to sell everything, and gets
no points for it.

HEI-11 Ties: Of those with as many points, the one with more money is ahead, and then the one with
the best heirloom.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from ledger.sdk import (
    N_,
    Above0,
    Boxes,
    Command,
    Corrections,
    Decision,
    Ending,
    Event,
    Folds,
    Game,
    Meta,
    NotEmpty,
    NotNegative,
    Opening,
    Pictures,
    Pile,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    Sourced,
    Titled,
    at_most,
    chosen_from,
    clockwise,
    internal,
    longest,
    move,
    private,
    require,
    resource,
    rule,
    some_of,
)
from ledger.sdk.kit import Rater, tally
from ledger.sdk.scene import SEAT_TONES, Face, Part, Scene, SceneBuilder

BURDENS = ("moth", "mortgage")
SEALED = ("crest", "mortgage")
"""The cards that bring the end nearer."""


class Lots(Sourced):
    """What is sold: the heirlooms by worth, how many of the other cards, and what a moth costs."""

    heirlooms: Annotated[NotEmpty[tuple[Above0, ...]], at_most(100), longest(60)]
    crests: Annotated[NotNegative, at_most(10)]
    moths: Annotated[NotNegative, at_most(10)]
    mortgages: Annotated[NotNegative, at_most(10)]
    moth_costs: NotNegative
    last: Annotated[Above0, at_most(20)]


class Notes(Sourced):
    each: Annotated[NotEmpty[tuple[Above0, ...]], at_most(1000), longest(9)]


class Box(Titled):
    lots: Lots
    notes: Notes


@dataclass(slots=True)
class Player:
    """`bid` has the notes that are laid down for the lot."""

    notes: Annotated[list[int], private, resource("notes")]
    bid: list[int] = field(default_factory=list)
    lots: Annotated[list[str], resource("lots")] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """`asked` has those who can still take the lot, the next one first; `gone` what was paid."""

    setup: PlainSetup
    players: list[Player]
    pile: Pile
    lot: str = ""
    sealed: int = 0
    gone: Annotated[list[int], internal] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    active: int = 1
    turn: int = 0
    over: bool = False


class Bid(Command):
    """Lay down notes, to bid more than anybody else."""

    notes: Annotated[
        tuple[int, ...],
        some_of(lambda s, x: s.players[x.seat - 1].notes, least=1),
        chosen_from("notes"),
    ]


class Pass(Command):
    """Take your notes back, and leave the lot to others (or take it, if it is a burden)."""


class TurnedUp(Event):
    """A lot is turned up, and everybody may bid for it."""

    lot: Annotated[str, rule("HEI-03", chance="lot")]
    says = "The lot is {lot}"


class Raised(SeatEvent):
    """Notes are laid down."""

    notes: Annotated[tuple[int, ...], rule("HEI-04")]
    total: Annotated[int, rule("HEI-04")]
    says = "{name} lays down {notes}, and bids {total}"


class Passed(SeatEvent):
    """Notes are taken back."""

    seat: Annotated[int, rule("HEI-05")]
    says = "{name} passes"


class Took(SeatEvent):
    """A lot is taken, and all notes that are laid down are gone."""

    seat: Annotated[int, rule("HEI-06")]
    lot: Annotated[str, rule("HEI-06")]
    says = "{name} takes {lot}"


FOLDS = Folds[State]()


@FOLDS.on(TurnedUp)
def turned_up(s: State, x: TurnedUp) -> None:
    s.pile.take(x.lot)
    s.lot = x.lot
    s.sealed += x.lot in SEALED
    s.asked = clockwise(s.active, s.setup.players)
    s.turn += 1


@FOLDS.on(Raised)
def raised(s: State, x: Raised) -> None:
    p = s.players[x.seat - 1]
    for note in x.notes:
        p.notes.remove(note)
    p.bid += x.notes
    s.asked = s.asked[1:] + s.asked[:1]


@FOLDS.on(Passed)
def passed(s: State, x: Passed) -> None:
    p = s.players[x.seat - 1]
    p.notes, p.bid = sorted(p.notes + p.bid), []
    s.asked.remove(x.seat)


@FOLDS.on(Took)
def took(s: State, x: Took) -> None:
    s.players[x.seat - 1].lots.append(x.lot)
    for p in s.players:
        s.gone += p.bid
        p.bid = []
    s.lot, s.asked, s.active = "", [], x.seat


def start(setup: PlainSetup) -> State:
    lots = setup.box.lots
    cards = {str(worth): lots.heirlooms.count(worth) for worth in lots.heirlooms}
    cards |= {"crest": lots.crests, "moth": lots.moths, "mortgage": lots.mortgages}
    notes = sorted(setup.box.notes.each)
    return State(setup, [Player(notes.copy()) for _ in range(setup.players)], Pile.of(cards))


def next_lot(d: Decision[State]) -> None:
    """HEI-03, HEI-08."""
    (lot,) = d.seen(d.state.pile, 1, "lot", rule="HEI-03")
    d.emit(TurnedUp(lot=lot))
    if ended(d.state):
        d.end()


@move(Bid, "HEI-04", Raised)
def bid(d: Decision[State], s: State, p: Player, x: Bid) -> None:
    total, most = sum(p.bid) + sum(x.notes), max(sum(q.bid) for q in s.players)
    d.need("HEI-04", total > most, "{most} is bid already: bid more, or pass", most=most)
    d.accept(x, total=total)


@move(Pass, "HEI-05", Passed)
def pass_(d: Decision[State], s: State, x: Pass) -> None:
    """HEI-05 to HEI-07."""
    d.accept(x)
    taker = x.seat if s.lot in BURDENS else s.asked[0]
    if taker == x.seat or len(s.asked) == 1:
        d.emit(Took(seat=taker, lot=s.lot))
        next_lot(d)


def worth(s: State, lots: list[str]) -> int:
    """HEI-09: return what things are worth together."""
    sum_ = sum(int(lot) for lot in lots if lot.isdecimal())
    sum_ = max(sum_ - lots.count("moth") * s.setup.box.lots.moth_costs, 0)
    doubled: int = sum_ << lots.count("crest")
    return doubled >> lots.count("mortgage")


def ended(s: State) -> str | None:
    return "the last seal is broken" if s.sealed >= s.setup.box.lots.last else None


def score(s: State, seat: int) -> int:
    """HEI-09, HEI-10."""
    p = s.players[seat - 1]
    poorest = ended(s) and sum(p.notes) == min(sum(q.notes) for q in s.players)
    return 0 if poorest else worth(s, p.lots)


def tie_breaks(s: State, seat: int) -> tuple[int, int]:
    """HEI-11."""
    p = s.players[seat - 1]
    return sum(p.notes), max([int(lot) for lot in p.lots if lot.isdecimal()], default=0)


def pieces(s: State) -> dict[str, int]:
    notes = [n for p in s.players for n in p.notes + p.bid]
    taken = [lot for p in s.players for lot in p.lots]
    return tally("lot", s.pile, taken, [s.lot] * bool(s.lot)) | tally(
        "note", map(str, notes + s.gone)
    )


def check_box(box: Box) -> None:
    lots = box.lots
    require(
        lots.crests + lots.mortgages >= lots.last,
        "lots.last: there must be at least {last} crests and mortgages",
        last=lots.last,
    )


class Collector(Rater[State, Player]):
    """Bids as little as it can, and at most `w` for each point that it wins or doesn't lose."""

    w = 2.0

    def prepare(self) -> None:
        s, mine = self.s, self.p.lots
        gain = worth(s, [*mine, s.lot]) - worth(s, mine)
        self.limit = self.w * abs(gain) - sum(self.p.bid)

    def bid(self, x: Bid) -> float:
        return self.limit - sum(x.notes) - len(x.notes) / 100

    def pass_(self, x: Pass) -> float:
        return 0

    ratings: ClassVar = {Bid: bid, Pass: pass_}


INK = "#2c2620"
LOT = Face(w=64, h=88, parts=(Part(symbol="card"),), label=(32, 54, 26), ink=INK)
BACK = Face(w=64, h=88, parts=(Part(symbol="back"),), label=(32, 52, 22), ink="#fff")
SMALL = Face(w=36, h=50, parts=(Part(symbol="card", scale=565),), label=(18, 31, 16), ink=INK)
UNSEEN = Face(w=36, h=50, parts=(Part(symbol="back", scale=565),))
TOTAL = Face(w=36, h=50, label=(18, 32, 20))
SIGNS = {"crest": "×2", "mortgage": "÷2", "moth": "−"}
ASKS = {"turn": N_("bid or pass")}


def scene(v: Any, b: SceneBuilder) -> Scene:
    """Return a scene with the lot and the pile, and what is bid, held and owned."""
    b.table(v, SEAT_TONES, lambda seat: str(seat.score), asks=ASKS)
    lot = b.region("lot", "pile", LOT.w, LOT.h, area="main", title=b.title("lot"))
    if v.lot:
        b.put("lot", "lot", LOT, lot, text=SIGNS.get(v.lot, v.lot), say=b.tell(v.lot))
    pile = b.region("pile", "pile", BACK.w, BACK.h, area="main", title=b.title("pile"))
    b.put("pile", "pile", BACK, pile, text=str(v.pile), say=f"{b.title('pile')}: {v.pile}")
    seals = b.region("seals", "pile", BACK.w, BACK.h, area="main", title=b.title("seals"))
    b.put("seals", "lot", LOT, seals, text=str(v.sealed), say=f"{b.title('seals')}: {v.sealed}")
    for p in v.seats:
        bid = b.region(
            "total", "pile", SMALL.w, SMALL.h, owner=p.seat, title=b.title("bid"), brief=True
        )
        total = str(sum(p.bid))
        b.put(f"total-{p.seat}", "total", TOTAL, bid, text=total, say=f"{b.title('bid')}: {total}")
        row(b, p.seat, "", "bid", p.bid)
        row(b, p.seat, b.title("lots"), "lots", p.lots)
        row(b, p.seat, b.title("notes"), "notes", p.notes, room=8, brief=False)
    return b.scene()


def row(
    b: SceneBuilder,
    seat: int,
    title: str,
    name: str,
    cards: tuple[Any, ...],
    *,
    room: int = 4,
    brief: bool = True,
) -> None:
    """Lay out what a player has, side by side; None is a note that others can't see."""
    region = b.region(
        name, "row", SMALL.w, SMALL.h, owner=seat, room=room, title=title, brief=brief
    )
    for i, card in enumerate(cards):
        face, how = ("unseen", UNSEEN) if card is None else ("small", SMALL)
        said = "" if card is None else str(card)
        id, text = f"{name}-{seat}-{i}", SIGNS.get(said, said)
        b.put(id, face, how, region, i=i, same=f"{name} {said}", text=text, value=said, say=said)


STANDARD = Box(
    id="heirlooms-standard",
    title="Heirlooms",
    lots=Lots(
        heirlooms=tuple(range(1, 11)),
        crests=3,
        moths=1,
        mortgages=1,
        moth_costs=5,
        last=4,
        provenance=Provenance(status="default"),
    ),
    notes=Notes(
        each=(1, 2, 3, 5, 8, 12, 18, 25),
        provenance=Provenance(status="default", note="most sums can be paid in one way only"),
    ),
)
GAME = Game(
    meta=Meta(name="heirlooms", title="Heirlooms", players=(3, 4, 5)),
    package=__name__,
    boxes=Boxes(STANDARD, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=next_lot),
        questions=Questions({"turn": lambda s: "HEI-07" if s.lot in BURDENS else "HEI-04"}),
        moves=(bid, pass_),
        folds=FOLDS,
        ending=Ending(
            ended=ended, score=score, tie_breaks=tie_breaks, ranked_by=("HEI-09", "HEI-11")
        ),
        round=lambda s: s.turn,
    ),
    corrections=Corrections(pieces=pieces),
    pictures=Pictures(scene=scene),
    bots={"collector": Collector()},
)
