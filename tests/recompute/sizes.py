"""Tables by size: growth, sweeps of a family, formulas by the side of the board, difficulty, published tables."""

import math
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy
from scipy.optimize import isotonic_regression
from scipy.stats import binom, linregress, rankdata, spearmanr

from corpora import MISSING, bounded, count, positive, spread
from printed import Figure, LeftOut, ns, times
from record import instances, median, of
from resample import clusters

PUZZLES = "measures of instances need the puzzles"
CORPORA = Path(__file__).parents[2] / "experiments/corpora"

# Growth is fitted to the LAST sizes, without those that take less than CLEAR times the minimum time, if at least FEWEST remain.
# Nodes are fitted to the LAST sizes. A fit is not printed if a size is off by more than the factor OFF.
LAST, FEWEST, CLEAR, OFF = 4, 3, 10, 1.25
# The fewest puzzles that have a correlation.
CORRELATED = 10


def growth(record, corpus):
    cells, rows = record.corpora[corpus], []
    for strategy in record.strategies(cells):
        points = [
            (int(re.search(r"(\d+)$", cell.instance)[1]), positive(cell.cpu), cell.nodes)
            for cell in of(cells, strategy)
            if cell.solved and cell.cpu is not None
        ]
        if len(points) > FEWEST:
            rows.append(grown(strategy, sorted(points)))
    rows.sort(key=lambda row: row[3].value if row[3] != MISSING else math.inf)
    columns = [
        "strategy", "CPU time at the largest", "fitted sizes", "time per step", "deviation of the fit", "last time ratios",
        "nodes at the largest", "nodes per step", "last node ratios",
    ]  # fmt: skip
    return columns, rows


def grown(strategy, points):
    least = min(time for _, time, _ in points)
    fitted = []
    for point in reversed(points[-LAST:]):
        if point[1] < CLEAR * least:
            break
        fitted.insert(0, point)
    time = line([(size, time) for size, time, _ in fitted])
    nodes = line([(size, nodes) for size, _, nodes in points[-LAST:] if nodes is not None])
    size, largest, most = points[-1]
    return [
        strategy,
        (ns(largest), f" at {size}"),
        f"{fitted[0][0]} to {fitted[-1][0]}" if time else MISSING,
        times(time[0]) if time and time[1] <= OFF else MISSING,
        times(time[1]) if time else MISSING,
        steps([(size, time) for size, time, _ in points]),
        count(most) if most is not None else MISSING,
        times(nodes[0]) if nodes and nodes[1] <= OFF else MISSING,
        steps([(size, nodes) for size, _, nodes in points if nodes is not None]),
    ]


def line(points):
    """The factor by which cost grows per size, and the largest factor between a point and the fitted line."""
    if len(points) < FEWEST:
        return None
    sizes, logs = [size for size, _ in points], numpy.log([positive(cost) for _, cost in points])
    fit = linregress(sizes, logs)
    off = max(abs(fit.intercept + fit.slope * numpy.array(sizes) - logs))
    return math.exp(fit.slope), math.exp(off)


def steps(points):
    """The factors between the last neighboring sizes, per step of one in size."""
    pairs = [(a, b) for a, b in pairwise(points) if a[1]]
    found = [(b[1] / a[1]) ** (1 / (b[0] - a[0])) for a, b in pairs][-3:]
    cell = []
    for factor in found:
        cell += ([" · "] if cell else []) + [times(factor)]
    return cell or MISSING


# Sweeps: families whose instances differ in one number and a seed


def sweep_of(record, corpus):
    cells = record.corpora[corpus]
    [at] = [at for at in range(len(fields(cells[0]))) if len({fields(cell)[at] for cell in cells}) > 1]
    measure = next((m for m in ("conflicts", "nodes") if all(c.lost or m in c.values for c in cells)), "solve_cpu_ns")
    return Sweep(record, cells, at, measure)


def fields(cell):
    """The name of an instance without its seed."""
    return cell.instance.split(":")[:-1]


def whole(text):
    return int(text.removesuffix("%"))


class Sweep:
    def __init__(self, record, cells, at, measure):
        self.cells, self.strategies = cells, record.strategies(cells)
        self.groups = {}
        for cell in sorted(cells, key=lambda cell: whole(fields(cell)[at])):
            self.groups.setdefault(whole(fields(cell)[at]), []).append(cell)
        first = fields(cells[0])
        self.scale = 1
        if first[0] == "random-sat" and at == 3:
            self.scale = 100 if first[at].endswith("%") else int(first[2])
        self.measure, self.unit = measure, "ns" if measure == "solve_cpu_ns" else ""

    def share(self, group):
        """How many instances have a solution, and how many some strategy answered."""
        known = {cell.instance: run.status != "none" for cell in group for run in cell.runs if run.solved}
        return sum(known.values()), len(known)

    def cost(self, group, strategy):
        """The median, and the ends of its interval if there is one. If a cost is unknown there is none."""
        own = of(group, strategy)
        if not own or any(self.measure not in cell.values for cell in own):
            return None
        known = [(cell.values[self.measure], not cell.is_open(self.measure)) for cell in own]
        first_open = min((cost for cost, solved in known if not solved), default=math.inf)
        costs = sorted(cost for cost, _ in known)
        # Copies are one observation, and so are times in common blocks.
        sizes = list(Counter(cell.trials[0]["instance_hash"] for cell in own).values())
        if self.measure == "solve_cpu_ns":
            sizes = [len(cluster) for cluster in clusters([[cell] for cell in own])]
        independent = sum(sizes) ** 2 // sum(size * size for size in sizes)
        # Between two values, the upper one decides whether the figure is a bound.
        middle = (numpy.median(costs), costs[len(costs) // 2])
        rank = int(binom.ppf(0.025, independent, 0.5))
        low = (rank - 1) * len(costs) // independent
        ends = [(end, end) for end in (costs[low], costs[len(costs) - 1 - low])] if rank else []
        return [(value, upper >= first_open) for value, upper in (middle, *ends)]

    def figure(self, cost):
        mark, figure = bounded(cost, self.unit)
        return mark, Figure(figure.value, self.unit, coarse=self.unit == "")

    def half(self):
        """The value at which half of the instances have a solution; None if unanswered instances could change it."""
        steps = [(value / self.scale, len(instances(group)), *self.share(group)) for value, group in self.groups.items()]
        fewest = self.crossing([(x, some / size, size) for x, size, some, known in steps])
        most = self.crossing([(x, (some + size - known) / size, size) for x, size, some, known in steps])
        return fewest if fewest == most else None

    def crossing(self, steps):
        """The value at which the shares fall through a half. Shares that rise again are pooled with those before."""
        values, shares, weights = zip(*steps)
        falling = isotonic_regression(shares, weights=weights, increasing=False).x
        for (a, b), (x, y) in zip(pairwise(falling), pairwise(values)):
            if a >= 0.5 > b:
                return x + (a - 0.5) / (a - b) * (y - x)
        return None


def swept(value):
    return Figure(value) if value == int(value) else Figure(round(value, 3))


def sweep(record, axis, corpus):
    found, rows = sweep_of(record, corpus), []
    for value, group in found.groups.items():
        some, known = found.share(group)
        share = Figure(100 * some / known, "%", coarse=True) if known else MISSING
        if 0 < known < len(instances(group)):
            share = (share, " of ", count(known))
        size, different = len(instances(group)), len({cell.trials[0]["instance_hash"] for cell in group})
        copies = (", ", count(different), " different") if different < size else ()
        row = [swept(value / found.scale), (count(size), *copies), share]
        for strategy in found.strategies:
            cost = found.cost(group, strategy)
            if cost is None:
                row.append(MISSING)
                continue
            middle, *ends = map(found.figure, cost)
            row.append((*middle, " (", *ends[0], " to ", *ends[1], ")") if ends else middle)
        rows.append(row)
    return [axis, "instances", "with a solution", *found.strategies], rows


def hardest(record, names):
    """A comparison of sweeps, one row per corpus."""
    rows = []
    for name in names:
        found = sweep_of(record, name)
        half = found.half()
        row = [name, count(len(instances(found.cells))), Figure(half) if half is not None else MISSING]
        for strategy in found.strategies:
            medians = {value: found.cost(group, strategy) for value, group in found.groups.items()}
            if not all(medians.values()):
                row.append(MISSING)
                continue
            medians = {value: cost[0] for value, cost in medians.items()}
            largest = max(medians, key=lambda value: medians[value][0])
            others = [medians[value] for value in medians if value != largest]
            known = all(cost < medians[largest][0] and not is_bound for cost, is_bound in others)
            hardest = (swept(largest / found.scale), " · ", *found.figure(medians[largest]))
            row.append(hardest if known else MISSING)
        rows.append(row)
    return ["corpus", "instances", "half have a solution at", *found.strategies], rows


# Formulas by the side of the board


def side(cell):
    """The side of the board, from the name of the instance or of its corpus, or from its line in a built-in corpus."""
    found = re.search(r"(\d+)x\1(?!\d)", cell.instance) or re.search(r"(\d+)x\1(?!\d)", cell.base)
    if found:
        return int(found[1])
    file, line_of = CORPORA / f"{cell.base}.txt", re.fullmatch(r"line-(\d+)", cell.instance)
    if line_of and file.is_file():
        return math.isqrt(file.read_text().splitlines()[int(line_of[1]) - 1].count(",") + 1)
    return 9


def by_size(record, what):
    sides = sorted({side(cell) for cell in record.cells})
    rows = []
    for strategy in record.strategies(record.cells):
        row = [strategy]
        for wanted in sides:
            group = [cell for cell in of(record.cells, strategy) if side(cell) == wanted]
            if what.endswith("of the formula"):
                row.append(LeftOut(PUZZLES) if any(map(has_formula, group)) else MISSING)
            elif what == "CPU time to encode":
                encode = [cell.values.get("encode_ns") for cell in group]
                row.append(ns(median(encode)) if encode and None not in encode else MISSING)
            else:
                found = spread(group, "solve_cpu_ns")
                row.append(bounded(found[1], "ns") if found else MISSING)
        if any(cell != MISSING for cell in row[1:]):
            rows.append(row)
    shown = [0] + [at for at in range(1, len(sides) + 1) if any(row[at] != MISSING for row in rows)]
    columns = ["strategy", *(f"{side}x{side}" for side in sides)]
    return [columns[at] for at in shown], [[row[at] for at in shown] for row in rows]


def has_formula(cell):
    """Whether the strategy searches a formula whose encoding it does not choose itself."""
    return cell.trials[0]["via"] not in ("", "exact-cover", "several")


# Difficulty: measures that the report prints, compared with the nodes of answered puzzles


def measured(table):
    """The measures in a printed table of instances, by name, or None if it does not list all instances."""
    if any(re.fullmatch(r"And .* more, in \S+\.", note) for note in table.notes):
        return None
    known = {"∞": math.inf, MISSING: None}
    value = lambda text: known[text] if text in known else float(text)
    return {row[0]: {name: value(text) for name, text in zip(table.columns[1:], row[1:])} for row in table.rows}


def difficulty(record, corpus, table, measures):
    cells, rows = record.corpora[corpus], []
    for strategy in record.strategies(cells):
        own = [cell for cell in of(cells, strategy) if cell.solved and cell.nodes is not None]
        if not own:
            continue
        row, counts = [strategy], []
        for measure in table.columns[2:]:
            pairs = [(measures[cell.instance][measure], cell.nodes) for cell in own] if measures else []
            pairs = [pair for pair in pairs if pair[0] is not None]
            counts.append(len(pairs))
            if not measures:
                row.append(LeftOut(f"{PUZZLES}; the table of them does not list every instance"))
            elif len(pairs) < CORRELATED or min(len(set(values)) for values in zip(*pairs)) < 2:
                row.append(MISSING)
            else:
                # Ranks come first, because in SciPy a difference of infinite values is not a number.
                rho = spearmanr(*(rankdata(values) for values in zip(*pairs))).statistic
                row.append(Figure(rho, coarse=True))
        counted = [piece for size in dict.fromkeys(counts) for piece in (" · ", count(size))][1:]
        row.insert(1, counted if measures else LeftOut(PUZZLES))
        rows.append(row)
    return table.columns, rows


# Published tables, compared with ours


def published(record, table, strategy, source):
    """The rows of a published table; None if the experiment has none with this title."""
    tables = [
        p
        for p in record.experiment.get("published", [])
        if (p["strategy"], p["source"].rstrip(".")) == (strategy, source.rstrip("."))
    ]
    if not tables:
        return None
    [given] = tables
    # Of several processors, the first has the row.
    own = {}
    for cell in of(record.cells, strategy):
        own.setdefault(cell.instance, cell)
    base, scale = own.get(given["baseline"]), 1e9 if given["measure"].endswith("_ns") else 1
    unit = "ns" if scale > 1 else ""

    def ratio(cell, name):
        if base is None or base.is_bound(name) or not {name} <= cell.values.keys() & base.values.keys():
            return MISSING
        if name.endswith("_ns") and cell.processor != base.processor:
            return MISSING
        return ("> " if cell.is_bound(name) else "", times(cell.values[name] / base.values[name]))

    rows = []
    for instance, value in given["values"].items():
        cell = own.get(instance)
        published_ratio = times(value / given["values"][given["baseline"]])
        if cell is None:
            rows.append([instance, Figure(value * scale, unit), MISSING, published_ratio, *[MISSING] * 4])
            continue
        marks = {name: "> " if cell.is_bound(name) else "" for name in (given["measure"], "nodes")}
        rows.append([
            instance,
            Figure(value * scale, unit),
            (marks[given["measure"]], Figure(cell.values[given["measure"]], unit)),
            published_ratio,
            *(ratio(cell, name) for name in (given["measure"], "solve_cpu_ns", "nodes")),
            (marks["nodes"], count(cell.nodes)),
        ])  # fmt: skip
    rows.sort(key=lambda row: list(own).index(row[0]) if row[0] in own else len(own))
    columns = [
        "instance", "published", "ours", "published ratio", "our ratio", "our time ratio", "our node ratio", "our nodes",
    ]  # fmt: skip
    return columns, rows
