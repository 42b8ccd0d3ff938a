"""Tables as `coverlab report --to markdown` prints them, and the comparison of printed and recomputed cells."""

import re
from dataclasses import dataclass, field

NUMBER = re.compile(r"(?<![\w.])([−-]?\d+(?:\.\d+)?(?:e-?\d+)?|∞)(ns|µs|ms|min|s|h|×|%)?(?![\w])")
SCALE = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9}
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


@dataclass
class Table:
    section: str
    title: str
    columns: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    notes: list = field(default_factory=list)


@dataclass(frozen=True)
class Figure:
    """A recomputed figure. `unit` is `ns` (a time), `×`, `%` or empty. `coarse` figures are printed with fewer than three digits.
    `span` is the range in which the figure of a correct program lies that draws other random numbers."""

    value: float
    unit: str = ""
    coarse: bool = False
    span: tuple | None = None


def ns(value):
    return Figure(value, "ns")


def times(value):
    return Figure(value, "×")


def plain(cell):
    """A cell without Markdown, and without the thin spaces in figures."""
    cell = cell.strip().removeprefix("**").removesuffix("**")
    cell = re.sub(r"\\(.)", r"\1", cell).replace("&lt;", "<").replace("&amp;", "&")
    cell = re.sub("\u202f×\u202f10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: "e" + found[1].translate(RAISED), cell)
    cell = re.sub("(?<=\\d)\u202f(?=\\d{3})", "", cell)
    return re.sub("(?<=\\d)\u202f(?=[a-zµ%])", "", cell).replace("\u202f", " ")


def read(text):
    """All tables of a report."""
    tables, section = [], ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = plain(line[3:])
        elif line.startswith("### "):
            tables.append(Table(section, plain(line[4:])))
        elif line.startswith("|") and tables:
            cells = [plain(cell) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not tables[-1].columns:
                tables[-1].columns = cells
            elif not all(re.fullmatch(":?-+:?", cell) for cell in cells):
                tables[-1].rows.append(cells)
        elif line and tables:
            tables[-1].notes.append(plain(line))
    return tables


def pieces(expected):
    """A recomputed cell as a list of words and figures."""
    return list(expected) if isinstance(expected, (list, tuple)) else [expected]


def show(expected):
    """A recomputed cell as text for a message."""
    words = []
    for piece in pieces(expected):
        if isinstance(piece, OneOf):
            words.append(piece.words[0])
        elif not isinstance(piece, Figure):
            words.append(str(piece))
        elif piece.unit == "ns":
            words.append(f"{piece.value:.6g}ns")
        else:
            words.append(f"{piece.value:.6g}{piece.unit}")
    return "".join(words)


def agrees(printed, expected):
    """Whether a printed cell equals a recomputed one to its last digit."""
    if isinstance(expected, OneOf):
        return printed in expected.words
    parts = pieces(expected)
    if not any(isinstance(part, Figure) for part in parts):
        return printed == "".join(map(str, parts))
    at = 0
    for part in parts:
        if not isinstance(part, Figure):
            if not printed.startswith(str(part), at):
                return False
            at += len(str(part))
            continue
        found = NUMBER.match(printed, at)
        if not found or not is_rounded(found[1], found[2] or "", part):
            return False
        at = found.end()
    return at == len(printed)


def is_rounded(digits, unit, figure):
    """Whether printed digits with a unit are a rounded figure."""
    if (unit in SCALE) != (figure.unit == "ns") or (unit not in SCALE and unit != figure.unit):
        return False
    if digits == "∞":
        return figure.value == float("inf")
    digits = digits.replace("−", "-")
    mantissa, _, exponent = digits.partition("e")
    scale = SCALE.get(unit, 1) * 10.0 ** int(exponent or 0)
    decimals = len(mantissa.partition(".")[2])
    printed, half = float(mantissa) * scale, 0.5 * 10.0**-decimals * scale
    significant = len(mantissa.lstrip("-0.").replace(".", ""))
    if significant < 3 and not figure.coarse and figure.span is None and "." not in mantissa:
        half = 0.0  # A figure with fewer digits is exact.
    low, high = figure.span or (figure.value, figure.value)
    room = half * (1 + 1e-6) + 1e-9 * abs(figure.value)
    return low - room <= printed <= high + room


@dataclass(frozen=True)
class LeftOut:
    """A cell that cannot be recomputed from the trials, with the reason."""

    why: str


@dataclass(frozen=True)
class OneOf:
    """A cell for which several words are correct."""

    words: tuple


@dataclass(frozen=True)
class AsPrinted:
    """A cell that is not compared."""
