"""The pytest plug-in: the marks `rule` and `example`, their claims, and golden files.

It is loaded wherever Ledger is installed, so it imports nothing until a test needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ledger.testing.claims import Claims

_MARKS = (
    "rule(id, ...): claims a rule of a game, by its id in rules.toml",
    "example(id): claims a worked example of a game's rules",
)
_NAMES = ("rule", "example")
_SOME = ("lf", "ignore", "ignore_glob", "deselect")
_CLAIMS: pytest.StashKey[Claims] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for writing the claims to files."""
    parser.getgroup("ledger").addoption(
        "--ledger-claims",
        action="store_true",
        help="write claims.json into each game's package: how many tests claim each of its rules",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks."""
    for mark in _MARKS:
        config.addinivalue_line("markers", mark)
    if not config.pluginmanager.hasplugin("timeout"):
        config.addinivalue_line("markers", "timeout(seconds): heeded where pytest-timeout is")


@pytest.hookimpl(tryfirst=True)  # before -k and -m leave anything out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Collect the claims of all tests; under xdist, every worker sees all of them."""
    marked = [(item, mark) for item in items for mark in item.iter_markers() if mark.name in _NAMES]
    if not marked and not config.getoption("--ledger-claims"):
        return
    claims = config.stash[_CLAIMS] = _no_claims(config)
    for item, mark in marked:
        for id in mark.args:
            claims.tests[id].append(item.nodeid)
        if mark.name == "example":
            claims.examples.update(mark.args)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the claims to files if the option is given."""
    config = session.config
    if not config.getoption("--ledger-claims") or hasattr(config, "workerinput"):
        return
    from ledger.kernel.game.registry import installed

    for game in installed().values():
        config.stash[_CLAIMS].write(game)


@pytest.fixture(scope="session")
def ledger_claims(pytestconfig: pytest.Config) -> Claims:
    """Return which tests claim which rules."""
    found = pytestconfig.stash.get(_CLAIMS, None)
    return _no_claims(pytestconfig) if found is None else found


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Any:
    """Return a snapshot that is compared with a JSON file in `__snapshots__`."""
    from ledger.testing.golden import PrettyJSON

    return request.getfixturevalue("snapshot").use_extension(PrettyJSON)


@pytest.fixture
def golden_screen(request: pytest.FixtureRequest) -> Any:
    """Return a snapshot of a terminal's screen, compared with a text file in `__snapshots__`."""
    from ledger.testing.golden import Screen

    return request.getfixturevalue("snapshot").use_extension(Screen)


def _no_claims(config: pytest.Config) -> Claims:
    from ledger.testing.claims import Claims

    return Claims(whole=_whole_suite(config))


def _whole_suite(config: pytest.Config) -> bool:
    """Whether no test that could claim a rule was left out of this run."""
    if any(config.getoption(option, None) for option in _SOME):
        return False
    here = config.invocation_params.dir
    named = [(here / argument.split("::")[0]).resolve() for argument in config.args]
    homes = [config.rootpath / path for path in config.getini("testpaths")] or [config.rootpath]
    return all(any(home.is_relative_to(path) for path in named) for home in homes)
