"""Istanbul: The Dice Game as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from . import commands, events, evolve, notation, rules
from .bots.greedy import Greedy
from .box import TOKENS, Box, Options, check_box, check_new_box
from .corrections import ZONES, faults
from .drawing import draw
from .events import STILL
from .legal import canonical, legal
from .rules import actions, bazaar, end
from .sample import sample
from .scene import scene
from .setup import Setup
from .state import State, holdings, pieces
from .tones import SEATS
from .view import view
from .words import SENTENCES, Teller

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
    modules=(commands, events, evolve, actions, bazaar, end),
    box=Box,
    seat_tones=SEATS,
    check_box=check_box,
    check_new_box=check_new_box,
    options=Options,
    setup=Setup,
    state=State,
    start=rules.start,
    begin=rules.begin,
    awaiting=rules.awaiting,
    decline=rules.declining,
    outcome=rules.outcome,
    still=frozenset(STILL),
    legal=legal,
    canonical=canonical,
    sample=sample,
    resources=(
        Resource("rubies", "rubies", is_score=True),
        Resource("lira", "lira"),
        Resource("crystal", "crystals"),
        *(Resource(k, k) for k in TOKENS),
        Resource("tiles", "tiles"),
    ),
    holdings=holdings,
    scores=lambda s: tuple(p.rubies for p in s.players),
    pieces=pieces,
    zones=ZONES,
    faults=faults,
    slots=("roll", "reveal", "tile"),
    inline_slots=("roll",),
    read=notation.read,
    write=notation.write,
    words=SENTENCES,
    teller=Teller,
    view=view,
    draw=draw,
    scene=scene,
    bots={"greedy": Greedy()},
)
