"""The laboratory's pages about a single position: legal, reachable, worth what?"""

from __future__ import annotations

import pytest

from tests.webapp.asking import Asker, wait_for
from webapp.extensions import services

FLOATING = "......." * 4 + "...R..." + "......."
REACHED = ["." * 7] * 4 + ["...Y...", "..RYR.."]


def _rows(text: str, columns: int) -> str:
    return "\n".join(text[i : i + columns] for i in range(0, len(text), columns))


def test_broken_rules_are_named(asker: Asker) -> None:
    page = asker.client.get(
        "/lab/position", query_string={"game": "connectfour", "rows": _rows(FLOATING, 7)}
    ).text
    assert "Breaks the rules" in page
    assert 'data-broken="10"' in page
    assert "Can it come up" not in page


def test_what_no_order_of_turns_leads_to_is_named(asker: Asker) -> None:
    rows = "\n".join(["." * 7] * 4 + ["RR.....", "YY....."])
    page = asker.client.get(
        "/lab/position", query_string={"game": "connectfour", "rows": rows}
    ).text
    assert "at the start it is Red&#39;s turn" in page
    assert 'data-broken="0 1"' in page
    assert "Well-formed" not in page


def test_a_position_of_a_game_is_laid_out(asker: Asker) -> None:
    page = asker.client.get("/lab/position?game=othello:4&moves=b1a1").text
    assert "OX--\n-OX-\n-XO-\n----" in page
    assert 'name="turn" value="0" checked' in page


def test_legal_position_tells_turn_and_threats(asker: Asker) -> None:
    rows = "\n".join(["." * 7] * 4 + [".YYY...", ".RRR..."])
    query = {"game": "connectfour", "rows": rows}
    page = asker.client.get("/lab/position", query_string=query).text
    assert "Well-formed" in page
    assert "Red&#39;s turn" in page
    assert "Red has a double threat" in page


def test_reachable_position_gets_a_game(asker: Asker) -> None:
    response = asker.post("/lab/position", game="connectfour", rows="\n".join(REACHED))
    job = services(asker.app).laboratory.job(response.request.path.rpartition("/")[2])
    wait_for(job)
    assert job.answer is not None
    assert job.answer["holds"] is True
    assert sorted(job.witnesses[0]) == ["3", "4", "4", "5"]
    link = f"/new?game=connectfour&amp;moves={job.witnesses[0]}"
    assert link in asker.client.get(f"/lab/{job.id}").text
    query = {"game": "connectfour", "rows": "\n".join(REACHED)}
    assert link in asker.client.get("/lab/position", query_string=query).text


def test_unreachable_position_is_proved_so(asker: Asker) -> None:
    # each colour has as many discs as it should, but every bottom disc is yellow's
    rows = "\n".join(["....", "....", "RRR.", "YYY."])
    response = asker.post("/lab/position", game="connectfour:4x4", rows=rows)
    job = services(asker.app).laboratory.job(response.request.path.rpartition("/")[2])
    wait_for(job)
    assert job.answer is not None
    assert (job.answer["verdict"], job.answer["holds"]) == ("proved", False)


@pytest.mark.long  # the solver's kernels may have to be compiled first
def test_position_is_solved(asker: Asker) -> None:
    rows = "\n".join(["....", "....", "YYY.", "RRR."])
    response = asker.post("/lab/position", game="connectfour:4x4", rows=rows, solve="1")
    job = services(asker.app).laboratory.job(response.request.path.rpartition("/")[2])
    wait_for(job, 280)
    assert job.answer is not None
    assert job.answer["verdict"] == "proved"
    assert "Red wins" in job.answer["claim"]


@pytest.mark.parametrize(
    "query",
    [
        {"rows": "nonsense"},
        {"rows": "R" * 3000},
        {"game": "othello", "turn": "7"},
        {"game": "go"},
    ],
)
def test_junk_positions_are_refused(asker: Asker, query: dict[str, str]) -> None:
    assert asker.client.get("/lab/position", query_string=query).status_code == 400


def test_the_answer_about_a_board_shows_it_and_the_question(asker: Asker) -> None:
    rows = "\n".join(["....", "....", "RRR.", "YYY."])
    response = asker.post("/lab/position", game="connectfour:4x4", rows=rows)
    job = services(asker.app).laboratory.job(response.request.path.rpartition("/")[2])
    wait_for(job)
    page = asker.client.get(f"/lab/{job.id}").text
    assert "Can this board come up in a game of Connect Four 4 × 4?" in page
    assert "No. No game comes to this board." in page
    assert 'aria-label="The board that was asked about"' in page
    assert 'property="og:title" content="Can this board come up' in page
