from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self, TypeVar

__all__ = [
    "Answer", "CallEnded", "Error", "Instance", "LimitReached", "Request", "Solutions", "Trace", "comparison", "count", "execute",
    "experiment", "explain", "findings", "main", "names_strategy", "prove", "set_command", "solutions", "solve", "strategies", "trace",
    "write_report", "__version__",
]

__version__: str

_S = TypeVar("_S", default=Any)

class Error(ValueError):
    """Wrong input, strategy or argument; the message says how to fix it."""

class LimitReached(Error):
    """A limit ended a search before it had an answer."""

class CallEnded(BaseException):
    """Ends the call of a solver whose time is up."""

@final
class Instance:
    name: str
    kind: str
    @staticmethod
    def read(source: str, number: int) -> Instance: ...
    @staticmethod
    def puzzle(argument: str) -> Instance | None: ...
    @staticmethod
    def parse(
        name: str, text: str, extension: str, labels: list[Any] | None = None, shape: tuple[int, int] | None = None
    ) -> Instance: ...
    @staticmethod
    def sudoku(name: str, rows: Sequence[Sequence[int]], shape: tuple[int, int] | None) -> Instance: ...
    @staticmethod
    def exact_cover(
        name: str,
        primary: int,
        item_names: list[str],
        ends: list[int],
        items: list[int],
        colors: list[str] | None = None,
        labels: list[Any] | None = None,
    ) -> Instance: ...
    @staticmethod
    def formula(name: str, variables: int, clauses: list[list[int]], projection: list[int] | None) -> Instance: ...
    def text(self) -> tuple[str, str]: ...
    def clues(self) -> NDArray[np.uint8]: ...
    def shape(self) -> tuple[int, int]: ...
    def labels(self) -> list[Any] | None: ...
    def items(self) -> tuple[list[str], list[str]]: ...
    def options(self) -> dict[Any, list[str]]: ...
    def clauses(self) -> list[list[int]]: ...
    def projection(self) -> list[int] | None: ...
    def size(self) -> list[tuple[str, int]]: ...

@final
class Request:
    def __new__(
        cls,
        strategy: str,
        limit: int | None,
        time_limit: float | None,
        node_limit: int | None,
        memory_limit: int | None,
        seed: int,
        threads: int,
    ) -> Request: ...

@final
class Answer(Generic[_S]):
    """The answer of a search. It is truthy if a solution was found, and falsy if none exists."""

    @classmethod
    def __class_getitem__(cls, _kind: Any) -> type: ...
    def __bool__(self) -> bool: ...

    @property
    def instance(self) -> str:
        """The name of the instance."""
    @property
    def strategy(self) -> str:
        """The strategy with its parameters."""
    @property
    def choice(self) -> tuple[str, str] | None:
        """The strategy that an automatic one chose, and why."""
    @property
    def status(self) -> str:
        """`solved`, `unique`, `multiple`, `none`, or the reason why the search ended without one of them."""
    @property
    def stop(self) -> str | None:
        """The reason why the search ended early; None if it is exhaustive."""
    @property
    def solution(self) -> _S | None:
        """The first solution, or None: an array, a list of options, or a list of literals."""
    @property
    def grid(self) -> NDArray[np.uint8] | None:
        """The first solution of a Sudoku as a square array, or None."""
    @property
    def solutions(self) -> list[_S]:
        """The solutions that the search kept."""
    @property
    def count(self) -> int:
        """The number of solutions found."""
    @property
    def nodes(self) -> int | None:
        """Nodes of the search tree; None if the strategy counts none."""
    @property
    def depth(self) -> int | None:
        """The depth of the deepest node."""
    @property
    def counters(self) -> dict[str, int]:
        """The number of events of the search, by their names."""
    @property
    def cpu_time(self) -> float:
        """CPU time of encoding, search and decoding, in seconds."""
    @property
    def checked(self) -> str | None:
        """The checker that accepted the proof that there is no solution."""

@final
class Solutions(Iterator[_S]):
    """An iterator over the solutions of an instance. A thread searches, and waits while many solutions are unread."""

    @classmethod
    def __class_getitem__(cls, _kind: Any) -> type: ...
    def __next__(self) -> _S: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None: ...
    def close(self) -> None:
        """Ends the search and frees its memory. Any thread may call it; a thread that is reading reaches the end."""
    @property
    def answer(self) -> Answer[_S] | None:
        """The answer of the search, without its solutions; None before its end."""

@final
class Trace:
    text: str
    sentences: list[str]
    left_out: int
    def page(self) -> str: ...

def solve(instance: Instance, request: Request) -> Answer: ...
def count(instance: Instance, request: Request) -> int: ...
def solutions(instance: Instance, request: Request) -> Solutions: ...
def prove(instance: Instance, request: Request, *, proof: str | None, lrat: bool, check: bool) -> Answer: ...
def trace(instance: Instance, request: dict[str, Any]) -> Trace: ...
def explain(
    instance: Instance, *, unique: bool, up_to: str | None = None, without: list[str] = ...
) -> tuple[list[str], str]: ...
def strategies() -> list[tuple[str, str, str, bool]]: ...
def experiment(
    strategies: list[str], instances: list[str], own: list[str], from_one_list: bool, design: dict[str, Any], folder: Path
) -> str: ...
def names_strategy(word: str) -> bool: ...
def execute(
    text: str,
    is_name: bool,
    folder: Path,
    design: dict[str, Any],
    solvers: Sequence[tuple[str, Callable[[Instance, int], tuple[list[Any], bool]], str]],
    labeled: list[Instance],
    stop_call: Callable[[int], None],
) -> str: ...
def comparison(folder: Path) -> str: ...
def findings(folder: Path) -> str: ...
def write_report(folder: Path) -> Path: ...
def main(words: list[str]) -> int: ...
def set_command(command: list[str]) -> None: ...
