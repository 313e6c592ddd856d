"""Splash as the rest of the program sees it: hidden hands, dice and questions to everybody."""

from __future__ import annotations

from ledger.sdk import Game, Meta, Resource

from . import commands, events, evolve, notation, rules
from .bots import Greedy
from .box import Box, Options, check_box
from .drawing import draw
from .events import UPCASTS
from .legal import legal
from .setup import Setup
from .state import State, forget, holdings, pieces, scores
from .view import view
from .words import SENTENCES

GAME = Game(
    meta=Meta(name="splash", title="Splash", edition="splash/1", players=(2, 3, 4)),
    package=__package__,
    modules=(commands, events, evolve, rules),
    box=Box,
    check_box=check_box,
    options=Options,
    setup=Setup,
    state=State,
    start=rules.start,
    begin=rules.begin,
    awaiting=rules.awaiting,
    outcome=rules.outcome,
    upcasts=UPCASTS,
    forget=forget,
    legal=legal,
    resources=(Resource("stones", "stones"), Resource("points", "points", is_score=True)),
    holdings=holdings,
    scores=scores,
    pieces=pieces,
    slots=("draw", "dice"),
    read=notation.read,
    write=notation.write,
    words=SENTENCES,
    view=view,
    draw=draw,
    bots={"greedy": Greedy()},
)
