"""Tables of one corpus, and tables that compare corpora: scores, spreads, guesses, failures."""

import math

from scipy.stats import gmean

from printed import Figure, ns
from record import PHRASES, STATUSES, instances, median, of, runs, seeded

MISSING = "–"
NAMES = {"cpu": "solve_cpu_ns", "nodes": "nodes"}
ENDS = ("timeout", "node-limit", "memout", "stuck", "unsupported")


def count(value):
    return Figure(value)


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values)


def positive(value):
    return max(value, 1.0)


# Tables of strategies


def strategies(record, corpus):
    """Strategies on a corpus, the best first."""
    cells = record.corpora[corpus]
    in_blocks, with_seeds = any(cell.streamed for cell in cells), seeded(cells)
    names = {cell.strategy for cell in cells} | {name for where, name in record.unsupported if where == corpus}
    rows = [
        score(name, of(cells, name), in_blocks, with_seeds, record.unsupported[corpus, name])
        for name in ranked(cells, names)
    ]
    columns = [
        "strategy",
        *(["runs solved", "solved, all seeds", "solved, any seed"] if with_seeds else ["solved"]),
        "by status",
        "total CPU",
        "geometric mean",
        "PAR-2",
        "nodes",
        "ns per node",
        "timed",
    ]
    return columns, rows


def ranked(cells, names):
    """Strategies by runs solved, then by PAR-2, or by total CPU unless all have one, then by name. One without any time is last."""
    all_runs = {name: runs(of(cells, name)) for name in names}
    times = {name: [run.cpu for run in own if run.cpu is not None] for name, own in all_runs.items()}
    is_limited = all(par2(own) is not None or not times[name] for name, own in all_runs.items())

    def rank(name):
        own, timed = all_runs[name], times[name]
        cost = par2(own) if is_limited else math.fsum(timed) if timed else None
        cost = math.inf if cost is None else cost
        return -sum(run.solved for run in own), cost, name

    return sorted(names, key=rank)


def par2(own):
    """The mean CPU time of runs, where a run without an answer counts as twice its limit."""
    if not own or any(run.time_limit is None for run in own):
        return None
    return mean(run.cpu if run.solved else 2 * run.time_limit for run in own)


def score(name, cells, in_blocks, with_seeds, unsupported):
    own = runs(cells)
    bound = "" if all(run.finished for run in own) else "≥ "
    timed = [run.cpu for run in own if run.cpu is not None]
    counted = [run for run in own if run.nodes is not None and run.cpu is not None]
    nodes, penalized = math.fsum(run.nodes for run in counted), par2(own)
    wrong = sum(run.verdict == "wrong" for run in own)
    ends = [(f"{wrong} WRONG",)] if wrong else []
    for status in STATUSES:
        found = sum(run.status == status and run.verdict != "wrong" for run in own)
        if found:
            ends.append((count(found), f" {PHRASES.get(status, status)}"))
    if unsupported:
        what = (" instance" if unsupported == 1 else " instances") if with_seeds else ""
        ends.append((count(unsupported), f" unsupported{what}"))
    streamed, alone = any(cell.streamed for cell in cells), any(cell.timed_alone for cell in cells)
    how = "alone" if not streamed else "both" if alone else "in blocks"
    any_seed = sum(any(run.solved for run in cell.runs) for cell in cells)
    return [
        name,
        solved_of(own),
        *([solved_of(cells), (count(any_seed), " of ", count(len(cells)))] if with_seeds else []),
        joined(ends),
        (bound, ns(math.fsum(timed))) if timed else MISSING,
        (bound, ns(gmean([positive(time) for time in timed]))) if len(timed) == len(own) > 0 else MISSING,
        ns(penalized) if penalized is not None else MISSING,
        (bound if len(counted) == len(own) else "≥ ", count(nodes)) if counted else MISSING,
        Figure(math.fsum(run.cpu for run in counted) / nodes) if nodes else MISSING,
        how if in_blocks else MISSING,
    ]


def solved_of(searches):
    """How many of some runs, or of some instances, are solved."""
    return (count(sum(search.solved for search in searches)), " of ", count(len(searches)))


def joined(parts):
    """The parts of a cell, joined by dots."""
    cell = []
    for part in parts:
        cell += ([" · "] if cell else []) + list(part)
    return cell


def by_instance(record, cells, value, limit, reached, unit):
    """One row per strategy and one column per instance. A cell has a quantity, or why there is none."""
    keys = sorted_keys(record, cells)
    named = [instance_name(key, keys) for key in keys]
    rows = []
    for strategy in record.strategies(cells):
        own = {(cell.corpus, cell.instance): cell for cell in of(cells, strategy)}
        rows.append([strategy] + [ended(own.get(key), value, limit, reached, unit) for key in keys])
    return ["strategy", *named], rows


def sorted_keys(record, cells):
    keys = []
    for corpus in record.corpora:
        own = [cell for cell in cells if cell.corpus == corpus]
        keys += [(corpus, instance) for instance in instances(own)]
    return keys


def instance_name(key, keys):
    corpus, instance = key
    twice = any(other[1] == instance and other[0] != corpus for other in keys)
    return (f"{corpus}/" if twice else "") + instance


def ended(cell, value, limit, reached, unit):
    if cell is None:
        return MISSING
    found, bound = getattr(cell, value), getattr(cell, limit)
    if cell.verdict == "wrong":
        return "WRONG"
    if cell.seeded and (found is not None or not cell.solved):
        of_all = () if cell.solved else (", ", *solved_of(cell.runs), " solved")
        if found is None:
            return (PHRASES.get(cell.status, cell.status), *of_all)
        return ("> " if cell.is_bound(NAMES[value]) else "", Figure(found, unit), *of_all)
    if cell.solved:
        return Figure(found, unit) if found is not None else MISSING
    if cell.status in ("stuck", "error", "crash"):
        return cell.status
    shown = bound if cell.status == reached and bound is not None else found
    return ("> ", Figure(shown, unit)) if shown is not None else PHRASES.get(cell.status, cell.status)


# Spread: a search without an answer counts with what it spent. All figures that are no smaller are marked as bounds.


def spread(cells, name):
    """The minimum, the median and the maximum of a cost, each with whether it is a bound. None if a cost is unknown."""
    if not cells or any(name not in cell.values for cell in cells):
        return None
    known = [(cell.values[name], not cell.is_open(name)) for cell in cells]
    costs = sorted(cost for cost, _ in known)
    open_from = min((cost for cost, solved in known if not solved), default=math.inf)

    def figure(value, up_to):
        return (value, open_from <= up_to)

    return figure(costs[0], costs[0]), figure(median(costs), costs[len(costs) // 2]), figure(costs[-1], costs[-1])


def bounded(figure, unit="", mark="> "):
    value, is_bound = figure
    return (mark if is_bound else "", Figure(value, unit))


def over(spread_of):
    """The maximum divided by the minimum; a cost of 0 is taken as 1."""
    if spread_of is None:
        return MISSING
    least, _, most = spread_of
    if least[1]:
        return MISSING
    return bounded((positive(most[0]) / positive(least[0]), most[1]), "×")


def spreads(record, corpus):
    rows = []
    for strategy in record.strategies(record.corpora[corpus]):
        own = of(record.corpora[corpus], strategy)
        nodes, times_of = spread(own, "nodes"), spread(own, "solve_cpu_ns")
        shown = [bounded(figure) for figure in nodes] if nodes else [MISSING] * 3
        rows.append([strategy, *shown, over(nodes), bounded(times_of[1], "ns") if times_of else MISSING])
    return ["strategy", "fewest nodes", "median nodes", "most nodes", "most ÷ fewest", "median CPU time"], rows


def side_by_side(record, show):
    """One row per strategy and one column per corpus. A strategy with answers but no figure counts no nodes or guesses, and has no row."""
    rows = []
    for strategy in all_strategies(record):
        own = [of(cells, strategy) for cells in record.corpora.values()]
        row = [show(cells) if cells else MISSING for cells in own]
        if any(cell != MISSING for cell in row) or not any(cell.solved for cells in own for cell in cells):
            rows.append([strategy, *row])
    return ["strategy", *record.corpora], rows


def all_strategies(record):
    """All strategies. Those that support no instance come last."""
    lacking = [name for corpus in record.corpora for where, name in sorted(record.unsupported) if where == corpus]
    return list(dict.fromkeys(record.strategies(record.cells) + lacking))


def answered(cells):
    found, solved = spread(cells, "solve_cpu_ns"), solved_of(runs(cells))
    if not any(run.solved for run in runs(cells)) or found is None:
        return solved
    middle, limit = found[1], cells[0].time_limit
    if middle[1] and limit is not None and middle[0] >= limit:
        middle = (limit, True)
    return (*solved, " · ", *bounded(middle, "ns"))


def median_nodes(cells):
    found = spread(cells, "nodes")
    return bounded(found[1]) if found else MISSING


def nodes_over(cells):
    return over(spread(cells, "nodes"))


def guesses(cells):
    known = [cell.values.get("guesses") for cell in cells]
    if None in known:
        return MISSING
    none = sum(cell.solved and guess == 0 for cell, guess in zip(cells, known))
    bound = "> " if any(cell.is_bound("guesses") for cell in cells) else ""
    return (Figure(100 * none / len(cells), "%", coarse=True), " · ", bound, Figure(mean(known)))


def speed(record, corpus):
    """Means over the instances, for strategies that count guesses and finished every search."""
    rows = []
    for strategy in record.strategies(record.corpora[corpus]):
        own = of(record.corpora[corpus], strategy)
        known = [cell.values.get("guesses") for cell in own]
        if None in known or any(cell.cpu is None or not cell.finished for cell in own):
            continue
        each, none = mean(cell.cpu for cell in own), mean(cell.solved and guess == 0 for cell, guess in zip(own, known))
        share = Figure(100 * none, "%", coarse=True)
        rows.append([strategy, Figure(1e9 / each), Figure(each / 1e3), share, Figure(mean(known))])
    return ["strategy", "instances per second", "µs per instance", "without a guess", "guesses per instance"], rows


def failures(record):
    """Trials that reached a limit, got stuck or were refused, by strategy, with one column for each such status that occurs."""
    found = {}
    for trial in record.trials:
        if trial["status"] in ENDS:
            ends = found.setdefault(trial["label"], dict.fromkeys(ENDS, 0))
            ends[trial["status"]] += 1
    shown = [end for end in ENDS if any(ends[end] for ends in found.values())]
    rows = [
        [name, *(count(ends[end]) if ends[end] else MISSING for end in shown), reasons(record, name)]
        for name, ends in sorted(found.items())
    ]
    return ["strategy", *(PHRASES.get(end, end) for end in shown), "reason"], rows


def reasons(record, strategy):
    """The first three reasons for which a strategy refused instances."""
    refused = [trial for trial in record.trials if trial["label"] == strategy and trial["status"] in ("unsupported", "memout")]
    return "; ".join(list(dict.fromkeys(trial["error"] for trial in refused if trial["error"]))[:3]) or MISSING
