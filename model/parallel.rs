//! One exact cover on several threads, whatever the engine.
//!
//! The instance is split into parts by the choices at the top of a search: an item with the
//! fewest options is covered by each of them in turn, and what is left is an instance of its own.
//! Parts are split further, the largest first, until there are many more than threads, so that
//! a large one does not leave the others waiting. Every cover of the whole is a cover of exactly
//! one part with the choices that led to it, so the totals are those of one search, in whatever
//! order the parts end. Because a part is an instance like any other, every engine can search it.

use crate::backend::{Backend, Counters, Outcome, Session, Task};
use crate::strategy::Stop;
use crate::{Cover, ExactCover, OptionId};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Parts for each thread.
const PARTS: usize = 16;

/// A part of an instance.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is left to cover.
    pub problem: ExactCover,
    /// The number in the whole instance of each of its options.
    pub options: Vec<OptionId>,
    /// The options of the whole instance that are in every cover of this part.
    pub chosen: Vec<OptionId>,
}

impl Part {
    /// A cover of the part, as one of the whole instance.
    pub fn cover(&self, cover: &Cover) -> Cover {
        let own = cover.options().iter().map(|&o| self.options[o as usize]);
        Cover::new(self.chosen.iter().copied().chain(own).collect())
    }

    /// The options of the primary item that has the fewest.
    fn narrowest(&self) -> Option<Vec<OptionId>> {
        let mut users: Vec<Vec<OptionId>> = vec![Vec::new(); self.problem.primary()];
        for option in 0..self.problem.options() as OptionId {
            for &(item, _) in self.problem.option(option) {
                if let Some(users) = users.get_mut(item as usize) {
                    users.push(option);
                }
            }
        }
        users.into_iter().min_by_key(Vec::len)
    }

    /// The parts of this one by the options of its narrowest item; `None` if nothing is left to
    /// cover.
    fn split(&self) -> Option<Vec<Part>> {
        let part = |option: OptionId| {
            let (problem, kept) = self.problem.residual(&[option])?;
            let options = kept.iter().map(|&o| self.options[o as usize]).collect();
            let mut chosen = self.chosen.clone();
            chosen.push(self.options[option as usize]);
            Some(Part { problem, options, chosen })
        };
        let starved = |part: &Part| part.problem.starved_item().is_some();
        Some(self.narrowest()?.into_iter().filter_map(part).filter(|p| !starved(p)).collect())
    }
}

/// Splits an instance into at least `wanted` parts, if it has as many, that have all its covers
/// between them, each once. An instance without covers may have no part.
///
/// An instance with multiplicities is one part.
pub fn split(problem: &ExactCover, wanted: usize) -> Vec<Part> {
    let options = (0..problem.options() as OptionId).collect();
    let mut parts = vec![Part { problem: problem.clone(), options, chosen: Vec::new() }];
    let mut done = Vec::new();
    while !problem.has_multiplicities() && !parts.is_empty() && parts.len() + done.len() < wanted {
        // The largest, by the only measure at hand.
        let largest = (0..parts.len()).max_by_key(|&k| parts[k].problem.options()).unwrap_or(0);
        let part = parts.swap_remove(largest);
        match part.split() {
            Some(smaller) => parts.extend(smaller),
            None => done.push(part),
        }
    }
    parts.extend(done);
    // Large parts first; among equals the order of the choices, which depends on nothing else.
    parts.sort_by(|a, b| b.problem.options().cmp(&a.problem.options()).then_with(|| a.chosen.cmp(&b.chosen)));
    parts
}

/// Searches `problem` by `backend` on `threads` threads.
///
/// The totals are those of [`Session::run`] for a task that looks for all solutions: solutions
/// are equal, nodes are those of the parts together. For a task that ends earlier the parts race,
/// so which solutions are found may differ from one run to the next, but never that there are
/// as many as asked for, or all. A node or time limit holds for each thread, the time as CPU time
/// of that thread. If [`Task::progress`] is set, it shows the share of parts that are done.
pub fn solve(
    backend: &dyn Backend<ExactCover>,
    problem: &ExactCover,
    task: &Task,
    threads: usize,
) -> Outcome<ExactCover> {
    let threads = threads.max(1);
    let parts = split(problem, if threads == 1 { 1 } else { threads * PARTS });
    let all = Mutex::new(Gathered::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(parts.len()) {
            scope.spawn(|| work(backend.session(), &parts, task, &next, &all));
        }
    });
    let gathered = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    gathered.outcome()
}

/// One thread: takes parts until there are none, or a reason to stop.
fn work(
    mut session: Box<dyn Session<ExactCover>>,
    parts: &[Part],
    task: &Task,
    next: &AtomicUsize,
    all: &Mutex<Gathered>,
) {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(part) = parts.get(number) else { return };
        let (left, keep) = {
            let all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if all.stop.is_some() {
                return;
            }
            (task.solutions.saturating_sub(all.solutions), task.keep.saturating_sub(all.kept.len()))
        };
        let own = Task {
            solutions: left,
            keep,
            nodes: task.nodes.saturating_sub(nodes),
            time: task.time.map(|limit| limit.saturating_sub(time)),
            progress: None,
            ..task.clone()
        };
        let mut outcomes = Vec::with_capacity(1);
        time += session.run(std::slice::from_ref(&part.problem), &own, &mut outcomes).solve;
        let Some(outcome) = outcomes.pop() else { return };
        nodes += outcome.counters.nodes;
        let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.add(part, &outcome, task);
        if let Some(progress) = &task.progress {
            progress.set(all.parts as f64 / parts.len() as f64);
        }
    }
}

/// What the threads have found.
#[derive(Default)]
struct Gathered {
    parts: usize,
    stop: Option<Stop>,
    solutions: u64,
    kept: Vec<Cover>,
    counters: Counters,
}

impl Gathered {
    fn add(&mut self, part: &Part, outcome: &Outcome<ExactCover>, task: &Task) {
        self.parts += 1;
        let room = task.solutions.saturating_sub(self.solutions);
        self.solutions += outcome.solutions.min(room);
        let keep = task.keep.saturating_sub(self.kept.len());
        self.kept.extend(outcome.kept.iter().take(keep).map(|cover| part.cover(cover)));
        self.counters.nodes += outcome.counters.nodes;
        let depth = outcome.counters.max_depth + part.chosen.len() as u64;
        self.counters.max_depth = self.counters.max_depth.max(depth);
        self.counters.events.iter_mut().zip(outcome.counters.events).for_each(|(all, own)| *all += own);
        let enough = self.solutions >= task.solutions;
        // A part stops at what was still wanted when it began; others may have found more since.
        let stop = if enough { Some(Stop::Enough) } else { outcome.stop.filter(|s| *s != Stop::Enough) };
        self.stop = self.stop.or(stop);
    }

    fn outcome(self) -> Outcome<ExactCover> {
        let Gathered { stop, solutions, kept, counters, .. } = self;
        Outcome { stop, solutions, kept, partial: None, counters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;

    #[test]
    fn parts_are_as_many_as_wanted_and_reproducible() {
        let queens = family::parse("queens:8").unwrap();
        let parts = split(&queens, 50);
        assert!(parts.len() >= 50, "{}", parts.len());
        let again = split(&queens, 50);
        assert!(parts.iter().zip(&again).all(|(a, b)| a.chosen == b.chosen && a.problem == b.problem));
        let sets: std::collections::HashSet<_> = parts.iter().map(|p| p.chosen.clone()).collect();
        assert_eq!(sets.len(), parts.len());
        assert!(parts.iter().all(|p| p.chosen.len() < 8 && !p.chosen.is_empty()));
    }

    #[test]
    fn colors_of_chosen_options_stay() {
        let squares = family::parse("word-square:heart,ember,abuse,resin,trend").unwrap();
        for part in split(&squares, 20) {
            assert!(part.problem.has_colors() && part.problem.options() < squares.options());
        }
    }
}
