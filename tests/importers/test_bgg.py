"""BGG: saved pages of plays."""

import pytest

from common.refusals import all_tell, tells
from importers.reading import FIXTURES, counted, found, records, said, told
from ledger.importers.bgg import xml_stream as bgg_xml
from ledger.importers.dispatch import read
from ledger.importers.records import ImportedPlay
from ledger.kernel.errors import Malformed
from ledger.kernel.results import Person, PlayRecord, Standing


def test_a_play_is_read_whole():
    assert found("plays.xml")[0] == PlayRecord(
        source="bgg",
        key="900000001",
        title="Traders of Osaka",
        game="osaka",
        bgg=24827,
        date="2026-03-01",
        minutes=48,
        place="Kuchnia",
        comment='Ana & Bartek: "two waves"\nin one turn <3',
        standings=(
            Standing(
                person=Person(name="Ana", ids={"bgg": "ana_k"}),
                score="51",
                total="51",
                won=True,
                first_time=False,
                seat=1,
                colour="red",
                extra={"rating": "8", "userid": "100001"},
            ),
            Standing(
                person=Person(name="Bartek"),
                won=False,
                first_time=True,
                colour="blue",
                extra={"startposition": "left of Ana"},
            ),
            Standing(person=Person(name="?"), score="40 or so", won=False, first_time=False),
        ),
        extra={"subtypes": ["boardgame"]},
    )


def test_missing_parts_quantity_and_unknown_dates():
    _, two, three = found("plays.xml")
    assert (two.quantity, two.complete, two.date, two.standings) == (2, False, None, ())
    assert two.extra == {"nowinstats": "1", "userid": "100001"}
    assert (three.date, three.quantity, three.minutes) == ("2026-03-??", 1, None)
    assert three.extra == {
        "quantity": "0",
        "length": "many",
        "item": {"year": "1999"},
        "elements": [{"tag": "mood", "value": "good", "children": [{"tag": "why", "text": "sun"}]}],
    }


def test_everything_that_is_not_read_is_told():
    assert all_tell(
        said("plays.xml"),
        [
            "problem | plays.xml:3: play 900000001 | 2 | left of Ana | startposition",
            "problem | plays.xml:3: play 900000001 | 40 or so",
            "problem | plays.xml:15: play 900000002 | Traders of Osaka | 1 | osaka | 24827",
            "problem | plays.xml:18: play 900000003 | 0 | 1 | quantity",
            "problem | plays.xml:18: play 900000003 | many | length",
            "malformed | plays.xml:19: play 900000004 900000004 | item",
            "malformed | plays.xml:20: a play without id",
            "malformed | plays.xml:21: play 900000006 900000006 | yesterday | 2026-03-01",
            "malformed | plays.xml:22: play 900000007 900000007 | item",
            "remark | plays.xml | 1 | 7 | 250",
        ],
    )


def test_read_and_refused_are_all_plays_of_the_file():
    assert counted(records("plays.xml")) == (FIXTURES / "plays.xml").read_text().count("<play ")


def test_several_pages_in_one_file():
    page = (
        '<plays total="2" page="{}"><play id="{}" date="2026-03-01"><item name="X"/></play></plays>'
    )
    data = f"<pages>{page.format(1, 8)}{page.format(2, 9)}</pages>"
    assert [p.key for p in found(data, "x.xml")] == ["8", "9"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            '<?xml version="1.0"?>\n<!DOCTYPE plays [<!ENTITY a "x">]><plays/>',
            "x.xml:2",
        ),
        ("<plays><play id='1'>", "x.xml:1:21"),
        ("<plays><play id='1'", "x.xml:1:8"),
        ("<plays>&boom;</plays>", "x.xml:1:8"),
        ("<plays></play>", "x.xml:1:10"),
        (
            '<error message="Rate limit exceeded"/>',
            "x.xml | Rate limit exceeded",
        ),
        (
            "<errors><error><message>Invalid username specified</message></error></errors>",
            "x.xml | Invalid username specified",
        ),
        (
            "<html><body>x</body></html>",
            "x.xml | .json | .jsonl",
        ),
        (
            '<?xml version="1.0" encoding="klingon"?><plays/>',
            "x.xml:1",
        ),
    ],
)
def test_a_broken_file_says_where(data, message):
    with pytest.raises(Malformed) as e:
        records(data.encode(), "x.xml")
    assert tells(str(e.value), message)


def test_a_document_type_in_utf_16_is_refused_too():
    data = '<!DOCTYPE p [<!ENTITY a "aaaaaaaa">]><plays>&a;</plays>'.encode("utf-16")
    with pytest.raises(Malformed, match="document type"):
        records(data, "x.xml")


def test_what_was_read_before_a_break_is_kept():
    data = b"<plays>" + b'<play id="1"><item name="X"/></play>' * 3000 + b"<play"
    rows = []
    with pytest.raises(Malformed):
        for r in read(data, "x.xml"):
            rows.append(r)
    assert len(rows) == 3000 and all(isinstance(r, ImportedPlay) for r in rows)


def test_an_endless_element_is_refused(monkeypatch):
    monkeypatch.setattr(bgg_xml, "_LONGEST", 256 * 1024)
    for filler in (b"<x>", b"y" * 3):
        with pytest.raises(Malformed):
            records(b'<plays><play id="1">' + filler * 400_000, "x.xml")


def test_another_list_of_plays_is_told_once_for_what_it_is_not():
    theatre = "<plays>" + "<play><title>Hamlet</title></play>" * 158 + "</plays>"
    (only,) = said(theatre, "plays.xml")
    assert only.tells("malformed | plays.xml | id | <item>")
    (only,) = said("<plays><play/></plays>", "plays.xml")
    assert only.tells("malformed | plays.xml | id")


def test_a_strange_play_among_real_ones_is_refused_alone():
    text = '<plays><play/><play id="1"><item name="Go" objectid="0"/></play><play/></plays>'
    assert [p.key for p in found(text, "plays.xml")] == ["1"]
    assert [x.place for x in said(text, "plays.xml")] == ["plays.xml:1: a play without id"] * 2


# --- several pages in one file -----------------------------------------------------------------


def page(number: int, ids: range, total: int) -> str:
    plays = "".join(
        f'<play id="{n}" date="2026-03-01"><item name="Go" objectid="188"/></play>\n' for n in ids
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<plays total="{total}" page="{number}">\n'
        f"{plays}</plays>\n"
    )


@pytest.mark.parametrize("between", ["", "\n\n"])
@pytest.mark.parametrize("head", [True, False])
def test_pages_in_one_file_are_read_one_after_the_other(between, head):
    pages = [page(1, range(1, 101), 178), page(2, range(101, 179), 178)]
    text = between.join(p if head else p.partition("\n")[2] for p in pages)
    assert [p.key for p in found(text, "p.xml")] == [str(n) for n in range(1, 179)]
    assert told(text, "p.xml") == []
    last = [r for r in records(text.encode(), "p.xml") if isinstance(r, ImportedPlay)][-1]
    lines = text.splitlines()
    assert 'id="178"' in lines[(last.where.line or 0) - 1]


def test_pages_are_found_wherever_a_block_ends(monkeypatch):
    text = page(1, range(1, 4), 6) + page(2, range(4, 7), 6)
    for size in (1, 7, 64, 200):
        monkeypatch.setattr(bgg_xml, "_BLOCK", size)
        assert [p.key for p in found(text, "p.xml")] == list("123456")


def test_pages_that_are_still_missing_are_told():
    (remark,) = told(page(1, range(1, 3), 9) + page(2, range(3, 5), 9), "p.xml")
    assert tells(remark, "1, 2 | 4 | 9")


def test_what_follows_a_page_and_is_none_is_refused():
    with pytest.raises(Malformed) as e:
        found(page(1, range(1, 3), 2) + "junk", "p.xml")
    assert e.value.line == 6
