"""A server that sends a game with a hostile box: it can be followed, but not drawn or played."""

from __future__ import annotations

from common.hostile import SAYS, hostile_table
from common.refusals import refuses
from ledger.client.remote_game import RemoteGame
from ledger.kernel.errors import TooMuch
from ledger.kernel.log.codec import encode
from ledger.kernel.log.events import groups


def test_a_client_follows_it_and_no_more() -> None:
    table, remote = hostile_table(), RemoteGame()
    for group in groups(table.lines):
        remote.take(encode(group).splitlines())
    assert remote.state == table.state
    for use in (remote.legal, lambda: remote.draw(80)):
        with refuses(TooMuch, SAYS):
            use()
