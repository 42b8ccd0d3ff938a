"""Runs, and solvers that are written in Python: right, wrong, slow and broken."""

import itertools
import json
import re
import time

import coverlab as cl
import pytest

pytest.importorskip("pandas")


class SetSearch:
    """Knuth's algorithm on Python's sets; yields every cover."""

    def __call__(self, cover):
        options = {name: set(items) for name, items in cover.options.items()}
        yield from self.search(set(cover.primary), options, [])

    def search(self, open_items, options, chosen):
        if not open_items:
            yield list(chosen)
            return
        item = min(open_items, key=lambda i: sum(i in items for items in options.values()))
        for name in [name for name, items in options.items() if item in items]:
            rest = {other: items for other, items in options.items() if not items & options[name]}
            yield from self.search(open_items - options[name], rest, chosen + [name])


def status(record):
    return dict(zip(record.trials.strategy, record.trials.status))


def test_a_python_solver_is_a_strategy_like_others(knuth):
    covers = [knuth, cl.ExactCover([{0, 1}, {2}, {0}, {1, 2}]), cl.ExactCover({"a": [1]}, primary=[1, 2])]
    record = cl.run(strategies=["dlx", SetSearch()], instances=covers, task="all")
    trials = record.trials
    assert set(trials.strategy) == {"dlx", "set-search"} and len(trials) == 6
    counts = trials.pivot(index="instance", columns="strategy", values="solutions")
    assert (counts["dlx"] == counts["set-search"]).all() and set(counts["dlx"]) == {0, 1, 2}
    assert (trials.verdict == "correct").all() and record.summary["wrong"] == 0


def test_solvers_of_puzzles_and_formulas(puzzle):
    def grid(sudoku):
        return sudoku.solve("bird-bits").grid.tolist()

    def model(formula):
        return formula.solve("cdcl").solution

    assert status(cl.run(strategies=[grid], instances=puzzle)) == {"grid": "solved"}
    assert status(cl.run(strategies=[model, "cdcl"], instances=cl.Formula([[1, 2], [-1]]))) == {"model": "solved", "cdcl": "solved"}


def test_solvers_that_raise_lie_and_hang(knuth):
    def raises(cover):
        raise RuntimeError("out of ideas")

    def lies(cover):
        return ["A", "B"]

    def denies(cover):
        return None

    def dreams(cover):
        return ["no such option"]

    def hangs(cover):
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                pass

    record = cl.run(strategies=["dlx", raises, lies, denies, dreams, hangs], instances="queens:6", time_limit=0.3)
    trials = record.trials.set_index("strategy")
    assert trials.status.to_dict() == {
        "dlx": "solved", "raises": "crash", "lies": "error", "denies": "none", "dreams": "error", "hangs": "timeout",
    }
    assert trials.error["raises"] == "RuntimeError: out of ideas"
    assert trials.verdict["denies"] == "wrong" and record.summary["wrong"] >= 2
    # The interpreter is whole, and the thread's next call undisturbed.
    assert status(cl.run(strategies=[SetSearch()], instances="queens:4")) == {"set-search": "solved"}


def test_the_time_of_a_solver_ends_its_own_searches():
    def counts(cover):
        cover.count("dlx")

    def lists(cover):
        list(cover.solutions("dlx"))

    def falls_back(cover):
        try:
            while True:
                pass
        except BaseException:
            cover.count("dlx")

    def repeats(cover):
        return itertools.repeat([0])

    record = cl.run(strategies=[counts, lists, falls_back, repeats], instances="queens:18", task="all", time_limit=0.2)
    assert set(record.trials.status) == {"timeout"} and len(record.trials) == 4


def test_what_is_no_solution_is_described(puzzle):
    def number(problem):
        return 5

    def text(sudoku):
        return "1" * 81

    def answer(problem):
        return problem.solve()

    def both(formula):
        return [1, -1, 2]

    for solver, instance, error in [
        (number, "queens:6", "a solution is a list of options, not int: TypeError: 'int' object is not iterable"),
        (text, puzzle, "a solution is rows of digits, one for each cell, not str: .*"),
        (answer, puzzle, "TypeError: a solver returns a solution, such as `answer.solution`.*"),
        (both, cl.Formula([[1, 2]]), "variable 1 is both true and false"),
    ]:
        record = cl.run(strategies=[solver], instances=instance)
        assert re.fullmatch(error, record.trials.error[0]) and record.trials.verdict[0] != "correct"


def test_boards_keep_their_boxes():
    board = [[1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]] + [[0] * 6] * 4
    record = cl.run(strategies=["dlx"], instances=[cl.Sudoku(board, box=(3, 2)), cl.Sudoku(board, box=(2, 3))])
    assert record.trials.status.tolist() == ["solved", "none"]
    with pytest.raises(cl.Error, match="instance 0 has boxes of 1 rows and 6 columns, which a run cannot record"):
        cl.run(strategies=["auto"], instances=[cl.Sudoku([[0] * 6] * 6, box=(1, 6))])


def test_arguments_that_contradict_each_other(knuth):
    def solver(problem):
        return None

    for keywords, message in [
        ({"strategies": [solver], "instances": knuth, "memory_limit": 1 << 30}, r"not possible with a function \(`solver`\)"),
        ({"experiment": "haken-1985", "strategies": ["dlx"]}, "an experiment has its own strategies"),
        ({"experiment": "haken-1985", "repetitions": 2}, "an experiment has its own strategies"),
        ({"strategies": ["dlx"], "instances": cl.ExactCover({})}, "instance 0 has no items"),
        ({"strategies": ["dlx"], "instances": knuth, "out": ""}, "`out` is a folder, not ''"),
    ]:
        with pytest.raises(cl.Error, match=message):
            cl.run(**keywords)


def test_one_solution_does_not_answer_a_question_about_all(knuth):
    def first(cover):
        return cover.solve().solution

    assert status(cl.run(strategies=[first], instances="queens:6", task="all")) == {"first": "stuck"}


def test_names_of_solvers_are_their_own():
    def dlx(cover):
        return None

    with pytest.raises(cl.Error, match="two strategies are called `dlx`"):
        cl.run(strategies=[dlx], instances="queens:4")
    with pytest.raises(cl.Error, match="did you mean the strategy `dlx`"):
        cl.run(strategies=["dlz"], instances="queens:4")
    with pytest.raises(cl.Error, match="no input is given"):
        cl.run(strategies=["dlx"])


def test_a_comparison_is_two_tables():
    record = cl.compare("dlx", "bit-cover", "queens:{5..7}", repetitions=2)
    assert list(record.scores.index) and set(record.scores.index) == {"dlx", "bit-cover"}
    assert list(record.pairs().index) == ["bit-cover"] and record.pairs()["typical.ratio"].iloc[0] > 0
    assert record._repr_html_().count("<table") == 2
    cactus = record.cactus()
    assert cactus.index.tolist() == [1, 2, 3, 4, 5, 6] and (cactus.diff().dropna() >= 0).all().all()


def test_a_record_is_kept_and_resumed(tmp_path):
    out = tmp_path / "record"
    first = cl.run(strategies=["dlx"], instances=["queens:5", "queens:6"], out=out)
    again = cl.run(strategies=["dlx"], instances=["queens:5", "queens:6"], out=out)
    assert (first.summary["reused"], again.summary["reused"], again.summary["trials"]) == (0, 2, 2)
    assert first.trials.equals(again.trials) and (out / "trials.csv").exists()
    page = first.report()
    assert page.read_text().startswith("<!") and "iframe" in first._repr_html_()
    assert json.loads(json.dumps(first.findings()))["experiment"] == "compare"


def test_a_built_in_experiment_reproduces_its_claims():
    record = cl.run("haken-1985", time_limit=0.02)
    assert len(record.trials) == record.summary["trials"] > 0
    claims = record.claims()
    assert len(claims) > 2 and "open" in set(claims.outcome_word)
    with pytest.raises(cl.Error, match="there is no experiment"):
        cl.run("norvig-2007")


def test_seeds_and_repetitions():
    record = cl.run(strategies=["dancing-cells:ties=random"], instances="queens:12", repetitions=3, seed=5)
    assert record.trials.repeat.tolist() == [0, 1, 2] and set(record.trials.seed) == {5}
