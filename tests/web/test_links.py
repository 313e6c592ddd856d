"""QR codes: what a page draws and what a terminal shows are the same code."""

from __future__ import annotations

import re

import segno

from ledger.web.links import QUIET, qr_path, qr_text

LINK = "http://192.168.7.20:8000/games/osaka-1#join=ledger_abcdefghij_" + "x" * 43


def test_the_path_draws_the_code():
    size, path = qr_path(LINK)
    dark = {
        (int(x) + i, int(y))
        for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)
        for i in range(int(wide))
    }
    rows = list(segno.make(LINK, micro=False, error="m").matrix_iter(border=QUIET))
    assert len(rows) == size
    assert dark == {(x, y) for y, row in enumerate(rows) for x, on in enumerate(row) if on}
    assert re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", path)


def test_a_terminal_without_our_signs_shows_it_too():
    plain = qr_text(LINK, ascii_only=True).splitlines()
    assert plain[0] == "#" * len(plain[0])
    rows = segno.make(LINK, micro=False, error="l").matrix_iter(border=2)
    assert plain == ["".join("  " if on else "##" for on in row) for row in rows]
    pretty = qr_text(LINK).splitlines()
    assert len(pretty) == (len(plain) + 1) // 2
    assert not set("".join(pretty)) - set("█▀▄ ")
