"""Strategies in pairs: ratios, their intervals, the signed-rank test, and the conclusion (docs/METHOD.md, Inference)."""

import itertools
import math

import numpy
from scipy.stats import gmean, norm, rankdata, wilcoxon

from corpora import MISSING, count, positive, ranked
from printed import Figure, OneOf, times
from record import of
from resample import FEWEST, bootstrap, clusters

EXACT, LEVEL, ALL_PAIRS = 20, 0.05, 8


def compared(record, corpus):
    """The pairs that the experiment names, followed by all pairs of up to ALL_PAIRS strategies. Of more strategies, each is paired
    with the baseline or the best one."""
    cells = record.corpora[corpus]
    names = record.strategies(cells)
    if len(names) <= ALL_PAIRS:
        others = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    else:
        base = record.experiment.get("baseline") or ranked(cells, names)[0]
        others = [(name, base) for name in names if base in names]
    pairs = []
    for a, b in [*record.experiment.get("compare", []), *others]:
        if {a, b} <= set(names) and a != b and (a, b) not in pairs and (b, a) not in pairs:
            pairs.append((a, b))
    return pairs


class Pair:
    """Two strategies on the instances of a corpus that both tried."""

    def __init__(self, cells, first, second):
        ours = {cell.instance: cell for cell in of(cells, first)}
        others = {cell.instance: cell for cell in of(cells, second)}
        rows = [(ours[key], others[key]) for key in ours if key in others]
        self.groups = clusters(rows)
        both = [a.solved and b.solved for a, b in rows]
        self.instances, self.tried = sum(both), len(rows)
        self.alone = (sum(a.solved > b.solved for a, b in rows), sum(a.solved < b.solved for a, b in rows))
        self.streamed = any(a.streamed or b.streamed for (a, b), is_both in zip(rows, both) if is_both)
        cost = [[positive(cell.cpu or 0) for cell in row] for row in rows]
        logs = [math.log(of / against) for of, against in cost]
        timed = [[at for at in group if both[at]] for group in self.groups]
        timed = [group for group in timed if group]
        self.clusters = len(timed)
        sums = [[math.fsum(cost[at][side] for at in group) for group in timed] for side in (0, 1)]
        self.total = self.typical = self.total_interval = self.typical_interval = None
        if timed:
            self.total, self.total_interval = math.fsum(sums[0]) / math.fsum(sums[1]), bootstrap(*sums)
        if timed and not self.streamed:
            self.typical = gmean([cost[at][0] / cost[at][1] for group in timed for at in group])
            drawn = bootstrap([math.fsum(logs[at] for at in group) for group in timed], [len(group) for group in timed])
            self.typical_interval = drawn and drawn.map(math.exp)
        self.test(rows, both, logs, sums, timed)

    def test(self, rows, both, logs, sums, timed):
        """Tests the differences in each cluster. An instance that only one strategy solved counts as more than any ratio."""
        of_instances = [[logs[at] for at in group if both[at]] for group in self.groups]
        if self.streamed:
            ratios = dict(zip((group[0] for group in timed), (math.log(a / b) for a, b in zip(*sums))))
            of_instances = [[ratios[at] for at in group if at in ratios] for group in self.groups]
        for found, group in zip(of_instances, self.groups):
            for at in group:
                a, b = rows[at]
                if a.solved != b.solved:
                    found.append(-math.inf if a.solved else math.inf)
        differences = [found for found in of_instances if found]
        self.tested = len(differences)
        self.p, self.leans = signed_rank(differences)
        if self.tested < FEWEST:
            self.p = None

    @property
    def interval(self):
        return self.total_interval if self.streamed else self.typical_interval


def signed_rank(differences):
    """The clustered test of Rosner, Glynn and Lee: its p-value, and the sign of the sum."""
    values = [(at, value) for at, found in enumerate(differences) for value in found if value != 0]
    if not values:
        return None, 0
    ranks = rankdata([abs(value) for _, value in values])
    sums = {}
    for (at, value), rank in zip(values, ranks):
        sums[at] = sums.get(at, 0) + math.copysign(rank, value)
    total, leaning = sum(sums.values()), [value for value in sums.values() if value]
    if len(leaning) > EXACT:
        p = 2 * norm.sf(abs(total) / math.sqrt(sum(value**2 for value in leaning)))
    else:
        p = sign_flip_test(leaning, total)
    if len(sums) == len(values) and (len(leaning) > EXACT or len(set(ranks)) == len(ranks)):
        # If every difference is a cluster of its own, this is the test of SciPy.
        known = [value if math.isfinite(value) else math.copysign(1e9, value) for _, value in values]
        method = "approx" if len(leaning) > EXACT else "exact"
        p = wilcoxon(known, correction=False, method=method).pvalue
    return p, numpy.sign(total)


def sign_flip_test(sums, total):
    """The share of all choices of signs for `sums` whose total is at least as far from 0 as `total`."""
    doubled = [round(2 * abs(value)) for value in sums]
    counts = numpy.ones(1)
    for value in doubled:
        # Totals are offset by the sum of the values so far, so that indices start at 0.
        longer = numpy.zeros(len(counts) + 2 * value)
        longer[: len(counts)] += counts
        longer[2 * value :] += counts
        counts = longer
    totals = numpy.arange(len(counts)) - sum(doubled)
    return min(1.0, counts[numpy.abs(totals) >= abs(round(2 * total))].sum() / counts.sum())


def holm(ps):
    """Holm's correction. A row without a test counts as a test with p = 1."""
    known = [1.0 if p is None else p for p in ps]
    corrected, largest = [None] * len(ps), 0.0
    for place, at in enumerate(sorted(range(len(ps)), key=lambda at: known[at])):
        largest = max(largest, min(1.0, (len(ps) - place) * known[at]))
        corrected[at] = None if ps[at] is None else largest
    return corrected


def conclusion(pair, p, rows):
    """The conclusion of a row. There are several where an end of the interval is too close to 1."""
    sides = [float(f"{ratio:.3g}") if ratio else 1.0 for ratio in (pair.typical, pair.total)]
    other = "; total points the other way" if min(sides) < 1 < max(sides) else ""
    intervals = [None] if pair.interval is None else list(itertools.product(*pair.interval.spans))
    return OneOf(tuple(sorted({conclusion_for(pair, p, rows, interval) + other for interval in intervals})))


def conclusion_for(pair, p, rows, interval):
    if p is None or p >= LEVEL:
        # Two choices of signs are all alike, so after correction no p-value of the table is smaller than this.
        least = rows * 0.5 ** (pair.tested - 1)
        return "too few to tell" if least >= LEVEL else "no difference shown"
    worse = pair.leans > 0
    first, second = pair.alone
    solves = first < second if worse else first > second
    low, high = interval or (0, math.inf)
    agrees, contradicts = (low > 1, high < 1) if worse else (high < 1, low > 1)
    if agrees:
        return "slower" if worse else "faster"
    if not solves:
        return "no difference shown"
    if contradicts:
        return "solves fewer, faster where both solve" if worse else "solves more, slower where both solve"
    return "solves fewer" if worse else "solves more"


def ratio(value):
    return times(value) if value is not None else MISSING


def interval(found):
    return MISSING if found is None else found.cell()


def probability(p):
    if p is None:
        return MISSING
    return "< 0.0001" if p < 0.0001 else Figure(p)


def table(record, corpus):
    names, rows = compared(record, corpus), []
    found = [Pair(record.corpora[corpus], *pair) for pair in names]
    for (first, second), pair, p in zip(names, found, holm([pair.p for pair in found])):
        over = (" of ", count(pair.tried)) if pair.instances < pair.tried else ()
        over += (" in ", count(pair.clusters)) if pair.clusters < pair.instances else ()
        rows.append([
            first, second, ratio(pair.typical), interval(pair.typical_interval), ratio(pair.total),
            interval(pair.total_interval), (count(pair.instances), *over), (count(pair.alone[0]), " : ", count(pair.alone[1])),
            probability(p), conclusion(pair, p, len(found)),
        ])  # fmt: skip
    columns = [
        "strategy",
        "against",
        "typical",
        "95 %",
        "total",
        "95 %",
        "instances",
        "solved by one",
        "p",
        "difference",
    ]
    return columns, rows
