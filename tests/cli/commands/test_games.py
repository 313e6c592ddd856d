"""games, rules, schema."""

import json

import pytest

from ledger.games.osaka import GAME
from ledger.kernel.log.events import GENERIC, fields, tag


def test_games(run):
    result = run("games")
    assert result.code == 0
    assert "Traders of Osaka" in result.out


def test_games_as_json(run):
    facts = next(g for g in run("games", "--json").jsons if g["game"] == "osaka")
    assert list(facts) == [
        "game", "title", "titles", "designer", "year", "bgg", "edition", "players", "options",
        "bots", "box", "boxes",
    ]  # fmt: skip
    assert facts["players"] == [2, 3, 4]
    assert facts["options"]["refill_timing"]["default"] == "after_sale"
    assert facts["box"] == GAME.boxes.standard_digest


def test_one_game_with_its_options(run):
    result = run("games", "osaka")
    assert result.code == 0
    assert "refill_timing=after_sale (or after_purchase)" in result.out.replace("\n", " ")
    assert GAME.boxes.standard_digest in result.out
    (facts,) = run("games", "osaka", "--json").jsons
    assert facts["game"] == "osaka"


def test_how_many_tables_of_each_box_are_defaults(run):
    table = {
        "century": "26 of 110",
        "istanbul": "57 of 74",
        "klongs": "4 of 11",
        "osaka": "1 of 12",
    }
    for line in run("games").out.splitlines():
        name = line.split()[0]
        assert table.get(name, "") in line
    (facts,) = run("games", "century", "--json").jsons
    assert [(x["id"], x["tables"]["default"]) for x in facts["boxes"]] == [
        ("century-standard-2", 26),
        ("century-standard", 50),
    ]
    assert facts["boxes"][0]["box"] == facts["box"]
    assert "century-standard (50 of 110 " in run("games", "century").out


def test_a_box_is_checked_and_a_game_may_have_no_map(run, tmp_path):
    box = tmp_path / "box.toml"
    box.write_text('[notation]\nletters = { red = "X", blue = "B", yellow = "Y", green = "G" }\n')
    (facts,) = run("games", "osaka", "--map", box, "--json").jsons
    assert facts["box"] != GAME.boxes.standard_digest
    box.write_text("[notation]\nletters = 3\n")
    result = run("games", "osaka", "--map", box)
    assert result.code == 2
    assert f"{box}:2: box: " in result.err
    assert "good" not in result.err
    assert run("games", "--map", box).code == 2


def test_all_rules_by_section(run):
    result = run("rules", "osaka")
    assert result.code == 0
    for rule in GAME.rulebook.data["rule"]:
        assert f"{rule['id']}  {rule['title']}" in result.out
    assert "Kupcy z Osaki" in result.out


def test_one_rule_with_sources_and_tests(run):
    result = run("rules", "osaka", "osa-14")
    assert result.code == 0
    assert "OSA-14  Paying" in result.out
    assert "Kupcy z Osaki" in result.out
    assert "OSA-13 Buy the whole Market" in result.out
    assert "4 tests" in result.out
    assert "OSA-15" not in result.out


def test_rules_in_another_language(run):
    result = run("rules", "osaka", "osa-14", "--lang", "pl")
    assert "OSA-14  Zapłata" in result.out
    assert "OSA-13 Kupno całego rynku" in result.out
    assert "tylko po angielsku" not in result.out
    result = run("rules", "splash", "PLG-02", "--lang", "pl")
    assert "PLG-02  Dealing  (tylko po angielsku)" in result.out
    assert "only" not in run("rules", "splash", "PLG-02").out


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_rules_as_json(run, lang):
    (rule,) = run("rules", "osaka", "OSA-14", "--json", "--lang", lang).jsons
    assert rule["title"] == "Paying"
    assert list(rule) == ["id", "kind", "section", "title", "text", "sources", "see", "tests"]
    assert rule["sources"] == ["PL", "IT"]
    assert rule["tests"] == 4
    assert len(run("rules", "osaka", "--json").jsons) == len(GAME.rulebook.data["rule"])


def test_an_unknown_rule_or_game(run):
    result = run("rules", "osaka", "OSA-144")
    assert result.code == 2
    assert "OSA-14" in result.err
    result = run("rules", "osaca")
    assert result.code == 2


def test_the_schema_describes_every_event(run):
    schema = json.loads(run("schema", "osaka").out)
    types = {pair["properties"]["type"]["const"]: pair for pair in schema["oneOf"]}
    assert set(types) == {tag(e) for e in (*GAME.rules.events, *GENERIC)}
    for event in GAME.rules.events:
        name = types[tag(event)]["properties"]["data"]["$ref"].removeprefix("#/$defs/")
        facts = schema["$defs"][name]
        assert list(facts["properties"]) == [f.name for f in fields(event)]
        assert facts["additionalProperties"] is False
        for field in fields(event):
            assert facts["properties"][field.name].get("x-rule") == field.rule
    assert set(schema["required"]) <= set(schema["properties"])


def test_a_line_has_the_keys_of_the_schema(run, game):
    schema = json.loads(run("schema", "osaka").out)
    for line in map(json.loads, game.read_text().splitlines()):
        assert set(schema["required"]) <= set(line) <= set(schema["properties"])


def test_the_generic_schema(run):
    schema = json.loads(run("schema").out)
    assert "Bought" not in schema["$defs"]
    assert schema["oneOf"][-1]["properties"]["type"]["not"]["enum"] == sorted(map(tag, GENERIC))


def test_schema_into_a_folder(run, tmp_path):
    out = tmp_path / "new" / "schemas"
    assert run("schema", "osaka", "--out", out).code == 0
    assert (out / "osaka.schema.json").read_text() == run("schema", "osaka").out
    assert run("schema", "osaka", "--out", out).code == 1
    assert run("schema", "osaka", "--out", out, "--force").code == 0
    assert run("schema", "--out", out).code == 0
    assert (out / "log.schema.json").exists()


def test_the_notation_of_a_game(run):
    result = run("notation", "osaka")
    assert result.code == 0
    assert result.out.startswith("# Traders of Osaka\n")
    assert "| `insure B5 B3 with B2` |" in result.out
    assert run("notation", "chess").code == 2
