"""Mistakes with which a seat learns what it mustn't, or doesn't learn what it sees.

Each is found by the check, and named by the event and the seat.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from common.examples import GAMES, changed
from ledger.check.loading import Unloadable, load
from ledger.check.run import check_game

WHISPERS = changed(
    (GAMES / "ledger_whispers.py").read_text("utf-8"), "players=(2, 3, 4)", "players=(3,)"
).replace('    bots={"careful": Careful()},\n', "")
BOTH = 'seen_by=("seat", "other")'


@pytest.mark.parametrize(
    ("before", "after", "kind", "words"),
    [
        (BOTH, 'hidden_from="nobody"', "", ("names 'nobody'",)),
        (f", {BOTH}", "", "mask", ("saw", "slots", "knows something else")),
        ("to=[x.seat, x.other]", "to=[x.other]", "mask", ("shows Saw.cards", "hasn't seen")),
        ("to=[x.seat, x.other]", "to=[1, 2, 3]", "mask", ("hides Saw.cards", "has seen")),
        ("s.hand(x.seat).draw(s.deck, [x.card], to=[x.seat])",
         "s.hand(x.seat).draw(s.deck, [x.card], to=[1])", "mask", ("drew", "Drew.card")),
        ("    s.hand(x.seat).swap(s.hand(x.other))\n",
         "    s.hand(x.seat).swap(s.hand(x.other))\n    s.aside = s.hand(x.seat).cards\n",
         "mask", ("swapped", "/aside")),
        ("    free = [seat for seat in s.left() if seat != x.seat",
         '    free = [seat for seat in s.left() if "Spy" not in s.hand(seat).cards and '
         "seat != x.seat", "secret", ("legal moves of seat",)),
    ],
    ids=["a field that isn't there", "everybody sees it",
         "the fold forgets the one who looks", "the fold shows it to all",
         "the fold shows it to seat 1", "a hand in public", "moves that know a card"],
)  # fmt: skip
def test_a_planted_leak_is_found(
    tmp_path: Path, before: str, after: str, kind: str, words: tuple[str, ...]
) -> None:
    file = tmp_path / f"leak_{sum(map(ord, after))}.py"
    file.write_text(changed(WHISPERS, before, after), "utf-8")
    try:
        found = [x for game in load(str(file)) for x in check_game(game, elsewhere=False).problems]
    except Unloadable as e:
        found = [e.finding]
    named = [x for x in found if kind in ("", x.kind)]
    assert any(all(word in f"{x.message} {x.expected}" for word in words) for x in named), found
    assert all(Path(x.file).name == file.name and x.line for x in found)
