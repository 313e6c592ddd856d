"""Century: Sand to Sea as the rest of the program sees it: its parts, and where each comes from."""

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
from .rules import cards, market, opening, turn_end, voyage

GAME: Game[state.State, view.View] = Game(
    meta=Meta(
        name="century",
        title="Century: Sand to Sea",
        players=(2, 3, 4),
        titles={"pl": "Century: Przez Piaski i Morza"},
        designer="Emerson Matsuuchi",
        year=2018,
    ),
    package=__package__,
    boxes=Boxes(
        box.Box,
        check=box.check_box,
        check_new=box.check_new_box,
        components=texts.components,
    ),
    rules=Rules(
        state=state.State,
        opening=Opening(setup=setup.Setup, start=opening.start, begin=opening.begin),
        questions=Questions(
            {
                "start": "CEN-12",
                "turn": "CEN-13",
                "reward": market.reward_rule,
                "market": "CEN-38",
                "hold": "CEN-44",
            },
            to_active=("turn", "reward", "market"),
        ),
        moves=(
            opening.embark,
            cards.acquire,
            cards.play,
            voyage.sail,
            cards.rest,
            market.reward,
            market.exchange,
            market.decline,
            turn_end.discard,
        ),
        folds=evolve.FOLDS,
        legal=legal.legal,
        sample=sample.sample,
        most_moves=512,
        ending=Ending(
            outcome=turn_end.outcome, scores=state.scores, parts=state.parts, ties=texts.TIES
        ),
    ),
    words=Words(
        sentences=words.SENTENCES,
        teller=words.Teller,
        notation=notation.NOTATION,
    ),
    view=view.View,
    secrets=Secrets(forget=state.forget, changed=("players",)),
    holdings=Holdings(
        resources=(
            *(Resource(colour, colour) for colour in box.CUBES),
            Resource("hand", "cards in hand", short="hand"),
            Resource("cards", "cards"),
            Resource("outposts", "outposts built", short="outposts"),
            Resource("bonus", "bonus tiles", short="bonus"),
            Resource("tiles", "VP tiles"),
            Resource("points", "points", public=False, is_score=True),
        ),
        count=state.holding,
    ),
    corrections=Corrections(pieces=state.pieces, faults=corrections.faults),
    pictures=Pictures(
        board=".drawing.board:CenturyPicture",
        empty_board=".drawing.board:MapPicture",
        scene=scene.scene,
        seat_tones=tones.SEAT_TONES,
    ),
    bots={"greedy": greedy.Greedy()},
)
