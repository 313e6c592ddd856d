"""Generate a client from the OpenAPI of a running service, and play with nothing else.

openapi-python-client makes the client, and httpx-sse reads the streams; both are installed into an
environment of their own, with the versions of constraints-client.txt. The client plays a whole game
of each installed kind with typed commands, and reads all of it back.

    scripts/lab generated-client                    every game that is installed
    scripts/lab generated-client --game osaka       only this one
    scripts/lab generated-client --keep DIR         keep the client and its environment there
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

from scripts import ROOT
from scripts.console import arguments, parse_with_seed, say

TOOLS = ("openapi-python-client", "httpx-sse")
PACKAGE = "ledger_api"


def main() -> int:
    """Run the campaign and print its figures."""
    parser = arguments("lab generated-client", __doc__)
    parser.add_argument("--game", nargs="+", default=["century", "istanbul", "klongs", "osaka"])
    parser.add_argument("--keep", type=Path, metavar="DIR")
    options = parse_with_seed(parser)

    from scripts.common.local_service import serving

    with tempfile.TemporaryDirectory() as folder:
        home = options.keep or Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        python = _environment(home / "environment")
        with serving(Path(folder) / "library") as (url, token):
            _generate(python, url, home)
            player = Path(__file__).with_name("player.py")
            done = subprocess.run(
                [python, player, url, str(options.seed), *options.game],
                env={"PYTHONPATH": str(home), "LEDGER_TOKEN": token},
                cwd=home,
                check=False,
            )
    return done.returncode


def _environment(folder: Path) -> Path:
    """Make the environment of the client, unless it is there."""
    python = folder / "bin" / "python"
    if not python.exists():
        say(f"installing {' and '.join(TOOLS)}")
        venv.create(folder, with_pip=True)
        pip = (python, "-m", "pip", "install", "-qq", "-c", ROOT / "constraints-client.txt")
        subprocess.run([*pip, *TOOLS], check=True)
    return python


def _generate(python: Path, url: str, home: Path) -> None:
    start = time.monotonic()
    with urllib.request.urlopen(f"{url}/openapi.json") as answer:  # noqa: S310 # our own server
        described = answer.read()
    (home / "openapi.json").write_bytes(described)
    # the generator knows no pictures
    overrides = {"content_type_overrides": {"image/svg+xml": "application/octet-stream"}}
    (home / "config.json").write_text(json.dumps(overrides))
    said = subprocess.run(
        [python.with_name("openapi-python-client"), "generate", "--path", home / "openapi.json",
         "--config", home / "config.json", "--meta", "none", "--overwrite", "--fail-on-warning",
         "--output-path", home / PACKAGE],
        capture_output=True, text=True, check=False, env={"PATH": str(python.parent)},
    )  # fmt: skip
    if said.returncode:
        raise SystemExit(f"the client could not be generated:\n{said.stdout}{said.stderr}")
    types = len(json.loads(described)["components"]["schemas"])
    models = len(list((home / PACKAGE / "models").glob("*.py"))) - 1
    seconds = time.monotonic() - start
    print(f"generated in {seconds:.0f} s: {types} types in OpenAPI, {models} modules of models")


if __name__ == "__main__":
    raise SystemExit(main())
