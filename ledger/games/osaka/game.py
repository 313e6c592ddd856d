"""Traders of Osaka as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter

from ledger.kernel.game.assemble import Assembled, Parts
from ledger.kernel.game.interface import Command, Meta, RandomBot, Resource
from ledger.kernel.log.events import Opened
from ledger.kernel.play.piles import Pile

from . import legal as moves
from . import notation, words
from . import view as board
from .bots import greedy as bots
from .box import Box, Options, Setup, check_box, make_setup
from .commands import ANSWERS, COMMANDS
from .events import EVENTS, STILL
from .evolve import EVOLVE
from .rules import actions as rules
from .state import Player, State, copy_state


class Osaka(Assembled):
    """Susumu Kawasaki's game of ships, goods and insurance."""

    meta = Meta(
        name="osaka",
        title="Traders of Osaka",
        edition="osaka/1",
        players=(2, 3, 4),
        titles={"pl": "Kupcy z Osaki", "it": "Traders of Osaka", "de": "Die Händler von Osaka"},
        designer="Susumu Kawasaki",
        year=2006,
        bgg=24827,
    )
    package = "ledger.games.osaka"
    commands = COMMANDS
    events = EVENTS
    still = STILL
    state = State
    box_type = Box
    options = Options
    evolvers = EVOLVE
    answers = ANSWERS
    slots = ("market", "farm", "hand", "first")
    seat_slots = ("first",)
    seat_rule = "OSA-05"
    resources = (
        Resource("hand", "hand"),
        Resource("coins", "coins", public=False),
        Resource("goods", "goods"),
        Resource("insured", "insured"),
        Resource("tokens", "tokens"),
        Resource("vp", "VP", public=False),
    )
    bots = {"random": RandomBot(), "greedy": bots.Greedy()}  # noqa: RUF012

    parts = Parts(
        check_box=check_box,
        make_setup=make_setup,
        begin=rules.begin,
        decide=rules.DECIDE,
        command_of=rules.command_of,
        awaiting=rules.awaiting,
        outcome=rules.outcome,
        legal=moves.legal,
        canonical=moves.canonical,
        sample=moves.sample,
        copy=copy_state,
        view=board.view,
        draw=board.draw,
        tell=words.tell,
        read=notation.read,
        write=notation.write,
    )

    def player_colours(self, box: Box) -> tuple[str, ...]:
        """OSA-05: the colours of the pieces in the box."""
        return box.players.colours

    def start(self, opened: Opened) -> State:
        """All ships in Osaka, all cards in one pile (OSA-03)."""
        setup: Setup = self.setup_of(opened)
        pile = Pile()
        pile.shuffle(setup.copies)
        players = [
            Player([], [], [], dict.fromkeys(setup.colours, 0), []) for _ in range(setup.players)
        ]
        return State(setup, pile, players, dict.fromkeys(setup.colours, 0))

    def decline(self, state: State) -> Command | None:
        """Insuring can be left out of the notation."""
        if state.phase != "insurance" or not state.asked:
            return None
        from .commands import Decline

        return Decline(seat=state.asked[0])

    def holdings(self, state: State) -> list[tuple[int, ...]]:
        """Return what each seat has."""
        value = state.setup.value
        return [
            (
                len(p.hand),
                sum(value[c] for c in p.hand),
                len(p.goods) + len(p.insured),
                len(p.insured),
                p.all_tokens,
                p.vp,
            )
            for p in state.players
        ]

    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the VP of each seat."""
        return tuple(p.vp for p in state.players)

    def pieces(self, state: State) -> dict[str, int]:
        """Count the cards, by kind and all together, and the ships."""
        seen = Counter(state.market + state.farm + state.discard)
        for p in state.players:
            seen.update(p.hand + p.goods + p.insured + p.kept)
        unseen = state.pile.size + sum(p.blind for p in state.players)
        kinds = seen + state.pile.unseen()
        return {**kinds, "cards": seen.total() + unseen, "ships": len(state.ships)}
