"""Games that come about: new, do, undo, branch, record, simulate."""

from __future__ import annotations

import json
from functools import partial

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.recording import Group
from scripts.laboratory.black_box.trees import INPUTS

from .games import GAMES

NAMES = "Ana,Bartek,Celina,Dario"


def played(bench: Bench, game: str) -> None:
    """A game dealt by the program, played by moves from the list of legal ones."""
    log = "game.jsonl"
    told = bench.run("new", "new", game, "--players", "Ana,Bartek,Celina", "--out", log,
                     "--seed", "7", "--place", "the kitchen", "--json", files=(log,))  # fmt: skip
    bench.run("new-again", "new", game, "--players", "Ana,Bartek", "--out", log)
    bench.run("new-alone", "new", game, "--players", "Ana", "--out", "x.jsonl")
    bench.run("new-many", "new", game, "--players", "A,B,C,D,E,F", "--out", "x.jsonl", "--json")
    bench.run("new-twins", "new", game, "--players", "Ana,ana", "--out", "x.jsonl")
    bench.run("new-option", "new", game, "--players", "A,B", "--out", "x.jsonl", "--option", "x=1")
    bench.run("new-ask", "new", game, "--players", "A,B", "--out", "x.jsonl", "--ask")
    bench.run("new-given", "new", game, "--players", "A,B", "--out", "x.jsonl", "--given", "zz 9")
    bench.run("new-words", "new", game, "--players", "A,B", "--out", "w.jsonl", "--seed", "3",
              "--lang", "pl", kind="board")  # fmt: skip
    for n in range(12):
        facts = told.json
        legal = facts["legal"] if facts else []
        if not legal:
            break
        move = legal[n * 7 % len(legal)]
        data = n % 5 != 4
        told = bench.run(f"do-{n + 1}", "do", log, move, "--seed", n, *(["--json"] if data else []),
                         kind=None if data else "board")  # fmt: skip
        if not data:
            told = bench.run(f"do-{n + 1}-then", "do", log, "--json")
    bench.run("wrong-verb", "do", log, "flyy away")
    bench.run("wrong-verb-json", "do", log, "flyy away", "--json")
    bench.run("nothing", "do", log, "")
    bench.run("wrong-seat", "do", log, "--seat", "Zoe", "pass")
    facts = told.json
    legal = facts["legal"] if facts else []
    asked = facts["awaiting"][0]["seat"] if facts and facts["awaiting"] else 1
    if legal:
        bench.run("not-asked", "do", log, legal[0], "--seat", asked % 3 + 1)
        bench.run("misspelt", "do", log, legal[0][1:])
        bench.run("too-long", "do", log, legal[0] + " and more")
    bench.run("note", "do", log, "--note", "What a move!", "--json")
    bench.run("undo", "do", log, "undo", "--json", files=(log,))
    bench.run("undo-line", "do", log, "undo", "14", "--json")
    bench.run("undo-too-far", "do", log, "undo", "9999")
    bench.run("undo-nonsense", "do", log, "undo", "soon")
    bench.run("log", "log", log, "--json")
    bench.run("log-words", "log", log)
    bench.run("verify", "verify", log, "--json")
    bench.run("session", "export", log, "--to", "session", kind="exact")
    bench.run("branch-nowhere", "branch", log, "--at", "9999", "--out", "b.jsonl")
    bench.run("branch-inside", "branch", log, "--at", "2", "--out", "b.jsonl", files=("b.jsonl",))
    bench.run("abandon", "do", log, "abandon", "It is late", "--json", files=(log,))
    bench.run("after", "do", log, "pass")
    bench.run("end", "replay", log, "--json")


def branched(bench: Bench, game: str) -> None:
    """Samples taken up again in the middle: what is legal, by name and by rule."""
    for players in (2, 3):
        (log,) = bench.samples(f"{game}-{players}p.jsonl")
        ends = _ends(bench, log)
        for part in (1, 3, 5, 7):
            at = ends[len(ends) * part // 8]
            name, out = f"{players}p-{at}", f"b{players}-{at}.jsonl"
            bench.run(f"{name}-branch", "branch", log, "--at", at, "--out", out, files=(out,))
            told = bench.run(f"{name}-legal", "do", out, "--json")
            facts = told.json
            for move in (facts["legal"] if facts else [])[:1]:
                bench.run(f"{name}-move", "do", out, move, "--seed", "5", "--json", files=(out,))
                bench.run(f"{name}-twice", "do", out, move, "--seed", "5")
                bench.run(f"{name}-words", "do", out, "--lang", "it", kind="board")
            bench.run(f"{name}-verify", "verify", out, "--json")


def _ends(bench: Bench, log: str) -> list[int]:
    """Return the lines of a log at which a move is complete."""
    lines = bench.path(log).read_text("utf-8").splitlines()
    return [n for n, line in enumerate(lines, 1) if '"more":false' in line][:-2]


def recorded(bench: Bench) -> None:
    """`ledger record` from a pipe: whole games, halves, and lines that are refused."""
    for path in [x for x in bench.samples() if x.endswith(".session")]:
        head, _, body = bench.path(path).read_text("utf-8").partition("\n\n")
        fields = dict(line.split(": ", 1) for line in head.splitlines())
        game, players = fields["game"], fields["players"].replace(", ", ",")
        name = path.rpartition("/")[2].removesuffix(".session")
        out = f"{name}.jsonl"
        start = (game, "--players", players)
        bench.run(f"{name}-whole", "record", *start, "--out", out, stdin=body, files=(out,))
        bench.run(f"{name}-verify", "verify", out, "--json")
        lines = body.splitlines(keepends=True)
        half = len(lines) // 2
        bench.run(f"{name}-first", "record", *start, "--out", f"half-{out}", "--lang", "pl",
                  stdin="".join(lines[:half]), files=(f"half-{out}",))  # fmt: skip
        bench.run(f"{name}-second", "record", f"half-{out}", stdin="".join(lines[half:]),
                  files=(f"half-{out}",))  # fmt: skip
        bench.run(f"{name}-on", "record", out, stdin="note after the end\n")
        bench.run(f"{name}-board", "record", *start, "--board", "--out", f"board-{out}",
                  stdin="".join(lines[: half // 2]), kind="board")  # fmt: skip
    bench.run("unknown-game", "record", "chess", "--players", "A,B", "--out", "c.jsonl")
    bench.run("no-players", "record", "osaka", "--out", "n.jsonl", stdin="market B5\n")
    bench.run("not-a-log", "record", "replays/osaka-2p.session")
    bench.run("missing-log", "record", "nowhere.jsonl")
    bench.run("not-text", "record", "osaka", "--players", "A,B", "--out", "t.jsonl",
              stdin=b"market \xff\n")  # fmt: skip


def refused(bench: Bench, file: str) -> None:
    """Lines typed at the table that cannot be."""
    before, *cases = (INPUTS / "typed" / f"{file}.txt").read_text("utf-8").split("\n## ")
    _, first, *opening = before.split("\n")
    game, players = first.split()
    for case in cases:
        title, *typed = case.rstrip("\n").split("\n")
        lines = [*(x if x != "." else "" for x in opening), *(x[2:] for x in typed)]
        house = ("--house-rule",) if title.startswith("house") else ()
        log = f"{len(bench.answers)}.jsonl"
        bench.run(title, "record", game, "--players", players, "--out", log, *house,
                  stdin="\n".join(lines) + "\n", files=(log,))  # fmt: skip


def simulated(bench: Bench, game: str) -> None:
    """Games that bots play: every log, byte by byte."""
    for players in (2, 3, 4):
        for bot in ("random", "greedy"):
            name = f"{players}-{bot}"
            bench.run(name, "simulate", game, "--players", players, "--bot", bot, "--games", "2",
                      "--seed", 10 + players, "--start", "2026-03-01T18:00:00Z", "--out", name,
                      "--max-turns", "400", "--json")  # fmt: skip
            bench.note(f"{name}-logs", {"asked": name, "digests": bench.digests(name)})
    bench.run("mixed", "simulate", game, "--players", "2", "--bot", "greedy,random", "--seed", "1",
              "--start", "2026-03-01T18:00:00Z", "--out", "mixed")  # fmt: skip
    bench.note("mixed-logs", {"asked": "mixed", "digests": bench.digests("mixed")})
    bench.run("again", "simulate", game, "--seed", "1", "--bot", "greedy,random", "--players", "2",
              "--out", "mixed")  # fmt: skip
    bench.run("capped", "simulate", game, "--seed", "1", "--max-turns", "3", "--out", "capped",
              "--start", "2026-03-01", "--json", files=("capped",))  # fmt: skip
    bench.run("verify", "verify", ".", "--json")
    bench.run("unknown-bot", "simulate", game, "--bot", "deep", "--out", "x")
    bench.run("bad-number", "simulate", game, "--players", "9", "--out", "x")
    bench.run("bad-time", "simulate", game, "--start", "soon", "--out", "x")
    bench.run("bad-option", "simulate", game, "--option", "speed=11", "--out", "x")


def options(bench: Bench) -> None:
    """Simulated games with every option that the games have."""
    told = bench.run("games", "games", "--json")
    for line in told.out.splitlines():
        facts = json.loads(line)
        if facts["game"] not in GAMES:
            continue
        for option, one in facts["options"].items():
            for value in one.get("values") or (True, False):
                shown = str(value).lower() if isinstance(value, bool) else value
                name = f"{facts['game']}-{option}-{shown}"
                bench.run(name, "simulate", facts["game"], "--option", f"{option}={shown}",
                          "--seed", "4", "--start", "2026-03-01T18:00:00Z", "--out", name,
                          "--bot", "random", "--json")  # fmt: skip
                bench.note(f"{name}-logs", {"asked": name, "digests": bench.digests(name)})


GROUPS: dict[str, Group] = {
    **{f"simulate-{game}": partial(simulated, game=game) for game in GAMES},
    **{f"play-{game}": partial(played, game=game) for game in GAMES},
    **{f"branch-{game}": partial(branched, game=game) for game in GAMES},
    "record": recorded,
    "record-refused": partial(refused, file="record"),
    "record-refused-set-up": partial(refused, file="record_set_up"),
    "simulate-options": options,
}
