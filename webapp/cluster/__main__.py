"""``python -m webapp.cluster QUEUE ...``: one process of `flipfour worker`."""

from __future__ import annotations

import os
import sys

from webapp.cluster import analysing, proving, searching
from webapp.cluster.questions import ANALYSES, PROOFS
from webapp.cluster.supervisor import REDIS

if __name__ == "__main__":
    url, queues = os.environ[REDIS], sys.argv[1:]
    if queues == [ANALYSES]:
        analysing.run(url)
    elif queues == [PROOFS]:
        proving.run(url)
    else:
        searching.run(url, queues)
