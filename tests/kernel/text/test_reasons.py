"""Why something failed: no word of another library or of the system's."""

from __future__ import annotations

import json
import os
import tomllib
from typing import Annotated, Literal

import msgspec
import pytest

from ledger.kernel.errors import Illegal
from ledger.kernel.text.reasons import why


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    kind: Literal["a", "b"] = "a"
    few: Annotated[int, msgspec.Meta(le=5)] = 0
    name: Annotated[str, msgspec.Meta(max_length=3)] = ""
    pair: tuple[int, int] | None = None


class Outer(msgspec.Struct):
    data: list[Inner]
    by: dict[int, str] = {}


@pytest.mark.parametrize(
    ("json", "place", "told"),
    [
        ('{"data": [{"seat": "x"}]}', "data[0].seat", ("a whole number", "text")),
        ('{"data": [{}]}', "data[0]", ("missing", "seat")),
        ('{"data": [{"seat": 1, "who": 2}]}', "data[0]", ("who",)),
        ('{"data": [{"seat": 1, "kind": "z"}]}', "data[0].kind", ("'z'",)),
        ('{"data": [{"seat": 1, "few": 9}]}', "data[0].few", ("at most 5",)),
        ('{"data": [{"seat": 1, "name": "long"}]}', "data[0].name", ("at most 3 characters",)),
        ('{"data": [{"seat": 1, "pair": [1]}]}', "data[0].pair", ("2",)),
        ('{"data": [], "by": {"x": ""}}', "by", ("a whole number",)),
        ("[]", "", ("an object", "a list")),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(json, place, told):
    with pytest.raises(msgspec.ValidationError) as e:
        msgspec.json.decode(json, type=Outer)
    said = str(why(e.value))
    assert place in said
    for part in told:
        assert part in said
    for foreign in ("Expected", "Object", "$", "Invalid", "array", "`int`", "`str`"):
        assert foreign not in said


@pytest.mark.parametrize("data", [b"{", b'{"a" 1}', b"nonsense", b"\xff\xfe", b"[" * 100_000])
def test_what_is_not_json_is_told_as_such(data):
    with pytest.raises((msgspec.DecodeError, RecursionError, UnicodeDecodeError)) as e:
        msgspec.json.decode(data)
    assert "malformed" not in str(why(e.value))
    assert "truncated" not in str(why(e.value))


def test_toml_with_its_place():
    with pytest.raises(tomllib.TOMLDecodeError) as e:
        tomllib.loads("a = 1\nb 2\n")
    assert "line 2" in str(why(e.value))


@pytest.mark.parametrize("path", ["/nowhere/at/all", "/"])
def test_the_system_is_told_in_our_words(path):
    with pytest.raises(OSError) as e:
        os.open(path, os.O_WRONLY)
    assert str(why(e.value)) not in ("", os.strerror(e.value.errno or 0).lower())


def test_an_error_that_nobody_foresaw():
    assert "secret" not in str(why(ValueError("secret")))
    assert "4242" in str(why(OSError(4242, "strange")))


class Careful(msgspec.Struct):
    many: int

    def __post_init__(self) -> None:
        if self.many < 0:
            raise ValueError("nobody has less than none")


def test_a_reason_of_our_own_is_passed_on_with_its_place():
    with pytest.raises(msgspec.ValidationError) as e:
        msgspec.json.decode(b'[{"many": -1}]', type=list[Careful])
    assert str(why(e.value)) == "`[0]`: nobody has less than none"
    assert str(why(Illegal("not now", rule="OSA-1", line=3))) == "not now"


def test_json_of_the_standard_library_and_missing_things_have_reasons():
    with pytest.raises(ValueError) as e:
        json.loads('{"a": 1,\n oops}')
    assert "line 2, column 2" in str(why(e.value))
    assert "Expecting" not in str(why(e.value))
    assert "secret" not in str(why(KeyError("secret")))
