"""Stopping: by somebody, and by a deadline that ends with its search."""

from __future__ import annotations

import time

from engine.search.control import NODES, SearchControl, _time_left


def test_a_stop_stays():
    control = SearchControl()
    control.stop()
    control.stop()
    assert control.stopped


def test_an_expired_deadline_does_not_stop_the_next_search():
    control = SearchControl()
    with control.deadline(0.001):
        while not control.stopped:
            pass
    assert not control.stopped


def test_a_stop_within_a_deadline_outlives_it():
    control = SearchControl()
    with control.deadline(60):
        control.stop()
    assert control.stopped


def test_a_deadline_within_another_ends_alone():
    control = SearchControl()
    with control.deadline(60):
        with control.deadline(0.001):
            while not control.stopped:
                pass
        assert not control.stopped


def test_the_outer_deadline_outlives_one_within():
    control = SearchControl()
    with control.deadline(0.001):
        with control.deadline(60):
            while not control.stopped:
                pass
        assert control.stopped
    assert not control.stopped


def test_a_deadline_may_be_farther_than_any_clock_goes():
    control = SearchControl()
    with control.deadline(1e300):
        assert not control.stopped


def test_a_deadline_waits_for_the_least_number_of_nodes():
    control = SearchControl()
    control.words[NODES] = 500
    with control.deadline(1e-6, least=5_000):
        while not control.stopped:
            control.words[NODES] += 1
    assert control.nodes >= 5_500
    assert not control.stopped


def test_a_stop_need_not_wait_for_the_least_number_of_nodes():
    control = SearchControl()
    with control.deadline(1e-6, least=5_000):
        control.stop()
        assert control.stopped


def test_no_deadline_is_no_bound():
    control = SearchControl()
    with control.deadline(None):
        assert not control.stopped
    assert control.nodes == 0


def test_a_patient_deadline_counts_the_processor_s_time(monkeypatch):
    """Ten seconds by the clock of which this thread has had one, and so on."""
    now, had = 100.0, 7.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(time, "pthread_getcpuclockid", lambda _thread: 5)
    monkeypatch.setattr(time, "clock_gettime", lambda _clock: had)
    left, hasty = _time_left(4, patience=8), _time_left(4, patience=1)
    now, had = 110.0, 8.0
    assert (left(), hasty()) == (3.0, -6.0)
    now, had = 120.0, 11.0
    assert left() == 0.0
    now, had = 132.0, 8.0  # the machine has no time for it at all
    assert left() == 0.0


def test_a_patient_deadline_ends_a_search_that_works():
    control = SearchControl()
    with control.deadline(0.005, patience=100):
        while not control.stopped:
            pass
    assert not control.stopped
