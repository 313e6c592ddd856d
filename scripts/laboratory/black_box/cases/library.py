"""A library full of games: lists, people, questions, reports, exports."""

from __future__ import annotations

import json
from functools import partial

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.recording import Group

FILTERS: tuple[tuple[str, ...], ...] = (
    (),
    ("--game", "osaka"),
    ("--game", "golf"),
    ("--game", "chess"),
    ("--player", "Ana"),
    ("--player", "zoe"),
    ("--since", "2026-03-02"),
    ("--until", "2026-03"),
    ("--since", "soon"),
    ("--place", "kuch"),
    ("--kind", "log"),
    ("--kind", "result"),
    ("--kind", "both"),
    ("--text", "celina"),
    ("--limit", "3"),
    ("--limit", "0"),
    ("--game", "osaka", "--player", "Bartek", "--since", "2026", "--limit", "4"),
)
SQL = {
    "games": "select * exclude (game_id) from games order by all limit 40",
    "seats": "select * exclude (game_id) from seats order by all limit 60",
    "players": "select * from players order by all",
    "events": "select game, type, count(*) as n, max(turn) as t from events group by all "
    "order by all",
    "deltas": "select resource, sum(change) as n from deltas group by all order by all",
    "moves": "select game, count(*) as n from moves group by all order by all",
    "view": "select count(*) as n from osaka_bought",
    "nothing": "select 1 as one where false",
    "types": "select 1 as i, 1.5 as d, 'ä' as s, true as b, null as n, date '2026-03-01' as t, "
    "[1, 2] as l, {'a': 1} as o",
    "wrong": "selec 1",
    "unknown-table": "select * from gmaes",
    "unknown-column": "select nmae from seats",
    "write": "delete from seats",
    "file": "select * from read_csv('/etc/passwd')",
    "copy": "copy seats to 'x.csv'",
    "two": "select 1; select 2",
    "empty": "",
}


def _filled(bench: Bench) -> list[str]:
    """Fill the library, and return the ids of its games."""
    bench.samples()
    bench.call("import", bench.imports(), "replays")
    rows = bench.call("list", "--json").out.splitlines()
    return [json.loads(row)["id"] for row in rows]


def listed(bench: Bench) -> None:
    """Lists of games, and each game of them."""
    bench.run("library-empty", "library", "--json")
    bench.run("list-empty", "list")
    bench.run("players-empty", "players", "--json")
    ids = _filled(bench)
    for options in FILTERS:
        bench.run(f"list-{'-'.join(options)}", "list", *options, "--json")
    for options in (*FILTERS[:6], FILTERS[-1]):
        bench.run(f"list-{'-'.join(options)}-text", "list", *options)
    for id in ids:
        bench.run(f"show-{id}", "show", id, "--json")
    for id in (*ids[::5], "osaka-2p", "osaka", "zzz"):
        bench.run(f"show-{id}-text", "show", id)
    bench.run("library", "library")
    bench.run("library-json", "library", "--json")
    for command in (("replay", "--json"), ("log", "--json"), ("verify", "--json")):
        bench.run(f"{command[0]}-by-id", command[0], "klongs-2p", *command[1:])
    bench.run("by-id-ambiguous", "replay", "osaka-", "--json")
    bench.run("by-id-result", "replay", ids[0], "--json")
    path = bench.path("library/games/osaka-3p-7-0001.jsonl")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    bench.path("library/games/osaka-4p-7-0001.jsonl").unlink()
    bench.run("library-damaged", "library")
    bench.run("library-damaged-json", "library", "--json")
    bench.run("show-damaged", "show", "osaka-3p-7-0001", "--json")
    bench.run("show-lost", "show", "osaka-4p-7-0001")
    bench.run("replay-lost", "replay", "osaka-4p-7-0001", "--json")
    journal = bench.path("library/library.jsonl")
    journal.write_bytes(journal.read_bytes()[:-40])
    bench.run("journal-torn", "library", "--json")
    journal.write_bytes(b"nonsense\n")
    bench.run("journal-nonsense", "list", "--json")


def people(bench: Bench) -> None:
    """Who is who."""
    _filled(bench)
    bench.run("players", "players")
    bench.run("players-json", "players", "--json")
    bench.run("merge-apart", "players", "merge", "ana", "celina", "--json")
    bench.run("merge", "players", "merge", "ana", "dawid", "--json")
    bench.run("merge-more", "players", "merge", "bartek", "gray")
    bench.run("merge-twice", "players", "merge", "ana", "dawid")
    bench.run("merge-self", "players", "merge", "ana", "ana")
    bench.run("merge-unknown", "players", "merge", "ana", "zoe")
    bench.run("merge-one", "players", "merge", "ana")
    bench.run("merged", "players", "--json")
    bench.run("list-merged", "list", "--player", "dawid", "--json")
    bench.run("report-merged", "report", "players", "--json")
    bench.run("split", "players", "split", "ana", "name:Dawid", "--json")
    bench.run("split-key", "players", "split", "ana", "bgg:ana_k")
    bench.run("split-unknown", "players", "split", "ana", "bgg:zoe")
    bench.run("split-all", "players", "split", "dario", "name:Dario")
    bench.run("split-done", "players", "--json")
    bench.run("joined", "players", "join", "ana", "dario")
    bench.run("list-after", "list", "--json")
    bench.run("players-after", "players")
    bench.note("journal", {"asked": "library.jsonl", "files": {"j": bench.file(
        "library/library.jsonl")}})  # fmt: skip


def asked(bench: Bench) -> None:
    """Questions in SQL."""
    _filled(bench)
    bench.run("index", "index", "--json")
    bench.run("index-again", "index", "--json")
    bench.run("index-anew", "index", "--anew")
    for name, sql in SQL.items():
        bench.run(f"{name}", "query", sql, "--json")
    for form in ("--table", "--csv", "--ndjson", "--md"):
        for name in ("players", "types", "nothing"):
            bench.run(f"{name}{form}", "query", SQL[name], form, kind="exact")
    bench.run("stdin", "query", "-", "--json", stdin="select 2 as two")
    bench.write("q.sql", "select count(*) as n from seats where name = $who")
    bench.run("file", "query", "-f", "q.sql", "--param", "who=Ana", "--json")
    bench.run("param-missing", "query", "-f", "q.sql", "--json")
    bench.run("param-wrong", "query", "-f", "q.sql", "--param", "who", "--json")
    bench.run("file-missing", "query", "-f", "missing.sql")
    bench.run("limit", "query", SQL["seats"], "--limit", "2", "--json")
    bench.run("stats", "query", "select 1 as one", "--stats", "--json")
    bench.run("parquet", "query", SQL["players"], "--parquet", "p.parquet")
    bench.run("parquet-again", "query", SQL["players"], "--parquet", "p.parquet")
    bench.run("timeout", "query", "select count(*) from range(100000000000) a", "--timeout", "0.5")
    bench.run("tables", "tables", "--json")


def reported(bench: Bench, part: int) -> None:
    """Every report as data, some as pictures and as SQL."""
    _filled(bench)
    rows = [json.loads(x) for x in bench.call("reports", "--json").out.splitlines()]
    for number, row in enumerate(rows):
        if number % 2 != part:
            continue
        name = row["name"]
        bench.run(f"{name}", "report", name, "--json")
        if number % 6 < 2:
            bench.run(f"{name}-table", "report", name, "--table", kind="exact")
            bench.run(f"{name}-plot", "report", name, "--plot")
            bench.run(f"{name}-sql", "report", name, "--sql")
        if number % 12 < 2:
            bench.run(f"{name}-svg", "report", name, "--svg", f"{name}.svg", files=(f"{name}.svg",))
        for param in row["params"]:
            if param["name"] == "game":
                bench.run(f"{name}-game", "report", name, "--param", "game=osaka", "--json")
            if param["name"] == "player":
                bench.run(f"{name}-player", "report", name, "--param", "player=Ana", "--json")
    if part:
        return
    bench.run("unknown", "report", "playres", "--json")
    bench.run("wrong-param", "report", "players", "--param", "colour=red")
    bench.run("md", "report", "players", "--md", "--limit", "2", kind="exact")
    bench.run("csv", "report", "seats", "--csv", kind="exact")
    bench.write("library/reports/mine.sql", "-- title: Mine\n-- about: my own\nselect 1 as one\n")
    bench.write("library/reports/bad.sql", "select\n")
    bench.run("own-list", "reports", "--json")
    bench.run("own", "report", "mine", "--json")
    bench.run("own-bad", "report", "bad", "--json")


def exported(bench: Bench) -> None:
    """Games for other programs, and what comes back of them."""
    ids = _filled(bench)
    for form, out in (("csv", "x.csv"), ("bgg", "x.xml"), ("bgstats", "x.json"),
                      ("bgstats-link", "x.txt")):  # fmt: skip
        bench.run(f"{form}", "export", "--all", "--to", form, "--out", out, files=(out,))
        bench.run(f"{form}-one", "export", ids[-1], ids[5], "--to", form, kind="exact")
        if form != "bgstats-link":
            bench.run(f"{form}-back", "import", out, "--json")
            bench.run(f"{form}-elsewhere", "import", out, "--library", f"l-{form}", "--json")
    bench.run("parquet", "export", "--to", "parquet", "--out", "tables", files=("tables",))
    bench.run("parquet-again", "export", "--to", "parquet", "--out", "tables")
    bench.run("session-by-id", "export", "osaka-2p", "--to", "session", kind="exact")
    bench.run("session-of-two", "export", "osaka-2p", "osaka-3p", "--to", "session")
    bench.run("session-of-result", "export", ids[0], "--to", "session")
    bench.run("nothing", "export", "--to", "csv")
    bench.run("list", "list", "--json")


GROUPS: dict[str, Group] = {
    "reports-1": partial(reported, part=0),
    "reports-2": partial(reported, part=1),
    "library-list": listed,
    "library-query": asked,
    "library-export": exported,
    "library-people": people,
}
