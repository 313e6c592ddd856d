"""Moves: what is legal is on disk when it is answered, the rest is refused in words."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from common.refusals import tells

from ..checked_service import CheckedService, error
from ..in_process_service import ORIGIN


def play(s: CheckedService, game: str, viewer: int | None, **body: Any) -> httpx.Response:
    return s.post(f"/games/{game}/commands", s.viewer(game, viewer), **body)


def version(s: CheckedService, game: str) -> int:
    return s.get(f"/games/{game}", s.viewer(game, None)).json()["version"]


# --- accepted -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        {"command": {"type": "Claim", "seat": 2, "colour": "red"}},
        {"command": {"type": "Claim", "colour": "red"}},
        {"move": "claim red"},
        {"move": "Bartek claim red"},
        {"move": "żeton czerwony"},
        {"move": "zeton czerwony"},
        {"move": "gettone rosso"},
        {"move": "claim red", "seat": 2},
    ],
)
def test_a_move_is_read_in_many_ways(s: CheckedService, body: dict[str, Any]) -> None:
    game = s.create("osaka")
    before = version(s, game)
    answer = play(s, game, 2, **body)
    assert answer.status_code == 201, answer.text
    done = answer.json()
    assert answer.headers["etag"] == f'"{done["version"]}"'
    assert done["version"] == before + len(done["events"]) == version(s, game)
    assert not done["repeated"]
    first = done["events"][0]
    assert (first["type"], first["by"], first["data"]["colour"]) == ("claimed", 2, "red")


def test_the_asked_move_in_turn_until_the_end_and_the_log_is_sealed(s: CheckedService) -> None:
    game = s.create("splash")
    for _ in range(400):
        facts = s.get(f"/games/{game}", s.viewer(game, 0)).json()
        if not facts["awaiting"]:
            break
        seat = facts["awaiting"][0]["seat"]
        legal = s.get(f"/games/{game}/legal?limit=1", s.viewer(game, seat)).json()
        assert play(s, game, seat, command=legal["moves"][0]["command"]).status_code == 201
    assert facts["status"] == "over"
    assert facts["result"]["ranking"]
    events = s.get(f"/games/{game}/events?limit=10000", s.viewer(game, 1)).json()["events"]
    assert events[-1]["type"] == "sealed"
    for path, body in (("commands", {"move": "fish"}), ("notes", {"text": "gg"}), ("undo", {})):
        said = error(s.post(f"/games/{game}/{path}", s.viewer(game, None), **body), 422, "illegal")
        assert "sealed" in said["detail"]


def test_a_referee_moves_for_a_seat(s: CheckedService) -> None:
    game = s.create("osaka")
    answer = play(s, game, None, seat=2, move="claim red")
    assert answer.json()["events"][0]["by"] == 2
    answer = play(s, game, None, command={"type": "Claim", "seat": 1, "colour": "blue"})
    assert answer.json()["events"][0]["by"] == 1
    said = error(play(s, game, None, seat=1, move="take R3"), 422, "illegal")
    assert tells(said["detail"], "2")


def test_a_referee_waives_a_rule_and_the_log_says_so(s: CheckedService) -> None:
    game = s.create("osaka")
    for seat in (2, 1):
        play(s, game, seat, move="claim red")
    hand = s.get(f"/games/{game}/state", s.viewer(game, 2)).json()["view"]["seats"][1]["hand"]
    little = {"type": "Buy", "seat": 2, "pay": hand[:1]}
    rule = error(play(s, game, 2, command=little), 422, "illegal")["rule"]
    error(play(s, game, 2, command=little, waive=[rule]), 403, "forbidden")
    answer = play(s, game, None, command=little, waive=[rule])
    assert answer.status_code == 201, answer.text
    assert answer.json()["events"][0]["waived"] == [rule]
    seen = s.get(f"/games/{game}/events?from={answer.json()['version']}", s.viewer(game, 0))
    assert seen.status_code == 200
    needless = play(s, game, None, seat=1, move=_any_move(s, game, 1), waive=[rule])
    assert "waived" not in needless.json()["events"][0]
    said = error(play(s, game, None, move=f"pass !{rule}"), 400, "malformed")
    assert "waive" in said["detail"]


def _any_move(s: CheckedService, game: str, seat: int) -> str:
    return s.get(f"/games/{game}/legal", s.viewer(game, seat)).json()["moves"][0]["move"]


# --- refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "kind", "says"),
    [
        ({}, 400, "malformed", "either `command` or `move`"),
        ({"move": "claim red", "command": {"type": "Pass"}}, 400, "malformed", "either"),
        ({"move": ""}, 400, "malformed", "move"),
        ({"move": "x" * 2001}, 400, "malformed", "move"),
        ({"move": 7}, 400, "malformed", "move"),
        ({"move": "dance"}, 400, "malformed", "dance"),
        ({"move": "claim mauve"}, 400, "malformed", "mauve"),
        ({"move": "Celina claim red"}, 400, "malformed", "Celina"),
        ({"move": "Ana claim red"}, 422, "illegal", "2"),
        ({"command": []}, 400, "malformed", "object"),
        ({"command": {}}, 400, "malformed", "type"),
        ({"command": {"type": "Dance"}}, 400, "malformed", "Dance"),
        ({"command": {"type": "Claim"}}, 400, "malformed", "colour"),
        ({"command": {"type": "Claim", "colour": 3}}, 400, "malformed", "colour"),
        ({"command": {"type": "Claim", "colour": "red", "x": 1}}, 400, "malformed", "x"),
        ({"command": {"type": "Claim", "seat": 1, "colour": "red"}}, 422, "illegal", "seat 2"),
        ({"command": {"type": "Claim", "seat": "2", "colour": "red"}}, 400, "malformed", "seat"),
        ({"command": {"type": "Claim", "colour": "mauve"}}, 422, "illegal", ""),
        ({"command": {"type": "Take", "card": "R3"}}, 422, "illegal", ""),
        ({"move": "claim red", "seat": 1}, 403, "forbidden", ""),
        ({"move": "claim red", "seat": 0}, 400, "malformed", "seat"),
        ({"move": "claim red", "waive": ["OSA-09"]}, 403, "forbidden", ""),
        ({"move": "claim red", "version": -1}, 400, "malformed", "version"),
        ({"move": "claim red", "version": "6"}, 400, "malformed", "version"),
        ({"move": "claim red", "hurry": True}, 400, "malformed", "hurry"),
    ],
)
def test_what_cannot_be_done(
    s: CheckedService, body: dict[str, Any], status: int, kind: str, says: str
) -> None:
    game = s.create("osaka")
    before = s.log(game)
    said = error(play(s, game, 2, **body), status, kind)
    assert tells(said["detail"], says)
    assert s.log(game) == before


def test_an_illegal_move_names_its_rule_and_what_would_be_legal(s: CheckedService) -> None:
    game = s.create("osaka")
    play(s, game, 2, move="claim red")
    play(s, game, 1, move="claim red")
    said = error(play(s, game, 2, command={"type": "Buy", "pay": []}), 422, "illegal")
    assert said["rule"].startswith("OSA-")
    assert "take" in said["hint"]


def test_who_is_not_asked_is_told_who_is(s: CheckedService) -> None:
    game = s.create("osaka")
    said = error(play(s, game, 1, move="claim red"), 422, "illegal")
    assert said["rule"] == "OSA-09"
    assert tells(said["detail"], "2 | starting token | 1")
    command = {"type": "Claim", "colour": "red"}
    assert error(play(s, game, 1, command=command), 422, "illegal")["rule"]


# --- versions -------------------------------------------------------------------------------


@pytest.mark.parametrize("remarks", [3, 40])
def test_remarks_keep_nobody_from_playing(s: CheckedService, remarks: int) -> None:
    game = s.create("osaka")
    at = version(s, game)
    for n in range(remarks):
        if n == 30:
            s.restart()
        assert s.post(f"/games/{game}/notes", s.viewer(game, 1), text="go on").status_code == 201
    error(play(s, game, 2, move="claim red", version=at - 1), 412, "stale")
    assert play(s, game, 2, move="claim red", version=at).status_code == 201
    error(play(s, game, 2, move="claim red", version=at), 412, "stale")
    error(play(s, game, 2, move="claim red", version=at + remarks), 412, "stale")


def test_a_move_for_another_version_is_stale(s: CheckedService) -> None:
    game = s.create("osaka")
    at = version(s, game)
    token, path = s.viewer(game, 2), f"/games/{game}/commands"
    for wrong in (at - 1, at + 1, 0):
        said = error(s.post(path, token, move="claim red", version=wrong), 412, "stale")
        assert said["version"] == at
        header = {"If-Match": f'"{wrong}"'}
        said = error(s.post(path, token, headers=header, move="claim red"), 412, "stale")
        assert said["version"] == at
    for bad in (f"{at}", 'W/"6"', '"x"', '"1", "2"', "٦"):
        header = {"If-Match": bad}
        answer = s.ask(
            "POST", path, token, headers=header_bytes(header), json={"move": "claim red"}
        )
        error(answer, 400, "malformed")
    header = {"If-Match": f'"{at}"'}
    error(s.post(path, token, headers=header, move="claim red", version=at - 1), 400, "malformed")
    assert s.post(path, token, headers=header, move="claim red", version=at).status_code == 201
    any_version = s.post(path, s.viewer(game, 1), headers={"If-Match": "*"}, move="claim red")
    assert any_version.status_code == 201


def header_bytes(headers: dict[str, str]) -> Any:
    return {k: v.encode() for k, v in headers.items()}


def test_of_two_moves_for_the_same_version_one_wins(s: CheckedService) -> None:
    game = s.create("osaka")
    at = version(s, game)
    first = play(s, game, 2, move="claim red", version=at)
    assert first.status_code == 201
    said = error(play(s, game, 2, move="claim blue", version=at), 412, "stale")
    assert said["version"] == first.json()["version"]


def together(s: CheckedService, path: str, token: str, bodies: list[dict[str, Any]]) -> list[Any]:
    """Send several requests at once."""

    async def work() -> list[httpx.Response]:
        transport = httpx.ASGITransport(s.app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            headers = {"Authorization": f"Bearer {token}"}
            sent = (client.post(f"/api/v1{path}", json=b, headers=headers) for b in bodies)
            return await asyncio.gather(*sent)

    return s.run(work())


def test_at_once_one_of_many_wins_and_the_others_know(s: CheckedService) -> None:
    game = s.create("osaka")
    at = version(s, game)
    colours = ("red", "blue", "yellow", "green")
    bodies = [{"move": f"claim {c}", "version": at} for c in colours]
    answers = together(s, f"/games/{game}/commands", s.viewer(game, 2), bodies)
    assert sorted(a.status_code for a in answers) == [201, 412, 412, 412]
    done = next(a.json() for a in answers if a.status_code == 201)
    assert {a.json()["version"] for a in answers} == {done["version"]}
    s.acknowledged[game] = {done["version"]: done["events"]}


def test_at_once_the_same_key_writes_once(s: CheckedService) -> None:
    game = s.create("splash")
    bodies = [{"move": "fish", "key": "k"}] * 6
    answers = together(s, f"/games/{game}/commands", s.viewer(game, 1), bodies)
    assert sorted(a.status_code for a in answers) == [200] * 5 + [201]
    done = {a.json()["version"]: a.json()["events"] for a in answers}
    assert len(done) == 1
    s.acknowledged[game] = done
    wish = {"game": "osaka", "seats": ["Ana", "Bo"], "key": "at-once"}
    made = together(s, "/games", s.token("admin"), [wish, wish, {**wish, "game": "century"}])
    # one game is made, whichever wish comes first; only the same wish again is told of it
    assert sorted(a.status_code for a in made) in ([200, 201, 409], [201, 409, 409])


# --- keys -----------------------------------------------------------------------------------


def test_the_same_key_again_gives_the_first_answer(s: CheckedService) -> None:
    game = s.create("osaka")
    at = version(s, game)
    sent = {"move": "claim red", "key": "k1", "version": at}
    first = play(s, game, 2, **sent).json()
    log = s.log(game)
    header = {"Idempotency-Key": "k1"}
    for again in (
        play(s, game, 2, **sent),
        s.post(f"/games/{game}/commands", s.viewer(game, 2), headers=header, move="claim red"),
        play(s, game, 2, command={"type": "Claim", "colour": "red"}, key="k1"),
    ):
        assert (again.status_code, again.json()) == (200, {**first, "repeated": True})
    assert s.log(game) == log
    assert play(s, game, 1, move="claim red", key="k1").status_code == 201  # a key of their own
    card = next(
        m["move"]
        for m in s.get(f"/games/{game}/legal", s.viewer(game, 2)).json()["moves"]
        if m["move"].startswith("take")
    )
    assert play(s, game, 2, move=card).status_code == 201
    again = play(s, game, 2, **sent)
    assert (again.status_code, again.json()) == (200, {**first, "repeated": True})
    said = error(play(s, game, 2, move="claim blue", key="k1"), 409, "conflict")
    assert "key" in said["detail"]
    for path, body in (("undo", {}), ("notes", {"text": "hm"})):
        answer = s.post(f"/games/{game}/{path}", s.viewer(game, 2), key="k1", **body)
        error(answer, 409, "conflict")


def test_keys_survive_a_restart_and_a_take_back(s: CheckedService) -> None:
    game = s.create("osaka")
    first = play(s, game, 2, move="claim red", key="k").json()
    note = s.post(f"/games/{game}/notes", s.viewer(game, 1), text="hello", key="n").json()
    back = s.post(f"/games/{game}/undo", s.viewer(game, None), key="u").json()
    s.restart()
    again = play(s, game, 2, move="claim red", key="k")
    assert (again.status_code, again.json()) == (200, {**first, "repeated": True})
    again = s.post(f"/games/{game}/notes", s.viewer(game, 1), text="hello", key="n")
    assert (again.status_code, again.json()) == (200, {**note, "repeated": True})
    again = s.post(f"/games/{game}/undo", s.viewer(game, None), key="u")
    assert (again.status_code, again.json()) == (200, {**back, "repeated": True})
    error(play(s, game, 2, move="claim red", key="n2", version=3), 412, "stale")
    error(s.post(f"/games/{game}/notes", s.viewer(game, 1), text="other", key="n"), 409, "conflict")
    # referees share their keys, seats do not see them
    assert play(s, game, 2, move="claim blue", key="u").status_code == 201


def test_the_last_move_can_be_repeated_after_the_seal(s: CheckedService) -> None:
    game = s.create("splash")
    seat = 0
    for n in range(400):
        facts = s.get(f"/games/{game}", s.viewer(game, 0)).json()
        if not facts["awaiting"]:
            break
        seat = facts["awaiting"][0]["seat"]
        legal = s.get(f"/games/{game}/legal?limit=1", s.viewer(game, seat)).json()
        last = {"command": legal["moves"][0]["command"], "key": f"m{n}"}
        done = play(s, game, seat, **last).json()
    s.restart()
    again = play(s, game, seat, **last)
    assert (again.status_code, again.json()) == (200, {**done, "repeated": True})
