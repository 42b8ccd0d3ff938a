"""The list of the machines of a record."""

from corpora import MISSING


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
