"""scripts/generate: what is generated is up to date, and the scan of marks finds them all."""

import ast
import shutil
import subprocess
import sys

from common.paths import ROOT
from scripts.generated_files import marked

GENERATE = [sys.executable, "-m", "scripts.generated_files"]


def test_generated_files_are_up_to_date():
    done = subprocess.run(
        [*GENERATE, "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_check_names_what_has_drifted(tmp_path):
    for part in ("scripts", "ledger", "schemas", "tests/games/osaka"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    schema = tmp_path / "schemas/osaka.schema.json"
    schema.write_text(schema.read_text().replace("Bought", "Begged"))
    done = subprocess.run(
        [*GENERATE, "--check"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "schemas/osaka.schema.json is out of date" in done.stdout
    subprocess.run(GENERATE, cwd=tmp_path, check=True, capture_output=True)
    assert schema.read_bytes() == (ROOT / "schemas/osaka.schema.json").read_bytes()


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
