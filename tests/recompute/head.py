"""The lines at the head of a report that contain figures of trials."""

import re

import numpy

import claims
from corpora import count
from printed import AsPrinted, Figure, Table, plain
from record import number


def table(text):
    """The lines as a table. The words that a line has in every report identify its row."""
    found = Table("head", "Head of the report", ["line", "figures"])
    for line in text.splitlines():
        if line.startswith("## "):
            break
        words = plain(line.removeprefix("- ").replace("**!** ", ""))
        if "trials; " in words:
            found.rows.append(["trials", words])
        elif words.split(": ")[0] in {name for name, _ in claims.SUMMARY.values()}:
            found.rows.append([words.split(": ")[0], words])
        elif words.startswith("Noise: "):
            found.rows.append(["noise", re.sub("(percentile); .*", r"\1", words)])
    return found


def expected(record):
    wrong = sum(trial["verdict"] == "wrong" for trial in record.trials)
    correct = sum(trial["verdict"] == "correct" for trial in record.trials)
    # The wall time of a search under 20 µs is mostly that of reading the clocks, unless a whole block was timed.
    judged = [t for t in record.trials if t["mode"] == "stream" or (number(t["solve_cpu_ns"]) or 0) >= 20_000]
    noise = [value for value in (number(trial["noise"]) for trial in judged) if value is not None]
    trials = (
        "No wrong answer in ",
        count(len(record.trials)),
        " trials; ",
        count(correct),
        " confirmed",
    )
    rows = [["trials", AsPrinted() if wrong else trials], *claims.summary(record)]
    if noise and 10 * len(noise) >= sum(number(trial["noise"]) is not None for trial in record.trials):
        middle, high = numpy.quantile(noise, [0.5, 0.9])
        words = " times CPU time in the median, "
        rows.append(["noise", ("Noise: wall time is ", Figure(middle), words, Figure(high), " at the 90th percentile")])
    return ["line", "figures"], rows, (0,)
