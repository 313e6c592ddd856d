"""Splash as the rest of the program sees it: hidden hands, dice and questions to everybody."""

from __future__ import annotations

from ledger.sdk import (
    Boxes,
    Corrections,
    Ending,
    Game,
    Holdings,
    Meta,
    Opening,
    Pictures,
    Questions,
    Resource,
    Rules,
    Secrets,
    Words,
)

from . import bots, box, events, evolve, legal, notation, rules, setup, state, view, words

GAME: Game[state.State, view.View] = Game(
    meta=Meta(name="splash", title="Splash", edition="splash/1", players=(2, 3, 4)),
    package=__package__,
    boxes=Boxes(box.Box, check=box.check_box),
    rules=Rules(
        state=state.State,
        opening=Opening(
            options=box.Options, setup=setup.Setup, start=rules.start, begin=rules.begin
        ),
        questions=Questions(awaiting=rules.awaiting),
        moves=(rules.throw, rules.fish, rules.duck, rules.stand),
        folds=evolve.FOLDS,
        legal=legal.legal,
        ending=Ending(outcome=rules.outcome, scores=state.scores),
        upcasts=events.UPCASTS,
    ),
    words=Words(sentences=words.SENTENCES, notation=notation.NOTATION, slots=("draw", "dice")),
    view=view.view,
    secrets=Secrets(forget=state.forget),
    holdings=Holdings(
        resources=(Resource("stones", "stones"), Resource("points", "points", is_score=True)),
        count_all=state.holdings,
    ),
    corrections=Corrections(pieces=state.pieces),
    pictures=Pictures(board=".drawing:draw"),
    bots={"greedy": bots.Greedy()},
)
