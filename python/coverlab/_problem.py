"""What all instances have in common: they are solved, counted and listed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic

from . import _checks as checks
from . import _coverlab as core

if TYPE_CHECKING:
    from typing_extensions import Self, TypedDict, TypeVar

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

    S = TypeVar("S", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")


class Problem(Generic[S]):
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

    def __init__(self) -> None:
        raise TypeError("`Problem` is the common class; make a `Sudoku`, an `ExactCover` or a `Formula`, or use `read`")

    @classmethod
    def _of(cls, instance: core.Instance) -> Self:
        """The object for an instance of the module."""
        made = cls.__new__(cls)
        made._core = instance
        return made

    @property
    def name(self) -> str:
        """The name in messages: a file, a family, or what the constructor was given."""
        return self._core.name

    @property
    def size(self) -> dict[str, int]:
        """The sizes of the instance.

        >>> cl.read("queens:8").size
        {'primary': 16, 'items': 46, 'options': 64}
        """
        return dict(self._core.size())

    def text(self) -> str:
        """The instance as text: a Sudoku in one line, an exact cover in Knuth's format, a formula in DIMACS format.

        >>> print(cl.Formula([[1, -2], [2]]).text(), end="")
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
    ) -> core.Answer[S]:
        """Searches for one solution, for `limit` of them, or for all with `limit=None`, and keeps them.

        The answer's `status` is the result: `solved` (`limit` solutions were found), `unique`, `multiple` or `none`; or the
        reason why the search ended without one: `timeout`, `node-limit`, `memout` or `stuck`.

        >>> answer = cl.read("queens:8").solve("dlx", limit=2)
        >>> answer.status, len(answer.solutions), answer.nodes > 8
        ('multiple', 2, True)
        >>> cl.read("queens:3").solve().status
        'none'

        Raises `Error` for an unknown strategy, or one that does not take the instance.
        """
        return core.solve(self._core, request(strategy, limit, time_limit, node_limit, memory_limit, seed, threads))

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

        >>> cl.read("queens:12").count()
        14200
        >>> cl.read("queens:10").count("dlx", threads=2)
        724

        Raises `LimitReached` if a limit ends the search.
        """
        return core.count(self._core, request(strategy, None, time_limit, node_limit, memory_limit, seed, threads))

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
    ) -> core.Solutions[S]:
        """An iterator over the solutions. The search continues while they are read, and waits while many are unread.

        >>> for rows in cl.read("queens:6").solutions("dlx", limit=2):
        ...     print(len(rows))
        6
        6

        Leaving the loop ends the search; `close()` or `with` ends it at once. After the last solution, `answer` has the
        status and the work of the search, for example the status `timeout`. A search with a memory limit, or by a strategy
        that cannot be interrupted, yields its solutions after it has ended.
        """
        return core.solutions(self._core, request(strategy, limit, time_limit, node_limit, memory_limit, seed, threads))

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name}={size}" for name, size in self.size.items())
        return f"<{type(self).__name__} {self.name}: {sizes}>"

    def __reduce__(self) -> Any:
        text, extension = self._core.text()
        return restore, (type(self), self.name, text, extension)


def request(strategy: Any, limit: Any, time: Any, nodes: Any, memory: Any, seed: Any, threads: Any) -> core.Request:
    """A checked request."""
    try:
        return _request(strategy, limit, time, nodes, memory, seed, threads)
    except TypeError:
        # An argument that is not hashable is a wrong one.
        return _request.__wrapped__(strategy, limit, time, nodes, memory, seed, threads)


@lru_cache(maxsize=256, typed=True)
def _request(strategy: Any, limit: Any, time: Any, nodes: Any, memory: Any, seed: Any, threads: Any) -> core.Request:
    return core.Request(
        checks.encodable(checks.text("strategy", strategy, "a name from `strategies()`")),
        checks.optional("limit", limit, 1),
        checks.seconds("time_limit", time),
        checks.optional("node_limit", nodes),
        checks.memory("memory_limit", memory),
        checks.whole("seed", seed),
        checks.whole("threads", threads),
    )


def restore(kind: type[Problem], name: str, text: str, extension: str, labels: list[Any] | None = None) -> Problem:
    """Reads an instance that `Instance.text` wrote."""
    return kind._of(core.Instance.parse(name, text, extension, labels))


def restore_board(kind: type[Problem], name: str, clues: list[list[int]], box: tuple[int, int]) -> Problem:
    """Makes a Sudoku as `Sudoku.__reduce__` describes it."""
    return kind._of(core.Instance.sudoku(name, clues, box))
