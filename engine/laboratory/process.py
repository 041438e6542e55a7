"""A process of its own that answers questions: ``python -m engine.laboratory.process``.

A search may take for ever and a solver may not stop when asked, so whoever serves others
starts this process and kills it to stop it. It reads one request a line from its standard
input and writes one JSON object a line::

    {"game": "othello:4", "text": "draw", "distinct": false}
    {"game": "othello:4", "text": "draw", "skip": 50}   further games than the first fifty
    {"game": "othello:6", "text": "value", "folder": "..."}   keeps its progress there
    {"game": "connectfour:4x4", "rows": ["....", ...], "to_move": null}   can it come up?
    {"game": "connectfour:4x4", "rows": [...], "to_move": null, "solve": true}   who wins?

    {"t": "progress", "unit": "Ply", "done": 9, "of": 24, "states": 20032, "spent": 1.4}   now
        and then; `spent`: seconds of the processor's time since the request was read
    {"t": "answer", "answer": {...}, "witnesses": ["b1c1d4...", ...]}
    {"t": "refused", "message": "..."}

It ends when its input does; started by `engine.processes.orphans.command`, also in the middle of
a question when its parent is gone.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

from engine.arrangement import Arrangement
from engine.errors import EngineError
from engine.formal import position_of
from engine.laboratory.clauses.certified import certified
from engine.laboratory.further import AT_ONCE, games
from engine.laboratory.inquiry import Bounds, Progress
from engine.laboratory.language.parser import parse
from engine.laboratory.language.query import Kind, Question
from engine.laboratory.memory import TOO_MUCH, limit_memory
from engine.laboratory.prove import Investigation
from engine.laboratory.reach import reaching
from engine.laboratory.reasons import explained
from engine.laboratory.report import claim
from engine.registry import game as game_of
from engine.search.control import SearchControl

NICENESS = 15
"""Moves and analysis come first."""

NO_FURTHER = "There is no further game."

INTERVAL = 0.2
"""Seconds between two progress messages."""


class Teller:
    """Writes messages, among them the progress of one investigation from its own thread."""

    def __init__(self, out: IO[str]) -> None:
        self._out, self._lock = out, threading.Lock()
        self._progress = Progress(0, 0)
        self._control = SearchControl()
        self._began = 0.0
        self._busy, self._quiet = threading.Event(), threading.Event()
        threading.Thread(target=self._tick, daemon=True).start()

    def begin(self) -> SearchControl:
        """A new investigation, to be controlled by the answer."""
        self._control, self._progress = SearchControl(), Progress(0, 0)
        self._began = time.process_time()
        self._quiet.clear()
        self._busy.set()
        return self._control

    def report(self, progress: Progress) -> None:
        self._progress = progress

    def end(self, message: dict[str, Any]) -> None:
        """The last message of an investigation."""
        with self._lock:
            self._busy.clear()
            self._quiet.set()
            self._write(message)

    def _tick(self) -> None:
        while self._busy.wait():  # for ever, and without waking up while nothing is asked
            if not self._quiet.wait(INTERVAL):
                self.tell()

    def tell(self) -> None:
        """The progress, unless the last message went out meanwhile."""
        with self._lock:
            if self._busy.is_set():
                now = self._progress
                message = {"unit": now.unit, "done": now.done, "of": now.of, "note": now.note}
                spent = round(time.process_time() - self._began, 2)
                message |= {"states": self._control.nodes, "spent": spent}
                self._write({"t": "progress", **message})

    def _write(self, message: dict[str, Any]) -> None:
        try:
            self._out.write(json.dumps(message) + "\n")
            self._out.flush()
        except BrokenPipeError:  # nobody reads any more
            os._exit(1)


def serve(requests: IO[str], out: IO[str]) -> None:
    """Answer every request in turn."""
    teller = Teller(out)
    for line in requests:
        try:
            message = _answer(json.loads(line), teller)
        except EngineError as error:
            message = {"t": "refused", "message": str(error)}
        except MemoryError:
            message = {"t": "refused", "message": TOO_MUCH}
        teller.end(message)


def _answer(request: dict[str, Any], teller: Teller) -> dict[str, Any]:
    """The final message of a request; raises `EngineError` where it cannot be asked."""
    control = teller.begin()
    if request.get("solve"):
        from engine.laboratory.values import value_of  # noqa: PLC0415 (loads more kernels)

        question = Question(game_of(request["game"]), Kind.VALUE)
        answer = value_of(question, control, position_of(_arrangement(request)))
        return {"t": "answer", "answer": answer.to_json(), "witnesses": []}
    folder, skip = request.get("folder"), int(request.get("skip", 0))
    bounds = Bounds(
        distinct=bool(request.get("distinct")),
        folder=Path(folder) if folder else None,
        keep=skip + AT_ONCE + 1,
    )
    investigation = Investigation(_question(request), control, bounds, teller.report)
    answer = explained(certified(investigation.answer()))
    found = games(investigation, answer, control, skip)
    said = NO_FURTHER if skip and not found.texts else claim(answer)
    return {
        "t": "answer",
        "answer": answer.to_json() | {"claim": said, "more": found.more},
        "witnesses": list(found.texts),
    }


def _arrangement(request: dict[str, Any]) -> Arrangement:
    return Arrangement.from_rows(game_of(request["game"]), request["rows"], request["to_move"])


def _question(request: dict[str, Any]) -> Question:
    if "rows" in request:
        return reaching(_arrangement(request))
    return parse(game_of(request["game"]), request["text"])


def main() -> None:
    os.nice(NICENESS)
    limit_memory()
    serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
