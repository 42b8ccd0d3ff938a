"""Versions of functions, by which a run recognizes the trials that it may reuse.

A version is a digest of everything that a function's module says about it: bytecode, constants, defaults, attributes,
and values of the names that it uses, including other functions. The name of an imported function stands for its code.
Values that this file cannot describe could differ unnoticed, so a function that uses one has a new version each time.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import secrets
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

_PLAIN = (type(None), type(...), bool, int, float, complex, str, bytes, range)


def version(function: Any) -> str:
    """A text that two functions share only if their code is the same, as far as it is in their module.

    >>> version(lambda cover: None) == version(lambda cover: None), version(lambda cover: 1) == version(lambda cover: 2)
    (True, False)
    >>> version(object()) == version(object())
    False
    """
    try:
        described = _Description().of(function)
    except Exception:  # Values may fail in any way, and a new version is always right.
        return secrets.token_hex(16)
    return hashlib.sha256(repr((sys.implementation.cache_tag, described)).encode("utf-8", "replace")).hexdigest()


class _Description:
    """Describes values as tuples of texts. Raises an exception for a value that cannot be described."""

    def __init__(self) -> None:
        # The values described so far that may contain themselves, with their numbers.
        self._seen: dict[int, tuple[int, Any]] = {}

    def of(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return kind.__name__, repr(value)
        if id(value) in self._seen:
            return "seen", self._seen[id(value)][0]
        if kind in (list, dict, FunctionType):
            self._seen[id(value)] = len(self._seen), value
        if kind in (tuple, list):
            return kind.__name__, [self.of(element) for element in value]
        if kind in (set, frozenset):
            return kind.__name__, [self.of(element) for element in sorted(value, key=repr)]
        if kind is dict:
            return kind.__name__, [(self.of(key), self.of(element)) for key, element in value.items()]
        if kind is functools.partial:
            return kind.__name__, [self.of(part) for part in (value.func, value.args, value.keywords)]
        if kind is CodeType:
            return self._code(value)
        if kind is ModuleType:
            return "module", value.__name__, str(getattr(value, "__version__", ""))
        if kind is BuiltinFunctionType and isinstance(value.__self__, (ModuleType, type(None))):
            return "built-in", value.__module__, value.__qualname__
        if kind is FunctionType:
            return self._function(value)
        raise TypeError(f"a {kind.__name__} has no description")

    def _function(self, function: FunctionType) -> Any:
        names = sorted(set(_names(function.__code__)) & function.__globals__.keys())
        used = [(name, self._used(function.__globals__[name], function.__module__)) for name in names]
        captured = [cell.cell_contents for cell in function.__closure__ or ()]
        parts = (function.__code__, function.__defaults__, function.__kwdefaults__, function.__dict__, captured)
        return "function", function.__qualname__, used, [self.of(part) for part in parts]

    def _used(self, value: Any, module: str) -> Any:
        """Describes the value of a global name that a function of `module` uses."""
        if isinstance(value, (type, FunctionType)) and value.__module__ != module:
            # A decorator of another module may have made `value` from a function of this one: then that module lacks it.
            origin, name = value.__module__, value.__name__
            if getattr(sys.modules.get(origin), name, None) is value:
                return "imported", origin, name
        return self.of(value)

    def _code(self, code: CodeType) -> Any:
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        handlers = getattr(code, "co_exceptiontable", b"")
        return "code", code.co_code, handlers, names, counts, [self.of(constant) for constant in code.co_consts]


def _names(code: CodeType) -> Iterator[str]:
    """The global names that `code` and the code in it look up."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
