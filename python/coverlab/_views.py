"""Traces and explanations, which show themselves in a notebook."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _coverlab as core
from . import _checks as checks
from ._sources import Source, problem

if TYPE_CHECKING:
    import numpy as np


def trace(
    source: Source,
    strategy: str,
    *,
    limit: int | None = 1,
    node_limit: int | None = None,
    seed: int = 0,
    level: str = "step",
    window: tuple[int, int] | None = None,
    max_events: int = 100_000,
) -> Trace:
    """Records the steps of a search for one solution, or `limit` of them.

    level: `sum` (solutions), `node`, `step` (what happens at each node), or `micro` (single links).
    window: the first and the last node whose events are recorded in full.
    max_events: the number of events to record in full; of later ones only those on the path to a solution are recorded.

    >>> t = cl.trace("1...\\n...3\\n..2.\\n...4", "heller")
    >>> t.events[-1]["kind"], len(t.events) > 10
    ('stats', True)

    Raises `Error` if the strategy is unknown or does not report steps.
    """
    bounds = None if window is None else checks.pair("window", window, "the first and the last node, such as (1, 9)")
    if bounds is not None and bounds[0] > bounds[1]:
        raise core.Error(f"`window` is the first and the last node, not {checks.shown(window)}")
    request = {
        "strategy": checks.text("strategy", strategy, "a name from `strategies()`"),
        "limit": checks.optional("limit", limit, 1),
        "node_limit": checks.optional("node_limit", node_limit),
        "seed": checks.whole("seed", seed),
        "level": checks.text("level", level, "`sum`, `node`, `step` or `micro`"),
        "window": bounds,
        "max_events": checks.whole("max_events", max_events),
    }
    return Trace(core.trace(problem(source)._core, request))


class Trace:
    """The steps of a search, in the format `search-trace/1`. It prints as sentences; a notebook displays the player."""

    def __init__(self, recorded: core.Trace) -> None:
        self._core = recorded

    @property
    def text(self) -> str:
        """The trace as JSON Lines."""
        return self._core.text

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events, as FORMAT.md describes them."""
        return [json.loads(line) for line in self.text.splitlines()]

    @property
    def sentences(self) -> list[str]:
        """The events in words, indented by depth."""
        return self._core.sentences

    @property
    def left_out(self) -> int:
        """The number of events that were left out because the search has more than `max_events`."""
        return self._core.left_out

    def page(self) -> str:
        """The player as one HTML file of about 2 MB, which can also run other strategies."""
        return self._core.page()

    def save(self, path: str | PathLike[str]) -> Path:
        """Writes the player, if `path` ends in `.html`, or else the trace."""
        path = Path(path)
        path.write_text(self.page() if path.suffix == ".html" else self.text, encoding="utf-8")
        return path

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        return f"<Trace: {len(self.sentences)} events>"

    def _repr_html_(self) -> str:
        return frame_html(self.page())


def explain(
    source: Source, *, unique: bool = False, up_to: str | None = None, without: list[str] | tuple[str, ...] = ()
) -> Explanation:
    """Solves a Sudoku by human techniques, each step by the easiest that applies.

    unique: whether to assume that there is one solution, and use the techniques that rely on it.
    up_to, without: the hardest technique, and techniques not to use (`coverlab list techniques`).

    >>> way = cl.explain("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> way.end, way.steps[0].title
    ('solved', 'Hidden single')
    """
    if up_to is not None:
        up_to = checks.text("up_to", up_to, "the name of a technique")
    without = checks.texts("without", without, "names of techniques")
    instance = problem(source)._core
    steps, end = core.explain(instance, unique=checks.truth("unique", unique), up_to=up_to, without=without)
    box = instance.shape()
    return Explanation([Step._of({**json.loads(step), "box": box}) for step in steps], {**json.loads(end), "box": box})


@dataclass(frozen=True, repr=False)
class Step:
    """A step of a human solution. Candidates are dicts with `row`, `column` (from 1) and `digit`."""

    technique: str
    """The name of the technique."""
    title: str
    """The technique as people call it."""
    sentence: str
    """What the step does, and why."""
    placements: list[dict[str, int]]
    """The digits that it places."""
    removals: list[dict[str, int]]
    """The candidates that it removes."""
    pattern: list[dict[str, int]]
    """The candidates that make the pattern."""
    facts: dict[str, Any]
    """All facts, with the `digits` and `candidates` before the step, and the rows and columns of a `box`."""

    @classmethod
    def _of(cls, facts: dict[str, Any]) -> Step:
        names = ("technique", "title", "sentence", "placements", "removals", "pattern")
        return cls(**{name: facts[name] for name in names}, facts=facts)

    def __str__(self) -> str:
        return f"{self.title}. {self.sentence}"

    def __repr__(self) -> str:
        return f"<Step {self.technique}: {self.sentence}>"

    def _repr_html_(self) -> str:
        return f"<p><b>{html.escape(self.title)}.</b> {html.escape(self.sentence)}</p>" + board_html(
            self.facts["digits"], self.facts["box"], self.facts["candidates"], self.facts
        )


class Explanation:
    """A human solution. It prints as sentences; a notebook adds the board before each step that removes candidates."""

    _MAX_BOARDS = 12

    def __init__(self, steps: list[Step], end: dict[str, Any]) -> None:
        self.steps = steps
        """The steps, in order."""
        self.facts = end
        """Facts about the end: `techniques` has the number of uses of each technique, `digits` the final board."""
        self.end: str = end["end"]
        """`solved`, `stuck`, `no-solution`, `not-one-solution`, or `not-supported` for a board without candidates."""

    @property
    def grid(self) -> np.ndarray:
        """The board at the end, a square array."""
        import numpy as np

        digits = np.array(self.facts["digits"], dtype=np.uint8)
        side = int(len(digits) ** 0.5)
        return digits.reshape(side, side)

    def __str__(self) -> str:
        return "\n".join([f"{k}. {step}" for k, step in enumerate(self.steps, 1)] + [self._end_in_words()])

    def _end_in_words(self) -> str:
        if self.end != "stuck":
            return f"{self.end}: {self.facts['wrong']}" if self.facts.get("wrong") else self.end
        empty = self.facts["empty"]
        cells = "1 cell is" if empty == 1 else f"{empty} cells are"
        return f"stuck: {cells} empty, and no technique applies; `solve` finishes the puzzle by search"

    def __repr__(self) -> str:
        return f"<Explanation: {len(self.steps)} steps, {self.end}>"

    def _repr_html_(self) -> str:
        parts: list[str] = []
        boards = 0
        for number, step in enumerate(self.steps, 1):
            parts.append(f"<p>{number}. <b>{html.escape(step.title)}.</b> {html.escape(step.sentence)}</p>")
            if step.removals and boards < self._MAX_BOARDS:
                boards += 1
                parts.append(board_html(step.facts["digits"], step.facts["box"], step.facts["candidates"], step.facts))
        return "".join(parts) + f"<p>{html.escape(self._end_in_words())}</p>" + board_html(self.facts["digits"], self.facts["box"])


def frame_html(page: str) -> str:
    """An iframe that displays `page`."""
    return f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:720px;border:0"></iframe>'


_MARKS = {"pattern": "#7fbf7f", "fins": "#e6b04d", "removals": "#f08080", "placements": "#6fa8dc"}


def board_html(
    digits: list[int], box: tuple[int, int], candidates: list[list[int]] | None = None, step: dict[str, Any] | None = None
) -> str:
    """A board as SVG with boxes of the rows and columns `box`, with the candidates of empty cells if given; colors mark the candidates of a step."""
    rows, columns = box
    side, cell = rows * columns, 36
    marks: dict[tuple[int, int, int], str] = {}
    for kind, color in _MARKS.items():
        marks.update({(c["row"] - 1, c["column"] - 1, c["digit"]): color for c in (step or {}).get(kind, [])})
    size, parts = side * cell, []
    for place, digit in enumerate(digits):
        top, left = place // side * cell, place % side * cell
        if digit:
            parts.append(f'<text x="{left + 18}" y="{top + 25}" font-size="20">{digit}</text>')
            continue
        for number in candidates[place] if candidates else []:
            x = left + (number - 1) % columns * cell / columns
            y = top + (number - 1) // columns * cell / rows
            mark = marks.get((place // side, place % side, number))
            if mark:
                parts.append(f'<rect x="{x:g}" y="{y:g}" width="{cell / columns:g}" height="{cell / rows:g}" fill="{mark}"/>')
            parts.append(f'<text x="{x + cell / columns / 2:g}" y="{y + cell / rows - 2:g}" font-size="{min(10, 30 // columns)}">{number}</text>')
    lines = "".join(
        f'<path d="M{k * cell} 0V{size}" stroke-width="{2 if k % columns == 0 else 0.5}"/>'
        f'<path d="M0 {k * cell}H{size}" stroke-width="{2 if k % rows == 0 else 0.5}"/>'
        for k in range(side + 1)
    )
    return (
        f'<svg viewBox="-1 -1 {size + 2} {size + 2}" width="{size}" height="{size}" style="background:#fff" '
        f'font-family="sans-serif" text-anchor="middle">{"".join(parts)}<g stroke="#000">{lines}</g></svg>'
    )
