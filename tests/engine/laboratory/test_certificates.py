"""What a SAT answer rests on can be read, solved and checked by others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from pysat.formula import CNF
from pysat.solvers import Solver

from engine.commands.lab import command
from engine.laboratory.language import parse
from engine.laboratory.prove import Investigation
from engine.laboratory.whole import dimacs, whole
from engine.registry import game
from engine.search.control import SearchControl

if TYPE_CHECKING:
    from pathlib import Path

    from engine.laboratory.answers import Answer

SMALL = "connectfour:4x4"


def answered(key: str, text: str) -> Answer:
    return Investigation(parse(game(key), text), SearchControl()).answer()


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (SMALL, "won(red) and disc(a1, yellow)"),
        (SMALL, "won(red) and plies <= 8 and disc(a4)"),
        (SMALL, "won(red) and plies <= 6"),
        (SMALL, "draw and disc(a1, red) and disc(b1, red)"),
        ("connectfour:3x3:3", "draw and height(1) <= 2"),
        ("connectfour:3x3:3", "always threats(red) <= 1 and won(red) and plies <= 5"),
    ],
)
def test_another_solver_agrees_about_the_clauses(key: str, text: str) -> None:
    answer = answered(key, text)
    with Solver(name="cadical153", bootstrap_with=CNF(from_string=dimacs(whole(answer)))) as solver:
        assert solver.solve() is answer.holds


def test_a_model_of_the_clauses_reads_as_the_game() -> None:
    """By the names in the comments alone."""
    answer = answered(SMALL, "won(red) and disc(a1, yellow)")
    text = dimacs(whole(answer))
    with Solver(name="cadical153", bootstrap_with=CNF(from_string=text)) as solver:
        assert solver.solve()
        true = set(solver.get_model())
    said = [line.split(maxsplit=2)[2] for line in text.splitlines() if _is_about(line, true)]
    assert answer.witness is not None
    length = answer.witness.plies
    assert f"the game has {length} plies" in said
    here = f"in {length} plies: "
    drops = [words.removeprefix(here).split() for words in said if words.startswith(f"{here}disc")]
    columns = {int(ply): int(column) - 1 for _, ply, *_, column in drops}
    end = game(SMALL).start()
    for ply in range(1, length + 1):
        end = end.play(columns[ply])
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    assert end.cell(0) == 1


def _is_about(line: str, true: set[int]) -> bool:
    first, number, *_ = line.split()
    return first == "c" and number.isdigit() and int(number) in true


def test_the_terminal_writes_the_clauses(tmp_path: Path) -> None:
    file = tmp_path / "question.cnf"
    run = CliRunner().invoke
    said = run(command, [SMALL, "won(red) and plies <= 6", "--dimacs", str(file)])
    assert said.exit_code == 0, said.output
    with Solver(name="cadical153", bootstrap_with=CNF(from_file=str(file))) as solver:
        assert solver.solve() is False
    said = run(command, ["othello:4", "draw", "--dimacs", str(file)])
    assert said.exit_code != 0
    assert "No SAT solver" in str(said.exception or said.output)
