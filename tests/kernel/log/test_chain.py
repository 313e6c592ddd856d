"""The chain of digests, in Python and, where it is installed, in C."""

import os
import subprocess
import sys
from typing import Any

import pytest

from common.paths import ROOT
from ledger.kernel.log import chain

REPLAYS = sorted((ROOT / "replays").glob("*.jsonl"))
FORMS: dict[str, Any] = {"python": chain.in_python}
if (in_c := chain.in_c()) is not None:
    FORMS["c"] = in_c


@pytest.fixture(params=FORMS)
def through(request):
    return FORMS[request.param]


def digests_of(lines):
    return [raw[-34:-2].decode("latin-1") for raw in lines.split(b"\n")[:-1]]


def test_a_whole_log_ends_with_its_last_digest(through):
    for path in REPLAYS:
        lines = path.read_bytes()
        digests = digests_of(lines)
        assert through(b"", lines, digests) == digests[-1].encode()


def test_a_part_follows_from_the_digest_before_it(through):
    lines = REPLAYS[0].read_bytes()
    first, rest = lines[: lines.index(b"\n") + 1], lines[lines.index(b"\n") + 1 :]
    before = through(b"", first, digests_of(first))
    assert through(before, rest, digests_of(rest)) == digests_of(lines)[-1].encode()
    assert through(b"", rest, digests_of(rest)) is None
    assert through(before[:-1] + b"x", rest, digests_of(rest)) is None


def test_every_changed_byte_is_noticed(through):
    lines = REPLAYS[0].read_bytes().splitlines(keepends=True)[:3]
    digests = digests_of(b"".join(lines))
    assert through(b"", b"".join(lines), digests)
    for i, line in enumerate(lines):
        # the decoder sees to it that what follows the comma is a digest
        for n in (*range(len(line) - chain.TAIL), len(line) - 1):
            changed = line[:n] + bytes([line[n] ^ 1]) + line[n + 1 :]
            assert through(b"", b"".join([*lines[:i], changed, *lines[i + 1 :]]), digests) is None


def test_a_digest_is_spelled_in_one_way(through):
    lines = REPLAYS[0].read_bytes().splitlines(keepends=True)[0]
    digests = digests_of(lines)
    spaced = lines.replace(b',"digest":', b', "digest":')
    assert through(b"", spaced, digests) is None
    upper = digests[0].upper()
    assert through(b"", lines.replace(digests[0].encode(), upper.encode()), [upper]) is None


@pytest.mark.parametrize(
    "lines", [b"", b"\n", b"{}\n", b'"}\n', b',"digest":"' + b"0" * 32 + b'"}\n']
)
def test_what_is_no_line_is_refused(through, lines):
    for digests in ([], [""], ["0" * 32]):
        assert through(b"", lines, digests) is None


def test_lines_and_digests_must_be_as_many(through):
    lines = REPLAYS[0].read_bytes()
    digests = digests_of(lines)
    for wrong in (digests[:-1], [*digests, digests[-1]], [], [*digests[:-1], digests[0]]):
        assert through(b"", lines, wrong) is None
    assert through(b"", lines[:-1], digests) is None
    assert through(b"", lines + b"\n", digests) is None
    assert through(b"", lines + b"x", digests) is None


def test_it_takes_nothing_but_bytes_and_text(through):
    line = REPLAYS[0].read_bytes().splitlines(keepends=True)[0]
    for wrong in ((b"", "text", []), (b"", line, None), (b"", line, [1]), (b"",)):
        with pytest.raises(TypeError):
            through(*wrong)


def test_what_was_compiled_from_other_sources_is_not_used(monkeypatch):
    monkeypatch.setenv("LEDGER_COMPILED", "1")
    monkeypatch.setattr(chain, "import_module", lambda name: Compiled)
    assert chain.in_c() is Compiled.chain_through
    monkeypatch.setattr(chain, "digest_of_sources", lambda: "of another day")
    assert chain.in_c() is None


@pytest.mark.parametrize("sources", [OSError, AttributeError])
def test_without_its_sources_python_does_it(monkeypatch, sources):
    def gone():
        raise sources

    monkeypatch.setenv("LEDGER_COMPILED", "1")
    monkeypatch.setattr(chain, "import_module", lambda name: Compiled)
    monkeypatch.setattr(chain, "digest_of_sources", gone)
    assert chain.in_c() is None


class Compiled:
    SOURCES = chain.digest_of_sources()

    def chain_through(chain, lines, digests):
        return None


def test_a_compiled_build_can_be_told_to_do_without():
    says = "from ledger.kernel.log.chain import COMPILED; print(COMPILED)"
    done = subprocess.run(
        [sys.executable, "-c", says],
        env={**os.environ, "LEDGER_COMPILED": "0"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "False\n"


def test_these_are_the_tests_of_the_build_that_was_asked_for():
    assert os.environ.get("LEDGER_COMPILED") != "1" or chain.COMPILED
