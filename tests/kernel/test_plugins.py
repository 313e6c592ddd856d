"""Entry points are read only when somebody asks for them, and nobody else notices."""

from __future__ import annotations

import subprocess
import sys


def test_what_is_loaded_when_it_is_used_is_there_for_other_packages_too() -> None:
    code = "import ledger.kernel.plugins, importlib.metadata; importlib.metadata.version('msgspec')"
    subprocess.run([sys.executable, "-c", code], check=True)
