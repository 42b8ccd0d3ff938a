"""Compares the answers of queries to trials.csv with what plain Python makes of it.

queries.py sql|python TABLE QUERY..., in the folder of the file. TABLE is the report's tables of pairs as CSV. The queries
are, in this order: solved by strategy, median times, typical ratios, total ratios, hardest instances, shares of wrong
answers, scores under another limit. The ratios are also compared with the figures of TABLE.
"""

import csv
import math
import statistics
import sys
from collections import defaultdict

with open("trials.csv", newline="") as file:
    TRIALS = list(csv.DictReader(file))


STRATEGY = ["strategy", "params", "via"]


def grouped(*columns):
    groups = defaultdict(list)
    for trial in TRIALS:
        groups[tuple(trial[column] for column in columns)].append(trial)
    return groups


def is_solved(trial):
    return trial["status"] in ("solved", "unique", "multiple", "none") and trial["verdict"] != "wrong"


def times(name):
    """The median time of each instance that was solved in every trial."""
    cells = defaultdict(list)
    for t in TRIALS:
        if (t["strategy"], t["params"]) == (name, ""):
            cells[t["corpus"], t["instance"]].append(t)
    solved = {key: cell for key, cell in cells.items() if all(map(is_solved, cell))}
    return {key: statistics.median(int(t["solve_cpu_ns"]) for t in cell) for key, cell in solved.items()}


def ratios(figure):
    heller, bird_bits = times("heller"), times("bird-bits")
    pairs = defaultdict(list)
    for key in heller.keys() & bird_bits.keys():
        pairs[key[0]].append((heller[key], bird_bits[key]))
    return {(corpus,): (len(of), figure(of)) for corpus, of in pairs.items()}


def typical(pairs):
    return math.exp(statistics.fmean(math.log(a / b) for a, b in pairs))


def total(pairs):
    return sum(a for a, _ in pairs) / sum(b for _, b in pairs)


def printed(figure):
    """The instances and a figure of each corpus where the table has `heller` against `bird-bits`, or the reverse."""
    found, corpus, names = {}, None, None
    for row in csv.reader(open(sys.argv[2], newline="")):
        if row and row[0].startswith("# inference-"):
            corpus = row[0].split("Strategies in pairs on ")[1]
        elif row[:2] == ["strategy", "against"]:
            names = row
        elif row[:2] in (["heller", "bird-bits"], ["bird-bits", "heller"]) and row[2]:
            cells = dict(zip(names, row))
            ratio = float(cells[figure])
            found[(corpus,)] = (float(cells["instances"]), ratio if row[0] == "heller" else 1 / ratio)
    return found


def hardest():
    nodes = {k: (sum(int(t["nodes"] or 0) for t in group),) for k, group in grouped("corpus", "instance").items()}
    return dict(sorted(nodes.items(), key=lambda item: -item[1][0])[:5])


def shares():
    def share(group, verdict):
        return sum(t["verdict"] == verdict for t in group) / len(group)

    return {k: (share(group, "wrong"), share(group, "unverified")) for k, group in grouped(*STRATEGY).items()}


LIMIT = 100_000_000


def scores():
    """Solved trials and PAR-2 in microseconds, as if every trial had ended at the limit."""

    def score(group):
        in_time = [int(t["solve_cpu_ns"]) for t in group if is_solved(t) and int(t["solve_cpu_ns"]) <= LIMIT]
        total = sum(in_time) + (len(group) - len(in_time)) * 2 * LIMIT
        return len(in_time), total / len(group) / 1000

    return {k: score(group) for k, group in grouped(*STRATEGY).items()}


EXPECTED = [
    {k: (sum(map(is_solved, group)), len(group)) for k, group in grouped(*STRATEGY).items()},
    {
        k: (statistics.median(int(t["solve_cpu_ns"]) for t in group) / 1000,)
        for k, group in grouped("corpus", *STRATEGY).items()
    },
    ratios(typical),
    ratios(total),
    hardest(),
    shares(),
    scores(),
]
KEYS = [3, 4, 1, 1, 2, 3, 3]
PRINTED = [None, None, printed("typical"), printed("total"), None, None, None]


def by_sql(query, keys):
    import duckdb

    return {row[:keys]: row[keys:] for row in duckdb.sql(query).fetchall()}


def by_pandas(query, keys):
    import numpy as np
    import pandas as pd

    texts = dict.fromkeys(["corpus", "instance", "strategy", "params", "via"], str)
    t = pd.read_csv("trials.csv", dtype=texts).fillna({"params": "", "via": ""})
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
for query, expected, keys, table in zip(sys.argv[3:], EXPECTED, KEYS, PRINTED, strict=True):
    assert len(expected) > 1, expected
    found = ask(query, keys)
    assert is_same(found, expected), f"{query}\nfound {found}\nexpected {expected}"
    if table is not None:
        shown = {key: found[key] for key in table}
        assert len(table) > 1 and is_same(shown, table), f"{query}\nfound {shown}\nprinted {table}"
    print(f"equal: {query}")
