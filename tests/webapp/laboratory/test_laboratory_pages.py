"""The laboratory over HTTP, with its real processes."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import pytest
from flask import Flask
from pysat.formula import CNF
from pysat.solvers import Solver

from engine.laboratory.backend import backend_of
from engine.laboratory.clauses.unsat import check
from engine.laboratory.properties import all_properties
from engine.laboratory.trace import Trace
from engine.registry import game
from tests.webapp.asking import Asker, wait_for
from webapp import create_app
from webapp.config import Config
from webapp.extensions import services
from webapp.pages.laboratory_evaluator import TOO_MUCH, evaluations


def test_page_offers_every_ready_question(asker: Asker) -> None:
    for ready in all_properties():
        assert ready.title in asker.page
    assert asker.page.count('data-card="') == len(all_properties())


def test_witness_is_shown_as_a_column_of_boards(asker: Asker) -> None:
    job = asker.ask("othello:4", "wiped_out(white) or wiped_out(black)")
    assert job.answer is not None
    assert job.answer["holds"] is True
    assert "Witness found" in asker.page
    assert "Yes. A side can lose every disc." in asker.page
    for ply in range(job.answer["plies"] + 1):
        assert f'data-ply="{ply}"' in asker.page
    assert "passes" in asker.page


def test_proof_says_what_was_examined(asker: Asker) -> None:
    asker.ask("othello:4", "corner_flips >= 1")
    assert "Proved" in asker.page
    assert "A disc in a corner stays as it is." in asker.page
    assert "60,060" in asker.page
    assert "Proved: no" in asker.client.get("/lab").text


def test_next_game_is_another_one(asker: Asker) -> None:
    job = asker.ask("connectfour", "won(red) and plies = 7")
    assert len(job.witnesses) == len(set(job.witnesses)) == 50
    second = asker.client.get(f"/lab/{job.id}?n=1").text
    assert ">Game 2<" in second
    assert second != asker.page
    assert asker.client.get(f"/lab/{job.id}?n=junk").status_code == 200
    last = asker.client.get(f"/lab/{job.id}?n=999").text
    assert 'name="skip" value="50"' in last
    further = asker.ask("connectfour", "won(red) and plies = 7", skip=50)
    assert not set(further.witnesses) & set(job.witnesses)
    assert "Game 51</h2>" in asker.page
    assert f'<a href="/lab/{further.id}">' not in asker.client.get("/lab").text
    assert asker.post("/lab", game="connectfour", q="draw", skip="10000").status_code == 400


def test_further_games_come_to_an_end(asker: Asker) -> None:
    """From the shortest game on to the longer ones; 131,184 is no number for one page."""
    text = "under free placing: won(red) and disc(a1, red) and disc(b1, red) and plies <= 7"
    first, seen = asker.ask("connectfour:3x3:3", text), set[str]()
    assert {len(moves) for moves in first.witnesses} == {10}
    job = first
    while job.may_show_more and len(seen) < 300:
        seen |= set(job.witnesses)
        job = asker.ask("connectfour:3x3:3", text, skip=job.skip + len(job.witnesses))
        assert not seen & set(job.witnesses)
    assert any(len(moves) == 14 for moves in seen)
    few = "under free placing: plies = 1"
    assert asker.ask("connectfour:3x3:3", few, skip=5).witnesses == ("c2", "a3", "b3", "c3")
    assert asker.ask("connectfour:3x3:3", few, skip=9).witnesses == ()
    assert "There is no further game." in asker.page


def test_distinct_games_leave_mirrors_out(asker: Asker) -> None:
    job = asker.ask("connectfour:3x3:3", "won(red) and plies = 5", distinct="1")
    mirrored = {"".join(str(4 - int(move)) for move in moves) for moves in job.witnesses}
    assert not mirrored & set(job.witnesses)


def test_downloads(asker: Asker) -> None:
    job = asker.ask("othello:4", "draw")
    data = json.loads(asker.client.get(f"/lab/{job.id}/game.json").text)
    assert game("othello:4").parse_moves(data["text"]) == tuple(data["moves"])
    assert len(data["boards"]) == len(data["moves"]) + 1
    text = asker.client.get(f"/lab/{job.id}/game.txt").text
    assert text.count("Board ") == len(data["boards"])
    picture = asker.client.get(f"/lab/{job.id}/game.svg")
    assert picture.mimetype == "image/svg+xml"
    assert picture.text.count("<g transform") == len(data["boards"])
    assert asker.client.get(f"/lab/{job.id}/game.exe").status_code == 404
    assert asker.client.get(f"/lab/{job.id}/game.cnf").status_code == 404  # no solver gave it


def test_clauses_are_offered_of_a_solver_s_answer(asker: Asker) -> None:
    for text, holds in (("won(red) and plies <= 6", False), ("won(red) and plies = 7", True)):
        job = asker.ask("connectfour:4x4", text)
        assert f"/lab/{job.id}/game.cnf" in asker.page
        clauses = asker.client.get(f"/lab/{job.id}/game.cnf").text
        assert text in clauses
        with Solver(name="cadical153", bootstrap_with=CNF(from_string=clauses)) as solver:
            assert solver.solve() is holds
        said = asker.client.get(f"/lab/{job.id}/game.txt").text
        assert text in said
        assert ("Board 0" in said) is holds
        assert ("clauses was checked" in asker.page) is not holds
        assert ("What excludes it" in asker.page) is not holds
        assert ("the number of moves played is at most 6</li>" in asker.page) is not holds
        proof = asker.client.get(f"/lab/{job.id}/game.drat")
        assert proof.status_code == (404 if holds else 200)
        if not holds:
            steps = [[int(word) for word in step.split()[:-1]] for step in proof.text.splitlines()]
            check(CNF(from_string=clauses).clauses, steps)
        assert json.loads(asker.client.get(f"/lab/{job.id}/game.json").text)["answer"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("wun", "did you mean"),
        ("won and", "column 8"),
        ("<script>alert(1)</script>", "column 1"),
        ("won" * 200, "at most 500 characters"),
        ("((((((((((((((((((((((won", "deep"),
    ],
)
def test_junk_is_answered_with_place_and_reason(asker: Asker, text: str, says: str) -> None:
    response = asker.post("/lab", game="connectfour", q=text)
    assert response.status_code == 400
    assert says in response.text
    assert "<script>alert" not in response.text


def test_the_form_reads_a_question_as_a_tree(asker: Asker) -> None:
    def read(text: str) -> Any:
        query = {"game": "connectfour", "q": text}
        return asker.client.get("/lab/tree", query_string=query)

    answer = read("count not(full or won( red ))and plies=7").json
    assert answer["text"] == "count not (full or won(red)) and plies = 7"
    assert answer["tree"]["kind"] == "count"
    assert read(answer["text"]).json == answer
    refused = read("won and")
    assert refused.status_code == 422
    assert (refused.json["line"], refused.json["column"]) == (1, 8)
    assert asker.client.get("/lab/tree?game=chess").status_code == 400


def test_junk_boards_and_jobs(asker: Asker) -> None:
    assert asker.post("/lab", game="chess", q="won").status_code == 400
    assert asker.client.get("/lab?game=chess").status_code == 400
    assert asker.client.get("/lab/nothing").status_code == 404
    assert asker.client.get("/lab?game=connectfour:16x16&q=full").status_code == 200


def test_question_too_large_for_every_engine_is_refused(asker: Asker) -> None:
    job = asker.ask("othello:16", "draw")
    assert job.status == "refused"
    assert "too large" in asker.page
    asker.ask("connectfour:16x16", "count draw")
    assert "columns × (rows + 1) of at most 64" in asker.page


def test_stop_takes_effect_at_once_and_leaves_nothing_running(
    laboratory: Flask, asker: Asker
) -> None:
    asker.ask("othello:4", "draw")  # the process is warm
    response = asker.post("/lab", game="connectfour:10x10", q="draw and first_full = 5")
    job = services(laboratory).laboratory.job(response.request.path.rpartition("/")[2])
    assert job.status == "running"
    asker.post(f"/lab/{job.id}/stop")
    wait_for(job)
    assert job.status == "stopped"
    assert "Stopped" in asker.client.get(f"/lab/{job.id}").text
    assert services(laboratory).laboratory.running == 0


def test_who_stops_what_others_ask_too_is_told_that_it_goes_on(laboratory: Flask) -> None:
    ann, ben = Asker(laboratory), Asker(laboratory)
    for one in (ann, ben):
        path = one.post("/lab", game="connectfour:8x8", q="count draw").request.path
    ann.page = ann.client.get(path).text
    assert "Others asked this" not in ann.page
    ann.post(f"{path}/stop")
    assert "Others asked this; it goes on for as long as they want." in ann.page
    job = services(laboratory).laboratory.job(path.rpartition("/")[2])
    assert job.open
    ben.page = ben.client.get(path).text
    ben.post(f"{path}/stop")
    wait_for(job)


def test_answers_are_there_after_a_restart(laboratory: Flask, asker: Asker) -> None:
    job = asker.ask("othello:4", "fewest plies where ended")
    again = create_app(Config(database=str(services(laboratory).database.url), compile=False))
    page = again.test_client().get(f"/lab/{job.id}").text
    assert "Proved" in page
    assert f"Board {job.answer['plies'] if job.answer else 0} of" in page
    assert services(again).laboratory.running == 0
    services(again).close()


def test_two_people_ask_at_once(laboratory: Flask) -> None:
    ann, bob = Asker(laboratory), Asker(laboratory)
    texts = {ann: "won(white)", bob: "won(black)"}
    threads = [
        threading.Thread(target=person.ask, args=("othello:4", text))
        for person, text in texts.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert "White can win." in ann.page
    assert "Black can win." in bob.page


def test_every_unfinished_board_leads_to_a_game(asker: Asker) -> None:
    job = asker.ask("othello:4", "draw")
    links = re.findall(r'data-play-on="([^"]+)"', asker.page)
    assert len(links) == len(game("othello:4").parse_moves(job.witnesses[0]))
    form = asker.client.get(links[7].replace("&amp;", "&"))
    assert form.status_code == 200
    assert "Starts from this board (ply 7)." in form.text


# -- What pages say ----------------------------------------------------------------------------


def test_every_board_is_named_in_full(asker: Asker) -> None:
    asker.ask("connectfour:4x4:3", "plies = 2")
    assert "a game of Connect Four 4 × 4, 3 in a row in which" in asker.page
    page = asker.client.get("/lab?game=connectfour:5x4:3").text
    names = re.findall(r"<option value=\"(?:connectfour|othello)[^>]*>([^<]+)</option>", page)
    assert len(names) == len(set(names)) > 10


def test_a_bounded_count_is_called_so(asker: Asker) -> None:
    job = asker.ask("othello", "count ended and plies <= 4")
    assert job.answer is not None
    assert "Witness found" not in asker.page


def test_ready_questions_are_found_by_game_subject_size_and_words(asker: Asker) -> None:
    def found(**wanted: str) -> int:
        return asker.client.get("/lab", query_string=wanted).text.count('data-card="')

    everything = len(all_properties())
    assert found(family="othello") + found(family="connectfour") == everything
    subjects = ("endings", "lines", "extremes", "possible", "perfect")
    assert sum(found(subject=subject) for subject in subjects) == everything
    assert sum(found(size=size) for size in ("small", "middle", "large")) == everything
    assert found(find="CORNER flip") == 1
    assert found(find="nothing of the sort") == 0


def test_own_questions_are_listed(asker: Asker) -> None:
    job = asker.ask("connectfour:3x3:3", "won(yellow) and plies = 6")
    assert f'<a href="/lab/{job.id}">' in asker.client.get("/lab").text
    stranger = Asker(asker.app)
    assert f'<a href="/lab/{job.id}">' not in stranger.page


def test_the_words_of_the_language_are_listed(asker: Asker) -> None:
    page = asker.client.get("/lab/language?game=othello:4").text
    assert "corner_flips" in page
    assert "passes_running" in page
    assert page.count('name="q"') == len(backend_of(game("othello:4")).examples)


def test_expressions_are_evaluated_on_the_boards_of_a_game(asker: Asker) -> None:
    """The newest first, each at the ply it was asked at."""
    job = asker.ask("connectfour:4x4", "won(red) and plies = 7")
    path = f"/lab/{job.id}"

    def results(**asked: object) -> list[tuple[str, str, str]]:
        page = asker.client.get(path, query_string=asked)
        assert page.status_code == 200
        pattern = r"<dt><code>(.*?)</code>.*?at ply (\d+)</span></dt><dd>(.*?)</dd>"
        return re.findall(pattern, page.text)

    assert results() == []
    assert results(ply=3, expression="discs(red)") == [("discs(red)", "3", "2")]
    both = results(ply=7, expression="ended", e="3:discs(red)")
    assert both == [("ended", "7", "yes"), ("discs(red)", "3", "2")]
    for costly in ("red can force won(red)", "always eventually won(red)"):
        assert "ask it as a question" in results(expression=costly)[0][2]
    every = "every square s: every square t: every player p: disc(s, p)"
    assert "ask it as a question" in results(expression=every)[0][2]
    assert "did you mean" in results(expression="discz(red)")[0][2]
    assert results(e=["99:ended", "x:ended", "3:", "\u00b2:ended"]) == []
    assert len(results(e=[f"{ply % 7}:empties >= {ply}" for ply in range(30)])) == 8


def test_expressions_over_many_pairs_of_squares_are_questions() -> None:
    """On 16 x 16 a join may meet sixteen million, and a page is waited for."""
    join = "some black & edge.right"
    for key, expression, refused in (
        ("othello:16", f"{join} and {join}", True),
        ("othello:16", "#(^beside + ~^beside) > 3", True),
        ("othello:16", join, False),
        ("othello", f"{join} and {join}", False),
    ):
        (found,) = evaluations(Trace(game(key), ()), (), 0, expression)
        assert (found.value == TOO_MUCH) == refused, (key, expression, found)


# -- Changed rules -----------------------------------------------------------------------------


def test_a_question_under_other_rules_is_answered_and_drawn(asker: Asker) -> None:
    job = asker.ask("connectfour:3x3:3", "under free placing: won(yellow) and disc(b2, yellow)")
    assert "With free placing: is there a game of Connect Four 3 × 3, 3 in a row" in asker.page
    boards = json.loads(asker.client.get(f"/lab/{job.id}/game.json").text)["boards"]
    assert boards[-1].count(1) == 3
    assert boards[-1][4] == 1
    assert "Play on from this board" not in re.sub(r"<a[^>]*hidden>[^<]*</a>", "", asker.page)
    assert 'data-play-on="/new' not in asker.page
    evaluated = asker.client.get(f"/lab/{job.id}", query_string={"expression": "height(2)"}).text
    assert re.search(r"<dd>[123]</dd>", evaluated)


def test_rules_are_ticked_without_script(asker: Asker) -> None:
    response = asker.post(
        "/lab", game="connectfour:3x3:3", q="draw", rule=["free placing", "misere"]
    )
    job = services(asker.app).laboratory.job(response.request.path.rpartition("/")[2])
    assert job.text == "under free placing, misere: draw"
    wait_for(job)
    fields = {"start": "---- / -OO- / -XX- / ----", "turn": "white"}
    response = asker.post("/lab", game="othello:4", q="plies = 1", **fields)
    job = services(asker.app).laboratory.job(response.request.path.rpartition("/")[2])
    assert job.text == 'under start "----/-OO-/-XX-/----" white: plies = 1'
    wait_for(job)
    assert sorted(job.witnesses) == ["a4", "b4", "c4", "d4"]
    response = asker.post("/lab", game="othello:4", q="draw", rule=["wrap around"])
    assert response.status_code == 400
    assert "the rules are no passes, free placing, misere" in response.text


def test_the_tree_tells_the_rules(asker: Asker) -> None:
    text = 'under misere, start "----/-OO-/-XX-/----" white: draw'
    said = asker.client.get("/lab/tree", query_string={"game": "othello:4", "q": text}).json
    assert said is not None
    assert said["tree"]["rules"] == ["misere"]
    assert (said["tree"]["start"], said["tree"]["turn"]) == ("----/-OO-/-XX-/----", "white")
    assert said["sentence"].startswith("Misère and from the board ----/-OO-/-XX-/----: is there")


def test_everybody_sees_what_is_asked_now(laboratory: Flask) -> None:
    asker, stranger = Asker(laboratory), Asker(laboratory)
    response = asker.post("/lab", game="othello:8", q="count draw")
    path = response.request.path
    assert f'<a href="{path}">How many games of Othello 8 × 8' in stranger.client.get("/lab").text
    assert "Others ask now" not in asker.client.get("/lab").text
    asker.page = asker.client.get(path).text
    asker.post(f"{path}/park")
    assert "It goes on by itself, for six hours at most." in asker.page
    assert "Let it go on without me" not in stranger.client.get(path).text
    asker.page = asker.client.get(path).text
    asker.post(f"{path}/stop")
    wait_for(services(laboratory).laboratory.job(path.rpartition("/")[2]))
    assert f'href="{path}"' not in stranger.client.get("/lab").text


def test_what_a_card_says_of_its_board_is_not_said_of_another(asker: Asker) -> None:
    """Seven discs in a column break no rule where a column takes eight."""
    job = asker.ask("connectfour:4x8", "height(4) >= 7")
    assert job.answer is not None
    assert "overflow" not in job.answer["claim"]
