#!/usr/bin/env python3
"""Runs Sudoku solvers given as commands on the same files, in turn, and prints ratios.

    peers.py --peer tdoku:ns='tdoku_cpu {file}' \\
             --peer schoku:cpu='schoku -t1 -rM {file} solutions.txt' \\
             --ours lockstep:cpu='coverlab solve --strategy lockstep {file}' \\
             --rounds 5 FILE...

Each FILE has one puzzle of 81 characters a line, with `.` for an empty cell. A command is
`NAME:HOW=COMMAND`; `{file}` in it becomes the file. HOW says where the figure comes from:

    ns      the command prints it: the first number followed by `ns`, per puzzle
    table   the command prints a table like tdoku's run_benchmark; the column usec/puzzle, which is
            wall time: tdoku_cpu.cc beside this script gives CPU time
    cpu     the CPU time of the process over the number of puzzles, less the same for a file
            of one puzzle, so that starting up is not charged to the puzzles

In every round all commands run once on every file, in an order that rotates, so that a change of
the machine's speed meets them all. Printed are medians, and for each of ours how many times as fast it
is as the best peer of the same round: the median of the rounds, then the least and the greatest. Below stand
the processor, the load, and how the script was called. Only the standard library is used, and nothing
is downloaded or built: bring the peers yourself, and state with which limit they count.
"""

import argparse
import os
import platform
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile


class Solver:
    """A command and how to read its figure."""

    def __init__(self, text):
        match = re.fullmatch(r"([^:=]+):(ns|table|cpu)=(.+)", text)
        if not match:
            raise argparse.ArgumentTypeError(f"`{text}` is no NAME:ns|table|cpu=COMMAND")
        self.name, self.how, self.command = match.groups()

    def measure(self, file, puzzles, first):
        """Nanoseconds per puzzle."""
        if self.how == "cpu":
            return max(0.0, self.cpu(file) - self.cpu(first)) * 1e9 / max(1, puzzles - 1)
        text = self.run(file).stdout
        if self.how == "ns":
            found = re.search(r"([\d.]+) ns\b", text)
            scale = 1
        else:
            found = re.search(rf"^\|{re.escape(self.name)}\b[^|]*\|[^|]*\|\s*([\d.,']+)", text, re.MULTILINE)
            scale = 1000
        if not found:
            sys.exit(f"{self.name} on {file}: no figure in its output:\n{text[-500:]}")
        return float(re.sub("[,']", "", found.group(1))) * scale

    def run(self, file):
        """Runs the command to its end; stops everything if it fails."""
        words = [word.replace("{file}", file) for word in shlex.split(self.command)]
        try:
            done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            sys.exit(f"{self.name}: {error}")
        if done.returncode != 0:
            sys.exit(f"{self.name} on {file}: exit status {done.returncode}\n{done.stderr[-500:]}")
        return done

    def cpu(self, file):
        """CPU seconds of one run."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.run(file)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def puzzles_of(file):
    """The lines of a file that are puzzles."""
    with open(file, encoding="ascii", errors="replace") as lines:
        return [line for line in lines if len(line) > 80 and not line.startswith("#")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", type=Solver, action="append", default=[], help="a solver to be compared with")
    parser.add_argument("--ours", type=Solver, action="append", default=[], help="a solver to be compared")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    solvers = arguments.peer + arguments.ours
    if not solvers:
        parser.error("no solver: give --peer or --ours")

    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(arguments.rounds):
            for number, file in enumerate(arguments.files):
                puzzles = puzzles_of(file)
                if not puzzles:
                    sys.exit(f"{file} has no line of 81 characters")
                first = os.path.join(folder, f"{number}.txt")
                with open(first, "w", encoding="ascii") as out:
                    out.write(puzzles[0])
                shift = turn % len(solvers)
                for solver in solvers[shift:] + solvers[:shift]:
                    figure = solver.measure(file, len(puzzles), first)
                    figures.setdefault((file, solver.name), []).append(figure)

    header = ["ns per puzzle"] + [s.name for s in solvers] + [f"best/{s.name}" for s in arguments.ours]
    print("| " + " | ".join(header) + " |")
    print("|---" + "|--:" * (len(header) - 1) + "|")
    for file in arguments.files:
        times = {s.name: figures[file, s.name] for s in solvers}
        row = [os.path.basename(file)] + [f"{statistics.median(times[s.name]):.0f}" for s in solvers]
        best = [min(times[s.name][turn] for s in arguments.peer) for turn in range(arguments.rounds) if arguments.peer]
        row += [interval(best, times[s.name]) for s in arguments.ours]
        print("| " + " | ".join(row) + " |")
    print(f"\n{processor()}; load {os.getloadavg()[0]:.1f} at the end; {arguments.rounds} rounds; `{shlex.join(called())}`")


def interval(best, own):
    """How many times as fast as the best peer of each round: the median, the least and the greatest."""
    ratios = sorted(peer / max(time, 1e-9) for peer, time in zip(best, own))
    return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})" if ratios else ""


def processor():
    """What the system calls it, and the vectors it has, where it tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            told = dict(re.split(r"\s*:\s*", line.strip(), maxsplit=1) for line in lines if ":" in line)
    except OSError:
        return platform.processor() or platform.machine()
    widths = [name for name in ("avx512f", "avx2", "asimd") if name in told.get("flags", told.get("Features", "")).split()]
    family = " ".join(f"{key} {told[key]}" for key in ("cpu family", "model") if key in told)
    return f"{told.get('model name', platform.machine())} ({family}; {', '.join(widths) or 'neither AVX2 nor NEON'})"


def called():
    """The command, without the folders of this machine."""
    return [re.sub(r"(?<![\w.])/?(?:[\w.+-]+/)+", "", word) for word in sys.argv]


if __name__ == "__main__":
    main()
