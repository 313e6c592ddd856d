"""Taking back: a seat only what told nobody anything, a referee anything."""

from __future__ import annotations

from typing import Any

import httpx

from common.refusals import tells
from ledger.kernel.log.events import Noted
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import live
from ledger.service.open_games.open_game import Sender

from ...checked_service import CheckedService, error
from ...in_process_service import StreamReader, lines


def do(s: CheckedService, game: str, viewer: int | None, what: str, **body: Any) -> httpx.Response:
    return s.post(f"/games/{game}/{what}", s.viewer(game, viewer), **body)


def state(s: CheckedService, game: str, viewer: int | None = None) -> Any:
    found = s.get(f"/games/{game}/state", s.viewer(game, viewer)).json()
    return {k: v for k, v in found.items() if k not in ("version", "at")}


def test_one_takes_back_ones_own_move(s: CheckedService) -> None:
    game = s.create("osaka")
    before = {viewer: state(s, game, viewer) for viewer in (None, 0, 1, 2)}
    do(s, game, 2, "commands", move="claim red")
    do(s, game, 1, "notes", text="are you sure?")
    answer = do(s, game, 2, "undo")
    assert answer.status_code == 201, answer.text
    (event,) = answer.json()["events"]
    assert (event["type"], event["data"], event["by"]) == ("retracted", {"to": 6}, 2)
    after = {viewer: state(s, game, viewer) for viewer in (None, 0, 1, 2)}
    assert after == before
    said = error(do(s, game, 2, "undo"), 422, "illegal")
    assert said["detail"]
    assert do(s, game, 2, "commands", move="claim blue").status_code == 201


def remarks(s: CheckedService, game: str, viewer: int | None = None) -> list[tuple[Any, str]]:
    """Return the remarks that count, and whose they are, as a log in session notation has them."""
    raw = s.get(f"/games/{game}/export", s.viewer(game, viewer)).content
    notes = (x for x in live(read(raw).lines) if isinstance(x.data, Noted))
    return [(x.by, x.data.text) for x in notes]


def test_what_others_wrote_after_the_move_stays(s: CheckedService) -> None:
    game = s.create("osaka")
    do(s, game, 1, "notes", text="begin")
    do(s, game, 2, "commands", move="claim red")
    said = [(1, "are you sure?"), (None, "quiet, please"), (2, "hm"), (1, "well")]
    for by, text in said:
        do(s, game, by, "notes", text=text)
    done = do(s, game, 2, "undo", key="u")
    assert [e["type"] for e in done.json()["events"]] == ["retracted"]
    for viewer in (None, 0, 1, 2):
        assert remarks(s, game, viewer) == [(1, "begin"), *said]
    again = do(s, game, 2, "undo", key="u")
    assert (again.status_code, again.json()["events"]) == (200, done.json()["events"])
    for viewer in (None, 1):
        verdict = s.get(f"/games/{game}/verify", s.viewer(game, viewer)).json()
        assert verdict["problems"] == []
    # the remarks stand behind the take-back, and the game goes on from there
    assert do(s, game, 2, "commands", move="claim blue").status_code == 201
    do(s, game, 1, "notes", text="better")
    assert do(s, game, 2, "undo").status_code == 201
    assert remarks(s, game) == [(1, "begin"), *said, (1, "better")]
    s.restart()
    assert remarks(s, game) == [(1, "begin"), *said, (1, "better")]


def test_a_stream_tells_a_take_back_and_the_remarks_behind_it(s: CheckedService) -> None:
    game = s.create("osaka")
    do(s, game, 2, "commands", move="claim red")

    async def follow() -> bytes:
        reader = StreamReader(s.app, f"/games/{game}/stream", s.viewer(game, 0))
        await reader.until(lambda body: b"claim" in body)
        open_game = await s.app.registry.get(game)
        await open_game.note(Sender(1), "are you sure?", version=None, key=None)
        await open_game.undo(Sender(2), None, version=None, key=None)
        await reader.until(lambda body: body.count(b"are you sure?") == 2)
        await reader.leave()
        return reader.body

    told = s.run(follow())
    del s.created[game]  # what was done past the routes was acknowledged to nobody
    assert lines(told) == s.get(f"/games/{game}/export", s.viewer(game, 0)).content


def test_a_referee_takes_back_remarks_too(s: CheckedService) -> None:
    game = s.create("osaka")
    do(s, game, 2, "commands", move="claim red")
    do(s, game, 1, "notes", text="a bad word")
    assert do(s, game, None, "undo", to=6).status_code == 201
    assert remarks(s, game) == []


def test_nobody_takes_back_what_another_did(s: CheckedService) -> None:
    game = s.create("osaka")
    do(s, game, 2, "commands", move="claim red")
    said = error(do(s, game, 1, "undo"), 422, "illegal")
    assert "referee" in said["hint"]
    do(s, game, 1, "commands", move="claim red")
    assert error(do(s, game, 2, "undo"), 422, "illegal")["detail"]
    said = error(do(s, game, 1, "undo", to=6), 422, "illegal")


def test_a_draw_or_a_roll_is_not_taken_back(s: CheckedService) -> None:
    game = s.create("splash")
    do(s, game, 1, "commands", move="fish")
    said = error(do(s, game, 1, "undo"), 422, "illegal")
    assert "drawn or rolled" in said["detail"]
    game = s.create("klongs")
    move = s.get(f"/games/{game}/legal?limit=1", s.viewer(game, 1)).json()["moves"][0]["move"]
    do(s, game, 1, "commands", move=move)  # a boat from the hand, and a new one is drawn
    error(do(s, game, 1, "undo"), 422, "illegal")
    assert do(s, game, None, "undo").status_code == 201


def test_what_was_shown_is_not_taken_back(s: CheckedService) -> None:
    game = s.create("splash", 3)
    hand = s.get(f"/games/{game}/legal", s.viewer(game, 1)).json()["moves"]
    low = min(m["move"] for m in hand if m["move"].startswith("throw"))
    do(s, game, 1, "commands", move=low)
    error(do(s, game, 1, "undo"), 422, "illegal")  # the thrown stone was hidden before
    moves = s.get(f"/games/{game}/legal", s.viewer(game, 2)).json()["moves"]
    duck = next(m["move"] for m in moves if m["move"].startswith("duck"))
    assert do(s, game, 2, "commands", move=duck).status_code == 201
    said = error(do(s, game, 2, "undo"), 422, "illegal")
    assert said["detail"]
    assert do(s, game, None, "undo").status_code == 201
    assert do(s, game, 2, "commands", move="stand").status_code == 201
    assert do(s, game, 2, "undo").status_code == 201  # to stand shows nothing
    assert do(s, game, 2, "commands", move=duck).status_code == 201


def test_a_referee_goes_anywhere_and_back(s: CheckedService) -> None:
    game = s.create("splash")
    start = state(s, game)
    for seat in (1, 2, 1, 2):
        do(s, game, seat, "commands", move="fish")
    later = state(s, game)
    last = s.get(f"/games/{game}", s.viewer(game, None)).json()["version"]
    assert do(s, game, None, "undo", to=4).status_code == 201
    assert state(s, game) == start
    assert state(s, game, 1)["view"]["seats"][0]["size"] == len(
        state(s, game, 1)["view"]["seats"][0]["stones"]
    )
    redo = do(s, game, None, "undo", to=last)
    assert redo.status_code == 201
    assert state(s, game) == later
    here = redo.json()["version"]
    for to, says in (
        (here + 1, "before line"),
        (2, ""),
        (10**9, "before line"),
    ):
        assert tells(error(do(s, game, None, "undo", to=to), 422, "illegal")["detail"], says)
    error(do(s, game, None, "undo", to=0), 400, "malformed")
    error(do(s, game, None, "undo", version=here - 1), 412, "stale")
    assert s.get(f"/games/{game}/verify", s.viewer(game, 2)).json()["verdict"] in (
        "legal",
        "possible",
    )


def test_remarks_are_for_everybody(s: CheckedService) -> None:
    game = s.create("osaka")
    by_seat = do(s, game, 1, "notes", text="gulp \u202e <b>").json()["events"][0]
    assert by_seat["data"] == {"text": "gulp \u202e <b>", "seat": 1}
    by_referee = do(s, game, None, "notes", text="quiet").json()["events"][0]
    assert (by_referee["by"], by_referee["data"]["seat"]) == (None, None)
    seen = s.get(f"/games/{game}/events?from=7", s.viewer(game, 0)).json()["events"]
    assert [e["data"]["text"] for e in seen] == ["gulp \u202e <b>", "quiet"]
    error(do(s, game, 0, "notes", text="hi"), 403, "forbidden")
    error(do(s, game, 1, "notes", text=""), 400, "malformed")
    error(do(s, game, 1, "notes", text="x" * 4001), 400, "malformed")


def test_a_game_is_given_up(s: CheckedService) -> None:
    game = s.create("osaka")
    error(do(s, game, 1, "abandon", reason="late"), 403, "forbidden")
    answer = do(s, game, None, "abandon", reason="late", key="a")
    assert answer.status_code == 201
    facts = s.get(f"/games/{game}", s.viewer(game, 1)).json()
    assert (facts["status"], facts["result"]["reason"]) == ("over", "late")
    assert facts["version"] == answer.json()["version"] + 1  # the seal
    again = do(s, game, None, "abandon", reason="late", key="a")
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    said = error(do(s, game, None, "abandon", reason="late"), 422, "illegal")
    assert "branch" in said["detail"]
