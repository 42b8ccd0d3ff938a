//! The main loop of the search: [`Search`].

mod trace_steps;

use super::analyse::{Analysis, Wanted, highest_second};
use super::arena::{Arena, Clause};
use super::decide::Decide;
use super::exclusive::Exclusive;
use super::proof::Proof;
use super::reduce::Reduce;
use super::restart::{Restart, Rule};
use super::trail::{Trail, Value};
use super::watches::Watches;
use crate::support::literal::Lit;
use coverlab_model::{Flow, Literal, Step, Stop};
use std::ops::ControlFlow::{self, Break, Continue};
pub(super) use trace_steps::Names;

/// The switches of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Switches {
    /// Whether conflicts are analyzed. If not, the last decision is flipped, and restarts, minimization and
    /// deletion have no effect.
    pub(super) learn: bool,
    pub(super) minimise: bool,
    pub(super) vsids: bool,
    pub(super) phase: bool,
    pub(super) restarts: Rule,
    pub(super) delete: bool,
    /// How to continue after a model.
    pub(super) models: Models,
}

impl Default for Switches {
    fn default() -> Self {
        Switches {
            learn: true,
            minimise: true,
            vsids: true,
            phase: true,
            restarts: Rule::default(),
            delete: true,
            models: Models::default(),
        }
    }
}

/// How to continue after a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Models {
    /// Exclude it by a clause.
    #[default]
    Block,
    /// Flip the last decision, and never jump back over a flipped one (M. Gebser, B. Kaufmann,
    /// A. Neumann and T. Schaub, *Conflict-Driven Answer Set Enumeration*, 2007).
    Backtrack,
}

/// Callbacks of the search; each may stop it.
pub(super) trait Listener {
    /// A propagation is about to begin at `level`. After a `Break` it does not.
    fn node(&mut self, level: usize) -> Flow;
    /// A clause became false. After a `Break` the conflict is not counted.
    fn conflict(&mut self) -> Flow {
        Continue(())
    }
    /// Whether steps are reported.
    fn watches(&self) -> bool {
        false
    }
    /// Reports a step. A listener that watches steps calls `build`, with the names that literals have in the formula.
    fn step(&mut self, _build: impl FnOnce(Names<'_>) -> Step) {}
}

/// Neither watches nor stops the search.
impl Listener for () {
    fn node(&mut self, _level: usize) -> Flow {
        Continue(())
    }
}

/// Counters of the search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) conflicts: u64,
    pub(super) decisions: u64,
    /// The number of forced literals.
    pub(super) propagations: u64,
    pub(super) restarts: u64,
    /// The number of levels undone because of conflicts and models.
    pub(super) backtracks: u64,
}

/// The result of [`Search::next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Every variable has a value: [`Search::value`]. The caller says how to continue, or stops here.
    Model,
    /// There is no model, or no further one, under the assumptions.
    NoModel,
}

/// A formula and the search for its models.
#[derive(Debug, Default)]
pub(super) struct Search<P> {
    pub(super) proof: P,
    pub(super) work: Work,
    switches: Switches,
    pub(super) arena: Arena,
    watches: Watches,
    exclusive: Exclusive,
    pub(super) trail: Trail,
    order: Decide,
    analysis: Analysis,
    restart: Restart,
    reduce: Reduce,
    /// Whether the formula is refuted.
    pub(super) refuted: bool,
    /// A clause that excludes a model and is false, to be treated as a conflict.
    pending: Option<Clause>,
    /// Levels up to this one hold flipped decisions; only another flip leaves them.
    floor: usize,
    /// Literals to decide before all others, one per level.
    pub(super) assumptions: Vec<Lit>,
    clause: Vec<Lit>,
}

impl<P: Proof> Search<P> {
    /// Clears everything, but keeps the allocated memory.
    pub(super) fn clear(&mut self, switches: &Switches) {
        self.arena.clear();
        self.watches.clear();
        self.exclusive.clear();
        self.trail.clear();
        self.order.clear(switches.vsids, switches.phase);
        self.analysis.clear();
        self.restart = Restart::new(switches.restarts);
        self.reduce.clear(switches.delete);
        self.assumptions.clear();
        self.switches = switches.clone();
        (self.work, self.refuted, self.pending, self.floor) = (Work::default(), false, None, 0);
    }

    pub(super) fn variables(&self) -> usize {
        self.trail.variables()
    }

    /// Adds a variable with initial `activity` below 1.
    pub(super) fn add_variable(&mut self, activity: f64) {
        self.watches.add_variable();
        self.trail.add_variable();
        self.order.add_variable(activity);
        self.analysis.add_variable();
    }

    /// The value of `literal` in the model just found.
    pub(super) fn value(&self, literal: Lit) -> bool {
        self.trail.value(literal) == Value::True
    }

    /// Adds a clause to the formula. Returns to the root. Breaks with [`Stop::Memory`] if the clause does not
    /// fit.
    pub(super) fn add(&mut self, clause: &[Lit]) -> Flow {
        self.backtrack(0);
        self.proof.given(clause);
        if self.refuted || !self.simplify(clause) {
            return Continue(());
        }
        if self.arena.is_full(self.clause.len()) {
            return Break(Stop::Memory);
        }
        // A proof ends with a step for the empty clause, even if the formula contains it.
        if self.clause.len() < clause.len() || clause.is_empty() {
            let taken = std::mem::take(&mut self.clause);
            self.explain_simplified(clause, &taken);
            self.clause = taken;
        }
        match self.clause[..] {
            [] => self.refuted = true,
            [unit] => self.trail.assign(unit, Clause::NONE),
            _ => {
                self.attach_clause();
            }
        }
        Continue(())
    }

    /// Adds a group of literals of different variables, of which at most one is true, before the search
    /// begins. No literal may exceed the limit of groups.
    pub(super) fn add_group(&mut self, literals: &[Lit]) {
        self.exclusive.add(literals);
        // Initial weights as R. Jeroslow and J. Wang (1990) weigh clauses.
        let weight = 0.5_f64.powi(literals.len() as i32);
        literals.iter().for_each(|&literal| self.order.prefer(literal, weight));
    }

    /// Copies `clause` to [`Self::clause`] without duplicates and literals false at the root. Returns `false`
    /// if the clause is always true.
    fn simplify(&mut self, clause: &[Lit]) -> bool {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        // Most clauses of an encoding have their literals in this order already.
        if !clause.is_sorted_by(|a, b| a.0 < b.0) {
            self.clause.sort_unstable_by_key(|literal| literal.0);
            self.clause.dedup();
        }
        let tautology = self.clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology || self.clause.iter().any(|&l| self.trail.value(l) == Value::True) {
            return false;
        }
        self.clause.retain(|&l| self.trail.value(l) == Value::Open);
        true
    }

    fn attach_clause(&mut self) -> Clause {
        let clause = self.arena.add(&self.clause, None);
        self.watches.watch(clause, &self.clause);
        self.proof.called(clause);
        clause
    }

    /// Continues the search until there is a model or none. Every propagation is a node.
    pub(super) fn next(&mut self, listener: &mut impl Listener) -> ControlFlow<Stop, Answer> {
        if self.refuted {
            return Continue(Answer::NoModel);
        }
        loop {
            let conflict = match self.pending.take() {
                Some(conflict) => Some(conflict),
                None => {
                    listener.node(self.trail.level())?;
                    self.propagate(listener)
                }
            };
            if let Some(conflict) = conflict {
                listener.conflict()?;
                listener.step(|names| Step::Conflict { clause: names.clause(self.arena.literals(conflict)) });
                self.work.conflicts += 1;
                if self.arena.is_full(self.variables()) {
                    return Break(Stop::Memory);
                }
                if !self.resolve(conflict, listener) {
                    self.refuted = true;
                    self.explain_refutation(conflict);
                    return Continue(Answer::NoModel);
                }
                continue;
            }
            self.tidy(listener);
            match self.branch(listener) {
                Branch::Decided => self.work.decisions += 1,
                Branch::Assumed => {}
                Branch::Complete => return Continue(Answer::Model),
                Branch::Contradicted => return Continue(Answer::NoModel),
            }
        }
    }

    fn propagate(&mut self, listener: &mut impl Listener) -> Option<Clause> {
        let before = self.trail.literals().len();
        let (trail, arena) = (&mut self.trail, &mut self.arena);
        let mut visits = Vec::new();
        let conflict = match listener.watches() {
            true => self.watches.propagate(trail, arena, &self.exclusive, |visit| visits.push(visit)),
            false => self.watches.propagate(trail, arena, &self.exclusive, |_| {}),
        };
        self.work.propagations += (self.trail.literals().len() - before) as u64;
        self.explain_root(before);
        if listener.watches() {
            self.report_propagation(before, &visits, listener);
        }
        conflict
    }

    /// Learns from a conflict, or flips a decision. Returns `false` if the search space is exhausted.
    fn resolve(&mut self, conflict: Clause, listener: &mut impl Listener) -> bool {
        let level = self.trail.level();
        if level == 0 {
            return false;
        }
        if !self.switches.learn || level == self.floor {
            self.raise(conflict);
            return self.flip(
                |proof, clause| proof.added(clause, &[]),
                |clause| Step::Learn { clause },
                listener,
            );
        }
        let (trail, analysis) = (&self.trail, &mut self.analysis);
        let wanted = Wanted { minimised: self.switches.minimise, reasons: self.proof.wants_reasons() };
        analysis.learn(conflict, trail, &mut self.arena, &mut self.order, wanted);
        self.restart.learned(analysis.lbd, trail.literals().len());
        self.reduce.learned();
        self.order.decay();
        self.proof.added(&self.analysis.clause, &self.analysis.reasons);
        listener.step(|names| Step::Learn { clause: names.clause(&self.analysis.clause) });
        self.work.backtracks += (level - self.analysis.level.max(self.floor)) as u64;
        self.backtrack(self.analysis.level.max(self.floor));
        listener.step(|_| Step::Backjump { level: self.trail.level() });
        let learned = &self.analysis.clause;
        let mut reason = Clause::NONE;
        if learned.len() > 1 {
            reason = self.arena.add(learned, Some(self.analysis.lbd));
            self.watches.watch(reason, learned);
            self.proof.called(reason);
            listener.step(|names| Step::Watch { clause: names.clause(learned) });
        }
        self.trail.assign(learned[0], reason);
        listener.step(|names| names.propagate(learned[0], learned));
        true
    }

    /// Raises the activities of the variables of a conflict that is not analyzed.
    fn raise(&mut self, conflict: Clause) {
        self.arena.literals(conflict).for_each(|literal| self.order.bump(literal.variable()));
        self.order.decay();
    }

    /// Undoes the last decision and makes its negation true one level below. `report` passes the clause that
    /// implies this to the proof, and `step` makes a step of it. Returns `false` if there is no decision.
    fn flip(
        &mut self,
        report: fn(&mut P, &[Lit]),
        step: fn(Box<[Literal]>) -> Step,
        listener: &mut impl Listener,
    ) -> bool {
        let level = self.trail.level();
        if level == 0 {
            return false;
        }
        let decision = self.trail.decision(level);
        if P::LISTENS || listener.watches() {
            self.clause.clear();
            self.clause.extend(self.trail.decisions().map(|decision| !decision));
            report(&mut self.proof, &self.clause);
        }
        listener.step(|names| step(names.clause(&self.clause)));
        self.backtrack(level - 1);
        listener.step(|_| Step::Backjump { level: level - 1 });
        self.work.backtracks += 1;
        self.floor = level - 1;
        self.trail.assign(!decision, Clause::NONE);
        listener.step(|names| names.propagate(!decision, &self.clause));
        true
    }

    fn refute(&mut self) {
        self.refuted = true;
        self.proof.added(&[], &[]);
    }

    /// Restarts and deletes clauses when due.
    fn tidy(&mut self, listener: &mut impl Listener) {
        if self.restart.is_due() {
            self.work.restarts += 1;
            self.backtrack(self.floor);
            listener.step(|_| match self.floor {
                0 => Step::Restart {},
                level => Step::Backjump { level },
            });
        }
        if self.reduce.is_due() {
            let forget = |literals: &[Lit]| {
                listener.step(|names| Step::Forget { clause: names.clause(literals) });
            };
            self.reduce.run(&mut self.arena, &mut self.trail, &mut self.watches, &mut self.proof, forget);
        }
    }

    fn branch(&mut self, listener: &mut impl Listener) -> Branch {
        while let Some(&assumption) = self.assumptions.get(self.trail.level()) {
            match self.trail.value(assumption) {
                // The assumption is already true; its level stays empty.
                Value::True => self.trail.open_level(),
                Value::False => return Branch::Contradicted,
                Value::Open => {
                    self.decide(assumption, listener);
                    return Branch::Assumed;
                }
            }
        }
        match self.order.pick(&self.trail) {
            Some(literal) => {
                self.decide(literal, listener);
                Branch::Decided
            }
            None => Branch::Complete,
        }
    }

    /// After a model: decides a variable that was added since.
    pub(super) fn decide(&mut self, literal: Lit, listener: &mut impl Listener) {
        self.trail.open_level();
        listener.step(|names| Step::Decide { literal: names.literal(literal), level: self.trail.level() });
        self.trail.assign(literal, Clause::NONE);
    }

    pub(super) fn backtrack(&mut self, level: usize) {
        let order = &mut self.order;
        self.trail.undo(level, |literal| order.undone(literal));
    }

    /// After a model: continues without it. `clause` excludes the model, and all its literals are false. Breaks
    /// with [`Stop::Memory`] if the clause does not fit.
    pub(super) fn exclude(&mut self, clause: &[Lit], listener: &mut impl Listener) -> Flow {
        if self.arena.is_full(clause.len()) {
            return Break(Stop::Memory);
        }
        self.proof.excluded(clause);
        listener.step(|names| Step::Exclude { clause: names.clause(clause) });
        let level = |literal: &Lit| self.trail.level_of(literal.variable());
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        if let Some(latest) = (0..clause.len()).max_by_key(|&at| level(&clause[at])) {
            self.clause.swap(0, latest);
        }
        let highest = self.clause.first().map_or(0, level);
        let second = highest_second(&mut self.clause, &self.trail);
        if highest == 0 {
            self.refute();
            return Continue(());
        }
        // Continue as after a conflict; but without learning, decisions are flipped one by one.
        let asserts = self.clause.len() == 1 || self.switches.learn && second < highest;
        let level = if asserts { second } else { highest };
        self.work.backtracks += (self.trail.level() - level) as u64;
        self.backtrack(level);
        listener.step(|_| Step::Backjump { level });
        let mut reason = Clause::NONE;
        if self.clause.len() > 1 {
            reason = self.attach_clause();
            listener.step(|names| Step::Watch { clause: names.clause(&self.clause) });
        }
        if asserts {
            self.trail.assign(self.clause[0], reason);
            listener.step(|names| names.propagate(self.clause[0], &self.clause));
        } else {
            self.pending = Some(reason);
        }
        Continue(())
    }

    /// After a model: continues by flipping the last decision.
    pub(super) fn pass_by(&mut self, listener: &mut impl Listener) {
        if !self.flip(P::excluded, |clause| Step::Exclude { clause }, listener) {
            self.proof.excluded(&[]);
            self.refute();
        }
    }
}

/// The result of an attempt to decide.
enum Branch {
    Decided,
    Assumed,
    /// Every variable has a value.
    Complete,
    /// An assumption is false.
    Contradicted,
}
