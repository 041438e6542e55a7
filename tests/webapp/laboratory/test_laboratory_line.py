"""The laboratory's line: one person cannot fill it, short questions overtake, nothing for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

import pytest

from engine.laboratory.memory import MEMORY_VARIABLE, TOO_MUCH
from tests.webapp.laboratory.runners import ANSWER, Herald, Runner, Store
from webapp.domain.errors import Refusal
from webapp.service import laboratory as service
from webapp.service.guest_addresses import GuestAddresses
from webapp.service.laboratory import MAX_OWN, Laboratory
from webapp.service.laboratory_job import SLICE, STRETCH, Job
from webapp.service.laboratory_line import MAX_WAITING
from webapp.service.turns import Visitor


class House:
    """A laboratory in which the test says what time it is and who comes from where."""

    def __init__(self) -> None:
        self.runner, self.guest_addresses = Runner(), GuestAddresses()
        self.laboratory = Laboratory(self.runner, Herald(), Store(), 1, self.guest_addresses)
        self._asked = 0

    def ask(self, guest: str, address: str = "") -> Job:
        """A question nobody has asked before."""
        self.guest_addresses.saw(Visitor(address, guest))
        self._asked += 1
        text = {"game": "othello:4", "text": f"plies = {self._asked}", "distinct": False}
        return self.laboratory.ask(text, guest)

    def answer(self, job: Job) -> None:
        self.runner.tell[job.id](dict(ANSWER))

    def work(self, job: Job, seconds: float) -> None:
        """The process that answers has had the processor for so long altogether."""
        told = {"unit": "Ply", "done": 1, "of": 9, "note": "", "states": 1, "spent": seconds}
        self.runner.tell[job.id]({"t": "progress", **told})

    def later(self, seconds: float, share: float = 1.0) -> None:
        """Everything that runs or waits is so much older; of that time each process had the
        processor for its share."""
        for job in self.laboratory._jobs.values():
            job.started -= seconds
            job.heard -= seconds
            if job.status == "running":
                self.work(job, job.spent + share * seconds)
        self.laboratory.watch_over()


@pytest.fixture
def house() -> House:
    return House()


def statuses(*jobs: Job) -> list[str]:
    return [job.status for job in jobs]


def test_a_short_question_overtakes_long_ones(house: House) -> None:
    """On two cores: two proofs of minutes run, and somebody asks for a moment's worth."""
    long, other = house.ask("rude"), house.ask("rude")
    house.later(SLICE + 1)
    short = house.ask("ann")
    assert statuses(long, other, short) == ["running", "waiting", "running"]
    house.answer(short)
    assert statuses(long, other, short) == ["running", "waiting", "done"], "one slot stays free"
    house.answer(long)
    assert other.status == "running"


def test_who_gave_way_gets_twice_the_time(house: House) -> None:
    long, other = house.ask("rude"), house.ask("rude")
    house.later(SLICE + 1)
    house.answer(house.ask("ann"))
    house.answer(long)
    assert (other.status, other.slice) == ("running", 2 * SLICE)
    new = house.ask("rude")
    house.later(SLICE + 1)
    last = house.ask("ann")
    assert statuses(other, new, last) == ["running", "running", "waiting"], "not all had enough"
    house.later(SLICE)
    assert "running" in statuses(last)


def test_what_a_question_still_says_of_its_first_try_does_not_count(house: House) -> None:
    long, other = house.ask("rude"), house.ask("rude")
    old = house.runner.tell[other.id]
    house.later(SLICE + 1)
    house.answer(house.ask("ann"))
    house.answer(long)
    assert other.status == "running"
    old(dict(ANSWER))
    assert other.status == "running"
    house.answer(other)
    assert other.status == "done"


def test_a_question_is_given_the_processors_time_not_the_clocks(house: House) -> None:
    """On a machine so busy that a process has a fourth of a core, a slice lasts four times as
    long; where it has next to nothing, it is given up in the end."""
    long, other = house.ask("rude"), house.ask("rude")
    short = house.ask("ann")
    house.later(2 * SLICE, share=0.25)
    assert statuses(long, other, short) == ["running", "running", "waiting"]
    house.later(2 * SLICE + 1, share=0.25)
    assert "waiting" in statuses(long, other)
    assert short.status == "running"
    last = house.ask("ben")
    assert last.status == "waiting"
    house.later(STRETCH * SLICE + 1, share=0.001)
    assert last.status == "running"


def test_the_time_that_a_process_has_had_is_told_to_no_page(house: House) -> None:
    job = house.ask("ann")
    house.work(job, 1.5)
    assert job.spent == 1.5
    assert "spent" not in job.news()


def test_who_has_had_less_need_not_wait_for_all_first_tries_of_others(house: House) -> None:
    """A short question whose first try was not enough goes on beside twenty of one address."""
    other, short = house.ask("ben", "198.51.100.2"), house.ask("ann", "198.51.100.1")
    rude = [house.ask("cookie0", "203.0.113.6")]
    house.later(STRETCH * SLICE + 1, share=0.01)
    assert statuses(other, short, *rude) == ["running", "waiting", "running"]
    rude += [house.ask(f"cookie{number}", "203.0.113.6") for number in range(1, 15)]
    served = 0
    while short.status == "waiting":
        running = next(job for job in rude if job.status == "running")
        house.work(running, SLICE - 1)
        house.answer(running)
        served += 1
    assert served == 1


def test_of_those_who_had_enough_one_of_many_gives_way(house: House) -> None:
    rude = house.ask("cookie0", "203.0.113.6")
    alone = house.ask("ann", "198.51.100.1")
    more = house.ask("cookie1", "203.0.113.6")
    house.later(SLICE + 1)
    assert statuses(rude, alone, more) == ["waiting", "running", "running"]


def test_nobody_gives_way_while_nobody_waits(house: House) -> None:
    long, other = house.ask("rude"), house.ask("rude")
    house.later(10 * SLICE)
    assert statuses(long, other) == ["running", "running"]


def test_one_person_cannot_fill_the_line(house: House) -> None:
    """Eight cookies with all they may ask: the next person is served after one question each."""
    rude: list[Job] = []
    with suppress(Refusal):
        for number in range(MAX_WAITING):
            for _ in range(MAX_OWN):
                rude.append(house.ask(f"cookie{number}"))
    assert len(rude) >= MAX_WAITING
    honest = house.ask("ann")
    assert honest.open
    assert 1 <= [job.message for job in rude].count(service.GAVE_WAY) <= 3
    served = 0
    while honest.status == "waiting":
        running = next(iter(house.laboratory._running.values()))
        house.work(running, 1)  # each takes a second
        house.answer(running)
        served += 1
    running_before = 2
    assert served <= len({job.visitor for job in rude}) + running_before < len(rude)


def test_one_address_cannot_fill_the_line(house: House) -> None:
    for number in range(MAX_WAITING + 2):
        house.ask(f"cookie{number}", "203.0.113.6")
    with pytest.raises(Refusal) as error:
        house.ask("cookie99", "203.0.113.6")
    assert (error.value.code, error.value.retry is not None) == ("busy", True)
    honest = house.ask("ann", "198.51.100.1")
    assert honest.open
    served = 0
    while honest.status == "waiting":
        running = next(iter(house.laboratory._running.values()))
        house.answer(running)
        served += 1
    assert served <= 2, "before it only what ran already"


def test_a_question_that_takes_for_ever_is_stopped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "UNHEARD", 1e9)
    job = house.ask("ann")
    house.later(service.DEADLINE + 1)
    assert (job.status, job.message) == ("stopped", service.TOO_LONG)


def test_a_question_that_nobody_listens_for_is_stopped(house: House) -> None:
    left, followed = house.ask("ann"), house.ask("ben")
    waiting = house.ask("cat")
    house.laboratory.listen(followed.id, "socket")
    house.later(service.UNHEARD + 1)
    assert statuses(left, followed, waiting) == ["stopped", "running", "stopped"]
    assert left.message == service.NOBODY_LISTENED
    house.laboratory.leave("socket")
    house.later(service.UNHEARD - 1)
    assert followed.status == "running", "patience begins when the page is left"
    house.laboratory.job(followed.id)
    house.later(service.UNHEARD - 1)
    assert followed.status == "running", "a page without script has looked"
    house.later(2)
    assert followed.status == "stopped"


def test_what_runs_is_watched_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "WATCH", 0.01)
    job = house.ask("ann")
    job.heard -= service.UNHEARD + 1
    end = time.monotonic() + 60
    while job.open:
        assert time.monotonic() < end


@pytest.mark.skipif(os.name != "posix", reason="the limit is POSIX's")
def test_a_process_has_so_much_memory_and_says_so() -> None:
    """One that would take all is refused within its limit, and answers the next question."""
    code = (
        "import resource, engine.laboratory.process as p\n"
        "def greedy(request, teller):\n"
        "    teller.begin()\n"
        "    if request == 1: return {'t': 'answer', 'size': len(bytearray(1 << 20))}\n"
        "    bytearray(8 << 30)\n"
        "p._answer = greedy\n"
        "p.main()\n"
    )
    environment = os.environ | {MEMORY_VARIABLE: str(3 << 30)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="2\n1\n",
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    told: list[Any] = [json.loads(line) for line in done.stdout.splitlines()]
    final = [message for message in told if message["t"] != "progress"]
    assert final == [{"t": "refused", "message": TOO_MUCH}, {"t": "answer", "size": 1 << 20}]


def test_a_parked_question_goes_on_while_nobody_listens(house: House) -> None:
    job, other = house.ask("ann"), house.ask("ben")
    house.laboratory.park(job.id, "eve")
    assert not job.parked, "it is not eve's"
    house.laboratory.park(job.id, "ann")
    house.later(service.DEADLINE + 1)
    assert statuses(job, other) == ["running", "stopped"]
    house.later(service.PARKED_DEADLINE)
    assert (job.status, job.message) == ("stopped", service.TOO_LONG_PARKED)


def test_only_so_many_questions_are_parked(house: House) -> None:
    for guest in ("ann", "ben", "cat", "dan")[: service.MAX_PARKED]:
        house.laboratory.park(house.ask(guest).id, guest)
    for guest in ("ann", "eve"):
        with pytest.raises(Refusal) as refused:
            house.laboratory.park(house.ask(guest).id, guest)
        assert refused.value.code == "parked_enough"


def test_a_parked_question_is_parked_after_a_restart() -> None:
    runner, store = Runner(), Store()
    before = Laboratory(runner, Herald(), store, 1)
    job = before.ask({"game": "othello:4", "text": "draw", "distinct": False}, "ann")
    before.park(job.id, "ann")
    before.close()
    after = Laboratory(Runner(), Herald(), store, 1)
    after.resume()
    again = after.job(job.id)
    assert (again.parked, again.status, again.askers) == (True, "running", {"ann"})
    again.heard -= service.UNHEARD + 1
    after.watch_over()
    assert again.status == "running"
