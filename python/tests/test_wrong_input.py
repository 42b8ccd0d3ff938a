"""Wrong input is an error that says which argument or which part is wrong, and what to pass instead."""

from types import SimpleNamespace

import coverlab as cl
import numpy as np
import pytest

MATRIX = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0], [0, 1, 0, 1]]


class SparseMatrix:
    """A matrix of SciPy whose rows cannot be read, such as a `coo_matrix`."""

    shape = (3, 3)

    def tocoo(self):
        return self

    def __iter__(self):
        return iter([self[0]])


class Or:
    """A formula of connectives as in `pysat.formula`, before it has clauses."""

    clauses = []

    def clausify(self):
        raise NotImplementedError


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (SimpleNamespace(clauses=[[1, 2, 3]], nv=3, atmosts=[[[1, 2, 3], 1]]), r"1 native constraint \(`atmosts`\); encode"),
        (SimpleNamespace(hard=[[1, 2]], soft=[[-1]], nv=2), "soft clauses.* `formula.hard`"),
        (Or(), r"connectives \(`Or`\) is not in clauses; `Formula\(list\(formula\)\)`"),
        ([[1, 2], [1.0, 2.5]], "clause 1: 1.0 is a float, not a whole number"),
        ([[1, 2], ["3"]], "clause 1: '3' is a str, not a whole number"),
        ([[True, 2]], "clause 0: True is a bool, not a whole number"),
        (["1 2 0"], "clause 0: '1' is a str"),
        ([[1, 2], [3, 0]], "clause 1 has the literal 0; drop the 0 that ends a clause of DIMACS"),
        ([[1], [2**31]], "clause 1: 2147483648 is beyond 2147483647, the highest variable"),
        ([[-(2**31)]], "clause 0: -2147483648 is beyond"),
        ([1, 2, 3], "a formula is a list of lists, but element 0 is 1; give clauses such as"),
        ("p cnf 1 1\n1 0\n", "not 'p cnf 1 1.*`read` takes text and files"),
        (3, "a formula is a list of lists, not 3"),
        (SimpleNamespace(clauses=[[1]], nv="x"), "`nv` is a whole number from 0, not 'x'"),
        (SparseMatrix(), "a formula is a list of lists, not <.*SparseMatrix.*; give clauses such as"),
    ],
)
def test_clauses_that_cannot_be_read(formula, message):
    with pytest.raises(cl.Error, match=message):
        cl.Formula(formula)


def test_a_projection_has_variables_of_the_formula():
    for projection, message in [
        ([1, 4], "`projection` has 4, but the variables are 1 to 3"),
        ([0], "`projection` is a whole number from 1, not 0"),
        (["a"], "`projection` is a whole number from 1, not 'a'"),
        (3, "`projection` is a list, not 3"),
    ]:
        with pytest.raises(cl.Error, match=message):
            cl.Formula([[1, 2, 3]], projection=projection)


def test_the_number_of_variables_of_a_formula_counts():
    formula = SimpleNamespace(clauses=[[1, 2]], nv=4, atmosts=[])
    assert cl.Formula(formula).count() == 12 and cl.Formula(formula, variables=5).count() == 24
    assert cl.Formula(cl.Formula([[1, 2]], variables=4, projection=[3])).count() == 2
    assert cl.Formula(np.array([[1, 2], [-1, 2]])).clauses == [[1, 2], [-1, 2]]
    assert cl.Formula(tuple(clause) for clause in ({1}, [2])).count() == 1
    with pytest.raises(cl.Error, match="`variables` is a whole number from 0, not -1"):
        cl.Formula([[1]], variables=-1)


@pytest.mark.parametrize(
    ("source", "other"),
    [
        (np.eye(5, dtype=bool), "truth values"),
        (np.eye(4, dtype=int), "a matrix"),
        (np.eye(9), "a matrix"),
        (MATRIX, "a matrix"),
        ([[bool(entry) for entry in row] for row in MATRIX], "a matrix"),
        ([[1, 2, 3, 4]] * 4, "sets or clauses"),
        ([[1, 2], [-1, 3]], "row 1, column 0 is -1"),
        ({"A": [1]}, "a board is a list of lists, not {'A'"),
        ([{1, 2}, {3}], "square"),
        (5, "a board is a list of lists, not 5"),
        (SparseMatrix(), "a board is a list of lists, not <.*SparseMatrix"),
    ],
)
def test_rows_that_may_be_no_board_are_refused(source, other):
    advice = r"`Sudoku\(board\)`.*`ExactCover.from_matrix\(matrix\)`.*`Formula\(clauses\)`"
    for call in (cl.solve, cl.count, cl.solutions, cl.explain):
        with pytest.raises(cl.Error, match=f"{other}.* {advice}"):
            call(source)


def test_an_empty_list_is_no_board():
    with pytest.raises(cl.Error, match="an empty list is not a board"):
        cl.solve([])


def test_boards_that_are_no_matrix_are_solved():
    board = np.zeros((4, 4), dtype=int)
    assert cl.count(board) == 288
    board[0, 0] = 1
    assert cl.Sudoku(board).count() == 72
    board[3, 3] = 2
    assert cl.count(board) > 0
    solved = cl.solve(board).grid
    assert cl.count(solved) == cl.count(solved.tolist()) == 1
    assert cl.Sudoku([[1, 2, 3, 4]] * 4).solve().status == "none"


def test_boards_of_other_libraries():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[1, None, None, None], [None] * 4, [None, None, 2, None], [None, None, None, 4]])
    rows = [["1", ".", ".", "."], ["."] * 4, [".", ".", "2", "."], [".", ".", ".", "4"]]
    assert cl.count(frame) == cl.count(rows) == cl.count("1.........2....4") > 0
    for cell, shown in [(1.5, "1.5"), ("x", "'x'"), (10**30, "1000"), ([1], r"\[1\]")]:
        with pytest.raises(cl.Error, match=f"row 1, column 2 is {shown}.*, which is not a digit"):
            cl.Sudoku([[0] * 4, [0, 0, cell, 0], [0] * 4, [0] * 4])
    with pytest.raises(cl.Error, match="`box` is the rows and columns of a box, not 2"):
        cl.Sudoku([[0] * 4] * 4, box=2)
    with pytest.raises(cl.Error, match="boxes of 2 rows and 3 columns need a board of 6 rows, not 4"):
        cl.Sudoku([[0] * 4] * 4, box=(2, 3))


def test_empty_cells_of_any_kind():
    expected = cl.Sudoku("1.........2....4").text()
    masked = np.ma.masked_equal([[1, 0, 0, 0], [0] * 4, [0, 0, 2, 0], [0, 0, 0, 4]], 0)
    masked.data[masked.mask] = 3
    texts = [["1", "", " ", "."], [""] * 4, ["", "", "2", ""], ["", "", "", "4"]]
    numbers = [["1", 0, 0, None], [0] * 4, [0, 0, "2", 0], ["", 0, 0, 4]]
    for rows in (masked, texts, numbers):
        assert cl.Sudoku(rows).text() == expected
    large = [[str(16 - (row + column) % 2) if row == column else "" for column in range(16)] for row in range(16)]
    assert cl.Sudoku(large).clues[3, 3] == 16


def test_frames_that_iterate_over_columns_are_read_by_rows():
    class Frame:
        """A data frame as of polars."""

        def __init__(self, rows):
            self.rows = np.array(rows)

        def __array__(self, dtype=None, copy=None):
            return self.rows

        def __iter__(self):
            return iter(self.rows.T)

    assert cl.ExactCover.from_matrix(Frame([[1, 1, 0], [0, 0, 1]])).solve().solution == [0, 1]
    assert cl.Sudoku(Frame([[1, 2, 0, 0]] + [[0] * 4] * 3)).clues[0].tolist() == [1, 2, 0, 0]


def frames():
    """Data frames with an entry that is no number, and its message."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(MATRIX, index=list("ABCD"), columns=list("pqrs"))
    for value, message in [
        (float("nan"), r"is NaN; fill it \(fillna\(0\)\)"),
        (None, "is None; fill it"),
        (pandas.NA, "is <NA>; fill it"),
        ("x", "is 'x'; convert it"),
    ]:
        wrong = frame.astype(object)
        wrong.loc["B", "p"] = value
        yield wrong, f"row 'B', column 'p' {message}"
    yield wrong.astype(str), "row 'A', column 'p' is '1'; convert it"
    yield frame.rename(index={"B": "A"}), r"two rows are called 'A' \(0 and 1\)"
    yield frame.rename(columns={"s": "p"}), r"two columns are called 'p' \(0 and 3\)"


def test_data_frames_that_are_no_matrix():
    for frame, message in frames():
        with pytest.raises(cl.Error, match=message):
            cl.ExactCover.from_matrix(frame)


@pytest.mark.parametrize(
    ("matrix", "keywords", "message"),
    [
        ([["1", "0"], ["0", "1"]], {}, "row 0, column 0 is '1'; convert it"),
        (np.array([["x", "."], [".", "x"]]), {}, "row 0, column 0 is 'x'; convert it"),
        (["10", "01"], {}, "row 0 is the text '10'"),
        ([[1, 0], [0, float("nan")]], {}, "row 1, column 1 is NaN; fill it"),
        ([[1, 0], [1]], {}, "row 1 has 1 entries, but row 0 has 2"),
        ([], {}, "an empty list is not a matrix"),
        ([[1, 0], [0, "x"]], {}, "row 1, column 1 is 'x'; convert it"),
        ([[1, [0]], [0, 1]], {}, r"row 0, column 1 is \[0\]; convert it"),
        (np.ma.array([[1, 1], [0, 1]], mask=[[0, 1], [0, 0]]), {}, r"masked entries; fill them: `matrix.filled\(0\)`"),
        (MATRIX, {"rows": 5}, "`rows` is a list of names, not 5"),
        ([1, 0], {}, "a matrix is a list of lists, but element 0 is 1"),
        (np.array([1, 0]), {}, "two dimensions, not 1"),
        ({"A": [1]}, {}, "`ExactCover` takes sets of items"),
        (MATRIX, {"rows": ["A", "A", "B", "C"]}, r"two rows are called 'A' \(0 and 1\)"),
        (MATRIX, {"columns": [0, 1, 2, 2]}, r"two columns are called 2 \(2 and 3\)"),
        (MATRIX, {"rows": [[1], 2, 3, 4]}, r"a row is called \[1\], which is not hashable"),
        (MATRIX, {"secondary": [9]}, r"no column 9 \(`secondary`\); the columns are 0, 1, 2, 3"),
        (MATRIX, {"secondary": 2}, r"`secondary` is a list, not 2; write \[2\]"),
        (MATRIX, {"secondary": "2"}, r"`secondary` is a list, not '2'"),
        (MATRIX, {"secondary": [True, False]}, "mask of 2 truth values, but the matrix has 4 columns"),
        (MATRIX, {"secondary": [0, 0, 1, 1]}, "`secondary` has 0 twice; a mask has a truth value for each column"),
    ],
)
def test_matrices_that_cannot_be_read(matrix, keywords, message):
    with pytest.raises(cl.Error, match=message):
        cl.ExactCover.from_matrix(matrix, **keywords)


def test_sparse_matrices_with_missing_and_repeated_entries():
    sparse = pytest.importorskip("scipy.sparse")
    twice = sparse.coo_array(([1, 1, 1], ([0, 0, 1], [0, 0, 1])), shape=(2, 2))
    assert cl.ExactCover.from_matrix(twice).count() == 1
    with pytest.raises(cl.Error, match="row 1, column 1 is NaN"):
        cl.ExactCover.from_matrix(sparse.csr_array(np.array([[1, 0], [0, np.nan]])))


def test_a_mask_chooses_secondary_columns():
    by_name = cl.ExactCover.from_matrix(MATRIX, secondary=[2, 3])
    for mask in ([False, False, True, True], np.array([0, 0, 1, 1], dtype=bool)):
        masked = cl.ExactCover.from_matrix(MATRIX, secondary=mask)
        assert masked.secondary == by_name.secondary == ["2", "3"] and list(masked.solutions()) == list(by_name.solutions())
    assert cl.ExactCover.from_matrix((row for row in MATRIX), secondary=[False] * 4).count() == 2


@pytest.mark.parametrize(
    ("options", "keywords", "message"),
    [
        ({"A": ["d1", "x"]}, {"secondary": "d1"}, r"`secondary` is a list, not 'd1'; write \['d1'\]"),
        ({"A": ["d1", "x"]}, {"secondary": ["d2"]}, "no option has the secondary item 'd2'; the items are 'd1', 'x'"),
        ({"A": ["d1", "x"]}, {"primary": 5}, "`primary` is a list, not 5"),
        ({"A": 5}, {}, "option 'A' is 5, but options are sets of items"),
        ([[1], [[2]]], {}, r"option 1 has the item \[2\], which is not hashable"),
        ("queens:8", {}, r"`coverlab.read\('queens:8'\)`"),
        (5, {}, "options are sets of items.*, not 5"),
        ({"A": ["p", "x:"]}, {"secondary": ["x"], "colored": True}, "option 'A' has 'x:', with no color after the `:`"),
        ({"A": ["p", "x:a:b"]}, {"secondary": ["x"], "colored": True}, "option 'A' has 'x:a:b': an item has one color"),
    ],
)
def test_options_that_cannot_be_read(options, keywords, message):
    with pytest.raises(cl.Error, match=message):
        cl.ExactCover(options, **keywords)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"limit": 1.5}, "`limit` is a whole number from 1, or None, not 1.5"),
        ({"limit": [1]}, r"`limit` is a whole number from 1, or None, not \[1\]"),
        ({"limit": 0}, "`limit` is a whole number from 1, or None, not 0"),
        ({"limit": 10**30}, "`limit` is a whole number from 1 to 18446744073709551615, or None, not 1000"),
        ({"time_limit": "5s"}, "`time_limit` is a number of seconds above 0, up to 1000000000, or None for no limit, not '5s'"),
        ({"time_limit": 0}, "above 0.* not 0$"),
        ({"time_limit": -1}, "above 0.* not -1"),
        ({"time_limit": float("inf")}, "or None for no limit, not inf"),
        ({"time_limit": 1e300}, r"not 1e\+300"),
        ({"seed": -1}, "`seed` is a whole number from 0, not -1"),
        ({"seed": None}, "`seed` is a whole number from 0, not None"),
        ({"seed": 2**64}, "`seed` is a whole number from 0 to 18446744073709551615, not 18446744073709551616"),
        ({"node_limit": 1.0}, "`node_limit` is a whole number from 0, or None, not 1.0"),
        ({"threads": -1}, "`threads` is a whole number from 0, not -1"),
        ({"limit": float("nan")}, "`limit` is a whole number from 1, or None, not nan"),
        ({"strategy": None}, r"`strategy` is a name from `strategies\(\)`, not None"),
        ({"memory_limit": 512}, r"from 1048576 \(1 MiB\), or None, not 512; for 512 MiB write 512 \* 2\*\*20"),
        ({"memory_limit": 2**64}, r"from 1048576 \(1 MiB\) to 18446744073709551615, or None, not 18446744073709551616;"),
        ({"memory_limit": "1GB"}, "`memory_limit` is a number of bytes from .* not '1GB'"),
    ],
)
def test_limits_that_cannot_be_kept(puzzle, keywords, message):
    for search in (cl.solve, cl.solutions):
        with pytest.raises(cl.Error, match=message):
            search(puzzle, **keywords)


def test_limits_of_numpy_are_taken(puzzle):
    assert cl.solve(puzzle, limit=np.int64(2), time_limit=np.float32(5), seed=np.uint8(3)).status == "unique"


def test_questions_of_other_kinds(puzzle):
    wrong = [
        (lambda: cl.read(5), "`source` is a text or a path, not 5"),
        (lambda: cl.read("unique-9x9", 0), "`number` is a whole number from 1, not 0"),
        (lambda: cl.trace(puzzle, "dlx", window=3), "`window` is the first and the last node"),
        (lambda: cl.explain(puzzle, without="trial"), r"`without` is a list, not 'trial'; write \['trial'\]"),
        (lambda: cl.explain(puzzle, without=None), "`without` is a list, not None$"),
        (lambda: cl.explain(puzzle, without=[3]), "`without` is a list of names of techniques, not 3"),
        (lambda: cl.explain(puzzle, unique="no"), "`unique` is True or False, not 'no'"),
        (lambda: cl.trace(puzzle, "dlx", window=(9, 1)), r"first and the last node, not \(9, 1\)"),
        (lambda: cl.read("\ud800.cnf"), "has a character that UTF-8 cannot encode"),
        (lambda: cl.solve("\ud800"), "has a character that UTF-8 cannot encode"),
        (lambda: cl.run(strategies="dlx", instances="\ud800"), "has a character that UTF-8 cannot encode"),
        (lambda: cl.compare("\ud800", "queens:4"), "has a character that UTF-8 cannot encode"),
        (lambda: cl.Formula([[1]]).prove(proof=5), "`proof` is the path of a file, or None, not 5"),
        (lambda: cl.Formula([[1]]).prove("batsat", proof="a.lrat"), "`batsat` writes no proof in LRAT; use `cdcl`"),
        (lambda: cl.Formula([[1]]).prove("cadical"), "no built-in solver is called `cadical`; use one of"),
        (lambda: cl.Formula([[1, -2]]).count("dlx-rs"), "dlx-rs cannot take the formula: it takes no colors"),
        (lambda: list(cl.Formula([[1, -2]]).solutions("dlx-rs")), "dlx-rs cannot take the formula: it takes no colors"),
        (lambda: cl.Formula([[1]]).prove(check="no"), "`check` is True or False, not 'no'"),
        (lambda: cl.explain(puzzle, up_to=3), "`up_to` is the name of a technique, not 3"),
        (lambda: cl.run(strategies=[5], instances="queens:4"), "a strategy is a name or a function, not 5"),
        (lambda: cl.run(strategies=5, instances="queens:4"), "`strategies` is a list, not 5"),
        (lambda: cl.run(strategies="dlx", instances="queens:4", repetitions=0), "`repetitions` is a whole number from 1"),
    ]
    for call, message in wrong:
        with pytest.raises(cl.Error, match=message):
            call()
