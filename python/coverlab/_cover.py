"""Exact covers, from named options and from matrices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from . import _checks as checks
from . import _coverlab as core
from ._problem import Problem, restore


class ExactCover(Problem[list[Any]]):
    """An exact cover problem: choose options so that every primary item is in exactly one of them.

    options: a mapping of names to items, or a sequence of sets of items, whose names are 0, 1, 2, …. Names and items are
        any hashable values. An option without primary items belongs to no cover.
    primary: items that exactly one chosen option must contain. A primary item in no option makes a cover impossible.
    secondary: items that at most one chosen option may contain.
        If only one of these two is given, all other items are of the other kind. If neither is given, all are primary.
        Without `primary`, every secondary item is in some option.
    colored: whether `"x:red"` in an option gives the secondary item `"x"` the color `red`. Chosen options may share a
        secondary item if all give it the same color.

    Solutions are lists of names of options.

    >>> cover = cl.ExactCover({"A": [1, 4], "B": [4, 5, 7], "C": [1], "D": [4, 5]}, secondary=[7])
    >>> sorted(cover.solutions())
    [['B', 'C'], ['C', 'D']]
    >>> cl.ExactCover([{0, 1}, {2}, {0}, {1, 2}]).solve("dlx").solution in ([0, 1], [2, 3])
    True
    >>> colors = cl.ExactCover({"A": ["p", "x:red"], "B": ["q", "x:red"], "C": ["q", "x"]}, secondary=["x"], colored=True)
    >>> colors.solve().solution
    ['A', 'B']

    Multiplicities are in Knuth's format: `cl.read("cover.dlx")`.
    """

    def __init__(
        self,
        options: Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]],
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        colored: bool = False,
    ) -> None:
        named = _members(options)
        colors = None
        if colored:
            split = {name: [_split(name, member) for member in members] for name, members in named.items()}
            colors = [color for pairs in split.values() for _, color in pairs]
            named = {name: [item for item, _ in pairs] for name, pairs in split.items()}
        _check_options(named)
        first, second = _kinds(named, primary, secondary)
        numbers = {item: number for number, item in enumerate([*first, *second])}
        try:
            entries = [numbers[item] for members in named.values() for item in members]
        except KeyError as unknown:
            raise core.Error(f"item {unknown.args[0]!r} is neither primary nor secondary") from None
        if colors is not None:
            _check_colors(named, first, colors)
        labels = [name for name, members in named.items() if members]
        lengths = [len(members) for members in named.values() if members]
        self._core = _cover(len(first), list(numbers), lengths, entries, labels, colors)

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        rows: Sequence[Hashable] | None = None,
        columns: Sequence[Hashable] | None = None,
        secondary: Iterable[Any] | None = None,
    ) -> ExactCover:
        """An exact cover from a matrix: rows are options, columns are items; nonzero entries are the items of an option.

        matrix: a two-dimensional array of numpy, a sparse matrix of SciPy, a list of lists, or a data frame of pandas, whose
            index and columns are the names.
        rows, columns: unique names instead of 0, 1, 2, ….
        secondary: names of columns, or a mask with a truth value for each column.

        >>> cl.ExactCover.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 0]]).solve().solution
        [0, 1]
        """
        import numpy as np

        from ._matrix import choose, read

        names, items, at, entries = read(matrix, rows, columns)
        optional = set() if secondary is None else choose(items, secondary, "secondary")
        if optional:
            order = sorted(range(len(items)), key=lambda k: items[k] in optional)
            items, entries = [items[k] for k in order], np.argsort(order)[entries]
        lengths = np.bincount(at, minlength=len(names)).tolist()
        labels = [name for name, length in zip(names, lengths) if length]
        primary = len(items) - len(optional)
        return cls._of(_cover(primary, items, [length for length in lengths if length], entries.tolist(), labels))

    @property
    def primary(self) -> list[str]:
        """The names of the primary items as text. All are numbers if two items have the same text, or some text is no name in Knuth's
        format: empty, `\\`, with a blank, `:` or `|`, or with `//` at the start."""
        return self._core.items()[0]

    @property
    def secondary(self) -> list[str]:
        """The names of the secondary items as text, as for `primary`."""
        return self._core.items()[1]

    @property
    def options(self) -> dict[Any, list[str]]:
        """The options by their names, with the names of their items as for `primary`. A colored item is `name:color`."""
        return self._core.options()

    def __reduce__(self) -> Any:
        text, extension = self._core.text()
        return restore, (type(self), self.name, text, extension, self._core.labels())


def _members(options: Any) -> dict[Any, list[Hashable]]:
    """The items of each option by its name."""
    advice = "options are sets of items, such as {'A': [1, 4], 'B': [2]}"
    if isinstance(options, str):
        raise core.Error(f"{advice}; `coverlab.read({checks.shown(options)})` reads text, files and families")
    if hasattr(options, "shape"):
        raise core.Error(f"{advice}; `ExactCover.from_matrix` reads a matrix")
    if not isinstance(options, Iterable):
        raise core.Error(f"{advice}, not {checks.shown(options)}")
    named = {}
    for name, members in options.items() if isinstance(options, Mapping) else enumerate(options):
        if not isinstance(members, Iterable):
            raise core.Error(f"option {checks.shown(name)} is {checks.shown(members)}, but {advice}")
        named[name] = list(members)
    return named


def _split(option: Any, member: Hashable) -> tuple[Hashable, str]:
    """An item of `option` and its color, which is empty if it has none."""
    if not isinstance(member, str) or ":" not in member:
        return member, ""
    item, *colors = member.split(":")
    if len(colors) > 1:
        raise core.Error(f"option {option!r} has {member!r}: an item has one color")
    if not colors[0]:
        raise core.Error(f"option {option!r} has {member!r}, with no color after the `:`")
    return item, colors[0]


def _kinds(
    options: Mapping[Any, list[Hashable]], primary: Iterable[Hashable] | None, secondary: Iterable[Hashable] | None
) -> tuple[dict[Hashable, None], dict[Hashable, None]]:
    """The primary and the secondary items, in the order in which they are given, or else appear."""
    first, second = _given("primary", primary), _given("secondary", secondary)
    if primary is not None and secondary is not None:
        if both := first.keys() & second.keys():
            raise core.Error(f"item {both.pop()!r} is both primary and secondary")
        return first, second
    items = {item: None for members in options.values() for item in members}
    for item in second:
        if item not in items:
            raise core.Error(f"no option has the secondary item {checks.shown(item)}; the items are {checks.listed(items)}")
    given = first or second
    others = {item: None for item in items if item not in given}
    return (others, given) if primary is None else (given, others)


def _given(name: str, items: Iterable[Hashable] | None) -> dict[Hashable, None]:
    """The items of an argument, in order."""
    listed = [] if items is None else checks.names(name, items)
    checks.hashable(f"`{name}` has the item", listed)
    return dict.fromkeys(listed)


def _check_options(options: Mapping[Any, list[Hashable]]) -> None:
    """Raises `Error` for an option with an item twice, or one that is not hashable."""
    for name, members in options.items():
        try:
            is_set = len(set(members)) == len(members)
        except TypeError:
            checks.hashable(f"option {name!r} has the item", members)
            raise
        if not is_set:
            twice = next(item for k, item in enumerate(members) if item in members[:k])
            advice = "; `ExactCover.from_matrix` reads a matrix" if set(members) <= {0, 1} else ""
            raise core.Error(f"option {name!r} has item {twice!r} twice{advice}")


def _check_colors(options: Mapping[Any, list[Hashable]], primary: Mapping[Hashable, None], colors: list[str]) -> None:
    """Raises `Error` for a primary item with a color."""
    entries = ((name, item) for name, members in options.items() for item in members)
    for (name, item), color in zip(entries, colors):
        if color and item in primary:
            raise core.Error(f"option {name!r} gives the primary item {item!r} a color; only secondary items have colors")


def _cover(
    primary: int,
    items: Sequence[Hashable],
    lengths: list[int],
    entries: list[int],
    labels: Sequence[Any],
    colors: list[str] | None = None,
) -> core.Instance:
    """The instance of an exact cover."""
    if colors is not None:
        unique = list(dict.fromkeys(color for color in colors if color))
        words = {"": "", **dict(zip(unique, _words(unique)))}
        colors = [words[color] for color in colors]
    is_plain = list(labels) == list(range(len(labels)))
    return core.Instance.exact_cover(
        "the cover", primary, _words(items), list(accumulate(lengths)), entries, colors, None if is_plain else list(labels)
    )


def _words(names: Sequence[Hashable]) -> list[str]:
    """The names as words of Knuth's format, or numbers if some name is not a word of it."""
    words = [str(name) for name in names]
    is_distinct = len(set(words)) == len(words)
    return words if is_distinct and all(map(_is_word, words)) else [str(k) for k in range(len(words))]


def _is_word(name: str) -> bool:
    """Whether Knuth's format can have the name: `\\` would join two lines, and `//` begin a comment."""
    is_one = name.isprintable() and name.split() == [name] and not set(":|") & set(name)
    return is_one and name != "\\" and not name.startswith("//")
