"""Whatever the bytes are: records or a LedgerError, never anything else."""

import contextlib
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from importers.reading import FIXTURES, counted, found, ods, records, xls, xlsx, zipped
from ledger.exporters.bgstats import push_link
from ledger.importers.detect import sniff
from ledger.importers.dispatch import read
from ledger.importers.records import Kind, Options
from ledger.kernel.errors import LedgerError
from ledger.testing.hostile import HOSTILE

NAMES = sorted(p.name for p in FIXTURES.iterdir() if p.suffix in (".json", ".xml", ".csv"))
LINK = push_link(found("tall.csv")[0]).encode()
SAMPLES = {name: (FIXTURES / name).read_bytes() for name in NAMES} | {
    "link.txt": LINK,
    "all.zip": zipped({"a.csv": (FIXTURES / "tall.csv").read_bytes(), "b.txt": LINK}),
}
NASTY = (
    *(b"\0", b"\xff", b"\xed\xa0\x80", b'"', b"'", b"{", b"[", b"]}", b"null", b"NaN", b"-0", b","),
    *(b"\\ud800", b"1e999", b"9" * 5000, b"[" * 3000, b"<!DOCTYPE a>", b"&x;", b"<", b"\n", b";"),
    *(b"0000-00-00", b"99/99/9999", b"true", b'"uuid":', b"../../x", b"=1+1", b"\xe2\x88\x92"),
)

edits = st.lists(
    st.tuples(
        st.integers(0, 10**6),
        st.integers(0, 200),
        st.one_of(st.sampled_from(NASTY), st.binary(max_size=8)),
    ),
    min_size=1,
    max_size=4,
)


def damaged(data: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for at, length, new in changes:
        at %= len(data) + 1
        data = data[:at] + new + data[at + length :]
    return data


def survive(data: bytes, name: str, kind: Kind | None = None) -> None:
    with contextlib.suppress(LedgerError):
        counted(list(read(data, name, kind=kind, options=Options(game="osaka"))))


@pytest.mark.parametrize("name", list(SAMPLES))
@given(changes=edits)
def test_damaged_files(name, changes):
    survive(damaged(SAMPLES[name], changes), name)
    survive(damaged(SAMPLES[name], changes), name, sniff(name, SAMPLES[name]))


@pytest.mark.parametrize("name", list(SAMPLES))
@settings(max_examples=40)
@given(share=st.floats(0, 1))
def test_truncated_files(name, share):
    data = SAMPLES[name]
    survive(data[: int(len(data) * share)], name)


@settings(max_examples=6)
@given(changes=edits)
@pytest.mark.parametrize("name", ["x.xlsx", "x.xls", "x.ods"])
def test_damaged_workbooks(name, changes):
    rows: list[list[object]] = [["date", "game", "player", "score"], ["2026", "osaka", "Ana", 1.0]]
    make = {"x.xlsx": xlsx, "x.xls": xls, "x.ods": ods}[name]
    survive(damaged(make(rows), changes), name)


@pytest.mark.parametrize("kind", [k for k in Kind if k not in (Kind.XLSX, Kind.XLS, Kind.ODS)])
@given(data=st.binary(max_size=300))
@example(b"")
@example(b"{}")
@example(b"[]")
@example(b'{"plays":null}')
@example(b'{"data":null}')
@example(b'{"data":{"tables":null}}')
@example(b'{"data":{"logs":null}}')
@example(b"<a/>")
def test_any_bytes_as_any_kind(kind, data):
    survive(data, "x", kind)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("name", ["backup.json", "tables.json", "log.json"])
@given(data=st.data())
def test_any_value_in_any_place(name, data):
    """Replace one value somewhere in a good file by anything that JSON has."""
    top = json.loads(SAMPLES[name].decode("utf-8"))
    here = top
    while True:
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        if not isinstance(here[key], dict | list) or not here[key] or data.draw(st.booleans()):
            break
        here = here[key]
    here[key] = data.draw(JSON)
    survive(json.dumps(top).encode(), name, sniff(name, SAMPLES[name]))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_are_only_data(hostile):
    backup = json.loads(SAMPLES["backup.json"].decode())
    backup["players"][0]["name"] = hostile
    backup["games"][0]["name"] = hostile
    backup["plays"][0]["comments"] = hostile
    records(json.dumps(backup).encode(), "x.json")
    cell = '"' + hostile.replace('"', '""') + '"'
    text = f"date,game,player,score\n2026-03-01,{cell},{cell},{cell}\n"
    survive(text.encode("utf-8", "surrogatepass"), "x.csv")
