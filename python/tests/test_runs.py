"""Runs, and solvers that are written in Python: right, wrong, slow and broken."""

import functools
import hashlib
import itertools
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import coverlab as cl
import pytest
from coverlab._function_version import version

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

    def été(cover):
        return None

    assert set(cl.run(strategies=[été], instances="queens:3").trials.strategy) == {"ete"}


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
    trials = first.trials
    again = cl.run(strategies=["dlx"], instances=["queens:5", "queens:6"], out=out)
    assert (first.summary["reused"], again.summary["reused"], again.summary["trials"]) == (0, 2, 2)
    assert trials.equals(again.trials) and (out / "trials.csv").exists()
    page = again.report()
    assert page.read_text().startswith("<!") and "iframe" in again._repr_html_()
    assert json.loads(json.dumps(again.findings()))["experiment"] == "compare"


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


def cpu_seconds(record):
    return record.trials.set_index("strategy").solve_cpu_ns / 1e9


def burn(seconds):
    """Uses CPU time, also of another thread: the interpreter's lock is released."""
    data, end = b"x" * 2**22, time.thread_time() + seconds
    while time.thread_time() < end:
        hashlib.blake2b(data)


def test_cpu_time_includes_threads_and_processes():
    def helper(cover):
        thread = threading.Thread(target=burn, args=(0.1,))
        thread.start()
        thread.join()

    def child(cover):
        code = "import time\nwhile time.process_time() < 0.1: pass"
        subprocess.run([sys.executable, "-c", code], check=True)

    def iterates(cover):
        yield from cover.solutions("dlx")

    assert cpu_seconds(cl.run(strategies=[helper], instances="queens:3"))["helper"] >= 0.09
    assert cpu_seconds(cl.run(strategies=[child], instances="queens:3"))["child"] >= 0.09
    times = cpu_seconds(cl.run(strategies=["dlx", iterates], instances="queens:12", task="all"))
    assert times["iterates"] > 0.2 * times["dlx"]


def test_a_function_is_called_once_per_trial():
    calls = []

    def solve(sudoku):
        calls.append(sudoku)
        return sudoku.solve().grid

    boards = ["1...............", "2...............", cl.Sudoku([[0] * 4] * 4)]
    assert len(cl.run(strategies=[solve, "dlx"], instances=boards, repetitions=2).trials) == 12 and len(calls) == 6
    assert len(cl.run(strategies=[solve], instances="unique-9x9").trials) == len(calls) - 6 > 100


def function(source, **names):
    exec(source, names)
    return names["mine"]


def timed(solver):
    def call(cover):
        start = time.perf_counter()
        found = solver(cover)
        print(time.perf_counter() - start)
        return found

    return call


def test_trials_of_a_function_are_reused_only_if_its_code_is_the_same(tmp_path):
    def reused(strategy, out="record"):
        record = cl.run(strategies=[strategy], instances=["queens:4", "queens:5"], out=tmp_path / out)
        assert len(record.trials) == 2
        return record.summary["reused"], record.summary["correct"]

    wrong = "def mine(cover):\n    return [0]\n"
    right = "def mine(cover):\n    return cover.solve('dlx').solution\n"
    assert reused(function(wrong)) == (0, 0)
    assert reused(function(right)) == (0, 2)
    assert reused(function(right)) == (2, 2)
    helped = "def helper(cover):\n    return {}\ndef mine(cover):\n    return helper(cover)\n"
    assert reused(function(helped.format("[0]"))) == (0, 0)
    assert reused(function(helped.format("cover.solve().solution"))) == (0, 2)

    class Mine:
        def __call__(self, cover):
            return cover.solve().solution

    mine = Mine()
    assert [reused(mine, "object") for _ in range(2)] == [(0, 2), (0, 2)]


def test_versions_of_functions():
    def adds(number):
        return lambda cover: number + len(cover)

    assert version(adds(1)) == version(adds(1)) != version(adds(2))
    assert version(adds(object())) != version(adds(object()))
    recursive = "def mine(n=1):\n    return n and mine(n - 1)\n"
    assert version(function(recursive)) == version(function(recursive)) != version(function(recursive.replace("n=1", "n=2")))
    assert version(function("mine = lambda: json.dumps(limit)", json=json, limit=1)) != version(
        function("mine = lambda: json.dumps(limit)", json=json, limit=2)
    )
    attribute = "def mine():\n    return mine.depth\nmine.depth = {}\n"
    assert version(function(attribute.format(1))) == version(function(attribute.format(1))) != version(function(attribute.format(2)))


@pytest.mark.parametrize("wrap", [functools.partial, timed, lambda solver: functools.wraps(solver)(timed(solver))])
def test_versions_of_wrapped_functions(wrap, monkeypatch):
    def wrapped(body):
        """`mine` of a module, wrapped, and a function of this module that calls it."""
        module = types.ModuleType("solvers")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        names = vars(module)
        exec(f"def mine(cover):\n    return {body}\n", names)
        names["helper"] = wrap(names["mine"])
        exec("def calls(cover):\n    return helper(cover)\n", names)
        return version(names["helper"]), version(names["calls"])

    first, again, other = wrapped("cover.solve()"), wrapped("cover.solve()"), wrapped("[0]")
    assert first == again and first[0] != other[0] and first[1] != other[1]


def test_imported_functions_are_known_by_name():
    def uses(imported):
        return version(function("mine = lambda: imported(1)", imported=imported))

    assert uses(json.dumps) == uses(json.dumps) != uses(json.loads)


def test_strategies_and_instances_stay_apart(tmp_path, monkeypatch, puzzle):
    monkeypatch.chdir(tmp_path)
    Path("sat").write_text(puzzle)
    for instance in ("sat", "./sat", Path("sat")):
        trials = cl.run(strategies=["bit-cover"], instances=["queens:4", instance]).trials
        assert set(trials.strategy) == {"bit-cover"} and sorted(trials.corpus) == ["queens:4", "sat"]
    assert set(cl.compare("dlx", Path("sat"), repetitions=1).trials.corpus) == {"sat"}
    for strategies, instances, message in [
        (["nope"], "queens:4", "there is no strategy `nope`"),
        (["dlz"], "queens:4", "(?s)there is no strategy `dlz`.*did you mean `dlx`"),
        (["nope:x=1"], "queens:4", "there is no strategy `nope`"),
        (["bit cover"], "queens:4", "(?s)there is no strategy `bit cover`.*did you mean `bit-cover`"),
        (["queens:5", "dlx"], "queens:4", "there is no strategy `queens`"),
        (["{dlx,nope}"], "queens:4", "there is no strategy `nope`"),
        (["dlx"], "dlx", "(?s)`dlx` is a strategy, not an instance.*`strategies`"),
        (["dlx"], Path("dlx"), "`dlx` is a strategy, not an instance"),
        ([], "queens:4", "no strategy is given"),
        (["dlx"], [], "no instance is given"),
    ]:
        with pytest.raises(cl.Error, match=message):
            cl.run(strategies=strategies, instances=instances)
    with pytest.raises(cl.Error, match="did you mean the strategy `dlx`"):
        cl.compare("dlz", "bit-cover", "queens:4")


def test_wrong_answers_are_not_counted():
    def denies(cover):
        return None

    def lies(cover):
        return [0]

    record = cl.run(strategies=["dlx", denies, lies], instances=["queens:4", "queens:5"])
    assert record.cactus().columns.tolist() == ["dlx"]
    assert record.scores["solved"].to_dict() == {"dlx": 2, "denies": 0, "lies": 0}
    assert record.pairs()["typical.ratio"].isna().all()


def test_a_comparison_of_one_strategy_has_no_pairs():
    record, two = cl.compare("dlx", "queens:4"), cl.compare("dlx", "bit-cover", "queens:4")
    assert len(record.pairs()) == 0 and record.pairs().columns.equals(two.pairs().columns)
    assert record._repr_html_().count("<table") == 1


def test_puzzles_form_a_corpus(puzzle):
    small = cl.Sudoku([[0] * 4] * 4)
    boards = [puzzle, small, cl.Sudoku(puzzle), [[0, 2, 0, 0]] + [[0] * 4] * 3, puzzle.replace("5", ".", 1)]
    trials = cl.run(strategies=["dlx"], instances=boards).trials
    found = trials.groupby("corpus").instance.apply(sorted).to_dict()
    assert found == {"sudokus-4x4": ["instance-1", "instance-3"], "sudokus-9x9": ["instance-0", "instance-2", "instance-4"]}
    for board in ([[0, 2, None, 0]] + [[0] * 4] * 3, [list("2...")] + [["."] * 4] * 3, small.clues):
        assert cl.run(strategies=["dlx"], instances=board).trials.instance.tolist() == ["instance-0"]
        assert len(cl.run(strategies=["dlx"], instances=[board, board]).trials) == 2
    assert len(cl.run(strategies=["dlx"], instances=[cl.Sudoku([[1]]), cl.Sudoku([[0] * 2] * 2), small]).trials) == 3


def test_lists_of_instances_in_a_list():
    with pytest.raises(cl.Error, match="instance 0 is a list of instances; give them one by one"):
        cl.compare("dlx", "bit-cover", ["queens:4"])


def test_names_of_options_reach_a_function():
    seen = []

    def across(cover):
        seen.append(sorted(cover.options))
        return ["across"]

    cover = cl.ExactCover({"across": [1, 2], "down": [1]})
    record = cl.run(strategies=[across], instances=[cover, cl.ExactCover({"across": [1], "up": [2, 1], "down": [2]})])
    assert seen == [["across", "down"], ["across", "down", "up"]] or seen == [["across", "down", "up"], ["across", "down"]]
    assert sorted(record.trials.status) == ["error", "solved"]
    twins = [cl.ExactCover({"a": [1]}), cl.ExactCover({"b": [1]})]
    with pytest.raises(cl.Error, match="differ only in the names of their options"):
        cl.run(strategies=[across], instances=twins)
    assert len(cl.run(strategies=["dlx"], instances=twins).trials) == 2


def test_solutions_that_are_no_lists():
    def model(formula):
        return {1: False, 2: False}

    def values(formula):
        return [True, True]

    def options(cover):
        return {0: True}

    def mask(cover):
        return [False, True]

    for solver, instance, message in [
        (model, cl.Formula([[1, 2]]), "a list of literals, not a dict"),
        (values, cl.Formula([[1, 2]]), "not of truth values"),
        (options, cl.ExactCover([[1], [2]]), "a list of options, not a dict"),
        (mask, cl.ExactCover([[1], [2]]), "a truth value is no option"),
    ]:
        record = cl.run(strategies=[solver], instances=instance)
        assert message in record.trials.error[0] and record.trials.verdict[0] != "correct"


def run_python(code, **keywords):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, **keywords)


def test_a_run_is_pickled_only_with_a_folder_that_stays(tmp_path):
    with pytest.raises(TypeError, match="pass `out=`.*`trials`"):
        pickle.dumps(cl.run(strategies=["dlx"], instances="queens:4"))
    kept = cl.run(strategies=["dlx"], instances="queens:4", out=tmp_path / "kept")
    assert pickle.loads(pickle.dumps(kept)).trials.equals(kept.trials)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_keeps_the_folder_of_its_parent():
    code = """if True:
        import os, sys
        import coverlab as cl
        record = cl.run(strategies=["dlx"], instances="queens:4")
        child = os.fork()
        if not child:
            sys.exit()
        os.waitpid(child, 0)
        print(len(record.trials), record.folder)
    """
    count, folder = run_python(code).stdout.split()
    assert count == "1" and not Path(folder).exists()


@pytest.mark.skipif(os.name == "nt", reason="no signals")
def test_ctrl_c_ends_a_run_after_the_call_that_blocks():
    code = """if True:
        import time
        import coverlab as cl
        def blocks(cover):
            print("call", flush=True)
            time.sleep(3)
        cl.run(strategies=[blocks], instances=["queens:4", "queens:5"], repetitions=3)
    """
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "call\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert out == "" and "KeyboardInterrupt" in err


def test_the_object_of_an_earlier_run_does_not_show_later_trials(tmp_path):
    first = cl.run(strategies=["dlx"], instances="queens:5", out=tmp_path)
    cl.run(strategies=["dlx", "bit-cover"], instances="queens:5", out=tmp_path)
    for read in (lambda: first.trials, lambda: first.scores, first.report):
        with pytest.raises(cl.Error, match="was written after this run"):
            read()


def test_errors_of_a_run_do_not_show_its_text():
    for keywords, message in [
        ({"memory_limit": 2**21}, r"`memory_limit` is a number of bytes from 8388608 \(8 MiB\)"),
        ({"strategies": ["dlx", "dlx"]}, "strategy `dlx` is listed twice"),
        ({"strategies": ["heller"]}, "no strategy for exact cover called `heller`"),
    ]:
        with pytest.raises(cl.Error, match=message) as raised:
            cl.run(**{"strategies": ["dlx"], "instances": "queens:4", **keywords})
        assert "-->" not in str(raised.value)


def test_names_that_look_like_numbers_are_texts(tmp_path):
    file = tmp_path / "numbers.txt"
    file.write_text("1.............34 001\n1............4.3 1e3\n")

    def inf(board):
        return board.solve("dlx").solution

    record = cl.run(strategies=[inf], instances=[str(file)])
    assert record.trials.instance.tolist() == ["001", "1e3"]
    assert record.trials.strategy.tolist() == ["inf", "inf"]
    assert record.cactus().columns.tolist() == ["inf"]
