"""Traders of Osaka as the rest of the program sees it."""

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
from .box import Box, Options, Setup, check_box, make_setup
from .commands import ANSWERS, COMMANDS
from .events import EVENTS
from .evolve import EVOLVE
from .state import Player, State, copy_state


class Osaka(Game):
    """Susumu Kawasaki's game of ships, goods and insurance."""

    meta = Meta(
        name="osaka",
        title="Traders of Osaka",
        edition="osaka/1",
        players=(2, 3, 4),
        titles={"pl": "Kupcy z Osaki", "it": "Traders of Osaka", "de": "Die Händler von Osaka"},
        designer="Susumu Kawasaki",
        year=2006,
        bgg=24827,
    )
    package = "ledger.games.osaka"
    commands = COMMANDS
    events = EVENTS
    state = State
    box_type = Box
    options = Options
    evolvers = EVOLVE
    answers = ANSWERS
    slots = ("market", "farm", "hand", "first")
    seat_slots = ("first",)
    seat_rule = "OSA-05"
    resources = (
        Resource("hand", "hand"),
        Resource("coins", "coins", public=False),
        Resource("goods", "goods"),
        Resource("insured", "insured"),
        Resource("tokens", "tokens"),
        Resource("vp", "VP", public=False),
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
        """OSA-05: the colours of the pieces in the box."""
        return box.players.colours

    def start(self, opened: Opened) -> State:
        """All ships in Osaka, all cards in one pile (OSA-03)."""
        options: Options = read_options(self, opened.options)
        setup = self._setup(opened, options)
        pile = Pile()
        pile.shuffle(setup.copies)
        players = [
            Player([], [], [], dict.fromkeys(setup.colours, 0), []) for _ in range(setup.players)
        ]
        return State(setup, pile, players, dict.fromkeys(setup.colours, 0))

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
        """Yield the canonical commands of a seat."""
        return moves.legal(state, seat)

    def canonical(self, state: State, command: Command) -> Command:
        """Map a correct command to the listed one."""
        return moves.canonical(state, command)

    def sample(self, state: State, rng: random.Random) -> Command:
        """Return a random acceptable command."""
        return moves.sample(state, rng)

    def decline(self, state: State) -> Command | None:
        """Insuring can be left out of the notation."""
        if state.phase != "insurance" or not state.asked:
            return None
        from .commands import Decline

        return Decline(seat=state.asked[0])

    def copy(self, state: State) -> State:
        """Return an independent copy."""
        return copy_state(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result of a finished game."""
        return rules.outcome(state)

    def round(self, state: State) -> int:
        """Return the running round."""
        return -(-state.turn // state.setup.players)

    def holdings(self, state: State) -> list[tuple[int, ...]]:
        """Return what each seat has."""
        value = state.setup.value
        return [
            (
                len(p.hand),
                sum(value[c] for c in p.hand),
                len(p.goods) + len(p.insured),
                len(p.insured),
                p.all_tokens,
                p.vp,
            )
            for p in state.players
        ]

    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the VP of each seat."""
        return tuple(p.vp for p in state.players)

    def pieces(self, state: State) -> dict[str, int]:
        """Count the cards, by kind and all together, and the ships."""
        seen = Counter(state.market + state.farm + state.discard)
        for p in state.players:
            seen.update(p.hand + p.goods + p.insured + p.kept)
        unseen = state.pile.size + sum(p.blind for p in state.players)
        kinds = seen + state.pile.unseen()
        return {**kinds, "cards": seen.total() + unseen, "ships": len(state.ships)}

    def view(self, state: State, seat: int | None) -> board.View:
        """Return what a seat may see."""
        return board.view(state, seat)

    def draw(self, view: Any, width: int, names: Sequence[str]) -> Any:
        """Draw a view."""
        return board.draw(view, width, names)

    def words(self, event: Event, names: Sequence[str], lang: str = "en") -> str:
        """Tell an event."""
        return words.tell(event, names, lang)

    def read(self, state: State, seat: int, words: Sequence[Any]) -> Command:
        """Read a typed move."""
        return notation.read(state, seat, words)

    def write(self, command: Any) -> str:
        """Write a move."""
        return notation.write(command)
