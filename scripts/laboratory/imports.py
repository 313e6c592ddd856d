"""Many plays in a table: CPU, memory and journal of an import, of the same again, of one corrected.

Each import is a process of its own. The figures depend on the machine: compare them with those of
another commit, measured in the same hour.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.common.many_plays import many_plays
from scripts.console import arguments, say, show


def main() -> None:
    """Run what the command line says."""
    parser = arguments("lab imports", __doc__)
    parser.add_argument("--plays", type=int, default=50_000, help="how many (50,000)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    options = parser.parse_args()
    say(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(prefix="ledger-imports-") as name:
        folder, file = Path(name) / "library", Path(name) / "plays.csv"
        rows = list(many_plays(options.plays, options.seed))
        file.write_text("".join(rows), "utf-8")
        figures: dict[str, object] = {"file, MB": round(file.stat().st_size / 1e6, 1)}
        for what in ("first", "again", "one corrected"):
            if what == "one corrected":
                file.write_text("".join([*rows[:-1], rows[-1].replace("Club", "Pub")]), "utf-8")
            figures |= measured(what, folder, file, options.plays)
        figures["journal, MB"] = round((folder / "library.jsonl").stat().st_size / 1e6, 1)
    show(figures)


def measured(what: str, folder: Path, file: Path, plays: int) -> dict[str, object]:
    """Import a file in a process of its own; return what it took."""
    library = ["--library", str(folder)]
    command = [sys.executable, "-m", "ledger.cli", *library, "import", str(file), "--yes"]
    child = subprocess.Popen([*command, "--json"], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"the import ended with {child.returncode}")
    return {
        f"{what}, µs of CPU a play": round(cpu(used) / plays * 1e6),
        f"{what}, MB of memory": round(used.ru_maxrss / 1024),
    }


def cpu(used: resource.struct_rusage) -> float:
    """Return the seconds that a process took."""
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
