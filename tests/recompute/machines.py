"""Tables of several machines: their list, and the figures that can be pooled over them."""

from scipy.stats import gmean

from corpora import MISSING, positive, score
from printed import times
from record import of, seeded


def listed(record):
    """The machines, each once."""
    columns = ["machine", "processor", "system", "compiler", "commit", "threads", "shard", "job", "load"]
    rows = set()
    for machine in record.run["machines"]:
        shard, jobs, load = (machine.get(name) for name in ("shard", "scheduler", "load"))
        rows.add((
            record.machine_name(machine),
            *(machine[name] for name in ("cpu", "kernel", "rustc")),
            machine["commit"][:12],
            str(machine["threads"]),
            f"{shard['number']}/{shard['of']}" if shard else "",
            min(jobs.items())[1] if jobs else "",
            "" if load is None else f"{load:.2f}",
        ))  # fmt: skip
    return columns, [[text or MISSING for text in row] for row in sorted(rows)]


def pooled(record, base):
    """The strategies on a corpus, over all processors: counts, and the mean ratio of times to the baseline on the same processor."""
    cells = [cell for cell in record.cells if cell.base == base]
    baseline = record.experiment.get("baseline")
    rows = []
    for strategy in sorted(record.strategies(cells)):
        own = of(cells, strategy)
        figures = score(strategy, own, False, seeded(cells), 0)
        ratios = [ratio(own, of(cells, baseline))] if baseline else []
        rows.append([strategy, figures[1], figures[-3], *ratios])
    solved = "runs solved" if seeded(cells) else "solved"
    relative = [f"CPU time relative to {baseline}"] if baseline else []
    return ["strategy", solved, "nodes", *relative], rows


def ratio(own, base):
    known = lambda cells: [cell for cell in cells if cell.finished and cell.cpu is not None]
    finished = {(cell.corpus, cell.key, cell.modes): cell.cpu for cell in known(base)}
    pairs = [(cell.cpu, finished.get((cell.corpus, cell.key, cell.modes))) for cell in known(own)]
    ratios = [positive(cpu) / positive(other) for cpu, other in pairs if other is not None]
    return times(gmean(ratios)) if ratios else MISSING
