"""`ledger cards`: which card is which."""

from __future__ import annotations

import json

from common.refusals import tells


def test_every_card_is_listed_with_its_meaning(run):
    done = run("cards", "istanbul")
    assert done.code == 0
    line = next(x for x in done.out.splitlines() if x.split()[:1] == ["g-2"])
    assert tells(line, "1 crystal and 4 lira | 2 brown tokens")


def test_some_may_be_looked_for_by_name_or_by_words(run):
    assert "e-lira" in run("cards", "istanbul", "12", "lira").out
    assert run("cards", "istanbul", "E-LIRA").out == run("cards", "istanbul", "12 lira").out
    assert "Istanbul" in run("cards", "istanbul", "elephant").out


def test_for_programs_and_in_other_languages(run):
    found = [json.loads(x) for x in run("cards", "osaka", "--json").out.splitlines()]
    assert found[0] == {
        "sort": "goods card", "id": "R2", "copies": 11, "name": "red 2",
        "means": "2 insurance icons", "slot": "",
    }  # fmt: skip
    assert "czerwon" in run("cards", "osaka", "--lang", "pl").out


def test_a_box_of_ones_own(run, tmp_path):
    box = tmp_path / "own.toml"
    box.write_text('[cards]\ncopies = { "2" = 4, "3" = 9, "5" = 7 }\n')
    assert "4 x" in run("cards", "osaka", "--box", str(box)).out
