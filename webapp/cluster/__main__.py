"""``python -m webapp.cluster QUEUE ...``: one process of `flipfour worker`."""

from __future__ import annotations

import os
import sys

from webapp.cluster.searching import run
from webapp.cluster.supervisor import REDIS

if __name__ == "__main__":
    run(os.environ[REDIS], sys.argv[1:])
