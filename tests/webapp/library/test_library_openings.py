"""What was played from a position: moves, results, names and what the book says."""

from __future__ import annotations

import re

from flask import Flask

from tests.webapp.browsers import wait_until
from tests.webapp.library.visiting import WTHOR, Make, bring, owner, page
from webapp.domain.library import Keeping
from webapp.extensions import services


def test_openings_tell_moves_results_and_what_the_book_says(app: Flask, visitor: Make) -> None:
    ann = visitor()
    bring(ann, ("WTH_1980.wtb", WTHOR))
    library, guest = services(app).library, owner(app)
    wait_until(lambda: [at for _, at in library.collections(guest)] == [Keeping.DONE])
    text = page(ann, "/openings?game=othello&moves=f5d6c3d3c4")
    assert "<h2>Tiger</h2>" in text
    assert re.search(r"<b>[−+]\d", text)
    assert "book, " in text
    start = page(ann, "/openings?game=othello&moves=&part=1")
    assert start.count("data-played") == 1  # all four first moves are images of one another
    assert "<html" not in start
    asked = "game=othello&moves=f5d6c3d3c4&q=nobody&since=1990&until=1995"
    nobody = page(ann, f"/openings?{asked}&part=1")
    assert "No game of nobody from 1990 to 1995 that came through this board." in nobody


def test_games_that_break_off_are_no_ones_wins(app: Flask, visitor: Make) -> None:
    ann = visitor()
    bring(ann, ("broken.txt", b"f5d6c3d3c4f4f6f3e6e7\nf5d6c3d3c4f4c5b3c2"))
    library, guest = services(app).library, owner(app)
    wait_until(lambda: [at for _, at in library.collections(guest)] == [Keeping.DONE])
    (row,) = re.findall(
        r'(?s)<tr data-played="\d+"><th scope="row"><a[^>]*>d3<.*?</tr>',
        page(ann, "/openings?game=othello&moves=f5d6c3&part=1"),
    )
    assert "<td>2</td>" in row
    assert "percent" not in row


def test_openings_that_nobody_has_played_have_names_and_scores(visitor: Make) -> None:
    ann = visitor()
    rows = re.compile(r'(?s)<tr data-played="\d+">.*?</tr>')
    text = page(ann, "/openings?game=othello&moves=f5")
    assert "No game has come through this board yet." in text
    diagonal, parallel, perpendicular = 0, 0, 0
    told = rows.findall(text)
    assert len(told) == 3
    for row in told:
        diagonal += "Diagonal Opening" in row
        parallel += "Parallel Opening" in row
        perpendicular += "Perpendicular Opening" in row
        assert "book, " in row
    assert (diagonal, parallel, perpendicular) == (1, 1, 1)
    # the middle column alone wins, its neighbours draw (Allis, 1988): the row of all seven columns
    told = rows.findall(page(ann, "/openings?game=connectfour&moves="))
    worth = [re.findall(r"<b>([+−0=]?)", row)[0] for row in told]
    assert worth == ["+", "0", "−", "−"]
    assert all("exact" in row for row in told)
    assert not rows.findall(page(ann, "/openings?game=connectfour&moves=1212121"))  # it is over
