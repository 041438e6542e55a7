"""Both ends of the task queues for tests: a server that asks, a worker whose steps a test does."""

from __future__ import annotations

import queue
import threading
from typing import Any

from rq import Queue
from rq.serializers import JSONSerializer

from engine import registry
from engine.search.control import SearchControl
from tests.webapp.browsers import PATIENCE, wait_until
from webapp.cluster.helpers import Helpers
from webapp.cluster.link import Link
from webapp.cluster.members import BEAT, SERVERS, WORKERS, Members
from webapp.cluster.questions import DEEP, STOPS, Inquiry, Task, Word, answers_channel, encode
from webapp.cluster.workers import Workers
from webapp.service.ports import Question

FOUR = registry.game("connectfour")


class Stages:
    """The stages of a search, in order."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    def loads(self) -> None:
        self.stages.append("loads")

    def searches(self) -> None:
        self.stages.append("searches")


class Member:
    """Whoever is known to live for as long as it has not died, however slow the machine is."""

    link: Link
    members: Members

    def live(self) -> None:
        self.link.start()
        assert self.link.wait(PATIENCE)
        self.members.beat()
        self._dead = threading.Event()
        self._beats = threading.Thread(target=self._beat, daemon=True)
        self._beats.start()

    def _beat(self) -> None:
        while not self._dead.wait(BEAT):
            self.members.beat()

    def leave(self) -> None:
        self._dead.set()
        self._beats.join()
        self.members.leave()

    def die(self) -> None:
        self.leave()
        self.link.close()


class AskingServer(Member):
    """A server's end: it asks, and hears."""

    def __init__(self, url: str) -> None:
        self.seen = Stages()
        self.link = Link(
            url, lambda channel, text: self.workers.task_queue.hear(channel, text) and None
        )
        self.members = Members(self.link, SERVERS)
        self.workers = Workers(self.link, self.members)
        self.helpers = Helpers(self.link, self.members, self.workers.task_queue)
        self.live()

    def ask(self, level: str = "8", control: SearchControl | None = None) -> queue.SimpleQueue:
        """Ask in the background, after the first move; the answer comes into the queue."""
        box: queue.SimpleQueue = queue.SimpleQueue()
        question = Question("m", 1, 1, 0, level, FOUR.start().play(3), moves=(3,))

        def run() -> None:
            try:
                box.put(self.workers.ask(question, 5.0, control or SearchControl(), self.seen))
            except RuntimeError as error:
                box.put(str(error))

        threading.Thread(target=run, daemon=True).start()
        return box


class ManualWorker(Member):
    """A worker whose every step the test does."""

    def __init__(self, url: str, kind: str = WORKERS) -> None:
        self.heard: list[str] = []
        self.link = Link(url, lambda channel, text: self.heard.append(text.decode()))
        self.link.follow(STOPS)
        self.members = Members(self.link, kind)
        self.live()

    def take(self, line: str = DEEP) -> Any:
        found: list[Any] = []

        def look() -> bool:
            tasks = self.link.do(
                lambda r: Queue(line, connection=r, serializer=JSONSerializer), None
            )
            for name in tasks.job_ids if tasks else ():
                job = tasks.fetch_job(name)
                found.append(
                    Inquiry(**told) if "request" in (told := job.args[0]) else Task(**told)
                )
                tasks.remove(name)
                return True
            return False

        wait_until(look)
        self.say(found[0])
        return found[0]

    def waiting(self, line: str) -> int:
        """Tasks that nobody has taken."""
        return self.link.do(lambda r: Queue(line, connection=r).count, -1)

    def say(self, task: Task | Inquiry, **said: Any) -> None:
        word = Word(task.id, self.members.me, **said)
        self.link.publish(answers_channel(task.server), encode(word))
