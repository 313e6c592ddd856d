"""How much memory there is and how much is used, with and without what Linux tells."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ledger.system import memory
from ledger.system.memory import machine_memory, resident


@pytest.mark.parametrize("linux", [True, False])
def test_what_a_process_occupies(linux, monkeypatch, tmp_path):
    if not linux:
        monkeypatch.setattr(memory, "PROCESSES", tmp_path)
    before = resident(os.getpid())
    assert 2**20 < before < 2**40
    much = b"x" * 2**27
    assert resident(os.getpid()) - before > 2**26
    del much
    assert resident(2**22 + 1) == 0


@pytest.mark.parametrize(("said", "most"), [("max\n", None), ("300000000\n", 300_000_000)])
def test_a_container_may_have_less_than_its_machine(said, most, monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "CGROUP", Path("/nowhere"))
    whole = machine_memory()
    (tmp_path / "memory.max").write_text(said)
    monkeypatch.setattr(memory, "CGROUP", tmp_path / "memory.max")
    assert machine_memory() == (most or whole)
