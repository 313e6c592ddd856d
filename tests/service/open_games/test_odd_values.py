"""A game whose code gives what can't be sent, or raises what can't be said: that is the game's
fault, and nobody else notices.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from common.plugin_folder import CODE, plugins_in, write_plugin
from ledger.testing.effort import CAMPAIGN

from ..in_process_service import InProcessService

HEAD = """
class Endless:
    def __str__(self):
        while True:
            pass
    __repr__ = __str__
    __format__ = lambda self, form: str(self)


class Huge:
    def __str__(self):
        return "x" * 50_000_000
    __repr__ = __str__
    __format__ = lambda self, form: str(self)


class Quits:
    def __str__(self):
        raise SystemExit(3)
    __repr__ = __str__
    __format__ = lambda self, form: str(self)


class Mute(Exception):
    def __str__(self):
        while True:
            pass
    __repr__ = __str__


class Loud(Exception):
    def __str__(self):
        return "x" * 50_000_000
    __repr__ = __str__


class Leaving(Exception):
    def __str__(self):
        raise SystemExit(3)
    __repr__ = __str__


def chained():
    try:
        raise Loud
    except Loud as e:
        raise ValueError("x" * 50_000_000) from e


def deep(n=900):
    if n:
        return deep(n - 1)
    raise ValueError("deep")


"""
RAISES = (
    "raise Mute",
    "raise Loud",
    "raise Leaving",
    "raise KeyError(Endless())",
    "raise ValueError(Huge())",
    "raise BaseException(Endless())",
    "raise ExceptionGroup('many', [Loud(), Mute()])",
    "chained()",
    "deep()",
)
PLACES = {
    "a rule": ("def take(d, x: Take):", "d.state"),
    "a fold": ("def took(s, e: Took):", "s"),
    "a view": ("def view(s, seat):", "s"),
    "the questions": ("def awaiting(s):", "s"),
    "legal moves": ("def legal(s, seat):", "s"),
    "points": ("def scores(s):", "s"),
}
REFUSALS = (
    'd.need("HEP-01", False, "no {what}", what=Endless())',
    'd.need("HEP-01", False, "no {what}", what=Huge())',
    'd.need("HEP-01", False, "no {what}", what=Quits())',
    'd.need("HEP-01", False, "no " + "x" * 50_000_000)',
    'd.need("HEP-01", False, "no \\ud800")',
)
LARGEST_LOG = 200_000


def code_with(place: str, what: str) -> str:
    """Return the code of a game that does something once six stones are left."""
    head, state = PLACES[place]
    body = f"{head}\n    if {state}.stones == 6:\n        {what}\n"
    return CODE.replace(f"{head}\n", body).replace("class Stones(", f"{HEAD}class Stones(", 1)


class Beats:
    """The longest time that the event loop was busy in one go."""

    longest = 0.0

    async def begin(self) -> None:
        self.task = asyncio.ensure_future(self._go_on())

    async def _go_on(self) -> None:
        while True:
            start = time.thread_time()
            await asyncio.sleep(0.005)
            self.longest = max(self.longest, time.thread_time() - start)


def visit(s: InProcessService, game: str, seats: list[str]) -> list[int]:
    """Do whatever a seat may do; return the statuses, each of a success or the game's fault."""
    found = [s.post(f"/games/{game}/commands", seats[0], move="take 3")]
    asked = ("", "/state", "/legal", "/choices", "/completions", "/contents", "/chapters/0")
    more = ("/picture.svg", "/events", "/verify", "/export?to=session")
    for seat in seats[1], s.token("admin"):
        found += [s.get(f"/games/{game}{path}", seat) for path in (*asked, *more)]
    found += [s.post(f"/games/{game}/commands", seats[1], move=m) for m in ("take 1", "take x")]
    found.append(s.post(f"/games/{game}/notes", seats[0], text="x"))
    found.append(s.post(f"/games/{game}/undo", seats[0]))
    for answer in found:
        assert answer.status_code < 500 or answer.json()["kind"] == "game-fault", answer.text[:999]
        is_session = answer.url.path.endswith("/export")  # it has whatever the game says of moves
        assert is_session or len(answer.content) < LARGEST_LOG
    return [answer.status_code for answer in found]


def others_notice_nothing(s: InProcessService, other: str) -> None:
    assert s.get("/health").json()["status"]
    fine = s.post(f"/games/{other}/commands", s.viewer(other, 1), move="fish")
    assert fine.status_code == 201
    assert s.get("/games", s.token("admin")).status_code == 200


def pairs(some: Iterable[str], others: Iterable[str], share: int) -> list[tuple[str, str]]:
    """Return one pair in so many; in a campaign, all of them."""
    every = [(n + m, (a, b)) for n, a in enumerate(some) for m, b in enumerate(others)]
    return [pair for n, pair in every if CAMPAIGN or n % share == 0]


@pytest.mark.parametrize(("what", "place"), pairs(RAISES, PLACES, 3))
def test_what_is_raised_can_t_be_said(
    tmp_path: Path, place: str, what: str, capfd: pytest.CaptureFixture[str]
) -> None:
    write_plugin(tmp_path / "site", code_with(place, what))
    with (
        plugins_in(tmp_path / "site"),
        InProcessService(tmp_path / "library", game_seconds=0.5) as s,
    ):
        game, other = s.create("heap"), s.create("splash")
        beats = Beats()
        s.run(beats.begin())
        assert 500 in visit(s, game, [s.viewer(game, 1), s.viewer(game, 2)])
        others_notice_nothing(s, other)
        beats.task.cancel()
    assert beats.longest < 0.3, "the event loop was blocked"
    err = capfd.readouterr().err
    assert len(err) < LARGEST_LOG


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refusal_that_can_t_be_said(
    tmp_path: Path, what: str, capfd: pytest.CaptureFixture[str]
) -> None:
    write_plugin(tmp_path / "site", code_with("a rule", what))
    with (
        plugins_in(tmp_path / "site"),
        InProcessService(tmp_path / "library", game_seconds=0.5) as s,
    ):
        game, other = s.create("heap"), s.create("splash")
        beats = Beats()
        s.run(beats.begin())
        visit(s, game, [s.viewer(game, 1), s.viewer(game, 2)])
        others_notice_nothing(s, other)
        beats.task.cancel()
    assert beats.longest < 0.3, "the event loop was blocked"
    assert len(capfd.readouterr().err) < LARGEST_LOG


# --- values that JSON can't hold ------------------------------------------------------------------

VALUES = (
    '"\\ud800"',
    "object()",
    "2**70",
    "(lambda: 1)",
    "{(1, 2): 3}",
    "[float('nan')]",
    "around()",
    "'x' * 50_000_000",
)
WHERE = {
    "a view": ("    return View(s.stones, tuple(s.taken))", "    return View({value}, ())"),
    "an event": ("Took(seat=x.seat, count=x.count)", "Took(seat=x.seat, count={value})"),
    "an outcome": ('reason="no stones left"', "reason={value}"),
    "a ranking": ("ranking=ranking", "ranking=(({value},),)"),
    "points of an outcome": ("scores=tuple(s.taken)\n    )", "scores=({value}, 1)\n    )"),
    "points": (
        "def scores(s):\n    return tuple(s.taken)",
        "def scores(s):\n    return ({value}, 1)",
    ),
    "a question": ('Question(s.active, "take", "HEP-01")', 'Question(s.active, {value}, "HEP-01")'),
    "the first event": ("d.emit(Turned(seat=1))", "d.emit(Turned(seat={value}))"),
    "a sentence": ('Took: "{name} takes {count}"', "Took: lambda e, names: {value}"),
    "a typed move": ('"a number", write=str', '"a number", write=lambda n: {value}'),
    "a legal move": ("Take(seat=seat, count=n)", "Take(seat=seat, count={value})"),
    "what a seat has": ("return [(n,) for n in s.taken]", "return [({value},) for n in s.taken]"),
}
AROUND = """
def around():
    found = []
    found.append(found)
    return found


"""


@pytest.mark.parametrize(("value", "where"), pairs(VALUES, WHERE, 4))
def test_values_that_can_t_be_sent(
    tmp_path: Path, where: str, value: str, capfd: pytest.CaptureFixture[str]
) -> None:
    good, bad = WHERE[where]
    assert good in CODE
    code = CODE.replace(good, bad.format(value=value)).replace(
        "class Stones(", f"{AROUND}class Stones(", 1
    )
    code = code.replace('counts = { "2" = 9', 'counts = { "2" = 6')
    write_plugin(tmp_path / "site", code)
    with (
        plugins_in(tmp_path / "site"),
        InProcessService(tmp_path / "library", game_seconds=1.0) as s,
    ):
        other = s.create("splash")
        made = s.post("/games", s.token("admin"), game="heap", seats=["Ana", "Bo"])
        assert made.status_code == 201 or made.json()["kind"] == "game-fault", made.text[:999]
        if made.status_code == 201:
            game = made.json()["id"]
            visit(s, game, [s.viewer(game, 1), s.viewer(game, 2)])
            for seat in (2, 1):
                token = s.viewer(game, seat)
                answer = s.post(f"/games/{game}/commands", token, move="take 3")
                if answer.status_code >= 500:
                    assert answer.json()["kind"] == "game-fault", answer.text[:999]
            visit(s, game, [s.viewer(game, 1), s.viewer(game, 2)])
        others_notice_nothing(s, other)
    assert len(capfd.readouterr().err) < LARGEST_LOG
