"""The sample games read in every way: replayed, told, verified, exported, seen by each seat."""

from __future__ import annotations

import json
from functools import partial

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.recording import Group

from .games import GAMES


def told(bench: Bench, game: str) -> None:
    """A game in words, in three languages and with everybody's eyes."""
    for log in _logs(bench, game):
        name, seats = _known(bench, log)
        bench.run(f"{name}-log", "log", log)
        bench.run(f"{name}-log-json", "log", log, "--json")
        for lang in ("pl", "it"):
            bench.run(f"{name}-log-{lang}", "--lang", lang, "log", log, "--json")
        for seat in ("spectator", *range(1, len(seats) + 1)):
            bench.run(f"{name}-log-as-{seat}", "log", log, "--as", seat, "--json")
        bench.run(f"{name}-log-as-name", "log", log, "--as", seats[-1], "--json")
    bench.run("log-as-nobody", "log", log, "--as", "Zoe")
    bench.run("log-as-ninth", "log", log, "--as", "9", "--json")


def replayed(bench: Bench, game: str) -> None:
    """Positions of a game, as data and as boards."""
    for log in _logs(bench, game):
        name, seats = _known(bench, log)
        lines, turns = _length(bench, log)
        bench.run(f"{name}-end", "replay", log, "--json")
        bench.run(f"{name}-end-board", "replay", log, kind="board")
        for part in (1, 3, 4, 6):
            turn = turns * part // 7
            bench.run(f"{name}-turn-{turn}", "replay", log, "--turn", turn, "--json")
        for part in (1, 2):
            turn, line = turns * part // 3, lines * part // 3
            bench.run(f"{name}-at-{line}", "replay", log, "--at", line, "--json")
            bench.run(f"{name}-turn-{turn}-board", "replay", log, "--turn", turn, kind="board")
        turn = turns // 2
        for seat in ("spectator", *range(1, len(seats) + 1)):
            bench.run(f"{name}-as-{seat}", "replay", log, "--turn", turn, "--as", seat, "--json")
        bench.run(f"{name}-as-board", "replay", log, "--turn", turn, "--as", "1", kind="board")
    bench.run("narrow", "replay", log, "--turn", "5", "--width", "60", kind="board")
    bench.run("wide", "replay", log, "--turn", "5", "--width", "160", kind="board")
    bench.run("polish", "replay", log, "--turn", "9", "--lang", "pl", kind="board")
    bench.run("italian", "--lang", "it", "replay", log, "--turn", "9", "--json")
    bench.run("turn-zero", "replay", log, "--turn", "0", "--json")
    bench.run("first-line", "replay", log, "--at", "1", "--json")
    bench.run("turn-too-late", "replay", log, "--turn", "9999", "--json")
    bench.run("line-too-late", "replay", log, "--at", "99999")
    bench.run("both", "replay", log, "--at", "5", "--turn", "5")
    data = bench.path(log).read_bytes()
    bench.run("stdin", "replay", "-", "--json", "--turn", "3", stdin=data)
    bench.run("as-nobody", "replay", log, "--as", "Zoe", "--json")


def exported(bench: Bench, game: str) -> None:
    """Sessions and back again, and what each seat may keep of a game."""
    for log in _logs(bench, game):
        name, seats = _known(bench, log)
        session, back = f"{name}.session", f"{name}-back.jsonl"
        bench.run(f"{name}-session", "export", log, "--to", "session", kind="exact")
        bench.run(f"{name}-session-plain", "export", log, "--to", "session", "--no-times",
                  kind="digest")  # fmt: skip
        bench.run(f"{name}-session-file", "export", log, "--to", "session", "--out", session,
                  files=(session,))  # fmt: skip
        bench.run(f"{name}-back", "import", session, "--out", back, "--json", files=(back,))
        same = bench.path(back).exists()
        same = same and bench.path(back).read_bytes() == bench.path(log).read_bytes()
        bench.note(f"{name}-round-trip", {"asked": f"{log} as a session and back", "equal": same})
        for seat in ("spectator", *range(1, len(seats) + 1)):
            seen = f"{name}-{seat}.jsonl"
            bench.run(f"{name}-seen-{seat}", "export", log, "--to", "jsonl", "--as", seat,
                      "--out", seen, files=(seen,))  # fmt: skip
        bench.run(f"{name}-against", "verify", log, "--against", f"{name}-1.jsonl", "--json")
        bench.run(f"{name}-against-other", "verify", log, "--against", f"{name}-2.jsonl", "--json")
        bench.run(f"{name}-verify-seen", "verify", f"{name}-1.jsonl", f"{name}-spectator.jsonl",
                  "--json")  # fmt: skip
        bench.run(f"{name}-seen-session", "export", log, "--to", "session", "--as", "1",
                  kind="exact")  # fmt: skip
    bench.run("jsonl", "export", log, "--to", "jsonl", kind="digest")
    bench.run("again", "export", log, "--to", "session", "--out", session)
    bench.run("force", "export", log, "--to", "session", "--out", session, "--force",
              files=(session,))  # fmt: skip
    bench.run("csv", "export", log, "--to", "csv", kind="exact")
    bench.run("bgg", "export", log, "--to", "bgg", kind="exact")
    bench.run("bgstats", "export", log, "--to", "bgstats", kind="json")
    bench.run("bgstats-link", "export", log, "--to", "bgstats-link", kind="exact")
    bench.run("unknown-format", "export", log, "--to", "pdf")


def pictures(bench: Bench, game: str) -> None:
    """Screens of a game as files."""
    (log,) = bench.samples(f"{game}-2p.jsonl")
    bench.run("svg", "export", log, "--to", "svg", "--terminal", "--turn", "7", "--out", "a.svg",
              files=("a.svg",))  # fmt: skip
    bench.run("svg-seat", "export", log, "--to", "svg", "--terminal", "--at", "40", "--as", "2",
              "--light", "--width", "90", "--height", "30", "--lang", "pl", "--out", "b.svg",
              files=("b.svg",))  # fmt: skip
    bench.run("html", "export", log, "--to", "html", "--terminal", "--step", "turn",
              "--out", "a.html", files=("a.html",))  # fmt: skip
    bench.run("html-seat", "export", log, "--to", "html", "--terminal", "--step", "turn",
              "--as", "1", "--out", "b.html", files=("b.html",))  # fmt: skip
    bench.run("cast", "export", log, "--to", "cast", "--step", "turn", "--speed", "4",
              "--out", "a.cast", files=("a.cast",))  # fmt: skip
    bench.run("frames", "export", log, "--to", "gif-frames", "--step", "turn", "--out", "frames",
              files=("frames",))  # fmt: skip
    bench.note("frames-digests", {"asked": "frames", "digests": bench.digests("frames")})


def verified(bench: Bench) -> None:
    """All samples, and questions to them without a library."""
    logs = [x for x in bench.samples() if x.endswith(".jsonl")]
    bench.run("all", "verify", "replays", "--json")
    bench.run("all-text", "verify", "replays")
    bench.run("one-text", "verify", logs[0])
    bench.run("nothing-there", "verify", "empty", "--json")
    bench.run("missing", "verify", logs[0], "missing.jsonl", "--json")
    bench.run("session", "verify", "replays/osaka-2p.session")
    bench.run("stdin", "verify", "-", "--json", stdin=bench.path(logs[0]).read_bytes())
    bench.run("sql-memory", "sql-memory", "replays", "--json", "-q",
              "select game, type, count(*) as n from events group by all order by all")  # fmt: skip
    bench.run("sql-memory-csv", "sql-memory", *logs[:3], "--csv", kind="exact",
              stdin="select name, score, place, won from seats order by all")  # fmt: skip
    bench.run("sql-memory-wrong", "sql-memory", logs[0], "-q", "selec 1")
    for log in logs:
        bench.run(f"do-{log}", "do", log, "--json")
        bench.run(f"over-{log}", "do", log, "pass")


def _logs(bench: Bench, game: str) -> list[str]:
    return [x for x in bench.samples(f"{game}-*") if x.endswith(".jsonl")]


def _known(bench: Bench, log: str) -> tuple[str, list[str]]:
    """Return the short name of a log, and the names of its players."""
    first = json.loads(bench.path(log).read_text("utf-8").partition("\n")[0])
    name = log.rpartition("/")[2].removesuffix(".jsonl")
    return name, [seat["name"] for seat in first["data"]["seats"]]


def _length(bench: Bench, log: str) -> tuple[int, int]:
    lines = bench.path(log).read_text("utf-8").splitlines()
    return len(lines), json.loads(lines[-1])["turn"]


GROUPS: dict[str, Group] = {
    **{f"replay-{game}": partial(replayed, game=game) for game in GAMES},
    **{f"log-{game}": partial(told, game=game) for game in GAMES},
    **{f"export-{game}": partial(exported, game=game) for game in GAMES},
    **{f"pictures-{game}": partial(pictures, game=game) for game in GAMES},
    "verify": verified,
}
