"""What pages load is packed for who takes it, and nothing else is."""

from __future__ import annotations

import gzip

import pytest

from ledger.service.http.compression import LEAST, compressed, compressed_tag, plain_tag, takes_gzip

from ..checked_service import CheckedService

TELLING = ("chapters/1", "contents", "picture.svg")


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        *(("gzip", True), ("br, gzip;q=0.5", True), ("deflate, GZIP", True)),
        *(("", False), ("br", False), ("gzip;q=0", False), ("gzip; q=0.0", False)),
    ],
)
def test_who_takes_it(accepted: str, takes: bool) -> None:
    assert takes_gzip(accepted) is takes


def test_tags_tell_the_two_apart() -> None:
    assert plain_tag(compressed_tag('"7-ab"')) == plain_tag('"7-ab"') == '"7-ab"'
    assert compressed(b"x" * (LEAST - 1)) is None


def test_a_game_is_told_packed_to_who_takes_it(s: CheckedService) -> None:
    game = s.create("osaka")
    token = s.viewer(game, 1)
    for what in TELLING:
        path = f"/games/{game}/{what}"
        plain = s.get(path, token, headers={"Accept-Encoding": "identity"})
        small = s.get(path, token, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert plain.content == small.content  # the client has unpacked it
        assert "Accept-Encoding" in small.headers["vary"]
        if len(plain.content) >= LEAST:
            assert small.headers["content-encoding"] == "gzip"
            assert small.headers["etag"] == compressed_tag(plain.headers["etag"])
            sent = int(small.headers["content-length"])
            assert sent == len(gzip.compress(plain.content, 1, mtime=0)) < len(plain.content)
        for tag in (small.headers["etag"], plain.headers["etag"]):  # either is known again
            known = s.get(path, token, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
            assert (known.status_code, known.content) == (304, b"")
            assert "content-encoding" not in known.headers
    version = s.get(f"/games/{game}", token).json()["version"]
    tag = f'"{version}-{"0" * 12}-gzip"'
    noted = s.post(f"/games/{game}/notes", token, headers={"If-Match": tag}, text="mine")
    assert noted.status_code == 201, noted.text


def test_nothing_else_is_packed(s: CheckedService) -> None:
    game = s.create("osaka")
    for what in ("state", "events", "legal", "choices", "export", ""):
        answer = s.get(f"/games/{game}/{what}".rstrip("/"), s.viewer(game, 1))
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers
