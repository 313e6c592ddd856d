"""The programs in scripts/: each can be asked what it does, from anywhere and before any setup."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from common.paths import ROOT
from scripts.laboratory.__main__ import entries

SCRIPTS = {
    path.name: path.read_text("utf-8")
    for path in sorted((ROOT / "scripts").iterdir())
    if path.is_file() and not path.suffix
}
LAUNCHED = re.compile(r'^exec "\$.*run" ([\w.]+) "\$@"$', re.MULTILINE)
PROGRAMS = {name: found[1] for name, text in SCRIPTS.items() if (found := LAUNCHED.search(text))}


def asked(*command, folder) -> str:
    words = list(map(str, command))
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


def test_what_the_docs_name_is_there():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    said = "\n".join(page.read_text("utf-8") for page in pages)
    named = set(re.findall(r"(?<![\w/])scripts/([\w-]+)\b(?!/|\.py)", said))
    assert {"demo", "test", "lab"} <= named <= SCRIPTS.keys()
    assert set(re.findall(r"scripts/lab ([a-z][\w-]*)", said)) <= entries().keys()


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "lab"])
def test_help_from_another_folder(name, tmp_path):
    told = asked(ROOT / "scripts" / name, "--help", folder=tmp_path)
    assert told.startswith(f"usage: scripts/{name} ")


def test_the_laboratory_lists_what_it_has(tmp_path):
    listed = asked(ROOT / "scripts" / "lab", folder=tmp_path).splitlines()[2:]
    assert [line.split()[0] for line in listed] == list(entries())
    assert all(len(line.split()) > 3 for line in listed)


@pytest.mark.parametrize(
    ("module", "name"),
    [*((module, name) for name, module in PROGRAMS.items() if name != "lab")]
    + [(f"{PROGRAMS['lab']} {name}", f"lab {name}") for name in entries()],
)
def test_help_needs_no_environment(module, name, tmp_path):
    # -S: without what is installed
    command = [sys.executable, "-S", "-m", *module.split(), "--help"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert told.stdout.startswith(f"usage: scripts/{name} "), told.stderr
