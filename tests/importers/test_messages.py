"""What an import says is data: templates that the catalogues have, and what the file says."""

import re

import pytest

from importers.reading import records
from ledger.importers.pipeline import run_import
from ledger.importers.records import ImportedPlay, Refusal, Remark, SheetSession
from ledger.kernel.message import Message, values_of
from ledger.kernel.narration.messages import in_language
from ledger.kernel.text.translations import PSEUDO
from ledger.library.library import Library

TABLES = (
    "date;game;player;score\n2026-03-01;Istanbul;Ana;5+\n2026-03-01;Istanbul;Bo;x\nsoon;Osaka;Ana;1\n",
    "date,game,Ana,Bo,Total,weather\n2026-03-01,osaka,5,4,9,rain\n03/04/2026,osaka,5,,5,\n",
    "date,game,players,score,winner\n2026-03-01,osaka,Ana; Bo,5;4;3,Dan\n",
    "game_id,seq,player,action,mood\nosaka-1,1,Ana,take,x\nosaka-1,one,Ana,take,x\n",
)


def said(source: str) -> list[object]:
    out: list[object] = []
    for r in records(source):
        if isinstance(r, Refusal):
            out.append(r.why)
        elif isinstance(r, Remark):
            out.append(r.text)
        elif isinstance(r, ImportedPlay | SheetSession):
            out += r.problems
    return out


def untranslated(message: Message) -> list[str]:
    """Return the plain words of a message in circled letters, apart from its values."""
    told = in_language(message, PSEUDO)
    for value in sorted(map(str, values_of(message)), key=len, reverse=True):
        told = told.replace(value, "")
    return re.findall(r"[A-Za-z]{2,}", re.sub(r"`[^`]*`|--\S+( \S+ or \S+)?|\d{4}-\S+", "", told))


@pytest.mark.parametrize("source", TABLES)
def test_what_a_table_is_told_is_data_and_translated(source):
    found = said(source)
    assert found
    for message in found:
        assert isinstance(message, Message), message
        assert untranslated(message) == [], message


def test_what_is_new_in_a_play_is_told_in_every_language(tmp_path):
    first = tmp_path / "a.csv"
    first.write_text(
        "id,date,game,player,score\n1,2026-03-01,osaka,Ana,5\n1,2026-03-01,osaka,Bo,4\n"
    )
    second = tmp_path / "b.csv"
    second.write_text(
        "id,date,game,player,score\n1,2026-03-01,osaka,Ana,6\n1,2026-03-01,osaka,Cy,4\n"
    )
    library = Library(tmp_path / "library")
    run_import(library, [first])
    (item,) = run_import(library, [second]).items
    assert isinstance(item.message, Message)
    assert untranslated(item.message) == []
    polish = in_language(item.message, "pl")
    assert polish != str(item.message) and "5" in polish and "6" in polish and "Cy" in polish


def test_lines_are_counted_in_the_form_that_goes_with_them():
    forms = {
        n: in_language(Message("only the {count} good lines before it were kept", count=n), "pl")
        for n in (1, 2, 5)
    }
    assert [text.split("tylko ")[1].split(" przed")[0] for text in forms.values()] == [
        "1 dobry wiersz",
        "2 dobre wiersze",
        "5 dobrych wierszy",
    ]
