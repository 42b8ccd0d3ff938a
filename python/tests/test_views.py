"""Traces and explanations, as objects and in a notebook."""

import xml.etree.ElementTree as ElementTree

import coverlab as cl
import pytest


def test_a_trace_is_text_events_and_a_page(tmp_path, puzzle):
    trace = cl.trace(puzzle, "heller")
    assert trace.events[0]["format"] == "search-trace/1" and trace.events[-1]["kind"] == "stats"
    assert len(trace.events) == len(trace.sentences) and "solution" in str(trace)
    page = trace.save(tmp_path / "player.html").read_text()
    assert page.count('class="trace" data-packed>') == 1 and 'id="module"' in page
    assert trace._repr_html_().startswith("<iframe srcdoc=")
    assert trace.save(tmp_path / "t.jsonl").read_text() == trace.text


def test_bounds_of_a_trace():
    whole = cl.trace("queens:6", "dlx", limit=None)
    short = cl.trace("queens:6", "dlx", limit=None, max_events=20)
    assert whole.left_out == 0 and short.left_out > 0 and len(short.events) < len(whole.events)
    assert len(cl.trace("queens:6", "dlx", level="node").events) < len(cl.trace("queens:6", "dlx").events)
    with pytest.raises(cl.Error, match="no level"):
        cl.trace("queens:6", "dlx", level="all")
    with pytest.raises(cl.Error, match="cannot be traced"):
        cl.trace("queens:6", "dlx-rs")


def test_an_explanation_has_steps(puzzle):
    way = cl.explain(puzzle)
    assert way.end == "solved" and len(way.steps) == 51 and (way.grid == cl.solve(puzzle).grid).all()
    step = way.steps[0]
    assert step.placements and step.sentence in str(step) and step.technique in way.facts["techniques"]
    assert way._repr_html_().count("<svg") >= 1


def test_a_step_is_drawn_with_its_pattern():
    hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    way = cl.explain(hard, without=["trial", "chain"])
    removing = next(step for step in way.steps if step.removals)
    html = removing._repr_html_()
    picture = ElementTree.fromstring(html[html.index("<svg"):])
    colors = {rect.get("fill") for rect in picture.iter("rect")}
    assert len(colors) == 2 and "#f08080" in colors


def test_a_stuck_explanation_says_so():
    assert str(cl.explain("." * 16)) == "stuck: 16 cells are empty, and no technique applies; `solve` finishes the puzzle by search"


def test_an_unsolvable_puzzle_is_explained():
    row_without_three = cl.explain(".3.....3....1.4.")
    assert str(row_without_three).startswith("no-solution: ") and "has no place" in str(row_without_three)
    clash = cl.explain("11..............")
    assert (clash.end, clash.steps, str(clash)) == ("no-solution", [], "no-solution: the clue 1 appears twice in row 1")


def test_wrong_questions():
    with pytest.raises(cl.Error, match="Sudoku"):
        cl.explain("queens:6")
    with pytest.raises(cl.Error, match="no technique called"):
        cl.explain("." * 81, up_to="magic")
