#!/usr/bin/env python3
"""Compares our ratings on Sudoku Explainer's scale with published ratings of the same puzzles.

    cargo build --release -p coverlab-techniques --example rated
    ratings.py --rated target/release/examples/rated --every 120 PUZZLES [RATINGS]

The first word of each line of PUZZLES is a puzzle of 81 characters. Line n of RATINGS has the rating of the puzzle in
line n: ER, or ER, EP and ED, separated by `/` or spaces. Without RATINGS they follow the puzzle in its line, where
`ED=` may stand before them.

Prints a row of a Markdown table: the number of puzzles, the range of the published ER, how many of our ER, EP and ED are
equal to the published ones, and CPU seconds for a puzzle (median, most); then each puzzle with a difference. The exit code is 1
if more than one ER in 200 differs. Only the standard library is used, and nothing is downloaded.
"""

import argparse
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


def equal(a, b):
    """Whether two ratings are the same number; a puzzle that we cannot rate is equal to none."""
    return a != "-" and float(a) == float(b)


def main():
    """Rates the puzzles and prints the row and the differences."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0], epilog="`pydoc ratings.py` explains the figures."
    )
    parser.add_argument("--rated", required=True, metavar="PROGRAM", help="the example `rated`")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth puzzle")
    parser.add_argument("puzzles")
    parser.add_argument("ratings", nargs="?")
    given = parser.parse_args()
    if given.every < 1:
        parser.error("--every takes a number from 1")

    pairs = published(given.puzzles, given.ratings)[:: given.every]
    rated, seconds = ours(given.rated, [puzzle for puzzle, _ in pairs])
    scales = len(pairs[0][1])
    whole = [float(rating[0]) for _, rating in pairs]
    counts = [
        str(sum(equal(mine[k], theirs[k]) for mine, (_, theirs) in zip(rated, pairs))) if k < scales else ""
        for k in range(3)
    ]
    print("| puzzles | published ER | ER equal | EP equal | ED equal | CPU seconds: median | most |")
    print("|--:|---|--:|--:|--:|--:|--:|")
    print(
        f"| {len(pairs)} | {min(whole)} to {max(whole)} | {' | '.join(counts)} "
        f"| {statistics.median(seconds):.2g} | {max(seconds):.2g} |"
    )
    for mine, (puzzle, theirs) in zip(rated, pairs):
        if not all(equal(a, b) for a, b in zip(mine, theirs)):
            print(f"{puzzle} published {'/'.join(theirs)} ours {'/'.join(mine[:scales])}")
    sys.exit(200 * (len(pairs) - int(counts[0])) > len(pairs))


if __name__ == "__main__":
    main()
