"""Century: Sand to Sea as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from . import commands, events, evolve, notation, rules
from .bots.greedy import Greedy
from .box import CUBES, Box, check_box, check_new_box
from .corrections import ZONES, faults
from .drawing import draw, picture
from .events import STILL
from .legal import canonical, legal
from .rules import cards, market, opening, turn_end, voyage
from .sample import sample
from .scene import scene
from .setup import Setup
from .state import State, forget, holdings, pieces, scores
from .tones import SEATS
from .view import view
from .words import SENTENCES, Teller

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
    package=__package__,
    modules=(commands, events, evolve, cards, market, opening, turn_end, voyage),
    box=Box,
    seat_tones=SEATS,
    check_box=check_box,
    check_new_box=check_new_box,
    setup=Setup,
    state=State,
    start=rules.start,
    begin=rules.begin,
    awaiting=rules.awaiting,
    outcome=rules.outcome,
    still=STILL,
    legal=legal,
    canonical=canonical,
    sample=sample,
    forget=forget,
    unknown=("pools", "layers", "least"),
    resources=(
        *(Resource(k, k) for k in CUBES),
        Resource("hand", "cards in hand", short="hand"),
        Resource("cards", "cards"),
        Resource("outposts", "outposts built", short="outposts"),
        Resource("bonus", "bonus tiles", short="bonus"),
        Resource("tiles", "VP tiles"),
        Resource("points", "points", public=False, is_score=True),
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
