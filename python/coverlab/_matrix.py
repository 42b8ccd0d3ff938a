"""Matrices as exact covers: which entries are set, and what rows and columns are called."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _checks as checks
from ._coverlab import Error

if TYPE_CHECKING:
    import numpy as np

_ADVICE = "give an array, a data frame, or a list of rows; `ExactCover` takes sets of items"


class Table(NamedTuple):
    """The names of a matrix, and its nonzero entries by row: entry `k` is in row `at[k]` and column `to[k]`."""

    rows: list[Hashable]
    columns: list[Hashable]
    at: np.ndarray
    to: np.ndarray


def read(matrix: Any, rows: Sequence[Hashable] | None, columns: Sequence[Hashable] | None) -> Table:
    """Reads a matrix of numpy, SciPy, pandas, or lists. `rows` and `columns` are names instead of its own."""
    import numpy as np

    if hasattr(matrix, "iloc"):
        rows = list(matrix.index) if rows is None else rows
        columns = list(matrix.columns) if columns is None else columns
        matrix = matrix.to_numpy()
    is_sparse = hasattr(matrix, "tocoo")
    if not is_sparse:
        if np.ma.is_masked(matrix):
            raise Error("the matrix has masked entries; fill them: `matrix.filled(0)`")
        matrix = np.asarray(matrix) if hasattr(matrix, "__array__") else _array(matrix)
    if len(matrix.shape) != 2:
        raise Error(f"a matrix has two dimensions, not {len(matrix.shape)}; {_ADVICE}")
    height, width = matrix.shape
    names, items = _names("rows", rows, height), _names("columns", columns, width)
    if is_sparse:
        matrix = matrix.tocoo(copy=True)
        # A sparse matrix has its entries in any order, and may split an entry into several.
        matrix.sum_duplicates()
        order = np.argsort(matrix.row, kind="stable")
        at, to, entries = matrix.row[order], matrix.col[order], matrix.data[order]
        _check_entries(entries, lambda k: (names[at[k]], items[to[k]]))
        at, to = at[entries != 0], to[entries != 0]
    else:
        _check_entries(matrix.ravel(), lambda k: (names[k // width], items[k % width]))
        # Faster than `nonzero` of two dimensions.
        at, to = np.divmod(np.flatnonzero(matrix), width)
    return Table(names, items, at, to)


def choose(columns: list[Hashable], chosen: Any, name: str) -> set[Hashable]:
    """The columns that `chosen` has, by their names or as a mask with a truth value for each column."""
    wanted = checks.names(name, chosen)
    if wanted and all(type(value).__name__ in ("bool", "bool_") for value in wanted):
        if len(wanted) != len(columns):
            raise Error(f"`{name}` is a mask of {len(wanted)} truth values, but the matrix has {len(columns)} columns")
        return {column for column, is_chosen in zip(columns, wanted) if is_chosen}
    checks.hashable(f"`{name}` has", wanted)
    known, unused = set(columns), set(columns)
    for column in wanted:
        if column not in known:
            raise Error(f"there is no column {checks.shown(column)} (`{name}`); the columns are {checks.listed(columns)}")
        if column not in unused:
            raise Error(f"`{name}` has {checks.shown(column)} twice; a mask has a truth value for each column")
        unused.remove(column)
    return set(wanted)


def _array(matrix: Any) -> np.ndarray:
    """An array of a list of rows, which are equally long."""
    import numpy as np

    listed = checks.rows("a matrix", matrix, _ADVICE)
    if not listed:
        raise Error("an empty list is not a matrix; give an array with a number of columns, such as numpy.zeros((0, 3))")
    for number, row in enumerate(listed):
        if isinstance(row, str):
            raise Error(f"row {number} is the text {checks.shown(row)}; a matrix has numbers or truth values")
        if len(row) != len(listed[0]):
            raise Error(f"row {number} has {len(row)} entries, but row 0 has {len(listed[0])}")
    if not listed[0]:
        return np.zeros((len(listed), 0), dtype=bool)
    try:
        array = np.array(listed)
    except ValueError:
        array = None
    if array is not None and array.ndim == 2 and array.dtype.kind in "biufc":
        return array
    # Some entry is no number; which one shows if each is kept as it is.
    array = np.empty((len(listed), len(listed[0])), dtype=object)
    for number, row in enumerate(listed):
        for column, entry in enumerate(row):
            array[number, column] = entry
    return array


def _names(what: str, names: Any, length: int) -> list[Hashable]:
    """The names of rows or columns; 0, 1, 2, … if none are given."""
    if names is None:
        return list(range(length))
    if not isinstance(names, Iterable):
        raise Error(f"`{what}` is a list of names, not {checks.shown(names)}")
    listed = list(names)
    if len(listed) != length:
        raise Error(f"the matrix has {length} {what}, but `{what}` names {len(listed)}")
    checks.unique(what[:-1], listed)
    return listed


def _check_entries(entries: np.ndarray, place: Callable[[int], tuple[Hashable, Hashable]]) -> None:
    """Raises `Error` unless all entries are numbers or truth values. `place(k)` has the row and the column of entry `k`."""
    import numpy as np

    if entries.dtype.kind in "biu":
        return
    if entries.dtype.kind in "fc":
        wrong = np.isnan(entries)
    else:
        wrong = np.array([not isinstance(entry, (Number, np.bool_)) or entry != entry for entry in entries], dtype=bool)
    if wrong.any():
        number = int(wrong.argmax())
        row, column = place(number)
        remedy = "fill it (fillna(0))" if checks.is_missing(entries[number]) else "convert it to a number or a truth value"
        value = checks.shown(entries[number]).replace("nan", "NaN")
        raise Error(f"row {checks.shown(row)}, column {checks.shown(column)} is {value}; {remedy}")
