"""A service whose answers are written down: at the end the disk must hold exactly those."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import msgspec

from ledger.kernel.log.events import groups
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.verify import verify
from ledger.protocol.schemas import Health, ProblemDetails

from .in_process_service import InProcessService

_GAME = re.compile(r"(?:/api/v1)?/games/([a-z0-9][a-z0-9_-]*)/(\w+)")
ACTS = ("commands", "undo", "notes", "abandon")


class CheckedService(InProcessService):
    """Notes what was acknowledged; `check_logs` compares it with the logs on disk."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.acknowledged: dict[str, dict[int, list[dict[str, Any]]]] = {}
        self.created: dict[str, int] = {}

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """Send a request, and remember what it was promised."""
        answer = super().ask(method, path, token, **more)
        if answer.status_code >= 400 and method != "HEAD":
            shape = Health if (path, answer.status_code) == ("/ready", 503) else ProblemDetails
            # every refusal has the same shape, and none tells where things are on this machine
            if shape is Health:
                msgspec.json.decode(answer.content, type=Health)
            else:
                assert answer.headers["content-type"] == "application/problem+json", answer.text
                problem = msgspec.json.decode(answer.content, type=ProblemDetails)
                assert problem.status == answer.status_code
                assert problem.type == f"/problems/{problem.kind}"
            assert str(self.folder) not in answer.text
            assert "Traceback" not in answer.text
        if method == "POST" and answer.status_code in (200, 201):
            match = _GAME.fullmatch(path)
            if path == "/games" or (match and match[2] == "branches"):
                facts = answer.json()
                self.created.setdefault(facts["id"], facts["version"])
            elif match and match[2] in ACTS:
                done = answer.json()
                assert (answer.status_code == 200) == done["repeated"]
                self.acknowledged.setdefault(match[1], {})[done["version"]] = done["events"]
        return answer

    def log(self, game: str) -> bytes:
        """Return a log as it stands on the disk."""
        return (self.folder / "games" / f"{game}.jsonl").read_bytes()

    def check_logs(self) -> None:
        """Every game verifies and holds what was acknowledged: nothing more, nothing twice."""
        for game, created in self.created.items():
            reading = read(self.log(game))
            report = verify(reading)
            wrong = [p for p in report.problems if p.kind != "house-rule"]
            assert (report.verdict, wrong) == ("legal", []), game
            acknowledged = self.acknowledged.get(game, {})
            found = {
                group[-1].seq: group
                for group in groups(reading.lines)
                if group[-1].seq > created and group[0].type != "sealed"
            }
            remarks = [(x.by, x.data) for x in reading.lines if x.seq in acknowledged]
            for seq in found.keys() - acknowledged.keys():
                # a seat's take-back writes again what others had said
                (line,) = found.pop(seq)
                assert line.type == "noted" and (line.by, line.data) in remarks, game
            assert found.keys() == acknowledged.keys(), game
            for seq, group in found.items():
                shapes = [(x.seq, x.type, x.cmd, x.turn, x.by) for x in group]
                assert shapes == [
                    (x["seq"], x["type"], x["cmd"], x["turn"], x.get("by"))
                    for x in acknowledged[seq]
                ]
            keys = [line.key for line in reading.lines if isinstance(line.key, str)]
            assert len(keys) == len(set(keys)), f"{game} holds a key twice"


def error(answer: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """Return what a refusal says, if it is of this kind."""
    assert answer.status_code == status, f"{answer.status_code} {answer.text}"
    body = json.loads(answer.content)
    assert body["kind"] == kind, answer.text
    return body
