"""AI moves for many: whose turn it is, how long a move may take, who rests. In units of work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from engine import registry
from engine.game import Game, Position
from engine.players.base import Choice, Chooser
from engine.players.levels import LEVELS
from engine.search.control import SearchControl
from engine.search.info import Report
from tests.webapp.browsers import wait_until
from tests.webapp.fakes import House
from webapp.domain.seat import Guest
from webapp.domain.setup import NewMatch
from webapp.service.guest_addresses import GuestAddresses
from webapp.service.ports import Answer, Question
from webapp.service.turns import Visitor
from webapp.worker.jobs import Job, JobQueue, Priority, is_quick
from webapp.worker.lane import LEAST, THROUGH, Lane
from webapp.worker.pool import AiPool

START = registry.game("connectfour").start()
ANN = Guest("ann", "Ann")
RUDE = Visitor("203.0.113.6", "rude")


def question(name: str, visitor: Visitor, level: str = "10") -> Question:
    return Question(name, 0, 0, 0, level, START, visitor=visitor)


def order_of(jobs: list[Question]) -> list[str]:
    """Which is answered when, if each takes a second and all wait from the beginning."""
    moment = 0.0
    queue = JobQueue(lambda: moment)
    for asked in jobs:
        queue.put(Job(asked))
    served = []
    while len(queue):
        job = queue.take(5.0)
        assert job is not None
        moment += 1.0
        queue.done(job)
        served.append(job.question.match_id)
    return served


def test_one_rude_client_costs_others_one_move_each() -> None:
    """Thirty searches of one cookie wait; whoever comes then is served second, not last."""
    flood = [question(f"rude{number}", RUDE) for number in range(30)]
    honest = [question(name, Visitor(f"198.51.100.{i}", name)) for i, name in enumerate("abcd")]
    served = order_of([*flood, *honest])
    assert [served.index(name) for name in "abcd"] == [1, 2, 3, 4]


def test_thirty_cookies_at_one_address_take_one_share() -> None:
    flood = [question(f"rude{i}", Visitor(RUDE.address, f"cookie{i}")) for i in range(30)]
    served = order_of([*flood, question("honest", Visitor("198.51.100.1", "ann"))])
    assert served.index("honest") == 1


def test_two_people_take_turns_move_by_move() -> None:
    ann, ben = Visitor("198.51.100.1", "ann"), Visitor("198.51.100.2", "ben")
    served = order_of(
        [question(f"a{i}", ann) for i in range(3)] + [question(f"b{i}", ben) for i in range(3)]
    )
    assert served == ["a0", "b0", "a1", "b1", "a2", "b2"]


def test_the_line_that_is_told_is_the_one_that_is_served() -> None:
    queue = JobQueue()
    for visitor, count in ((RUDE, 5), (Visitor("a", "ann"), 2), (Visitor("b", "ben"), 1)):
        for number in range(count):
            queue.put(Job(question(f"{visitor.guest}{number}", visitor)))
    told = [job.question.match_id for job in queue.line(100)]
    assert len(told) == 8
    assert len(queue) == 8, "telling takes nothing"
    assert set(told[:3]) == {"rude0", "ann0", "ben0"}
    assert queue.line(2) == queue.line(100)[:2]


def test_levels_one_to_six_are_quick() -> None:
    assert [key for key in LEVELS if is_quick(key)] == ["1", "2", "3", "4", "5", "6"]
    assert is_quick("depth:4")
    assert not is_quick("depth:8")


class Gate:
    """A chooser whose deep searches wait to be let through; quick ones answer at once."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.deep = 0

    def chooser(self, game: Game, level: str) -> Chooser:
        gate = self

        class Waiting:
            def choose(
                self, position: Position, control: SearchControl, report: Report | None = None
            ) -> Choice:
                if not is_quick(level):
                    gate.deep += 1
                    wait_until(lambda: gate.open.is_set() or control.stopped)
                return Choice(3)

        return Waiting()


def test_a_quick_level_never_waits_for_a_deep_one() -> None:
    """Thirty level-10 searches wait and one runs: level 6 is answered before any of them."""
    gate = Gate()
    answers: list[Answer] = []
    pool = AiPool(answers.append, gate.chooser)
    for number in range(31):
        pool.ask(question(f"rude{number}", RUDE))
    wait_until(lambda: gate.deep == 1)
    for level in LEVELS:
        if is_quick(level):
            pool.ask(question(f"honest{level}", Visitor("198.51.100.1", "ann"), level))

    def honest() -> list[str]:
        return [a.question.level for a in answers if a.question.visitor != RUDE]

    wait_until(lambda: len(honest()) == 6)
    assert honest() == list("123456")
    assert len(answers) < 31 + 6, "the flood is not through yet"
    gate.open.set()
    pool.close()


# -- How long a move may take ----------------------------------------------------------------


def lane(threads: int = 1) -> Lane:
    return Lane(threads, lambda job, ahead: None)


def test_the_time_of_a_move_shrinks_before_the_line_grows() -> None:
    served = lane()
    assert served.share(20.0) == 20.0, "nobody else waits"
    shares = []
    for number in range(40):
        served.put(Job(question(str(number), Visitor("", str(number)))))
        shares.append(served.share(5.0))
    assert shares[0] == THROUGH / 2
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == LEAST
    waits = [(number + 1) * share for number, share in enumerate(shares)]
    assert all(wait <= THROUGH for wait, share in zip(waits, shares, strict=True) if share > LEAST)


def test_a_search_that_runs_is_shortened_too() -> None:
    """It began when nobody waited; now many do."""
    served = lane()
    served.put(Job(question("first", RUDE)))
    first = served.take()
    assert first is not None
    served.begin(first)
    served.search(first, 20.0)
    first.began -= THROUGH / 2 + 0.1  # as if it had run for so long
    assert not first.control.stopped
    served.put(Job(question("second", Visitor("", "ann"))))
    assert first.control.stopped
    served.end(first)


def test_what_a_thread_loads_first_is_no_part_of_its_search() -> None:
    """A search may take ten seconds; thirty have gone by before its thread was ready for it."""
    served = lane()
    served.put(Job(question("first", RUDE)))
    job = served.take()
    assert job is not None
    served.begin(job)
    job.began -= 30
    served.put(Job(question("second", Visitor("", "ann"))))
    served.search(job, 10.0)
    assert not job.control.stopped
    job.began -= 10
    served.put(Job(question("third", Visitor("", "bob"))))
    assert job.control.stopped
    served.end(job)


def test_people_see_how_many_are_before_them() -> None:
    told: dict[str, int] = {}
    served = Lane(1, lambda job, ahead: told.update({job.question.match_id: ahead}))
    for name in "abc":
        served.put(Job(question(name, Visitor("", name))))
    job = served.take()
    assert job is not None
    served.begin(job)
    assert (told["b"], told["c"]) == (1, 2)
    served.end(job)
    following = served.take()
    assert following is not None
    served.begin(following)
    assert (told["b"], told["c"]) == (0, 1)
    served.end(following)


def test_somebody_who_leaves_the_line_moves_the_others_up() -> None:
    gate = Gate()
    told: dict[str, int] = {}
    pool = AiPool(
        lambda answer: None,
        gate.chooser,
        tell=lambda asked, ahead: told.update({asked.match_id: ahead}),
    )
    pool.ask(question("running", RUDE))
    wait_until(lambda: gate.deep == 1)
    for name in "abc":
        pool.ask(question(name, Visitor("", name)))
    assert told == {"a": 1, "b": 2, "c": 3}
    pool.cancel("a")
    assert (told["b"], told["c"]) == (1, 2)
    gate.open.set()
    pool.close()


# -- Who waits, and who rests ----------------------------------------------------------------


def order(*seats: str) -> NewMatch:
    return NewMatch(registry.game("connectfour"), seats)


def test_a_question_says_who_waits_for_it() -> None:
    guest_addresses = GuestAddresses()
    guest_addresses.saw(Visitor("203.0.113.7", "ann"))
    house = House(guest_addresses=guest_addresses)
    house.matches.create(order("ai:4", "me"), ANN)
    house.matches.create(order("ai:4", "me"), Guest("ben", "Ben"))
    assert [asked.visitor for asked in house.thinker.asked] == [
        Visitor("203.0.113.7", "ann"),
        Visitor("", "ben"),
    ]


def test_computers_alone_rest_until_somebody_looks() -> None:
    house = House()
    match = house.matches.create(order("ai:10", "ai:10"), ANN)
    assert not house.thinker.asked, "nobody sees it"
    house.matches.watch(match, None, "socket", ANN, lambda: None)
    (asked,) = house.thinker.asked
    house.matches.answer(Answer(asked, 3))
    assert len(house.thinker.asked) == 2, "it goes on"
    house.matches.leave(match, "socket")
    assert house.thinker.cancelled[-1] == match
    assert len(house.live) == 0, "it needs no memory either"
    house.matches.resume.thinking()
    assert len(house.thinker.asked) == 2, "a start wakes nobody up"
    house.matches.watch(match, None, "socket", ANN, lambda: None)
    assert len(house.thinker.asked) == 3
    assert house.matches.match(match).ply == 1


def test_a_page_without_script_keeps_a_match_going() -> None:
    house = House()
    match = house.matches.create(order("ai:10", "ai:10"), ANN)
    house.matches.glance(match)
    assert len(house.thinker.asked) == 1


@pytest.mark.parametrize("seats", [("me", "ai:4"), ("ai:4", "me")])
def test_a_match_with_a_person_never_rests(seats: tuple[str, str]) -> None:
    """They may have sent the move and lost the connection."""
    house = House()
    match = house.matches.create(order(*seats), ANN)
    act: Callable[..., Any] = house.matches.act
    if seats[0] == "me":
        from webapp.domain.action import Action, ActionKind

        act(match, ANN, Action(ActionKind.MOVE, ply=0, move=3))
    assert len(house.thinker.asked) == 1


def test_an_exhibition_waits_for_everybody_who_waits() -> None:
    queue = JobQueue()
    queue.put(Job(question("exhibition", Visitor("", "ann")), Priority.EXHIBITION))
    queue.put(Job(question("move", RUDE)))
    first, second = queue.take(), queue.take()
    assert first is not None
    assert second is not None
    assert (first.question.match_id, second.question.match_id) == ("move", "exhibition")
