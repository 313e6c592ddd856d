"""Tokens: made once, found by their secret, forgotten by time or word."""

import contextlib
import datetime as dt
import hashlib
import json
import subprocess
import sys
import threading
from itertools import pairwise

import msgspec
import pytest

from common.refusals import refuses
from ledger.kernel.errors import Damaged, Failed, LedgerError, Malformed, Missing
from ledger.service.auth.file_tokens import FEW, FileTokens
from ledger.service.auth.line_file import LineFile
from ledger.service.auth.tokens import KEPT_DAYS, Token
from ledger.store.files import RealFiles

from ..asgi import Clock

START = dt.datetime(2026, 3, 1, 18, tzinfo=dt.UTC)
OLD = "ledger_k3v9x0q2ab_" + "A" * 43
AT = "2026-03-01T18:00:00.000Z"


@pytest.fixture
def clock():
    return Clock(START)


@pytest.fixture
def tokens(tmp_path, clock):
    return FileTokens(tmp_path / "lib" / ".service", clock=clock)


def test_no_two_secrets_are_alike(tokens):
    made = [tokens.make("spectator") for _ in range(20)]
    assert len({secret for secret, _ in made}) == len({t.id for _, t in made}) == 20
    assert [t.id for t in tokens.all()] == sorted(t.id for _, t in made)


def test_a_token_ends_at_its_time(tokens, clock):
    secret, _ = tokens.make("admin", days=1)
    clock.now = START + dt.timedelta(days=1, milliseconds=-1)
    assert tokens.find(secret)
    assert len(tokens.working()) == 1
    clock.now = START + dt.timedelta(days=1)
    assert tokens.find(secret) is None
    assert tokens.working() == []
    assert len(tokens.all()) == 1


def test_another_process_is_heard_at_once(tokens):
    secret, token = tokens.make("spectator")
    assert tokens.find(secret)
    code = (
        "import sys; from pathlib import Path\n"
        "from ledger.service.auth.file_tokens import FileTokens\n"
        "FileTokens(Path(sys.argv[1])).revoke(sys.argv[2])"
    )
    subprocess.run([sys.executable, "-c", code, str(tokens.folder), token.id], check=True)
    assert tokens.find(secret) is None


def test_the_file_is_read_only_when_it_changed(tokens, monkeypatch):
    secret, _ = tokens.make("spectator")
    assert tokens.find(secret)
    monkeypatch.setattr(type(tokens.path), "open", None)  # whoever opens it now, fails
    assert tokens.find(secret)
    monkeypatch.undo()
    tokens.path.write_bytes(tokens.path.read_bytes().splitlines(keepends=True)[0])
    assert tokens.find(secret) is None


def test_a_file_that_was_changed_in_the_middle_is_read_again_when_told(tokens):
    secret, token = tokens.make("spectator")
    tokens.make("spectator")
    text = tokens.path.read_text()
    tokens.path.write_text(text.replace(token.digest, "0" * 64))
    tokens.reload()
    assert tokens.find(secret) is None


def test_old_ones_are_dropped_at_last(tokens, clock):
    tokens.make("spectator", days=1)
    _, gone = tokens.make("spectator", days=3000)
    tokens.revoke(gone.id)
    clock.now += dt.timedelta(days=KEPT_DAYS, minutes=-1)
    tokens.make("spectator", days=365)
    assert len(tokens.all()) == 3
    clock.now += dt.timedelta(days=2)
    tokens.make("spectator")
    assert [t.expires[:4] for t in tokens.all()] == ["2027", "2026"]


def test_only_the_owner_may_read(tokens):
    tokens.first_admin()
    for path in (tokens.path, tokens.admin_file()):
        assert path.stat().st_mode & 0o777 == 0o600
    assert tokens.folder.stat().st_mode & 0o777 == 0o700
    tokens.folder.chmod(0o755)
    tokens.path.chmod(0o644)
    tokens.make("spectator")
    assert tokens.folder.stat().st_mode & 0o777 == 0o700
    assert tokens.path.stat().st_mode & 0o777 == 0o600


def test_no_secret_is_kept_or_shown(tokens):
    secret, token = tokens.make("seat", "g", 1)
    held = b"".join(p.read_bytes() for p in tokens.folder.iterdir())
    assert secret[18:].encode() not in held
    assert token.digest not in repr(token) + repr(tokens) + str(token.facts())
    assert secret[18:] not in repr(token)


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (("seat", "g"), ""),
        (("seat", None, 1), ""),
        (("spectator", "g", 1), "spectator"),
        (("referee", None, 1), "referee"),
        (("admin", "g"), ""),
        (("host", "g"), ""),
        (("king",), "king"),
        (("seat", "../x", 1), "game"),
        (("spectator", "g\n"), "game"),
        (("seat", "g", 0), "seat"),
        (("seat", "g", 17), "seat"),
        (("admin", None, None, 0), "1 | 3650 | 0"),
        (("admin", None, None, 3651), "1 | 3650 | 3651"),
        (("admin", None, None, 1, "x" * 101), "100"),
    ],
)
def test_what_cannot_be_a_token(tokens, wish, why):
    with refuses(Malformed, why):
        tokens.make(*wish)
    assert not tokens.path.exists()


# --- the first admin ------------------------------------------------------------------------


def test_the_first_admin_is_made_once(tokens, clock):
    path = tokens.first_admin()
    assert path == tokens.admin_file()
    assert tokens.find(path.read_text().strip()).role == "admin"
    assert tokens.first_admin() is None
    clock.now += dt.timedelta(days=365)
    first = path.read_text()
    assert tokens.first_admin() == path
    assert path.read_text() != first
    assert tokens.find(path.read_text().strip())


def test_an_admin_made_otherwise_is_enough(tokens):
    tokens.make("spectator")
    tokens.make("admin")
    assert tokens.first_admin() is None
    assert not tokens.admin_file().exists()


def test_a_start_that_was_cut_short_is_made_good(tokens, monkeypatch):
    def failing(self, line):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(LineFile, "append", failing)
    with pytest.raises(Failed):
        tokens.first_admin()
    monkeypatch.undo()
    assert tokens.first_admin() == tokens.admin_file()
    assert tokens.find(tokens.admin_file().read_text().strip())


# --- the file -------------------------------------------------------------------------------


def test_two_writers_lose_nothing(tokens):
    writers = [FileTokens(tokens.folder) for _ in range(4)]

    def work(mine):
        for _ in range(5):
            mine.make("spectator")

    threads = [threading.Thread(target=work, args=[w]) for w in writers]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert len(tokens.all()) == 20


def test_a_failed_write_leaves_the_old_file(tokens, monkeypatch):
    secret, token = tokens.make("admin")
    before = tokens.path.read_bytes()

    def full(fd):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("ledger.store.files.os.fsync", full)
    with pytest.raises(Failed) as e:
        tokens.revoke(token.id)
    assert secret[18:] not in str(e.value)
    monkeypatch.undo()
    assert tokens.path.read_bytes() == before
    assert tokens.find(secret)
    assert sorted(p.name for p in tokens.folder.iterdir()) == ["tokens.jsonl", "tokens.lock"]


def _damage(text, **change):
    first, made = text.splitlines()
    data = json.loads(made)
    data["token"].update(change)
    return f"{first}\n{json.dumps(data)}\n"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda text: text[40:], ""),
        (lambda text: "", ""),
        (lambda text: text.splitlines()[0], ""),
        (lambda text: "[" * 100_000 + "\n", ""),
        (lambda text: text + '"\udcff"\n', ""),
        (lambda text: text + "\n", ""),
        (lambda text: text.splitlines()[1] + "\n", ""),
        (lambda text: text + text.splitlines()[0] + "\n", ""),
        (lambda text: text + '{"type":"revoked","id":"aaaaaaaaaa","at":"' + AT + '"}\n', ""),
        (lambda text: _damage(text, role="king"), "role"),
        (lambda text: _damage(text, seat=None), ""),
        (lambda text: _damage(text, role="admin"), ""),
        (lambda text: _damage(text, expires="never"), "expires"),
        (lambda text: text.replace('"version":2', '"version":3'), "version"),
        (lambda text: _damage(text, more=1), "more"),
        (lambda text: text + text.splitlines()[1] + "\n", ""),
    ],
)
def test_a_damaged_file_lets_nobody_in(tokens, spoil, why):
    secret, token = tokens.make("seat", "g", 1)
    tokens.path.write_text(spoil(tokens.path.read_text()), errors="surrogateescape")
    damaged = tokens.path.read_bytes()
    for act in (lambda: tokens.find(secret), tokens.all, tokens.first_admin,
                lambda: tokens.revoke(token.id), lambda: tokens.make("admin")):  # fmt: skip
        with refuses(LedgerError, why) as e:
            act()
        assert isinstance(e.value, Damaged)
        assert e.value.file == str(tokens.path)
        assert token.digest not in str(e.value)
    assert tokens.path.read_bytes() == damaged


def test_an_end_that_was_never_acknowledged_is_cut_off(tokens):
    secret, token = tokens.make("spectator")
    whole = tokens.path.read_bytes()
    revoking = b'{"type":"revoked","id":"%b","at":"%b"}' % (token.id.encode(), AT.encode())
    for torn in (b"{", revoking, b"\0" * 50):
        tokens.path.write_bytes(whole + torn)
        assert tokens.find(secret)
        assert FileTokens(tokens.folder, clock=tokens._clock).find(secret)
    other, _ = tokens.make("spectator")
    assert tokens.path.read_bytes().startswith(whole + b'{"type":"made"')
    assert tokens.find(secret)
    assert tokens.find(other)


def test_one_more_token_is_one_more_line(tokens):
    for _ in range(50):
        before = tokens.path.read_bytes() if tokens.path.exists() else b""
        tokens.make("spectator")
        after = tokens.path.read_bytes()
        assert after.startswith(before)
        assert len(after) - len(before) < 500


def test_the_file_is_written_anew_when_most_of_it_is_past(tokens, clock):
    kept, _ = tokens.make("host")
    host = tokens.find(kept)
    tokens.grant(host.id, "tuesday")
    revoked = []
    sizes = []
    for _ in range(FEW * 3):
        secret, token = tokens.make("spectator", days=1)
        tokens.revoke(token.id)
        clock.now += dt.timedelta(days=2)
        revoked.append(secret)
        sizes.append(len(tokens.path.read_bytes().splitlines()))
        if tokens.find(kept) is None:
            kept, made = tokens.make("host")
            tokens.grant(made.id, "tuesday")
    assert max(sizes) < 2 * (FEW + 3 * KEPT_DAYS)
    assert any(a > b for a, b in pairwise(sizes))
    for known in (tokens, FileTokens(tokens.folder, clock=clock)):
        assert known.find(kept).games == {"tuesday"}
        assert not any(map(known.find, revoked))


def test_whoever_sleeps_through_two_rewritings_reads_all_anew(tokens):
    sleeper = FileTokens(tokens.folder, clock=tokens._clock)
    secret, token = tokens.make("spectator")
    assert sleeper.find(secret)
    with tokens._writing() as known:
        tokens._rewrite(known)
    tokens.revoke(token.id)
    with tokens._writing() as known:
        tokens._rewrite(known)
    tokens.make("spectator", label="x" * 100)
    assert sleeper.find(secret) is None


@pytest.mark.parametrize("call", ["open", "write", "fsync", "rename", "sync_folder"])
def test_a_crash_never_brings_a_revoked_token_back(tokens, monkeypatch, call):
    secret, token = tokens.make("admin")
    tokens.revoke(token.id)
    for n in range(1, 4):
        calls = 0
        real = getattr(RealFiles, call)

        def dies(self, *args, n=n, real=real):
            nonlocal calls
            calls += 1
            if calls == n:
                raise OSError(5, "Input/output error")
            return real(self, *args)

        monkeypatch.setattr(RealFiles, call, dies)
        with contextlib.suppress(Failed), tokens._writing() as known:
            tokens._rewrite(known)
        with contextlib.suppress(Failed):
            tokens.make("spectator")
        monkeypatch.undo()
        for known in (tokens, FileTokens(tokens.folder, clock=tokens._clock)):
            assert known.find(secret) is None


def test_a_file_of_version_0_1_is_read_and_upgraded(tokens):
    tokens.folder.mkdir(parents=True)
    digest = hashlib.sha256(OLD.encode()).hexdigest()
    row = {"id": "k3v9x0q2ab", "digest": digest, "role": "seat", "game": "g1", "seat": 1,
           "label": "", "created": AT, "expires": "2026-05-01T18:00:00.000Z",
           "revoked": None}  # fmt: skip
    gone = {**row, "id": "a" * 10, "revoked": AT}
    old = tokens.folder / "tokens.json"
    old.write_text(json.dumps({"version": 1, "tokens": [row, gone]}))
    assert tokens.find(OLD).seat == 1
    assert [t.revoked for t in tokens.all()] == [AT, None]
    assert old.exists()
    secret, _ = tokens.make("spectator")
    assert not old.exists()
    for known in (tokens, FileTokens(tokens.folder, clock=tokens._clock)):
        assert known.find(OLD).seat == 1
        assert known.find(secret)
        assert [t.revoked for t in known.all()].count(AT) == 1


def test_an_upgrade_that_was_cut_short_is_made_good(tokens, monkeypatch):
    secret, token = tokens.make("spectator")
    tokens.revoke(token.id)
    was = msgspec.to_builtins(msgspec.structs.replace(tokens.get(token.id), revoked=None))
    del was["whole_library"], was["games"]
    old = tokens.folder / "tokens.json"  # it was to go when the new one stood
    old.write_text(json.dumps({"version": 1, "tokens": [was]}))
    assert tokens.find(secret) is None
    tokens.make("spectator")
    assert not old.exists()
    assert tokens.find(secret) is None


def test_a_host_has_the_games_it_started(tokens):
    secret, token = tokens.make("host")
    other, _ = tokens.make("host")
    assert not token.sees("tuesday")
    tokens.grant(token.id, "tuesday")
    before = tokens.path.read_bytes()
    tokens.grant(token.id, "tuesday")
    assert tokens.path.read_bytes() == before
    for known in (tokens, FileTokens(tokens.folder, clock=tokens._clock)):
        assert known.find(secret).sees("tuesday")
        assert not known.find(other).sees("tuesday")
    with refuses(Missing, "nobody"):
        tokens.grant("nobody", "tuesday")


def test_without_a_file_there_are_no_tokens(tokens):
    assert tokens.all() == []
    assert tokens.find("ledger_" + "a" * 10 + "_" + "A" * 43) is None
    assert not tokens.folder.exists()


def test_a_token_that_does_not_fit_cannot_be_built():
    with pytest.raises(ValueError):
        Token(id="a" * 10, digest="0" * 64, role="seat", game=None, seat=None, label="",
              created="", expires="")  # fmt: skip
