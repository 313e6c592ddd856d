"""Splash as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ledger.kernel.game.interface import Command, Game, Meta, Question, RandomBot, Resource
from ledger.kernel.game.outcome import Outcome
from ledger.kernel.log.events import Event, Opened
from ledger.kernel.play.decide import Decision
from ledger.kernel.play.opening import read_options
from ledger.kernel.play.piles import Pile

from . import board, bots, moves, notation, rules, words
from .box import Box, Options, make_setup
from .commands import ANSWERS, COMMANDS, Stand
from .events import EVENTS, UPCASTS
from .evolve import EVOLVE
from .state import POOL, Hand, State


class Splash(Game):
    """A tiny game with hidden hands, dice and questions to everybody."""

    meta = Meta(name="splash", title="Splash", edition="splash/1", players=(2, 3, 4))
    package = "ledger_splash"
    commands = COMMANDS
    events = EVENTS
    upcasts = UPCASTS
    state = State
    box_type = Box
    options = Options
    evolvers = EVOLVE
    answers = ANSWERS
    slots = ("draw", "dice")
    resources = (Resource("stones", "stones"), Resource("points", "points"))
    bots = {"random": RandomBot(), "greedy": bots.Greedy()}  # noqa: RUF012

    def read_box(self, data: dict[str, Any]) -> Box:
        box: Box = super().read_box(data)
        make_setup(box, 2, Options())
        return box

    def start(self, opened: Opened) -> State:
        """All stones in the bag (PLG-02)."""
        options: Options = read_options(self, opened.options)
        setup = make_setup(self.box_of(opened), len(opened.seats), options)
        bag = Pile()
        bag.shuffle(setup.copies)
        return State(setup, bag, [Hand() for _ in opened.seats], [0 for _ in opened.seats])

    def begin(self, d: Decision) -> None:
        rules.begin(d)

    def decide(self, d: Decision, command: Any) -> None:
        rules.DECIDE[type(command)](d, command)

    def command_of(self, events: Sequence[Event]) -> Command:
        return rules.command_of(events)

    def awaiting(self, state: State) -> tuple[Question, ...]:
        return rules.awaiting(state)

    def legal(self, state: State, seat: int) -> Iterator[Command]:
        return moves.legal(state, seat)

    def decline(self, state: State) -> Command | None:
        """Standing can be left out of the notation."""
        return Stand(seat=state.asked[0]) if state.thrown and state.asked else None

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def mask(self, state: State, viewer: int) -> State:
        """Put the stones that a seat did not see back among the unseen ones."""
        out: State = self.copy(state)
        for seat, hand in enumerate(out.hands, 1):
            if seat != viewer:
                for stone in hand.stones:
                    out.bag.hide(stone, POOL)
                hand.stones, hand.unknown = [], hand.size
        return out

    def round(self, state: State) -> int:
        return -(-state.turn // state.setup.players)

    def holdings(self, state: State) -> list[tuple[int, ...]]:
        return [(h.size, p) for h, p in zip(state.hands, state.points, strict=True)]

    def scores(self, state: State) -> tuple[int | None, ...]:
        return tuple(state.points)

    def pieces(self, state: State) -> dict[str, int]:
        """Count the stones, by kind and all together."""
        seen = Counter(state.pond)
        for hand in state.hands:
            seen.update(hand.stones)
        unknown = sum(hand.unknown for hand in state.hands)
        kinds = seen + state.bag.unseen()
        return {**kinds, "stones": seen.total() + unknown + state.bag.size}

    def view(self, state: State, seat: int | None) -> board.View:
        return board.view(state, seat)

    def draw(self, view: Any, width: int, names: Sequence[str]) -> Any:
        return board.draw(view, width, names)

    def words(self, event: Event, names: Sequence[str], lang: str = "en") -> str:
        return words.tell(event, names, lang)

    def read(self, state: State, seat: int, words: Sequence[Any]) -> Command:
        return notation.read(state, seat, words)

    def write(self, command: Any) -> str:
        return notation.write(command)
