"""Refusals: what the server answers is what the client raises."""

from __future__ import annotations

import json

import msgspec
import pytest

from ledger.client.errors import error_from_problem, error_of
from ledger.kernel import errors as kernel
from ledger.kernel.errors import (
    Conflict,
    GameFault,
    Illegal,
    LedgerError,
    Locked,
    Malformed,
    NeedsOutcome,
    Stale,
    TookTooLong,
)
from ledger.kernel.message import Message
from ledger.protocol import errors as protocol
from ledger.protocol.errors import (
    PROBLEM_JSON,
    PROBLEMS,
    error_of_kind,
    kind_of_status,
    problem_details,
    status_of_kind,
)
from ledger.service.http.asgi import RequestRefused
from ledger.service.http.errors import STATUS_MEANING, on_error

ERRORS = sorted(
    (
        found
        for module in (kernel, protocol)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, LedgerError) and found.kind in PROBLEMS
        if found is not Stale
    ),
    key=lambda found: found.__name__,
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_an_error_arrives_as_what_it_stands_for(error):
    answer = on_error(None, error("a sentence", hint="a hint"))
    assert answer.status_code == status_of_kind(error.kind)
    found = error_of("http://here", answer.status_code, answer.content)
    assert type(found) is PROBLEMS[error.kind].raised
    # what a game raised may name what is hidden; that it took too long names nothing
    raised = error.kind == "game-fault" and error is not TookTooLong
    assert found.hint == (None if raised else "a hint")
    # nor does the server say who holds a lock
    told = error.kind != "locked" and not raised
    assert (found.message == "a sentence") == told
    assert (b"a sentence" in answer.content) == told


def test_a_stale_command_learns_the_version():
    answer = on_error(None, Stale("gone on", seq=7))
    found = error_of("http://here", answer.status_code, answer.content)
    assert isinstance(found, Stale)
    assert (answer.status_code, found.seq) == (412, 7)


@pytest.mark.parametrize("kind", PROBLEMS)
def test_what_stands_before_the_routes_refuses_alike(kind):
    refused = RequestRefused(kind, "a sentence")
    assert refused.status == PROBLEMS[kind].status
    found = error_of("http://here", refused.status, refused.body)
    assert type(found) is (Conflict if kind == "stale" else PROBLEMS[kind].raised)


def test_kinds_and_statuses_that_are_unknown():
    assert status_of_kind(NeedsOutcome.kind) == 422
    assert kind_of_status(405) == "method"
    assert kind_of_status(418) == kind_of_status(500) == "error"
    assert error_of_kind("brand-new", 503) is protocol.Busy
    assert error_of_kind("brand-new", 404) is kernel.Missing
    assert error_of_kind("brand-new", 418) is protocol.Unreachable


def test_every_status_is_documented():
    assert {problem.status for problem in PROBLEMS.values()} == set(STATUS_MEANING)
    for kind, problem in PROBLEMS.items():
        assert problem.title in STATUS_MEANING[problem.status]
        assert f"`{kind}`" in STATUS_MEANING[problem.status]


def test_a_problem_is_as_the_standard_has_it():
    error = Malformed("no such column", line=2, column=5, source="select a", hint="b")
    answer = on_error(None, error)
    assert answer.media_type == PROBLEM_JSON
    assert json.loads(answer.content) == {
        "type": "/problems/malformed",
        "title": PROBLEMS["malformed"].title,
        "status": 400,
        "detail": "no such column",
        "kind": "malformed",
        "line": 2,
        "column": 5,
        "source": "select a",
        "hint": "b",
    }
    unknown = json.loads(on_error(None, NeedsOutcome("card", 1, {})).content)
    assert (unknown["type"], unknown["status"]) == ("about:blank", 422)


def test_a_refusal_can_be_translated_by_whoever_gets_it():
    error = Illegal("you paid {paid}", hint="did you mean {near}?", paid=5, near="x", rule="OSA-14")
    again = error_from_problem(problem_details(error), 422)
    assert (again.text, again.advice) == (
        Message("you paid {paid}", paid=5),
        Message("did you mean {near}?", near="x"),
    )
    assert (again.message, again.hint, again.rule) == (error.message, error.hint, "OSA-14")


@pytest.mark.parametrize(
    "data",
    [
        {"template": "something else", "values": {}},
        {"template": "you paid {x}", "values": {"x": [5]}},
        {"template": "you paid {x:,}", "values": {"x": None}},
        {"template": "{x:999999999d}", "values": {"x": 5}},
    ],
)
def test_data_that_does_not_say_what_the_text_says_is_left_alone(data):
    problem = problem_details(Illegal("you paid {paid}", paid=5))
    again = error_from_problem(msgspec.structs.replace(problem, detail_data=data), 422)
    assert again.text == Message("you paid 5")


@pytest.mark.parametrize(
    "error", [GameFault("{secret} failed", secret="S3"), Locked("by {pid}", pid=4242)]
)
def test_what_must_not_be_said_is_not_in_the_data_either(error):
    sent = msgspec.json.encode(problem_details(error))
    assert b"S3" not in sent
    assert b"4242" not in sent
