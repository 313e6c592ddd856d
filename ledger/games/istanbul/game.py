"""Istanbul: The Dice Game as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter

from ledger.kernel.game.interface import Command, Game, Meta, Resource
from ledger.kernel.play.piles import Pile

from . import legal as moves
from . import notation, words
from . import view as board
from .bots import greedy as bots
from .box import AREAS, GOODS, KINDS, Box, Options, check_box
from .commands import ANSWERS, End, Income, Refuse
from .events import STILL
from .evolve import EVOLVE
from .rules import actions as rules
from .sample import sample
from .setup import Setup, make_setup
from .state import Player, State


def start(setup: Setup) -> State:
    """All pieces in the supply, deck and stack shuffled (IST-07 to IST-12)."""
    deck, stack = Pile(), Pile()
    deck.shuffle(dict.fromkeys(setup.cards, 1))
    stack.shuffle(dict.fromkeys(setup.tiles, 1))
    return State(
        setup,
        deck,
        stack,
        [Player(dict.fromkeys(KINDS, 0)) for _ in range(setup.players)],
        dict(setup.supply),
        dict.fromkeys(AREAS, 0),
        setup.mosque_rubies,
        setup.spare_dice,
    )


def decline(state: State) -> Command | None:
    """What can be left out: a refusal, the end of a turn, the usual order of tiles."""
    if state.over:
        return None
    if state.phase == "offer":
        return Refuse(seat=state.asked[0])
    if state.phase == "action":
        return End(seat=state.active)
    if state.phase == "income":
        return Income(seat=state.active, tile=state.income[0])  # IST-A10
    return None


def holdings(state: State) -> list[tuple[int, ...]]:
    """Return what each seat has."""
    kinds = ("lira", "crystal", *GOODS, "brown")
    return [
        (p.rubies, *(p.have[k] for k in kinds), len(p.tiles) + len(p.fresh)) for p in state.players
    ]


def scores(state: State) -> tuple[int | None, ...]:
    """Return the rubies of each seat."""
    return tuple(p.rubies for p in state.players)


def pieces(state: State) -> dict[str, int]:
    """Count goods, crystals, lira, rubies, dice, cards and tiles wherever they lie."""
    s, setup, players = state, state.setup, state.players
    out = {k: s.bank[k] + sum(p.have[k] for p in players) for k in KINDS}
    on_tracks = sum(len(setup.prices[a]) - s.taken[a] for a in AREAS)
    rubies = sum(p.rubies for p in players) + on_tracks + s.mosque
    out["ruby"] = rubies + setup.unused_rubies
    out["dice"] = setup.limits.dice + s.spare + sum(p.dice for p in players)
    cards = Counter(s.discard + s.shown) + s.deck.unseen()
    tiles = Counter(s.tiles) + s.stack.unseen()
    for p in players:
        tiles.update(p.owned)
    # each one once, by its name; and the piles hold as many as are unseen
    out |= {f"card {k}": n for k, n in cards.items()}
    out |= {f"tile {k}": n for k, n in tiles.items()}
    out["cards"] = len(s.discard) + len(s.shown) + s.deck.size
    owned = sum(len(p.tiles) + len(p.fresh) for p in players)
    out["tiles"] = len(s.tiles) + owned + s.stack.size
    return out


GAME = Game(
    meta=Meta(
        name="istanbul",
        title="Istanbul: The Dice Game",
        edition="istanbul/1",
        players=(2, 3, 4),
        titles={"pl": "Istanbul: Gra kościana", "de": "Istanbul: Das Würfelspiel"},
        designer="Rüdiger Dorn",
        year=2017,
        bgg=229491,
        also=("Istanbul Dice", "Istanbul Dice Game"),
    ),
    package=__package__,
    still=STILL,
    state=State,
    box=Box,
    options=Options,
    evolve=EVOLVE,
    answers=ANSWERS,
    slots=("roll", "reveal", "tile"),
    inline_slots=("roll",),
    resources=(
        Resource("rubies", "rubies"),
        Resource("lira", "lira"),
        Resource("crystal", "crystals"),
        *(Resource(k, k) for k in (*GOODS, "brown")),
        Resource("tiles", "tiles"),
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
    canonical=moves.canonical,
    sample=sample,
    view=board.view,
    draw=board.draw,
    words=words.tell,
    read=notation.read,
    write=notation.write,
    start=start,
    decline=decline,
    holdings=holdings,
    scores=scores,
    pieces=pieces,
)
