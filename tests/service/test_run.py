"""The running service: how it stops."""

from __future__ import annotations

import signal

import pytest

from client.real_server import RealServer


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_good_order(tmp_path, sign):
    real_server = RealServer(tmp_path)
    table = real_server.table("klongs")
    stream = iter(real_server.admin.game(table.id).stream())
    next(stream)
    real_server.process.send_signal(sign)
    _, told = real_server.process.communicate(timeout=20)
    assert real_server.process.returncode == 0
    assert told.splitlines()[-1] == "stopped"
    assert "Traceback" not in told
    real_server.start()
    assert table.facts().version > 0
    real_server.stop()
