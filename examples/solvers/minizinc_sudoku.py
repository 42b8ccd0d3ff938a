"""Solves a Sudoku from standard input by MiniZinc. Prints one solution per line, or `none`."""
import math, subprocess, sys

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
line = sys.stdin.read().strip()
side = math.isqrt(len(line))
rows = max(d for d in range(1, math.isqrt(side) + 1) if side % d == 0)  # of a box
columns = side // rows
model = ['include "alldifferent.mzn";', f"array[1..{len(line)}] of var 1..{side}: x;"]
cells = range(len(line))
houses = [[k for k in cells if k // side == n] for n in range(side)]
houses += [[k for k in cells if k % side == n] for n in range(side)]
houses += [[k for k in cells if k // side // rows * (side // columns) + k % side // columns == n] for n in range(side)]
model += ["constraint alldifferent([%s]);" % ",".join(f"x[{k + 1}]" for k in house) for house in houses]
model += [f"constraint x[{k + 1}] = {DIGITS.index(c) + 1};" for k, c in enumerate(line) if c not in ".0"]
model += ["solve satisfy;", 'output ["=" ++ join(" ", [show(fix(v)) | v in x]) ++ "\\n"];']
many = ["-a"] if sys.argv[1] == "0" else ["-n", sys.argv[1]]
command = ["minizinc", "--solver", "gecode", "-s", *many, "-"]
text = subprocess.run(command, input="\n".join(model), capture_output=True, text=True, check=True).stdout
for word in text.splitlines():
    if word.startswith("=") and not word.startswith("=="):
        print("".join(DIGITS[int(n) - 1] for n in word[1:].split()))
    if "nodes=" in word:
        print("nodes", word.split("=")[1])
if "=====UNSATISFIABLE=====" in text:
    print("none")
