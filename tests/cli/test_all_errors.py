"""A session with several errors is told all of them at once."""

from common.refusals import tells

from .commands.test_import import SETUP


def test_every_wrong_line_is_shown_with_its_caret(run, tmp_path):
    session = tmp_path / "s.session"
    session.write_text(SETUP + "Bartek tkae R2\nZoe take R2\nAna take R2\nBartek take Q9\n")
    result = run("import", session, "--out", tmp_path / "out.jsonl")
    assert result.code == 2
    errors = [line for line in result.err.splitlines() if line.startswith("error: ")]
    wrong = ("10:8 | tkae | claim | pass", "11:1 | Zoe | Ana | Bartek", "13:13 | Q9 | R2 | G5")
    for line, facts in zip(errors, wrong, strict=True):
        assert tells(line, f"{session}:{facts}")
    assert tells(result.err, "take R2")
    assert not (tmp_path / "out.jsonl").exists()


def test_so_it_is_when_it_should_go_into_the_library(run, tmp_path):
    session = tmp_path / "s.session"
    session.write_text(SETUP + "Bartek tkae R2\nZoe take R2\n")
    result = run("import", session, "--library", tmp_path / "lib")
    assert result.code == 2
    first, *more, total = result.out.splitlines()
    assert tells(first, f"{session} | 10:8 | tkae")
    assert tells(more[2], "take R2")
    assert tells(more[3], f"{session}:11:1 | Zoe | Ana | Bartek")
    assert more[4:] == ["    Zoe take R2", "    ^"]
    assert total.endswith("1 record: 1 refused")
