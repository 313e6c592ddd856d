"""Games from elsewhere: good files, broken ones, corrections, and what came before."""

from __future__ import annotations

import io
import json
import zipfile

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.recording import Group


def files(bench: Bench) -> None:
    """Every kind of file alone, then broken in several ways."""
    folder = bench.imports()
    for path in sorted(bench.path(folder).iterdir()):
        name, data = path.name, path.read_bytes()
        asked = f"{folder}/{name}"
        bench.run(f"{name}", "import", asked, "--library", f"lib-{name}", "--json")
        bench.run(f"{name}-text", "import", asked, "--library", f"lib-{name}-2")
        bench.run(f"{name}-again", "import", asked, "--library", f"lib-{name}", "--json")
        broken = [
            bench.write(f"broken/{name}-half{path.suffix}", data[: len(data) // 2]),
            bench.write(f"broken/{name}-end{path.suffix}", data[:-3]),
            bench.write(f"broken/{name}-empty{path.suffix}", b""),
            bench.write(f"broken/{name}-noise{path.suffix}", data.replace(b"a", b"\xff")),
            bench.write(f"broken/{name}-zeros{path.suffix}", b"\0" * 400),
        ]
        bench.run(f"{name}-broken", "import", *broken, "--dry-run", "--json")
        bench.run(f"{name}-broken-text", "import", *broken, "--dry-run")


def together(bench: Bench) -> None:
    """A folder of all kinds, archives, sheets that need help, and options."""
    folder = bench.imports()
    bench.samples()
    bench.write(f"{folder}/picture.png", b"\x89PNG\r\n")
    bench.write(f"{folder}/.hidden.csv", b"date,game\n")
    bench.run("dry", "import", folder, "replays", "--dry-run", "--json")
    bench.run("all", "import", folder, "replays", "--json")
    bench.run("again", "import", folder, "replays", "--json")
    bench.run("again-text", "import", folder, "replays")
    bench.run("library", "library", "--json")
    inside = {p.name: p.read_bytes() for p in sorted(bench.path(folder).iterdir())}
    bench.write("all.zip", zipped({f"old/{n}": d for n, d in inside.items()}))
    bench.run("zip", "import", "all.zip", "--library", "z", "--json")
    tricky = {
        "../../etc/passwd.csv": b"",
        "inner.zip": zipped({"a.csv": inside["tall.csv"]}),
        "half.json": inside["backup.json"][:900],
        "\x1b[2J.csv": inside["wide.csv"],
        "a.session": bench.path("replays/osaka-2p.session").read_bytes(),
        "b.jsonl": bench.path("replays/osaka-3p.jsonl").read_bytes(),
    }
    bench.write("tricky.zip", zipped(tricky))
    bench.run("zip-tricky", "import", "tricky.zip", "--library", "t", "--json")
    bench.write("broken.zip", zipped(tricky)[:-60])
    bench.run("zip-broken", "import", "broken.zip", "--library", "t", "--json")
    bench.run("missing", "import", "missing.csv", "--json")
    bench.run("missing-too", "import", "missing.csv", "imports/wide.csv", "--library", "m",
              "--json")  # fmt: skip
    bench.run("stdin", "import", "-", "--library", "s", "--json", stdin=inside["tall.csv"])
    for name, text, options in SHEETS:
        path = bench.write(f"sheets/{name}.csv", text)
        bench.run(f"sheet-{name}", "import", path, "--dry-run", "--json", *options)
    bench.run("encoding", "import", bench.write("latin.csv", LATIN), "--encoding", "latin-1",
              "--dry-run", "--json")  # fmt: skip
    bench.run("encoding-unknown", "import", "latin.csv", "--encoding", "klingon", "--dry-run")
    bench.run("column-unknown", "import", "latin.csv", "--column", "taste=Wann", "--dry-run")


def corrected(bench: Bench) -> None:
    """Corrections become revisions; people are told apart and put together."""
    folder = bench.imports()
    bench.run("first", "import", folder, "--json")
    backup = json.loads(bench.path(f"{folder}/backup.json").read_text("utf-8"))
    text = json.dumps(backup).replace("51", "52")
    bench.run("changed", "import", bench.write("later/backup.json", text), "--json")
    sheet = bench.path(f"{folder}/wide.csv").read_text("utf-8")
    changed = sheet.replace(",51,43,", ",50,44,")
    bench.run("sheet-changed", "import", bench.write("later/wide.csv", changed), "--json")
    bench.run("sheet-back", "import", f"{folder}/wide.csv", "--json")
    xml = bench.path(f"{folder}/plays.xml").read_text("utf-8").replace('score="51"', 'score="49"')
    bench.run("xml-changed", "import", bench.write("later/plays.xml", xml), "--json")
    (log,) = bench.samples("osaka-2p.jsonl")
    lines = bench.path(log).read_bytes().splitlines(keepends=True)
    ends = [n for n, line in enumerate(lines, 1) if b'"more":false' in line]
    part = bench.write("part.jsonl", b"".join(lines[: ends[20]]))
    bench.run("log-part", "import", part, "--json")
    bench.run("log-whole", "import", log, "--json")
    bench.run("log-part-again", "import", part, "--json")
    bench.run("list", "list", "--json")
    for name in ("osaka-2p-7-0001", "bgstats-play-1", "bgg-900000001"):
        bench.run(f"show-{name}", "show", name, "--json")
        bench.run(f"show-{name}-text", "show", name)
    bench.run("library", "library", "--json")
    bench.note("journal", {"asked": "library.jsonl", "files": {"j": bench.file(
        "library/library.jsonl")}})  # fmt: skip


SHEETS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("dates", "date,game,Ana,Bartek\n03/04/2026,osaka,1,2\n13/04/2026,osaka,1,2\n", ()),
    ("dmy", "date,game,Ana,Bartek\n03/04/2026,osaka,1,2\n", ("--dates", "dmy")),
    ("mdy", "date,game,Ana,Bartek\n03/04/2026,osaka,1,2\n", ("--dates", "mdy")),
    ("wann", "Wann,Spiel,Ana,Bo\n2026-03-01,osaka,1,2\n", ("--column", "date=Wann", "--column",
                                                         "game=Spiel")),
    ("no-game", "date,Ana,Bo\n2026-03-01,1,2\n", ()),
    ("game", "date,Ana,Bo\n2026-03-01,1,2\n", ("--game", "osaka")),
    ("game-unknown", "date,Ana,Bo\n2026-03-01,1,2\n", ("--game", "Agricola")),
    ("player", "date,game,Ana,Mood\n2026-03-01,osaka,1,x\n", ("--player", "Mood")),
    ("player-missing", "date,game,Ana\n2026-03-01,osaka,1\n", ("--player", "Zoe")),
    ("too-long", "date,game,Ana\n2026-03-01,osaka,1,2,3\n", ()),
    ("sums", "date,game,Ana,Bo,Total\n2026-03-01,osaka,1,2,3\nRazem,,1,2,3\n", ()),
    ("polish", "data;gra;gracz;wynik;miejsce\n1.03.2026;osaka;Ana;5,5;1\n1.03.2026;osaka;Bo;4;2\n",
     ()),
    ("twice", "date,game,Ana,Bo\n2026-03-01,osaka,1,2\n2026-03-01,osaka,1,2\n", ()),
    ("round", "date,game,round,Ana,Bo\n2026-03-01,osaka,1,1,2\n2026-03-01,osaka,2,1,2\n", ()),
    ("ids", "id,date,game,Ana,Bo\na,2026-03-01,osaka,1,2\na,2026-03-01,osaka,1,3\n", ()),
    ("headings", "date,date,game,Ana\n2026-03-01,2026-03-02,osaka,1\n", ()),
    ("only-headings", "date,game,Ana\n", ()),
    ("quotes", 'date,game,Ana\n2026-03-01,"osaka,1\n', ()),
)  # fmt: skip
LATIN = "date,game,Zoë,Jörg\n2026-03-01,osaka,1,2\n".encode("latin-1")


def zipped(files: dict[str, bytes]) -> bytes:
    """Return an archive; all its files are of one moment."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 0, 0, 0)), data)
    return out.getvalue()


GROUPS: dict[str, Group] = {
    "import-files": files,
    "import-together": together,
    "import-corrected": corrected,
}
