"""Claims and laws: a figure over some trials, or the ratio of two, against bounds (METHOD.md, Claims)."""

import math
import re
from collections import Counter

from corpora import MISSING, count, positive
from printed import AsPrinted, Figure, LeftOut, OneOf, ns, times
from resample import bootstrap, clusters
from sizes import PUZZLES

INSTANCE_MEASURES = (
    "blanks", "boards", "boards-pruned", "choices-pruned", "boards-fixpoint", "explainer", "hardest-technique",
    "backdoor", "depth", "variables", "clauses", "literals",
)  # fmt: skip
# The words for an outcome: of a claim or law, of a question that goes beyond a source, of an expectation of ours.
WORDS = {
    "holds": ("holds", "yes", "as expected"),
    "FAILS": ("FAILS", "no", "not as expected"),
    "undecided": ("undecided", "open"),
}
# A ratio of times decides beyond a factor of 1.1, missed seconds beyond 10.
NEAR, SLOWER = 1.1, 10


class Side:
    """The trials that one side of a claim is about, added up."""

    def __init__(self, record, selection, measure, take):
        self.measure = measure
        self.cells = [cell for cell in record.cells if selects(selection, cell)]
        self.cut = [cell for cell in self.cells if not cell.finished]
        self.open = [cell for cell in self.cells if cell.status in ("timeout", "memout")]
        self.at_node_limit = sum(cell.status == "node-limit" for cell in self.cells)
        self.low, self.high = self.range(max if take == "largest" else math.fsum)

    def range(self, take):
        if self.measure == "solved":
            solved = sum(cell.solved for cell in self.cells)
            return solved, solved + len(self.open)
        if self.measure == "instances":
            found = len({(cell.corpus, cell.instance) for cell in self.cells})
            return found, found
        known = [cell.values[self.measure] for cell in self.cells if self.measure in cell.values]
        value = take(known) if known else 0
        return value, math.inf if self.cut else value


def selects(selection, cell):
    wanted = selection.get("instance")
    named = wanted is None or (
        cell.instance.startswith(wanted[:-1]) if wanted.endswith("*") else cell.instance == wanted
    )
    return (
        named and selection.get("corpus") in (None, cell.corpus) and selection.get("strategy") in (None, cell.strategy)
    )


class Claim:
    """A claim with its figure and its verdict."""

    def __init__(self, record, claim):
        self.record, self.claim = record, claim
        self.measure = claim["measure"]
        self.other = claim.get("against_measure", self.measure)
        take = claim.get("take", "total")
        self.of = Side(record, claim["of"], self.measure, take)
        self.against = Side(record, claim["against"], self.other, take) if "against" in claim else None
        timed = (self.measure.endswith("_ns"), self.against is not None and self.other.endswith("_ns"))
        self.kind = "ratio" if timed == (True, True) else "count" if timed == (False, False) else "seconds"
        self.is_ratio = self.against is not None and self.other != "instances"
        self.low, self.high = self.range()
        self.interval = self.resampled() if self.kind == "ratio" and take == "total" else None
        self.outcome, self.doubt = self.judge()

    def range(self):
        if self.against is None:
            return self.of.low, self.of.high
        low = self.of.low / self.against.high if self.against.high else math.nan if self.of.low == 0 else math.inf
        return low, self.of.high / self.against.low if self.against.low else math.inf

    def resampled(self):
        """The interval of the ratio of total times over the same instances, all searched to their end."""
        if self.of.cut or self.against.cut:
            return None
        by_instance = [{}, {}]
        for side, found in zip((self.of, self.against), by_instance):
            for cell in side.cells:
                found.setdefault((cell.corpus, *cell.key), []).append(cell)
        if by_instance[0].keys() != by_instance[1].keys():
            return None
        rows = [(by_instance[0][key], by_instance[1][key]) for key in by_instance[0]]
        costs = [
            [sum(positive(cell.values[m]) for cell in cells) for cells, m in zip(row, (self.measure, self.other))]
            for row in rows
        ]
        groups = clusters([a + b for a, b in rows])
        sums = [[math.fsum(costs[at][side] for at in group) for group in groups] for side in (0, 1)]
        return bootstrap(*sums)

    def judge(self):
        least, most = self.claim.get("at_least", -math.inf), self.claim.get("at_most", math.inf)
        scale = 1e9 if self.kind == "seconds" and not self.is_ratio else 1
        low, high = self.low / scale, self.high / scale
        sure, past = {"count": (1, 1), "ratio": (NEAR, NEAR), "seconds": (1, SLOWER)}[self.kind]
        doubt = None
        if high * past < least or low > most * past:
            outcome = "FAILS"
        elif low >= least * sure and high <= most / sure:
            outcome = "holds"
        else:
            outcome = "undecided"
            if low != high and not high < least and not low > most:
                doubt = self.cut_short()
            else:
                factor = high / least if high < least or (low <= most and low < least * sure) else low / most
                words = (
                    " the bound, too near to tell"
                    if self.kind == "ratio"
                    else " the bound, which this machine may decide"
                )
                doubt = (times(factor), words)
        if self.interval and outcome != "undecided":
            inside = [bound for bound in (least, most) if self.interval.ends[0] <= bound <= self.interval.ends[1]]
            if inside:
                return "undecided", (times(inside[0]), " is within the interval")
        return outcome, doubt

    def cut_short(self):
        sides = [side for side in (self.of, self.against) if side]
        cut, searches = sum(len(side.cut) for side in sides), sum(len(side.cells) for side in sides)
        limits = [cell.time_limit for side in sides for cell in side.cells if cell.status == "timeout"]
        limit = (", limit ", ns(max(limits))) if limits else ()
        return (count(cut), " of ", count(searches), " search" if searches == 1 else " searches", " cut short", *limit)

    def shown(self, value, measure=None, ratio=False):
        if ratio:
            return times(value)
        return ns(value) if (measure or self.measure).endswith("_ns") else Figure(value)

    def shown_range(self, low, high, measure=None, ratio=False):
        if high == low:
            return (self.shown(low, measure, ratio),)
        if math.isinf(high):
            return ("≥ ", self.shown(low, measure, ratio)) if low else (MISSING,)
        return (self.shown(low, measure, ratio), " to ", self.shown(high, measure, ratio))

    def cells(self):
        """The cells of the claim's row, by column."""
        claim, bounds = self.claim, []
        for word, bound in (("at least ", claim.get("at_least")), ("at most ", claim.get("at_most"))):
            if bound is not None:
                scale = 1e9 if not self.is_ratio and self.measure.endswith("_ns") else 1
                bounds += ([", "] if bounds else []) + [word, self.shown(bound * scale, ratio=self.is_ratio)]
        unknown = {self.measure, self.other} & {*INSTANCE_MEASURES, "differences"}
        if unknown:
            why = "differences are those of the pairs" if "differences" in unknown else PUZZLES
            return {"": LeftOut(why), "figure": LeftOut(why), "95 %": MISSING, "bounds": bounds, "from": LeftOut(why)}
        interval = self.interval.cell() if self.interval else MISSING
        figure = self.shown_range(self.low, self.high, ratio=self.is_ratio)
        return {
            "": OneOf(WORDS[self.outcome]),
            "figure": figure,
            "95 %": interval,
            "bounds": bounds,
            "from": self.origin(),
        }

    def origin(self):
        words = ["largest " if self.claim.get("take") == "largest" else "", self.measure]
        if self.against is not None:
            name = "" if self.other == self.measure else f"{self.other}: "
            of = self.shown_range(self.of.low, self.of.high)
            against = self.shown_range(self.against.low, self.against.high, self.other)
            words += [": ", *of, " against ", name, *against]
        if self.measure == "solved" and self.of.at_node_limit:
            words += ["; ", count(self.of.at_node_limit), " at the node limit"]
        return words + (["; ", *self.doubt] if self.doubt else [])


def table(record, printed):
    """The claims of a printed table, which are told apart by their sentences."""
    given = {claim["says"]: claim for kind in ("claim", "law") for claim in record.experiment.get(kind, [])}
    rows = []
    for row in printed.rows:
        sentence = re.sub(" [⁰¹²³⁴⁵⁶⁷⁸⁹]+$", "", row[1])
        if sentence not in given:
            continue
        record.claims_shown.append(sentence)
        cells = Claim(record, given[sentence]).cells()
        rows.append([cells.get(name, AsPrinted()) if at != 1 else row[1] for at, name in enumerate(printed.columns)])
    return printed.columns, rows


def not_shown(record):
    """Claims that are in no table, or in several."""
    given = [claim["says"] for kind in ("claim", "law") for claim in record.experiment.get(kind, [])]
    return sorted((Counter(given) - Counter(record.claims_shown)) + (Counter(record.claims_shown) - Counter(given)))
