"""What a SAT answer rests on can be read, solved and checked by others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Solver

from engine.commands.lab import command
from engine.errors import EngineError
from engine.laboratory.clauses.certified import certified
from engine.laboratory.clauses.combined import combined, dimacs
from engine.laboratory.clauses.propagation import Clauses
from engine.laboratory.clauses.reason import explained
from engine.laboratory.clauses.unsat import Unfinished, WrongProof, check, prove
from engine.laboratory.language.parser import parse
from engine.laboratory.prove import Investigation
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
    with Solver(
        name="cadical153", bootstrap_with=CNF(from_string=dimacs(combined(answer)))
    ) as solver:
        assert solver.solve() is answer.holds


def test_a_model_of_the_clauses_reads_as_the_game() -> None:
    """By the names in the comments alone."""
    answer = answered(SMALL, "won(red) and disc(a1, yellow)")
    text = dimacs(combined(answer))
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


LITERALS = st.integers(-6, 6).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=3), max_size=30)


@settings(max_examples=200)
@given(clauses=CLAUSES, added=CLAUSES, asked=st.lists(st.lists(LITERALS, max_size=3), max_size=8))
def test_propagation_agrees_with_its_definition(
    clauses: list[list[int]], added: list[list[int]], asked: list[list[int]]
) -> None:
    known = Clauses(clauses)
    for clause in added:
        known.add(clause)
    for clause in asked:
        assert known.implies(clause) is _contradicts([*clauses, *added], clause)


def _contradicts(clauses: list[list[int]], denied: list[int]) -> bool:
    """By going through all clauses again and again."""
    true = {-literal for literal in denied}
    while not any(-literal in true for literal in true):
        units = {
            next(iter(left), 0)
            for clause in clauses
            if not true & set(clause)
            and len(left := {literal for literal in clause if -literal not in true}) < 2
        }
        if not units - true:
            return False
        if 0 in units:
            return True
        true |= units
    return True


def _pigeons(count: int) -> list[list[int]]:
    """`count` + 1 pigeons in `count` holes, each in one of its own: there is no way."""
    holes = range(count)
    rows = [[count * pigeon + hole + 1 for hole in holes] for pigeon in range(count + 1)]
    pairs = [
        [-rows[one][hole], -rows[other][hole]]
        for hole in holes
        for other in range(count + 1)
        for one in range(other)
    ]
    return [*rows, *pairs]


def test_wrong_proofs_are_rejected() -> None:
    clauses = _pigeons(3)
    good = [[-1, -5], [-1, -6], [-1], [-2, -4], [-2, -6], [-2], [-4], []]
    check(clauses, good)
    for wrong in ([[]], good[:-1], [], [[1], []], [[-1], *good], good[2:]):
        with pytest.raises(WrongProof):
            check(clauses, wrong)
    with pytest.raises(WrongProof, match="Step 7"):
        check(clauses[1:], good)  # without the first pigeon there is a way


def test_a_solver_s_proof_is_checked_and_no_other() -> None:
    answer = answered(SMALL, "draw and disc(a1, yellow) and height(2) = 3")
    for asked in (answer, answered(SMALL, "won(red) and plies <= 6")):
        assert asked.holds is False
        formula = combined(asked)
        proof, clauses = prove(formula), list(formula.clauses())
        check(clauses, proof)
        with pytest.raises(WrongProof):
            check(clauses[1:], proof)  # nothing demands that there is a game
        assert certified(asked).checked == len(proof)
    found = answered(SMALL, "won(red) and plies <= 7")
    assert certified(found).checked is None
    with pytest.raises(EngineError, match="There is such a game"):
        prove(combined(found))


def test_a_proof_that_takes_too_long_is_not_called_checked() -> None:
    with pytest.raises(Unfinished):
        check(_pigeons(3), [[-1, -5], []], seconds=0)


def test_the_terminal_writes_a_checked_proof(tmp_path: Path) -> None:
    file = tmp_path / "proof.drat"
    said = CliRunner().invoke(command, [SMALL, "won(red) and plies <= 6", "--proof", str(file)])
    steps = [[int(word) for word in line.split()[:-1]] for line in file.read_text().splitlines()]
    assert f"A proof of {len(steps)} clauses was checked." in said.output
    check(combined(answered(SMALL, "won(red) and plies <= 6")).clauses(), steps)
    file.unlink()
    said = CliRunner().invoke(command, [SMALL, "won(red)", "--proof", str(file)])
    assert said.exit_code != 0
    assert not file.exists()


ENDS = "the rule that a game ends with the first line of 4"


def test_the_reason_names_what_excludes_it_and_nothing_else() -> None:
    """Every condition named is needed: without it there is such a game."""
    needed = ("won(red)", "plies <= 6")
    said = explained(answered(SMALL, " and ".join((*needed, "not disc(d4)", "disc(a1, red)"))))
    words = [part for part in said.reason if not part.startswith("the rule that")]
    assert words == ["Red has won", "the number of moves played is at most 6"]
    for left_out in needed:
        rest = " and ".join(part for part in needed if part != left_out)
        assert answered(SMALL, f"{rest} and not disc(d4) and disc(a1, red)").holds
    both = explained(answered(SMALL, "line(horizontal) and threats(red, 5) >= 5 and disc(a1)"))
    assert len([part for part in both.reason if not part.startswith("the rule that")]) == 1
    assert explained(answered(SMALL, "won(red)")).reason == ()


def test_a_rule_is_named_where_it_is_needed() -> None:
    """Red and yellow lines side by side stand against nothing but the end of the game."""
    rows = [
        f"disc({column}{row + 1}, {p})"
        for row, p in enumerate(("red", "yellow"))
        for column in "abcd"
    ]
    said = explained(answered(SMALL, " and ".join(rows)))
    assert said.holds is False
    assert ENDS in said.reason
