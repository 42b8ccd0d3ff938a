"""Bold figures: shown to be less than all others of their column (docs/METHOD.md, Marks)."""

import functools
import math

import pairs
from corpora import positive, sorted_keys
from record import of, seeded
from resample import bootstrap, clusters

# The bold time of a single instance is smaller than every other by more than this factor.
MARGIN = 1.1
YES, NO, CLOSE = "bold", "plain", "too close to the end of an interval"


def time(cell):
    return None if cell.cpu is None else positive(cell.cpu)


def penalized(cell):
    if cell.solved:
        return time(cell)
    return None if cell.time_limit is None else 2 * cell.time_limit


def is_less(cells, first, second, cost, geometric):
    """Whether the first strategy demonstrably costs less than the second on the instances that both tried."""
    others = {cell.instance: cell for cell in of(cells, second)}
    rows = [(cell, others[cell.instance]) for cell in of(cells, first) if cell.instance in others]
    costs = [tuple(map(cost, row)) for row in rows]
    if not rows or any(None in pair for pair in costs):
        return NO
    if geometric:
        costs = [(math.log(a / b), 1) for a, b in costs]
    sums = [[math.fsum(costs[at][side] for at in group) for group in clusters(rows)] for side in (0, 1)]
    interval = bootstrap(*sums)
    if interval is None:
        return NO
    if geometric:
        interval = interval.map(math.exp)
    least, most = interval.spans[1]
    return YES if most < 1 else NO if least >= 1 else CLOSE


def is_shown_less(record, corpus, first, second, cost, geometric):
    """Whether the interval of the costs and the test of the pair both say so."""
    found = is_less(record.corpora[corpus], first, second, cost, geometric)
    return found if found == NO else min(found, pairs.favors(record, corpus, first, second), key=[NO, CLOSE, YES].index)


def least(values, is_lesser):
    """The name of the smallest value, and whether it is bold."""
    known = sorted((value, name) for name, value in values.items() if value is not None)
    if len(known) < 2:
        return None, NO
    name = known[0][1]
    found = NO if any(value == known[0][0] for value, _ in known[1:]) else YES
    for _, other in known[1:]:
        if found != NO:
            word = is_lesser(name, other)
            found = word if word != YES else found
    return name, found


def of_strategies(record, corpus):
    """The bold total, geometric mean and PAR-2."""
    cells = record.corpora[corpus]
    names = record.strategies(cells)
    if seeded(cells):
        # The figures are over runs, and intervals over instances.
        return dict.fromkeys(("total CPU", "geometric mean", "PAR-2"), (None, NO))
    supporting = [name for name in names if not record.unsupported[corpus, name]]
    complete = [name for name in supporting if all(cell.solved for cell in of(cells, name))]

    def column(cost, chosen, geometric=False):
        values = dict.fromkeys(names)
        for name in chosen:
            costs = [cost(cell) for cell in of(cells, name)]
            if None not in costs:
                values[name] = math.fsum(map(math.log, costs) if geometric else costs)
        return least(values, lambda a, b: is_shown_less(record, corpus, a, b, cost, geometric))

    return {
        "total CPU": column(time, complete),
        "geometric mean": column(time, complete, geometric=True),
        "PAR-2": column(penalized, supporting),
    }


def of_speed(record, corpus, names):
    """The bold mean time of the strategies in a table."""
    cells = record.corpora[corpus]
    values = {name: math.fsum(time(cell) for cell in of(cells, name)) for name in names}
    return {"µs per instance": least(values, lambda a, b: is_shown_less(record, corpus, a, b, time, geometric=False))}


def is_clearly_less(values, first, second):
    return YES if values[first] * MARGIN < values[second] else NO


def of_instances(record, cells, columns):
    """For each instance, the bold time among the strategies that solved it."""
    marks = {}
    for column, key in zip(columns[1:], sorted_keys(record, cells)):
        own = {cell.strategy: cell for cell in cells if (cell.corpus, cell.instance) == key}
        values = {
            name: own[name].cpu if name in own and own[name].solved else None for name in record.strategies(cells)
        }
        marks[column] = least(values, functools.partial(is_clearly_less, values))
    return marks
