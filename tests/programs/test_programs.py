"""The programs that CONTRIBUTING.md names: each can be asked what it does, from anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from common.paths import ROOT

LAUNCHED = re.compile(r'^exec "\$.*run"? ([\w.]+) "\$@"$', re.MULTILINE)
PROGRAMS = {
    path.name: found[1]
    for path in sorted((ROOT / "scripts").iterdir())
    if path.is_file() and not path.suffix and (found := LAUNCHED.search(path.read_text("utf-8")))
}


def test_all_are_launched_in_one_way():
    named = set(re.findall(r"`scripts/([\w-]+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    assert named >= {"campaign", "mutate-rules", "power-loss", "fuzz-api", "serve-load"}
    # these need no environment, or set it up themselves
    own = {"demo", "test", "check-wheel", "docs", "release", "setup", "setup-browser"}
    assert named - own <= PROGRAMS.keys()


@pytest.mark.parametrize("name", PROGRAMS)
def test_help_from_another_folder(name, tmp_path):
    command = [ROOT / "scripts" / name, "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"usage: scripts/{name} ")
    assert done.stderr == ""


@pytest.mark.parametrize("module", PROGRAMS.values())
def test_help_needs_no_environment(module, tmp_path):
    command = [sys.executable, "-S", "-m", module, "--help"]  # -S: without what is installed
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
