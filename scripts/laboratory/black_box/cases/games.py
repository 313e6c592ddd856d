"""What the program says of itself and of its games: help, catalogue, rules, notation, schemas."""

from __future__ import annotations

from scripts.laboratory.black_box.bench import Bench, digest
from scripts.laboratory.black_box.recording import Group
from scripts.laboratory.black_box.trees import samples

GAMES = ("century", "istanbul", "klongs", "osaka")
COMMANDS = (
    "replay", "log", "verify", "record", "new", "do", "branch", "simulate", "export", "import",
    "list", "show", "players", "library", "query", "sql-memory", "tables", "report", "reports",
    "index", "serve", "token", "host", "play", "tail", "bot", "games", "notation", "rules",
    "schema",
)  # fmt: skip
MAP = """\
[[map.rows]]
nonsense = true
"""


def helping(bench: Bench) -> None:
    """Every help page, and calls that nobody can mean."""
    bench.run("help", "--help")
    bench.run("nothing")
    bench.run("version", "--version")
    for command in COMMANDS:
        bench.run(f"help-{command}", command, "--help")


def misuse(bench: Bench) -> None:
    """Wrong commands and options."""
    bench.run("misspelt", "repaly", "x")
    bench.run("unknown-option", "log", "--nonsense")
    bench.run("unknown-language", "--lang", "xx", "games")
    for command in COMMANDS:
        if command not in ("serve", "library", "players", "index", "list", "reports"):
            bench.run(f"bare-{command}", command)
        bench.run(f"wrong-option-{command}", command, "--colour=red", "x")


def catalogue(bench: Bench) -> None:
    """Games, rules, notation, tables, reports."""
    bench.run("games", "games")
    bench.run("games-json", "games", "--json")
    bench.run("games-unknown", "games", "osako")
    bench.run("notation-unknown", "notation", "chess")
    bench.run("rules-unknown", "rules", "osaka", "OSA-99")
    bench.run("rules-of-unknown", "rules", "chess", "--json")
    bench.run("games-map-missing", "games", "century", "--map", "missing.toml")
    for name, text in {"nonsense": MAP, "broken": "x = [", "json": '{"map": 3}'}.items():
        bench.write(f"{name}.toml", text)
        bench.run(f"games-map-{name}", "games", "century", "--map", f"{name}.toml", "--json")
    for game in GAMES:
        bench.run(f"games-{game}", "games", game, kind="board")
        bench.run(f"games-{game}-json", "games", game, "--json")
        bench.run(f"notation-{game}", "notation", game)
        bench.run(f"notation-{game}-pl", "--lang", "pl", "notation", game)
        rules = bench.run(f"rules-{game}-json", "rules", game, "--json")
        bench.run(f"rules-{game}", "rules", game)
        first = rules.out.partition('"id":"')[2].partition('"')[0]
        bench.run(f"rules-{game}-one", "rules", game, first)
    tables = bench.run("tables-json", "tables", "--json")
    bench.run("tables", "tables")
    for name in ("seats", "osaka_bought", "osaka", "setas"):
        bench.run(f"tables-{name}", "tables", name)
    bench.note("tables-known", {"asked": "tables", "count": tables.out.count('"columns"')})
    bench.run("reports", "reports")
    bench.run("reports-json", "reports", "--json")


def schemas(bench: Bench) -> None:
    """The schema of every game, byte by byte, and the files of the tree that must not change."""
    bench.run("schema", "schema", kind="exact")
    bench.run("schema-unknown", "schema", "chess")
    for game in GAMES:
        bench.run(f"schema-{game}", "schema", game, kind="digest")
        bench.run(f"schema-{game}-file", "schema", game, "--out", "s",
                  files=(f"s/{game}.schema.json",))  # fmt: skip
    bench.run("schema-again", "schema", "osaka", "--out", "s")
    bench.run("schema-force", "schema", "osaka", "--out", "s", "--force", files=("s",))
    own = samples(bench.tree.path)
    names = [p for p in sorted(own.iterdir()) if p.suffix in (".jsonl", ".session")]
    files = sorted(bench.tree.path.glob("schemas/*.json"))
    for what, paths in (("samples", names), ("schemas", files)):
        digests = {p.name: digest(p.read_bytes()) for p in paths}
        bench.note(f"files-{what}", {"asked": f"the {what} of the tree", "digests": digests})


GROUPS: dict[str, Group] = {
    "help": helping,
    "misuse": misuse,
    "catalogue": catalogue,
    "schemas": schemas,
}
