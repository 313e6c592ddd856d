"""What kind of file it is, by its first bytes."""

import pytest

from common.refusals import tells
from importers.reading import FIXTURES, ods, xlsx, zipped
from ledger.importers.detect import sniff
from ledger.importers.records import Kind
from ledger.kernel.errors import Malformed


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("backup.json", Kind.BGSTATS),
        ("plays.xml", Kind.BGG),
        ("tables.json", Kind.BGA_TABLES),
        ("log.json", Kind.BGA_LOG),
        ("replay.json", Kind.BGA_LOG),
        ("tall.csv", Kind.CSV),
        ("times.csv", Kind.CSV),
    ],
)
def test_fixtures_are_known_without_their_names(name, kind):
    assert sniff("download", (FIXTURES / name).read_bytes()) is kind


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("x", b'{"type":"opened","seq":1', Kind.LOG),
        ("x", b"# a game\n\ngame: osaka\nplayers: Ana", Kind.SESSION),
        ("x.session", b"anything", Kind.SESSION),
        ("x.csv", b"date\tgame", Kind.CSV),
        ("x", xlsx([["a"]]), Kind.XLSX),
        ("x", ods([["a"]]), Kind.ODS),
        ("x.ods", zipped({"content.xml": b""}), Kind.ODS),
        ("x", zipped({"a.csv": b""}), Kind.ZIP),
        ("x.txt", b"https://app.bgstatsapp.com/createPlay.html?data=%7B", Kind.BGSTATS_LINK),
        ("x", b'{"sourceName":"ledger","sourcePlayId":"1"', Kind.BGSTATS_LINK),
        ("x.json", b'{"status":"0","error":"limit"}', Kind.BGA_LOG),
        ("x", '\ufeff{"plays":[]}'.encode("utf-16-le"), Kind.BGSTATS),
        ("x", b"\xef\xbb\xbf<plays/>", Kind.BGG),
        ("x", '{"plays":[]}'.encode("utf-16-le"), Kind.BGSTATS),
        ("x", "date;game;Łukasz\n".encode("utf-16-be"), Kind.CSV),
    ],
    ids=lambda value: str(value) if isinstance(value, Kind) else "",
)
def test_kinds(name, head, kind):
    assert sniff(name, head) is kind


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (b"", ""),
        (b" \n", ""),
        (b"[1, 2]", ""),
        (b'{"a": 1}', ""),
        (b"<!doctype HTML><p>", ""),
        (b"\x89PNG", ""),
        (b'[Event "Casual"]\n[Site "?"]\n\n1. e4 e5 *', "PGN"),
        (b"(;GM[1]FF[4]SZ[19];B[pd])", "SGF"),
        (b"variant = 'NT'\nantes = [0, 0]\nactions = ['d dh p1 Ah']", "PHH"),
        (b"[1]\nvariant = 'NT'\nantes = [0, 0]", "PHH"),
        (b'{"status":"finished","actions":[{"type":"bid","entity_type":"player"}]}', "18xx.games"),
        (b'{"id":1,"actions":[],"players":[{"id":1,"name":"a"}],"acting":[1]}', "18xx.games"),
        (
            b'[{"type":"takeCard","log":"${player_name} takes","args":{"player_id":"1"}}]',
            "Board Game Arena",
        ),
        (b'{"currentPlayerId": "7", "gamedatas": {"cards": {}}}', "Board Game Arena"),
    ],
)
def test_what_nobody_knows_is_told(head, why):
    with pytest.raises(Malformed) as e:
        sniff("x", head)
    assert tells(e.value.message, why)
