//! The main loop: decides on one component after the other, on a stack of levels.

use super::analyse::Analysis;
use super::cache::Cache;
use super::component::{Component, Components};
use super::count::Count;
use super::formula::Formula;
use super::propagate::{Propagator, Reason};
use super::table::{self, Tables};
use crate::support::literal::Lit;
use coverlab_model::{Cnf, Event, Flow, Observer, Stop};
use std::ops::ControlFlow::{self, Break, Continue};

/// The parameters of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switches {
    pub(super) learn: bool,
    pub(super) cache: bool,
    pub(super) tables: usize,
    pub(super) bytes: usize,
}

/// A component that is decided on. Level 0 is the whole formula, without a decision.
struct Level {
    component: Component,
    /// The current decision.
    decision: Lit,
    /// Whether the other value was already counted.
    second: bool,
    /// The lengths of the trail, the pool and the pending components before the decision.
    trail: usize,
    pool: usize,
    pending: usize,
    /// The position of the first cache entry made under this decision.
    mark: u32,
    /// The number of models under the other value.
    total: Count,
    /// The product of the counts of finished components under this decision.
    product: Count,
}

/// The search of a formula.
pub(super) struct Search {
    switches: Switches,
    propagator: Propagator,
    components: Components,
    cache: Cache,
    analysis: Analysis,
    tables: Tables,
    levels: Vec<Level>,
    pending: Vec<Component>,
    units: Vec<Lit>,
    /// The rank of each variable, which is added to its score.
    ranks: Vec<f32>,
    conflicts: u64,
    decisions: u64,
    /// The number of conflicts at which learned clauses are deleted next.
    forget_at: u64,
}

/// The memory that waiting components may take in any case, in bytes.
const MIN_WAITING_BYTES: usize = 1 << 26;

/// The number of conflicts between two deletions of learned clauses.
const FORGET_INTERVAL: u64 = 4000;

/// The number of decisions after which activities are halved, as in sharpSAT.
const DECAY_INTERVAL: u64 = 128;

/// The weight of an activity in the score of a variable, relative to an occurrence, as in sharpSAT.
const ACTIVITY_WEIGHT: f32 = 10.0;

impl Search {
    pub(super) fn new(formula: &Formula, ranks: Vec<f32>, switches: Switches) -> Search {
        Search {
            switches,
            propagator: Propagator::new(formula),
            components: Components::new(formula),
            cache: Cache::new(switches.bytes),
            analysis: Analysis::new(formula.variables()),
            tables: Tables::new(formula.variables()),
            levels: Vec::new(),
            pending: Vec::new(),
            units: Vec::new(),
            ranks,
            conflicts: 0,
            decisions: 0,
            forget_at: FORGET_INTERVAL,
        }
    }

    /// The number of models, projected to the shown variables.
    pub(super) fn run(&mut self, observer: &mut impl Observer<Cnf>) -> ControlFlow<Stop, Count> {
        let all = self.components.all();
        self.open(all, Lit(0));
        self.divide();
        loop {
            let level = self.levels.last().expect("level 0");
            if self.pending.len() > level.pending && !level.product.is_zero() {
                observer.node(self.levels.len() - 1)?;
                let component = *self.pending.last().expect("one at least");
                self.check_memory()?;
                self.decide(component);
                self.descend();
            } else if let Some(all) = self.ascend() {
                return Continue(all);
            }
        }
    }

    /// Reports the counts of events.
    pub(super) fn count_events(&self, observer: &mut impl Observer<Cnf>) {
        observer.count(Event::Conflict, self.conflicts);
        observer.count(Event::Propagate, self.propagator.propagated);
        observer.count(Event::Guess, self.decisions);
    }

    /// Stops if waiting components take more memory than the cache may.
    fn check_memory(&self) -> Flow {
        let words = self.components.pool.len();
        if words > u32::MAX as usize / 2 || 4 * words > self.switches.bytes.max(MIN_WAITING_BYTES) {
            return Break(Stop::Memory);
        }
        Continue(())
    }

    fn open(&mut self, component: Component, decision: Lit) {
        self.levels.push(Level {
            component,
            decision,
            second: false,
            trail: self.propagator.trail.len(),
            pool: self.components.pool.len(),
            pending: self.pending.len(),
            mark: self.cache.end(),
            total: Count::ZERO,
            product: Count::ONE,
        });
    }

    fn level(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Opens a level for the variable of `component` with the highest score.
    fn decide(&mut self, component: Component) {
        self.decisions += 1;
        if self.decisions.is_multiple_of(DECAY_INTERVAL) {
            self.analysis.decay();
        }
        let hidden = component.shown == 0;
        let mut best = (f32::NEG_INFINITY, 0);
        for &variable in self.components.variables(&component) {
            if hidden || self.components.is_shown(variable) {
                let score = self.score(variable as usize);
                if score > best.0 {
                    best = (score, variable);
                }
            }
        }
        let truth = Lit::new(best.1 as usize, true);
        let activities = &self.analysis.activities;
        let positive = activities[truth.index()] > activities[(!truth).index()];
        let decision = if positive { truth } else { !truth };
        self.open(component, decision);
        self.propagator.assign(decision, self.level(), Reason::NONE);
    }

    fn score(&self, variable: usize) -> f32 {
        let activities = &self.analysis.activities;
        let activity = activities[2 * variable] + activities[2 * variable + 1];
        ACTIVITY_WEIGHT * activity + self.components.occurrences[variable] as f32 + self.ranks[variable]
    }

    /// Propagates the decision and resolves conflicts, until there is none or the branch has no model.
    fn descend(&mut self) {
        loop {
            let Some(conflict) = self.conflict() else { return self.divide() };
            self.conflicts += 1;
            if !self.switches.learn {
                self.top().product = Count::ZERO;
                return;
            }
            if !self.learn(conflict) {
                return;
            }
        }
    }

    /// The conflict after propagation, if any.
    fn conflict(&mut self) -> Option<(Reason, Option<Lit>)> {
        let level = self.level();
        for &unit in &self.units {
            match self.propagator.value(unit) {
                0 => self.propagator.assign(unit, level, Reason::ALONE),
                -1 => return Some((Reason::ALONE, Some(unit))),
                _ => {}
            }
        }
        self.propagator.propagate(level)
    }

    /// Learns from a conflict and backtracks to the decision at fault, whose other value is tried next if it
    /// was not yet.
    fn learn(&mut self, conflict: (Reason, Option<Lit>)) -> bool {
        self.propagator.clock += 1;
        let level = self.analysis.run(&mut self.propagator, conflict);
        self.levels.truncate(level as usize + 1);
        let top = self.levels.last_mut().expect("level 0");
        top.product = Count::ZERO;
        self.pending.truncate(top.pending);
        self.components.pool.truncate(top.pool);
        self.cache.truncate(top.mark);
        if level == 0 {
            return false;
        }
        self.propagator.undo(top.trail);
        let reason = self.propagator.learn(&self.analysis.clause);
        let asserted = self.analysis.clause[0];
        if reason == Reason::ALONE {
            self.units.push(asserted);
        }
        if top.second {
            return false;
        }
        top.second = true;
        top.decision = asserted;
        top.product = Count::ONE;
        self.propagator.assign(asserted, level, reason);
        if self.conflicts >= self.forget_at {
            self.forget_at += FORGET_INTERVAL;
            self.propagator.forget(self.propagator.clock - FORGET_INTERVAL as u32);
        }
        true
    }

    fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("level 0")
    }

    /// Splits the component of the level. Known counts are multiplied into the product; the other components
    /// wait.
    fn divide(&mut self) {
        let top = self.levels.last_mut().expect("level 0");
        let parent = top.component;
        self.components.begin(&parent, &self.propagator);
        let fresh = self.components.serial();
        let mut free = 0;
        for k in 0..parent.variables as usize {
            let variable = self.components.variables(&parent)[k];
            let Some(found) = self.components.component_of(variable, fresh, &self.propagator) else {
                continue;
            };
            if found.variables == 1 {
                free += found.shown as usize;
            } else if let Some(count) = self.known(&found) {
                let top = self.top();
                top.product.multiply(&count);
                if count.is_zero() {
                    self.components.discard(&found);
                    return;
                }
            } else {
                self.pending.push(found);
                continue;
            }
            self.components.discard(&found);
        }
        let top = self.levels.last_mut().expect("level 0");
        top.product.double(free);
        // The smallest is decided on first.
        self.pending[top.pending..].sort_by_key(|component| std::cmp::Reverse(component.variables));
    }

    /// The count of the last found component, if it is small or cached.
    fn known(&mut self, found: &Component) -> Option<Count> {
        if found.variables as usize <= self.switches.tables.min(table::MAX_VARIABLES) {
            let count = self.tables.count(found, &self.components, &self.propagator);
            // If it is 0, a search must learn the reason.
            return (count > 0 || !self.switches.learn).then_some(Count::Word(count));
        }
        if !self.switches.cache {
            return None;
        }
        self.cache.get(found, &self.components)
    }

    /// Ends a branch: continues with the other value of its decision, or finishes the component. Returns the
    /// total when the last level ends.
    fn ascend(&mut self) -> Option<Count> {
        let is_last = self.levels.len() == 1;
        let top = self.levels.last_mut().expect("level 0");
        let hidden = top.component.shown == 0;
        self.pending.truncate(top.pending);
        self.components.pool.truncate(top.pool);
        if is_last {
            return self.levels.pop().map(|level| level.product);
        }
        self.propagator.undo(top.trail);
        if top.product.is_zero() && self.switches.learn {
            self.cache.truncate(top.mark);
        }
        let product = std::mem::replace(&mut top.product, Count::ONE);
        top.total.add(&product);
        let is_decided = hidden && !top.total.is_zero();
        if !top.second && !is_decided {
            top.second = true;
            top.decision = !top.decision;
            top.mark = self.cache.end();
            let decision = top.decision;
            self.propagator.assign(decision, self.level(), Reason::NONE);
            self.descend();
            return None;
        }
        let level = self.levels.pop().expect("a level above 0");
        self.pending.pop();
        self.close(&level.component, &level.total);
        None
    }

    /// Stores the count of a finished component of the level.
    fn close(&mut self, component: &Component, total: &Count) {
        if self.switches.cache && !(total.is_zero() && self.switches.learn) {
            let marks = self.levels.iter_mut().map(|level| &mut level.mark);
            self.cache.put(component, self.components.key(component), total, marks);
        }
        self.top().product.multiply(total);
    }
}
