"""Checks of arguments. An error says which argument is wrong, what it takes, and which value it has."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import islice
from numbers import Real
from operator import index
from os import PathLike
from typing import Any

from ._coverlab import Error

_MAX_WHOLE = 2**64 - 1
_MAX_SECONDS = 10**9
_MIN_MEMORY = 2**20


def whole(name: str, value: Any, least: int = 0, most: int = _MAX_WHOLE, *, otherwise: str = "") -> int:
    """`value` as an `int` from `least` to `most`; `otherwise` says in the error what else is allowed.

    >>> whole("seed", -1)
    Traceback (most recent call last):
    coverlab.Error: `seed` is a whole number from 0, not -1
    """
    number = value if type(value) is int else _index(value)
    if number is not None and least <= number <= most:
        return number
    bounds = f"from {least}" if number is None or number < least else f"from {least} to {most}"
    raise Error(f"`{name}` is a whole number {bounds}{otherwise}, not {shown(value)}")


def optional(name: str, value: Any, least: int = 0) -> int | None:
    """`value` as for `whole`, or None."""
    return None if value is None else whole(name, value, least, otherwise=", or None")


def _index(value: Any) -> int | None:
    """The whole number that `value` is, of Python or numpy, or None."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def seconds(name: str, value: Any) -> float | None:
    """`value` as a number of seconds, or None."""
    if value is None:
        return None
    if getattr(value, "shape", None) == ():
        value = value.item()
    if isinstance(value, Real) and not isinstance(value, bool) and 0 < value <= _MAX_SECONDS:  # type: ignore[operator]
        return float(value)
    raise Error(f"`{name}` is a number of seconds above 0, up to {_MAX_SECONDS}, or None for no limit, not {shown(value)}")


def memory(name: str, value: Any, least: int = _MIN_MEMORY) -> int | None:
    """`value` as a number of bytes, or None."""
    if value is None:
        return None
    size = _index(value)
    if size is None or not least <= size <= _MAX_WHOLE:
        most = f" to {_MAX_WHOLE}" if size is not None and size > _MAX_WHOLE else ""
        raise Error(
            f"`{name}` is a number of bytes from {least} ({least >> 20} MiB){most}, or None, not {shown(value)}; "
            "for 512 MiB write 512 * 2**20"
        )
    return size


def text(name: str, value: Any, what: str) -> str:
    """`value`, if it is a text; `what` describes it in the error."""
    if isinstance(value, str):
        return value
    raise Error(f"`{name}` is {what}, not {shown(value)}")


def encodable(value: str) -> str:
    """`value`, if the module can read it."""
    try:
        value.encode()
    except UnicodeEncodeError:
        what = "has a character that UTF-8 cannot encode, as an undecoded name of a file has"
        raise Error(f"{shown(value)} {what}") from None
    return value


def pair(name: str, value: Any, what: str) -> tuple[int, int]:
    """`value` as two whole numbers; `what` describes them in the error."""
    try:
        first, second = value
    except (TypeError, ValueError):
        raise Error(f"`{name}` is {what}, not {shown(value)}") from None
    return whole(name, first), whole(name, second)


def names(name: str, value: Any) -> list[Any]:
    """`value` as a list. A single string is not split into characters."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return list(value)
    advice = "" if value is None else f"; write [{shown(value)}]"
    raise Error(f"`{name}` is a list, not {shown(value)}{advice}")


def texts(name: str, value: Any, what: str) -> list[str]:
    """`value` as a list of texts; `what` describes one of them in the error."""
    return [text(name, element, f"a list of {what}") for element in names(name, value)]


def truth(name: str, value: Any) -> bool:
    """`value`, if it is a truth value of Python or numpy."""
    if type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise Error(f"`{name}` is True or False, not {shown(value)}")


def path(name: str, value: Any, what: str) -> str:
    """`value` as text, if it is a path; `what` describes it in the error."""
    if isinstance(value, (str, PathLike)) and str(value):
        return str(value)
    raise Error(f"`{name}` is {what}, not {shown(value)}")


def hashable(what: str, values: Iterable[Any]) -> None:
    """Raises `Error` unless all `values` are hashable; `what` goes before the value in the error."""
    for value in values:
        try:
            hash(value)
        except TypeError:
            raise Error(f"{what} {shown(value)}, which is not hashable; use a text, a number or a tuple") from None


def unique(what: str, values: Sequence[Any]) -> None:
    """Raises `Error` unless `values`, the names of rows or columns, are hashable and different."""
    hashable(f"a {what} is called", values)
    first: dict[Hashable, int] = {}
    for number, value in enumerate(values):
        if (before := first.setdefault(value, number)) != number:
            raise Error(f"two {what}s are called {shown(value)} ({before} and {number})")


def rows(what: str, value: Any, advice: str) -> list[Any]:
    """The rows of `value`, a collection of collections; `advice` says what to pass instead of anything else."""
    is_sparse = hasattr(value, "tocoo")
    if is_sparse or isinstance(value, (str, bytes, dict)) or not isinstance(value, Iterable):
        raise Error(f"{what} is a list of lists, not {shown(value)}; {advice}")
    listed = []
    for number, row in enumerate(value):
        if not isinstance(row, (list, str)):
            if isinstance(row, (dict, bytes)) or not isinstance(row, Iterable):
                raise Error(f"{what} is a list of lists, but element {number} is {shown(row)}; {advice}")
            row = list(row)
        listed.append(row)
    return listed


def shown(value: Any) -> str:
    """`value` in a message, shortened. A number or text of numpy is shown as Python's."""
    words = repr(value.item() if getattr(value, "shape", None) == () else value)
    first_line = words.splitlines()[0] if words else ""
    return words if len(words) <= 60 and first_line == words else f"{first_line[:57]}…"


def listed(values: Iterable[Any]) -> str:
    """The first of `values` in a message."""
    first = [shown(value) for value in islice(values, 9)]
    return ", ".join(first[:8]) + (", …" if len(first) > 8 else "")


def is_missing(value: Any) -> bool:
    """Whether `value` stands for a missing entry: None, NaN, or `NA` of pandas."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or isinstance(value, Real) and value != value
