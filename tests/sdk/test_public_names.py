"""What an author finds: every name is there and explained, and help shows all parts of a game."""

from __future__ import annotations

import dataclasses
import inspect
import re

import pytest

import ledger.sdk
import ledger.sdk.drawing
import ledger.sdk.kit
import ledger.sdk.scene
from common.paths import ROOT
from ledger.sdk import version_0_2

MODULES = [ledger.sdk, ledger.sdk.kit, ledger.sdk.drawing, ledger.sdk.scene]
PARTS = ("Game", "Rules", "Opening", "Questions", "Ending", "Boxes", "Words", "Secrets")


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_every_public_name_is_there(module) -> None:
    assert len(set(module.__all__)) == len(module.__all__)
    for name in module.__all__:
        thing = getattr(module, name)
        assert not callable(thing) or inspect.getdoc(thing), name


def test_no_name_is_in_two_modules() -> None:
    every = [name for module in MODULES for name in module.__all__]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("name", [*PARTS, "Corrections", "Holdings", "Pictures"])
def test_the_text_of_a_part_names_all_that_it_can_have(name: str) -> None:
    part = getattr(ledger.sdk, name)
    text = inspect.getdoc(part) or ""
    for field in dataclasses.fields(part):
        if field.init:
            assert re.search(rf"`{field.name}`", text), field.name


def test_what_takes_both_ways_shows_the_new_one() -> None:
    assert "rules" in inspect.signature(ledger.sdk.Game).parameters
    assert [*inspect.signature(ledger.sdk.move).parameters][:3] == ["command", "rule", "events"]
    assert "0.2" not in f"{ledger.sdk.Game.__doc__}{ledger.sdk.move.__doc__}"
    assert "0.2" not in f"{ledger.sdk.SeatEvent.__doc__}"


def test_the_tables_for_authors_name_what_there_is() -> None:
    """Every class, and every function that is called, comes from one of the sdk's modules."""
    page = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
    rows = re.findall(r"^\| .*", page.partition("## When more is needed")[2], re.M)
    code = " ".join(part for row in rows for part in re.findall(r"`([^`]+)`", row))
    known = {name for module in MODULES for name in module.__all__}
    examples = {"PlayerView", "View", "Setup", "Took", "Move", "Greedy", "Options", "NimPicture"}
    examples |= {"Box", "Roll"}
    named = (
        {*re.findall(r"\b[A-Z][a-z]\w+", code)} - {"Ana", "Annotated", "None", "True"} - examples
    )
    assert named - known == set()
    called = {*re.findall(r"(?<![.\w])([a-z_]+)\(", code)}
    assert called - known - {"next", "others"} == set()  # Python's own, and the author's


def test_nothing_old_is_listed() -> None:
    old = {*version_0_2._IN_KIT, *version_0_2._RENAMED, *version_0_2._HERE}
    assert not old & {*ledger.sdk.__all__}
