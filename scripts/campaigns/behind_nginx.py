"""Play, stream and look on through nginx with TLS, for minutes, while a stranger makes noise.

nginx runs with docs/operations/nginx.conf and a certificate made here, before `ledger serve`. Bots
play games one after another (`ledger bot`), each followed by `ledger tail`; somebody plays against
a bot with `ledger play`; two streams are open all the time, one of a game in which something is
said every second, one of a game in which nothing happens. A stranger at another address sends wrong
tokens as fast as he can. At the end every stream must have told everything, over one connection.

    scripts/behind-nginx                    ten minutes
    scripts/behind-nginx --minutes 2
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.console import arguments, say

if TYPE_CHECKING:
    from ledger.client.client import Client, TableClient

STRANGER = "127.0.0.2"
SLOW = 0.25
"""Seconds that a bot waits before each move."""


def main() -> int:
    """Run it; the exit code says whether anything was lost."""
    parser = arguments("behind-nginx", __doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--without-stranger", action="store_true", help="nobody makes noise")
    options = parser.parse_args()

    from scripts.campaigns.proxies import NAME, Nginx, free_port, what_is_missing

    if (missing := what_is_missing("nginx")) is not None:
        say(f"nginx can't be started here: {missing}")
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        service = _Service(folder, f"{NAME}:{port}")
        nginx = Nginx(folder / "nginx", service.port, port)
        os.environ["SSL_CERT_FILE"] = str(nginx.certificate)  # for us and for every command
        try:
            evening = _Evening(folder, nginx, options.minutes * 60)
            return evening.spend(stranger=not options.without_stranger)
        finally:
            nginx.stop()
            service.stop()


class _Service:
    """`ledger serve` in a process of its own."""

    def __init__(self, folder: Path, host: str) -> None:
        where = ("--library", folder / "library", "--port", "0", "--log", folder / "log")
        behind = ("--public-url", f"https://{host}", "--trusted-proxy", "127.0.0.1")
        self._process = subprocess.Popen(
            [*_LEDGER, "serve", *where, *behind], stderr=subprocess.PIPE, text=True
        )
        assert self._process.stderr is not None  # noqa: S101
        for line in self._process.stderr:
            if found := re.search(r" at http://127.0.0.1:(\d+)\b", line):
                self.port = int(found[1])
                return
        raise RuntimeError("the service did not start")

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=20)


_LEDGER = (sys.executable, "-m", "ledger.cli")


class _Evening:
    """Everything that goes on at once, until time is up."""

    def __init__(self, folder: Path, nginx: Any, seconds: float) -> None:
        from ledger.client.client import Client

        self.folder, self.nginx, self.seconds = folder, nginx, seconds
        admin = (folder / "library" / ".service" / "admin-token").read_text().strip()
        self.admin_file = folder / "library" / ".service" / "admin-token"
        self.client: Client = Client(nginx.url, admin)
        self.faults: list[str] = []
        self.figures: dict[str, int | float | str] = {}
        self.over = threading.Event()
        self.waits: list[float] = []

    def spend(self, *, stranger: bool) -> int:
        """Let everything run; say what happened."""
        quiet = self.client.create("osaka", ["Ana", "Bartek"])
        talking = self.client.create("osaka", ["Ana", "Bartek"])
        streams = [_Listening(self._eyes(table), table.id) for table in (quiet, talking)]
        # whatever the stranger does from now on, these are at the table
        acts = (self._bots, self._person, *((self._stranger,) if stranger else ()))
        threads = [threading.Thread(target=self._act, args=(act,)) for act in acts]
        for thread in (*streams, *threads):
            thread.start()
        start, said = time.monotonic(), 0
        while time.monotonic() - start < self.seconds:
            began = time.monotonic()
            self._act(partial(talking.note, f"note {said}"))
            self.waits.append(time.monotonic() - began)
            said += 1
            time.sleep(1.0)
        self.over.set()
        for thread in threads:
            thread.join(300)
        for table in (quiet, talking):
            table.abandon("it is late")
        for stream in streams:
            stream.join(30)
        self._check(quiet, talking, streams, said)
        for name, figure in self.figures.items():
            print(f"{name:<44} {figure}")
        for fault in self.faults:
            print(f"FAULT  {fault}")
        return 1 if self.faults else 0

    def _act(self, work: Any) -> None:
        try:
            work()
        except Exception as e:
            self.faults.append(f"{getattr(work, '__name__', 'a note')}: {e!r}")

    def _eyes(self, table: TableClient) -> TableClient:
        from ledger.client.client import Client

        token = self.client.make_token("spectator", game=table.id).token
        return Client(f"{self.nginx.url}/games/{table.id}", token).game()

    def _run(self, *args: object, **more: Any) -> subprocess.Popen[str]:
        command = [*_LEDGER, *map(str, args)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)

    def _host(self, name: str) -> tuple[str, list[Path], Path]:
        """Start a game with `ledger host`; return its URL and the files of its tokens."""
        import json

        where = ("--server", self.nginx.url, "--token-file", self.admin_file)
        tokens = self.folder / f"tokens-{name}"
        done = self._run(
            "host", "osaka", "--players", "Ana,Bartek", *where, "--tokens", tokens, "--json"
        )
        made = json.loads(done.communicate(timeout=60)[0])
        return made["url"], [Path(s["file"]) for s in made["seats"]], Path(made["spectator"])

    def _bots(self) -> None:
        """Let bots play game after game, and tell each with `ledger tail`."""
        games = lines = 0
        while not self.over.is_set():
            url, seats, eyes = self._host(f"bots-{games}")
            tail = self._run("tail", url, "--token-file", eyes, "--json")
            given = [word for seat in seats for word in ("--token-file", seat)]
            bots = self._run("bot", url, *given, "--delay", SLOW, "--quiet", "--json")
            table = self.client.game(url.rsplit("/", 1)[1])
            while bots.poll() is None and not self.over.wait(0.5):
                pass
            if bots.poll() is None:
                table.abandon("it is late")
            played = bots.communicate(timeout=60)[0].splitlines()
            told = tail.communicate(timeout=60)[0].splitlines()
            if bots.returncode or tail.returncode or len(played) != 2:
                self.faults.append(f"bot {bots.returncode}, tail {tail.returncode}")
            if len(told) != table.facts().version:
                self.faults.append(f"tail told {len(told)} of {table.facts().version} lines")
            games, lines = games + 1, lines + len(told)
        self.figures["games of bots, told by `ledger tail`"] = games
        self.figures["lines that `ledger tail` told"] = lines

    def _person(self) -> None:
        """Play against a bot with `ledger play`, a legal move whenever it is our turn."""
        from ledger.client.client import Client

        moves = games = 0
        while not self.over.is_set():
            url, seats, _ = self._host(f"person-{games}")
            bot = self._run("bot", url, "--token-file", seats[1], "--delay", SLOW, "--quiet")
            person = self._run("play", url, "--token-file", seats[0], stdin=subprocess.PIPE)
            assert person.stdin is not None  # noqa: S101
            with Client(url, seats[0].read_text().strip()) as client:
                table, at = client.game(), 0
                while (facts := table.facts()).status == "running":
                    moved = facts.version > at  # what was typed last is on the table
                    if moved and self.over.is_set():
                        self.client.game(facts.id).abandon("it is late")
                    elif moved and [a.seat for a in facts.awaiting][:1] == [1]:
                        legal = table.legal()
                        person.stdin.write(legal.moves[moves % len(legal.moves)].move + "\n")
                        person.stdin.flush()
                        at, moves = facts.version, moves + 1
                    time.sleep(0.3)
            person.communicate(timeout=60)
            bot.communicate(timeout=60)
            if person.returncode or bot.returncode:
                codes = f"`ledger play` ended with {person.returncode}, its bot {bot.returncode}"
                self.faults.append(codes)
            games += 1
        self.figures["moves typed into `ledger play`"] = moves
        if not moves:
            self.faults.append("nobody could move with `ledger play`")

    def _stranger(self) -> None:
        """Send wrong tokens from another address, as fast as they are answered."""
        import ssl

        import httpx

        context = ssl.create_default_context(cafile=str(self.nginx.certificate))
        local = httpx.HTTPTransport(verify=context, local_address=STRANGER)
        wrong = {"Authorization": f"Bearer ledger_{'a' * 10}_{'b' * 43}"}
        answers: dict[int, int] = {}
        with httpx.Client(transport=local, base_url=self.nginx.url, headers=wrong) as client:
            while not self.over.is_set():
                status = client.get("/api/v1/games").status_code
                answers[status] = answers.get(status, 0) + 1
        self.figures["answers to the stranger, by status"] = str(answers)
        if answers.keys() - {401, 429, 503}:
            self.faults.append(f"the stranger was answered {answers}")

    def _check(
        self,
        quiet: TableClient,
        talking: TableClient,
        streams: list[_Listening],
        said: int,
    ) -> None:
        waits = sorted(self.waits)
        self.figures["minutes"] = round(self.seconds / 60, 1)
        self.figures["notes said"] = said
        self.figures["a note, median ms"] = round(waits[len(waits) // 2] * 1000)
        self.figures["a note, slowest ms"] = round(waits[-1] * 1000)
        opened = [r for r in self.nginx.requests() if r[4].endswith("/stream")]
        for table, stream in zip((quiet, talking), streams, strict=True):
            lasted = [r[2] for r in opened if f"/{table.id}/" in r[4]]
            self.figures[f"seconds of each connection of {table.id[-8:]}"] = str(lasted)
            if len(lasted) != 1 or lasted[0] < self.seconds:
                self.faults.append(f"the stream of {table.id} had {len(lasted)} connections")
            if stream.last != table.facts().version:
                self.faults.append(f"{table.id} was told to line {stream.last}")
        slow = max((late for late in streams[1].late), default=0.0)
        self.figures["a note on the stream, slowest ms after it"] = round(slow * 1000)


class _Listening(threading.Thread):
    """Follows a game to its end."""

    def __init__(self, table: TableClient, id: str) -> None:
        super().__init__(daemon=True)
        self.table, self.id = table, id
        self.last = 0
        self.late: list[float] = []

    def run(self) -> None:
        """Listen."""
        import json

        from ledger.kernel.times import parse_time, utc_now

        history = self.table.facts().version
        for group in self.table.stream():
            line = json.loads(group[-1])
            self.last = line["seq"]
            if line["at"] and self.last > history:
                self.late.append((utc_now() - parse_time(line["at"])).total_seconds())


if __name__ == "__main__":
    raise SystemExit(main())
