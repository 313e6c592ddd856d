"""Bangkok Klongs as the rest of the program sees it: its parts, and where each comes from."""

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

from . import (
    box,
    corrections,
    evolve,
    legal,
    notation,
    sample,
    scene,
    setup,
    state,
    texts,
    tones,
    view,
    words,
)
from .bots import greedy
from .rules import market_day, moving, opening, placing, turn

GAME: Game[state.State, view.View] = Game(
    meta=Meta(
        name="klongs",
        title="Bangkok Klongs",
        players=(2, 3, 4),
        designer="Martin Schlegel",
        year=2010,
        bgg=82424,
    ),
    package=__package__,
    boxes=Boxes(
        box.Box,
        check=box.check_box,
        check_new=box.check_new_box,
        seat_rule="KLO-03",
        components=texts.components,
    ),
    rules=Rules(
        state=state.State,
        opening=Opening(
            options=box.Options, setup=setup.Setup, start=opening.start, begin=opening.begin
        ),
        questions=Questions(
            {"place": "KLO-07", "end of turn": "A-KLO-27", "market day": market_day.day_rule},
            to_active=("place", "end of turn"),
        ),
        moves=(
            placing.place,
            moving.move_boat,
            placing.pass_,
            market_day.score,
            market_day.decline,
            market_day.end,
        ),
        folds=evolve.FOLDS,
        legal=legal.legal,
        sample=sample.sample,
        most_moves=65_536,
        ending=Ending(outcome=market_day.outcome),  # the scores are the players' points
    ),
    words=Words(
        sentences=words.SENTENCES,
        teller=words.Teller,
        notation=notation.NOTATION,
        undrawn=turn.undrawn,
    ),
    view=view.View,
    secrets=Secrets(forget=state.forget, changed=("players", "stacks")),
    holdings=Holdings(
        resources=(
            Resource("points", "points", is_score=True),
            Resource("hand", "boats in hand", short="boats"),
            Resource("traders", "traders in the pool", short="traders"),
            Resource("on_board", "traders on the board", short="on board"),
            Resource("cards", "move cards", short="moves"),
            Resource("warehouse", "boats in the warehouse", short="stored"),
        ),
        count=state.holding,
    ),
    corrections=Corrections(pieces=state.pieces, faults=corrections.faults),
    pictures=Pictures(
        board=".drawing.board:KlongsPicture",
        empty_board=".drawing.board:EmptyPicture",
        scene=scene.scene,
        seat_tones=tones.SEAT_TONES,
    ),
    bots={"greedy": greedy.Greedy()},
)
