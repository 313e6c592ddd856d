"""Where a game's files are: in its package, or beside its single module."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ledger.kernel.packages import files_of, folders_of, sources_of


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules, as pip leaves it."""
    for name in ("alone_game.py", "neighbour.py", "whole_game/__init__.py", "whole_game/game.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "whole_game" / "box.toml").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("alone_game", "whole_game"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


def test_a_single_module_has_nothing_of_its_neighbours(site: Path) -> None:
    assert list(sources_of("alone_game")) == [site / "alone_game.py"]
    assert folders_of("alone_game") == [site / "alone_game"]
    assert not files_of("alone_game").joinpath("rules.toml").is_file()


def test_a_folder_of_its_name_belongs_to_it(site: Path) -> None:
    (site / "alone_game").mkdir()
    (site / "alone_game" / "rules.toml").write_text("")
    assert files_of("alone_game").joinpath("rules.toml").is_file()
    found = list(sources_of("alone_game"))
    assert found == [site / "alone_game.py", site / "alone_game" / "rules.toml"]


@pytest.mark.parametrize("module", ["whole_game", "whole_game.game"])
def test_a_package_is_a_game_as_a_whole(module: str, site: Path) -> None:
    names = sorted(path.name for path in sources_of(module))
    assert names == ["__init__.py", "box.toml", "game.py"]


def test_what_is_not_there_has_no_files() -> None:
    assert (folders_of("no_such_game"), list(sources_of("no_such_game"))) == ([], [])
