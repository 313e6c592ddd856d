"""A game as pages show it: chapters, contents, rules and pictures, for each viewer."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from ledger.kernel.narration.narrate import labels, rows
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay
from ledger.web.contents import PART

from ..checked_service import CheckedService, error
from .test_reading import some_moves

LONG = 130
"""Lines that begin a third chapter."""


@pytest.fixture(scope="module")
def game(_shared: CheckedService) -> str:
    """Return a game with a remark, a take-back, and more than two chapters."""
    s = _shared
    game = s.create("klongs", id="a-long-evening", place="Łódź <b>")
    s.post(f"/games/{game}/notes", s.viewer(game, None), text="<script>alert(1)</script>")
    some_moves(s, game, 2)
    s.post(f"/games/{game}/undo", s.viewer(game, None))
    while s.get(f"/games/{game}", s.viewer(game, 0)).json()["version"] < LONG:
        some_moves(s, game, 10)
    return game


def lines_seen(s: CheckedService, game: str, viewer: int | None) -> Replay:
    reading = read(s.get(f"/games/{game}/export", s.viewer(game, viewer)).content)
    return Replay(reading.game, reading.lines)


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_chapters_tell_every_line_of_the_viewers_log(
    s: CheckedService, game: str, viewer: int | None
) -> None:
    token = s.viewer(game, viewer)
    replay = lines_seen(s, game, viewer)
    version, names = len(replay), ["Ana", "Bartek"]
    told: list[Any] = []
    for n in range(1, 4):
        found = s.get(f"/games/{game}/chapters/{n}?lang=pl", token).json()
        head = {k: found[k] for k in ("game", "version", "viewer", "lang", "chapter", "first")}
        assert head == {
            "game": "klongs",
            "version": version,
            "viewer": viewer,
            "lang": "pl",
            "chapter": n,
            "first": 64 * n - 63,
        }
        assert found["last"] == min(64 * n, version)
        assert found["start"].keys() == {"caption", "regions", "faces", "panels", "pieces"}
        assert "step" not in found["lines"][0]
        assert all("step" in line for line in found["lines"][1:])
        told += found["lines"]
    assert s.get(f"/games/{game}/chapters/0?lang=pl", token).json() == found
    expected = rows(replay, 1, version, names, viewer, "pl")
    for line, row in zip(told, expected, strict=True):
        assert (line["seq"], line["turn"], line["type"]) == (
            row.line.seq,
            row.line.turn,
            row.line.type,
        )
        assert line["words"] == row.words
        assert line.get("more", False) == row.line.more
        assert line.get("at") == row.line.at
        assert [tuple(c) for c in line.get("changes", ())] == [tuple(c) for c in row.changes]
        assert line.get("note", False) == (row.line.type == "noted")
        if row.line.type == "retracted":
            assert (line["back"], line["to"]) == (True, row.line.data.to)
        else:
            assert not line.keys() & {"back", "to"}


def test_only_what_is_new(s: CheckedService, game: str) -> None:
    token = s.viewer(game, 1)
    path = f"/games/{game}/chapters/2"
    whole = s.get(path, token).json()
    for after in (65, 100, 128):
        part = s.get(f"{path}?after={after}", token).json()
        assert part["start"] is None
        assert part["lines"] == whole["lines"][after - 64 :]
        assert (part["first"], part["last"]) == (65, 128)
    for elsewhere in (0, 64, 129, 9999):
        assert s.get(f"{path}?after={elsewhere}", token).json() == whole


def test_a_browser_asks_whether_it_is_still_the_same(s: CheckedService, game: str) -> None:
    token = s.viewer(game, 1)
    for what in ("chapters/1", "contents", "rules/KLO-01", "picture.svg"):
        answer = s.get(f"/games/{game}/{what}", token)
        assert answer.status_code == 200, answer.text
        known = {"If-None-Match": answer.headers["etag"]}
        again = s.get(f"/games/{game}/{what}", token, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert "public" not in answer.headers["cache-control"]
        assert "authorization" in answer.headers["vary"].lower()
    for what in ("chapters/1", "contents"):
        mine, theirs = (
            s.get(f"/games/{game}/{what}", s.viewer(game, v)).headers["etag"] for v in (1, 2)
        )
        assert mine != theirs


def test_what_is_not_there(s: CheckedService, game: str) -> None:
    token = s.viewer(game, 1)
    for path in ("chapters/4", "chapters/99999", "rules/KLO-9999", "picture.svg?at=9999"):
        error(s.get(f"/games/{game}/{path}", token), 404, "missing")
    error(s.get(f"/games/{game}/chapters/-1", token), 400, "malformed")
    error(s.get(f"/games/{game}/picture.svg?turn=1&at=2", token), 400, "malformed")
    error(s.get(f"/games/{game}/picture.svg?width=99999", token), 400, "malformed")
    for path in ("chapters/1", "contents", "picture.svg"):
        error(s.get(f"/games/{game}/{path}?as=full", token), 403, "forbidden")
        error(s.get(f"/games/{game}/{path}?as=2", token), 403, "forbidden")
        error(s.get(f"/games/{game}/{path}?as=3", s.viewer(game, None)), 400, "malformed")


def test_contents_say_who_plays_and_how_it_stands(s: CheckedService, game: str) -> None:
    found = s.get(f"/games/{game}/contents?lang=pl", s.viewer(game, None)).json()
    facts = s.get(f"/games/{game}", s.viewer(game, None)).json()
    same = ("id", "game", "version", "viewer", "status", "result", "options", "place", "started")
    assert {k: found[k] for k in same} == {k: facts[k] for k in same}
    assert found["names"] == ["Ana", "Bartek"]
    assert len(found["tones"]) == 2
    assert found["languages"] == ["en", "it", "pl"]
    assert found["over"] is False
    replay = lines_seen(s, game, None)
    assert {r["key"]: r["name"] for r in found["resources"]} == labels(replay.game, "pl")
    assert [(x["as"], x["viewer"], x["name"]) for x in found["viewers"]] == [
        ("full", None, ""),
        ("0", 0, ""),
        ("1", 1, "Ana"),
        ("2", 2, "Bartek"),
    ]
    live = {(t.number, t.first, t.last) for t in replay.turns}
    assert live & {(row[0], row[3], row[4]) for row in found["turns"]}
    assert found["turns"][-1][4] == found["last"] == facts["version"]
    assert found["next"] is None
    kinds = {mark["kind"] for mark in found["marks"]}
    assert {"note", "back", "round", "score"} <= kinds
    assert next(m["text"] for m in found["marks"] if m["kind"] == "round").startswith("Runda")
    mine = s.get(f"/games/{game}/contents", s.viewer(game, 2)).json()
    assert [x["as"] for x in mine["viewers"]] == ["2"]
    assert s.get(f"/games/{game}/contents?lang=xx", s.viewer(game, 2)).json()["lang"] == "en"


def test_a_long_log_is_counted_in_parts(
    s: CheckedService, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = s.viewer(game, 1)
    whole = s.get(f"/games/{game}/contents", token).json()
    monkeypatch.setattr("ledger.service.open_games.chapter_cache.PART", 50)
    after, marks, scores = 0, [], []
    for _ in range(10):
        part = s.get(f"/games/{game}/contents?after={after}", token).json()
        assert part["last"] - after <= 50
        marks += part["marks"]
        scores += part["scores"]
        if part["next"] is None:
            break
        assert part["next"] == part["last"] == after + 50
        after = part["next"]
    assert (marks, scores) == (whole["marks"], whole["scores"])
    assert PART > 1000
    beyond = s.get(f"/games/{game}/contents?after=99999", token).json()
    assert (beyond["last"], beyond["marks"], beyond["next"]) == (whole["version"], [], None)


def test_a_game_that_is_over_says_how(s: CheckedService) -> None:
    game = s.create("osaka")
    s.post(f"/games/{game}/abandon", s.viewer(game, None), reason="the last tram")
    found = s.get(f"/games/{game}/contents", s.viewer(game, 0)).json()
    assert (found["status"], found["over"]) == ("over", True)
    assert found["result"]["finished"] is False
    assert found["marks"][-1]["kind"] == "end"
    assert "the last tram" in found["marks"][-1]["text"]


def test_the_rule_behind_an_event(s: CheckedService, game: str) -> None:
    token = s.viewer(game, 0)
    chapter = s.get(f"/games/{game}/chapters/1", token).json()
    ids = {id for line in chapter["lines"] for id in line.get("rules", ())}
    assert ids
    replay = lines_seen(s, game, 0)
    texts = {rule["id"]: rule for rule in replay.game.rulebook.data["rule"]}
    for id in sorted(ids):
        found = s.get(f"/games/{game}/rules/{id}", token).json()
        assert (found["id"], found["title"]) == (id, texts[id]["title"])
        assert found["text"] == " ".join(texts[id]["text"].split())
        polish = s.get(f"/games/{game}/rules/{id}?lang=pl", token).json()
        assert (found["lang"], polish["lang"]) == ("en", "pl")
        assert polish["text"] != found["text"]


def test_a_picture_of_a_position(s: CheckedService, game: str) -> None:
    drawn = {}
    for viewer in (None, 0, 1):
        answer = s.get(f"/games/{game}/picture.svg?at=90&width=390", s.viewer(game, viewer))
        assert answer.headers["content-type"] == "image/svg+xml"
        policy = answer.headers["content-security-policy"]
        assert "script-src" not in policy
        assert "default-src 'none'" in policy
        assert ET.fromstring(answer.text).get("width") == "390"  # noqa: S314 - we made it
        drawn[viewer] = answer.text
    assert len(set(drawn.values())) == 3
    token = s.viewer(game, 1)
    dark = s.get(f"/games/{game}/picture.svg?at=90&width=390&dark=true", token).text
    assert dark != drawn[1]
    turn = s.get(f"/games/{game}/picture.svg?turn=3", token).text
    end = lines_seen(s, game, 1).turn_end(3)
    assert turn == s.get(f"/games/{game}/picture.svg?at={end}", token).text
    now = s.get(f"/games/{game}/picture.svg", token).text
    version = s.get(f"/games/{game}", token).json()["version"]
    assert now == s.get(f"/games/{game}/picture.svg?at={version}", token).text
    as_one = s.get(f"/games/{game}/picture.svg?at=90&width=390&as=1", s.viewer(game, None)).text
    assert as_one == drawn[1]


def test_skins_are_open_to_all(s: CheckedService) -> None:
    for name in ("osaka", "klongs", "splash"):
        answer = s.ask("GET", f"/static/skins/{name}.svg")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert 'id="s-card"' in answer.text
    assert s.ask("GET", "/static/skins/chess.svg").status_code == 404


def test_a_seats_log_is_shown_as_the_seat_saw_it(
    s: CheckedService, game: str, fresh: CheckedService
) -> None:
    replay = lines_seen(s, game, None)
    _, raw = redact(replay.game, replay.lines, 2)
    fresh.add("what-bartek-saw", raw)
    referee = fresh.viewer("what-bartek-saw", None)
    found = fresh.get("/games/what-bartek-saw/contents", referee).json()
    assert [x["as"] for x in found["viewers"]] == ["2"]
    mine = s.get(f"/games/{game}/chapters/1", s.viewer(game, 2)).json()
    theirs = fresh.get("/games/what-bartek-saw/chapters/1", referee).json()
    assert mine["lines"] == theirs["lines"]
