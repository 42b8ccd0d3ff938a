//! Checks the steps of a search for a model.

use super::StepChecker;
use crate::fold::formula::Trail;
use crate::line::{Answer, Counts, step_kind};
use crate::reading::{Wrong, wrong};
use coverlab_model::step::VisitOutcome;
use coverlab_model::{Cnf, Literal, Model, Step};
use std::collections::HashMap;

/// The true literals, and the known clauses.
pub(super) struct FormulaChecker {
    cnf: Cnf,
    trail: Trail,
    /// Clauses of the formula and derived clauses, each with its multiplicity.
    known: HashMap<Vec<Literal>, usize>,
    /// The pairs of watched literals of a clause: one pair for each copy of it.
    watched: HashMap<Vec<Literal>, Vec<[Literal; 2]>>,
    /// Whether the trace leaves out visits, so that it does not tell which literals are watched.
    visits_left_out: bool,
    /// Whether the trace leaves out learned clauses.
    gaps: bool,
    underived: u64,
    /// The last model found, unless the trace leaves it out.
    model: Option<Model>,
    model_left_out: bool,
}

fn sorted(clause: &[Literal]) -> Vec<Literal> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

fn value(values: &[i8], literal: Literal) -> i8 {
    let value = values[literal.unsigned_abs() as usize];
    if literal > 0 { value } else { -value }
}

fn set(values: &mut [i8], literal: Literal) {
    values[literal.unsigned_abs() as usize] = if literal > 0 { 1 } else { -1 };
}

impl FormulaChecker {
    pub(super) fn new(cnf: &Cnf) -> FormulaChecker {
        let mut known = HashMap::new();
        for clause in cnf.clauses() {
            *known.entry(sorted(clause)).or_insert(0) += 1;
        }
        let trail = Trail::new(cnf.variables());
        FormulaChecker {
            cnf: cnf.clone(),
            trail,
            known,
            watched: HashMap::new(),
            visits_left_out: false,
            gaps: false,
            underived: 0,
            model: None,
            model_left_out: false,
        }
    }

    fn literals(&self, literals: &[Literal]) -> Result<(), Wrong> {
        let there = |l: &&Literal| **l == 0 || l.unsigned_abs() as usize > self.cnf.variables();
        literals.iter().find(there).map_or(Ok(()), |literal| {
            wrong(
                format!("a literal {literal}"),
                format!("the formula has {} variables", self.cnf.variables()),
            )
        })
    }

    /// Whether unit propagation refutes the negation of `clause`, by repeated passes over all clauses.
    fn follows(&self, clause: &[Literal]) -> bool {
        let mut values = vec![0_i8; self.cnf.variables() + 1];
        for &literal in clause {
            if value(&values, literal) > 0 {
                // The clause contains a literal and its negation: it is always true.
                return true;
            }
            set(&mut values, -literal);
        }
        loop {
            let mut changed = false;
            for known in self.known.keys() {
                if known.iter().any(|&literal| value(&values, literal) > 0) {
                    continue;
                }
                let mut open = known.iter().filter(|&&literal| value(&values, literal) == 0);
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&unit), None) => {
                        set(&mut values, unit);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return false;
            }
        }
    }

    /// Requires a clause to be known, or to follow by unit propagation.
    fn derived(&mut self, clause: &[Literal], what: &str) -> Result<(), Wrong> {
        let clause = sorted(clause);
        if self.known.contains_key(&clause) {
            return Ok(());
        }
        if !self.follows(&clause) {
            if !self.gaps {
                let why = "it is neither a clause of the formula nor follows by unit propagation";
                return wrong(format!("{what} {clause:?}"), why);
            }
            self.underived += 1;
        }
        self.known.insert(clause, 1);
        Ok(())
    }

    fn decide(&mut self, literal: Literal, level: usize) -> Result<(), Wrong> {
        self.literals(&[literal])?;
        if level != self.trail.level() + 1 {
            return wrong(
                format!("{literal} opens level {level}"),
                format!("level {} is next", self.trail.level() + 1),
            );
        }
        if self.trail.value(literal) != 0 {
            return wrong(format!("{literal} is decided"), "its variable has a value");
        }
        Ok(())
    }

    fn propagate(&mut self, literal: Literal, reason: &[Literal]) -> Result<(), Wrong> {
        self.literals(reason)?;
        let what = format!("{literal} follows from {reason:?}");
        if !reason.contains(&literal) {
            return wrong(what, "the clause does not have the literal");
        }
        if self.trail.value(literal) != 0 {
            return wrong(what, "its variable has a value already");
        }
        let open = |other: &&Literal| **other != literal && self.trail.value(**other) >= 0;
        if let Some(other) = reason.iter().find(open) {
            return wrong(what, format!("{other} is not false, so that the clause is not unit"));
        }
        self.derived(reason, "a reason")
    }

    fn conflict(&mut self, clause: &[Literal]) -> Result<(), Wrong> {
        self.literals(clause)?;
        if let Some(literal) = clause.iter().find(|&&literal| self.trail.value(literal) >= 0) {
            return wrong(format!("a conflict at {clause:?}"), format!("{literal} is not false"));
        }
        self.derived(clause, "a conflict at")
    }

    fn exclude(&mut self, clause: &[Literal]) -> Result<(), Wrong> {
        self.literals(clause)?;
        if !self.gaps && !self.model_left_out {
            let what = || format!("{clause:?} excludes a model");
            let model = self.model.as_ref();
            if model.is_none_or(|model| clause.iter().any(|&literal| model.satisfies(literal))) {
                return wrong(what(), "it is not false in the model found last");
            }
            if let Some(literal) = clause.iter().find(|&&literal| self.trail.value(literal) >= 0) {
                return wrong(what(), format!("{literal} is not false"));
            }
        }
        *self.known.entry(sorted(clause)).or_insert(0) += 1;
        Ok(())
    }

    fn forget(&mut self, clause: &[Literal]) -> Result<(), Wrong> {
        let clause = sorted(clause);
        self.watched.get_mut(&clause).and_then(Vec::pop);
        match self.known.get_mut(&clause) {
            Some(1) => {
                self.known.remove(&clause);
            }
            Some(count) => *count -= 1,
            None if self.gaps => {}
            None => return wrong(format!("{clause:?} is forgotten"), "it was not known"),
        }
        Ok(())
    }
}

/// Two watched literals.
impl FormulaChecker {
    fn watch(&mut self, clause: &[Literal]) -> Result<(), Wrong> {
        let what = || format!("{clause:?} is watched");
        let &[one, two, ..] = clause else { return wrong(what(), "it has fewer than two literals") };
        let key = sorted(clause);
        if !self.known.contains_key(&key) && !self.gaps {
            return wrong(what(), "it is not a known clause");
        }
        self.watched.entry(key).or_default().push([one, two]);
        Ok(())
    }

    fn visit(
        &mut self,
        gone: Literal,
        clause: &[Literal],
        other: Literal,
        outcome: VisitOutcome,
    ) -> Result<(), Wrong> {
        self.literals(clause)?;
        let what = || format!("{clause:?} is visited for {gone}");
        let value = |literal: Literal| self.trail.value(literal);
        if value(gone) >= 0 {
            return wrong(what(), "that literal is not false");
        }
        if !clause.contains(&other) {
            return wrong(what(), format!("{other} is not in it"));
        }
        let rest_is_false = |kept| clause.iter().all(|&literal| literal == kept || value(literal) < 0);
        let judged = |kept: Literal| match outcome {
            VisitOutcome::Moved => (value(other) >= 0 && other != kept, "cannot be watched instead"),
            VisitOutcome::Satisfied => (value(other) > 0, "is not true"),
            VisitOutcome::Unit => {
                (other == kept && value(other) == 0 && rest_is_false(kept), "does not follow")
            }
            VisitOutcome::Conflict => {
                (other == kept && value(other) < 0 && rest_is_false(kept), "makes no conflict")
            }
        };
        let kept = |pair: &[Literal; 2]| pair[usize::from(pair[0] == gone)];
        let pairs = self.watched.get_mut(&sorted(clause)).into_iter().flatten();
        let mut pairs: Vec<_> = pairs.filter(|pair| pair.contains(&gone)).collect();
        let Some(first) = pairs.first() else {
            return if self.visits_left_out {
                Ok(())
            } else {
                wrong(what(), "it does not watch that literal")
            };
        };
        let (_, why) = judged(kept(first));
        // Equal clauses may watch different literals, and the trace does not say which of them is visited.
        match pairs.iter_mut().find(|pair| judged(kept(pair)).0) {
            None => return wrong(what(), format!("{other} {why}")),
            Some(pair) if outcome == VisitOutcome::Moved => **pair = [kept(pair), other],
            Some(_) => {}
        }
        Ok(())
    }
}

impl StepChecker for FormulaChecker {
    fn node(&mut self, depth: usize) -> Result<(), Wrong> {
        match depth == self.trail.level() {
            true => Ok(()),
            false => {
                wrong(format!("a node at depth {depth}"), format!("the level is {}", self.trail.level()))
            }
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), Wrong> {
        match step {
            Step::Decide { literal, level } => self.decide(*literal, *level)?,
            Step::Propagate { literal, reason } => self.propagate(*literal, reason)?,
            Step::Conflict { clause } => self.conflict(clause)?,
            Step::Learn { clause } => {
                self.literals(clause)?;
                let key = sorted(clause);
                match self.known.get_mut(&key) {
                    Some(count) => *count += 1,
                    None => self.derived(clause, "a learned clause")?,
                }
            }
            Step::Forget { clause } => self.forget(clause)?,
            Step::Exclude { clause } => self.exclude(clause)?,
            Step::Watch { clause } => self.watch(clause)?,
            Step::Visit { literal, clause, other, outcome } => {
                self.visit(*literal, clause, *other, *outcome)?;
            }
            Step::Backjump { level } if *level > self.trail.level() => {
                let why = format!("the level is {}", self.trail.level());
                return wrong(format!("a jump back to level {level}"), why);
            }
            Step::Backjump { .. } | Step::Restart {} => {}
            _ => return wrong(format!("a step of kind `{}`", step_kind(step)), "the instance is a formula"),
        }
        self.trail.apply(step, 0);
        Ok(())
    }

    fn solution(&mut self, answer: &Answer) -> Result<(), Wrong> {
        let Answer::Model(literals) = answer else { return Ok(()) };
        if let Some(literal) = literals.iter().find(|&&literal| self.trail.value(literal) < 0) {
            return wrong(format!("{literal} in a model"), "it is false after the steps");
        }
        let satisfied = |clause: &&[Literal]| clause.iter().any(|&l| self.trail.value(l) > 0);
        if let Some(clause) = self.cnf.clauses().find(|clause| !satisfied(clause)) {
            return wrong("a model", format!("the steps leave {clause:?} open"));
        }
        self.model = Some(Model::new(literals.iter().map(|literal| *literal > 0).collect()));
        self.model_left_out = false;
        Ok(())
    }

    fn gap(&mut self, left_out: &Counts) {
        self.gaps |= left_out.named("learn") + left_out.named("exclude") > 0;
        self.model_left_out |= left_out.named("solution") > 0;
        if left_out.named("watch") + left_out.named("visit") > 0 {
            self.visits_left_out = true;
            self.watched.clear();
        }
    }

    fn underived(&self) -> u64 {
        self.underived
    }
}
