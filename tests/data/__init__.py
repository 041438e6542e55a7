"""Where the tests' data lies."""

from pathlib import Path

DATA = Path(__file__).parent
