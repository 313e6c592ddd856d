"""A seat may grow a log by many notes and take-backs, and referees by more, but not without end."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ledger.kernel.log.events import Retracted
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.verify import verify
from ledger.service.open_games.playing.growth_quota import REFEREES, SEAT, GrowthQuota, Limits

from ...checked_service import CheckedService, error

Set = Callable[..., None]


@pytest.fixture
def quota(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Make the quota small: of a seat, or of the referees."""

    def make(lines: int, characters: int, name: str = "SEAT") -> None:
        here = "ledger.service.open_games.playing.growth_quota"
        monkeypatch.setattr(f"{here}.{name}", Limits(lines, characters))

    return make


def note(
    s: CheckedService, game: str, viewer: int | None, text: str, **more: str
) -> httpx.Response:
    return s.post(f"/games/{game}/notes", s.viewer(game, viewer), text=text, **more)


def undo(s: CheckedService, game: str, viewer: int | None) -> httpx.Response:
    return s.post(f"/games/{game}/undo", s.viewer(game, viewer))


def asked(s: CheckedService, game: str) -> int:
    """Return the seat whose turn it is."""
    seat = s.get(f"/games/{game}", s.viewer(game, None)).json()["awaiting"][0]["seat"]
    assert isinstance(seat, int)
    return seat


def move(s: CheckedService, game: str, seat: int) -> httpx.Response:
    """Play a move that can be taken back."""
    token = s.viewer(game, seat)
    found = s.get(f"/games/{game}/legal", token).json()["moves"][0]["move"]
    return s.post(f"/games/{game}/commands", token, move=found)


def test_a_seat_has_so_many_notes_also_after_a_restart(s: CheckedService, quota: Set) -> None:
    quota(3, 20)
    game = s.create("osaka")
    for key in ("a", "b"):
        assert note(s, game, 1, "x", key=key).status_code == 201
    s.restart()
    assert note(s, game, 1, "x", key="c").status_code == 201
    refused = error(note(s, game, 1, "x"), 422, "illegal")
    assert "3" in refused["detail"]
    assert refused["hint"]
    assert note(s, game, 1, "x", key="c").status_code == 200  # what was written is told again
    for other in (2, None, None, None, None):
        assert note(s, game, other, "x").status_code == 201


def test_a_seat_has_so_many_characters(s: CheckedService, quota: Set) -> None:
    quota(100, 20)
    game = s.create("osaka")
    assert note(s, game, 1, "x" * 15).status_code == 201
    assert "5" in error(note(s, game, 1, "x" * 6), 422, "illegal")["detail"]
    assert note(s, game, 1, "x" * 5).status_code == 201
    assert note(s, game, 2, "x" * 20).status_code == 201


def test_the_referees_have_one_quota_that_is_larger(s: CheckedService, quota: Set) -> None:
    assert REFEREES.lines > 10 * SEAT.lines and REFEREES.characters > 10 * SEAT.characters
    quota(5, 30, "REFEREES")
    game = s.create("osaka")
    assert note(s, game, None, "x" * 20, key="a").status_code == 201
    refused = error(note(s, game, None, "x" * 11), 422, "illegal")
    assert refused["detail_data"]["values"] == {"count": 10}
    seat = asked(s, game)
    assert move(s, game, seat).status_code == 201
    s.restart()
    assert undo(s, game, None).status_code == 201  # its line and the move's: three so far
    for _ in range(2):  # an admin is a referee of the game, too, as a host is of their own
        answer = s.post(f"/games/{game}/notes", s.token("admin"), text="x")
        assert answer.status_code == 201, answer.text
    refused = error(note(s, game, None, "x"), 422, "illegal")
    assert refused["detail_data"]["values"] == {"count": 5, "limit": 5}
    assert note(s, game, None, "x" * 20, key="a").status_code == 200
    assert move(s, game, seat).status_code == 201
    error(undo(s, game, None), 422, "illegal")
    assert undo(s, game, seat).status_code == 201  # nobody else is concerned


def test_moving_and_taking_back_comes_to_an_end(s: CheckedService, quota: Set) -> None:
    quota(12, 1000)
    game = s.create("osaka")
    seat = asked(s, game)
    other = 3 - seat
    times = 0
    while True:
        assert move(s, game, seat).status_code == 201
        if (answer := undo(s, game, seat)).status_code != 201:
            break
        times += 1
        assert times < 20
        if times == 2:
            s.restart()
    refused = error(answer, 422, "illegal")
    assert "12" not in refused["detail"] or refused["hint"]
    assert 3 <= times <= 6  # a take-back and a line or more each
    # it is the same quota, and the page offers nothing that is refused
    token = s.viewer(game, seat)
    assert s.get(f"/games/{game}/choices", token).json()["undo"] is False
    for n in range(12):
        if note(s, game, seat, f"{n}").status_code != 201:
            break
    error(note(s, game, seat, "x"), 422, "illegal")
    # others aren't concerned, and the game goes on
    assert undo(s, game, None).status_code == 201
    assert note(s, game, other, "x").status_code == 201
    assert move(s, game, seat).status_code == 201


def test_remarks_that_are_written_again_cost_those_who_take_back(
    s: CheckedService, quota: Set
) -> None:
    quota(40, 1000)
    game = s.create("osaka")
    seat = asked(s, game)
    other = 3 - seat
    for _ in range(4):
        assert move(s, game, seat).status_code == 201
        assert note(s, game, other, "ten signs!").status_code == 201
        assert undo(s, game, seat).status_code == 201
    lines = read(s.log(game)).lines
    assert sum(isinstance(x.data, Retracted) for x in lines) == 4
    counted = GrowthQuota(lines)
    assert counted._lines[other] == 4 and counted._characters[other] == 40
    # each take-back: its line, the move's, and the remarks that stood behind it
    assert counted._lines[seat] >= 4 * 3
    assert counted._characters[seat] >= 40
    # what is counted line by line is what is counted from a whole log
    live = s.app.registry.open_games[game]._growth
    assert (+live._lines, +live._characters) == (+counted._lines, +counted._characters)


def test_time_never_runs_back_in_a_log(s: CheckedService, monkeypatch: pytest.MonkeyPatch) -> None:
    game = s.create("osaka")
    assert note(s, game, 1, "x").status_code == 201
    monkeypatch.setattr(
        s.app.registry.open_games[game],
        "runtime",
        s.app.registry.runtime._replace(now=lambda: "2020-01-01T00:00:00.000Z"),
    )
    assert note(s, game, 1, "y").status_code == 201
    times = [line.at for line in read(s.log(game)).lines if line.at is not None]
    assert times == sorted(times)


@pytest.mark.parametrize("starts", ["2026-03-01", "1970-01-01", "2031-01-01"])
def test_a_clock_that_jumps_makes_no_log_impossible(
    s: CheckedService, monkeypatch: pytest.MonkeyPatch, starts: str
) -> None:
    """A small computer without a battery begins in 1970, and learns the time later."""
    here = s.app.registry.runtime
    at = f"{starts}T00:00:00.000Z"
    monkeypatch.setattr(s.app.registry, "runtime", here._replace(now=lambda: at))
    game = s.create("osaka")
    for year in (1970, 2026, 2100, 2000, 2027):
        at = f"{year}-05-01T12:00:00.000Z"
        seat = asked(s, game)
        assert note(s, game, seat, f"in {year}").status_code == 201
        assert move(s, game, seat).status_code == 201
    found = verify(read(s.log(game)))
    assert (found.verdict, [p.kind for p in found.problems]) == ("legal", [])
