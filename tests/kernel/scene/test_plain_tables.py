"""The scene of any view shows its tables: cards below their keys, rows, and counts."""

from __future__ import annotations

from ledger.kernel.scene.builder import SceneBuilder
from ledger.kernel.scene.plain_scene import plain_scene
from ledger.web.layout import lay_out, spots

PHONE = 360


def scene_of(**view: object):
    return plain_scene({"turn": 3, **view}, SceneBuilder(["Ana"]))


def pieces(scene, region: str) -> list[tuple[str, str]]:
    found = [x for x in scene.pieces.values() if x.region == region]
    return [(x.text, x.say) for x in sorted(found, key=lambda x: x.i)]


def test_a_table_of_cards_names_the_key_of_each() -> None:
    scene = scene_of(played={1: "R9", 2: None})
    assert pieces(scene, "played") == [("R9", "1: R9"), ("", "2: ?")]
    shown = [
        [part.text for part in scene.faces[x.face].parts if part.text]
        for x in scene.pieces.values()
    ]
    assert shown == [["1"], ["2"]]
    (region,) = (x for x in scene.regions if x.id == "played")
    assert (region.title, region.kind) == ("Played", "row")


def test_a_table_of_numbers_is_counted_however_many_it_has() -> None:
    scene = scene_of(goods={f"g{n}": n for n in range(30)})
    assert pieces(scene, "goods")[7] == ("g7 7", "Goods g7 7")
    assert len(scene.pieces) == 30
    layout = lay_out(scene.regions, PHONE)
    places = {(spot.x, spot.y) for spot in spots(scene, layout).values()}
    assert len(places) == 30


def test_a_table_of_several_things_has_a_row_for_each_key() -> None:
    scene = scene_of(columns={2: ("red", "blue"), 3: ()})
    titles = {region.id: region.title for region in scene.regions}
    assert (titles["columns-2"], titles["columns-3"]) == ("Columns 2", "Columns 3")
    assert [text for text, _ in pieces(scene, "columns-2")] == ["red", "blue"]


def test_a_table_of_tables_is_told_in_words() -> None:
    scene = scene_of(spent={"ana": {"x": 1, "y": 2}})
    ((text, say),) = pieces(scene, "spent")
    assert say == "Spent ana 1 2"
    assert text == "ana 1 2"


def test_cards_of_one_key_keep_their_identity_when_others_come() -> None:
    before, after = scene_of(played={2: "R9"}), scene_of(played={1: "B1", 2: "R9"})
    assert set(before.pieces) < set(after.pieces)
    (id,) = before.pieces
    assert before.pieces[id].text == after.pieces[id].text == "R9"
