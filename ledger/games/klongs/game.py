"""Bangkok Klongs as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ledger.kernel.game.assemble import Assembled, Parts, as_it_is
from ledger.kernel.game.interface import Command, Meta, RandomBot, Resource
from ledger.kernel.log.events import Event, Opened
from ledger.kernel.play.piles import Pile

from . import legal as moves
from . import notation, words
from . import view as board
from .bots import greedy as bots
from .box import Box, Options, check_box
from .commands import ANSWERS, COMMANDS, End
from .events import EVENTS, STILL
from .evolve import EVOLVE
from .rules import dispatch as rules
from .rules.turn import can_choose
from .sample import sample
from .setup import Setup, make_setup
from .state import POOL, Player, State, copy_state


class Klongs(Assembled):
    """Martin Schlegel's floating market: boats in secret hands, moorings and market days."""

    meta = Meta(
        name="klongs",
        title="Bangkok Klongs",
        edition="klongs/1",
        players=(2, 3, 4),
        designer="Martin Schlegel",
        year=2010,
        bgg=82424,
    )
    package = "ledger.games.klongs"
    commands = COMMANDS
    events = EVENTS
    still = STILL
    state = State
    box_type = Box
    options = Options
    evolvers = EVOLVE
    answers = ANSWERS
    seat_rule = "KLO-03"
    slots = ("hand",)
    resources = (
        Resource("points", "points"),
        Resource("hand", "boats in hand"),
        Resource("traders", "traders in the pool"),
        Resource("on_board", "traders on the board"),
        Resource("cards", "move cards"),
        Resource("warehouse", "boats in the warehouse"),
    )
    bots = {"random": RandomBot(), "greedy": bots.Greedy()}  # noqa: RUF012

    parts = Parts(
        check_box=check_box,
        make_setup=make_setup,
        begin=rules.begin,
        decide=rules.DECIDE,
        command_of=rules.command_of,
        awaiting=rules.awaiting,
        outcome=rules.outcome,
        legal=moves.legal,
        canonical=as_it_is,
        sample=sample,
        copy=copy_state,
        view=board.view,
        draw=board.draw,
        tell=words.tell,
        read=notation.read,
        write=notation.write,
    )

    def player_colours(self, box: Box) -> tuple[str, ...]:
        """KLO-03: the colours of the traders."""
        return box.players.colours

    def start(self, opened: Opened) -> State:
        """Empty water, boats shuffled, traders and move cards taken (KLO-02, KLO-03)."""
        setup: Setup = self.setup_of(opened)
        stacks = []
        for i in range(2 if setup.tactical else 1):  # KLO-40
            stack = Pile()
            stack.shuffle({kind: n for kind, n in setup.copies.items() if setup.stack[kind] == i})
            stacks.append(stack)
        players = [
            Player(setup.traders, setup.cards, [0] * len(stacks)) for _ in range(setup.players)
        ]
        return State(setup, stacks, players)

    def decline(self, state: State) -> Command | None:
        """Not moving after a market day can be left out; a pass on it cannot (KLO-23)."""
        if state.over or state.phase != "end of turn" or can_choose(state, state.active):
            return None
        return End(seat=state.active)

    def undrawn(self, events: Sequence[Event], slot: str) -> tuple[str, str] | None:
        """Who takes a boat from the board to hand does not draw (KLO-33, KLO-35)."""
        return rules.undrawn(events)

    def mask(self, state: State, viewer: int) -> State:
        """Put the boats that a seat did not see back among the unseen ones (A-KLO-29)."""
        out = copy_state(state)
        seen = Counter(out.boats.values())
        seen.update(out.out)
        for seat, p in enumerate(out.players, 1):
            if seat != viewer:
                for boat in p.secret:
                    p.unknown[out.setup.stack[boat]] += 1
                p.secret = []
            seen.update((*p.secret, *p.shown, *p.warehouse))
        # counted from what the seat sees: a corrected hand must not show in what is left over
        for stack in out.stacks:
            for kind in stack.pools[POOL]:
                stack.pools[POOL][kind] = max(out.setup.copies[kind] - seen[kind], 0)
        return out

    def holdings(self, state: State) -> list[tuple[int, ...]]:
        """Return what each seat has."""
        on_board = Counter(state.owners.values())
        return [
            (p.points, p.hand, p.traders, on_board[seat], p.cards, len(p.warehouse))
            for seat, p in enumerate(state.players, 1)
        ]

    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the points of each seat."""
        return tuple(p.points for p in state.players)

    def pieces(self, state: State) -> dict[str, int]:
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

    def picture(self, box: Any, width: int) -> Any:
        """Draw the empty board of a box."""
        return board.picture(box, width)
