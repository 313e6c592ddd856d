"""The running service: how it stops."""

from __future__ import annotations

import signal

import pytest

from client.real_server import House


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_good_order(tmp_path, sign):
    house = House(tmp_path)
    table = house.table("klongs")
    stream = iter(house.admin.game(table.id).stream())
    next(stream)
    house.process.send_signal(sign)
    _, told = house.process.communicate(timeout=20)
    assert house.process.returncode == 0
    assert told.splitlines()[-1] == "stopped"
    assert "Traceback" not in told
    house.start()
    assert table.facts().version > 0
    house.stop()
