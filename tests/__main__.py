"""``python -m tests``: find or install a browser, then run the whole suite.

Arguments are pytest's. Without any, the fast and the long tests run, several files at a time,
and what failed once more alone; those marked `hours` only run when asked for. ``--covered``
is all that needs no browser and takes no time, in the same way, with how much of the program
it touches.
The browser tests read the browser's path from the environment variable ``FLIPFOUR_BROWSER``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PYTEST = [sys.executable, "-m", "pytest"]

WITHOUT_WINDOWS = ("chromium-headless-shell", "headless_shell")
"""Chromium as it is made for tests: the same pages for a third of the processor's time."""

WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

SIDE_BY_SIDE = [
    "-n",
    str(min(4, os.cpu_count() or 1)),
    "--dist",
    "loadfile",
    "--no-loadscope-reorder",
]
"""Files stay whole, as the tests of one share a server or a table; more than four processes
would disturb the tests of time limits. In their order, as the last files are short ones."""

GAMES = ("connectfour", "othello")

EVERYTHING = ["-m", "not hours"]

COVERED = ["--ignore", "tests/browser", "--cov"]

ALONE = ["--last-failed", "--last-failed-no-failures", "none", "--maxfail=5"]
"""What failed is tried once more with nothing beside it: pages and searches that share two cores
with another process's browser may miss a time limit. What is wrong fails again."""

TESTS_FAILED = 1
"""pytest's exit status where tests ran and some failed."""

MAC_CHROME = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def main() -> int:
    if sys.argv[1:] == ["--covered"]:
        return _twice([*PYTEST, "-q", *COVERED], ["--cov-append"])
    browser = find_browser() or install_browser()
    if browser is None:
        print(
            "No Chromium or Chrome was found and none could be installed. "
            "Install one, or set FLIPFOUR_BROWSER to its path.",
            file=sys.stderr,
        )
        return 2
    print(f"Browser: {browser}", flush=True)
    os.environ["FLIPFOUR_BROWSER"] = browser
    if arguments := sys.argv[1:]:
        return subprocess.call([*PYTEST, *arguments])
    return _twice([*PYTEST, *EVERYTHING, "--durations=30"])


def _twice(command: list[str], again: Sequence[str] = ()) -> int:
    """Side by side, and what failed alone."""
    # Without bytecode each of the hundreds of programs that tests start would compile its imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    _compile_once()
    status = subprocess.call([*command, *SIDE_BY_SIDE])
    if status == TESTS_FAILED:
        print("What failed is tried again, alone.", flush=True)
        status = subprocess.call([*command, *again, *ALONE])
    return status


def _compile_once() -> None:
    """Have the kernels ready before all processes want them, those of each game side by side."""
    with ThreadPoolExecutor() as pool:
        for family in GAMES:
            pool.submit(_try, [sys.executable, "-m", "engine.warmup", family], seconds=600)


def find_browser() -> str | None:
    """A browser that is there already: named, on the PATH, or Playwright's own."""
    if chosen := os.environ.get("FLIPFOUR_BROWSER"):
        return chosen
    return installed(WITHOUT_WINDOWS) or browser_of_people() or playwright_browser()


def browser_of_people() -> str | None:
    """A Chromium or Chrome as people use it."""
    return installed(WITH_WINDOWS) or (str(MAC_CHROME) if MAC_CHROME.exists() else None)


def installed(names: tuple[str, ...]) -> str | None:
    """The first of these programs that is on the PATH."""
    return next((path for name in names if (path := shutil.which(name))), None)


def install_browser() -> str | None:
    """Playwright's download, else the system's package manager."""
    print("No browser found; installing one.", flush=True)
    _try([sys.executable, "-m", "playwright", "install", "chromium"], seconds=300)
    if path := playwright_browser():
        return path
    sudo = [] if os.name == "nt" or os.geteuid() == 0 else ["sudo", "-n"]
    for manager, commands in {
        "apt-get": (
            ["update", "-qq"],
            ["install", "-y", "-qq", "chromium-headless-shell"],
            ["install", "-y", "-qq", "chromium"],
        ),
        "dnf": (["install", "-y", "chromium"],),
        "apk": (["add", "chromium"],),
        "pacman": (["-Sy", "--noconfirm", "chromium"],),
    }.items():
        if shutil.which(manager):
            for command in commands:
                _try([*sudo, manager, *command], seconds=900)
            break
    return find_browser()


def playwright_browser() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _try(command: list[str], seconds: float) -> bool:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        return (
            subprocess.run(command, env=environment, timeout=seconds, check=False).returncode == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


if __name__ == "__main__":
    sys.exit(main())
