"""Bangkok Klongs as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from . import commands, events, evolve, notation, rules
from .bots.greedy import Greedy
from .box import Box, Options, check_box, check_new_box
from .corrections import ZONES, faults
from .drawing import draw, picture
from .events import STILL
from .legal import legal
from .rules import market_day, moving, placing
from .sample import sample
from .scene import scene
from .setup import Setup
from .state import State, forget, holdings, pieces, scores
from .tones import SEATS
from .view import view
from .words import SENTENCES, Teller

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
    modules=(commands, events, evolve, market_day, moving, placing),
    box=Box,
    seat_tones=SEATS,
    check_box=check_box,
    check_new_box=check_new_box,
    options=Options,
    player_colours=lambda box: box.players.colours,
    seat_rule="KLO-03",
    setup=Setup,
    state=State,
    start=rules.start,
    begin=rules.begin,
    awaiting=rules.awaiting,
    decline=rules.declining,
    undrawn=rules.undrawn,
    outcome=rules.outcome,
    still=STILL,
    forget=forget,
    legal=legal,
    sample=sample,
    resources=(
        Resource("points", "points", is_score=True),
        Resource("hand", "boats in hand", short="boats"),
        Resource("traders", "traders in the pool", short="traders"),
        Resource("on_board", "traders on the board", short="on board"),
        Resource("cards", "move cards", short="moves"),
        Resource("warehouse", "boats in the warehouse", short="stored"),
    ),
    holdings=holdings,
    scores=scores,
    pieces=pieces,
    zones=ZONES,
    faults=faults,
    read=notation.read,
    write=notation.write,
    words=SENTENCES,
    teller=Teller,
    view=view,
    draw=draw,
    scene=scene,
    picture=picture,
    bots={"greedy": Greedy()},
)
