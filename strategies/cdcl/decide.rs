//! Which variable to decide next, and its value.
//!
//! **Origin.** *Variable*: VSIDS of M. Moskewicz and others, *Chaff*, 2001, in the form of MiniSat (N. Eén
//! and N. Sörensson, 2003). *Value*: K. Pipatsrisawat and A. Darwiche, *A Lightweight Component Caching
//! Scheme for Satisfiability Solvers*, 2007.
//!
//! **Idea.** A variable that took part in recent conflicts is likely to take part in the next. Each conflict
//! raises the activity of its variables. Instead of decaying all activities, the solver increases the amount
//! by which it raises them. A heap finds the unassigned variable of highest activity. The variable gets its
//! last value: the part of the formula that was solved stays solved when the search jumps back because of
//! another part.
//!
//! **Cost.** The cost is logarithmic in the number of variables for each one raised, undone or decided.
//!
//! **What did not work.** Removing assigned variables from the heap: it is cheaper to leave them until they
//! come to the top, and to reinsert them when they are undone.

use super::trail::{Trail, Value};
use crate::support::literal::Lit;

/// The decay of activities per conflict.
const DECAY: f64 = 0.95;
/// Above this activity, all are scaled down.
const RESCALE_ABOVE: f64 = 1e100;
const NOWHERE: u32 = u32::MAX;

/// Variables ordered by activity, and the last value of each.
#[derive(Debug, Default)]
pub(super) struct Decide {
    activity: Vec<f64>,
    /// The amount by which a conflict raises activities.
    raise: f64,
    phase: Vec<bool>,
    /// A binary heap: highest activity first, ties by lowest number.
    heap: Vec<u32>,
    /// Whether `heap` is in heap order; false while initial activities are being set.
    settled: bool,
    place: Vec<u32>,
    /// Whether conflicts raise activities.
    vsids: bool,
    /// Whether to save values.
    save_phases: bool,
}

impl Decide {
    pub(super) fn clear(&mut self, vsids: bool, save_phases: bool) {
        self.activity.clear();
        self.phase.clear();
        self.heap.clear();
        self.place.clear();
        (self.raise, self.vsids, self.save_phases, self.settled) = (1.0, vsids, save_phases, true);
    }

    /// Adds a variable with initial `activity`, which must be less than 1.
    pub(super) fn add_variable(&mut self, activity: f64) {
        self.activity.push(activity);
        self.phase.push(false);
        self.place.push(NOWHERE);
        self.insert(self.place.len() - 1);
    }

    /// Before the first conflict: raises the activity of the variable by `by`, and makes its first value
    /// satisfy `literal`.
    pub(super) fn prefer(&mut self, literal: Lit, by: f64) {
        let variable = literal.variable();
        if self.vsids {
            self.activity[variable] += by;
            self.settled = false;
        }
        self.phase[variable] = literal.is_positive();
    }

    /// The literal to decide; `None` if every variable has a value.
    pub(super) fn pick(&mut self, trail: &Trail) -> Option<Lit> {
        if !self.settled {
            self.settle();
        }
        while let Some(variable) = self.pop() {
            if trail.value(Lit::new(variable, true)) == Value::Open {
                return Some(Lit::new(variable, self.phase[variable]));
            }
        }
        None
    }

    /// Records that `literal` was undone, so its variable can be decided again.
    #[inline]
    pub(super) fn undone(&mut self, literal: Lit) {
        if self.save_phases {
            self.phase[literal.variable()] = literal.is_positive();
        }
        self.insert(literal.variable());
    }

    /// Raises the activity of `variable`, which took part in a conflict.
    #[inline]
    pub(super) fn bump(&mut self, variable: usize) {
        if !self.vsids {
            return;
        }
        self.activity[variable] += self.raise;
        if self.activity[variable] > RESCALE_ABOVE {
            self.rescale();
        }
        self.rise(variable);
    }

    /// Ends a conflict: earlier increases of activity now weigh less.
    pub(super) fn decay(&mut self) {
        self.raise /= DECAY;
    }

    /// Scales all activities down. The order stays, except that tiny differences vanish.
    #[cold]
    fn rescale(&mut self) {
        self.activity.iter_mut().for_each(|activity| *activity /= RESCALE_ABOVE);
        self.raise /= RESCALE_ABOVE;
        // Ties are ordered by number, so the heap must be rebuilt.
        self.settle();
    }

    #[cold]
    fn settle(&mut self) {
        for at in (0..self.heap.len() / 2).rev() {
            self.sift_down(at);
        }
        self.settled = true;
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || x == y && a < b
    }

    fn insert(&mut self, variable: usize) {
        if self.place[variable] == NOWHERE {
            self.heap.push(variable as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let last = self.heap.pop()?;
        let first = match self.heap.first_mut() {
            None => last,
            Some(root) => {
                let first = std::mem::replace(root, last);
                self.sift_down(0);
                first
            }
        };
        self.place[first as usize] = NOWHERE;
        Some(first as usize)
    }

    /// Restores the heap after the activity of `variable` was raised.
    #[inline]
    fn rise(&mut self, variable: usize) {
        if self.place[variable] != NOWHERE {
            self.sift_up(self.place[variable] as usize);
        }
    }

    /// Moves the variable at `at` up to its place.
    fn sift_up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, variable);
    }

    /// Moves the variable at `at` down to its place.
    fn sift_down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            if left >= self.heap.len() {
                break;
            }
            let right_first = right < self.heap.len() && self.is_before(self.heap[right], self.heap[left]);
            let child = if right_first { right } else { left };
            if !self.is_before(self.heap[child], variable) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first_and_equals_by_number() {
        let mut decide = Decide::default();
        decide.clear(true, true);
        let mut trail = Trail::default();
        for _ in 0..50 {
            decide.add_variable(0.0);
            trail.add_variable();
        }
        // Variable v is raised v % 7 times, late enough that some activities are rescaled.
        for round in 0..7 {
            for variable in (0..50).filter(|v| v % 7 > round) {
                decide.bump(variable);
            }
            (0..1000).for_each(|_| decide.decay());
        }
        let mut order = Vec::new();
        while let Some(literal) = decide.pick(&trail) {
            assert!(!literal.is_positive());
            order.push(literal.variable());
        }
        let mut expected: Vec<usize> = (0..50).collect();
        expected.sort_by_key(|&v| (std::cmp::Reverse(v % 7), v));
        assert_eq!(order, expected);
        decide.undone(Lit::new(3, true));
        assert_eq!(decide.pick(&trail), Some(Lit::new(3, true)));
    }
}
