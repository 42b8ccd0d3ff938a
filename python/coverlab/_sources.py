"""Sources of instances: what `read` reads, and what `solve`, `count` and `solutions` take."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Union, overload

from . import _checks as checks
from . import _coverlab as core
from ._cover import ExactCover
from ._formula import Formula
from ._problem import Problem, S
from ._sudoku import Sudoku

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import Unpack

    from ._problem import Limits, ListLimits

Source = Union[Problem, str, "PathLike[str]", "np.ndarray", Sequence[Sequence[Union[int, str, None]]]]

_KINDS: dict[str, type[Problem]] = {"sudoku": Sudoku, "exact-cover": ExactCover, "formula": Formula}


def of_core(instance: core.Instance) -> Problem:
    """The object for an instance."""
    return _KINDS[instance.kind]._of(instance)


def read(source: str | PathLike[str], number: int = 1) -> Problem:
    """Reads the instance that `source` names, as on the command line: a puzzle, a file, a corpus, or a family.

    number: the number of the instance, from 1, if the source has several.

    >>> cl.read("queens:8")
    <ExactCover queens:8: primary=16, items=46, options=64>
    >>> cl.read("unique-9x9", 3).size["clues"]
    24

    Raises `Error` if there is no such source, or its text is malformed.
    """
    if not isinstance(source, (str, PathLike)):
        raise core.Error(f"`source` is a text or a path, not {checks.shown(source)}; {_ADVICE}")
    return of_core(core.Instance.read(checks.encodable(str(source)), checks.whole("number", number, 1)))


_ADVICE = (
    "for a Sudoku use `Sudoku(board)`, for an exact cover `ExactCover(options)` or `ExactCover.from_matrix(matrix)`, for clauses "
    "`Formula(clauses)`"
)


def problem(source: Source) -> Problem:
    """Returns `source` if it is an instance; otherwise the instance that it names, or the Sudoku in an array."""
    if isinstance(source, str):
        return of_core(core.Instance.read(checks.encodable(source), 1))
    if isinstance(source, Problem):
        return source
    if isinstance(source, PathLike):
        return read(source)
    if getattr(source, "dtype", None) == bool:
        raise core.Error(f"a matrix of truth values is not a board; {_ADVICE}")
    try:
        board = Sudoku(source)
    except core.Error as error:
        raise core.Error(f"{error}; {_ADVICE}") from None
    if kind := _other_kind(board):
        raise core.Error(f"this may be a board or {kind}; {_ADVICE}")
    return board


def _other_kind(board: Sudoku) -> str | None:
    """What else than a board the rows may be: zeros and ones are a matrix, and rows without 0 are sets or clauses, unless
    they are a solved board."""
    clues = board.clues
    if clues.max() == 1:
        return "a matrix"
    return "a list of sets or clauses" if clues.all() and not board.solve().count else None


@overload
def solve(source: Problem[S], strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Answer[S]: ...
@overload
def solve(source: Source, strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Answer: ...
def solve(source: Source, strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Answer:
    """Solves an instance, or what `read` reads; see `Problem.solve`.

    >>> cl.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").grid[0]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    """
    return problem(source).solve(strategy, **limits)


def count(source: Source, strategy: str = "auto", **limits: Unpack[Limits]) -> int:
    """Counts the solutions of an instance, or of what `read` reads; see `Problem.count`.

    >>> cl.count("queens:10")
    724
    """
    return problem(source).count(strategy, **limits)


@overload
def solutions(source: Problem[S], strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Solutions[S]: ...
@overload
def solutions(source: Source, strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Solutions: ...
def solutions(source: Source, strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Solutions:
    """Lists the solutions of an instance, or of what `read` reads; see `Problem.solutions`.

    >>> sum(1 for _ in cl.solutions("queens:8"))
    92
    """
    return problem(source).solutions(strategy, **limits)


def strategies() -> list[dict[str, Any]]:
    """The strategies: name, sentence, source, and whether each is complete.

    >>> [row["name"] for row in cl.strategies() if row["name"].startswith("dlx")]
    ['dlx', 'dlx-rs']
    """
    keys = ("name", "sentence", "source", "complete")
    return [dict(zip(keys, row)) for row in core.strategies()]
