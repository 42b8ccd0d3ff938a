#!/usr/bin/env python3
"""Solves puzzles with our techniques, HoDoKu and Sudoku Explainer, and prints how far each gets without trial.

    cargo build --release -p coverlab-techniques --example explained
    explanations.py --explained target/release/examples/explained \\
                    --hodoku 'java -cp hodoku sudoku.Main' \\
                    --explainer 'java -cp explainer diuf.sudoku.test.serate' --slow 2 \\
                    --puzzles 100 FILE...

Each FILE has one puzzle of 81 characters in each line, followed by a space, comma or nothing; other lines are skipped. Puzzles are
taken evenly, at most `--puzzles` of a file, and for Sudoku Explainer at most `--slow`.

Prints a Markdown table with a row for each file and program: how many puzzles; the share that is solved without trial; the steps of a
solution (median, most); of our solutions the inferences of the longest forcing net of a puzzle (median, most) and the lines of
text of a net (median, 90 %, most); and CPU seconds for a puzzle. For HoDoKu a step counts as trial if it is "Brute
Force" or the end of a solution that was given up; Sudoku Explainer has no trial, and prints no steps here. The seconds of the two are
those of their process less those of the same program on one solved puzzle, over the puzzles.
Only the standard library is used, and nothing is downloaded or built: bring the programs yourself.
"""

import argparse
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

SOLVED = "123456789456789123789123456231674895875912364694538217317265948542897631968341572"


def puzzles_of(path, most):
    """At most `most` puzzles of a file, evenly spread."""
    with open(path, encoding="utf-8") as file:
        found = [line[:81] for line in file if len(line) > 80 and all(c in ".0123456789" for c in line[:81])]
    found = [puzzle.replace("0", ".") for puzzle in found]
    every = max(1, len(found) // most)
    return found[::every][:most]


def run(words, puzzles, output):
    """CPU seconds of a program on `puzzles.txt`, and what it printed, or wrote into `output.txt` if `output`."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "puzzles.txt"), "w", encoding="utf-8") as file:
            file.write("".join(puzzle + "\n" for puzzle in puzzles))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        # Relative names, because HoDoKu takes a word that starts with `/` for an option.
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            sys.exit(f"{words[0]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-500:]}")
        text = done.stdout
        if output:
            with open(os.path.join(folder, "output.txt"), encoding="utf-8") as file:
                text = file.read()
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, text


def spread(values):
    """`median, most` of numbers."""
    return f"{statistics.median(values):g}, {max(values)}" if values else ""


def ours(program, puzzles):
    """The cells of our row after the number of puzzles."""
    rows = [line.split() for line in run([os.path.abspath(program), "puzzles.txt"], puzzles, False)[1].splitlines()]
    if len(rows) != len(puzzles):
        sys.exit(f"{program} solved {len(rows)} of {len(puzzles)} puzzles")
    solved = sum(row[1] == "solved" and row[6] != "trial" for row in rows)
    lines = sorted(int(word) for row in rows if row[5] != "-" for word in row[5].split("+"))
    text = f"{statistics.median(lines):g}, {lines[len(lines) * 9 // 10]}, {lines[-1]}" if lines else ""
    seconds = [float(row[7]) for row in rows]
    return solved, spread([int(row[2]) for row in rows]), spread([int(row[4]) for row in rows]), text, statistics.mean(seconds)


def hodoku(command, puzzles):
    """The cells of HoDoKu's row."""
    words = [*shlex.split(command), "/bs", "puzzles.txt", "/vp", "/o", "output.txt"]
    start, _ = run(words, [SOLVED[:-1] + "."], True)
    seconds, text = run(words, puzzles, True)
    steps = []
    for line in text.splitlines():
        if " #" in line[:84]:
            steps.append([])
        elif line.startswith("   ") and line.strip():
            steps[-1].append(line.strip())
    if len(steps) != len(puzzles):
        sys.exit(f"HoDoKu solved {len(steps)} of {len(puzzles)} puzzles")
    trial = sum(any(step.startswith(("Brute Force", "Give Up")) for step in path) for path in steps)
    return len(puzzles) - trial, spread([len(path) for path in steps]), "", "", (seconds - start) / len(puzzles)


def explainer(command, puzzles):
    """The cells of Sudoku Explainer's row: a puzzle that it does not solve has a rating above 12."""
    words = [*shlex.split(command), "--format=%r", "--input=puzzles.txt"]
    start, _ = run(words, [SOLVED[:-1] + "."], False)
    seconds, text = run(words, puzzles, False)
    ratings = [float(line) for line in text.splitlines() if line.strip()]
    if len(ratings) != len(puzzles):
        sys.exit(f"Sudoku Explainer rated {len(ratings)} of {len(puzzles)} puzzles")
    return sum(rating < 12 for rating in ratings), "", "", "", (seconds - start) / len(puzzles)


def main():
    """Runs the programs on each file and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0], epilog="`pydoc explanations.py` explains the figures."
    )
    parser.add_argument("--explained", required=True, metavar="PROGRAM", help="the example `explained`")
    parser.add_argument("--hodoku", metavar="COMMAND")
    parser.add_argument("--explainer", metavar="COMMAND", help="Sudoku Explainer's `serate`")
    parser.add_argument("--puzzles", type=int, default=100, metavar="N", help="at most N puzzles of a file")
    parser.add_argument("--slow", type=int, default=2, metavar="N", help="at most N of them for Sudoku Explainer")
    parser.add_argument("files", nargs="+")
    given = parser.parse_args()

    print("| puzzles | program | taken | solved without trial | steps | longest net | lines of a net | CPU s |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for path in given.files:
        puzzles = puzzles_of(path, given.puzzles)
        few = puzzles[:: max(1, len(puzzles) // given.slow)][: given.slow]
        programs = [("ours", ours, given.explained, puzzles), ("HoDoKu", hodoku, given.hodoku, puzzles)]
        programs.append(("Sudoku Explainer", explainer, given.explainer, few))
        for name, measure, command, taken in programs:
            if command is None:
                continue
            solved, *cells, seconds = measure(command, taken)
            share = f"{100 * solved / len(taken):.0f} %"
            print("|", " | ".join([os.path.basename(path), name, str(len(taken)), share, *cells, f"{seconds:.2g}"]), "|", flush=True)


if __name__ == "__main__":
    main()
