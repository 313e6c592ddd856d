"""Every legal move can be put together by clicks, and no click on offer leads to a dead end."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from ledger.kernel.errors import Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.move_chooser import Chooser, Pick
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.rules.canonical_moves import canonical
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.choice_fields import fields_of
from ledger.testing.clicks import clicks_to, offered, random_clicks
from ledger.testing.effort import CAMPAIGN, effort
from ledger.testing.lawbook.law import law
from ledger.testing.playing import opening

SEEDS = range(effort(1, 3))
MOVES = effort(20, 150)
"""How many moves to look at, over all numbers of players."""


def positions(game: Game, seed: int) -> Iterator[tuple[Table, Chooser]]:
    """Yield positions of random games, each with the choices of the seat to move."""
    for count in game.meta.players:
        chance, rng = Seeded(f"{seed}/chance"), random.Random(seed)
        opened = opening(game, seed, count)
        table = Table.open(game, opened, chance)
        while not table.over and table.head.cmd * len(game.meta.players) < MOVES:
            seat = game.rules.awaiting(table.state)[0].seat
            yield table, Chooser(game, game.mask(table.state, seat), seat, opened)
            table.do(game.rules.random_move(table.state, rng), chance)


@law()
@pytest.mark.timeout(900)
def test_every_legal_move_can_be_clicked_together(game: Game) -> None:
    clicks = []
    for seed in SEEDS:
        rng = random.Random(seed)
        for _, chooser in positions(game, seed):
            some = chooser.commands
            for command in rng.sample(some, min(len(some), effort(2, 5))):
                picks = clicks_to(chooser, command)
                assert chooser.narrow(picks).command == command
                clicks.append(len(picks))
    assert clicks
    if CAMPAIGN:
        print(f"\n{game.meta.name}: {len(clicks)} moves, {sum(clicks) / len(clicks):.2f} clicks")


@law()
def test_what_is_offered_leads_to_moves_that_the_rules_take(game: Game) -> None:
    for seed in SEEDS:
        rng = random.Random(seed)
        for table, chooser in positions(game, seed):
            for pay in (False, True):
                picks, choice = random_clicks(chooser, rng, pay=pay)
                assert choice.command is not None, picks
                decide(game, table.state, choice.command, Seeded("any"))
                assert choice.move == game.words.write(choice.command, chooser.names)
                assert all(choice.words)
                assert choice.words
                assert choice.label


@law()
def test_a_payment_of_ones_own_can_be_picked(game: Game) -> None:
    for seed in SEEDS:
        rng = random.Random(seed)
        for table, chooser in positions(game, seed):
            wanted = game.rules.random_move(table.state, rng)
            free = [f.name for f in fields_of(type(wanted)) if f.free]
            paid = [Pick("field", str(v), n) for n in free for v in getattr(wanted, n)]
            listed = canonical(game.rules, chooser.state, wanted)
            if paid and listed in chooser.commands:
                way = [p for p in clicks_to(chooser, listed) if p.name not in free]
                found = chooser.narrow([*way, *paid]).command
                assert found is not None
                assert as_paid(found) == as_paid(wanted)


def as_paid(command: object) -> object:
    """Return a command with the values of its lists sorted, so that their order doesn't count."""
    fields = msgspec.structs.asdict(command)  # type: ignore[arg-type]
    return type(command), {k: sorted(v) if isinstance(v, tuple) else v for k, v in fields.items()}


@law(when=lambda game: bool(game.rules.verbs))
def test_every_verb_has_a_button(game: Game) -> None:
    for _, chooser in positions(game, 2):
        assert {way.verb for way in chooser.ways} <= game.rules.verbs.keys()


@law()
def test_who_is_asked_is_told_what_for(game: Game) -> None:
    for _, chooser in positions(game, 2):
        assert chooser.question()


@law()
def test_who_is_not_asked_has_nothing_to_click(game: Game) -> None:
    table, chooser = next(positions(game, 1))
    seats = range(1, len(chooser.names) + 1)
    other = next((x for x in seats if game.rules.question_for(table.state, x) is None), None)
    if other is None:
        return  # all are asked at once
    choice = Chooser(game, game.mask(table.state, other), other, chooser.opened).narrow([])
    assert choice.left == 0
    assert not Chooser(game, game.mask(table.state, other), other, chooser.opened).question()
    assert not offered(choice)
    assert choice.command is None


@law()
def test_a_pick_that_no_move_has_is_refused(game: Game) -> None:
    _, chooser = next(positions(game, 1))
    for pick in ("verb:x", "piece:nowhere:x", "piece:hand:x", "field:x:y", "move:x"):
        with pytest.raises(Illegal):
            chooser.narrow([Pick.read(pick)])
