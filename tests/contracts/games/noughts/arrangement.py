"""Legal boards of noughts and crosses, as far as the contracts ask."""

from engine.games.noughts.position import NoughtsPosition

from engine.arrangement import stray_violations, turn_violations


def explain(arrangement):
    return (*stray_violations(arrangement), *turn_violations(arrangement))


def derived_turn(arrangement):
    return len(arrangement.discs) % 2


def build(arrangement):
    boards = [0, 0]
    for (column, row), player in arrangement.discs.items():
        boards[player] |= 1 << (arrangement.game.side * row + column)
    return NoughtsPosition(arrangement.game, (boards[0], boards[1]))


def move_onto(_game, square):
    return square
