"""Compare, reproduce and teach search strategies for Sudoku, exact cover and SAT.

>>> import coverlab as cl
>>> cl.count("queens:8")
92
>>> cover = cl.ExactCover({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]})
>>> cover.solve().solution
['B', 'D', 'F']

`solve`, `count` and `solutions` take what the command `coverlab solve` takes: a puzzle, a file, a corpus or a family such as
`queens:12`; of several instances they take the first. `ExactCover`, `Sudoku` and `Formula` make instances from Python objects. `run` and `compare` measure strategies and
return data frames; `trace` and `explain` show a search and a human solution.

A search releases the interpreter's lock, so that threads search in parallel, and Ctrl-C ends it. Errors are exceptions,
`Error`, with the message of the command line. Instances can be pickled; answers and iterators cannot. Do not fork a process during a
search.
"""

from pathlib import Path as _Path
import sys as _sys

from . import _coverlab
from ._coverlab import Answer, Error, LimitReached, Solutions, __version__
from ._cover import ExactCover
from ._formula import Formula
from ._problem import Problem
from ._runs import Comparison, Run, compare, run
from ._sources import count, read, solutions, solve, strategies
from ._sudoku import Sudoku
from ._views import Explanation, Step, Trace, explain, trace

__all__ = [
    "Answer", "Comparison", "Error", "ExactCover", "Explanation", "Formula", "LimitReached", "Problem", "Run", "Solutions",
    "Step", "Sudoku", "Trace", "compare", "count", "explain", "read", "run", "solutions", "solve", "strategies", "trace",
    "__version__",
]

# Searches with a limit of memory, and external solvers, need a process that runs `main`.
if _sys.executable:
    _coverlab.set_command([_sys.executable, "-I", "-S", str(_Path(__file__).with_name("__main__.py"))])
