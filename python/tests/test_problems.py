"""Instances from Python's data, and their answers."""

import os
import pickle
import signal
import subprocess
import sys
import time

import coverlab as cl
import numpy as np
import pytest


def test_a_sudoku_is_a_text_or_an_array(puzzle):
    answer = cl.solve(puzzle)
    assert answer.status == "solved" and answer.grid.shape == (9, 9) and answer.grid.dtype == np.uint8
    clues = cl.Sudoku(puzzle).clues
    assert (np.where(clues == 0, answer.grid, clues) == answer.grid).all()
    assert (cl.solve(clues).grid == answer.grid).all() and (cl.solve(clues.tolist()).grid == answer.grid).all()
    assert cl.Sudoku(np.zeros((6, 6), dtype=int), box=(2, 3)).solve().grid.max() == 6
    assert cl.Sudoku(row for row in [[0] * 4] * 4).count() == 288
    assert cl.Sudoku(row for row in ["1..."] + ["...."] * 3).count() == 72
    lines = [puzzle[9 * row:9 * row + 9] for row in range(9)]
    empty_as_none = [[int(clue) or None for clue in row] for row in clues]
    assert all((cl.solve(rows).grid == answer.grid).all() for rows in (lines, empty_as_none))


def test_a_line_is_read_with_the_boxes_that_are_given():
    for box in [(1, 5), (5, 1), (1, 7), (3, 2)]:
        side = box[0] * box[1]
        assert cl.Sudoku("." * side**2, box=box).box == box
    assert "3 columns" in str(pytest.raises(cl.Error, cl.Sudoku, "...|...\n" * 6, box=(3, 2)).value)


def test_malformed_boards_are_errors(puzzle):
    for clues in [[[1, 2], [3]], [[0] * 3] * 4]:
        with pytest.raises(cl.Error, match="square"):
            cl.Sudoku(clues)
    with pytest.raises(cl.Error, match="row 0, column 1 is 5, but a board of 4 rows has digits 1 to 4"):
        cl.Sudoku([[0, 5, 0, 0]] * 4)
    with pytest.raises(cl.Error, match="1 character missing"):
        cl.solve(puzzle[1:])


def test_data_of_another_kind_is_an_error_that_names_the_right_class():
    matrix = np.array([[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1]])
    for options in (matrix, matrix.astype(bool), matrix.tolist()):
        with pytest.raises(cl.Error, match="`ExactCover.from_matrix` reads a matrix"):
            cl.ExactCover(options)
    for source in (matrix.astype(bool), matrix[:2], [[1, 4, 7], [1, 4]], [[1, -2], [2, 3]]):
        with pytest.raises(cl.Error, match=r"`ExactCover\(options\)` .* `Formula\(clauses\)`"):
            cl.solve(source)
    assert cl.ExactCover.from_matrix(matrix).solve().grid is None


def test_named_options_and_items(knuth):
    assert knuth.solve().solution == ["A", "D", "E"]
    assert knuth.primary == list("ceadgbf") and knuth.secondary == [] and list(knuth.options) == list("ABCDEF") and knuth.options["D"] == ["a", "d", "f"]
    # Names may be any values, also such as text cannot hold.
    cover = cl.ExactCover({(0, "x y"): [(1, 2), None], "b": [":"], 7: [(1, 2), ":"]})
    assert cover.solve().solution == [(0, "x y"), "b"]


def test_items_whose_names_are_no_words_are_numbers():
    assert cl.ExactCover({"A": ["x y"], "B": [""]}).primary == ["0", "1"]


def test_secondary_items_and_items_without_options():
    options = {"a": [1, 9], "b": [2, 9], "c": [2]}
    assert [sorted(rows) for rows in cl.ExactCover(options, secondary=[9]).solutions()] == [["a", "c"]]
    assert cl.ExactCover(options, secondary=[9], primary=[1, 2, 3]).solve().status == "none"
    with pytest.raises(cl.Error, match="both primary and secondary"):
        cl.ExactCover(options, secondary=[9], primary=[9])
    with pytest.raises(cl.Error, match="option 'a' has item 1 twice"):
        cl.ExactCover({"a": [1, 2, 1]})


def test_one_kind_of_items_determines_the_other():
    options = [[1, 4], [2, 4], [2, 3]]
    assert cl.ExactCover(options).size == {"primary": 4, "items": 4, "options": 3}
    only = cl.ExactCover(options, primary=[1, 2])
    assert (only.primary, only.secondary) == (["1", "2"], ["4", "3"]) and list(only.solutions()) == [[0, 2]]
    others = cl.ExactCover(options, secondary=[4, 3])
    assert (others.primary, others.secondary) == (["1", "2"], ["4", "3"])
    with pytest.raises(cl.Error, match="item 3 is neither primary nor secondary"):
        cl.ExactCover(options, primary=[1, 2], secondary=[4])


def test_colors_let_options_share_an_item():
    options = [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]]
    cover = cl.ExactCover(options, secondary=["x", "y"], colored=True)
    assert [sorted(rows) for rows in cover.solutions("dlx")] == [[1, 3]]
    assert cover.options[3] == ["q", "x:A"] and pickle.loads(pickle.dumps(cover)).count() == 1
    # A color of any text; without `colored` it is part of the name.
    spaced = cl.ExactCover([["p", "x:a b"], ["q", "x:a b"], ["q", "x:|"]], primary=["p", "q"], colored=True)
    assert spaced.count() == 1 and pickle.loads(pickle.dumps(spaced)).count() == 1
    assert cl.ExactCover([["p", "x:a"], ["q", "x:b"]]).count() == 1
    with pytest.raises(cl.Error, match="option 0 gives the primary item 'p' a color"):
        cl.ExactCover([["p:A", "q"]], colored=True)


def test_matrices_of_all_kinds():
    pandas, sparse = pytest.importorskip("pandas"), pytest.importorskip("scipy.sparse")
    rows = [[1, 0, 0, 1, 0], [0, 0, 0, 0, 0], [0, 1, 1, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 0, 1]]
    array = np.array(rows)
    for matrix in [rows, array, array.astype(bool), array.astype(float), sparse.csr_matrix(array), sparse.coo_array(array)]:
        assert cl.ExactCover.from_matrix(matrix).solve().solution == [0, 2, 4]
    frame = pandas.DataFrame(array, index=list("abcde"), columns=list("vwxyz"))
    assert cl.ExactCover.from_matrix(frame).solve().solution == ["a", "c", "e"]
    # An option of secondary items alone belongs to no cover.
    assert cl.ExactCover.from_matrix(frame, secondary=["z"]).solve().solution == ["a", "c"]
    assert cl.ExactCover.from_matrix(frame, secondary=["z"]).count() == 1
    assert cl.ExactCover.from_matrix(array[:, ::-1], secondary=[0]).size == {"primary": 4, "items": 5, "options": 4}
    with pytest.raises(cl.Error, match="the matrix has 5 rows, but `rows` names 2"):
        cl.ExactCover.from_matrix(array, rows=["a", "b"])


def test_random_matrices_agree_with_a_plain_search():
    random = np.random.default_rng(7)

    def covers(rows, open_items):
        if not open_items:
            return 1
        item = min(open_items)
        return sum(covers(rows, open_items - row) for row in rows if item in row and row <= open_items)

    for _ in range(40):
        matrix = random.random((12, 7)) < 0.3
        rows = [frozenset(np.flatnonzero(row)) for row in matrix]
        expected = covers(rows, frozenset(range(7)))
        cover = cl.ExactCover.from_matrix(matrix)
        assert cover.count() == expected
        for solution in cover.solutions("dlx"):
            assert (matrix[solution].sum(axis=0) == 1).all()


def test_counts_of_any_size():
    assert cl.count("queens:12") == 14200
    assert cl.count("queens:12", "dlx") == 14200
    assert cl.count("." * 16) == 288
    two = {f"{k}{side}": [k] for k in range(100) for side in "ab"}
    assert cl.ExactCover(two).count() == 2**100


def test_limits_are_statuses(puzzle):
    assert cl.solve("queens:30", "dlx", limit=None, node_limit=100).status == "node-limit"
    answer = cl.solve("queens:16", "dlx", limit=None, time_limit=0.05)
    assert answer.status == "timeout" and 0.04 < answer.cpu_time < 2
    with pytest.raises(cl.LimitReached, match="the time limit was reached after"):
        cl.count("queens:16", "dlx", time_limit=0.05)
    assert cl.solve(puzzle, limit=2).status == "unique"


def test_an_answer_is_true_if_a_solution_was_found(puzzle):
    formula = cl.Formula([[1, 2], [-1, 3], [-2, -3]])
    assert formula.solve() and cl.solve(puzzle) and cl.solve("queens:8", "dlx", limit=None)
    assert not formula.assuming([2, 3]).solve() and not cl.read("pigeonhole:4").prove()
    assert cl.solve("queens:16", "dlx", limit=None, node_limit=10_000)
    with pytest.raises(cl.LimitReached, match="node-limit before a solution was found; `.status`"):
        bool(cl.solve("queens:30", "dlx", node_limit=5))
    assert issubclass(cl.LimitReached, cl.Error)


def test_an_answer_has_the_work_of_the_search(puzzle):
    answer = cl.solve("queens:8", "dlx", limit=None)
    assert (answer.count, len(answer.solutions), answer.status, answer.stop) == (92, 92, "multiple", None)
    assert answer.counters["updates"] > answer.nodes > 92 and answer.depth > 5 and answer.strategy == "dlx"
    again = cl.solve("queens:8", "dlx", limit=None)
    assert (again.nodes, again.counters) == (answer.nodes, answer.counters)
    assert cl.solve(puzzle, "auto").choice is not None
    assert "status" not in repr(answer) and "multiple" in repr(answer)


def test_seeds_decide_random_choices():
    nodes = {seed: cl.solve("queens:20", "dancing-cells:ties=random", seed=seed).nodes for seed in range(8)}
    assert len(set(nodes.values())) > 1
    assert cl.solve("queens:20", "dancing-cells:ties=random", seed=3).nodes == nodes[3]


def test_errors_have_the_message_of_the_command_line():
    with pytest.raises(cl.Error, match="^there is no file or corpus `unqiue-9x9`"):
        cl.solve("unqiue-9x9")
    with pytest.raises(cl.Error, match="did you mean `dlx`"):
        cl.solve("queens:8", "dlz")
    with pytest.raises(cl.Error, match="there is no file"):
        cl.read("nowhere/there.dlx")
    assert issubclass(cl.Error, ValueError)


def test_files_and_numbers(tmp_path, puzzle):
    path = tmp_path / "two.txt"
    path.write_text(f"{puzzle}\n{'.' * 81}\n")
    assert cl.read(path).size["clues"] == 30 and cl.read(path, 2).size["clues"] == 0
    with pytest.raises(cl.Error, match="there is no puzzle 3"):
        cl.read(path, 3)
    colored = tmp_path / "colored.dlx"
    colored.write_text("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n")
    assert cl.read(colored).solve().count == 1


def test_the_text_of_an_instance_is_read_as_that_instance(knuth, puzzle):
    numbers = cl.ExactCover([[1, 2], [3, 4], [1, 3], [2, 4], [1, 4]])
    formula = cl.Formula([[1, -2], [2, 3]], variables=4)
    for instance in [knuth, numbers, cl.ExactCover([["p"]]), cl.read("langford:4"), formula, cl.Sudoku(puzzle)]:
        again = cl.read(instance.text())
        assert type(again) is type(instance) and (again.size, again.count()) == (instance.size, instance.count())
    assert cl.count("c a comment about a/b\np cnf 2 1\n1 2 0\n") == 3
    assert cl.count("ada grace | nine\nada nine\ngrace\n") == 1


def test_the_text_of_a_cover_without_options_is_read():
    cover = cl.ExactCover({}, primary=[1, 2], secondary=["x"])
    again = cl.read(cover.text())
    assert again.size == cover.size and again.count() == 0
    assert cl.read(cl.ExactCover([], primary=["p"]).text()).size["items"] == 1


def python(code, **keywords):
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **keywords
    )


def test_standard_input_is_a_source(puzzle):
    with python("import coverlab as cl; p = cl.read('-', 2); print(p.name, p.size['clues'])") as process:
        assert process.communicate(f"{'.' * 81}\n{puzzle}\n", timeout=30) == ("<stdin>#2 30\n", "")
    with python("import coverlab as cl; print(cl.count('-'))") as process:
        assert process.communicate("p cnf 2 1\n1 2 0\n", timeout=30) == ("3\n", "")


@pytest.mark.skipif(os.name == "nt", reason="no signals")
def test_ctrl_c_ends_the_wait_for_standard_input():
    with python("import coverlab as cl; print('reading', flush=True); cl.read('-')") as process:
        assert process.stdout.readline() == "reading\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) and "KeyboardInterrupt" in process.stderr.read()


def test_a_projection_counts_assignments_of_its_variables():
    clauses = [[1, 2, 4], [-1, 3], [-2, -4], [2, 3, -5]]
    models = list(cl.Formula(clauses).solutions("cdcl"))
    for projection in ([], [1], [2, 5], [5, 4, 3], [1, 2, 3, 4, 5]):
        formula = cl.Formula(clauses, projection=projection)
        expected = {tuple(model[k - 1] for k in projection) for model in models}
        assert formula.count() == len(expected) and formula.solve()
        for strategy in ("auto", "cdcl", "dlx"):
            found = [tuple(model[k - 1] for k in projection) for model in formula.solutions(strategy)]
            assert len(found) == len(expected) and set(found) == expected
        assert pickle.loads(pickle.dumps(formula)).count() == formula.count()
        assert formula.assuming([-4]).count() == len({tuple(m[k - 1] for k in projection) for m in models if m[3] < 0})


def test_variables_that_distinguish_models_are_kept():
    formula = cl.read("c p show 1 0\np cnf 2 1\n1 2 0\n")
    for kept in (formula, pickle.loads(pickle.dumps(formula)), cl.read(formula.text())):
        assert kept.projection == [1] and kept.count() == 2


def test_formulas(tmp_path):
    formula = cl.Formula([[1, 2], [-1, 2], [1, -2]])
    assert formula.solve("cdcl").solution == [1, 2] and formula.count() == 1
    assert cl.Formula([[1]], variables=3).count() == 4
    pigeons = cl.read("pigeonhole:5")
    assert pigeons.solve("cdcl").status == "none"
    proof = tmp_path / "p.lrat"
    answer = pigeons.prove(proof=proof)
    assert answer.status == "none" and answer.checked and proof.stat().st_size > 100 and answer.counters["conflicts"] > 10
    assert formula.prove().solution == [1, 2] and formula.prove().checked is None
    with pytest.raises(cl.Error, match="writes no proof in LRAT"):
        pigeons.prove("varisat", proof=proof)
    with pytest.raises(cl.Error, match="literal"):
        cl.Formula([[0]])


def test_instances_are_pickled(knuth, puzzle):
    for instance in [knuth, cl.Sudoku(puzzle), cl.read("queens:6"), cl.Formula([[1, -2]], variables=4)]:
        again = pickle.loads(pickle.dumps(instance))
        assert type(again) is type(instance) and again.size == instance.size and again.count() == instance.count()
    assert pickle.loads(pickle.dumps(knuth)).solve().solution == ["A", "D", "E"]


@pytest.mark.parametrize("item", ["//", "//y", "\\", "a\\", "x/", "", "a b", "a:b", "a|b", "|", "\ufeffy", "é", 1, ("a", 2)])
def test_names_of_pickled_covers_stay(item):
    covers = [cl.ExactCover({"a": [item, "y"]}), cl.ExactCover({"a": ["y", item]}, secondary=[item])]
    if item in ("//", "//y", "\\"):
        covers.append(cl.ExactCover([["p", f"x:{item}"]], primary=["p"], colored=True))
    for cover in covers:
        again = pickle.loads(pickle.dumps(cover))
        assert (again.primary, again.secondary, again.options) == (cover.primary, cover.secondary, cover.options)


def test_a_cover_without_items_is_a_text(tmp_path):
    empty = cl.ExactCover({})
    (tmp_path / "empty.dlx").write_text(empty.text())
    for again in [pickle.loads(pickle.dumps(empty)), cl.read(empty.text()), cl.read(str(tmp_path / "empty.dlx"))]:
        assert again.size == empty.size and again.solve().solution == [] and again.count() == 1


def test_boards_are_pickled_with_their_boxes():
    boxes = [(rows, columns) for rows in range(1, 8) for columns in range(1, 8) if rows * columns < 13]
    for box in boxes:
        side = box[0] * box[1]
        puzzle = cl.Sudoku([[1] + [0] * (side - 1)] + [[0] * side] * (side - 1), box=box)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again.box == puzzle.box == box and (again.clues == puzzle.clues).all()
        if min(box) > 1:
            assert cl.read(puzzle.text()).box == box
    assert cl.Sudoku("." * 36, box=(3, 2)).box == (3, 2) and cl.Sudoku("." * 36).box == (2, 3)
    with pytest.raises(cl.Error, match="boxes of 2x2 cells do not divide a 6x6 grid"):
        cl.Sudoku("." * 36, box=(2, 2))


def test_covers_without_items_and_with_any_text_are_pickled():
    for cover in [cl.ExactCover({}), cl.ExactCover([[], []]), cl.ExactCover.from_matrix(np.zeros((3, 0)))]:
        assert list(pickle.loads(pickle.dumps(cover)).solutions()) == [[]]
    cover = cl.ExactCover({"\ud800": ["\udfff", "\0"], "b": ["\ufeffx"]})
    again = pickle.loads(pickle.dumps(cover))
    assert again.options == cover.options and again.solve().solution == ["\ud800", "b"]


def test_threads_share_an_exact_cover():
    cover = cl.read("queens:8")
    assert [cover.count(strategy, threads=n) for strategy in ("auto", "dlx") for n in (0, 1, 3)] == [92] * 6
    listed = list(cover.solutions("dlx", threads=3))
    assert listed != list(cover.solutions("dlx")) and sorted(listed) == sorted(cover.solutions("dlx"))
    assert listed[:10] == cover.solve("dlx", limit=10, threads=3).solutions
    with pytest.raises(cl.Error, match="several threads search an exact cover"):
        cl.solve("." * 81, threads=2)
    with pytest.raises(cl.Error, match="uses one thread"):
        cover.count(threads=2, memory_limit=1 << 30)


def test_a_memory_limit_needs_a_process():
    assert cl.solve("queens:8", memory_limit=1 << 30).status == "solved"
    assert cl.count("queens:8", "dlx-rs", memory_limit=1 << 30) == 92
    for strategy in ("auto", "dlx", "zdd-cover"):
        for size in (1 << 20, 4 << 20, 8 << 20, 32_000_000):
            assert cl.solve("queens:12", strategy, limit=None, memory_limit=size).status in ("multiple", "memout")
    assert cl.solve("queens:12", "zdd-cover", limit=None, memory_limit=1 << 20).status == "memout"
    with pytest.raises(cl.LimitReached, match="memory"):
        cl.count("queens:12", "zdd-cover", memory_limit=1 << 20)
