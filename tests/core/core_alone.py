"""Load, fold, verify, record, correct, narrate and draw a game where only msgspec is installed.

`test_core_alone.py` runs this in a process of its own: `python core_alone.py GAME LOG SESSION`.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

PACKAGES = {"ledger", "msgspec", *sys.stdlib_module_names}
ROOMS = {"games", "kernel", "protocol", "recorder", "sdk", "web"}
"""The rooms that the core is made of; `ledger.sdk.drawing` alone needs more."""


class OnlyTheCore(MetaPathFinder):
    """Refuses every module that isn't part of the core."""

    def find_spec(self, name, path=None, target=None):
        package, *rest = name.split(".")
        if package not in PACKAGES or name == "ledger.sdk.drawing":
            raise ModuleNotFoundError(f"{name} is blocked", name=name)
        if package == "ledger" and rest and rest[0] not in ROOMS:
            raise ModuleNotFoundError(f"{name} isn't part of the core", name=name)


def main(name: str, log: Path, session: Path) -> None:
    import ledger
    from ledger.kernel.game.registry import find_game
    from ledger.kernel.narration.narrate import words
    from ledger.kernel.replay.redact import redact
    from ledger.recorder import Recorder, complete
    from ledger.web.chapters import render_chapter
    from ledger.web.contents import contents_part, game_facts
    from ledger.web.drawing import draw
    from ledger.web.layout import lay_out

    game = find_game(name)

    # load, fold, verify
    reading = ledger.load(log)
    assert reading.error is None
    assert reading.game is game
    state = ledger.fold(game, reading.lines)
    assert ledger.verify(reading).verdict == "legal"
    replay = ledger.Replay(game, reading.lines)
    assert replay.at(len(reading.lines)) == state
    seen, _ = redact(game, reading.lines, 1)
    assert ledger.fold(game, seen) == game.mask(state, 1)

    # narrate
    names = [seat.name for seat in reading.opened.seats]
    for lang in ("en", "pl", "it"):
        told = [words(game, line.data, names, lang) for line in reading.lines]
        assert all(told)

    # scenes and chapters
    scene = game.scene(game.view(state, None), names)
    assert "<use " in draw(scene, lay_out(scene.regions, 390))
    chapter = render_chapter(replay, 1, "en")
    assert len(chapter.lines) > 1
    assert contents_part(replay, "en")
    assert game_facts(game, reading.opened, "en")

    # a session file
    typed = session.read_text("utf-8")
    table = ledger.read_session(typed)
    assert ledger.read_session(ledger.write_session(game, table.lines)).bytes() == table.bytes()

    # record the same moves line by line, then correct the position by hand
    _, _, body = typed.partition("\n\n")
    opened = table.lines[0].data
    recorder = Recorder(game, opened, now=lambda: None, at=opened.started, house_rule=True)
    recorder.start()
    for line in filter(str.strip, body.splitlines()):
        if recorder.table is not None and recorder.table.head.seq > 40 and recorder.pending is None:
            break
        feed(recorder, line)
    assert complete(recorder, "")
    assert recorder.table is not None
    before = recorder.table.head.seq
    assert any(accepted(recorder, line) for line in corrections(game, recorder.table))
    assert recorder.table.lines[-1].type == "adjusted"
    assert recorder.table.head.seq == before + 1
    assert words(game, recorder.table.lines[-1].data, names, "en")


def feed(recorder, line: str) -> None:
    """Feed a line that must be accepted."""
    assert accepted(recorder, line), line


def accepted(recorder, line: str) -> bool:
    """Feed a line; return whether nothing was wrong with it."""
    from ledger.recorder import Fault

    return not any(isinstance(reply, Fault) for reply in recorder.feed(line))


def corrections(game, table):
    """Yield corrections of which a table can make one: another number of what a player has."""
    from ledger.kernel.state.zones import look

    name = table.position.names[0]
    for zone in game.corrections.zones:
        if zone.personal and zone.names is None:
            here = look(table.state, zone.of(1))
            key = "" if zone.keys is None else next(iter(zone.keys(table.state.setup)))
            number = here[key] if key else here
            yield f'adjust {name} {zone.word} {key} {number + 1} "forgotten" from box'


if __name__ == "__main__":
    sys.meta_path.insert(0, OnlyTheCore())
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
    outside = {name.partition(".")[0] for name in sys.modules} - PACKAGES
    print(sorted(name for name in outside if not name.startswith("_")))
