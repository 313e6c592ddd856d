"""By what a game is known again."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.branch import branch
from ledger.kernel.replay.redact import redact
from ledger.kernel.rules.chance import Seeded
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.library.records.game_identity import identify

HEAD = "game: osaka\nplayers: Ana, Bartek\n"
BODY = (
    "\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\nAna hand Y5 Y5\nBartek hand Y3 Y3 Y2\n"
    "Bartek claim red\nAna claim red\n"
)
OTHER_DEAL = BODY.replace("Y3 Y3 Y2", "Y3 Y3 G2")


def key(head: str = "", body: str = BODY) -> str:
    return identify(read_session(HEAD + head + body).lines).key


def test_its_own_id_is_all_that_counts():
    found = identify(read_session(HEAD + "id: evening\n" + BODY).lines)
    assert found == ("id:osaka:evening", "evening")
    assert key("id: evening\nplace: Home\nstarted: 2026-03-01T18:00:00Z\n", OTHER_DEAL) == found.key


@pytest.mark.parametrize(
    "head",
    ["", "started: 2026-03-01\n", "started: 2026-03-01T18:30:00Z\nplace: Home\n"],
)
def test_without_an_id_a_corrected_move_is_the_same_game(head):
    assert key(head) == key(head, BODY + "Bartek take R2\n") == key(head, BODY + "Bartek take B3\n")


def test_without_an_id_time_place_and_players_tell_games_apart():
    keys = [
        key(),
        key("started: 2026-03-01T18:30:00Z\n"),
        key("started: 2026-03-01T20:30:00Z\n"),
        key("started: 2026-03-01T18:30:00Z\nplace: Home\n"),
        key("place: Home\n"),
    ]
    assert len(set(keys)) == len(keys)
    assert all(k.startswith("digest:") for k in keys)


def test_two_games_of_one_evening_are_told_apart_by_the_deal():
    for head in ("", "started: 2026-03-01\n"):
        assert key(head) != key(head, OTHER_DEAL)
    # with a time of day the deal may be corrected
    exact = "started: 2026-03-01T18:30:00Z\n"
    assert key(exact) == key(exact, OTHER_DEAL)


def test_a_round_tells_the_games_of_one_evening_apart():
    day = "started: 2026-03-01\n"
    keys = [key(day), key(day + "round: 1\n"), key(day + "round: 2\n"), key("round: 2\n")]
    assert len(set(keys)) == len(keys)
    # the deal need not: it may be corrected
    assert key(day + "round: 2\n", OTHER_DEAL) == keys[2]


def test_a_round_is_kept_by_the_log_and_its_session():
    table = read_session(HEAD + "round: semi-final\n" + BODY)
    assert b'"round":"semi-final"' in table.bytes()
    assert b'"round"' not in read_session(HEAD + BODY).bytes()
    text = write_session(table.game, table.lines)
    assert "\nround: semi-final\n" in text
    assert read_session(text).bytes() == table.bytes()


def test_the_file_would_like_a_name_that_says_something():
    wish = identify(read_session(HEAD + "started: 2026-03-01\n" + BODY).lines).wish
    assert wish.startswith("osaka-2026-03-01-") and len(wish) == len("osaka-2026-03-01-") + 8


@pytest.mark.parametrize("head", ["", "id: evening\n"])
def test_what_a_seat_saw_and_a_branch_are_other_games(head):
    table = read_session(HEAD + head + BODY)
    full = identify(table.lines)
    seats = [identify(redact(table.game, table.lines, seat)[0]) for seat in (0, 1, 2)]
    assert len({full, *seats}) == 4
    other = identify(branch(table.game, table.lines, len(table.lines))[0])
    assert other.key not in (full.key, *(s.key for s in seats))


def test_what_a_game_is_called_tells_nothing_of_hidden_hands() -> None:
    """Whoever may list games sees their ids."""
    game = find_game("klongs")
    tables = [Table.open(game, open_game(game, ["Ana", "Bartek"]), Seeded(n)) for n in range(4)]
    found = [identify(table.lines) for table in tables]
    assert len({x.key for x in found}) == 4
    assert len({x.wish for x in found}) == 1


def test_what_a_game_is_called_tells_nothing_when_the_name_is_taken(tmp_path: Path) -> None:
    """Games that look alike to a spectator are numbered in the order in which they came."""
    game = find_game("klongs")
    tables = [Table.open(game, open_game(game, ["Ana", "Bartek"]), Seeded(n)) for n in range(4)]
    called = []
    for n, order in enumerate((tables, tables[::-1])):
        with Library(tmp_path / f"{n}").writing() as writer:
            for table in order:
                key, wish = identify(table.lines)
                log = describe(table.lines, len(table.bytes()))
                called.append(writer.add_log(key, wish, log, table.bytes()).id)
    assert len(set(called)) == 4
    assert called[:4] == called[4:]
