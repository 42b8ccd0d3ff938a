"""A program with annotations: it runs here, and `.ci/python` has a type checker read it."""

from __future__ import annotations

import coverlab as cl


Models = cl.Answer[list[int]]


def test_a_program_that_a_type_checker_reads() -> None:
    answer: cl.Answer = cl.solve("queens:6", "dlx", limit=None, time_limit=60.0)
    nodes: int | None = answer.nodes
    assert answer.status.upper() == "MULTIPLE" and nodes and answer.counters["updates"] > nodes
    total: int = cl.count("queens:6", threads=2) + 1
    assert total == answer.count + 1

    cover = cl.ExactCover({"A": [1, 2], "B": [3]}, secondary=[3])
    sets = cl.ExactCover([{1}, {2}], primary=[1, 2])
    rows: list[list[str]] = list(cover.solutions(limit=3))
    assert rows == [["A"]] and list(sets.solutions()) == [[0, 1]]
    assert cl.Formula([[1, -2], [2]]).prove(check=True).checked is None

    models: Models = cl.solve(cl.Formula([[1, -2], [2]]))
    model: list[int] | None = models.solution
    assert model is not None and model[0] == 1 and next(cl.Formula([[1]]).solutions())[0] == 1
    board = cl.Sudoku("1...\n...3\n..2.\n...4")
    grid = board.solve().grid
    assert grid is not None and grid.sum() == next(board.solutions()).sum() == 40

    def first(problem: cl.Problem) -> list[int] | None:
        solution: list[int] | None = problem.solve("dlx").solution
        return solution

    def second(cover: cl.ExactCover) -> list[int] | None:
        return cover.solve("dlx").solution

    record = cl.run(strategies=["dlx", first, second], instances=[sets, "queens:4"], time_limit=1.0)
    assert record.summary["correct"] == 6

    assert cl.solve([[None] * 4] * 4, limit=None).count == 288 and cl.count(["1...", "...3", "..2.", "...4"]) == 1

    step: cl.Step = cl.explain("1...\n...3\n..2.\n...4").steps[0]
    trace: cl.Trace = cl.trace("queens:4", "dlx")
    assert step.title.capitalize() and trace.sentences[0].strip()
