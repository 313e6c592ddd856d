"""The reference of the sdk: each name has a contract and an example, and the examples run."""

from __future__ import annotations

import doctest
import importlib
from typing import Annotated

import pytest

import ledger.sdk
from common.paths import ROOT
from scripts.sdk_reference import GAMES, MODULES, Public, example_of, pages, public_names

NAMES = [x for module, _ in MODULES.values() for x in public_names(module)]
each_name = pytest.mark.parametrize("public", NAMES, ids=lambda x: f"{x.module}.{x.name}")
TESTED = [x for x in NAMES if ">>>" in x.text]


def test_every_module_that_games_import_has_a_page() -> None:
    offered = {
        f"ledger.sdk.{path.stem}" if path.stem != "__init__" else "ledger.sdk"
        for path in (ROOT / "ledger" / "sdk").glob("*.py")
        if path.stem != "version_0_2"
    } | {"ledger.sdk.kit"}
    assert offered == {module for module, _ in MODULES.values()}
    assert {x.name for x in NAMES if x.module == "ledger.sdk"} == set(ledger.sdk.__all__)


@each_name
def test_a_name_has_a_contract_and_an_example(public: Public) -> None:
    first = public.text.partition("\n\n")[0].strip()
    assert len(first.split()) > 2
    assert first.endswith((".", ":"))
    assert public.name in example_of(public)


@pytest.mark.parametrize("public", TESTED, ids=lambda x: f"{x.module}.{x.name}")
def test_an_example_in_a_docstring_runs(public: Public, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    known = {"Annotated": Annotated}
    for module, _ in MODULES.values():
        home = importlib.import_module(module)
        known |= {name: getattr(home, name) for name in home.__all__}
    test = doctest.DocTestParser().get_doctest(public.text, known, public.name, public.home, 0)
    said: list[str] = []
    result = doctest.DocTestRunner().run(test, out=said.append)
    assert result.attempted
    assert not result.failed, "".join(said)


def test_an_example_from_a_game_is_in_that_game() -> None:
    sources = {path: path.read_text("utf-8") for x in GAMES for path in ROOT.glob(x)}
    for public in NAMES:
        example = example_of(public)
        if example.startswith("From `"):
            file = ROOT / example.split("`")[1]
            code = example.partition("```python\n")[2].removesuffix("\n```").splitlines()
            lines = {line.strip() for line in sources[file].splitlines()} | {"…"}
            assert {line.strip() for line in code} <= lines, public.name


def test_methods_and_fields_are_shown() -> None:
    page = dict(pages())["sdk.md"]
    entry = page.partition("\n## Decision\n")[2].partition("\n## ")[0]
    for method in ("need", "must", "emit", "accept", "draw", "seen", "roll", "reveal", "end"):
        assert f"- `{method}(" in entry
    assert "highest_wins: bool = True" in page.partition("\n## Meta\n")[2].partition("\n## ")[0]
