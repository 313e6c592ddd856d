"""What the rules refuse is a template with values, and people read it in their own language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from ledger.games.century.rules.cubes import many_cards, many_cubes
from ledger.games.istanbul.rules.payment import many_tokens
from ledger.games.istanbul.setup import Cost
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import find_game
from ledger.kernel.message import Message
from ledger.kernel.narration.messages import in_language
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command
from ledger.testing.playing import whole_game

GAMES = ("century", "istanbul", "klongs", "osaka")


def refusals(name: str) -> Iterator[LedgerError]:
    """Try moves with choices of other moves, which belong somewhere else."""
    game, rng = find_game(name), random.Random(name)
    table = whole_game(game, 2)
    positions: list[tuple[Any, list[Command]]] = []
    ends = [line.seq for line in table.lines[5:] if not line.more]
    for seq in rng.sample(ends, 20):
        state = table.replay().at(seq)
        for question in game.rules.answerable(state):
            if legal := [*islice(game.rules.legal(state, question.seat), 20)]:
                positions.append((state, legal))
    moves = [move for _, legal in positions for move in legal]
    for state, legal in positions:
        for move in rng.choices(legal, k=30):
            try:
                decide(game, state, mixed(move, moves, rng), Seeded(random.Random(1)))
            except LedgerError as e:
                yield e


def mixed(move: Command, moves: list[Command], rng: random.Random) -> Command:
    """Return a move with one choice of another."""
    field = rng.choice(type(move).__struct_fields__)
    other = rng.choice([x for x in moves if type(x) is type(move)])
    return msgspec.structs.replace(move, **{field: getattr(other, field), "seat": move.seat})


def templates(text: object) -> Iterator[Message]:
    """Yield a message, and those in its gaps, that have words."""
    if isinstance(text, Message):
        if re.search(r"[a-z]{2}", re.sub(r"{\w+(!r)?}", "", text.template)):
            yield text
        for value in text.values.values():
            yield from templates(value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["pl", "it"])
def test_no_refusal_is_left_in_english(name: str, lang: str) -> None:
    found = {m.template: m for e in refusals(name) for m in templates(e.text)}
    assert len(found) > 5
    assert [x for x, m in found.items() if in_language(m, lang) == str(m)] == []


@pytest.mark.parametrize(
    ("text", "polish", "italian"),
    [
        (many_cubes(1), "1 kostkę", "1 cubetto"),
        (many_cubes(3), "3 kostki", "3 cubetti"),
        (many_cards(12), "12 kart", "12 carte"),
        (many_tokens(22), "22 znaczniki", "22 segnalini"),
        (Cost({"red": 2, "lira": 5}).words(), "2 czerwony i 5 Lir", "2 rosso e 5 lire"),
        (Cost({"any": 1}).words(), "1 dowolny", "1 di qualsiasi tipo"),
    ],
)
def test_numbers_have_the_forms_that_go_with_them(text: Message, polish: str, italian: str) -> None:
    assert (in_language(text, "pl"), in_language(text, "it")) == (polish, italian)
