"""Help, version, start-up: what a newcomer meets first."""

import importlib
import inspect
import resource
import subprocess
import sys

import pytest

import ledger
from ledger.cli.command_list import COMMANDS, FURTHER_GROUPS, GROUPS

from .conftest import spawn

VERSION = f"ledger {ledger.__version__}\n"


def test_help_lists_every_command_and_the_exit_codes(run):
    result = run("--help")
    assert result.code == 0
    for commands in GROUPS.values():
        for name, short in commands.items():
            assert f"  {name} " in result.out
            assert short in result.out
    assert "Exit codes:" in result.out
    assert "Example:" in result.out
    assert "help --all" in result.out
    assert not any(
        f"  {name} " in result.out for group in FURTHER_GROUPS.values() for name in group
    )


def test_help_all_lists_those_of_authors_and_operators_too(run):
    result = run("help", "--all")
    assert result.code == 0
    for name, short in COMMANDS.items():
        assert f"  {name} " in result.out
        assert short in result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_line_of_help_and_an_example(run, name):
    result = run(name, "--help")
    assert result.code == 0
    assert COMMANDS[name] in result.out
    assert f"Example:\n    ledger {name}" in result.out
    assert max(map(len, result.out.splitlines())) <= 100


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_and_the_command_say_the_same(name):
    module = "import_" if name == "import" else name.replace("-", "_")
    home = importlib.import_module(f"ledger.cli.commands.{module}")
    assert inspect.getdoc(getattr(home, module)).splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_json_is_described_where_it_is_offered(run, name):
    text = run(name, "--help").out
    assert ("--json  " in text) == ("--json: " in text)


def test_without_arguments_there_is_help(run):
    result = run()
    assert (result.code, result.err) == (0, "")
    assert result.out == run("--help").out == run("-h").out


def test_every_command_knows_the_short_option_for_help(run):
    assert run("replay", "-h") == run("replay", "--help")


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(run, option):
    assert run(option) == (0, VERSION, "")


@pytest.mark.parametrize(
    "args",
    [("replay",), ("log", "--nope"), ("simulate", "osaka", "--games", "0", "--out", "x"),
     ("export", "x", "--to", "pdf"), ("--lang", "de", "games")],
)  # fmt: skip
def test_wrong_usage_is_exit_code_2(run, args):
    result = run(*args)
    assert result.code == 2
    assert "Usage: ledger" in result.err


def test_help_imports_nothing_heavy():
    code = (
        "import sys, ledger.cli\n"
        "sys.argv[1:] = ['--help']\n"
        "try: ledger.cli.main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('duckdb', 'textual', 'msgspec', 'rich.console', 'pydantic', 'click')"
        " if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines()[-1] == "[]"


def test_help_starts_about_as_fast_as_its_libraries():
    def cost(*args):
        """Processor time, which a busy machine stretches less than the clock."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *args], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    help_, bare = (
        min(cost(*args) for _ in range(3))
        for args in (("-m", "ledger.cli", "--help"), ("-c", "import typer, rich"))
    )
    assert help_ < 2 * bare  # measured on an idle machine: 1.0


def test_the_installed_command_is_the_same():
    result = spawn("--version")
    assert result.out == VERSION
