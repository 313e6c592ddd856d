"""In a long log, what repeats is kept once; the log is the same."""

from __future__ import annotations

import pytest

from ledger.kernel.game.registry import installed
from ledger.kernel.log.codec import encode
from ledger.kernel.replay import reading
from ledger.testing.playing import whole_game


@pytest.mark.parametrize("name", sorted(installed()))
def test_a_long_log_shares_what_repeats_and_is_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = whole_game(installed()[name], 1).bytes()
    apart = reading.read(data).lines
    monkeypatch.setattr(reading, "LONG", 0)
    shared = reading.read(data).lines
    assert shared == apart
    assert encode(shared) == data
    assert len({id(x.data) for x in shared}) < len({id(x.data) for x in apart})
