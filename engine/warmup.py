"""Make the compiled searchers ready in the background.

On a machine's first start the kernels take a while to compile. That happens in a process of
its own (``python -m engine.warmup``), so that this one goes on serving unhurt; afterwards
this process loads them from the cache on disk, in a thread. Until then, and where compiling
fails, the search in plain Python serves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from engine._kernel_cache import compiled_marker
from engine.parts.of_game import searcher_for
from engine.processes.nursery import start
from engine.registry import FAMILIES, family_of
from engine.search.plain import PlainSearcher
from engine.search.pool import ThreadSearchers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.game import Game
    from engine.parts.kernels import Serves
    from engine.search.searcher import Searcher

PREPARING = "Preparing the engine; this happens once."
"""What a person reads who waits until kernels are compiled."""

_SEARCHERS = ThreadSearchers()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the preparation is, as a fraction and as a sentence."""

    fraction: float
    text: str


def kernel_modules(family: str) -> tuple[str, ...]:
    """The modules with kernels of a family, callees first.

    A family without kernels has no compiled searcher; plain Python plays it.
    """
    kernels = FAMILIES[family].kernels
    return kernels.modules if kernels else ()


def later_kernels(family: str, game: Game | None = None) -> tuple[str, ...]:
    """The modules that only some games of a family use: all of them, or those of `game`."""
    kernels = FAMILIES[family].kernels
    if kernels is None:
        return ()
    return (*_serving(kernels.later, game), *_serving(kernels.extra, game))


def _serving(modules: Mapping[str, Serves], game: Game | None) -> tuple[str, ...]:
    """All of some modules, or those that serve `game`."""
    return tuple(module for module, serves in modules.items() if game is None or serves(game))


def compiled(family: str) -> bool:
    """Whether a family's kernels are in the cache on disk, so that they load at once."""
    modules = kernel_modules(family)
    return bool(modules) and _all_compiled(modules)


def _board_compiled(game: Game) -> bool:
    """Whether the kernels are there that `game` needs beside those of its whole family."""
    kernels = family_of(game).kernels
    later = _serving(kernels.later, game) if kernels else ()
    return _all_compiled(later)


def searcher_if_compiled(game: Game) -> Searcher | None:
    """The calling thread's compiled searcher of `game` if its kernels load at once."""
    ready = compiled(family_of(game).key) and _board_compiled(game)
    return _SEARCHERS.get(game) if ready else None


def strongest_searcher(game: Game) -> Searcher:
    """The calling thread's searcher of `game`, compiled now if need be.

    It remembers earlier searches. A game without kernels gets the search in plain Python.
    """
    return _SEARCHERS.get(game) if _prepare_kernels(game) else PlainSearcher(game)


def fresh_searcher(game: Game) -> Searcher:
    """A new `strongest_searcher`, which remembers nothing."""
    return searcher_for(game) if _prepare_kernels(game) else PlainSearcher(game)


def _prepare_kernels(game: Game) -> bool:
    """Have the kernels of `game` ready; False where it has none."""
    if must_compile(game):
        for module in _modules(game):
            prepare(module)
    return bool(_modules(game))


def must_compile(game: Game) -> bool:
    """Whether the compiled searcher of `game` has to be compiled first, which takes long."""
    return not _all_compiled(_modules(game))


def _modules(game: Game) -> tuple[str, ...]:
    family = family_of(game).key
    return (*kernel_modules(family), *later_kernels(family, game))


def _all_compiled(modules: Iterable[str]) -> bool:
    return all(compiled_marker(module).exists() for module in modules)


def prepare(module: str) -> None:
    """Import a module of kernels, compiling what the cache lacks, and note that it is whole."""
    import_module(module)
    compiled_marker(module).touch()


class Warmup:
    """Prepares the compiled searchers of families of games; every method is thread-safe."""

    def __init__(self, families: Sequence[str] = tuple(FAMILIES)) -> None:
        self._families = tuple(family for family in families if kernel_modules(family))
        self._ready: set[str] = set()
        self._progress = Progress(0.0, "The engine has not been started yet.")
        self._failure: str | None = None
        self._process: subprocess.Popen[str] | None = None
        self._finished = threading.Event()
        self._searchers = ThreadSearchers()

    def start(self) -> None:
        """Begin in a thread of its own and return at once."""
        threading.Thread(target=self._run, name="engine-warmup", daemon=True).start()

    def ready(self, game: Game) -> bool:
        """Whether the compiled searcher of `game` can be made without compiling."""
        return family_of(game).key in self._ready and _board_compiled(game)

    def searcher(self, game: Game) -> Searcher | None:
        """The calling thread's compiled searcher of `game`, or None while there is none."""
        return self._searchers.get(game) if self.ready(game) else None

    @property
    def progress(self) -> Progress:
        return self._progress

    @property
    def failure(self) -> str | None:
        """What went wrong, as a sentence, or None."""
        return self._failure

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it has finished or failed; False when `seconds` ran out before."""
        return self._finished.wait(seconds)

    def stop(self) -> None:
        """End the compiling process, if one is running."""
        if self._process is not None:
            self._process.terminate()

    def _run(self) -> None:
        try:
            for family in self._families:
                if compiled(family):
                    self._load(family)
            cold = [
                family
                for family in self._families
                if not (compiled(family) and _all_compiled(later_kernels(family)))
            ]
            if cold:
                self._compile(cold)
        except Exception as error:  # whatever it is, the plain search goes on serving
            self._fail(f"{type(error).__name__}: {error}")
        finally:
            if self._failure is None:
                self._progress = Progress(1.0, "The engine runs at full speed.")
            self._finished.set()

    def _compile(self, families: Sequence[str]) -> None:
        """Compile `families` in another process and load each one as soon as it is there."""
        total = [m for family in families for m in kernel_modules(family)]
        total += [m for family in families for m in later_kernels(family)]
        with start(
            __name__,
            *families,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            self._process = process
            for line in process.stdout or ():
                self._hear(json.loads(line), total)
        if process.returncode:
            self._fail(f"the compiling process ended with status {process.returncode}")

    def _hear(self, message: dict[str, str], modules: Sequence[str]) -> None:
        """Act on one line of the compiling process, see `compile_families`."""
        if "error" in message:
            self._fail(message["error"])
        elif "family" in message:
            self._load(message["family"])
        elif self._failure is None:
            step = modules.index(message["module"])
            text = f"Preparing the engine: step {step + 1} of {len(modules)}."
            self._progress = Progress(step / len(modules), text)

    def _load(self, family: str) -> None:
        try:
            for module in kernel_modules(family):
                import_module(module)
        except Exception as error:  # the other families may still load
            self._fail(f"{family}: {type(error).__name__}: {error}")
        else:
            self._ready.add(family)

    def _fail(self, reason: str) -> None:
        self._failure = f"The fast engine could not be prepared, the slow one serves: {reason}."
        self._progress = Progress(self._progress.fraction, self._failure)


def compile_families(families: Sequence[str]) -> bool:
    """Compile the kernels of `families`, reporting on standard output, one object a line.

    ``{"module": name}`` as each module begins, and after the last one of a family
    ``{"family": name}`` or ``{"error": sentence}``. When all are ready follow the modules that
    only some of their games use. Answers whether all went well.
    """
    succeeded = True
    for family in families:
        try:
            for module in kernel_modules(family):
                _say(module=module)
                prepare(module)
            _say(family=family)
        except Exception as error:  # the next family may still compile
            succeeded = False
            _say(error=f"{family}: {type(error).__name__}: {error}")
    for module in (module for family in families for module in later_kernels(family)):
        try:
            _say(module=module)
            prepare(module)
        except Exception as error:  # those games are played without it
            succeeded = False
            _say(error=f"{module}: {type(error).__name__}: {error}")
    return succeeded


def _say(**message: str) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # whatever serves meanwhile goes first
    sys.exit(0 if compile_families(sys.argv[1:] or tuple(FAMILIES)) else 1)
