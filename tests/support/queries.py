"""Compares the answers of queries to trials.parquet with what plain Python makes of trials.csv.

queries.py sql|python QUERY QUERY QUERY QUERY QUERY, in the folder of both files. The queries are, in this order:
solved by strategy, median times, paired ratios, hardest instances, shares of wrong answers.
"""

import csv
import math
import statistics
import sys
from collections import defaultdict

with open("trials.csv", newline="") as file:
    TRIALS = list(csv.DictReader(file))


def grouped(*columns):
    groups = defaultdict(list)
    for trial in TRIALS:
        groups[tuple(trial[column] for column in columns)].append(trial)
    return groups


def is_solved(trial):
    return trial["status"] in ("solved", "unique", "multiple", "none") and trial["verdict"] != "wrong"


def times(name):
    solved = [t for t in TRIALS if (t["strategy"], t["params"], t["verdict"]) == (name, "", "correct")]
    return {(t["corpus"], t["instance"], t["repeat"]): int(t["solve_cpu_ns"]) for t in solved}


def ratios():
    heller, bird_bits = times("heller"), times("bird-bits")
    logs = defaultdict(list)
    for key in heller.keys() & bird_bits.keys():
        logs[key[0]].append(math.log(heller[key] / bird_bits[key]))
    return {(corpus,): (len(logs), math.exp(statistics.fmean(logs))) for corpus, logs in logs.items()}


def hardest():
    nodes = {k: (sum(int(t["nodes"] or 0) for t in group),) for k, group in grouped("corpus", "instance").items()}
    return dict(sorted(nodes.items(), key=lambda item: -item[1][0])[:5])


def shares():
    def share(group, verdict):
        return sum(t["verdict"] == verdict for t in group) / len(group)

    return {k: (share(group, "wrong"), share(group, "unverified")) for k, group in grouped("strategy").items()}


EXPECTED = [
    {k: (sum(map(is_solved, group)), len(group)) for k, group in grouped("strategy", "params").items()},
    {
        k: (statistics.median(int(t["solve_cpu_ns"]) for t in group) / 1000,)
        for k, group in grouped("corpus", "strategy").items()
    },
    ratios(),
    hardest(),
    shares(),
]
KEYS = [2, 2, 1, 2, 1]


def by_sql(query, keys):
    import duckdb

    return {row[:keys]: row[keys:] for row in duckdb.sql(query).fetchall()}


def by_pandas(query, keys):
    import numpy as np
    import pandas as pd

    t = pd.read_parquet("trials.parquet")
    found = eval(query, {"np": np, "pd": pd, "t": t})
    if "unverified" in getattr(found, "columns", []):
        found = found.reindex(columns=["wrong", "unverified"], fill_value=0)
    frame = found.to_frame() if isinstance(found, pd.Series) else found
    return {k if isinstance(k, tuple) else (k,): tuple(row) for k, row in zip(frame.index, frame.values.tolist())}


def is_same(found, expected):
    return found.keys() == expected.keys() and all(
        len(found[key]) == len(values) and all(map(math.isclose, found[key], values))
        for key, values in expected.items()
    )


ask = {"sql": by_sql, "python": by_pandas}[sys.argv[1]]
for query, expected, keys in zip(sys.argv[2:], EXPECTED, KEYS, strict=True):
    assert len(expected) > 1, expected
    found = ask(query, keys)
    assert is_same(found, expected), f"{query}\nfound {found}\nexpected {expected}"
    print(f"equal: {query}")
