"""Every move that a page about the notation shows is legal, and every form of a move is shown.

The sessions in `notation/` of each game's tests play them all.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.lines.players import take_player
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.words.typed_words import split_words
from ledger.testing.lawbook.checked.notation_page import examples, sessions

GAMES = ("osaka", "klongs", "istanbul", "century")


def typed(name: str) -> set[str]:
    """All moves of the sessions, which are read without an error."""
    home = Path(__file__).parent / name / "notation"
    found = set()
    for text in (*(x.read_text() for x in home.glob("*.session")), *sessions(find_game(name))):
        names = read_session(text).position.names
        for line in text.splitlines():
            words, _ = split_words(line)
            seat, rest = take_player(words, names)
            if seat is not None:
                found.add(" ".join(w.text for w in rest))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_example_is_played(name: str) -> None:
    assert set(examples(find_game(name), "move")) <= typed(name)


ALSO = {"osaka": {"farm", "*"}, "century": {"x3", ">", "?"}, "istanbul": {"->"}}
"""What a form may hold besides keywords."""


@pytest.mark.parametrize("name", GAMES)
def test_every_form_is_shown(name: str) -> None:
    game = find_game(name)
    notation = import_module(f"{game.package}.notation")
    shown = examples(game, "move")
    words = {word for text in shown for word in re.findall(r"\w[\w-]*|->|[*>?]", text)}
    assert {text.split()[0] for text in shown} >= set(game.rules.verbs)
    keys = (*notation.NOTATION.keys, *getattr(notation, "CHOICES", ()))
    assert words >= {*keys, *getattr(notation, "PARTS", ()), *ALSO.get(name, ())}
