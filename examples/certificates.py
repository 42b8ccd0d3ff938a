"""Checks what the certificates of `coverlab certify` mean, with code that shares nothing with it:

    python3 certificates.py FOLDER [CHECKER]

Each clause of a formula must be true of every solution of the puzzle but the one that is given. Then a refutation of the
formula says that there is no other. CHECKER, lrat-check say, is given each formula with its refutation.
"""
import csv, math, pathlib, subprocess, sys


def houses(height, width):
    """Rows, columns and boxes as lists of cells; a box has `height` rows and `width` columns."""
    n = height * width
    yield from ([(r, c) for c in range(n)] for r in range(n))
    yield from ([(r, c) for r in range(n)] for c in range(n))
    for r in range(0, n, height):
        for c in range(0, n, width):
            yield [(r + i, c + j) for i in range(height) for j in range(width)]


def digits(line):
    """The digits of a line, 0 for an empty cell; beyond 9 they are letters, on boards above side 35 numbers between commas."""
    if "," in line:
        return list(map(int, line.split(",")))
    symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [0 if symbol in ".0" else symbols.index(symbol) + 1 for symbol in line]


def allowed(shape, puzzle, solution):
    """A function that says whether a clause is true of all solutions of `puzzle` but `solution`."""
    n = math.prod(shape)
    all_houses = [set(house) for house in houses(*shape)]
    peers = {(r, c): set() for r in range(n) for c in range(n)}
    for house in all_houses:
        for cell in house:
            peers[cell] |= house - {cell}
    clue = {(k // n, k % n): d for k, d in enumerate(puzzle) if d}
    excluded = {cell: {clue[other] for other in peers[cell] if other in clue} for cell in peers}
    variable = lambda cell, d: n * n * cell[0] + n * cell[1] + d
    meaning = {variable(cell, d): (cell, d) for cell in peers for d in range(1, n + 1)}
    ruled_out = {v for v, (cell, d) in meaning.items() if clue.get(cell, d) != d or d in excluded[cell]}
    groups = [{variable(cell, d) for d in range(1, n + 1)} for cell in peers]
    groups += [{variable(cell, d) for cell in house} for house in all_houses for d in range(1, n + 1)]
    least = {frozenset(group - ruled_out) for group in groups}
    # On a complete board, the clause that excludes the solution is about all cells.
    other = {-variable((k // n, k % n), d) for k, d in enumerate(solution) if not puzzle[k] or 0 not in puzzle}

    def is_allowed(clause):
        if len(clause) == 2 and all(v < 0 for v in clause):
            (a, d), (b, e) = (meaning[-v] for v in clause)
            if (a == b and d != e) or (a != b and d == e and b in peers[a]):
                return True
        if len(clause) == 1 and any(clause == {variable(cell, d)} for cell, d in clue.items()):
            return True
        return any(group <= clause for group in least) or bool(solution) and clause == other

    return is_allowed


def check(folder, row, checker):
    puzzle, solution = digits(row["puzzle"]), digits(row["solution"])
    shape = [int(side) for side in row["shape"].split("x")]
    n = math.prod(shape)
    assert len(puzzle) == n * n, "the puzzle has another size than the shape says"
    if solution:
        assert all(d in (0, e) for d, e in zip(puzzle, solution)), "the solution has other digits than the clues"
        for house in houses(*shape):
            assert {solution[r * n + c] for r, c in house} == set(range(1, n + 1)), "the solution breaks a rule"
    is_allowed = allowed(shape, puzzle, solution)
    for line in (folder / row["formula"]).read_text().splitlines():
        if not line.startswith(("c", "p")):
            *clause, zero = map(int, line.split())
            assert zero == 0 and is_allowed(frozenset(clause)), f"{row['formula']}: {line}"
    if checker:
        said = subprocess.run([checker, folder / row["formula"], folder / row["proof"]], capture_output=True, text=True)
        assert "VERIFIED" in said.stdout.split() and "NOT" not in said.stdout.split(), said.stdout


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
folder, checker = pathlib.Path(sys.argv[1]), (sys.argv + [None])[2]
if not (folder / "index.csv").is_file():
    sys.exit(f"{folder} has no index.csv: give a folder that `coverlab certify` wrote")
rows = list(csv.DictReader(open(folder / "index.csv")))
for row in rows:
    check(folder, row, checker)
print(f"{len(rows)} certificates mean what they say" + (f", and {checker} accepts them" if checker else ""))
