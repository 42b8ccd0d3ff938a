#!/usr/bin/env python3
"""Runs solvers for formulas given as commands on Sudoku boards of any size, beside our strategies.

    boards.py --peer cadical='cadical -q {cnf}' \\
              --peer minisat='minisat -verb=0 {cnf} {model}' \\
              --ours auto --ours dancing-cells:heuristic=weighted \\
              --limit 2 --rounds 5 --time-limit 10 minimal-16x16 boards.txt

Each argument is a file of boards or a corpus (`coverlab list corpora`). A peer gets each board as the
formula that `coverlab convert --to cnf --encoding SPEC` writes (its variables must follow from the
board, as those of `extended` do), as the file `{cnf}`; its model is read from `v` lines, or from `{model}` where
the command has it. A peer that takes boards has `{board}` in its command instead, a file of rows of
numbers with 0 for an empty cell, and `{limit}`; the last two words it prints are how many solutions it found, up to the limit,
or `open`, and its CPU seconds, so that it can leave out its own start. As such a peer CP-SAT is
`python3 cpsat.py {board} {limit}` with a script of about these lines, which make an AllDifferent of each house:

    model = cp_model.CpModel()
    cells = [[model.new_int_var(c or 1, c or side, "") for c in row] for row in rows]
    for house in houses(cells): model.add_all_different(house)

With `--limit 2` a peer of formulas is run once more with a clause that forbids the model, so
that uniqueness is shown; the sum is what counts.

A peer's figure is the CPU time of its process, reading the formula included, less the median of the same on a
formula of one clause, so that starting up is not charged; writing the formula is not charged
either. Ours is the CPU time that coverlab says: of a strategy that searches covers or formulas, such as
`dancing-cells`, without translating the board. In every round all run once on every board, in an order that rotates. Printed are the median over boards of each board's median
round, the same with bootstrapped 95% bounds, the total, min..max of the rounds' totals, and how many times as long as
the fastest a program took for the same board, as the median of the boards and for the worst of them. A board that a program
does not answer in time is counted as open, and enters with the time it took until it was stopped.
Programs that disagree on a count stop the script. Only the standard library is used, and nothing is
downloaded or built: bring the peers yourself.
"""

import argparse
import json
import os
import random
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile


def peer(text):
    """`NAME=COMMAND` as a pair."""
    name, sign, words = text.partition("=")
    if not sign or ("{cnf}" in words) == ("{board}" in words):
        raise argparse.ArgumentTypeError(f"`{text}` is no NAME=COMMAND with {{cnf}} or {{board}} in it")
    return name, words


def spent():
    """CPU seconds of the children so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(words, cnf, limit):
    """CPU seconds, and the model: a list, `[]` where there is none, None where it took too long."""
    model = cnf + ".model"
    words = [word.replace("{cnf}", cnf).replace("{model}", model) for word in shlex.split(words)]
    if os.path.exists(model):
        os.remove(model)
    before = spent()
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return spent() - before, None
    except OSError as error:
        sys.exit(f"{words[0]}: {error}")
    seconds = spent() - before
    if done.returncode == 20:
        return seconds, []
    if done.returncode != 10:
        sys.exit(f"{words[0]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-500:]}")
    if os.path.exists(model):
        with open(model, encoding="ascii") as lines:
            text = lines.read()
    else:
        text = " ".join(line[1:] for line in done.stdout.splitlines() if line.startswith("v "))
    return seconds, [int(word) for word in re.findall(r"-?\d+", text) if int(word) > 0]


def forbid(cnf, model):
    """Writes the formula once more, with a clause that excludes the model."""
    with open(cnf, encoding="ascii") as lines:
        text = lines.read()
    grown = re.sub(r"^p cnf (\d+) (\d+)", lambda m: f"p cnf {m[1]} {int(m[2]) + 1}", text, count=1, flags=re.M)
    with open(cnf + ".second", "w", encoding="ascii") as file:
        file.write(grown.rstrip("\n") + "\n" + " ".join(str(-v) for v in model) + " 0\n")
    return cnf + ".second"


def peer_on(words, cnf, given, start):
    """Solutions up to the limit, None where open, and CPU seconds."""
    seconds, model = run(words, cnf, given.time_limit)
    seconds = max(0.0, seconds - start)
    if not model or given.limit == 1:
        return None if model is None else min(1, len(model)), seconds
    more, second = run(words, forbid(cnf, model), given.time_limit)
    return None if second is None else 1 + min(1, len(second)), seconds + max(0.0, more - start)


def solver_on(words, board, given):
    """The same of a peer that takes boards and says its own time."""
    words = [word.replace("{board}", board).replace("{limit}", str(given.limit)) for word in shlex.split(words)]
    before = spent()
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=10 + 2 * given.time_limit)
    except subprocess.TimeoutExpired:
        return None, spent() - before
    except OSError as error:
        sys.exit(f"{words[0]}: {error}")
    said = re.search(r"(\d+|open)\s+([\d.]+)\s*$", done.stdout)
    if done.returncode or not said:
        sys.exit(f"{words[0]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-500:]}")
    seconds = float(said[2])
    return int(said[1]) if said[1] != "open" and seconds <= given.time_limit else None, seconds


def ours_on(strategy, board, given):
    """The same of one of our strategies, without starting up."""
    words = [given.coverlab, "solve", board, "--quiet", "--json", "--strategy", strategy]
    words += ["--limit", str(given.limit), "--time-limit", f"{int(1000 * given.time_limit)}ms"]
    done = subprocess.run(words, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if not lines:
        sys.exit(f"{strategy}: no answer:\n{done.stderr[-500:]}")
    said = json.loads(lines[0])
    answered = said["exact"] or said["solutions"] >= given.limit
    return said["solutions"] if answered else None, said["solve_cpu_ns"] / 1e9


def boards_of(source, folder, given):
    """For each board a file of its own and one of its formula."""
    words = [given.coverlab, "convert", "--quiet", "--to", "numbers", source]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    rows, boards = [], []
    for line in text.splitlines():
        if re.fullmatch(r"[\d\s]+", line) and line.strip():
            rows.append(line)
            if len(rows) == len(rows[0].split()):
                boards.append("\n".join(rows) + "\n")
                rows = []
    for number, board in enumerate(boards[: given.first] if given.first else boards):
        path = os.path.join(folder, f"{number}.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write(board)
        with open(path + ".cnf", "w", encoding="ascii") as file:
            words = [given.coverlab, "convert", "--to", "cnf", "--quiet", "--encoding", given.encoding, path]
            subprocess.run(words, stdout=file, check=True)
        yield path


def bounds(values):
    """Bootstrapped 95% bounds of the median, from a fixed seed."""
    draw = random.Random(1)
    medians = sorted(statistics.median(draw.choices(values, k=len(values))) for _ in range(1000))
    return medians[25], medians[974]


def measure(source, runners, given):
    """Times by runner, board and round; how many boards each left open."""
    with tempfile.TemporaryDirectory() as folder:
        boards = list(boards_of(source, folder, given))
        if not boards:
            sys.exit(f"{source}: no boards")
        times = {name: [[] for _ in boards] for name, _ in runners}
        stopped = {name: set() for name, _ in runners}
        for k, board in enumerate(boards):
            for turn in range(given.rounds):
                counts = {}
                at = turn % len(runners)
                for name, act in runners[at:] + runners[:at]:
                    count, seconds = act(board)
                    times[name][k].append(seconds)
                    if count is None:
                        stopped[name].add(k)
                    else:
                        counts[name] = count
                if len(set(counts.values())) > 1:
                    sys.exit(f"{source}, board {k + 1}: the numbers of solutions differ: {counts}")
    return times, stopped


def main():
    """Measures and prints a Markdown table, in milliseconds of CPU time."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0], epilog="`pydoc boards.py` says what the figures are."
    )
    parser.add_argument("--peer", action="append", default=[], type=peer, metavar="NAME=COMMAND")
    parser.add_argument("--ours", action="append", default=[], metavar="STRATEGY")
    parser.add_argument("--coverlab", default="coverlab", help="the program, where it is not on PATH")
    parser.add_argument("--encoding", default="extended")
    parser.add_argument("--limit", type=int, choices=[1, 2], default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--first", type=int, help="only so many boards of each file")
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="SECONDS")
    parser.add_argument("sources", nargs="+")
    given = parser.parse_args()
    if not (given.peer or given.ours) or given.rounds < 1:
        parser.error("needs a --peer or one of --ours, and a round")
    runners = [(name, lambda board, name=name: ours_on(name, board, given)) for name in given.ours]
    with tempfile.TemporaryDirectory() as folder:
        one = os.path.join(folder, "one.cnf")
        with open(one, "w", encoding="ascii") as file:
            file.write("p cnf 1 1\n1 0\n")
        for name, words in given.peer:
            if "{board}" in words:
                runners.append((name, lambda board, words=words: solver_on(words, board, given)))
                continue
            start = statistics.median(run(words, one, given.time_limit)[0] for _ in range(9))
            runners.append(
                (name, lambda board, words=words, start=start: peer_on(words, board + ".cnf", given, start))
            )
    header = ["boards", "program", "open", "median ms", "95%", "total ms", "rounds", "to the best", "worst"]
    print("|", " | ".join(header), "|\n" + "|---" * len(header) + "|")
    for source in given.sources:
        times, stopped = measure(source, runners, given)
        medians = {name: [1000 * statistics.median(rounds) for rounds in times[name]] for name, _ in runners}
        best = [max(0.001, min(board)) for board in zip(*medians.values())]
        for name, _ in runners:
            each = medians[name]
            ratios = [own / least for own, least in zip(each, best)]
            totals = [1000 * sum(rounds) for rounds in zip(*times[name])]
            low, high = bounds(each)
            cells = [f"{os.path.basename(source)} ({len(each)})", name, str(len(stopped[name]))]
            cells += [f"{statistics.median(each):.2f}", f"{low:.2f}..{high:.2f}"]
            cells += [f"{statistics.median(totals):.1f}", f"{min(totals):.1f}..{max(totals):.1f}"]
            cells += [f"{statistics.median(ratios):.2f}", f"{max(ratios):.2f}"]
            print("|", " | ".join(cells), "|", flush=True)
    print(f"\nlimit {given.limit}, {given.rounds} rounds, load average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
