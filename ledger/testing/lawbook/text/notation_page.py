"""The page about a game's notation: everything it shows can be typed."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.notation.notation_page import notation_page
from ledger.kernel.notation.session.header import read_header
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.words.keywords import HEADER
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Seeded, outcomes
from ledger.testing.lawbook.checked.notation_page import (
    examples,
    has_page,
    last_position,
    move_of,
    sessions,
)
from ledger.testing.lawbook.law import law
from ledger.testing.playing import NAMES, whole_game


@law(when=has_page)
def test_a_wrong_example_would_be_found(game: Game) -> None:
    for text in examples(game, "move"):
        words = text.split(" -> ")[0].split()
        for i in range(len(words)):
            wrong = " ".join((*words[:i], "zebra", *words[i + 1 :]))
            free = words[0] in ("use", "accept") and i == len(words) - 1  # a card's own choice
            if not free:
                with pytest.raises(LedgerError):  # it can't be read, or the rules refuse it
                    command = move_of(game, wrong)
                    seat = game.rules.awaiting(last_position(game).state)[0].seat
                    command = msgspec.structs.replace(command, seat=seat)
                    decide(game, last_position(game).state, command, Seeded(0))


@law(when=has_page)
def test_the_results_of_the_page_can_come(game: Game) -> None:
    came: dict[str, set[str]] = {"first": {"Ana"}}
    for seed in range(8):
        for given in outcomes([x.data for x in whole_game(game, seed).lines], named=True):
            came.setdefault(given.slot or "", {"?"}).update(str(v) for v in given.values)
    for text in examples(game, "result of chance"):
        slot, *values = [word for word in text.split() if word not in NAMES]
        assert set(values) <= came.get(slot, set()), text


def common_rows(game: Game, table: str) -> list[str]:
    """Return the first cells of a table that every page has."""
    page = notation_page(game).partition("## Every game")[2]
    rows = page[page.index(f"| {table} |") :].split("\n\n")[0].splitlines()[2:]
    return [row.split("`")[1] for row in rows]


@law()
def test_the_header_lines_of_the_page_are_read(game: Game) -> None:
    rows = common_rows(game, "header")
    for row in rows:
        if not row.startswith(("game:", "option:", "box:", "players:")):
            players = ", ".join(NAMES[: game.meta.players[0]])
            head = [f"game: {game.meta.name}", f"players: {players}", row]
            with suppress(Illegal):  # a colour that this game doesn't have
                read_header([*head, ""], None)
    assert {row.partition(":")[0] for row in rows} == set(HEADER) - {
        *("rules", "at", "view", "sees-all")
    }


@law(when=has_page)
def test_the_common_lines_of_the_page_are_read(game: Game) -> None:
    text = sessions(game)[0]
    table = read_session(text)
    seat = game.rules.awaiting(table.state)[0].seat
    name = table.lines[0].data.seats[seat - 1].name
    rows = [row for row in common_rows(game, "line") if row != "?" and "SLOT" not in row]
    for row in rows:
        move = game.words.write(next(iter(game.rules.legal_moves(table.state, seat))))
        head = text.replace("\n\n", "\nstarted: 2026-03-01\n\n", 1)
        line = row.replace("Ana MOVE", f"{name} {move}")
        try:
            read_session(head + line + "\n")
        except LedgerError as e:  # refused in this position or for lack of a draw, but understood
            assert not isinstance(e, Malformed) or "ends too early" in e.message, line


@law()
def test_every_game_has_a_page(game: Game) -> None:
    page = notation_page(game)
    assert page.startswith("# ")
    assert "## Every game" in page
