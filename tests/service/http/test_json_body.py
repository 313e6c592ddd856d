"""Bodies and headers that nobody should send: refused in words, never a fault."""

from __future__ import annotations

import random

import pytest

from ..checked_service import CheckedService, error

GOOD = b'{"game":"osaka","seats":["Ana","Bo"]}'
JSON = "application/json"


def raw(s: CheckedService, body: bytes, kind: str | None = JSON, path: str = "/games"):
    headers = {} if kind is None else {"Content-Type": kind}
    return s.ask("POST", path, s.token("admin"), headers=headers, content=body)


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"null",
        b"[]",
        b'"x"',
        b"7",
        b"{}{}",
        b"\xff\xfe{}",
        b"\x00",
        b'{"game":"\xff","seats":[]}',
        b'{"game":"\\ud800","seats":["a","b"]}',
        b'{"game":NaN,"seats":[]}',
        b'{"game":"osaka","seats":[Infinity]}',
        b'{"game":"osaka","seats":["a","b"],"options":{"x":1e999}}',
        b'{"game":"osaka","seats":["a","b"],"options":{"x":' + b"9" * 5000 + b"}}",
        b'{"game":"osaka","seats":["a","b"],"box":{"cards":{"copies":{"2":-99999999999999999999}}}}',
        b'{"game":"osaka","seats":[["a"],["b"]]}',
        b'{"game":"osaka","seats":{"a":"b"}}',
        b'{"game":"osaka","seats":["a","b"],"seats":["a"]}',
        b"[" * 200_000,
        b'{"game":"osaka","seats":["a","b"],"box":'
        + b'{"a":' * 90_000
        + b"1"
        + b"}" * 90_000
        + b"}",
        b'{"game":"osaka","seats":["a","b"],"box":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        '{"game":"osaka"}'.encode("utf-16"),
        b"a=b&c=d",
    ],
)
def test_a_body_that_cannot_be_read(s: CheckedService, body: bytes) -> None:
    said = raw(s, body)
    assert said.status_code in (400, 422), said.text
    assert s.created == {}


def test_a_body_is_needed(s: CheckedService) -> None:
    for kind in (JSON, None):
        assert error(raw(s, b"", kind), 400, "malformed")["detail"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x", None]
)
def test_a_body_of_another_kind(s: CheckedService, kind: str | None) -> None:
    said = error(raw(s, GOOD, kind), 415, "media-type")
    assert "application/json" in said["detail"]
    assert s.created == {}


@pytest.mark.parametrize("kind", [JSON, f"{JSON}; charset=utf-8", "Application/JSON"])
def test_json_by_any_spelling(s: CheckedService, kind: str) -> None:
    assert raw(s, GOOD, kind).status_code == 201


def test_a_body_just_too_large(s: CheckedService) -> None:
    most = 1024 * 1024
    pad = GOOD[:-1] + b',"place":"' + b"x" * (most - len(GOOD) - 11) + b'"}'
    assert len(pad) == most
    error(raw(s, pad), 400, "malformed")  # large, but read
    error(raw(s, pad + b" "), 413, "too-large")


def test_random_bytes(s: CheckedService) -> None:
    rng = random.Random(5)
    game = s.create("splash")
    for path in (
        "/games",
        "/query",
        "/tokens",
        *(f"/games/{game}/{x}" for x in ("commands", "undo", "notes", "abandon", "branches")),
    ):
        for _ in range(12):
            body = rng.choice((rng.randbytes(rng.randint(1, 400)), _spoilt(rng)))
            assert raw(s, body, path=path).status_code in (400, 422), body


def _spoilt(rng: random.Random) -> bytes:
    """Return a body with some bytes changed, cut or doubled; never one that is right."""
    body = bytearray(b'{"move":"fish","version":3,"key":"k","text":"t","at":4,"role":"admin"}')
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(body))
        body[at : at + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
    return bytes(body)


def test_odd_addresses_and_headers(s: CheckedService) -> None:
    admin = s.token("admin")
    game = s.create("osaka")
    for path in (
        "/games/..%2f..%2fetc",
        "/games/%2e%2e",
        "/games/a%00b",
        f"/games/{'x' * 3000}",
        "/games/%ff%fe",
        f"/games/{game}/events?from=%ff",
        f"/games/{game}/events?from=99999999999999999999999",
        f"/games/{game}/state?at=1e3",
        "/games?limit=" + "9" * 5000,
        "/reports/..%2fx",
        "/tokens/..%2fx",
    ):
        assert s.get(path, admin).status_code in (400, 404, 405), path
    many = {f"X-{n}": "y" * 100 for n in range(300)}
    assert s.get(f"/games/{game}", admin, headers=many).status_code == 200
    for name, value in (
        ("Idempotency-Key", "x" * 101),
        ("Idempotency-Key", "two words"),
        ("Idempotency-Key", ""),
        ("If-Match", "x" * 10_000),
        ("If-Match", '"' + "9" * 16 + '"'),
    ):
        answer = s.post(f"/games/{game}/notes", admin, headers={name: value}, text="hm")
        error(answer, 400, "malformed")
    for value in ("-1", "x", "9" * 16, "1.0"):
        header = {"Last-Event-ID": value}
        error(s.get(f"/games/{game}/stream", admin, headers=header), 400, "malformed")
    error(s.get(f"/games/{game}/stream?after=7", admin), 422, "illegal")
