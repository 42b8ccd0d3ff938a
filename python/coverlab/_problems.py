"""Instances, and how they are solved, counted and listed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from os import PathLike
from typing import TYPE_CHECKING, Any, Union

from . import _coverlab as core

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import TypedDict, Unpack

    class Limits(TypedDict, total=False):
        """The keywords of all methods that search."""

        time_limit: float | None
        node_limit: int | None
        memory_limit: int | None
        seed: int
        threads: int

    class ListLimits(Limits, total=False):
        """The keywords of methods that find some solutions."""

        limit: int | None

Source = Union["Problem", str, "PathLike[str]", "np.ndarray", Sequence[Sequence[int]]]


class Problem:
    """An instance: a `Sudoku`, an `ExactCover` or a `Formula`.

    All methods that search take the same keywords:

    strategy: a name from `strategies()`, with parameters as in `"dlx:heuristic=first"`. `auto` chooses.
    time_limit: CPU time in seconds.
    node_limit: nodes of the search tree.
    memory_limit: bytes; the search then runs in a separate process.
    seed: the seed of random choices, an integer.
    threads: the number of threads that search an exact cover together; 0 means one per processor. Counts do not depend on
        it; the order of solutions does. Not with `memory_limit`.
    """

    _core: core.Instance

    def __init__(self, instance: core.Instance) -> None:
        self._core = instance

    @property
    def name(self) -> str:
        """The name in messages: a file, a family, or what the constructor was given."""
        return self._core.name

    @property
    def size(self) -> dict[str, int]:
        """The sizes of the instance.

        >>> read("queens:8").size
        {'primary': 16, 'items': 46, 'options': 64}
        """
        return dict(self._core.size())

    def text(self) -> str:
        """The instance as text: a Sudoku in one line, an exact cover in Knuth's format, a formula in DIMACS format.

        >>> print(Formula([[1, -2], [2]]).text(), end="")
        p cnf 2 2
        1 -2 0
        2 0
        """
        return self._core.text()[0]

    def solve(
        self,
        strategy: str = "auto",
        *,
        limit: int | None = 1,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> core.Answer:
        """Searches for one solution, for `limit` of them, or for all with `limit=None`, and keeps them.

        The answer's `status` is the result: `solved` (`limit` solutions were found), `unique`, `multiple` or `none`; or the
        reason why the search ended without one: `timeout`, `node-limit`, `memout` or `stuck`.

        >>> answer = read("queens:8").solve("dlx", limit=2)
        >>> answer.status, len(answer.solutions), answer.nodes > 8
        ('multiple', 2, True)
        >>> read("queens:3").solve().status
        'none'

        Raises `Error` for an unknown strategy, or one that does not take the instance.
        """
        keep = 2**62 if limit is None else limit
        return core.solve(self._core, _request(strategy, limit, keep, time_limit, node_limit, memory_limit, seed, threads))

    def count(
        self,
        strategy: str = "auto",
        *,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> int:
        """The number of solutions, an `int` of any size.

        >>> read("queens:12").count()
        14200
        >>> read("queens:10").count("dlx", threads=2)
        724

        Raises `LimitReached` if a limit ends the search.
        """
        request = _request(strategy, None, 0, time_limit, node_limit, memory_limit, seed, threads)
        return core.count(self._core, request)

    def solutions(
        self,
        strategy: str = "auto",
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> core.Solutions:
        """An iterator of the solutions. The search continues while they are read, and waits while many are unread.

        >>> for rows in read("queens:6").solutions("dlx", limit=2):
        ...     print(len(rows))
        6
        6

        Leaving the loop ends the search; `close()` or `with` ends it at once. After the last solution, `answer` has the
        status and the work of the search, for example the status `timeout`. A search with a memory limit, or by a strategy
        that cannot be interrupted, yields its solutions after it has ended.
        """
        request = _request(strategy, limit, 0, time_limit, node_limit, memory_limit, seed, threads)
        return core.solutions(self._core, request)

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name}={size}" for name, size in self.size.items())
        return f"<{type(self).__name__} {self.name}: {sizes}>"

    def __reduce__(self) -> Any:
        text, extension = self._core.text()
        return _parse, (self.name, text, extension)


def _request(
    strategy: str, limit: int | None, keep: int, time: Any, nodes: Any, memory: Any, seed: int, threads: int = 1
) -> dict[str, Any]:
    """A request as the module takes it."""
    if limit is not None and limit < 1:
        raise core.Error(f"`limit` is a number of solutions above 0, or None for all, not {limit}")
    return {
        "strategy": strategy, "limit": limit, "keep": keep, "time_limit": time, "node_limit": nodes, "memory_limit": memory,
        "seed": seed, "threads": threads,
    }


class Sudoku(Problem):
    """A Sudoku of any size, from text in a common notation or from rows of digits with 0 or None for an empty cell.

    >>> puzzle = Sudoku("1...\\n...3\\n..2.\\n...4")
    >>> puzzle.solve().grid
    array([[1, 3, 4, 2],
           [4, 2, 1, 3],
           [3, 4, 2, 1],
           [2, 1, 3, 4]], dtype=uint8)
    >>> Sudoku([[0, 0, 0, 0]] * 4).count()
    288

    `box` has the rows and columns of a box, if they are not nearly equal: `(2, 3)`.
    """

    def __init__(self, clues: Any, box: tuple[int, int] | None = None) -> None:
        if isinstance(clues, core.Instance):
            super().__init__(clues)
        elif isinstance(clues, str):
            super().__init__(core.Instance.parse("the puzzle", clues, ""))
        elif (rows := list(clues)) and all(isinstance(row, str) for row in rows):
            super().__init__(core.Instance.parse("the puzzle", "\n".join(rows), ""))
        else:
            digits = [[int(digit or 0) for digit in row] for row in rows]
            super().__init__(core.Instance.sudoku("the puzzle", digits, box))

    @property
    def clues(self) -> np.ndarray:
        """The clues as a square array of `uint8`, 0 for an empty cell."""
        return self._core.clues()

    def _repr_html_(self) -> str:
        from ._views import board_html

        return board_html(self.clues.ravel().tolist())


class ExactCover(Problem):
    """An exact cover problem: choose options so that every primary item is in exactly one of them.

    options: a mapping of names to items, or a sequence of sets of items, whose names are 0, 1, 2, …. Names and items are
        any hashable values. An option without items belongs to no cover.
    primary: items that exactly one chosen option must contain. A primary item in no option makes a cover impossible.
    secondary: items that at most one chosen option may contain.
        If only one of these two is given, all other items are of the other kind. If neither is given, all are primary.
    colored: whether `"x:red"` in an option gives the secondary item `"x"` the color `red`. Chosen options may share a
        secondary item if all give it the same color.

    Solutions are lists of names of options.

    >>> cover = ExactCover({"A": [1, 4], "B": [4, 5, 7], "C": [1], "D": [4, 5]}, secondary=[7])
    >>> sorted(cover.solutions())
    [['B', 'C'], ['C', 'D']]
    >>> ExactCover([{0, 1}, {2}, {0}, {1, 2}]).solve("dlx").solution in ([0, 1], [2, 3])
    True
    >>> colors = ExactCover({"A": ["p", "x:red"], "B": ["q", "x:red"], "C": ["q", "x"]}, secondary=["x"], colored=True)
    >>> colors.solve().solution
    ['A', 'B']

    Multiplicities are in Knuth's format: `read("cover.dlx")`.
    """

    def __init__(
        self,
        options: Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]] | core.Instance,
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        colored: bool = False,
    ) -> None:
        if isinstance(options, core.Instance):
            super().__init__(options)
            return
        if hasattr(options, "shape"):
            raise core.Error("options are sets of items; `ExactCover.from_matrix` reads a matrix")
        pairs = options.items() if isinstance(options, Mapping) else enumerate(options)
        named = {name: list(members) for name, members in pairs}
        colors = None
        if colored:
            split = {name: [_split(member) for member in members] for name, members in named.items()}
            colors = [color for pairs in split.values() for _, color in pairs]
            named = {name: [item for item, _ in pairs] for name, pairs in split.items()}
        first, second = _kinds(named, primary, secondary)
        numbers = {item: number for number, item in enumerate([*first, *second])}
        try:
            entries = [numbers[item] for members in named.values() for item in members]
        except KeyError as unknown:
            raise core.Error(f"item {unknown.args[0]!r} is neither primary nor secondary") from None
        if colors is not None:
            _check_colors(named, first, colors)
        _check_options(named)
        labels = [name for name, members in named.items() if members]
        lengths = [len(members) for members in named.values() if members]
        super().__init__(_cover(len(first), list(numbers), lengths, entries, labels, colors))

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        rows: Sequence[Hashable] | None = None,
        columns: Sequence[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> ExactCover:
        """An exact cover from a matrix: rows are options, columns are items, nonzero entries say which has which.

        matrix: a two-dimensional array of numpy, a sparse matrix of SciPy, a list of lists, or a data frame of pandas, whose
            index and columns are the names.
        rows, columns: names instead of 0, 1, 2, ….
        secondary: names of columns.

        >>> ExactCover.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 0]]).solve().solution
        [0, 1]
        """
        import numpy as np

        if hasattr(matrix, "iloc"):
            rows = list(matrix.index) if rows is None else rows
            columns = list(matrix.columns) if columns is None else columns
            matrix = matrix.to_numpy()
        if not hasattr(matrix, "nonzero"):
            matrix = np.asarray(matrix)
        if len(matrix.shape) != 2:
            raise core.Error(f"a matrix has two dimensions, not {len(matrix.shape)}")
        height, width = matrix.shape
        names, items = list(range(height) if rows is None else rows), list(range(width) if columns is None else columns)
        if (len(names), len(items)) != (height, width):
            raise core.Error(f"{len(names)} rows and {len(items)} columns are named, but the matrix is {height} by {width}")
        optional = dict.fromkeys(secondary)
        unknown = [item for item in optional if item not in items]
        if unknown:
            raise core.Error(f"there is no column {unknown[0]!r}")
        at, entries = matrix.nonzero()
        if hasattr(matrix, "format"):
            # A sparse matrix may list its entries in any order.
            at, entries = at[by_row := np.argsort(at, kind="stable")], entries[by_row]
        first = items
        if optional:
            first = [item for item in items if item not in optional]
            order = sorted(range(width), key=lambda k: items[k] in optional)
            items = [items[k] for k in order]
            entries = np.argsort(order)[entries]
        lengths = np.bincount(at, minlength=height).tolist()
        labels = [name for name, length in zip(names, lengths) if length]
        return cls(_cover(len(first), items, [length for length in lengths if length], entries.tolist(), labels))

    @property
    def primary(self) -> list[str]:
        """The names of the primary items as text."""
        return self._core.items()[0]

    @property
    def secondary(self) -> list[str]:
        """The names of the secondary items as text."""
        return self._core.items()[1]

    @property
    def options(self) -> dict[Any, list[str]]:
        """The options by their names, with the names of their items as text. A colored item is `name:color`."""
        return self._core.options()

    def __reduce__(self) -> Any:
        text, extension = self._core.text()
        return _parse, (self.name, text, extension, self._core.labels())


def _split(member: Hashable) -> tuple[Hashable, str]:
    """An item and its color, which is empty if it has none."""
    if not isinstance(member, str):
        return member, ""
    item, _, color = member.partition(":")
    return item, color


def _kinds(
    options: Mapping[Any, list[Hashable]], primary: Iterable[Hashable] | None, secondary: Iterable[Hashable] | None
) -> tuple[dict[Hashable, None], dict[Hashable, None]]:
    """The primary and the secondary items, in the order in which they are given, or else appear."""
    if primary is not None and secondary is not None:
        first, second = dict.fromkeys(primary), dict.fromkeys(secondary)
        if both := first.keys() & second.keys():
            raise core.Error(f"item {both.pop()!r} is both primary and secondary")
        return first, second
    given = dict.fromkeys(secondary if primary is None and secondary is not None else primary or ())
    others = {item: None for members in options.values() for item in members if item not in given}
    return (others, given) if primary is None else (given, others)


def _check_options(options: Mapping[Any, list[Hashable]]) -> None:
    """Raises `Error` for an option with an item twice."""
    for name, members in options.items():
        if len(set(members)) != len(members):
            twice = next(item for k, item in enumerate(members) if item in members[:k])
            advice = "; `ExactCover.from_matrix` reads a matrix" if set(members) <= {0, 1} else ""
            raise core.Error(f"option {name!r} has item {twice!r} twice{advice}")


def _check_colors(options: Mapping[Any, list[Hashable]], primary: Mapping[Hashable, None], colors: list[str]) -> None:
    """Raises `Error` for a primary item with a color."""
    entries = ((name, item) for name, members in options.items() for item in members)
    for (name, item), color in zip(entries, colors):
        if color and item in primary:
            raise core.Error(f"option {name!r} gives the primary item {item!r} a color; only secondary items have colors")


def _cover(
    primary: int,
    items: Sequence[Hashable],
    lengths: list[int],
    entries: list[int],
    labels: Sequence[Any],
    colors: list[str] | None = None,
) -> core.Instance:
    """The instance of an exact cover."""
    if colors is not None:
        unique = list(dict.fromkeys(color for color in colors if color))
        words = {"": "", **dict(zip(unique, _words(unique)))}
        colors = [words[color] for color in colors]
    is_plain = all(label == number for number, label in enumerate(labels))
    return core.Instance.exact_cover(
        "the cover", primary, _words(items), list(accumulate(lengths)), entries, colors, None if is_plain else list(labels)
    )


def _words(names: Sequence[Hashable]) -> list[str]:
    """The names as words of Knuth's format, or numbers if some name is not a word of it."""
    words = [str(name) for name in names]
    text = " ".join(words)
    is_text = len(text.split()) == len(words) == len(set(words)) and ":" not in text and "|" not in text
    return words if is_text else [str(k) for k in range(len(words))]


class Formula(Problem):
    """A formula in conjunctive normal form: clauses of variables 1, 2, … and their negations -1, -2, ….

    clauses: lists of literals, or an object with an attribute `clauses`, such as a `pysat.formula.CNF`.
    variables: the number of variables, if the last ones occur in no clause.

    A solution is a list with a literal for every variable.

    >>> Formula([[1, -2], [2, 3], [-1]]).solve("cdcl").solution
    [-1, -2, 3]
    >>> Formula([[1], [-1]]).solve().status
    'none'
    """

    def __init__(self, clauses: Any, variables: int = 0) -> None:
        if isinstance(clauses, core.Instance):
            super().__init__(clauses)
            return
        clauses = getattr(clauses, "clauses", clauses)
        super().__init__(core.Instance.formula("the formula", variables, [[int(literal) for literal in clause] for clause in clauses]))

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, in order."""
        return self._core.clauses()

    def prove(
        self,
        solver: str = "cdcl",
        *,
        proof: str | PathLike[str] | None = None,
        check: bool = True,
        time_limit: float | None = None,
        seed: int = 0,
    ) -> core.Answer:
        """Decides the formula with a solver that writes a proof if there is no model.

        solver: `cdcl`, `varisat` or `batsat`.
        proof: a file for the proof. Its format is LRAT if the name ends in `.lrat` (`cdcl` only), and otherwise DRAT.
        check: whether to verify the proof with a checker that shares no code with the solver. The answer's `checked` names it.

        >>> pigeons = read("pigeonhole:4")
        >>> pigeons.prove().status, pigeons.prove().checked
        ('none', 'unit propagation')
        """
        request = _request(solver, 1, 1, time_limit, None, None, seed)
        path = None if proof is None else str(proof)
        is_lrat = path is not None and path.endswith(".lrat")
        return core.prove(self._core, request, proof=path, lrat=is_lrat, check=check)


_KINDS: dict[str, Callable[[core.Instance], Problem]] = {"sudoku": Sudoku, "exact-cover": ExactCover, "formula": Formula}


def _of_core(instance: core.Instance) -> Problem:
    """The object for an instance."""
    return _KINDS[instance.kind](instance)


def _parse(name: str, text: str, extension: str, labels: list[Any] | None = None) -> Problem:
    """Reads an instance that `Instance.text` wrote."""
    return _of_core(core.Instance.parse(name, text, extension, labels))


def read(source: str | PathLike[str], number: int = 1) -> Problem:
    """Reads the instance that `source` names, as on the command line: a puzzle, a file, a corpus, or a family.

    number: the number of the instance, from 1, if the source has several.

    >>> read("queens:8")
    <ExactCover queens:8: primary=16, items=46, options=64>
    >>> read("unique-9x9", 3).size["clues"]
    24

    Raises `Error` if there is no such source, or its text is malformed.
    """
    return _of_core(core.Instance.read(str(source), number))


def problem(source: Source) -> Problem:
    """Returns `source` if it is an instance; otherwise the instance that it names, or the Sudoku in an array."""
    if isinstance(source, Problem):
        return source
    if isinstance(source, (str, PathLike)):
        return read(source)
    advice = "for an exact cover use `ExactCover(options)` or `ExactCover.from_matrix(matrix)`, for clauses `Formula(clauses)`"
    if getattr(source, "dtype", None) == bool:
        raise core.Error(f"a matrix of truth values is not a Sudoku; {advice}")
    try:
        return Sudoku(source)
    except core.Error as error:
        raise core.Error(f"{error}; {advice}") from None


def solve(source: Source, strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Answer:
    """Solves an instance, or what `read` reads; see `Problem.solve`.

    >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").grid[0]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    """
    return problem(source).solve(strategy, **limits)


def count(source: Source, strategy: str = "auto", **limits: Unpack[Limits]) -> int:
    """Counts the solutions of an instance, or of what `read` reads; see `Problem.count`.

    >>> count("queens:10")
    724
    """
    return problem(source).count(strategy, **limits)


def solutions(source: Source, strategy: str = "auto", **limits: Unpack[ListLimits]) -> core.Solutions:
    """Lists the solutions of an instance, or of what `read` reads; see `Problem.solutions`.

    >>> sum(1 for _ in solutions("queens:8"))
    92
    """
    return problem(source).solutions(strategy, **limits)


def strategies() -> list[dict[str, Any]]:
    """The strategies: name, sentence, source, and whether each is complete.

    >>> [row["name"] for row in strategies() if row["name"].startswith("dlx")]
    ['dlx', 'dlx-rs']
    """
    keys = ("name", "sentence", "source", "complete")
    return [dict(zip(keys, row)) for row in core.strategies()]
