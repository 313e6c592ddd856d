"""Bangkok Klongs as the rest of the program sees it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ledger.kernel.decide import Decision
from ledger.kernel.events import Event, Opened
from ledger.kernel.game import Command, Game, Meta, Outcome, Question, RandomBot, Resource
from ledger.kernel.piles import Pile
from ledger.kernel.table import read_options

from . import board, bots, moves, notation, rules, words
from .box import Box, Options, check_box
from .commands import ANSWERS, COMMANDS, End
from .events import EVENTS
from .evolve import EVOLVE
from .sample import sample
from .setup import Setup, make_setup
from .state import POOL, Player, State, copy_state
from .turn import can_choose


class Klongs(Game):
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

    def __init__(self) -> None:
        self._setups: dict[tuple[str, int, Options], Setup] = {}

    def read_box(self, data: dict[str, Any]) -> Box:
        """Validate a box."""
        box: Box = super().read_box(data)
        check_box(box)
        return box

    def player_colours(self, box: Box) -> tuple[str, ...]:
        """KLO-03: the colours of the traders."""
        return box.players.colours

    def start(self, opened: Opened) -> State:
        """Empty water, boats shuffled, traders and move cards taken (KLO-02, KLO-03)."""
        options: Options = read_options(self, opened.options)
        setup = self._setup(opened, options)
        stacks = []
        for i in range(2 if setup.tactical else 1):  # KLO-40
            stack = Pile()
            stack.shuffle({kind: n for kind, n in setup.copies.items() if setup.stack[kind] == i})
            stacks.append(stack)
        players = [
            Player(setup.traders, setup.cards, [0] * len(stacks)) for _ in range(setup.players)
        ]
        return State(setup, stacks, players)

    def _setup(self, opened: Opened, options: Options) -> Setup:
        if opened.box_data is not None:
            return make_setup(self.box_of(opened), len(opened.seats), options)
        key = (opened.box, len(opened.seats), options)
        if key not in self._setups:
            self._setups[key] = make_setup(self.box_of(opened), len(opened.seats), options)
        return self._setups[key]

    def begin(self, d: Decision) -> None:
        """Set up."""
        rules.begin(d)

    def decide(self, d: Decision, command: Any) -> None:
        """Apply the rules to a command."""
        rules.DECIDE[type(command)](d, command)

    def command_of(self, events: Sequence[Event]) -> Command:
        """Return the command behind a group."""
        return rules.command_of(events)

    def awaiting(self, state: State) -> tuple[Question, ...]:
        """Who is asked for what."""
        return rules.awaiting(state)

    def legal(self, state: State, seat: int) -> Iterator[Command]:
        """Yield the commands of a seat."""
        return moves.legal(state, seat)

    def sample(self, state: State, rng: random.Random) -> Command:
        """Return a random acceptable command."""
        return sample(state, rng)

    def decline(self, state: State) -> Command | None:
        """Not moving after a market day can be left out; a pass on it cannot (KLO-23)."""
        if state.over or state.phase != "end of turn" or can_choose(state, state.active):
            return None
        return End(seat=state.active)

    def undrawn(self, events: Sequence[Event], slot: str) -> tuple[str, str] | None:
        """Who takes a boat from the board to hand does not draw (KLO-33, KLO-35)."""
        return rules.undrawn(events)

    def copy(self, state: State) -> State:
        """Return an independent copy."""
        return copy_state(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result of a finished game."""
        return rules.outcome(state)

    def mask(self, state: State, viewer: int) -> State:
        """Put the boats that a seat did not see back among the unseen ones (A-KLO-29)."""
        out = copy_state(state)
        for seat, p in enumerate(out.players, 1):
            if seat != viewer:
                for boat in p.secret:
                    i = out.setup.stack[boat]
                    out.stacks[i].hide(boat, POOL)
                    p.unknown[i] += 1
                p.secret = []
        return out

    def round(self, state: State) -> int:
        """Return the running round."""
        return -(-state.turn // state.setup.players)

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

    def view(self, state: State, seat: int | None) -> board.View:
        """Return what a seat may see."""
        return board.view(state, seat)

    def draw(self, view: Any, width: int, names: Sequence[str]) -> Any:
        """Draw a view."""
        return board.draw(view, width, names)

    def picture(self, box: Any, width: int) -> Any:
        """Draw the empty board of a box."""
        return board.picture(box, width)

    def words(self, event: Event, names: Sequence[str], lang: str = "en") -> str:
        """Tell an event."""
        return words.tell(event, names, lang)

    def read(self, state: State, seat: int, words: Sequence[Any]) -> Command:
        """Read a typed move."""
        return notation.read(state, seat, words)

    def write(self, command: Any) -> str:
        """Write a move."""
        return notation.write(command)
