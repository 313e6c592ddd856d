"""Looking at games: lists, lines, positions, moves, verdicts, files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from common.examples import GAMES
from common.refusals import tells
from ledger.kernel.game.registry import offered
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.verify.verify import verify_bytes

from ..checked_service import CheckedService, error

sys.path.append(str(GAMES))

from ledger_goofspiel import GAME as GOOFSPIEL

NDJSON = {"Accept": "application/x-ndjson"}


def some_moves(s: CheckedService, game: str, count: int = 6) -> None:
    """Play the first legal move a few times."""
    for _ in range(count):
        facts = s.get(f"/games/{game}", s.viewer(game, None)).json()
        seat = facts["awaiting"][0]["seat"]
        legal = s.get(f"/games/{game}/legal?limit=1", s.viewer(game, seat)).json()
        command = legal["moves"][0]["command"]
        s.post(f"/games/{game}/commands", s.viewer(game, seat), command=command)


# --- lists ----------------------------------------------------------------------------------


def test_lists_and_their_filters(fresh: CheckedService) -> None:
    s = fresh
    admin = s.token("admin")
    for n in range(3):
        s.create("osaka", id=f"osaka-{n}", place="Łódź")
    s.create("splash", 3, id="pond")
    s.post("/games/osaka-1/abandon", admin, reason="rain")

    def ids(query: str = "", token: str = admin) -> list[str]:
        return [g["id"] for g in s.get(f"/games{query}", token).json()["games"]]

    every = ["osaka-0", "osaka-1", "osaka-2", "pond"]
    assert ids() == every
    assert ids("?game=splash") == ["pond"]
    assert ids("?game=chess") == []
    assert ids("?status=over") == ["osaka-1"]
    assert ids("?status=running") == ["osaka-0", "osaka-2", "pond"]
    assert ids("?status=damaged") == []
    assert ids("?player=CELINA") == ["pond"]
    assert ids("?player=celin") == []
    assert ids("?since=2026-03-01&until=2026-03-01") == every
    assert ids("?since=2026-03-02") == ids("?until=2026-02-28") == []
    assert ids("?game=osaka&status=running&player=ana") == ["osaka-0", "osaka-2"]
    page = s.get("/games?limit=3", admin).json()
    assert (len(page["games"]), page["next"]) == (3, "osaka-2")
    assert s.get("/games?limit=3&after=osaka-2", admin).json()["next"] is None
    assert ids("?limit=4") == every
    assert ids("", s.token("seat", "pond", 1)) == ["pond"]
    assert ids("", s.token("spectator", "osaka-1")) == ["osaka-1"]
    assert ids("", s.token("spectator")) == every
    row = s.get("/games?limit=1", admin).json()["games"][0]
    assert row == {
        "id": "osaka-0",
        "game": "osaka",
        "title": "Traders of Osaka",
        "kind": "log",
        "status": "running",
        "players": ["Ana", "Bartek"],
        "date": row["date"],
        "place": "Łódź",
        "version": 6,
    }
    s.restart()
    assert ids("?status=over") == ["osaka-1"]
    assert ids() == every


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=1001", "limit=x", "since=yesterday", "until=2026-02-31", "status=odd"],
)
def test_a_filter_that_cannot_be_read(s: CheckedService, query: str) -> None:
    said = error(s.get(f"/games?{query}", s.token("admin")), 400, "malformed")
    assert query.partition("=")[0] in said["detail"]


def test_kinds_and_whoami(s: CheckedService) -> None:
    kinds = {k["name"]: k for k in s.get("/kinds", s.token("spectator")).json()["games"]}
    assert {"osaka", "istanbul", "century", "klongs", "splash"} <= kinds.keys()
    assert kinds["osaka"]["players"] == [2, 3, 4]
    assert kinds["osaka"]["options"]["refill_timing"] == "after_sale"
    game = s.create("osaka")
    me = s.get("/whoami", s.token("seat", game, 2)).json()
    assert (me["role"], me["game"], me["seat"]) == ("seat", game, 2)
    assert "token" not in me
    assert "digest" not in me


# --- lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_lines_are_those_of_the_viewers_own_log(s: CheckedService, viewer: int | None) -> None:
    game = s.create("klongs")
    some_moves(s, game, 20)  # more groups than are kept at hand
    token = s.viewer(game, viewer)
    reading = read(s.log(game))
    raw = s.log(game) if viewer is None else redact(reading.game, reading.lines, viewer)[1]
    path = f"/games/{game}/events"
    lines = s.get(path, token, headers=NDJSON)
    assert lines.content == raw
    assert lines.headers["content-type"] == "application/x-ndjson"
    head = len(reading.lines)
    assert lines.headers["ledger-version"] == str(head)
    assert {"accept", "authorization"} <= set(lines.headers["vary"].lower().split(", "))
    each = raw.splitlines(keepends=True)
    for first, limit in ((1, 1), (3, 4), (head - 1, 10), (head, 1), (head + 1, 5), (10**6, 1)):
        part = s.get(f"{path}?from={first}&limit={limit}", token, headers=NDJSON)
        assert part.content == b"".join(each[first - 1 : first - 1 + limit])
        page = s.get(f"{path}?from={first}&limit={limit}", token).json()
        assert page["events"] == [msgspec.json.decode(r) for r in each[first - 1 :][:limit]]
        assert page["next"] == (first + limit if first + limit <= head else None)
        assert (page["version"], page["viewer"]) == (head, viewer)
    # the same with nothing at hand but the disk
    s.restart()
    assert s.get(path, token, headers=NDJSON).content == raw


def test_nothing_new_is_not_sent_again(s: CheckedService) -> None:
    game = s.create("osaka")
    token = s.viewer(game, 2)
    for path in ("", "/events", "/state", "/legal", "/export"):
        first = s.get(f"/games/{game}{path}", token)
        tag = first.headers["etag"]
        assert re.fullmatch(r'"6-[0-9a-f]{12}"', tag)
        for known in (tag, f"W/{tag}", f'"1", {tag}'):
            same = s.get(f"/games/{game}{path}", token, headers={"If-None-Match": known})
            assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
        other = s.get(f"/games/{game}{path}", token, headers={"If-None-Match": '"5"'})
        assert (other.status_code, other.content) == (200, first.content)


def version(s: CheckedService, game: str) -> int:
    return s.get(f"/games/{game}", s.token("admin")).json()["version"]


def test_each_representation_has_a_tag_of_its_own(s: CheckedService) -> None:
    game = s.create("klongs")
    path = f"/games/{game}"
    asked = [
        (f"{path}/events", s.viewer(game, viewer), headers)
        for viewer in (None, 0, 1, 2)
        for headers in ({}, NDJSON)
    ]
    for as_ in ("0", "1", "full"):
        asked.append((f"{path}/state?as={as_}", s.viewer(game, None), {}))
    asked += [(f"{path}/state?at=3", s.viewer(game, 1), {}), (path, s.viewer(game, 1), {})]
    tags = {s.get(url, token, headers=more).headers["etag"] for url, token, more in asked}
    assert len(tags) == len(asked)
    assert {int(tag.strip('"').partition("-")[0]) for tag in tags} == {version(s, game)}
    # each of them says which version a move is meant for
    for tag in tags:
        stale = {"If-Match": tag.replace(f'"{version(s, game)}-', '"1-')}
        answer = s.post(f"{path}/notes", s.viewer(game, 1), headers=stale, text="hm")
        assert error(answer, 412, "stale")["version"] == version(s, game)
        assert answer.headers["etag"] == f'"{version(s, game)}"'
    for tag in tags:
        here = {"If-Match": tag.replace(tag.partition("-")[0], f'"{version(s, game)}')}
        answer = s.post(f"{path}/notes", s.viewer(game, 1), headers=here, text="hm")
        assert answer.status_code == 201


def test_head_has_the_headers_of_get_and_no_body(s: CheckedService) -> None:
    game = s.create("klongs")
    token = s.viewer(game, 1)
    s.post(f"/games/{game}/abandon", s.token("admin"), reason="rain")  # so that its stream ends
    described = s.get("/openapi.json").json()["paths"]
    values = {"id": game, "name": "players", "token_id": "x", "number": 1, "rule": "KLO-01"}
    tried = 0
    for path, item in described.items():
        if path == "/api/v1/stream":  # it has no end, but a head
            head = s.ask("HEAD", path, token)
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["content-type"] == "text/event-stream; charset=utf-8"
        elif "get" in item and path != "/metrics":
            url = path.format(**values)
            whole, head = s.get(url, token), s.ask("HEAD", url, token)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            assert head.headers == whole.headers, path
            tried += 1
        elif path != "/metrics":
            wrong = s.ask("HEAD", path.format(**values), token)
            assert (wrong.status_code, wrong.content) == (405, b"")
    assert tried > 10
    known = {"If-None-Match": s.ask("HEAD", f"/games/{game}", token).headers["etag"]}
    assert s.ask("HEAD", f"/games/{game}", token, headers=known).status_code == 304


def test_the_wrong_method_is_told_the_right_ones(s: CheckedService) -> None:
    described = s.get("/openapi.json").json()["paths"]
    for path, item in described.items():
        url = path.format(id="x", name="players", token_id="x", number=1, rule="x")
        answer = s.ask("PATCH", url, s.token("admin"))
        error(answer, 405, "method")
        methods = {method.upper() for method in item} | {"OPTIONS"}
        if "get" in item:
            methods.add("HEAD")
        assert set(answer.headers["allow"].split(", ")) == methods, path


def test_whose_eyes_a_referee_takes(s: CheckedService) -> None:
    game = s.create("klongs")
    path = f"/games/{game}/events"
    for as_, viewer in (("0", 0), ("1", 1), ("2", 2), ("full", None)):
        own = s.get(path, s.viewer(game, viewer))
        for token in (s.viewer(game, None), s.token("admin"), s.token("referee")):
            assert s.get(f"{path}?as={as_}", token).content == own.content
    assert s.get(f"{path}?as=1", s.viewer(game, 1)).status_code == 200
    error(s.get(f"{path}?as=2", s.viewer(game, 1)), 403, "forbidden")
    error(s.get(f"{path}?as=full", s.viewer(game, 0)), 403, "forbidden")
    error(s.get(f"{path}?as=3", s.viewer(game, None)), 400, "malformed")
    error(s.get(f"{path}?as=me", s.viewer(game, None)), 400, "malformed")
    error(s.get(f"{path}?as=17", s.viewer(game, None)), 400, "malformed")


@pytest.mark.parametrize("query", ["from=0", "from=-1", "from=x", "limit=0", "limit=10001"])
def test_lines_that_cannot_be_asked_for(s: CheckedService, query: str) -> None:
    game = s.create("osaka")
    error(s.get(f"/games/{game}/events?{query}", s.viewer(game, 1)), 400, "malformed")


# --- positions and moves --------------------------------------------------------------------


def test_positions_at_any_line_and_turn(s: CheckedService) -> None:
    game = s.create("splash")
    some_moves(s, game, 5)
    token = s.viewer(game, 1)
    path = f"/games/{game}/state"
    now = s.get(path, token).json()
    assert s.get(f"{path}?at={now['version']}", token).json() == now
    opening = s.get(f"{path}?at=4", token).json()
    assert (opening["at"], opening["version"]) == (4, now["version"])
    assert opening["awaiting"][0]["seat"] == 1
    inside = s.get(f"{path}?at=2", token).json()
    assert inside["awaiting"] == []
    turn = s.get(f"{path}?turn=1", token).json()
    assert turn["turn"] == 1
    for query in ("at=0", "at=x", "turn=-1", "at=1&turn=1"):
        error(s.get(f"{path}?{query}", token), 400, "malformed")
    for query in (f"at={now['version'] + 1}", "turn=999"):
        error(s.get(f"{path}?{query}", token), 404, "missing")
    hidden = s.get(path, s.viewer(game, 0)).json()["view"]["seats"]
    assert all(seat["stones"] is None for seat in hidden)


@pytest.fixture
def goofspiel() -> Iterator[None]:
    with offered(GOOFSPIEL):
        yield


@pytest.mark.usefixtures("goofspiel")
def test_all_who_may_answer_now_are_told(fresh: CheckedService) -> None:
    s = fresh

    def answering(viewer: int | None, what: str = "") -> list[int]:
        facts = s.get(f"/games/{game}{what}", s.viewer(game, viewer)).json()
        assert {q["seat"] for q in facts["awaiting"]} >= set(facts["answering"])
        return facts["answering"]

    game = s.create("goofspiel", 3)
    for viewer in (None, 0, 1, 2, 3):
        assert answering(viewer) == answering(viewer, "/state") == [1, 2, 3]
    assert answering(2, "/state?at=1") == []
    for seat, left in ((2, [1, 3]), (1, [3]), (3, [1, 2, 3])):
        s.post(f"/games/{game}/commands", s.viewer(game, seat), move="bid 5")
        assert [answering(viewer) for viewer in (None, 0, 1, 2, 3)] == [left] * 5
    game = s.create("osaka", 3)
    awaiting = s.get(f"/games/{game}", s.viewer(game, 0)).json()["awaiting"]
    assert len(awaiting) == 3  # they choose a token one after the other
    assert answering(0) == [awaiting[0]["seat"]]
    s.post(f"/games/{game}/abandon", s.token("admin"), reason="rain")
    assert answering(0) == answering(0, "/state") == []


def test_legal_moves_are_for_who_is_asked(s: CheckedService) -> None:
    game = s.create("osaka")
    path = f"/games/{game}/legal"
    asked = s.get(path, s.viewer(game, 2)).json()
    assert [m["move"] for m in asked["moves"]] == [
        f"claim {colour}" for colour in ("red", "blue", "yellow", "green")
    ]
    assert asked["question"] == {"seat": 2, "ask": "starting token", "rule": "OSA-09"}
    assert not asked["more"]
    few = s.get(f"{path}?limit=3", s.viewer(game, 2)).json()
    assert (len(few["moves"]), few["more"]) == (3, True)
    other = s.get(path, s.viewer(game, 1)).json()
    assert (other["seat"], other["moves"], other["question"]) == (1, [], None)
    error(s.get(path, s.viewer(game, 0)), 403, "forbidden")
    error(s.get(f"{path}?seat=2", s.viewer(game, 1)), 403, "forbidden")
    assert s.get(f"{path}?seat=2", s.viewer(game, 2)).json() == asked
    for token in (s.viewer(game, None), s.token("admin")):
        assert s.get(path, token).json() == asked
        assert s.get(f"{path}?seat=1", token).json() == other
        error(s.get(f"{path}?seat=3", token), 400, "malformed")
    for query in ("limit=0", "limit=10001", "seat=0", "seat=17"):
        error(s.get(f"{path}?{query}", s.viewer(game, None)), 400, "malformed")


# --- verdicts, files, branches --------------------------------------------------------------


@pytest.mark.parametrize("kind", ["osaka", "istanbul", "century", "klongs", "splash"])
def test_every_viewers_log_verifies_and_its_files_are_read_again(
    s: CheckedService, kind: str
) -> None:
    game = s.create(kind, id=f"{kind}-files")
    some_moves(s, game, 8)
    for viewer in (None, 0, 1, 2):
        token = s.viewer(game, viewer)
        verdict = s.get(f"/games/{game}/verify", token).json()
        assert verdict["verdict"] in (("legal",) if viewer is None else ("legal", "possible"))
        assert verdict["problems"] == []
        log = s.get(f"/games/{game}/export?to=jsonl", token)
        assert (
            log.content == s.get(f"/games/{game}/events?limit=10000", token, headers=NDJSON).content
        )
        assert verify_bytes(log.content).verdict == verdict["verdict"]
        text = s.get(f"/games/{game}/export?to=session", token)
        assert text.headers["content-type"] == "text/plain; charset=utf-8"
        again = read_session(text.text)
        full = read(log.content).lines
        assert [(x.type, x.data) for x in again.lines[1:]] == [(x.type, x.data) for x in full[1:]]
    error(s.get(f"/games/{game}/export?to=pdf", s.viewer(game, 1)), 400, "malformed")


def test_names_that_would_break_a_file(s: CheckedService) -> None:
    names = ['Ana, "the" #1', "b\nplayers: x\u202e"]
    answer = s.post("/games", s.token("admin"), game="osaka", seats=names)
    assert answer.status_code == 201
    text = s.get(f"/games/{answer.json()['id']}/export?to=session", s.token("admin")).text
    assert [seat.name for seat in read_session(text).lines[0].data.seats] == names


def test_a_game_that_hides_something_is_branched_only_when_it_is_over(s: CheckedService) -> None:
    """Moves in the branch would show everybody what is still hidden."""
    game = s.create("splash")
    some_moves(s, game, 3)
    admin = s.token("admin")
    said = error(s.post(f"/games/{game}/branches", admin, at=4), 422, "illegal")
    assert "still hidden" in said["detail"]
    s.post(f"/games/{game}/abandon", admin, reason="late")
    assert s.post(f"/games/{game}/branches", admin, at=4).status_code == 201


def test_a_branch_goes_on_from_any_move(s: CheckedService) -> None:
    game = s.create("osaka")
    some_moves(s, game, 3)
    admin, whole = s.token("admin"), s.log(game)

    def branch(**body: Any) -> Any:
        return s.post(f"/games/{game}/branches", admin, **body)

    end = next(x.seq for x in read(whole).lines if not x.more)
    first = branch(at=end, id="what-if", key="b")
    assert first.status_code == 201
    assert first.headers["location"] == "/api/v1/games/what-if"
    assert (first.json()["version"], first.json()["id"]) == (end, "what-if")
    origin = read(s.log("what-if")).lines[0].data.origin
    assert (origin.id, origin.at) == (game, end)
    again = branch(at=end, id="what-if", key="b")
    assert (again.status_code, again.json()) == (200, first.json())
    error(branch(at=end, id="what-if"), 409, "conflict")
    last = read(s.log(game)).lines[-1].seq
    error(branch(at=last, id="what-if", key="b"), 409, "conflict")
    assert tells(error(branch(at=2), 422, "illegal")["detail"], f"2 | {end}")
    error(branch(at=10**6), 422, "illegal")
    error(branch(at=0), 400, "malformed")
    keyed = branch(at=end, key="c").json()["id"]
    assert branch(at=end, key="c").json()["id"] == keyed
    error(
        s.get("/games/what-if", s.viewer(game, None)), 403, "forbidden"
    )  # a token is for its game alone
    move = s.post("/games/what-if/commands", s.token("admin"), move="claim red")
    assert move.status_code == 201
    assert s.log(game) == whole


def test_a_finished_game_is_branched_to_play_on(s: CheckedService) -> None:
    game = s.create("osaka")
    s.post(f"/games/{game}/abandon", s.viewer(game, None), reason="late")
    answer = s.post(f"/games/{game}/branches", s.token("admin"), at=6, id="on")
    assert (answer.status_code, answer.json()["status"]) == (201, "running")
    assert s.post("/games/on/commands", s.token("admin"), move="claim red").status_code == 201


def test_what_is_not_there(s: CheckedService) -> None:
    for path in ("", "/events", "/state", "/legal", "/verify", "/export", "/stream"):
        error(s.get(f"/games/nowhere{path}", s.token("admin")), 404, "missing")
        error(s.get(f"/games/No%20Where{path}", s.token("admin")), 400, "malformed")
    error(s.get("/nothing", s.token("admin")), 404, "missing")
    error(s.ask("PUT", "/games", s.token("admin")), 405, "method")
    said = error(s.get("/reports/nothing", s.token("admin")), 404, "missing")
    assert "nothing" in said["detail"]
