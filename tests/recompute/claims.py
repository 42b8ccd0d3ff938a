"""Claims and laws: a figure over some trials, or the ratio of two, against bounds (docs/METHOD.md, Claims)."""

import math
from collections import Counter
from dataclasses import dataclass

from corpora import MISSING, count, positive
from printed import Figure, LeftOut, ns, times
from record import runs
from resample import bootstrap, clusters, independent
from sizes import PUZZLES

INSTANCE_MEASURES = (
    "blanks", "boards", "boards-pruned", "choices-pruned", "boards-fixpoint", "explainer", "hardest-technique",
    "backdoor", "depth", "variables", "clauses", "literals",
)  # fmt: skip
# The words for an outcome of a reproduction or law, of an extension (a question), and of an expectation of ours.
JUDGED = {"holds": "holds", "FAILS": "FAILS", "undecided": "undecided"}
ASKED = {"holds": "yes", "FAILS": "no", "undecided": "open"}
EXPECTED = {"holds": "as expected", "FAILS": "not as expected", "undecided": "open"}
# For each group of claims: the start of its table's title, the title of the column of sentences, the words for an outcome.
GROUPS = {
    "counts": ("Claims about counts, reproduced: the same on every machine", "our reading", JUDGED),
    "times": ("Claims about time, reproduced on this machine", "our reading", JUDGED),
    "extension": ("Extensions: a source's claims", "question", ASKED),
    "ours": ("Expectations of our own", "expectation", EXPECTED),
    "law": ("Laws: these fail only if a program is wrong", "law", JUDGED),
}
UNLESS = " unless the row says otherwise"
# The remark on a source that was not read, or only in part.
READ = {"abstract": " (abstract only)", "quoted elsewhere": " (quoted elsewhere)", "memory": " (from memory)"}
# The lines of the groups at the head of a report.
SUMMARY = {
    "counts": ("Claims about counts, reproduced", ("hold", "fail", "undecided")),
    "times": ("Claims about time, reproduced on this machine", ("hold", "fail", "undecided")),
    "extension": ("Claims extended to other algorithms or instances", ("yes", "no", "open")),
    "ours": ("Expectations of our own", ("as expected", "not as expected", "open")),
    "law": ("Laws", ("hold", "fail", "undecided")),
}
COLUMNS = {
    name: ["", sentence, "source", "printed", "figure", "95 %", "bounds", "from"]
    for name, (_, sentence, _) in GROUPS.items()
}
MAY_BE_EMPTY = ("source", "printed", "95 %")
COUNTED = ("solved", "solved-runs")
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# A ratio of times is decided if it misses a bound by a factor of 1.1, seconds if they miss it by a factor of 10.
NEAR, SLOWER = 1.1, 10


class Side:
    """The sum over the trials on one side of a claim."""

    def __init__(self, record, selection, measure, take):
        self.measure, self.left_out = measure, record.left_out
        self.cells = [cell for cell in record.cells if selects(selection, cell)]
        self.runs = runs(self.cells)
        self.is_of_searches = measure not in (*INSTANCE_MEASURES, "instances", "items", "options", "density", "ratio")
        self.is_of_costs = self.is_of_searches and measure not in (*COUNTED, "encode_ns", "differences")
        self.is_bound = any(self.is_open(cell) for cell in self.cells)
        self.at_time_limit = sum(map(may_be_solved, self.runs))
        self.at_node_limit = sum(run.status == "node-limit" for run in self.runs)
        self.why = self.unknown(selection)
        self.low, self.high = self.range(max if take == "largest" else math.fsum)

    def unknown(self, selection):
        """Why there is no figure, or None."""
        if not self.cells:
            words = [selection[name] for name in ("strategy", "corpus", "instance") if name in selection]
            what = " on ".join(words) or "anything"
            is_left_out = any(
                selects(selection, Place(corpus, strategy, instance)) for corpus, strategy, instance in self.left_out
            )
            return f"{what}: all instances are unsupported" if is_left_out else f"no trial of {what}"
        if self.measure in (*COUNTED, "instances"):
            return None
        lacking = (cell for cell in self.cells if cell.finished and self.measure not in cell.values)
        words = (f"{cell.strategy} on {cell.instance} has no {self.measure}" for cell in lacking)
        return next(words, None)

    def range(self, take):
        if self.measure == "solved":
            solved = sum(cell.solved for cell in self.cells)
            undecided = [
                cell
                for cell in self.cells
                if not cell.solved and all(run.solved or may_be_solved(run) for run in cell.runs)
            ]
            return solved, solved + len(undecided)
        if self.measure == "solved-runs":
            solved = sum(run.solved for run in self.runs)
            return solved, solved + self.at_time_limit
        if self.measure == "instances":
            found = len({(cell.base, cell.instance) for cell in self.cells})
            return found, found
        known = [cell.values[self.measure] for cell in self.cells if self.measure in cell.values]
        value = take(known) if known else 0
        return value, math.inf if self.is_bound else value

    def is_open(self, cell):
        """Whether a cost is a lower bound on the cost of an answer: a run was cut short, or got stuck."""
        stuck = self.measure != "encode_ns" and any(run.status == "stuck" for run in cell.runs)
        return stuck or cell.is_bound(self.measure)


@dataclass(frozen=True)
class Place:
    """An instance that a strategy does not support."""

    base: str
    strategy: str
    instance: str


def may_be_solved(run):
    """Whether another machine might have answered, because a limit of time or memory ended the run."""
    return run.status in ("timeout", "memout")


def selects(selection, cell):
    wanted = selection.get("instance")
    named = wanted is None or (
        cell.instance.startswith(wanted[:-1]) if wanted.endswith("*") else cell.instance == wanted
    )
    return (
        named and selection.get("corpus") in (None, cell.base) and selection.get("strategy") in (None, cell.strategy)
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
        self.is_ratio = (
            self.against is not None
            and self.other != "instances"
            and self.measure != "differences"
            and self.kind in ("count", "ratio")
        )
        self.low, self.high = self.range()
        self.searches = self.searched()
        self.cut = [run for run in self.searches if not run.finished]
        self.spread = None
        self.interval = self.resampled() if self.kind == "ratio" and take == "total" else None
        self.unknown = {self.measure, self.other} & {*INSTANCE_MEASURES, "differences"}
        self.why = next((side.why for side in (self.of, self.against) if side and side.why), None)
        self.why = self.mixed() or self.unsupported() or self.why
        if not self.why and math.isnan(self.low):
            self.why = "nothing to divide by: the second total is 0"
        self.outcome, self.doubt = ("undecided", None) if self.why else self.judge()

    def mixed(self):
        """The doubt about times of several processors."""
        names = sorted({cell.processor for side in self.sides for cell in side.cells})
        is_of_times = self.kind != "count" or self.measure == "differences"
        return f"times of different processors: {', '.join(names)}" if is_of_times and len(names) > 1 else None

    def unsupported(self):
        """The doubt if the sides are two strategies, of which one does not support some instances of the other."""
        one, other = self.claim["of"], self.claim.get("against", {})
        places = [{name: side[name] for name in ("corpus", "instance") if name in side} for side in (one, other)]
        if self.measure == "differences" or "strategy" not in one or "strategy" not in other or places[0] != places[1]:
            return None
        lacking = [
            {
                (corpus, instance)
                for corpus, strategy, instance in self.record.left_out
                if selects(side, Place(corpus, strategy, instance))
            }
            for side in (one, other)
        ]
        if lacking[0] == lacking[1]:
            return None
        side, number = (one, len(lacking[0])) if lacking[0] else (other, len(lacking[1]))
        words = " on ".join(side[name] for name in ("strategy", "corpus", "instance") if name in side)
        instances = "an instance" if number == 1 else f"{number} instances"
        return (
            f"{words} does not support {instances}, so the sums are over different instances; select those that both support"
        )

    @property
    def sides(self):
        return [side for side in (self.of, self.against) if side]

    def searched(self):
        """The runs of the sides that measure searches, each once."""
        cells = {id(cell): cell for side in self.sides if side.is_of_searches for cell in side.cells}
        return runs(cells.values())

    @property
    def at_time_limit(self):
        return sum(map(may_be_solved, self.searches))

    @property
    def stuck(self):
        """How many runs got stuck, if costs are compared."""
        found = sum(run.status == "stuck" for run in self.searches)
        return found if any(side.is_of_costs for side in self.sides) else 0

    @property
    def is_of_this_machine(self):
        return self.kind == "count" and self.measure != "differences" and self.at_time_limit > 0

    @property
    def group(self):
        """The key of the group in `GROUPS`. Reproductions are divided into counts and times."""
        if self.claim in self.record.experiment.get("law", []):
            return "law"
        kind = self.claim.get("kind", "extension" if "source" in self.claim else "ours")
        about = "counts" if self.kind == "count" and self.measure != "differences" else "times"
        return about if kind == "reproduction" else kind

    def range(self):
        if self.against is None:
            return self.of.low, self.of.high
        # Times are in nanoseconds, but a number is divided by seconds.
        unit = 1e9 if self.kind == "seconds" and not self.measure.endswith("_ns") else 1
        low = self.of.low / self.against.high * unit if self.against.high else math.nan if self.of.low == 0 else math.inf
        return low, self.of.high / self.against.low * unit if self.against.low else math.inf

    def resampled(self):
        """The interval of the ratio of total times. Without one, `spread` encloses the ratios of single instances. If one side is
        a lower bound, an end is open."""
        if self.of.is_bound and self.against.is_bound:
            return None
        if any(side.measure not in cell.values for side in self.sides for cell in side.cells):
            return None
        by_instance = [{}, {}]
        for side, found in zip((self.of, self.against), by_instance):
            for cell in side.cells:
                found.setdefault((cell.corpus, cell.instance), []).append(cell)
        costs = [
            {key: math.fsum(positive(cell.values[side.measure]) for cell in cells) for key, cells in found.items()}
            for side, found in zip(self.sides, by_instance)
        ]
        if by_instance[0].keys() == by_instance[1].keys():
            keys = list(by_instance[0])
            groups = clusters([by_instance[0][key] + by_instance[1][key] for key in keys])
            sums = [[math.fsum(cost[keys[at]] for at in group) for group in groups] for cost in costs]
            interval = bootstrap(*sums)
            ratios = [costs[0][key] / costs[1][key] for key in keys]
            ends = (min(ratios), max(ratios)) if ratios else (0, math.inf)
        else:
            sums = []
            for found, cost in zip(by_instance, costs):
                keys = list(found)
                groups = clusters([found[key] for key in keys])
                sums.append([math.fsum(cost[keys[at]] for at in group) for group in groups])
            interval = independent(*sums)
            ends = (0, math.inf)
            if all(costs):
                (least, most), (other_least, other_most) = [
                    (len(cost) * min(cost.values()), len(cost) * max(cost.values())) for cost in costs
                ]
                ends = (least / other_most, most / other_least)
        if interval:
            return interval.opened(self.against.is_bound, self.of.is_bound)
        self.spread = (0 if self.against.is_bound else ends[0], math.inf if self.of.is_bound else ends[1])
        return None

    @property
    def left_out(self):
        """Why the outcome is not recomputed, or None: it needs the puzzles, or other random numbers could change it."""
        if self.unknown:
            return "differences are those of the pairs" if "differences" in self.unknown else PUZZLES
        bounds = [self.claim[name] for name in ("at_least", "at_most") if name in self.claim]
        if self.interval and any(all(self.interval.may_hold(bound)) for bound in bounds):
            return "a bound is too close to the end of an interval"
        return None

    def judge(self):
        least, most = self.claim.get("at_least", -math.inf), self.claim.get("at_most", math.inf)
        scale = 1e9 if self.kind == "seconds" and self.measure.endswith("_ns") else 1
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
                    " the bound, too close to decide"
                    if self.kind == "ratio"
                    else " the bound, which another machine may meet"
                )
                doubt = (times(factor), words)
        if self.interval and outcome != "undecided":
            inside = [bound for bound in (least, most) if self.interval.ends[0] <= bound <= self.interval.ends[1]]
            if inside:
                return "undecided", (times(inside[0]), " is within the interval")
        elif self.spread and outcome != "undecided":
            inside = [bound for bound in (least, most) if self.spread[0] <= bound <= self.spread[1]]
            if inside:
                return "undecided", (times(inside[0]), " is between the ratios of single instances")
        return outcome, doubt

    def cut_short(self):
        cut, searches = len(self.cut), len(self.searches)
        if self.stuck and not cut:
            return ()
        limits = [run.time_limit for run in self.searches if run.status == "timeout"]
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
        row = {"printed": claim.get("figure", MISSING), "95 %": MISSING, "bounds": bounds}
        if self.unknown:
            return row | dict.fromkeys(("", "figure", "from"), LeftOut(self.left_out))
        row[""] = GROUPS[self.group][2][self.outcome]
        if self.why:
            return row | {"figure": MISSING, "from": self.why}
        if self.interval:
            row["95 %"] = self.interval.cell()
        row["figure"], row["from"] = self.shown_range(self.low, self.high, ratio=self.is_ratio), self.origin()
        if self.left_out:
            row[""] = row["from"] = LeftOut(self.left_out)
        return row

    def origin(self):
        words = ["largest " if self.claim.get("take") == "largest" else "", self.measure]
        if self.against is not None:
            name = "" if self.other == self.measure else f"{self.other}: "
            of = self.shown_range(self.of.low, self.of.high)
            against = self.shown_range(self.against.low, self.against.high, self.other)
            words += [": ", *of, " against ", name, *against]
        if self.measure in COUNTED and self.of.at_node_limit:
            words += ["; ", count(self.of.at_node_limit), " at the node limit"]
        if self.is_of_this_machine and self.doubt is None:
            ended = self.at_time_limit
            searches = " search" if ended == 1 else " searches"
            words += ["; on this machine, ", count(ended), searches, " ended at a time or memory limit"]
        if self.stuck:
            searches = len(self.searches)
            words += ["; ", count(self.stuck), " of ", count(searches), " search" if searches == 1 else " searches", " got stuck"]
        return words + (["; ", *self.doubt] if self.doubt else [])


def all_claims(record):
    """The claims and laws of a record, by group."""
    if not record.claims:
        for claim in record.experiment.get("claim", []) + record.experiment.get("law", []):
            found = Claim(record, claim)
            record.claims.setdefault(found.group, []).append(found)
    return record.claims


def group_of(record, printed):
    """The group of a printed table, or None if its title is not the one that its claims require."""
    for name, (title, sentence, _) in GROUPS.items():
        limited = any(claim.is_of_this_machine for claim in all_claims(record).get(name, []))
        if printed.title.startswith(title) and printed.columns[1] == sentence:
            unless = UNLESS if name == "counts" and limited else ""
            return name if name != "counts" or printed.title == title + unless else None
    return None


def table(record, printed):
    """The claims of a group, in the order of the experiment."""
    name = group_of(record, printed)
    if name is None:
        return None
    rows, sources, notes = [], [], {}
    for claim in all_claims(record).get(name, []):
        mark = ""
        if "note" in claim.claim:
            # Claims with equal notes share a mark.
            mark = " " + str(notes.setdefault(claim.claim["note"], len(notes) + 1)).translate(SUPERSCRIPT)
        cells = claim.cells() | {"source": source(claim.claim, sources)}
        cells[GROUPS[name][1]] = claim.claim["says"] + mark
        rows.append([cells[column] for column in COLUMNS[name]])
    record.claims_shown.append(name)
    empty = {
        at for at, column in enumerate(COLUMNS[name]) if column in MAY_BE_EMPTY and all(r[at] == MISSING for r in rows)
    }
    keep = [at for at in range(len(COLUMNS[name])) if at not in empty]
    return [COLUMNS[name][at] for at in keep], [[row[at] for at in keep] for row in rows]


def source(claim, sources):
    """The quote, the number of the source, the place in it, and a remark if it was not read completely."""
    if "source" not in claim:
        return MISSING
    if claim["source"] not in sources:
        sources.append(claim["source"])
    quote = f"“{claim['quote']}” " if "quote" in claim else ""
    place, read = claim.get("place"), claim.get("read", "memory")
    words = "" if read == place == "abstract" else READ.get(read, "")
    return f"{quote}[{sources.index(claim['source']) + 1}]{' ' + place if place else ''}{words}"


def summary(record):
    """The lines at the head of a report: for each group, the number of claims with each outcome."""
    rows = []
    for name, (words, judged) in SUMMARY.items():
        claims = all_claims(record).get(name)
        if not claims:
            continue
        cell, outcomes = [f"{words}: "], Counter(claim.outcome for claim in claims)
        failed = [claim for claim in claims if claim.outcome == "FAILS"]
        explained = name != "extension" and failed and all("note" in claim.claim for claim in failed)
        for outcome, word in zip(("holds", "FAILS", "undecided"), judged):
            cell += [", " if len(cell) > 1 else "", f"{word} ", count(outcomes[outcome])]
            cell += [" (the notes say why)"] if outcome == "FAILS" and explained else []
        is_left_out = any(claim.left_out for claim in claims)
        rows.append([words, LeftOut("the outcome of a claim of the line is not recomputed") if is_left_out else cell])
    return rows


def not_shown(record):
    """The groups of claims that have no table or more than one."""
    return sorted(
        (Counter(list(all_claims(record))) - Counter(record.claims_shown))
        + (Counter(record.claims_shown) - Counter(list(all_claims(record))))
    )
