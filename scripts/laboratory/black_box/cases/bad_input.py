"""Files that are not what they should be."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.recording import Group
from scripts.laboratory.black_box.trees import INPUTS

from .games import GAMES

DIGEST = b',"digest":"'
TYPED = ("century", "istanbul", "klongs", "osaka", "head", "lines", "results")


def _opened(**changes: Any) -> bytes:
    data = {
        "format": 1, "game": "osaka", "rules": "osaka/1", "box": "0" * 32,
        "seats": [{"name": "A"}, {"name": "B"}], **changes,
    }  # fmt: skip
    line = {"type": "opened", "seq": 1, "cmd": 0, "more": False, "turn": 0, "by": None, "at": None}
    return json.dumps({**line, "data": data, "digest": "0" * 32}).encode() + b"\n"


GARBAGE: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n\n\n",
    "binary": bytes(range(256)) * 40,
    "text": b"Dear diary,\ntoday we played.\n",
    "other-json": b'{"hello": "world"}\n',
    "list": b"[1, 2, 3]\n",
    "number": b"1e999\n",
    "another-event": b'{"type":"took","data":{"format":1}}\n',
    "another-game": _opened(game="chess"),
    "path-as-game": _opened(game="../../etc/passwd"),
    "future": _opened(format=99),
    "huge-format": _opened(format=10**400),
    "wrong-digest": _opened(),
    "deep": b'{"type":"opened","data":{"format":1,"x":' + b"[" * 100_000 + b"\n",
    "deep-closed": b'{"type":' + b"[" * 50_000 + b"]" * 50_000 + b"}\n",
    "not-utf-8": b'{"type":"opened","data":{"format":1,"game":"\xff\xfe"}}\n',
    "half-character": b'{"type":"opened","data":{"format":1,"game":"\\ud800"}}\n',
    "zeros": b"\0" * 1000,
    "long-line": b'{"type":"opened","x":"' + b"x" * 3_000_000,
}


def garbage(bench: Bench) -> None:
    """Things that are no logs."""
    names = [bench.write(f"{name}.jsonl", data) for name, data in GARBAGE.items()]
    bench.run("verify-json", "verify", *names, "--json")
    bench.run("verify", "verify", *names)
    for name in names:
        bench.run(f"replay-{name}", "replay", name)
    for name in (*names[:4], "another-game.jsonl", "missing.jsonl", "."):
        bench.run(f"log-{name}", "log", name, "--json")
        bench.run(f"export-{name}", "export", name, "--to", "session")
        bench.run(f"branch-{name}", "branch", name, "--at", "3", "--out", "b.jsonl")
        bench.run(f"do-{name}", "do", name, "take R5")
    bench.run("import-json", "import", *names, "--json")
    bench.run("import", "import", *names)
    bench.run("replay-missing", "replay", "missing.jsonl", "--json")
    bench.run("export-missing", "export", "missing.jsonl", "--to", "csv")
    bench.run("sql-memory", "sql-memory", *names, "-q", "select 1")


def damaged(bench: Bench, game: str) -> None:
    """A sample with changed bytes, lost lines, torn ends, and lies with right digests."""
    (log,) = bench.samples(f"{game}-2p.jsonl")
    data = bench.path(log).read_bytes()
    lines = data.splitlines(keepends=True)
    size, number = len(data), len(lines)
    made: dict[str, bytes] = {}
    for n in range(1, 13):
        at = size * n // 13
        made[f"byte-{n:02}"] = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
    for n in range(1, 7):
        made[f"cut-{n}"] = data[: size * n // 7]
        made[f"short-{n}"] = b"".join(lines[: number * n // 7])
        at = number * n // 8
        made[f"lost-{n}"] = b"".join(lines[:at] + lines[at + 1 :])
        made[f"twice-{n}"] = b"".join(lines[:at] + lines[at - 1 :])
        made[f"swapped-{n}"] = b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])
    made["more"] = data + lines[-2]
    made["spaces"] = data.replace(b'":', b'": ')
    made["windows"] = data.replace(b"\n", b"\r\n")
    names = [bench.write(f"{name}.jsonl", content) for name, content in made.items()]
    bench.run("verify", "verify", *names, "--json")
    bench.run("verify-text", "verify", *names)
    lies = [bench.write(f"lie-{n}.jsonl", lie) for n, lie in enumerate(_lies(lines), 1)]
    bench.run("forged", "verify", *lies, "--json")
    bench.run("forged-text", "verify", *lies[:20])
    bench.run("import", "import", *names[:20], *lies[:10], "--json", "--dry-run")
    bench.run("lenient", "import", "cut-3.jsonl", "short-4.jsonl", "byte-06.jsonl", "--lenient",
              "--json")  # fmt: skip
    for name in ("cut-3", "short-4", "byte-06", "lost-3"):
        bench.run(f"replay-{name}", "replay", f"{name}.jsonl", "--json")
        bench.run(f"log-{name}", "log", f"{name}.jsonl", "--json")
        bench.run(f"do-{name}", "do", f"{name}.jsonl", "--json")
        bench.run(f"record-{name}", "record", f"{name}.jsonl", stdin="note hello\n",
                  files=(f"{name}.jsonl",))  # fmt: skip
        bench.run(f"session-{name}", "export", f"{name}.jsonl", "--to", "session", kind="exact")


def _lies(lines: list[bytes]) -> list[bytes]:
    """Return logs that tell something else, with digests that fit."""
    changes: list[Callable[[Any], Any]] = [
        lambda x: x + 1 if isinstance(x, int) and not isinstance(x, bool) else x,
        lambda x: x[:-1] if isinstance(x, list) and x else x,
        lambda x: [*x, x[0]] if isinstance(x, list) and x else x,
        lambda x: not x if isinstance(x, bool) else x,
        lambda x: None if isinstance(x, str) else x,
    ]
    out = []
    seen: dict[tuple[str, str, int], int] = {}
    for n, raw in enumerate(lines):
        line = json.loads(raw)
        for field, value in line["data"].items():
            for number, change in enumerate(changes):
                kind = (line["type"], field, number)
                new = change(value)
                if new == value or seen.get(kind, 0) >= 1 or line["type"] == "sealed":
                    continue
                seen[kind] = seen.get(kind, 0) + 1
                changed = {**line, "data": {**line["data"], field: new}}
                out.append(_stamped([*lines[:n], _raw(changed), *lines[n + 1 : n + 30]]))
    return out


def _raw(line: dict[str, Any]) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _stamped(lines: list[bytes]) -> bytes:
    """Return lines whose digests fit, each over the one before it and its own text."""
    before, out = "", []
    for raw in lines:
        body = raw[: raw.rindex(DIGEST)]
        before = hashlib.sha256(before.encode() + body).hexdigest()[:32]
        out.append(body + DIGEST + before.encode() + b'"}\n')
    return b"".join(out)


def typed(bench: Bench) -> None:
    """Sessions with mistakes: each alone, and all of a game in one."""
    for file in TYPED:
        before, *cases = (INPUTS / "typed" / f"{file}.txt").read_text("utf-8").split("\n## ")
        names, all_lines = [], []
        for n, case in enumerate(cases, 1):
            _, *lines = case.rstrip("\n").split("\n")
            said = "\n".join(x[2:] for x in lines)
            text = f"{before.partition(chr(10))[2]}\n{said}\n".lstrip("\n")
            names.append(bench.write(f"{file}/{n:02}.session", text))
            all_lines += lines
        bench.run(f"{file}-json", "import", *names, "--dry-run", "--json")
        bench.run(f"{file}-text", "import", *names[:12], "--dry-run")
        said = "\n".join(x[2:] for x in all_lines)
        many = bench.write(f"{file}-many.session", f"{before.partition(chr(10))[2]}\n{said}\n")
        bench.run(f"{file}-many", "import", many, "--dry-run", "--json")
        bench.run(f"{file}-many-text", "import", many, "--out", f"{file}.jsonl")
        bench.run(f"{file}-lenient", "import", many, "--lenient", "--out", f"{file}.jsonl",
                  files=(f"{file}.jsonl",))  # fmt: skip
        for lang in ("pl", "it"):
            bench.run(f"{file}-{lang}", "--lang", lang, "import", names[0], "--out", "x.jsonl")


def samples_typed(bench: Bench) -> None:
    """The sample sessions: taken as they are, and with a mistake in every seventh line."""
    for path in [x for x in bench.samples() if x.endswith(".session")]:
        name = path.rpartition("/")[2].removesuffix(".session")
        bench.run(f"{name}", "import", path, "--out", f"{name}.jsonl", "--json",
                  files=(f"{name}.jsonl",))  # fmt: skip
        text = bench.path(path).read_text("utf-8")
        head, _, body = text.partition("\n\n")
        lines = body.splitlines()
        for n in range(3, len(lines), 7):
            lines[n] = lines[n][:-1]
        for n in range(6, len(lines), 14):
            lines[n] = lines[n].replace(" ", "  ").upper()
        wrong = bench.write(f"{name}-wrong.session", head + "\n\n" + "\n".join(lines) + "\n")
        bench.run(f"{name}-wrong", "import", wrong, "--dry-run", "--json")
        bench.run(f"{name}-wrong-text", "import", wrong, "--out", "w.jsonl")
        short = bench.write(f"{name}-short.session", text[: len(text) * 2 // 3])
        bench.run(f"{name}-short", "import", short, "--out", f"{name}-s.jsonl", "--json",
                  files=(f"{name}-s.jsonl",))  # fmt: skip


GROUPS: dict[str, Group] = {
    **{f"damaged-{game}": partial(damaged, game=game) for game in GAMES},
    "garbage": garbage,
    "typed": typed,
    "typed-samples": samples_typed,
}
