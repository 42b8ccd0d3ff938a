#!/usr/bin/env python3
"""Runs programs for exact cover given as commands on the same instances, in turn, and prints ratios.

    covers.py --peer ssxcc='ssxcc {file}' \\
              --ours bit-cover='coverlab solve {file} --count --json --strategy bit-cover' \\
              --ours auto='coverlab solve {file} --count --json --strategy auto' \\
              --rounds 5 FILE...

Each FILE is an instance in Knuth's format (`coverlab generate queens:12` writes one); `{file}` in a
command becomes the file. A command prints how many solutions there are, as `N solutions` or as
coverlab's JSON, and how long the search took, as `search N s` or as coverlab's JSON. That time is to
be CPU time without reading the instance: Knuth's programs need two readings of the clock for it,
and their memory counting compiled out (`@d o 0`) to be as fast as they can be.

In every round all commands run once on every file, in an order that rotates, so that a change of
the machine's speed meets them all. Printed are medians of seconds, and for each of ours the median
over the rounds of the fastest peer's time divided by its own in the same round: above 1, ours is
faster. Commands that disagree on the number of solutions stop the script. Only the standard library
is used, and nothing is downloaded or built: bring the peers yourself.
"""

import argparse
import os
import re
import shlex
import statistics
import subprocess
import sys

SOLUTIONS = re.compile(r'(\d+) solutions?\b|"solutions":(\d+)')
SECONDS = re.compile(r'search ([\d.]+) s\b|"solve_cpu_ns":(\d+)')


def command(text):
    """`NAME=COMMAND` as a pair."""
    name, sign, words = text.partition("=")
    if not sign or "{file}" not in words:
        raise argparse.ArgumentTypeError(f"`{text}` is no NAME=COMMAND with {{file}} in it")
    return name, words


def measure(name, words, file):
    """Solutions and seconds of one search."""
    words = [word.replace("{file}", file) for word in shlex.split(words)]
    try:
        done = subprocess.run(words, capture_output=True, text=True)
    except OSError as error:
        sys.exit(f"{name}: {error}")
    text = done.stdout + done.stderr
    solutions, seconds = SOLUTIONS.search(text), SECONDS.search(text)
    if not solutions or not seconds:
        sys.exit(f"{name} on {file}: no figures in its output:\n{text[-500:]}")
    time = float(seconds[1]) if seconds[1] else int(seconds[2]) / 1e9
    return int(solutions[1] or solutions[2]), time


def rounds_on(file, commands, count):
    """Seconds by command, one for each round, and the number of solutions."""
    times, counts = {name: [] for name, _ in commands}, {}
    for turn in range(count):
        start = turn % len(commands)
        for name, words in commands[start:] + commands[:start]:
            counts[name], seconds = measure(name, words, file)
            times[name].append(seconds)
    if len(set(counts.values())) > 1:
        sys.exit(f"{file}: the numbers of solutions differ: {counts}")
    return times, next(iter(counts.values()))


def main():
    """Measures and prints a Markdown table."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0], epilog="`pydoc covers.py` says what the figures are."
    )
    parser.add_argument("--peer", action="append", default=[], type=command, metavar="NAME=COMMAND")
    parser.add_argument("--ours", action="append", default=[], type=command, metavar="NAME=COMMAND")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("files", nargs="+")
    given = parser.parse_args()
    if not given.peer or not given.ours or given.rounds < 1:
        parser.error("needs a --peer, one of --ours and a round")
    peers, ours = [name for name, _ in given.peer], [name for name, _ in given.ours]
    print("| instance | solutions |", " | ".join(peers + [f"{name} | ratio" for name in ours]), "|")
    print("|---" * (2 + len(peers) + 2 * len(ours)) + "|")
    for file in given.files:
        times, solutions = rounds_on(file, given.peer + given.ours, given.rounds)
        best = [min(round) for round in zip(*(times[name] for name in peers))]
        cells = [f"{statistics.median(times[name]):.6f}" for name in peers]
        for name in ours:
            ratio = statistics.median(peer / own for peer, own in zip(best, times[name]))
            cells += [f"{statistics.median(times[name]):.6f}", f"{ratio:.2f}"]
        print("|", os.path.splitext(os.path.basename(file))[0], "|", solutions, "|", " | ".join(cells), "|", flush=True)
    print(f"\nload average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
