"""Sudokus, from text and from rows of digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _checks as checks
from . import _coverlab as core
from ._problem import Problem, restore_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADVICE = "give a text, or rows of digits with 0 for an empty cell"


class Sudoku(Problem["NDArray[np.uint8]"]):
    """A Sudoku of any size, from text in a common notation or from rows of digits.

    clues: a text; rows of characters; or rows of digits, in which 0, None, NaN and empty text are empty cells: lists, an
        array, or a data frame. Of a text with several puzzles it is the first.
    box: the rows and columns of a box, if boxes are not as square as possible: `(1, 6)`.

    >>> puzzle = cl.Sudoku("1...\\n...3\\n..2.\\n...4")
    >>> puzzle.solve().grid
    array([[1, 3, 4, 2],
           [4, 2, 1, 3],
           [3, 4, 2, 1],
           [2, 1, 3, 4]], dtype=uint8)
    >>> cl.Sudoku([[0, 0, 0, 0]] * 4).count()
    288
    """

    def __init__(self, clues: Any, box: tuple[int, int] | None = None) -> None:
        self._core = _board(clues, box)

    @property
    def clues(self) -> NDArray[np.uint8]:
        """The clues as a square array of `uint8`, 0 for an empty cell."""
        return self._core.clues()

    @property
    def box(self) -> tuple[int, int]:
        """The number of rows and of columns of a box."""
        return self._core.shape()

    def __reduce__(self) -> Any:
        return restore_board, (type(self), self.name, self.clues.tolist(), self.box)

    def _repr_html_(self) -> str:
        from ._views import board_html

        return board_html(self.clues.ravel().tolist(), self.box)


def _board(clues: Any, box: Any) -> core.Instance:
    """The instance of a board."""
    shape = None if box is None else checks.pair("box", box, "the rows and columns of a box")
    if isinstance(clues, str):
        return core.Instance.parse("the puzzle", clues, "", shape=shape)
    if hasattr(clues, "__array__"):
        import numpy as np

        # A masked cell becomes None.
        clues = (clues if isinstance(clues, np.ma.MaskedArray) else np.asarray(clues)).tolist()
    rows = checks.rows("a board", clues, _ADVICE)
    if not rows:
        raise core.Error(f"an empty list is not a board; {_ADVICE}")
    cells = [cell for row in rows for cell in row]
    if cells and all(isinstance(cell, str) for cell in cells) and not all(map(_is_number, cells)):
        lines = (row if isinstance(row, str) else "".join(cell.strip() or "." for cell in row) for row in rows)
        return core.Instance.parse("the puzzle", "\n".join(lines), "", shape=shape)
    digits = [[_digit(cell, (at, to)) for to, cell in enumerate(row)] for at, row in enumerate(rows)]
    side = len(digits)
    if all(len(row) == side for row in digits):
        for at, row in enumerate(digits):
            if side and max(row) > side:
                place = f"row {at}, column {row.index(max(row))}"
                raise core.Error(f"{place} is {max(row)}, but a board of {side} rows has digits 1 to {side}")
    return core.Instance.sudoku("the puzzle", digits, shape)


def _is_number(cell: str) -> bool:
    """Whether the text of a cell is a number, or empty."""
    return not cell.strip() or cell.strip().isdecimal()


def _digit(cell: Any, place: tuple[int, int]) -> int:
    """The digit of a cell, 0 for an empty one."""
    if type(cell) is int and 0 <= cell < 256:
        return cell
    if checks.is_missing(cell):
        return 0
    if isinstance(cell, str) and _is_number(cell):
        cell = int(cell.strip() or 0)
    try:
        digit = int(cell)
        is_digit = digit == cell and 0 <= digit < 256
    except (TypeError, ValueError, OverflowError):
        is_digit = False
    if not is_digit:
        row, column = place
        raise core.Error(f"row {row}, column {column} is {checks.shown(cell)}, which is not a digit; 0 is an empty cell")
    return digit
