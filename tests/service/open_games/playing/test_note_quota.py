"""A seat may write many remarks, but not without end; a referee always may."""

from __future__ import annotations

import httpx
import pytest

from ...checked_service import CheckedService, error


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.service.open_games.playing.note_quota.MOST_NOTES", 3)
    monkeypatch.setattr("ledger.service.open_games.playing.note_quota.MOST_CHARACTERS", 20)


def note(
    s: CheckedService, game: str, viewer: int | None, text: str, **more: str
) -> httpx.Response:
    return s.post(f"/games/{game}/notes", s.viewer(game, viewer), text=text, **more)


def test_a_seat_has_so_many_notes_also_after_a_restart(s: CheckedService) -> None:
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


def test_a_seat_has_so_many_characters(s: CheckedService) -> None:
    game = s.create("osaka")
    assert note(s, game, 1, "x" * 15).status_code == 201
    assert "5" in error(note(s, game, 1, "x" * 6), 422, "illegal")["detail"]
    assert note(s, game, 1, "x" * 5).status_code == 201
    assert note(s, game, 2, "x" * 20).status_code == 201
