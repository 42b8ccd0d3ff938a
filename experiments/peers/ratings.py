#!/usr/bin/env python3
"""Compares our ratings on Sudoku Explainer's scale with published ratings of the same puzzles.

    cargo build --release -p coverlab-techniques --example rated
    ratings.py --rated target/release/examples/rated --every 120 \\
               --peer 'sukaku-forge-rate --allow-uniqueness' PUZZLES [RATINGS]

The first word of each line of PUZZLES is a puzzle of 81 characters. Line n of RATINGS has the rating of the puzzle in
line n: ER, or ER, EP and ED, separated by `/` or spaces. Without RATINGS they follow the puzzle in its line, where
`ED=` may stand before them.

A peer reads puzzles from its standard input, one in each line, and prints the ratings of each in a line.

Prints a Markdown table with a row for each program: the number of puzzles, the range of the published ER, how many ER, EP
and ED are equal to the published ones, and CPU seconds for a puzzle (mean; ours also median and most); then each puzzle with a
difference. The exit code is 1 if more than one of our ER in 200 differs. Only the standard library is used, and nothing is
downloaded or built: bring the peers yourself.
"""

import argparse
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile


def published(puzzles, ratings):
    """Pairs of a puzzle and the words of its ratings."""
    with open(puzzles, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip()]
    if ratings is None:
        return [(words[0], words[1].removeprefix("ED=").split("/")) for words in lines]
    with open(ratings, encoding="utf-8") as file:
        rated = [line.replace("/", " ").split() for line in file if line.strip()]
    if len(rated) != len(lines):
        sys.exit(f"{puzzles} has {len(lines)} puzzles, {ratings} has {len(rated)} ratings")
    return [(words[0], rating) for words, rating in zip(lines, rated)]


def ours(program, puzzles):
    """Our ratings of the puzzles, as words, and seconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(puzzle + "\n" for puzzle in puzzles))
        file.flush()
        done = subprocess.run([program, file.name], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{program} ended with {done.returncode}:\n{done.stderr[-500:]}")
    rows = [line.split() for line in done.stdout.splitlines()]
    if len(rows) != len(puzzles):
        sys.exit(f"{program} rated {len(rows)} of {len(puzzles)} puzzles")
    return [row[1:4] for row in rows], [float(row[4]) for row in rows]


def peers(command, puzzles):
    """A peer's ratings of the puzzles, as words, and its seconds in all."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = "".join(puzzle + "\n" for puzzle in puzzles)
    done = subprocess.run(shlex.split(command), input=lines, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = [line.replace("/", " ").split() for line in done.stdout.splitlines()]
    if done.returncode or len(rows) != len(puzzles):
        sys.exit(f"{command} rated {len(rows)} of {len(puzzles)} puzzles:\n{done.stderr[-500:]}")
    return rows, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def equal(a, b):
    """Whether two ratings are the same number; a puzzle that is not rated is equal to none."""
    return a != "-" and float(a) == float(b)


def report(name, rated, pairs, seconds):
    """Prints the row of a program, and returns the lines of the differences and the number of different ER."""
    scales = len(pairs[0][1])
    whole = [float(theirs[0]) for _, theirs in pairs]
    counts = [sum(equal(mine[k], theirs[k]) for mine, (_, theirs) in zip(rated, pairs)) for k in range(scales)]
    cells = [name, len(pairs), f"{min(whole)} to {max(whole)}", *counts, *[""] * (3 - scales), seconds]
    print("|", " | ".join(map(str, cells)), "|")
    differ = [
        f"{puzzle} published {'/'.join(theirs)} {name} {'/'.join(mine[:scales])}"
        for mine, (puzzle, theirs) in zip(rated, pairs)
        if not all(equal(a, b) for a, b in zip(mine, theirs))
    ]
    return differ, len(pairs) - counts[0]


def main():
    """Rates the puzzles and prints the rows and the differences."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0], epilog="`pydoc ratings.py` explains the figures."
    )
    parser.add_argument("--rated", required=True, metavar="PROGRAM", help="the example `rated`")
    parser.add_argument("--peer", action="append", default=[], metavar="COMMAND")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth puzzle")
    parser.add_argument("puzzles")
    parser.add_argument("ratings", nargs="?")
    given = parser.parse_args()
    if given.every < 1:
        parser.error("--every takes a number from 1")

    pairs = published(given.puzzles, given.ratings)[:: given.every]
    puzzles = [puzzle for puzzle, _ in pairs]
    print("| program | puzzles | published ER | ER equal | EP equal | ED equal | CPU seconds |")
    print("|---|--:|---|--:|--:|--:|---|")
    rated, seconds = ours(given.rated, puzzles)
    text = f"{statistics.mean(seconds):.2g} (median {statistics.median(seconds):.2g}, most {max(seconds):.2g})"
    differ, wrong = report("coverlab", rated, pairs, text)
    for command in given.peer:
        rated, seconds = peers(command, puzzles)
        name = os.path.basename(shlex.split(command)[0])
        differ += report(name, rated, pairs, f"{seconds / len(pairs):.2g}")[0]
    print("\n".join(differ))
    sys.exit(200 * wrong > len(pairs))


if __name__ == "__main__":
    main()
