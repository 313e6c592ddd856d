"""Examples for the description of the API, and the contents of its streams."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.kernel.errors import Illegal, LedgerError, Stale
from ledger.kernel.message import Message
from ledger.protocol.errors import problem_details, problem_of_kind

Json = dict[str, Any]
EVENT_STREAM = "text/event-stream"
_REF = "#/components/schemas/"

_LINE: Json = {
    "type": "claimed",
    "seq": 7,
    "cmd": 1,
    "more": False,
    "turn": 0,
    "by": 2,
    "at": "2026-03-01T18:30:00.000Z",
    "data": {"seat": 2, "colour": "red"},
    "digest": "5d41402abc4b2a76b9719d911017c592",
}
_TOKEN: Json = {
    "id": "k3v9w2x8ab",
    "role": "seat",
    "game": "tuesday",
    "seat": 1,
    "created": "2026-03-01T18:00:00.000Z",
    "expires": "2026-03-31T18:00:00.000Z",
    "revoked": None,
    "label": "Ana",
}

Examples = dict[str, Json]
EXAMPLES: dict[str, tuple[Examples | None, Json | None]] = {
    "create_game": (
        {
            "osaka": {"game": "osaka", "seats": ["Ana", "Bartek"], "key": "tuesday-evening"},
            "more": {
                "game": "klongs",
                "seats": [{"name": "Ana", "colour": "red"}, {"name": "Bartek", "colour": "blue"}],
                "options": {"tactical": True},
                "place": "Kraków",
            },
        },
        None,
    ),
    "play_move": (
        {
            "typed": {"move": "claim red", "version": 6, "key": "5f1c"},
            "command": {"command": {"type": "Claim", "colour": "red"}, "version": 6, "key": "5f1c"},
        },
        {"game": "osaka", "version": 7, "events": [_LINE], "repeated": False},
    ),
    "undo_move": ({"last": {}, "referee": {"to": 12, "version": 17}}, None),
    "add_note": ({"note": {"text": "Good move!"}}, None),
    "abandon_game": ({"late": {"reason": "the last tram"}}, None),
    "branch_game": ({"line": {"at": 42, "key": "what-if"}}, None),
    "ask_sql": (
        {
            "wins": {
                "sql": "select game, count(*) as games from games where game = $game group by game",
                "params": {"game": "osaka"},
            }
        },
        {
            "columns": ["game", "games"],
            "types": ["VARCHAR", "BIGINT"],
            "rows": [["osaka", 12]],
            "more": False,
        },
    ),
    "create_token": (
        {
            "seat": {"role": "seat", "game": "tuesday", "seat": 1, "days": 30, "label": "Ana"},
            "spectator": {"role": "spectator"},
        },
        None,
    ),
}
"""For each operation: bodies that can be sent, and the response to the first."""


def _shown(error: LedgerError) -> Json:
    shown: Json = msgspec.to_builtins(problem_details(error))
    return shown


PROBLEM_EXAMPLES = {
    "401": msgspec.to_builtins(
        problem_of_kind("unauthorized", Message("you need a token"), status=401)
    ),
    "412": _shown(
        Stale(
            "the game has moved on: it is at version {last}, not {version}",
            seq=8,
            last=8,
            version=6,
        )
    ),
    "422": _shown(
        Illegal(
            "it's seat {seat}'s turn ({question}), not seat {other}'s",
            rule="OSA-09",
            seat=2,
            question="choose a colour",
            other=1,
        )
    ),
}


def stream_content(path: str) -> Json:
    """Return the description of a stream of server-sent events, which clients read as text."""
    of_one_game = "{id}" in path
    lines = {
        "group": {
            "description": "Lines that belong together, in one `data` field each; `id` is the "
            "last of them",
            "itemSchema": {"$ref": _REF + "Event"},
        },
        "end": {"description": "The game is over and its log sealed", "schema": {"const": {}}},
        "failed": {
            "description": "The game can be read, but not played on",
            "schema": {"$ref": _REF + "ProblemDetails"},
        },
    }
    games = {
        "group": {
            "description": "Lines of a game that belong together; `id` is the cursor behind them",
            "schema": {"$ref": _REF + "GameGroup"},
        },
        "begin": {
            "description": "Where the stream begins: sent first with `after=end`",
            "schema": {"const": {}},
        },
        "failed": {
            "description": "A game that can't be read; the stream goes on with the others",
            "schema": {"$ref": _REF + "GameProblem"},
        },
    }
    line = msgspec.json.encode(_LINE).decode()
    data = (
        line if of_one_game else f'{{"id":"tuesday","game":"osaka","viewer":1,"events":[{line}]}}'
    )
    cursor = "7" if of_one_game else "tuesday:7"
    return {
        "schema": {
            "type": "string",
            "description": "Server-sent events, as the HTML standard has them. `id` goes into the "
            "header `Last-Event-ID` to go on from there. A comment comes every 15 seconds.",
        },
        "example": f"id: {cursor}\nevent: group\ndata: {data}\n\n",
        "x-events": lines if of_one_game else games,
    }
