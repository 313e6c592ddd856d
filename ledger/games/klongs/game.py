"""Bangkok Klongs as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ledger.kernel.game.interface import Command, Game, Meta, Resource
from ledger.kernel.log.events import Event
from ledger.kernel.play.piles import Pile

from . import legal as moves
from . import notation, words
from . import view as board
from .bots import greedy as bots
from .box import Box, Options, check_box
from .commands import ANSWERS, End
from .events import STILL
from .evolve import EVOLVE
from .rules import dispatch as rules
from .rules.turn import can_choose
from .sample import sample
from .setup import Setup, make_setup
from .state import POOL, Player, State


def player_colours(box: Box) -> tuple[str, ...]:
    """KLO-03: the colours of the traders."""
    return box.players.colours


def start(setup: Setup) -> State:
    """Empty water, boats shuffled, traders and move cards taken (KLO-02, KLO-03)."""
    stacks = []
    for i in range(2 if setup.tactical else 1):  # KLO-40
        stack = Pile()
        stack.shuffle({kind: n for kind, n in setup.copies.items() if setup.stack[kind] == i})
        stacks.append(stack)
    players = [Player(setup.traders, setup.cards, [0] * len(stacks)) for _ in range(setup.players)]
    return State(setup, stacks, players)


def decline(state: State) -> Command | None:
    """Not moving after a market day can be left out; a pass on it cannot (KLO-23)."""
    if state.over or state.phase != "end of turn" or can_choose(state, state.active):
        return None
    return End(seat=state.active)


def undrawn(events: Sequence[Event], slot: str) -> tuple[str, str] | None:
    """Who takes a boat from the board to hand does not draw (KLO-33, KLO-35)."""
    return rules.undrawn(events)


def forget(state: State, viewer: int) -> None:
    """Put the boats that a seat did not see back among the unseen ones (A-KLO-29)."""
    seen = Counter(state.boats.values())
    seen.update(state.out)
    for seat, p in enumerate(state.players, 1):
        if seat != viewer:
            for boat in p.secret:
                p.unknown[state.setup.stack[boat]] += 1
            p.secret = []
        seen.update((*p.secret, *p.shown, *p.warehouse))
    # counted from what the seat sees: a corrected hand must not show in what is left over
    for stack in state.stacks:
        for kind in stack.pools[POOL]:
            stack.pools[POOL][kind] = max(state.setup.copies[kind] - seen[kind], 0)


def holdings(state: State) -> list[tuple[int, ...]]:
    """Return what each seat has."""
    on_board = Counter(state.owners.values())
    return [
        (p.points, p.hand, p.traders, on_board[seat], p.cards, len(p.warehouse))
        for seat, p in enumerate(state.players, 1)
    ]


def scores(state: State) -> tuple[int | None, ...]:
    """Return the points of each seat."""
    return tuple(p.points for p in state.players)


def pieces(state: State) -> dict[str, int]:
    """Count boats by kind, traders by player and move cards, wherever they lie."""
    seen = Counter(state.boats.values())
    seen.update(state.out)
    unknown = 0
    for p in state.players:
        seen.update((*p.secret, *p.shown, *p.warehouse))
        unknown += sum(p.unknown)
    boats = seen.total() + unknown + sum(stack.size for stack in state.stacks)
    for stack in state.stacks:
        seen += stack.unseen()
    on_board = Counter(state.owners.values())
    out = {f"boat {kind}": n for kind, n in seen.items()}
    out["boats"] = boats
    for seat, p in enumerate(state.players, 1):
        out[f"traders of {seat}"] = p.traders + on_board[seat]
    out["move cards"] = state.discarded + sum(p.cards for p in state.players)
    return out


GAME = Game(
    meta=Meta(
        name="klongs",
        title="Bangkok Klongs",
        edition="klongs/1",
        players=(2, 3, 4),
        designer="Martin Schlegel",
        year=2010,
        bgg=82424,
    ),
    package=__package__,
    still=STILL,
    state=State,
    box=Box,
    options=Options,
    evolve=EVOLVE,
    answers=ANSWERS,
    seat_rule="KLO-03",
    slots=("hand",),
    resources=(
        Resource("points", "points"),
        Resource("hand", "boats in hand"),
        Resource("traders", "traders in the pool"),
        Resource("on_board", "traders on the board"),
        Resource("cards", "move cards"),
        Resource("warehouse", "boats in the warehouse"),
    ),
    bots={"greedy": bots.Greedy()},
    check_box=check_box,
    setup=make_setup,
    begin=rules.begin,
    decide=rules.DECIDE,
    command_of=rules.COMMAND,
    awaiting=rules.awaiting,
    outcome=rules.outcome,
    legal=moves.legal,
    sample=sample,
    view=board.view,
    draw=board.draw,
    words=words.tell,
    read=notation.read,
    write=notation.write,
    player_colours=player_colours,
    start=start,
    decline=decline,
    undrawn=undrawn,
    forget=forget,
    holdings=holdings,
    scores=scores,
    pieces=pieces,
    picture=board.picture,
)
