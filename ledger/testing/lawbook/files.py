"""Files: bytes and notation preserve what was written, and verification detects every change."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import cycle
from typing import Any

import msgspec

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import encode, headers
from ledger.kernel.log.events import (
    GENERIC,
    Adjusted,
    Ended,
    Entry,
    Line,
    Noted,
    Retracted,
    Sealed,
    groups,
)
from ledger.kernel.log.events import fields as event_fields
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.notation.words.quoting import quote
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import fold
from ledger.kernel.rules.chance import Seeded, outcomes
from ledger.kernel.state.patch import diff
from ledger.kernel.verify.verify import verify_bytes
from ledger.kernel.words.typed_words import split_words
from ledger.testing.forge import restamp
from ledger.testing.playing import (
    Habits,
    Script,
    accepts,
    ends,
    mutations,
    play,
    whole_game,
)

from .checked.breach import hold
from .checked.logs import a_log_is_legal, a_session_gives_the_same_log
from .law import law

WILD = Habits(undo=6, note=10, adjust=15, waive=8)


@law(80)
def test_bytes_are_read_back_as_they_were(game: Game, script: Script) -> None:
    table = play(game, script, Habits(undo=6, adjust=15, waive=8, keys=True), id="x", place="Łódź")
    reading = read(table.bytes())
    assert reading.error is None
    assert reading.lines == table.lines
    assert encode(reading.lines) == table.bytes()
    assert reading.head == table.head
    assert reading.size == len(table.bytes())
    assert reading.open is not table.head.sealed
    assert [h.seq for h in headers(table.bytes())] == [line.seq for line in table.lines]
    assert restamp(play(game, script, WILD).lines)[1] == play(game, script, WILD).bytes()


@law(80)
def test_a_session_gives_the_same_bytes(game: Game, script: Script) -> None:
    table = play(game, script, WILD, id="g 1", place='"Kuchnia" # 2', started="2026-03-01")
    hold(a_session_gives_the_same_log(table))


@law(40)
def test_a_session_without_times_gives_the_same_events(game: Game, script: Script) -> None:
    table = play(game, script, WILD)
    again = read_session(write_session(game, table.lines, times=False))
    assert [line.data for line in again.lines if not isinstance(line.data, Sealed)] == [
        line.data for line in table.lines if not isinstance(line.data, Sealed)
    ]


@law(40)
def test_declines_can_be_left_out_of_a_session(game: Game, script: Script) -> None:
    table = play(game, script, Habits(undo=0, note=0, times=False))
    text = write_session(game, table.lines).split("\n")
    at, last, skip = text.index(""), 0, set()
    for group in groups(table.lines)[1:]:
        if isinstance(group[0].data, Sealed):
            continue
        state = fold(game, table.lines[: group[0].seq - 1])
        command = game.rules.command_of([line.data for line in group])
        names = table.position.names
        said = f"{quote(names[command.seat - 1], game)} {game.words.write(command, names)}"
        at = next(i for i in range(at + 1, len(text)) if text[i].split(" -> ")[0] == said)
        if command == game.rules.decline_move(state):
            skip.add(at)
        else:
            last = at
    # results still missing after the last move have to be written there
    short = "\n".join(x for i, x in enumerate(text) if i not in skip or i > last)
    assert read_session(short).bytes() == table.bytes()


@law()
def test_every_simulated_game_is_legal(game: Game) -> None:
    for seed, count in zip(range(8), cycle(game.meta.players)):
        table = whole_game(game, seed, count)
        hold(a_log_is_legal(table))
        report = verify_bytes(table.bytes())
        assert report.verdict == "legal"
        assert not report.open
        assert report.events == len(table.lines)


@law(80)
def test_play_with_take_backs_is_legal(game: Game, script: Script) -> None:
    table = play(game, script, Habits(undo=4))
    report = verify_bytes(table.bytes())
    assert report.verdict == "legal", report.problems
    assert report.open is not table.head.sealed


@law(80)
def test_house_rules_are_legal_and_told(game: Game, script: Script) -> None:
    table = play(game, script, WILD)
    report = verify_bytes(table.bytes())
    assert report.verdict == "legal", report.problems
    told = {p.line for p in report.problems}
    assert {p.kind for p in report.problems} <= {"house-rule"}
    assert told == {x.seq for x in table.lines if x.waived or isinstance(x.data, Adjusted)}


@law(40)
def test_a_waived_rule_is_recorded_and_pieces_cannot_be_waived(game: Game, script: Script) -> None:
    table = play(game, script)
    if table.over:
        return
    pieces = game.corrections.pieces(table.state)
    everything = [rule["id"] for rule in game.rulebook.data["rule"]]
    rng = random.Random(script.seed)
    for command in mutations(table, rng, 20):
        plain = accepts(game, table.state, command, Seeded(1))
        trial = Table(game, table.lines)
        try:
            lines = trial.do(command, Seeded(1), waive=everything)
        except Illegal as e:
            assert e.rule in everything
            assert isinstance(plain, LedgerError), "waiving cannot make a legal move illegal"
            continue
        assert game.corrections.pieces(trial.state) == pieces
        if isinstance(plain, LedgerError):
            waived = lines[0].waived or ()
            assert plain.rule in waived
            if trial.over:
                trial.seal()
            report = verify_bytes(trial.bytes())
            assert {p.kind for p in report.problems} == {"house-rule"}
            assert {p.rule for p in report.problems} == set(waived)
        else:
            assert not lines[0].waived


@law(40)
def test_an_adjustment_is_told_with_its_reason(game: Game, script: Script) -> None:
    table = play(game, script)
    target = table.replay().at(random.Random(script.seed).choice(ends(table.lines)))
    if table.head.sealed or target.over:  # no correction ends a game
        return
    table.adjust(diff(table.state, target), "the cat walked over the board")
    assert table.state == target == fold(game, table.lines)
    report = verify_bytes(table.bytes())
    assert report.verdict == "legal"
    (problem,) = (p for p in report.problems if p.kind == "house-rule")
    assert "the cat walked over the board" in problem.message
    assert problem.line == len(table.lines)


# --- forgery ----------------------------------------------------------------------------------


def forge(value: Any, rng: random.Random, words: list[str]) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-2, -1, 1, 3, 100))
    if isinstance(value, str):
        return rng.choice(words)
    if isinstance(value, tuple):
        parts = list(value)
        if parts and rng.random() < 0.4:
            del parts[rng.randrange(len(parts))]
        elif parts and rng.random() < 0.5:
            i = rng.randrange(len(parts))
            parts[i] = forge(parts[i], rng, words)
        else:
            parts += parts[:1] if parts else []
        return tuple(parts)
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return {**value, key: forge(value[key], rng, words)}
    return value


@law(60)
def test_a_forged_event_is_never_legal_unless_it_is_another_move(
    game: Game, script: Script
) -> None:
    lines = play(game, script, Habits(undo=10, waive=10)).lines
    words = sorted({w for line in lines for w in _words(msgspec.to_builtins(line.data))})
    rng = random.Random(script.seed)
    for _ in range(10):
        target = rng.choice(lines)
        names = target.data.__struct_fields__
        if not names or isinstance(target.data, Sealed):
            continue
        name = rng.choice(names)
        data = msgspec.structs.replace(
            target.data, **{name: forge(getattr(target.data, name), rng, words)}
        )
        if data == target.data:
            continue

        def change(line: Line, entry: Entry, at: int = target.seq, new: Any = data) -> Entry:
            return msgspec.structs.replace(entry, data=new) if line.seq == at else entry

        forged, raw = restamp(lines, change)
        report = verify_bytes(raw)  # must not crash, whatever was forged
        if report.verdict == "legal":
            assert other_move(game, lines, forged, target.seq), f"{target.data} -> {data}"
            fold(game, forged)
        else:
            (problem,) = (p for p in report.problems if p.kind not in ("house-rule", "edition"))
            start = next(g[0].seq for g in groups(lines) if g[-1].seq >= target.seq)
            assert (problem.line or 0) >= start, "what comes before is as it was"


def _words(data: Any) -> list[str]:
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [w for x in data.values() for w in _words(x)]
    return [w for x in data for w in _words(x)] if isinstance(data, list | tuple) else []


def other_move(game: Game, old: list[Line], new: list[Line], seq: int) -> bool:
    """Whether a forged line is another choice, another result of chance, or outside the rules."""
    a, b = old[seq - 1].data, new[seq - 1].data
    if a.__class__.__name__ in ("Opened", "Noted", "Retracted"):
        return True
    if isinstance(a, Ended) and old[seq - 1].by is None:
        return bool(a.reason != b.reason)
    group = next(g for g in groups(old) if g[0].cmd == old[seq - 1].cmd)
    was, now = ([x[i.seq - 1].data for i in group] for x in (old, new))
    if outcomes(was) != outcomes(now):
        return True
    return group[0].cmd > 0 and game.rules.command_of(was) != game.rules.command_of(now)


@law(60)
def test_a_forged_header_is_never_legal(game: Game, script: Script) -> None:
    lines = play(game, script, Habits(undo=10)).lines
    rng = random.Random(script.seed)
    for _ in range(6):
        target = rng.choice(lines)
        name = rng.choice(("turn", "by"))
        value = (getattr(target, name) or 0) + rng.choice((-1, 1, 7))
        if name == "by" and isinstance(target.data, Noted | Retracted | Sealed):
            value = 99  # any player may take back or remark, but only one who sits there

        def change(
            line: Line, entry: Entry, at: int = target.seq, to: Any = (name, value)
        ) -> Entry:
            return msgspec.structs.replace(entry, **dict([to])) if line.seq == at else entry

        report = verify_bytes(restamp(lines, change)[1])
        assert report.verdict == "illegal", f"{target.type}: {name} {value}"
        assert target.seq in {p.line for p in report.problems}


@law(30)
def test_a_forged_consequence_names_its_rule(game: Game, script: Script) -> None:
    """If a number that follows from a rule is changed, verification names that rule."""
    known = {rule["id"] for rule in game.rulebook.data["rule"]}
    lines = play(game, script, Habits(undo=0)).lines
    for line in random.Random(script.seed).sample(lines[1:], min(10, len(lines) - 1)):
        if line.cmd and line.seq == next(x.seq for x in lines if x.cmd == line.cmd):
            continue  # the first event holds choices
        for f in event_fields(type(line.data)):
            value = getattr(line.data, f.name)
            if f.rule is None or f.chance or not isinstance(value, int) or isinstance(value, bool):
                continue
            data = msgspec.structs.replace(line.data, **{f.name: value + 1})

            def change(x: Line, entry: Entry, at: int = line.seq, new: Any = data) -> Entry:
                return msgspec.structs.replace(entry, data=new) if x.seq == at else entry

            report = verify_bytes(restamp(lines, change)[1])
            assert report.verdict == "illegal"
            problem = report.problems[-1]
            assert problem.line == line.seq, f"{line.type}.{f.name}: {problem}"
            assert problem.rule in known


@law(60)
def test_a_move_can_be_read_whatever_the_position(game: Game, script: Script) -> None:
    """This lets a session's later errors be reported even if an earlier line is wrong."""
    table = play(game, script)
    first = game.start(table.lines[0].data)
    for group in groups(table.lines):
        if group[0].by is not None and not isinstance(group[0].data, GENERIC):
            command = game.rules.command_of([line.data for line in group])
            words, _ = split_words(game.words.write(command))
            for state in (first, table.state):
                with suppress(Illegal):  # only what cannot be read at all is reported
                    game.words.read(state, command.seat, words)
