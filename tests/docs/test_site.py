"""The documentation becomes a site without a dead link, a lost page, or a request to elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from common.paths import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(p.relative_to(DOCS).as_posix() for p in DOCS.rglob("*.md"))
CONFIG = (ROOT / "mkdocs.yml").read_text("utf-8")
LINKED_ONLY = {"operations/options.md", "problems.md"}
"""Pages that others link to, but that nobody looks for in the menu."""


def test_every_page_is_in_the_menu() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", CONFIG))
    assert listed == set(PAGES) - LINKED_ONLY


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_and_file_that_a_page_shows_is_there(page: str) -> None:
    text = re.sub(r"```.*?```", "", (DOCS / page).read_text("utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)#\s]+)[)#]", text):
        if "://" not in target:
            assert ((DOCS / page).parent / target).exists(), target


def test_the_site_is_built_strictly_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    build(tmp_path)
    for page in PAGES:
        built = page.replace("README.md", "index.md").replace(".md", ".html")
        html = (tmp_path / "site" / built).read_text("utf-8")
        loaded = re.findall(r'<(?:script|img|iframe)[^>]* src="([^"]+)"', html)
        loaded += re.findall(r'<link[^>]* href="([^"]+)"[^>]*rel="(?:stylesheet|icon)"', html)
        assert loaded
        assert not [x for x in loaded if "//" in x], page
    (tmp_path / "docs" / "index.md").write_text("# Ledger\n\n[gone](nowhere.md)\n", "utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        build(tmp_path)


def build(folder: Path) -> None:
    """Build the site as scripts/docs does."""
    subprocess.run(
        [Path(sys.executable).parent / "zensical", "build", "--clean", "--strict"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
