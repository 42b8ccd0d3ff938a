"""Clusters of instances, and the expanded percentile bootstrap over them (docs/METHOD.md, Inference)."""

import functools
import math
from dataclasses import dataclass

import numpy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.stats import norm, t

from printed import Figure

DRAWS, FEWEST = 10_000, 5
# Two programs draw different random numbers, so the shares of draws below an end of the interval differ between two correct
# programs. They differ by at most OFF standard deviations of such a share.
OFF = 5.8
# The program combines more clusters than GROUPED into groups, after which the width of the interval has a standard deviation of
# 3 %. Its ends may be off by this share of the width.
GROUPED, WIDTH = 512, 0.06


@dataclass(frozen=True)
class Interval:
    """The ends of a 95 % interval, and for each end the range in which that of another correct program lies."""

    ends: tuple
    spans: tuple

    def opened(self, below, above):
        """The interval with an open end."""
        (low, high), (lows, highs) = self.ends, self.spans
        low, lows = (0.0, (0.0, 0.0)) if below else (low, lows)
        high, highs = (math.inf, (math.inf, math.inf)) if above else (high, highs)
        return Interval((low, high), (lows, highs))

    def map(self, function):
        return Interval(tuple(map(function, self.ends)), tuple(tuple(map(function, span)) for span in self.spans))

    def may_hold(self, value):
        """Whether the value may lie within the interval, and whether it may lie outside."""
        (lowest, low), (high, highest) = self.spans
        return lowest <= value <= highest, not low < value < high

    def cell(self):
        low, high = (Figure(end, "×", span=span) for end, span in zip(self.ends, self.spans))
        if math.isinf(self.ends[1]):
            return "≥ ", low
        return ("≤ ", high) if self.ends[0] == 0 else (low, " to ", high)


def clusters(rows):
    """Groups of row indices. Two rows, each the cells of an instance, are in one group if they share a block or have the
    same content, directly or through other rows."""
    pairs, numbers = [], {}
    for at, cells in enumerate(rows):
        shared = {block for cell in cells for block in cell.blocks}
        shared |= {cell.trials[0]["instance_hash"] for cell in cells}
        pairs += [(at, numbers.setdefault(thing, len(numbers))) for thing in shared]
    if not pairs:
        return []
    # The clusters are the components of a bipartite graph of rows and what they share.
    row, thing = numpy.array(pairs).T
    size = len(rows) + len(numbers)
    graph = csr_array((numpy.ones(len(row)), (row, thing + len(rows))), shape=(size, size))
    labels = connected_components(graph, directed=False)[1][: len(rows)]
    found = {}
    for at, label in enumerate(labels):
        found.setdefault(label, []).append(at)
    return list(found.values())


@functools.lru_cache(maxsize=2)
def weights(size, side=0):
    """For each resample, how often each of `size` clusters is drawn. Sides that are drawn independently have numbers."""
    random = numpy.random.default_rng((size, side) if side else size)
    share = numpy.full(size, 1 / size)
    return random.multinomial(size, share, size=DRAWS).astype(numpy.float32)


def tail(size):
    """The share of draws beyond each end of the interval over `size` clusters (T. C. Hesterberg, 2015)."""
    return norm.cdf(-t.ppf(0.975, size - 1) * math.sqrt(size / (size - 1)))


def bootstrap(of, against):
    """The 95 % interval of the ratio of two sums over clusters, or None for fewer than five clusters."""
    if len(of) < FEWEST:
        return None
    # Each side is scaled to a mean of 1, because unscaled sums would lose digits in single precision.
    of, against = numpy.array(of, float), numpy.array(against, float)
    scales = [numpy.abs(side).mean() or 1.0 for side in (of, against)]
    drawn = weights(len(of))
    sums = [drawn @ (side / scale).astype(numpy.float32) for side, scale in zip((of, against), scales)]
    return between(sums[0].astype(float) / sums[1] * (scales[0] / scales[1]), len(of), len(of))


def independent(of, against):
    """The 95 % interval of the ratio of two sums over different clusters, or None if a side has fewer than five."""
    sizes = sorted((len(of), len(against)))
    if sizes[0] < FEWEST:
        return None
    sums = [weights(len(side), at + 1).astype(float) @ numpy.array(side, float) for at, side in enumerate((of, against))]
    return between(sums[0] / sums[1], *sizes)


def between(ratios, least, most):
    """The interval between two quantiles of resampled ratios, over at least and at most so many clusters."""
    level = tail(least)
    off = OFF * math.sqrt(level * (1 - level) / DRAWS)
    inner, outer = level + off, max(level - off, 0.0)
    levels = [level, 1 - level, outer, inner, 1 - inner, 1 - outer]
    low, high, *spans = map(float, numpy.quantile(ratios, levels))
    wider = WIDTH * (high - low) if most > GROUPED else 0.0
    return Interval((low, high), ((spans[0] - wider, spans[1] + wider), (spans[2] - wider, spans[3] + wider)))
