"""Whatever an area of the source can say stands word for word in its catalogue.

A catalogue is a module with a list `CATALOGUE` of texts, each with what makes it be said; the
module itself holds each text against what is said. Another area joins by a line in `AREAS`.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import NamedTuple

import pytest

from common.messages import Catalogue, messages
from common.paths import ROOT


class Area(NamedTuple):
    """Some source files, and the modules that hold every message of theirs."""

    sources: tuple[str, ...]
    catalogues: tuple[str, ...]

    def files(self) -> list[Path]:
        """The source files."""
        return sorted(f for pattern in self.sources for f in ROOT.glob(pattern))

    def texts(self) -> list[str]:
        """What the catalogues hold."""
        found: list[Catalogue] = [
            importlib.import_module(name).CATALOGUE for name in self.catalogues
        ]
        return [text for catalogue in found for text, _ in catalogue]


AREAS = {
    "importers": Area(
        ("ledger/importers/**/*.py", "ledger/exporters/*.py", "ledger/library/dates.py"),
        (
            "importers.test_messages_files",
            "importers.test_messages_tables",
            "importers.test_messages_import",
        ),
    ),
    "library": Area(("ledger/library/[!d]*.py",), ("library.test_library_messages",)),
    "commands": Area(
        tuple(
            f"ledger/cli/{name}.py"
            for name in (
                "commands/list",
                "commands/library",
                "commands/show",
                "commands/branch",
                "output/library_entries",
                "commands/players",
                "commands/import_",
                "output/import_report",
            )
        ),
        ("cli.test_library_messages",),
    ),
}


@pytest.mark.parametrize("area", AREAS.values(), ids=AREAS)
def test_every_message_stands_in_the_catalogue(area):
    texts, found = area.texts(), messages(area.files())
    assert found, "no message was found: the source is written in another way now"
    missing = [
        f"{m.file.relative_to(ROOT)}:{m.line}: {m}"
        for m in found
        if not any(m.said_by(text) for text in texts)
    ]
    assert not missing, "nobody makes these be said:\n" + "\n".join(missing)


def test_the_law_sees_a_message_that_nobody_says(tmp_path):
    """Each way to say something that the source knows is found."""
    file = tmp_path / "new.py"
    file.write_text(
        'HINT = "a constant"\n'
        "def check(x):\n"
        '    why = "by a name" if x else f"or {x} so"\n'
        "    if x:\n"
        '        raise Malformed(why, hint=HINT + " and more")\n'
        '    problems.append(f"one {x} two")\n'
        "    facts['message'] = other()\n"
        "    e.hint = 'put later'\n"
        '    return Refused(where, f"{x}: {HINT}")\n'
        "def other():\n"
        '    return "from a function"\n'
    )
    assert sorted({str(m) for m in messages([file])}) == [
        "a constant and more",
        "by a name",
        "from a function",
        "one {} two",
        "or {} so",
        "put later",
        "{}: a constant",
    ]
    (one,) = (m for m in messages([file]) if str(m) == "one {} two")
    assert one.said_by("x.csv:1: one thing two")
    assert not one.said_by("one thing too")
