"""Metrics as Prometheus reads them."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from ledger.service.http.metrics import Metrics


def types(text: str) -> dict[str, str]:
    """Return the kind of every metric."""
    return {family.name: family.type for family in text_string_to_metric_families(text)}


def samples(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Return every number, by its name and labels; none may stand there twice."""
    out = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            key = sample.name, tuple(sorted(sample.labels.items()))
            assert key not in out
            out[key] = sample.value
    return out


def counted(metrics: Metrics, name: str, *labels: str) -> dict[tuple[str, ...], float]:
    """Return the numbers of one metric by the values of its labels."""
    return {
        tuple(dict(found)[label] for label in labels): value
        for (sample, found), value in samples(metrics.text()).items()
        if sample == name
    }
