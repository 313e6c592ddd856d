"""`ledger host`: a game on a server, ready to be joined."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from common.forgotten import PSEUDO, forgotten
from common.refusals import tells
from ledger.cli.language import speak
from ledger.client.client import Client
from ledger.web.links import qr_text


def test_a_hosted_game_can_be_joined_by_each_seat(real_server, run, tmp_path):
    admin = real_server.folder / "library" / ".service" / "admin-token"
    told = run("host", "klongs", "--players", "Ana,Bartek", "--server", real_server.url,
               "--tokens", tmp_path / "t", "--token-file", admin, "--json")  # fmt: skip
    assert told.code == 0, told.err
    made = told.json
    for seat in made["seats"]:
        path = tmp_path / "t" / f"{made['id']}-seat-{seat['seat']}.token"
        assert str(path) == seat["file"]
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with Client(made["url"], path.read_text().strip()) as client:
            assert client.whoami().seat == seat["seat"]
            assert client.game().facts().seats[seat["seat"] - 1].name == seat["name"]
        assert seat["link"] == f"{made['url']}#join={path.read_text().strip()}"
    watching = Path(made["spectator"]).read_text().strip()
    assert made["spectator_link"] == f"{made['url']}#join={watching}"
    words = run("host", "osaka", "--players", "Ana,Bartek", "--server", real_server.url,
                "--tokens", tmp_path / "t", "--token-file", admin)  # fmt: skip
    assert "  Ana: ledger play http://127.0.0.1:" in words.out
    assert "seat-2.token" in words.out
    links = re.findall(r"http://\S+/games/\S+#join=ledger_[a-z0-9]{10}_[\w-]{43}$", words.out, re.M)
    assert len(links) == 3
    assert "█" not in words.out
    words = run("host", "osaka", "--players", "Ana,Bartek", "--server", real_server.url,
                "--tokens", tmp_path / "t", "--token-file", admin, "--lang", PSEUDO)  # fmt: skip
    assert not forgotten(
        words.out.replace("ledger play", "").replace("ledger tail", ""), "Ana Bartek"
    )
    speak("en")


def test_links_can_be_photographed(real_server, run, tmp_path):
    admin = real_server.folder / "library" / ".service" / "admin-token"
    told = run("host", "osaka", "--players", "Ana,Bartek", "--server", real_server.url,
               "--tokens", tmp_path / "t", "--token-file", admin, "--qr")  # fmt: skip
    assert told.code == 0, told.err
    for link in re.findall(r"http://\S+#join=\S+", told.out):
        assert qr_text(link) in told.out


def test_a_host_needs_no_admin(real_server, run, tmp_path):
    token = tmp_path / "host.token"
    token.write_text(real_server.admin.make_token("host").token)
    told = run("host", "osaka", "--players", "Ana,Bartek", "--server", real_server.url,
               "--tokens", tmp_path / "t", "--token-file", token, "--json")  # fmt: skip
    assert told.code == 0, told.err
    with Client(real_server.url, token.read_text()) as client:
        assert [g.id for g in client.games()] == [told.json["id"]]
        assert {t.seat for t in client.tokens()} == {1, 2, None}
        assert client.query("select log from games").rows == [[told.json["id"]]]


def test_what_is_wrong_is_told(real_server, run, tmp_path):
    admin = real_server.folder / "library" / ".service" / "admin-token"
    base = ("--server", real_server.url, "--tokens", tmp_path / "t", "--token-file", admin)
    wrong = run("host", "osako", "--players", "Ana,Bartek", *base)
    assert wrong.code == 2
    assert tells(wrong.err, "osako")
    alone = run("host", "osaka", "--players", "Ana", *base)
    assert alone.code == 1
    assert tells(alone.err, "2 | 4 | 1")
    none = run("host", "osaka", "--players", "Ana,Bartek", "--server", real_server.url)
    assert none.code == 2
    assert not (tmp_path / "t").exists()
