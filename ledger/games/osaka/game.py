"""Traders of Osaka as the rest of the program sees it: each part, named with the module it is in.

What isn't named here follows from what is, or from files in this folder:

- Who is asked: the question is the state's `phase`. "action" goes to the `active` player, the other
  questions go to the players in `asked`, in that order.
- Who wins: the seats are ranked by `scores`, and tied seats by `tie_breaks`.
- How moves are typed: `notation` reads and writes them. The move that a player may leave out is the
  one that says `declines=True` (`tide.decline`).
- What a correction may change: the fields in `state.py` that are marked as a `zone`.
- What can be asked for and what can happen: `commands.py` and `events.py`, which the moves name. An
  event says its own sentence (`says`); `words.SENTENCES` has only the exceptions.
- What is secret: the seats of `view.View` leave out what a player may not see. No field of an event
  or of the state is hidden: hands are shown at the start and grow by cards from open rows, and
  nobody at the table sees the cards that are drawn as VP.
- The components, with the players' colours, are in `box.toml`, the rules in `rules.toml`. The page
  about the notation is `notation.md`, and its words in other languages are in `vocabulary.toml`.
  The symbols for the browser are in `skin.svg`, the translations in `locale/`, the reports of this
  game in `reports/`. Two files are generated: `claims.json` counts the tests that prove each rule,
  and `summary.json` is what lists show of the game without loading it.
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
from .rules import actions, end, opening, tide

GAME: Game[state.State, view.View] = Game(
    meta=Meta(
        name="osaka",
        title="Traders of Osaka",
        players=(2, 3, 4),
        titles={"pl": "Kupcy z Osaki", "it": "Traders of Osaka", "de": "Die Händler von Osaka"},
        designer="Susumu Kawasaki",
        year=2006,
        bgg=24827,
    ),
    package=__package__,
    boxes=Boxes(
        box.Box,
        check=box.check_box,
        check_new=box.check_new_box,
        seat_rule="OSA-05",
        components=texts.components,
    ),
    rules=Rules(
        state=state.State,
        opening=Opening(
            options=box.Options, setup=setup.Setup, start=opening.start, begin=opening.begin
        ),
        questions=Questions(
            {"starting token": "OSA-09", "action": "OSA-12", "insurance": "OSA-41"},
            to_active=("action",),
        ),
        moves=(
            opening.claim,
            actions.buy,
            actions.take,
            actions.reserve,
            tide.insure,
            tide.decline,
            actions.pass_,
        ),
        folds=evolve.FOLDS,
        legal=legal.legal,
        sample=sample.sample,
        most_moves=128,
        ending=Ending(
            ended=end.ended,
            scores=end.scores,
            tie_breaks=end.tie_breaks,
            ranked_by=("OSA-46", "OSA-47"),
            ties=texts.TIES,
        ),
    ),
    words=Words(
        sentences=words.SENTENCES,
        teller=words.Teller,
        notation=notation.NOTATION,
        slots=("market", "farm", "hand", "first"),
        seat_slots=("first",),
    ),
    view=view.View,
    holdings=Holdings(
        resources=(
            Resource("hand", "hand"),
            Resource("coins", "coins", public=False),
            Resource("goods", "goods"),
            Resource("insured", "insured"),
            Resource("tokens", "tokens"),
            Resource("vp", "VP", public=False, is_score=True),
        ),
        count=state.holding,  # in the same order
    ),
    corrections=Corrections(pieces=state.pieces, faults=corrections.faults),
    pictures=Pictures(
        board=".drawing.board:OsakaPicture",  # imported when it is drawn: only that needs Rich
        scene=scene.scene,
        seat_tones=tones.SEAT_TONES,
    ),
    bots={"greedy": greedy.Greedy()},  # besides the random one that every game has
)
