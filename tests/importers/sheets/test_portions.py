"""Large tables are read in portions: as if they were read whole, or refused in words."""

from __future__ import annotations

import pytest

from importers.inline_tables import tables
from ledger.importers.dispatch import read
from ledger.importers.records import ImportedPlay, Options, Record, Refusal, Remark, UnclearSheet
from ledger.importers.sheets import grid
from ledger.kernel.errors import LedgerError, Malformed

from .test_odd_tables import TABLES as ODD

SEVERAL_ROWS = ("averages at the right", "elo beside")
"""Odd tables that only several rows of a portion show to be what they are."""

TABLES = tables() | {f"odd: {n}": odd.rows for n, odd in ODD.items() if n not in SEVERAL_ROWS}
SURE = Options(sure=True)
TALL = "date,game,player,score\n" + "".join(
    f"2026-03-{day:02},Catan,{who},{day + len(who)}\n"
    for day in range(1, 29)
    for who in ("Ana", "Bo", "Cyril")
)
WIDE = "date,game,Ana,Bo\n" + "".join(f"2026-03-{day:02},Catan,{day},7\n" for day in range(1, 29))


def records(text: str, options: Options = SURE) -> list[Record]:
    return list(read(text.encode(), "x.csv", options=options))


def in_portions(text: str, cells: int, options: Options = SURE) -> list[Record]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grid, "MAX_CELLS", cells)
        return records(text, options)


def plays(found: list[Record]) -> list[ImportedPlay]:
    return [record for record in found if isinstance(record, ImportedPlay)]


@pytest.mark.parametrize("text", [TALL, WIDE], ids=["a row per player", "a column per player"])
@pytest.mark.parametrize("cells", [40, 41, 57, 100, 333])
def test_a_large_table_is_read_as_if_it_were_small(text: str, cells: int):
    found = in_portions(text, cells)
    assert plays(found) == plays(records(text))
    assert not [record for record in found if isinstance(record, Refusal)]


def test_what_holds_for_the_whole_table_is_said_once():
    text = TALL.replace("game,", "game,place,").replace("Catan,", "Catan,Club,")
    remarks = [r for r in in_portions(text, 60) if isinstance(r, Remark)]
    assert sum("'place'" in str(r.text) for r in remarks) == 1


def test_what_one_portion_settles_holds_for_the_next():
    rows = [f"{day}/03/2026,Catan,{who},7\n" for day in range(28, 0, -1) for who in ("Ana", "Bo")]
    text = "date,game,player,score\n" + "".join(rows)
    assert plays(in_portions(text, 100)) == plays(records(text))
    assert len(plays(records(text))) == 28


def test_a_play_whose_rows_are_far_apart_is_refused():
    text = TALL + "2026-03-01,Catan,Di,9\n"
    assert len(plays(records(text))[0].played.standings) == 4
    with pytest.raises(Malformed) as e:
        in_portions(text, 100)
    assert e.value.line == 86


def test_a_play_that_may_be_one_far_above_is_refused():
    text = WIDE + "2026-03-01,Catan,1,7\n"
    found = in_portions(text, 40)
    assert plays(found) == plays(records(WIDE))
    assert [r.where.line for r in found if isinstance(r, Refusal)] == [30]


def test_columns_mean_the_same_all_the_way():
    late = "".join(f"2026-04-{day:02},Catan,{day},7,5\n" for day in range(1, 29))
    text = WIDE.replace("Ana,Bo", "Ana,Bo,Cy") + late
    with pytest.raises(Malformed) as e:
        in_portions(text, 60)
    assert e.value.line == 30
    named = Options(sure=True, players=("Ana", "Bo", "Cy"))
    assert plays(in_portions(text, 60, named)) == plays(records(text, named))


def test_one_play_that_never_ends_is_refused():
    rows = "".join(f"2026-03-01,Catan,Player {n},7\n" for n in range(50))
    with pytest.raises(Malformed) as e:
        in_portions("date,game,player,score\n" + rows, 40)
    assert e.value.line is not None


def test_moves_are_read_whole_or_not_at_all():
    rows = "".join(f"osaka-1,{seq},Ana,pass,\n" for seq in range(1, 50))
    with pytest.raises(Malformed):
        in_portions("game_id,seq,player,action,args\n" + rows, 40)


@pytest.mark.parametrize("where", sorted(TABLES))
def test_no_table_is_read_differently_in_silence(where: str):
    text = TABLES[where]
    try:
        whole = plays(records(text))
    except (LedgerError, UnclearSheet):
        return
    for cells in (15, 40):
        try:
            found = in_portions(text, cells)
        except LedgerError:
            continue
        refused = any(isinstance(record, Refusal) for record in found)
        assert refused or plays(found) == whole
