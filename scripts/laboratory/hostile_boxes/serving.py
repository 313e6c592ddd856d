"""Whether a box is refused in words, or served: rules, views, choices, scenes, boards, exports.

Run as a program in a process of its own, whose memory is limited.
"""

from __future__ import annotations

import gc
import io
import random
import re
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console

from ledger.boards.draw import draw_board
from ledger.kernel.errors import GameFault, LedgerError, TooMuch
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened
from ledger.kernel.move_chooser import Chooser
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.verify.verify import verify_bytes
from ledger.web.chapters import position, render_chapter
from ledger.web.picture import svg

from .cases import Case

MEGABYTE = 1 << 20
MOST = 50 * MEGABYTE
"""How much more memory a box may take."""
SECONDS = 5.0
"""How much CPU a box may take."""
MOVES = 8
"""How many moves are played with a box."""
LISTED = 300
"""How many legal moves are listed."""


ABOUT = Path("/proc/self")
"""Where Linux tells a process about itself."""


class Slow(BaseException):
    """A box took too long."""


class Answer(NamedTuple):
    """What became of a box.

    `how`: `refused`; `served`; `undrawn`: read, but not drawn or played on; `unplayable`: no game
    can have been played with it, so there is no such log. `wrong` says what should not have been,
    and `more` is by how much memory grew, in bytes.
    """

    how: str
    said: str
    more: int
    wrong: str = ""


def answer_to(game: Game, case: Case, seed: int, *, recorded: bool) -> Answer:
    """Try a box: for a new game, or as the box of a log."""
    gc.collect()
    before = _reset_peak()
    how, said, wrong = "served", "", ""
    try:
        with _limited(SECONDS):
            how, said = _tried(game, case.box(game), seed, recorded=recorded)
    except MemoryError:
        wrong = "the memory was not enough"
    except Slow:
        wrong = f"not done in {SECONDS:g} s of CPU"
    except GameFault as e:
        wrong = f"a fault of the game: {e}"
    except Exception as e:
        wrong = f"{type(e).__name__}: {e}"[:500]
    more = _peak() - before
    if more > MOST and not wrong:
        wrong = f"{more // MEGABYTE} MB more memory"
    if how == "refused" and not wrong:
        wrong = _not_said(said)
    return Answer(how, said, more, wrong)


def _not_said(said: str) -> str:
    """Return what is wrong with a refusal."""
    place = re.match(r"box: (a key of )?`?[a-z_]+\b", said) or "the whole box" in said
    return "" if place and len(said) < 600 else f"refused without a place, or at length: {said}"


def _tried(game: Game, box: dict[str, Any], seed: int, *, recorded: bool) -> tuple[str, str]:
    rng = random.Random(seed)
    players = rng.choice(game.meta.players)
    names = ["Ana", "Bartek", "Celina", "Dario", "Ewa", "Franco"][:players]
    try:
        opened = open_game(game, names, box=box, recorded=recorded)
        game.start(opened)
    except GameFault:
        raise
    except LedgerError as e:
        return "refused", str(e)
    try:
        table, too_much = _played(game, opened, seed)
    except GameFault:
        raise
    except LedgerError as e:
        return "refused", str(e)
    except (MemoryError, OverflowError, Slow):
        if not recorded:
            raise
        return "unplayable", ""  # nobody can have made such a log
    report = verify_bytes(table.bytes())
    if report.verdict != "legal":
        raise AssertionError(f"its log is {report.verdict}: {report.problems[:1]}")
    write_session(game, table.lines)
    list(game.components(box=game.boxes.of_log(opened)))
    game.holdings(table.state), game.corrections.pieces(table.state)
    try:
        for show in _pictures(game, table):
            show()
    except TooMuch as e:
        too_much = str(e)
    if not too_much:
        for question in game.rules.answerable(table.state):
            for _ in islice(game.rules.legal_moves(table.state, question.seat), LISTED):
                pass
    return ("undrawn" if too_much else "served"), too_much


def _played(game: Game, opened: Opened, seed: int) -> tuple[Table, str]:
    """Play some moves; return the table, and why it went no further if there was too much."""
    rng = random.Random(seed)
    table = Table.open(game, opened, Seeded(seed))
    for _ in range(MOVES):
        if table.over:
            break
        try:
            table.do(game.rules.random_move(table.state, rng), Seeded(rng.random().hex()))
        except TooMuch as e:
            return table, str(e)
    return table, ""


def _pictures(game: Game, table: Table) -> Iterator[Callable[[], object]]:
    """Yield all ways to show a position."""
    opened: Opened = table.lines[0].data
    replay = Replay(game, table.lines)
    if asked := game.rules.answerable(table.state):
        yield lambda: Chooser(game, table.state, asked[0].seat, opened).narrow(())
    yield lambda: svg(game, position(replay, len(replay), "en").scene, 800)
    yield lambda: msgspec.json.encode(render_chapter(replay, 1, "en")[:2])
    for viewer in (None, 0, 1):
        yield partial(_board, game, table, viewer)


def _board(game: Game, table: Table, viewer: int | None) -> str:
    """Draw what a viewer sees, which can also be sent as data."""
    view = game.view(table.state, viewer)
    msgspec.json.encode(view)
    game.boxes.check_usable(table.lines[0].data)
    out = io.StringIO()
    names = [seat.name for seat in table.lines[0].data.seats]
    Console(file=out, width=100, force_terminal=True).print(draw_board(game, view, 100, names))
    return out.getvalue()


# --- limits -------------------------------------------------------------------------------------


def limit_memory() -> None:
    """Let this process have little more memory than it has."""
    most = _memory("VmSize") + 8 * MOST
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _memory(name: str) -> int:
    """Return a figure of /proc/self/status in bytes."""
    lines = (ABOUT / "status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def _reset_peak() -> int:
    """Forget the most memory that was used so far; return how much it is now."""
    (ABOUT / "clear_refs").write_text("5")
    return _memory("VmRSS")


def _peak() -> int:
    return _memory("VmHWM")


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise Slow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
