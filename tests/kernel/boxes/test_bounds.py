"""How much a box for a new game may have of anything, and that a log may have more."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from common.hostile import SAYS, hostile_table
from common.refusals import refuses
from ledger.kernel.boxes.bounds import BYTES, check_bounds, extents
from ledger.kernel.boxes.box import WrongBox
from ledger.kernel.errors import TooMuch
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Opened, Patch
from ledger.kernel.play.opening import open_game
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import fold
from ledger.kernel.verify.verify import verify_bytes
from ledger.sdk import Above0, NotEmpty, NotNegative, Sourced, Titled, at_most, longest
from ledger.sdk.kit import amounts_of, for_each_count


class Part(msgspec.Struct):
    gain: Annotated[dict[str, int], amounts_of("tea", "silk"), at_most(9)] = {}


class Card(Sourced):
    id: str
    worth: int = 0
    part: Part | None = None
    ways: tuple[Part, ...] = ()


class Track(Sourced):
    KEY: ClassVar = ("area", "players")
    area: str
    players: int
    prices: Annotated[NotEmpty[tuple[NotNegative, ...]], at_most(50), longest(4)]


class Limits(Sourced):
    hand: Annotated[Above0, at_most(40)] = 5
    coins: Above0 = 7
    dues: int = 0
    money: int = 0
    each: Annotated[dict[str, int], for_each_count(), at_most(20)] = {}  # noqa: RUF012 # copied
    name: Annotated[str, longest(8)] = "Ana"
    motto: str = ""
    either: int | str | None = None
    free: Any = None


class Box(Titled):
    limits: Limits = Limits()
    card: Annotated[tuple[Card, ...], longest(3)] = ()
    track: tuple[Track, ...] = ()


OWN = extents(Box, [{"id": "own", "limits": {"money": 500, "dues": -3}}])


def check(**tables: Any) -> None:
    check_bounds(Box, {"id": "mine", "title": "Mine", **tables}, OWN)


def card(**fields: Any) -> dict[str, Any]:
    return {"card": [{"id": "Fan"}, {"id": "Vase", **fields}]}


GOOD: list[dict[str, Any]] = [
    {"limits": {"hand": 40, "coins": 1000, "money": 5000, "dues": -1000}},
    {"limits": {"each": {"2": 20, "3": 1}, "name": "Agnieszk", "motto": "x" * 1000}},
    {"limits": {"either": 1000}},
    {"limits": {"either": "x" * 1000, "free": [{"a": [1000, "b", None, True, 0.5]}]}},
    {"card": [{"id": "x", "worth": -1000}] * 3},
    card(part={"gain": {"tea": 9}}, ways=[{"gain": {"silk": 1}}] * 1000),
    {"track": [{"area": "left", "players": 2, "prices": [0, 1, 50, 50]}]},
]
TOO_MUCH: list[tuple[dict[str, Any], str]] = [
    ({"limits": {"hand": 41}}, "limits.hand must be between 1 and 40, not 41"),
    ({"limits": {"hand": 0}}, "limits.hand must be between 1 and 40, not 0"),
    ({"limits": {"coins": 2**31 - 1}}, "limits.coins must be between 1 and 1000, not 2147483647"),
    ({"limits": {"coins": 10**30}}, "limits.coins must be between 1 and 1000, not a number of 31"),
    ({"limits": {"coins": 1 << 99999}}, "limits.coins must be between 1 and 1000, not a number of"),
    ({"limits": {"coins": float("nan")}}, "limits.coins must be between 1 and 1000, not nan"),
    ({"limits": {"coins": 1e300}}, "limits.coins must be between 1 and 1000, not 1e+300"),
    ({"limits": {"dues": -1001}}, "limits.dues must be between -1000 and 1000, not -1001"),
    ({"limits": {"money": 5001}}, "limits.money must be between -5000 and 5000, not 5001"),
    ({"limits": {"each": {"2": 21}}}, "limits.each.2 must be between 1 and 20, not 21"),
    ({"limits": {"each": {"x" * 1001: 1}}}, "a key of limits.each must have at most 1000"),
    ({"limits": {"name": "x" * 9}}, "limits.name must have at most 8 characters, not 9"),
    ({"limits": {"motto": "x" * 1001}}, "limits.motto must have at most 1000 characters"),
    ({"limits": {"either": 1001}}, "limits.either must be between -1000 and 1000, not 1001"),
    ({"limits": {"either": [1001]}}, "limits.either[0] must be between -1000 and 1000, not 1001"),
    ({"limits": {"free": {"a": [5, {"b": 1001}]}}}, "limits.free.a[1].b must be between"),
    ({"limits": {"free": {str(i): i for i in range(1001)}}}, "limits.free must have at most 1000"),
    ({"card": [{"id": "x"}] * 4}, "card must have at most 3 entries, not 4"),
    (card(worth=1001), "card Vase: worth must be between -1000 and 1000, not 1001"),
    (card(part={"gain": {"tea": 10}}), "card Vase: part.gain.tea must be between 1 and 9, not 10"),
    (card(part={"gain": {"tea": 0}}), "card Vase: part.gain.tea must be between 1 and 9, not 0"),
    (card(ways=[{}, {"gain": {"tea": 10}}]), "card Vase: ways[1].gain.tea must be between 1 and 9"),
    (
        {"track": [{"area": "left", "players": 2, "prices": [0, 51]}]},
        "track left 2: prices[1] must be between 0 and 50, not 51",
    ),
    (
        {"track": [{"area": "left", "players": 2, "prices": [0] * 5}]},
        "track left 2: prices must have at most 4 entries, not 5",
    ),
    ({"limits": {"free": [["x" * 999] * 999, ["x" * 999] * 9]}}, f"at most {BYTES} bytes"),
]


@pytest.mark.parametrize("tables", GOOD)
def test_as_much_as_is_allowed(tables: dict[str, Any]) -> None:
    check(**tables)


@pytest.mark.parametrize(("tables", "said"), TOO_MUCH)
def test_more_is_refused_with_its_place_and_what_would_be_right(
    tables: dict[str, Any], said: str
) -> None:
    with pytest.raises(WrongBox) as e:
        check(**tables)
    assert said in e.value.message


def test_nothing_nests_without_end() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    with refuses(WrongBox, "limits.free"):
        check(limits={"free": nested})


def test_what_people_wrote_into_a_box_is_not_repeated_at_length() -> None:
    long = "x" * 10**6
    wrong: list[dict[str, Any]] = [
        {long: {}},
        {"limits": {long: 1}},
        {"colours": {"names": [long]}},
        {"route": [{"index": 0, "name": "Osaka", "kind": long}]},
    ]
    for box in wrong:
        with pytest.raises(WrongBox) as e:
            open_game(find_game("osaka"), NAMES, box=box)
        assert len(str(e.value)) < 500


# --- games ------------------------------------------------------------------------------------

NAMES = ["Ana", "Bartek"]


def test_boxes_that_people_make_are_good() -> None:
    """Everything three times over: more of all pieces, longer tracks, higher prices."""
    osaka = find_game("osaka")
    copies = {"1": 33, "2": 33, "3": 27, "4": 20, "5": 21}
    open_game(
        osaka,
        NAMES,
        box={
            "cards": {"copies": copies},
            "insurance": {"icons": {"1": 3, "2": 2, "3": 1, "4": 1, "5": 0}},
            "limits": {"end_tokens": 24, "hand_sum": 24, "market": 15, "farm": 9},
        },
    )
    open_game(
        find_game("istanbul"),
        NAMES,
        box={"supply": {"lira": 261, "dice": 27, "ruby": 93}, "limits": {"lira_per_die": 6}},
    )
    open_game(find_game("century"), NAMES, box={"limits": {"hold": 30, "end_tiles": 6}})
    open_game(
        find_game("klongs"),
        NAMES,
        box={"traders": {"each": {"2": 51, "3": 36, "4": 27}}, "limits": {"day_rounds": 6}},
    )


@pytest.mark.parametrize("value", ["10000", "9" * 5000, "0", "-2", "2.5"])
def test_a_card_is_not_worth_more_than_a_game_can_count(value: str) -> None:
    box = {"cards": {"copies": {"2": 50, value: 9}}, "insurance": {"icons": {"2": 1, value: 0}}}
    with refuses(WrongBox, "cards.copies"):
        open_game(find_game("osaka"), NAMES, box=box)


@pytest.mark.parametrize(("kind", "most"), [("any", 20), ("ruby", 6), ("tile", 10)])
def test_what_is_chosen_can_be_listed(kind: str, most: int) -> None:
    def box(n: int) -> dict[str, Any]:
        return {"card": [{"id": "a-red", "active": {"gain": {kind: n}}}]}

    game = find_game("istanbul")
    open_game(game, NAMES, box=box(most))
    with refuses(WrongBox, f"card a-red | active | {kind} | {most} | {most + 1}"):
        open_game(game, NAMES, box=box(most + 1))


def test_a_log_with_more_is_read_folded_and_verified_but_not_drawn() -> None:
    game = find_game("osaka")
    table = hostile_table()
    reading = read(table.bytes())
    assert fold(game, reading.lines) == table.state
    assert verify_bytes(table.bytes()).verdict == "legal"
    with refuses(TooMuch, SAYS):
        game.boxes.check_usable(reading.opened)
    with refuses(WrongBox, SAYS):
        open_game(game, NAMES, box=reading.opened.box_data)


def test_what_is_known_of_one_box_says_nothing_of_another() -> None:
    boxes = find_game("osaka").boxes
    for n in range(210):
        for tokens, fine in ((8 + n % 90, True), (1000 + n, False)):
            whole = boxes.whole({"limits": {"end_tokens": tokens}})
            opened: Opened = msgspec.structs.replace(
                open_game(find_game("osaka"), NAMES), box=str((n, fine)), box_data=whole
            )
            for _ in range(2):
                if fine:
                    boxes.check_usable(opened)
                else:
                    with pytest.raises(TooMuch):
                        boxes.check_usable(opened)


def test_a_correction_of_such_a_game_does_not_draw_it() -> None:
    table = hostile_table()
    tokens = table.state.players[0].tokens["red"]
    table.adjust([Patch(path="/players/0/tokens/red", value=tokens + 1)], "we forgot one")
    report = verify_bytes(table.bytes())
    assert (report.verdict, [p.kind for p in report.problems]) == ("legal", ["house-rule"])


@pytest.mark.parametrize("base", [["osaka-standard"], {}, 3, None, "chess"])
def test_a_base_that_is_no_name_is_refused(base: Any) -> None:
    box = {"base": base, "merge": {"route": "add"}, "route": [{}]}
    with pytest.raises(WrongBox, match="base"):
        open_game(find_game("osaka"), ["Ana", "Bo"], box=box)


def test_names_that_no_table_has_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was looked up in the declared types anew, which took four seconds for 60,000."""
    box = {f"x{n}": 1 for n in range(1000)}
    game, players = find_game("osaka"), ["Ana", "Bo"]
    with pytest.raises(WrongBox, match="x0"):
        open_game(game, players, box=box)
    calls: list[object] = []
    monkeypatch.setattr(
        "ledger.kernel.boxes.changes.get_type_hints", lambda *args, **named: calls.append(args)
    )
    with pytest.raises(WrongBox, match="x0"):
        open_game(game, players, box=box)
    assert not calls
