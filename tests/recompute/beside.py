"""Comparisons of strategies: ratios to a baseline, the portfolio, the spread within an instance."""

import math

from scipy.stats import gmean

from corpora import MISSING, all_strategies, bounded, count, joined, positive, solved_of
from printed import Figure, ns
from record import median, of, runs, seeded


def relative_columns(base):
    """The measures that the baseline has. Nodes are used only if there are no conflicts, which say more."""
    measures = ("conflicts", "propagations", "solve_cpu_ns")
    known = [measure for measure in measures if any(cell.values.get(measure) is not None for cell in base)]
    if "conflicts" not in known and any(cell.nodes is not None for cell in base):
        known.insert(0, "nodes")
    return known


def geometric(pairs):
    """The geometric mean of values, and whether it is a lower bound because one of them is."""
    pairs = list(pairs)
    if not pairs or any(value is None for value, _ in pairs):
        return None
    return gmean([value for value, _ in pairs]), any(is_bound for _, is_bound in pairs)


def ratio_to(own, base, measure):
    """The mean ratio to the baseline. Instances that the baseline did not solve are left out; a count of 0 is taken as 1."""
    known = [cell for cell in base if measure in cell.values and not cell.is_open(measure)]
    # Times that were taken in different ways are not compared.
    key = lambda cell: (cell.instance, cell.modes if measure == "solve_cpu_ns" else None)
    divisors = {key(cell): cell.values[measure] for cell in known}

    def quotient(cell):
        value = cell.values.get(measure)
        return None if value is None else positive(value) / positive(divisors[key(cell)])

    return geometric((quotient(cell), cell.is_open(measure)) for cell in own if key(cell) in divisors)


def relative(record, corpus, baseline):
    cells = record.corpora[corpus]
    base = of(cells, baseline)
    measures = relative_columns(base)
    titles = {"solve_cpu_ns": "CPU time"}
    rows = []
    for strategy in record.strategies(cells):
        own = of(cells, strategy)
        if strategy == baseline:
            means = [
                geometric((positive(c.values[m]) if m in c.values else None, c.is_open(m)) for c in own)
                for m in measures
            ]
            units = ["ns" if measure == "solve_cpu_ns" else "" for measure in measures]
        else:
            means, units = [ratio_to(own, base, measure) for measure in measures], ["×"] * len(measures)
        shown = [bounded(figure, unit, "≥ ") if figure else MISSING for figure, unit in zip(means, units)]
        rows.append([strategy, solved_of(runs(own)), *shown])
    solved = "runs solved" if seeded(cells) else "solved"
    return ["strategy", solved, *(titles.get(measure, measure) for measure in measures)], rows


def relative_by_corpus(record, baseline):
    corpora = [corpus for corpus in record.corpora if of(record.corpora[corpus], baseline)]
    rows = []
    for strategy in all_strategies(record):
        if strategy == baseline:
            continue
        row = []
        for corpus in corpora:
            own, base = of(record.corpora[corpus], strategy), of(record.corpora[corpus], baseline)
            work = next((m for m in relative_columns(base) if m in ("conflicts", "nodes")), "nodes")
            parts = [ratio_to(own, base, measure) for measure in (work, "solve_cpu_ns")]
            ratios = joined(bounded(part, "×", "≥ ") if part else (MISSING,) for part in parts)
            row.append(ratios if own else MISSING)
        rows.append([strategy, *row])
    return ["strategy", *corpora], rows


# The strategies as a portfolio


def portfolio(record, corpus):
    cells = record.corpora[corpus]
    names = record.strategies(cells)
    rows_of = {}
    for cell in cells:
        rows_of.setdefault(cell.instance, {})[cell.strategy] = cell
    complete = []
    for row in rows_of.values():
        if len(row) == len(names) and len({len(cell.runs) for cell in row.values()}) == 1:
            complete += [dict(zip(row, of_seed)) for of_seed in zip(*(cell.runs for cell in row.values()))]
    limited = all(run.time_limit is not None for row in complete for run in row.values())

    def best(chosen):
        """The number of rows, each of one seed, that some chosen strategy solves, and the total or mean cost of the fastest."""
        solved = [[row[name].cpu for name in chosen if row[name].solved] for row in complete]
        penalties = [
            min((2 * row[name].time_limit for name in chosen), default=0) if limited else 0 for row in complete
        ]
        costs = [min(times_of) if times_of else penalty for times_of, penalty in zip(solved, penalties)]
        return sum(map(bool, solved)), math.fsum(costs) / (len(complete) if limited else 1)

    everything = best(names)
    alone = {name: best([name]) for name in names}
    single = min(names, key=lambda name: (-alone[name][0], alone[name][1]))

    def figures(result):
        cost = ns(result[1]) if limited or result[0] else MISSING
        return [(count(result[0]), " of ", count(len(complete))), cost]

    def fastest(name):
        def least(row):
            others = [row[other].cpu for other in names if other != name and row[other].solved]
            return row[name].solved and all(row[name].cpu < other for other in others)

        return sum(map(least, complete))

    rows = [["virtual best", *figures(everything), *[MISSING] * 3]]
    rows.append([f"single best: {single}", *figures(alone[single]), *[MISSING] * 3])
    for name in names:
        without = best([other for other in names if other != name])
        lost, is_slower = everything[0] - without[0], without[1] > everything[1]
        slower = Figure(100 * (without[1] / everything[1] - 1), "%") if everything[1] else "∞ %"
        adds = (count(lost), " solved") if lost else slower if is_slower else "0"
        rows.append([name, *figures(alone[name]), count(fastest(name)), figures(without)[1], adds])
    cost = "PAR-2" if limited else "total CPU"
    solved = "runs solved" if seeded(cells) else "solved"
    return ["strategy", solved, cost, "fastest on", "virtual best without it", "contribution"], rows


# Spread within an instance


def largest_ratio(costs):
    """The largest cost over the least exact one, a lower bound if others were cut short; 1 if none is exact."""
    exact = [positive(cost) for cost, is_exact in costs if is_exact]
    return max(positive(cost) for cost, _ in costs) / min(exact) if exact else 1


def within(record, corpus):
    cells = record.corpora[corpus]
    rows = []
    for strategy in record.strategies(cells):
        own = of(cells, strategy)
        counted = all(cell.nodes is not None for cell in own)
        name = "nodes" if counted else "solve_cpu_ns"
        groups = {}
        for cell in own:
            groups.setdefault(cell.instance, []).append(cell)
        searches = sorted({len(runs(group)) for group in groups.values()})
        if searches[-1] < 2 or any(name not in cell.values for cell in own):
            continue
        searched = (*([count(searches[0]), " to "] if len(searches) > 1 else []), count(searches[-1]))
        ratios, middles = [], []
        for group in groups.values():
            costs = [(run.values[name], run.finished) for run in runs(group)]
            ratios.append(largest_ratio(costs))
            middles.append((median(cell.values[name] for cell in group), not any(cell.is_bound(name) for cell in group)))
        is_bound = not all(cell.finished for cell in own)
        shown = [
            bounded((value, is_bound), "×") for value in (median(ratios), max(ratios), largest_ratio(middles))
        ]
        rows.append([strategy, "nodes" if counted else "CPU time", searched, *shown])
    columns = ["strategy", "cost", "searches per instance", "median within", "largest within", "between instances"]
    return columns, rows
