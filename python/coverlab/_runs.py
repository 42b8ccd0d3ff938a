"""Runs of experiments, with tables as data frames."""

from __future__ import annotations

import ctypes
import inspect
import json
import os
import re
import shutil
import tempfile
import unicodedata
import weakref
from collections.abc import Callable, Iterable, Iterator
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _coverlab as core
from . import _checks as checks
from ._cover import ExactCover
from ._function_version import version
from ._problem import Problem
from ._sources import Source, of_core, problem
from ._sudoku import Sudoku

if TYPE_CHECKING:
    import pandas as pd

Strategy = Union[str, Callable[[Any], Any]]

_MIN_MEMORY = 8 * 2**20
# A name such as 007, 1e3 or inf is not a number.
_TEXT_COLUMNS = [
    "experiment", "corpus", "instance", "instance_hash", "strategy", "params", "via", "status", "verdict", "answer_hash", "stop",
    "mode", "host", "enforcer", "error", "commit",
]
_PAIR_COLUMNS = [
    "strategy", "baseline", "instances", "solved_by_one", "p", "difference",
    "typical.ratio", "typical.interval", "typical.pairs", "total.ratio", "total.interval", "total.pairs",
]


def run(
    experiment: str | PathLike[str] | None = None,
    *,
    strategies: Iterable[Strategy] = (),
    instances: Source | Iterable[Any] = (),
    task: str = "first",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    repetitions: int = 1,
    seed: int | None = None,
    threads: int = 1,
    out: str | PathLike[str] | None = None,
    allow_programs: bool = False,
) -> Run:
    """Runs strategies on instances, or a built-in experiment, and records every trial.

    experiment: the name of a built-in experiment (`coverlab list experiments`), or a TOML file, instead of strategies and
        instances.
    strategies: names, with sets of values as in `"dancing-cells:ties={first,random}"`, and functions. A function takes an
        instance and returns a solution, or None if none exists; a generator yields all solutions. The table names a
        function by its `__name__`, and a callable object by its class.
    instances: sources as for `read`, with all of their instances; or instances. Single Sudokus form a corpus for each size,
        and so do single exact covers and single formulas.
    task: `first`, `unique` (is there exactly one solution?), or `all`.
    time_limit: CPU seconds for each trial; 10 if it is not given and no experiment is named.
    memory_limit: bytes for each trial, at least 8 MiB; every strategy then runs in a separate process. Not with functions.
    repetitions: the number of runs of each trial.
    seed: the seed of random choices.
    threads: the number of trials that run at a time. With a function only one, because of how its CPU time is measured.
    out: the folder of the record, from which an interrupted run resumes; by default a temporary one. The run must have all of
        its trials. They are reused, those of a function only if its code is the same, including the functions of its module
        that it calls. Changes in other modules are not noticed. Trials of a callable object, or of a function that uses other
        objects than functions and plain values, are never reused.
    allow_programs: whether external programs that an experiment names may run.

    Every solution is verified and answers are compared. A function that raises an exception, exceeds its time or returns a
    wrong answer gets a row that says so. A function is called once for each trial. Its CPU time is that of the whole process
    during the call, with all threads, and of the processes that it has waited for. Its time limit applies to wall time, too; a
    call into C that does not return cannot be ended.

    >>> def first_found(cover):
    ...     yield from cover.solutions("dlx")
    >>> record = cl.run(strategies=["bit-cover", first_found], instances="queens:6", task="all")
    >>> record.trials[["strategy", "status", "solutions"]].values.tolist()
    [['bit-cover', 'multiple', 4], ['first-found', 'multiple', 4]]
    """
    folder = _Folder(out)
    design = _design(task, time_limit, memory_limit, repetitions, seed, threads, allow_programs)
    if experiment is not None:
        if any(map(_is_given, (strategies, instances))) or task != "first" or repetitions != 1:
            raise core.Error("an experiment has its own strategies, instances, task and repetitions; give the experiment alone")
        summary = core.execute(str(experiment), True, folder.path, design, [], [], _end_call)
    else:
        summary = _execute(strategies, instances, design, folder)
    return Run(folder, json.loads(summary))


def compare(
    *words: Strategy | Source,
    task: str = "first",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    repetitions: int = 3,
    seed: int | None = None,
    out: str | PathLike[str] | None = None,
) -> Comparison:
    """Compares strategies on instances, both as for `run` and one by one; the first strategy is the baseline.

    A text that names a strategy is one, even if a file has this name; a path is always an instance.

    >>> cl.compare("dlx", "bit-cover", "queens:{6..8}").scores["solved"].tolist()
    [3, 3]
    """
    folder = _Folder(out)
    strategies: list[Any] = []
    instances: list[Any] = []
    for word in words:
        is_strategy = core.names_strategy(checks.encodable(word)) if isinstance(word, str) else callable(word)
        (strategies if is_strategy else instances).append(word)
    design = _design(task, time_limit, memory_limit, repetitions, seed, 1, False)
    return Comparison(folder, json.loads(_execute(strategies, instances, design, folder, from_one_list=True)))


class Run:
    """The record of a run: its trials, and tables computed from them. A notebook displays the report.

    Once a later run has written to the same folder, only its own object can read the tables.
    """

    def __init__(self, folder: _Folder, summary: dict[str, Any]) -> None:
        self._folder = folder
        self._table = _Snapshot(folder.path / "trials.csv")
        self.summary = summary
        """The numbers of trials by result: `correct`, `wrong`, `limited`, …."""

    @property
    def folder(self) -> Path:
        """The folder of the record. A temporary one lives as long as this object."""
        return self._folder.path

    @property
    def trials(self) -> pd.DataFrame:
        """A row for each trial, with the columns of `trials.csv`; times are CPU time in nanoseconds (`solve_cpu_ns`)."""
        texts = dict.fromkeys(_TEXT_COLUMNS, str)
        return _pandas().read_csv(self._table.path(), dtype=texts, keep_default_na=False, na_values=[""])

    def trials_polars(self) -> Any:
        """The trials as a data frame of polars."""
        try:
            import polars
        except ImportError as error:
            raise ImportError("this table needs polars: pip install 'coverlab[polars]'") from error
        texts = dict.fromkeys(_TEXT_COLUMNS, polars.String)
        return polars.read_csv(self._table.path(), schema_overrides=texts, infer_schema_length=None)

    @property
    def scores(self) -> pd.DataFrame:
        """A row for each strategy over all instances: the number that it solved, and its times."""
        return _pandas().DataFrame(self._comparison()["strategies"]).set_index("strategy")

    def pairs(self) -> pd.DataFrame:
        """A row for each strategy, compared with the first: ratios of CPU times over the instances that both solve."""
        pairs = _pandas().json_normalize(self._comparison()["comparisons"])
        return pairs.reindex(columns=_PAIR_COLUMNS).set_index("strategy")

    def cactus(self) -> pd.DataFrame:
        """The data of a cactus plot: a column for each strategy, with the ascending times of its solved trials in seconds.

        Wrong answers do not count.
        """
        trials = self.trials
        solved = trials[trials.status.isin(["solved", "unique", "multiple", "none"]) & (trials.verdict != "wrong")]
        names = solved.strategy.where(solved.params.isna(), solved.strategy + ":" + solved.params.astype(str))
        times = {name: (group.solve_cpu_ns.sort_values() / 1e9).tolist() for name, group in solved.groupby(names)}
        frame = _pandas().DataFrame.from_dict(times, orient="index").T
        return frame.rename_axis("solved").rename(index=lambda k: k + 1)

    def claims(self) -> pd.DataFrame:
        """The claims and laws of the experiment, with their outcomes."""
        return _pandas().json_normalize(self.findings()["checks"])

    def findings(self) -> dict[str, Any]:
        """All figures of the report."""
        found: dict[str, Any] = json.loads(core.findings(self._record()))
        return found

    def report(self) -> Path:
        """Writes the report, with tables and plots as files beside it, and returns its page."""
        return Path(core.write_report(self._record()))

    def _comparison(self) -> dict[str, Any]:
        compared: dict[str, Any] = json.loads(core.comparison(self._record()))
        return compared

    def _record(self) -> Path:
        """The folder, whose trials are still those of this run."""
        return self._table.path().parent

    def __repr__(self) -> str:
        counts = {name: n for name, n in self.summary.items() if isinstance(n, int) and n and name != "trials"}
        words = ", ".join(f"{n} {name}" for name, n in counts.items() if name != "rows")
        return f"<{type(self).__name__} {self.summary['experiment']}: {self.summary['trials']} trials, {words}>"

    def _repr_html_(self) -> str:
        from ._views import frame_html

        return frame_html(self.report().read_text(encoding="utf-8"))


class Comparison(Run):
    """The record of a comparison. A notebook displays the tables of scores and of ratios."""

    def _repr_html_(self) -> str:
        try:
            _pandas()
        except ImportError:
            return super()._repr_html_()
        scores, pairs = self.scores, self.pairs()
        shown = [name for name in ("runs", "solved_runs", "solved", "total_cpu_ns", "median_cpu_ns") if name in scores]
        ratios = [name for name in ("typical.ratio", "total.ratio", "instances", "difference") if name in pairs]
        tables = [scores[shown], pairs[ratios]] if len(pairs) else [scores[shown]]
        return "".join(table.to_html() for table in tables)


class _Folder:
    """The folder of a record; a temporary one if no path is given, which is removed with this object."""

    def __init__(self, path: str | PathLike[str] | None) -> None:
        self._is_temporary = path is None
        if path is None:
            path = tempfile.mkdtemp(prefix="coverlab-")
            weakref.finalize(self, _remove, path, os.getpid())
        self.path = Path(checks.path("out", path, "a folder")).absolute()

    def __reduce__(self) -> Any:
        if self._is_temporary:
            raise TypeError("cannot pickle a run whose folder is temporary; pass `out=` to `run`, or pickle its `trials`")
        return _Folder, (str(self.path),)


class _Snapshot:
    """A file that must not be written while an object describes its content."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state = self._stat()

    def path(self) -> Path:
        """The path. Raises `Error` if the file was written since."""
        if self._stat() != self._state:
            raise core.Error(f"the record in {self._path.parent} was written after this run; use what the later run returned")
        return self._path

    def _stat(self) -> tuple[int, int]:
        facts = self._path.stat()
        return facts.st_mtime_ns, facts.st_size


def _remove(folder: str, owner: int) -> None:
    """Removes a temporary folder, unless this is a fork of the process that owns it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _is_given(argument: Any) -> bool:
    """Whether `argument` is more than an empty tuple, the default."""
    return not isinstance(argument, tuple) or len(argument) > 0


def _design(task: Any, time: Any, memory: Any, repetitions: Any, seed: Any, threads: Any, programs: bool) -> dict[str, Any]:
    """The design of a run as the module takes it."""
    if task not in ("first", "unique", "all"):
        raise core.Error(f"a task is `first`, `unique` or `all`, not {task!r}")
    return {
        "task": task,
        "time_limit": checks.seconds("time_limit", time),
        "memory_limit": checks.memory("memory_limit", memory, _MIN_MEMORY),
        "repetitions": checks.whole("repetitions", repetitions, 1, 2**32 - 1),
        "seed": checks.optional("seed", seed),
        "threads": checks.whole("threads", threads, 1, 2**16 - 1),
        "allow_programs": checks.truth("allow_programs", programs),
    }


class _Solver(NamedTuple):
    """A function as the module takes it."""

    name: str
    call: Callable[[core.Instance, int], tuple[list[Any], bool]]
    version: str


def _execute(
    strategies: Any, instances: Any, design: dict[str, Any], folder: _Folder, *, from_one_list: bool = False
) -> str:
    """Runs strategies on instances; the summary as JSON. `from_one_list`: the caller gave them in one list."""
    names, solvers = _strategies(strategies, design)
    inputs = _Inputs(folder)
    for number, instance in enumerate(_listed(instances)):
        inputs.add(instance, number)
    words = inputs.words()
    if not names or not words:
        example = 'compare("dlx", "bit-cover", "queens:8")' if from_one_list else 'run(strategies=["dlx"], instances="queens:8")'
        raise core.Error(f"no {'instance' if names else 'strategy'} is given; for example: {example}")
    text = core.experiment(names, words, [solver.name for solver in solvers], from_one_list, design, folder.path)
    return core.execute(text, False, folder.path, design, solvers, inputs.labeled if solvers else [], _end_call)


def _strategies(strategies: Any, design: dict[str, Any]) -> tuple[list[str], list[_Solver]]:
    """The names of strategies, and the functions among them."""
    names, solvers = [], []
    alone = isinstance(strategies, str) or callable(strategies)
    for strategy in [strategies] if alone else checks.names("strategies", strategies):
        if isinstance(strategy, str):
            names.append(checks.encodable(strategy))
            continue
        if not callable(strategy):
            raise core.Error(f"a strategy is a name or a function, not {checks.shown(strategy)}")
        name = _name(strategy)
        names.append(name)
        solvers.append(_Solver(name, _solver(strategy), version(strategy)))
    if solvers and design["memory_limit"] is not None:
        raise core.Error(f"`memory_limit` is not possible with a function (`{solvers[0].name}`): it runs in this process")
    if solvers and design["threads"] > 1:
        raise core.Error(f"`threads` is not possible with a function (`{solvers[0].name}`): its time is that of the whole process")
    known = [solver.name for solver in solvers]
    for name in known:
        if known.count(name) > 1 or any(row[0] == name for row in core.strategies()):
            raise core.Error(f"two strategies are called `{name}`; give the function another name")
    return names, solvers


def _listed(instances: Any) -> list[Any]:
    """The instances of an argument, which may be a single one."""
    alone = isinstance(instances, (str, PathLike, Problem)) or _is_board(instances)
    return [instances] if alone else checks.names("instances", instances)


def _is_board(value: Any) -> bool:
    """Whether `value` is a table of numbers, characters and empty cells."""
    if hasattr(value, "shape"):
        return len(value.shape) == 2
    are_rows = isinstance(value, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in value)
    cells = [cell for row in value for cell in row] if are_rows else []
    return bool(cells) and all(map(_is_cell, cells))


def _is_cell(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) < 2 or value.isdecimal()
    return isinstance(value, Real) or checks.is_missing(value)


class _Inputs:
    """Instances as words of `coverlab compare`. Those that are objects or puzzles are written to files."""

    def __init__(self, folder: _Folder) -> None:
        self._folder = folder.path / "inputs"
        self._words: list[str] = []
        self._boards: dict[str, list[str]] = {}
        self.labeled: list[core.Instance] = []
        """The exact covers among the objects."""

    def add(self, instance: Any, number: int) -> None:
        """Adds instance `number`."""
        if not isinstance(instance, (str, PathLike)):
            self._add_object(_problem(instance, number), number)
            return
        word = checks.encodable(str(instance))
        puzzle = core.Instance.puzzle(word) if isinstance(instance, str) else None
        if puzzle:
            self._add_object(of_core(puzzle), number)
        else:
            self._words.append(word)

    def words(self) -> list[str]:
        """The words."""
        for path, lines in self._boards.items():
            Path(path).write_text("".join(lines), encoding="utf-8")
        return self._words

    def _add_object(self, instance: Problem, number: int) -> None:
        text, extension = instance._core.text()
        name = f"instance-{number}"
        if isinstance(instance, ExactCover):
            if not instance.size["items"]:
                raise core.Error(f"instance {number} has no items, so the empty set is its only cover; a run needs an item")
            self.labeled.append(instance._core)
        self._folder.mkdir(parents=True, exist_ok=True)
        if isinstance(instance, Sudoku):
            if Sudoku(text).box != instance.box:
                rows, columns = instance.box
                raise core.Error(f"instance {number} has boxes of {rows} rows and {columns} columns, which a run cannot record")
            side = instance.size["side"]
            # Below this size, the name of a puzzle may be read as a part of it.
            if side >= 4 and text.count("\n") == 1:
                path = str(self._folder / f"sudokus-{side}x{side}.txt")
                if path not in self._boards:
                    self._words.append(path)
                self._boards.setdefault(path, []).append(f"{text.strip()} {name}\n")
                return
        path = str(self._folder / f"{name}.{extension}")
        Path(path).write_text(text, encoding="utf-8")
        self._words.append(path)


def _problem(instance: Any, number: int) -> Problem:
    """The instance that is element `number` of a list."""
    try:
        return problem(instance)
    except core.Error:
        if isinstance(instance, (list, tuple, set)) and any(isinstance(one, (str, PathLike, Problem)) for one in instance):
            if any(not isinstance(one, str) or len(one) != len(instance) for one in instance):
                raise core.Error(f"instance {number} is a list of instances; give them one by one") from None
        raise


def _name(solver: Any) -> str:
    """The name of a solver: of its function or its class, as strategies are called."""
    name: str = getattr(solver, "__name__", type(solver).__name__)
    # Letters lose their accents, because names of strategies are ASCII.
    name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
    name = re.sub(r"[^a-z0-9]+", "-", name).strip("-")
    if not name:
        raise core.Error(f"a solver has a name of Latin letters, not {getattr(solver, '__name__', '')!r}; set its `__name__`")
    return name


def _solver(solver: Callable[[Problem], Any]) -> Callable[[core.Instance, int], tuple[list[Any], bool]]:
    """`solver` as the module calls it."""

    def call(instance: core.Instance, wanted: int) -> tuple[list[Any], bool]:
        found = solver(of_core(instance))
        if found is None:
            return [], True
        if isinstance(found, core.Answer):
            raise TypeError("a solver returns a solution, such as `answer.solution`, but this one returned the answer")
        if isinstance(found, Iterator):
            solutions = []
            # In Python, so that its end of time can come between two solutions, even of an iterator in C.
            for solution in found:
                solutions.append(solution)
                if len(solutions) == wanted:
                    break
            if inspect.isgenerator(found):
                found.close()
            return solutions, not wanted or len(solutions) < wanted
        return [found], False

    return call


def _end_call(thread: int) -> None:
    """Raises `CallEnded` in a thread, at its next instruction."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(core.CallEnded))


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("tables need pandas: pip install 'coverlab[pandas]'") from error
    return pandas
