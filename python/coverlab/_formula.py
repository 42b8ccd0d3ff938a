"""Formulas in conjunctive normal form."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from . import _checks as checks
from . import _coverlab as core
from ._problem import Problem, request

_ADVICE = "give clauses such as [[1, -2], [2]]; `read` takes text and files"
_MAX_VARIABLE = 2**31 - 1


class Formula(Problem[list[int]]):
    """A formula in conjunctive normal form: clauses of variables 1, 2, … and their negations -1, -2, ….

    clauses: lists of literals, another formula, or an object with `clauses` and `nv`, such as a `pysat.formula.CNF`.
    variables: the number of variables, if the last ones occur in no clause.
    projection: the variables that distinguish solutions: models that agree on them count once. By default all.

    A solution is a list with a literal for every variable.

    >>> cl.Formula([[1, -2], [2, 3], [-1]]).solve("cdcl").solution
    [-1, -2, 3]
    >>> cl.Formula([[1], [-1]]).solve().status
    'none'
    >>> cl.Formula([[1, 2, 3]]).count(), cl.Formula([[1, 2, 3]], projection=[1, 2]).count()
    (7, 4)
    """

    def __init__(self, clauses: Any, variables: int = 0, *, projection: Iterable[int] | None = None) -> None:
        variables = checks.whole("variables", variables, 0, _MAX_VARIABLE)
        if isinstance(clauses, Formula):
            variables = max(variables, clauses.size["variables"])
            projection = clauses.projection if projection is None else projection
            clauses = clauses.clauses
        elif hasattr(clauses, "clauses") or hasattr(clauses, "hard"):
            _check_object(clauses)
            variables = max(variables, checks.whole("nv", getattr(clauses, "nv", 0), 0, _MAX_VARIABLE))
            clauses = clauses.clauses
        self._core = _formula(checks.rows("a formula", clauses, _ADVICE), variables, projection)

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, in order."""
        return self._core.clauses()

    @property
    def projection(self) -> list[int] | None:
        """The variables that distinguish solutions; None if all do."""
        return self._core.projection()

    def assuming(self, literals: Iterable[int]) -> Formula:
        """The formula with assumptions, each of which becomes a clause.

        >>> formula = cl.Formula([[1, 2], [-1, 3], [-2, -3]])
        >>> formula.assuming([2]).solve().solution, formula.assuming([2, 3]).solve().status
        ([-1, 2, -3], 'none')
        """
        units = [[literal] for literal in checks.names("literals", literals)]
        return Formula(self.clauses + units, self.size["variables"], projection=self.projection)

    def prove(
        self,
        solver: str = "cdcl",
        *,
        proof: str | PathLike[str] | None = None,
        check: bool = True,
        time_limit: float | None = None,
        seed: int = 0,
    ) -> core.Answer[list[int]]:
        """Decides the formula with a solver that writes a proof if there is no model.

        solver: `cdcl`, `varisat` or `batsat`.
        proof: a file for the proof. Its format is LRAT if the name ends in `.lrat` (`cdcl` only), and otherwise DRAT.
        check: whether to verify the proof with a checker that shares no code with the solver. The answer's `checked` names it.
        time_limit: CPU time of the solver in seconds. A check of a DRAT or LRAT proof that takes longer raises `Error`.

        >>> pigeons = cl.read("pigeonhole:4")
        >>> pigeons.prove().status, pigeons.prove().checked
        ('none', 'unit propagation')
        """
        asked = request(solver, 1, time_limit, None, None, seed, 1)
        path = None if proof is None else checks.path("proof", proof, "the path of a file, or None")
        is_lrat = path is not None and path.endswith(".lrat")
        if is_lrat and solver in ("varisat", "batsat"):
            raise core.Error(f"`{solver}` writes no proof in LRAT; use `cdcl`, or a file whose name does not end in .lrat")
        return core.prove(self._core, asked, proof=path, lrat=is_lrat, check=checks.truth("check", check))


def _check_object(formula: Any) -> None:
    """Raises `Error` if an object is more than its clauses."""
    if hasattr(formula, "soft"):
        raise core.Error("the formula has soft clauses, which `Formula` cannot weigh; pass `formula.hard` to solve the hard ones")
    if number := len(getattr(formula, "atmosts", None) or ()):
        constraints = "1 native constraint" if number == 1 else f"{number} native constraints"
        raise core.Error(
            f"the formula has {constraints} (`atmosts`); encode them as clauses with `pysat.card.CardEnc` and an encoding "
            "other than `native`"
        )
    if hasattr(formula, "clausify") and not hasattr(formula, "nv"):
        raise core.Error(
            f"a formula of connectives (`{type(formula).__name__}`) is not in clauses; `Formula(list(formula))` takes the "
            "clauses of its encoding, and a solution then has the auxiliary variables too"
        )


def _formula(clauses: list[list[Any]], variables: int, projection: Any) -> core.Instance:
    """The instance of a formula."""
    if projection is not None:
        shown = checks.names("projection", projection)
        projection = [checks.whole("projection", variable, 1, _MAX_VARIABLE) for variable in shown]
    try:
        return core.Instance.formula("the formula", variables, clauses, projection)
    except (TypeError, OverflowError):
        for number, clause in enumerate(clauses):
            for literal in clause:
                _check_literal(literal, number)
        raise


def _check_literal(literal: Any, clause: int) -> None:
    """Raises `Error` unless `literal` is a whole number of 32 bits."""
    try:
        checks.whole("literal", literal, -_MAX_VARIABLE, _MAX_VARIABLE)
    except core.Error:
        reason = f"a {type(literal).__name__}, not a whole number"
        if type(literal) is int:
            reason = f"beyond {_MAX_VARIABLE}, the highest variable"
        raise core.Error(f"clause {clause}: {checks.shown(literal)} is {reason}") from None
