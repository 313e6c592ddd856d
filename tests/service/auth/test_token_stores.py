"""What every place for tokens promises, file or database."""

import datetime as dt
import hashlib
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.refusals import refuses
from ledger.kernel.errors import Conflict, Failed, Malformed, Missing
from ledger.service.auth import postgres_tokens
from ledger.service.auth.file_tokens import MOMENT, FileTokens
from ledger.service.auth.postgres_tokens import FRESH, PostgresTokens
from ledger.service.auth.token_store import TokenStore, copy_tokens
from ledger.store.postgres import Database

from ..asgi import Clock

START = dt.datetime(2026, 3, 1, 18, tzinfo=dt.UTC)
Open = Callable[[], TokenStore]
OpenPostgres = Callable[[], PostgresTokens]


@pytest.fixture
def clock():
    return Clock(START)


class TokenConformance:
    """Give it `open`, which opens the same place each time."""

    @pytest.fixture
    def tokens(self, open: Open) -> TokenStore:
        return open()

    def test_a_secret_leads_to_its_token(self, tokens: TokenStore, open: Open):
        secret, token = tokens.make("seat", "g1", 2, 30, "Ana's phone", whole_library=True)
        assert re.fullmatch(rf"ledger_{token.id}_[A-Za-z0-9_-]{{43}}", secret)
        assert token.digest == hashlib.sha256(secret.encode()).hexdigest()
        assert token.created == "2026-03-01T18:00:00.000Z"
        assert token.expires == "2026-03-31T18:00:00.000Z"
        assert token.facts().label == "Ana's phone"
        for known in (tokens, open()):
            assert known.find(secret) == known.get(token.id) == token
            assert known.works(token.id) and not known.works("a" * 10)

    def test_a_wrong_secret_leads_nowhere(self, tokens: TokenStore):
        secret, _ = tokens.make("admin")
        other, _ = tokens.make("admin")
        last = "A" if secret[-1] != "A" else "B"
        swapped = secret[:18] + other[18:]
        for wrong in ("", "x", secret[:-1], secret + "A", secret[:-1] + last, swapped,
                      secret + "\n", secret.upper(), " " + secret, "\0" * 60,
                      "ledger_" + "a" * 10 + "_" + "A" * 43,
                      secret.replace("ledger", "lédger")):  # fmt: skip
            assert tokens.find(wrong) is None
        assert tokens.find(secret)

    def test_a_token_ends_at_its_time(self, tokens: TokenStore, clock: Clock):
        secret, _ = tokens.make("admin", days=1)
        clock.now = START + dt.timedelta(days=1, milliseconds=-1)
        assert tokens.find(secret)
        clock.now = START + dt.timedelta(days=1)
        assert tokens.find(secret) is None
        assert len(tokens.all()) == 1
        clock.now = START + dt.timedelta(days=92)
        assert tokens.all() == []

    def test_a_revoked_token_is_dead(self, tokens: TokenStore, open: Open, clock: Clock):
        secret, token = tokens.make("spectator")
        kept, _ = tokens.make("spectator")
        elsewhere = open()
        assert elsewhere.find(secret) and elsewhere.works(token.id)
        clock.now += dt.timedelta(hours=1)
        assert tokens.revoke(token.id).revoked == "2026-03-01T19:00:00.000Z"
        assert tokens.find(secret) is None and not tokens.works(token.id)
        assert tokens.find(kept)
        clock.now += dt.timedelta(hours=1)
        assert tokens.revoke(token.id).revoked == "2026-03-01T19:00:00.000Z"
        time.sleep(MOMENT + 0.05)
        assert elsewhere.find(secret) is None and not elsewhere.works(token.id)
        assert elsewhere.find(kept)
        with refuses(Missing, "nobody"):
            tokens.revoke("nobody")

    def test_what_cannot_be_a_token(self, tokens: TokenStore):
        for wish in (("seat", "g"), ("king",), ("seat", "../x", 1), ("admin", None, None, 0)):
            with pytest.raises(Malformed):
                tokens.make(*wish)
        assert tokens.all() == []

    def test_pages_hold_every_token_once(self, tokens: TokenStore, clock: Clock):
        made = []
        for n in range(11):
            made.append(tokens.make("spectator", "g" if n % 2 else "h")[1].id)
            clock.now += dt.timedelta(seconds=n % 3)
        order = [t.id for t in tokens.all()]
        assert sorted(order) == sorted(made)
        for games, wanted in ((None, made), ({"g"}, made[1::2]), (set(), [])):
            found, after = [], None
            while page := tokens.page(after, 4, games):
                assert len(page) <= 4
                found += [t.id for t in page]
                after = found[-1]
            assert found == [id for id in order if id in wanted]
        with refuses(Missing, "nobody"):
            tokens.page("nobody", 4)

    def test_a_host_has_the_games_it_started(self, tokens: TokenStore, open: Open):
        secret, token = tokens.make("host")
        other, _ = tokens.make("host")
        assert not token.sees("tuesday")
        assert tokens.grant(token.id, "tuesday").games == {"tuesday"}
        assert tokens.grant(token.id, "tuesday") == tokens.get(token.id)
        for known in (tokens, open()):
            assert known.find(secret).sees("tuesday")
            assert not known.find(other).sees("tuesday")
        with refuses(Missing, "nobody"):
            tokens.grant("nobody", "tuesday")

    def test_tokens_from_elsewhere(self, tokens: TokenStore, tmp_path: Path, clock: Clock):
        source = FileTokens(tmp_path / "source", clock=clock)
        secret, host = source.make("host", label="Ana")
        gone, token = source.make("spectator", "g")
        source.grant(host.id, "tuesday")
        assert copy_tokens(source, tokens) == 2
        assert tokens.all() == source.all() and tokens.find(secret).sees("tuesday")
        assert tokens.find(gone)
        source.revoke(token.id)
        source.grant(host.id, "friday")
        assert copy_tokens(source, tokens) == 2
        assert copy_tokens(source, tokens) == 0
        assert tokens.all() == source.all() and tokens.find(gone) is None
        tokens.revoke(host.id)
        assert copy_tokens(source, tokens) == 0
        assert tokens.find(secret) is None, "a copy brought a revoked token back"

    def test_another_token_with_the_same_id_stays(
        self, tokens: TokenStore, tmp_path: Path, clock: Clock
    ):
        secret, token = tokens.make("spectator")
        source = FileTokens(tmp_path / "source", clock=clock)
        source.add([msgspec.structs.replace(token, digest="0" * 64)])
        with refuses(Conflict, token.id):
            copy_tokens(source, tokens)
        assert tokens.find(secret) == token


class TestFile(TokenConformance):
    @pytest.fixture
    def open(self, tmp_path: Path, clock: Clock) -> Open:
        return lambda: FileTokens(tmp_path / "lib" / ".service", clock=clock)


class TestPostgres(TokenConformance):
    @pytest.fixture
    def open(self, open_database: Database, clock: Clock) -> OpenPostgres:
        return lambda: PostgresTokens(open_database, clock=clock)

    def test_tokens_in_use_are_asked_for_together(self, open: OpenPostgres, monkeypatch):
        tokens = open()
        made = [tokens.make("spectator") for _ in range(5)]
        host, starts = tokens.make("host")
        asked = []
        rows = tokens._database.ask

        def ask(*words: Any, **more: Any) -> Any:
            asked.append(1)
            return rows(*words, **more)

        monkeypatch.setattr(tokens._database, "ask", ask)
        for secret, token in made:
            assert tokens.find(secret) and tokens.works(token.id)
        assert tokens.find(host) == starts
        tokens.close()  # no more than what is asked for here
        asked.clear()
        tokens.reload()
        assert len(asked) == 1
        for secret, token in made:
            assert tokens.at_hand(secret) and tokens.find(secret) == token
            assert tokens.works(token.id) and tokens.recent(token.id) == token
        assert len(asked) == 1
        time.sleep(FRESH + 0.05)
        assert not tokens.at_hand(made[0][0]) and tokens.works(made[0][1].id)

    def test_what_changed_elsewhere_is_read(self, open: OpenPostgres):
        tokens, elsewhere = open(), open()
        (guest, seen), (host, starts) = tokens.make("spectator"), tokens.make("host")
        assert tokens.find(guest) == seen and tokens.find(host) == starts
        tokens.close()  # it looks only when told here
        elsewhere.grant(starts.id, "g")
        elsewhere.revoke(seen.id)
        assert tokens.works(seen.id) and tokens.recent(starts.id) == starts
        tokens.reload()
        assert not tokens.works(seen.id)
        assert tokens.recent(starts.id).games == {"g"}

    def test_a_revoked_token_is_dead_elsewhere_within_a_second(self, open: OpenPostgres):
        tokens, elsewhere = open(), open()
        secret, token = tokens.make("spectator")
        assert tokens.find(secret) == token and tokens.works(token.id)
        elsewhere.revoke(token.id)
        until = time.monotonic() + 1.0
        while tokens.works(token.id) or tokens.find(secret) is not None:
            assert time.monotonic() < until
            time.sleep(0.01)
        tokens.close()

    def test_of_a_database_that_is_away_nobody_waits_twice(self, open: OpenPostgres, monkeypatch):
        tokens = open()
        secret, token = tokens.make("spectator")
        assert tokens.find(secret) == token
        tokens.close()

        def away(*_: object, **__: object) -> None:
            raise Failed("away")

        with monkeypatch.context() as gone:
            gone.setattr(tokens._database, "ask", away)
            with refuses(Failed):
                tokens.reload()
            assert tokens.at_hand(secret) and tokens.works(token.id)
            with refuses(Failed):
                tokens.find(secret)
            gone.setattr(postgres_tokens, "KEPT", -1.0)  # nobody uses any for a while
            for _ in range(3):
                with refuses(Failed):
                    tokens.reload()
        tokens.reload()
        assert tokens.find(secret) == token


def test_a_secret_is_not_kept(open_database: Database, clock: Clock):
    secret, _ = PostgresTokens(open_database, clock=clock).make("seat", "g", 1)
    (row,) = open_database.ask("select t::text from ledger.tokens as t")
    assert secret[18:] not in row[0]
