"""Play whole games with a generated client; nothing of this project is imported here.

    python player.py URL SEED GAME...

`scripts/lab generated-client` runs this where the client was generated as `ledger_api`.
"""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
from collections import Counter
from typing import Any

import httpx
from httpx_sse import connect_sse
from ledger_api import AuthenticatedClient, models
from ledger_api.api.follow import get_position, list_events, verify_game
from ledger_api.api.games import create_game, get_game
from ledger_api.api.play import list_legal_moves, play_move
from ledger_api.api.questions import get_report
from ledger_api.api.tokens import create_token


def main() -> int:
    """Play one game of each kind, and follow all of them in one stream."""
    url, seed, *games = sys.argv[1:]
    admin = os.environ["LEDGER_TOKEN"]
    everything: dict[str, list[Any]] = {}
    ids: set[str] = set()
    all_games = threading.Thread(target=follow_all, args=(url, admin, everything), daemon=True)
    all_games.start()
    for game in games:
        ids.add(play(url, admin, game, random.Random(f"{game}/{seed}"), everything))
    print(f"one stream told {len(everything)} games: {sum(map(len, everything.values()))} lines")
    expect(everything.keys() >= ids, "every game in the stream of all games")
    check_problem(url, admin)
    return 0


def play(
    url: str, admin: str, game: str, rng: random.Random, everything: dict[str, list[Any]]
) -> str:
    """Play a game to its end with typed commands, and read all of it back."""
    start, prefix = time.monotonic(), game.title()
    server = AuthenticatedClient(base_url=url, token=admin)
    new = models.NewGame(game=game, seats=["Ana", "Bartek"])
    facts = create_game.sync(client=server, body=new)
    expect(isinstance(facts, models.GameFacts), f"a new game of {game}: {facts}")
    clients = {}
    for seat in (1, 2):
        wish = models.NewToken(role=models.NewTokenRole("seat"), game=facts.id, seat=seat)
        made = create_token.sync(client=server, body=wish)
        clients[seat] = AuthenticatedClient(base_url=url, token=made.token)
    told: list[Any] = []
    live = threading.Thread(target=follow, args=(url, clients[1].token, facts.id, told))
    live.start()
    moves, kinds, refused = 0, Counter[str](), 0
    while facts.awaiting:
        mine = clients[facts.awaiting[0].seat]
        legal = list_legal_moves.sync(facts.id, client=mine, limit=50)
        expect(type(legal).__name__ == f"{prefix}Legal", f"legal moves: {legal}")
        command = rng.choice(legal.moves).command
        kinds[type(command).__name__] += 1
        body = models.Submit(command=command, version=legal.version, key=f"{moves}-{refused}")
        done = play_move.sync(facts.id, client=mine, body=body)
        if isinstance(done, models.ProblemDetails) and done.status == 422:
            refused += 1  # what the seat does not see forbids it
            expect(refused < 1000, f"moves are accepted: {done}")
            continue
        expect(type(done).__name__ == f"{prefix}Done", f"a move: {done}")
        moves += 1
        facts = get_game.sync(facts.id, client=mine)
    live.join(30)
    expect(not live.is_alive(), "the stream ends with the game")
    seen = list_events.sync(facts.id, client=clients[1], limit=10_000)
    expect([e.to_dict() for e in seen.events] == told, "the stream is what the log is")
    position = get_position.sync(facts.id, client=clients[2])
    verdict = verify_game.sync(facts.id, client=server)
    expect(verdict.verdict == "legal", f"a legal game: {verdict}")
    full = list_events.sync(facts.id, client=server, limit=10_000)
    for _ in range(200):
        if len(everything.get(facts.id, ())) >= len(full.events):
            break
        time.sleep(0.05)
    whole = [e.to_dict() for e in full.events]
    expect(everything[facts.id] == whole, "all lines in the stream of all games")
    report = get_report.sync(models.GetReportName("players"), client=server, game=game)
    expect(isinstance(report, models.Table), f"a report: {report}")
    events = Counter(type(event).__name__ for event in full.events)
    typed = sum(n for name, n in events.items() if name.startswith((prefix, "Log")))
    expect(typed == len(full.events), f"events of the game's own types: {events}")
    expect(type(position.view).__name__ == f"{prefix}View", f"its view: {type(position.view)}")
    print(
        f"{game}: {moves} moves of {len(kinds)} kinds, {refused} refused, {len(full.events)} lines "
        f"of {len(events)} kinds, result {facts.result.reason!r}, "
        f"{time.monotonic() - start:.0f} s"
    )
    return str(facts.id)


def follow(url: str, token: str, game: str, told: list[Any]) -> None:
    """Read the stream of a game to its end."""
    headers = {"Authorization": f"Bearer {token}"}
    with (
        httpx.Client(headers=headers, timeout=60) as client,
        connect_sse(client, "GET", f"{url}/api/v1/games/{game}/stream") as source,
    ):
        for message in source.iter_sse():
            if message.event == "group":
                told += [json.loads(line) for line in message.data.split("\n")]
            elif message.event == "end":
                return


def follow_all(url: str, token: str, told: dict[str, list[Any]]) -> None:
    """Read the stream of all games, with a new connection after every 100 messages."""
    last = "start"
    while True:
        headers = {"Authorization": f"Bearer {token}", "Last-Event-ID": last}
        with (
            httpx.Client(headers=headers, timeout=60) as client,
            connect_sse(client, "GET", f"{url}/api/v1/stream") as source,
        ):
            for n, message in enumerate(source.iter_sse()):
                data = json.loads(message.data)
                group = getattr(models, f"{data['game'].title()}GameGroup").from_dict(data)
                told.setdefault(group.id, []).extend(e.to_dict() for e in group.events)
                last = message.id
                if n == 100:
                    break


def check_problem(url: str, admin: str) -> None:
    """Look at a refusal as the client has it."""
    problem = get_game.sync("nowhere", client=AuthenticatedClient(base_url=url, token=admin))
    expect(isinstance(problem, models.ProblemDetails), f"a problem: {problem}")
    expect((problem.status, problem.kind) == (404, "missing"), f"what is missing: {problem}")
    page = httpx.get(url + problem.type_)
    expect(page.status_code == 200, "a page about the problem")
    print(f"a refusal: {problem.status} {problem.kind}, {problem.type_} answers")


def expect(right: bool, what: str) -> None:
    """Stop when something is not as it should be."""
    if not right:
        raise SystemExit(f"not so: {what}")


if __name__ == "__main__":
    raise SystemExit(main())
