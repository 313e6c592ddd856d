"""Reports as pictures: in the terminal, and as files that load nothing from anywhere."""

from __future__ import annotations

import io
import itertools
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from rich.console import Console

from ledger.index.charts import files as drawing
from ledger.index.charts.chart import TONES, WORDS, chart_of
from ledger.index.charts.files import picture
from ledger.index.charts.terminal import draw
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.report import find_report, reports
from ledger.kernel.errors import Malformed
from ledger.kernel.game.registry import installed

MADE = {name: r for name, r in reports().items() if r.game is None or r.game in installed()}
TABLES = {"records"}
"""Reports that are no picture: their rows have nothing in common."""

ROWS = [{"name": "Ana", "win_rate": 50.0}, {"name": "</script><b>", "win_rate": 25.0}]


@pytest.fixture(scope="module")
def asked(shelf):
    with Index(shelf).reading() as con:
        yield lambda report: ask(con, report.sql, report.values({})).dicts()


def test_every_report_with_a_natural_picture_has_one():
    assert {name for name, r in MADE.items() if r.plot is None} == TABLES


@pytest.mark.parametrize("name", sorted(MADE.keys() - TABLES - {"cooperative"}))  # none there
def test_every_picture_is_drawn(asked, name):
    """On the terminal and as SVG, from the rows of the shelf."""
    report = MADE[name]
    rows = asked(report)
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(draw(report, rows, 100))
    text = console.export_text()
    assert max(map(len, text.splitlines())) <= 100
    assert set(text) & set("█▁▂▃▄▅▆▇▏▎▍▌▋▊▉")
    root = ElementTree.fromstring(picture(report, rows, "svg"))  # noqa: S314 # our own
    words = {e.text for e in root.iter() if e.tag.endswith("text")}
    assert report.title in words
    marks = [
        e
        for e in root.iter()
        if "mark-" in e.get("class", "") and "role-mark" in e.get("class", "")
    ]
    assert sum(len(list(m)) for m in marks) >= 1
    assert not overlapping(root)


def overlapping(root):
    """Return texts of a chart, written across, that run into their neighbours."""
    found = []
    for group in root.iter():
        if not re.search("mark-text role-(axis-label|mark)", group.get("class", "")):
            continue
        placed = []
        for text in group:
            at = re.fullmatch(r"translate\(([-\d.]+),\s*([-\d.]+)\)", text.get("transform", ""))
            if at and text.text and text.get("text-anchor") == "middle":
                placed.append((float(at[2]), float(at[1]), text.text))
        for (y, x, one), (below, right, other) in itertools.pairwise(sorted(placed)):
            wide = (len(one) + len(other)) / 2 * 5
            if below - y < 8 and abs(right - x) < wide:
                found.append((one, other))
    return found


def test_names_that_do_not_fit_below_their_bars_are_slanted():
    things = ("bonus", "brown", "cards", "green", "hand", "outposts", "on_board")
    rows = [{"game": g, "resource": t, "gained": 3.0} for g in ("osaka", "klongs") for t in things]
    drawn = picture(find_report("resources"), rows, "svg")
    assert not overlapping(ElementTree.fromstring(drawn))  # noqa: S314 # our own
    assert "rotate(300)" in drawn.decode()
    assert "on board" in _texts(drawn)
    narrow = [row for row in rows if len(row["resource"]) == 5]
    assert "rotate(300)" not in picture(find_report("resources"), narrow, "svg").decode()


def test_counts_that_do_not_fit_at_their_bars_are_bare_numbers():
    few = [{"name": f"Player {n}", "games": 12, "win_rate": 50.0} for n in range(5)]
    texts = _texts(picture(find_report("players"), few, "svg"))
    assert "12 plays" in texts
    assert "Small numbers: plays" not in texts
    many = [{"name": f"Player {n}", "games": 12, "win_rate": 50.0} for n in range(25)]
    drawn = picture(find_report("players"), many, "svg")
    assert {"12", "Small numbers: plays"} <= _texts(drawn)
    assert "12 plays" not in _texts(drawn)
    assert not overlapping(ElementTree.fromstring(drawn))  # noqa: S314 # our own


def test_the_count_of_a_bar_below_zero_stands_below_it():
    rows = [
        {"player": "Ana", "opponent": "Ewa", "games": 7, "margin": -6.0},
        {"player": "Ana", "opponent": "Bo", "games": 9, "margin": 6.0},
    ]
    root = ElementTree.fromstring(picture(find_report("head-to-head"), rows, "svg"))  # noqa: S314 # our own
    at = {e.text: e.get("transform", "") for e in root.iter() if e.tag.endswith("text")}
    down = {
        count: float(re.findall(r",\s*([-\d.]+)", at[count])[0]) for count in ("7 plays", "9 plays")
    }
    assert down["9 plays"] < 0 < down["7 plays"] - drawing.HEIGHT
    assert "Player, opponent" in at


def test_a_chart_of_nothing_says_so():
    assert "No games yet" in _texts(picture(find_report("cooperative"), [], "svg"))


def test_a_line_is_drawn_by_numbers_and_a_gap_keeps_its_value():
    report = find_report("ratings")
    rows = [
        {"n": n, "name": name, "rating": float(r)}
        for n, name, r in ((1, "Ana", 1500), (2, "Ewa", 1400), (3, "Ewa", 1450), (4, "Ana", 1600))
    ]
    out = str(draw(report, rows, 100))
    assert "Ana  ▅▅▅█" in out
    assert "Ewa   ▁▃ " in out
    assert b"</svg>" in picture(report, rows, "svg")


class Loads(HTMLParser):
    """Collects what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.urls += [v for k, v in attrs if k in ("src", "href", "srcset", "data", "action") and v]


def test_a_page_loads_nothing_and_a_name_ends_no_script():
    page = picture(find_report("players"), ROWS, "html").decode()
    found = Loads()
    found.feed(page)
    assert found.urls == []
    assert "script" in found.tags
    assert "b" not in found.tags, "a player's name became a tag"
    assert "@import" not in page
    assert "url(http" not in page
    assert "importScripts" not in page
    assert '"\\u003c/script' in page


def test_png():
    assert picture(find_report("players"), ROWS, "png").startswith(b"\x89PNG")


def test_without_altair_it_is_said_what_to_install(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(drawing, "import_module", missing)
    with pytest.raises(Malformed, match="pictures need Altair") as e:
        picture(find_report("players"), ROWS, "svg")
    assert "tabletop-ledger[plot]" in e.value.hint


# --- what a chart says ------------------------------------------------------------------------


def planned(name, rows, **values):
    """Return the chart of a report."""
    report = find_report(name)
    return chart_of(report, rows, report.values(values))


SEATED = [
    {"game": g, "players": 2, "seat": s, "games": n, "win_rate": 50.0, "expected": 50.0}
    for g, n in (("osaka", 1), ("klongs", 12))
    for s in (1, 2)
]


def test_games_never_share_a_panel():
    chart = planned("seats", SEATED)
    assert list(chart.panels()) == ["osaka, 2 players", "klongs, 2 players"]
    assert [mark.label for mark in chart.panels()["osaka, 2 players"]] == ["1", "2"]
    text = str(draw(find_report("seats"), SEATED, 80))
    assert "12 plays" in text
    assert "1 play\n" in text
    root = picture(find_report("seats"), SEATED, "svg").decode()
    assert "osaka, 2 players" in root
    assert "12 plays" in root


def test_a_bar_that_stands_on_one_play_looks_different():
    drawn = draw(find_report("seats"), SEATED, 80)
    styles = {str(span.style) for span in drawn.spans}
    assert {"dim cyan", "cyan", "yellow"} <= styles
    faint = picture(find_report("seats"), SEATED, "svg").decode()
    assert f'opacity="{drawing.ONCE}"' in faint


@pytest.mark.parametrize("kind", ["ratings", "players"])
def test_bars_and_lines_align_for_wide_signs(kind):
    names = ("李小龍", "Zoe\u0308lka", "👩 Fam")
    if kind == "ratings":
        rows = [{"n": n, "name": x, "rating": 1500.0} for n in range(1, 9) for x in names]
    else:
        rows = [{**ROWS[0], "name": x} for x in names]
    lines = str(draw(find_report(kind), rows, 80)).splitlines()
    found = [line for line in lines if any(name in line for name in names)]
    assert len(found) == 3
    where = {cell_len(re.split("[▁█▏▎▍▌▋▊▉]", line)[0]) for line in found}
    assert len(where) == 1


def test_where_a_line_stands_on_one_play_it_looks_different():
    rows = [
        {"round": n, "who": who, "score": 1.0 * n, "games": 3 if n < 4 else 1}
        for n in range(1, 7)
        for who in ("winners", "others")
    ]
    drawn = draw(find_report("score-curve"), rows, 80)
    assert {"dim yellow", "cyan"} <= {str(span.style) for span in drawn.spans}
    told = picture(find_report("score-curve"), rows, "svg").decode()
    assert told.count(">1 play<") == 2  # where each line begins to


def test_things_have_their_own_colours():
    rows = [{"colour": c, "bought": 3} for c in ("red", "blue")]
    assert TONES["red"] in picture(find_report("osaka-colours"), rows, "svg").decode()
    styles = {str(span.style) for span in draw(find_report("osaka-colours"), rows, 80).spans}
    assert {TONES["red"], TONES["blue"]} <= styles
    beside = [{"game": "century", "resource": r, "gained": 2.0} for r in ("red", "points")]
    drawn = picture(find_report("resources"), beside, "svg").decode()
    assert TONES["red"] in drawn
    assert drawing.PLAIN in drawn


def test_somebody_who_is_called_brown_is_not_brown():
    rows = [{"name": "Brown", "win_rate": 50.0}, {"name": "White", "win_rate": 25.0}]
    assert TONES["brown"] not in picture(find_report("players"), rows, "svg").decode()
    styles = {str(span.style) for span in draw(find_report("players"), rows, 80).spans}
    assert TONES["brown"] not in styles


def test_the_scale_of_a_line_begins_where_the_data_is_and_that_of_bars_at_zero():
    rows = [{"n": n, "name": "Ana", "rating": 1500.0 + n} for n in range(1, 40)]
    texts = _texts(picture(find_report("ratings"), rows, "svg"))
    assert "0" not in texts
    assert any(text.replace(",", "").startswith("15") for text in texts)
    assert "0" in _texts(picture(find_report("players"), ROWS, "svg"))


def _texts(data):
    return {e.text for e in ElementTree.fromstring(data).iter() if e.tag.endswith("text")}  # noqa: S314 # our own


@pytest.mark.parametrize("name", sorted(MADE.keys() - TABLES))
def test_every_axis_is_named_in_words(name):
    report = MADE[name]
    columns = [report.plot.y, *report.plot.x.split("+")[-1:]]
    assert all(c in report.columns or c in WORDS for c in columns), columns


def test_the_title_says_which_game_is_meant():
    rows = [{"round": 1, "who": "winners", "games": 1, "score": 2.0}]
    assert planned("score-curve", rows).about == "game: osaka"
    assert planned("players", ROWS).about == ""
    assert planned("players", ROWS, min=3).about == "min: 3"


def test_games_of_bots_have_no_length(shelf):
    """They take seconds, which says nothing about people."""
    with Index(shelf).reading() as con:
        rows = ask(con, find_report("game-length").sql, {"game": None}).dicts()
    assert rows
    assert all(row["minutes"] is None or row["minutes"] >= 1 for row in rows)
