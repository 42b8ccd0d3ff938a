"""Runs of experiments, with tables as data frames."""

from __future__ import annotations

import ctypes
import inspect
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _coverlab as core
from . import _checks as checks
from ._cover import ExactCover
from ._problem import Problem
from ._sources import Source, of_core, problem
from ._sudoku import Sudoku

if TYPE_CHECKING:
    import pandas as pd

Strategy = Union[str, Callable[[Any], Any]]


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
    instances: sources as for `read`, with all of their instances; or instances.
    task: `first`, `unique` (is there exactly one solution?), or `all`.
    time_limit: CPU seconds for each trial; 10 if it is not given and no experiment is named.
    memory_limit: bytes for each trial; every strategy then runs in a separate process. Not with functions.
    repetitions: the number of runs of each trial.
    seed: the seed of random choices.
    threads: the number of trials that run at a time.
    out: the folder of the record, from which an interrupted run resumes; by default a temporary one.
    allow_programs: whether external programs that an experiment names may run.

    Every solution is verified and answers are compared. A function that raises an exception, exceeds its time or returns a
    wrong answer gets a row that says so. The time limit of a function is wall time; a call into C that does not return
    cannot be ended.

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
        summary = core.execute(str(experiment), True, folder.path, design, [], _end_call)
    else:
        words, solvers = _words(strategies, instances, folder, memory_limit)
        text = core.experiment(words, [name for name, _ in solvers], design, folder.path)
        summary = core.execute(text, False, folder.path, design, solvers, _end_call)
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
    """Compares strategies on instances, both as for `run`; the first strategy is the baseline.

    >>> cl.compare("dlx", "bit-cover", "queens:{6..8}").scores["solved"].tolist()
    [3, 3]
    """
    folder = _Folder(out)
    strategies = [word for word in words if callable(word) or isinstance(word, str)]
    instances = [word for word in words if not (callable(word) or isinstance(word, str))]
    design = _design(task, time_limit, memory_limit, repetitions, seed, 1, False)
    named, solvers = _words(strategies, instances, folder, memory_limit)
    text = core.experiment(named, [name for name, _ in solvers], design, folder.path)
    summary = core.execute(text, False, folder.path, design, solvers, _end_call)
    return Comparison(folder, json.loads(summary))


class Run:
    """The record of a run: its trials, and tables computed from them. A notebook displays the report."""

    def __init__(self, folder: _Folder, summary: dict[str, Any]) -> None:
        self._folder = folder
        self.summary = summary
        """The numbers of trials by result: `correct`, `wrong`, `limited`, …."""

    @property
    def folder(self) -> Path:
        """The folder of the record. A temporary one lives as long as this object."""
        return self._folder.path

    @property
    def trials(self) -> pd.DataFrame:
        """A row for each trial, with the columns of `trials.csv`; times are CPU time in nanoseconds (`solve_cpu_ns`)."""
        return _pandas().read_csv(
            self.folder / "trials.csv", dtype={"instance_hash": str, "answer_hash": str}, keep_default_na=False, na_values=[""]
        )

    def trials_polars(self) -> Any:
        """The trials as a data frame of polars."""
        try:
            import polars
        except ImportError as error:
            raise ImportError("this table needs polars: pip install 'coverlab[polars]'") from error
        hashes = {"instance_hash": polars.String, "answer_hash": polars.String}
        return polars.read_csv(self.folder / "trials.csv", schema_overrides=hashes, infer_schema_length=None)

    @property
    def scores(self) -> pd.DataFrame:
        """A row for each strategy over all instances: the number that it solved, and its times."""
        return _pandas().DataFrame(self._comparison()["strategies"]).set_index("strategy")

    def pairs(self) -> pd.DataFrame:
        """A row for each strategy, compared with the first: ratios of CPU times over the instances that both solve."""
        return _pandas().json_normalize(self._comparison()["comparisons"]).set_index("strategy")

    def cactus(self) -> pd.DataFrame:
        """The data of a cactus plot: a column for each strategy, with the ascending times of its solved trials in seconds."""
        trials = self.trials
        solved = trials[trials.status.isin(["solved", "unique", "multiple", "none"])]
        names = solved.strategy.where(solved.params.isna(), solved.strategy + ":" + solved.params.astype(str))
        times = {name: (group.solve_cpu_ns.sort_values() / 1e9).tolist() for name, group in solved.groupby(names)}
        frame = _pandas().DataFrame.from_dict(times, orient="index").T
        return frame.rename_axis("solved").rename(index=lambda k: k + 1)

    def claims(self) -> pd.DataFrame:
        """The claims and laws of the experiment, with their outcomes."""
        checks = json.loads(core.findings(self.folder))["checks"]
        return _pandas().json_normalize(checks)

    def findings(self) -> dict[str, Any]:
        """All figures of the report."""
        found: dict[str, Any] = json.loads(core.findings(self.folder))
        return found

    def report(self) -> Path:
        """Writes the report, with tables and plots as files beside it, and returns its page."""
        return Path(core.write_report(self.folder))

    def _comparison(self) -> dict[str, Any]:
        compared: dict[str, Any] = json.loads(core.comparison(self.folder))
        return compared

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
    """The folder of a record; a temporary one if no path is given."""

    def __init__(self, path: str | PathLike[str] | None) -> None:
        self._temporary = None
        if path is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="coverlab-")
            path = self._temporary.name
        self.path = Path(checks.path("out", path, "a folder")).absolute()


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
        "memory_limit": checks.memory("memory_limit", memory),
        "repetitions": checks.whole("repetitions", repetitions, 1, 2**32 - 1),
        "seed": checks.optional("seed", seed),
        "threads": checks.whole("threads", threads, 1, 2**16 - 1),
        "allow_programs": bool(programs),
    }


def _words(
    strategies: Iterable[Strategy], instances: Any, folder: _Folder, memory: int | None
) -> tuple[list[str], list[tuple[str, Any]]]:
    """Strategies and instances as words of `coverlab compare`, and the functions by their names."""
    words, solvers = [], []
    alone = isinstance(strategies, str) or callable(strategies)
    for strategy in [strategies] if alone else checks.names("strategies", strategies):
        if isinstance(strategy, str):
            words.append(strategy)
            continue
        if not callable(strategy):
            raise core.Error(f"a strategy is a name or a function, not {checks.shown(strategy)}")
        name = _name(strategy)
        words.append(name)
        solvers.append((name, _solver(strategy)))
    if memory is not None and solvers:
        raise core.Error(f"`memory_limit` is not possible with a function (`{solvers[0][0]}`): it runs in this process")
    known = [name for name, _ in solvers]
    for name in known:
        if known.count(name) > 1 or any(row[0] == name for row in core.strategies()):
            raise core.Error(f"two strategies are called `{name}`; give the function another name")
    alone = isinstance(instances, (str, PathLike, Problem))
    for number, instance in enumerate([instances] if alone else checks.names("instances", instances)):
        words.append(str(instance) if isinstance(instance, (str, PathLike)) else _saved(problem(instance), number, folder))
    return words, solvers


def _saved(instance: Problem, number: int, folder: _Folder) -> str:
    """The path of a file that holds `instance`."""
    text, extension = instance._core.text()
    if isinstance(instance, ExactCover) and not instance.size["items"]:
        raise core.Error(f"instance {number} has no items, so that the empty set is its only cover; a run needs an item")
    if isinstance(instance, Sudoku) and Sudoku(text).box != instance.box:
        rows, columns = instance.box
        raise core.Error(f"instance {number} has boxes of {rows} rows and {columns} columns, which a run cannot record")
    path = folder.path / "inputs" / f"instance-{number}.{extension}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def _name(solver: Any) -> str:
    """The name of a solver: of its function or its class, as strategies are called."""
    name: str = getattr(solver, "__name__", type(solver).__name__)
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
    name = re.sub(r"[^a-z0-9]+", "-", name).strip("-")
    if not name:
        raise core.Error(f"a solver has a name of letters, not {getattr(solver, '__name__', '')!r}")
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
