"""What the operator sees: counts and times of this process, in Prometheus's terms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)
SLOW = (0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60)
"""Bounds of the histograms, seconds."""


LookUp: TypeAlias = Callable[[], "float | Mapping[str, float]"]
"""A number, or one for each of some kinds."""


class Gauges(Collector):
    """Numbers that are looked up when they are asked for."""

    def __init__(self, gauges: Mapping[str, tuple[str, LookUp]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, (text, look_up) in self._gauges.items():
            value = look_up()
            if not isinstance(value, Mapping):
                yield GaugeMetricFamily(f"flipfour_{name}", text, value=value)
                continue
            family = GaugeMetricFamily(f"flipfour_{name}", text, labels=["kind"])
            for kind, number in value.items():
                family.add_metric([kind], number)
            yield family


class Metrics:
    """Counts of one application. Thread-safe, as the library's are."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._actions = Histogram(
            "flipfour_action_seconds",
            "From an action's arrival to its last broadcast",
            registry=registry,
            buckets=FAST,
        )
        self._waits = Histogram(
            "flipfour_search_wait_seconds",
            "How long a move waited for its search",
            ["lane"],
            registry=registry,
            buckets=SLOW,
        )
        self._searches = Histogram(
            "flipfour_search_seconds",
            "How long a search for a move took",
            ["lane"],
            registry=registry,
            buckets=SLOW,
        )
        self._refusals = Counter(
            "flipfour_refusals", "What was refused, by code", ["code"], registry=registry
        )

    def watch(self, gauges: Mapping[str, tuple[str, LookUp]]) -> None:
        """Show these numbers too: name -> (what it is, how to look it up)."""
        self._registry.register(Gauges(gauges))

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def searched(self, lane: str, waited: float, seconds: float) -> None:
        self._waits.labels(lane).observe(waited)
        self._searches.labels(lane).observe(seconds)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Time an action; one that is refused does not count."""
        began = time.perf_counter()
        yield
        self._actions.observe(time.perf_counter() - began)

    def text(self) -> bytes:
        """Everything in Prometheus's text format."""
        return generate_latest(self._registry)

    def rows(self) -> list[tuple[str, str, float]]:
        """(name with labels, what it is, value) of everything but the histograms' buckets."""
        return [
            (_named(sample.name, sample.labels), family.documentation, sample.value)
            for family in self._registry.collect()
            for sample in family.samples
            if not sample.name.endswith(("_bucket", "_created"))
        ]


def _named(name: str, labels: dict[str, str]) -> str:
    inside = ", ".join(f"{key} {value}" for key, value in labels.items())
    return f"{name} ({inside})" if inside else name
