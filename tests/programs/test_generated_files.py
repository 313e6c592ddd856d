"""scripts/generate: what is generated is up to date, and the scan of marks finds them all."""

import ast
import subprocess
import sys

from common.paths import ROOT
from scripts import generated_files
from scripts.generated_files import marked

GENERATE = [sys.executable, "-m", "scripts.generated_files"]


def test_generated_files_are_up_to_date():
    done = subprocess.run(
        [*GENERATE, "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_check_names_what_has_drifted_and_generate_writes_it(tmp_path, monkeypatch, capsys):
    files = [tmp_path / name for name in ("schemas/right.json", "schemas/wrong.json", "new/new.md")]
    files[0].parent.mkdir()
    for path, text in zip(files, ("right", "wrong"), strict=False):
        path.write_text(text)
    monkeypatch.setattr(generated_files, "ROOT", tmp_path)
    monkeypatch.setattr(generated_files, "generated", lambda: ((path, "right") for path in files))
    monkeypatch.setattr("scripts.catalogues.outdated", tuple)

    def generate(*args):
        monkeypatch.setattr(sys, "argv", ["generate", *args])
        ended = generated_files.main()
        return ended, [line.split()[0] for line in capsys.readouterr().out.splitlines()]

    drifted = ["schemas/wrong.json", "new/new.md"]
    assert generate("--check") == (1, drifted)
    assert (files[1].read_text(), files[2].exists()) == ("wrong", False)
    assert generate() == (0, drifted)
    assert [path.read_text() for path in files] == ["right"] * 3
    assert generate("--check") == (0, [])


def test_marks_are_found_wherever_they_stand():
    source = """
pytestmark = pytest.mark.rule("M-1")

@pytest.mark.rule("F-1", "F-2")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("P-1"))])
def test_two(x): ...

@pytest.mark.example("C-1")
class TestMany:
    @pytest.mark.rule("F-3")
    def test_three(self): ...

@pytest.mark.rule("NO-1")
def helper(): ...
"""
    assert sorted(marked(ast.parse(source).body)) == [
        ("C-1", "TestMany::test_three"),
        ("F-1", "test_one"),
        ("F-2", "test_one"),
        ("F-3", "TestMany::test_three"),
        ("M-1", "TestMany::test_three"),
        ("M-1", "test_one"),
        ("M-1", "test_two"),
        ("P-1", "test_two"),
    ]
