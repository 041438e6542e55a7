"""Legal boards and legal steps: each rule broken once, named and placed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import (
    Arrangement,
    CommonRule,
    ConnectFour,
    IllFormed,
    NotationError,
    Othello,
    explain,
    explain_transition,
    position_of,
    turn_of,
    valid_transition,
    well_formed,
)
from engine.games.connectfour.arrangement import ConnectFourRule
from engine.games.othello.arrangement import OthelloRule
from tests.engine.positions import after

CONNECT_FOUR = ConnectFour()
OTHELLO = Othello()
CENTRE = {(3, 3): 1, (4, 4): 1, (4, 3): 0, (3, 4): 0}


def rows(*lines: str, connect: int = 4, players: int = 2) -> Arrangement:
    game = ConnectFour(len(lines[0]), len(lines), connect, players)
    return Arrangement.from_rows(game, lines)


BROKEN = [
    (
        Arrangement(CONNECT_FOUR, {(3, 0): 0, (7, 0): 1}),
        CommonRule.IN_BOUNDS,
        ((7, 0),),
        "There is a disc off the board, at column 8, row 1; the board has 7 columns and 6 rows.",
    ),
    (
        Arrangement(CONNECT_FOUR, {(0, -1): 0}),
        CommonRule.IN_BOUNDS,
        ((0, -1),),
        "There is a disc off the board, at column 1, row 0; the board has 7 columns and 6 rows.",
    ),
    (
        Arrangement(CONNECT_FOUR, {(0, 0): 2}),
        CommonRule.KNOWN_PLAYER,
        ((0, 0),),
        "The disc at column 1, row 1 belongs to player 2; the players are 0 to 1.",
    ),
    (
        Arrangement(CONNECT_FOUR, {}, to_move=2),
        CommonRule.TURN,
        (),
        "It is the turn of player 2; the players are 0 to 1.",
    ),
    (
        Arrangement(CONNECT_FOUR, {(0, 0): 0}, to_move=0),
        CommonRule.TURN,
        (),
        "By the disc counts it is Yellow's turn, not Red's.",
    ),
    (
        Arrangement(CONNECT_FOUR, {(2, 0): 0, (2, 2): 1}),
        ConnectFourRule.NO_FLOATING_DISC,
        ((2, 2),),
        "The disc at column 3, row 3 floats: there is none in row 2 below it.",
    ),
    (
        Arrangement(CONNECT_FOUR, {(0, 0): 1}),
        ConnectFourRule.COUNTS_FIT_TURN_ORDER,
        (),
        "Red has 0 discs, Yellow has 1 disc: taking turns from Red on never leads to these counts.",
    ),
    (
        rows("B..", "RRB", players=3, connect=3),
        ConnectFourRule.COUNTS_FIT_TURN_ORDER,
        (),
        "Red has 2 discs, Yellow has 0 discs, Blue has 2 discs:"
        " taking turns from Red on never leads to these counts.",
    ),
    (
        rows(".....", ".....", "YYYY.", "RRRR."),
        ConnectFourRule.ONE_WINNER,
        tuple((column, row) for row in (0, 1) for column in range(4)),
        "Red and Yellow both have a line; the game ended at the first one.",
    ),
    (
        rows(".....", "YYY..", "RRRRY"),
        ConnectFourRule.WINNER_MOVED_LAST,
        tuple((column, 0) for column in range(4)),
        "Red has a line, but Yellow moved after it.",
    ),
    (
        rows("YYYR.", "RRRRY"),
        ConnectFourRule.ONE_LAST_MOVE,
        tuple((column, 0) for column in range(4)),
        "No single last disc of Red completes every line it has.",
    ),
    (
        Arrangement(OTHELLO, CENTRE),
        CommonRule.TURN,
        (),
        "It is not said whose turn it is; in Othello the discs do not tell.",
    ),
    (
        Arrangement(OTHELLO, CENTRE, to_move=1),
        CommonRule.TURN,
        (),
        "It is Black's turn, not White's: with 4 discs on the board nobody has had to pass yet.",
    ),
    (
        Arrangement(OTHELLO, {place: 0 for place in CENTRE if place != (3, 3)}, to_move=1),
        OthelloRule.CENTRE_OCCUPIED,
        ((3, 3),),
        "d4 is empty; the four centre squares hold discs from the start on.",
    ),
    (
        Arrangement(OTHELLO, {}, to_move=0),
        OthelloRule.CENTRE_OCCUPIED,
        ((3, 3), (4, 3), (3, 4), (4, 4)),
        "d4, e4, d5, e5 are empty; the four centre squares hold discs from the start on.",
    ),
    (
        Arrangement(OTHELLO, CENTRE | {(0, 0): 1, (1, 1): 0, (2, 3): 1}, to_move=0),
        OthelloRule.CONNECTED,
        ((0, 0), (1, 1)),
        "No chain of neighbouring discs joins a1, b2 to the centre.",
    ),
    (
        Arrangement(OTHELLO, CENTRE | {(8, 3): 0}, to_move=0),
        CommonRule.IN_BOUNDS,
        ((8, 3),),
        "There is a disc off the board, at column 9, row 4; the board has 8 columns and 8 rows.",
    ),
]


@pytest.mark.parametrize(("arrangement", "rule", "places", "sentence"), BROKEN)
def test_a_broken_rule_is_named_and_placed(arrangement, rule, places, sentence) -> None:
    violations = explain(arrangement)
    (violation,) = [violation for violation in violations if violation.rule is rule]
    assert violation.places == places
    assert str(violation) == sentence
    assert not well_formed(arrangement)
    with pytest.raises(IllFormed) as raised:
        position_of(arrangement)
    assert raised.value.violations == violations


def test_every_rule_has_its_example() -> None:
    assert {rule for _, rule, _, _ in BROKEN} == {*CommonRule, *ConnectFourRule, *OthelloRule}


def test_all_broken_rules_are_told_together() -> None:
    arrangement = Arrangement(CONNECT_FOUR, {(0, 1): 1, (3, 5): 1})
    assert [violation.rule for violation in explain(arrangement)] == [
        ConnectFourRule.NO_FLOATING_DISC,
        ConnectFourRule.NO_FLOATING_DISC,
        ConnectFourRule.COUNTS_FIT_TURN_ORDER,
    ]


def test_a_line_longer_than_asked_and_two_lines_at_once_are_legal() -> None:
    assert well_formed(after("connectfour", "11223355664"))
    assert well_formed(after("connectfour:4x4", "3324324131424121"))


def test_the_turn_follows_from_the_counts_in_connect_four_only() -> None:
    assert turn_of(Arrangement(CONNECT_FOUR, {(0, 0): 0})) == 1
    assert turn_of(Arrangement(ConnectFour(players=3), {(0, 0): 0, (1, 0): 1})) == 2
    assert turn_of(Arrangement(CONNECT_FOUR, {(0, 0): 1})) is None
    assert turn_of(Arrangement(CONNECT_FOUR, {(0, 0): 0, (1, 0): 7})) is None
    assert turn_of(Arrangement(OTHELLO, CENTRE, to_move=0)) == 0
    assert turn_of(Arrangement(OTHELLO, CENTRE)) is None


GAMES = ["connectfour", "connectfour:4x5:3", "connectfour:5x4:3:3p", "othello:4", "othello"]


@given(st.sampled_from(GAMES), st.integers(0, 40), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_played_positions_are_legal_boards_and_come_back(key: str, plies: int, random) -> None:
    position = engine.game(key).start()
    for _ in range(plies):
        if position.outcome():
            break
        move = random.choice(position.legal_moves())
        following = position.play(move)
        step = explain_transition(position, following)
        assert step
        assert position.play(step.move).key() == following.key()
        assert not valid_transition(following, position)
        assert not valid_transition(position, position)
        position = following
    arrangement = Arrangement.of(position)
    assert explain(arrangement) == ()
    rebuilt = position_of(arrangement)
    assert rebuilt.key() == position.key()
    assert rebuilt.outcome() == position.outcome()
    assert rebuilt.legal_moves() == position.legal_moves()
    again = Arrangement.from_rows(position.game, engine.board_rows(position), position.to_move)
    assert again == arrangement
    assert hash(again) == hash(arrangement)


def othello(*changes: tuple[str, int], to_move: int) -> Arrangement:
    """The start with some squares changed (player -1 takes the disc away)."""
    discs = dict(CENTRE)
    for square, player in changes:
        row, column = divmod(OTHELLO.parse_move(square), 8)
        discs[column, row] = player
    return Arrangement(OTHELLO, {p: d for p, d in discs.items() if d >= 0}, to_move)


START, FOUR = CONNECT_FOUR.start(), after("connectfour", "4")


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (START, OTHELLO.start(), "The boards are of two games, connectfour and othello."),
        (START, START, "Nothing was played."),
        (START, after("connectfour", "4433"), "More than one disc was placed: "),
        (FOUR, after("connectfour", "1"), "The disc on column 4, row 1 is gone."),
        (
            after("connectfour", "44"),
            Arrangement(CONNECT_FOUR, {(3, 0): 1, (3, 1): 0, (0, 0): 0}),
            "After that move the disc on column 4, row 1 is Red's.",
        ),
        (
            START,
            Arrangement(CONNECT_FOUR, {(0, 1): 0}),
            "The second board is not legal: The disc at column 1, row 2 floats",
        ),
        (
            OTHELLO.start(),
            othello(("d3", 0), ("d4", 0), to_move=0),
            "After that move it is White's turn.",
        ),
        (
            OTHELLO.start(),
            othello(("d3", 0), to_move=1),
            "After that move the disc on d4 is Black's.",
        ),
        (
            OTHELLO.start(),
            othello(("d3", 0), ("d4", 0), ("e5", 0), to_move=1),
            "After that move the disc on e5 is White's.",
        ),
        (OTHELLO.start(), othello(("e3", 0), to_move=1), "Black would flip nothing on e3."),
        (
            OTHELLO.start(),
            othello(("e3", 1), ("e4", 1), to_move=0),
            "White placed a disc on e3, but Black was to move.",
        ),
        (OTHELLO.start(), othello(to_move=1), "Black placed no disc, but has a move."),
        (
            after("othello:4", "a2a3b4c1a4--b1"),
            Arrangement(
                Othello(4),
                Arrangement.of(after("othello:4", "a2a3b4c1a4--b1")).discs,
                to_move=0,
            ),
            "White placed no disc, but has a move.",
        ),
        (
            after("othello:4", "a2a3b4c1a4"),
            Arrangement(
                Othello(4),
                Arrangement.of(after("othello:4", "a2a3b4c1a4")).discs | {(0, 1): 1},
                to_move=0,
            ),
            "After that move the disc on a2 is Black's.",
        ),
        (
            after("othello:4", "a2a3b4c1a4"),
            after("othello:4", "a2a3b4c1a4--b1"),
            "Black placed a disc on b1, but White was to move.",
        ),
    ],
)
def test_a_step_no_move_makes_is_explained(before, after, reason) -> None:
    step = explain_transition(before, after)
    assert not step
    assert step.move is None
    assert step.reason.startswith(reason)


def test_nothing_follows_the_end() -> None:
    over = after("connectfour", "1212121")
    more = Arrangement(CONNECT_FOUR, Arrangement.of(over).discs | {(6, 0): 1})
    assert explain_transition(over, more).reason.startswith("The second board is not legal")
    assert explain_transition(over, over).reason == "The game is over on the first board."


def test_a_forced_pass_is_a_step() -> None:
    before = after("othello:4", "a2a3b4c1a4")
    assert explain_transition(before, before.play(16)).move == 16


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("....\n....\n....", "The board has 4 rows, the text has 3."),
        ("....\n...\n....\n....", "Row 2 from the top, '...', has 3 squares instead of 4."),
        ("....\n....\n....\nR.G.", "Row 4 from the top: 'G' is none of RY.."),
    ],
)
def test_text_that_is_no_board_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message.replace(".", r"\.")):
        Arrangement.from_rows(ConnectFour(4, 4), text)


def test_threats_belong_to_connect_four() -> None:
    with pytest.raises(engine.UnsupportedGame):
        engine.threats(OTHELLO.start(), 0)


@pytest.mark.parametrize(
    ("size", "plies"), [(4, 4), *(pytest.param(n, 8, marks=pytest.mark.long) for n in (6, 8))]
)
def test_nobody_passes_before(size: int, plies: int) -> None:
    game = Othello(size)
    first, *_images = game.start().legal_moves()
    level = {game.start().play(first)}
    for ply in range(1, plies):
        assert all(well_formed(position) for position in level)
        assert not any(game.is_pass(position.legal_moves()[0]) for position in level), ply
        level = {position.play(move) for position in level for move in position.legal_moves()}
    passing = [position for position in level if game.is_pass(position.legal_moves()[0])]
    assert passing
    assert all(well_formed(position.play(game.pass_move)) for position in passing)
