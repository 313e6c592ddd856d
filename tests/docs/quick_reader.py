"""Somebody who follows a page without starting the program anew for each line."""

from __future__ import annotations

import io
import os
import shlex
import sys
from pathlib import Path

import pytest

from ledger.cli.app import run as ledger
from scripts.pages import Reader


class QuickReader(Reader):
    """Runs our program in this process, where it needn't be started each time."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        super().__init__(folder, Path(sys.executable).parent)
        self.patch, self.capsys = patch, capsys
        patch.chdir(folder)
        for name, value in self.env.items():
            patch.setenv(name, value)
        self.env = dict(os.environ)

    def run(self, line: str, typed: str = "") -> tuple[int, str]:
        """Run a line here if it is one of ours, and nothing but that."""
        words = shlex.split(line, comments=True)
        if words[0] != "ledger" or set(words) & {"|", ">", "<", "&", "&&"}:
            return super().run(line, typed)
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        with pytest.raises(SystemExit) as exit_:
            ledger(words[1:])
        said = self.capsys.readouterr()
        return int(exit_.value.code or 0), said.out + said.err
