#!/usr/bin/env python3
"""Prints boards with branches and bottlenecks, as `dominoes:BOARD` that coverlab understands.

    branches.py comb TEETH WIDTH LENGTH    teeth on a back as high as they are wide, with gaps of one cell
    branches.py rooms SIDE WIDTH           SIDE x SIDE rooms of WIDTH x WIDTH, doors of one cell between neighbours
    branches.py tree WIDTH DEPTH LENGTH    a corridor that ends in two half as far apart, and so on

For example `coverlab solve --count --strategy component-cover "$(python3 branches.py comb 6 6 12)"`.
"""

import sys


def comb(teeth, width, length):
    """Cells as pairs of row and column."""
    across = teeth * (width + 1) - 1
    back = {(row, column) for row in range(width) for column in range(across)}
    return back | {
        (width + row, tooth * (width + 1) + column)
        for tooth in range(teeth) for row in range(length) for column in range(width)
    }


def rooms(side, width):
    """As `comb`."""
    step = width + 1
    cells = {
        (a * step + row, b * step + column)
        for a in range(side) for b in range(side) for row in range(width) for column in range(width)
    }
    for a in range(side):
        for b in range(side - 1):
            cells |= {(a * step + width // 2, b * step + width), (b * step + width, a * step + width // 2)}
    return cells


def tree(width, depth, length):
    """As `comb`."""
    cells = set()

    def corridor(top, left, level):
        cells.update((top + row, left + column) for row in range(length) for column in range(width))
        if level == depth:
            return
        # Far enough apart for the corridors below them.
        reach = (width + 1) * 2 ** (depth - level - 1)
        bar = range(left - reach // 2, left - reach // 2 + reach + width)
        cells.update((top + length + row, column) for row in range(width) for column in bar)
        corridor(top + length + width, bar.start, level + 1)
        corridor(top + length + width, bar.stop - width, level + 1)

    corridor(0, 0, 0)
    return cells


def main():
    """Draws the board that the words name."""
    kinds = {"comb": comb, "rooms": rooms, "tree": tree}
    kind, numbers = kinds.get(sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if kind is None or len(numbers) != kind.__code__.co_argcount or not all(map(str.isdecimal, numbers)):
        sys.exit(__doc__)
    cells = kind(*map(int, numbers))
    left = min(column for _, column in cells)
    right = max(column for _, column in cells)
    rows = range(min(row for row, _ in cells), max(row for row, _ in cells) + 1)
    lines = ("".join(".#"[(row, column) in cells] for column in range(left, right + 1)) for row in rows)
    print("dominoes:" + "/".join(lines))


if __name__ == "__main__":
    main()
