"""Scramble: roll the dice, climb the gullies, and stop before you slip.

SCR-01 The hill: Eleven gullies, 2 to 12, lead up a hill. They have 3, 5, 7, 9, 11, 13, 11, 9, 7, 5
and 3 ledges.

SCR-02 A turn: Seat 1 begins, and play goes clockwise. In turn, roll four dice.

SCR-03 Pairs: Make two pairs of the dice. The sum of each pair is a gully, and you climb in both.
If you can climb in only one of them, you climb in that one.

SCR-04 Climbers: There are three climbers. In a gully that has none yet, one starts on the ledge
above your camp, or on the lowest if you have no camp there; one that is there goes up a ledge.
Nobody climbs in a gully that has an owner, or above its top.

SCR-05 Slipping: If there is no pair that you can climb with, the climbers fall, and your turn is
over. Your camps stay where they were.

SCR-06 Stopping: After climbing, roll again or stop. If you stop, you pitch your camps where the
climbers are.

SCR-07 The top: Who camps at the top of a gully owns it. All other camps there are taken away.

SCR-08 The end: Who owns three gullies wins.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from ledger.sdk import (
    Above0,
    Boxes,
    Command,
    Decision,
    Ending,
    Folds,
    Game,
    Meta,
    Opening,
    Pictures,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    SeatView,
    Sourced,
    TableView,
    Titled,
    Words,
    at_most,
    chosen_from,
    computed,
    move,
    next_seat,
    one_of,
    require,
    resource,
    rule,
)
from ledger.sdk.kit import Memo, ThinkingBot, best_of

from .scene import ASKS, scene


class Hill(Sourced):
    """The number of ledges in each gully, and how many climbers and gullies it takes."""

    ledges: Annotated[tuple[Above0, ...], at_most(40)]
    climbers: Above0
    goal: Annotated[Above0, at_most(11)]


class Box(Titled):
    hill: Hill


class Setup(PlainSetup):
    """`ledges` has the number of ledges by gully."""

    def __init__(self, box: Box, players: int, options: object) -> None:
        super().__init__(box, players, options)
        self.ledges = dict(enumerate(box.hill.ledges, 2))


@dataclass(slots=True)
class Player:
    """`camps` has the ledge of each camp by gully, counted from below."""

    camps: dict[int, int] = field(default_factory=dict)
    gullies: Annotated[list[int], resource("gullies", is_score=True)] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """`climbers` has the ledge of each climber by gully."""

    setup: Setup
    players: list[Player]
    dice: list[str] = field(default_factory=list)
    climbers: dict[int, int] = field(default_factory=dict)
    phase: str = "roll"
    active: int = 0
    turn: int = 0
    over: bool = False


def climbed(s: State, pair: str) -> dict[int, int] | None:
    """SCR-04: return where the climbers are after climbing with `6+8` or `5`; None: they can't."""
    out = s.climbers.copy()
    for gully in map(int, pair.split("+")):
        ledge = out.get(gully, s.players[s.active - 1].camps.get(gully, 0)) + 1
        owned = any(gully in p.gullies for p in s.players)
        if owned or ledge > s.setup.ledges[gully]:
            return None
        out[gully] = ledge
    return out if len(out) <= s.setup.box.hill.climbers else None


def pairs(s: State) -> list[str]:
    """SCR-03: return the ways to climb with the dice, like `6+8`, or `5` where one pair is lost."""
    out: list[str] = []
    for i in (1, 2, 3) if s.dice else ():
        first = int(s.dice[0]) + int(s.dice[i])
        both = sorted((first, sum(map(int, s.dice)) - first))
        whole = "+".join(map(str, both))
        out += [whole] if climbed(s, whole) else [str(x) for x in both if climbed(s, str(x))]
    return list(dict.fromkeys(out))


class Roll(Command):
    """Roll four dice."""


class Climb(Command):
    """Climb with two pairs of the dice, or with one."""

    pair: Annotated[str, one_of(lambda s, x: pairs(s)), chosen_from("pairs")]


class Stop(Command):
    """Stop, and pitch your camps."""


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("SCR-02")]


class Rolled(SeatEvent):
    """Four dice are rolled."""

    dice: Annotated[tuple[str, ...], rule("SCR-02", chance="dice")]
    says = "{name} rolls {dice}"


class Climbed(SeatEvent):
    """Climbers go up."""

    pair: Annotated[str, rule("SCR-03")]
    says = "{name} climbs in {pair}"


class Slipped(SeatEvent):
    """The climbers fall."""

    seat: Annotated[int, rule("SCR-05")]
    says = "{name} slips"


class Camped(SeatEvent):
    """The player stops, and pitches camps."""

    seat: Annotated[int, rule("SCR-06")]
    says = "{name} stops"


class Topped(SeatEvent):
    """A gully has an owner."""

    seat: Annotated[int, rule("SCR-07")]
    gully: Annotated[int, rule("SCR-07")]
    says = "{name} reaches the top of {gully}"


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.phase = x.seat, "roll"
    s.turn += 1


@FOLDS.on(Rolled)
def rolled(s: State, x: Rolled) -> None:
    s.dice, s.phase = list(x.dice), "climb"


@FOLDS.on(Climbed)
def climbed_in(s: State, x: Climbed) -> None:
    s.climbers = climbed(s, x.pair) or {}
    s.dice, s.phase = [], "roll"


@FOLDS.on(Slipped)
def slipped(s: State, x: Slipped) -> None:
    s.dice, s.climbers = [], {}


@FOLDS.on(Camped)
def camped(s: State, x: Camped) -> None:
    s.players[x.seat - 1].camps |= s.climbers
    s.climbers = {}


@FOLDS.on(Topped)
def topped(s: State, x: Topped) -> None:
    s.players[x.seat - 1].gullies.append(x.gully)
    for p in s.players:
        p.camps.pop(x.gully, None)


@move(Roll, "SCR-02", Rolled, answers="roll")
def roll(d: Decision[State], s: State, x: Roll) -> None:
    """SCR-02, SCR-05."""
    dice = d.roll("123456", 4, "dice", rule="SCR-02", seat=x.seat)
    d.emit(Rolled(seat=x.seat, dice=dice))
    if not pairs(s):
        d.emit(Slipped(seat=x.seat))
        d.emit(Turned(seat=next_seat(x.seat, s.setup.players)))


@move(Climb, "SCR-03", Climbed, answers="climb")
def climb(d: Decision[State], x: Climb) -> None:
    d.accept(x)


@move(Stop, "SCR-06", Camped, answers="roll")
def stop(d: Decision[State], s: State, p: Player, x: Stop) -> None:
    """SCR-06 to SCR-08."""
    d.must("SCR-02", s.climbers, "nobody is climbing yet: roll the dice")
    d.accept(x)
    for gully, ledge in sorted(p.camps.items()):
        if ledge == s.setup.ledges[gully]:
            d.emit(Topped(seat=x.seat, gully=gully))
    if ended(s):
        d.end()
    else:
        d.emit(Turned(seat=next_seat(x.seat, s.setup.players)))


def ended(s: State) -> str | None:
    goal = s.setup.box.hill.goal
    return (
        "enough gullies have an owner" if any(len(p.gullies) >= goal for p in s.players) else None
    )


def check_box(box: Box) -> None:
    require(len(box.hill.ledges) == 11, "hill.ledges: two dice make 11 sums, so say 11 numbers")


SUMS = Counter(
    frozenset(map(sum, itertools.combinations(dice, 2)))
    for dice in itertools.product(range(1, 7), repeat=4)
)
"""The sums of two dice that four dice can make, and in how many of 1296 rolls."""
CHANCE = Memo[frozenset[int], float](
    lambda gullies: sum(n for sums, n in SUMS.items() if sums & gullies) / SUMS.total()
)
"""How likely it is that dice can make one of these sums."""


class Careful(ThinkingBot[State, Player]):
    """Rolls as long as it expects to gain by it; `w` is how much of a gully a roll may bring."""

    w = 0.2

    def won(self, climbers: dict[int, int]) -> float:
        """Return how many gullies' lengths the climbers have come up in this turn."""
        ledges, camps = self.s.setup.ledges, self.p.camps
        return sum((at - camps.get(x, 0)) / ledges[x] for x, at in climbers.items())

    def push(self) -> Command:
        """Weigh what another roll may bring against what would be lost."""
        s, won = self.s, self.won(self.s.climbers)
        tops = sum(at == s.setup.ledges[x] for x, at in s.climbers.items())
        if len(self.p.gullies) + tops >= s.setup.box.hill.goal:
            return Stop(seat=self.seat)
        free = frozenset(x for x in s.setup.ledges if climbed(s, str(x)))
        rolls = not s.climbers or CHANCE[free] * (won + self.w) > won
        return Roll(seat=self.seat) if rolls else Stop(seat=self.seat)

    def climb(self) -> Command:
        """Climb where it brings most."""
        best = best_of(pairs(self.s), lambda pair: self.won(climbed(self.s, pair) or {}))
        return Climb(seat=self.seat, pair=best or "")

    phases: ClassVar = {"roll": push, "climb": climb}


class Seat(SeatView):
    camps: dict[int, int]
    gullies: tuple[int, ...]


class View(TableView):
    seats: tuple[Seat, ...]
    dice: tuple[str, ...]
    climbers: dict[int, int]
    pairs: tuple[str, ...] = computed(lambda s: tuple(pairs(s)))
    ledges: dict[int, int]


STANDARD = Box(
    id="scramble-standard",
    title="Scramble",
    hill=Hill(
        ledges=(3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3),
        climbers=3,
        goal=3,
        provenance=Provenance(status="default", note="the likelier a sum, the longer its gully"),
    ),
)
GAME: Game[State, View] = Game(
    meta=Meta(name="scramble", title="Scramble", players=(2, 3, 4)),
    package=__name__,
    boxes=Boxes(STANDARD, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(
            setup=Setup,
            start=lambda setup: State(setup, [Player() for _ in range(setup.players)]),
            begin=lambda d: d.emit(Turned(seat=1)),
        ),
        questions=Questions({"roll": "SCR-06", "climb": "SCR-03"}),
        moves=(roll, climb, stop),
        folds=FOLDS,
        ending=Ending(ended=ended, ranked_by=("SCR-08",)),
    ),
    words=Words(questions=ASKS),
    view=View,
    pictures=Pictures(board=".drawing:Hillside", scene=scene),
    bots={"careful": Careful()},
)
