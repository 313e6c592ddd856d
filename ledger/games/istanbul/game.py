"""Istanbul: The Dice Game as the rest of the program sees it: each part, with the module it is in.

What isn't named here follows from what is, or from files in this folder:

- Who is asked: the question is the state's `phase`. "offer" goes to the players in `asked`, in that
  order; the other questions go to the `active` player.
- How moves are typed: `notation.read` reads them, and `notation.NOTATION` writes them. The moves
  that a player may leave out are those that say `declines` (`bazaar.income`, `bazaar.refuse` and
  `end.end`).
- What a correction may change: the fields in `state.py` that are marked as a `zone`.
- What is secret: nothing that is on the table. Deck and stack are piles, of which a view shows only
  the size.
- The components are in `box.toml`, the rules in `rules.toml`. The page about the notation is
  `notation.md`, and its words in other languages are in `vocabulary.toml`. The symbols for the
  browser are in `skin.svg`, the translations in `locale/`.
"""

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
from .rules import actions, bazaar, end, opening

GAME: Game[state.State, view.View] = Game(
    meta=Meta(
        name="istanbul",
        title="Istanbul: The Dice Game",
        players=(2, 3, 4),
        titles={"pl": "Istanbul: Gra kościana", "de": "Istanbul: Das Würfelspiel"},
        designer="Rüdiger Dorn",
        year=2017,
        bgg=229491,
        also=("Istanbul Dice", "Istanbul Dice Game"),
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
        opening=Opening(
            options=box.Options, setup=setup.Setup, start=opening.start, begin=opening.begin
        ),
        questions=Questions(
            {"income": "IST-A10", "action": "IST-18", "card": "IST-28", "offer": "IST-A11"},
            to_active=("income", "action", "card"),
        ),
        moves=(
            bazaar.income,
            actions.reroll,
            actions.pair,
            actions.mix,
            actions.lira,
            actions.bazaar,
            actions.mosque,
            actions.ruby,
            end.end,
            bazaar.use,
            bazaar.otherwise,
            bazaar.accept,
            bazaar.refuse,
        ),
        folds=evolve.FOLDS,
        legal=legal.legal,
        sample=sample.sample,
        most_moves=512,
        ending=Ending(
            outcome=end.outcome,
            scores=end.scores,
            tie_breaks=end.tie_breaks,
            ties=texts.TIES,
            parts=end.parts,
        ),
    ),
    words=Words(
        sentences=words.SENTENCES,
        teller=words.Teller,
        notation=notation.NOTATION,
        slots=("roll", "reveal", "tile"),
        questions=words.QUESTIONS,
        previews=words.PREVIEWS,
    ),
    view=view.View,
    holdings=Holdings(
        resources=(
            Resource("rubies", "rubies", is_score=True),
            Resource("lira", "lira"),
            Resource("crystal", "crystals"),
            *(Resource(kind, kind) for kind in box.TOKENS),
            Resource("tiles", "tiles"),
        ),
        count=state.holding,
    ),
    corrections=Corrections(pieces=state.pieces, faults=corrections.faults),
    pictures=Pictures(
        board=".drawing.board:IstanbulPicture",  # imported when it is drawn: only that needs Rich
        scene=scene.scene,
        seat_tones=tones.SEAT_TONES,
    ),
    bots={"greedy": greedy.Greedy()},  # besides the random one that every game has
)
