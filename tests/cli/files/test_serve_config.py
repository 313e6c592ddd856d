"""The options of `ledger serve`: command line, environment, file, and what is built in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from common.refusals import refuses
from ledger.cli.app import app
from ledger.cli.files.serve_config import check_config, default_config, settings
from ledger.kernel.errors import Malformed

COMMAND = get_command(app).get_command(None, "serve")  # type: ignore[attr-defined]
SETTINGS = {setting.key: setting for setting in settings(COMMAND)}
VALUES: dict[str, tuple[str, Any, str]] = {
    "library": ('"lib"', "lib", "other"),
    "store": (
        '"postgresql://a.example/games"',
        "postgresql://a.example/games",
        "postgresql://b.example/games",
    ),
    "host": ('"::1"', "::1", "127.0.0.2"),
    "port": ("7", 7, "9"),
    "allow-host": ('["a", "b"]', ("a", "b"), "c d"),
    "rate": ("3", 3.0, "4.5"),
    "cpu": ("3", 3.0, "4.5"),
    "public-url": ('"https://a.example"', "https://a.example", "https://b.example"),
    "trusted-proxy": ('["10.0.0.1", "10.1.0.0/16"]', ("10.0.0.1", "10.1.0.0/16"), "127.0.0.1 ::1"),
    "max-open-games": ("50", 50, "60"),
    "lan": ("true", True, "false"),
    "yes": ("true", True, "false"),
    "bot-delay": ("0.5", 0.5, "2.5"),
    "lake": ('"lake"', "lake", "other-lake"),
    "webhook": ('"https://a.example"', "https://a.example", "https://b.example"),
    "webhook-secret": ('"secret"', "secret", "other-secret"),
    "log": ('"access.log"', "access.log", "other.log"),
}
"""Each setting: how a file says it, what that is, and how the environment says another."""


@pytest.fixture
def parse(tmp_path, monkeypatch):
    """Return what the command would be called with."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for setting in SETTINGS.values():
        monkeypatch.delenv(setting.variable, raising=False)
    monkeypatch.delenv("LEDGER_SERVE_CONFIG", raising=False)

    def parsed(*args: str) -> dict[str, Any]:
        context = COMMAND.make_context("serve", list(args))
        check_config(context)
        return context.params

    return parsed


def config(folder: Path, text: str) -> str:
    path = folder / "serve.toml"
    path.write_text(text, "utf-8")
    return str(path)


def name(key: str) -> str:
    return key.replace("-", "_")


def test_every_option_has_a_variable_and_a_key():
    assert SETTINGS.keys() == VALUES.keys()
    for key, setting in SETTINGS.items():
        usual = f"LEDGER_SERVE_{name(key).upper()}"
        everywhere = {"library": "LEDGER_LIBRARY", "store": "LEDGER_STORE"}
        assert setting.variable == everywhere.get(key, usual)
        assert setting.help


@pytest.mark.parametrize("key", VALUES)
def test_the_command_line_goes_before_the_environment_and_that_before_the_file(
    parse, tmp_path, monkeypatch, key
):
    written, value, other = VALUES[key]
    setting, param = SETTINGS[key], name(key)
    built_in = parse()[param]
    file = ("--config", config(tmp_path, f"{key} = {written}\n"))
    expected = str(tmp_path / value) if setting.path else value
    assert parse(*file)[param] == expected != built_in
    monkeypatch.setenv(setting.variable, other)
    from_environment = parse(*file)[param]
    if setting.kind is bool:  # there are two values only
        assert from_environment is built_in is False
        assert parse(*file, setting.option)[param] is True
        return
    assert from_environment not in (expected, built_in)
    assert from_environment == parse()[param]
    typed = parse(*file, setting.option, "5")[param]
    assert typed not in (expected, from_environment, built_in)


def test_the_file_is_found_in_its_usual_place_or_by_a_variable(parse, tmp_path, monkeypatch):
    usual = tmp_path / "config" / "tabletop-ledger"
    usual.mkdir(parents=True)
    config(usual, "port = 1234")
    assert parse()["port"] == 1234
    monkeypatch.setenv("LEDGER_SERVE_CONFIG", config(tmp_path, "port = 4321"))
    assert parse()["port"] == 4321


@pytest.mark.parametrize(
    ("platform", "env", "place"),
    [
        ("linux", {"XDG_CONFIG_HOME": "/c"}, "/c/tabletop-ledger/serve.toml"),
        ("linux", {"XDG_CONFIG_HOME": "c"}, "~/.config/tabletop-ledger/serve.toml"),
        ("darwin", {}, "~/Library/Application Support/tabletop-ledger/serve.toml"),
        ("win32", {"APPDATA": "/a"}, "/a/tabletop-ledger/serve.toml"),
    ],
)
def test_where_it_is_looked_for(platform, env, place):
    assert default_config(env, platform) == Path(place).expanduser()


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("port = 8000\nprot = 1\n", 2, "prot"),
        ("\n\n port = '8000'", 3, "port"),
        ("port = 80000", 1, "port"),
        ("port = true", 1, "port"),
        ("rate = -1", 1, "rate"),
        ("bot-delay = 3601", 1, "3600"),
        ("max-open-games = 0", 1, "1"),
        ("host = 1", 1, "host"),
        ("allow-host = 'a'", 1, "allow-host"),
        ("allow-host = ['a', 1]", 1, "allow-host"),
        ("[serve]\nport = 1", 1, "serve"),
        ("port = ", None, None),
    ],
)
def test_what_does_not_fit_is_refused_where_it_stands(parse, tmp_path, text, line, word):
    file = config(tmp_path, text)
    with refuses(Malformed) as e:
        parse("--config", file)
    assert (e.value.file, e.value.line) == (file, line)
    assert word is None or word in e.value.message


def test_what_is_wrong_with_a_file_is_said_in_the_chosen_language(run, tmp_path):
    file = config(tmp_path, "port = 80000")
    for args in (
        ("--lang", "pl", "serve", "--config", file),
        ("serve", "--config", file, "--lang", "pl"),
    ):
        result = run(*args)
        assert (result.code, result.err) == (2, f"błąd: {file}:1: `port` musi być od 0 do 65535\n")


def test_a_file_that_was_named_must_be_there(parse, tmp_path):
    with refuses(Malformed):
        parse("--config", str(tmp_path / "none.toml"))


def test_a_library_typed_before_the_command_goes_first(run, tmp_path, monkeypatch):
    served = []
    monkeypatch.setattr("ledger.service.run.run", lambda options, say: served.append(options))
    monkeypatch.delenv("LEDGER_LIBRARY")
    file = config(tmp_path, 'library = "of-the-file"')
    run("serve", "--config", file)
    run("--library", tmp_path / "typed", "serve", "--config", file)
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "of-the-environment"))
    run("serve", "--config", file)
    run("--library", tmp_path / "typed", "serve", "--config", file)
    names = [options.library.name for options in served]
    assert names == ["of-the-file", "typed", "of-the-environment", "typed"]
