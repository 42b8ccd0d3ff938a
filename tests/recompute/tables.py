"""Finds the recomputation of a table by its title."""

import re

import beside
import claims
import corpora
import machines
import pairs
import sizes
from printed import LeftOut


def expected(record, table):
    """Columns (None: as printed), rows and the positions of the columns that identify a row. None for an unknown table."""
    title = table.title
    if {"figure", "bounds", "from"} <= set(table.columns):
        found = claims.table(record, table)
        return found and keyed(found, keys=(1,))
    for pattern, recompute in TABLES:
        found = re.fullmatch(pattern, title)
        if found:
            return recompute(record, table, *found.groups())
    return None


def keyed(result, keys=(0,)):
    return result and (*result, keys)


def of_corpus(function):
    return lambda record, _table, corpus, *_rest: keyed(function(record, corpus))


def side_by_side(show):
    return lambda record, _table: keyed(corpora.side_by_side(record, show))


def shown_by_instance(record, corpus):
    """The cells of a corpus, or without one, those of all corpora of fewer than three instances, which share tables."""
    if corpus is not None:
        return record.corpora[corpus]
    small = [cells for cells in record.corpora.values() if len(corpora.instances(cells)) < 3]
    return [cell for cells in small for cell in cells]


def by_instance(value, limit, reached, unit):
    def recompute(record, _table, corpus=None):
        cells = shown_by_instance(record, corpus)
        return keyed(corpora.by_instance(record, cells, value, limit, reached, unit))

    return recompute


def instance_measures(record, table, corpus):
    """Stores the measures for the correlations of the same corpus."""
    record.measures[corpus] = sizes.measured(table)
    names = corpora.instances(record.corpora[corpus])[: len(table.rows)]
    rows = [[name] + [LeftOut(sizes.PUZZLES)] * (len(table.columns) - 1) for name in names]
    return keyed((table.columns, rows))


def difficulty(record, table, corpus):
    return keyed(sizes.difficulty(record, corpus, table, record.measures.get(corpus)))


TABLES = [
    (
        r"Strategies on (.*) \((\d+) instances?(?:, \d+ seeds)?(?:, at most .* per (?:instance|run))?\)",
        of_corpus(corpora.strategies),
    ),
    (r"CPU time by instance(?: on (.*))?", by_instance("cpu", "time_limit", "timeout", "ns")),
    (r"Nodes by instance(?: on (.*))?", by_instance("nodes", "node_limit", "node-limit", "")),
    (r"Spread over (.*) \((\d+) instances\)", of_corpus(corpora.spreads)),
    (r"Strategies in pairs on (.*)", lambda record, _table, corpus: keyed(pairs.table(record, corpus), keys=(0, 1))),
    (r"Speed and guesses on (.*)", of_corpus(corpora.speed)),
    (r"Virtual best, single best and contributions on (.*)", of_corpus(beside.portfolio)),
    (r"Spread within an instance and between instances of (.*)", of_corpus(beside.within)),
    (
        r"(?:Instances answered and median CPU time|Runs solved and median CPU time of an instance), by corpus",
        side_by_side(corpora.answered),
    ),
    (r"Median nodes, by corpus", side_by_side(corpora.median_nodes)),
    (r"Most nodes of an instance divided by the fewest, by corpus", side_by_side(corpora.nodes_over)),
    (r"Share answered without a guess and guesses per instance, by corpus", side_by_side(corpora.guesses)),
    (r"Trials that met a limit(?:,| or) .*", lambda record, _table: keyed(corpora.failures(record))),
    (r"Growth with size on (.*)", of_corpus(sizes.growth)),
    (
        r"Median (?:conflicts|nodes|CPU time) by (.*?) on (.*)",
        lambda record, _table, axis, corpus: keyed(sizes.sweep(record, axis, corpus)),
    ),
    (
        r"Where the median instance is hardest, by .*",
        lambda record, table: keyed(sizes.hardest(record, [row[0] for row in table.rows])),
    ),
    (r"(.*), median by size of the board", lambda record, _table, what: keyed(sizes.by_size(record, what))),
    (r"The instances of (.*) before any search", instance_measures),
    (r"Does difficulty predict nodes\? Rank correlation over the puzzles of (.*)", difficulty),
    (r"Machines", lambda record, _table: keyed(machines.listed(record), keys=(0, 6))),
    (r"([^:]*): (.*)", lambda record, table, strategy, source: keyed(sizes.published(record, table, strategy, source))),
    (r"Costs relative to (.*?) on (.*)", lambda record, _table, base, corpus: keyed(beside.relative(record, corpus, base))),
    (
        r"Work and CPU time relative to (.*), by corpus",
        lambda record, _table, base: keyed(beside.relative_by_corpus(record, base)),
    ),
]
