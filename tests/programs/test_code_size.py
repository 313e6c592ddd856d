"""How code is counted: fixed texts with known counts."""

import subprocess

from scripts import ROOT
from scripts.laboratory.code_size import Size, code_lines, measure, read_tree, shell_lines

SOURCE = '''"""A module's docstring,
on two lines."""

from __future__ import annotations

import os  # a comment

# only a comment
LIMIT = 3  # counts
"""A docstring below a constant."""

TEXT = """counts

and this too"""


class Thing:
    """A docstring."""

    size: int = 0
    """Below an attribute."""

    def grow(
        self,
        by: int,
    ) -> None:
        """Grow."""
        from math import (
            pi,
        )

        self.size += by
'''


def test_a_line_counts_if_a_token_of_the_program_stands_on_it():
    # LIMIT 1, TEXT 2 (its blank line does not count), class 1, size 1, def 4, += 1
    assert code_lines(SOURCE) == 10


def test_nothing_but_imports_and_words_is_nothing():
    assert code_lines('"""Words."""\n\nimport os\n# more\n') == 0
    assert code_lines("") == 0


def test_a_shell_script_is_counted_without_blanks_and_comments():
    assert shell_lines("#!/bin/sh\n# what it does\n\nset -e\n  exec true\n") == 2


def test_files_are_told_apart_by_part_room_and_folder():
    one = "x = 1\n"
    found = measure(
        {
            "ledger/__init__.py": one,
            "ledger/kernel/log/codec.py": one,
            "ledger/games/osaka/rules/turn.py": one + "y = 2\n",
            "scripts/run": "#!/bin/sh\nexec true\n",
            "scripts/notes": "not a script",
            "tests/test_it.py": one,
        }
    )
    assert found["whole"] == {"ledger": Size(3, 4), "scripts": Size(0, 1), "tests": Size(1, 1)}
    assert found["rooms"] == {
        "ledger/(top)": Size(1, 1),
        "ledger/kernel": Size(1, 1),
        "ledger/games": Size(1, 2),
    }
    assert found["folders"]["ledger/games/osaka/rules"] == Size(1, 2)


def test_a_folder_and_its_commit_are_counted_alike(tmp_path):
    """What git knows of this tree is what lies in the folder, where nothing was changed."""
    git = ["git", "-C", str(ROOT)]
    committed = read_tree("HEAD")
    changed = subprocess.run(
        [*git, "diff", "--name-only", "--no-renames", "HEAD"], capture_output=True, text=True
    )
    other = set(changed.stdout.split())
    lying = read_tree(str(ROOT))
    assert {k: v for k, v in committed.items() if k not in other}.items() <= lying.items()
