"""Run groups of cases on all cores, and keep their answers as a folder of JSON files."""

from __future__ import annotations

import fnmatch
import json
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from .bench import Bench
from .trees import Tree

Group = Callable[[Bench], None]
ABOUT = "recording.json"


def chosen(groups: dict[str, Group], patterns: list[str]) -> dict[str, Group]:
    """Return the groups whose names fit one of the patterns, or a part of one."""
    if not patterns:
        return groups
    fits = [f"*{p}*" if not set(p) & set("*?[") else p for p in patterns]
    return {k: v for k, v in groups.items() if any(fnmatch.fnmatch(k, p) for p in fits)}


def record(
    tree: Tree, groups: dict[str, Group], every: Iterable[str], out: Path, *, jobs: int
) -> int:
    """Record groups into a folder; return how many of them broke off.

    What the folder holds of other groups stays, unless it is of no group at all.
    """
    start = time.monotonic()
    if out.exists() and not (out / ABOUT).exists() and any(out.iterdir()):
        raise SystemExit(f"{out} is not a recording: choose another folder")
    out.mkdir(parents=True, exist_ok=True)
    _tell(out, {"tree": tree.name, "whole": False})  # so that one broken off can be gone on with
    every = set(every)
    for old in out.iterdir():
        if old.is_dir() and (old.name not in every or old.name in groups):
            shutil.rmtree(old)
    broken, done = 0, 0
    with (
        tempfile.TemporaryDirectory(prefix="black-box-") as folder,
        ThreadPoolExecutor(jobs) as pool,
    ):
        work = Path(folder).resolve()
        running = {
            pool.submit(_run, tree, work / name, name, group, out): name
            for name, group in groups.items()
        }
        for future in as_completed(running):
            done += 1
            answers, seconds, fault = future.result()
            broken += fault is not None
            end = f", BROKE OFF: {fault}" if fault else ""
            name = running[future]
            say(f"[{done}/{len(running)}] {name}: {answers} answers, {seconds:.0f} s{end}")
    spent, used = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = used.ru_utime + used.ru_stime
    whole = all((out / name).is_dir() for name in every)
    _tell(out, {"tree": tree.name, "whole": whole, "seconds": round(spent), "cpu": round(busy)})
    total = sum(1 for p in out.rglob("*.json")) - 1
    say(f"{total} answers of {tree.name} in {out}, {spent:.0f} s ({busy:.0f} s of CPU time)")
    return broken


def _tell(out: Path, facts: dict[str, Any]) -> None:
    (out / ABOUT).write_text(json.dumps(facts, indent=1) + "\n", "utf-8")


def _run(
    tree: Tree, work: Path, name: str, group: Group, out: Path
) -> tuple[int, float, str | None]:
    start = time.monotonic()
    bench = Bench(tree, work)
    fault = None
    try:
        group(bench)
    except Exception as e:
        # a group that breaks off has said something, too: the comparison will show it
        fault = f"{type(e).__name__}: {e}"
        bench.note("broke-off", {"asked": name, "fault": bench.names.text(fault)})
        print(traceback.format_exc(), file=sys.stderr)
    keep(out / name, bench.answers)
    shutil.rmtree(work, ignore_errors=True)
    return len(bench.answers), time.monotonic() - start, fault


def keep(folder: Path, answers: dict[str, dict[str, Any]]) -> None:
    """Write answers as files, in place of what was there."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    for name, answer in answers.items():
        text = json.dumps(answer, indent=1, ensure_ascii=False)
        (folder / f"{name}.json").write_text(text + "\n", "utf-8", errors="backslashreplace")


def kept(folder: Path) -> dict[str, dict[str, Any]]:
    """Read a recording: the answers of each group."""
    if not (folder / ABOUT).exists():
        raise SystemExit(f"{folder} is not a recording")
    out: dict[str, dict[str, Any]] = {}
    for group in sorted(p for p in folder.iterdir() if p.is_dir()):
        files = sorted(group.glob("*.json"))
        out[group.name] = {p.stem: json.loads(p.read_text("utf-8")) for p in files}
    return out


def about(folder: Path) -> dict[str, Any]:
    """Return what a recording says of itself."""
    found: dict[str, Any] = json.loads((folder / ABOUT).read_text("utf-8"))
    return found


def cores() -> int:
    """Return how many processors there are to use."""
    return os.cpu_count() or 2


def say(line: str) -> None:
    """Tell how far it is."""
    print(f"black-box: {line}", file=sys.stderr, flush=True)
