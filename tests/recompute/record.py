"""A record read from experiment.toml, run.json and trials.csv. Trials are combined into cells as docs/METHOD.md describes."""

import csv
import json
import re
import statistics
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ANSWERS = ("solved", "unique", "multiple", "none")
# From best to worst.
STATUSES = (*ANSWERS, "stuck", "timeout", "memout", "node-limit", "error", "crash")
PHRASES = {"node-limit": "node limit", "memout": "out of memory"}
COUNTERS = (
    "solve_cpu_ns", "encode_ns", "nodes", "backtracks", "propagations", "conflicts", "passes", "placements",
    "updates", "guesses", "max_depth", "solutions",
)  # fmt: skip


class Folded:
    """Several trials combined: their worst status and verdict, and the medians of their costs."""

    @property
    def solved(self):
        return self.status in ANSWERS and self.verdict != "wrong"

    @property
    def finished(self):
        """Whether no limit ended the search, so that its cost is exact."""
        return (self.status in ANSWERS or self.status == "stuck") and self.verdict != "wrong"

    def is_cut(self, name):
        """Whether the search ended before a cost was complete. The encoding precedes it, but a killed process reports 0."""
        return not self.finished and not (name == "encode_ns" and self.values.get(name, 0) > 0)

    @property
    def cpu(self):
        return self.values.get("solve_cpu_ns")

    @property
    def nodes(self):
        return self.values.get("nodes")


@dataclass
class Run(Folded):
    """One strategy on one instance with one seed: all repetitions."""

    status: str
    verdict: str
    values: dict
    time_limit: float | None


@dataclass
class Cell(Folded):
    """One strategy on one instance, on one processor: a run for each seed. Of several processors, each has a corpus of
    its own: the `base` on the `processor`."""

    corpus: str
    base: str
    processor: str
    instance: str
    strategy: str
    trials: list
    runs: list
    status: str = ""
    verdict: str = ""
    values: dict = field(default_factory=dict)
    time_limit: float | None = None
    node_limit: float | None = None
    lost: bool = False

    @property
    def seeded(self):
        return len(self.runs) > 1

    def is_bound(self, name):
        """Whether a cost is a lower bound, because a run that was cut short may change the median."""
        if not self.seeded:
            return self.is_cut(name)
        if name not in self.values:
            return not self.finished
        known = sorted(run.values[name] for run in self.runs if name in run.values)
        upper = known[len(known) // 2]
        return any(run.is_cut(name) and run.values.get(name, 0) <= upper for run in self.runs)

    def is_open(self, name):
        """Whether a cost is a lower bound of the cost of an answer."""
        return self.is_bound(name) or any(run.status == "stuck" for run in self.runs)

    @property
    def streamed(self):
        return any(trial["mode"] == "stream" for trial in self.trials)

    @property
    def timed_alone(self):
        return any(trial["mode"] == "between" for trial in self.trials)

    @property
    def modes(self):
        """Whether searches were timed in blocks, and whether searches were timed alone."""
        return self.streamed, self.timed_alone

    @property
    def blocks(self):
        """The blocks of streamed trials in the cell. A block belongs to one strategy, seed, repetition and machine."""
        return {
            (self.corpus, self.strategy, trial["host"], trial["seed"], trial["repeat"], trial["block"])
            for trial in self.trials
            if trial["block"] != ""
        }


def lost_costs(trial):
    """Whether a search ended before it could report its costs, which are 0 then: killed, or refused at a memory limit."""
    return trial["status"] not in (*ANSWERS, "stuck", "node-limit") and trial["solve_cpu_ns"] == "0"


def number(text):
    return float(text) if text != "" else None


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def worst(trials):
    """The worst status and the worst verdict of some trials."""
    verdicts = {trial["verdict"] for trial in trials}
    verdict = next(word for word in ("wrong", "unverified", "correct") if word in verdicts)
    return max((trial["status"] for trial in trials), key=STATUSES.index), verdict


def medians(costs):
    """The medians of all costs that are known for each repetition or run."""
    found = {name: costs(name) for name in COUNTERS}
    return {name: median(values) for name, values in found.items() if None not in values}


def natural(name):
    """A sort key by which `queens:9` comes before `queens:10`."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


class Record:
    """A folder of results."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.name = self.folder.name
        self.experiment = tomllib.loads((self.folder / "experiment.toml").read_text())
        self.run = json.loads((self.folder / "run.json").read_text())
        with open(self.folder / "trials.csv", newline="") as file:
            self.trials = list(csv.DictReader(file))
        processors = self.processors()
        for trial in self.trials:
            trial["label"] = trial["strategy"] + (":" + trial["params"] if trial["params"] else "")
            trial["processor"], trial["base"] = processors.get(trial["host"], ""), trial["corpus"]
            trial["corpus"] += f" on {trial['processor']}" if trial["processor"] else ""
        bases = list(dict.fromkeys(trial["base"] for trial in self.trials))
        self.supported = [trial for trial in self.trials if trial["status"] != "unsupported"]
        self.supported.sort(key=lambda trial: (bases.index(trial["base"]), trial["corpus"]))
        self.cells = self.fold()
        tried = {(cell.corpus, cell.strategy, cell.instance) for cell in self.cells}
        searched = {(t["corpus"], t["label"], t["instance"]): t["base"] for t in self.trials}
        self.left_out = {(base, *place[1:]) for place, base in searched.items() if place not in tried}
        self.unsupported = Counter(place[:2] for place in searched if place not in tried)
        self.measures, self.claims, self.claims_shown = {}, {}, []
        self.corpora = defaultdict(list)
        for cell in self.cells:
            self.corpora[cell.corpus].append(cell)

    def machine_name(self, machine):
        """The name of a machine in the column `host`: with its processor, if a host of the same name has another."""
        hosts = [other["cpu"] for other in self.run["machines"] if other["host"] == machine["host"]]
        return f"{machine['host']} ({machine['cpu']})" if len(set(hosts)) > 1 else machine["host"]

    def processors(self):
        """The processor of each machine by its name; empty if all have the same."""
        found = {self.machine_name(machine): machine["cpu"] for machine in self.run.get("machines", [])}
        return found if len(set(found.values())) > 1 else {}

    def fold(self):
        groups = defaultdict(list)
        for trial in self.supported:
            where = (trial["corpus"], trial["base"], trial["processor"])
            key = (*where, trial["instance"], trial["label"])
            groups[key].append(trial)
        return [self.cell(*key, trials) for key, trials in groups.items()]

    @staticmethod
    def cell(corpus, base, processor, instance, strategy, trials):
        by_seed = defaultdict(list)
        for trial in trials:
            by_seed[int(trial["seed"])].append(trial)
        lost = any(map(lost_costs, trials))
        first_worst = max(trials, key=lambda trial: STATUSES.index(trial["status"]))
        limits = {name: number(first_worst[f"limit_{name}"]) for name in ("cpu_ns", "nodes")}
        runs = []
        for _, repetitions in sorted(by_seed.items()):
            values = medians(lambda name, own=repetitions: [number(trial[name]) for trial in own])
            values = {} if any(map(lost_costs, repetitions)) else values
            runs.append(Run(*worst(repetitions), values, limits["cpu_ns"]))
        cell = Cell(corpus, base, processor, instance, strategy, trials, runs, *worst(trials))
        cell.values = {} if lost else medians(lambda name: [run.values.get(name) for run in runs])
        cell.lost = lost
        cell.time_limit, cell.node_limit = limits["cpu_ns"], limits["nodes"]
        return cell

    def strategies(self, cells):
        """The strategies of some cells, in order of first occurrence. A strategy that supports no earlier instance comes last."""
        return list(dict.fromkeys(cell.strategy for cell in cells))


def instances(cells):
    """The instances of some cells, in order."""
    return sorted({cell.instance for cell in cells}, key=lambda name: (natural(name), name))


def runs(cells):
    return [run for cell in cells for run in cell.runs]


def seeded(cells):
    """Whether an instance was searched with several seeds."""
    return any(cell.seeded for cell in cells)


def of(cells, strategy):
    return [cell for cell in cells if cell.strategy == strategy]
