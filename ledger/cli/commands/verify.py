"""`ledger verify`: check logs against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from ledger.cli.language import message, of_a_kind, t, tn, tp
from ledger.cli.options import Cluster, Jobs, Json, LogFiles
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why
from ledger.kernel.words.sentences import P_

if TYPE_CHECKING:
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.replay.log_reader import Reading
    from ledger.kernel.verify.verify import Problem, Report, Verdict

WORDS = (
    *(P_("verdict", "legal"), P_("verdict", "possible"), P_("verdict", "illegal")),
    *(P_("verdict", "damaged"), P_("verdict", "unchecked"), P_("verdict", "unreadable")),
    *(P_("verdict", "digest"), P_("verdict", "torn"), P_("verdict", "schema")),
    *(P_("verdict", "mismatch"), P_("verdict", "impossible"), P_("verdict", "fingerprint")),
    *(P_("verdict", "game-fault"), P_("verdict", "house-rule"), P_("verdict", "edition")),
    *(P_("verdict", "format"), P_("verdict", "time"), P_("verdict", "unsealed")),
)
"""Verdicts and kinds of problems, marked for translation."""
STYLE = {"legal": "green", "possible": "green", "illegal": "bold red", "damaged": "bold red"}


def verify(
    paths: LogFiles,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="SEAT.jsonl",
            help="Also check that this is what a seat saw of FILE (see `ledger export --as`).",
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Fail unless the game is finished, uses the standard box, and nothing was waived, "
            "corrected or drawn again, and the game did nothing that its log doesn't say.",
        ),
    ] = False,
    fingerprint: Annotated[
        str | None,
        typer.Option(
            metavar="XXXX-XXXX-XXXX",
            help="Also check that this is the log that was sealed with this fingerprint, or what "
            "a seat saw of it.",
        ),
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Check logs against the rules.

    Every move is decided again and compared. A log is legal; possible (some cards weren't recorded,
    but nothing contradicts it); illegal; damaged; or unreadable. In a folder, all .jsonl files are
    checked, including those in its subfolders.

    The last line says what the verdict rests on: whether the game is finished, broken off or open;
    whether its box is the standard one, and how many of its tables are defaults; options; rules
    that were waived and positions corrected by hand; what was taken back after something was drawn
    or rolled, and came out differently the next time; what nobody saw; and the fingerprint. For
    several files, it is shown only where there is something to report.

    Anyone can change a log and chain its lines again. When you seal a log, you are shown its
    fingerprint: write it down, and --fingerprint tells you later whether it is still the same log.

    \b
    Example:
      ledger verify replays games/osaka-3p-7-0001.jsonl
      ledger verify evening.jsonl --strict --fingerprint 9XSW-B8BF-JQPF
      ledger verify games --jobs 8

    --json: one object per file, {"file", "verdict", "events", "open", "problems": [{"line", "seq",
    "kind", "rule", "message"}], "assurance": {"end", "over", "fingerprint", "known_rules", "box":
    {"standard", "id", "differs", "tables", "defaults"}, "options", "waived": [{"line", "rule"}],
    "corrected": [{"line", "reason"}], "redrawn": [{"line", "results"}], "unseen", "view",
    "sees_all"}}; assurance is null if the log isn't legal or possible, or if today's rules couldn't
    check it to its end. end is finished, broken off or open; over is also true if only the seal is
    missing; options has only those that differ from the default; redrawn counts the results that
    came out differently after each take-back; unseen counts results by name; view is the seat whose
    log it is; sees_all lists the seats of bots that were shown everything.

    Exit code: 0 if all are legal or possible, 1 if one is illegal or damaged, doesn't satisfy
    --strict or has a different fingerprint, 2 if one is unreadable.
    """
    from ledger.cli.output.console import emit, progress, terminal
    from ledger.kernel.log.fingerprint import read_fingerprint
    from ledger.kernel.verify.verify import EXIT

    files = _files(paths)
    if against is not None and len(files) != 1:
        raise typer.BadParameter("needs exactly one FILE", param_hint="--against")
    if fingerprint is not None:
        if len(files) != 1:
            raise typer.BadParameter("needs exactly one FILE", param_hint="--fingerprint")
        fingerprint = read_fingerprint(fingerprint)
    reports: list[Report] = []
    alone = len(files) == 1

    def print_or_emit(report: Report) -> None:
        emit(report) if json else _print(report, strict=strict, alone=alone)

    later = terminal()  # a progress bar and lines on one screen would overwrite each other
    with progress(t("verifying"), len(files)) as done:
        checked = (
            iter([_check(files[0], against, fingerprint, strict=strict)])
            if alone
            else _reports(files, jobs, cluster, strict=strict)
        )
        for n, report in enumerate(checked, 1):
            reports.append(report)
            if not later:
                print_or_emit(report)
            done(n)
    for report in reports if later else ():
        print_or_emit(report)
    if len(reports) > 1 and not json:
        _sum(reports)
    lax = strict and not all(_is_strict(r) for r in reports)
    raise typer.Exit(max([int(lax), *(EXIT[r.verdict] for r in reports)]))


def _is_strict(report: Report) -> bool:
    return report.assurance is not None and report.assurance.strict


def _files(paths: list[Path]) -> list[Path]:
    """Replace each folder with the logs in it."""
    from ledger.kernel.errors import Malformed

    out: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = path.rglob("*.jsonl")
            # notes on a log (game.notes.jsonl) aren't a log
            below = sorted(p for p in found if p.is_file() and not p.stem.endswith(".notes"))
            if not below:
                raise Malformed("there is no .jsonl file in this folder", file=str(path))
            out += below
        else:
            out.append(path)
    return out


def _check(file: Path, against: Path | None, fingerprint: str | None, *, strict: bool) -> Report:
    """Check a single file, with a progress bar for its lines."""
    from ledger.cli.files.plain_files import read_bytes
    from ledger.cli.output.console import progress
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.replay.log_reader import read
    from ledger.kernel.verify.verify import verify as check

    name = _name(file)
    try:
        reading = read(read_bytes(file), file=name)
        with progress(t("verifying"), len(reading.lines)) as done:
            found = check(reading, name, progress=done, strict=strict)
        if fingerprint is not None:
            found = _recognise(found, reading, fingerprint)
        return found if against is None else _compare(found, reading, against)
    except (LedgerError, OSError) as e:
        return _unchecked(name, e)


def _reports(
    files: list[Path], jobs: int | None, cluster: str | None, *, strict: bool
) -> Iterator[Report]:
    """Check many files, in as many processes as is worthwhile; yield their reports in order."""
    from ledger.cli.worker_pools import pool_for
    from ledger.kernel.verify.verify import Report

    with pool_for(jobs, cluster, len(files)) as pool:
        for answer in pool.run(f"{__name__}:check_job", (_job(file, strict) for file in files)):
            yield msgspec.json.decode(answer, type=Report, dec_hook=_read_message)


class _Job(msgspec.Struct):
    """A log to check, or the `problem` that kept it from being read."""

    name: str
    data: bytes = b""
    strict: bool = False
    problem: dict[str, Any] | None = None


def _job(file: Path, strict: bool) -> bytes:
    from ledger.cli.files.plain_files import read_bytes

    name = _name(file)
    try:
        return msgspec.msgpack.encode(_Job(name, read_bytes(file), strict))
    except OSError as e:
        return msgspec.msgpack.encode(_Job(name, problem=why(e).to_data()))


def check_job(job: bytes) -> bytes:
    """Check one of many logs, as a job for any worker."""
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.replay.log_reader import read
    from ledger.kernel.verify.blame import blamed
    from ledger.kernel.verify.verify import verify as check

    given = msgspec.msgpack.decode(job, type=_Job)
    try:
        if given.problem is not None:
            report = _unreadable(given.name, Message.from_data(given.problem))
        else:
            with blamed():
                reading = read(given.data, file=given.name)
                report = check(reading, given.name, strict=given.strict)
    except LedgerError as e:
        report = _unchecked(given.name, e)
    return msgspec.json.encode(report, enc_hook=Message.to_data)


def _read_message(kind: type, data: Any) -> Message:
    return Message.from_data(data)


def _unchecked(name: str, error: LedgerError | OSError) -> Report:
    """Report on a log that couldn't be checked at all."""
    from ledger.cli.output.console import exit_code
    from ledger.kernel.errors import GameFault
    from ledger.kernel.verify.verify import Problem, Report

    if isinstance(error, OSError):
        return _unreadable(name, why(error))
    if error.kind == GameFault.kind:
        problem = Problem(None, None, "game-fault", None, error.text)
        return Report(name, "unchecked", 0, False, (problem,))
    bad = exit_code(error) == 1
    said = Message.join("; ", filter(None, (error.text, error.advice)))
    problem = Problem(error.line, None, "illegal" if bad else "schema", error.rule, said)
    return Report(name, "illegal" if bad else "unreadable", 0, False, (problem,))


def _unreadable(name: str, reason: Message) -> Report:
    from ledger.kernel.verify.verify import Problem, Report

    return Report(name, "unreadable", 0, False, (Problem(None, None, "schema", None, reason),))


def _compare(found: Report, reading: Reading, against: Path) -> Report:
    """Add anything wrong with the seat's log to the report on the full log."""
    from ledger.cli.files.plain_files import read_bytes
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.verify.verify import Problem, compare_stream

    verdict: Verdict = "illegal"
    try:
        problem = compare_stream(reading, read_bytes(against))
        if problem is None:
            return found
        if problem.kind in ("digest", "torn"):
            verdict = "damaged"
    except (LedgerError, OSError) as e:
        verdict = "unreadable"
        problem = Problem(getattr(e, "line", None), None, "schema", None, _message(e))
    text = Message.join(": ", (_name(against), problem.text))
    return _worse(found, verdict, msgspec.structs.replace(problem, text=text))


def _worse(found: Report, verdict: Verdict, problem: Problem) -> Report:
    """Add a problem to a report; the report no longer has an assurance after that."""
    from ledger.kernel.verify.verify import EXIT

    worst = max(found.verdict, verdict, key=lambda v: EXIT[v])
    return msgspec.structs.replace(
        found, verdict=worst, problems=(*found.problems, problem), assurance=None
    )


def _recognise(found: Report, reading: Reading, fingerprint: str) -> Report:
    """Add a problem to the report if neither the log nor any seat's log has this fingerprint."""
    from ledger.kernel.verify.verify import Problem, has_fingerprint

    if has_fingerprint(reading, fingerprint):
        return found
    last = len(reading.lines)
    message = Message(
        "its fingerprint isn't {fingerprint}: this is a different game, or it has been changed"
        if reading.head.sealed
        else "it isn't sealed, so it can't have the fingerprint {fingerprint}",
        fingerprint=fingerprint,
    )
    problem = Problem(last, last, "fingerprint", None, message)
    return _worse(found, "illegal", problem)


def _message(error: LedgerError | OSError) -> Message:
    return why(error) if isinstance(error, OSError) else error.text


def _name(file: Path) -> str:
    """Return a file's name as text that JSON can represent."""
    return str(file).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _print(report: Report, *, strict: bool, alone: bool) -> None:
    from rich.text import Text

    from ledger.cli.output.assurance import assurance_line
    from ledger.cli.output.console import say
    from ledger.kernel.text.safe import safe

    verdict, assured = report.verdict, report.assurance
    line = Text(f"{_word(verdict):<10} ", STYLE.get(verdict, "bold red"))
    line.append(safe(report.file), "none")
    count = tn("{count} event", "{count} events", report.events)
    open_ = f", {t('still open')}" if report.open and verdict != "unreadable" else ""
    say(line.append(f"  ({count}{open_})" if report.events else "", "dim"))
    for p in report.problems:
        where = f"{t('line {n}', n=p.line)}: " if p.line is not None else ""
        text = Text(f"{where}{_word(p.kind)}: ", "dim").append(safe(message(p.text)), "none")
        say(text.append(f" [{safe(p.rule)}]" if p.rule else "", "cyan"), indent=11)
    if assured is not None and (alone or not assured.plain):
        failed = strict and not assured.strict
        say(Text(assurance_line(assured), "bold red" if failed else "none"), indent=11)


def _sum(reports: list[Report]) -> None:
    from ledger.cli.output.assurance import end_text
    from ledger.cli.output.console import say

    counts = Counter(r.verdict for r in reports)
    ends = Counter(r.assurance.end for r in reports if r.assurance is not None)
    events = sum(r.events for r in reports)
    files = tn("{count} file", "{count} files", len(reports))
    counted = [of_a_kind(n, _word(verdict)) for verdict, n in counts.items()]
    counted += [of_a_kind(n, end_text(end)) for end, n in ends.items()]
    say(f"{files}, {tn('{count} event', '{count} events', events)}: {', '.join(counted)}")


def _word(word: str) -> str:
    """Return the translation of a verdict or of a kind of problem."""
    return tp("verdict", word) if word in WORDS else word
