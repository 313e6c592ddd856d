"""`ledger texts`: the catalogues of a game have all of its texts, and a partial one only warns."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

import pytest

from common.examples import GAMES, NIM, changed, load
from ledger.kernel.errors import GameWarning
from ledger.kernel.game.game import Game
from ledger.kernel.text.translations import translator
from ledger.testing.catalogues.files import path_of, read
from ledger.testing.lawbook.text import words as laws

FOLDER = "nim_texts"
FILE = f"{FOLDER}.py"
TOOK = "{name} takes {sticks} from heap {heap}"
REFUSED = "{n} is odd"


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = changed(
        NIM, "    d.accept(x)\n", f'    d.must("NIM-02", x, "{REFUSED}", n=1)\n    d.accept(x)\n'
    )
    Path(FILE).write_text(code, "utf-8")


@pytest.fixture
def run(run):
    """Run a command that imports the games from their files, as a new process does."""

    def afresh(*arguments: object):
        for name in (FOLDER, "broken", "ledger_fresh", "ledger_fresh.scene"):
            sys.modules.pop(name, None)
        translator.cache_clear()
        return run(*arguments)

    return afresh


def catalogue(lang: str = "pl", domain: str = "nim") -> Path:
    return path_of(Path(FOLDER), domain, lang)


def texts(lang: str = "pl", domain: str = "nim") -> dict:
    return {(m.context, m.id): m.string for m in read(catalogue(lang, domain), lang) if m.id}


def fill(text: str, said: str) -> None:
    code = catalogue().read_text("utf-8")
    catalogue().write_text(
        changed(code, f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{said}"'), "utf-8"
    )


def game(tmp_path: Path) -> Game:
    return load(tmp_path, Path(FILE).read_text("utf-8"), FOLDER).GAME


def test_a_catalogue_has_what_a_game_says_and_not_what_the_kit_says(run) -> None:
    assert run("texts", FILE, "--into", "pl").code == 0
    found = texts()
    assert {(None, TOOK), ("message", REFUSED), (None, "heaps")} <= set(found)
    assert not any("turn" in text for _, text in found)
    assert catalogue().with_suffix(".mo").is_file()
    assert not catalogue(domain="nim_reference").exists()


def test_translations_are_kept_and_what_is_gone_is_dropped(run) -> None:
    run("texts", FILE, "--into", "pl")
    fill(TOOK, "{name} bierze {sticks} ze stosu {heap}")
    fill("taken", "wzięte")
    Path(FILE).write_text(changed(Path(FILE).read_text("utf-8"), REFUSED, "{n} is even"), "utf-8")
    result = run("texts", FILE, "--json")
    (told,) = map(json.loads, result.out.splitlines())
    assert (told["language"], told["added"], told["dropped"]) == ("pl", ["{n} is even"], [REFUSED])
    assert texts()[None, TOOK] == "{name} bierze {sticks} ze stosu {heap}"
    assert set(told["untranslated"]) == {"heaps", "{n} is even"}


def test_rules_and_events_have_a_catalogue_of_their_own(run) -> None:
    assert run("texts", FILE, "--into", "it", "--reference").code == 0
    found = texts("it", "nim_reference")
    assert {(None, "The heaps"), (None, "Sticks are taken.")} <= set(found)
    catalogue("it", "nim_reference").write_text(
        catalogue("it", "nim_reference").read_text("utf-8").replace("The heaps", "Heaps"), "utf-8"
    )
    assert run("texts", FILE).code == 0  # from now on without the option
    assert (None, "The heaps") in texts("it", "nim_reference")


def test_a_language_that_the_kit_does_not_speak_gets_its_sentences(run) -> None:
    run("texts", FILE, "--into", "de")
    assert (None, "It is {name}'s turn") in texts("de")


def test_check_writes_nothing(run) -> None:
    run("texts", FILE, "--into", "pl")
    before = catalogue().read_bytes()
    assert run("texts", FILE, "--check").code == 0
    Path(FILE).write_text(changed(Path(FILE).read_text("utf-8"), REFUSED, "{n} is even"), "utf-8")
    assert run("texts", FILE, "--check").code == 1
    assert catalogue().read_bytes() == before


@pytest.mark.parametrize("lang", ["xx", "../pl", "pl/../../x", ""])
def test_what_is_no_language_is_refused(run, lang: str) -> None:
    assert run("texts", FILE, "--into", lang).code == 2
    assert not Path(FOLDER).exists()


def test_what_is_no_catalogue_is_refused_and_kept(run) -> None:
    catalogue().parent.mkdir(parents=True)
    catalogue().write_text('msgid "a"\nmsgid "b"\nnonsense', "utf-8")
    result = run("texts", FILE)
    assert result.code == 2
    assert f"{catalogue()}:" in result.err
    assert "nonsense" in catalogue().read_text("utf-8")


def test_a_game_that_is_not_translated_says_how_to_begin(run) -> None:
    result = run("texts", FILE)
    assert result.code == 2
    assert "--into" in result.err


def test_a_game_that_cannot_be_imported_is_named_with_its_line(run) -> None:
    Path("broken.py").write_text("x = 1\ny = z\n", "utf-8")
    result = run("texts", "broken.py", "--into", "pl")
    assert result.code == 2
    assert "broken.py:2" in result.err


def test_a_partial_catalogue_warns_in_check_and_in_the_laws(run, tmp_path: Path) -> None:
    run("texts", FILE, "--into", "pl")
    fill("taken", "wzięte")
    run("texts", FILE)
    result = run("check", FILE, "--json")
    found = json.loads(result.out)
    assert (result.code, found["problems"]) == (0, [])
    (warning,) = found["warnings"]
    assert (warning["kind"], warning["file"], warning["of_0_2"]) == (
        "texts",
        str(catalogue()),
        False,
    )
    nim = game(tmp_path)
    with pytest.warns(GameWarning, match="heaps"):
        laws.test_every_text_has_a_translation_and_no_other(nim)
    for law in (
        laws.test_translations_fill_the_same_gaps,
        laws.test_the_compiled_catalogue_is_that_of_the_source,
    ):
        law(nim)


def test_a_whole_catalogue_does_not_warn(run, tmp_path: Path) -> None:
    run("texts", FILE, "--into", "pl")
    for (context, text), _ in texts().items():
        assert context in (None, "message")
        fill(text, text.upper() if "{" not in text else f"x {text}")
    assert json.loads(run("texts", FILE, "--json").out)["untranslated"] == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        laws.test_every_text_has_a_translation_and_no_other(game(tmp_path))
    assert json.loads(run("check", FILE, "--json").out)["warnings"] == []


def test_catalogues_that_are_not_compiled_break_a_law(run, tmp_path: Path) -> None:
    run("texts", FILE, "--into", "pl")
    fill("taken", "wzięte")
    with pytest.raises(AssertionError):
        laws.test_the_compiled_catalogue_is_that_of_the_source(game(tmp_path))


def test_a_new_game_says_nothing_that_is_not_in_its_catalogues(run) -> None:
    for options in ([], ["--hidden"]):
        run("new-game", "fresh", *options, "--force")
        assert run("texts", "ledger-fresh", "--check").code == 0
        assert json.loads(run("check", "ledger-fresh", "--json").out)["warnings"] == []


def test_all_games_of_a_project_are_looked_at(run) -> None:
    told = run("texts", GAMES, "--into", "pl", "--check", "--json").out.splitlines()
    found = [json.loads(line) for line in told]
    assert len(found) >= 4
    assert all(x["added"] for x in found)
    assert not list(GAMES.rglob("*.po"))
