#!/usr/bin/env python3
"""Recomputes every cell of every table of a report from trials.csv, and compares it with what the program prints.

python3 tests/recompute/recompute.py --coverlab target/debug/coverlab [RECORD...]

A RECORD is a folder with experiment.toml, run.json and trials.csv. Without one, the script checks all such folders in results/.
It needs Python 3.11, numpy and SciPy 1.12. It was written from docs/METHOD.md and the notes of the tables, and shares no code with the
program. Exit codes: 0 if all cells are equal, 1 if some differ, 2 if no record could be read."""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import claims
import head
import printed
from record import Record
from tables import expected

SHOWN = 12


def report(coverlab, folder):
    """The report as the program prints it now. It runs on a copy of the record, because it also writes a page."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / folder.name
        copy.mkdir()
        for name in ("experiment.toml", "run.json", "trials.csv"):
            shutil.copy(folder / name, copy)
        done = subprocess.run(
            [coverlab, "report", str(copy), "--to", "markdown"], capture_output=True, encoding="utf-8", check=False
        )
    if done.returncode not in (0, 1):
        sys.exit(f"{coverlab} report {folder}: {done.stderr.strip()}")
    return done.stdout


class Tally:
    """How many cells of a record are equal, and which differ or cannot be recomputed."""

    def __init__(self):
        self.equal = 0
        self.differ = []
        self.left_out = Counter()

    def compare(self, where, shown, found):
        if isinstance(found, printed.LeftOut):
            self.left_out[found.why] += 1
        elif isinstance(found, printed.AsPrinted):
            pass
        elif printed.agrees(shown, found):
            self.equal += 1
        else:
            self.differ.append((where, shown, printed.show(found)))

    def table(self, table, columns, rows, keys):
        """Compares a table row by row. The columns at the positions `keys` identify a row."""
        if columns is not None:
            chosen = [at for at, name in enumerate(columns) if name in table.columns]
            wanted = [columns[at] for at in chosen]
            if wanted != table.columns:
                self.differ.append((f"{table.title}, columns", " | ".join(table.columns), " | ".join(wanted)))
                return
        by_key = {tuple(printed.show(row[at]) for at in keys): row for row in rows}
        shown = [tuple(row[at] for at in keys) for row in table.rows]
        if columns is not None and shown != list(by_key):
            if sorted(shown) == sorted(by_key):
                self.differ.append(
                    (f"{table.title}, order of rows", *("; ".join(map(" ".join, k)) for k in (shown, by_key)))
                )
            else:
                for key in set(by_key) ^ set(shown):
                    word = "missing" if key in by_key else "unexpected"
                    self.differ.append((f"{table.title}, {' '.join(key)}", f"row is {word}", ""))
        for key, row in zip(shown, table.rows):
            found = by_key.get(key)
            for at in range(len(row)) if found else ():
                where = f"{table.title}, {' against '.join(key)}, {table.columns[at]}"
                self.compare(where, row[at], found[chosen[at]])


def check(record, text, verbose):
    tally, seen = Tally(), Counter()
    tally.table(head.table(text), *head.expected(record))
    for table in printed.read(text):
        before = tally.equal, len(tally.differ)
        recomputed = expected(record, table)
        if recomputed is None:
            tally.differ.append((table.title, "table is unknown to recompute.py", ""))
            continue
        tally.table(table, *recomputed)
        seen[table.title] += 1
        if verbose:
            print(f"  {tally.equal - before[0]:6} equal {len(tally.differ) - before[1]:4} differ  {table.title}")
    for group in claims.not_shown(record):
        tally.differ.append((f"claims: {group}", "not in exactly one table", ""))
    return tally, sum(seen.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coverlab", default="target/debug/coverlab", help="the program that prints the tables")
    parser.add_argument(
        "--tables", metavar="FILE", help="compare with this file and run no program; {} stands for the name of the record"
    )
    parser.add_argument("--verbose", action="store_true", help="print a line for each table, and all cells that differ")
    parser.add_argument("records", nargs="*", metavar="RECORD", type=Path)
    args = parser.parse_args()
    folders = args.records or sorted(path.parent for path in Path("results").glob("*/experiment.toml"))
    total, without = Counter(), []
    for folder in folders:
        if not (folder / "trials.csv").is_file():
            without.append(folder.name)
            continue
        started = time.process_time()
        text = Path(args.tables.format(folder.name)).read_text() if args.tables else report(args.coverlab, folder)
        tally, tables = check(Record(folder), text, args.verbose)
        left_out = sum(tally.left_out.values())
        total.update(records=1, tables=tables, equal=tally.equal, differ=len(tally.differ), left_out=left_out)
        print(
            f"{folder.name:24} {tables:4} tables {tally.equal:6} cells equal {len(tally.differ):4} differ "
            f"{left_out:5} not recomputable",
            flush=True,
        )
        for why, how_many in tally.left_out.items():
            print(f"    {how_many} not recomputable: {why}")
        for where, shown, found in tally.differ[: None if args.verbose else SHOWN]:
            print(f"    {where}\n        printed:    {shown}\n        recomputed: {found}")
        if len(tally.differ) > SHOWN and not args.verbose:
            print(f"    and {len(tally.differ) - SHOWN} more")
        print(f"{folder.name}: {time.process_time() - started:.1f} s", file=sys.stderr)
    for name in without:
        print(f"{name:24} has no trials.csv here: not checked")
    print(
        f"{total['records']} records, {total['tables']} tables: {total['equal']} cells equal, "
        f"{total['differ']} differ, {total['left_out']} not recomputable"
    )
    if not total["records"]:
        print("no record with trials.csv", file=sys.stderr)
        return 2
    return 1 if total["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
