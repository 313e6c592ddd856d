"""What strangers see of a result still says how it ended."""

from __future__ import annotations

from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.records.outcomes import expansions, ignored, outcome
from ledger.service.sql.public_results import public_result

SEATS = tuple(
    Standing(person=Person(name=n, ids={"bgg": n}), total="7", won=n < "C", extra={"userid": "3"})
    for n in "ABCD"
)


def shown(**extra: object) -> tuple[PlayRecord, PlayRecord]:
    played = PlayRecord(
        source="bgstats", key="secret", title="Azul", comment="ours", standings=SEATS, extra=extra
    )
    return played, public_result("g1", played, {})


def test_whether_it_counts_and_with_what() -> None:
    for extra in ({"ignored": True}, {"nowinstats": "1"}, {"usesTeams": True}, {"ignored": False}):
        played, public = shown(**extra, modificationDate="2026-03-01", zone="CET")
        assert outcome(public) == outcome(played)
        assert ignored(public) is ignored(played)
        assert public.extra.keys() <= {"ignored", "usesTeams"}
        assert "secret" not in str(public)


def test_expansions_without_what_else_their_source_said() -> None:
    played, public = shown(expansions=[{"title": "Seafarers", "bggPlayId": 77}])
    assert expansions(public) == expansions(played) == ["Seafarers"]
    assert "77" not in str(public)
