"""Boxes from anybody: a new game is refused, and an old one can be read but costs no memory."""

from __future__ import annotations

import pytest

from common.hostile import HUGE, SAYS, hostile_table
from common.refusals import tells

from ..checked_service import CheckedService, error


def test_a_host_cannot_make_a_game_that_eats_all_memory(s: CheckedService) -> None:
    admin = s.token("admin")
    for box in (HUGE, {"limits": {"end_tokens": 2**63 - 1}}, {"limits": {"end_tokens": 2**31 - 1}}):
        wish = {"game": "osaka", "seats": ["Ana", "Bartek"], "box": box}
        said = error(s.post("/games", admin, **wish), 400, "malformed")
        assert tells(said["detail"], "limits.end_tokens | 1 | 100")


@pytest.fixture
def old(s: CheckedService) -> str:
    """Put a game into the service that an earlier version took."""
    s.add("hostile", hostile_table("hostile").bytes())
    return "hostile"


def test_an_old_game_is_read_but_not_drawn_and_not_played_on(s: CheckedService, old: str) -> None:
    at, spectator = f"/games/{old}", s.viewer(old, 0)
    facts = s.get(at, spectator).json()
    assert facts["status"] == "running"
    (seat,) = facts["answering"]
    mine = s.viewer(old, seat)
    for path in ("", "/events", "/state", "/verify", "/export?format=session"):
        answer = s.get(f"{at}{path}", spectator)
        assert answer.status_code == 200, (path, answer.text)
    refused = [
        s.get(f"{at}/contents", spectator),
        s.get(f"{at}/chapters/1", spectator),
        s.get(f"{at}/picture.svg", spectator),
        s.get(f"{at}/legal", mine),
        s.get(f"{at}/completions?text=b", mine),
        s.get(f"{at}/choices", mine),
        s.post(f"{at}/commands", mine, move="buy"),
        s.post(f"{at}/commands", mine, move="zzz zzz"),
    ]
    for answer in refused:
        assert tells(error(answer, 422, "illegal")["detail"], SAYS), answer.text
    assert s.post(f"{at}/notes", mine, text="we stop here").status_code == 201
    assert s.post(f"{at}/abandon", s.token("admin"), reason="no end").status_code == 201
