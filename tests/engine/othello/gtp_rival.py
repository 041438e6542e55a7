"""A program that speaks GTP and always plays the last of its legal moves."""

from __future__ import annotations

import sys

from engine.games.othello.game import Othello

game = Othello()
position = game.start()
for line in sys.stdin:
    command, *words = line.split()
    if command == "clear_board":
        position = game.start()
    elif position.to_move != "bw".index(words[0]):
        position = position.play(game.pass_move)
    answer = ""
    if command == "genmove":
        move = position.legal_moves()[-1]
        answer, position = game.format_move(move).upper(), position.play(move)
    elif command == "play":
        position = position.play(game.parse_move(words[1]))
    sys.stdout.write(f"= {answer}\n\n")
    sys.stdout.flush()
