"""What all tests share: skips that fail, falsified rules, and a few fixtures.

- The marks `rule` and `example`, which claim ids of a game's rules.toml, and the fixture `golden`
  come from `ledger.testing`, as for everybody who writes a game.
- `LEDGER_CAMPAIGN=1` looks at far more (see `ledger.testing.effort`): more examples, kills,
  positions, and the tests with `@pytest.mark.campaign`, which are left out otherwise.
- Every skip is printed, and one whose reason is not in `ALLOWED_SKIPS` fails the run.
- `LEDGER_MUTATE=waive:OSA-14` lets every refusal by that rule pass, `field:Bought.cost` writes a
  wrong value into that field: scripts/lab mutate-rules sees whether the tests notice.
"""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, settings

from common.plugin import offer_plugin
from common.postgres import MISSING, Named, Server, empty, new_database
from common.postgres import running as postgres_running
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.rules.decision import Decision
from ledger.store.postgres import Database
from ledger.testing.effort import CAMPAIGN

offer_plugin()

ALLOWED_SKIPS = (
    *("strace not installed", "strace may not trace here"),
    *("nginx can't be started here", "caddy can't be started here"),
    "nobody may mount a disk here",
    "no browser",  # with CI=true that is a failure
    MISSING,
)

PHASES = set(Phase) - {Phase.explain}  # it takes a minute and says what the traceback says
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=12, phases=PHASES)
settings.register_profile("deep", deadline=None, max_examples=400, phases=PHASES)
settings.load_profile("deep" if CAMPAIGN else "quick")


# --- fixtures ---------------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def no_library_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let whoever runs the tests have a library, or none: they don't see it."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))
    os.environ.pop("LEDGER_LIBRARY", None)


@pytest.fixture(scope="session")
def osaka() -> Game:
    """Return a game without secrets."""
    return find_game("osaka")


@pytest.fixture(scope="session")
def splash() -> Game:
    """Return the game of tests/plugin, with hidden hands, dice and questions to everybody."""
    return find_game("splash")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server | Named]:
    """Start PostgreSQL, for all tests of this process."""
    with postgres_running() as server:
        yield server


@pytest.fixture(scope="session")
def shared_database(postgres: Server | Named) -> Iterator[str]:
    """Make a database, for all tests of this process."""
    with new_database(postgres) as address:
        yield address


@pytest.fixture
def database(shared_database: str) -> str:
    """Return the address of a database without any games."""
    empty(shared_database)
    return shared_database


@pytest.fixture(scope="session")
def shared_connections(shared_database: str) -> Iterator[Database]:
    """Connect to the database, for all tests of this process."""
    with Database(shared_database) as opened:
        yield opened


@pytest.fixture
def open_database(shared_connections: Database, database: str) -> Database:
    """Return a database without any games, as it is open."""
    return shared_connections


# --- the collector ----------------------------------------------------------------------------


def pytest_collection_finish() -> None:
    """Leave what is loaded by now, ten thousand tests too, out of garbage collections."""
    gc.freeze()
    atexit.register(gc.unfreeze)  # DuckDB complains of what is left at the end


# --- campaigns --------------------------------------------------------------------------------


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to a campaign."""
    if not CAMPAIGN and (long := [item for item in items if item.get_closest_marker("campaign")]):
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


# --- skips ------------------------------------------------------------------------------------

_skips: dict[str, str] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a skipped test."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _skips[report.nodeid] = _reason(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note a skipped module."""
    if report.skipped:
        _skips[report.nodeid] = _reason(report)


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")


def _unexcused() -> list[str]:
    return [test for test, reason in _skips.items() if not reason.startswith(ALLOWED_SKIPS)]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail the run when a test was skipped without leave."""
    if not hasattr(session.config, "workerinput") and exitstatus == 0 and _unexcused():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print every skip."""
    bad = _unexcused()
    if _skips:
        terminalreporter.section("skips")
    for test, reason in sorted(_skips.items()):
        mark = "NOT ALLOWED" if test in bad else "allowed"
        terminalreporter.line(f"{mark}: {test}: {reason}", red=test in bad)


# --- falsified rules --------------------------------------------------------------------------


def pytest_configure(config: pytest.Config) -> None:
    """Falsify what LEDGER_MUTATE names."""
    kind, _, what = os.environ.get("LEDGER_MUTATE", "").partition(":")
    if kind == "waive" and what:
        _waive(what)
    elif kind == "field" and what:
        _falsify(*what.split("."))
    elif kind:
        raise pytest.UsageError("LEDGER_MUTATE is like waive:OSA-14 or field:Bought.cost")


def _waive(rule: str) -> None:
    for name in ("need", "must"):
        plain = getattr(Decision, name)

        def check(
            self: Decision, id: str, condition: object, sentence: str, plain: Any = plain
        ) -> None:
            if id != rule:
                plain(self, id, condition, sentence)

        setattr(Decision, name, check)


def _falsify(event_name: str, field_name: str) -> None:
    plain = Decision.emit

    def emit(self: Decision, event: Any) -> None:
        if type(event).__name__ == event_name:
            value = _wrong(getattr(event, field_name))
            event = msgspec.structs.replace(event, **{field_name: value})
        plain(self, event)

    Decision.emit = emit  # type: ignore[method-assign]


def _wrong(value: Any) -> Any:
    """Return a value of the same type that is not right."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "?"
    if isinstance(value, tuple):
        return value[1:] if value else (1,)
    return {**value, "?": 1} if isinstance(value, dict) else value
