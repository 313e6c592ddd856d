"""Century: Sand to Sea as the rest of the program sees it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ledger.kernel.decide import Decision
from ledger.kernel.events import Event, Opened
from ledger.kernel.game import Command, Game, Meta, Outcome, Question, RandomBot, Resource
from ledger.kernel.piles import Pile, Segment
from ledger.kernel.table import read_options

from . import board, bots, finish, moves, notation, opening, rules, words
from .box import CLOSED, CUBES, SEA, Box, Options, check_box
from .commands import ANSWERS, COMMANDS, Decline
from .events import EVENTS
from .evolve import EVOLVE
from .pack import Pack, copy_pack
from .sample import sample
from .setup import Setup, make_setup
from .state import Player, State, copy_state


class Century(Game):
    """Emerson Matsuuchi's trade in spices with merchant cards and ships."""

    meta = Meta(
        name="century",
        title="Century: Sand to Sea",
        edition="century/1",
        players=(2, 3, 4),
        titles={"pl": "Century: Przez Piaski i Morza"},
        designer="Emerson Matsuuchi",
        year=2018,
    )
    package = "ledger.games.century"
    commands = COMMANDS
    events = EVENTS
    state = State
    box_type = Box
    options = Options
    evolvers = EVOLVE
    answers = ANSWERS
    slots = ("row", "remove", "map", "port")
    resources = (
        *(Resource(k, k) for k in CUBES),
        Resource("hand", "cards in hand"),
        Resource("cards", "cards"),
        Resource("outposts", "outposts built"),
        Resource("bonus", "bonus tiles"),
        Resource("tiles", "VP tiles"),
        Resource("points", "points", public=False),
    )
    bots = {"random": RandomBot(), "greedy": bots.Greedy()}  # noqa: RUF012

    def __init__(self) -> None:
        self._setups: dict[tuple[str, int, Options], Setup] = {}

    def read_box(self, data: dict[str, Any]) -> Box:
        """Validate a box."""
        box: Box = super().read_box(data)
        check_box(box)
        return box

    def start(self, opened: Opened) -> State:
        """All outposts on the boards (CEN-11), cards and tiles shuffled (CEN-03, CEN-07)."""
        options: Options = read_options(self, opened.options)
        setup = self._setup(opened, options)
        deck = Pile()
        deck.shuffle(dict.fromkeys(setup.deck, 1))
        tiles = {k: Pile() for k in setup.symbols}
        for symbol, pile in tiles.items():
            pile.shuffle({k: 1 for k, m in setup.market.items() if m.symbol == symbol})
        return State(
            setup,
            deck,
            _stack(setup),
            [
                Player(
                    dict.fromkeys(CUBES, 0),
                    Pack(),
                    Pack(),
                    dict.fromkeys(setup.symbols, len(setup.values)),
                )
                for _ in range(setup.players)
            ],
            tiles,
            Pile(),
            list(setup.sets),
            dict(setup.bonus),
            list(setup.bonus_vp),
            ports=dict.fromkeys(setup.ports, ""),
            phase="start",
            asked=list(range(setup.players, 0, -1)),  # CEN-A39
        )

    def _setup(self, opened: Opened, options: Options) -> Setup:
        if opened.box_data is not None:
            return make_setup(self.box_of(opened), len(opened.seats), options)
        key = (opened.box, len(opened.seats), options)
        if key not in self._setups:
            self._setups[key] = make_setup(self.box_of(opened), len(opened.seats), options)
        return self._setups[key]

    def begin(self, d: Decision) -> None:
        """Set up."""
        opening.begin(d)

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
        return sample(state, rng)

    def decline(self, state: State) -> Command | None:
        """The market after a column reward can be left out."""
        return Decline(seat=state.active) if state.phase == "market" and not state.over else None

    def copy(self, state: State) -> State:
        """Return an independent copy."""
        return copy_state(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result of a finished game."""
        return finish.outcome(state)

    def mask(self, state: State, viewer: int) -> State:
        """CEN-A34: of the others' hands and discard piles a seat knows what all know."""
        out = copy_state(state)
        for seat, p in enumerate(out.players, 1):
            if seat != viewer:
                p.cards = copy_pack(p.known)
        return out

    def round(self, state: State) -> int:
        """Return the running round."""
        return -(-state.turn // state.setup.players)

    def holdings(self, state: State) -> list[tuple[int, ...]]:
        """Return what each seat has."""
        columns = len(state.setup.values) * len(state.setup.symbols)
        return [
            (
                *(p.hold[k] for k in CUBES),
                (hand := p.cards.in_hand),
                hand + p.cards.discarded + len(p.played),
                columns - sum(p.outposts.values()),
                len(p.bonus),
                len(p.tiles),
                finish.points(state, p),
            )
            for p in state.players
        ]

    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the points of each seat, as if the game ended now (CEN-47)."""
        return tuple(finish.points(state, p) for p in state.players)

    def pieces(self, state: State) -> dict[str, int]:
        """Count cards, tiles, outposts and ships wherever they lie; cubes are not counted."""
        s = state
        cards = Counter(s.row) + s.deck.unseen()
        market = Counter([*s.removed, *s.tiles.values()]) + s.market.unseen()
        for pile in s.sorted.values():
            market += pile.unseen()
        if not s.tiles and not s.market.size:
            market[SEA] += s.setup.limits.sea
        vp = Counter(x for x in s.ports.values() if x) + s.stack.unseen()
        bonus = Counter(s.bonus)
        posts = Counter(seat for there in s.posts.values() for seat in there)
        out: dict[str, int] = {}
        for seat, p in enumerate(s.players, 1):
            own = [*p.cards.hand, *p.cards.down, *p.cards.maybe, *p.played]
            cards.update(own or s.setup.start)  # still in the box
            vp.update(p.tiles)
            bonus.update(k for k in p.bonus if k != "vp")
            out[f"outposts {seat}"] = sum(p.outposts.values()) + posts[seat]
        values = sorted([*s.bonus_vp, *(n for p in s.players for n in p.bonus_vp)])
        kinds = {"card": cards, "market": market, "vp": vp, "bonus": bonus}
        for kind, found in kinds.items():
            out |= {f"{kind} {k}": n for k, n in found.items()}
        out |= {f"bonus vp {n}": values.count(n) for n in values}
        held = [p.cards.in_hand + p.cards.discarded + len(p.played) for p in s.players]
        out["cards"] = len(s.row) + s.deck.size + sum(n or len(s.setup.start) for n in held)
        out["vp tiles"] = sum(map(bool, s.ports.values())) + s.stack.size
        out["vp tiles"] += sum(len(p.tiles) for p in s.players)
        return out

    def view(self, state: State, seat: int | None) -> board.View:
        """Return what a seat may see."""
        return board.view(state, seat)

    def draw(self, view: Any, width: int, names: Sequence[str]) -> Any:
        """Draw a view."""
        return board.draw(view, width, names)

    def picture(self, box: Any, width: int) -> Any:
        """Draw the map of a box."""
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


def _stack(setup: Setup) -> Pile:
    """CEN-07, CEN-08: the ports' tiles, then the closed port somewhere among the next six."""
    ports, window = len(setup.ports), setup.limits.window
    left = len(setup.vp) - ports - window
    parts = [Segment(0, ports), Segment(0, window + 1, {CLOSED: 1}), Segment(0, left)]
    return Pile(parts, [dict.fromkeys(setup.vp, 1)])
