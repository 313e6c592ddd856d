"""Century: Sand to Sea as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter

from ledger.kernel.game.interface import Command, Game, Meta, Resource
from ledger.kernel.play.piles import Pile, Segment

from . import legal as moves
from . import notation, words
from . import view as board
from .bots import greedy as bots
from .box import CLOSED, CUBES, SEA, Box, Options, check_box
from .commands import ANSWERS, Decline
from .events import STILL
from .evolve import EVOLVE
from .pack import Pack
from .rules import dispatch as rules
from .rules import opening
from .rules import turn_end as finish
from .sample import sample
from .setup import Setup, make_setup
from .state import Player, State


def start(setup: Setup) -> State:
    """All outposts on the boards (CEN-11), cards and tiles shuffled (CEN-03, CEN-07)."""
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


def decline(state: State) -> Command | None:
    """The market after a column reward can be left out."""
    return Decline(seat=state.active) if state.phase == "market" and not state.over else None


def forget(state: State, viewer: int) -> None:
    """CEN-A34: of the others' hands and discard piles a seat knows what all know."""
    for seat, p in enumerate(state.players, 1):
        if seat != viewer:
            p.cards = p.known.copy()


def holdings(state: State) -> list[tuple[int, ...]]:
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


def scores(state: State) -> tuple[int | None, ...]:
    """Return the points of each seat, as if the game ended now (CEN-47)."""
    return tuple(finish.points(state, p) for p in state.players)


def pieces(state: State) -> dict[str, int]:
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


def _stack(setup: Setup) -> Pile:
    """CEN-07, CEN-08: the ports' tiles, then the closed port somewhere among the next six."""
    ports, window = len(setup.ports), setup.limits.window
    left = len(setup.vp) - ports - window
    parts = [Segment(0, ports), Segment(0, window + 1, {CLOSED: 1}), Segment(0, left)]
    return Pile(parts, [dict.fromkeys(setup.vp, 1)])


GAME = Game(
    meta=Meta(
        name="century",
        title="Century: Sand to Sea",
        edition="century/1",
        players=(2, 3, 4),
        titles={"pl": "Century: Przez Piaski i Morza"},
        designer="Emerson Matsuuchi",
        year=2018,
    ),
    unknown=("pools", "layers", "least"),
    package=__package__,
    still=STILL,
    state=State,
    box=Box,
    options=Options,
    evolve=EVOLVE,
    answers=ANSWERS,
    slots=("row", "remove", "map", "port"),
    resources=(
        *(Resource(k, k) for k in CUBES),
        Resource("hand", "cards in hand"),
        Resource("cards", "cards"),
        Resource("outposts", "outposts built"),
        Resource("bonus", "bonus tiles"),
        Resource("tiles", "VP tiles"),
        Resource("points", "points", public=False),
    ),
    bots={"greedy": bots.Greedy()},
    check_box=check_box,
    setup=make_setup,
    begin=opening.begin,
    decide=rules.DECIDE,
    command_of=rules.COMMAND,
    awaiting=rules.awaiting,
    outcome=finish.outcome,
    legal=moves.legal,
    canonical=moves.canonical,
    sample=sample,
    view=board.view,
    draw=board.draw,
    words=words.tell,
    read=notation.read,
    write=notation.write,
    start=start,
    decline=decline,
    forget=forget,
    holdings=holdings,
    scores=scores,
    pieces=pieces,
    picture=board.picture,
)
