"""Traders of Osaka as the rest of the program sees it."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from . import commands, events, evolve, notation, rules
from .bots.greedy import Greedy
from .box import Box, Options, check_box, check_new_box
from .corrections import ZONES, faults
from .drawing import draw
from .events import STILL
from .legal import canonical, legal
from .rules import actions, opening, tide
from .sample import sample
from .scene import scene
from .setup import Setup
from .state import State, holdings, pieces, scores
from .tones import SEATS
from .view import view
from .words import SENTENCES, Teller

GAME = Game(
    meta=Meta(
        name="osaka",
        title="Traders of Osaka",
        edition="osaka/1",
        players=(2, 3, 4),
        titles={"pl": "Kupcy z Osaki", "it": "Traders of Osaka", "de": "Die Händler von Osaka"},
        designer="Susumu Kawasaki",
        year=2006,
        bgg=24827,
    ),
    package=__package__,
    modules=(commands, events, evolve, actions, opening, tide),
    box=Box,
    seat_tones=SEATS,
    check_box=check_box,
    check_new_box=check_new_box,
    options=Options,
    player_colours=lambda box: box.players.colours,
    seat_rule="OSA-05",
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
    resources=(
        Resource("hand", "hand"),
        Resource("coins", "coins", public=False),
        Resource("goods", "goods"),
        Resource("insured", "insured"),
        Resource("tokens", "tokens"),
        Resource("vp", "VP", public=False, is_score=True),
    ),
    holdings=holdings,
    scores=scores,
    pieces=pieces,
    zones=ZONES,
    faults=faults,
    slots=("market", "farm", "hand", "first"),
    seat_slots=("first",),
    read=notation.read,
    write=notation.write,
    words=SENTENCES,
    teller=Teller,
    view=view,
    draw=draw,
    scene=scene,
    bots={"greedy": Greedy()},
)
