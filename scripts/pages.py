"""A page of docs/ and what it shows: files, commands with what they print, questions, code."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from scripts import ROOT, free_port

DOCS = ROOT / "docs"


class Block(NamedTuple):
    """A block of code: its language, the file that it is (or nothing), and what it says."""

    language: str
    title: str
    text: str
    after: str
    """What the page says next."""


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of a page."""
    text = (DOCS / page).read_text("utf-8")
    found = re.finditer(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```\n', text, re.S | re.M)
    for match in found:
        yield Block(match[1], match[2] or "", match[3], text[match.end() :])


def surroundings(folder: Path, bin: Path, port: int) -> dict[str, str]:
    """Return the environment of somebody who follows a page in a folder of their own."""
    return {
        "PATH": f"{bin}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(folder),
        "COLUMNS": "90",
        "LEDGER_LIBRARY": str(folder / "library"),
        "LEDGER_SERVE_PORT": str(port),
        "LANG": "C.UTF-8",
    }


class Reader:
    """Somebody who does what a page says, in a folder and a library of their own.

    A block with a title is a file. Of a `console` block, each line after `$` is run and prints what
    follows it, where `…` stands for anything. Of a `terminal` block, the answers to questions are
    typed in a terminal, and its other lines are seen there. Lines of `sh` are run. A question in
    `sql` has the answer that follows as a table. `py` is run. What ends with `&` goes on until the
    end; in place of port 8000 there is a free one.
    """

    def __init__(self, folder: Path, bin: Path, more: Mapping[str, str] | None = None) -> None:
        self.folder, self.bin, self.port = folder, bin, free_port()
        self.env = surroundings(folder, bin, self.port) | dict(more or {})
        self.started: list[subprocess.Popen[bytes]] = []

    def follow(self, page: str) -> int:
        """Do what a page says, block by block; return how many blocks could be checked."""
        checked = 0
        try:
            for block in blocks(page):
                checked += self.do(block)
        finally:
            for process in self.started:
                process.terminate()
                process.wait(30)
        return checked

    def do(self, block: Block) -> bool:
        """Do what a block says, and say whether there was anything to check."""
        if block.title:
            (self.folder / block.title).write_text(block.text, "utf-8")
        elif block.language == "console":
            self.converse(block.text.replace(":8000", f":{self.port}"))
        elif block.language == "terminal":
            self.type_in(block.text)
        elif block.language == "sh":
            for command in block.text.replace("\\\n", " ").splitlines():
                fine(command, *self.run(command))
        elif block.language == "sql":
            printed = fine(block.text, *self.run("ledger query --md -", block.text))
            if not block.after.lstrip().startswith(printed):
                raise WrongPage(block.text, printed)
        elif block.language == "py":
            fine(block.text, *self.run("python -", block.text))
        else:
            return False
        return not block.title

    def converse(self, text: str) -> None:
        """Type each command, and compare what is printed."""
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            if command.endswith(" &"):
                self.start(command, expected)
            else:
                prints(command, self.run(command)[1], expected)

    def type_in(self, text: str) -> None:
        """Answer the questions of a command in a terminal, and compare what it says."""
        import pexpect  # type: ignore[import-untyped]

        first, _, rest = text.removeprefix("$ ").partition("\n")
        env = {**self.env, "TERM": "xterm", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1"}
        words = shlex.split(first)
        child = pexpect.spawn(
            str(self.bin / words[0]),
            words[1:],
            cwd=str(self.folder),
            env=env,
            dimensions=(50, 90),
            encoding="utf-8",
            timeout=60,
        )
        said = ""
        for line in rest.splitlines():
            if question := re.fullmatch(r"(.*(?:>|\[Y/n\])) (.*)", line):
                child.expect(re.escape(question[1]) + r"\x1b\[\d+D\x1b\[\d+C")
                said += str(child.before)
                child.send(question[2] + "\r")
        child.expect(pexpect.EOF)
        child.close()
        said = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", said + str(child.before))
        at = 0
        for line in rest.splitlines():
            if "> " not in line and "] " not in line and line != "…":
                at = said.find(line, at)
                if at < 0:
                    raise WrongPage(f"{first}: {line}", said)

    def run(self, line: str, typed: str = "") -> tuple[int, str]:
        """Run a line of shell; return its exit code and what it printed."""
        done = subprocess.run(  # noqa: S602
            line,
            shell=True,
            cwd=self.folder,
            env=self.env,
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def start(self, command: str, expected: str) -> None:
        """Start a command that goes on in the background, and wait until it has said its lines."""
        said = self.folder / f"started-{len(self.started)}"
        words = shlex.split(command.removesuffix(" &"))
        words[0] = str(self.bin / words[0])
        with said.open("wb") as out:
            self.started.append(
                subprocess.Popen(
                    words, stdout=out, stderr=subprocess.STDOUT, cwd=self.folder, env=self.env
                )
            )
        lines = len(expected.strip().splitlines())
        end = time.monotonic() + 60
        while said.read_text("utf-8").count("\n") < lines and time.monotonic() < end:
            time.sleep(0.05)
        prints(command, said.read_text("utf-8"), expected)


class WrongPage(AssertionError):
    """A page says something else than what happens."""

    def __init__(self, what: str, printed: str) -> None:
        super().__init__(f"{what}\n{printed}")


def fine(what: str, code: int, printed: str) -> str:
    """Return what was printed, if it went well."""
    if code:
        raise WrongPage(what, printed)
    return printed


def prints(command: str, printed: str, expected: str) -> None:
    """Check that a command printed what a page says; `…` stands for anything."""
    printed = "\n".join(line.rstrip() for line in printed.splitlines()).strip()
    pattern = "(.|\n)*".join(map(re.escape, expected.strip().split("…")))
    if not re.fullmatch(pattern, printed):
        raise WrongPage(command, printed)


def main() -> None:
    """Follow pages with the program that is installed beside this Python: `… PAGE FOLDER`."""
    page, folder = sys.argv[1:]
    done = Reader(Path(folder).resolve(), Path(sys.executable).parent).follow(page)
    sys.stdout.write(f"{page}: {done} blocks do what they say\n")


if __name__ == "__main__":
    main()
