"""Where compiled kernels are kept, for the sources and versions that shape their code.

Numba's own cache looks at one function's file only, so an edited callee in another file
would leave old code running. Here every kernel's cache folder is named by a hash of its
module and of all engine modules that one imports, with the versions that shape the code.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parent

_COMPILER = "engine._jit"
"""The module that calls the compiler, which shapes all code."""

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ ]+(engine[\w.]*)[ ]+import[ ]+(\((?:[^)#]|#.*)*\)|.*)"
    r"|import[ ]+(engine[\w.]*))",
    re.M,
)
_NAME = re.compile(r"\w+")


@lru_cache
def cache_folder(module: str) -> Path:
    """Where the compiled kernels of `module` are kept, for its sources as they are now."""
    digest = hashlib.sha256()
    for path in _sources(module):
        digest.update(path.read_bytes())
    digest.update(f"{_release('numba')} {_release('llvmlite')} {sys.version} {_machine()}".encode())
    return _cache_root() / f"{module.rpartition('.')[2]}-{digest.hexdigest()[:16]}"


def _release(package: str) -> str:
    """Which release of a package is installed, as the folder beside it is called that says so.

    To read what is in that folder, as `importlib.metadata` does, takes a twentieth of a start.
    """
    spec = find_spec(package)
    if spec is not None and spec.origin is not None:
        beside = Path(spec.origin).parents[1].glob(f"{package}-*.dist-info")
        found = [folder.name for folder in beside]
        if len(found) == 1:
            return found[0]
    from importlib.metadata import version  # noqa: PLC0415 (see above)

    return version(package)


def _machine() -> str:
    """The kind of processor."""
    if hasattr(os, "uname"):
        return os.uname().machine
    import platform  # noqa: PLC0415 (where the system itself does not tell)

    return platform.machine()


def compiled_marker(module: str) -> Path:
    """The file that says, once it is there, that all kernels of `module` are in the cache."""
    return cache_folder(module) / "complete"


@lru_cache
def _cache_root() -> Path:
    """``.numba`` beside the package where that can be written, else a folder of the user's.

    Whoever can write there chooses the code that runs here, so it must be ours alone.
    """
    candidates = (folder.resolve() for folder in _cache_candidates())
    found = next((folder for folder in candidates if _is_ours(folder)), None)
    if found is not None:
        return found
    import tempfile  # noqa: PLC0415 (seldom needed)

    return Path(tempfile.mkdtemp(prefix="flipfour-kernels-"))


def _cache_candidates() -> Iterator[Path]:
    if chosen := os.environ.get("FLIPFOUR_KERNEL_CACHE"):
        yield Path(chosen)
    if os.access(PACKAGE.parent, os.W_OK) and (PACKAGE.parent / "pyproject.toml").exists():
        yield PACKAGE.parent / ".numba"
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    yield base / "flipfour" / "kernels"
    if os.name == "posix":
        import tempfile  # noqa: PLC0415 (seldom needed)

        yield Path(tempfile.gettempdir()) / f"flipfour-kernels-{os.getuid()}"


def _is_ours(folder: Path) -> bool:
    """Whether a folder, made if need be, belongs to this user and no other can write to it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
        if not stat.S_ISDIR(status.st_mode) or not os.access(folder, os.W_OK):
            return False
        if os.name != "posix":
            return True
        if status.st_uid != os.getuid():
            return False
        if status.st_mode & 0o022:
            folder.chmod(0o700)
    except OSError:
        return False
    return True


def _sources(module: str) -> list[Path]:
    """The file of `module` and of every engine module it imports, however deeply.

    But for this one, which says where the code lies, not what it is.
    """
    found: dict[str, Path] = {}
    pending = [module, _COMPILER]
    while pending:
        name = pending.pop()
        if name in found or name == __name__ or (path := _file_of(name)) is None:
            continue
        found[name] = path
        pending += _imports_of(path)
    return [found[name] for name in sorted(found)]


@lru_cache
def _imports_of(path: Path) -> tuple[str, ...]:
    """The engine's modules that a source file may import, and names of theirs, wherever it does.

    Read off the text, as parsing all sources would take a tenth of a later start.
    """
    imported: list[str] = []
    for module, names, whole in _IMPORT.findall(path.read_text(encoding="utf-8")):
        imported += [module or whole, *(f"{module}.{name}" for name in _NAME.findall(names))]
    return tuple(imported)


def _file_of(module: str) -> Path | None:
    """The source file of an engine module (packages and others: None)."""
    parts = module.split(".")
    if parts[0] != "engine":
        spec = sys.modules.get(module)
        file = getattr(spec, "__file__", None)
        return Path(file) if module == "__main__" and file else None
    path = PACKAGE.joinpath(*parts[1:]).with_suffix(".py")
    return path if path.is_file() else None
