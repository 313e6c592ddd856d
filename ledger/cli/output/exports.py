"""Exporting many games for `ledger export`: each one is a job that any process can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import typer

from ledger.cli.language import language, message, speak, t, tn
from ledger.cli.worker_pools import pool_for
from ledger.kernel.errors import Conflict, LedgerError
from ledger.kernel.log.events import Event, Opened
from ledger.kernel.results import PlayRecord
from ledger.kernel.text.reasons import why
from ledger.kernel.text.safe import safe
from ledger.library.journal.catalogue import GameEntry
from ledger.library.library import Library
from ledger.library.people.forgotten import ForgottenPeople
from ledger.library.stores.log_files import GAMES

from .console import UNREADABLE, exit_code, explain, progress, say, traced
from .forgotten_people import forgotten_seats, without_forgotten
from .pictures import PICTURES, Shape, draw


class _Job(msgspec.Struct, frozen=True, kw_only=True):
    """A log, the seats (counted from 0) to make anonymous, and the format to export it to."""

    file: str
    seats: tuple[int, ...]
    to: str
    shape: Shape
    times: bool


class _ExportResult(msgspec.Struct, frozen=True):
    """An exported log, or the lines that say why it failed, with the exit code for that."""

    data: bytes = b""
    problem: tuple[str, ...] = ()
    code: int = 0

    def report(self) -> None:
        """Print why the export failed."""
        typer.echo("\n".join(self.problem), err=True)


# --- one game ------------------------------------------------------------------------------------


def export_game(
    file: Path, to: str, shape: Shape, out: Path | None, *, times: bool, jobs: int | None
) -> bytes | None:
    """Return a game with its moves as a file, or None if it was written to a folder."""
    if to in PICTURES:
        return draw(file, to, shape, out, jobs)
    return _moves(file, to, shape.viewer, times=times)


def _moves(file: Path, to: str, as_: str | None, *, times: bool) -> bytes:
    """Return a game as a session or a log."""
    from ledger.cli.files.logs import log_at, seen_by
    from ledger.kernel.log.codec import encode
    from ledger.kernel.log.seat_lookup import viewer_of
    from ledger.kernel.notation.session.session_writer import write_session
    from ledger.kernel.replay.restamp import restamp

    with log_at(file) as reading:
        lines = seen_by(reading, viewer_of(reading.opened, as_))
        if to == "session":
            return write_session(reading.game, lines, times=times).encode()
        if not times:
            return restamp(lines, _timeless, times=False)[1]
        return reading.raw if lines is reading.lines else encode(lines)


def _timeless(data: Event) -> Event:
    """Return an event without the game's starting time."""
    return msgspec.structs.replace(data, started=None) if isinstance(data, Opened) else data


# --- many games ----------------------------------------------------------------------------------


class Selection:
    """Games that leave a library together, and the people who mustn't be named in them."""

    def __init__(self, library: Library, games: Sequence[Path | GameEntry]) -> None:
        self.games = games
        self.forgotten = ForgottenPeople(library.catalogue)
        self.logs = [game for game in games if isinstance(game, Path)]
        self._home = (library.folder / GAMES).absolute()

    def seats(self, log: Path) -> tuple[int, ...]:
        """Return the seats of a log (counted from 0) that have to be anonymous."""
        kept = log.absolute().parent == self._home
        found = self.forgotten.seats(log.stem) if kept else forgotten_seats(log)
        return tuple(sorted(found))


def export_many(
    chosen: Selection,
    to: str,
    shape: Shape,
    out: Path,
    *,
    times: bool,
    jobs: int | None,
    force: bool,
) -> int:
    """Write one file per game into a folder, whatever fails; return the exit code."""
    from ledger.cli.files.plain_files import check_free, write_whole

    paths = [out / f"{log.stem}.{to}" for log in chosen.logs]
    if len(set(paths)) < len(paths):
        twice = next(path for path in paths if paths.count(path) > 1)
        raise Conflict("two of these games would get the same name", file=str(twice))
    for path in paths:
        check_free(path, force=force)
    out.mkdir(parents=True, exist_ok=True)
    worst = written = 0
    parts = (
        _Job(file=str(log), seats=chosen.seats(log), to=to, shape=shape, times=times)
        for log in chosen.logs
    )
    with pool_for(jobs, None, len(paths)) as pool, progress(t("exporting"), len(paths)) as done:
        answers = pool.run(f"{__name__}:export_job", map(msgspec.msgpack.encode, parts))
        for n, (path, answer) in enumerate(zip(paths, answers, strict=True), 1):
            made = msgspec.msgpack.decode(answer, type=_ExportResult)
            if made.code:
                worst = max(worst, made.code)
                made.report()
            else:
                write_whole(path, made.data, force=force)
                written += 1
            done(n)
    without = len(chosen.games) - len(chosen.logs)
    games = tn("{count} game", "{count} games", written)
    if without:
        say(t("{path}: {games}; {n} without moves left out", path=out, games=games, n=without))
    else:
        say(f"{out}: {games}")
    return worst


def export_job(job: bytes) -> bytes:
    """Export one of many games, as a job for any worker."""
    part = msgspec.msgpack.decode(job, type=_Job)
    speak(part.shape.lang)
    try:
        with without_forgotten(Path(part.file), frozenset(part.seats)) as file:
            data = export_game(file, part.to, part.shape, None, times=part.times, jobs=1)
        made = _ExportResult(data or b"")
    except (LedgerError, OSError, typer.BadParameter) as e:
        made = _failed(e, part.file)
    return msgspec.msgpack.encode(made)


def _failed(error: Exception, file: str) -> _ExportResult:
    """Return why a game couldn't be exported."""
    traced(error)
    if isinstance(error, LedgerError):
        lines = [line for one in (error, *error.more) for line in explain(one)]
        return _ExportResult(b"", tuple(lines), exit_code(error))
    if isinstance(error, typer.BadParameter):
        reason = error.format_message()
    else:
        reason = message(why(error))
    return _ExportResult(b"", (t("error: {text}", text=safe(f"{file}: {reason}")),), UNREADABLE)


# --- results -------------------------------------------------------------------------------------


def played(chosen: Selection, jobs: int | None) -> Iterator[PlayRecord]:
    """Yield games without their moves, and with forgotten people made anonymous."""
    logs, games = chosen.logs, chosen.games
    found = (msgspec.msgpack.encode((str(log), chosen.seats(log), language())) for log in logs)
    with pool_for(jobs, None, len(logs)) as pool, progress(t("reading"), len(games)) as done:
        answers = pool.run(f"{__name__}:played_job", found)
        for n, game in enumerate(games, 1):
            yield (
                _record(next(answers)) if isinstance(game, Path) else chosen.forgotten.played(game)
            )
            done(n)


def played_job(job: bytes) -> bytes:
    """Read one of many games, as a job for any worker."""
    from ledger.cli.files.logs import log_at
    from ledger.exporters.summary import played_from
    from ledger.library.people.forgotten import without_seats

    file, seats, lang = msgspec.msgpack.decode(job, type=tuple[str, frozenset[int], str])
    speak(lang)
    try:
        with log_at(Path(file)) as reading:
            lines = without_seats(reading.lines, seats)[0] if seats else reading.lines
            made = _ExportResult(msgspec.json.encode(played_from(reading.game, lines)))
    except (LedgerError, OSError) as e:
        made = _failed(e, file)
    return msgspec.msgpack.encode(made)


def _record(answer: bytes) -> PlayRecord:
    made = msgspec.msgpack.decode(answer, type=_ExportResult)
    if made.code:
        made.report()
        raise typer.Exit(made.code)
    return msgspec.json.decode(made.data, type=PlayRecord)
