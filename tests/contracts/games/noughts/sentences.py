"""Noughts and crosses in words."""

PHRASES = {
    "noughts.move": "{player} marks {square}.",
    "noughts.target": "Mark {square}.",
    "noughts.square": "{square}, {disc}",
    "noughts.your_turn": "Your turn.",
}


def describe_move(before, move, player):
    return PHRASES["noughts.move"].format(player=player, square=before.game.format_move(move))


def describe_square(game, square, disc):
    return f"{game.format_move(square)}, {disc}"


def describe_score(_game, _score):
    return ""


def describe_ending(_game, outcome, _names):
    return "A line is complete." if outcome.winner is not None else "The board is full."
