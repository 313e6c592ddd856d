"""The commands that speak to a server."""

from __future__ import annotations

import json

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.normalise import MADE
from scripts.laboratory.black_box.recording import Group
from scripts.laboratory.black_box.serving import Server


def tokens(bench: Bench) -> None:
    """Tokens made, listed and revoked without a server."""
    bench.run("list-empty", "token", "list", "--json")
    bench.samples()
    bench.call("import", "replays")
    wishes: dict[str, tuple[str, ...]] = {
        "admin": ("--role", "admin"),
        "referee": ("--role", "referee", "--label", "the aunt"),
        "spectator": ("--role", "spectator", "--days", "1", "--game", "osaka-2p-7-0001"),
        "seat": ("--role", "seat", "--game", "osaka-2p-7-0001", "--seat", "1"),
        "name": ("--role", "seat", "--game", "osaka-2p-7-0001", "--seat", "Bartek"),
        "nobody": ("--role", "seat", "--game", "osaka-2p-7-0001", "--seat", "Zoe"),
        "no-game": ("--role", "seat", "--seat", "1"),
        "no-role": (),
        "king": ("--role", "king"),
        "days": ("--role", "admin", "--days", "0"),
        "nowhere": ("--role", "seat", "--game", "nowhere", "--seat", "1"),
    }
    ids = []
    for name, wish in wishes.items():
        made = bench.call("token", "new", *wish, "--json")
        facts = json.loads(made.out) if made.code == 0 else None
        if facts is not None:
            ids.append(facts["id"])
            bench.names.call(facts["id"], f"{MADE}{name}>")
            if "token" in facts:
                facts["token"] = "<token>"  # noqa: S105 # the name that stands for one
        bench.note(f"new-{name}", {
            "asked": f"token new {' '.join(wish)}", "exit": made.code,
            "facts": json.loads(bench.names.text(json.dumps(facts))),
            "stderr": bench.content(made.err, "text"),
        })  # fmt: skip
    bench.call("token", "new", *wishes["seat"], "--out", "t.token")
    bench.run("new-out-again", "token", "new", *wishes["seat"], "--out", "t.token")
    listed = [json.loads(x)["id"] for x in bench.call("token", "list", "--json").out.splitlines()]
    (filed,) = set(listed) - set(ids)
    bench.names.call(filed, f"{MADE}the file>")
    bench.run("list-json", "token", "list", "--json")
    told = bench.call("token", "list")
    lines = sorted(bench.names.text(told.out).splitlines())  # else in the order of their ids
    bench.note("list", {"asked": "token list", "exit": told.code, "stdout": {"text": lines}})
    bench.run("revoke", "token", "revoke", ids[0])
    bench.run("revoke-again", "token", "revoke", ids[0], "--json")
    bench.run("revoke-unknown", "token", "revoke", "zzzzzzzzzz")
    bench.run("revoke-nothing", "token", "revoke")
    bench.run("list-after", "token", "list", "--json")
    bench.run("unknown", "token", "make")


def played(bench: Bench) -> None:
    """Games hosted, played from a pipe, watched, played by bots, read by URL."""
    bench.samples()
    bench.call("import", "replays")
    with Server(bench, "--rate", "0", "--log", "access.log") as server:
        admin = bench.write("admin.token", server.admin + "\n")
        host = ("--server", server.url, "--token-file", admin, "--tokens", "tokens")
        _hosted(bench, server, host)
        for game in ("klongs", "osaka"):
            _at_the_table(bench, server, host, game)
        _by_url(bench, server)
    for command in (("play",), ("tail",), ("replay", "--json"), ("bot",)):
        bench.run(f"gone-{command[0]}", command[0], f"{server.url}/games/x", *command[1:],
                  "--token-file", admin)  # fmt: skip


def _made(bench: Bench, game: str, host: tuple[str, ...], players: str) -> dict[str, str]:
    """Host a game; give lasting names to what was made."""
    told = bench.call("host", game, "--players", players, *host, "--json")
    facts = json.loads(told.out)
    bench.names.call(facts["id"], f"<{game}>")
    bench.note(f"{game}-host", {
        "asked": f"host {game}", "exit": told.code,
        "facts": json.loads(bench.names.text(told.out)),
    })  # fmt: skip
    files = {str(seat["seat"]): seat["file"] for seat in facts["seats"]}
    return {"url": facts["url"], "spectator": facts["spectator"], **files}


def _hosted(bench: Bench, server: Server, host: tuple[str, ...]) -> None:
    bench.run("host-unknown", "host", "osako", "--players", "Ana,Bartek", *host)
    bench.run("host-alone", "host", "osaka", "--players", "Ana", *host)
    bench.run("host-option", "host", "osaka", "--players", "A,B", "--option", "x=1", *host)
    bench.run("host-no-token", "host", "osaka", "--players", "A,B", "--server", server.url)
    bench.write("bad.token", "hello\n")
    bench.run("host-bad-token", "host", "osaka", "--players", "A,B", "--server", server.url,
              "--token-file", "bad.token")  # fmt: skip
    bench.run("host-nowhere", "host", "osaka", "--players", "A,B", "--server",
              "http://127.0.0.1:9", "--token-file", "bad.token")  # fmt: skip


def _at_the_table(bench: Bench, server: Server, host: tuple[str, ...], game: str) -> None:
    made = _made(bench, game, host, "Ana,Bartek")
    url = made["url"]
    id = url.rpartition("/")[2]
    for n in range(5):
        facts = server.api("GET", f"/games/{id}", server.admin)
        seat = facts["awaiting"][0]["seat"]
        legal = server.api("GET", f"/games/{id}/legal?seat={seat}", server.admin)
        move = legal["moves"][n * 5 % len(legal["moves"])]["move"]
        token = ("--token-file", made[str(seat)])
        lang = ("--lang", "pl") if n == 3 else ()
        # whoever is asked types: a line from a pipe waits until its seat is asked
        if n == 1:
            bench.run(f"{game}-play-wrong", "play", url, *token, stdin="flyy away\n")
            bench.run(f"{game}-play-words", "play", url, *token,
                      stdin="help\nlegal\nnote Hello\nrules\n")  # fmt: skip
            bench.run(f"{game}-play-board", "play", url, *token, "--board",
                      stdin="note Again\n", kind="board")  # fmt: skip
        bench.run(f"{game}-play-{n}", "play", url, *token, *lang, stdin=f"{move}\n", kind="board")
    bench.run(f"{game}-play-nobody", "play", url)
    bench.run(f"{game}-do", "do", url, "--json", env={"LEDGER_TOKEN": server.admin})
    bench.run(f"{game}-bots", "bot", url, "--token-file", made["1"], "--token-file", made["2"],
              "--seed", "5", "--json", "--quiet")  # fmt: skip
    bench.run(f"{game}-bot-over", "bot", url, "--token-file", made["1"], "--bot", "random",
              "--seed", "5")  # fmt: skip
    bench.run(f"{game}-bot-unknown", "bot", url, "--token-file", made["1"], "--bot", "deep")
    bench.run(f"{game}-play-over", "play", url, "--token-file", made["1"], stdin="legal\n")
    bench.run(f"{game}-play-spectator", "play", url, "--token-file", made["spectator"])
    for who in ("1", "2", "spectator"):
        token = ("--token-file", made[who])
        bench.run(f"{game}-tail-{who}", "tail", url, *token, "--json", kind="exact")
    bench.run(f"{game}-tail-words", "tail", url, "--token-file", made["1"])
    bench.run(f"{game}-tail-pl", "tail", url, "--token-file", made["1"], "--lang", "pl", "--from",
              "30")  # fmt: skip
    bench.run(f"{game}-tail-as", "tail", url, "--as", "2", "--json",
              env={"LEDGER_TOKEN": server.admin}, kind="exact")  # fmt: skip
    bench.run(f"{game}-tail-as-refused", "tail", url, "--as", "2", "--token-file", made["1"])
    for who in ("1", "spectator"):
        mine = {"LEDGER_TOKEN": bench.path(made[who]).read_text("utf-8").strip()}
        bench.run(f"{game}-replay-{who}", "replay", url, "--json", env=mine)
        bench.run(f"{game}-log-{who}", "log", url, "--json", env=mine)
        bench.run(f"{game}-verify-{who}", "verify", url, "--json", env=mine)
        bench.run(f"{game}-export-{who}", "export", url, "--to", "session", env=mine, kind="exact")


def _by_url(bench: Bench, server: Server) -> None:
    env = {"LEDGER_TOKEN": server.admin}
    url = f"{server.url}/games/istanbul-2p-7-0001"
    bench.run("url-replay", "replay", url, "--turn", "5", "--json", env=env)
    bench.run("url-replay-as", "replay", url, "--turn", "5", "--as", "1", "--json", env=env)
    bench.run("url-replay-board", "replay", url, "--turn", "5", env=env, kind="board")
    bench.run("url-log", "log", url, "--json", env=env)
    bench.run("url-verify", "verify", url, "--json", env=env)
    bench.run("url-export", "export", url, "--to", "jsonl", env=env, kind="digest")
    bench.run("url-csv", "export", url, "--to", "csv", env=env, kind="exact")
    bench.run("url-branch", "branch", url, "--at", "8", "--out", "b.jsonl", env=env,
              files=("b.jsonl",))  # fmt: skip
    bench.run("url-tail", "tail", url, "--json", env=env, kind="digest")
    bench.run("url-no-token", "log", url)
    bench.run("url-nowhere", "log", f"{server.url}/games/nowhere", env=env)
    bench.run("url-home", "log", server.url, env=env)


GROUPS: dict[str, Group] = {"remote-play": played, "remote-tokens": tokens}
