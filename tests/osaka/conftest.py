"""Fixtures of the Osaka tests."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from .golden import PrettyJSON


@pytest.fixture
def golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare with a JSON file in `__snapshots__`."""
    return snapshot.use_extension(PrettyJSON)
