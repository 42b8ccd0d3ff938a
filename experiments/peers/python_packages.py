#!/usr/bin/env python3
"""Compares the Python package with others on the same instances, in turn, and prints ratios.

    pip install exact-cover xcover dlx-cython python-sat py-sudoku dlxsudoku
    python python_packages.py [--rounds 5] [--only exact-cover] [--wall] [--memory]

In every round each package solves every task once, in an order that rotates, and the ratio is that of its
time to ours in the same round; printed is the median. A number of solutions that differs stops the script.
Packages that are missing are left out. exact-cover and dlx-cython have no secondary items, so that each such
item gets an option of its own there.

Times are CPU time of all threads of this process, or wall time with --wall, and include the construction of the
instance. With --memory each package lists each instance in a process of its own, and printed is by how much its memory
grew meanwhile.
"""

import argparse
import statistics
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import coverlab as cl
import numpy as np


def queens(n):
    """A matrix of rows and columns, and of diagonals, with how many are primary."""
    rows = []
    for r in range(n):
        for c in range(n):
            row = np.zeros(6 * n - 2, dtype=np.int32)
            row[[r, n + c, 2 * n + r + c, 4 * n - 1 + r - c + n - 1]] = 1
            rows.append(row)
    return np.array(rows), 2 * n


def matchings(n):
    """Perfect matchings of the complete graph on n vertices: a cover of pairs."""
    rows = []
    for i in range(n):
        for j in range(i):
            row = np.zeros(n, dtype=np.int32)
            row[[i, j]] = 1
            rows.append(row)
    return np.array(rows), n


def pieces(width, height, size=3):
    """Straight pieces of `size` cells that tile a board."""
    rows = []
    for y in range(height):
        for x in range(width):
            for dx, dy in ((1, 0), (0, 1)):
                if x + dx * (size - 1) < width and y + dy * (size - 1) < height:
                    row = np.zeros(width * height, dtype=np.int32)
                    row[[(y + dy * k) * width + x + dx * k for k in range(size)]] = 1
                    rows.append(row)
    return np.array(rows), width * height


def padded(matrix, primary):
    """Secondary items as primary ones with an option each, for packages without secondary items."""
    slack = np.eye(matrix.shape[1], dtype=np.int32)[primary:]
    return np.vstack([matrix, slack])


INSTANCES = {"queens 8": queens(8), "matchings 12": matchings(12), "straight 6x9": pieces(6, 9), "straight 9x9": pieces(9, 9)}
SMALL = np.array([[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1]], dtype=np.int32)


def ours_list(matrix, primary, strategy="auto"):
    cover = cl.ExactCover.from_matrix(matrix, secondary=range(primary, matrix.shape[1]))
    return sum(1 for _ in cover.solutions(strategy))


def exact_cover_list(matrix, primary):
    package = import_module("exact_cover")
    return sum(1 for _ in package.get_all_solutions(padded(matrix, primary)))


def xcover_list(matrix, primary):
    package = import_module("xcover")
    options = [list(np.flatnonzero(row)) for row in matrix]
    primary, secondary = list(range(primary)), list(range(primary, matrix.shape[1]))
    return sum(1 for _ in package.covers(options, primary=primary, secondary=secondary))


def dlx_cython_list(matrix, primary):
    return len(import_module("dlxsolver").DLXSolver(padded(matrix, primary)).solve())


def pysat_list(matrix, primary):
    """Models of the formula with an at-most-one for each pair of options that share an item."""
    solvers = import_module("pysat.solvers")
    clauses = [[int(k) + 1 for k in np.flatnonzero(column)] for column in matrix.T[:primary]]
    for column in matrix.T:
        members = [int(k) + 1 for k in np.flatnonzero(column)]
        clauses += [[-a, -b] for at, a in enumerate(members) for b in members[:at]]
    with solvers.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        return sum(1 for _ in solver.enum_models())


PEERS = {"exact-cover": exact_cover_list, "xcover": xcover_list, "dlx-cython": dlx_cython_list, "python-sat": pysat_list}


def call_ours():
    return cl.ExactCover.from_matrix(SMALL).solve("dlx").solution


COVER = cl.ExactCover.from_matrix(SMALL)


def call_built():
    return COVER.solve("dlx").solution


def call_exact_cover():
    return list(import_module("exact_cover").get_exact_cover(SMALL))


def call_xcover():
    return next(import_module("xcover").covers([[0, 3], [1, 2], [0, 1], [2, 3]]))


CALLS = {"exact-cover": call_exact_cover, "xcover": call_xcover}

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOARD = [[int(digit) if digit != "." else 0 for digit in PUZZLE[9 * row:9 * row + 9]] for row in range(9)]


def sudoku_ours():
    return cl.Sudoku(BOARD).solve().grid.tolist()


def sudoku_py_sudoku():
    return import_module("sudoku").Sudoku(3, 3, board=BOARD).solve().board


def sudoku_dlxsudoku():
    puzzle = import_module("dlxsudoku").Sudoku(PUZZLE.replace(".", "0"))
    puzzle.solve()
    line = puzzle.to_oneliner()
    return [[int(digit) for digit in line[9 * row:9 * row + 9]] for row in range(9)]


SUDOKUS = {"py-sudoku": sudoku_py_sudoku, "dlxsudoku": sudoku_dlxsudoku}


CLOCK = time.process_time
"""The clock of all measurements."""


def seconds(work, *arguments):
    start = CLOCK()
    result = work(*arguments)
    return CLOCK() - start, result


def peak():
    """The most memory that this process had, in MB. `getrusage` would count that of the process that started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def growth(work, arguments):
    """By how many MB the memory of this process grows; a small instance before it loads what is loaded once."""
    work(*pieces(3, 3))
    before = peak()
    work(*arguments)
    return peak() - before


def print_memory(peers):
    print("\nGrowth of memory while all solutions are read, in MB\n")
    print("| instance | coverlab |", " | ".join(peers), "|")
    print("|---" * (2 + len(peers)) + "|")
    for name in INSTANCES:
        command = [sys.executable, __file__, "--grow", name, "--only"]
        figures = [subprocess.check_output([*command, package], text=True).strip() for package in ["coverlab", *peers]]
        print(f"| {name} |", " | ".join(figures), "|", flush=True)


def rotated(items, turn):
    items = list(items)
    return items[turn % len(items):] + items[:turn % len(items)]


def ratios(name, works, arguments, rounds):
    """Times of every work in turn; the number of solutions, and the median ratio to ours of each."""
    times, results = {key: [] for key in works}, {}
    for turn in range(rounds):
        for key, work in rotated(works.items(), turn):
            spent, results[key] = seconds(work, *arguments)
            times[key].append(spent)
    if len(set(results.values())) > 1:
        sys.exit(f"{name}: the numbers of solutions differ: {results}")
    median = {k: statistics.median(a / b for a, b in zip(times[k], times["coverlab"])) for k in works if k != "coverlab"}
    return results["coverlab"], statistics.median(times["coverlab"]), median


def per_call(work, least=0.02):
    """Seconds of a call of `work`: the mean over at least `least` seconds."""
    repeats = 1
    while True:
        spent, _ = seconds(lambda: [work() for _ in range(repeats)])
        if spent >= least:
            return spent / repeats
        repeats *= 2


def print_calls(title, works, rounds):
    """Times of one call of each work; the first one is the baseline."""
    print(f"\n{title}: time relative to coverlab\n")
    times = {name: [] for name in works}
    for work in works.values():
        work()
    for turn in range(rounds):
        for name, work in rotated(works.items(), turn):
            times[name].append(per_call(work))
    for name in works:
        ratio = statistics.median(a / b for a, b in zip(times[name], times["coverlab"]))
        print(f"{name}: {statistics.median(times[name]) * 1e6:.1f} us, {ratio:.2f}x", flush=True)


def available(name):
    module = {"exact-cover": "exact_cover", "dlx-cython": "dlxsolver", "python-sat": "pysat", "py-sudoku": "sudoku"}.get(name, name)
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", action="append")
    parser.add_argument("--wall", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--grow", choices=INSTANCES, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.grow:
        print(f"{growth({'coverlab': ours_list, **PEERS}[given.only[0]], INSTANCES[given.grow]):.1f}")
        return
    if given.wall:
        global CLOCK
        CLOCK = time.perf_counter
    peers = {name: work for name, work in PEERS.items() if available(name) and (not given.only or name in given.only)}
    print("All solutions, one by one: time relative to coverlab\n")
    print("| instance | solutions | coverlab |", " | ".join(peers), "|")
    print("|---" * (3 + len(peers)) + "|")
    for name, instance in INSTANCES.items():
        found, ours, median = ratios(name, {"coverlab": ours_list, **peers}, instance, given.rounds)
        cells = [f"{median[peer]:.1f}x" for peer in peers]
        print(f"| {name} | {found} | {ours * 1e3:.1f} ms |", " | ".join(cells), "|", flush=True)
    calls = {name: work for name, work in CALLS.items() if name in peers}
    print_calls("One call on a cover of 4 rows", {"coverlab": call_ours, "coverlab, built once": call_built, **calls}, given.rounds)
    sudokus = {name: work for name, work in SUDOKUS.items() if available(name) and (not given.only or name in given.only)}
    print_calls("One Sudoku", {"coverlab": sudoku_ours, **sudokus}, given.rounds)
    if given.memory:
        print_memory(peers)


if __name__ == "__main__":
    main()
