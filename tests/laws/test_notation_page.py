"""The page of a game's notation: what it shows can be typed."""

from __future__ import annotations

import re
from importlib import resources

from ledger.kernel.events import tag
from ledger.kernel.game import Game
from ledger.kernel.notation import in_english, split_words
from ledger.kernel.session_read import read_session
from ledger.kernel.verify import verify_bytes

from .play import each_of_ours, every_game


def own_page(game: Game) -> str:
    return resources.files(game.package).joinpath("notation.md").read_text("utf-8")


def examples(game: Game, table: str) -> list[str]:
    """The first cells of a table of the page, named by its heading."""
    page = own_page(game)
    rows = page[page.index(f"| {table} |") :].split("\n\n")[0].splitlines()[2:]
    return [m[1] for row in rows if (m := re.match(r"\| `([^`]+)` \|", row))]


def sessions(game: Game) -> list[str]:
    return re.findall(r"```session\n(.*?)```", own_page(game), re.DOTALL)


@each_of_ours
def test_the_sessions_of_the_page_are_legal(game: Game) -> None:
    assert sessions(game)
    for text in sessions(game):
        assert verify_bytes(read_session(text).bytes()).verdict in ("legal", "possible")


@each_of_ours
def test_every_move_of_the_page_can_be_read_and_every_kind_of_move_is_there(game: Game) -> None:
    state = read_session(sessions(game)[0]).state
    seen = set()
    for text in examples(game, "move"):
        words, _ = split_words(text.split(" -> ")[0])
        seen.add(type(game.read(state, 1, [in_english(w, game) for w in words])))
    assert {tag(c) for c in seen} == {tag(c) for c in game.commands}


@each_of_ours
def test_every_result_of_chance_is_on_the_page(game: Game) -> None:
    words = {w for text in examples(game, "result of chance") for w in text.split()}
    assert set(game.slots) <= words


@every_game
def test_every_game_has_a_page(game: Game) -> None:
    page = game.notation()
    assert page.startswith("# ")
    assert "## Every game" in page
