"""A program that speaks GTP and plays its first legal move, or fails as it is told to.

``--fail`` says how: ``crash``, ``hang``, ``cheat`` or ``resign``. ``--game`` is what it plays,
``--size`` the one board size that it knows beside the usual one, ``--name`` what it is called.
"""

from __future__ import annotations

import os
import sys
import threading

from engine import game

settings = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=False))
how = settings.get("--fail", "")
played = game(settings.get("--game", "othello"))
position = played.start()
sys.stdout.write("A banner, which is no answer\n")
for line in sys.stdin:
    command, *words = line.split()
    mark, answer = "=", ""
    if command in ("play", "genmove"):
        while position.to_move != "bw".index(words[0]):
            position = position.play(position.legal_moves()[0])
    if command == "name":
        mark, answer = (
            ("=", settings["--name"]) if "--name" in settings else ("?", "unknown command")
        )
    elif command in ("boardsize", "rectangular_boardsize"):
        if " ".join(words) != settings.get("--size"):
            mark, answer = "?", "unacceptable size"
    elif command == "clear_board":
        position = played.start()
    elif command == "play":
        position = position.play(played.parse_move(words[1]))
    elif command == "genmove":
        if how == "crash":
            os._exit(3)
        if how == "hang":
            threading.Event().wait()
        move = position.legal_moves()[0]
        answer = {"cheat": "z9", "resign": "resign"}.get(how, played.format_move(move).upper())
        position = position.play(move)
    sys.stdout.write(f"{mark} {answer}\n\n")
    sys.stdout.flush()
