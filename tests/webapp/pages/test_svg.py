"""The drawing model: geometry, names, outlines, and the pictures made of it."""

from __future__ import annotations

import re
from xml.etree import ElementTree  # our own output

import pytest
from flask import Flask, render_template

import engine
from engine import Position
from webapp.svg import OUTLINE, draw, draw_position, holes


def played(key: str, moves: str) -> Position:
    game = engine.game(key)
    position: Position = game.start()
    for move in game.parse_moves(moves):
        position = position.play(move)
    return position


def picture(app: Flask, position: Position) -> ElementTree.Element:
    with app.test_request_context():
        text = render_template("boards/picture.svg", drawing=draw_position(position))
    return ElementTree.fromstring(text)  # noqa: S314 (our own output)


def discs(root: ElementTree.Element) -> dict[int, str]:
    """Square -> symbol of every disc shown."""
    return {
        int(use.attrib["data-disc"]): use.attrib["href"]
        for use in root.iter()
        if "data-disc" in use.attrib and "href" in use.attrib
    }


def test_connect_four_counts_rows_from_the_bottom() -> None:
    drawing = draw_position(played("connectfour", "4"))
    assert [cell.square for cell in drawing.rows_of_cells[-1]] == list(range(7))
    cell = drawing.cell(3)
    assert (cell.x, cell.y, cell.owner) == (350, 550, 0)
    assert cell.name == "Column 4, row 1, red"
    assert drawing.cell(10).name == "Column 4, row 2, empty"


def test_othello_counts_rows_from_the_top() -> None:
    drawing = draw_position(played("othello", "f5"))
    assert (drawing.cell(0).x, drawing.cell(0).y) == (50, 50)
    assert drawing.last == 37
    assert drawing.cell(37).name == "f5, black"


@pytest.mark.parametrize("key", ["connectfour", "connectfour:2x16", "othello:4", "othello:16"])
def test_every_square_is_drawn_once(key: str) -> None:
    drawing = draw_position(engine.game(key).start())
    assert sorted(cell.square for cell in drawing.cells) == list(
        range(drawing.columns * drawing.rows)
    )
    assert len({(cell.x, cell.y) for cell in drawing.cells}) == len(drawing.cells)


def test_holes_are_one_circle_per_square() -> None:
    path = holes(7, 6)
    assert path.count("z") == 42
    assert path.count("M") == 6


def test_a_line_is_outlined_at_one_distance() -> None:
    drawing = draw_position(played("connectfour", "1122334"))
    (line,) = drawing.lines
    assert drawing.winning == {0, 1, 2, 3}
    heights = {float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", line)}
    assert heights == {550 - OUTLINE, 550 + OUTLINE}


def test_two_lines_at_once_are_outlined_apart() -> None:
    game = engine.game("connectfour")
    cells = [-1] * 42
    row, column = (0, 1, 2, 3), (3, 10, 17, 24)
    for square in row + column:
        cells[square] = 0
    drawing = draw(game, cells, line=sorted({*row, *column}))
    assert len(drawing.lines) == 2


def test_a_line_longer_than_needed_is_outlined_once() -> None:
    cells = [0, 0, 0, 0, 0] + [-1] * 37
    assert len(draw(engine.game("connectfour"), cells, line=range(5)).lines) == 1


def test_the_picture_shows_each_disc_in_its_place(app: Flask) -> None:
    position = played("connectfour:7x6:4:3p", "4453")
    shown = discs(picture(app, position))
    assert shown == {
        3: "#connectfour-0",
        10: "#connectfour-1",
        4: "#connectfour-2",
        2: "#connectfour-0",
    }


def test_pictures_refer_to_nothing_outside(app: Flask) -> None:
    for key, moves in (("connectfour", "4455667"), ("othello", "f5d6c3")):
        root = picture(app, played(key, moves))
        ids = {element.attrib.get("id") for element in root.iter()}
        for element in root.iter():
            target = element.attrib.get("href", "")
            assert not target or (target[0] == "#" and target[1:] in ids)
            assert "style" not in element.attrib


def test_a_win_dims_all_other_discs(app: Flask) -> None:
    root = picture(app, played("connectfour", "1122334"))
    dimmed = {
        int(use.attrib["data-disc"]) for use in root.iter() if use.attrib.get("opacity") == ".64"
    }
    assert dimmed >= {7, 8, 9}
    assert dimmed.isdisjoint({0, 1, 2, 3})
