"""``flipfour lab``: prove a property of a game, or find a game that shows it."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.jsonnumbers import exact
from engine.laboratory.clauses.combined import combined
from engine.laboratory.clauses.combined import dimacs as clauses_text
from engine.laboratory.clauses.unsat import check, drat, prove
from engine.laboratory.further import MOST
from engine.laboratory.language.catalogue import catalogue
from engine.laboratory.language.evaluator import evaluate
from engine.laboratory.language.parser import game_of_text, parse
from engine.laboratory.properties import properties_of, question_text
from engine.laboratory.prove import Bounds, Investigation
from engine.laboratory.reasons import explained
from engine.laboratory.report import answer_text, boards_text
from engine.registry import game as game_of
from engine.search.control import SearchControl
from engine.wholefile import write_whole

if TYPE_CHECKING:
    from engine.game import Game
    from engine.laboratory.answers import Answer
    from engine.laboratory.trace import Trace


_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command()
@click.argument("game")
@click.argument("property_", metavar="[PROPERTY]", required=False)
@click.option("--plies", type=click.IntRange(min=0), metavar="N", help="No longer line of play.")
@click.option("--more", type=click.IntRange(0, MOST), default=0, metavar="N", help="Further games.")
@click.option("--distinct", is_flag=True, help="Leave out symmetric games.")
@click.option("--boards", is_flag=True, help="Print every board of the game.")
@click.option("--moves", metavar="MOVES", help="Evaluate PROPERTY on this game instead.")
@click.option("--at", type=click.IntRange(min=0), metavar="PLY", help="On the board after PLY.")
@click.option("--dimacs", type=_FILE, metavar="FILE", help="Write a SAT solver's clauses to FILE.")
@click.option("--proof", type=_FILE, metavar="FILE", help="Write a checked DRAT proof to FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    property_: str | None,
    plies: int | None,
    more: int,
    distinct: bool,
    boards: bool,
    moves: str | None,
    at: int | None,
    dimacs: Path | None,
    proof: Path | None,
    as_json: bool,
) -> None:
    """Ask whether GAME has PROPERTY: the answer is a proof, or a game that shows it.

    PROPERTY is a ready question such as `tie`, or a text such as
    `full and not won and first_full = 4`. Without it, both kinds are listed. With --moves it
    is a condition or a number, and the answer its value on a board of that game.
    """
    subject = game_of(game)
    if property_ is None:
        click.echo(_listing(subject))
        return
    if moves is not None:
        _evaluate(subject, moves, property_, at, as_json=as_json)
        return
    if at is not None:
        raise click.UsageError("--at names a board of a game; say which game with --moves.")
    question = parse(subject, question_text(subject, property_))
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a SAT solver hears no Python handler
    click.get_current_context().call_on_close(lambda: signal.signal(signal.SIGINT, before))
    investigation = Investigation(
        question, SearchControl(), Bounds(plies=plies, distinct=distinct, keep=max(200, more + 1))
    )
    answer = explained(investigation.answer())
    if dimacs is not None:
        write_whole(dimacs, clauses_text(combined(answer)))
    if proof is not None:
        answer = _proved(answer, proof)
    others: list[Trace] = []
    while len(others) < more and (witness := investigation.next()) is not None:
        others.append(witness)
    if as_json:
        result = answer.to_json() | ({"more": [w.notation for w in others]} if more else {})
        click.echo(json.dumps(exact(result)))
        return
    click.echo(answer_text(answer))
    if boards and answer.witness is not None:
        click.echo(f"\n{boards_text(answer.witness)}")
    for witness in others:
        click.echo(f"Moves: {witness.notation}")


def _proved(answer: Answer, file: Path) -> Answer:
    """Write the proof of an answer, once it was checked."""
    formula = combined(answer)
    steps = prove(formula)
    check(formula.clauses(), steps)
    write_whole(file, drat(steps))
    return replace(answer, checked=len(steps))


def _evaluate(game: Game, text: str, expression: str, at: int | None, *, as_json: bool) -> None:
    """Print what an expression comes to on a board of a game."""
    moves = game_of_text(game, expression).parse_moves(text)
    value = evaluate(game, moves, expression, at)
    if as_json:
        ply = len(moves) if at is None else at
        told = {"game": game.key, "moves": game.format_moves(moves), "ply": ply}
        click.echo(json.dumps(told | {"expression": expression, "value": value}))
    else:
        click.echo(value if type(value) is int else "yes" if value else "no")


def _listing(game: Game) -> str:
    ready = [f"  {p.name:20} {p.title} ({p.text})" for p in properties_of(game)]
    words = []
    for predicate in catalogue(game):
        wanted = ", ".join(kind.name for kind in predicate.parameters)
        words.append(
            f"  {predicate.name + (f'({wanted})' if wanted else ''):30} {predicate.summary}"
        )
    return "\n".join(["Ready questions:", *ready, "", "Words of a question:", *words])
