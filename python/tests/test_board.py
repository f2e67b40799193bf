"""The board as a widget: its answers, and what it opens with."""

from __future__ import annotations

import json

import powergrab as pg
import pytest

POSITION = "power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U under=B3,BS"


def ok(board, **request):
    answer = json.loads(board._answer(json.dumps(request)))
    assert "error" not in answer, answer
    return answer["ok"]


class Last(pg.Bot):
    """Takes the last option."""

    def decide(self, view, options, rng):
        return options[-1]


def test_the_page_asks_the_kernel():
    board = pg.board()
    assert "<!doctype html>" in board.page.lower()
    answers = []
    board.send = answers.append
    board._asked(board, {"id": 7, "request": '{"do":"catalog"}'}, [])
    board._asked(board, {"id": 8, "request": "nonsense"}, [])
    board._asked(board, "something else", [])
    assert [answer["id"] for answer in answers] == [7, 8]
    assert "ok" in json.loads(answers[0]["answer"]) and "error" in json.loads(answers[1]["answer"])


def test_a_hint_is_the_analysis():
    hint = ok(pg.board(), do="analyse", position=POSITION, playouts=2000)
    table = pg.analyse(POSITION, playouts=2000).table
    assert [option["option"] for option in hint["options"]] == list(table["option"])
    assert [option["value"] for option in hint["options"]] == list(table["value"])


def test_own_bots_play(tmp_path):
    strategy = tmp_path / "mine.toml"
    strategy.write_text('policy = "heuristic"\n[params]\nbluff = 0.5\n')
    board = pg.board(bots=[Last(), strategy])
    names = [bot["name"] for bot in ok(board, do="catalog")["bots"]["shedding"]]
    assert "Last" in names and str(strategy) in names
    game = {"ruleset": "classic", "seats": ["Last", str(strategy)], "unit": "round"}
    assert ok(board, do="game", game=game)["over"]


def test_it_opens_with_a_position_or_a_trace(tmp_path):
    assert ok(pg.board(POSITION), do="opened") == {"runs": False, "position": POSITION}
    trace = tmp_path / "one.jsonl"
    pg.play(["greedy", "random"], unit="round").write(trace)
    opened = ok(pg.board(trace=trace), do="opened")
    assert ok(pg.board(), do="trace", text=opened["trace"])["fault"] is None
    with pytest.raises(TypeError):
        pg.board(POSITION, trace=trace)
    with pytest.raises(pg.InputError):
        pg.board(trace=tmp_path / "none.jsonl")
    with pytest.raises(pg.InputError):
        pg.board(bots=[tmp_path / "none.toml"])


def test_requests_read_no_files():
    answer = json.loads(pg.board()._answer(json.dumps({"do": "game", "game": {"ruleset": "/etc/passwd", "seats": ["you", "greedy"]}})))
    assert "files are not read here" in answer["error"]
