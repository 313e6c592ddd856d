"""Clients, bots and people at the tables of the real server."""

from __future__ import annotations

import threading
import time

import pytest

import ledger
from ledger.client.bot_player import BotPlayer
from ledger.client.client import Client, new_key
from ledger.client.remote_game import RemoteGame
from ledger.kernel.errors import Conflict, Illegal, Missing, Stale
from ledger.kernel.replay.redact import redact
from ledger.kernel.verify.verify import verify_bytes
from ledger.protocol.errors import AccessDenied


def seat(real_server, table, viewer, **more):
    return Client(table.url, real_server.token(table, viewer), **more).game()


@pytest.mark.parametrize("game", ledger.installed())
def test_bots_play_a_whole_game_on_the_server(run, real_server, game):
    players = ledger.installed()[game].meta.players[-1] if game != "century" else 3
    table = real_server.table(game, players)
    streams = {v: [] for v in range(players + 1)}

    def watch(viewer):
        streams[viewer] += [x for g in seat(real_server, table, viewer).stream() for x in g]

    watching = [threading.Thread(target=watch, args=(v,), daemon=True) for v in streams]
    for one in watching:
        one.start()
    files = [x for n in range(1, players + 1) for x in ("--token-file", real_server.file(table, n))]
    result = run("bot", table.url, *files, "--seed", 5, "--json")
    assert result.code == 0, result.err
    assert len(result.jsons) == players
    for one in watching:
        one.join(20)
        assert not one.is_alive()
    full = table.export()
    assert verify_bytes(full).verdict == "legal"
    assert table.facts().status == "over"
    reading = ledger.read(full)
    for viewer, lines in streams.items():
        assert b"".join(x + b"\n" for x in lines) == redact(reading.game, reading.lines, viewer)[1]


def test_all_games_in_one_stream_survive_a_killed_server(real_server):
    start = real_server.table("osaka", 2)  # other tests left games here too
    stream = real_server.admin.stream("end")
    got = []

    def listen():
        for group in stream:
            got.append(group)
            if b"the end" in group.lines[-1]:
                return

    listening = threading.Thread(target=listen, daemon=True)
    listening.start()
    for _ in range(200):
        if stream.cursor != "end":
            break
        time.sleep(0.05)
    tables = [real_server.table(name) for name in ("klongs", "osaka")]
    tables[0].note("one")
    real_server.kill()
    real_server.start()
    tables[1].note("two")

    def told(table):
        return [raw for group in got if group.id == table.id for raw in group.lines]

    # what the killed server had written and not yet told may come behind newer lines
    wanted = {table: table.events() for table in tables}
    for _ in range(300):
        if all(len(told(table)) >= len(lines) for table, lines in wanted.items()):
            break
        time.sleep(0.1)
    start.note("the end")
    listening.join(30)
    assert not listening.is_alive()
    assert {table: told(table) for table in tables} == wanted
    assert [group.id for group in got][-1] == start.id
    assert len({group.cursor for group in got}) == len(got)
    # from the start, every line is checked to follow the one before
    every = iter(real_server.admin.stream())
    whole = {}
    while not any(b"the end" in x for x in whole.get(start.id, ())):
        group = next(every)
        whole.setdefault(group.id, []).extend(group.lines)
    assert whole[tables[1].id] == tables[1].events()


def test_everything_that_the_client_can_ask(real_server):
    table = real_server.table("osaka")
    assert {"osaka", "splash"} <= {k.name for k in real_server.admin.kinds()}
    assert real_server.admin.whoami().role == "admin"
    assert table.id in [g.id for g in real_server.admin.games(game="osaka", status="running")]
    first = table.facts().awaiting[0].seat
    ana = seat(real_server, table, first)  # or Bartek: who begins is chance
    assert (ana.facts().viewer, ana.facts().version) == (first, len(ana.events()))
    legal = ana.legal()
    assert legal.question.seat == first
    key = new_key()
    done = ana.play(legal.moves[0].command, version=legal.version, key=key)
    assert ana.play(legal.moves[0].move, version=legal.version, key=key).repeated
    with pytest.raises(Stale) as stale:
        ana.play(legal.moves[0].move, version=legal.version)
    assert stale.value.seq == done.version
    with pytest.raises(Conflict):
        ana.play(legal.moves[1].move, key=key)
    with pytest.raises(Illegal) as illegal:
        ana.play(legal.moves[0].move)
    assert illegal.value.rule
    assert ana.note("hello").version == done.version + 1
    assert ana.state(done.version).at == done.version
    assert ana.verify().verdict in ("legal", "possible")
    assert b"hello" in ana.export("session")
    branch = table.branch(done.version)
    assert branch.facts().version == done.version
    assert table.undo(done.version).version == done.version + 2
    assert table.abandon("late").version
    assert real_server.admin.query("select 1 as one").rows == [[1]]
    assert real_server.admin.reports()
    made = real_server.admin.make_token("spectator", game=table.id)
    watcher = Client(real_server.url, made.token)
    assert watcher.game().id == table.id
    real_server.admin.revoke(made.facts.id)
    assert made.facts.id in [t.id for t in real_server.admin.tokens() if t.revoked]
    with pytest.raises(AccessDenied):
        watcher.whoami()
    with pytest.raises(AccessDenied):
        ana.client.game("another").facts()
    with pytest.raises(Missing):
        real_server.admin.game("another").facts()
    with pytest.raises(AccessDenied):
        list(Client(table.url, "ledger_wrong").game().stream())


def test_a_killed_server_costs_nothing(real_server):
    """Readers and bots wait for it and go on."""
    table = real_server.table("osaka", 3)
    players = [BotPlayer(seat(real_server, table, n), seed=n, delay=0.005) for n in (1, 2, 3)]
    streamed, ends = RemoteGame(), []
    watcher = iter(seat(real_server, table, 0).stream())
    threads = [
        threading.Thread(target=lambda p=p: ends.append(p.play()), daemon=True) for p in players
    ]
    for one in threads:
        one.start()
    while streamed.version < 40:
        streamed.take(next(watcher))
    real_server.kill()
    real_server.start()
    for group in watcher:
        streamed.take(group)
    for one in threads:
        one.join(30)
    assert len(ends) == 3
    full = table.export()
    assert verify_bytes(full).verdict == "legal"
    assert streamed.version == full.count(b"\n") == ends[0].lines
