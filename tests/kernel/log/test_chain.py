"""The chain of digests."""

import pytest

from common.paths import ROOT
from ledger.kernel.log.chain import chain_through as through

REPLAYS = sorted((ROOT / "replays").glob("*.jsonl"))


def digests_of(lines):
    return [raw[-34:-2].decode("latin-1") for raw in lines.split(b"\n")[:-1]]


def test_a_whole_log_ends_with_its_last_digest():
    for path in REPLAYS:
        lines = path.read_bytes()
        digests = digests_of(lines)
        assert through(b"", lines, digests) == digests[-1].encode()


def test_a_part_follows_from_the_digest_before_it():
    lines = REPLAYS[0].read_bytes()
    first, rest = lines[: lines.index(b"\n") + 1], lines[lines.index(b"\n") + 1 :]
    before = through(b"", first, digests_of(first))
    assert through(before, rest, digests_of(rest)) == digests_of(lines)[-1].encode()
    assert through(b"", rest, digests_of(rest)) is None
    assert through(before[:-1] + b"x", rest, digests_of(rest)) is None


def test_every_changed_byte_is_noticed():
    lines = REPLAYS[0].read_bytes().splitlines(keepends=True)[:3]
    digests = digests_of(b"".join(lines))
    assert through(b"", b"".join(lines), digests)
    for i, line in enumerate(lines):
        for n in range(len(line)):
            changed = line[:n] + bytes([line[n] ^ 1]) + line[n + 1 :]
            assert through(b"", b"".join([*lines[:i], changed, *lines[i + 1 :]]), digests) is None


def test_a_digest_is_spelled_in_one_way():
    lines = REPLAYS[0].read_bytes().splitlines(keepends=True)[0]
    digests = digests_of(lines)
    spaced = lines.replace(b',"digest":', b', "digest":')
    assert through(b"", spaced, digests) is None
    upper = digests[0].upper()
    assert through(b"", lines.replace(digests[0].encode(), upper.encode()), [upper]) is None


@pytest.mark.parametrize(
    "lines", [b"", b"\n", b"{}\n", b'"}\n', b',"digest":"' + b"0" * 32 + b'"}\n']
)
def test_what_is_no_line_is_refused(lines):
    for digests in ([], [""], ["0" * 32]):
        assert through(b"", lines, digests) is None


def test_lines_and_digests_must_be_as_many():
    lines = REPLAYS[0].read_bytes()
    digests = digests_of(lines)
    for wrong in (digests[:-1], [*digests, digests[-1]], [], [*digests[:-1], digests[0]]):
        assert through(b"", lines, wrong) is None
    assert through(b"", lines[:-1], digests) is None
    assert through(b"", lines + b"\n", digests) is None
    assert through(b"", lines + b"x", digests) is None
